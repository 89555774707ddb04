"""The words that cards are written with. A card is a list of deeds; a deed is given the fight, the
target and whether the card is upgraded. Two numbers are the plain card's and the upgraded one's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS

Deed: TypeAlias = Callable[[Fight, int, int], object]


def card(kind: str, *deeds: Deed) -> None:
    """What the card of this id does when it is played."""
    HOOKS.cards[kind] = deeds


def hit(plain: int, upgraded: int) -> Deed:
    """Attack the target."""
    return lambda f, t, up: f.attack(t, upgraded if up else plain)


def sweep(plain: int, upgraded: int) -> Deed:
    """Attack everybody."""
    return lambda f, t, up: f.attack_all(upgraded if up else plain)


def block(plain: int, upgraded: int) -> Deed:
    """Gain block."""
    return lambda f, t, up: f.block(upgraded if up else plain)


def draw(plain: int, upgraded: int | None = None) -> Deed:
    """Draw cards."""
    return lambda f, t, up: f.draw(upgraded if up and upgraded is not None else plain)


def energy(plain: int, upgraded: int | None = None) -> Deed:
    """Gain energy."""
    return lambda f, t, up: f.energy(upgraded if up and upgraded is not None else plain)


def pay(hp: int) -> Deed:
    """Lose hit points."""
    return lambda f, t, up: f.lose_hp(hp)


def heal(plain: int, upgraded: int) -> Deed:
    """Heal."""
    return lambda f, t, up: f.heal(upgraded if up else plain)


def gain(power: str, plain: int = 1, upgraded: int | None = None) -> Deed:
    """A power for the player."""
    return lambda f, t, up: f.buff(power, upgraded if up and upgraded is not None else plain)


def inflict(power: str, plain: int, upgraded: int) -> Deed:
    """A debuff on the target."""
    return lambda f, t, up: f.debuff(t, power, upgraded if up else plain)


def inflict_all(power: str, plain: int, upgraded: int) -> Deed:
    """A debuff on all monsters."""
    return lambda f, t, up: f.debuff_all(power, upgraded if up else plain)


def add(kind: str, where: str, count: int = 1) -> Deed:
    """Cards that come into the "hand", the "discard" pile or the "draw" pile."""
    return lambda f, t, up: f.make(kind, where, count)


def later(do: Callable[..., object], plain: int | None = None, upgraded: int | None = None) -> Deed:
    """Something special, in its turn, with a number if it needs one."""
    if plain is None:
        return lambda f, t, up: f.add_to_bottom(do, f)
    return lambda f, t, up: f.add_to_bottom(do, f, upgraded if up else plain)


def if_upgraded(yes: Deed, no: Deed) -> Deed:
    """One effect if the card is upgraded, else the other."""
    return lambda f, t, up: (yes if up else no)(f, t, up)
