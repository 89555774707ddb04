"""Events that change pools and end statuses by themselves: counters, and statuses with `ends_on`.

This happens before reactions to the event, which see the new numbers.
"""

from __future__ import annotations

from turnwright.core.rules.ledger import Number, tidy
from turnwright.skirmish.model.vocabulary import EVENTS

from .combatant_state import CombatantState
from .expressions import FormulaContext, evaluator
from .fight_events import FightEvent
from .plan import PoolEvent, WatchedEvent
from .run_state import FightRun
from .statuses import end_statuses


def change_pools(run: FightRun, event: FightEvent) -> None:
    """Change the pools that this event changes."""
    for change in run.plan.pool_events:
        if not _is_such(change.watched, event):
            continue
        for combatant in _in_role(run, change.watched, event):
            if combatant.kind.index == change.kind:
                _change_pool(run, event, change, combatant)


def _change_pool(
    run: FightRun, event: FightEvent, change: PoolEvent, combatant: CombatantState
) -> None:
    before = combatant.pools[change.pool]
    if change.add is None:
        after: Number = combatant.kind.pool_after_reset[change.pool]
    else:
        context = FormulaContext(run, combatant, event.target, event.use, event)
        most = max(before, combatant.kind.pool_max[change.pool])
        after = tidy(min(max(0, before + evaluator(change.add)(context)), most))
    combatant.pools[change.pool] = after
    if after != before and run.log is not None:
        run.log.pool_changed(run, combatant, change.pool, before, EVENTS[event.type])


def end_by_event(run: FightRun, event: FightEvent) -> None:
    """End the statuses that this event ends."""
    for combatant in run.combatants:
        if combatant.statuses:
            ended = [
                status
                for status in combatant.statuses
                for watched in status.compiled.ends_on
                if _is_such(watched, event) and combatant in _in_role(run, watched, event)
            ]
            if ended:
                end_statuses(run, combatant, ended)


def _is_such(watched: WatchedEvent, event: FightEvent) -> bool:
    return watched.event == event.type and event.tags & watched.tags == watched.tags


def _in_role(run: FightRun, watched: WatchedEvent, event: FightEvent) -> list[CombatantState]:
    """The combatants who have this role in the event."""
    if watched.role == "any":
        return [one for one in run.combatants if one.is_present and not one.is_dead]
    one = event.source if watched.role == "source" else event.target
    return [] if one is None else [one]
