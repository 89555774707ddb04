"""Poison: a monster loses that many HP at the start of its turn, and one Poison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.games.spire.state import Monster, is_targetable

from . import power_ids as p
from .hooks import HOOKS, on
from .power_amounts import reduce_power

if TYPE_CHECKING:
    from .fight import Fight


@on(HOOKS.monster_turn_start, p.POISON)
def _works(f: Fight, m: Monster) -> None:
    f.add_to_bottom(_suffer, f, m)


def _suffer(f: Fight, m: Monster) -> None:
    """The HP are lost first: a monster that dies of it dies with all of its Poison."""
    if not is_targetable(m):
        return
    place = next(place for place, one in enumerate(f.b.monsters) if one is m)
    f.do_monster_hp_loss(place, m.powers[p.POISON])
    if p.POISON in m.powers:
        reduce_power(m.powers, p.POISON)


def spread_poison(f: Fight, amount: int) -> None:
    """Put Poison on a random monster."""
    target = f.random_monster()
    if target >= 0:
        f.do_debuff(target, p.POISON, amount)


def bounce_poison(f: Fight, target: int, amount: int, times: int) -> None:
    """Put Poison on a monster, then on random ones until it was done so often."""
    if target < 0:
        return
    f.do_debuff(target, p.POISON, amount)
    if times > 1:
        f.add_to_top(bounce_poison, f, f.random_monster(), amount, times - 1)


def multiply_poison(f: Fight, target: int, factor: int) -> None:
    """Multiply the Poison of a monster. What comes on top counts as put on it."""
    had = f.b.monsters[target].powers.get(p.POISON, 0)
    if had:
        f.do_debuff(target, p.POISON, had * (factor - 1))
