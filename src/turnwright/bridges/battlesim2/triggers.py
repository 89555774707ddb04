"""Triggers of battlesim2: what is listened to, and what the answers do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from turnwright.bridges.encounter_files.fields import Fields, as_dice, fold, plain_number
from turnwright.bridges.encounter_files.terms import OFTEN
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
    Cancel,
    ChangeDamage,
    ChangeRoll,
    CombatAction,
    Duration,
    Effect,
    Gain,
    Grant,
    Harm,
    Lose,
    Recipient,
    Remove,
    RollMode,
    Status,
    Targets,
)

from .combatant_draft import Draft
from .costs import resource_key


class Heard(NamedTuple):
    """Events that are answered. `other` is the opponent in them, seen from the one who answers."""

    events: tuple[str, ...]
    who: Literal["self", "ally", "enemy", "any"]
    role: Literal["source", "target"]
    other: Literal["event source", "event target"]
    tags: tuple[str, ...] = ()
    when: tuple[Requirement, ...] = ()

    def reaction(self, *more: Requirement, decisive: bool = False) -> Reaction:
        checks = [*self.when, *more]
        if self.tags:
            checks.insert(0, LastEvent(self.events, self.tags, by_self=False))
        when = None if not checks else checks[0] if len(checks) == 1 else And(tuple(checks))
        on = self.events[0] if len(self.events) == 1 else self.events
        return Reaction(on, self.who, self.role, when, decisive)


_ATTACKS = ("AttackHit", "AttackMissed")
_HARMED = ("DamageTaken", "DamageRolled", "AttackHit")

HEARD = {
    "onhit": Heard(("AttackHit",), "self", "source", "event target"),
    "oncriticalhit": Heard(("AttackHit",), "self", "source", "event target", ("Critical",)),
    "onmiss": Heard(("AttackMissed",), "self", "source", "event target"),
    "onbeingattacked": Heard(_ATTACKS, "self", "target", "event source"),
    "onbeinghit": Heard(("AttackHit",), "self", "target", "event source"),
    "onbeingdamaged": Heard(("DamageTaken",), "self", "target", "event source"),
    "onallyattacked": Heard(_ATTACKS, "ally", "target", "event source"),
    "onenemydeath": Heard(("UnitDowned",), "enemy", "target", "event target"),
    "oncastspell": Heard(("SpellCast",), "enemy", "source", "event source"),
    "onsavefailed": Heard(("SaveFailed",), "self", "target", "event source"),
    "onsavesucceeded": Heard(("SaveSucceeded",), "enemy", "target", "event target"),
    "onenemymoved": Heard(("UnitMoved",), "enemy", "source", "event source"),
    "enemyenteredreach": Heard(("EnteredReach",), "self", "target", "event source"),
    "enemyleftreach": Heard(("LeftReach",), "self", "target", "event source"),
    "onconcentrationbroken": Heard(("ConcentrationBroken",), "enemy", "target", "event target"),
}


def _named(condition: Any) -> tuple[str, Mapping[str, Any]]:
    """The name and the fields of a condition: `"on hit"`, `{"Not": {}}`, `{"type": "Not"}`."""
    if isinstance(condition, str):
        return fold(condition), {}
    if isinstance(condition, Mapping):
        if isinstance(condition.get("type"), str):
            return fold(condition["type"]), condition
        if len(condition) == 1:
            key, value = next(iter(condition.items()))
            return fold(str(key)), value if isinstance(value, Mapping) else {"value": value}
    return "", {}


def listen(condition: Any, draft: Draft, path: str, report: ImportReport) -> Heard | None:
    """What a trigger listens to; None (and a remark) if there is no such event here."""
    name, data = _named(condition)
    if name in HEARD:
        return HEARD[name]
    parts = [listen_or_check(one, draft) for one in _inner(data)]
    heard = [part for part in parts if isinstance(part, Heard)]
    checks = [part for part in parts if isinstance(part, Requirement)]
    if name in ("and", "or") and heard and None not in parts:
        first = heard[0]
        if name == "or" and not checks and all(h[1:] == first[1:] for h in heard):
            return first._replace(events=tuple(dict.fromkeys(e for h in heard for e in h.events)))
        if len(heard) > 1 or (name == "or" and checks):
            report.approximated(path, f"only {' or '.join(first.events)} is listened to", condition)
        return first._replace(when=tuple(checks) if name == "and" else ())
    report.unknown(path, "there is no such event here; the trigger was left out", condition)
    return None


def _inner(data: Mapping[str, Any]) -> list[Any]:
    inner = data.get("conditions", data.get("condition", data.get("value", [])))
    return inner if isinstance(inner, list) else [inner]


def listen_or_check(condition: Any, draft: Draft) -> Heard | Requirement | None:
    """Part of a joined condition: an event, or a state."""
    name, data = _named(condition)
    if name in HEARD:
        return HEARD[name]
    number = (
        plain_number(next((data[k] for k in ("count", "threshold", "value") if k in data), 0)) or 0
    )
    percent = number * 100 if 0 < number <= 1 else number
    match name:
        case "enemycountatleast":
            return SelfCondition("enemies_up", ">=", number)
        case "damageexceedspercent":
            least = draft.hp * percent / 100
            return LastEvent(
                ("DamageTaken", "DamageRolled", "AttackHit"), (), ">", least, by_self=False
            )
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
        case "not" | "and" | "or":
            inner = [listen_or_check(one, draft) for one in _inner(data)]
            checks = tuple(one for one in inner if isinstance(one, Requirement))
            if checks and len(checks) == len(inner):
                if name == "not":
                    return Not(checks[0])
                return And(checks) if name == "and" else Or(checks)
    return None


# --- triggers of a creature ----------------------------------------------------------------------


def as_reaction(
    action: CombatAction, heard: Heard, path: str, report: ImportReport
) -> CombatAction:
    """An action that is done when something is heard. What is only there to change the roll or the
    damage that is answered does so at once."""
    effects = action.effect if isinstance(action.effect, tuple) else ()
    targets = action.targets
    decisive = False
    changed = _changes(effects, heard)
    if changed is not None:
        effects, heard, decisive = changed
        targets = Targets(who="self")
    elif targets.who == "enemy":
        targets = msgspec.structs.replace(targets, who=heard.other)
        report.noted(path, f"it is aimed at the {heard.other.removeprefix('event ')} of the event")
    kept = tuple(check for check in action.requires if changed is None or not check.is_about_target)
    return msgspec.structs.replace(
        action,
        timing=heard.reaction(decisive=decisive),
        effect=effects,
        targets=targets,
        requires=kept,
    )


def _changes(
    effects: tuple[Effect, ...], heard: Heard
) -> tuple[tuple[Effect, ...], Heard, bool] | None:
    """A lone status on oneself that matters for the very roll that is answered, as what it does."""
    if len(effects) != 1 or not isinstance(effects[0], Apply):
        return None
    status = effects[0].status
    brief = status.duration.until in ("next attack made", "next attack taken", "end of turn")
    is_attacked = heard.role == "target" and heard.events[0] in ("AttackHit", "DamageTaken")
    if status.ac and is_attacked:
        return (Apply(status, to="self"),), heard._replace(events=("AttackHit",)), True
    if brief and status.damage and heard.events == ("AttackHit",) and heard.role == "source":
        return (ChangeDamage(add=status.damage),), heard, False
    if brief and status.to_hit and heard.events == ("AttackMissed",):
        return (ChangeRoll(add=status.to_hit),), heard, True
    if brief and status.reduction and is_attacked:
        return (
            (ChangeDamage(reduce=status.reduction),),
            heard._replace(events=("DamageRolled",)),
            False,
        )
    return None


# --- triggers of a buff --------------------------------------------------------------------------


def buff_reaction(
    trigger: Fields, draft: Draft, name: str, status: str, known: Mapping[str, Status]
) -> CombatAction | None:
    """What a buff does by itself while somebody bears it: a reaction that costs nothing."""
    heard = listen(trigger.raw("condition"), draft, trigger.at("condition"), trigger.report)
    effect = trigger.object("effect")
    needs = [check for one in trigger.list("requirements") if (check := _need(one, trigger))]
    trigger.finish()
    if heard is None or effect is None:
        return None
    effects, heard = _effects(effect, heard, draft, known)
    if not effects:
        return None
    about_other = any(check.is_about_target for check in needs)
    own = [SelfCondition(status)] if status else []
    return CombatAction(
        name=name,
        timing=heard.reaction(*own, *(check for check in needs if not check.is_about_target)),
        targets=Targets(who=heard.other if about_other else "self", state="any"),
        requires=tuple(check for check in needs if check.is_about_target),
        effect=effects,
        uses=Uses(OFTEN),
    )


def _need(one: Any, trigger: Fields) -> Requirement | None:
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
    trigger.report.unknown(trigger.at("requirements"), "this is not known; it is not asked", one)
    return None


_ANY_EVENT = (*_ATTACKS, *_HARMED[:2], "SpellCast", "SaveFailed", "SaveSucceeded")


def _effects(
    effect: Fields, heard: Heard, draft: Draft, known: Mapping[str, Status]
) -> tuple[tuple[Effect, ...], Heard]:
    kind = fold(effect.text("type"))
    if kind == "chain":
        found: tuple[Effect, ...] = ()
        for inner in effect.objects("effects"):
            more, heard = _effects(inner, heard, draft, known)
            found += more
        effect.finish()
        return found, heard
    one = _effect(effect, kind, heard, draft, known)
    if isinstance(one, ChangeDamage) and heard.events[0] == "DamageTaken":
        heard = heard._replace(events=("DamageRolled",))  # it is too late once it was taken
    effect.finish()
    return ((one,) if one is not None else ()), heard


def _effect(
    effect: Fields, kind: str, heard: Heard, draft: Draft, known: Mapping[str, Status]
) -> Effect | None:
    report, path = effect.report, effect.path
    amount = as_dice(effect.raw("amount")) or 0
    match kind:
        case "damage" | "dealdamage":
            word = effect.text("damageType").lower()
            return Harm(f"{amount} {word}".strip(), to=heard.other)
        case "reducedamage":
            return ChangeDamage(reduce=amount)
        case "restoreresource":
            key = resource_key(effect.text("resource")) or effect.text("resource")
            return Gain(key, amount or 1, above_max=False) if key else None
        case "suppressbuff" | "removebuff":
            if kind == "suppressbuff":
                report.approximated(path, "the buff ends; it does not come back")
                effect.skip("duration")
            name = effect.text("buffId")
            return Remove(known[name].name if name in known else name, to=_to(effect))
        case "applybuff":
            name = effect.text("buff", "buffId")
            if name in known:
                return Apply(known[name], to=_to(effect))
            report.unknown(effect.at("buff"), "the file has no buff of this name", name)
            return None
        case "addtoroll":
            effect.skip("rollType")
            return ChangeRoll(add=amount)
        case "forceselfreroll" | "forcetargetreroll":
            effect.skip("rollType")
            keep: Literal["best", "worst"] = "best" if kind == "forceselfreroll" else "worst"
            return ChangeRoll(again="new" if effect.flag("mustUseSecond") else keep)
        case "interruptaction":
            effect.skip("actionId")
            return Cancel()
        case "grantimmediateaction":
            effect.skip("actionSlot")
            wanted = effect.text("actionId")
            draft.granted.add(wanted)
            return Grant(f"granted {wanted}", to="self")
        case "redirectattack":
            effect.skip("newTargetId")
            report.approximated(path, "the one who answers takes the damage instead")
            return ChangeDamage(redirect=True)
        case "splitdamage":
            share = effect.number("percent", default=50) or 0
            share = share / 100 if share > 1 else share
            effect.skip("targetId")
            report.approximated(path, "the part that another would take is lost")
            return ChangeDamage(multiply=max(0, 1 - share))
        case "setadvantageonnext":
            is_good = effect.flag("advantage", default=True)
            lean: RollMode = "advantage" if is_good else "disadvantage"
            if fold(effect.text("rollType")).startswith("sav"):
                report.approximated(path, f"{lean} on saves lasts for a round")
                status = Status(name="Next saves", duration=Duration(turns=1), saves=lean)
            else:
                last = Duration(until="next attack made")
                status = Status(name="Next attacks", duration=last, attacks=lean)
            return Apply(status, to="self")
        case "consumereaction":
            effect.skip("targetId")
            return Lose("Reaction", to=heard.other)
    report.unknown(effect.at("type"), "this effect is not known; it does nothing", kind)
    return None


def _to(effect: Fields) -> Recipient:
    word = fold(effect.text("target", default="self"))
    if word == "attacker":
        return "event source"
    return "event target" if word == "target" else "self"
