"""Harmless text that looks like secrets: thousands of lines by a seeded generator; `data/decoys.txt` has those found by hand."""

from __future__ import annotations

import base64
import random
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from string import ascii_letters, digits

HEX = "0123456789abcdef"
ALNUM = ascii_letters + digits
B64 = ALNUM + "+/"

Maker = Callable[[random.Random], str]

BY_HAND = tuple(line for line in (Path(__file__).parent / "data" / "decoys.txt").read_text("utf-8").splitlines() if line.strip())

_WORDS = (
    *("user", "session", "order", "client", "server", "index", "cache", "parse", "render", "update", "create", "delete", "fetch"),
    *("build", "test", "check", "value", "model", "layer", "token", "stream", "batch", "config", "option", "result", "handler"),
    *("manager", "service", "factory", "context", "request", "response", "message", "event", "state", "view"),
)
_NAMES = (
    "password",
    "passwd",
    "secret",
    "token",
    "api_key",
    "apiKey",
    "access_token",
    "client_secret",
    "auth_token",
    "credentials",
)
_UPPER = ("API_KEY", "SECRET_KEY", "ACCESS_TOKEN", "DB_PASSWORD", "GITHUB_TOKEN", "OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY")


def some(r: random.Random, alphabet: str, length: int) -> str:
    return "".join(r.choices(alphabet, k=length))


def words(r: random.Random, joint: str, low: int = 2, high: int = 4) -> str:
    return joint.join(r.choices(_WORDS, k=r.randint(low, high)))


def camel(r: random.Random) -> str:
    first, *rest = r.choices(_WORDS, k=r.randint(2, 5))
    return first + "".join(word.title() for word in rest)


def uid(r: random.Random) -> str:
    return str(uuid.UUID(int=r.getrandbits(128), version=4))


def b64(r: random.Random, size: int) -> str:
    return base64.b64encode(r.randbytes(size)).decode()


