"""How many targets a text or a spell affects: areas are converted to a number of targets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from turnwright.bridges.encounter_files.json_lookup import int_at, text_at
from turnwright.skirmish.model.scenario import Targets

from .prose_parser import tidy

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}


class Area(NamedTuple):
    """A number of targets, and the area that it stands for."""

    count: int  # type: ignore[assignment]  # hides tuple.count
    range: int | None
    description: str
    """Empty if the text gives the number of targets."""


_WITHIN = re.compile(
    r"\b(?:Each|Every|Any)[\w' -]*? (?:creatures?|humanoid)[^.]*?within (\d+) feet", re.IGNORECASE
)


def area(words: str) -> Area:
    """Return how many targets a text affects. Areas count by size: a cone has one target per 10 feet, a
    line one per 30 feet, a circle one per 5 feet of its radius."""
    text = tidy(words)
    cone = re.search(r"(\d+)-foot cone", text)
    if cone:
        return _counted(int(cone[1]) / 10, int(cone[1]), f"a {cone[1]}-foot cone")
    line = re.search(r"(\d+)-foot[- ]line|line (?:that is )?(\d+) feet long", text)
    if line:
        size = int(line[1] or line[2])
        return _counted(size / 30, size, f"a {size}-foot line")
    radius = re.search(r"(\d+)-foot[- ]radius", text)
    within = _WITHIN.search(text)
    one = re.search(r"\b(?:targets|fixes its gaze on) one\b|\bOne \w+", text)
    if within and not (one and one.start() < within.start()):
        size = int(within[1])
        elsewhere = re.match(r" of (?:that|the (?:point|flash))", text[within.end() :])
        return _counted(size / 5, None if elsewhere else size, f"everybody within {size} feet")
    if radius:
        size = int(radius[1])
        return _counted(size / 5, None, f"a radius of {size} feet")
    if re.search(r"Each creature in the [\w']+'s space|each creature in its space", text):
        return _counted(2, _reach(text) or 5, "its own space")
    if re.search(r"[Ee]ach (?:of those )?(?:target|creature)s?\b", text) and not one:
        return _counted(2, None, "several targets")
    several = re.search(r"\b(two|three|four) (?:bolts|rays|targets|creatures)", text)
    if several:
        return Area(NUMBERS[several[1]], _reach(text), "")
    return Area(1, _reach(text), "")


def spell_area(data: Mapping[str, Any]) -> Area:
    """Return how many targets a spell affects, from its area or its text."""
    text = tidy(text_at(data, "desc"))
    size, kind = int_at(data, "area_of_effect", "size"), text_at(data, "area_of_effect", "type")
    if size > 0:
        per = {"cone": 10, "line": 30, "cube": 10}.get(kind, 5)
        return _counted(
            size / per, size if kind in ("cone", "line") else None, f"a {size}-foot {kind}"
        )
    several = re.search(
        r"(?:[Uu]p to|as many as) (two|three|four|six|ten) (?:other )?(?:targets|creatures)", text
    )
    if several:
        return Area(NUMBERS[several[1]] + ("other" in several[0]), None, "")
    if re.search(r"any number of creatures|Creatures of your choice", text):
        return _counted(4, None, "creatures of its choice")
    return Area(1, None, "")


def _counted(count: float, distance: int | None, words: str) -> Area:
    return Area(max(1, min(99, round(count))), distance, words)


def _reach(text: str) -> int | None:
    found = re.search(r"within (\d+) feet", text)
    return int(found[1]) if found else None


def enemies(area: Area) -> Targets:
    """Return the enemies in an area as targets."""
    return Targets(pick="least hp", count=area.count, range=area.range)
