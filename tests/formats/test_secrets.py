"""Secrets are found and taken out; ordinary words are left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.formats import secrets

# In pieces, so that no scanner of this source takes them for real ones.
SECRETS = {
    "AWS": "AKIA" + "IOSFODNN7EXAMPLE",
    "GitHub": "ghp_" + "a1B2" * 9,
    "Anthropic": "sk-ant-" + "api03-Zx81_kk-Q",
    "quoted": "hunter2" * 2,
    "unquoted": "123e4567-e89b-12d3-a456-426614174000",
    "in an address": "pa55" + "w0rd!",
    "bearer": "abcDEF123456.789-xyz",
    "web token": "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0In0" + ".dGVzdHNpZ25hdHVyZQ",
    "private key": "MIIBOgIBAAJBAKj34",
}
AROUND = {
    "quoted": 'password = "{}"',
    "unquoted": "api_key: {} (staging)",
    "in an address": "see https://mira:{}@host.example/x",
    "bearer": "Authorization: Bearer {}",
    "private key": "-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----\nend",
}


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_is_found_and_taken_out(kind: str) -> None:
    secret = SECRETS[kind]
    text = f"before\nit is {AROUND.get(kind, '{}').format(secret)}, yes\nafter"
    assert secrets.kinds(text)
    clean = secrets.redacted(text)
    assert secret not in clean
    assert max(secret.split("_"), key=len) not in clean
    assert clean.startswith("before\nit is ")
    assert clean.endswith("after")
    assert secrets.kinds(clean) == ()
    assert secrets.redacted(clean) == clean


@pytest.mark.parametrize(
    "text",
    [
        "the port moved to 9120",
        "the password is kept in the vault",
        "api_key: see the wiki",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b broke it",
        "run `pytest tests/formats/test_secrets.py -q`",
        "the token bucket refills every 30 seconds",
        "",
    ],
)
def test_ordinary_words_are_no_secret(text: str) -> None:
    assert secrets.kinds(text) == ()
    assert secrets.redacted(text) == text


def test_a_secret_across_a_cut_of_a_long_line_is_found() -> None:
    text = "x" * 3_990 + " " + SECRETS["AWS"] + " " + "y" * 5_000
    assert SECRETS["AWS"] not in secrets.redacted(text)


@given(st.text(max_size=60))
def test_taking_secrets_out_is_done_once_and_for_all(text: str) -> None:
    clean = secrets.redacted(text)
    assert secrets.redacted(clean) == clean
