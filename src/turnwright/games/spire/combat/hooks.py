"""Where content hangs its effects: tables by event, filled by the files of cards, powers, relics and
monsters when they are imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

Effect = Callable[..., Any]


class Hooks:
    """One table per occasion; the keys are ids."""

    cards: ClassVar[dict[str, tuple[Effect, ...]]] = {}
    """Playing a card, deed after deed: (fight, target, how often it is upgraded)."""
    card_rules: ClassVar[dict[str, Effect]] = {}
    """May it be played? (fight, card)"""
    card_turn_end: ClassVar[dict[str, Effect]] = {}
    """In hand at the end of a turn: (fight, card)."""

    power_card: ClassVar[dict[str, Effect]] = {}
    """The player's power when a card is used: (fight, play, facts)."""
    power_gained: ClassVar[dict[str, Effect]] = {}
    """A power that the player gets: (fight)."""
    power_turn_end: ClassVar[dict[str, Effect]] = {}
    """(fight, amount); so are the next two."""
    power_turn_start: ClassVar[dict[str, Effect]] = {}
    power_after_draw: ClassVar[dict[str, Effect]] = {}

    when_attacked: ClassVar[dict[str, Effect]] = {}
    """A monster's power when damage comes through: (fight, place, monster, damage)."""
    when_hurt: ClassVar[dict[str, Effect]] = {}
    """A kind of monster that has lost hit points: (fight, place, monster, damage)."""
    when_dying: ClassVar[dict[str, Effect]] = {}
    """A kind of monster: (fight, place, monster). True: it will rise again."""
    when_power_dies: ClassVar[dict[str, Effect]] = {}
    """A power of a monster that dies: (fight, place, monster)."""
    monster_card: ClassVar[dict[str, Effect]] = {}
    """A monster's power when the player uses a card: (fight, place, monster, facts)."""
    monster_after_card: ClassVar[dict[str, Effect]] = {}
    """The same after it was used: (fight, place, monster)."""
    monster_turn_start: ClassVar[dict[str, Effect]] = {}
    """(fight, monster); so are the next two."""
    monster_turn_end: ClassVar[dict[str, Effect]] = {}
    monster_round_end: ClassVar[dict[str, Effect]] = {}

    relic_start: ClassVar[dict[str, Effect]] = {}
    """At the very start of a fight: (fight, relic); so are all that follow."""
    relic_before_draw: ClassVar[dict[str, Effect]] = {}
    relic_after_first_draw: ClassVar[dict[str, Effect]] = {}
    relic_turn_start: ClassVar[dict[str, Effect]] = {}
    relic_after_draw: ClassVar[dict[str, Effect]] = {}
    relic_turn_end: ClassVar[dict[str, Effect]] = {}
    relic_shuffle: ClassVar[dict[str, Effect]] = {}
    relic_exhaust: ClassVar[dict[str, Effect]] = {}
    relic_before_victory: ClassVar[dict[str, Effect]] = {}
    relic_victory: ClassVar[dict[str, Effect]] = {}
    relic_hp_lost: ClassVar[dict[str, Effect]] = {}
    """(fight, relic, was the player low before?)"""
    relic_card: ClassVar[dict[str, Effect]] = {}
    """(fight, relic, play, facts)"""

    potions: ClassVar[dict[str, Effect]] = {}
    """Using a potion: (fight, its id, target, how strong: 2 with a Sacred Bark, else 1)."""
    potion_rules: ClassVar[dict[str, Effect]] = {}
    """May it be used? (fight)"""

    attacks: ClassVar[Effect]
    """Does a monster intend to attack? (monster)"""
    take_turn: ClassVar[Effect]
    """A monster does its move and chooses the next: (fight, place, monster)."""


def on(table: dict[str, Effect], *kinds: str) -> Callable[[Effect], Effect]:
    """Hang an effect on one or several ids."""

    def hang(effect: Effect) -> Effect:
        for kind in kinds:
            table[kind] = effect
        return effect

    return hang
