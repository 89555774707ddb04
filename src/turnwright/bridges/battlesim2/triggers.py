"""Conversion of battlesim2 triggers to reactions: their events and their conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from turnwright.bridges.encounter_files.fields import Fields, fold, plain_number
from turnwright.bridges.encounter_files.terms import UNLIMITED_USES
from turnwright.core.rules.action import Uses
from turnwright.core.rules.requirement import (  # fmt: skip
    And,
    HasResource,
    LastEvent,
    Not,
    Or,
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model.import_report import ImportReport
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    ChangeDamage,
    ChangeRoll,
    CombatAction,
    Effect,
    Status,
    Targets,
)

from .combatant_draft import CombatantDraft
from .trigger_effects import TriggerContext, convert_effect


class TriggerEvent(NamedTuple):
    """The events of a trigger. `opponent` is the role of the opponent of whoever reacts."""

    events: tuple[str, ...]
    who: Literal["self", "ally", "enemy", "any"]
    role: Literal["source", "target"]
    opponent: Literal["event source", "event target"]
    tags: tuple[str, ...] = ()
    when: tuple[Requirement, ...] = ()

    def reaction(self, *more: Requirement, only_if_decisive: bool = False) -> Reaction:
        """Return the timing of a reaction to these events, with more requirements."""
        checks = [*self.when, *more]
        if self.tags:
            checks.insert(0, LastEvent(self.events, self.tags, by_self=False))
        when = None if not checks else checks[0] if len(checks) == 1 else And(tuple(checks))
        on = self.events[0] if len(self.events) == 1 else self.events
        return Reaction(on, self.who, self.role, when, only_if_decisive)


_ATTACKS = ("AttackHit", "AttackMissed")
_DAMAGE = ("DamageTaken", "DamageRolled", "AttackHit")

TRIGGER_EVENTS = {
    "onhit": TriggerEvent(("AttackHit",), "self", "source", "event target"),
    "oncriticalhit": TriggerEvent(("AttackHit",), "self", "source", "event target", ("Critical",)),
    "onmiss": TriggerEvent(("AttackMissed",), "self", "source", "event target"),
    "onbeingattacked": TriggerEvent(_ATTACKS, "self", "target", "event source"),
    "onbeinghit": TriggerEvent(("AttackHit",), "self", "target", "event source"),
    "onbeingdamaged": TriggerEvent(("DamageTaken",), "self", "target", "event source"),
    "onallyattacked": TriggerEvent(_ATTACKS, "ally", "target", "event source"),
    "onenemydeath": TriggerEvent(("UnitDowned",), "enemy", "target", "event target"),
    "oncastspell": TriggerEvent(("SpellCast",), "enemy", "source", "event source"),
    "onsavefailed": TriggerEvent(("SaveFailed",), "self", "target", "event source"),
    "onsavesucceeded": TriggerEvent(("SaveSucceeded",), "enemy", "target", "event target"),
    "onenemymoved": TriggerEvent(("UnitMoved",), "enemy", "source", "event source"),
    "enemyenteredreach": TriggerEvent(("EnteredReach",), "self", "target", "event source"),
    "enemyleftreach": TriggerEvent(("LeftReach",), "self", "target", "event source"),
    "onconcentrationbroken": TriggerEvent(
        ("ConcentrationBroken",), "enemy", "target", "event target"
    ),
}


def _named(condition: Any) -> tuple[str, Mapping[str, Any]]:
    """Split a condition into name and fields: `"on hit"`, `{"Not": {}}`, `{"type": "Not"}`."""
    if isinstance(condition, str):
        return fold(condition), {}
    if isinstance(condition, Mapping):
        if isinstance(condition.get("type"), str):
            return fold(condition["type"]), condition
        if len(condition) == 1:
            key, value = next(iter(condition.items()))
            return fold(str(key)), value if isinstance(value, Mapping) else {"value": value}
    return "", {}


def read_trigger(
    condition: Any, draft: CombatantDraft, path: str, report: ImportReport
) -> TriggerEvent | None:
    """Read the condition of a trigger. Return None after a note if there is no such event."""
    name, data = _named(condition)
    if name in TRIGGER_EVENTS:
        return TRIGGER_EVENTS[name]
    parts = [_trigger_part(one, draft) for one in _inner(data)]
    event = [part for part in parts if isinstance(part, TriggerEvent)]
    checks = [part for part in parts if isinstance(part, Requirement)]
    if name in ("and", "or") and event and None not in parts:
        first = event[0]
        if name == "or" and not checks and all(h[1:] == first[1:] for h in event):
            return first._replace(events=tuple(dict.fromkeys(e for h in event for e in h.events)))
        if len(event) > 1 or (name == "or" and checks):
            report.approximated(path, f"only {' or '.join(first.events)} triggers it", condition)
        return first._replace(when=tuple(checks) if name == "and" else ())
    report.unknown(path, "unknown event; the trigger was left out", condition)
    return None


def _inner(data: Mapping[str, Any]) -> list[Any]:
    inner = data.get("conditions", data.get("condition", data.get("value", [])))
    return inner if isinstance(inner, list) else [inner]


def _trigger_part(condition: Any, draft: CombatantDraft) -> TriggerEvent | Requirement | None:
    """Read a part of a joined condition: an event, or a requirement."""
    name, data = _named(condition)
    if name in TRIGGER_EVENTS:
        return TRIGGER_EVENTS[name]
    if name in ("not", "and", "or"):
        return _joined_requirement(name, data, draft)
    value = next((data[key] for key in ("count", "threshold", "value") if key in data), 0)
    number = plain_number(value) or 0
    percent = number * 100 if 0 < number <= 1 else number
    match name:
        case "enemycountatleast":
            return SelfCondition("enemies_up", ">=", number)
        case "damageexceedspercent":
            return LastEvent(_DAMAGE, (), ">", draft.hp * percent / 100, by_self=False)
        case "attackwasmelee":
            return LastEvent(_ATTACKS, ("Melee",), by_self=False)
        case "belowhppercent":
            return SelfCondition("hp_percent", "<", percent)
        case "abovehppercent":
            return SelfCondition("hp_percent", ">", percent)
        case "hastemphp":
            return SelfCondition("temp_hp", ">", 0)
        case "hasreactionavailable":
            return HasResource("Reaction")
    return None


def _joined_requirement(
    name: str, data: Mapping[str, Any], draft: CombatantDraft
) -> Requirement | None:
    parts = [_trigger_part(one, draft) for one in _inner(data)]
    checks = tuple(part for part in parts if isinstance(part, Requirement))
    if not checks or len(checks) < len(parts):
        return None
    if name == "not":
        return Not(checks[0])
    return And(checks) if name == "and" else Or(checks)


# --- triggers of a creature -----------------------------------------------------------------------


def as_reaction(
    action: CombatAction, event: TriggerEvent, path: str, report: ImportReport
) -> CombatAction:
    """Turn an action into a reaction. A brief status that is meant for the triggering roll or damage
    changes that directly."""
    effects = action.effect if isinstance(action.effect, tuple) else ()
    targets = action.targets
    only_if_decisive = False
    changed = _changes(effects, event)
    if changed is not None:
        effects, event, only_if_decisive = changed
        targets = Targets(who="self")
    elif targets.who == "enemy":
        targets = msgspec.structs.replace(targets, who=event.opponent)
        report.noted(path, f"it targets the {event.opponent.removeprefix('event ')} of the event")
    kept = tuple(check for check in action.requires if changed is None or not check.is_about_target)
    return msgspec.structs.replace(
        action,
        timing=event.reaction(only_if_decisive=only_if_decisive),
        effect=effects,
        targets=targets,
        requires=kept,
    )


def _changes(
    effects: tuple[Effect, ...], event: TriggerEvent
) -> tuple[tuple[Effect, ...], TriggerEvent, bool] | None:
    """A single status that only matters for the triggering roll, as an effect on that roll."""
    if len(effects) != 1 or not isinstance(effects[0], Apply):
        return None
    status = effects[0].status
    is_brief = status.duration.until in ("next attack made", "next attack taken", "end of turn")
    is_attacked = event.role == "target" and event.events[0] in ("AttackHit", "DamageTaken")
    if status.ac and is_attacked:
        return (Apply(status, to="self"),), event._replace(events=("AttackHit",)), True
    if is_brief and status.damage and event.events == ("AttackHit",) and event.role == "source":
        return (ChangeDamage(add=status.damage),), event, False
    if is_brief and status.to_hit and event.events == ("AttackMissed",):
        return (ChangeRoll(add=status.to_hit),), event, True
    if is_brief and status.reduction and is_attacked:
        return (
            (ChangeDamage(reduce=status.reduction),),
            event._replace(events=("DamageRolled",)),
            False,
        )
    return None


# --- triggers of a buff ---------------------------------------------------------------------------


def buff_reaction(
    trigger: Fields, draft: CombatantDraft, name: str, status: str, known: Mapping[str, Status]
) -> CombatAction | None:
    """Convert a trigger of a buff to a free reaction of whoever has the buff."""
    event = read_trigger(trigger.raw("condition"), draft, trigger.at("condition"), trigger.report)
    effect = trigger.object("effect")
    requirements = [
        check for one in trigger.list("requirements") if (check := _requirement(one, trigger))
    ]
    trigger.finish()
    if event is None or effect is None:
        return None
    effects, event = _effects(effect, event, draft, known)
    if not effects:
        return None
    is_about_opponent = any(check.is_about_target for check in requirements)
    own = [SelfCondition(status)] if status else []
    return CombatAction(
        name=name,
        timing=event.reaction(
            *own, *(check for check in requirements if not check.is_about_target)
        ),
        targets=Targets(who=event.opponent if is_about_opponent else "self", state="any"),
        requires=tuple(check for check in requirements if check.is_about_target),
        effect=effects,
        uses=Uses(UNLIMITED_USES),
    )


def _requirement(one: Any, trigger: Fields) -> Requirement | None:
    """`hasTempHP`, `damageType:fire`, `{"range": 5}`, `{"type": "actionTag", "value": "Melee"}`."""
    if isinstance(one, str):
        word, _, value = one.partition(":")
    elif isinstance(one, Mapping) and isinstance(one.get("type"), str):
        word, value = one["type"], one.get("value", "")
    elif isinstance(one, Mapping) and len(one) == 1:
        word, value = next(iter(one.items()))
    else:
        word, value = "", ""
    value = value.get("max_distance", "") if isinstance(value, Mapping) else value
    number = plain_number(value)
    match fold(str(word)):
        case "hastemphp":
            return SelfCondition("temp_hp", ">", 0)
        case "actiontag":
            return LastEvent(_ANY_EVENT, (str(value).strip(),), by_self=False)
        case "damagetype":
            return LastEvent(_ANY_EVENT, (str(value).strip().lower(),), by_self=False)
        case "range" | "withinrange" | "maxdistance" if number is not None:
            return TargetCondition("distance", "<=", number)
    trigger.report.unknown(trigger.at("requirements"), "unknown requirement; it is left out", one)
    return None


_ANY_EVENT = (*_ATTACKS, *_DAMAGE[:2], "SpellCast", "SaveFailed", "SaveSucceeded")


def _effects(
    fields: Fields, event: TriggerEvent, draft: CombatantDraft, known: Mapping[str, Status]
) -> tuple[tuple[Effect, ...], TriggerEvent]:
    """The effects of a trigger, and its event, which may have to be an earlier one."""
    if fold(fields.text("type")) == "chain":
        found: tuple[Effect, ...] = ()
        for inner in fields.objects("effects"):
            more, event = _effects(inner, event, draft, known)
            found += more
        fields.finish()
        return found, event
    effect = convert_effect(fields, TriggerContext(event.opponent, draft, known))
    if isinstance(effect, ChangeDamage) and event.events[0] == "DamageTaken":
        event = event._replace(events=("DamageRolled",))  # before the damage is taken
    fields.finish()
    return ((effect,) if effect is not None else ()), event
