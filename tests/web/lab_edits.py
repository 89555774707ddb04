"""All kinds of edits of an encounter, and what each makes of its expanded form."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from turnwright.skirmish.model import files, library, parsed_document
from turnwright.skirmish.model.name_resolution import resolve


def expanded(text: str) -> Any:
    """The expanded form of a text, as the server sends it."""
    return json.loads(msgspec.json.encode(resolve(files.parse(text))))


class Edit(msgspec.Struct):
    """A call of the document, and what it makes of the expanded form. It may touch the lines of what
    the steps `near` lead to."""

    sample: str
    method: str
    args: list[Any]
    expect: Callable[[Any], None]
    near: tuple[str | int, ...]


def inside(data: Any, steps: tuple[str | int, ...]) -> Any:
    for step in steps:
        data = data[step]
    return data


def put(steps: tuple[str | int, ...], value: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for step in steps[:-1]:
            data = data.setdefault(step, {}) if isinstance(data, dict) else data[step]
        data[steps[-1]] = copy.deepcopy(value)

    return change


def path_text(steps: tuple[str | int, ...]) -> str:
    return parsed_document.path_text(steps)


def combatants(data: Any) -> Iterator[tuple[str | int, ...]]:
    """The steps to every combatant."""
    holders: list[tuple[tuple[str | int, ...], Any]] = [((), data)]
    holders += [(("day", n), step) for n, step in enumerate(data.get("day", []))]
    for start, holder in holders:
        for number, side in enumerate(holder.get("sides", [])):
            for index in range(len(side.get("combatants", []))):
                yield (*start, "sides", number, "combatants", index)


PUSH = {
    "name": "Push: hard",
    "cost": [
        {"resource": "Action"},
        {"resource": "SpellSlot", "level": 2, "allow_upcast": True},
    ],
    "requires": [{"type": "SelfCondition", "name": "hp_percent", "op": ">=", "value": 50}],
    "effect": [{"type": "Attack", "to_hit": 3, "damage": "1"}],
    "timing": {"type": "Main"},
}


def edits_of(sample: str, data: Any) -> Iterator[Edit]:
    def setting(steps: tuple[str | int, ...], value: Any, near: tuple[str | int, ...]) -> Edit:
        return Edit(sample, "setAt", [path_text(steps), value], put(steps, value), near)

    def removing(steps: tuple[str | int, ...], near: tuple[str | int, ...]) -> Edit:
        def change(data: Any) -> None:
            del inside(data, steps[:-1])[steps[-1]]

        return Edit(sample, "removeAt", [path_text(steps)], change, near)

    yield setting(("name",), "Number 5: a #test", ("name",))
    yield setting(("notes",), "two\nlines", ("notes",))
    yield from edits_of_sides_and_days(sample, data)
    for who in combatants(data):
        one = inside(data, who)
        yield setting((*who, "hp"), 99, who)
        yield setting((*who, "hp"), "3d8+2", who)
        yield setting((*who, "count"), 3, who)
        yield setting((*who, "name"), "Ann, the 2nd", who)
        yield setting((*who, "saves", "dex"), 7, who)
        yield setting((*who, "pools", "Bardic Inspiration"), {"max": 3, "reset": "short rest"}, who)
        yield setting((*who, "resist"), ["fire", "slashing unless Magical"], who)
        yield setting((*who, "position"), -12.5, who)
        for key in ("tags", "count", "pools", "actions", "death_saves", "initiative"):
            if key in one:
                yield removing((*who, key), who)
        for key in one.get("pools", {}):
            yield setting((*who, "pools", key), 9, who)
            yield removing((*who, "pools", key), who)
        for key in ("actions", "reactions"):
            actions = one.get(key, [])
            if not actions:
                continue
            last = len(actions) - 1
            yield removing((*who, key, last), who)
            yield removing((*who, key, 0), who)
            if last:

                def moved(data: Any, steps: Any = (*who, key)) -> None:
                    items = inside(data, steps)
                    items.append(items.pop(0))

                yield Edit(sample, "moveItem", [path_text((*who, key)), 0, last], moved, who)

            def inserted(data: Any, steps: Any = (*who, key)) -> None:
                dodge = json.loads(msgspec.json.encode(library.actions()["Dodge"]))
                inside(data, steps).insert(1, dodge)

            yield Edit(sample, "insertAt", [path_text((*who, key)), 1, "Dodge"], inserted, who)

            def made(data: Any, steps: Any = (*who, key)) -> None:
                inside(data, steps).insert(0, copy.deepcopy(PUSH))

            yield Edit(sample, "insertAt", [path_text((*who, key)), 0, PUSH], made, who)
            for index, action in enumerate(actions):
                at = (*who, key, index)
                yield setting((*at, "name"), "Renamed", who)
                yield setting((*at, "cost"), [{"resource": "Action", "amount": 2}], who)
                yield setting((*at, "targets", "range"), 55, who)
                yield setting((*at, "concentration"), True, who)
                if action.get("cost"):
                    yield setting((*at, "cost", 0, "resource"), "Luck", who)
                    yield removing((*at, "cost", 0), who)
                for number, effect in enumerate(action.get("effect", [])):
                    for word in ("damage", "to_hit", "dc", "amount"):
                        if word in effect:
                            value = 4 if word in ("to_hit", "dc") else "2d4"
                            yield setting((*at, "effect", number, word), value, who)
                    for inner in ("on_hit", "on_fail"):
                        if effect.get(inner) and "damage" in effect[inner][0]:
                            yield setting((*at, "effect", number, inner, 0, "damage"), "9", who)
                if action.get("requires"):
                    yield removing((*at, "requires", 0), who)
                more = {"type": "SelfCondition", "name": "round", "op": "<=", "value": 3}

                def required(data: Any, steps: Any = at, more: Any = more) -> None:
                    inside(data, steps).setdefault("requires", []).append(more)

                count = len(action.get("requires", []))
                yield Edit(
                    sample, "insertAt", [path_text((*at, "requires")), count, more], required, who
                )


GOBLINS = {"use": "Goblin", "count": 2}
EVERYWHERE = ("anywhere",)


def goblins() -> Any:
    return expanded("sides: {A: [{use: Goblin, count: 2}], B: [Wolf]}")["sides"][0]["combatants"][0]


def edits_of_sides_and_days(sample: str, data: Any) -> Iterator[Edit]:
    """Edits of lists of sides, of combatants and of the day; they may touch any line."""

    def edit(method: str, args: list[Any], expect: Callable[[Any], None]) -> Edit:
        return Edit(sample, method, args, expect, EVERYWHERE)

    def new_side(data: Any) -> None:
        data["sides"].append({"name": "Third side", "combatants": [goblins()]})

    side = {"name": "Third side", "combatants": [GOBLINS]}
    yield edit("insertAt", ["sides", len(data["sides"]), side], new_side)
    rename = put(("sides", 0, "name"), "Us: all")
    if not data.get("surprised"):  # it names the side
        yield edit("setAt", ["sides[0].name", "Us: all"], rename)
    if len(data["sides"]) > 1:  # a day may have only one side of its own
        yield edit(
            "moveItem", ["sides", 0, 1], lambda data: data["sides"].insert(1, data["sides"].pop(0))
        )

    if len(data["sides"]) > 1 and len(data["sides"][0]["combatants"]) > 1:

        def across(data: Any) -> None:
            first, second = (side["combatants"] for side in data["sides"][:2])
            second.insert(1, first.pop(0))

        yield edit("moveAcross", ["sides[0].combatants", 0, "sides[1].combatants", 1], across)
    if len(data["sides"]) > 2:
        yield edit("removeAt", ["sides[0]"], lambda data: data["sides"].pop(0))
    for who in combatants(data):
        steps, index = who[:-1], who[-1]
        members = inside(data, steps)

        def added(data: Any, steps: Any = steps, index: Any = index) -> None:
            inside(data, steps).insert(index, goblins())

        def copied(data: Any, steps: Any = steps, index: Any = index) -> None:
            twin = {**inside(data, steps)[index], "name": "Twin"}
            inside(data, steps).insert(index + 1, twin)

        def removed(data: Any, steps: Any = steps, index: Any = index) -> None:
            inside(data, steps).pop(index)

        yield edit("insertAt", [path_text(steps), index, GOBLINS], added)
        yield edit("duplicate", [path_text(steps), index, "Twin"], copied)
        if len(members) > 1:
            yield edit("removeAt", [path_text(who)], removed)

            def moved(data: Any, steps: Any = steps, index: Any = index) -> None:
                inside(data, steps).insert(0, inside(data, steps).pop(index))

            yield edit("moveItem", [path_text(steps), index, 0], moved)
        pointer = "/" + "/".join(map(str, (*who, "hp")))
        patch = [{"op": "replace", "path": pointer, "value": 5}]
        yield edit("applyPatch", [patch], put((*who, "hp"), 5))
    for index, _ in enumerate(data.get("day", [])):

        def rested(data: Any, index: Any = index) -> None:
            data["day"].insert(index, {"type": "Rest", "kind": "long rest"})

        def fought(data: Any, index: Any = index) -> None:
            foes = {"name": "Foes", "combatants": [goblins()]}
            data["day"].insert(index, {"type": "Fight", "name": "New", "sides": [foes]})

        def dropped(data: Any, index: Any = index) -> None:
            data["day"].pop(index)

        def first(data: Any, index: Any = index) -> None:
            data["day"].insert(0, data["day"].pop(index))

        rest = {"type": "Rest", "kind": "long rest"}
        fight = {
            "type": "Fight",
            "name": "New",
            "sides": [{"name": "Foes", "combatants": [GOBLINS]}],
        }
        yield edit("insertAt", ["day", index, rest], rested)
        yield edit("insertAt", ["day", index, fight], fought)
        yield edit("removeAt", [f"day[{index}]"], dropped)
        yield edit("moveItem", ["day", index, 0], first)
        if data["day"][index]["type"] == "Rest":
            kind = put(("day", index, "kind"), "long rest")
            yield edit("setAt", [f"day[{index}].kind", "long rest"], kind)
        else:
            for key, value in (("name", "Other"), ("surprised", ["Heroes"]), ("precast", False)):
                changed = put(("day", index, key), value)
                yield edit("setAt", [f"day[{index}].{key}", value], changed)
    if not data.get("day"):

        def day(data: Any) -> None:
            data["day"] = [{"type": "Fight", "name": "First"}]

        yield edit("insertAt", ["day", 0, {"type": "Fight", "name": "First"}], day)
