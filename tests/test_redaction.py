"""Secrets go, ordinary text stays, and a quotation never shows what an edge cuts."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.errors import MessageIndexError
from narrator.model import Message, Part, Span, Transcript
from narrator.redaction import find_secrets, mark, quote, redact, redact_value, source_text
from narrator.redaction.rules import find_by_rules, load_rules
from tests.shared import SHARED, needs_shared

MIXED = "q7Rk2mZ9xWb4tYc8NfV1pLd6"
"""Invented, 24 characters; longer ones are made of it. Split from their prefixes so that no scanner takes them for real."""
HEX = "3f9a1c7e5b2d8064af93e17c5d20b8e6"

OPENSSH = "b3BlbnNz" + "aC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW"

EXAMPLES: dict[str, tuple[str, str]] = {
    "private-key-block": ("-----BEGIN RSA PRIVATE KEY" + "-----\n", f"{MIXED}{MIXED}\n{MIXED}=="),
    "private-key-lines": ("-----BEGIN PRIVATE KEY" + "-----' > id; echo '", MIXED + MIXED),
    "private-key-body": ("echo ", "b3BlbnNz" + "aC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB" + MIXED),
    "age-secret-key": ("AGE-SECRET-KEY" + "-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),
    "anthropic": ("sk-" + "ant-api03-", MIXED + MIXED),
    "openai": ("sk-" + "proj-", MIXED + "_" + MIXED),
    "google": ("AI" + "za", "Sy" + MIXED + "-a1B2c3D4"),
    "hugging-face": ("h" + "f_", MIXED + "AbCdEfGhIj"),
    "groq": ("gs" + "k_", MIXED + MIXED),
    "xai": ("xa" + "i-", MIXED * 3),
    "perplexity": ("ppl" + "x-", MIXED + MIXED),
    "replicate": ("r" + "8_", MIXED + "AbCdEfGhIjKl9"),
    "nvidia": ("nv" + "api-", MIXED + MIXED),
    "tavily": ("tv" + "ly-dev-", MIXED),
    "wandb-login": ("wandb login ", HEX + "01234567"),
    "github": ("gh" + "p_", MIXED + "AbCdEfGhIjKl"),
    "github-fine-grained": ("github" + "_pat_", MIXED + "_" + MIXED),
    "gitlab": ("gl" + "pat-", MIXED),
    "npm": ("np" + "m_", MIXED + "AbCdEfGhIjKl"),
    "pypi": ("py" + "pi-", MIXED + MIXED),
    "rubygems": ("ruby" + "gems_", HEX + HEX),
    "docker": ("dckr" + "_pat_", MIXED),
    "aws-key-id": ("AK" + "IA", "Q3EXAMPLE7ZYXW5T"),
    "google-oauth": ("ya" + "29.", "a0" + MIXED),
    "azure-storage": ("AccountName=store;Account" + "Key=", MIXED * 3 + "=="),
    "azure-signature": ("https://store.blob.core.windows.net/c?sv=2024&si" + "g=", MIXED + MIXED + "%3D"),
    "azure-client-secret": ("a1B8" + "Q~", MIXED + "AbCdEfGhIj"),
    "aws-secret-key": ("AWS_SECRET_ACCESS_KEY=", "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY"),
    "databricks": ("da" + "pi", HEX),
    "digitalocean": ("dop" + "_v1_", HEX + HEX),
    "vault": ("hv" + "s.", MIXED + "AbCd"),
    "grafana": ("gl" + "c_", MIXED + MIXED),
    "supabase": ("sb" + "p_", HEX + "01234567"),
    "slack": ("xo" + "xb-", "123456789012-" + MIXED),
    "slack-webhook": ("https://hooks.slack" + ".com/services/", "T0A1B2C3D/B0E1F2G3H/" + MIXED),
    "discord-webhook": ("https://discord.com/api/" + "webhooks/", "123456789012345678/" + MIXED + MIXED),
    "discord-bot": ("discord bot: ", "MTk4NjIyNDgzNDcxOTI1MjQ4." + "Cl2FMQ." + MIXED + "AbCd"),
    "telegram-bot": ("bot ", "123456789" + ":AAE" + MIXED + "AbCdEfGhIj"),
    "stripe": ("sk" + "_live_", MIXED),
    "webhook-secret": ("wh" + "sec_", MIXED),
    "twilio": ("S" + "K", HEX),
    "sendgrid": ("S" + "G.", MIXED + "." + MIXED + MIXED),
    "shopify": ("shp" + "at_", HEX),
    "linear": ("lin" + "_api_", MIXED + MIXED),
    "notion": ("nt" + "n_", MIXED + MIXED),
    "postman": ("PM" + "AK-", HEX[:24] + "-" + HEX),
    "figma": ("fig" + "d_", MIXED + MIXED),
    "jwt": ("token ey" + "Jh", "bGciOiJIUzI1NiJ9.ey" + "JzdWIiOiIxMjM0In0." + MIXED),
    "authorization-header": ("Authorization: Basic ", "dXNlcjpwYXNzd29yZA=="),
    "bearer": ("curl -H 'X: Bearer ", MIXED),
    "basic": ("then Basic ", "YWRtaW46" + "UzNjcmV0UGFzcw=="),
    "encoded-login": ('"auth": "', "YWRtaW46" + "UzNjcmV0UGFzcw=="),
    "cookie-header": ("Cookie: ", "session=" + MIXED + "; theme=dark"),
    "url-credentials": ("postgres://", "admin:hunter2secret"),
    "url-token": ("https://", MIXED),
    "curl-user": ("curl -s -u ", "alice:hunter2"),
    "assigned-secret": ("WANDB_API_KEY=", HEX + "01234567"),
    "assigned-password": ('"password": "', "hunter2secret"),
    "environment-password": ("SMTP_PASS=", "correcthorse"),
    "told-password": ("the password is ", "hunter2!"),
    "password-beside": ("| password | ", "S3cretPass2"),
    "password-option": ("mysql --password ", "hunter2"),
    "client-option": ("mysql -u root -p", "S3cretPass2"),
    "netrc": ("machine api.host login me password ", "opensesame"),
    "sql-password": ("CREATE USER app IDENTIFIED BY '", "opensesame"),
}
"""For each rule of the table: what comes before a secret, and the secret's telling part."""
AFTER = {
    "url-credentials": "@db.host:5432/prod",
    "url-token": "@github.com/o/r.git",
    "assigned-password": '"',
    "sql-password": "'",
}


