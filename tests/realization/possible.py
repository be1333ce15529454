"""Which predicates the code can make, and with which roles: read off its source, path by path.

The functions are run over unknown values. A string that is put together from known pieces stays known; where a value is unknown a
table says what it can be (`ATTRIBUTES`), or a condition does (`x in ("a", "b")`). What can't be known is `None`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import narrator
from narrator.evidence.thinking import WEIGHTS
from narrator.silence import CAUSES

PACKAGE = Path(narrator.__file__).parent
ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "silence.cause": tuple(cause for cause, _ in CAUSES),
    "silence.certainty": ("recorded", "inferred", "unknown"),
    "message.role": ("user", "assistant", "system"),
    "best.kind": tuple(WEIGHTS),
}
"""What an attribute that ends up in a predicate can be."""
SINK = "fact"
UNSEEN = object()
Keys = frozenset[str]
Env = dict[str, Any]


class Made(NamedTuple):
    """A fact that the code can make."""

    predicate: str | None
    roles: Keys | None


class Function(NamedTuple):
    """A function or lambda, and the module whose names it sees."""

    module: str
    arguments: ast.arguments
    body: tuple[ast.stmt, ...]


class Reader:
    """Runs functions over unknown values and keeps the facts that they make."""

    def __init__(self) -> None:
        self.made: set[Made] = set()
        self._running: set[tuple[str, str, tuple[Any, ...]]] = set()
        self._returned: dict[tuple[str, str, tuple[Any, ...]], list[Any]] = {}

    def call(self, function: Function, name: str, values: tuple[Any, ...]) -> list[Any]:
        """Return what a function can return for these arguments."""
        key = (function.module, name, values)
        if key in self._running:
            return [None]
        if key not in self._returned:
            self._running.add(key)
            names = [a.arg for a in function.arguments.args]
            env: Env = dict(zip(names, values, strict=False)) | {"": function.module}
            ends = list(self._run(function.body, env))
            self._returned[key] = list(dict.fromkeys(e.get("return") for e in ends)) or [None]
            self._running.discard(key)
        return self._returned[key]

    # ------------------------------------------------------------------------------------------------------- statements
    def _run(self, body: tuple[ast.stmt, ...] | list[ast.stmt], env: Env) -> Iterator[Env]:
        """Yield the states in which a block can end."""
        if not body or "return" in env or env.get("left"):
            yield env
            return
        for state in self._step(body[0], env):
            yield from self._run(body[1:], state)

    def _step(self, statement: ast.stmt, env: Env) -> Iterator[Env]:  # noqa: C901 (a case a kind of statement)
        match statement:
            case ast.Return(value=value):
                yield from ({**env, "return": v} for v in (self.values(value, env) if value else [None]))
            case ast.Continue() | ast.Break():
                yield env | {"left": True}
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                yield from self._assign(target, value, env)
            case ast.AugAssign(target=target, op=op, value=value):
                yield from self._assign(target, ast.BinOp(left=_loaded(target), op=op, right=value), env)
            case ast.If(test=test, body=then, orelse=other):
                self.values(test, env)
                for narrowed in _narrowed(test, env):
                    yield from self._run(then, narrowed)
                if _holds(test, env) is not True:
                    yield from self._run(other, env)
            case ast.For(target=target, iter=source, body=then) if isinstance(target, ast.expr):
                self.values(source, env)
                yield env
                yield from ({k: v for k, v in e.items() if k != "left"} for e in self._run(then, _forgotten(target, env)))
            case ast.Try(body=then) | ast.With(body=then):
                yield from self._run(then, env)
            case ast.Expr(value=value):
                self.values(value, env)
                yield env
            case _:
                yield env

    def _assign(self, target: ast.expr, value: ast.expr, env: Env) -> Iterator[Env]:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            states = [env]
            for t, v in zip(target.elts, value.elts, strict=True):
                # Each right side is read before any name is bound, as in Python.
                states = [{**s, **_bound(t, x, s)} for s in states for x in self.values(v, env)]
            yield from states
            return
        yield from ({**env, **_bound(target, v, env)} for v in self.values(value, env))

    # ------------------------------------------------------------------------------------------------------ expressions
    def values(self, node: ast.expr, env: Env) -> list[Any]:  # noqa: C901 (a case a kind of expression)
        """Return what an expression can be: strings, sets of a dict's keys, None for what isn't known."""
        known = env.get(ast.unparse(node), UNSEEN)
        if known is not UNSEEN:
            return [known]
        match node:
            case ast.Constant(value=str() as text):
                return [text]
            case ast.Attribute():
                return list(ATTRIBUTES.get(ast.unparse(node), (None,)))
            case ast.JoinedStr():
                return self._joined(node.values, env)
            case ast.FormattedValue() | ast.YieldFrom():
                return self.values(node.value, env)
            case ast.IfExp():
                either = [v for e in _narrowed(node.test, env) for v in self.values(node.body, e)]
                return either if _holds(node.test, env) is True else either + self.values(node.orelse, env)
            case ast.BoolOp(op=ast.Or()):
                return self._first_true(node.values, env)
            case ast.BinOp():
                pairs = product(self.values(node.left, env), self.values(node.right, env))
                return [_combined(a, node.op, b) for a, b in pairs]
            case ast.Dict():
                return self._dict(node.keys, node.values, env)
            case ast.Call():
                return self._call(node, env)
            case _:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self.values(child, env)
                return [None]

    def _first_true(self, nodes: list[ast.expr], env: Env) -> list[Any]:
        found = self.values(nodes[0], env)
        return found if len(nodes) == 1 else [w for v in found for w in ([v] if v else self._first_true(nodes[1:], env))]

    def _joined(self, pieces: list[ast.expr], env: Env) -> list[Any]:
        every = product(*(self.values(p, env) for p in pieces))
        return [None if None in found else "".join(found) for found in every]

    def _dict(self, keys: list[ast.expr | None], items: list[ast.expr], env: Env) -> list[Any]:
        pieces = [self.values(k, env) if k is not None else self.values(v, env) for k, v in zip(keys, items, strict=True)]
        whole = []
        for found in product(*pieces):
            sets = [frozenset({p}) if isinstance(p, str) else p for p in found]
            whole.append(None if None in sets else frozenset().union(*sets))
        return whole

    def _call(self, node: ast.Call, env: Env) -> list[Any]:
        starred = [i for i, a in enumerate(node.args) if isinstance(a, ast.Starred)]
        arguments = [self.values(a, env) for a in node.args]
        named = [(k.arg, self.values(k.value, env)) for k in node.keywords]
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == SINK:
            self._make(arguments[0], named)
            return [None]
        function = _function(env[""], name) if name else None
        if function is None:
            return [None]
        for i in starred:  # what is spread out fills the places that the others leave
            arguments[i : i + 1] = [[None]] * (len(function.arguments.args) - len(arguments) + 1)
        return [v for found in product(*arguments) for v in self.call(function, name, found)]

    def _make(self, predicates: list[Any], named: list[tuple[str | None, list[Any]]]) -> None:
        own = frozenset(k for k, _ in named if k is not None)
        for spread in product(*(v for k, v in named if k is None)):
            roles = None if None in spread else own.union(*spread)
            self.made |= {Made(p, roles) for p in predicates}


def _bound(target: ast.expr, value: Any, env: Env) -> Env:
    if isinstance(target, ast.Subscript):
        name, key = ast.unparse(target.value), target.slice
        keys = env.get(name)
        known = isinstance(keys, frozenset) and isinstance(key, ast.Constant)
        return {name: frozenset({*(keys or ()), getattr(key, "value", "")}) if known else None}
    if isinstance(target, ast.Tuple):
        return {k: v for t in target.elts for k, v in _bound(t, None, env).items()}
    return {ast.unparse(target): value}


def _forgotten(target: ast.expr, env: Env) -> Env:
    return env | {n.id: None for n in ast.walk(target) if isinstance(n, ast.Name)}


def _named(test: ast.expr) -> tuple[str, tuple[str, ...]] | None:
    """Return what a condition compares with which strings: `x == "a"`, `x in ("a", "b")`."""
    match test:
        case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Tuple(elts=options)]):
            return ast.unparse(left), tuple(str(o.value) for o in options if isinstance(o, ast.Constant))
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Constant(value=str() as text)]):
            return ast.unparse(left), (text,)
    return None


def _holds(test: ast.expr, env: Env) -> bool | None:
    """Return whether a condition holds, None where that isn't known."""
    named = _named(test)
    value = env.get(named[0]) if named else None
    return None if named is None or value is None else value in named[1]


