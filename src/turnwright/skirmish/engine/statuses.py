"""Statuses during a run: how they begin, tick and end, and concentration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.skirmish.model.vocabulary import CONCENTRATION_BROKEN, STATUS_APPLIED, STATUS_ENDED

from .combatant_state import ActiveStatus, CombatantState
from .event_bus import offer
from .fight_events import ActionUse, FightEvent
from .plan import REFRESH, STACK, CompiledStatus
from .run_state import FightRun

if TYPE_CHECKING:
    from .actions import CompiledAction


def apply_status(
    run: FightRun,
    bearer: CombatantState,
    status: CompiledStatus,
    use: ActionUse | None = None,
    stacks: int = 1,
) -> None:
    """Begin a status. The same one from the same source starts over, unless it stacks."""
    if bearer.is_dead or not bearer.kind.condition_immune.isdisjoint(status.conditions):
        return
    source = bearer if use is None else use.actor
    action = None if use is None else use.action
    needs_concentration = action is not None and action.spec.concentration
    if needs_concentration and source.concentration is not action:
        return  # concentration was lost before the status took hold
    replaced: ActiveStatus | None = None
    if status.stacking == REFRESH:
        for old in bearer.statuses:
            if old.source is source and old.compiled.number == status.number:
                replaced = old
                _drop(run, bearer, old)
                break
    elif status.stacking == STACK:
        stacks = min(stacks, status.spec.max_stacks)
        replaced = _make_room(run, bearer, status, stacks)
    else:
        for old in bearer.statuses:
            if old.source is source and old.compiled is status:
                replaced = old
                _drop(run, bearer, old)
                break
    dc = 0 if use is None else use.dc
    for _ in range(stacks):
        begun = ActiveStatus(status, source, action, dc, run.turn, needs_concentration)
        bearer.statuses.append(begun)
    run.expiring_statuses += status.can_expire * stacks
    if not status.temporary_hp.is_zero or replaced is not None:
        _give_temporary_hp(run, bearer, begun, use, replaced)
    bearer.refresh()
    if run.bodies is not None:
        run.bodies.status_began(bearer, bearer.statuses[-1], replaced)
    if bearer.incapacitated and bearer.concentration is not None:
        break_concentration(run, bearer)
    if run.observed[STATUS_APPLIED]:
        tags = status.tags | (action.tags if action is not None else 0)
        event = FightEvent(STATUS_APPLIED, source, bearer, stack_count(bearer, status), tags, use)
        event.about = status.name
        offer(run, event)


def stack_count(bearer: CombatantState, status: CompiledStatus) -> int:
    """How many of a status that stacks a combatant has; 0 for other statuses."""
    return bearer.status_count(status.number) if status.stacking == STACK else 0


def _drop(run: FightRun, bearer: CombatantState, status: ActiveStatus) -> None:
    bearer.statuses.remove(status)
    run.expiring_statuses -= status.compiled.can_expire


def _make_room(
    run: FightRun, bearer: CombatantState, status: CompiledStatus, stacks: int
) -> ActiveStatus | None:
    """Drop the oldest of a status that stacks, as many as are too many with the new ones. Returns the
    last of them whose temporary hit points are left."""
    found = None
    excess = bearer.status_count(status.number) + stacks - status.spec.max_stacks
    for old in list(bearer.statuses) if excess > 0 else ():
        if excess > 0 and old.compiled.number == status.number:
            _drop(run, bearer, old)
            excess -= 1
            found = old if old is bearer.temp_status or found is None else found
    return found


def _give_temporary_hp(
    run: FightRun,
    bearer: CombatantState,
    status: ActiveStatus,
    use: ActionUse | None,
    replaced: ActiveStatus | None,
) -> None:
    """Give the temporary hit points of a status. They do not add up: the larger amount counts. What is
    left of those of a status that it replaces becomes its own."""
    if replaced is not None and bearer.temp_status is replaced:
        bearer.temp_status = status
    roll = status.compiled.temporary_hp
    if roll.is_zero:
        return
    actor = bearer if use is None else use.actor
    amount = max(0, run.roll(roll, use, False, bearer, actor))
    if amount > bearer.temp:
        bearer.temp, bearer.temp_status = amount, status
        if run.log is not None:
            run.log.temporary_hp(run, bearer, status.compiled.name, amount)


def _lose_temporary_hp(run: FightRun, bearer: CombatantState, status: ActiveStatus) -> None:
    """Lose what is left of the temporary hit points of a status that has ended."""
    if bearer.temp_status is status:
        if bearer.temp and run.log is not None:
            run.log.temporary_hp(run, bearer, status.compiled.name, -bearer.temp)
        bearer.temp, bearer.temp_status = 0, None


def end_statuses(run: FightRun, bearer: CombatantState, ended: list[ActiveStatus]) -> None:
    """End those of these statuses that the bearer still has."""
    for status in ended:
        if status not in bearer.statuses:
            continue
        _drop(run, bearer, status)
        bearer.refresh()
        if bearer.temp_status is not None:
            _lose_temporary_hp(run, bearer, status)
        if run.bodies is not None:
            run.bodies.status_ended(bearer, status)
        if status.needs_concentration:
            drop_unused_concentration(run, status.source)
        if run.observed[STATUS_ENDED]:
            left = stack_count(bearer, status.compiled)
            event = FightEvent(STATUS_ENDED, status.source, bearer, left, status.compiled.tags)
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
    dropped = [] if run.bodies is None else [s for s in bearer.statuses if s not in kept]
    bearer.statuses = kept
    if bearer.temp_status is not None and bearer.temp_status not in kept:
        bearer.temp, bearer.temp_status = 0, None
    bearer.refresh()
    for status in dropped:
        if run.bodies is not None:
            run.bodies.status_ended(bearer, status)


# --- concentration -----------------------------------------------------------------------------------


def concentrate(run: FightRun, combatant: CombatantState, action: CompiledAction) -> None:
    """Begin to concentrate. A new concentration ends the old one."""
    if combatant.concentration is not None:
        end_concentration(run, combatant)
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
    end_concentration(run, combatant)
    if run.observed[CONCENTRATION_BROKEN]:
        offer(run, FightEvent(CONCENTRATION_BROKEN, combatant, combatant))


def end_concentration(run: FightRun, combatant: CombatantState) -> None:
    """End a concentration with its statuses."""
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


ATTACK_MADE, ATTACK_TAKEN = ("next attack made",), ("next attack taken",)
HIT_MADE, HIT_TAKEN = (*ATTACK_MADE, "next hit made"), (*ATTACK_TAKEN, "next hit taken")
SAVE_MADE, SAVE_FORCED = ("next save made",), ("next save forced",)


def ended_by_attack(
    actor: CombatantState, target: CombatantState, is_hit: bool
) -> list[tuple[CombatantState, list[ActiveStatus]]]:
    """Statuses that last until the next attack or hit. They end once this attack's damage is done."""
    found = []
    for combatant, until in (
        (actor, HIT_MADE if is_hit else ATTACK_MADE),
        (target, HIT_TAKEN if is_hit else ATTACK_TAKEN),
    ):
        if combatant.statuses:
            ended = _used_up(combatant, until)
            if ended:
                found.append((combatant, ended))
    return found


def end_after_save(run: FightRun, combatant: CombatantState, source: CombatantState | None) -> None:
    """End the statuses that last until the next save: of who has rolled one, and of who forced it."""
    for one, until in ((combatant, SAVE_MADE), (source, SAVE_FORCED)):
        if one is not None and one.statuses:
            ended = _used_up(one, until)
            if ended:
                end_statuses(run, one, ended)


def _used_up(combatant: CombatantState, until: tuple[str, ...]) -> list[ActiveStatus]:
    """The statuses that last until one of these, after it has happened once more."""
    ended = []
    for status in combatant.statuses:
        if status.compiled.spec.duration.until in until:
            status.times_left -= 1
            if status.times_left <= 0:
                ended.append(status)
            elif combatant.fight.log is not None:
                name, left = status.compiled.name, status.times_left
                combatant.fight.log.status_counted(combatant.fight, combatant, name, left)
    return ended
