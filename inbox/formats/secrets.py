"""Passwords, keys and tokens in a text, found before anything is stored or sent.

detect-secrets knows the forms of some twenty services. Its entropy plugins flag any word and stay
out; four forms that it misses are ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_OWN = (
    ("Anthropic key", re.compile(r"\b(sk-ant-[A-Za-z0-9_-]{8,})")),
    (
        "named secret",
        re.compile(
            r"\b(?:[a-z]+[_-])?(?:api[_-]?key|secret[_-]?key|auth[_-]?token|access[_-]?token|"
            r"client[_-]?secret|password|passwd)['\"]?\s*[:=]\s*['\"]?([^\s'\",;{}<>]{8,})",
            re.IGNORECASE,
        ),
    ),
    ("password in an address", re.compile(r"://[^\s/:@]{1,80}:([^\s/@]{3,80})@")),
    ("bearer token", re.compile(r"\bBearer\s+([A-Za-z0-9._~+/=-]{16,})")),
)
_PRIVATE_KEY = re.compile(
    r"-----BEGIN ([A-Z ]*PRIVATE KEY)-----.*?(?:-----END \1-----|\Z)", re.DOTALL
)
_PLUGINS = (
    "ArtifactoryDetector",
    "AWSKeyDetector",
    "AzureStorageKeyDetector",
    "BasicAuthDetector",
    "CloudantDetector",
    "DiscordBotTokenDetector",
    "GitHubTokenDetector",
    "GitLabTokenDetector",
    "IbmCloudIamDetector",
    "IbmCosHmacDetector",
    "JwtTokenDetector",
    "KeywordDetector",
    "MailchimpDetector",
    "NpmDetector",
    "OpenAIDetector",
    "PrivateKeyDetector",
    "PypiTokenDetector",
    "SendGridDetector",
    "SlackDetector",
    "SoftlayerDetector",
    "SquareOAuthDetector",
    "StripeDetector",
    "TelegramBotTokenDetector",
    "TwilioKeyDetector",
)
_SHORTEST = 8
"""Characters of what can be a secret by itself."""

_LONGEST_LINE = 4_000
"""Characters that are looked at in one piece; a longer line is cut for the patterns' sake."""

REDACTED = "[redacted]"


def kinds(text: str) -> tuple[str, ...]:
    """Return what kinds of secrets a text holds, each once."""
    keys = ["private key"] if _PRIVATE_KEY.search(text) else []
    return tuple(dict.fromkeys([*keys, *(kind for kind, _ in _found(text))]))


def redacted(text: str) -> str:
    """Return a text with every secret in it replaced."""
    text = _PRIVATE_KEY.sub(REDACTED, text)
    values = {value for _, value in _found(text)}
    # A value that is part of another one must not break it first.
    for value in sorted(values, key=len, reverse=True):
        text = _whole(value).sub(REDACTED, text)
    return text


def _whole(value: str) -> re.Pattern[str]:
    """Return what to replace; of some tokens detect-secrets names the first letters only."""
    around = "" if len(value) >= _SHORTEST else r"[\w.+/=-]*"
    return re.compile(f"{around}{re.escape(value)}{around}")


def _found(text: str) -> Iterator[tuple[str, str]]:
    from detect_secrets.core.scan import scan_line
    from detect_secrets.settings import transient_settings

    with transient_settings({"plugins_used": [{"name": name} for name in _PLUGINS]}):
        for line in _pieces(text):
            for secret in scan_line(line):
                if secret.secret_value and secret.secret_value != REDACTED:
                    yield secret.type, secret.secret_value
            for kind, pattern in _OWN:
                for found in pattern.finditer(line):
                    if found[1] != REDACTED:
                        yield kind, found[1]


def _pieces(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        for at in range(0, len(line), _LONGEST_LINE):
            # The overlap finds what stands across a cut.
            yield line[max(0, at - 200) : at + _LONGEST_LINE]