def _narrowed(test: ast.expr, env: Env) -> list[Env]:
    """Return the states in which a condition may hold: one for each value that it names."""
    named, holds = _named(test), _holds(test, env)
    if named is None or holds is not None:
        return [] if holds is False else [env]
    return [env | {named[0]: value} for value in named[1]]


def _combined(a: Any, op: ast.operator, b: Any) -> Any:
    if isinstance(op, ast.Add) and isinstance(a, str) and isinstance(b, str):
        return a + b
    if isinstance(op, ast.BitOr) and isinstance(a, frozenset) and isinstance(b, frozenset):
        return a | b
    return None


def _loaded(target: ast.expr) -> ast.expr:
    loaded = ast.parse(ast.unparse(target), mode="eval").body
    assert isinstance(loaded, ast.expr)
    return loaded


# ---------------------------------------------------------------------------------------------------------------- modules
@cache
def _tree(module: str) -> ast.Module | None:
    path = PACKAGE.parent.joinpath(*module.split("."))
    file = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
    return ast.parse(file.read_text("utf-8")) if file.is_file() else None


def _function(module: str, name: str) -> Function | None:
    """Return the function that a name stands for in a module, followed over imports within evidence, findings and planning."""
    tree = _tree(module)
    for node in tree.body if tree else ():
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return Function(module, node.args, tuple(node.body))
        if isinstance(node, ast.ImportFrom) and any((a.asname or a.name) == name for a in node.names):
            return _function(node.module, name) if node.module and node.module.startswith(ROOMS) else None
    return None


