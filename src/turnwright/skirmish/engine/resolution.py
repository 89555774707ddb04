"""What happens to combatants: saves, damage, falling, healing, pools and movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.rules.ledger import Number, tidy
from turnwright.skirmish.model.vocabulary import (
    DAMAGE_ROLLED,
    DAMAGE_TAKEN,
    ENTERED_REACH,
    HEALED,
    LEFT_REACH,
    RESOURCE_RESTORED,
    SAVE_FAILED,
    SAVE_SUCCEEDED,
    UNIT_DIED,
    UNIT_DOWNED,
    UNIT_MOVED,
)

from .combatant_state import CombatantState
from .event_bus import offer
from .fight_events import (
    CRITICAL,
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURE,
    OWN_DAMAGE,
    PLAIN_FAILURE,
    PLAIN_SUCCESS,
    SUCCESS,
    ActionUse,
    FightEvent,
    degree_of,
)
from .run_outcome import MAX_FALL_ROUND
from .run_state import FightRun
from .status_formulas import added_dc, damage_dealt, damage_taken
from .statuses import (
    break_concentration,
    drop_unused_concentration,
    end_after_save,
    end_statuses,
)

if TYPE_CHECKING:
    from .actions import CompiledAction
    from .compiled_effects import SaveEffect

ANY_TYPE = 2
"""The bit of the damage type `*`: every type."""

# --- saves -------------------------------------------------------------------------------------------


def force_save(
    run: FightRun,
    use: ActionUse,
    effect: SaveEffect,
    target: CombatantState,
    rolled: list[tuple[int, int]],
) -> None:
    """Make one target save, and deal it the damage and effects that follow."""
    action = use.action
    dc = effect.dc + use.actor.dc
    if use.actor.formulas:
        dc += added_dc(use.actor, use, target)
    if not effect.dc_roll.is_zero:
        dc += run.roll(effect.dc_roll, use, False, target) - effect.dc
    use.dc = dc
    success = roll_save(run, target, effect.ability, dc, use.actor, action.tags, use)
    parts = [[max(0, amount), damage_type, OWN_DAMAGE] for amount, damage_type in rolled]
    degree = run.degree if run.profile.margin is not None else -1
    if degree == CRITICAL_FAILURE and effect.half:
        for part in parts:
            part[0] *= 2
    if degree == CRITICAL_SUCCESS:
        parts = []
    elif success:
        for part in parts:
            part[0] //= 2
        parts = parts if effect.half else []
    if parts:
        deal_damage(run, target, parts, use.actor, action, use, False)
    follows = effect.on_success if success else effect.on_fail
    if degree == CRITICAL_FAILURE and effect.on_critical_fail is not None:
        follows = effect.on_critical_fail
    elif degree == CRITICAL_SUCCESS and effect.on_critical_success is not None:
        follows = effect.on_critical_success
    for inner in follows:
        inner.run(run, use, [target])


def roll_save(
    run: FightRun,
    combatant: CombatantState,
    ability: int,
    dc: int,
    source: CombatantState | None,
    tags: int,
    use: ActionUse | None,
) -> bool:
    """Roll a save; True if it succeeds. The fallen fail without a roll."""
    kind, profile = combatant.kind, run.profile
    if not combatant.is_up or combatant.failed_saves >> ability & 1:
        natural, total, outcome = 0, 0, FAILURE
        is_forced = True
    else:
        advantage, disadvantage = kind.save_modes[ability]
        for up, down, of, against in combatant.saves:
            if (not of or of >> ability & 1) and (not against or against & tags):
                advantage, disadvantage = max(advantage, up), disadvantage or down
        natural = run.check_roll(advantage, disadvantage)
        total = natural + kind.saves[ability]
        for dice in combatant.save_dice:
            total += run.roll(dice, use, False, source, combatant)
        outcome, is_forced = int(total >= dc), False
        if profile.margin is not None:
            outcome = int(save_degree(run, total, dc, natural) >= PLAIN_SUCCESS)
    if run.observed[SAVE_FAILED] or run.observed[SAVE_SUCCEEDED]:
        event = FightEvent(SAVE_FAILED, source, combatant, total, tags, use)
        event.natural, event.total, event.needs, event.outcome = natural, total, dc, outcome
        if is_forced:
            event.forced = FAILURE
        for _ in range(2):
            before = event.outcome
            event.type = SAVE_SUCCEEDED if before else SAVE_FAILED
            event.value = event.total
            offer(run, event)
            if event.outcome == before:
                break
        outcome, natural, total = event.outcome, event.natural, event.total
        is_forced = event.forced >= 0
    if use is not None:
        use.margin = total - dc
    if run.expiring_statuses and natural:
        end_after_save(run, combatant, source)
    if profile.margin is not None:
        run.degree = PLAIN_SUCCESS if outcome else PLAIN_FAILURE
        if not is_forced:
            run.degree = save_degree(run, total, dc, natural)
    return outcome == SUCCESS


def save_degree(run: FightRun, total: int, dc: int, natural: int) -> int:
    """The degree of success of a save."""
    profile = run.profile
    assert profile.margin is not None
    return degree_of(total, dc, profile.margin, natural, profile.critical, profile.fumble)


# --- damage ------------------------------------------------------------------------------------------


def deal_damage(
    run: FightRun,
    target: CombatantState,
    parts: list[list[int]],
    source: CombatantState | None,
    action: CompiledAction | None,
    use: ActionUse | None,
    critical: bool,
) -> None:
    """Deal damage: reactions to the roll, then resistances, then `take_damage`."""
    tags = action.tags if action is not None else 0
    if run.observed[DAMAGE_ROLLED]:
        about = damage_tags(run, tags, parts, critical)
        event = FightEvent(DAMAGE_ROLLED, source, target, sum(p[0] for p in parts), about, use)
        event.parts = parts
        event.outcome = CRITICAL if critical else -1
        offer(run, event)
        if event.is_cancelled:
            return
        if event.redirected is not None:
            target = event.redirected
    if target.is_dead:
        return
    amounts = _after_defences(run, target, parts, source, tags)
    total, factor = sum(amounts), target.damage_taken
    if target.formulas:
        factor = damage_taken(target)
    if factor != 1:
        total = int(total * factor)
    if total > 0:
        for part in parts:
            if part[2] >= 0:
                if action is not None and source is not None and target.side != source.side:
                    main = action.index if use is None else use.booked_to
                    _book_added_damage(run, target, parts, amounts, main)
                break
        if run.observed[DAMAGE_TAKEN]:
            tags = damage_tags(run, tags, parts, critical)
        take_damage(run, target, total, source, action, use, critical, tags)


def damage_tags(run: FightRun, tags: int, parts: list[list[int]], critical: bool) -> int:
    """The tags of the action, those of the damage types, and that of a critical hit."""
    type_tags = run.plan.type_tags
    for part in parts:
        tags |= type_tags[part[1]]
    return tags | run.plan.critical_tag if critical else tags


def take_damage(
    run: FightRun,
    target: CombatantState,
    total: int,
    source: CombatantState | None,
    action: CompiledAction | None,
    use: ActionUse | None,
    critical: bool,
    tags: int,
) -> None:
    """Take damage: temporary hit points, statuses, the fall, and concentration."""
    if action is not None and source is not None and target.side != source.side:
        run.damage[action.index if use is None else use.booked_to] += total
    left = total
    if target.temp:
        absorbed = min(target.temp, left)
        target.temp -= absorbed
        left -= absorbed
    if run.bodies is not None:
        run.bodies.note_damage(target, source, total)
    excess = 0
    was_up = target.is_up
    if was_up:
        target.hp -= left
        if target.hp < 0:
            excess, target.hp = -target.hp, 0
    if run.observed[DAMAGE_TAKEN]:
        offer(run, FightEvent(DAMAGE_TAKEN, source, target, total, tags, use))
    if target.statuses:
        ended = [s for s in target.statuses if s.compiled.spec.ends_on_damage]
        if ended:
            end_statuses(run, target, ended)
    if target.is_dead or target.is_up != was_up:  # a reaction has felled or revived it
        return
    if run.bodies is not None and target.hp == 0:
        excess = run.bodies.lose_forms(target, excess)
    if not was_up:
        _damage_while_down(run, target, source, total, critical)
    elif target.hp == 0:
        _fall(run, target, source, action, excess, use)
    elif target.concentration is not None and run.profile.concentration is not None:
        profile = run.profile
        dc = min(max(profile.concentration_dc, total // 2), profile.concentration_dc_most)
        tags = action.tags if action is not None else 0
        if not roll_save(run, target, run.concentration_ability, dc, source, tags, use):
            break_concentration(run, target)


def _after_defences(
    run: FightRun,
    target: CombatantState,
    parts: list[list[int]],
    source: CombatantState | None,
    tags: int,
) -> list[int]:
    """The damage that is left of each part: first factors and reductions, then resistances."""
    if source is not None and (source.damage_dealt != 1 or source.formulas):
        factor = damage_dealt(source)
        parts = [[int(part[0] * factor), part[1]] for part in parts]
    if target.reduction:
        parts = _reduced(run, target, parts, source)
    resist, immune, vulnerable = target.resist, target.immune, target.vulnerable
    for defence, types, tag in target.bypassed:
        if not tags & tag:
            resist |= types if defence == 0 else 0
            immune |= types if defence == 1 else 0
            vulnerable |= types if defence == 2 else 0
    amounts = [part[0] for part in parts]
    if resist or immune or vulnerable:
        for place, part in enumerate(parts):
            bit = 1 << part[1] | ANY_TYPE
            amount = 0 if immune & bit else amounts[place]
            if resist & bit:
                amount //= 2
            if vulnerable & bit:
                amount *= 2
            amounts[place] = amount
    return amounts


def _book_added_damage(
    run: FightRun,
    target: CombatantState,
    parts: list[list[int]],
    amounts: list[int],
    main: int,
) -> None:
    """Take the parts that other actions have added from the action that deals the damage, and book
    them to those."""
    owners = run.plan.action_owners
    factor = damage_taken(target)
    for (_, _, cause), amount in zip(parts, amounts, strict=True):
        if cause >= 0 and amount > 0 and owners[cause].side != target.side:
            share = int(amount * factor) if factor != 1 else amount
            run.damage[cause] += share
            run.damage[main] -= share


def _reduced(
    run: FightRun, target: CombatantState, parts: list[list[int]], source: CombatantState | None
) -> list[list[int]]:
    less = sum(max(0, run.roll(dice, None, False, source, target)) for dice in target.reduction)
    parts = [part[:] for part in parts]
    for part in parts:
        taken = min(part[0], less)
        part[0] -= taken
        less -= taken
    return parts


def _fall(
    run: FightRun,
    combatant: CombatantState,
    source: CombatantState | None,
    action: CompiledAction | None,
    excess: int,
    use: ActionUse | None,
) -> None:
    """Fall to 0 hit points: down and dying, or dead."""
    combatant.is_up = False
    combatant.is_down = True
    combatant.stable = False
    combatant.successes = combatant.failures = 0
    falls = run.falls[-1]
    if combatant.index not in falls:
        falls[combatant.index] = run.round if run.round < MAX_FALL_ROUND else MAX_FALL_ROUND
    run.remove_standing(combatant)
    if combatant.concentration is not None:
        break_concentration(run, combatant)
    tags = action.tags if action is not None else 0
    if run.observed[UNIT_DOWNED]:
        offer(run, FightEvent(UNIT_DOWNED, source, combatant, excess, tags, use))
    if combatant.is_up or combatant.is_dead:
        return
    massive = run.profile.massive_damage and excess >= combatant.max_hp
    if not combatant.kind.death_saves or massive:
        kill(run, combatant, source, tags, use)


def _damage_while_down(
    run: FightRun,
    combatant: CombatantState,
    source: CombatantState | None,
    total: int,
    critical: bool,
) -> None:
    combatant.stable = False
    combatant.failures += 2 if critical else 1
    is_massive = run.profile.massive_damage and total >= combatant.max_hp
    if combatant.failures >= 3 or is_massive:
        kill(run, combatant, source, 0, None)


def kill(
    run: FightRun,
    combatant: CombatantState,
    source: CombatantState | None,
    tags: int,
    use: ActionUse | None,
) -> None:
    """Die: lose all statuses, and end those that depend on this combatant."""
    combatant.is_dead = True
    combatant.is_down = False
    if combatant.statuses:
        lost = combatant.statuses
        combatant.statuses = []
        if combatant.temp_status is not None:
            combatant.temp, combatant.temp_status = 0, None
        run.expiring_statuses -= sum(status.compiled.can_expire for status in lost)
        combatant.refresh()
        for status in lost:
            if run.bodies is not None:
                run.bodies.status_ended(combatant, status)
            if status.needs_concentration:
                drop_unused_concentration(run, status.source)
    if run.plan.statuses:
        end_dependent_statuses(run, combatant)
    if run.observed[UNIT_DIED]:
        offer(run, FightEvent(UNIT_DIED, source, combatant, 0, tags, use))


def end_dependent_statuses(run: FightRun, source: CombatantState) -> None:
    """End the statuses that last only as long as this source lives."""
    for other in run.combatants:
        if other.statuses:
            ended = [
                s for s in other.statuses
                if s.source is source
                and (s.compiled.spec.ends_with_source or s.compiled.spec.inside)
            ]  # fmt: skip
            if ended:
                end_statuses(run, other, ended)


# --- healing -----------------------------------------------------------------------------------------


def heal(
    run: FightRun,
    combatant: CombatantState,
    amount: int,
    source: CombatantState | None,
    use: ActionUse | None,
) -> None:
    """Restore hit points up to the maximum. The dead stay dead."""
    if combatant.is_dead:
        return
    gained = min(amount, combatant.max_hp - combatant.hp)
    if gained <= 0:
        return
    combatant.hp += gained
    if not combatant.is_up:
        combatant.is_up, combatant.is_down, combatant.stable = True, False, False
        combatant.successes = combatant.failures = 0
        run.update_standing()
    if run.observed[HEALED]:
        tags = use.action.tags if use is not None else 0
        offer(run, FightEvent(HEALED, source, combatant, gained, tags, use))


def give_temporary_hp(combatant: CombatantState, amount: int) -> None:
    """Give temporary hit points. They do not add up: the larger amount counts."""
    if not combatant.is_dead and amount > combatant.temp:
        combatant.temp = amount
        combatant.temp_status = None


# --- pools and distance ------------------------------------------------------------------------------


def restore_pool(run: FightRun, combatant: CombatantState, pool: int, amount: Number) -> None:
    """Give back to a pool, up to its maximum."""
    after = min(tidy(combatant.pools[pool] + amount), combatant.kind.pool_max[pool])
    gained = after - combatant.pools[pool]
    if gained <= 0:
        return
    combatant.pools[pool] = after
    if run.observed[RESOURCE_RESTORED]:
        event = FightEvent(RESOURCE_RESTORED, combatant, combatant, gained)
        event.about = combatant.kind.pool_keys[pool]
        offer(run, event)


def refill(combatant: CombatantState, resets: tuple[str, ...]) -> None:
    """Fill the pools that reset at one of these."""
    kind = combatant.kind
    for pool, reset in enumerate(kind.pool_reset):
        if reset in resets:
            combatant.pools[pool] = kind.pool_after_reset[pool]


def move(
    run: FightRun,
    mover: CombatantState,
    other: CombatantState,
    distance: int,
    away: bool,
    use: ActionUse,
) -> None:
    """Move along the line, towards another combatant (never past it) or away from it."""
    if mover.no_movement or not mover.is_up:
        return
    gap = other.position - mover.position
    step: Number
    if away:
        step = -distance if gap > 0 else distance
    else:
        step = min(distance, abs(gap)) * (1 if gap > 0 else -1)
    if not step:
        return
    start, end = mover.position, mover.position + step
    if run.observed[LEFT_REACH] and not _leave_reach(run, mover, end, abs(step), use):
        return
    mover.position = end
    if run.bodies is not None:
        run.bodies.moved(mover)
    if run.observed[UNIT_MOVED]:
        offer(run, FightEvent(UNIT_MOVED, mover, mover, abs(step), use.action.tags, use))
    if run.observed[ENTERED_REACH]:
        for enemy in list(run.foes[mover.side]):
            reach = enemy.kind.spec.reach
            if abs(end - enemy.position) <= reach < abs(start - enemy.position):
                tags = use.action.tags
                offer(run, FightEvent(ENTERED_REACH, mover, enemy, abs(step), tags, use))
                if not mover.is_up:
                    return


def _leave_reach(
    run: FightRun, mover: CombatantState, end: Number, step: Number, use: ActionUse
) -> bool:
    """Offer the leaving of every enemy's reach; False if that stops the movement."""
    for enemy in list(run.foes[mover.side]):
        reach = enemy.kind.spec.reach
        if abs(mover.position - enemy.position) <= reach < abs(end - enemy.position):
            event = FightEvent(LEFT_REACH, mover, enemy, step, use.action.tags, use)
            offer(run, event)
            if event.is_cancelled or mover.no_movement or not mover.is_up:
                return False
    return True
