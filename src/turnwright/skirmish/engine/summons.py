"""Summoned combatants: how they come into a fight, and how they leave it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from turnwright.skirmish.model import scenario

from .combatant_state import ActiveStatus, CombatantState
from .event_bus import collect_listeners
from .fight_events import ActionUse
from .plan import CompiledStatus
from .resolution import end_dependent_statuses
from .run_state import FightRun
from .statuses import apply_status, end_concentration, keep_statuses

if TYPE_CHECKING:
    from .bodies import Bodies


class Summoning(NamedTuple):
    """A `Spawn` effect, compiled."""

    effect: scenario.Spawn
    places: tuple[int, ...]
    most: int
    """How many of them a user can have at a time."""
    status: CompiledStatus


class SummonedCombatant:
    """Somebody who was summoned and is in the fight: by whom, and the status that binds it."""

    __slots__ = ("effect", "status", "user")

    def __init__(self, user: CombatantState, effect: scenario.Spawn) -> None:
        self.user = user
        self.effect = effect
        self.status: ActiveStatus | None = None

    @property
    def holds_side(self) -> bool:
        """Whether its side goes on fighting while only such combatants stand."""
        return self.effect.holds_side


def summon(run: FightRun, use: ActionUse, summoning: Summoning, count: int) -> None:
    """Bring in so many combatants, as far as the user may have more and there are free places."""
    bodies, user = _bodies(run), use.actor
    own = sum(
        one.user is user and one.effect is summoning.effect and not run.everyone[index].is_dead
        for index, one in bodies.summoned.items()
    )
    free = _free_places(run, summoning.places)
    newcomers = free[: max(0, min(count, summoning.most - own))]
    for one in newcomers:
        _enter(run, one, user, summoning.effect)
    if len(newcomers) < count:
        name = summoning.effect.combatant
        bodies.tell(f"{user.participant.name} can have no more {name} now")
    if not newcomers:
        return
    if bodies.has_order:
        place_in_order(run, user, newcomers, summoning.effect.acts)
    run.update_standing()
    _tell_arrival(bodies, newcomers)
    for one in newcomers:
        for trait in one.kind.traits:
            apply_status(run, one, trait)
        apply_status(run, one, summoning.status, use)
        _bind(run, one, summoning.status, user)


def _tell_arrival(bodies: Bodies, newcomers: list[CombatantState]) -> None:
    names = ", ".join(one.participant.name for one in newcomers)
    verb = "appears" if len(newcomers) == 1 else "appear"
    turn = f", initiative {newcomers[0].initiative}" if bodies.has_order else ""
    bodies.tell(f"{names} {verb}{turn}")


def _bodies(run: FightRun) -> Bodies:
    assert run.bodies is not None
    return run.bodies


def _free_places(run: FightRun, places: tuple[int, ...]) -> list[CombatantState]:
    """The places without anybody who lives: those that were never taken first."""
    bodies = _bodies(run)
    members = {one.index for one in run.combatants}
    free = [
        run.everyone[index]
        for index in places
        if index in members and (index not in bodies.summoned or run.everyone[index].is_dead)
    ]
    return sorted(free, key=lambda one: bodies.appeared.get(one.index, 0))


def _enter(
    run: FightRun, one: CombatantState, user: CombatantState, effect: scenario.Spawn
) -> None:
    bodies = _bodies(run)
    run.expiring_statuses -= sum(active.compiled.can_expire for active in one.statuses)
    one.reset()
    one.has_joined = True
    one.uses, one.turn_uses = one.kind.no_uses[:], one.kind.no_uses[:]
    one.position = user.position
    if one.kind.rolls_hp:
        one.hp = one.max_hp = max(1, run.roll(one.kind.hp))
    bodies.summoned[one.index] = SummonedCombatant(user, effect)
    bodies.appeared[one.index] = bodies.appeared.get(one.index, 0) + 1


def _bind(run: FightRun, one: CombatantState, status: CompiledStatus, user: CombatantState) -> None:
    """Let the status decide how long it stays. Without the status it leaves at once."""
    summoned = _bodies(run).summoned.get(one.index)
    if summoned is None:
        return
    for active in one.statuses:
        if active.compiled is status and active.source is user:
            summoned.status = active
            return
    if not one.is_dead:
        leave(run, one)


def place_in_order(
    run: FightRun, user: CombatantState, newcomers: list[CombatantState], acts: str
) -> None:
    """Give newcomers their turns: right after the user and those who act after it already, or by an
    initiative that they roll together. Whose turn is still to come acts in this round."""
    order = [one for one in run.order if one not in newcomers]
    if (acts == "after the user" or run.profile.initiative == "side") and user in order:
        place, initiative = order.index(user) + 1, user.initiative
        while place < len(order) and _acts_after(run, order[place], user):
            place += 1
    else:
        initiative = _roll_initiative(run, newcomers[0])
        place = sum(one.initiative >= initiative for one in order)
    for one in newcomers:
        one.initiative = initiative
    run.order = [*order[:place], *newcomers, *order[place:]]
    collect_listeners(run)


def _acts_after(run: FightRun, one: CombatantState, user: CombatantState) -> bool:
    summoned = _bodies(run).summoned.get(one.index)
    return summoned is not None and summoned.user is user and one.initiative == user.initiative


def _roll_initiative(run: FightRun, one: CombatantState) -> int:
    natural, bonus = run.check_roll(*one.kind.initiative_mode), one.kind.initiative
    return natural + run.roll(bonus, None, False, None, one)


def leave(run: FightRun, one: CombatantState) -> None:
    """Leave the fight for good, with what depended on it. The dead stay where they are."""
    bodies = _bodies(run)
    bodies.summoned.pop(one.index, None)
    if one.is_dead:
        return
    one.is_present = False
    if one.concentration is not None:
        end_concentration(run, one)
    keep_statuses(run, one, ())
    end_dependent_statuses(run, one)
    if one is run.active:
        run.turn_ends = True
    run.update_standing()
    bodies.tell(f"{one.participant.name} leaves the fight")
