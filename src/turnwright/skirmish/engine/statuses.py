"""Statuses during a run: how they begin, tick and end, and concentration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.skirmish.model.vocabulary import CONCENTRATION_BROKEN, STATUS_APPLIED, STATUS_ENDED

from .combatant_state import ActiveStatus, CombatantState
from .event_bus import offer
from .fight_events import ActionUse, FightEvent
from .plan import CompiledStatus
from .run_state import FightRun

if TYPE_CHECKING:
    from .actions import CompiledAction


def apply_status(
    run: FightRun,
    bearer: CombatantState,
    status: CompiledStatus,
    use: ActionUse | None = None,
) -> None:
    """Begin a status. The same one from the same source starts over."""
    if bearer.is_dead or not bearer.kind.condition_immune.isdisjoint(status.conditions):
        return
    source = bearer if use is None else use.actor
    action = None if use is None else use.action
    needs_concentration = action is not None and action.spec.concentration
    if needs_concentration and source.concentration is not action:
        return  # concentration was lost before the status took hold
    for old in bearer.statuses:
        if old.source is source and old.compiled.number == status.number:
            bearer.statuses.remove(old)
            run.expiring_statuses -= old.compiled.can_expire
            break
    dc = 0 if use is None else use.dc
    bearer.statuses.append(ActiveStatus(status, source, action, dc, run.turn, needs_concentration))
    run.expiring_statuses += status.can_expire
    bearer.refresh()
    if bearer.incapacitated and bearer.concentration is not None:
        break_concentration(run, bearer)
    if run.observed[STATUS_APPLIED]:
        tags = status.tags | (action.tags if action is not None else 0)
        event = FightEvent(STATUS_APPLIED, source, bearer, 0, tags, use)
        event.about = status.name
        offer(run, event)


def end_statuses(run: FightRun, bearer: CombatantState, ended: list[ActiveStatus]) -> None:
    """End those of these statuses that the bearer still has."""
    for status in ended:
        if status not in bearer.statuses:
            continue
        bearer.statuses.remove(status)
        run.expiring_statuses -= status.compiled.can_expire
        bearer.refresh()
        if status.needs_concentration:
            drop_unused_concentration(run, status.source)
        if run.observed[STATUS_ENDED]:
            event = FightEvent(STATUS_ENDED, status.source, bearer, 0, status.compiled.tags)
            event.about = status.compiled.name
            offer(run, event)


def keep_statuses(run: FightRun, bearer: CombatantState, until: tuple[str, ...]) -> None:
    """Drop all statuses except those that last until one of these, without any event."""
    kept = [
        s for s in bearer.statuses
        if s.compiled.spec.duration.until in until and not s.needs_concentration
    ]  # fmt: skip
    before = sum(s.compiled.can_expire for s in bearer.statuses)
    run.expiring_statuses += sum(s.compiled.can_expire for s in kept) - before
    bearer.statuses = kept
    bearer.refresh()


# --- concentration -----------------------------------------------------------------------------------


def concentrate(run: FightRun, combatant: CombatantState, action: CompiledAction) -> None:
    """Begin to concentrate. A new concentration ends the old one."""
    if combatant.concentration is not None:
        _end_concentration(run, combatant)
    combatant.concentration = action


def drop_unused_concentration(run: FightRun, combatant: CombatantState) -> None:
    """End a concentration that no status needs any more."""
    if combatant.concentration is not None and not any(
        status.needs_concentration and status.source is combatant
        for other in run.combatants
        for status in other.statuses
    ):
        combatant.concentration = None


def break_concentration(run: FightRun, combatant: CombatantState) -> None:
    """End a concentration by force, with its statuses and an event."""
    _end_concentration(run, combatant)
    if run.observed[CONCENTRATION_BROKEN]:
        offer(run, FightEvent(CONCENTRATION_BROKEN, combatant, combatant))


def _end_concentration(run: FightRun, combatant: CombatantState) -> None:
    combatant.concentration = None
    for other in run.combatants:
        ended = [s for s in other.statuses if s.needs_concentration and s.source is combatant]
        if ended:
            end_statuses(run, other, ended)


# --- durations ---------------------------------------------------------------------------------------


def tick_durations(run: FightRun, combatant: CombatantState, at: str) -> None:
    """Count this turn for every status that counts this combatant's turns, and end what is over."""
    for other in run.combatants:
        if not other.statuses:
            continue
        ended = []
        for status in other.statuses:
            duration = status.compiled.spec.duration
            if at == "end" and duration.until == "end of turn":
                ended.append(status)
            elif duration.turns is not None and duration.at == at:
                counted = status.source if duration.of == "source" else other
                if counted is combatant and (at == "start" or status.since != run.turn):
                    status.turns_left -= 1
                    if status.turns_left <= 0:
                        ended.append(status)
        if ended:
            end_statuses(run, other, ended)


def ended_by_attack(
    actor: CombatantState, target: CombatantState
) -> list[tuple[CombatantState, list[ActiveStatus]]]:
    """Statuses that last until the next attack. They end once this attack's damage is done."""
    found = []
    for combatant, until in ((actor, "next attack made"), (target, "next attack taken")):
        if combatant.statuses:
            ended = [s for s in combatant.statuses if s.compiled.spec.duration.until == until]
            if ended:
                found.append((combatant, ended))
    return found
