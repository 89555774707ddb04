"""How the bots value cards, relics and potions."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from turnwright.games.spire.card_text import text_of
from turnwright.games.spire.library import CURSE, POWER, STATUS, cards
from turnwright.games.spire.state import Card

BY_RARITY = {"BASIC": 15, "COMMON": 40, "UNCOMMON": 45, "RARE": 50, "SPECIAL": 35}
CARDS = {
    "Strike_R": 8, "Defend_R": 14, "Bash": 45,
    # attacks
    "Anger": 55, "Blood for Blood": 48, "Bludgeon": 68, "Body Slam": 38, "Carnage": 76, "Clash": 15,
    "Cleave": 62, "Clothesline": 52, "Dropkick": 46, "Feed": 74, "Fiend Fire": 58, "Headbutt": 56,
    "Heavy Blade": 46, "Hemokinesis": 68, "Immolate": 92, "Iron Wave": 54, "Perfected Strike": 56,
    "Pommel Strike": 72, "Pummel": 54, "Rampage": 50, "Reaper": 70, "Reckless Charge": 36,
    "Searing Blow": 20, "Sever Soul": 46, "Sword Boomerang": 50, "Thunderclap": 54, "Twin Strike": 60,
    "Uppercut": 78, "Whirlwind": 70, "Wild Strike": 42,
    # skills
    "Armaments": 56, "Battle Trance": 72, "Bloodletting": 40, "Burning Pact": 50, "Disarm": 76,
    "Double Tap": 44, "Dual Wield": 30, "Entrench": 26, "Exhume": 40, "Flame Barrier": 78, "Flex": 26,
    "Ghostly Armor": 60, "Havoc": 22, "Impervious": 86, "Infernal Blade": 36, "Intimidate": 48,
    "Limit Break": 36, "Offering": 90, "Power Through": 60, "Rage": 40, "Second Wind": 46,
    "Seeing Red": 46, "Sentinel": 40, "Shockwave": 86, "Shrug It Off": 80, "Spot Weakness": 62,
    "True Grit": 56, "Warcry": 18,
    # powers
    "Barricade": 34, "Berserk": 42, "Brutality": 46, "Combust": 46, "Corruption": 40,
    "Dark Embrace": 34, "Demon Form": 76, "Evolve": 26, "Feel No Pain": 42, "Fire Breathing": 18,
    "Inflame": 76, "Juggernaut": 44, "Metallicize": 68, "Rupture": 20,
    # colourless
    "Apotheosis": 88, "Bandage Up": 52, "Bite": 40, "Dramatic Entrance": 56, "Flash of Steel": 58,
    "Finesse": 54, "Ghostly": 60, "Good Instincts": 52, "HandOfGreed": 66, "Madness": 30,
    "Master of Strategy": 70, "Panache": 44, "PanicButton": 48, "Swift Strike": 46, "The Bomb": 56,
    "Thinking Ahead": 46, "Trip": 52, "Blind": 48, "Dark Shackles": 54, "J.A.X.": 50,
    "RitualDagger": 50, "Impatience": 28, "Forethought": 20, "Purity": 26, "Mind Blast": 40,
}  # fmt: skip
"""The value of one more copy, from 0 to 100."""

UPGRADES = {
    "Bash": 70, "Carnage": 55, "Immolate": 60, "Inflame": 62, "Demon Form": 66, "Uppercut": 60,
    "Shockwave": 60, "Armaments": 70, "Battle Trance": 58, "Pommel Strike": 50, "Offering": 56,
    "Flame Barrier": 54, "Shrug It Off": 48, "Impervious": 60, "Twin Strike": 46, "Cleave": 45,
    "Whirlwind": 64, "Body Slam": 62, "True Grit": 60, "Perfected Strike": 50, "Metallicize": 50,
    "Hemokinesis": 50, "Spot Weakness": 46, "Bludgeon": 56, "Thunderclap": 44, "Searing Blow": 80,
    "Strike_R": 12, "Defend_R": 16, "Apotheosis": 10, "Corruption": 58, "Barricade": 50,
    "Limit Break": 72,
}  # fmt: skip
"""The value of an upgrade."""

COPIES = {"Demon Form", "Barricade", "Corruption", "Apotheosis", "Offering", "Brutality", "Berserk"}
"""Cards of which a second copy is worth little."""

BOSS_RELICS = {
    "Sozu": 80, "Cursed Key": 78, "Fusion Hammer": 76, "Coffee Dripper": 60, "Busted Crown": 55,
    "Ectoplasm": 50, "Mark of Pain": 66, "Philosopher's Stone": 58, "Runic Dome": 45,
    "Velvet Choker": 52, "SlaversCollar": 68, "Black Star": 56, "Snecko Eye": 62, "Black Blood": 60,
    "Runic Cube": 52, "Pandora's Box": 55, "Astrolabe": 58, "Calling Bell": 54, "Empty Cage": 56,
    "Runic Pyramid": 64, "Sacred Bark": 40, "SacredBark": 40, "Tiny House": 42, "HoveringKite": 40,
}  # fmt: skip

BURDENS = (CURSE, STATUS)


def card_value(card: Card) -> float:
    """The value of one more copy of this card."""
    facts = cards()[card.kind]
    if facts.type in BURDENS:
        return -10.0
    return CARDS.get(card.kind, BY_RARITY.get(facts.rarity, 30)) + (8 if card.up else 0)


def upgrade_value(card: Card) -> float:
    """The value of upgrading this card."""
    return UPGRADES.get(card.kind, CARDS.get(card.kind, 30) * 0.55)


def deck_gain(card: Card, deck: list[Card]) -> float:
    """How much a deck gains by this card."""
    same = sum(one.kind == card.kind for one in deck)
    value = card_value(card) - 8 * same
    if same and card.kind in COPIES:
        value -= 40
    attacks = sum(_damage(one) for one in deck) / max(1, len(deck))
    if _damage(card) and attacks < 5:  # too weak to win in time
        value += 10
    return value


def _damage(card: Card) -> int:
    found = card_numbers(card.kind, card.up)
    return found.damage * found.times


# --- what is printed -----------------------------------------------------------------------------


class CardNumbers(NamedTuple):
    """The numbers in the text of a card."""

    damage: int = 0
    times: int = 1
    is_for_all: bool = False
    block: int = 0
    draws: int = 0
    energy: int = 0
    hp: int = 0
    strength: int = 0
    vulnerable: int = 0
    weak: int = 0
    is_power: bool = False


_HITS = re.compile(r"^(\d+) damage|[.,] (\d+) damage")
_TIMES = re.compile(r"damage[^.;]*?(\d+) times")


@cache
def card_numbers(kind: str, up: int) -> CardNumbers:
    """Parse the text of a card."""
    if cards()[kind].type == POWER:
        return CardNumbers(is_power=True)
    text = text_of(kind, up).partition("When ")[0]
    hits = _HITS.search(text)
    times = _TIMES.search(text)
    return CardNumbers(
        damage=int(hits[1] or hits[2]) if hits else 0,
        times=int(times[1]) if times else 2 if "damage twice" in text else 1,
        is_for_all="all enemies" in text,
        block=_number(r"(\d+) block", text),
        draws=_number(r"[Dd]raw (\d+)", text),
        energy=_number(r"(\d+) energy", text),
        hp=_number(r"Lose (\d+) HP", text),
        strength=_number(r"^(\d+) Strength|HP\. (\d+) Strength", text),
        vulnerable=_number(r"(\d+) (?:Weak and )?Vulnerable", text) * ("yourself" not in text),
        weak=_number(r"(\d+) Weak", text) * ("your hand" not in text),
    )


def _number(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    return 0 if found is None else int(next(group for group in found.groups() if group))
