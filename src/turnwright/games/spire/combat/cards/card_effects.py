"""The effects that cards are made of.

A card is a list of effects; an effect is given the fight, the target and the number of upgrades. Of
two numbers the first is for the plain card, the second for the upgraded one.
"""

from __future__ import annotations

from collections.abc import Callable

from turnwright.games.spire.combat.hooks import HOOKS, CardEffect


def card(kind: str, *effects: CardEffect) -> None:
    """Register the effects of a card."""
    HOOKS.cards[kind] = effects


def hit(plain: int, upgraded: int) -> CardEffect:
    """Attack the target."""
    return lambda f, t, up: f.attack(t, upgraded if up else plain)


def sweep(plain: int, upgraded: int) -> CardEffect:
    """Attack all monsters."""
    return lambda f, t, up: f.attack_all(upgraded if up else plain)


def block(plain: int, upgraded: int) -> CardEffect:
    """Gain block."""
    return lambda f, t, up: f.block(upgraded if up else plain)


def draw(plain: int, upgraded: int | None = None) -> CardEffect:
    """Draw cards."""
    return lambda f, t, up: f.draw(upgraded if up and upgraded is not None else plain)


def energy(plain: int, upgraded: int | None = None) -> CardEffect:
    """Gain energy."""
    return lambda f, t, up: f.energy(upgraded if up and upgraded is not None else plain)


def pay(hp: int) -> CardEffect:
    """Lose HP."""
    return lambda f, t, up: f.lose_hp(hp)


def heal(plain: int, upgraded: int) -> CardEffect:
    """Heal."""
    return lambda f, t, up: f.heal(upgraded if up else plain)


def gain(power: str, plain: int = 1, upgraded: int | None = None) -> CardEffect:
    """Gain a power."""
    return lambda f, t, up: f.buff(power, upgraded if up and upgraded is not None else plain)


def inflict(power: str, plain: int, upgraded: int) -> CardEffect:
    """Put a debuff on the target."""
    return lambda f, t, up: f.debuff(t, power, upgraded if up else plain)


def inflict_all(power: str, plain: int, upgraded: int) -> CardEffect:
    """Put a debuff on all monsters."""
    return lambda f, t, up: f.debuff_all(power, upgraded if up else plain)


def add(kind: str, where: str, count: int = 1) -> CardEffect:
    """Add cards to the "hand", the "discard" pile or the "draw" pile."""
    return lambda f, t, up: f.make(kind, where, count)


def later(
    do: Callable[..., object], plain: int | None = None, upgraded: int | None = None
) -> CardEffect:
    """Queue a function of the fight, with a number if it needs one."""
    if plain is None:
        return lambda f, t, up: f.add_to_bottom(do, f)
    return lambda f, t, up: f.add_to_bottom(do, f, upgraded if up else plain)


def if_upgraded(yes: CardEffect, no: CardEffect) -> CardEffect:
    """One effect if the card is upgraded, else the other."""
    return lambda f, t, up: (yes if up else no)(f, t, up)
