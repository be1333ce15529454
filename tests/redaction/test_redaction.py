"""Secrets go, ordinary text stays, and a quotation never shows what an edge cuts."""

from __future__ import annotations

import re
from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.errors import MessageIndexError
from narrator.model import Message, Part, Span, Transcript
from narrator.redaction import Policy, find_secrets, mark, policy, quote, redact, redact_value, source_text, using
from tests.redaction.planted import planted
from tests.shared import SHARED, needs_shared

MIXED = "q7Rk2mZ9xWb4tYc8NfV1pLd6"
"""Invented, 24 characters; longer ones are made of it. Split from their prefixes so that no scanner takes them for real."""
HEX = "3f9a1c7e5b2d8064af93e17c5d20b8e6"

OPENSSH = "b3BlbnNz" + "aC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW"

MORE_SECRETS = [
    ("OPENAI_API_KEY=" + HEX, HEX),
    ("export HF_TOKEN='" + MIXED + "'", MIXED),
    ('{"client_secret": "' + MIXED + '"}', MIXED),
    (r"{\"apiKey\": \"" + MIXED + r"\"}", MIXED),
    ("api_key: str = '" + MIXED + "'", MIXED),
    ("x-api-key: " + MIXED, MIXED),
    ("deploy --token " + MIXED, MIXED),
    ("os.environ['API_KEY'] = '" + MIXED + "'", MIXED),
    ("setenv('API_TOKEN', '" + MIXED + "')", MIXED),
    ("aws_secret_access_key = wJalr7UtnF3MIK7MDENGbPxRfiCY9zzz8KEY1234", "wJalr7UtnF3MIK7MDENGbPxRfiCY9zzz8KEY1234"),
    ("//registry.npmjs.org/:_authToken=" + HEX, HEX),
    ("Password:  oQ7yGV%hq%&ijqJ0l^wL2", "oQ7yGV%hq%&ijqJ0l^wL2"),
    ("DB_PASSWORD=correcthorse", "correcthorse"),
    ("password: hunter2secret", "hunter2secret"),
    ("login?user=a&password=hunter2&next=/", "hunter2"),
    ('PGPASSWORD="s3cr3t!" psql', "s3cr3t!"),
    ("redis://:hunter2secret@cache:6379/0", "hunter2secret"),
    ("https://x-access-token:" + HEX + "@github.com/o/r.git", HEX),
    ("mongodb+srv://app:p@ss:w0rd@cluster0.host.net/db", "p@ss:w0rd"),
    ("Authorization: Bearer " + MIXED, MIXED),
    ("'authorization': `Bearer " + MIXED + "`", MIXED),
    ("API_KEY=9f8e7d6c5b4aXYZ make run", "9f8e7d6c5b4aXYZ"),
    ("S3_SECRET_KEY=/Jalr7UtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY make", "MDENG"),
    ("aws configure set aws_secret_access_key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "MDENG"),
    ("token: S3cretPass8", "S3cretPass8"),
    ("api_key = 'S3cretPass8'", "S3cretPass8"),
    ("GET /x?access_token=kjfch2345sdf&page=2", "kjfch2345sdf"),
    ("APP_TOKEN=correcthorse7", "correcthorse7"),
    ("secret_key_base: " + HEX + HEX, HEX),
    ("PASSWORD=youRock99!", "youRock99!"),
    ("the token is 4f3c9a77bd0e4c21", "4f3c9a77bd0e4c21"),
    ("The API key is `S3cretPass8`.", "S3cretPass8"),
    ("use token 4f3c9a77bd0e4c21", "4f3c9a77bd0e4c21"),
    ("deploy --api-key 9f8e7d6c5b4aXYZ", "9f8e7d6c5b4aXYZ"),
    ("**Token:** S3cretPass8", "S3cretPass8"),
    ("the **token** is `4f3c9a77bd0e4c21`", "4f3c9a77bd0e4c21"),
    ("| token | S3cretPass8 |", "S3cretPass8"),
    ("PASS=S3cretPass2 ./run", "S3cretPass2"),
    ("set password S3cretPass2", "S3cretPass2"),
    ("the password for root is hunter2!", "hunter2!"),
    ("the passphrase is hunter2!", "hunter2!"),
    ("mysql \\\n  -u root \\\n  -pS3cretPass2 -e 'x'", "S3cretPass2"),
    ("mysqldump -uroot -p'S3cretPass2' app", "S3cretPass2"),
    ("docker exec db mariadb -uroot -pcorrecthorse", "correcthorse"),
    ("mongosh -u root -p S3cretPass2", "S3cretPass2"),
    ("redis-cli -h cache -a S3cretPass2 ping", "S3cretPass2"),
    ("docker login -u me -p S3cretPass2", "S3cretPass2"),
    ("Authorization: Basic YWRtaW46UzNjcmV0UGFzcw==", "YWRtaW46"),
    ("Basic YWRtaW46UzNjcmV0UGFzcw==", "YWRtaW46"),
    ("Basic YWRtaW46UzNjcmV0UGFzc…", "YWRtaW46"),
    (f"echo '{OPENSSH}' >> id\necho '{MIXED}{MIXED}' >> id", "rZXktdjE"),
    (f"echo '{OPENSSH}' >> id\necho '{MIXED}{MIXED}' >> id", MIXED),
    (f"printf '%s\\n' '{OPENSSH}' '{MIXED}{MIXED}' 'AAAAB3=='", "AAAAB3"),
    ("MIIEpA" + "IBAAKCAQEA" + MIXED, MIXED),
    ("MIIEvQ" + "IBADANBgkqhkiG9w0BAQEFAASC" + MIXED, MIXED),
    ("MHcC" + "AQEEI" + MIXED, MIXED),
    ("MIGH" + "AgEAMBMGByqGSM49" + MIXED, MIXED),
    ("-----BEGIN OPENSSH PRIVATE KEY" + "-----\n" + MIXED + MIXED + "\n" + MIXED + "\n[cut]", MIXED),
    ("  1→-----BEGIN PRIVATE KEY" + "-----\n  2→" + MIXED + "\n  3→" + MIXED + "\n", MIXED),
    ("key = '-----BEGIN PRIVATE KEY" + "-----\\n" + MIXED + MIXED + "\\n-----END PRIVATE KEY" + "-----\\n'", MIXED),
    ("İstanbul İzmir password=hunter2secret", "hunter2secret"),
]

PERSONAL = [
    ("mail jane.doe+ci@mail.corp.co.uk now", "jane.doe"),
    ("Author: Jane <jane@corp.io>\\njoe@corp.io", "jane@"),
    ("cd /home/alice/work", "alice"),
    ("cd /Users/alice.smith", "alice"),
    (r"dir C:\Users\Alice Smith\Desktop", "Smith"),
    (r"'C:\\Users\\alice\\x'", "alice"),
    ("c:/Users/alice/x", "alice"),
    ("/mnt/c/Users/alice/x", "alice"),
    ("file:///home/alice/x", "alice"),
    ("phar://C:/Users/alice/x", "alice"),
    ("diff --git a/home/alice/x b/home/alice/x", "alice"),
    ("gcc -I/home/alice/include", "alice"),
    ("\\n/home/alice/x", "alice"),
    ("node/Users/alice/.local/bin", "alice"),
    ("ls ~/.claude/projects/-Users-alice-code", "alice"),
    ("-Users-alicejones-work", "alice"),
    ("in `-home-alice-x` there", "alice"),
    ("C--Users-alice-work", "alice"),
    ("-mnt-c-Users-alice-work", "alice"),
    ("--wsl--Ubuntu-home-alice-work", "alice"),
    (r"dir \\wsl$\Ubuntu\home\alicejones", "alice"),
    (r"'\\\\wsl.localhost\\Ubuntu-22.04\\home\\alice\\x'", "alice"),
    ("//wsl$/Ubuntu/home/alice/x", "alice"),
    ("/mnt/c/Users/alice/", "alice"),
    ("/mnt/c/users/alice/", "alice"),
    ("/cygdrive/c/Users/alice/x", "alice"),
    (r"c:\users\alice\x", "alice"),
    ("/var/home/alice/x", "alice"),
]


@pytest.mark.parametrize(("text", "secret"), MORE_SECRETS)
def test_secrets_in_other_settings_go(text: str, secret: str) -> None:
    assert secret not in redact(text)


@pytest.mark.parametrize(("text", "detail"), PERSONAL)
def test_personal_details_go_where_it_is_strict(text: str, detail: str) -> None:
    assert redact(text) == text
    with using(Policy("strict")):
        assert detail not in redact(text)


@pytest.mark.parametrize(("text", "_secret"), [*MORE_SECRETS[:9], *PERSONAL[:9]])
def test_nothing_goes_where_nothing_is_wanted(text: str, _secret: str) -> None:
    with using(Policy("none")):
        assert redact(text) == text
    assert policy() == Policy()


def test_what_stands_afterwards() -> None:
    with using(Policy("strict")):
        assert redact("cat /home/alice/a.py /Users/bob") == "cat ~/a.py ~"
        assert redact("to jane@corp.io.") == "to [redacted: email]."
        assert (
            redact("ssh me@build-7 and db1.corp, 10.0.0.7")
            == "ssh me@[redacted: host] and [redacted: host], [redacted: ip-address]"
        )
    assert redact("postgres://admin:hunter2secret@db/x") == "postgres://[redacted: url-credentials]@db/x"
    assert redact("DB_PASSWORD=correcthorse\nDB_HOST=db") == "DB_PASSWORD=[redacted: password]\nDB_HOST=db"
    assert redact(f"token={SECRET}") == "token=[redacted: github-token]"
    assert redact("AWS_ACCESS_KEY_ID=AK" + "IAQ3EXAMPLE7ZYXW5T") == "AWS_ACCESS_KEY_ID=[redacted: aws-key]"


def test_a_name_tells_what_its_value_is() -> None:
    assert redact_value("api_key", "S3cretPass8") == "[redacted: secret]"
    assert redact_value("password", "opensesame") == "[redacted: password]"
    assert redact_value("port", "8080") == "8080"
    assert redact_value("password", '"quoted"') == '"quoted"'


FRAGMENTS = [
    *(p.text for p in planted(rounds=1) if p.text.count("\n") < 3),
    *(text for text, _ in MORE_SECRETS),
    "=",
    ": ",
    "'",
    '"',
    "\\n",
    "\n",
    " ",
    "a",
    "/",
    "@",
    "~",
    "-",
    "[",
    "]",
]


@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=4)), max_size=8).map("".join))
def test_redacting_again_changes_nothing(text: str) -> None:
    once = redact(text)
    assert redact(once) == once


