"""A fight as the recordings have it: the flat keys of the FORMAT, and its names."""

from __future__ import annotations

import re
from typing import Any

from turnwright.games.spire.state import Battle, Card, Monster, Run

from . import monsters

KINDS = {
    "BanditBear": "BEAR", "BanditChild": "POINTY", "BanditLeader": "ROMEO", "Champ": "THE_CHAMP",
    "FuzzyLouseDefensive": "GREEN_LOUSE", "FuzzyLouseNormal": "RED_LOUSE",
    "GremlinFat": "FAT_GREMLIN", "GremlinThief": "SNEAKY_GREMLIN",
    "GremlinTsundere": "SHIELD_GREMLIN", "GremlinWarrior": "MAD_GREMLIN", "Healer": "MYSTIC",
    "Maw": "THE_MAW", "Serpent": "SPIRE_GROWTH", "SlaverBlue": "BLUE_SLAVER",
    "SlaverBoss": "TASKMASTER", "SlaverRed": "RED_SLAVER", "": "INVALID = 0",
}  # fmt: skip
"""Monsters that have another name in the recordings."""
POWERS = {
    "IntangiblePlayer": "INTANGIBLE", "Weakened": "WEAK", "Confusion": "CONFUSED",
    "DexLoss": "LOSE_DEXTERITY", "Flex": "LOSE_STRENGTH", "NoBlockPower": "NO_BLOCK",
    "DuplicationPower": "DUPLICATION", "Draw Card": "DRAW_CARD_NEXT_TURN", "Regeneration": "REGEN",
    "TheBomb": "THE_BOMB", "Regenerate": "REGEN", "BeatOfDeath": "BEAT_OF_DEATH", "Anger": "ENRAGE",
    "Generic Strength Up Power": "GENERIC_STRENGTH_UP", "Compulsive": "REACTIVE",
    "Life Link": "REGROW",
}  # fmt: skip
"""Powers, likewise."""


def _name(own: str, others: dict[str, str]) -> str:
    told = others.get(own)
    if told is None:
        told = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", own).upper().replace(" ", "_")
    return told


def monster_name(kind: str) -> str:
    return _name(kind, KINDS)


def snapshot(G: Run) -> dict[str, Any]:
    """What the recordings tell of a fight."""
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
    for place, monster in enumerate(b.monsters):
        found[f"m{place}"] = _monster(G, monster)
    stolen = [one.stolen for one in b.monsters if one.stolen is not None]
    if stolen:
        found["stasis"] = [_card(card)[0] for card in stolen]
    if b.choice is not None:
        found["csel"] = _choice(b)
    return found


def _powers(powers: dict[str, int]) -> dict[str, int]:
    return {_name(name, POWERS): amount for name, amount in powers.items()}


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
    told = f"{card.kind}+{card.up}" if card.up else card.kind
    more: dict[str, int] = {}
    if card.free:
        more["free"] = 1
    if card.retain:
        more["retain"] = 1
    if card.special and card.kind in ("Rampage", "RitualDagger"):
        more["special"] = card.special
    found = [told, card.uid, card.cost, card.turn_cost]
    return [*found, more] if more else found


def _monster(G: Run, monster: Monster) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": monster_name(monster.kind),
        "hp": monster.hp,
        "max": monster.max_hp,
        "blk": monster.block,
        "move": monster.move or "INVALID",
        "last": monster.last or "INVALID",
        "pow": _powers(monster.powers),
    }
    if monster.is_gone or monster.has_escaped:
        found["gone"] = 1
    if monster.is_half_dead:
        found["half_dead"] = 1
    intent = monsters.intent(G, monster)
    if intent.hits and "gone" not in found:
        found["dmg"], found["hits"] = intent.base, intent.hits
        found["adj"] = monsters.shown_damage(G, monster, intent.base)
    return found
