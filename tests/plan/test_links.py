"""Links follow a merged page; what stands in code does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.plan.links import relinked

TARGETS = {"old-page": "new-page"}


@pytest.mark.hazard("H-25")
@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("[[old-page]]", "[[new-page]]"),
        ("[[Old Page]]", "[[new-page]]"),
        ("[[old-page|the label]]", "[[new-page|the label]]"),
        ("[[old-page#part]]", "[[new-page#part]]"),
        ("[[old-page#part|label]]", "[[new-page#part|label]]"),
        ("[[old-page-2]] [[older]]", "[[old-page-2]] [[older]]"),
        ("`[[old-page]]` and [[old-page]]", "`[[old-page]]` and [[new-page]]"),
        ("```\n[[old-page]]\n```\n[[old-page]]", "```\n[[old-page]]\n```\n[[new-page]]"),
        (
            "~~~~\n~~~\n[[old-page]]\n~~~~\n[[old-page]]",
            "~~~~\n~~~\n[[old-page]]\n~~~~\n[[new-page]]",
        ),
        ("[[]] [[|x]] [[#y]] [old-page] [[old-page", "[[]] [[|x]] [[#y]] [old-page] [[old-page"),
        ("a\r\n[[old-page]]\r\n", "a\r\n[[new-page]]\r\n"),
    ],
)
def test_a_link_is_led_to_the_new_page(text: str, after: str) -> None:
    assert relinked(text, TARGETS) == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("see [[old-page]].", "see old-page."),
        ("see [[Old Page]].", "see Old Page."),
        ("see [[old-page|the label]].", "see the label."),
        ("see [[old-page#part]].", "see old-page."),
        ("see [[old-page#part|label]].", "see label."),
        ("`[[old-page]]` [[old-page]] [[other]]", "`[[old-page]]` old-page [[other]]"),
    ],
)
def test_a_link_to_what_is_gone_becomes_plain_text(text: str, after: str) -> None:
    assert relinked(text, {"old-page": ""}) == after


@given(st.text(alphabet="[]|#`~ab-\n ", max_size=60))
def test_a_text_without_a_link_to_it_stays_as_it_is(text: str) -> None:
    assert relinked(text, TARGETS) == text
    assert relinked(text, {}) == text
