"""A turn: start phase, action loop, end phase.

- Start phase: durations, pools, recharge, `TurnStarted`, damage and healing of statuses, repeated
  saves, death save.
- Action loop: the first valid action of the list, from the top after every action. Free actions are
  limited, so that the loop ends.
- End phase: repeated saves, durations, `TurnEnded`.
"""

from __future__ import annotations

from turnwright.core.rules.ledger import tidy
from turnwright.skirmish.model.vocabulary import LOOP_GUARD, TURN_ENDED, TURN_STARTED

from .actions import CompiledAction, SimpleAttack
from .attacks import attack
from .combatant_state import CombatantState
from .decision_points import ActionOption, select
from .event_bus import invalid_reason, offer
from .fight_events import OWN_DAMAGE, ActionUse, FightEvent
from .plan import HIGHEST
from .resolution import deal_damage, heal, kill, roll_save, take_damage
from .run_state import FightRun
from .status_formulas import gain_resources
from .statuses import end_statuses, ended_by_attack, tick_durations


def check_over(run: FightRun) -> None:
    """End the encounter if at most one side is left. Those who have yet to arrive count."""
    run.standing_changed = False
    if run.is_over:
        return
    left = {side for side, standing in run.friends.items() if standing}
    if run.not_arrived:
        left |= {one.side for one in run.combatants if not one.is_present and not one.is_dead}
    if run.bodies is not None:
        left = run.bodies.sides_left()
    if len(left) < 2:
        run.is_over = True
        run.winner = left.pop() if left else -1


# --- a turn ------------------------------------------------------------------------------------------


def play_turn(run: FightRun, combatant: CombatantState, has_ticked: bool = False) -> None:
    """Play one turn. `has_ticked` says that it counts for durations already."""
    run.active = combatant
    run.turn += 1
    run.turn_ends = False
    kind = combatant.kind
    has_start_phase = (
        run.expiring_statuses or combatant.statuses or combatant.is_down or kind.recharging
    )
    if run.turns_are_unobserved and not has_start_phase:
        _play_quiet_turn(run, combatant)
        return
    _start_phase(run, combatant, has_ticked)
    is_idle = run.is_over or run.turn_ends or combatant.surprised or combatant.incapacitated
    if combatant.is_up and not is_idle:
        is_watched = run.log is not None or run.policy is not None or run.bodies is not None
        if kind.has_free_actions or is_watched:
            _act_with_free_actions(run, combatant)
        else:
            _act(run, combatant)
    _end_phase(run, combatant)


def _play_quiet_turn(run: FightRun, combatant: CombatantState) -> None:
    """A turn of pools and actions only: nobody observes it, and nothing happens at its start."""
    kind = combatant.kind
    combatant.pools[: kind.turn_pool_count] = kind.turn_pools
    if combatant.surprised:
        combatant.surprised = False
    elif kind.has_free_actions:
        _act_with_free_actions(run, combatant)
    else:
        _act(run, combatant)
    if run.expiring_statuses or combatant.statuses:
        _end_phase(run, combatant)
    elif run.standing_changed:
        check_over(run)


def _start_phase(run: FightRun, combatant: CombatantState, has_ticked: bool) -> None:
    if run.expiring_statuses and not has_ticked:
        tick_durations(run, combatant, "start")
    if not combatant.is_present:  # the end of a status has taken it out of the fight
        check_over(run)
        return
    kind = combatant.kind
    combatant.pools[: kind.turn_pool_count] = kind.turn_pools
    if combatant.gain:
        for pool, amount in combatant.gain:
            combatant.pools[pool] = tidy(combatant.pools[pool] + amount)
    if combatant.formulas:
        gain_resources(combatant)
    if kind.recharging:
        _recharge(run, combatant)
    if run.log is not None:
        run.log.turn(run, combatant)
    if run.observed[TURN_STARTED]:
        offer(run, FightEvent(TURN_STARTED, combatant, combatant, run.round))
    if combatant.statuses:
        _heal_and_damage_each_turn(run, combatant)
        _repeat_saves(run, combatant, "start")
    if combatant.is_down and not combatant.stable:
        _death_save(run, combatant)
    if run.standing_changed:
        check_over(run)


def _end_phase(run: FightRun, combatant: CombatantState) -> None:
    combatant.surprised = False
    if run.is_over:
        return
    if run.expiring_statuses:
        _repeat_saves(run, combatant, "end")
        tick_durations(run, combatant, "end")
    if run.bodies is not None:
        run.bodies.release()
    if run.observed[TURN_ENDED]:
        offer(run, FightEvent(TURN_ENDED, combatant, combatant, run.round))
    if run.standing_changed:
        check_over(run)


