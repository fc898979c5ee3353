"""Transcripts in their three forms, cleaned of recalled memory and bounded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.formats import transcripts
from inbox.formats.transcripts import Message

Said = list[tuple[str, str]]


def said(text: str) -> Said:
    return [(message.role, message.text) for message in transcripts.read(text)]


def claude_code(*rows: dict[str, Any]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def row(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    message = {"role": kind, "content": content, **more.pop("message", {})}
    return {"type": kind, "message": message, **more}


TOOL = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "a.md"}


def test_a_claude_code_transcript_is_read_with_its_tool_results() -> None:
    text = claude_code(
        {"type": "summary", "summary": "s"},
        row("user", "Look\u2028there"),
        row("assistant", [{"type": "thinking", "thinking": "hm"}], message={"id": "x"}),
        row("assistant", [{"type": "text", "text": "I look."}], message={"id": "x"}),
        row("assistant", [TOOL], message={"id": "x"}),
        row("user", [RESULT]),
        row("user", "caveat", isMeta=True),
        row("assistant", "of a helper", isSidechain=True),
        {"type": "system", "content": "x"},
    )
    assert said(text) == [
        ("user", "Look\u2028there"),
        ("assistant", 'I look.\n[calls Bash {"command": "ls"}]'),
        ("tool", "a.md"),
    ]


def test_a_transcript_that_is_cut_at_both_ends_is_read() -> None:
    text = claude_code(*(row("user", f"line {n}") for n in range(4)))
    assert said(text[20:-9]) == [("user", "line 1"), ("user", "line 2")]


@pytest.mark.parametrize("form", ["list", "object", "lines"])
def test_messages_of_the_api_are_read(form: str) -> None:
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "image"}]},
        {"role": "assistant", "content": [TOOL]},
        {"role": "user", "content": [{**RESULT, "is_error": True}, {"type": "text", "text": "?"}]},
        {"role": "system", "content": "no one said this"},
    ]
    text = {
        "list": json.dumps(messages, indent=1),
        "object": json.dumps({"model": "m", "messages": messages}),
        "lines": claude_code(*messages),
    }[form]
    assert said(text) == [
        ("user", "Hi\n[image]"),
        ("assistant", '[calls Bash {"command": "ls"}]'),
        ("tool", "[failed] a.md"),
        ("user", "?"),
    ]


def test_one_message_alone_is_a_transcript() -> None:
    assert said('{"role": "user", "content": "Hi"}') == [("user", "Hi")]


def test_lines_of_role_and_text_are_read() -> None:
    text = "\nHuman: one\n  two\n\nassistant: three: four\nTOOL:five\nuserland is no role\n"
    assert said(text) == [
        ("user", "one\n  two"),
        ("assistant", "three: four"),
        ("tool", "five\nuserland is no role"),
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no message is in it"),
        ("{}", "no message is in it"),
        ("[1, null, []]", "no message is in it"),
        ('{"messages": 7}', "no message is in it"),
        ("user: \n<memory>only this</memory>", "no message is in it"),
        ("Dear diary", "does not say who speaks: 'Dear diary'"),
        ("[" * 100_000, "does not say who speaks"),
    ],
    ids=range(7),
)
def test_what_is_no_transcript_is_refused_with_what_was_looked_for(text: str, why: str) -> None:
    with pytest.raises(transcripts.Unreadable, match=why):
        transcripts.read(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a<memory>b</memory>c", "ac"),
        ("a<Working_Memory turn='3'>b\nc</working_memory >d", "ad"),
        ("<memory>a<memory>b</memory>c</memory>d", "d"),
        ("<memory>a<memories>b</memory>c</memories>d", "d"),
        ("<memory>never closed", "<memory>never closed"),
        ("</memory>never opened", "</memory>never opened"),
        ("a <memoryless>b</memoryless>", "a <memoryless>b</memoryless>"),
    ],
)
def test_blocks_of_recalled_memory_are_left_out(text: str, left: str) -> None:
    assert transcripts.without_injected(text) == left


def test_a_hundred_thousand_blocks_are_left_out_in_one_go() -> None:
    deep = "<memory>" * 100_000 + "x" + "</memory>" * 100_000
    assert transcripts.without_injected(deep + "y") == "y"


def test_only_the_last_messages_are_kept_and_long_ones_at_both_ends() -> None:
    found = transcripts.read("".join(f"user: {n}\n" for n in range(30)))
    assert [message.text for message in found] == [str(n) for n in range(20, 30)]
    long = "start " + "x" * 50_000 + " end"
    (message,) = transcripts.read(f"user: {long}")
    assert message.text.startswith("start ")
    assert message.text.endswith(" end")
    assert len(message.text) < transcripts.LONGEST + 60


MESSAGES = st.lists(
    st.builds(
        Message,
        st.sampled_from(["user", "assistant"]),
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20),
    ),
    min_size=1,
    max_size=8,
)


@given(MESSAGES)
def test_what_was_said_is_what_is_read(messages: list[Message]) -> None:
    wanted = [(m.role, m.text.strip()) for m in messages if m.text.strip()]
    values = [{"role": m.role, "content": m.text} for m in messages]
    for text in (json.dumps(values), json.dumps(values, ensure_ascii=False), claude_code(*values)):
        if wanted:
            assert said(text) == wanted
        else:
            with pytest.raises(transcripts.Unreadable):
                transcripts.read(text)
