"""Compares what a seed generates: lists, pools, maps, Neow, and walks through act 1 in which every
fight is won at once and no reward is taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import turnwright as tw
from turnwright.games.spire.game import game
from turnwright.games.spire.library import potions
from turnwright.games.spire.rng import seed_from_text, seed_to_text
from turnwright.games.spire.run import events, map, neow
from turnwright.games.spire.state import Card, SpireState
from turnwright.testing.first_difference import Difference, first_difference

from .engine_differences import OPTIONS
from .run_format import EVENTS, START_SHUFFLES, card, character, encounter, snapshot

BONUSES = (*neow.SMALL, *neow.MEDIUM, *(bonus for bonus, _ in neow.LARGE), "BOSS_RELIC")
DRAWBACKS = ("", neow.NONE, *neow.DRAWBACKS, "LOSE_STARTER_RELIC")
REST = ("rest", "smith", "recall", "lift", "toke", "dig", "skip")
STREAMS = (
    "card", "card_random", "event", "merchant", "misc", "monster", "neow", "potion", "relic", "shuffle",
    "treasure",
)  # fmt: skip
ODD_POTIONS = {"ElixirPotion": "ELIXIR_POTION", "FairyPotion": "FAIRY_POTION"}


def verify_seed(entry: Mapping[str, Any]) -> Difference | None:
    """Compare what a seed generates, and all its walks."""
    match = _start(entry)
    found = first_difference(-1, _recorded(entry), _start_of(match.c.G, entry))
    for walk in entry["act1_walks"]:
        found = found or _walk(entry, walk)
    return found


def _start(entry: Mapping[str, Any]) -> tw.Match:
    return game.start(
        seats=1,
        options={
            "seed": entry["seed"],
            "class": character(entry["class"]),
            "ascension": entry["ascension"],
            **OPTIONS,
            "fights": "won",
        },
        record=False,
    )


# --- the start -----------------------------------------------------------------------------------


def _recorded(entry: Mapping[str, Any]) -> dict[str, Any]:
    same = (
        "seed_str", "boss", "boss2", "hp", "max_hp", "gold", "deck", "relics", "potion_slots",
        "monster_list", "elite_list", "relic_pools", "event_pools", "rng_after_init",
    )  # fmt: skip
    found = {key: entry[key] for key in same}
    found["neow"] = [[BONUSES[one["bonus"]], DRAWBACKS[one["drawback"]]] for one in entry["neow"]]
    found["seed"] = entry["seed"]
    found["maps"] = {
        act: {
            "nodes": sorted([n["x"], n["y"], n["symbol"], *n["edges"]] for n in recorded["nodes"]),
            "burning_elite": recorded["burning_elite"],
        }
        for act, recorded in entry["maps"].items()
    }
    return found


def _start_of(G: SpireState, entry: Mapping[str, Any]) -> dict[str, Any]:
    pools = G.event_pools
    return {
        "seed": seed_from_text(entry["seed_str"]),
        "seed_str": seed_to_text(G.seed),
        "boss": encounter(G.bosses[0]),
        "boss2": None,
        "hp": G.hp,
        "max_hp": G.max_hp,
        "gold": G.gold,
        "deck": [one.kind for one in G.deck],
        "relics": [relic.kind for relic in G.relics],
        "potion_slots": len(G.potions),
        "monster_list": [encounter(name) for name in G.monsters],
        "elite_list": [encounter(name) for name in G.elites],
        "relic_pools": {tier: list(pool) for tier, pool in G.relic_pools.items()},
        "event_pools": {
            recorded: [EVENTS.get(name, name) for name in pools[own]]
            for recorded, own in (("events", "act"), ("shrines", "shrines"), ("one_time", "once"))
        },
        "rng_after_init": {name: _stream(G, name) for name in entry["rng_after_init"]},
        "neow": [list(offer) for offer in G.memory["offers"]],
        "maps": {act: _map(G, int(act)) for act in entry["maps"]},
    }


def _stream(G: SpireState, name: str) -> dict[str, int]:
    stream = getattr(G.streams, name)
    return {"counter": _counter(G, name), "s0": stream.s0, "s1": stream.s1}


def _counter(G: SpireState, name: str) -> int:
    counter: int = getattr(G.streams, name).counter
    return counter - START_SHUFFLES if name == "relic" else counter


def _map(G: SpireState, act: int) -> dict[str, Any]:
    made = map.generate(G.seed, act, G.ascension)
    nodes: list[list[Any]] = [[n.x, n.y, n.symbol, *n.edges] for n in made.connected()]
    return {"nodes": sorted(nodes), "burning_elite": list(made.burning or ())}


# --- walks ---------------------------------------------------------------------------------------


def _walk(entry: Mapping[str, Any], walk: Mapping[str, Any]) -> Difference | None:
    match = _start(entry)
    match.submit(tw.Answer(0, "event", (walk["neow_option"],)))
    where = f"act1_walks[{walk['neow_option']}]"
    for number, recorded in enumerate(walk["steps"]):
        got = _state(match)
        expected = {key: _plain(value) for key, value in recorded.items() if key != "chosen"}
        found = first_difference(number, expected, got, where)
        if found is not None:
            return found
        refusal = _choose(match, recorded["chosen"])
        if refusal is not None:
            return Difference(number, f"{where}.chosen", recorded["chosen"], str(refusal))
    G = match.c.G
    expected = {
        "deck": _plain(walk["final_deck"]),
        "relics": [relic["id"] for relic in walk["final_relics"]],
    }
    got = {"deck": [card(one) for one in G.deck], "relics": [relic.kind for relic in G.relics]}
    return first_difference(len(walk["steps"]), expected, got, f"{where}.final")


def _choose(match: tw.Match, chosen: Mapping[str, Any]) -> tw.Refusal | None:
    c: Any = match.c
    first = chosen["idx1"]
    answers: dict[str, Any] = {
        "EVENT": ("event", lambda: events.open_choices(c)[-1]),
        "MAP": ("map", lambda: first if c.G.y < 14 else 3),
        "REWARDS": ("reward", lambda: "skip"),
        "SHOP": ("shop", lambda: "leave"),
        "REST": ("rest", lambda: REST[first]),
        "CHEST": ("chest", lambda: ("open", "leave")[first]),
        "BOSS_RELIC": ("boss_relic", lambda: first),
    }
    if c.G.screen == "CARD_SELECT":
        question = match.asked[0]
        return match.submit(tw.Answer(0, picks=(question.options[first].id,)))
    name, arg = answers[c.G.screen]
    return match.submit(tw.Answer(0, name, (arg(),)))


def _plain(recorded: Any) -> Any:
    """A recorded value with cards as text, without the internal data of events."""
    if isinstance(recorded, list):
        return [_plain(one) for one in recorded]
    if not isinstance(recorded, Mapping):
        return recorded
    if "upgrades" in recorded:
        return card(Card(recorded["id"], recorded["upgrades"]))
    return {key: _plain(value) for key, value in recorded.items() if key != "data"}


def _state(match: tw.Match) -> dict[str, Any]:
    """A step of a walk in the format of the recordings."""
    c: Any = match.c
    G, flat = c.G, snapshot(c)
    found = {key: flat[key] for key in ("screen", "floor", "room", "node", "hp", "max_hp", "gold")}
    found["rng"] = {name: _counter(G, name) for name in STREAMS}
    found["card_rarity_factor"], found["potion_chance"] = G.card_factor, G.potion_chance
    if "event" in flat:
        found["event"] = {"event": flat["event"]["event"]}
    if "chest" in flat:
        found["chest"] = flat["chest"]
    if "boss_relics" in flat:
        found["boss_relics"] = flat["boss_relics"]
    if G.screen == "REWARDS" and G.rewards is not None:
        found["rewards"] = {
            "cards": [[card(one) for one in cards] for cards in G.rewards.cards],
            "emerald": G.rewards.emerald,
            "gold": G.rewards.gold,
            "potions": [_potion(kind) for kind in G.rewards.potions],
            "relics": G.rewards.relics,
            "sapphire": G.rewards.sapphire,
        }
    if G.screen == "SHOP" and G.shop is not None:
        prices = G.shop.prices
        found["shop"] = {
            "cards": [
                {"card": card(one), "price": price}
                for one, price in zip(G.shop.cards, prices["card"], strict=True)
            ],
            "relics": [
                {"relic": kind, "price": price}
                for kind, price in zip(G.shop.relics, prices["relic"], strict=True)
            ],
            "potions": [
                {"potion": _potion(kind), "price": price}
                for kind, price in zip(G.shop.potions, prices["potion"], strict=True)
            ],
            "remove_cost": G.shop.remove_cost,
        }
    if G.select is not None:
        found["card_select"] = {
            "cards": [
                {"card": card(one), "deck_idx": place}
                for one, place in zip(G.select.cards, G.select.places, strict=True)
                if place not in G.select.picked
            ],
            "count": G.select.count,
            "type": G.select.task,
        }
    return found


def _potion(kind: str) -> str:
    name = potions()[kind].name
    return ODD_POTIONS.get(kind) or name.upper().replace(" ", "_").replace("'", "")
