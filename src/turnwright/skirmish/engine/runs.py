"""A run of a plan: encounters and rests one after the other, and the rounds of an encounter.

The interpreter explains, the kernel counts. Both draw the same numbers in the same order, which is part
of the rules:

- Hit points of all combatants that roll them, in the order of the plan. Then, per encounter: setup
  actions, initiative in the order of the plan, and the rounds.
- An attack: the check (twice with advantage or disadvantage), its bonus, then bonuses of statuses in
  the order in which they were applied. On a hit the damage part by part, then the damage of statuses.
- A save: the damage once for all targets, before the first of them rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from turnwright.skirmish.model.vocabulary import ENCOUNTER_STARTED, LAIR_COUNT, ROUND_STARTED

from .combatant_state import CombatantState
from .decision_points import select
from .event_bus import collect_listeners, invalid_reason, offer
from .fight_events import FightEvent
from .plan import Plan, PlannedEncounter
from .resolution import refill
from .rests import rest
from .run_outcome import RunOutcome
from .run_state import EncounterProgress, FightRun, RunLog
from .statuses import apply_status, keep_statuses
from .turns import check_over, play_absent_turn, play_turn, skip_dead_turn

if TYPE_CHECKING:
    from .decision_points import Policy

INITIATIVE = attrgetter("initiative")
LARGE_FIGHT = 50
"""From so many combatants on, a fight can be stopped before every turn, not only before every round."""


def play(
    plan: Plan, seed: int, log: RunLog | None = None, policy: Policy | None = None
) -> RunOutcome:
    """Play one run. `policy` selects among the valid actions; without it the first one is used."""
    return play_run(FightRun(plan, log, policy), seed)


def play_run(run: FightRun, seed: int, numbers: Sequence[int] | None = None) -> RunOutcome:
    """Play a run with a state that may have played others. `numbers` are its first draws, if they
    were made in advance. The run ends with the first encounter that the first side does not win."""
    begin_run(run, seed, numbers)
    return finish_run(run)


def begin_run(
    run: FightRun,
    seed: int,
    numbers: Sequence[int] | None = None,
    draw: Callable[[], int] | None = None,
) -> None:
    """Start a run: everybody has the hit points that it begins with."""
    run.begin(seed, numbers, draw)
    for combatant in run.varied_hp:
        _set_start_hp(run, combatant)


def finish_run(run: FightRun) -> RunOutcome:
    """Play a run to its end, from its start or from the start of a round."""
    steps = run.plan.steps
    while run.step < len(steps):
        step = steps[run.step]
        if isinstance(step, PlannedEncounter):
            if run.progress is None:
                _begin_encounter(run, step)
            _finish_encounter(run)
            run.winners.append(run.winner)
            if run.winner != 0:
                break
        else:
            rest(run, step.kind)
        run.step += 1
    if run.bodies is not None:
        run.bodies.end_run()
    return RunOutcome(
        seed=run.seed, winner=run.winner, rounds=run.rounds, capped=run.capped,
        guards=run.loop_guards, fights=run.winners,
        hp=[one.hp if one.has_joined else 0 for one in run.everyone],
        dead=[one.is_dead for one in run.everyone],
        pools=[one.pools[one.kind.turn_pool_count :] for one in run.everyone],
        damage=run.damage, uses=run.uses, course=run.course, falls=run.falls, deaths=run.deaths,
        summoned={} if run.bodies is None else run.bodies.appeared,
    )  # fmt: skip


def _set_start_hp(run: FightRun, combatant: CombatantState) -> None:
    kind = combatant.kind
    if kind.rolls_hp:
        combatant.max_hp = combatant.hp = max(1, run.roll(kind.hp))
    if kind.spec.start_hp is not None:
        combatant.hp = max(0, min(kind.spec.start_hp, combatant.max_hp))
        if combatant.hp == 0:
            combatant.is_up, combatant.is_down, combatant.stable = False, True, True


# --- an encounter ------------------------------------------------------------------------------------


def _begin_encounter(run: FightRun, encounter: PlannedEncounter) -> None:
    """Set an encounter up, until its first round."""
    _set_up(run, encounter)
    run.falls.append({})
    starters = [one for one in run.combatants if one.index < run.plan.starters]
    by_side = [[one for one in starters if one.side == side] for side in encounter.sides]
    were_dead = _count_dead(by_side) if run.course else None
    if run.log is not None:
        run.log.encounter(run, encounter)
    if encounter.prepared_sides:
        _use_setup_actions(run, encounter.prepared_sides)
    _roll_initiative(run)
    collect_listeners(run)
    if run.observed[ENCOUNTER_STARTED]:
        offer(run, FightEvent(ENCOUNTER_STARTED, None, None))
    course: list[list[int]] = [[] for _ in encounter.sides]
    run.course.append(course)
    totals = [_own_health(run, members)[1] or 1 for members in by_side]
    run.progress = EncounterProgress(by_side, totals, were_dead, course)
    check_over(run)


def _finish_encounter(run: FightRun) -> None:
    """Play an encounter until at most one side stands, or until the limit of rounds."""
    assert run.progress is not None
    by_side, totals, were_dead, course = run.progress
    while not run.is_over:
        if run.round >= run.profile.rounds:
            run.capped, run.winner = True, -1
            break
        if run.log is not None:
            run.log.round(run)
        run.round += 1
        if run.check_stop is not None:
            run.check_stop()
        _play_round(run)
        for percents, members, total in zip(course, by_side, totals, strict=True):
            percents.append(100 * _own_health(run, members)[0] // total)
    run.rounds += run.round
    dead = _count_dead(by_side)
    if were_dead is not None:
        dead = [now - before for now, before in zip(dead, were_dead, strict=True)]
    run.deaths.append(dead)
    run.progress = None
    _clean_up(run)


def _own_health(run: FightRun, members: list[CombatantState]) -> tuple[int, int]:
    """The hit points of these, and their maximum, without those of forms that they have taken."""
    if run.bodies is not None:
        return run.bodies.own_health(members)
    return sum([one.hp for one in members]), sum([one.max_hp for one in members])


def _count_dead(by_side: list[list[CombatantState]]) -> list[int]:
    return [sum([one.is_dead for one in members]) for members in by_side]


def _set_up(run: FightRun, encounter: PlannedEncounter) -> None:
    run.combatants = [run.everyone[index] for index in encounter.participants]
    run.friends = {side: [] for side in encounter.sides}
    run.foes = {side: [] for side in encounter.sides}
    run.order = run.combatants
    run.active = None
    run.is_over, run.winner, run.round, run.not_arrived = False, -1, 0, 0
    run.memory.clear()
    run.counts.clear()
    run.listeners = {}  # nobody reacts before initiative is rolled
    loses_turn = run.profile.surprise == "lose turn"
    for combatant in run.combatants:
        kind = combatant.kind
        if combatant.index >= run.plan.starters:
            continue
        combatant.is_present = kind.spec.arrival <= 1
        if combatant.is_present:
            combatant.has_joined = True
        else:
            run.not_arrived += 1
        combatant.surprised = loses_turn and combatant.index in encounter.surprised
        combatant.position = kind.position
        combatant.uses = kind.no_uses[:]
        if run.course and combatant.side < run.plan.common_sides:  # not in the first encounter
            refill(combatant, ("turn", "round", "encounter"))
        for trait in kind.traits:
            if not combatant.is_dead:
                apply_status(run, combatant, trait)
    if run.bodies is not None:
        run.bodies.begin_encounter()
    run.surprised = encounter.surprised
    run.update_standing()


def _use_setup_actions(run: FightRun, sides: frozenset[int]) -> None:
    """Before the fight: everybody's setup actions in the order of the file, each at most once."""
    run.turn += 1
    for combatant in run.combatants:
        kind = combatant.kind
        for action in kind.setup_actions:
            can_act = combatant.side in sides and combatant.is_up and combatant.is_present
            can_act = can_act and combatant.kind is kind
            if can_act and invalid_reason(run, combatant, action, None) is None:
                if run.policy is None:
                    action.perform(run, combatant, None)
                elif option := select(run, combatant, "setup", [action], None):
                    action.perform(run, combatant, None, option=option)


