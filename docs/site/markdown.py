"""Small pieces of Markdown: tables, code blocks, and texts that must stay on one line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence


def cell(text: object) -> str:
    """Return text for a cell of a table: one line, without column marks."""
    return " ".join(str(text).split()).replace("|", "\\|")


def code(text: object) -> str:
    """Return text as inline code. A text with backquotes is put between two of them."""
    shown = str(text)
    return f"`` {shown} ``" if "`" in shown else f"`{shown}`"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table, or an empty text if there are no rows."""
    lines = [f"| {' | '.join(cell(value) for value in row)} |" for row in rows]
    if not lines:
        return ""
    return "\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines, ""])


def fence(text: str, language: str = "") -> str:
    """Return text as a code block. The fence is longer than any fence in the text."""
    marks = "`" * max(3, *(len(found) + 1 for found in re.findall(r"`{3,}", text)), 3)
    return f"{marks}{language}\n{text.rstrip()}\n{marks}\n"


def directive(kind: str, argument: str, body: str, options: Sequence[str] = ()) -> str:
    """Return a directive. Its fence is longer than those of the directives in the body."""
    colons = ":" * max(3, *(len(found) + 1 for found in re.findall(r"^:{3,}", body, re.M)), 3)
    head = f"{colons}{{{kind}}} {argument}".rstrip()
    return "\n".join([head, *options, "", body.strip(), colons, ""])


def page(title: str, *parts: str) -> str:
    """Return a page: its title and what is not empty of its parts."""
    return "\n".join([f"# {title}\n", *(f"{part.rstrip()}\n" for part in parts if part.strip())])


def prose(doc: str | None) -> str:
    """Return a docstring as Markdown."""
    return inspect.cleandoc(doc or "")


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, on one line."""
    line = " ".join(text.split("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s+(?=[A-Z])", line)[0]


def demoted(text: str, by: int = 1) -> str:
    """Return Markdown with its headings moved down, outside of code blocks."""
    lines, is_code = [], False
    for line in text.splitlines():
        is_code ^= line.startswith("```")
        heading = not is_code and re.match(r"#+ ", line)
        lines.append("#" * by + line if heading else line)
    return "\n".join(lines)
