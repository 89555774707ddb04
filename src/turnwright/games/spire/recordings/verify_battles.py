"""Replays recorded fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import turnwright as tw
from turnwright.games.spire.combat import monsters
from turnwright.games.spire.game import game
from turnwright.games.spire.run.relics import COUNTERS

from . import fight_format as battle_trace
from .engine_differences import VARIANT
from .run_format import character, counters, encounter, snapshot

PILES = ("hand", "draw", "disc", "exh")
ENCOUNTERS = {encounter(name): name for name in monsters.ENCOUNTERS}


def start(entry: Mapping[str, Any], variant: str = VARIANT) -> tw.Match:
    """Start the recorded fight, with the rules of the recording engine or of another variant."""
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
            "class": character(setup.get("class", "IRONCLAD")),
            "ascension": setup.get("asc", 0),
            "scene": scene,
            "variant": variant,
        },
        record=False,
    )


def _relics(entry: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """The relics with their counters before the fight. Those of the setup come last."""
    setup, kinds = entry["setup"].get("relics", ()), entry["init"]["relics"]
    own = len(kinds) - len(setup)
    for place, (kind, _) in enumerate(kinds):
        given: Sequence[Any] = setup[place - own] if place >= own else ()
        yield kind, given[1] if len(given) > 1 else COUNTERS.get(kind, -1)


def act(match: tw.Match, action: Mapping[str, Any]) -> tw.Refusal | None:
    """Make a recorded action in a fight."""
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
        picks = () if is_skip else (str(_option(match, action["idx"])),)
        return match.submit(tw.Answer(0, picks=picks))
    if kind == "multi_select":
        return match.submit(tw.Answer(0, picks=tuple(str(place) for place in action["idxs"])))
    return match.submit(tw.Answer(0, kind, ()))


def _option(match: tw.Match, place: int) -> int:
    """The option that a recorded place means. Recorded lists of the draw pile are in its order; here
    they are sorted."""
    b = match.G.battle
    if b is None or b.choice is None or b.choice.source != "sorted_draw":
        return place
    wanted = b.draw[place]
    return next(at for at, card in enumerate(b.sorted_draw) if card is wanted)


def is_same(path: str, expected: Any, got: Any) -> bool:
    """Ignore the damage where only one side records it as an attack."""
    return path.endswith((".dmg", ".adj", ".hits")) and (expected is None or got is None)


WRONG_COSTS = ("Trip", "Rage", "Infernal Blade+1", "Shiv")
"""Cards that cost 1 in the recordings and 0 in the game. The entries tag where this matters."""


def corrected(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """A recorded fight without empty slots and with corrected costs."""
    found = battle_trace.comparable(recorded)
    for key in PILES:
        if key in found:
            found[key] = [_corrected_card(card) for card in found[key]]
    for key in ("encounter", "ub", "boss"):
        found.pop(key, None)
    return found


def _corrected_card(card: list[Any]) -> list[Any]:
    if not card[0].startswith(WRONG_COSTS):
        return card
    return [card[0], card[1], *(0 if cost == 1 else cost for cost in card[2:4]), *card[4:]]


def shown(c: Any) -> dict[str, Any]:
    """The state in the format of the recordings, with its fight."""
    found = snapshot(c)
    if c.G.battle is not None:
        found.update(battle_trace.comparable(battle_trace.snapshot(c.G)))
        found["rng"] = counters(c.G, in_fight=True)
    return found
