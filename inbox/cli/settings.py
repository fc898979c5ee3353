"""The settings of one run, and the commands that tell about them: config, keys."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from inbox.cli import asjson
from inbox.cli.speaking import data, said
from inbox.config import Config, Problem, from_flags, unknown
from inbox.errors import BadSettings, BadUsage
from inbox.formats.visible import one_line
from inbox.service import settings
from inbox.service.settings import Settings


def of(args: Namespace) -> Settings:
    """Return the settings of a run, right or wrong."""
    flags = from_flags(
        read_only=getattr(args, "read_only", None),
        reviewer=getattr(args, "reviewer", None),
        mouse=getattr(args, "mouse", None),
    )
    folder = root(args)
    return settings.read(os.environ, folder if folder.is_dir() else None, flags)


def root(args: Namespace) -> Path:
    """Return the folder of the memories."""
    named = args.repo or os.environ.get("ATHENAEUM_INBOX_REPO") or "."
    return Path(named).expanduser()


def on_screen(args: Namespace) -> Settings:
    """Return the settings of a run on screen, and say what does not count.

    Raises:
        BadSettings: A setting, a key or a theme is wrong.
    """
    from inbox.app import keyboard
    from inbox.app.run import problems  # loads Textual, which other commands need not

    found = of(args)
    settings.refuse((*found.problems, *problems(found.config, found.themes)))
    for ignored in (*found.ignored, *keyboard.ignored(found.config)):
        said(one_line(str(ignored)))
    return found


def fill_in(args: Namespace, config: Config) -> None:
    """Put the settings where a command line leaves a choice to them: filter and order.

    Raises:
        BadUsage: No filter is saved under that name.
    """
    if name := getattr(args, "saved", ""):
        if name not in config.filters:
            raise BadUsage(f"{unknown('saved filter', name, config.filters)}.")
        args.filter = config.filters[name].text
    if getattr(args, "usual_order", ""):
        args.order = args.order or config.order or args.usual_order


def config(args: Namespace) -> int:
    """Tell where settings are looked for (path), or all that is wrong with them (check)."""
    return _paths(args) if args.what == "path" else _check(args)


def _paths(args: Namespace) -> int:
    found = of(args)
    places = {
        "your settings": found.own_file,
        "the repository's settings": root(args).resolve() / settings.REPOSITORY_FILE,
        "your themes": found.themes,
        "the log of bugs": settings.state_folder() / "log",
    }
    if args.json:
        rows = [
            {"what": what, "path": str(where), "there": where.exists()}
            for what, where in places.items()
        ]
        data(asjson.document(places=rows))
        return 0
    for what, where in places.items():
        data(f"{what:<26} {where}{'' if where.exists() else '  (not there)'}")
    return 0


def _check(args: Namespace) -> int:
    from inbox.app import keyboard
    from inbox.app.run import problems

    found = of(args)
    wrong = [*found.problems, *problems(found.config, found.themes)]
    ignored = [*found.ignored, *keyboard.ignored(found.config)]
    if args.json:
        rows = {"problems": list(map(_row, wrong)), "ignored": list(map(_row, ignored))}
        data(asjson.document(**rows))
    else:
        for problem in (*wrong, *ignored):
            data(one_line(str(problem)))
        if not wrong:
            said("the settings are right.")
    return BadSettings.exit_status if wrong else 0


def _row(problem: Problem) -> asjson.Json:
    return {"path": problem.path, "line": problem.line or None, "what": problem.what}


def keys(args: Namespace) -> int:
    """Print what each key does, with the keys of your settings."""
    from inbox.app.actions import ACTIONS
    from inbox.app.keyboard import keyboard

    found = on_screen(args)
    board = keyboard(found.config)
    if args.json:
        rows = [
            {
                "id": action.id,
                "keys": board.keys(action.id).split(","),
                "group": action.group,
                "does": action.does,
                "changed": action.id in board.changed,
            }
            for action in ACTIONS
        ]
        data(asjson.document(keys=rows))
        return 0
    for action in ACTIONS:
        changed = "*" if action.id in board.changed else " "
        data(f"{changed} {board.shown(action.id):<14} {action.id:<22} {action.does}")
    return 0
