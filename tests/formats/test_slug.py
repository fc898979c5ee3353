from __future__ import annotations

import pytest

from inbox.formats.slug import slugify


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Larkspur Ferry API", "larkspur-ferry-api"),
        ("  a__b -- c!  ", "a-b-c"),
        ("Größe", "gr-e"),
        ("日本語", ""),
        ("", ""),
        ("x" * 80, "x" * 60),
        ("a" * 59 + " b", "a" * 59 + "-"),
    ],
)
def test_a_slug_is_athenaeums(name: str, slug: str) -> None:
    assert slugify(name) == slug
