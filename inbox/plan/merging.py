"""Carrying out a merge: one active memory afterwards, links and pointers follow (R18)."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.domain.decision import Approve
from inbox.domain.item import Member, MergeProposal
from inbox.domain.memory import Memory
from inbox.formats import memory as memory_file
from inbox.formats import merges
from inbox.formats.header_yaml import Given, given
from inbox.formats.slug import slugify
from inbox.plan import links, marks
from inbox.plan.desk import Desk
from inbox.plan.pointers import repoint
from inbox.policy.sources import read_source
from inbox.policy.writable import unwritable


@dataclass(frozen=True, slots=True)
class _Merge:
    """A proposal with the person's choices: what is merged, and into what text."""

    item: MergeProposal
    sources: tuple[Member, ...]
    draft: str
    edited: bool


def approve(desk: Desk, item: MergeProposal, decision: Approve) -> None:
    """Write the target and retire its sources."""
    kept_out = {*decision.left_out, item.target_path}
    merge = _Merge(
        item,
        tuple(s for s in item.sources if not {s.path, s.ref} & kept_out),
        item.draft if decision.draft is None else decision.draft,
        edited=decision.draft is not None,
    )
    for source in merge.sources:
        desk.lay(source)
    if item.write_kind == merges.FOLD:
        _fold(desk, merge)
    else:
        _create(desk, merge)
    _follow(desk, merge)


def _create(desk: Desk, merge: _Merge) -> None:
    path = merge.item.target_path
    draft = memory_file.read(path, merge.draft)
    gap = "" if draft.header else "\n"
    desk.put(path, gap + _with_final_break(merge.draft.lstrip("\n")))
    if "name" not in draft.header:
        desk.set(path, "name", merge.item.target)
    for key, value in _inherited(merge).items():
        if key not in draft.header:
            desk.set(path, key, value)
    desk.set(path, "merged_from", [source.require().name for source in merge.sources])
    if "created_at" not in draft.header and "created" not in draft.header:
        desk.set(path, "created_at", desk.snapshot.stamp)
    _source(desk, merge, draft)
    _aliases(desk, merge, draft)
    target = memory_file.read(path, desk.text(path) or "")
    for source in merge.sources:
        memory = source.require()
        desk.set(memory.path, "superseded_by", target.name)
        marks.close(desk, memory, str(desk.snapshot.today))


def _with_final_break(draft: str) -> str:
    return draft if draft.endswith("\n") else draft + "\n"


def _inherited(merge: _Merge) -> dict[str, Given]:
    """Return the header entries on which all sources agree and that recall depends on."""
    first, *others = [source.require().header for source in merge.sources]
    return {
        key: value
        for key in ("type", "access", "audience", "memory_class")
        if (value := given(first.get(key))) and all(h.get(key) == first[key] for h in others)
    }


def _source(desk: Desk, merge: _Merge, draft: Memory) -> None:
    """Give the merged memory a source: a merge never raises a tier."""
    path = merge.item.target_path
    weakest = max((source.source for source in merge.sources), key=lambda source: source.tier)
    written = memory_file.read(path, desk.text(path) or "").header.get("source")
    if merge.edited:
        desk.set(path, "source", f"user:inbox-{desk.snapshot.decision_id}")
    elif not draft.header.get("source") or read_source(written).tier < weakest.tier:
        desk.set(path, "source", weakest.written or "unsourced")


def _fold(desk: Desk, merge: _Merge) -> None:
    """Give the page the draft's body; its own header stays, aliases are united."""
    page = merge.item.page
    assert page is not None
    path, slug = page.path, links.page_slug(page)
    draft = memory_file.read(path, _with_final_break(merge.draft))
    desk.put(path, memory_file.with_body(path, page.text, draft.body))
    _aliases(desk, merge, draft)
    for source in merge.sources:
        gone = source.require().path
        desk.set(gone, "status", "folded")
        desk.set(gone, "folded_into", slug)
        desk.set(gone, "embedded", value=False)
        desk.set(gone, "superseded_by", page.name)


def _aliases(desk: Desk, merge: _Merge, draft: Memory) -> None:
    """Unite the aliases of the page, the draft and every source, and the old slugs."""
    path = merge.item.target_path
    present = memory_file.read(path, desk.text(path) or "")
    known = {slugify(text) for text in (*_listed(present), present.stem, present.name)}
    for alias in [*_listed(draft), *_old_names(merge)]:
        if slugify(alias) not in known:
            known.add(slugify(alias))
            desk.add(path, "aliases", alias)


def _old_names(merge: _Merge) -> list[str]:
    found: list[str] = []
    for source in merge.sources:
        memory = source.require()
        found += [*_listed(memory), links.page_slug(memory) if _is_page(memory) else memory.name]
    return found


def _is_page(memory: Memory) -> bool:
    return "/auto-memory/" not in f"/{memory.path}"


def _listed(memory: Memory) -> list[str]:
    value = memory.header.get("aliases")
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _follow(desk: Desk, merge: _Merge) -> None:
    """Lead every link and index pointer to a merged memory to the target."""
    target = merge.item.target_path
    slug = links.page_slug(merge.item.page) if merge.item.page else slugify(merge.item.target)
    retired = [source.require() for source in merge.sources]
    links.follow(desk, retired, slug, target)
    for path in sorted(memory.path for memory in retired):
        repoint(desk, path, target)


def refuse(desk: Desk, item: MergeProposal) -> None:
    """Mark every source as not to be merged with the others, in athenaeum's own form."""
    usable = [source for source in item.sources if not any(unwritable(source))]
    for source in usable:
        memory = desk.lay(source)
        for other in usable:
            if other.path != source.path:
                desk.add(memory.path, "merge_rejected_with", other.require().name)
