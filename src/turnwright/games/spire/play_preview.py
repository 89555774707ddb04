"""What a card in hand would do now, for pages: damage to each enemy, block, why it cannot be played.

The effects of a card are applied to a copy of the fight, and what they queue is read but not done.
Random streams are replaced, so that a preview says nothing about what is hidden.
"""

from __future__ import annotations

import copy
import re
from collections import deque
from typing import Any

from .card_text import text_of
from .combat import power_ids as p
from .combat.card_play import (
    NO_TARGET,
    CardPlay,
    can_use,
    has_played_enough,
    may_play,
    targets_of,
)
from .combat.damage import damage_of_card
from .combat.fight import Fight
from .combat.orbs import FROST, passive_amount
from .library import ATTACK, CURSE, STATUS, cards
from .state import Card, Monster, Streams

NOBODY = Monster("", 1, 1)
"""A monster without powers, for the numbers on a card that has no target yet."""
_DAMAGE = re.compile(r"\b([Dd]eal )(\d+)( damage)")
_BLOCK = re.compile(r"\b([Gg]ain )(\d+)( Block)")

RULES = {
    "Clash": "Needs a hand of attacks only",
    "Grand Finale": "Needs an empty draw pile",
    "SignatureMove": "Needs to be the only attack in hand",
    "Secret Technique": "Needs a skill in the draw pile",
    "Secret Weapon": "Needs an attack in the draw pile",
}
"""Why a card with a condition of its own cannot be played."""


def refusal(f: Fight, card: Card) -> str:
    """Why a card in hand cannot be played now, in a few words (`why_not` has sentences)."""
    if may_play(f, card):
        return ""
    if not can_use(f, card):
        kind = cards()[card.kind].type
        if kind == ATTACK and p.ENTANGLED in f.b.powers:
            return "Entangled: no attacks"
        if kind in (CURSE, STATUS) or card.turn_cost < -1:
            return "Cannot be played"
        return RULES.get(card.kind, "Its condition is not met")
    if has_played_enough(f):
        return "No more cards this turn"
    return f"Needs {card.turn_cost} energy"


def text_now(f: Fight, card: Card) -> str:
    """The text of a card with its numbers of now. A number that differs from the printed one is written
    as `{now|printed}`."""
    b = f.b

    def damage(base: int) -> int:
        return damage_of_card(f.relics, b.powers, NOBODY, card, base, b.stance)

    def marked(found: re.Match[str], number: int) -> str:
        before, printed, after = found.groups()
        same = int(printed) == number
        return f"{before}{printed if same else f'{{{number}|{printed}}}'}{after}"

    text = text_of(card.kind, card.up)
    if cards()[card.kind].type == ATTACK:
        text = _DAMAGE.sub(lambda found: marked(found, damage(int(found[2]))), text)
    return _BLOCK.sub(lambda found: marked(found, f.block_of(int(found[2]))), text)


def preview(f: Fight, card: Card) -> dict[str, Any]:
    """What a card would do: `aims` has by monster the damage of its hits and the HP left."""
    found: dict[str, Any] = {}
    text = text_of(card.kind, card.up)
    if cards()[card.kind].type != ATTACK and " Block" not in text and " damage" not in text:
        return found  # its effects may reach beyond the copy of the fight
    aims: dict[str, dict[str, Any]] = {}
    targets = targets_of(f, card)
    for target in targets:
        trial = _planned(f, card, target)
        hits, block = _read(trial)
        if block:
            found["gives_block"] = block
        for place, strikes in hits.items():
            if target < 0 or place == target:
                aims[f"m{place}"] = _outcome(f, f.b.monsters[place], strikes)
    if aims:
        found["aims"] = aims
        found["is_for_all"] = targets == NO_TARGET
    return found


def _planned(f: Fight, card: Card, target: int) -> Fight:
    """A copy of the fight in which the card's effects wait in the queue."""
    trial = copy.copy(f)
    trial.G = copy.copy(f.G)
    trial.b = trial.G.battle = b = copy.copy(f.b)
    for pile in ("hand", "draw", "discard", "exhaust"):
        setattr(b, pile, [copy.copy(one) for one in getattr(b, pile)])
    b.monsters = [copy.copy(monster) for monster in b.monsters]
    for monster in b.monsters:
        monster.powers, monster.misc = dict(monster.powers), dict(monster.misc)
    b.powers, b.counts = dict(b.powers), dict(b.counts)
    b.orbs = [copy.copy(orb) for orb in b.orbs]
    trial.streams = trial.G.streams = Streams.of(0)
    trial.queue, trial.plays = deque(), deque()
    own = next(one for one in b.hand if one.uid == card.uid)
    trial.play = CardPlay(own, target, b.energy)
    for effect in f.hooks.cards.get(card.kind, ()):
        effect(trial, target, card.up)
    return trial


def _read(trial: Fight) -> tuple[dict[int, list[int]], int]:
    """The hits on each monster, and the block, that wait in the queue. Random hits are left out."""
    hits: dict[int, list[int]] = {}
    block = 0
    for do, args in trial.queue:
        match getattr(do, "__name__", ""):
            case "do_attack" | "do_damage" | "kills":
                hits.setdefault(args[0], []).append(args[1])
            case "do_attack_all":
                for target in trial.targetable():
                    damage = trial.damage_without_vigor(target, args[0])
                    hits.setdefault(target, []).append(damage)
            case "do_block":
                block += args[0]
    return hits, block


def _outcome(f: Fight, monster: Monster, hits: list[int]) -> dict[str, Any]:
    """What hits leave of a monster."""
    block, hp = monster.block, monster.hp
    most = monster.powers.get(p.INVINCIBLE, hp)
    for damage in hits:
        strike = min(damage, 1) if p.GHOST in monster.powers else damage
        lost = max(0, strike - block)
        block = max(0, block - strike)
        if 0 < lost < 5 and "Boot" in f.relics:
            lost = 5
        lost = min(lost, hp, most)
        hp, most = hp - lost, most - lost
    return {"hits": hits, "hp": hp, "block": block}


def block_at_turn_end(f: Fight) -> int:
    """The block that the player has when the enemies act, if no card is played any more."""
    b = f.b
    more = b.powers.get(p.METALLICIZE, 0) + b.powers.get(p.PLATED, 0)
    if "Orichalcum" in f.relics and not b.block:
        more += 6
    more += sum(passive_amount(b.powers, orb) for orb in b.orbs if orb.kind == FROST)
    return b.block + more
