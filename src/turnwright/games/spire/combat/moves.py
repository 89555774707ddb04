"""What the player can do in a fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import turnwright as tw
from turnwright.games.spire.library import potions
from turnwright.games.spire.state import NO_POTION

from .action_queue import Asking, Play, is_there, title
from .fight import NOBODY, fight_of
from .fight_start_end import go_on
from .hooks import HOOKS


def playable(c: Any) -> list[int]:
    """Places in the hand."""
    return fight_of(c).playable()


def targets(c: Any, card: int) -> Sequence[int]:
    """Whom a card may be played on; -1 if it needs nobody."""
    fight = fight_of(c)
    return fight.targets(fight.b.hand[card])


def usable(c: Any) -> list[int]:
    """Places of potions that can be used now."""
    found = []
    for slot, kind in enumerate(c.G.potions):
        if kind != NO_POTION and kind in HOOKS.potions:
            rule = HOOKS.potion_rules.get(kind)
            if rule is None or rule(fight_of(c)):
                found.append(slot)
    return found


def potion_targets(c: Any, slot: int) -> Sequence[int]:
    if not potions()[c.G.potions[slot]].target:
        return NOBODY
    return [place for place, monster in enumerate(c.G.battle.monsters) if is_there(monster)]


def held(c: Any) -> list[int]:
    return [slot for slot, kind in enumerate(c.G.potions) if kind != NO_POTION]


def _name_play(c: Any, card: int, target: int) -> str:
    name = title(c.G.battle.hand[card])
    return name if target < 0 else f"{name} on {_monster(c, target)}"


def _name_potion(c: Any, slot: int, target: int) -> str:
    name = f"Drink {potions()[c.G.potions[slot]].name}"
    return name if target < 0 else f"{name} on {_monster(c, target)}"


def _monster(c: Any, target: int) -> str:
    from .monsters import name_of

    monster = c.G.battle.monsters[target]
    same = [place for place, one in enumerate(c.G.battle.monsters) if one.kind == monster.kind]
    name = name_of(monster.kind)
    return name if len(same) == 1 else f"{name} {same.index(target) + 1}"


@tw.move(label=_name_play, lists=lambda c: fight_of(c).plays_possible())
def play(c: Any, card: int = tw.arg(playable), target: int = tw.arg(targets)) -> Asking | None:
    """Play a card of the hand."""
    fight = fight_of(c)
    fight.plays.append(Play(fight.b.hand[card], target, fight.b.energy))
    return go_on(c, fight)


@tw.move(label="End the turn")
def end(c: Any) -> Asking | None:
    fight = fight_of(c)
    fight.end_turn()
    return go_on(c, fight)


def _potion_uses(c: Any) -> list[tuple[int, int]]:
    return [(slot, target) for slot in usable(c) for target in potion_targets(c, slot)]


@tw.move(label=_name_potion, lists=_potion_uses)
def potion_use(
    c: Any, slot: int = tw.arg(usable), target: int = tw.arg(potion_targets)
) -> Asking | None:
    """Use a potion."""
    fight = fight_of(c)
    kind = c.G.potions[slot]
    c.G.potions[slot] = NO_POTION
    fight.use_potion(kind, target)
    return go_on(c, fight)


@tw.move(label=lambda c, slot: f"Throw {potions()[c.G.potions[slot]].name} away")
def potion_discard(c: Any, slot: int = tw.arg(held)) -> None:
    c.G.potions[slot] = NO_POTION
