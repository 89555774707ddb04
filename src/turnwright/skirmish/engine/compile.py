"""From a scenario to a plan: names become numbers, data becomes functions."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.core.errors import DefinitionError
from turnwright.core.rules.timing import Reaction, Setup, at_events, in_own_turn
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.formula import parse, typed
from turnwright.skirmish.model.vocabulary import SPELL, event_named

from .compiled_effects import DoAttack, compile_effect, shift_of
from .compiled_pools import lay_out_pools, price_of
from .compiled_requirements import by_type, compile_check
from .compiled_statuses import guards, lean, lower, worn
from .plan import (  # fmt: skip
    EVENT,
    Deed,
    Kind,
    Meeting,
    Member,
    Plan,
    Resting,
    Roll,
    Strike,
    roll_of,
)

END_TURN = model.CombatAction(
    name=model.END_TURN, effect=(model.EndTurn(),), targets=model.Targets(who="self")
)


def prepare(scenario: model.Scenario) -> Plan:
    """Compile a scenario whose names are resolved (`files.resolve`)."""
    if not isinstance(scenario.rules, model.RuleProfile):
        raise DefinitionError([f"the rules {scenario.rules!r} are a name; resolve it first"])
    plan = Plan(scenario, scenario.rules)
    plan.abilities((scenario.rules.concentration or "").lower())
    common = [_side(plan, side, f"sides[{i}]") for i, side in enumerate(scenario.sides)]
    if not scenario.day:
        plan.steps.append(_meeting(plan, scenario.name, common, scenario.surprised, True, "sides"))
    for i, step in enumerate(scenario.day):
        if isinstance(step, model.Rest):
            plan.steps.append(Resting(step.kind))
            continue
        met = [_side(plan, s, f"day[{i}].sides[{j}]") for j, s in enumerate(step.sides)]
        sides = [*common, *met]
        plan.steps.append(
            _meeting(plan, step.name, sides, step.surprised, step.precast, f"day[{i}]")
        )
    for kind in plan.kinds:
        _finish(plan, kind)
    for kind in plan.kinds:
        _saves(plan, kind)
    plan.type_tags = [plan.tags.bit(word) if word else 0 for word in plan.types.words]
    return plan


def _side(plan: Plan, side: model.Side, path: str) -> int:
    number = len(plan.sides)
    plan.sides.append(side.name)
    taken = {member.name for member in plan.members}
    for i, combatant in enumerate(side.combatants):
        kind = _kind(plan, combatant, number, f"{path}.combatants[{i}]")
        for n in range(combatant.count):
            name = combatant.name if combatant.count == 1 else f"{combatant.name} {n + 1}"
            while name in taken:
                name += "'"
            taken.add(name)
            plan.members.append(Member(len(plan.members), name, kind, number))
    return number


def _meeting(
    plan: Plan,
    name: str,
    sides: list[int],
    surprised: tuple[str, ...],
    precast: bool | tuple[str, ...],
    path: str,
) -> Meeting:
    members = tuple(member.index for member in plan.members if member.side in sides)
    names = set(surprised)
    caught = frozenset(
        m.index for m in plan.members
        if m.index in members and names & {m.name, m.kind.name, plan.sides[m.side]}
    )  # fmt: skip
    ready = frozenset(
        side for side in sides
        if precast is True or (precast is not False and plan.sides[side] in precast)
    )  # fmt: skip
    if len({plan.members[m].side for m in members}) < 2:
        raise DefinitionError([f"{path}: an encounter needs two sides with somebody on each"])
    return Meeting(name, members, tuple(sides), caught, ready, path)


# --- a kind of combatant -------------------------------------------------------------------------


def _kind(plan: Plan, combatant: model.Combatant, side: int, path: str) -> Kind:
    kind = Kind()
    kind.index = len(plan.kinds)
    kind.name, kind.combatant, kind.side, kind.path = combatant.name, combatant, side, path
    kind.hp = roll_of(combatant.hp)
    kind.rolls_hp = bool(kind.hp.dice)
    if not kind.rolls_hp:
        kind.hp = Roll(max(1, kind.hp.flat))
    kind.position = combatant.position
    kind.ac = combatant.ac
    kind.initiative = roll_of(combatant.initiative)
    kind.initiative_lean = lean(combatant.initiative_lean)
    kind.tags = plan.tags.mask(combatant.tags)
    (kind.resist, kind.immune, kind.vulnerable), kind.unless = guards(plan, [combatant])
    kind.condition_immune = frozenset(combatant.condition_immune)
    kind.death_saves = combatant.death_saves and plan.profile.death_saves
    for ability in lower((*combatant.saves, *combatant.save_lean)):
        plan.abilities(ability)
    plan.kinds.append(kind)
    return kind


def _finish(plan: Plan, kind: Kind) -> None:
    """What can only be done when all kinds are known: pools, deeds, traits."""
    combatant = kind.combatant
    own, answers = list(_actions(combatant.actions)), list(_actions(combatant.reactions))
    lay_out_pools(plan, kind, [*own, *answers])
    kind.deeds, kind.main, kind.setup, kind.reactions = [], [], [], {}
    for action in (*own, *answers):
        deed = Deed()
        deed.local, deed.index = len(kind.deeds), len(plan.deeds)
        deed.action, deed.name = action, action.name
        if isinstance(action.timing, Setup):
            kind.setup.append(deed)
        elif in_own_turn(action.timing) and deed.local < len(own):
            kind.main.append(deed)
        kind.deeds.append(deed)
        plan.deeds.append(deed)
        plan.owners.append(kind)
    for deed in kind.deeds:  # requirements may ask how often another deed was used
        _deed(plan, kind, deed)
    for deed in kind.deeds:
        for event in deed.events:
            kind.reactions.setdefault(event, []).append(deed)
            plan.heard.add(event)
    kind.no_uses = [0] * len(kind.deeds)
    kind.guarded = any(deed.is_free for deed in kind.main)
    kind.recharging = [deed for deed in kind.deeds if deed.recharge or deed.cooldown]
    kind.traits = [worn(plan, trait) for trait in combatant.traits]
    kind.dpr = max((_expected(deed) for deed in kind.main), default=0.0)


def _saves(plan: Plan, kind: Kind) -> None:
    """The bonus and the lean of every save that anybody knows."""
    combatant = kind.combatant
    kind.saves, kind.save_lean = {}, {}
    bonus = {ability.lower(): value for ability, value in combatant.saves.items()}
    leans = {ability.lower(): value for ability, value in combatant.save_lean.items()}
    for ability, number in plan.abilities.of.items():
        kind.saves[number] = int(bonus.get(ability, combatant.save) // 1)
        words = (leans.get(ability, ""), leans.get("*", ""))
        kind.save_lean[number] = ("advantage" in words, "disadvantage" in words)


def _actions(entries: tuple[str | model.CombatAction, ...]) -> Iterator[model.CombatAction]:
    for entry in entries:
        if isinstance(entry, model.CombatAction):
            yield entry
        elif entry == model.END_TURN:
            yield END_TURN
        else:
            raise DefinitionError([f"the action {entry!r} is a name; resolve it first"])


# --- deeds ---------------------------------------------------------------------------------------


def _deed(plan: Plan, kind: Kind, deed: Deed) -> None:
    action = deed.action
    targets = action.targets
    deed.tags = plan.tags.mask(action.tags)
    deed.is_spell = SPELL in action.tags
    deed.price = price_of(kind, action)
    deed.on_cancel = action.on_cancel or plan.profile.on_cancel
    deed.recharge, deed.cooldown = action.recharge or 0, action.cooldown or 0
    deed.ready = kind.pools[action.ready_key] if action.recharge or action.cooldown else -1
    deed.is_free = deed.price.is_free and action.name != model.END_TURN
    deed.count = roll_of(targets.count)
    deed.is_single = deed.count == Roll(1)
    deed.quick = _quick(deed)
    deed.limit = 1 if deed.is_free and action.uses is None else 0
    deed.who, deed.state, deed.range = targets.who, targets.state, targets.range
    deed.picks = targets.picks
    deed.checks = tuple(
        compile_check(one, plan, kind) for one in action.requires if not one.is_about_target
    )
    deed.target_checks = tuple(
        compile_check(one, plan, kind) for one in action.requires if one.is_about_target
    )
    least = action.min_targets
    deed.min_targets = 1 if least is None else least
    deed.simple = (
        targets.who == "enemy" and targets.state == "up" and targets.range is None
        and not deed.target_checks and deed.min_targets == 1
    )  # fmt: skip
    if isinstance(action.effect, str):
        raise DefinitionError(
            [f"action {action.name!r}: its effect is a name, not a list of effects"]
        )
    deed.effects = tuple(compile_effect(entry, plan, kind, deed) for entry in action.effect)
    deed.moves = _moves(plan, kind, action)
    deed.strike = _strike(deed)
    parts = list(_within(action.effect))
    deed.holds = action.concentration and any(isinstance(p, model.Apply) for p in parts)
    chance = any(isinstance(part, model.Attack | model.Save) for part in parts)
    deed.toggles = deed.is_free and not chance
    deed.events, deed.when = {}, None
    if at_events(action.timing):
        timing = action.timing
        if isinstance(timing, Reaction):
            deed.events = by_type(plan, [event_named(name) for name in timing.events])
            if timing.when is not None:
                deed.when = compile_check(timing.when, plan, kind)
        else:
            deed.events = {EVENT[name]: (0,) for name in ANYTIME}
    deed.shift = shift_of(action)


def _within(effects: tuple[model.Effect, ...]) -> Iterator[model.Effect]:
    """All entries, also those that others bring."""
    for entry in effects:
        yield entry
        for name in ("on_hit", "on_miss", "on_fail", "on_success"):
            yield from _within(getattr(entry, name, ()))


def _moves(plan: Plan, kind: Kind, action: model.CombatAction) -> int:
    """The pool of movement, if the deed takes from it and does not move by itself."""
    movement = plan.profile.movement
    takes = any(cost.resource == movement for cost in action.cost)
    effects = action.effect if isinstance(action.effect, tuple) else ()
    if (
        not movement
        or not takes
        or any(isinstance(entry, model.MoveCombatant) for entry in effects)
    ):
        return -1
    return kind.pools[movement]


def _strike(deed: Deed) -> Strike | None:
    """If the deed is a plain attack, the numbers of it."""
    attack = deed.effects[0] if len(deed.effects) == 1 else None
    if not isinstance(attack, DoAttack) or deed.is_spell or deed.quick < 0:
        return None
    if deed.moves >= 0 or not deed.simple or not deed.is_single or deed.picks != ("least hp",):
        return None
    if deed.cooldown or deed.action.concentration or attack.on_hit or attack.on_miss:
        return None
    flats = attack.to_hit[1:] == ((), ()) and attack.times[1:] == ((), ())
    if not flats or attack.lean != (False, False) or len(attack.damage.parts) != 1:
        return None
    roll = attack.damage.parts[0][0]
    if roll.growing or len(roll.dice) > 1 or (roll.dice and roll.dice[0][0] < 0) or roll.flat < 0:
        return None
    _, count, sides = roll.dice[0] if roll.dice else (1, 0, 1)
    times, to_hit = attack.times.flat, attack.to_hit.flat
    return Strike(attack, times, to_hit, attack.critical, roll, roll.flat, count, sides)


def _quick(deed: Deed) -> int:
    """The pool, if the price is one of one pool and nothing else; -1 if it is more than that."""
    price = deed.price
    is_one = len(price.plain) == 1 and price.plain[0][1] == 1 and not price.is_impossible
    if is_one and not price.levels and price.variable < 0 and price.slot_level is None:
        return price.plain[0][0]
    return -1


ANYTIME = ("TurnStarted", "ActionDeclared", "DamageTaken", "UnitDowned", "TurnEnded")
"""Where free actions that may be used at any time are offered."""


def _expected(deed: Deed) -> float:
    """A rough worth of a deed, for those who pick the most dangerous enemy."""
    total = 0.0
    effects = deed.action.effect
    for entry in effects if isinstance(effects, tuple) else ():
        damage = getattr(entry, "damage", 0)
        mean = sum(typed(d)[0].mean() for d in (damage if isinstance(damage, tuple) else (damage,)))
        if isinstance(entry, model.Attack):
            total += mean * parse(entry.times).mean() * 0.65
        elif isinstance(entry, model.Save):
            total += mean * parse(deed.action.targets.count).mean() * 0.6
        elif isinstance(entry, model.Harm):
            total += mean * parse(deed.action.targets.count).mean()
    return total
