"""Made-up secrets of every kind in every setting, by a seeded generator.

The forms are those that the services document, not the table's patterns. `benchmarks/redaction.py` counts how many are found;
the tests look at each rule.
"""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable, Iterator
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

ALNUM = ascii_letters + digits
LOWER = ascii_lowercase + digits
UPPER = ascii_uppercase + digits
HEX = "0123456789abcdef"
URL = ALNUM + "_-"
B64 = ALNUM + "+/"

Form = Callable[[random.Random], str]


class Planted(NamedTuple):
    """A text with a secret in it."""

    kind: str
    """The form that it has."""
    text: str
    secret: str
    """What must not be in the redacted text."""


def some(alphabet: str, length: int) -> Form:
    return lambda r: "".join(r.choices(alphabet, k=length))


def after(beginning: str, alphabet: str, length: int, end: str = "") -> Form:
    return lambda r: beginning + some(alphabet, length)(r) + end


def joined(*pieces: str | tuple[str, int]) -> Form:
    """Literal pieces, and (alphabet, length) for random ones."""
    return lambda r: "".join(p if isinstance(p, str) else some(*p)(r) for p in pieces)


UUID = ((HEX, 8), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 4), "-", (HEX, 12))


def encoded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def jwt(r: random.Random) -> str:
    head, body = encoded('{"alg":"HS256","typ":"JWT"}'), encoded(json.dumps({"sub": some(digits, 10)(r), "role": "service"}))
    return f"{head}.{body}.{some(URL, 43)(r)}"


def pem(label: str, lines: int) -> Form:
    def form(r: random.Random) -> str:
        body = "\n".join(some(B64, 64)(r) for _ in range(lines))
        return f"-----BEGIN {label}-----\n{body}\n{some(B64, 30)(r)}==\n-----END {label}-----"

    return form


