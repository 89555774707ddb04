"""The targets of an action: candidates, and the choice among them.

Ties go to the one who comes first in the file, unless the last word of the pick is `random`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from turnwright.core.rules.ledger import EPSILON, Number

from .combatant_state import CombatantState
from .compiled_requirements import distance, hp_percent

if TYPE_CHECKING:
    from .actions import CompiledAction
    from .fight_events import FightEvent
    from .run_state import FightRun

Score = Callable[[CombatantState, CombatantState], Number]
"""The score of a candidate (the second argument) for an actor; the lowest is chosen."""

SCORES: dict[str, Score] = {
    "first": lambda a, b: 0,
    "least hp": lambda a, b: b.hp + b.temp,
    "most hp": lambda a, b: -(b.hp + b.temp),
    "most hurt": lambda a, b: b.hp - b.max_hp,
    "lowest percent": lambda a, b: hp_percent(b),
    "lowest ac": lambda a, b: b.armour_class,
    "highest ac": lambda a, b: -b.armour_class,
    "highest damage": lambda a, b: -b.kind.expected_damage,
    "highest survivability": lambda a, b: -survivability(b),
    "nearest": lambda a, b: distance(a, b),
    "farthest": lambda a, b: -distance(a, b),
    "concentrating": lambda a, b: b.concentration is None,
    "down": lambda a, b: not b.is_down,
}


def survivability(combatant: CombatantState) -> float:
    """Hit points divided by the chance that an average attack (+6) hits."""
    chance = min(19, max(1, 27 - combatant.armour_class))
    return (combatant.hp + combatant.temp) * 20 / chance


def target_pool(
    run: FightRun, actor: CombatantState, action: CompiledAction, event: FightEvent | None
) -> list[CombatantState]:
    """Everybody the action could target, before range and requirements are checked."""
    who = action.who
    if who == "self":
        return [actor]
    if who == "event source" or who == "event target":
        if event is None:
            return []
        one = event.source if who == "event source" else event.target
        return [] if one is None or one.is_dead else [one]
    if action.state == "up":
        return _standing(run, actor, who)
    return _present(run, actor, who, action.state)


def _standing(run: FightRun, actor: CombatantState, who: str) -> list[CombatantState]:
    if who == "enemy":
        return run.foes[actor.side]
    friends = run.friends[actor.side]
    if who == "ally":
        return friends
    if who == "other ally":
        return [one for one in friends if one is not actor]
    return [one for one in run.combatants if one.is_up and one.is_present]


def _present(run: FightRun, actor: CombatantState, who: str, state: str) -> list[CombatantState]:
    """Those who are down, or anybody who is not dead."""
    found = [
        one for one in run.combatants
        if one.is_present and not one.is_dead and (state == "any" or one.is_down)
    ]  # fmt: skip
    if who == "anyone":
        return found
    if who == "enemy":
        return [one for one in found if one.side != actor.side]
    return [one for one in found if one.side == actor.side and (who == "ally" or one is not actor)]


def can_be_attacked(target: CombatantState, action: CompiledAction) -> bool:
    """Whether an attack of this action may be made on it: the fallen only if it targets them."""
    return target.is_present and (target.is_up or (action.state != "up" and target.is_down))


def candidates(
    run: FightRun, actor: CombatantState, action: CompiledAction, event: FightEvent | None
) -> list[CombatantState]:
    """Those of the pool who are in range and meet the requirements."""
    found = target_pool(run, actor, action, event)
    if run.bodies is not None:
        found = run.bodies.reachable(actor, found)
    if action.range is not None:
        reach = action.range + EPSILON
        found = [one for one in found if abs(one.position - actor.position) <= reach]
    for requirement in action.target_requirements:
        found = [one for one in found if requirement(run, actor, one, event)]
    return found


def choose_wanted(
    run: FightRun,
    actor: CombatantState,
    action: CompiledAction,
    found: list[CombatantState],
    count: int,
    wanted: Sequence[CombatantState],
) -> list[CombatantState]:
    """Those of the candidates who are wanted, in that order; the best of the others fill up."""
    chosen = [one for one in wanted if one in found][:count]
    others = [one for one in found if one not in chosen]
    return chosen + choose(run, actor, action, others, count - len(chosen))


def choose(
    run: FightRun,
    actor: CombatantState,
    action: CompiledAction,
    found: list[CombatantState],
    count: int,
) -> list[CombatantState]:
    """The best `count` of the candidates, best first."""
    if run.bodies is not None and action.who == "enemy":
        forced = run.bodies.forced_targets(actor, found)
        if forced and len(forced) < len(found):
            first = choose(run, actor, action, forced, count)
            others = [one for one in found if one not in forced]
            return [*first, *choose(run, actor, action, others, count - len(first))]
    if count == 1 and action.picks == ("least hp",):
        best, least = None, 1 << 60
        for one in found:
            health = one.hp + one.temp
            if health < least:
                best, least = one, health
        return [] if best is None else [best]
    picks = action.picks
    at_random = picks[-1] == "random"
    scores = [SCORES[word] for word in picks if word != "random"]
    rated = [(tuple(score(actor, one) for score in scores), one) for one in found]
    chosen: list[CombatantState] = []
    while rated and len(chosen) < count:
        best_score = min(score for score, _ in rated)
        tied = [i for i, (score, _) in enumerate(rated) if score == best_score]
        place = tied[0]
        if at_random and len(tied) > 1:
            place = tied[run.draw() * len(tied) >> 32]
        chosen.append(rated.pop(place)[1])
    return chosen
