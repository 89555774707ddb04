"""Conversion of battlesim2 buffs to statuses."""

from __future__ import annotations

from typing import Any, NamedTuple

from turnwright.bridges.encounter_files.fields import Fields, fold
from turnwright.bridges.encounter_files.terms import CONDITIONS
from turnwright.skirmish.model.scenario import Duration, RepeatSave, Status

from .combatant_draft import condition_named, status_name

ROUND = Duration(turns=1)
DURATIONS = {
    "instant": Duration(until="end of turn"),
    "untilnextattackmade": Duration(until="next attack made"),
    "untilnextattacktaken": Duration(until="next attack taken"),
    "1round": ROUND,
    "oneround": ROUND,
    "repeatthesaveeachround": Duration(),
    "entireencounter": Duration(),
}

MECHANICAL: dict[str, dict[str, Any]] = {
    "attackswithadvantage": {"attacks": "advantage"},
    "attackswithdisadvantage": {"attacks": "disadvantage"},
    "attackswithtripleadvantage": {"attacks": "advantage"},
    "isattackedwithadvantage": {"attacked": "advantage"},
    "isattackedwithdisadvantage": {"attacked": "disadvantage"},
    "attacksandisattackedwithadvantage": {"attacks": "advantage", "attacked": "advantage"},
    "attacksandsaveswithdisadvantage": {"attacks": "disadvantage", "saves": "disadvantage"},
    "saveswithadvantage": {"saves": "advantage"},
    "savewithadvantage": {"saves": "advantage"},
    "savewithdisadvantage": {"saves": "disadvantage"},
    "saveswithdisadvantage": {"saves": "disadvantage"},
    "ishidden": {"attacks": "advantage", "attacked": "disadvantage"},
    "hidden": {"attacks": "advantage", "attacked": "disadvantage"},
    "issurprised": {"incapacitated": True},
    "surprised": {"incapacitated": True},
    "exhausted": {"attacks": "disadvantage", "saves": "disadvantage"},
    "hasted": {"gain": {"Action": 1}, "saves": "advantage", "saves_of": ("dex",)},
}
"""Conditions that rule profiles do not define, as the modifiers that they stand for."""

INEXACT = {
    "attackswithtripleadvantage": "attacks with three dice do not exist; it is plain advantage",
    "issurprised": "a surprised combatant does nothing while this lasts",
    "surprised": "a surprised combatant does nothing while this lasts",
    "exhausted": "exhaustion without levels is disadvantage on attacks and saves",
    "hasted": "the additional action of each turn may be any action, not only one attack",
}


class Buff(NamedTuple):
    """A buff as a status, with what a status cannot hold."""

    status: Status
    concentration: bool
    triggers: list[Fields]
    duration: str


def read_buff(fields: Fields, name: str, dc: int | None) -> Buff:
    """Read a buff. `dc` is that of the save that applies it, or None."""
    report = fields.report
    title = status_name(fields.text("displayName", "name", default=name))
    word = fold(fields.text("duration", default="entire encounter"))
    duration = DURATIONS.get(word)
    if duration is None:
        duration = Duration()
        sentence = "unknown duration; it lasts for the whole encounter"
        report.unknown(fields.at("duration"), sentence, word)
    elif word == "instant":
        report.approximated(fields.at("duration"), "an instant lasts until the end of the turn")
    repeat = None
    if word == "repeatthesaveeachround":
        if dc is None:
            sentence = "no save applies it, so none ends it: it lasts for the whole encounter"
            report.approximated(fields.at("duration"), sentence)
        else:
            repeat = RepeatSave(dc=dc)
    changes: dict[str, Any] = {
        "ac": fields.whole("ac"),
        "to_hit": fields.dice("toHit", drop_d20=True),
        "damage": fields.dice("damage"),
        "save": fields.dice("save"),
        "dc": fields.whole("dc"),
        "reduction": fields.dice("damageReduction"),
        "dealt": _factor(fields, "damageMultiplier"),
        "taken": _factor(fields, "damageTakenMultiplier"),
    }
    conditions = _condition(fields, changes)
    magnitude = fields.number("magnitude", default=1)
    if magnitude != 1:
        report.approximated(fields.at("magnitude"), "the magnitude of a buff is ignored", magnitude)
    concentration = fields.flag("concentration")
    fields.skip("id", "description", "source")  # `source` is always who applies it
    triggers = list(fields.objects("triggers"))
    fields.finish()
    status = Status(
        name=title, duration=duration, conditions=conditions, repeat_save=repeat, **changes
    )
    return Buff(status, concentration, triggers, word)


def _factor(fields: Fields, name: str) -> int | float:
    value = fields.number(name, default=1)
    if value is None or value < 0:
        fields.report.unknown(fields.at(name), "expected a number of at least 0", value)
        return 1
    return value


def _condition(fields: Fields, changes: dict[str, Any]) -> tuple[str, ...]:
    """The conditions of the rule profile. Others are added to the changes."""
    text = fields.text("condition")
    if not text:
        return ()
    word = fold(text)
    path = fields.at("condition")
    if word in MECHANICAL:
        changes |= MECHANICAL[word]
        if word in INEXACT:
            fields.report.approximated(path, INEXACT[word])
        return ()
    name = condition_named(text)
    if name in CONDITIONS:
        return (name,)
    if word == "isconcentrating":
        fields.report.noted(path, "the action needs concentration, which is not a condition")
    else:
        fields.report.unknown(path, "unknown condition; it does nothing", text)
    return ()