SERVICES: dict[str, tuple[Form, ...]] = {
    "anthropic-key": (
        after("sk-" + "ant-api03-", URL, 93, "AA"),
        after("sk-" + "ant-admin01-", URL, 93, "AA"),
        after("sk-" + "ant-oat01-", URL, 93, "AA"),
    ),
    "openrouter-key": (after("sk-" + "or-v1-", HEX, 64),),
    "langfuse-key": (joined("sk-" + "lf-", *UUID),),
    "groq-key": (after("gs" + "k_", ALNUM, 52),),
    "xai-key": (after("xa" + "i-", ALNUM, 80),),
    "perplexity-key": (after("ppl" + "x-", ALNUM, 48),),
    "cerebras-key": (after("cs" + "k-", LOWER, 48),),
    "huggingface-token": (
        after("h" + "f_", ascii_letters, 34),
        after("api" + "_org_", ascii_letters, 34),
        after("h" + "f_", ALNUM, 34),
    ),
    "replicate-token": (after("r" + "8_", ALNUM, 37),),
    "nvidia-key": (after("nv" + "api-", URL, 64),),
    "fireworks-key": (after("f" + "w_", ALNUM, 24),),
    "together-key": (after("tg" + "p_v1_", URL, 43),),
    "langsmith-key": (joined("lsv2" + "_pt_", (HEX, 32), "_", (HEX, 10)),),
    "pinecone-key": (joined("pcs" + "k_", (ALNUM, 6), "_", (ALNUM, 63)),),
    "llamacloud-key": (after("ll" + "x-", ALNUM, 48),),
    "voyage-key": (after("p" + "a-", URL, 43),),
    "jina-key": (after("jin" + "a_", ALNUM, 60),),
    "tavily-key": (after("tv" + "ly-dev-", ALNUM, 32), after("tv" + "ly-", ALNUM, 32)),
    "firecrawl-key": (after("f" + "c-", HEX, 32),),
    "brave-key": (after("BS" + "A", ALNUM, 28),),
    "runpod-key": (after("rp" + "a_", UPPER, 46),),
    "e2b-key": (after("e2" + "b_", HEX, 40),),
    "wandb-key": (after("wandb" + "_v1_", ALNUM, 77),),
    "elevenlabs-key": (after("s" + "k_", HEX, 48),),
    "cartesia-key": (after("sk" + "_car_", ALNUM, 20),),
    "devin-key": (after("ap" + "k_user_", B64, 150), after("ap" + "k_", B64, 90)),
    "devin-token": (after("co" + "g_", ascii_lowercase + "234567", 52),),
    "cursor-key": (after("ke" + "y_", HEX, 64),),
    "posthog-key": (after("ph" + "x_", ALNUM, 43),),
    "github-token": tuple(after("gh" + f"{c}_", ALNUM, 36) for c in "posur"),
    "github-token-fine": (joined("github" + "_pat_", (ALNUM, 22), "_", (ALNUM, 59)),),
    "gitlab-token": (
        after("gl" + "pat-", URL, 20),
        after("gl" + "rt-", URL, 20),
        after("gl" + "ptt-", HEX, 40),
        joined("gl" + "pat-", (URL, 27), ".01.", (LOWER, 9)),
    ),
    "gitlab-runner-token": (after("GR" + "1348941", URL, 20),),
    "bitbucket-token": (after("AT" + "BB", ALNUM, 32), after("AT" + "CTT3xFfGF0", URL, 160), after("BB" + "DC-", B64, 44)),
    "atlassian-token": (after("AT" + "ATT3xFfGF0", URL, 170, "=A1B2C3D4"),),
    "npm-token": (after("np" + "m_", ALNUM, 36),),
    "pypi-token": (after("py" + "pi-AgEIcHlwaS5vcmc", URL, 120),),
    "rubygems-key": (after("ruby" + "gems_", HEX, 48),),
    "crates-token": (after("ci" + "o", ALNUM, 32),),
    "nuget-key": (after("oy" + "2", LOWER, 43),),
    "clojars-token": (after("CLO" + "JARS_", LOWER, 60),),
    "docker-token": (after("dckr" + "_pat_", URL, 27), after("dckr" + "_oat_", URL, 32)),
    "swarm-token": (joined("SWM" + "TKN-1-", (LOWER, 50), "-", (LOWER, 25)),),
    "artifactory-key": (after("AK" + "Cp", ALNUM, 69), after("cmV" + "md", ALNUM, 59)),
    "packagist-token": (after("pack" + "agist_uut_", HEX, 68),),
    "cloudsmith-key": (after("cs" + "a_", HEX, 36),),
    "circleci-token": (joined("CCI" + "PAT_", (ALNUM, 22), "_", (HEX, 40)),),
    "buildkite-token": (after("bk" + "ua_", LOWER, 40),),
    "sonar-token": (after("sq" + "p_", HEX, 40), after("sq" + "u_", HEX, 40)),
    "sourcegraph-token": (after("sg" + "p_", HEX, 40), joined("sg" + "p_", (HEX, 16), "_", (HEX, 40))),
    "snyk-token": (joined("snyk" + "_uat.", (HEX, 8), ".", (URL, 60)),),
    "sentry-token": (after("sntry" + "u_", HEX, 64),),
    "sentry-org-token": (after("sntry" + "s_eyJpYXQiO", ALNUM, 120, "=_Ab3dEf"),),
    "harness-token": (joined("pa" + "t.", (ALNUM, 22), ".", (HEX, 24), ".", (ALNUM, 20)),),
    "octopus-key": (after("AP" + "I-", UPPER, 26),),
    "infracost-key": (after("ic" + "o-", ALNUM, 32),),
    "prefect-key": (after("pn" + "u_", ALNUM, 36),),
    "apify-token": (after("apify" + "_api_", ALNUM, 36),),
    "aikido-token": (after("AIK" + "_CI_", ALNUM, 40),),
    "mergify-key": (after("mergify" + "_application_key_", ALNUM, 64),),
    "deno-token": (after("dd" + "p_", ALNUM, 36),),
    "openshift-token": (after("sha" + "256~", URL, 43),),
    "ionic-token": (after("io" + "n_", ALNUM, 42),),
    "aws-key": (after("AK" + "IA", ascii_uppercase + "234567", 16), after("AS" + "IA", ascii_uppercase + "234567", 16)),
    "aws-bedrock-key": (after("AB" + "SK", B64, 128, "="),),
    "aws-bedrock-session": (after("bedrock" + "-api-key-", B64, 200),),
    "aws-mws-token": (joined("amzn" + ".mws.", *UUID),),
    "google-key": (after("AI" + "zaSy", URL, 33),),
    "google-gemini-key": (after("AQ" + ".Ab8RN6", URL, 44),),
    "google-oauth": (after("ya" + "29.a0", URL, 120), after("GOC" + "SPX-", URL, 28), after("1/" + "/0", URL, 60)),
    "alibaba-key": (after("LT" + "AI", ALNUM, 20),),
    "alibaba-session": (after("ST" + "S.", ALNUM, 24),),
    "tencent-key": (after("AK" + "ID", ALNUM, 32),),
    "yandex-key": (after("AQ" + "VN", URL, 36),),
    "ibm-key": (after("Api" + "Key-", URL, 44),),
    "exoscale-key": (after("EX" + "O", HEX, 24),),
    "databricks-token": (after("da" + "pi", HEX, 32), after("da" + "pi", HEX, 32, "-2")),
    "digitalocean-token": (after("dop" + "_v1_", HEX, 64), after("doo" + "_v1_", HEX, 64)),
    "heroku-key": (after("HR" + "KU-AA", URL, 58), joined("HR" + "KU-", *UUID)),
    "vercel-token": (after("vc" + "p_", ALNUM, 56), after("vc" + "k_", ALNUM, 56)),
    "netlify-token": (after("nf" + "p_", ALNUM, 36),),
    "flyio-token": (after("Fly" + "V1 fm2_", B64, 300),),
    "flyio-macaroon": (after("fo" + "1_", URL, 43), after("fm" + "2_", B64, 200)),
    "render-key": (after("rn" + "d_", ALNUM, 28),),
    "cloudflare-token": (joined("cf" + "ut_", (ALNUM, 40), (HEX, 8)),),
    "cloudflare-origin-key": (joined("v1" + ".0-", (HEX, 24), "-", (HEX, 146)),),
    "vault-token": (after("hv" + "s.", URL, 95), after("hv" + "b.", URL, 140), after("hv" + "s.", ALNUM, 24)),
    "pulumi-token": (after("pu" + "l-", HEX, 40),),
    "doppler-token": (after("dp" + ".pt.", ALNUM, 43), after("dp" + ".st.prd.", ALNUM, 43)),
    "onepassword-token": (after("ops" + "_eyJ", ALNUM, 300),),
    "onepassword-key": (
        joined("A" + "3-", (UPPER, 6), "-", (UPPER, 6), "-", (UPPER, 5), "-", (UPPER, 5), "-", (UPPER, 5), "-", (UPPER, 5)),
    ),
    "age-secret-key": (after("AGE-" + "SECRET-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),),
    "tailscale-key": (
        joined("ts" + "key-auth-", (ALNUM, 14), "-", (ALNUM, 32)),
        joined("ts" + "key-api-", (ALNUM, 12), "-", (ALNUM, 32)),
    ),
    "grafana-token": (after("gl" + "c_eyJvIjo", ALNUM, 100, "=="), joined("gl" + "sa_", (ALNUM, 32), "_", (HEX, 8))),
    "grafana-key": (after("eyJ" + "rIjoi", ALNUM, 90),),
    "newrelic-key": (after("NR" + "AK-", UPPER, 27), after("NR" + "JS-", HEX, 19), after("NR" + "II-", URL, 32)),
    "dynatrace-token": (joined("dt0" + "c01.", (UPPER, 24), ".", (UPPER, 64)),),
    "honeycomb-key": (after("hca" + "ik_", LOWER, 58),),
    "elastic-key": (after("ess" + "u_", ALNUM, 80),),
    "supabase-key": (after("sb" + "p_", HEX, 40), after("sb" + "_secret_", URL, 31)),
    "planetscale-token": (after("pscale" + "_tkn_", URL, 43), after("pscale" + "_pw_", URL, 43)),
    "neon-key": (after("nap" + "i_", LOWER, 64), after("np" + "g_", ALNUM, 12)),
    "mongodb-atlas-key": (after("mdb" + "_sa_sk_", URL, 40),),
    "cockroach-key": (joined("CC" + "DB1_", (ALNUM, 22), "_", (ALNUM, 40)),),
    "clickhouse-key": (after("4b" + "1d", ALNUM, 38),),
    "datastax-token": (joined("Astra" + "CS:", (ALNUM, 24), ":", (HEX, 64)),),
    "confluent-key": (after("cf" + "lt", B64, 60),),
    "upcloud-token": (after("uc" + "at_", ALNUM, 26),),
    "unkey-key": (after("unk" + "ey_", ALNUM, 24),),
    "scalingo-token": (after("tk" + "-us-", URL, 48),),
    "rootly-key": (after("root" + "ly_", HEX, 64),),
    "launchdarkly-key": (joined("sd" + "k-", *UUID), joined("ap" + "i-", *UUID)),
    "configcat-key": (joined("configcat" + "-sdk-1/", (URL, 22), "/", (URL, 22)),),
    "devcycle-key": (after("dvc" + "_server_", ALNUM, 30),),
    "slack-token": (
        joined("xo" + "xb-", (digits, 12), "-", (digits, 13), "-", (ALNUM, 24)),
        joined("xo" + "xp-", (digits, 12), "-", (digits, 12), "-", (digits, 12), "-", (HEX, 32)),
        joined("xox" + "e.xoxp-1-", (ALNUM, 160)),
    ),
    "slack-app-token": (joined("xa" + "pp-1-A", (UPPER, 10), "-", (digits, 13), "-", (HEX, 64)),),
    "stripe-key": (after("sk" + "_live_", ALNUM, 24), after("rk" + "_test_", ALNUM, 99), after("sk" + "_test_", ALNUM, 24)),
    "webhook-secret": (after("wh" + "sec_", ALNUM, 32),),
    "square-token": (after("sq0" + "atp-", URL, 22), after("sq0" + "csp-", URL, 43)),
    "braintree-token": (joined("access_token" + "$production$", (LOWER, 16), "$", (HEX, 32)),),
    "razorpay-key": (after("rzp" + "_live_", ALNUM, 14),),
    "plaid-token": (joined("access" + "-production-", *UUID),),
    "flutterwave-key": (after("FLW" + "SECK_TEST-", HEX, 32, "-X"), after("FLW" + "SECK-", HEX, 32, "-X")),
    "paddle-key": (joined("pdl" + "_live_apikey_", (LOWER, 26), "_", (ALNUM, 22), "_", (ALNUM, 3)),),
    "xendit-key": (after("xnd" + "_production_", ALNUM, 60),),
    "ramp-secret": (after("ramp" + "_sec_", ALNUM, 48),),
    "asaas-token": (after("$aact" + "_prod_", ALNUM, 90),),
    "easypost-key": (after("EZ" + "AK", LOWER, 54),),
    "shippo-token": (after("shippo" + "_live_", HEX, 40),),
    "duffel-token": (after("duffel" + "_live_", URL, 43),),
    "polar-token": (after("polar" + "_oat_", ALNUM, 43),),
    "shopify-token": (after("shp" + "at_", HEX, 32), after("shp" + "ss_", HEX, 32)),
    "twilio-key": (after("S" + "K", HEX, 32),),
    "sendgrid-key": (joined("S" + "G.", (URL, 22), ".", (URL, 43)),),
    "mailgun-key": (after("ke" + "y-", HEX, 32),),
    "brevo-key": (joined("xkey" + "sib-", (HEX, 64), "-", (ALNUM, 16)),),
    "mailersend-token": (after("ml" + "sn.", HEX, 64),),
    "resend-key": (joined("r" + "e_", (ALNUM, 8), "_", (ALNUM, 24)),),
    "facebook-token": (after("EAA" + "CEdEose0cBA", ALNUM, 120), after("EA" + "AM", ALNUM, 150)),
    "fcm-key": (joined("AA" + "AA", (URL, 7), ":APA91b", (URL, 134)),),
    "linear-key": (after("lin" + "_api_", ALNUM, 40),),
    "notion-token": (joined("nt" + "n_", (digits, 11), (ALNUM, 35)), after("sec" + "ret_", ALNUM, 43)),
    "airtable-token": (joined("pa" + "t", (ALNUM, 14), ".", (HEX, 64)),),
    "clickup-token": (joined("p" + "k_", (digits, 8), "_", (UPPER, 32)),),
    "asana-token": (joined("1", "/", (digits, 16), ":", (HEX, 32)),),
    "trello-token": (joined("AT" + "TA", (HEX, 64), (HEX.upper(), 8)),),
    "typeform-token": (after("tf" + "p_", ALNUM, 59),),
    "hubspot-token": (joined("pat" + "-na1-", *UUID),),
    "contentful-token": (after("CF" + "PAT-", URL, 43),),
    "readme-key": (after("rd" + "me_", LOWER, 70),),
    "postman-key": (joined("PM" + "AK-", (HEX, 24), "-", (HEX, 34)),),
    "figma-token": (after("fig" + "d_", URL, 40),),
    "canva-secret": (after("cnv" + "ca", URL, 51),),
    "frameio-token": (after("fio" + "-u-", URL, 64),),
    "adobe-secret": (after("p8" + "e-", LOWER, 32),),
    "mapbox-token": (joined("sk" + ".eyJ1IjoiYWNtZSIsImEiOiJ", (ALNUM, 30), ".", (URL, 22)),),
    "dropbox-token": (after("s" + "l.u.", URL, 180),),
    "pinterest-token": (after("pin" + "a_", ALNUM, 80),),
    "nylas-key": (after("ny" + "k_", ALNUM, 67),),
    "onesignal-key": (after("os" + "_v2_app_", ascii_lowercase + "234567", 103),),
    "miro-token": (joined("eyJt" + "aXJv", (ALNUM, 40), "_", (URL, 27)),),
    "defined-token": (joined("dn" + "key-", (UPPER, 26), "-", (UPPER, 52)),),
    "wakatime-key": (joined("wa" + "ka_", *UUID),),
    "zuplo-key": (joined("zp" + "ka_", (LOWER, 32), "_", (HEX, 8)),),
    "lichess-token": (after("li" + "p_", ALNUM, 20),),
    "mercury-token": (joined("mercury" + "_production_", "wma_", (ALNUM, 44), "_yrucrem"),),
    "authress-key": (joined("s" + "c_", (LOWER, 12), ".", (LOWER, 4), ".acc-", (LOWER, 12), ".", (B64, 44)),),
    "samsara-token": (after("samsara" + "_api_", ALNUM, 30),),
    "settlemint-token": (after("sm" + "_pat_", ALNUM, 16),),
    "valtown-token": (after("vt" + "wn_", ALNUM, 40),),
    "workato-token": (joined("wrk" + "aus-ey" + "J", (ALNUM, 20), ".", (URL, 40), ".", (URL, 86)),),
    "onfido-token": (after("api" + "_live.", ALNUM, 40),),
    "maxmind": (joined((ALNUM, 6), "_", (ALNUM, 29), "_m" + "mk"),),
    "twitter-bearer": (after("A" * 21, ALNUM, 90),),
    "openai-key": (
        joined("sk" + "-", (ALNUM, 20), "T3Bl" + "bkFJ", (ALNUM, 20)),
        joined("sk" + "-proj-", (URL, 74), "T3Bl" + "bkFJ", (URL, 74)),
    ),
    "openai-key-new": (after("sk" + "-proj-", URL, 48), after("sk" + "-admin-", URL, 120)),
    "openai": (
        joined("sk" + "-", (ALNUM, 20), "T3Bl" + "bkFJ", (ALNUM, 20)),
        joined("sk" + "-proj-", (URL, 74), "T3Bl" + "bkFJ", (URL, 74)),
        joined("sk" + "-svcacct-", (URL, 58), "T3Bl" + "bkFJ", (URL, 58)),
        after("sk" + "-", ALNUM, 48),
        after("sk" + "-", HEX, 32),
    ),
    "azure-client-secret": (joined((ALNUM, 3), (digits, 1), "Q" + "~", (ALNUM + "_~.-", 34)),),
    "azure-service": (joined((ALNUM, 52), "JQQ" + "J99", (ALNUM, 26)),),
    "terraform-cloud": (joined((ALNUM, 14), ".atlas" + "v1.", (URL, 67)),),
    "mailchimp": (joined((HEX, 32), "-" + "us", (digits, 1)), joined((HEX, 32), "-" + "us12")),
    "newrelic-license": (joined((HEX, 36), "NR" + "AL"),),
    "salesforce": (joined("00" + "D", (ALNUM, 12), "!A" + "Q", (ALNUM + "._", 94)),),
    "square-access": (after("EA" + "AA", URL, 60),),
    "telegram-bot": (joined((digits, 10), ":A" + "A", (URL, 33)),),
    "jwt": (jwt,),
    "private-key-block": (
        pem("RSA PRIVATE " + "KEY", 24),
        pem("OPENSSH PRIVATE " + "KEY", 6),
        pem("EC PRIVATE " + "KEY", 2),
        pem("PRIVATE " + "KEY", 25),
    ),
}
"""What is told by its own form, wherever it stands."""

WORD_PASSWORDS = ("correcthorsebatterystaple", "opensesameplease", "liverpoolforever", "sunshinegarden", "monkeybusiness")

_HEX32, _HEX40, _ALNUM32, _ALNUM40, _ALNUM24 = some(HEX, 32), some(HEX, 40), some(ALNUM, 32), some(ALNUM, 40), some(ALNUM, 24)


def password(r: random.Random) -> str:
    return (
        r.choice(["Tr0ub4dor&3", "hunter2", "S3cret!Pass", "P@ssw0rd99"])[:4] + some(ALNUM + "!@%^*", r.randint(4, 12))(r) + "7k"
    )


def letters(r: random.Random) -> str:
    return r.choice(WORD_PASSWORDS)


NAMED = (
    "DD_API_KEY={}",
    "COHERE_API_KEY={}",
    "MISTRAL_API_KEY='{}'",
    "CLOUDFLARE_API_TOKEN: {}",
    "VERCEL_TOKEN={}",
    'heroku_api_key = "{}"',
    "TWILIO_AUTH_TOKEN={}",
    '"client_secret": "{}"',
    "secret: {}",
    'apiKey: "{}",',
    "X-Api-Key: {}",
    "export LINODE_TOKEN={}",
    "docker run -e API_KEY={} img",
    "ENV APP_SECRET {}",
    "deploy --token {}",
    "PAYPAL_CLIENT_SECRET={}",
    "api_key: str = '{}'",
    '{{\\"api_key\\": \\"{}\\"}}',
    "?access_token={}&x=1",
    "JWT_SECRET={}",
    "const SECRET_KEY = `{}`;",
    "encryption_key={}",
)
"""Settings of secrets that only their name tells: keys of Datadog, Cohere, Mistral, Cloudflare, Heroku, Twilio …"""

SETTINGS: dict[str, tuple[tuple[Form, str], ...]] = {
    "aws-secret-key": tuple(
        (some(B64, 40), t)
        for t in (
            "AWS_SECRET_ACCESS_KEY={}",
            "aws_secret_access_key = {}",
            '"SecretAccessKey": "{}"',
            "secretAccessKey: '{}'",
            "aws configure set aws_secret_access_key {}",
        )
    ),
    "azure-storage": (
        (
            after("", B64, 86, "=="),
            "DefaultEndpointsProtocol=https;AccountName=acme;Account" + "Key={};EndpointSuffix=core.windows.net",
        ),
        (after("", B64, 43, "="), "Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccess" + "Key={}"),
    ),
    "azure-signature": (
        (after("", ALNUM, 43, "%3D"), "https://a.blob.core.windows.net/c?sv=2024-01-01&se=2030&sr=c&sp=rl&si" + "g={}"),
    ),
    "slack-webhook": ((joined("T", (UPPER, 8), "/B", (UPPER, 8), "/", (ALNUM, 24)), "https://hooks.slack" + ".com/services/{}"),),
    "discord-webhook": ((joined((digits, 18), "/", (URL, 68)), "https://discord.com/api/" + "webhooks/{}"),),
    "discord-bot": (
        (joined("MT", (ALNUM, 24), ".G", (ALNUM, 5), ".", (URL, 38)), "DISCORD_TOKEN={}"),
        (joined("MT", (ALNUM, 24), ".G", (ALNUM, 5), ".", (URL, 38)), "discord.login('{}')"),
        (joined("MT", (ALNUM, 24), ".G", (ALNUM, 5), ".", (URL, 38)), "Authorization: Bot {}"),
    ),
    "teams-webhook": (
        (
            joined(*UUID, "@", *UUID, "/IncomingWebhook/", (HEX, 32), "/", *UUID),
            "https://acme.webhook" + ".office.com/webhookb2/{}",
        ),
    ),
    "zapier-webhook": ((joined((digits, 7), "/", (LOWER, 7)), "https://hooks.zapier" + ".com/hooks/catch/{}/"),),
    "sentry-dsn": (
        (_HEX32, "SENTRY_DSN=https://{}@o123456.ingest.sentry.io/4501234567890"),
        (_HEX32, 'dsn: "https://{}@sentry.acme.dev/12"'),
    ),
    "wandb-login": ((_HEX40, "wandb login {}"), (_HEX40, "wandb login --relogin {}")),
    "authorization-header": (
        (some(ALNUM, 40), "Authorization: Bearer {}"),
        (_HEX40, "-H 'Authorization: token {}'"),
        (lambda r: base64.b64encode(f"admin:{password(r)}".encode()).decode(), "Authorization: Basic {}"),
        (_HEX32, "Authorization: GenieKey {}"),
        (_ALNUM32, '"authorization": "Bearer {}"'),
        (_HEX40, "Authorization={}"),
    ),
    "bearer": ((some(URL, 40), "headers = {{'X': 'Bearer {}'}}"), (_ALNUM32, "Bearer {}")),
    "basic": ((lambda r: base64.b64encode(f"admin:{password(r)}".encode()).decode(), "Basic {}"),),
    "encoded-login": (
        (lambda r: base64.b64encode(f"bob:{password(r)}".encode()).decode(), '{{"auths": {{"r.io": {{"auth": "{}"}}}}}}'),
    ),
    "cookie-header": (
        (_ALNUM32, "Cookie: session={}; theme=dark"),
        (_HEX32, "Set-Cookie: sid={}; Path=/; HttpOnly"),
        (some(URL, 40), "-H 'Cookie: a=1; auth={}'"),
    ),
    "cookie-option": ((_ALNUM32, "curl -s -b 'sid={}' http://x/"), (_HEX32, 'curl --cookie "PHPSESSID={}" http://x/')),
    "session-cookie": (
        (some(LOWER, 26), "PHPSESSID={}"),
        (some(UPPER, 32), "JSESSIONID={}"),
        (some(LOWER, 32), "sessionid={}"),
        (some(ALNUM, 40), "_session={}"),
    ),
    "url-credentials": (
        (password, "postgres://app:{}@db:5432/prod"),
        (password, "mysql://root:{}@10.0.0.2/x"),
        (password, "mongodb+srv://u:{}@c0.abc.mongodb.net/db"),
        (password, "redis://:{}@cache:6379/0"),
        (password, "amqp://guest:{}@mq:5672//"),
        (password, "https://bob:{}@git.acme.dev/o/r.git"),
        (password, "postgresql+asyncpg://app:{}@db/x"),
        (password, "smtp://me:{}@smtp.acme.dev:587"),
        (password, "DATABASE_URL=mssql://sa:{}@sql/x"),
        (password, "ftp://u:{}@host/f"),
        (letters, "postgres://app:{}@db/prod"),
        (letters, "redis://:{}@cache:6379"),
    ),
    "url-token": ((_HEX40, "https://{}@github.com/o/r.git"), (_ALNUM32, "git clone https://{}@gitlab.com/o/r")),
    "curl-user": (
        (password, "curl -u admin:{} http://x/"),
        (letters, "curl -sS --user bob:{} http://x"),
        (password, "curl -X POST -u 'me:{}' http://x"),
    ),
    "assigned-secret": (
        *((form, setting) for form in (_HEX32, _ALNUM40, _ALNUM24) for setting in NAMED),
        (joined(*UUID), "HEROKU_API_KEY={}"),
        (joined(*UUID), 'POSTMARK_TOKEN="{}"'),
        (joined("s.", (ALNUM, 24)), "VAULT_TOKEN={}"),
    ),
    "assigned-password": tuple(
        (password, t)
        for t in (
            "password: {}",
            'password = "{}"',
            "DB_PASSWORD={}",
            "export PGPASSWORD='{}'",
            '"password": "{}"',
            '{{\\"password\\": \\"{}\\"}}',
            "passwd: '{}'",
            "docker run -e MYSQL_ROOT_PASSWORD={} mysql",
            "spring.datasource.password={}",
            "?user=a&password={}",
            'pwd: "{}"',
            "ENV ADMIN_PASSWORD={}",
        )
    )
    + tuple(
        (letters, t)
        for t in (
            "DB_PASSWORD={}",
            'password = "{}"',
            '"password": "{}"',
            "password: '{}'",
            "export SMTP_PASSWORD={}",
            "POSTGRES_PASSWORD: {}",
        )
    ),
    "environment-password": ((password, "SMTP_PASS={}"), (letters, "DB_PASS={}")),
    "assigned-pass": (
        (password, 'auth: {{ user: "me", pass: "{}" }}'),
        (password, "db_pass = '{}'"),
        (password, "pass: {}"),
        (password, '"pass": "{}"'),
    ),
    "line-password": (
        (letters, "host: db\npassword: {}\nport: 1"),
        (letters, "[client]\npassword={}\n"),
        (letters, "db.password = {}\n"),
    ),
    "told-passphrase": (
        (lambda _: "correct horse battery staple", 'my password is "{}"'),
        (lambda _: "correct horse battery staple", "the passphrase for the vault was `{}`."),
        (lambda _: "correct horse battery staple", "the password is “{}”"),
        (lambda _: "correct horse battery staple", r"{{\"text\": \"the password is \\\"{}\\\"\"}}"),
    ),
    "option-passphrase": (
        (lambda _: "purple monkey dishwasher lamp", 'gpg --batch --passphrase "{}" -d a.gpg'),
        (lambda _: "purple-monkey-dishwasher-lamp", "gpg --batch --passphrase {} -d a.gpg"),
        (lambda _: "purple monkey dishwasher lamp", "ssh-keygen -t ed25519 -N '{}' -f id"),
    ),
    "line-passphrase": (
        (lambda _: "correct horse battery staple", "passphrase: {}"),
        (lambda _: "correct-horse-battery-staple", "passphrase: {}\nuser: bob"),
        (lambda _: "correct horse battery staple", "user = bob\nPASSWORD = {}\n"),
        (lambda _: "correct horse battery staple", "so my passphrase is: {}"),
        (lambda _: "correct horse battery staple", "our wifi password is {}."),
    ),
    "passphrase": (
        (lambda _: "correct horse battery staple", 'password: "{}"'),
        (lambda _: "purple monkey dishwasher lamp", "passphrase = '{}'"),
        (lambda _: "Purple Monkey Dishwasher Lamp 7!", 'PASSPHRASE="{}"'),
    ),
    "connection-password": (
        (letters, "Server=db;Database=x;User Id=sa;Password={};Encrypt=true"),
        (password, "Host=db;Username=u;Password={}"),
        (letters, "Driver={{ODBC}};UID=sa;PWD={};"),
        (letters, "jdbc:postgresql://h/db?user=bob&password={}"),
    ),
    "element-secret": (
        (password, "<password>{}</password>"),
        (letters, "<password>{}</password>"),
        (_ALNUM32, "<apiKey>{}</apiKey>"),
    ),
    "named-value": (
        (password, '{{"name": "DB_PASSWORD", "value": "{}"}}'),
        (letters, '- name: APP_SECRET\n  value: "{}"'),
        (_ALNUM32, '{{"name":"API_KEY","value":"{}"}}'),
    ),
    "secret-option": (
        (letters, "deploy --token {}"),
        (password, "tool --client-secret={}"),
        (_ALNUM24, "cli login --api-key {} --yes"),
    ),
    "environment-secret": ((letters, "API_KEY={}"), (letters, "export APP_SECRET={}"), (letters, "SESSION_SECRET={}")),
    "quoted-secret": ((letters, 'api_key = "{}"'), (letters, '"secret": "{}"'), (letters, "client_secret: '{}'")),
    "told-password": ((password, "the password is {}"), (password, "password for root is {}")),
    "signed-url": (
        (some(HEX, 64), "https://b.s3.amazonaws.com/k?X-Amz-Date=2026&X-Amz-Sig" + "nature={}"),
        (some(HEX, 256), "https://storage.googleapis.com/b/k?X-Goog-Sig" + "nature={}&x=1"),
    ),
    "service-beside": (
        (some(LOWER, 40), "cohere.Client('{}')"),
        (_HEX40, "the cloudflare global key: {}"),
        (_ALNUM24, "airtable key {}"),
    ),
    "putty-key": ((some(B64, 64), "Private-" + "Lines: 1\n{}\nPrivate-MAC: 00"),),
    "password-beside": ((password, "| password | {} |"), (password, "set password {}")),
    "password-option": (
        (password, "tool --password {}"),
        (letters, "tool --password {}"),
        (password, "sshpass -p {} ssh x"),
        (letters, "tool --password={}"),
        (letters, "sshpass -p {} ssh x"),
    ),
    "client-option": (
        (password, "mysql -u root -p{} db"),
        (letters, "mysqldump -uroot -p{} db"),
        (password, "mongosh -u root -p {} x"),
        (password, "redis-cli -a {} ping"),
        (password, "docker login -u me -p {}"),
        (password, "ldapsearch -x -w {} -D cn=a"),
        (letters, "http -a bob:{} GET x"),
    ),
    "netrc": ((letters, "machine api.acme.dev login me password {}"),),
    "sql-password": ((letters, "CREATE USER app IDENTIFIED BY '{}'"), (password, "ALTER ROLE app WITH PASSWORD '{}'")),
    "private-key-lines": ((some(B64, 64), "-----BEGIN PRIVATE " + "KEY-----' > id; echo '{}"),),
    "private-key-body": ((after("b3BlbnNz" + "aC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB", B64, 60), "echo {}"),),
}
"""What is told by its setting, with the text around it."""

AROUND = (
    "{}",
    "use {} for now",
    "export SOME_KEY={}",
    'KEY="{}"',
    '{{"key": "{}"}}',
    '{{\\"token\\":\\"{}\\",\\"n\\":1}}',
    "key: {}\nother: 1",
    "curl -H 'X-Key: {}' https://api.acme.dev/v1",
    "docker run -e X={} img",
    "+  const client = new Client('{}');",
    "2026-01-02T03:04:05Z INFO using {} (cached)",
    "line\\n{}\\nline",
    "| name | {} |",
    "(`{}`)",
    "https://api.acme.dev/v1?k={}&x=1",
    "os.environ['X'] = '{}'",
    "tool --key={} run",
    "<value>{}</value>",
)


def planted(seed: int = 1, rounds: int = 2) -> Iterator[Planted]:
    """Yield made-up secrets: each form in each setting, `rounds` times, always the same for a seed."""
    r = random.Random(seed)  # noqa: S311 (the same ones every time)
    for _ in range(rounds):
        for kind, forms in SERVICES.items():
            for form in forms:
                for around in AROUND:
                    secret = form(r)
                    yield Planted(kind, around.format(secret), secret)
        for kind, settings in SETTINGS.items():
            for form, setting in settings:
                secret = form(r)
                yield Planted(kind, setting.format(secret), secret)
