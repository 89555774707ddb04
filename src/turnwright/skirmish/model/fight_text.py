"""A fight in a line of text: `4 Fighter 5, Cleric 5 vs 2 Owlbear`."""

from __future__ import annotations

import re
from typing import Any

from turnwright.core.errors import UnusableError

from . import scenario
from .files import read_data

_AGAINST = re.compile(r"\s+(?:vs\.?|versus|against)\s+", re.IGNORECASE)
_MEMBER = re.compile(r"(?:(\d{1,4})\s*x?\s+)?(\S.*)", re.IGNORECASE)


def parse_fight(text: str) -> scenario.Scenario:
    """Return the scenario of a fight. Sides are separated by `vs`, their members by commas or `+`.
    Raises `UnusableError`, or `BadFile` if nobody has one of the names."""
    sides = [part.strip() for part in _AGAINST.split(f" {text.strip()} ")]
    if len(sides) < 2 or not all(sides):
        sentence = 'Expected two sides, such as "4 Fighter 5" vs "2 Owlbear".'
        raise UnusableError("no_sides", sentence)
    names = [name if sides.count(name) == 1 else f"{name} ({n})" for n, name in enumerate(sides, 1)]
    data = {
        "name": " against ".join(sides),
        "sides": {
            name: [_member(one) for one in re.split(r"[,+]", side) if one.strip()]
            for name, side in zip(names, sides, strict=True)
        },
    }
    return read_data(data, text)


def _member(text: str) -> dict[str, Any]:
    found = _MEMBER.fullmatch(text.strip())
    assert found is not None
    count = int(found[1] or 1)
    return {"use": found[2].strip(), **({"count": count} if count != 1 else {})}
