"""Drawing is a function of values: rows of cells, marks, and nothing lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from inbox.app import draw_claims, draw_item, draw_patch
from inbox.app.actions import ACTIONS, BY_ID
from inbox.app.draw_queue import Signs, age, drawn
from inbox.app.keyboard import first_key
from inbox.app.offers import offered, words
from inbox.app.queue_view import QueueView, rows
from inbox.app.spans import EMPTY, Line, Span, cells, clip, ends, fit, joined, said, shortened, wrap
from inbox.app.view import EVERYTHING, View
from inbox.app.widgets.bars import Facts, header, hints
from inbox.domain.edit import Change, FileChange, Message
from inbox.domain.item import Candidate, Conflict, Item, MergeProposal, Pending
from inbox.domain.memory import Memory
from inbox.domain.outcome import Preview
from inbox.service import Inbox

TODAY = date(2026, 12, 1)
LETTERS = st.text(alphabet="ab 日本é\u0301🦉.{}[]-1 ", max_size=40)
LINES = st.lists(st.builds(Span, LETTERS, st.sampled_from(["", "mark", "dim"])), max_size=5).map(
    tuple
)


def plain(line: Line) -> str:
    return "".join(span.text for span in line)


def bare(text: str) -> str:
    return "".join(text.split())


@given(LINES, st.integers(0, 30))
def test_a_fitted_line_takes_exactly_its_width(line: Line, width: int) -> None:
    assert cells(fit(line, width)) == width


@given(LINES, LINES, st.integers(0, 30))
def test_a_line_with_two_ends_takes_exactly_its_width(left: Line, right: Line, width: int) -> None:
    assert cells(ends(left, right, width)) == width


@given(LINES, st.integers(1, 30))
def test_a_line_that_is_cut_says_so(line: Line, width: int) -> None:
    clipped = clip(line, width)
    assert cells(clipped) == width
    assert (plain(clipped)[-1] == "…") == (cells(line) > width)


@given(LINES, st.integers(2, 30))
def test_wrapped_rows_fit_and_hold_every_letter(line: Line, width: int) -> None:
    wrapped = wrap(line, width)
    assert all(cells(row) <= width for row in wrapped)
    assert bare("".join(map(plain, wrapped))) == bare(plain(line))


@given(LINES, st.integers(2, 30))
def test_wrapping_keeps_the_style_of_every_letter(line: Line, width: int) -> None:
    def styled(spans: Line) -> list[tuple[str, str]]:
        return [(c, s.style) for s in spans for c in s.text if not c.isspace()]

    assert [pair for row in wrap(line, width) for pair in styled(row)] == styled(line)


def test_a_line_breaks_at_blanks_and_not_where_a_style_ends() -> None:
    line = (Span("moon ", ""), Span("light", "mark"), Span(";", ""), Span(" on", ""))
    assert joined(wrap(line, 6)) == "moon\nlight;\non"


def test_a_word_wider_than_a_row_is_cut_by_cells() -> None:
    assert joined(wrap(said("日本語日本"), 4)) == "日本\n語日\n本"


def test_a_path_loses_its_middle_first_and_then_its_beginning() -> None:
    path = "raw/auto-memory/_unscoped/user_wren.md"
    assert shortened(path, 60) == path
    assert shortened(path, 20) == "raw/…/user_wren.md"
    assert shortened(path, 10) == "…r_wren.md"
    assert shortened("user_wren.md", 8) == "…wren.md"


def conflict(demo: Inbox, title: str) -> Conflict:
    found = next(item for item in demo.pending().items if item.title == title)
    assert isinstance(found, Conflict)
    return found


def the_head(item: Item, width: int, most: int) -> list[Line]:
    return draw_item.head(item, width, most)


def every_item(demo: Inbox) -> tuple[Item, ...]:
    return demo.pending().items


def test_both_columns_stay_level(demo: Inbox) -> None:
    for width in (61, 81, 120):
        for item in every_item(demo):
            if isinstance(item, Conflict):
                lines = draw_claims.claims(replace(item, also=()), width, View("columns"))
                borders = {plain(line)[(width - 3) // 2 + 1] for line in lines}
                assert borders == {"│"}, item.title


def test_marks_are_signs_below_the_words_in_two_columns(demo: Inbox) -> None:
    lines = draw_claims.claims(conflict(demo, "altitude-survey"), 81, View("columns"))
    text = joined(lines).split("\n")
    row = next(n for n, line in enumerate(text) if "1,142" in line)
    at = text[row].index("1,142")
    assert text[row + 1][at - 1 : at + 6].strip() == "====="
    assert "{" not in joined(lines)


def test_marks_are_braces_in_one_column(demo: Inbox) -> None:
    text = joined(draw_claims.claims(conflict(demo, "altitude-survey"), 76, View("one")))
    assert "stands {1,142} metres" in text
    assert "stands {1,124} metres" in text
    assert "==" not in text


def test_claims_fit_their_width_and_the_rows_on_show(demo: Inbox) -> None:
    for item in every_item(demo):
        for width, columns in ((56, False), (77, False), (81, True)):
            lines = draw_claims.claims(item, width, View("columns" if columns else "one", rows=9))
            assert all(cells(line) <= width for line in lines), item.title
            if isinstance(item, Conflict) and not columns and not item.also:
                assert len(lines) <= 11, item.title
                assert sum(plain(line).startswith(("A [1]", "B [2]")) for line in lines) == 2


def test_what_clashes_is_on_show_however_far_down_it_stands(demo: Inbox) -> None:
    item = conflict(demo, "dome-wind-limit")
    narrow = joined(draw_claims.claims(item, 76, View("one", rows=9)))
    assert "{60} km/h" in narrow
    assert "instruments" not in narrow
    wide = joined(draw_claims.claims(item, 81, View("columns", rows=15)))
    assert "rows, } shows more" in wide
    assert "60 km/h" in wide
    assert "instruments" not in wide
    assert "instruments" in joined(draw_claims.claims(item, 81, View(context=EVERYTHING)))


def test_an_excerpt_says_that_it_is_one() -> None:
    text = [said(f"row {n}") for n in range(9)]
    assert joined(draw_claims.excerpt(text, 2)) == "row 0\nrow 1 …"
    text[7] = said("row 7", "mark")
    assert (
        joined(draw_claims.excerpt([(Span("  "), *row) for row in text], 2)) == "… row 7\n  row 8"
    )
    assert draw_claims.excerpt(text, 9) == text


def test_the_head_keeps_to_its_rows_and_says_the_proposal_first(demo: Inbox) -> None:
    for item in every_item(demo):
        for most in (5, 9):
            head = draw_item.head(item, 76, most)
            assert len(head) <= most, item.title
            assert all(cells(line) <= 76 for line in head), item.title
            cut = draw_item.in_full(item, 76, most)
            assert not cut or len(cut) > most
    first = joined(the_head(conflict(demo, "dome-wind-limit"), 76, 5))
    assert first.startswith("proposes: keep A   .91  #########.   queue and rule agree\nwhy:")


def test_a_low_head_drops_the_question_before_a_warning(demo: Inbox) -> None:
    item = conflict(demo, "guest-wifi")
    head = joined(draw_item.head(item, 76, 5))
    assert "asks:" not in head
    assert all(f"! {flag}" in head for flag in item.flags)
    assert "asks:" in joined(draw_item.in_full(item, 76, 5))


def test_when_queue_and_rule_differ_both_reasons_are_there(demo: Inbox) -> None:
    head = joined(the_head(conflict(demo, "ticket-phone"), 80, 9))
    assert "deprecate both" in head
    assert "queue and rule differ" in head
    assert "rule says keep B:" in head


def test_queue_rows_fill_their_width_and_name_every_group(demo: Inbox) -> None:
    pending = demo.pending()
    headings = [row.heading for row in rows(pending, QueueView(), TODAY) if row.heading]
    assert headings == [
        "CONFLICTS 16",
        "QUESTIONS 2",
        "MERGES 2",
        "CONTESTED 1",
        "OTHER 5",
        "BROKEN 2",
    ]
    for width in (10, 37, 80):
        assert {
            cells(drawn(row, width, TODAY, Signs())) for row in rows(pending, QueueView(), TODAY)
        } == {width}
    assert rows(Pending(()), QueueView(), TODAY) == ()


def test_an_item_without_a_date_has_no_age(demo: Inbox) -> None:
    item = conflict(demo, "cocoa")
    assert age(item, TODAY) == "10d"
    assert age(replace(item, created="some day"), TODAY) == ""


def test_a_patch_numbers_the_lines_that_change() -> None:
    files = (
        FileChange("memo.md", "a\nb\nc\n", "new\na\nB\nc\n"),
        FileChange("_pending_questions.md", "x\ny\n", "x\n"),
        FileChange("gone.md", "z", None),
    )
    message = Message("Keep A: memo", "because", (("Inbox-Id", "1"), ("Inbox-Item", "q-2")))
    preview = Preview(Change(edits=(), message=message, seen=()), files, ("memo.md",))
    assert joined(draw_patch.patch(preview, 60)) == (
        "first committed as found: memo.md\n"
        "memo.md  +2 -1\n"
        "   1 +new\n"
        "   2 -b\n"
        "   3 +B\n"
        "gone.md  +0 -1 removed\n"
        "   1 -z\n"
        "     \\ No newline at end of file\n"
        "_pending_questions.md  +0 -1  the block leaves\n"
        "\n"
        "commit: Keep A: memo\n"
        "  because\n"
        "  Inbox-Id: 1   Inbox-Item: q-2\n"
        "  undo with z, now or in any later session"
    )


def test_a_patch_fits_its_width(demo: Inbox) -> None:
    for item in every_item(demo):
        decision = demo.proposed(item)
        if decision is not None:
            preview = demo.preview(item, decision)
            for width in (40, 71):
                assert all(cells(row) <= width for row in draw_patch.patch(preview, width))


def test_every_item_without_a_patch_says_why(demo: Inbox) -> None:
    for item in every_item(demo):
        if demo.proposed(item) is None:
            assert draw_patch.nothing(item)


def test_hints_fit_in_eighty_columns_and_lose_no_verb(demo: Inbox) -> None:
    for item in (None, *every_item(demo)):
        for width in (80, 120):
            line = hints(width, offered(item), words(item))
            assert cells(line) <= width, item
            keys = [span.text for span in line if span.style == "key"]
            wanted = [a for a in ACTIONS if a.hint and a.id in offered(item)]
            missing = {first_key(a.id) for a in wanted} - set(keys)
            known = {first_key(name) for name in ("help.open", "app.back", "log.open")}
            assert missing <= known, item


def test_only_what_is_proposed_can_be_rejected(demo: Inbox) -> None:
    for item in every_item(demo):
        proposed = isinstance(item, MergeProposal | Conflict) and item.proposal is not None
        proposed |= isinstance(item, Candidate)
        assert ("decide.reject" in offered(item)) == proposed
        assert offered(item) <= BY_ID.keys()


def test_the_top_row_cuts_a_long_folder_and_keeps_the_count() -> None:
    line = header(Facts("~/" + "long/" * 40, "main", 7, 3), 80)
    assert cells(line) == 80
    assert "7 left  3 done" in plain(line)
    assert EMPTY == ()


def test_equal_lines_stand_on_one_row_behind_unequal_ones(demo: Inbox) -> None:
    found = conflict(demo, "altitude-survey")
    texts = {"a": "long words " * 30 + "\n\nSAME HERE\n", "b": "short\n\nSAME HERE\n"}
    members = {
        side: replace(getattr(found, side), memory=Memory(f"{side}.md", text, body=text))
        for side, text in texts.items()
    }
    lines = joined(draw_claims.claims(replace(found, **members), 81, View("columns"))).split("\n")
    assert [line.count("SAME HERE") for line in lines if "SAME" in line] == [2]


def test_a_side_that_is_missing_does_not_mark_the_other(demo: Inbox) -> None:
    found = conflict(demo, "altitude-survey")
    gone = replace(found.b, memory=None, path=None, problem="missing")
    lines = draw_claims.claims(replace(found, b=gone), 81, View("columns"))
    assert not any(span.style == "mark" for line in lines for span in line)