HASHES: tuple[Maker, ...] = (
    lambda r: f"commit {some(r, HEX, 40)}",
    lambda r: f"index {some(r, HEX, 7)}..{some(r, HEX, 7)} 100644",
    lambda r: f"{some(r, HEX, 7)} Merge branch '{words(r, '-')}'",
    lambda r: f"sha256:{some(r, HEX, 64)}",
    lambda r: f"{some(r, HEX, 32)}  {words(r, '_')}.tar.gz",
    lambda r: f"md5sum {some(r, HEX, 32)}",
    lambda r: f'"integrity": "sha512-{b64(r, 64)}",',
    lambda r: f"    sha1-{b64(r, 20)}",
    lambda r: f'checksum = "{some(r, HEX, 64)}"',
    lambda r: f"{words(r, '/')} h1:{b64(r, 32)}",
    lambda r: f'{{ file = "{words(r, "-")}-1.2.tar.gz", hash = "sha256:{some(r, HEX, 64)}" }}',
    lambda r: f'resolved "https://registry.yarnpkg.com/{words(r, "-")}/-/{words(r, "-")}-1.0.0.tgz#{some(r, HEX, 40)}"',
    lambda r: f'"etag": "W/\\"{some(r, HEX, 32)}\\""',
    lambda r: f"image: registry.example.com/{words(r, '/')}@sha256:{some(r, HEX, 64)}",
    lambda r: f"--hash=sha256:{some(r, HEX, 64)} \\",
    lambda r: f"cache key: {words(r, '-')}-{some(r, HEX, 40)}",
    lambda r: f"docker pull {words(r, '/')}:{some(r, HEX, 12)}",
    lambda r: f"0x{some(r, HEX, 40)}",
    lambda r: f'"key": "{words(r, "-")}-{some(r, HEX, 16)}"',
    lambda r: f"assets/{camel(r)}-{some(r, ALNUM, 8)}.js",
    lambda r: f"chunk-{some(r, ALNUM.upper(), 8)}.mjs",
)
IDS: tuple[Maker, ...] = (
    uid,
    lambda r: f'"sessionId":"{uid(r)}","uuid":"{uid(r)}","parentUuid":null',
    lambda r: f"msg_01{some(r, ALNUM, 22)}",
    lambda r: f"toolu_01{some(r, ALNUM, 22)}",
    lambda r: f'"requestId":"req_011C{some(r, ALNUM, 20)}"',
    lambda r: f"ses_{some(r, HEX, 12)}{some(r, ALNUM, 14)}",
    lambda r: f"prt_{some(r, HEX, 12)}001{some(r, ALNUM, 14)}",
    lambda r: f'"call_id":"call_{some(r, ALNUM, 24)}"',
    lambda r: f'"id":"chatcmpl-{some(r, ALNUM, 29)}"',
    lambda r: f"rs_{some(r, HEX, 48)}",
    lambda r: f"arn:aws:iam::{some(r, digits, 12)}:role/{words(r, '-')}",
    lambda r: f"run {some(r, digits, 11)} job {some(r, digits, 11)}",
    lambda r: f"trace_id={some(r, HEX, 32)} span_id={some(r, HEX, 16)}",
    lambda r: f"traceparent: 00-{some(r, HEX, 32)}-{some(r, HEX, 16)}-01",
    lambda r: f"pk_live_{some(r, ALNUM, 24)}",
    lambda r: f"cus_{some(r, ALNUM, 14)} price_{some(r, ALNUM, 24)}",
    lambda r: f"https://www.youtube.com/watch?v={some(r, ALNUM, 11)}",
    lambda r: f"https://docs.google.com/document/d/{some(r, ALNUM, 44)}/edit",
    lambda r: f"https://example.com/o/r/blob/{some(r, HEX, 40)}/src/{words(r, '/')}.py#L{r.randint(1, 900)}",
    lambda r: f'"encrypted_content":"gAAAAA{some(r, ALNUM, 120)}=="',
    lambda r: f'"signature":"{b64(r, 180)}"',
    lambda r: f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{some(r, B64, 43)} {words(r, '-')}",
    lambda r: f"SHA256:{b64(r, 32).rstrip('=')}",
)
BINARY: tuple[Maker, ...] = (
    lambda r: f"data:image/png;base64,iVBORw0KGgo{b64(r, 300)}",
    lambda r: f"url(data:font/woff2;base64,d09GMgABAAAAA{b64(r, 240)})",
    lambda r: f"-----BEGIN CERTIFICATE-----\\nMIID{b64(r, 180)}\\n-----END CERTIFICATE-----",
    lambda r: f"-----BEGIN PUBLIC KEY-----\\nMIIBIjANBgkq{b64(r, 120)}\\n-----END PUBLIC KEY-----",
    lambda r: f"//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjoz{b64(r, 200)}",
    lambda r: b64(r, 57),
    lambda r: f"[{', '.join(str(r.randint(0, 255)) for _ in range(30))}]",
    lambda r: " ".join(some(r, HEX, 4) for _ in range(8)),
)
COLORS: tuple[Maker, ...] = (
    lambda r: f"color: #{some(r, HEX, 6)}; background: #{some(r, HEX, 8)};",
    lambda r: f"--{words(r, '-')}: rgba({r.randint(0, 255)}, {r.randint(0, 255)}, 0, 0.{r.randint(1, 9)});",
    lambda r: f'<path d="M{r.randint(0, 99)}.{r.randint(0, 99)}l-{r.randint(0, 9)}.5a4 4 0 01-{r.randint(0, 9)}.2"/>',
    lambda r: f"class='{words(r, '-')} md:w-1/{r.randint(2, 9)} text-{words(r, '-', 1, 1)}-500'",
    lambda r: f".css-{some(r, ALNUM.lower(), 6)}{{display:flex}}",
)
MINIFIED: tuple[Maker, ...] = (
    lambda r: (
        f"!function(e,t){{var n=t.{camel(r)}(e),r=n.{camel(r)}||{{}};return r.key=n.token,r}}"
        f"({some(r, ascii_letters, 2)},{some(r, ascii_letters, 2)});"
    ),
    lambda r: f'const a=e=>e.{camel(r)}?"{words(r, "-")}":"{camel(r)}",b=(t,{{token:n,secret:r}})=>t(n,r);',
    lambda r: f"e.exports={{{camel(r)}:n({r.randint(1, 9999)}),password:t.password,token:t.{camel(r)}}}",
    lambda r: f'_0x{some(r, HEX, 6)}["{camel(r)}"](_0x{some(r, HEX, 6)},0x{some(r, HEX, 3)});',
    lambda r: f"AAAA,{some(r, ascii_letters, 4)},CAAC,{some(r, ascii_letters, 5)};EACA,{some(r, ascii_letters, 4)}",
)


def _named(r: random.Random) -> str:
    return r.choice(_NAMES)


