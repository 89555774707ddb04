"""The format of recorded fights: flat keys, and the names of the recording engine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from turnwright.games.spire.combat import monsters
from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.damage import damage_from
from turnwright.games.spire.library import CURSE, cards
from turnwright.games.spire.state import Battle, Card, Monster, SpireState

NOT_COMPARED = frozenset((p.BACK_ATTACK, p.BERSERK, p.EXPLOSIVE, p.SPLIT, p.UNAWAKENED))
"""Powers that the recordings do not have."""
NOBODY = "INVALID = 0"
"""An empty slot."""
KINDS = {
    "BanditBear": "BEAR", "BanditChild": "POINTY", "BanditLeader": "ROMEO", "Champ": "THE_CHAMP",
    "FuzzyLouseDefensive": "GREEN_LOUSE", "FuzzyLouseNormal": "RED_LOUSE",
    "GremlinFat": "FAT_GREMLIN", "GremlinThief": "SNEAKY_GREMLIN",
    "GremlinTsundere": "SHIELD_GREMLIN", "GremlinWarrior": "MAD_GREMLIN", "Healer": "MYSTIC",
    "Maw": "THE_MAW", "Serpent": "SPIRE_GROWTH", "SlaverBlue": "BLUE_SLAVER",
    "SlaverBoss": "TASKMASTER", "SlaverRed": "RED_SLAVER", "": NOBODY,
}  # fmt: skip
"""Monsters with another name in the recordings."""
POWERS = {
    "IntangiblePlayer": "INTANGIBLE", "Weakened": "WEAK", "Confusion": "CONFUSED",
    "DexLoss": "LOSE_DEXTERITY", "Flex": "LOSE_STRENGTH", "NoBlockPower": "NO_BLOCK",
    "DuplicationPower": "DUPLICATION", "Draw Card": "DRAW_CARD_NEXT_TURN", "Regeneration": "REGEN",
    "TheBomb": "THE_BOMB", "Regenerate": "REGEN", "BeatOfDeath": "BEAT_OF_DEATH", "Anger": "ENRAGE",
    "Generic Strength Up Power": "GENERIC_STRENGTH_UP", "Compulsive": "REACTIVE",
    "Life Link": "REGROW",
}  # fmt: skip
"""Powers with another name in the recordings."""


def _name(own: str, others: dict[str, str]) -> str:
    recorded = others.get(own)
    if recorded is None:
        recorded = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", own).upper().replace(" ", "_")
    return recorded


def monster_name(kind: str) -> str:
    """The recordings' name of a monster."""
    return _name(kind, KINDS)


def snapshot(G: SpireState) -> dict[str, Any]:
    """The state of a fight in the format of the recordings."""
    b = G.battle
    assert b is not None
    found: dict[str, Any] = {
        "turn": b.turn,
        "block": b.block,
        "energy": b.energy,
        "energy_per_turn": b.energy_per_turn,
        "pow": _powers(b.powers),
        "ctr": _counts(b),
        "hand": [_card(card) for card in b.hand],
        "draw": [_card(card) for card in b.draw],
        "disc": [_card(card) for card in b.discard],
        "exh": [_card(card) for card in b.exhaust],
    }
    if b.encounter == "Shield and Spear":  # the recordings keep Surrounded to the end
        found["pow"]["SURROUNDED"] = 1
    for place, monster in enumerate(b.monsters):
        found[f"m{place}"] = _monster(G, monster)
    stolen = [one.stolen for one in b.monsters if one.stolen is not None]
    if stolen:
        found["stasis"] = [_card(card)[0] for card in stolen]
    if b.choice is not None:
        found["csel"] = _choice(b)
    return found


def _powers(powers: dict[str, int]) -> dict[str, int]:
    shown = {name: amount for name, amount in powers.items() if amount and name not in NOT_COMPARED}
    return {_name(name, POWERS): amount for name, amount in shown.items()}


def _counts(b: Battle) -> dict[str, Any]:
    found: dict[str, Any] = {
        word: b.counts.get(word, 0) for word in ("played", "attacks", "skills", "discarded")
    }
    if any(b.bombs):
        found["bombs"] = [*b.bombs, 0, 0, 0][:3]
    if "Panache" in b.powers:
        found["panache"] = b.counts["panache"]
    if "Combust" in b.powers:
        found["combust_hp_loss"] = b.counts["combust"]
    return found


def _choice(b: Battle) -> dict[str, Any]:
    choice = b.choice
    assert choice is not None
    found: dict[str, Any] = {"task": choice.task}
    if choice.source == "offer":
        found["cards"] = [card.kind for card in choice.offer]
    if choice.task == "EXHAUST_MANY":
        found["max"] = choice.most
    return found


def _card(card: Card) -> list[Any]:
    recorded = f"{card.kind}+{card.up}" if card.up else card.kind
    more: dict[str, int] = {}
    if card.free:
        more["free"] = 1
    if card.retain:
        more["retain"] = 1
    if card.special and card.kind in ("Rampage", "RitualDagger"):
        more["special"] = card.special
    costs = [card.cost, card.turn_cost]
    if cards()[card.kind].type == CURSE:  # curses cost -3 in the recordings
        costs = [-3 if cost == -2 else cost for cost in costs]
    found = [recorded, card.uid, *costs]
    return [*found, more] if more else found


def comparable(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a recorded fight that can be compared: without the engine's internal numbers,
    the last move (repeated moves are not recorded), and everything about dead monsters."""
    found = dict(recorded)
    if "NO_DRAW" in recorded.get("pow", ()):  # the engine counts it; in the game it has no amount
        found["pow"] = {**recorded["pow"], "NO_DRAW": 1}
    for key in ("m0", "m1", "m2", "m3", "m4"):
        if key in recorded:
            if recorded[key]["id"] == NOBODY:
                del found[key]
            else:
                found[key] = _comparable(recorded[key])
    return found


def _comparable(recorded: Mapping[str, Any]) -> dict[str, Any]:
    if "gone" in recorded and "half_dead" not in recorded:
        return {"id": recorded["id"], "hp": recorded["hp"]}
    left_out = {"misc", "last"}
    if recorded.get("move") in ("EXPLODER_EXPLODE", "WRITHING_MASS_WITHER"):
        left_out |= {"dmg", "hits", "adj"}
    found = {name: value for name, value in recorded.items() if name not in left_out}
    found["pow"] = {name: value for name, value in recorded["pow"].items() if name != "REACTIVE"}
    return found


def _move(monster: Monster, move: str) -> str:
    return f"{monster_name(monster.kind)}_{move}" if move else "INVALID"


def _monster(G: SpireState, monster: Monster) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": monster_name(monster.kind),
        "hp": monster.hp,
        "max": monster.max_hp,
        "blk": monster.block,
        "move": _move(monster, monster.move),
        "last": _move(monster, monster.last),
        "pow": _powers(monster.powers),
    }
    if monster.is_gone or monster.has_escaped:
        found["gone"] = 1
    if monster.is_half_dead:
        found["half_dead"] = 1
    _, _, base, hits = monsters.intent(G, monster)
    if base >= 0 and "gone" not in found:
        found["dmg"], found["hits"] = base, hits
        relics = {relic.kind for relic in G.relics}
        found["adj"] = damage_from(relics, G.battle.powers, monster, base) if G.battle else base
    return found
