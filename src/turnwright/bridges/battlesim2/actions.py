"""Actions of battlesim2: attacks, heals, buffs, debuffs and named templates."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from turnwright.bridges.encounter_files.fields import Fields, fold
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.definitions import Malformed
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

from .buffs import Buff, buff
from .combatant_draft import Draft, strategy, with_type
from .costs import Price, condition, price, requirements
from .spell_templates import TEMPLATES, Options, Template
from .triggers import buff_reaction

USUAL = {
    "atk": "enemy with most HP", "heal": "ally with least HP", "buff": "self",
    "debuff": "enemy with least HP",
}  # fmt: skip
"""Whom an action is about if the file does not say."""


def kind_of(fields: Fields) -> str:
    """The type of an action, guessed from its fields if it has none."""
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
        sentence = f"expected atk, heal, buff, debuff or template; it was read as {guess}"
        fields.report.unknown(fields.at("type"), sentence, text)
    return guess


def convert_action(
    fields: Fields, draft: Draft, known: Mapping[str, Status], answers: bool = False
) -> CombatAction | None:
    """One action, with its own reactions added to the draft; None (and a remark) if it is none. What
    `answers` a trigger gets its timing from that."""
    try:
        return _action(fields, draft, known, answers)
    except Malformed as error:
        fields.report.unknown(fields.path, f"it was left out: {error}", fields.data)
        return None


def _action(
    fields: Fields, draft: Draft, known: Mapping[str, Status], answers: bool
) -> CombatAction | None:
    kind = kind_of(fields)
    if kind == "template":
        return _template(fields, draft, answers)
    if not kind:
        fields.report.unknown(fields.path, "it is no attack, heal, buff or debuff; it was left out")
        return None
    name = _name(fields, draft, kind)
    tags = _tags(fields)
    paid = price(fields, draft, name, answers=answers)
    targets = _targets(fields, kind)
    count = _count(fields)
    effects: tuple[Effect, ...]
    requires: list[Requirement] = []
    put: Buff | None = None
    if kind == "atk":
        effects, put = _attack(fields, name, tags, count)
        targets = targets if isinstance(effects[0], Attack) else _several(targets, count)
    elif kind == "heal":
        temporary = fields.flag("tempHP")
        effects = (Heal(_amount(fields, paid), temporary),)
        targets = _several(msgspec.structs.replace(targets, state="any"), count)
        requires.append(_can_use(temporary))
    else:
        dc = fields.whole("saveDC", default=10) if kind == "debuff" else None
        put = _put(fields.object("buff"), fields, name, dc)
        effects = (Apply(put.status),)
        if dc is not None:
            effects = (Save(dc, on_fail=effects),)
        targets = _several(targets, count)
        requires.append(TargetCondition(put.status.name, "==", 0))
    concentration = "Concentration" in tags or bool(put and put.concentration)
    if concentration:
        requires.append(SelfCondition("is_concentrating", "==", 0))
        fields.report.noted(fields.path, "it is not begun while concentrating on something")
    own = condition(fields, name, put.status.name if put else "")
    action = CombatAction(
        name=name,
        timing=paid.timing,
        cost=paid.costs,
        requires=tuple([*requirements(fields), *own, *(r for r in requires if r not in own)]),
        effect=(*effects, *paid.effects),
        tags=tags,
        uses=paid.uses,
        targets=_for(paid, targets),
        cooldown=paid.cooldown,
        concentration=concentration,
    )
    if put:
        _bring(put, draft, name, targets.who, known)
    return _done(fields, draft, action)


def _done(fields: Fields, draft: Draft, action: CombatAction) -> CombatAction:
    key = fields.text("id")
    if key:
        draft.ids[key] = action.name
    fields.skip("templateName")
    fields.finish()
    return action


def _name(fields: Fields, draft: Draft, kind: str) -> str:
    usual = {"atk": "Attack", "heal": "Heal", "buff": "Buff", "debuff": "Debuff"}[kind]
    text = fields.text("name", default=usual)
    name = draft.free_name(text[:180])
    if name != text:
        fields.report.noted(fields.at("name"), f"it is called {name!r} here: names must differ")
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
    text = fields.text("target", default=USUAL[kind])
    found = strategy(text)
    if found is None:
        found = strategy(USUAL[kind])
        sentence = f"this target is not known; it is {USUAL[kind]!r}"
        fields.report.unknown(fields.at("target"), sentence, text)
    assert found is not None
    return found


def _count(fields: Fields) -> int:
    count = fields.whole("targets", default=1) or 1
    if not 1 <= count <= 1000:
        fields.report.unknown(fields.at("targets"), "expected a number from 1 to 1000", count)
    return min(1000, max(1, count))


def _several(targets: Targets, count: int) -> Targets:
    return targets if targets.who == "self" else msgspec.structs.replace(targets, count=count)


def _for(paid: Price, targets: Targets) -> Targets:
    """Whoever falls may be the one who acts: then it is about those who are down, too."""
    if isinstance(paid.timing, Reaction) and targets.who == "self":
        return msgspec.structs.replace(targets, state="any")
    return targets


def _amount(fields: Fields, paid: Price) -> scenario.Dice:
    """What a heal gives. What is paid by the point heals by the point."""
    most = [cost.variable.max for cost in paid.costs if cost.variable is not None]
    amount = fields.dice("amount")
    if most and amount in (0, most[0]):
        sentence = "it heals as much as is paid, and no more is paid than is needed"
        fields.report.noted(fields.at("amount"), sentence)
        return "spent"
    return amount


def _can_use(temporary: bool) -> Requirement:
    """Nobody is healed who is whole, and temporary hit points do not add up."""
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
    put = None
    if rider is not None:
        dc = rider.whole("dc", default=None)
        put = _put(rider.object("buff"), rider, name, dc)
        more = (Apply(put.status),)
        more = more if dc is None else (Save(dc, on_fail=more),)
        rider.finish()
    if fields.flag("useSaves"):
        dc = fields.whole("toHit", "saveDC", default=10) or 0
        return (Save(dc, damage=damage, half=half, on_fail=more),), put
    to_hit = fields.dice("toHit", drop_d20=True)
    return (Attack(to_hit, damage, count, on_hit=more),), put


def _put(fields: Fields | None, parent: Fields, name: str, dc: int | None) -> Buff:
    if fields is None:
        parent.report.unknown(parent.at("buff"), "there is no buff; it changes nothing")
        fields = Fields({}, parent.at("buff"), parent.report)
    return buff(fields, name, dc)


def _bring(put: Buff, draft: Draft, name: str, who: str, known: Mapping[str, Status]) -> None:
    """The triggers of a buff become reactions of everybody who may bear it."""
    place = {"enemy": draft.for_enemies, "ally": draft.for_allies}.get(who, draft.reactions)
    for number, trigger in enumerate(put.triggers, 1):
        title = f"{name}: trigger" if number == 1 else f"{name}: trigger {number}"
        reaction = buff_reaction(trigger, draft, title, put.status.name, known)
        if reaction is not None:
            place.append(reaction)


# --- templates -----------------------------------------------------------------------------------


def _template(fields: Fields, draft: Draft, answers: bool) -> CombatAction | None:
    options = fields.object("templateOptions") or Fields({}, fields.path, fields.report)
    wanted = options.text("templateName", default=fields.text("templateName", "name"))
    template = TEMPLATES.get(fold(wanted))
    if template is None:
        sentence = "there is no template of this name; the action was left out"
        fields.report.unknown(options.at("templateName"), sentence, wanted)
        return None
    if template.inexact:
        fields.report.approximated(options.at("templateName"), template.inexact)
    name = draft.free_name(fields.text("name", default=template.name)[:180])
    answers = answers or template.timing is not None
    paid = price(fields, draft, name, template.slot, answers)
    effect = template.effect(_options(options))
    own = condition(fields, name, template.status)
    action = CombatAction(
        name=name,
        timing=template.timing or paid.timing,
        cost=(*paid.costs, *_slot(fields, draft, template, paid)),
        requires=tuple([*requirements(fields), *own, *_sensible(template, effect, own)]),
        effect=(*effect, *paid.effects),
        tags=tuple(dict.fromkeys([*_tags(fields), "Spell"])),
        uses=paid.uses,
        targets=_template_targets(fields, options, template),
        cooldown=paid.cooldown,
        concentration=template.concentration,
        level=template.level,
    )
    options.finish()
    draft.reactions.extend(r for r in template.reactions if r not in draft.reactions)
    return _done(fields, draft, action)


def _options(options: Fields) -> Options:
    dc, to_hit = options.whole("saveDC", default=0), options.whole("toHit", default=0)
    amount = options.dice("amount", default=-1)
    return Options(dc or 0, to_hit or 0, None if amount == -1 else amount)


def _template_targets(fields: Fields, options: Fields, template: Template) -> Targets:
    targets = template.targets
    text = options.text("target")
    chosen = strategy(text) if text else None
    if text and chosen is None:
        options.report.unknown(options.at("target"), "this target is not known", text)
    if chosen is not None and targets.who == chosen.who == "enemy":
        targets = msgspec.structs.replace(targets, pick=chosen.pick)
    elif chosen is not None and targets.who == "ally" and chosen.who != "enemy":
        targets = msgspec.structs.replace(chosen, count=targets.count, state=targets.state)
    count = _count(fields)
    return _several(targets, count) if count > 1 else targets


def _sensible(
    template: Template, effect: tuple[Effect, ...], own: list[Requirement]
) -> list[Requirement]:
    """What nobody would do: heal the whole, bless twice, end one's own concentration."""
    found: list[Requirement] = []
    if template.status:
        found.append(TargetCondition(template.status, "==", 0))
    elif isinstance(effect[0], Heal):
        found.append(_can_use(effect[0].temporary))
    if (
        template.reactions and template.concentration
    ):  # a mark may go to another when its bearer falls
        found.append(Not(HasTag(template.status, "any_enemy", by_self=True)))
    elif template.concentration:
        found.append(SelfCondition("is_concentrating", "==", 0))
    return [check for check in found if check not in own]


def _slot(fields: Fields, draft: Draft, template: Template, paid: Price) -> list[Cost]:
    """A spell at will, of somebody with spell slots, takes one of these."""
    levels = [int(key[10:]) for key in draft.pools if key.startswith("SpellSlot_")]
    if paid.uses or paid.cooldown or fields.list("cost", "costs"):
        return []
    if not any(level >= template.level for level in levels):
        return []
    fields.report.noted(fields.path, f"it takes a spell slot of level {template.level} or more")
    return [Cost("SpellSlot", level=template.level, allow_upcast=True)]
