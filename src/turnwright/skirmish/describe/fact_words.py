"""Facts about combatants in words: labels for choices, and clauses for sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model.vocabulary import (
    COUNT,
    SELF_FACTS,
    TARGET_FACTS,
    counted_event,
    fact_named,
)

from .sentence_parts import Subject, number, plain, spaced

FactKind: TypeAlias = Literal["number", "yes_no"]


class FactDescription(msgspec.Struct, frozen=True):
    """A fact that requirements can ask for."""

    name: str
    label: str
    about: str
    of: list[Literal["self", "target"]]
    kind: FactKind
    unit: str = ""


_FACTS: tuple[tuple[str, str, str, FactKind, str], ...] = (
    ("hp", "Hit points", "Current hit points, without temporary ones.", "number", "hp"),
    ("max_hp", "Maximum hit points", "The hit points of somebody unhurt.", "number", "hp"),
    ("missing_hp", "Missing hit points", "How many hit points are lost.", "number", "hp"),
    ("hp_percent", "Hit points in percent", "Hit points in percent of the maximum.", "number", "%"),
    ("temp_hp", "Temporary hit points", "They are lost first.", "number", "hp"),
    ("ac", "Armour class", "With everything that changes it now.", "number", ""),
    ("position", "Position", "The position on the line of battle.", "number", "ft"),
    ("is_up", "Is standing", "Above 0 hit points.", "yes_no", ""),
    ("is_down", "Is down", "Dying at 0 hit points, but not dead.", "yes_no", ""),
    ("is_alive", "Is alive", "Standing or dying.", "yes_no", ""),
    ("is_concentrating", "Is concentrating", "On one of its own actions.", "yes_no", ""),
    ("is_surprised", "Is surprised", "Until its first turn is over.", "yes_no", ""),
    ("allies_near", "My allies near it", "Allies standing within 5 ft of it, without me.", "number",
     "combatants"),
    ("is_enemy", "Is an enemy", "On another side.", "yes_no", ""),
    ("is_ally", "Is on my side", "Includes the user.", "yes_no", ""),
    ("is_self", "Is the user", "The user of the action.", "yes_no", ""),
    ("distance", "Distance", "How far away the target is.", "number", "ft"),
    ("round", "Round", "The number of the round, from 1.", "number", ""),
    ("allies_up", "Allies standing", "On my side, including me.", "number", "combatants"),
    ("allies_down", "Allies down", "Dying on my side.", "number", "combatants"),
    ("enemies_up", "Enemies standing", "On all other sides.", "number", "combatants"),
    ("enemies_down", "Enemies down", "Dying on all other sides.", "number", "combatants"),
    ("outnumbered_by", "Outnumbered by", "Enemies standing minus allies standing.", "number",
     "combatants"),
    ("lowest_ally_percent", "Worst-off ally", "The lowest hit points in percent on my side.",
     "number", "%"),
    ("lowest_enemy_percent", "Worst-off enemy", "The lowest hit points in percent of an enemy.",
     "number", "%"),
    ("nearest_enemy", "Nearest enemy", "How far away the nearest enemy is.", "number", "ft"),
    ("summons_up", "My summons standing", "Those whom I have summoned.", "number", "combatants"),
    ("held_inside", "Inside me", "Those whom I have swallowed.", "number", "combatants"),
)  # fmt: skip


def facts() -> list[FactDescription]:
    """Return all facts, with the words for a choice."""
    return [
        FactDescription(name, label, about, _of(name), kind, unit)
        for name, label, about, kind, unit in _FACTS
    ]


def _of(name: str) -> list[Literal["self", "target"]]:
    found: list[Literal["self", "target"]] = []
    if name in SELF_FACTS:
        found.append("self")
    if name in TARGET_FACTS:
        found.append("target")
    return found


# --- comparisons ----------------------------------------------------------------------------------


def compared(op: str, value: Number, fewer: str = "fewer") -> str:
    """Return a comparison before a noun: `3 or more`, `fewer than 3`, `no`."""
    shown = number(value)
    if (op, value) in (("==", 0), ("<", 1), ("<=", 0)):
        return "no"
    return {
        "<": f"{fewer} than {shown}",
        "<=": f"at most {shown}",
        "==": f"exactly {shown}",
        "!=": f"other than {shown}",
        ">=": f"{shown} or more",
        ">": f"more than {shown}",
    }[op]


def after(op: str, value: Number, unit: str = "") -> str:
    """Return a comparison after a verb: `15 or more`, `below 15`, `not 15`."""
    shown = f"{number(value)}{unit}"
    return {
        "<": f"below {shown}",
        "<=": f"{shown} or less",
        "==": f"exactly {shown}",
        "!=": f"not {shown}",
        ">=": f"{shown} or more",
        ">": f"above {shown}",
    }[op]


def _percent(op: str, value: Number, subject: Subject) -> str:
    whole = f"{subject.my} hit points"
    if value == 100 and op in ("<", "!="):
        return f"{subject.text} {subject.be} hurt"
    if value == 100 and op in ("==", ">="):
        return f"{subject.text} {subject.be} unhurt"
    if value == 50:
        place = {
            "<": f"below half {whole}", "<=": f"at half {whole} or less",
            "==": f"at exactly half {whole}", "!=": f"not at exactly half {whole}",
            ">=": f"at half {whole} or more", ">": f"above half {whole}",
        }[op]  # fmt: skip
        return f"{subject.text} {subject.be} {place}"
    share = f"{number(value)}% of {whole}"
    place = {
        "<": f"below {share}", "<=": f"at {share} or less", "==": f"at exactly {share}",
        "!=": f"not at exactly {share}", ">=": f"at {share} or more", ">": f"above {share}",
    }[op]  # fmt: skip
    return f"{subject.text} {subject.be} {place}"


def _distance(op: str, value: Number) -> str:
    feet = f"{number(value)} ft"
    return {
        "<": f"closer than {feet}",
        "<=": f"within {feet}",
        "==": f"exactly {feet} away",
        "!=": f"not exactly {feet} away",
        ">=": f"at least {feet} away",
        ">": f"more than {feet} away",
    }[op]


def _round(op: str, value: Number, subject: Subject) -> str:
    if op in ("==", "<=") and value == 1:
        return "it is the first round"
    shown = number(value)
    return {
        "<": f"it is before round {shown}",
        "<=": f"it is round {shown} or earlier",
        "==": f"it is round {shown}",
        "!=": f"it is not round {shown}",
        ">=": f"it is round {shown} or later",
        ">": f"it is after round {shown}",
    }[op]


def _standing(one: str, many: str, state: str) -> Clause:
    """`3 or more enemies stand`, `no enemy is down`."""

    def clause(op: str, value: Number, subject: Subject) -> str:
        words = compared(op, value)
        if op in (">=", "==") and value == 1:
            words = "at least one" if op == ">=" else "exactly one"
        if op in (">", "!=") and value == 0:
            words = "at least one"
        is_one = words == "no" or words.endswith(" one")
        noun = one if is_one else many
        if "us" in one.split():
            words = "none" if words == "no" else words
            return f"{words} of us {_verb(state, is_one)}"
        return f"{words} {noun} {_verb(state, is_one)}"

    return clause


def _verb(state: str, is_one: bool) -> str:
    if state == "stand":
        return "stands" if is_one else "stand"
    return f"{'is' if is_one else 'are'} {state}"


def _outnumbered(op: str, value: Number, subject: Subject) -> str:
    if (op, value) in ((">", 0), (">=", 1)):
        return "we are outnumbered"
    if (op, value) in (("<=", 0), ("<", 1)):
        return "we are not outnumbered"
    if (op, value) in (("<", 0), ("<=", -1)):
        return "we outnumber the enemy"
    return f"we are outnumbered by {after(op, value)}"


def _worst(of: str) -> Clause:
    def clause(op: str, value: Number, subject: Subject) -> str:
        return _percent(op, value, Subject(of, "is", "has", "does", "its"))

    return clause


Clause: TypeAlias = Callable[[str, Number, Subject], str]


def _points(noun: str) -> Clause:
    def clause(op: str, value: Number, subject: Subject) -> str:
        if (op, value) in (("!=", 0), (">", 0), (">=", 1)):
            return f"{subject.text} {subject.have} {noun}"
        return f"{subject.text} {subject.have} {compared(op, value)} {noun}"

    return clause


def _missing(op: str, value: Number, subject: Subject) -> str:
    if (op, value) in ((">", 0), ("!=", 0), (">=", 1)):
        return f"{subject.text} {subject.be} hurt"
    if (op, value) in (("==", 0), ("<=", 0), ("<", 1)):
        return f"{subject.text} {subject.be} unhurt"
    return f"{subject.text} {subject.be} missing {compared(op, value)} hit points"


def _with_nobody(op: str, value: Number, nobody: str, rest: str) -> str:
    words = compared(op, value)
    words = nobody if words == "no" else words
    is_state = rest.startswith("inside")
    return f"{words} {'is ' if is_state else ''}{rest}"


def _near(op: str, value: Number, subject: Subject) -> str:
    words = (
        "at least one" if (op, value) in ((">=", 1), (">", 0), ("!=", 0)) else compared(op, value)
    )
    return f"{words} of my allies {'is' if words.endswith(' one') else 'are'} near {subject.text}"


_NUMBERS: dict[str, Clause] = {
    "hp": _points("hit points"),
    "temp_hp": _points("temporary hit points"),
    "missing_hp": _missing,
    "hp_percent": _percent,
    "max_hp": lambda op, value, s: f"{s.whose} maximum of hit points is {after(op, value)}",
    "ac": lambda op, value, s: f"{s.whose} AC is {after(op, value)}",
    "position": lambda op, value, s: f"{s.whose} position is {after(op, value)}",
    "distance": lambda op, value, s: f"{s.text} {s.be} {_distance(op, value)}",
    "nearest_enemy": lambda op, value, s: f"the nearest enemy is {_distance(op, value)}",
    "summons_up": lambda op, value, s: _with_nobody(op, value, "none", "of my summons stand"),
    "held_inside": lambda op, value, s: _with_nobody(op, value, "nobody", "inside me"),
    "round": _round,
    "allies_near": _near,
    "allies_up": _standing("of us", "of us", "stand"),
    "allies_down": _standing("ally", "allies", "down"),
    "enemies_up": _standing("enemy", "enemies", "stand"),
    "enemies_down": _standing("enemy", "enemies", "down"),
    "outnumbered_by": _outnumbered,
    "lowest_ally_percent": _worst("the worst-off of us"),
    "lowest_enemy_percent": _worst("the worst-off enemy"),
}

_STATES = {
    "is_up": "standing", "is_down": "down", "is_alive": "alive",
    "is_concentrating": "concentrating", "is_surprised": "surprised", "is_enemy": "an enemy",
    "is_ally": "on my side", "is_self": "me",
}  # fmt: skip

_CONDITION_WORDS = frozenset(
    (
        "blinded", "charmed", "deafened", "frightened", "grappled", "incapacitated", "invisible",
        "paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious",
    )
)  # fmt: skip


def is_adjective(name: str) -> bool:
    """Is the name of a status one that follows `is`: prone, hexed, raging?"""
    return name in _CONDITION_WORDS or (
        " " not in name and name.lower().endswith(("ed", "ing", "en")) and len(name) > 4
    )


def fact(name: str, op: str, value: Number, subject: Subject, wanted: bool) -> str:
    """Return a requirement about a fact, a status or an action that was used, as a clause."""
    known = fact_named(name)
    if known in _NUMBERS:
        opposite = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">=": "<", ">": "<="}
        return _NUMBERS[known](op if wanted else opposite[op], value, subject)
    if name.startswith(COUNT):
        return _counted(name.removeprefix(COUNT), op, value, subject, wanted)
    holds = _truth(op, value)
    if name.startswith("used:"):
        return _used(plain(name.removeprefix("used:")), op, value, wanted)
    is_true = wanted if holds is None else holds == wanted
    no = "" if is_true else " not"
    if known in _STATES:
        return f"{subject.text} {subject.be}{no} {_STATES[known]}"
    shown = plain(name)
    if holds is None:
        amount = compared(op, value)
        have = subject.have if wanted else f"{subject.do} not have"
        return f"{subject.text} {have} {amount} {shown}"
    if is_adjective(name):
        word = shown.lower() if shown.lower() in _CONDITION_WORDS else shown
        return f"{subject.text} {subject.be}{no} {word}"
    have = subject.have if is_true else f"{subject.do} not have"
    return f"{subject.text} {have} {shown}"


_COUNTED_SPANS = {
    "action": "by this action", "turn": "in this turn", "round": "in this round",
    "encounter": "in this fight",
}  # fmt: skip


def counted_noun(text: str) -> str:
    """Return what a fact counts: `Melee Hit in this turn`."""
    name = text.partition(" in ")[0]
    return f"{spaced(name)} {_COUNTED_SPANS[counted_event(text)[2]]}"


def _counted(text: str, op: str, value: Number, subject: Subject, wanted: bool) -> str:
    times: dict[tuple[str, Number], str] = {
        (">=", 1): "at least once",
        (">=", 2): "at least twice",
        ("==", 1): "exactly once",
    }
    how = times.get((op, value)) or f"{compared(op, value)} times"
    no = "" if wanted else " not"
    return f"{subject.text} {subject.have}{no} caused {counted_noun(text)} {how}"


def _truth(op: str, value: Number) -> bool | None:
    """What a comparison asks of a yes or no: true, false, or None if it is about a number."""
    if (op, value) in (("!=", 0), (">", 0), (">=", 1), ("==", 1)):
        return True
    if (op, value) in (("==", 0), ("<", 1), ("<=", 0)):
        return False
    return None


def _used(name: str, op: str, value: Number, wanted: bool) -> str:
    truth = _truth(op, value)
    if truth is not None and (op, value) != ("==", 1):
        return f"I have {'' if truth == wanted else 'not '}used {name} in this fight"
    have = "have" if wanted else "have not"
    return f"I {have} used {name} {compared(op, value)} times in this fight"
