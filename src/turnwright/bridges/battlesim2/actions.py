"""Conversion of battlesim2 actions: attacks, heals, buffs, debuffs and named templates."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from turnwright.bridges.encounter_files.fields import Fields, fold
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.definition_base import Malformed
from turnwright.core.rules.requirement import (
    HasTag,
    Not,
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.scenario import (
    Apply,
    Attack,
    CombatAction,
    Effect,
    Heal,
    Save,
    Status,
    Targets,
)

from .buffs import Buff, read_buff
from .combatant_draft import CombatantDraft, target_strategy, with_type
from .costs import Usage, condition, requirements, usage
from .spell_templates import TEMPLATES, SpellTemplate, TemplateOptions
from .triggers import buff_reaction

DEFAULT_TARGETS = {
    "atk": "enemy with most HP", "heal": "ally with least HP", "buff": "self",
    "debuff": "enemy with least HP",
}  # fmt: skip
"""The target strategy of an action type, if the file does not give one."""


def action_type(fields: Fields) -> str:
    """Return the type of an action, guessed from its fields if it has none."""
    text = fold(fields.text("type"))
    if text in ("atk", "attack"):
        return "atk"
    if text in ("heal", "buff", "debuff", "template"):
        return text
    guess = (
        "template" if "templateOptions" in fields
        else "atk" if "dpr" in fields
        else "heal" if "amount" in fields
        else "debuff" if "buff" in fields and "saveDC" in fields
        else "buff" if "buff" in fields else ""
    )  # fmt: skip
    if text and guess:
        sentence = f"expected atk, heal, buff, debuff or template; it was imported as {guess}"
        fields.report.unknown(fields.at("type"), sentence, text)
    return guess


def convert_action(
    fields: Fields, draft: CombatantDraft, known: Mapping[str, Status], is_triggered: bool = False
) -> CombatAction | None:
    """Convert an action, and add the reactions that come with it to the draft.

    Return None after a note if it cannot be converted. `is_triggered`: a trigger gives it its timing.
    """
    try:
        return _action(fields, draft, known, is_triggered)
    except Malformed as error:
        fields.report.unknown(fields.path, f"it was left out: {error}", fields.data)
        return None


def _action(
    fields: Fields, draft: CombatantDraft, known: Mapping[str, Status], is_triggered: bool
) -> CombatAction | None:
    kind = action_type(fields)
    if kind == "template":
        return _template(fields, draft, is_triggered)
    if not kind:
        fields.report.unknown(
            fields.path, "this is not an attack, heal, buff or debuff; it was left out"
        )
        return None
    name = _name(fields, draft, kind)
    tags = _tags(fields)
    usage_ = usage(fields, draft, name, is_triggered=is_triggered)
    targets = _targets(fields, kind)
    count = _count(fields)
    effects: tuple[Effect, ...]
    requires: list[Requirement] = []
    applied: Buff | None = None
    if kind == "atk":
        effects, applied = _attack(fields, name, tags, count)
        targets = targets if isinstance(effects[0], Attack) else _with_count(targets, count)
    elif kind == "heal":
        temporary = fields.flag("tempHP")
        effects = (Heal(_amount(fields, usage_), temporary),)
        targets = _with_count(msgspec.structs.replace(targets, state="any"), count)
        requires.append(_needs_healing(temporary))
    else:
        dc = fields.whole("saveDC", default=10) if kind == "debuff" else None
        applied = _read_buff(fields.object("buff"), fields, name, dc)
        effects = (Apply(applied.status),)
        if dc is not None:
            effects = (Save(dc, on_fail=effects),)
        targets = _with_count(targets, count)
        requires.append(TargetCondition(applied.status.name, "==", 0))
    concentration = "Concentration" in tags or bool(applied and applied.concentration)
    if concentration:
        requires.append(SelfCondition("is_concentrating", "==", 0))
        fields.report.noted(fields.path, "it is not used while its user concentrates")
    own = condition(fields, name, applied.status.name if applied else "")
    action = CombatAction(
        name=name,
        timing=usage_.timing,
        cost=usage_.costs,
        requires=tuple([*requirements(fields), *own, *(r for r in requires if r not in own)]),
        effect=(*effects, *usage_.effects),
        tags=tags,
        uses=usage_.uses,
        targets=_allow_down(usage_, targets),
        cooldown=usage_.cooldown,
        concentration=concentration,
    )
    if applied:
        _add_buff_reactions(applied, draft, name, targets.who, known)
    return _finished(fields, draft, action)


def _finished(fields: Fields, draft: CombatantDraft, action: CombatAction) -> CombatAction:
    key = fields.text("id")
    if key:
        draft.ids[key] = action.name
    fields.skip("templateName")
    fields.finish()
    return action


def _name(fields: Fields, draft: CombatantDraft, kind: str) -> str:
    usual = {"atk": "Attack", "heal": "Heal", "buff": "Buff", "debuff": "Debuff"}[kind]
    text = fields.text("name", default=usual)
    name = draft.free_name(text[:180])
    if name != text:
        fields.report.noted(
            fields.at("name"), f"it was renamed to {name!r}, because names must differ"
        )
    return name


def _tags(fields: Fields) -> tuple[str, ...]:
    found: list[str] = []
    for index, tag in enumerate(fields.list("tags")):
        if isinstance(tag, Mapping) and len(tag) == 1:  # {"Custom": "Marked"}
            tag = next(iter(tag.values()))
        if isinstance(tag, str) and tag:
            found.append(tag)
        else:
            fields.report.unknown(f"{fields.at('tags')}[{index}]", "expected a word", tag)
    return tuple(dict.fromkeys(found))


def _targets(fields: Fields, kind: str) -> Targets:
    text = fields.text("target", default=DEFAULT_TARGETS[kind])
    found = target_strategy(text)
    if found is None:
        found = target_strategy(DEFAULT_TARGETS[kind])
        sentence = f"unknown target; it is {DEFAULT_TARGETS[kind]!r}"
        fields.report.unknown(fields.at("target"), sentence, text)
    assert found is not None
    return found


def _count(fields: Fields) -> int:
    count = fields.whole("targets", default=1) or 1
    if not 1 <= count <= 1000:
        fields.report.unknown(fields.at("targets"), "expected a number from 1 to 1000", count)
    return min(1000, max(1, count))


def _with_count(targets: Targets, count: int) -> Targets:
    return targets if targets.who == "self" else msgspec.structs.replace(targets, count=count)


def _allow_down(usage_: Usage, targets: Targets) -> Targets:
    """A reaction on itself may also be used when the combatant is down."""
    if isinstance(usage_.timing, Reaction) and targets.who == "self":
        return msgspec.structs.replace(targets, state="any")
    return targets


def _amount(fields: Fields, usage_: Usage) -> scenario.Dice:
    """The amount of a heal. A variable cost heals as many points as are paid."""
    most = [cost.variable.max for cost in usage_.costs if cost.variable is not None]
    amount = fields.dice("amount")
    if most and amount in (0, most[0]):
        sentence = "it heals as much as is paid, and only what is needed is paid"
        fields.report.noted(fields.at("amount"), sentence)
        return "spent"
    return amount


def _needs_healing(temporary: bool) -> Requirement:
    """Heal only the hurt, and give temporary hit points only to those without any."""
    if temporary:
        return TargetCondition("temp_hp", "==", 0)
    return TargetCondition("missing_hp", ">", 0)


def _attack(
    fields: Fields, name: str, tags: tuple[str, ...], count: int
) -> tuple[tuple[Effect, ...], Buff | None]:
    damage = with_type(fields.dice("dpr"), tags)
    half = fields.flag("halfOnSave")
    rider = fields.object("riderEffect")
    more: tuple[Effect, ...] = ()
    applied = None
    if rider is not None:
        dc = rider.whole("dc", default=None)
        applied = _read_buff(rider.object("buff"), rider, name, dc)
        more = (Apply(applied.status),)
        more = more if dc is None else (Save(dc, on_fail=more),)
        rider.finish()
    if fields.flag("useSaves"):
        dc = fields.whole("toHit", "saveDC", default=10) or 0
        return (Save(dc, damage=damage, half=half, on_fail=more),), applied
    to_hit = fields.dice("toHit", drop_d20=True)
    return (Attack(to_hit, damage, count, on_hit=more),), applied


def _read_buff(fields: Fields | None, parent: Fields, name: str, dc: int | None) -> Buff:
    if fields is None:
        parent.report.unknown(parent.at("buff"), "the buff is missing; it changes nothing")
        fields = Fields({}, parent.at("buff"), parent.report)
    return read_buff(fields, name, dc)


def _add_buff_reactions(
    applied: Buff, draft: CombatantDraft, name: str, who: str, known: Mapping[str, Status]
) -> None:
    """Turn the triggers of a buff into reactions of everybody who may have it."""
    place = {"enemy": draft.for_enemies, "ally": draft.for_allies}.get(who, draft.reactions)
    for number, trigger in enumerate(applied.triggers, 1):
        title = f"{name}: trigger" if number == 1 else f"{name}: trigger {number}"
        reaction = buff_reaction(trigger, draft, title, applied.status.name, known)
        if reaction is not None:
            place.append(reaction)


# --- templates ------------------------------------------------------------------------------------


def _template(fields: Fields, draft: CombatantDraft, is_triggered: bool) -> CombatAction | None:
    options = fields.object("templateOptions") or Fields({}, fields.path, fields.report)
    wanted = options.text("templateName", default=fields.text("templateName", "name"))
    template = TEMPLATES.get(fold(wanted))
    if template is None:
        sentence = "unknown template; the action was left out"
        fields.report.unknown(options.at("templateName"), sentence, wanted)
        return None
    if template.inexact:
        fields.report.approximated(options.at("templateName"), template.inexact)
    name = draft.free_name(fields.text("name", default=template.name)[:180])
    is_triggered = is_triggered or template.timing is not None
    usage_ = usage(fields, draft, name, template.slot, is_triggered)
    effect = template.effect(_options(options))
    own = condition(fields, name, template.status)
    action = CombatAction(
        name=name,
        timing=template.timing or usage_.timing,
        cost=(*usage_.costs, *_slot(fields, draft, template, usage_)),
        requires=tuple(
            [*requirements(fields), *own, *_template_requirements(template, effect, own)]
        ),
        effect=(*effect, *usage_.effects),
        tags=tuple(dict.fromkeys([*_tags(fields), "Spell"])),
        uses=usage_.uses,
        targets=_template_targets(fields, options, template),
        cooldown=usage_.cooldown,
        concentration=template.concentration,
        level=template.level,
    )
    options.finish()
    draft.reactions.extend(r for r in template.reactions if r not in draft.reactions)
    return _finished(fields, draft, action)


def _options(options: Fields) -> TemplateOptions:
    dc, to_hit = options.whole("saveDC", default=0), options.whole("toHit", default=0)
    amount = options.dice("amount", default=-1)
    return TemplateOptions(dc or 0, to_hit or 0, None if amount == -1 else amount)


def _template_targets(fields: Fields, options: Fields, template: SpellTemplate) -> Targets:
    targets = template.targets
    text = options.text("target")
    chosen = target_strategy(text) if text else None
    if text and chosen is None:
        options.report.unknown(options.at("target"), "unknown target", text)
    if chosen is not None and targets.who == chosen.who == "enemy":
        targets = msgspec.structs.replace(targets, pick=chosen.pick)
    elif chosen is not None and targets.who == "ally" and chosen.who != "enemy":
        targets = msgspec.structs.replace(chosen, count=targets.count, state=targets.state)
    count = _count(fields)
    return _with_count(targets, count) if count > 1 else targets


def _template_requirements(
    template: SpellTemplate, effect: tuple[Effect, ...], own: list[Requirement]
) -> list[Requirement]:
    """Requirements that prevent waste: heals of the unhurt, repeated buffs, broken concentration."""
    found: list[Requirement] = []
    if template.status:
        found.append(TargetCondition(template.status, "==", 0))
    elif isinstance(effect[0], Heal):
        found.append(_needs_healing(effect[0].temporary))
    if (
        template.reactions and template.concentration
    ):  # the mark may move to another target when its bearer falls
        found.append(Not(HasTag(template.status, "any_enemy", by_self=True)))
    elif template.concentration:
        found.append(SelfCondition("is_concentrating", "==", 0))
    return [check for check in found if check not in own]


def _slot(
    fields: Fields, draft: CombatantDraft, template: SpellTemplate, usage_: Usage
) -> list[Cost]:
    """A spell at will costs a spell slot if its user has any."""
    levels = [int(key[10:]) for key in draft.pools if key.startswith("SpellSlot_")]
    if usage_.uses or usage_.cooldown or fields.list("cost", "costs"):
        return []
    if not any(level >= template.level for level in levels):
        return []
    fields.report.noted(fields.path, f"it costs a spell slot of level {template.level} or higher")
    return [Cost("SpellSlot", level=template.level, allow_upcast=True)]
