"""The event bus: an event is offered to reactions, one combatant after the other, depth first.

- The active combatant comes first, then the others in the order of initiative.
- Each may use the first valid reaction of its list, and those that may be used beside others. Later
  ones see what earlier ones changed.
- An event that was cancelled, or that no longer makes sense, is not offered any further.
- A reaction cannot be triggered while it is being used, nothing is offered beyond the profile's depth,
  and nobody reacts more often in one turn than the loop guard allows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model.vocabulary import (
    ACTION_DECLARED,
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    DAMAGE_ROLLED,
    LEFT_REACH,
    SAVE_FAILED,
    SAVE_SUCCEEDED,
    SPELL_CAST,
    UNIT_DIED,
    UNIT_DOWNED,
)

from .combatant_state import CombatantState
from .decision_points import ActionOption, select
from .fight_events import (
    CRITICAL,
    HIT,
    PLAIN_SUCCESS,
    FightEvent,
    attack_outcome,
    degree_of,
)
from .payment import can_pay
from .run_state import FightRun
from .targets import can_be_attacked, candidates

if TYPE_CHECKING:
    from .actions import CompiledAction


def notice(run: FightRun, event: FightEvent) -> None:
    """Let an event change pools and end statuses by itself."""
    from .watched_events import change_pools, end_by_event  # they end statuses, which raises events

    change_pools(run, event)
    end_by_event(run, event)


def collect_listeners(run: FightRun) -> None:
    """List who has reactions to which event in this encounter, in the order of initiative."""
    run.listeners = {}
    for combatant in run.order:
        for event in combatant.kind.reactions:
            run.listeners.setdefault(event, []).append(combatant)


def offer(run: FightRun, event: FightEvent) -> None:
    """Let everybody react who may."""
    if run.plan.remembered:
        run.remember(event.type, event.source, event.tags, event.value)
    if event.type in run.plan.counted:
        run.count(event)
    if run.log is not None:
        run.log.event(run, event)
    if event.type in run.plan.watched:
        notice(run, event)
    listeners = run.listeners.get(event.type)
    if listeners is None:
        return
    if run.depth >= run.profile.depth:
        run.guard_loop(f"events are nested {run.depth} deep; no more reactions are offered")
        return
    run.depth += 1
    first = run.active
    if run.profile.listeners == "affected first" and event.target is not None:
        first = event.target
    if first is not None and first in listeners:
        listeners = [first, *(one for one in listeners if one is not first)]
    if event.is_cancelled or _is_obsolete(event):
        listeners = []
    for combatant in listeners:
        option: ActionOption | None = None
        if run.policy is None:
            action = _first_reaction(run, combatant, event)
        else:
            option = _selected_reaction(run, combatant, event)
            action = None if option is None else option.action
        if action is not None and may_act_out_of_turn(run, combatant):
            _use_reaction(run, combatant, action, event, option)
            if event.type in run.plan.several_answers:
                _answer_again(run, combatant, action, event)
            if event.is_cancelled or _is_obsolete(event):
                break
    run.depth -= 1


def _use_reaction(
    run: FightRun,
    combatant: CombatantState,
    action: CompiledAction,
    event: FightEvent,
    option: ActionOption | None,
) -> None:
    key = (combatant.index, action.local_index)
    run.running_reactions.add(key)
    if action.turn_limit:
        run.free_reactions[key] = run.turn
    action.perform(run, combatant, event, option=option)
    run.running_reactions.discard(key)
    before = event.outcome
    _update_outcome(run, event)
    if run.log is not None and event.outcome != before:
        run.log.outcome_changed(run, combatant, action, event, before)


def _answer_again(
    run: FightRun, combatant: CombatantState, first: CompiledAction, event: FightEvent
) -> None:
    """Use the later reactions of the list that may be used beside others. One that may not counts as
    the one answer of the combatant."""
    has_answered = not first.spec.beside_others
    kind = combatant.kind
    reactions = kind.reactions.get(event.type, [])
    later = reactions.index(first) + 1 if first in reactions else len(reactions)
    for action in reactions[later:]:
        if event.is_cancelled or _is_obsolete(event) or not _may_react(combatant, event):
            return
        if combatant.kind is not kind:
            return  # it has another form now
        if has_answered and not action.spec.beside_others:
            continue
        if invalid_reaction_reason(run, combatant, action, event) is not None:
            continue
        option: ActionOption | None = None
        if run.policy is not None:
            option = select(run, combatant, "reaction", [action], event)
            if option is None:
                continue
        if run.log is not None:
            run.log.reaction(run, combatant, action, event, True)
        if may_act_out_of_turn(run, combatant):
            has_answered = has_answered or not action.spec.beside_others
            _use_reaction(run, combatant, action, event, option)


def may_act_out_of_turn(run: FightRun, combatant: CombatantState) -> bool:
    """Count an action out of turn. False once the loop guard is reached."""
    if run.answers_turn != run.turn:
        run.answers_turn = run.turn
        run.answers.clear()
    count = run.answers[combatant.index] = run.answers.get(combatant.index, 0) + 1
    if count == run.profile.guard + 1:
        run.guard_loop(f"{combatant.participant.name} has reacted {count - 1} times in one turn")
    return count <= run.profile.guard


# --- which action is valid ---------------------------------------------------------------------------


def invalid_reason(
    run: FightRun, combatant: CombatantState, action: CompiledAction, event: FightEvent | None
) -> str | None:
    """What prevents an action, in one word; None if it is valid.

    `validity_reasons.py` has the sentences for these words.
    """
    if action.single_pool >= 0 and combatant.pools[action.single_pool] < 1:
        return "cost"
    for requirement in action.requirements:
        if not requirement(run, combatant, None, event):
            return "requirement"
    if action.targets_any_foe:
        if not run.foes[combatant.side]:
            return "targets"
    elif action.min_targets and len(candidates(run, combatant, action, event)) < action.min_targets:
        return "targets"
    return None if action.single_pool >= 0 or can_pay(run, combatant, action, event) else "cost"


def invalid_reaction_reason(
    run: FightRun, combatant: CombatantState, action: CompiledAction, event: FightEvent
) -> str | None:
    """What prevents this reaction, in one word; None if it is valid."""
    timing = action.spec.timing
    for required in action.triggers[event.type]:
        if event.tags & required == required:
            break
    else:
        return "tags"
    key = (combatant.index, action.local_index)
    if not isinstance(timing, Reaction):  # a free action, used in the turns of others
        if combatant is run.active:
            return "turn"
        if action.turn_limit and run.free_reactions.get(key) == run.turn:
            return "limit"
    elif timing.who != "any":
        one = event.source if timing.role == "source" else event.target
        if one is None or _relation(one, combatant) != timing.who:
            return "who"
    if key in run.running_reactions:
        return "running"
    if action.when is not None and not action.when(run, combatant, event.target, event):
        return "when"
    is_selective = isinstance(timing, Reaction) and timing.would_change_outcome
    if is_selective and not _would_change(run, action, event):
        return "outcome"
    return invalid_reason(run, combatant, action, event)


def _relation(one: CombatantState, combatant: CombatantState) -> str:
    if one is combatant:
        return "self"
    return "ally" if one.side == combatant.side else "enemy"


def _first_reaction(
    run: FightRun, combatant: CombatantState, event: FightEvent
) -> CompiledAction | None:
    """The first reaction of this combatant that is valid now."""
    if not _may_react(combatant, event):
        return None
    for action in combatant.kind.reactions.get(event.type, ()):
        is_valid = invalid_reaction_reason(run, combatant, action, event) is None
        if run.log is not None:
            run.log.reaction(run, combatant, action, event, is_valid)
        if is_valid:
            return action
    return None


def _selected_reaction(
    run: FightRun, combatant: CombatantState, event: FightEvent
) -> ActionOption | None:
    """What the policy selects among the valid reactions."""
    if not _may_react(combatant, event):
        return None
    reactions = combatant.kind.reactions.get(event.type, [])
    valid = [
        action
        for action in reactions
        if invalid_reaction_reason(run, combatant, action, event) is None
    ]
    option = select(run, combatant, "reaction", valid, event)
    chosen = None if option is None else option.action
    if run.log is not None:
        for action in reactions:
            run.log.reaction(run, combatant, action, event, action is chosen)
            if action is chosen:
                break
    return option


def _may_react(combatant: CombatantState, event: FightEvent) -> bool:
    if not combatant.is_present:
        return False
    if not combatant.is_up:  # the fallen react to nothing but their own fall
        return combatant is event.target and event.type in (UNIT_DOWNED, UNIT_DIED)
    return not combatant.incapacitated and not combatant.no_reactions and not combatant.surprised


# --- what a reaction changes -------------------------------------------------------------------------


def roll_outcome(run: FightRun, event: FightEvent) -> int:
    """The outcome of an attack or save with the numbers as they are now."""
    if event.forced >= 0:
        return event.forced
    return _outcome_with(run, event, event.total, 0)


def _outcome_with(run: FightRun, event: FightEvent, total: int, more_ac: int) -> int:
    """The outcome with another total, and against a changed armour class."""
    profile = run.profile
    margin, natural = profile.margin, event.natural
    if event.type in (SAVE_FAILED, SAVE_SUCCEEDED):
        if margin is None:
            return int(total >= event.needs)
        degree = degree_of(total, event.needs, margin, natural, profile.critical, profile.fumble)
        return int(degree >= PLAIN_SUCCESS)
    target = event.target
    assert target is not None
    ac = target.armour_class + more_ac
    outcome = attack_outcome(total, ac, margin, natural, event.critical, profile.fumble)
    if outcome == HIT and target.critical_in_melee and event.tags & run.melee_tag:
        return CRITICAL
    return outcome


def _update_outcome(run: FightRun, event: FightEvent) -> None:
    """Recompute outcome and value, so that later reactions see what earlier ones changed."""
    if event.outcome >= 0 and event.type != DAMAGE_ROLLED:
        event.outcome = roll_outcome(run, event)
        event.value = event.total
    if event.parts is not None:
        event.value = sum(part[0] for part in event.parts)


def _is_obsolete(event: FightEvent) -> bool:
    """Whether a reaction has changed things so that the event no longer happens like this."""
    if event.type == ATTACK_HIT:
        target, use = event.target, event.use
        assert target is not None
        assert use is not None
        return event.outcome == 0 or not can_be_attacked(target, use.action)
    if event.type == ATTACK_MISSED or event.type == SAVE_FAILED:
        return event.outcome > 0
    if event.type == SAVE_SUCCEEDED:
        return event.outcome == 0
    if event.type == UNIT_DOWNED:
        assert event.target is not None
        return event.target.is_up
    if event.type == ATTACK_DECLARED:
        target, use = event.target, event.use
        assert target is not None
        assert use is not None
        return use.actor_fell or not can_be_attacked(target, use.action)
    if event.type in (ACTION_DECLARED, SPELL_CAST):
        assert event.use is not None
        return event.use.actor_fell
    if event.type == LEFT_REACH:
        assert event.source is not None
        return event.source.no_movement or not event.source.is_up
    return False


def _would_change(run: FightRun, action: CompiledAction, event: FightEvent) -> bool:
    """Whether this reaction could give the roll another outcome."""
    change = action.roll_change
    if change.other_effects or change.cancels or event.outcome < 0:
        return True
    if change.outcome >= 0 and change.outcome != event.outcome:
        return True
    if event.forced >= 0:
        return False
    if change.rerolls:
        return True
    if run.profile.margin is not None:
        return any(
            _outcome_with(run, event, event.total + add, change.ac) != event.outcome
            for add in (change.lowest, change.highest)
        )
    if event.type in (SAVE_FAILED, SAVE_SUCCEEDED):
        needs = event.needs
    else:
        assert event.target is not None
        needs = event.target.armour_class + change.ac
        if event.natural >= event.critical or event.natural <= run.profile.fumble:
            return False
    if event.outcome > 0:
        return event.total + change.lowest < needs
    return event.total + change.highest >= needs
