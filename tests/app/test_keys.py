"""One table of keys feeds bindings, hints, help and the README."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from inbox.app.actions import ACTIONS, BY_ID, key_table
from inbox.app.keyboard import first_key
from inbox.app.offers import offered
from inbox.app.screens.help import rows
from inbox.app.screens.inbox import InboxScreen
from inbox.app.screens.verbs import Verbs
from inbox.app.spans import joined
from inbox.app.widgets.bars import hints
from inbox.config import Config
from inbox.service import Inbox

README = Path(__file__).parents[2] / "README.md"


def test_the_readme_has_the_table_of_keys() -> None:
    text = README.read_text(encoding="utf-8")
    table = text.partition("<!-- keys -->")[2].partition("<!-- /keys -->")[0]
    assert table.strip() == key_table()


def test_no_key_does_two_things() -> None:
    keys = Counter(key for action in ACTIONS for key in action.keys.split(","))
    assert keys.most_common(1)[0][1] == 1


def test_every_action_has_an_id_of_its_own_and_a_binding() -> None:
    assert len(BY_ID) == len(ACTIONS)
    bound = [getattr(binding, "id", "") for binding in InboxScreen.BINDINGS]
    assert bound == [action.id for action in ACTIONS]


def test_every_action_is_carried_out(demo: Inbox) -> None:
    verbs = Verbs(InboxScreen(demo, demo.root, Verbs, Config()))
    assert verbs._moves.keys() | verbs._decisions.keys() == BY_ID.keys()
    assert not verbs._moves.keys() & verbs._decisions.keys()
    assert all(BY_ID[name].decides for name in verbs._decisions)


def test_hints_show_the_first_key_of_what_an_item_offers() -> None:
    line = hints(200, offered(None), {})
    pairs = dict(zip(*[iter(span.text.strip() for span in line[1:])] * 2, strict=True))
    wanted = {first_key(a.id): a.hint for a in ACTIONS if a.hint and a.id in offered(None)}
    assert pairs == wanted
    assert pairs["z"] == "undo"


def test_help_has_every_action_and_finds_by_key_word_or_group() -> None:
    everything = joined(rows(""))
    assert all(action.does in everything for action in ACTIONS)
    assert "take your last decision back" in joined(rows("undo"))
    assert joined(rows("half a page down")).splitlines() == [
        "MOVE",
        "  ctrl+d PgDn         half a page down",
    ]
    assert joined(rows("zzz")) == "no key does that"


def test_no_key_that_decides_is_needed_with_a_modifier() -> None:
    assert all("+" not in action.keys.split(",")[0] for action in ACTIONS if action.decides)
