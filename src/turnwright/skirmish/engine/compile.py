"""From a scenario to a plan: names become numbers, and data becomes functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from turnwright.core.errors import DefinitionError
from turnwright.core.rules.timing import Reaction, Setup, at_events, in_own_turn
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.formula import parse, typed
from turnwright.skirmish.model.vocabulary import COUNT, SPELL, counted_event

from .actions import CompiledAction, SimpleAttack
from .compiled_costs import compile_price, cost_formulas, is_free, lay_out_pools, single_pool
from .compiled_effects import AttackEffect, compile_effects, roll_change_of
from .compiled_requirements import compile_requirement, masks_by_event
from .compiled_statuses import compile_defences, compile_status, lower_case
from .dice import ADVANTAGES, DiceRoll, advantage_pair, compile_dice
from .plan import (
    EVENT_NUMBER,
    CombatantKind,
    Plan,
    PlannedCombatant,
    PlannedEncounter,
    PlannedRest,
)
from .planned_bodies import add_bodies

END_TURN = model.CombatAction(
    name=model.END_TURN, effect=(model.EndTurn(),), targets=model.Targets(who="self")
)
FREE_ACTION_EVENTS = ("TurnStarted", "ActionDeclared", "DamageTaken", "UnitDowned", "TurnEnded")
"""The events at which free actions with the timing "at any time" are offered."""


def compile_plan(scenario: model.Scenario) -> Plan:
    """Compile a scenario whose names are resolved (`model.name_resolution.resolve`)."""
    if not isinstance(scenario.rules, model.RuleProfile):
        raise DefinitionError([f"the rules {scenario.rules!r} are a name; resolve it first"])
    plan = Plan(scenario, scenario.rules)
    plan.abilities((scenario.rules.concentration or "").lower())
    _add_steps(plan, scenario)
    add_bodies(plan, scenario, _add_kind)
    for text in _counted_events(scenario):
        plan.counter(text)
    for kind in plan.kinds:
        _complete_kind(plan, kind)
    for kind in plan.kinds:
        _compile_saves(plan, kind)
    plan.type_tags = [plan.tags.bit(word) if word else 0 for word in plan.damage_types.names]
    return plan


def _counted_events(scenario: model.Scenario) -> Iterator[str]:
    """What formulas and requirements count, so that runs count it from the start."""
    whole = msgspec.json.encode(scenario).decode()
    for found in re.finditer(rf"events\(([^()]+)\)|\"{COUNT}([^\"]+)\"", whole):
        try:
            counted_event(found[1] or found[2])
        except ValueError:
            continue  # free text that only looks like it
        yield found[1] or found[2]


# --- sides and encounters ----------------------------------------------------------------------------


def _add_steps(plan: Plan, scenario: model.Scenario) -> None:
    common = [_add_side(plan, side, f"sides[{i}]") for i, side in enumerate(scenario.sides)]
    if not scenario.day:
        plan.steps.append(
            _plan_encounter(plan, scenario.name, common, scenario.surprised, True, "sides")
        )
    for i, step in enumerate(scenario.day):
        if isinstance(step, model.Rest):
            plan.steps.append(PlannedRest(step.kind))
            continue
        met = [_add_side(plan, s, f"day[{i}].sides[{j}]") for j, s in enumerate(step.sides)]
        plan.steps.append(
            _plan_encounter(
                plan, step.name, [*common, *met], step.surprised, step.precast, f"day[{i}]"
            )
        )


def _add_side(plan: Plan, side: model.Side, path: str) -> int:
    number = len(plan.sides)
    plan.sides.append(side.name)
    taken = {participant.name for participant in plan.participants}
    for i, combatant in enumerate(side.combatants):
        kind = _add_kind(plan, combatant, number, f"{path}.combatants[{i}]")
        for n in range(combatant.count):
            name = combatant.name if combatant.count == 1 else f"{combatant.name} {n + 1}"
            while name in taken:
                name += "'"
            taken.add(name)
            plan.participants.append(PlannedCombatant(len(plan.participants), name, kind, number))
    return number


def _plan_encounter(
    plan: Plan,
    name: str,
    sides: list[int],
    surprised: tuple[str, ...],
    precast: bool | tuple[str, ...],
    path: str,
) -> PlannedEncounter:
    present = [one for one in plan.participants if one.side in sides]
    if len({one.side for one in present}) < 2:
        raise DefinitionError([f"{path}: an encounter needs two sides with combatants"])
    names = set(surprised)
    prepared = sides if precast is True else [
        side for side in sides if precast and plan.sides[side] in precast
    ]  # fmt: skip
    return PlannedEncounter(
        name=name,
        participants=tuple(one.index for one in present),
        sides=tuple(sides),
        surprised=frozenset(
            one.index for one in present if names & {one.name, one.kind.name, plan.sides[one.side]}
        ),
        prepared_sides=frozenset(prepared),
        path=path,
    )


# --- kinds of combatants -----------------------------------------------------------------------------


def _add_kind(plan: Plan, combatant: model.Combatant, side: int, path: str) -> CombatantKind:
    kind = CombatantKind()
    kind.index = len(plan.kinds)
    kind.name, kind.spec, kind.side, kind.path = combatant.name, combatant, side, path
    kind.hp = compile_dice(combatant.hp)
    kind.rolls_hp = bool(kind.hp.dice)
    if not kind.rolls_hp:
        kind.hp = DiceRoll(max(1, kind.hp.flat))
    kind.position = combatant.position
    kind.ac = combatant.ac
    kind.initiative = compile_dice(combatant.initiative)
    kind.initiative_mode = advantage_pair(combatant.initiative_lean)
    kind.tags = plan.tags.mask(combatant.tags)
    defences, kind.bypassed = compile_defences(plan, [combatant])
    kind.resist, kind.immune, kind.vulnerable = defences
    kind.condition_immune = frozenset(combatant.condition_immune)
    kind.death_saves = combatant.makes_death_saves and plan.profile.death_saves
    for ability in lower_case((*combatant.saves, *combatant.save_lean)):
        plan.abilities(ability)
    plan.kinds.append(kind)
    return kind


def _complete_kind(plan: Plan, kind: CombatantKind) -> None:
    """Compile what needs all kinds to be known: pools, actions and traits."""
    combatant = kind.spec
    own = [one for one in _resolved_actions(combatant.actions) if _is_used(one, combatant)]
    reactions = [one for one in _resolved_actions(combatant.reactions) if _is_used(one, combatant)]
    lay_out_pools(plan, kind, [*own, *reactions])
    kind.actions, kind.turn_actions, kind.setup_actions, kind.reactions = [], [], [], {}
    for spec in (*own, *reactions):
        action = CompiledAction()
        action.local_index, action.index = len(kind.actions), len(plan.actions)
        action.spec, action.name = spec, spec.name
        if isinstance(spec.timing, Setup):
            kind.setup_actions.append(action)
        elif in_own_turn(spec.timing) and action.local_index < len(own):
            kind.turn_actions.append(action)
        kind.actions.append(action)
        plan.actions.append(action)
        plan.action_owners.append(kind)
    for action in kind.actions:  # requirements may ask how often another action was used
        _compile_action(plan, kind, action)
    for action in kind.actions:
        for event in action.triggers:
            kind.reactions.setdefault(event, []).append(action)
            plan.triggers.add(event)
            if action.spec.beside_others:
                plan.several_answers.add(event)
    kind.no_uses = [0] * len(kind.actions)
    kind.has_free_actions = any(action.is_free for action in kind.turn_actions)
    kind.recharging = [action for action in kind.actions if action.recharge or action.cooldown]
    kind.traits = [compile_status(plan, trait) for trait in combatant.traits]
    kind.expected_damage = max((_expected_damage(one) for one in kind.turn_actions), default=0.0)


def _compile_saves(plan: Plan, kind: CombatantKind) -> None:
    """The bonus and the roll mode of every save that the plan knows."""
    combatant = kind.spec
    kind.saves, kind.save_modes = {}, {}
    bonuses = {ability.lower(): value for ability, value in combatant.saves.items()}
    modes = {ability.lower(): value for ability, value in combatant.save_lean.items()}
    for ability, number in plan.abilities.numbers.items():
        kind.saves[number] = int(bonuses.get(ability, combatant.save) // 1)
        words = (modes.get(ability, ""), modes.get("*", ""))
        best = max(ADVANTAGES.get(word, 0) for word in words)
        kind.save_modes[number] = (best, "disadvantage" in words)


def _resolved_actions(
    entries: tuple[str | model.CombatAction, ...],
) -> Iterator[model.CombatAction]:
    for entry in entries:
        if isinstance(entry, model.CombatAction):
            yield entry
        elif entry == model.END_TURN:
            yield END_TURN
        else:
            raise DefinitionError([f"the action {entry!r} is a name; resolve it first"])


def _is_used(action: model.CombatAction, combatant: model.Combatant) -> bool:
    """Whether an entry of a list is switched on."""
    return action.name not in combatant.disabled


# --- actions -----------------------------------------------------------------------------------------


def _compile_action(plan: Plan, kind: CombatantKind, action: CompiledAction) -> None:
    spec = action.spec
    action.tags = plan.tags.mask(spec.tags)
    action.is_spell = SPELL in spec.tags
    _compile_use(plan, kind, action)
    _compile_targets(plan, kind, action)
    if isinstance(spec.effect, str):
        raise DefinitionError(
            [f"action {spec.name!r}: its effect is a name, not a list of effects"]
        )
    action.effects = compile_effects(spec.effect, plan, action)
    action.movement_pool = _movement_pool(plan, kind, spec)
    has_degrees = plan.profile.margin is not None
    action.simple_attack = None if has_degrees else _simple_attack(action)
    entries = list(_nested(spec.effect))
    lasting = (model.Apply, model.Spawn, model.Transform)
    applies = any(isinstance(entry, lasting) for entry in entries)
    action.sustains_statuses = spec.concentration and applies
    rolls = any(isinstance(entry, model.Attack | model.Save) for entry in entries)
    action.is_repeatable = action.is_free and not rolls
    _compile_triggers(plan, kind, action)
    action.roll_change = roll_change_of(spec)


def _compile_use(plan: Plan, kind: CombatantKind, action: CompiledAction) -> None:
    """What the action costs, and how often it may be used."""
    spec = action.spec
    action.price = compile_price(kind, spec)
    action.cost_formulas = cost_formulas(spec)
    action.computed_prices = {}
    action.single_pool = -1 if action.cost_formulas else single_pool(action.price)
    action.on_cancel = spec.on_cancel or plan.profile.on_cancel
    action.recharge, action.cooldown = spec.recharge or 0, spec.cooldown or 0
    needs_recharge = spec.recharge or spec.cooldown
    action.recharge_pool = kind.pools[spec.ready_key] if needs_recharge else -1
    action.is_free = is_free(kind, spec, action.price) and spec.name != model.END_TURN
    action.turn_limit = 1 if action.is_free and spec.uses is None else 0


def _compile_targets(plan: Plan, kind: CombatantKind, action: CompiledAction) -> None:
    spec, targets = action.spec, action.spec.targets
    action.count = compile_dice(targets.count)
    action.is_single = action.count == DiceRoll(1)
    action.who, action.state, action.range = targets.who, targets.state, targets.range
    action.picks = targets.picks
    action.min_targets = 1 if spec.min_targets is None else spec.min_targets
    action.requirements = tuple(
        compile_requirement(one, plan, kind) for one in spec.requires if not one.is_about_target
    )
    action.target_requirements = tuple(
        compile_requirement(one, plan, kind) for one in spec.requires if one.is_about_target
    )
    action.targets_any_foe = (
        targets.who == "enemy" and targets.state == "up" and targets.range is None
        and not action.target_requirements and action.min_targets == 1
        and "inside" not in plan.body_words
    )  # fmt: skip


def _compile_triggers(plan: Plan, kind: CombatantKind, action: CompiledAction) -> None:
    """The events that a reaction answers, and its `when`."""
    timing = action.spec.timing
    action.triggers, action.when = {}, None
    if isinstance(timing, Reaction):
        action.triggers = masks_by_event(plan, timing.events)
        if timing.when is not None:
            action.when = compile_requirement(timing.when, plan, kind)
    elif at_events(timing):
        action.triggers = {EVENT_NUMBER[name]: (0,) for name in FREE_ACTION_EVENTS}


def _nested(effects: tuple[model.Effect, ...]) -> Iterator[model.Effect]:
    """All effects, with those that follow a hit, a miss or a save."""
    for entry in effects:
        yield entry
        for name in (
            "on_hit",
            "on_miss",
            "on_fail",
            "on_success",
            "on_critical_fail",
            "on_critical_success",
            "then",
            "otherwise",
        ):
            yield from _nested(getattr(entry, name, ()) or ())


def _movement_pool(plan: Plan, kind: CombatantKind, action: model.CombatAction) -> int:
    movement = plan.profile.movement
    is_paid = any(cost.resource == movement for cost in action.cost)
    effects = action.effect if isinstance(action.effect, tuple) else ()
    moves = any(isinstance(entry, model.MoveCombatant) for entry in effects)
    if not movement or not is_paid or moves:
        return -1
    return kind.pools[movement]


def _simple_attack(action: CompiledAction) -> SimpleAttack | None:
    """The numbers of an action that is a plain attack; otherwise None."""
    effect = action.effects[0] if len(action.effects) == 1 else None
    is_plain_action = (
        action.targets_any_foe and action.is_single and action.picks == ("least hp",)
        and action.single_pool >= 0 and action.movement_pool < 0 and not action.is_spell
        and not action.cooldown and not action.spec.concentration
    )  # fmt: skip
    if not isinstance(effect, AttackEffect) or not is_plain_action:
        return None
    has_fixed_numbers = effect.to_hit[1:] == ((), ()) and effect.times[1:] == ((), ())
    if not has_fixed_numbers or effect.roll_mode != (False, False):
        return None
    if (
        effect.on_hit
        or effect.on_miss
        or not effect.advantage_if.is_zero
        or len(effect.damage.parts) != 1
    ):
        return None
    roll = effect.damage.parts[0][0]
    if roll.variable_terms or len(roll.dice) > 1 or roll.flat < 0:
        return None
    sign, count, sides = roll.dice[0] if roll.dice else (1, 0, 1)
    if sign < 0:
        return None
    return SimpleAttack(
        effect,
        effect.times.flat,
        effect.to_hit.flat,
        effect.critical,
        roll,
        roll.flat,
        count,
        sides,
    )


def _expected_damage(action: CompiledAction) -> float:
    """A rough estimate of an action's damage, for the pick `highest damage`."""
    total = 0.0
    effects = action.spec.effect
    targets = parse(action.spec.targets.count).mean()
    for entry in effects if isinstance(effects, tuple) else ():
        damage = getattr(entry, "damage", 0)
        mean = sum(typed(d)[0].mean() for d in (damage if isinstance(damage, tuple) else (damage,)))
        if isinstance(entry, model.Attack):
            total += mean * parse(entry.times).mean() * 0.65
        elif isinstance(entry, model.Save):
            total += mean * targets * 0.6
        elif isinstance(entry, model.Harm):
            total += mean * targets
    return total
