"""Which words differ: nothing is lost, and what is marked is what differs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inbox.app import words
from inbox.app.words import Half, Pair, compare

texts = st.text(alphabet="ab c.\n", max_size=60)


def sides(pairs: tuple[Pair, ...]) -> tuple[list[Half], list[Half]]:
    return [a for a, _ in pairs if a is not None], [b for _, b in pairs if b is not None]


def unmarked(halves: list[Half]) -> str:
    """Return a side without its marked words, and without blanks."""
    kept = []
    for half in halves:
        text = half.text
        for start, end in reversed(half.marks):
            text = text[:start] + text[end:]
        kept.append(text)
    return "".join("".join(kept).split())


@given(texts, texts)
def test_the_lines_of_both_texts_come_back_in_order(a: str, b: str) -> None:
    left, right = sides(compare(a, b))
    assert "\n".join(half.text for half in left) == a
    assert "\n".join(half.text for half in right) == b


@given(texts, texts)
def test_what_is_not_marked_is_the_same_on_both_sides(a: str, b: str) -> None:
    left, right = sides(compare(a, b))
    assert unmarked(left) == unmarked(right)


@given(texts)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert not any(half.marks for pair in compare(text, text) for half in pair if half)


@given(texts, texts)
def test_marks_are_in_order_and_begin_and_end_with_a_word(a: str, b: str) -> None:
    for half in (half for pair in compare(a, b) for half in pair if half):
        ends = [at for mark in half.marks for at in mark]
        assert ends == sorted(set(ends))
        assert all(
            half.text[start:end].strip() == half.text[start:end] for start, end in half.marks
        )


def test_only_the_number_is_marked() -> None:
    [(left, right)] = compare("It takes 6 hours.", "It takes 24 hours.")
    assert (left, right) == (
        Half("It takes 6 hours.", ((9, 10),)),
        Half("It takes 24 hours.", ((9, 11),)),
    )


def test_a_line_that_is_wrapped_elsewhere_is_no_difference() -> None:
    left, right = sides(compare("one two\nthree four", "one\ntwo three four"))
    assert not any(half.marks for half in (*left, *right))


def test_equal_lines_stand_next_to_each_other_behind_an_insertion() -> None:
    pairs = compare("same", "new\nsame")
    assert pairs == ((None, Half("new", ((0, 3),))), (Half("same"), Half("same")))


def test_above_the_limit_words_are_marked_inside_their_lines_still() -> None:
    lines = [f"boat number {n} of the fleet" for n in range(words.LIMIT)]
    changed = [line.replace("boat", "ship") for line in lines]
    left, right = sides(compare("\n".join(lines), "\n".join(changed)))
    assert {half.marks for half in (*left, *right)} == {((0, 4),)}
