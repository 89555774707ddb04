"""The reference of the keys of a flow, from the classes of its levels."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

import turnwright as tw
from turnwright.core.definition.flow import FUNCTIONS

from .markdown import code, page, prose, table

FILE = "reference/flow-keys.md"
ITEM = re.compile(r"^- `(\w+)`((?:.|\n(?!- |\n))*)", re.MULTILINE)
LEVELS: tuple[type[msgspec.Struct], ...] = (
    tw.Flow, tw.Segment, tw.Turn, tw.Phase, tw.Step, tw.Stage, tw.Window,
)  # fmt: skip
KINDS = {
    "moves": "moves by name", "segments": "segments by name", "phases": "phases by name",
    "steps": "steps by name", "stages": "stages by name", "turn": "a turn", "window": "a window",
    "next": "a name or a function", "start": "true or false", "end": "true or false",
    "reopen": "true or false", "after": '`"next"` or `"same"`', "move": "a name", "doc": "text",
}  # fmt: skip


def pages() -> Iterator[tuple[str, str]]:
    """Write the page: its path and text."""
    parts = [
        "A flow has segments, a segment has turns, a turn has phases, a phase has steps. It is written "
        "with the classes `tw.Flow`, `tw.Phase` and so on, or as plain dicts with the keys in the "
        "second column. A key that is left out has its default. A function takes the context `c`, or "
        "any of its parts by name: `G`, `ctx`, `ops`, `seat`.",
        "[How to write a game](../howto/write-a-game.md) shows flows in use, and "
        "[Decisions](../explanation/decisions.md#core) says in which order hooks and conditions run.",
    ]
    for level in LEVELS:
        parts.append(f"## {level.__name__}\n")
        parts.append(_lead(level))
        parts.append(table(("key", "in a dict", "value", "meaning"), _rows(level)))
    yield FILE, page("The keys of a flow", *parts)


def _lead(level: type[msgspec.Struct]) -> str:
    """The docstring without the list of keys, which is the table."""
    paragraphs = prose(level.__doc__).split("\n\n")
    return "\n\n".join(each for each in paragraphs if not each.startswith("- "))


def _rows(level: type[msgspec.Struct]) -> Iterator[tuple[str, str, str, str]]:
    for field in msgspec.structs.fields(level):
        yield (
            code(field.name),
            code(camel(field.name)),
            _kind(level, field.name),
            meaning(level, field.name),
        )


def camel(name: str) -> str:
    """Return a key as it is written in a dict: `on_begin` becomes `onBegin`."""
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def _kind(level: type[msgspec.Struct], name: str) -> str:
    if name == "next" and level is tw.Stage:
        return "a name"
    if name == "first":
        return '`"turn"`, `"other"` or a function' if level is tw.Window else "a seat or a function"
    return "a function" if name in FUNCTIONS else KINDS[name]


def meaning(level: type[msgspec.Struct], name: str) -> str:
    """Return what a key means, from the lists in the docstrings of the level and its bases."""
    for each in (*level.__mro__, tw.Step):
        items = re.findall(
            r"^- `(\w+)`((?:.|\n(?!- |\n))*)", prose(vars(each).get("__doc__")), re.MULTILINE
        )
        for key, text in items:
            if key == name:
                return f"`{key}`{' '.join(text.split(chr(10)))}"
    return ""
