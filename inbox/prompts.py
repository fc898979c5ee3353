"""The prompts as files: `python -m inbox.prompts --write` or `--check`.

What a model is told decides what it does, so every byte of it is asserted: a change of a prompt
shows in the diff of `goldens/prompts/` and nowhere else as plainly.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

FOLDER = Path("goldens/prompts")
SENTINEL = "-----8<----- the exact bytes begin in the next line\n"
HEADER = f"""\
This file is an assertion: tests compare the prompt with it byte for byte. Change the prompt in
the code, run `python -m inbox.prompts --write` in the root of the source tree, and read the diff.
{SENTINEL}"""


def _working_rules() -> str:
    from inbox.working import prompt

    return prompt.RULES


def _working_turn() -> str:
    from inbox.working import example, prompt

    return prompt.turn_text(example.STATE, example.MESSAGES, example.STATE.turn + 1, "FENCE")


PROMPTS: Mapping[str, Callable[[], str]] = {
    "working-delta-1.txt": _working_rules,
    "working-delta-1-turn.txt": _working_turn,
}
"""Each file with the function that makes its text."""


def golden(name: str) -> str:
    """Return what the file of a prompt holds."""
    return HEADER + PROMPTS[name]()


def stale(folder: Path) -> list[str]:
    """Return the files that do not hold their prompt, and those of no prompt."""
    found = [name for name in PROMPTS if _text(folder / name) != golden(name)]
    extra = [file.name for file in folder.glob("*.txt") if file.name not in PROMPTS]
    return sorted([*found, *extra])


def _text(file: Path) -> str | None:
    return file.read_bytes().decode("utf-8") if file.is_file() else None


def main(argv: Sequence[str] | None = None) -> int:
    """Write the files, or say which differ."""
    parser = argparse.ArgumentParser(prog="python -m inbox.prompts", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write every file anew")
    what.add_argument("--check", action="store_true", help="exit with 1 when one differs")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    args = parser.parse_args(argv)
    differing = stale(args.folder)
    if args.write:
        args.folder.mkdir(parents=True, exist_ok=True)
        for name in PROMPTS:
            (args.folder / name).write_bytes(golden(name).encode())
    for name in differing:
        print(f"{args.folder / name}: {'written' if args.write else 'differs'}", file=sys.stderr)
    return int(bool(differing) and not args.write)


if __name__ == "__main__":
    sys.exit(main())