def sample(name: str) -> str:
    before, secret = EXAMPLES[name]
    return f"{before}{secret}{AFTER.get(name, '')}"


def test_every_rule_has_an_example() -> None:
    assert [r.name for r in load_rules()] == list(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("frame", ["{}", "see {} there", "line\n{}\nline", "(`{}`)", "x = '{}'"])
def test_a_rule_finds_its_example(name: str, frame: str) -> None:
    rule = next(r for r in load_rules() if r.name == name)
    text = frame.format(sample(name))
    assert name in {load_rules()[s.rank].name for s in find_by_rules(text)}
    assert EXAMPLES[name][1] not in redact(text)
    assert f"[redacted: {rule.kind}]" in redact(text) or len(find_secrets(text)) < len(list(find_by_rules(text)))


@pytest.mark.parametrize("name", [n for n, (before, _) in EXAMPLES.items() if before[:1].isalnum()])
@pytest.mark.parametrize("escape", ["\\n", "\\t", "\x1b[31m", "\\u001b[0m", "%3D", "\\\\n", "\\r\\n"])
def test_an_escape_sequence_before_a_secret_does_not_hide_it(name: str, escape: str) -> None:
    assert EXAMPLES[name][1] not in redact(f"x{escape}{sample(name)}")


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


DECOYS = (Path(__file__).parent / "redaction_decoys.txt").read_text("utf-8").splitlines()


def test_there_are_enough_decoys() -> None:
    assert len([d for d in DECOYS if d.strip()]) >= 100


@pytest.mark.parametrize("line", [d for d in DECOYS if d.strip()])
def test_ordinary_text_stays(line: str) -> None:
    assert redact(line) == line


def test_all_decoys_at_once_stay() -> None:
    text = "\n".join(DECOYS)
    assert redact(text) == text


def test_what_stands_afterwards() -> None:
    assert redact("cat /home/alice/a.py /Users/bob") == "cat ~/a.py ~"
    assert redact("postgres://admin:hunter2secret@db/x") == "postgres://[redacted: url-credentials]@db/x"
    assert redact("to jane@corp.io.") == "to [redacted: email]."
    assert redact("DB_PASSWORD=correcthorse\nDB_HOST=db") == "DB_PASSWORD=[redacted: password]\nDB_HOST=db"
    assert redact(f"token={sample('github')}") == "token=[redacted: token]"


def test_a_name_tells_what_its_value_is() -> None:
    assert redact_value("api_key", "S3cretPass8") == "[redacted: api-key]"
    assert redact_value("password", "opensesame") == "[redacted: password]"
    assert redact_value("path", "/home/alice/x") == "~/x"
    assert redact_value("port", "8080") == "8080"
    assert redact_value("password", '"quoted"') == '"quoted"'


FRAGMENTS = [
    *map(sample, EXAMPLES),
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
    assert shown in text or shown.count(mark("token")) == 1


def test_a_cut_shows_the_words_beside_the_secret() -> None:
    session = transcript(f"use {SECRET} now")
    assert quote(session, Span(session="s", message=4, part=0, start=2, end=10)) == "e [redacted: token]"
    assert quote(session, Span(session="s", message=4, part=0, start=20)) == "[redacted: token] now"
    assert quote(session, Span(session="s", message=4, part=0, start=20, end=22)) == "[redacted: token]"


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
