"""Effects of battlesim2 buff triggers. Each function converts one type of effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from turnwright.bridges.encounter_files.fields import Fields, as_dice, fold
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    Cancel,
    ChangeDamage,
    ChangeRoll,
    Dice,
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
)

from .combatant_draft import CombatantDraft
from .costs import resource_key


class TriggerContext(NamedTuple):
    """What the conversion of an effect may use beside its fields."""

    opponent: Recipient
    """Who the opponent is in the event of the trigger."""
    draft: CombatantDraft
    known: Mapping[str, Status]
    """Buffs of the file by id and by name."""


Converter = Callable[[Fields, TriggerContext], Effect | None]


def convert_effect(fields: Fields, context: TriggerContext) -> Effect | None:
    """Convert the effect of a trigger. Return None after a note if it cannot be converted."""
    kind = fold(fields.text("type"))
    converter = _CONVERTERS.get(kind)
    if converter is None:
        fields.report.unknown(fields.at("type"), "unknown effect; it does nothing", kind)
        return None
    return converter(fields, context)


def _amount(fields: Fields) -> Dice:
    return as_dice(fields.raw("amount")) or 0


def _recipient(fields: Fields) -> Recipient:
    word = fold(fields.text("target", default="self"))
    if word == "attacker":
        return "event source"
    return "event target" if word == "target" else "self"


def _damage(fields: Fields, context: TriggerContext) -> Effect:
    word = fields.text("damageType").lower()
    return Harm(f"{_amount(fields)} {word}".strip(), to=context.opponent)


def _reduce_damage(fields: Fields, context: TriggerContext) -> Effect:
    return ChangeDamage(reduce=_amount(fields))


def _restore_resource(fields: Fields, context: TriggerContext) -> Effect | None:
    key = resource_key(fields.text("resource")) or fields.text("resource")
    return Gain(key, _amount(fields) or 1, above_max=False) if key else None


def _suppress_buff(fields: Fields, context: TriggerContext) -> Effect:
    fields.report.approximated(fields.path, "the buff ends; it does not come back")
    fields.skip("duration")
    return _remove_buff(fields, context)


def _remove_buff(fields: Fields, context: TriggerContext) -> Effect:
    name = fields.text("buffId")
    status = context.known.get(name)
    return Remove(status.name if status else name, to=_recipient(fields))


def _apply_buff(fields: Fields, context: TriggerContext) -> Effect | None:
    name = fields.text("buff", "buffId")
    if name in context.known:
        return Apply(context.known[name], to=_recipient(fields))
    fields.report.unknown(fields.at("buff"), "the file has no buff with this name", name)
    return None


def _add_to_roll(fields: Fields, context: TriggerContext) -> Effect:
    fields.skip("rollType")
    return ChangeRoll(add=_amount(fields))


def _reroll_own(fields: Fields, context: TriggerContext) -> Effect:
    fields.skip("rollType")
    return ChangeRoll(again="new" if fields.flag("mustUseSecond") else "best")


def _reroll_target(fields: Fields, context: TriggerContext) -> Effect:
    fields.skip("rollType")
    return ChangeRoll(again="new" if fields.flag("mustUseSecond") else "worst")


def _interrupt(fields: Fields, context: TriggerContext) -> Effect:
    fields.skip("actionId")
    return Cancel()


def _grant_action(fields: Fields, context: TriggerContext) -> Effect:
    fields.skip("actionSlot")
    wanted = fields.text("actionId")
    context.draft.granted.add(wanted)
    return Grant(f"granted {wanted}", to="self")


def _redirect(fields: Fields, context: TriggerContext) -> Effect:
    fields.skip("newTargetId")
    fields.report.approximated(fields.path, "the bearer of the buff takes the damage instead")
    return ChangeDamage(redirect=True)


def _split_damage(fields: Fields, context: TriggerContext) -> Effect:
    share = fields.number("percent", default=50) or 0
    share = share / 100 if share > 1 else share
    fields.skip("targetId")
    fields.report.approximated(fields.path, "the share of the other target is lost")
    return ChangeDamage(multiply=max(0, 1 - share))


def _advantage_on_next(fields: Fields, context: TriggerContext) -> Effect:
    mode: RollMode = "advantage" if fields.flag("advantage", default=True) else "disadvantage"
    if fold(fields.text("rollType")).startswith("sav"):
        fields.report.approximated(fields.path, f"{mode} on saves lasts for one round")
        status = Status(name="Next saves", duration=Duration(turns=1), saves=mode)
    else:
        until = Duration(until="next attack made")
        status = Status(name="Next attacks", duration=until, attacks=mode)
    return Apply(status, to="self")


def _consume_reaction(fields: Fields, context: TriggerContext) -> Effect:
    fields.skip("targetId")
    return Lose("Reaction", to=context.opponent)


_CONVERTERS: dict[str, Converter] = {
    "damage": _damage, "dealdamage": _damage, "reducedamage": _reduce_damage,
    "restoreresource": _restore_resource, "suppressbuff": _suppress_buff,
    "removebuff": _remove_buff, "applybuff": _apply_buff, "addtoroll": _add_to_roll,
    "forceselfreroll": _reroll_own, "forcetargetreroll": _reroll_target,
    "interruptaction": _interrupt, "grantimmediateaction": _grant_action,
    "redirectattack": _redirect, "splitdamage": _split_damage,
    "setadvantageonnext": _advantage_on_next, "consumereaction": _consume_reaction,
}  # fmt: skip
