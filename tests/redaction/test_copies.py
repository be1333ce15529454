"""A copy's bytes are those of the file but for the secrets: in every format, with the escapes it had, however broken it is."""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zstandard import ZstdCompressor, ZstdDecompressor

from narrator.errors import NarratorError
from narrator.redaction import Policy, using
from narrator.redaction.copies import redact_bytes
from narrator.redaction.writing import write_copy
from tests.redaction.planted import SERVICES, password

KEYS = tuple("gh" + f"p_{c * 2}Rk2mZ9xWb4tYc8NfV1pLd6AbCdEfGhIj" for c in "qwe")
PEM = SERVICES["private-key-block"][0](random.Random(3))  # noqa: S311
MARK = "[redacted: github-token]"


def copied(text: str) -> str:
    return redact_bytes(text.encode("utf-8", "surrogateescape")).data.decode("utf-8", "surrogateescape")


@pytest.mark.parametrize(
    "shape", ["{}", "# Chat\n\n> {}\n", '{{"a": "{}"}}\n', '[\n  {{"a": "x {} y"}}\n]', "\ufeff{}\r\n", '{{"{}": 1}}']
)
def test_all_but_the_secret_is_as_it_was(shape: str) -> None:
    assert copied(shape.format(KEYS[0])) == shape.format(MARK)


@pytest.mark.parametrize(
    ("written", "left"),
    [
        (r'{"a": "\u0067hp_' + KEYS[0][4:] + r' \u00e9\n"}', r'{"a": "' + MARK + r' \u00e9\n"}'),
        (r'{"a": "é\n' + KEYS[0] + r'\nb", "c": "\/x\u2028"}', r'{"a": "é\n' + MARK + r'\nb", "c": "\/x\u2028"}'),
        (r'{"arguments": "{\"cmd\": \"echo ' + KEYS[0] + r'\\n\"}"}', r'{"arguments": "{\"cmd\": \"echo ' + MARK + r'\\n\"}"}'),
        (r'{"a": "\ud83d\ude00 ' + KEYS[0] + '"}', r'{"a": "\ud83d\ude00 ' + MARK + '"}'),
        (
            '{"a": "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI\\/K7MDENG\\/bPxRfiCYzzzzzzzKEY"}',
            '{"a": "AWS_SECRET_ACCESS_KEY=[redacted: aws-secret]"}',
        ),
        ('{"password": "opensesame", "n": 1}', '{"password": "[redacted: password]", "n": 1}'),
        ('{"name": "DB_PASSWORD", "value": "opensesame"}', '{"name": "DB_PASSWORD", "value": "[redacted: secret]"}'),
        ('{"a": "password: opensesame"}', '{"a": "password: [redacted: password]"}'),
    ],
)
def test_escapes_stay_as_they_were_written(written: str, left: str) -> None:
    assert copied(written) == left
    json.loads(left)


@pytest.mark.parametrize("depth", range(4))
def test_a_private_key_goes_at_any_depth_of_strings(depth: int) -> None:
    value: Any = f"before\n{PEM}\nafter"
    for _ in range(depth):
        value = json.dumps({"value": value})
    text = json.dumps({"content": value})
    value = json.loads(copied(text))["content"]
    for _ in range(depth):
        value = json.loads(value)["value"]
    assert value == "before\n[redacted: private-key]\nafter"


def test_a_key_whose_lines_are_strings_of_a_list_goes() -> None:
    rest = json.loads(copied(json.dumps({"lines": PEM.splitlines(), "after": "kept"})))
    assert rest["after"] == "kept"
    assert not [line for line in PEM.splitlines()[1:-1] if line in json.dumps(rest)]


def test_the_same_secret_has_the_same_number_in_the_file() -> None:
    lines = [json.dumps({"a": key}) for key in (KEYS[0], KEYS[1], KEYS[0])]
    assert [json.loads(line)["a"] for line in copied("\n".join(lines)).splitlines()] == [
        "[redacted: github-token 1]",
        "[redacted: github-token 2]",
        "[redacted: github-token 1]",
    ]