def _roll_initiative(run: FightRun) -> None:
    """The highest goes first; ties go by the order of the file, or by the bonus if the profile says so.
    Who shares a roll shares the bonus of the first."""
    shared: dict[int, tuple[int, int]] = {}
    ties: dict[int, int] = {}
    mode, is_late = run.profile.initiative, run.profile.surprise == "disadvantage"
    combatants = run.combatants if run.bodies is None else run.bodies.who_rolls_initiative()
    for combatant in combatants:
        kind = combatant.kind
        group = combatant.side if mode == "side" else kind.index
        if mode != "each" and group in shared:
            combatant.initiative, ties[combatant.index] = shared[group]
            continue
        advantage, disadvantage = kind.initiative_mode
        disadvantage = disadvantage or (is_late and combatant.index in run.surprised)
        natural, bonus = run.check_roll(advantage, disadvantage), kind.initiative
        has_dice = bonus.dice or bonus.variable_terms
        combatant.initiative = natural + (
            run.roll(bonus, None, False, None, combatant) if has_dice else bonus.flat
        )
        ties[combatant.index] = bonus.flat
        shared[group] = combatant.initiative, bonus.flat
    if run.profile.initiative_ties == "bonus":
        run.order = sorted(
            combatants, key=lambda one: (one.initiative, ties[one.index]), reverse=True
        )
    else:
        run.order = sorted(combatants, key=INITIATIVE, reverse=True)
    if run.bodies is not None:
        run.bodies.join_order()
    if run.log is not None:
        run.log.initiative(run)


