"""Replaying recorded fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import turnwright as tw

from .combat import monsters
from .combat import trace as battle_trace
from .game import game
from .relics import COUNTERS
from .trace import counters, encounter, snapshot

ENCOUNTERS = {encounter(name): name for name in monsters.ENCOUNTERS}


def start(entry: Mapping[str, Any]) -> tw.Match:
    """The fight, set up as in the recording."""
    setup, init = entry["setup"], entry["init"]
    hp = setup.get("hp", init["hp"])
    scene = {
        "act": setup["act"],
        "floor": setup["floor"],
        "room": setup.get("room", "MONSTER"),
        "hp": hp,
        "max_hp": setup.get("max_hp", hp),
        "gold": setup.get("gold", init["gold"]),
        "deck": init["deck"],
        "relics": list(_relics(entry)),
        "potions": init["potions"],
        "encounter": ENCOUNTERS[setup["encounter"]],
        "last_room": "REST" if setup.get("last_rest") else "",
        "bottled": init.get("bottled", ()),
    }
    return game.start(
        seats=1,
        options={
            "seed": setup["seed"],
            "class": setup.get("class", "IRONCLAD"),
            "ascension": setup.get("asc", 0),
            "scene": scene,
        },
        record=False,
    )


def _relics(entry: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """The relics with their counters before the fight. Those that the setup gives stand last."""
    setup, kinds = entry["setup"].get("relics", ()), entry["init"]["relics"]
    own = len(kinds) - len(setup)
    for place, (kind, _) in enumerate(kinds):
        given = setup[place - own] if place >= own else ()
        yield kind, given[1] if len(given) > 1 else COUNTERS.get(kind, -1)


def act(match: tw.Match, action: Mapping[str, Any]) -> tw.Refusal | None:
    """Do what a recording did in a fight."""
    kind = action["t"]
    if kind == "play":
        target = action.get("target", -1)
        return match.submit(tw.Answer(0, "play", (action["hand"], target)))
    if kind == "potion_use":
        return match.submit(tw.Answer(0, kind, (action["slot"], action.get("target", -1))))
    if kind == "potion_discard":
        return match.submit(tw.Answer(0, kind, (action["slot"],)))
    if kind == "select":
        is_skip = action["from"] == "offer" and action["idx"] == 3
        picks = () if is_skip else (str(action["idx"]),)
        return match.submit(tw.Answer(0, picks=picks))
    if kind == "multi_select":
        return match.submit(tw.Answer(0, picks=tuple(str(place) for place in action["idxs"])))
    return match.submit(tw.Answer(0, kind, ()))


def shown(c: Any) -> dict[str, Any]:
    """The state with its fight."""
    found = snapshot(c)
    if c.G.battle is not None:
        found.update(battle_trace.snapshot(c.G))
        found["rng"] = counters(c.G, in_fight=True)
    return found
