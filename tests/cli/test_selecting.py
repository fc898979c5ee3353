"""What is listed, counted and shown next can be chosen, in one grammar."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, read

PORT = "q-8af715325b05"


def ids(sample: Path, run: Run, *words: str) -> list[str]:
    return [item["id"] for item in read(run(sample, "list", "--json", *words)[1])["items"]]


def test_a_filter_shortens_list_and_count_alike(sample: Path, run: Run) -> None:
    every = ids(sample, run)
    merges = [name for name in every if name.startswith("m-")]
    assert ids(sample, run, "--filter", "kind:merge") == merges
    assert ids(sample, run, "--filter", "-kind:merge") == [n for n in every if n not in merges]
    assert run(sample, "count", "--filter", "kind:merge")[1] == f"{len(merges)}\n"
    counts = read(run(sample, "list", "--json", "--filter", "kind:merge")[1])["counts"]
    assert counts == counts | {"open": len(merges), "by_kind": {"merge": len(merges)}}


def test_a_filter_that_nothing_passes_says_so(sample: Path, run: Run) -> None:
    assert run(sample, "list", "--filter", "nowhere", "--exit-code") == (
        0,
        "",
        "nothing matches.\n",
    )
    assert run(sample, "next", "--filter", "nowhere") == (0, "", "nothing matches.\n")
    assert read(run(sample, "next", "--filter", "nowhere", "--json")[1])["item"] is None


@pytest.mark.parametrize("command", ["list", "count", "next"])
def test_a_wrong_filter_is_wrong_usage(sample: Path, run: Run, command: str) -> None:
    status, out, err = run(sample, command, "--filter", "port knd:merge")
    assert (status, out) == (2, "")
    assert "'knd:merge' at column 6: no key is called 'knd', the nearest is 'kind'" in err
    assert run(sample, command, "--filter", "--json")[0] == 2


def test_the_list_is_in_the_order_that_is_asked_for(sample: Path, run: Run) -> None:
    found = read(run(sample, "list", "--json", "--order", "oldest")[1])["items"]
    ages = [item["age_days"] for item in found if item["age_days"] is not None]
    assert ages == sorted(ages, reverse=True)
    assert {item["id"] for item in found} == {*ids(sample, run)}
    assert run(sample, "list", "--order", "age")[0] == 2


def test_next_shows_the_oldest_item_as_show_does(sample: Path, run: Run) -> None:
    oldest = ids(sample, run, "--order", "oldest")[0]
    assert run(sample, "next") == run(sample, "show", oldest)
    assert run(sample, "next", "--json") == run(sample, "show", oldest, "--json")
    assert run(sample, "next", "--filter", f"id:{PORT}")[1].startswith(PORT)
    assert run(sample, "next", "--exit-code")[0] == 1