def _clean_up(run: FightRun) -> None:
    """End what does not outlast the encounter. The dying of the winning side are stabilised."""
    for combatant in run.combatants:
        if combatant.statuses:
            keep_statuses(run, combatant, ("short rest", "long rest"))
        combatant.concentration = None
        if combatant.is_down and combatant.side == run.winner:
            combatant.stable = True
    if run.bodies is not None:
        run.bodies.end_encounter()
    run.active = None
    if run.log is not None:
        run.log.encounter_over(run)


# --- rounds ------------------------------------------------------------------------------------------


def _play_round(run: FightRun) -> None:
    if run.not_arrived:
        _arrive(run)
    if run.refills_each_round:
        for combatant in run.combatants:
            refill(combatant, ("round",))
    run.turn += 1
    if run.observed[ROUND_STARTED]:
        offer(run, FightEvent(ROUND_STARTED, None, None, run.round))
    if run.standing_changed:
        check_over(run)
    lair_is_due = LAIR_COUNT in run.plan.triggers
    check_stop = run.check_stop if len(run.order) >= LARGE_FIGHT else None
    for combatant in run.order if run.bodies is None else run.bodies.turn_order():
        if run.is_over:
            return
        if check_stop is not None:
            check_stop()
        if lair_is_due and combatant.initiative < run.profile.lair_count:
            lair_is_due = False
            _count_lair(run)
            if run.is_over:
                return
        if combatant.is_present and not combatant.is_dead:
            play_turn(run, combatant)
        elif combatant.is_dead and run.expiring_statuses:
            skip_dead_turn(run, combatant)
        elif run.bodies is not None and combatant.has_joined and run.expiring_statuses:
            play_absent_turn(run, combatant)
    if lair_is_due and not run.is_over:
        _count_lair(run)
    run.active = None


def _arrive(run: FightRun) -> None:
    """Bring in those whose round of arrival has come."""
    arrived = [
        one for one in run.combatants if not one.is_present and one.kind.spec.arrival <= run.round
    ]
    if run.bodies is not None:
        arrived = [one for one in arrived if not run.bodies.is_missing(one)]
    if arrived:
        run.not_arrived -= len(arrived)
        for combatant in arrived:
            combatant.is_present = combatant.has_joined = True
        run.update_standing()


def _count_lair(run: FightRun) -> None:
    """The initiative count on which lair actions happen."""
    run.active = None
    run.turn += 1
    offer(run, FightEvent(LAIR_COUNT, None, None, run.round))
    check_over(run)