HOSTILE = ["mysql -p ", "PRIVATE KEY-----", "IBAAKCaaaaaaaa ", "/Users", "wsl$\\a\\", "token", "password to a b", "-home-"]


@pytest.mark.parametrize("unit", HOSTILE)
def test_the_time_grows_with_the_text_alone(unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit))
        begun = process_time()
        find_secrets(text)
        return process_time() - begun

    assert min(seconds(64_000) for _ in range(2)) < 8 * max(min(seconds(16_000) for _ in range(2)), 0.002)


@given(st.text())
def test_any_text_can_be_redacted(text: str) -> None:
    assert redact(redact(text)) == redact(text)


@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=4)), max_size=8).map("".join))
def test_secrets_are_found_in_order_and_apart(text: str) -> None:
    found = find_secrets(text)
    assert all(0 <= s.start < s.end <= len(text) for s in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


def transcript(*texts: str) -> Transcript:
    parts = tuple(Part(kind="text", text=t, by="model") for t in texts)
    call = Part(kind="call", name="bash", by="model", args=(("command", "curl -u bob:hunter2 host"),))
    return Transcript(
        session="s",
        format="test",
        agent="test",
        messages=(Message(index=4, role="assistant", kind="reply", by="model", parts=(*parts, call)),),
    )


def test_a_quotation_is_what_stands_at_its_span() -> None:
    session = transcript("one two three", "four")
    assert quote(session, Span(session="s", message=4, part=0, start=4, end=7)) == "two"
    assert quote(session, Span(session="s", message=4, part=1)) == "four"
    assert quote(session, Span(session="s", message=4)) == "one two three\n\nfour"
    assert quote(session, Span(session="s", message=4, part=2, arg="command")) == "curl -u [redacted: url-credentials] host"
    assert source_text(session, Span(session="s", message=4, part=2, arg="command", start=5)) == "-u bob:hunter2 host"


SECRET = "gh" + "p_" + MIXED + "AbCdEfGhIjKl"


@given(st.integers(0, 50), st.integers(0, 50))
def test_a_secret_that_an_edge_cuts_leaves_nothing(start: int, end: int) -> None:
    text = f"use {SECRET} now"
    shown = quote(transcript(text), Span(session="s", message=4, part=0, start=start, end=end))
    assert not any(SECRET[i : i + 3] in shown for i in range(len(SECRET) - 2))
    assert shown in text or shown.count(mark("github-token")) == 1


def test_a_cut_shows_the_words_beside_the_secret() -> None:
    session = transcript(f"use {SECRET} now")
    assert quote(session, Span(session="s", message=4, part=0, start=2, end=10)) == "e [redacted: github-token]"
    assert quote(session, Span(session="s", message=4, part=0, start=20)) == "[redacted: github-token] now"
    assert quote(session, Span(session="s", message=4, part=0, start=20, end=22)) == "[redacted: github-token]"


@pytest.mark.parametrize(
    "span",
    [
        Span(session="s", message=5),
        Span(session="other", message=4),
        Span(session="s", message=4, part=7),
        Span(session="s", message=4, part=1, arg="path"),
    ],
)
def test_a_place_that_is_not_there_is_an_error_for_people(span: Span) -> None:
    with pytest.raises(MessageIndexError, match=re.escape(f"[msg {span.message}]")):
        quote(transcript("text"), span)
    with pytest.raises(MessageIndexError):
        source_text(transcript("text"), span)


@needs_shared
def test_none_of_the_planted_secrets_survives() -> None:
    text = (SHARED / "hostile" / "nasty.jsonl").read_text("utf-8")
    planted = ["AKIAIOSFODNN7", "ghp_abcdef", "api03-AAAABBBB", "hunter2secret", "MIIEowIBAAKCAQEA"]
    assert all(secret in text for secret in planted)
    assert not any(secret in redact(text) for secret in planted)
