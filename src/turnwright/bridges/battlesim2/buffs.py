"""Buffs of battlesim2 as statuses."""

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
"""Conditions that are no condition of a rule profile, as what they change."""

INEXACT = {
    "attackswithtripleadvantage": "three dice for an attack cannot be said; it is plain advantage",
    "issurprised": "whoever is surprised does nothing while this lasts",
    "surprised": "whoever is surprised does nothing while this lasts",
    "exhausted": "exhaustion has no levels here: disadvantage on attacks and saves",
    "hasted": "the further action of each turn may be any action, not only one attack",
}


class Buff(NamedTuple):
    status: Status
    concentration: bool
    triggers: list[Fields]
    duration: str


def buff(fields: Fields, name: str, dc: int | None) -> Buff:
    """A status from a buff. `dc` is that of the save that brings it, None if there is none."""
    report = fields.report
    title = status_name(fields.text("displayName", "name", default=name))
    word = fold(fields.text("duration", default="entire encounter"))
    duration = DURATIONS.get(word)
    if duration is None:
        duration = Duration()
        sentence = "this duration is not known; it lasts for the whole encounter"
        report.unknown(fields.at("duration"), sentence, word)
    elif word == "instant":
        report.approximated(fields.at("duration"), "an instant lasts until the end of the turn")
    repeat = None
    if word == "repeatthesaveeachround":
        if dc is None:
            sentence = "no save brings it, so none ends it: it lasts for the whole encounter"
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
        report.approximated(
            fields.at("magnitude"), "the odds of a buff are not counted in", magnitude
        )
    concentration = fields.flag("concentration")
    fields.skip("id", "description", "source")  # `source` is the one who brings it, as always
    triggers = list(fields.objects("triggers"))
    fields.finish()
    status = Status(
        name=title, duration=duration, conditions=conditions, repeat_save=repeat, **changes
    )
    return Buff(status, concentration, triggers, word)


def _factor(fields: Fields, name: str) -> int | float:
    value = fields.number(name, default=1)
    if value is None or value < 0:
        fields.report.unknown(fields.at(name), "expected a number from 0 on", value)
        return 1
    return value


def _condition(fields: Fields, changes: dict[str, Any]) -> tuple[str, ...]:
    """The conditions of the rule profile; what is none of these goes into the changes."""
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
        fields.report.noted(path, "concentration follows from the action, not from a condition")
    else:
        fields.report.unknown(path, "this condition is not known; it does nothing", text)
    return ()
