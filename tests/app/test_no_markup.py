"""No text can reach Textual as markup: what memories say is drawn, never obeyed (design R13)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

APP = Path(__file__).parents[2] / "inbox" / "app"
TITLES = {"border_title", "border_subtitle", "BORDER_TITLE", "BORDER_SUBTITLE"}
WIDGETS = {"Static", "Label", "Button", "Tooltip"}


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _safe(node: ast.expr) -> bool:
    """Whether a value is `Content(...)`, or a literal that cannot hold a tag."""
    if isinstance(node, ast.IfExp):
        return _safe(node.body) and _safe(node.orelse)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and "[" not in node.value
    return _called(node) == "Content"


def _unmarked(call: ast.Call) -> bool:
    return any(
        word.arg == "markup" and isinstance(word.value, ast.Constant) and word.value.value is False
        for word in call.keywords
    )


def problems(source: str) -> Iterator[str]:
    """Yield the lines of a module that hand text to Textual as markup."""
    for node in ast.walk(ast.parse(source)):
        name = _called(node)
        if isinstance(node, ast.Call) and not _unmarked(node):
            first = node.args[0] if node.args else ast.Constant("")
            if name == "notify" or (name in {*WIDGETS, "update"} and not _safe(first)):
                yield f"line {node.lineno}: {name}"
            if name in {"from_markup", "Text", "render_markup"}:
                yield f"line {node.lineno}: {name}"
        if isinstance(node, ast.Assign):
            for target in node.targets:
                title = getattr(target, "attr", getattr(target, "id", ""))
                if title in TITLES and not _safe(node.value):
                    yield f"line {node.lineno}: {title}"


@pytest.mark.parametrize("module", sorted(APP.rglob("*.py")), ids=lambda path: path.stem)
def test_no_module_of_the_screen_hands_over_markup(module: Path) -> None:
    assert list(problems(module.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "Static(title)",
        "Static('[b]x')",
        "Label(f'{title}')",
        "self.notify(title)",
        "app.notify('done')",
        "box.border_title = title",
        "box.border_title = f'Queue {n}'",
        "box.border_title = 'a' if b else title",
        "box.border_subtitle = '[x]'",
        "static.update(title)",
        "Content.from_markup(title)",
    ],
)
def test_the_lint_sees_markup(source: str) -> None:
    assert list(problems(source))


@pytest.mark.parametrize(
    "source",
    [
        "Static(Content(title))",
        "Static(title, markup=False)",
        "self.notify(title, markup=False)",
        "box.border_title = Content(title)",
        "box.border_title = 'Patch' if a else 'Inbox'",
        "static.update(Content(title))",
    ],
)
def test_the_lint_lets_content_through(source: str) -> None:
    assert not list(problems(source))
