"""How many a text or a spell is about: areas are counted by whom they meet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from turnwright.bridges.encounter_files.json_lookup import whole, written
from turnwright.skirmish.model.scenario import Targets

from .prose_parser import tidy

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}


class Area(NamedTuple):
    many: int
    range: int | None
    words: str
    """Empty if the text names its targets."""


_WITHIN = re.compile(
    r"\b(?:Each|Every|Any)[\w' -]*? (?:creatures?|humanoid)[^.]*?within (\d+) feet", re.IGNORECASE
)


def area(words: str) -> Area:
    """How many a text is about. Areas are counted by their size: a cone meets one for every 10 feet,
    a line one for every 30, a circle one for every 5 feet of its radius."""
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
        return _counted(size / 5, None if elsewhere else size, f"all within {size} feet")
    if radius:
        size = int(radius[1])
        return _counted(size / 5, None, f"a radius of {size} feet")
    if re.search(r"Each creature in the [\w']+'s space|each creature in its space", text):
        return _counted(2, 5, "its own space")
    if re.search(r"[Ee]ach (?:of those )?(?:target|creature)s?\b", text) and not one:
        return _counted(2, None, "each of them")
    several = re.search(r"\b(two|three|four) (?:bolts|rays|targets|creatures)", text)
    if several:
        return Area(NUMBERS[several[1]], _reach(text), "")
    return Area(1, _reach(text), "")


def spell_area(data: Mapping[str, Any]) -> Area:
    """How many a spell meets, from its area or from its text."""
    text = tidy(written(data, "desc"))
    size, kind = whole(data, "area_of_effect", "size"), written(data, "area_of_effect", "type")
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
    return Targets(pick="least hp", count=area.many, range=area.range)