def play_absent_turn(run: FightRun, combatant: CombatantState) -> None:
    """The turn of somebody who is out of the fight: statuses that count its turns go on, and it makes
    the saves that bring it back. Who is back at the start of its turn has it."""
    run.active = None
    run.turn += 1
    tick_durations(run, combatant, "start")
    _repeat_saves(run, combatant, "start")
    if combatant.is_present:
        play_turn(run, combatant, has_ticked=True)
        return
    _repeat_saves(run, combatant, "end")
    tick_durations(run, combatant, "end")
    if run.standing_changed:
        check_over(run)


def skip_dead_turn(run: FightRun, combatant: CombatantState) -> None:
    """The turn that a dead combatant would have had: statuses that count its turns go on."""
    run.active = None
    run.turn += 1
    tick_durations(run, combatant, "start")
    tick_durations(run, combatant, "end")
    if run.standing_changed:
        check_over(run)


# --- the action loop ---------------------------------------------------------------------------------


def _act(run: FightRun, combatant: CombatantState) -> None:
    """The action loop without free actions: it ends because every action costs something. The loop
    guard still limits it, for the number of actions may be very large."""
    actions = combatant.kind.turn_actions
    pools = combatant.pools
    is_unobserved = run.simple_attacks_are_unobserved
    for _ in range(run.profile.guard):
        simple = None
        for action in actions:
            if action.single_pool >= 0 and pools[action.single_pool] < 1:
                continue
            if is_unobserved and action.simple_attack is not None and combatant.is_unmodified:
                if run.foes[combatant.side] and not (
                    action.requirements and invalid_reason(run, combatant, action, None) is not None
                ):
                    simple = action.simple_attack
                    break
                continue
            if invalid_reason(run, combatant, action, None) is None:
                break
        else:
            return
        if simple is not None:
            _attack_simply(run, combatant, action, simple)
        else:
            action.perform(run, combatant, None)
        if run.standing_changed:
            check_over(run)
            if run.is_over:
                return
        if run.turn_ends or not combatant.is_up or combatant.incapacitated:
            return
    if any(invalid_reason(run, combatant, action, None) is None for action in actions):
        _stop_loop(run, combatant)


def _attack_simply(
    run: FightRun, actor: CombatantState, action: CompiledAction, simple: SimpleAttack
) -> None:
    """`CompiledAction.perform` and `attack` in one, for plain attacks that nobody observes."""
    run.serial += 1
    run.uses[action.index] += 1
    actor.pools[action.single_pool] -= 1
    actor.uses[action.local_index] += 1
    draw = run.draw
    for _ in range(simple.times):
        target, least = None, 1 << 60
        for foe in run.foes[actor.side]:
            health = foe.hp + foe.temp
            if health < least:
                target, least = foe, health
        if target is None:
            return
        if not target.is_unmodified or target.has_defences or not actor.is_unmodified:
            attack(run, ActionUse(actor, action), simple.effect, target)
            if not actor.is_up:
                return
            continue
        natural = (draw() * run.check_die >> 32) + 1
        total, is_hit = 0, True
        if natural >= simple.critical:
            total = run.roll(simple.damage, None, True)
        elif natural > run.fumble and natural + simple.to_hit >= target.ac:
            total = simple.flat
            for _ in range(simple.dice):
                total += (draw() * simple.sides >> 32) + 1
        else:
            is_hit = False
        ended = run.expiring_statuses and ended_by_attack(actor, target, is_hit)
        if total > 0:
            left = target.hp - total
            if left > 0 and not (target.temp or target.statuses or target.concentration):
                target.hp = left  # `take_damage`, where it does nothing else
                run.damage[action.index] += total
            else:
                critical = natural >= simple.critical
                take_damage(run, target, total, actor, action, None, critical, action.tags)
        if ended:
            for bearer, statuses in ended:
                end_statuses(run, bearer, statuses)
        if not actor.is_up:
            return


def _act_with_free_actions(run: FightRun, combatant: CombatantState) -> None:
    """The action loop with free actions: each may be used once in a turn unless it says otherwise, and
    none that would repeat a state of this turn."""
    turn_uses = combatant.turn_uses = combatant.kind.no_uses[:]
    seen: set[object] = set()
    blocked: set[int] = set()
    for _ in range(run.profile.guard):
        option: ActionOption | None = None
        if run.policy is None:
            action = _first_valid(run, combatant, blocked)
        else:
            option = _selected(run, combatant, blocked)
            action = None if option is None else option.action
        if run.log is not None:
            run.log.decision(run, combatant, blocked, action)
        if action is None:
            return
        if action.is_repeatable and not seen:
            seen.add(_fingerprint(run))
        kind = combatant.kind
        action.perform(run, combatant, None, option=option)
        turn_uses[action.local_index] += 1
        if combatant.kind is not kind:
            turn_uses, seen, blocked = combatant.turn_uses, set(), set()
        elif action.is_repeatable:
            now = _fingerprint(run)
            if now in seen:
                blocked.add(action.local_index)
            seen.add(now)
        if run.standing_changed:
            check_over(run)
        if run.is_over or run.turn_ends or not combatant.is_up or combatant.incapacitated:
            return
    if _first_valid(run, combatant, blocked) is not None:
        _stop_loop(run, combatant)