CODE: tuple[Maker, ...] = (
    lambda r: f"{_named(r)}: str",
    lambda r: f"{_named(r)}: str | None = None,",
    lambda r: f"{_named(r)} = get_{words(r, '_')}()",
    lambda r: f'{_named(r)} = os.environ["{r.choice(_UPPER)}"]',
    lambda r: f"{_named(r)} = os.getenv('{r.choice(_UPPER)}', '')",
    lambda r: f"{_named(r)} = process.env.{r.choice(_UPPER)}",
    lambda r: f"{_named(r)}: process.env.{r.choice(_UPPER)} ?? '',",
    lambda r: f"{_named(r)} = {camel(r)}.{camel(r)}",
    lambda r: f"{_named(r)} = self.{words(r, '_')}",
    lambda r: f"const {_named(r)} = await {camel(r)}({camel(r)});",
    lambda r: f"def {words(r, '_')}({_named(r)}: str, {words(r, '_')}: int) -> None:",
    lambda r: f"{_named(r)}={words(r, '_')},",
    lambda r: (
        f"{_named(r)}: {r.choice(('string', 'String', 'z.string()', 'Optional[str]', 'SecretStr', '&str', 'varchar(255)'))}"
    ),
    lambda r: f"if {_named(r)} == {camel(r)}:",
    lambda r: f"{_named(r)} := {camel(r)}.{camel(r).title()}()",
    lambda r: f"let {_named(r)} = {words(r, '_')}?;",
    lambda r: f"'{_named(r)}' => 'required|string|min:{r.randint(6, 12)}',",
    lambda r: f'<input type="password" name="{_named(r)}" placeholder="Enter {words(r, " ")}">',
    lambda r: f'"{_named(r)}": "{_named(r)}"',
    lambda r: f'"{_named(r)}": {{"type": "string", "minLength": {r.randint(4, 12)}}}',
    lambda r: f"{_named(r)}: ${{{r.choice(_UPPER)}}}",
    lambda r: f"{r.choice(_UPPER)}=${r.choice(_UPPER)}",
    lambda r: f"{r.choice(_UPPER)}: ${{{{ secrets.{r.choice(_UPPER)} }}}}",
    lambda r: f"{_named(r)}: {{{{ .Values.{camel(r)}.{camel(r)} }}}}",
    lambda r: f"{_named(r)} = var.{words(r, '_')}",
    lambda r: f"{_named(r)} = data.{words(r, '_')}.{words(r, '_')}",
    lambda r: f"raise ValueError('{_named(r)} must be given')",
    lambda r: f"// TODO: rotate the {_named(r)} when {words(r, ' ')} changes",
    lambda r: f"test_{words(r, '_')}_{_named(r)}_{words(r, '_')}[{words(r, '-')}-{r.randint(1, 99)}] PASSED",
    lambda r: f"tests pass: {r.randint(1, 400)} of 400, {words(r, ' ')}",
    lambda r: f"PASS: {words(r, '/')}.test.ts ({r.randint(1, 900)} ms)",
    lambda r: f"pass={r.randint(1, 90)} fail=0",
    lambda r: f"num_tokens: {r.randint(100, 99999)}, max_token={r.randint(100, 9999)}, next_token_id={r.randint(1, 50000)}",
    lambda r: f'"inputTokens":{r.randint(100, 99999)},"cacheReadTokens":{r.randint(100, 999999)}',
    lambda r: f"mysql -u root -p {words(r, '_', 1, 1)} < dump.sql",
    lambda r: f"docker run -p {r.randint(1000, 9999)}:{r.randint(1000, 9999)} {words(r, '/')}",
    lambda r: f"git push https://github.com/{words(r, '-')}/{words(r, '-')}.git HEAD:{words(r, '-')}",
    lambda r: f'curl -u "$USER:$TOKEN" https://example.com/{words(r, "/")}',
    lambda r: f"sort_key: {words(r, '_')}, primary_key={words(r, '_')}, foreign_key: {words(r, '.')}",
    lambda r: f'secret_name = "{words(r, "-")}"',
    lambda r: f"token_type: {words(r, '_', 1, 2)}; token_url = https://auth.example.com/{words(r, '/')}",
    lambda r: f"keyboard.press('{camel(r)}')",
    lambda r: f"- {words(r, '-')}: valueFrom: secretKeyRef: {{name: {words(r, '-')}, key: {words(r, '-')}}}",
)
PLACEHOLDERS = (
    *(
        "<your-key>",
        "<YOUR_API_KEY>",
        "your-api-key",
        "YOUR_API_KEY_HERE",
        "sk-...",
        "sk-xxxxxxxxxxxxxxxxxxxxxxxx",
        "xxxx",
        "xxxxxxxxxxxxxxxx",
    ),
    *(
        "$TOKEN",
        "${TOKEN}",
        "$(cat token)",
        "{{ token }}",
        "%TOKEN%",
        "***",
        "********",
        "••••••••",
        "...",
        "…",
        "changeme",
        "change-me",
    ),
    *(
        "replace-me",
        "REDACTED",
        "[redacted: token]",
        "[redacted: aws-key 2]",
        "<redacted>",
        "null",
        "None",
        "undefined",
        "true",
        "''",
        '""',
    ),
    *(
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "AKIAXXXXXXXXXXXXXXXX",
        "hf_...",
        "sk-ant-...",
        "<token>",
        "<TOKEN>",
        "TOKEN",
        "secret",
    ),
    *(
        "{token}",
        "{password}",
        "%s",
        "{}",
        "?",
        "os.environ['X']",
        "env:TOKEN",
        "file:/run/secrets/x",
        "vault:secret/data/x#key",
        "@token",
    ),
    *("password", "your_password", "my-secret-name", "string", "required", "optional", "(hidden)", "not set", "missing"),
)
SETTINGS = (
    *(
        "{upper}={}",
        "export {upper}={}",
        "{name}: {}",
        "{name} = {}",
        '"{name}": "{}"',
        "--{name} {}",
        "--{name}={}",
        "{upper}: {}",
    ),
    *(
        "-e {upper}={}",
        "Authorization: Bearer {}",
        "X-Api-Key: {}",
        "https://user:{}@example.com/",
        "{name}: '{}'",
        '{{\\"{name}\\": \\"{}\\"}}',
    ),
)
JWT_LIKE: tuple[Maker, ...] = (
    lambda r: f"eyJ{words(r, '')}.{words(r, '.')}",
    lambda r: f"{words(r, '.', 3, 5)}.{camel(r)}",
    lambda r: f"eyJhbGciOi... and {words(r, ' ')}",
    lambda r: f"com.{words(r, '.')}.{camel(r)}${r.randint(1, 9)}",
    lambda r: f"Bearer {words(r, ' ')}",
    lambda r: f"Basic {words(r, ' ')}",
    lambda r: f"the bearer token of {words(r, ' ')} and its secret",
)
PROSE: tuple[Maker, ...] = (
    lambda r: f"The password for the {words(r, ' ')} is required.",
    lambda r: f"The token is {r.choice(('invalid', 'expired', 'missing', 'not set', 'read from the environment'))}.",
    lambda r: f"Set the API key to {r.choice(('your own', 'the one you made', 'anything'))} before you {words(r, ' ', 1, 1)}.",
    lambda r: f"Secret scanning found {r.randint(0, 9)} {words(r, ' ')}.",
    lambda r: f"| password | {words(r, ' ')} | {r.randint(1, 99)} |",
    lambda r: f"password: Enter at least {r.randint(6, 16)} characters",
    lambda r: f"Error: secret {words(r, '-')} not found in namespace {words(r, '-', 1, 1)}",
    lambda r: f"passphrase: {r.choice(('ask', 'none', 'empty', 'prompt'))}",
)
GROUPS = {
    "hashes": HASHES,
    "ids": IDS,
    "binary": BINARY,
    "colors": COLORS,
    "minified": MINIFIED,
    "code": CODE,
    "jwt-like": JWT_LIKE,
    "prose": PROSE,
}


def decoys(seed: int = 1, rounds: int = 40) -> Iterator[tuple[str, str]]:
    """Yield (group, line) of harmless lines, those found by hand last; always the same for a seed."""
    r = random.Random(seed)  # noqa: S311 (the same ones every time)
    for group, makers in GROUPS.items():
        for _ in range(rounds):
            yield from ((group, make(r)) for make in makers)
    for value in PLACEHOLDERS:
        for setting in SETTINGS:
            name, upper = r.choice(_NAMES), r.choice(_UPPER)
            if "user:{}" in setting and {":", "@"} & set(value):
                continue
            yield (
                "placeholders",
                setting.replace("{name}", name)
                .replace("{upper}", upper)
                .replace("{{", "{")
                .replace("}}", "}")
                .replace("{}", value),
            )
    yield from (("by hand", line) for line in BY_HAND)
