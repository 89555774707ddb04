"""Flags of a command line as the options of a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turnwright.core.errors import UnusableError

from .plans import OF_COMMANDS, OPTIONS
from .strategy import parse_flags


def options_from_flags(words: Sequence[str], side: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options and the tactics that flags stand for. Titles are kept as they are written.

    Flags that cannot be kept are an error: a plan must do what its author meant."""
    parsed = parse_flags([word for word in words if word != "--plan"], side)
    for word in words:
        if word.startswith("--") and word[2:] in OF_COMMANDS:
            sentence = f"{word} is given with a command and not kept in a plan."
            raise UnusableError("bad_plan", sentence)
    if parsed.server is not None:
        sentence = f"A plan is for any server, so it cannot keep {parsed.server!r}."
        raise UnusableError("bad_plan", sentence)
    if parsed.warnings:
        raise UnusableError("bad_plan", f"Nothing was saved. {' '.join(parsed.warnings)}")
    options: dict[str, Any] = {}
    for place, word in enumerate(words):
        name = word.removeprefix("--")
        if not word.startswith("--") or name not in OPTIONS[side]:
            continue
        if OPTIONS[side][name] is bool:
            options[name] = True
        else:
            options.setdefault(name, []).append(words[place + 1])
    return options, dict(parsed.given.get("tactics", {}))
