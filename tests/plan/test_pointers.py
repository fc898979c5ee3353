"""The index page is loaded in every session, so its lines follow what they point at (BR-26)."""

from __future__ import annotations

from datetime import UTC, datetime

from inbox.domain.layout import PLAIN_FOLDER
from inbox.domain.snapshot import Snapshot
from inbox.plan.desk import Desk
from inbox.plan.pointers import drop_pointers, repoint

INDEX = (
    "# Index\n"
    "- [Deploy target](project_deploy.md) - we deploy to Fernhost\n"
    "- [Docs host](../wiki/docs.md) - keep\n"
    "- [Odd name](project%20x.md)\n"
    "- [Ghost](never_written.md) - notes\n"
)


def desk(**texts: str) -> Desk:
    pages = {name.replace("__", "/") + ".md": text for name, text in texts.items()}
    now = datetime(2026, 12, 1, tzinfo=UTC)
    return Desk(Snapshot("", PLAIN_FOLDER, pages, now, "Ann <ann@example.com>", "0" * 12))


def test_exactly_the_line_of_the_removed_memory_goes() -> None:
    table = desk(raw__MEMORY=INDEX)
    drop_pointers(table, "raw/project_deploy.md")
    assert table.text("raw/MEMORY.md") == INDEX.replace(
        "- [Deploy target](project_deploy.md) - we deploy to Fernhost\n", ""
    )


def test_a_memory_of_that_name_in_another_folder_keeps_its_line() -> None:
    table = desk(raw__MEMORY=INDEX)
    drop_pointers(table, "other/project_deploy.md")
    assert table.edits() == ()


def test_a_link_that_leads_out_of_the_folder_is_found() -> None:
    table = desk(raw__MEMORY=INDEX)
    drop_pointers(table, "wiki/docs.md")
    assert "Docs host" not in (table.text("raw/MEMORY.md") or "")


def test_an_escaped_name_is_found() -> None:
    table = desk(raw__MEMORY=INDEX)
    drop_pointers(table, "raw/project x.md")
    assert "Odd name" not in (table.text("raw/MEMORY.md") or "")


def test_a_merged_memory_is_pointed_at_where_its_content_is_now() -> None:
    table = desk(raw__MEMORY=INDEX)
    repoint(table, "raw/project_deploy.md", "wiki/deploys.md")
    line = "- [Deploy target](../wiki/deploys.md) - we deploy to Fernhost\n"
    assert line in (table.text("raw/MEMORY.md") or "")


def test_a_page_is_not_pointed_at_twice() -> None:
    table = desk(raw__MEMORY=INDEX)
    repoint(table, "raw/project_deploy.md", "wiki/docs.md")
    assert (table.text("raw/MEMORY.md") or "").count("wiki/docs.md") == 1
    assert "Deploy target" not in (table.text("raw/MEMORY.md") or "")