ROOMS = ("narrator.evidence", "narrator.findings", "narrator.planning.moments")


def _table(module: str, name: str) -> Iterator[ast.expr]:
    """Yield the functions of a table, as they stand in its source."""
    tree = _tree(module)
    for node in tree.body if tree else ():
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name and isinstance(node.value, ast.Tuple):
            yield from (row.elts[1] if isinstance(row, ast.Tuple) else row for row in node.value.elts)


def _results(module: str, name: str) -> tuple[Reader, set[Any]]:
    reader, returned = Reader(), set()
    for row in _table(module, name):
        if isinstance(row, ast.Lambda):
            function: Function | None = Function(module, row.args, (ast.Return(value=row.body),))
        else:
            function = _function(module, ast.unparse(row))
        assert function is not None, f"{module}.{name}: {ast.unparse(row)} isn't found"
        returned |= set(reader.call(function, ast.unparse(row), (None, None)))
    return reader, returned


@cache
def possible_facts() -> frozenset[Made]:
    """Return every fact that an extractor or a move can make; a sign is worded inside its hypothesis."""
    made = _results("narrator.evidence", "EXTRACTORS")[0].made | _results("narrator.findings", "MOVES")[0].made
    return frozenset(m for m in made if m.predicate != "sign" and not _undecided(m.predicate or ""))


def _undecided(predicate: str) -> bool:
    """Certainty and cause are unknown together or not at all."""
    return predicate.startswith("silence.") and ".unknown" in predicate and predicate != "silence.unknown.unknown"


@cache
def possible_moments() -> frozenset[str]:
    """Return the name of every moment that the code can tell."""
    return frozenset(name for name in _results("narrator.planning.moments", "MOMENTS")[1] if name is not None) | {"worked"}
