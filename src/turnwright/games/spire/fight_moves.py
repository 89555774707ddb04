"""The moves of the player in a fight."""

from __future__ import annotations

from collections.abc import Sequence

import turnwright as tw

from .card_text import card_title, distinct_potion, distinct_title, tells
from .combat import card_play
from .combat.card_play import NO_TARGET, CardPlay, possible_plays, targets_of, use_potion
from .combat.fight import fight_of
from .combat.fight_report import enemy_names
from .combat.hooks import HOOKS
from .combat.turns import end_turn
from .context import Asking, SpireContext
from .library import potions
from .run.fights import resolve_fight
from .state import NO_POTION, Battle, has_potions, is_targetable


def _battle(c: SpireContext) -> Battle:
    battle = c.G.battle
    assert battle is not None
    return battle


def playable(c: SpireContext) -> list[int]:
    """Places of the cards in hand that can be played."""
    return card_play.playable(fight_of(c))


def targets(c: SpireContext, card: int) -> Sequence[int]:
    """The monsters that a card can be played on; -1 if it needs no target."""
    fight = fight_of(c)
    return targets_of(fight, fight.b.hand[card])


def usable(c: SpireContext) -> list[int]:
    """Slots of the potions that can be used now."""
    found: list[int] = []
    if not has_potions(c.G):
        return found
    for slot, kind in enumerate(c.G.potions):
        if kind in HOOKS.potions:
            rule = HOOKS.potion_rules.get(kind)
            if rule is None or rule(fight_of(c)):
                found.append(slot)
    return found


def potion_targets(c: SpireContext, slot: int) -> Sequence[int]:
    """The monsters that a potion can be used on; -1 if it needs no target."""
    if not potions()[c.G.potions[slot]].target:
        return NO_TARGET
    return [place for place, monster in enumerate(_battle(c).monsters) if is_targetable(monster)]


def held(c: SpireContext) -> list[int]:
    """Slots that hold a potion."""
    if not has_potions(c.G):
        return []
    return [slot for slot, kind in enumerate(c.G.potions) if kind != NO_POTION]


def _name_play(c: SpireContext, card: int, target: int) -> str:
    name = distinct_title(_battle(c).hand, card)
    return name if target < 0 else f"{name} on {_monster(c, target)}"


def _tell_play(c: SpireContext, card: int, target: int) -> str:
    name = card_title(_battle(c).hand[card])
    return f"plays {name}" if target < 0 else f"plays {name} on {_monster(c, target)}"


def name_potion(c: SpireContext, slot: int, target: int) -> str:
    """The label of using a potion."""
    name = distinct_potion(c.G.potions, slot)
    return f"Drink {name}" if target < 0 else f"Throw {name} at {_monster(c, target)}"


def _monster(c: SpireContext, target: int) -> str:
    return enemy_names(_battle(c))[target]


@tw.move(
    label=_name_play,
    told=_tell_play,
    short_label="play a card",
    lists=lambda c: possible_plays(fight_of(c)),
)
def play(
    c: SpireContext, card: int = tw.arg(playable), target: int = tw.arg(targets)
) -> Asking | None:
    """Play a card of the hand."""
    fight = fight_of(c)
    fight.plays.append(CardPlay(fight.b.hand[card], target, fight.b.energy))
    return resolve_fight(c, fight)


@tw.move(label="End the turn")
def end(c: SpireContext) -> Asking | None:
    """End the turn."""
    fight = fight_of(c)
    end_turn(fight)
    return resolve_fight(c, fight)


def _potion_uses(c: SpireContext) -> list[tuple[int, int]]:
    slots = usable(c)
    if not slots:
        return []
    return [(slot, target) for slot in slots for target in potion_targets(c, slot)]


@tw.move(label=name_potion, told=tells(name_potion), short_label="use a potion", lists=_potion_uses)
def potion_use(
    c: SpireContext, slot: int = tw.arg(usable), target: int = tw.arg(potion_targets)
) -> Asking | None:
    """Use a potion."""
    fight = fight_of(c)
    kind = c.G.potions[slot]
    c.G.potions[slot] = NO_POTION
    use_potion(fight, kind, target)
    return resolve_fight(c, fight)


def name_thrown(c: SpireContext, slot: int) -> str:
    """The label of throwing a potion away."""
    return f"Throw {distinct_potion(c.G.potions, slot)} away"


@tw.move(label=name_thrown, told=tells(name_thrown), short_label="throw a potion away")
def potion_discard(c: SpireContext, slot: int = tw.arg(held)) -> None:
    """Throw a potion away."""
    c.G.potions[slot] = NO_POTION
