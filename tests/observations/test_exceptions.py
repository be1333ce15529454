"""Exceptions: type, message, and the deepest frame of the project's own."""

from __future__ import annotations

import pytest

from narrator.observations import outcomes
from narrator.observations.exceptions import raised, thrown
from tests.observations.build import SESSION, shell, words

PYTHON = """Traceback (most recent call last):
  File "/app/run.py", line 3, in <module>
    main()
  File "/app/src/core.py", line 12, in main
    json.loads(x)
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)
"""
CHAINED = """Traceback (most recent call last):
  File "a.py", line 1, in f
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "b.py", line 9, in g
    h()
RuntimeError: no x
more output: all good
"""
UNREADABLE = '  File "/app/x.py", line 3\n    def f(:\n          ^\nSyntaxError: invalid syntax\n'
PYTEST = "    def test_x():\n>       f()\nE       ValueError: bad\n\ntests/test_a.py:12: ValueError\n"
ASSERTED = "    def test_x():\n>       assert f() == 2\nE       assert 1 == 2\n\ntests/test_a.py:12: AssertionError\n"
NODE = """/app/src/x.js:3
  throw new TypeError('bad');
  ^

TypeError: bad thing
    at Module._compile (node:internal/modules/cjs/loader:1105:14)
    at foo (/app/node_modules/lib/index.js:2:3)
    at main (/app/src/x.js:3:9)
"""
VITEST = " FAIL  src/a.test.ts > adds\nAssertionError: expected 3 to be 4\n\n- Expected\n+ Received\n\n ❯ src/a.test.ts:5:15\n"
JAVA = """Exception in thread "main" java.lang.RuntimeException: outer
\tat com.acme.App.main(App.java:10)
Caused by: java.lang.IllegalStateException: inner
\tat java.base/java.util.List.of(List.java:1)
\tat com.acme.Deep.run(Deep.java:33)
\t... 1 more
"""
KOTLIN = 'Exception in thread "main" kotlin.KotlinNullPointerException\n\tat shop.MainKt.main(Main.kt:4)\n'
GO = """panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
runtime.goPanicIndex(0x3, 0x3)
\t/usr/local/go/src/runtime/panic.go:88 +0x1
main.main()
\t/app/main.go:12 +0x1d
exit status 2
"""
RUST = "thread 'main' panicked at src/main.rs:4:5:\nindex out of bounds: the len is 3\nnote: run with `RUST_BACKTRACE=1`\n"
OLD_RUST = "thread 'main' panicked at 'explicit panic', src/main.rs:2:5\n"
RUBY = "app.rb:3:in `foo': undefined method `x' for nil (NoMethodError)\n\tfrom app.rb:9:in `<main>'\n"
GEM = (
    "/usr/lib/ruby/3.3.0/json/common.rb:219:in 'parse': unexpected token (JSON::ParserError)\n"
    "\tfrom /var/lib/gems/3.3.0/gems/x/lib/x.rb:2:in 'y'\n\tfrom lib/app.rb:7:in 'load'\n"
)
PHP = """PHP Fatal error:  Uncaught TypeError: f(): Argument #1 must be int in /app/src/a.php:3
Stack trace:
#0 /app/b.php(12): f()
#1 {main}
  thrown in /app/src/a.php on line 3
"""
PHP_PAGE = "<br />\n<b>Parse error</b>:  syntax error, unexpected token in <b>/app/a.php</b> on line <b>20</b><br />\n"
PRINTED = """Traceback (most recent call last):
  File "main.py", line 2, in <module>
    print(title)
Showcase
UnicodeEncodeError: can't encode
"""
CSHARP = """Unhandled exception. System.InvalidOperationException: Sequence contains no elements
   at System.Linq.ThrowHelper.Throw()
   at Acme.App.Main(String[] args) in /src/App.cs:line 14
"""


@pytest.mark.parametrize(
    ("text", "kind", "message", "frame"),
    [
        (PYTHON, "json.decoder.JSONDecodeError", "Expecting value: line 1 column 1 (char 0)", "/app/src/core.py:12"),
        (CHAINED, "RuntimeError", "no x", "b.py:9"),
        (UNREADABLE, "SyntaxError", "invalid syntax", "/app/x.py:3"),
        (PYTEST, "ValueError", "bad", "tests/test_a.py:12"),
        (ASSERTED, "AssertionError", "assert 1 == 2", "tests/test_a.py:12"),
        (NODE, "TypeError", "bad thing", "/app/src/x.js:3"),
        (VITEST, "AssertionError", "expected 3 to be 4", "src/a.test.ts:5"),
        (JAVA, "java.lang.IllegalStateException", "inner", "Deep.java:33"),
        (KOTLIN, "kotlin.KotlinNullPointerException", "", "Main.kt:4"),
        (GO, "panic", "runtime error: index out of range [3] with length 3", "/app/main.go:12"),
        (RUST, "panicked", "index out of bounds: the len is 3", "src/main.rs:4"),
        (OLD_RUST, "panicked", "explicit panic", "src/main.rs:2"),
        (RUBY, "NoMethodError", "undefined method `x' for nil", "app.rb:3"),
        (GEM, "JSON::ParserError", "unexpected token", "lib/app.rb:7"),
        (PHP, "TypeError", "f(): Argument #1 must be int", "/app/src/a.php:3"),
        (PHP_PAGE, "Parse error", "syntax error, unexpected token", "/app/a.php:20"),
        (PRINTED.replace("main.py", "/app/main.py"), "UnicodeEncodeError", "can't encode", "/app/main.py:2"),
        (CSHARP, "System.InvalidOperationException", "Sequence contains no elements", "/src/App.cs:14"),
    ],
)
def test_what_was_thrown_and_where(text: str, kind: str, message: str, frame: str) -> None:
    found = thrown(text)
    assert found is not None
    assert (found.type, found.message) == (kind, message)
    assert found.frame is not None
    assert f"{found.frame.file}:{found.frame.line}" == frame
    assert found.message in text[found.start : found.end]


@pytest.mark.parametrize(
    "text",
    [
        "All good.\n",
        "Error: something\nbut no stack\n",
        "The ValueError: class is documented below.\n",
        "    at the beginning\n    at the end\n",
    ],
)
def test_words_about_errors_are_no_exception(text: str) -> None:
    assert thrown(text) is None


def test_only_libraries_in_a_stack_leave_no_frame() -> None:
    found = thrown(PYTHON.replace("/app/src/", "/venv/lib/python3.11/site-packages/").replace("/app/", "/usr/lib/python3.11/"))
    assert found is not None
    assert found.frame is None


def test_the_words_are_found_in_a_colored_result() -> None:
    colored = (
        PYTHON.replace("json.decoder", "\x1b[1;35mjson.decoder").replace("Expecting", "\x1b[0mExpecting").replace("\n", "\r\n")
    )
    message = shell("python run.py", colored, status="error", exit_code=1)
    (outcome,) = outcomes(message, SESSION)
    found = raised(message, outcome, SESSION)
    assert found is not None
    assert words(message, found.span).startswith("json.decoder.JSONDecodeError: \x1b[0mExpecting")
    assert words(message, found.frame) == '/app/src/core.py", line 12'


def test_a_call_that_went_well_raised_nothing() -> None:
    message = shell("cat log.txt", PYTHON, exit_code=0)
    assert [raised(message, o, SESSION) for o in outcomes(message, SESSION)] == [None]