def test_a_secret_that_is_known_goes_where_nothing_tells_it() -> None:
    assert copied("password: q7Rk2mZ9xWb4\nit printed q7Rk2mZ9xWb4 then") == (
        "password: [redacted: password]\nit printed [redacted: password] then"
    )


@pytest.mark.parametrize(
    "broken",
    [
        '{"a": "cut ' + KEYS[0],
        '{"a": "one"}{"b": "' + KEYS[0] + '"}',
        '{"a": "unclosed\n{"b": "' + KEYS[0] + '", "c": "kept"}\n',
        '{"a": "stray \\d ' + KEYS[0] + '"}',
        "{" + KEYS[0] + "}",
    ],
)
def test_broken_lines_are_searched_and_stay_broken_in_the_same_way(broken: str) -> None:
    assert copied(broken) == broken.replace(KEYS[0], MARK)


def test_bytes_that_are_no_utf_8_stay() -> None:
    data = b'{"a": "\xff\xfe ' + KEYS[0].encode() + b' \xed\xa0\x80"}\n'
    assert redact_bytes(data).data == data.replace(KEYS[0].encode(), MARK.encode())


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from([f"x {KEYS[0]}\n", f'"{KEYS[0]}" é', KEYS[0]]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def emptied(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace(KEYS[0], MARK)
    if isinstance(value, list):
        return [emptied(v) for v in value]
    return {k: emptied(v) for k, v in value.items()} if isinstance(value, dict) else value


@given(st.dictionaries(st.text(max_size=4), values, max_size=4), st.booleans(), st.sampled_from([None, 1]))
def test_json_stays_the_same_json_but_for_the_secrets(value: dict[str, Any], ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    left = redact_bytes(text.encode("utf-8", "surrogatepass")).data.decode("utf-8", "surrogatepass")
    assert json.loads(left) == emptied(value)
    assert redact_bytes(left.encode("utf-8", "surrogatepass")).found == ()


@given(st.binary(max_size=200))
def test_any_bytes_without_a_secret_stay(data: bytes) -> None:
    copy = redact_bytes(data)
    assert copy.found or copy.data == data


def zipped(data: bytes) -> bytes:
    return gzip.compress(data)


def frozen(data: bytes) -> bytes:
    return ZstdCompressor().compress(data)


PACKINGS: list[tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]]] = [
    (bytes, bytes),
    (zipped, gzip.decompress),
    (frozen, lambda data: ZstdDecompressor().decompressobj().decompress(data)),
]


@pytest.mark.parametrize(("pack", "unpack"), PACKINGS)
def test_the_copy_is_packed_as_the_file_was(
    tmp_path: Path, pack: Callable[[bytes], bytes], unpack: Callable[[bytes], bytes]
) -> None:
    source, target = tmp_path / "s", tmp_path / "t"
    data = f'{{"a": "{KEYS[0]}"}}\n'.encode()
    source.write_bytes(pack(data))
    assert write_copy(source, data, target) == (("github-token", KEYS[0]),)
    assert unpack(target.read_bytes()) == f'{{"a": "{MARK}"}}\n'.encode()
    write_copy(source, data, target, force=True)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["s", "t"]


def test_nothing_is_written_over_unasked_and_the_session_never(tmp_path: Path) -> None:
    source, target = tmp_path / "s", tmp_path / "t"
    source.write_bytes(b"{}")
    target.write_bytes(b"mine")
    with pytest.raises(NarratorError, match="exists already"):
        write_copy(source, b"{}", target)
    with pytest.raises(NarratorError, match="the session itself"):
        write_copy(source, b"{}", source, force=True)
    with pytest.raises(NarratorError, match="no folder"):
        write_copy(source, b"{}", tmp_path / "none" / "t")
    assert (source.read_bytes(), target.read_bytes()) == (b"{}", b"mine")


def test_a_scanner_that_fails_leaves_no_file(tmp_path: Path) -> None:
    source = tmp_path / "s"
    source.write_bytes(b"{}")
    with using(Policy(scanners=("tests.redaction.test_scanners:fails",))), pytest.raises(NarratorError, match="fails: failed"):
        write_copy(source, b'{"a": "some words"}', tmp_path / "t")
    assert [p.name for p in tmp_path.iterdir()] == ["s"]


SCHEMA = """
CREATE TABLE part (id TEXT PRIMARY KEY, data TEXT NOT NULL, size INTEGER GENERATED ALWAYS AS (length(data)) VIRTUAL);
CREATE INDEX part_data ON part (data);
CREATE TABLE account (id TEXT PRIMARY KEY, access_token TEXT, raw BLOB) WITHOUT ROWID;
CREATE TABLE seen (n INTEGER);
CREATE TRIGGER counted AFTER UPDATE ON part BEGIN INSERT INTO seen VALUES (1); END;
"""
OPAQUE = "q7Rk2mZ9xWb4tYc8"


def store(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path)
    database.executescript(SCHEMA)
    rows = [(f"prt_{n}", json.dumps({"text": f"use {KEYS[n % 2]} \u00e9", "n": n})) for n in range(40)]
    database.executemany("INSERT INTO part (id, data) VALUES (?, ?)", [*rows, ("gone", json.dumps({"text": KEYS[2] * 40}))])
    database.execute("INSERT INTO account VALUES ('a', ?, ?)", (OPAQUE, f"pem {KEYS[1]}".encode()))
    database.execute("DELETE FROM part WHERE id = 'gone'")
    database.commit()
    return database


@pytest.mark.parametrize("log", [False, True])
def test_of_a_database_no_page_holds_a_secret_and_the_rest_is_as_it_was(tmp_path: Path, log: bool) -> None:
    source, target = tmp_path / "s.db", tmp_path / "t.db"
    database = store(source)
    if log:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("INSERT INTO part (id, data) VALUES ('new', ?)", (KEYS[0],))
        database.commit()
    before = source.read_bytes()
    found = write_copy(source, before, target)
    data = target.read_bytes()
    assert not [key for key in (*KEYS, OPAQUE) if key.encode() in data]
    assert len(found) == 42 + log
    with sqlite3.connect(target) as copy:
        rows = dict(copy.execute("SELECT id, data FROM part").fetchall())
        assert json.loads(rows["prt_3"]) == {"text": "use [redacted: github-token 2] \u00e9", "n": 3}
        assert copy.execute("SELECT * FROM account").fetchone() == ("a", "[redacted: secret]", b"pem [redacted: github-token 2]")
        assert copy.execute("SELECT count(*) FROM seen").fetchone() == (0,)
        names = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
        assert copy.execute(names).fetchall() == database.execute(names).fetchall()
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert source.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir() if p.name.startswith("t")) == ["t.db"]
    database.close()


def test_a_search_index_holds_no_secret_either(tmp_path: Path) -> None:
    source, target = tmp_path / "s.db", tmp_path / "t.db"
    with sqlite3.connect(source) as database:
        database.execute("CREATE VIRTUAL TABLE words USING fts5(body)")
        database.execute("INSERT INTO words VALUES (?)", (f"use {KEYS[0]} now",))
    write_copy(source, source.read_bytes(), target)
    assert KEYS[0].lower()[4:].encode() not in target.read_bytes().lower()
    with sqlite3.connect(target) as copy:
        assert copy.execute("SELECT body FROM words WHERE words MATCH 'redacted'").fetchall() == [(f"use {MARK} now",)]


def test_passwords_of_any_make_leave_json_whole() -> None:
    r = random.Random(5)  # noqa: S311
    lines = [json.dumps({"n": n, "content": f"DB_PASSWORD={password(r)}\nnext", "password": password(r)}) for n in range(50)]
    for n, line in enumerate(copied("\n".join(lines)).splitlines()):
        value = json.loads(line)
        assert value["n"] == n
        assert value["content"].endswith("\nnext")
        assert "redacted" in value["password"]
