"""Try every kill point of every deed and print the counts: `python -m tests.kills`."""

from __future__ import annotations

import sys

import pytest

sys.exit(pytest.main(["tests/kills", "-q", "--every-kill-point", *sys.argv[1:]]))
