"""Where content registers its effects: tables by occasion and id.

The files of cards, powers, relics, potions and monsters fill `HOOKS` when they are imported. A fight
reads the tables of its `hooks`; a rule variant has a copy with some entries replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from turnwright.games.spire.library import CardFacts
from turnwright.games.spire.state import Card, Monster, Relic

if TYPE_CHECKING:
    from .card_play import CardPlay
    from .fight import Fight

CardEffect: TypeAlias = "Callable[[Fight, int, int], object]"
"""(fight, target, number of upgrades)"""
CardRule: TypeAlias = "Callable[[Fight, Card], bool]"
CardInHand: TypeAlias = "Callable[[Fight, Card], None]"
PowerOnCard: TypeAlias = "Callable[[Fight, CardPlay, CardFacts], None]"
PowerGained: TypeAlias = "Callable[[Fight], None]"
PowerOnTurn: TypeAlias = "Callable[[Fight, int], None]"
"""(fight, amount of the power)"""
PowerOnStance: TypeAlias = "Callable[[Fight, int, str], None]"
"""(fight, amount of the power, the stance that is entered)"""
MonsterHit: TypeAlias = "Callable[[Fight, int, Monster, int], None]"
"""(fight, position, monster, damage)"""
MonsterDies: TypeAlias = "Callable[[Fight, int, Monster], bool | None]"
MonsterEffect: TypeAlias = "Callable[[Fight, int, Monster], None]"
"""(fight, position, monster)"""
MonsterOnCard: TypeAlias = "Callable[[Fight, int, Monster, CardFacts], None]"
MonsterOnTurn: TypeAlias = "Callable[[Fight, Monster], None]"
RelicEffect: TypeAlias = "Callable[[Fight, Relic], None]"
RelicOnHpLoss: TypeAlias = "Callable[[Fight, Relic, bool], None]"
RelicOnStance: TypeAlias = "Callable[[Fight, Relic, str], None]"
RelicOnCard: TypeAlias = "Callable[[Fight, Relic, CardPlay, CardFacts], None]"
PotionEffect: TypeAlias = "Callable[[Fight, str, int, int], None]"
PotionRule: TypeAlias = "Callable[[Fight], bool]"
GroupSetup: TypeAlias = "Callable[[Fight, list[Monster]], None]"

Hook = TypeVar("Hook")


def _no_monsters(f: Fight, position: int, monster: Monster) -> None:
    raise NotImplementedError("combat.monsters registers how a monster takes its turn")


class Hooks(msgspec.Struct):
    """One table per occasion; the keys are ids."""

    cards: dict[str, tuple[CardEffect, ...]] = {}
    """The effects of playing a card, in order."""
    card_rules: dict[str, CardRule] = {}
    """Whether a card can be played."""
    card_turn_end: dict[str, CardInHand] = {}
    """A card in hand at the end of a turn."""
    card_discarded: dict[str, CardInHand] = {}
    """A card that an effect discards."""
    card_other_discarded: dict[str, CardInHand] = {}
    """A card in any pile when an effect discards another one."""
    card_power_played: dict[str, CardInHand] = {}
    """A card in hand, draw pile or discard pile when the player plays a power."""
    card_created: dict[str, CardInHand] = {}
    """A card that is created in the fight, before it lies anywhere."""
    card_drawn: dict[str, CardInHand] = {}
    """A card that is drawn."""
    card_retained: dict[str, CardInHand] = {}
    """A card that stays in hand at the end of a turn because it is retained."""
    card_stance: dict[str, CardInHand] = {}
    """A card in the discard pile when the stance changes."""
    card_scry: dict[str, CardInHand] = {}
    """A card in the discard pile when the player has scried."""

    power_card: dict[str, PowerOnCard] = {}
    """A power of the player when a card is played."""
    power_gained: dict[str, PowerGained] = {}
    """The player gains a power."""
    power_turn_end: dict[str, PowerOnTurn] = {}
    power_turn_start: dict[str, PowerOnTurn] = {}
    power_after_draw: dict[str, PowerOnTurn] = {}
    power_stance: dict[str, PowerOnStance] = {}
    """A power of the player when the stance changes."""
    power_victory: dict[str, PowerOnTurn] = {}

    when_attacked: dict[str, MonsterHit] = {}
    """A power of a monster that takes unblocked damage."""
    when_hurt: dict[str, MonsterHit] = {}
    """A kind of monster that lost HP and survived."""
    when_dying: dict[str, MonsterDies] = {}
    """A kind of monster at 0 HP. True: it will rise again."""
    when_power_dies: dict[str, MonsterEffect] = {}
    """A power of a monster that dies."""
    monster_card: dict[str, MonsterOnCard] = {}
    """A power of a monster when the player plays a card."""
    monster_after_card: dict[str, MonsterEffect] = {}
    """The same after the card has resolved."""
    monster_turn_start: dict[str, MonsterOnTurn] = {}
    monster_turn_end: dict[str, MonsterOnTurn] = {}
    monster_round_end: dict[str, MonsterOnTurn] = {}
    group_setup: dict[str, GroupSetup] = {}
    """Preparing the monsters of an encounter before they choose their first moves."""
    burning_elite: dict[str, MonsterOnTurn] = {}
    """The buffs of a burning elite."""
    take_turn: MonsterEffect = _no_monsters
    """A monster makes its move and chooses the next."""

    relic_start: dict[str, RelicEffect] = {}
    """At the very start of a fight."""
    relic_before_draw: dict[str, RelicEffect] = {}
    relic_after_first_draw: dict[str, RelicEffect] = {}
    relic_turn_start: dict[str, RelicEffect] = {}
    relic_after_draw: dict[str, RelicEffect] = {}
    relic_turn_end: dict[str, RelicEffect] = {}
    relic_shuffle: dict[str, RelicEffect] = {}
    relic_exhaust: dict[str, RelicEffect] = {}
    relic_discard: dict[str, RelicEffect] = {}
    """An effect discards a card."""
    relic_before_victory: dict[str, RelicEffect] = {}
    relic_victory: dict[str, RelicEffect] = {}
    relic_hp_lost: dict[str, RelicOnHpLoss] = {}
    """(fight, relic, whether the player was at half HP or below before)"""
    relic_card: dict[str, RelicOnCard] = {}
    relic_stance: dict[str, RelicOnStance] = {}
    """The stance changes: (fight, relic, the stance that is left)"""

    potions: dict[str, PotionEffect] = {}
    """Using a potion: (fight, its id, target, multiplier: 2 with Sacred Bark, else 1)."""
    potion_rules: dict[str, PotionRule] = {}
    """Whether a potion can be used."""

    def copy(self) -> Hooks:
        """Tables of their own with the same entries."""
        copied = replace(self)
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, dict):
                setattr(copied, name, dict(value))
        return copied


HOOKS = Hooks()
"""What the game does."""


def on(table: dict[str, Hook], *ids: str) -> Callable[[Hook], Hook]:
    """Register an effect in a table under one or several ids."""

    def register(effect: Hook) -> Hook:
        for id in ids:
            table[id] = effect
        return effect

    return register
