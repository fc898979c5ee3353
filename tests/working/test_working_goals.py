"""Invariants 47 to 51: a goal never goes without a word; every row of the table of spec §8."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.formats import transcripts
from inbox.working import prompt
from inbox.working.operations import Role
from inbox.working.state import ClosedGoal, Ending, State, Task, normalised
from tests.working import worlds as w

G, H = "Turn the dome", "Feed the goat"
OPEN = State(turn=1, task=Task(active_goal=G, progress="P", next_steps="N", goal_status="open"))
NONE = State(turn=1, closed_goals=(ClosedGoal(G, "accomplished", 1),))

Row = tuple[State, str, str | None, str, str, list[str]]
TABLE: list[Row] = [
    (OPEN, G, "kept", G, "open", []),
    (OPEN, G, None, G, "open", []),
    (OPEN, G, "blocked", G, "blocked", []),
    (OPEN, G, "accomplished", G, "open", ["goal_contradiction"]),
    (OPEN, G, "failed", G, "open", ["goal_contradiction"]),
    (OPEN, G, "abandoned", G, "open", ["goal_contradiction"]),
    (OPEN, G, "replaced", G, "open", ["goal_contradiction"]),
    (OPEN, H, "accomplished", H, "open", ["goal_closed"]),
    (OPEN, H, "failed", H, "open", ["goal_closed"]),
    (OPEN, H, "abandoned", H, "open", ["goal_closed"]),
    (OPEN, H, "replaced", H, "open", ["goal_closed"]),
    (OPEN, H, None, H, "open", ["goal_closed", "goal_replaced"]),
    (OPEN, H, "blocked", H, "blocked", ["goal_closed", "goal_replaced"]),
    (OPEN, H, "kept", H, "open", []),
    (OPEN, "", "accomplished", "", "none", ["goal_closed"]),
    (OPEN, "", "failed", "", "none", ["goal_closed"]),
    (OPEN, "", "abandoned", "", "none", ["goal_closed"]),
    (OPEN, "", None, "", "none", ["goal_closed", "completion_inferred"]),
    (OPEN, "", "kept", G, "open", ["goal_lost"]),
    (OPEN, "", "blocked", G, "open", ["goal_lost"]),
    (OPEN, "", "replaced", G, "open", ["goal_lost"]),
    (NONE, H, None, H, "open", []),
    (NONE, "", None, "", "none", []),
    (NONE, H, "blocked", H, "blocked", []),
    (NONE, "turn the  dome.", "reopened", G, "open", ["goal_reopened"]),
    (NONE, H, "reopened", "", "none", ["goal_contradiction"]),
    (NONE, "", "reopened", "", "none", ["goal_contradiction"]),
    (NONE, H, "accomplished", H, "open", ["goal_contradiction"]),
    (OPEN, H, "reopened", G, "open", ["goal_contradiction"]),
    (OPEN, G, "reopened", G, "open", ["goal_contradiction"]),
]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row[1]}-{row[2]}")
def test_every_row_of_the_goal_table(row: Row) -> None:
    before, goal, said, text, status, codes = row
    words = w.output(active_goal=goal, progress="more")
    made = w.step(before, words if said is None else {**words, "goal_transition": said})
    assert (made.after.task.active_goal, made.after.task.goal_status) == (text, status)
    assert made.codes() == codes


@w.over(w.turns())
def test_47_a_goal_never_goes_without_how_it_ended(made: list[w.Step]) -> None:
    for each in made:
        old, new = each.before.task.active_goal, each.after.task.active_goal
        if old and normalised(new) != normalised(old):
            kept = each.output.get("goal_transition") == "kept"
            closed = [c for c in each.after.closed_goals if c.turn == each.turn]
            assert kept or old in [c.text for c in closed]


def test_47_an_empty_goal_without_progress_is_lost_and_stays() -> None:
    for progress in ("", "P", "p."):
        made = w.step(OPEN, w.output(progress=progress))
        assert made.after.task.active_goal == G
        assert made.codes() == ["goal_lost"]
        assert made.log[0].level == "review"


@w.over(w.turns())
def test_48_an_unchanged_goal_is_not_accomplished(made: list[w.Step]) -> None:
    for each in made:
        goal = each.before.task.active_goal
        said = each.output.get("goal_transition")
        same = normalised(each.output["active_goal"]) == normalised(goal)
        if each.applied and goal and same and said in ("accomplished", "failed", "abandoned"):
            assert "goal_contradiction" in each.codes()
            assert normalised(each.after.task.active_goal) == normalised(goal)


@pytest.mark.parametrize("ending", ["accomplished", "failed", "abandoned"])
def test_49_a_closed_goal_can_be_reopened_in_its_own_words(ending: Ending) -> None:
    closed = w.step(OPEN, w.output(goal_transition=ending, progress="done")).after
    assert closed.task.active_goal == ""
    assert closed.closed_goals == (ClosedGoal(G, ending, 2),)
    said = w.output(active_goal=G.upper(), goal_transition="reopened", progress="It failed")
    again = w.step(closed, said).after
    assert (again.task.active_goal, again.closed_goals) == (G, ())
    silent = w.step(closed, {**said, "progress": ""})
    assert silent.codes() == ["goal_contradiction"]


def test_49_reopening_beside_an_open_goal_closes_that_one() -> None:
    busy = replace(NONE, task=Task(active_goal=H, goal_status="open"))
    said = w.output(active_goal=G, goal_transition="reopened", progress="It failed")
    made = w.step(busy, said)
    assert made.after.task.active_goal == G
    assert [c.text for c in made.after.closed_goals] == [H]


@pytest.mark.parametrize(
    ("said", "latest", "refs", "closes"),
    [
        ("accomplished", "user", (), False),
        ("accomplished", "user", ("assistant",), False),
        ("accomplished", "user", ("tool",), True),
        ("accomplished", "user", ("user",), True),
        ("accomplished", "tool", (), True),
        ("accomplished", "assistant", (), True),
        ("failed", "user", (), True),
        (None, "user", (), False),
        (None, "tool", (), True),
    ],
)
@pytest.mark.parametrize("goal", ["", H])
def test_50_closing_on_the_agents_word_alone_is_unverified(
    said: str | None, latest: Role, refs: tuple[Role, ...], closes: bool, goal: str
) -> None:
    if said is None and goal:
        return
    words = w.output(active_goal=goal, progress="All done", deltas=[w.add("x", 0.5, *refs)])
    words |= {"goal_transition": said} if said else {}
    made = w.step(OPEN, words, replace(w.CONTEXT, roles=(*w.ROLES, latest)))
    assert made.after.task.active_goal == (goal if closes else G)
    assert ("completion_unverified" in made.codes()) != closes
    assert made.after.task.progress == "All done"
    assert made.after.task.unverified != closes


@w.over(w.turns())
def test_50_holds_for_any_reply(made: list[w.Step]) -> None:
    for each in made:
        new = [c for c in each.after.closed_goals if c.turn == each.turn]
        if any(c.ending == "accomplished" for c in new):
            last = each.context.roles[-1] if each.context.roles else None
            ops = [op for op in each.output["deltas"] if isinstance(op, dict)]
            roles = {ref["role"] for op in ops for ref in op.get("evidence_refs", ())}
            assert last != "user" or roles & {"user", "tool"}


def test_51_the_prompt_holds_the_task_and_no_recalled_memory() -> None:
    said = (
        "user: go on\n<system-reminder>the old port is 1</system-reminder>\n"
        "assistant: <working-memory>\n- the goat is fed\n</working-memory>turning\n"
        "tool: <memory>nested <memory>twice</memory> here</memory>turned"
    )
    text = prompt.turn_text(OPEN, transcripts.read(said), 2, "F")
    for recalled in ("old port", "goat", "nested", "twice", "here"):
        assert recalled not in text
    assert f'"active_goal": "{G}"' in text
    assert '"progress": "P"' in text
    assert '"next_steps": "N"' in text
    assert "turned" in text


def test_a_next_step_that_is_done_is_named() -> None:
    said = w.output(active_goal=G, progress="Turned it.", next_steps="turned it")
    assert w.step(OPEN, said).codes() == ["next_step_already_done"]
    said = w.output(active_goal=G, progress="x", next_steps="a", key_decisions=["A."])
    assert w.step(OPEN, said).codes() == ["next_step_already_done"]


def test_next_steps_without_a_goal_are_named() -> None:
    assert w.step(NONE, w.output(next_steps="a")).codes() == ["next_steps_without_goal"]


def test_an_open_loop_that_is_gone_is_listed() -> None:
    before = replace(OPEN, task=replace(OPEN.task, open_loops=("Who?", "Why?")))
    said = w.output(active_goal=G, progress="x", open_loops=["why?"])
    (event,) = w.step(before, said).log
    assert (event.code, event.lines) == ("loops_closed", ("Who?",))


def test_a_reply_that_only_repeats_the_task_keeps_the_lists() -> None:
    task = replace(OPEN.task, key_decisions=("D",), open_loops=("L",))
    said = w.output(active_goal=G, progress="P", next_steps="N")
    made = w.step(replace(OPEN, task=task), said)
    assert (made.after.task, made.codes()) == (task, ["nothing_changed"])
    other = w.step(replace(OPEN, task=task), {**said, "next_steps": "M"})
    assert other.after.task.key_decisions == ()


def test_a_goal_that_waits_stays_blocked_while_nothing_changes() -> None:
    blocked = replace(OPEN, task=replace(OPEN.task, goal_status="blocked"))
    said = w.output(active_goal=G, progress="more")
    assert w.step(blocked, said).after.task.goal_status == "blocked"
    kept = w.step(blocked, {**said, "goal_transition": "kept"})
    assert kept.after.task.goal_status == "open"
