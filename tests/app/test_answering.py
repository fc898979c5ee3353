"""Answers to what has no two sides, in the words that athenaeum reads."""

from __future__ import annotations

from inbox.service import Inbox
from tests.app.driver import Driver, driving


def _answer(driver: Driver) -> str:
    folder = driver.inbox.root / "raw" / "answers"
    return "".join(path.read_text("utf-8") for path in sorted(folder.glob("*.md")))


async def test_a_rule_is_approved_or_rejected_by_a_digit(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("rule: nightlog-7be0c1d9")
        await driver.press("i")
        assert driver.sees("1 approve")
        assert driver.sees("2 reject")
        await driver.press("2")
        assert driver.status.startswith("[ok] Answer: rule: nightlog-7be0c1d9")
        assert 'verdict: "reject"' in _answer(driver)
        await driver.press("z")
        assert _answer(driver) == ""


async def test_an_audit_is_confirmed_by_the_very_words_of_its_verdict(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("audit: T1 said reject")
        await driver.press("i")
        assert driver.sees("The verdict was: reject")
        await driver.press("1")
        assert driver.status.startswith("[ok] Answer: audit: T1 said reject")
        assert 'verdict: "reject"' in _answer(driver)


async def test_an_audit_is_overturned_in_words(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("audit: T1 said reject")
        await driver.press("i", "2")
        await driver.type("approve")
        await driver.press("ctrl+s")
        assert 'verdict: "approve"' in _answer(driver)


async def test_what_is_only_shown_says_what_to_do(demo: Inbox) -> None:
    async with driving(demo) as driver:
        shown = [item for item in demo.pending().items if item.title.startswith("retracted: ")]
        await driver.on(shown[0].title)
        await driver.press("i")
        assert driver.status.startswith("! This is only shown;")
        assert driver.commits == []
