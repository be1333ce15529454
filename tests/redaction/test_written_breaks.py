"""What stands beside a secret stays, where line breaks, tabs and quotes are written out as where they are real."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from narrator.redaction import redact
from narrator.redaction.copies import redact_bytes

KEY = "q7Rk2mZ9xWb4tYc8NfV1pLd6"
TOKEN = "gh" + "p_qqRk2mZ9xWb4tYc8NfV1pLd6AbCdEfGhIj"

BESIDE = [
    (f"Cookie: session_id={KEY}; a=b", "Cookie: [redacted: cookie]"),
    (f"Cookie: a=b; session_id={KEY}", "Cookie: [redacted: cookie]"),
    (f"Set-Cookie: sid={KEY}; Path=/", "Set-Cookie: [redacted: cookie]"),
    (f"PHPSESSID={KEY}", "PHPSESSID=[redacted: cookie]"),
    ("curl -u admin:pw", "curl -u [redacted: url-credentials]"),
    ("curl -uadmin:pw99", "curl -u[redacted: url-credentials]"),
    ("curl -s --user admin:pw99", "curl -s --user [redacted: url-credentials]"),
    ("curl -u 'admin:correct horse' x", "curl -u '[redacted: url-credentials]' x"),
    ('curl -u "admin:p4$$w" x', 'curl -u "[redacted: url-credentials]" x'),
    ("curl -u CORP\\bob:pw99", "curl -u [redacted: url-credentials]"),
    ("curl -u CORP\\nancy:pw99", "curl -u [redacted: url-credentials]"),
    ("machine h login me password s3cretA9x", "machine h login me password [redacted: password]"),
    ("login me password s3cretA9x", "login me password [redacted: password]"),
    ("set password S3cretPass2", "set password [redacted: password]"),
    ("password: hunter2x9", "password: [redacted: password]"),
    ("PASS=hunter2x9", "PASS=[redacted: password]"),
    ("token S3cretPass8", "token [redacted: secret]"),
    (f"api_key={KEY}", "api_key=[redacted: secret]"),
    (f"Authorization: Bearer {KEY}", "Authorization: Bearer [redacted: credentials]"),
    ("mysql -uroot -pS3cretPass2", "mysql -uroot -p[redacted: password]"),
    ("docker login -u me -p S3cretPass2", "docker login -u me -p [redacted: password]"),
    ("redis-cli -a S3cretPass2", "redis-cli -a [redacted: password]"),
    ("sshpass -p hunter2x", "sshpass -p [redacted: password]"),
    ("server=x;Password=hunter2x", "server=x;Password=[redacted: password]"),
    ("<password>hunter2x</password>", "<password>[redacted: password]</password>"),
    (f"the heroku key:\t{KEY}", "the heroku key:\t[redacted: secret]"),
    (
        f"the long name of the deployment's token is {TOKEN}",
        "the long name of the deployment's token is [redacted: github-token]",
    ),
]
FOLLOWING = ["\nX-Request: 7\nnext", "\nContent-Type: text/html", "\nls -la", "\r\nnext line", "\tnext word", "\n\x1b[0mdone 1"]
"""What a secret ends at: the same whether it is real or written out."""
SHAPES: list[Callable[[str], str]] = [
    lambda text: json.dumps({"message": text, "n": 1}),
    lambda text: json.dumps({"message": {"command": text}, "n": 1}),
    lambda text: json.dumps({"arguments": json.dumps({"command": text})}),
    lambda text: json.dumps([json.dumps(json.dumps([text]))]),
]


@pytest.mark.parametrize("following", FOLLOWING, ids=repr)
@pytest.mark.parametrize(("line", "left"), BESIDE)
def test_the_line_after_a_secret_stays(line: str, left: str, following: str) -> None:
    text, rest = line + following, left + following
    assert redact(text) == rest
    if "\\" not in line:
        assert redact(json.dumps(text)) == json.dumps(rest)
        assert redact(json.dumps(json.dumps(text))) == json.dumps(json.dumps(rest))
    for shape in SHAPES:
        assert redact_bytes(shape(text).encode()).data.decode() == shape(rest)


@pytest.mark.parametrize(
    "following",
    ["X-Request-Id2a9: 4", "Sha256sum -c list", "Python3", "3f9a1c7e5b2d8064af93e17c5d20b8e6 first commit", "H2Zq9Kd: x"],
)
@pytest.mark.parametrize("cut", ["\n", "\\n", "\\\\n", "\r\n"])
def test_a_line_that_is_no_rest_of_the_secret_stays(cut: str, following: str) -> None:
    lead = "the long name of the deployment's token is "
    assert redact(f"{lead}{TOKEN}{cut}{following}{cut}") == f"{lead}[redacted: github-token]{cut}{following}{cut}"


@pytest.mark.parametrize("end", ["\n", "'", '"', " ./run", "\\n", ""])
def test_the_rest_of_a_secret_goes_with_it(end: str) -> None:
    long = "sk-" + "ant-api03-" + KEY * 4
    assert redact(f"{long[:60]}\n{long[60:]}{end}") == f"[redacted: anthropic-key]{end}"
