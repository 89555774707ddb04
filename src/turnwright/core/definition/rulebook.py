"""The rulebook of a game: how it is played, for people who have never seen it.

`Game(rulebook=...)` gives it to pages and to the terminal. It is short: what the goal is, what a turn
is, what the places on the table are. What single cards do is in their texts.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from typing import Any

import msgspec


class Rulebook(msgspec.Struct, frozen=True):
    """How a game is played.

        Rulebook("## Goal\\n\\nThree marks in a row win.", zones={"hand": "Only you see it."})

    `text` has paragraphs, which an empty line separates. A line that begins with `## ` is a heading,
    and one that begins with `- ` an entry of a list. `phases` and `zones` say what each of them is, by
    the names in the flow and in `Game(zones=...)`; a step is written as `phase/step`. A page shows
    those that are on the screen."""

    text: str
    phases: Mapping[str, str] = {}
    zones: Mapping[str, str] = {}


def as_rulebook(given: str | Rulebook) -> Rulebook:
    """Return a rulebook, which may be given as its text alone."""
    return given if isinstance(given, Rulebook) else Rulebook(inspect.cleandoc(given))


def docstring_of(function: Callable[..., Any] | None) -> str:
    """Return the docstring of the module in which a function is defined, as the text of a rulebook."""
    module = sys.modules.get(getattr(function, "__module__", ""))
    return inspect.cleandoc(getattr(module, "__doc__", None) or "")
