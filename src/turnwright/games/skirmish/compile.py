"""From a scenario to a plan: names become numbers, data becomes functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnwright.core.cost import Cost
from turnwright.core.errors import DefinitionError
from turnwright.core.ledger import Number
from turnwright.core.timing import Reaction, Setup, at_events, in_own_turn

from . import model
from .checks import compile_check
from .effects import DoAttack, compile_effect, shift_of
from .formula import parse, typed
from .plan import (
    EVENT,
    NOTHING,
    Deed,
    Kind,
    Meeting,
    Member,
    Numbering,
    Parts,
    Plan,
    Price,
    Resting,
    Roll,
    Strike,
    Worn,
    roll_of,
    rolled,
)  # fmt: skip
from .words import SPELL, event_named

END_TURN = model.Action(
    name=model.END_TURN, effect=(model.EndTurn(),), targets=model.Targets(who="self")
)


def prepare(scenario: model.Scenario) -> Plan:
    """Compile a scenario whose names are resolved (`files.resolve`)."""
    if not isinstance(scenario.rules, model.Profile):
        raise DefinitionError([f"the rules {scenario.rules!r} are a name; resolve it first"])
    plan = Plan(scenario, scenario.rules)
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
    plan: Plan, name: str, sides: list[int], surprised: tuple[str, ...],
    precast: bool | tuple[str, ...], path: str
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
    kind.position = combatant.position
    kind.ac = combatant.ac
    kind.initiative = roll_of(combatant.initiative)
    kind.initiative_lean = lean(combatant.initiative_lean)
    kind.tags = plan.tags.mask(combatant.tags)
    (kind.resist, kind.immune, kind.vulnerable), kind.unless = _guards(plan, [combatant])
    kind.condition_immune = frozenset(combatant.condition_immune)
    kind.death_saves = combatant.death_saves and plan.profile.death_saves
    for ability in _lower((*combatant.saves, *combatant.save_lean)):
        plan.abilities(ability)
    plan.kinds.append(kind)
    return kind


def _finish(plan: Plan, kind: Kind) -> None:
    """What can only be done when all kinds are known: pools, deeds, traits."""
    combatant = kind.combatant
    actions = [*_actions(combatant.actions), *_actions(combatant.reactions)]
    _lay_out_pools(plan, kind, [action for action, _ in actions])
    kind.deeds, kind.main, kind.setup, kind.reactions = [], [], [], {}
    for index, (action, is_reaction) in enumerate(
        [(a, False) for a, _ in _actions(combatant.actions)]
        + [(a, True) for a, _ in _actions(combatant.reactions)]
    ):
        deed = Deed()
        deed.local, deed.index = index, len(plan.deeds)
        kind.deeds.append(deed)
        plan.deeds.append(deed)
        plan.owners.append(kind)
        deed.action, deed.name = action, action.name
        if isinstance(action.timing, Setup):
            kind.setup.append(deed)
        elif in_own_turn(action.timing) and not is_reaction:
            kind.main.append(deed)
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
        kind.save_lean[number] = (_in("advantage", words), _in("disadvantage", words))


def _in(word: str, words: tuple[str, ...]) -> bool:
    return word in words


def _actions(entries: tuple[str | model.Action, ...]) -> Iterator[tuple[model.Action, int]]:
    for i, entry in enumerate(entries):
        if isinstance(entry, model.Action):
            yield entry, i
        elif entry == model.END_TURN:
            yield END_TURN, i
        else:
            raise DefinitionError([f"the action {entry!r} is a name; resolve it first"])


def _lay_out_pools(plan: Plan, kind: Kind, actions: list[model.Action]) -> None:
    """Pools that come back every turn stand first, so that resetting them is one slice."""
    profile, combatant = plan.profile, kind.combatant
    pools: dict[str, tuple[Number, Number, str]] = {}
    for key, most in profile.turn_pools.items():
        slow = key == "Reaction" and profile.reaction_reset == "round"
        pools[key] = (most, most, "round" if slow else "turn")
    if profile.movement:
        pools[profile.movement] = (combatant.speed, combatant.speed, "turn")
    for key, size in combatant.pools.items():
        if isinstance(size, model.PoolSize):
            current = size.max if size.current is None else size.current
            pools[key] = (current, size.max, size.reset)
        else:
            pools[key] = (size, size, "long rest")
    for term in parse(combatant.hit_dice).terms:
        if term.sides > 1:
            pools[f"HitDie_{term.sides}"] = (term.count, term.count, "long rest")
    for action in actions:
        for key, pool in action.pools.items():
            pools.setdefault(key, (pool.current, pool.current, pool.reset))
        if action.recharge or action.cooldown:
            pools.setdefault(action.ready_key, (1, 1, "encounter"))
    for key in _asked_for(actions):
        pools.setdefault(key, (0, 0, ""))
    order = sorted(pools, key=lambda key: pools[key][2] != "turn")
    kind.pool_keys = order
    kind.pools = {key: number for number, key in enumerate(order)}
    kind.pool_start = [pools[key][0] for key in order]
    kind.pool_max = [pools[key][1] for key in order]
    kind.pool_reset = [pools[key][2] for key in order]
    kind.turn_count = sum(word == "turn" for word in kind.pool_reset)
    kind.turn_pools = kind.pool_max[: kind.turn_count]


def _asked_for(actions: list[model.Action]) -> Iterator[str]:
    """Every pool that anything mentions. What there is no pool of, there is nothing of."""
    for action in actions:
        for cost in action.price:
            if not cost.allow_upcast:
                yield cost.key
        for check in action.requires:
            yield from _resources(check)
        if isinstance(action.timing, Reaction) and action.timing.when is not None:
            yield from _resources(action.timing.when)


def _resources(check: object) -> Iterator[str]:
    key = getattr(check, "key", None)
    if isinstance(key, str):
        yield key
    of = getattr(check, "of", ())
    for inner in of if isinstance(of, tuple) else (of,):
        yield from _resources(inner)


# --- deeds ---------------------------------------------------------------------------------------


def _deed(plan: Plan, kind: Kind, deed: Deed) -> None:
    action = deed.action
    targets = action.targets
    deed.tags = plan.tags.mask(action.tags)
    deed.is_spell = SPELL in action.tags
    deed.price = _price(kind, action)
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
    deed.strike = _strike(deed)
    deed.events, deed.when = (), None
    if at_events(action.timing):
        timing = action.timing
        if isinstance(timing, Reaction):
            named = [event_named(name) for name in timing.events]
            deed.events = {
                EVENT[name]: plan.tags.mask(tags) for name, tags in named if name in EVENT
            }
            if timing.when is not None:
                deed.when = compile_check(timing.when, plan, kind)
        else:
            deed.events = {EVENT[name]: 0 for name in ANYTIME}
    deed.shift = shift_of(action)


def _strike(deed: Deed) -> Strike | None:
    """If the deed is a plain attack, the numbers of it."""
    attack = deed.effects[0] if len(deed.effects) == 1 else None
    if not isinstance(attack, DoAttack) or deed.is_spell or deed.checks or deed.quick < 0:
        return None
    if not deed.simple or not deed.is_single or deed.picks != ("least hp",):
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
    is_one = len(price.plain) == 1 and price.plain[0][1] == 1
    if is_one and not price.levels and price.variable < 0 and price.slot_level is None:
        return price.plain[0][0]
    return -1


ANYTIME = ("TurnStarted", "ActionDeclared", "DamageTaken", "UnitDowned", "TurnEnded")
"""Where free actions that may be used at any time are offered."""


def _price(kind: Kind, action: model.Action) -> Price:
    plain: dict[int, Number] = {}
    rising: list[Cost] = []
    variable: list[Cost] = []
    slot_level, slot_pool = None, -1
    for cost in action.price:
        if cost.allow_upcast:
            rising.append(cost)
        elif cost.variable is not None:
            variable.append(cost)
        else:
            pool = kind.pools[cost.key]
            plain[pool] = plain.get(pool, 0) + cost.amount
            if cost.level is not None and slot_level is None:
                slot_level, slot_pool = cost.level, pool
    intricate = len(rising) > 1 or len(variable) > 1 or bool(rising and variable)
    own = {kind.pools[key] for key in action.pools}
    return Price(
        plain=tuple((pool, amount) for pool, amount in plain.items() if amount),
        levels=_levels(kind, rising[0]) if rising else (),
        slot_level=slot_level,
        slot_pool=slot_pool,
        variable=kind.pools[variable[0].key] if variable else -1,
        terms=variable[0].variable if variable else None,
        is_intricate=intricate,
        is_free=not rising and not variable and set(plain) <= own,
    )


def _levels(kind: Kind, cost: Cost) -> tuple[tuple[int, int], ...]:
    found = []
    for key, pool in kind.pools.items():
        family, _, level = key.rpartition("_")
        if family == cost.resource and level.isdecimal():
            if (cost.level or 0) <= int(level) <= cost.top:
                found.append((int(level), pool))
    return tuple(sorted(found, reverse=cost.prefer == "highest"))


# --- statuses ------------------------------------------------------------------------------------


def lean(word: str) -> tuple[bool, bool]:
    """(advantage, disadvantage)"""
    return (word == "advantage", word == "disadvantage")


def parts_of(plan: Plan, damage: model.Damages) -> Parts:
    parts = []
    for one in damage if isinstance(damage, tuple) else (damage,):
        formula, kind = typed(one)
        if formula.terms:
            parts.append((rolled(formula), plan.types(kind)))
    mask = 0
    for _, number in parts:
        mask |= 1 << number
    return Parts(tuple(parts), mask)


def worn(plan: Plan, status: model.Status) -> Worn:
    """A status, with all that its conditions bring."""
    names = [status.name]
    layers: list[model.Modifiers] = [status]
    for name in _with_included(plan, status.conditions):
        names.append(name)
        layers.append(plan.profile.conditions[name])
    (resist, immune, vulnerable), unless = _guards(plan, layers)
    number = next((w.number for w in plan.statuses if w.name == status.name), len(plan.statuses))
    found = Worn(
        number=number,
        name=status.name,
        spec=status,
        tags=plan.tags.mask(tag for layer in layers for tag in layer.tags),
        ac=sum(layer.ac for layer in layers),
        dc=sum(layer.dc for layer in layers),
        to_hit=_sum(layer.to_hit for layer in layers),
        damage=parts_of(plan, tuple(layer.damage for layer in layers if layer.damage)),
        save=_sum(layer.save for layer in layers),
        reduction=_sum(layer.reduction for layer in layers),
        dealt=_product(layer.dealt for layer in layers),
        taken=_product(layer.taken for layer in layers),
        attacks=_leans(layer.attacks for layer in layers),
        attacked=_leans(layer.attacked for layer in layers),
        in_melee=_leans(layer.attacked_in_melee for layer in layers),
        at_range=_leans(layer.attacked_at_range for layer in layers),
        saves=_leans(layer.saves for layer in layers),
        saves_of=_saves_of(plan, layers),
        saves_against=plan.tags.mask(t for lay in layers if lay.saves for t in lay.saves_against),
        fails=plan.abilities.mask(a for layer in layers for a in _lower(layer.fails)),
        resist=resist,
        immune=immune,
        vulnerable=vulnerable,
        unless=unless,
        incapacitated=any(layer.incapacitated for layer in layers),
        no_reactions=any(layer.no_reactions or layer.incapacitated for layer in layers),
        no_movement=any(layer.no_movement for layer in layers),
        critical_in_melee=any(layer.critical_in_melee for layer in layers),
        gain=tuple(pair for layer in layers for pair in layer.gain.items()),
        heal=roll_of(status.heal_each_turn),
        harm=parts_of(plan, status.damage_each_turn),
        conditions=tuple(dict.fromkeys(names)),
        is_plain=False,
        passes=_passes(status),
    )
    found = found._replace(is_plain=_changes_nothing(found))
    plan.statuses.append(found)
    return found


def _passes(status: model.Status) -> bool:
    duration = status.duration
    lasting = ("", "encounter", "short rest", "long rest")
    return bool(
        duration.turns is not None or duration.until not in lasting or status.repeat_save is not None
    )


def _guards(
    plan: Plan, layers: Sequence[model.Modifiers | model.Combatant]
) -> tuple[list[int], tuple[tuple[int, int, int], ...]]:
    """Damage types that are resisted, ignored and suffered doubly, as bits; and those for which that
    holds only if the action lacks a tag: (0, 1 or 2 for which of the three, types, tag)."""
    masks, unless = [0, 0, 0], []
    for which, name in enumerate(("resist", "immune", "vulnerable")):
        for layer in layers:
            for word in getattr(layer, name):
                kind, _, tag = word.partition(" unless ")
                bit = plan.types.bit(kind.strip().lower())
                if tag:
                    unless.append((which, bit, plan.tags.bit(tag.strip())))
                else:
                    masks[which] |= bit
    return masks, tuple(unless)


def _changes_nothing(one: Worn) -> bool:
    blank = Worn(
        one.number, one.name, one.spec, one.tags, 0, 0, NOTHING, Parts((), 0), NOTHING, NOTHING, 1, 1,
        (False, False), (False, False), (False, False), (False, False), (False, False), one.saves_of,
        one.saves_against, 0, 0,
        0, 0, (), False, False, False, False, (), one.heal, one.harm, one.conditions, False, one.passes,
    )  # fmt: skip
    return one == blank


def _with_included(plan: Plan, names: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    open_names = list(names)
    while open_names:
        name = open_names.pop(0)
        if name in found:
            continue
        if name not in plan.profile.conditions:
            known = ", ".join(sorted(plan.profile.conditions)) or "none"
            raise DefinitionError(
                [f"{plan.profile.name} has no condition {name!r}; it has: {known}"]
            )
        found.append(name)
        open_names += plan.profile.conditions[name].includes
    return found


def _saves_of(plan: Plan, layers: list[model.Modifiers]) -> int:
    """Bits of the saves that a lean is about; 0 for all."""
    return plan.abilities.mask(a for layer in layers if layer.saves for a in _lower(layer.saves_of))


def _sum(values: Iterator[model.Dice]):  # type: ignore[no-untyped-def]
    flat, dice, growing = 0, [], []
    for value in values:
        roll = roll_of(value)
        flat += roll.flat
        dice += roll.dice
        growing += roll.growing
    return NOTHING._replace(flat=flat, dice=tuple(dice), growing=tuple(growing))


def _product(values: Iterator[Number]) -> Number:
    product: Number = 1
    for value in values:
        product *= value
    return product


def _leans(words: Iterator[str]) -> tuple[bool, bool]:
    found = set(words)
    return ("advantage" in found, "disadvantage" in found)


def _lower(words: tuple[str, ...]) -> list[str]:
    return [word.lower() for word in words]


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


__all__ = ["END_TURN", "Numbering", "lean", "parts_of", "prepare", "worn"]
