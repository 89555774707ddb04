"""Potions that are used or thrown away while the player chooses cards, in a fight or outside."""

from __future__ import annotations

from collections.abc import Sequence

import turnwright as tw

from . import fight_moves
from .card_text import distinct_potion, tells
from .combat.card_play import NO_TARGET, use_potion
from .combat.fight import fight_of
from .context import SpireContext
from .run.potions import discard, drink, drinkable, held
from .state import NO_POTION


def _is_choosing(c: SpireContext) -> bool:
    return bool(c.open_questions)


def _usable(c: SpireContext) -> list[int]:
    return drinkable(c) if c.G.battle is None else fight_moves.usable(c)


def _targets(c: SpireContext, slot: int) -> Sequence[int]:
    return NO_TARGET if c.G.battle is None else fight_moves.potion_targets(c, slot)


def _name(c: SpireContext, slot: int, target: int) -> str:
    if c.G.battle is None:
        return f"Use {distinct_potion(c.G.potions, slot)}"
    return fight_moves.name_potion(c, slot, target)


def _uses(c: SpireContext) -> list[tuple[int, int]]:
    return [(slot, target) for slot in _usable(c) for target in _targets(c, slot)]


@tw.move(
    label=_name,
    told=tells(_name),
    short_label="use a potion",
    lists=_uses,
    by="anyone",
    when=_is_choosing,
)
def potion_use_meanwhile(
    c: SpireContext, slot: int = tw.arg(_usable), target: int = tw.arg(_targets)
) -> None:
    """Use a potion. In a fight its effects follow after the choice."""
    c.commit()
    if c.G.battle is None:
        drink(c, slot)
        return
    kind = c.G.potions[slot]
    c.G.potions[slot] = NO_POTION
    use_potion(fight_of(c), kind, target)


@tw.move(
    label=fight_moves.name_thrown,
    told=tells(fight_moves.name_thrown),
    short_label="throw a potion away",
    by="anyone",
    when=_is_choosing,
)
def potion_discard_meanwhile(c: SpireContext, slot: int = tw.arg(held)) -> None:
    """Throw a potion away."""
    c.commit()
    discard(c, slot)


MEANWHILE = {move.name: move for move in (potion_use_meanwhile, potion_discard_meanwhile)}
"""The moves by name. They are available wherever cards are chosen."""