def _stop_loop(run: FightRun, combatant: CombatantState) -> None:
    name = combatant.participant.name
    run.guard_loop(f"{name} has acted {run.profile.guard} times in one turn")
    if run.observed[LOOP_GUARD]:
        offer(run, FightEvent(LOOP_GUARD, combatant, combatant, run.profile.guard))


def _selected(run: FightRun, combatant: CombatantState, blocked: set[int]) -> ActionOption | None:
    """What the policy selects among the valid actions."""
    valid = [
        action
        for action in combatant.kind.turn_actions
        if invalid_in_turn_reason(run, combatant, action, blocked) is None
    ]
    return select(run, combatant, "turn", valid, None)


def _first_valid(
    run: FightRun, combatant: CombatantState, blocked: set[int]
) -> CompiledAction | None:
    for action in combatant.kind.turn_actions:
        if invalid_in_turn_reason(run, combatant, action, blocked) is None:
            return action
    return None


def invalid_in_turn_reason(
    run: FightRun, combatant: CombatantState, action: CompiledAction, blocked: set[int]
) -> str | None:
    """`invalid_reason` for an action in one's own turn."""
    if action.turn_limit and combatant.turn_uses[action.local_index] >= action.turn_limit:
        return "limit"
    if action.local_index in blocked:
        return "repeats"
    return invalid_reason(run, combatant, action, None)


def _fingerprint(run: FightRun) -> object:
    """Everything that free actions could change back and forth. Counters of uses are left out, for
    they would hide a loop."""
    return tuple(
        (
            one.hp, one.temp, one.position, one.is_down,
            tuple(
                amount for amount, key in zip(one.pools, one.kind.pool_keys, strict=True)
                if not key.startswith("use of ")
            ),
            tuple((s.compiled.number, s.source.index, s.turns_left) for s in one.statuses),
        )
        for one in run.combatants
    )  # fmt: skip


# --- what happens every turn -------------------------------------------------------------------------


def _recharge(run: FightRun, combatant: CombatantState) -> None:
    for action in combatant.kind.recharging:
        if combatant.pools[action.recharge_pool] >= 1:
            continue
        if action.cooldown:
            combatant.cooldowns[action.local_index] -= 1
            if combatant.cooldowns[action.local_index] <= 0:
                combatant.pools[action.recharge_pool] = 1
        elif (run.draw() * run.profile.recharge_die >> 32) + 1 >= action.recharge:
            combatant.pools[action.recharge_pool] = 1


def _heal_and_damage_each_turn(run: FightRun, combatant: CombatantState) -> None:
    for status in list(combatant.statuses):
        compiled = status.compiled
        if status not in combatant.statuses:
            continue
        if compiled.stacking == HIGHEST and combatant.most_potent(compiled.number) is not status:
            continue
        if not compiled.heal_each_turn.is_zero and not combatant.is_dead:
            amount = max(
                0, run.roll(compiled.heal_each_turn, None, False, status.source, combatant)
            )
            heal(run, combatant, amount, status.source, None)
        if compiled.damage_each_turn.parts and not combatant.is_dead:
            parts = [
                [
                    max(0, run.roll(roll, None, False, status.source, combatant)),
                    damage_type,
                    OWN_DAMAGE,
                ]
                for roll, damage_type in compiled.damage_each_turn.parts
            ]
            deal_damage(run, combatant, parts, status.source, status.action, None, False)


def _repeat_saves(run: FightRun, combatant: CombatantState, at: str) -> None:
    for status in list(combatant.statuses):
        repeat = status.compiled.spec.repeat_save
        if repeat is None or repeat.at != at or status not in combatant.statuses:
            continue
        dc = status.dc
        if repeat.dc is not None:
            fixed = status.compiled.repeat_dc
            dc = run.roll(fixed, None, False, combatant, status.source)
        ability = run.plan.abilities.numbers[repeat.ability.lower()]
        tags = status.compiled.tags | (status.action.tags if status.action is not None else 0)
        if roll_save(run, combatant, ability, dc, status.source, tags, None):
            end_statuses(run, combatant, [status])


def _death_save(run: FightRun, combatant: CombatantState) -> None:
    """10 or more succeeds; a fumble counts as two failures, a critical revives with 1 hit point."""
    natural = run.check_roll(False, False)
    if natural >= run.profile.critical:
        heal(run, combatant, 1, combatant, None)
    elif natural >= 10:
        combatant.successes += 1
        if combatant.successes >= 3:
            combatant.stable = True
            combatant.successes = combatant.failures = 0
    else:
        combatant.failures += 2 if natural <= run.profile.fumble else 1
        if combatant.failures >= 3:
            kill(run, combatant, None, 0, None)
    if run.log is not None:
        run.log.death_save(run, combatant, natural)
