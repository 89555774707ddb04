"""Requirements as clauses: "I am at half my hit points or less and the target is not prone"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from turnwright.core.rules.requirement import (
    And,
    Custom,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.skirmish.model import library
from turnwright.skirmish.model.expression import read
from turnwright.skirmish.model.vocabulary import event_named

from .cost_words import resource_amount
from .event_words import past_clause, value_noun
from .fact_words import after, fact, is_adjective
from .formula_words import condition_words
from .sentence_parts import THE_TARGET, I, Subject, joined, plain

_SPANS = {
    "action": "in this action", "turn": "this turn", "round": "this round",
    "encounter": "in this fight",
}  # fmt: skip


def describe_requirement(
    requirement: Requirement,
    target: Subject = THE_TARGET,
    *,
    wanted: bool = True,
    trigger: tuple[str, ...] = (),
) -> str:
    """Return a requirement as a clause without a full stop.

    `target` is the subject for facts of a target. With `wanted` false it is the negated requirement.
    `trigger` holds the events that a reaction answers: the last event is the trigger then.
    """
    match requirement:
        case Not():
            return describe_requirement(requirement.of, target, wanted=not wanted, trigger=trigger)
        case And() | Or():
            return _compound(requirement, target, wanted, trigger)
        case TargetCondition():
            return fact(requirement.name, requirement.op, requirement.value, target, wanted)
        case SelfCondition():
            return fact(requirement.name, requirement.op, requirement.value, I, wanted)
        case HasResource():
            return _resource(requirement, wanted)
        case HasTag():
            return _tag(requirement, target, wanted)
        case LastEvent():
            return _last_event(requirement, wanted, trigger)
        case Custom(name="formula"):
            clause = condition_words(read(str(requirement.data.get("holds", "0"))))
            return clause if wanted else f"it is not true that {clause}"
        case Custom():
            return f"{plain(requirement.name)} {'holds' if wanted else 'does not hold'}"


def _resource(requirement: HasResource, wanted: bool) -> str:
    amount = resource_amount(requirement.key, requirement.amount)
    if wanted:
        return f"I have {amount} left"
    if requirement.amount == 1:
        noun = amount.partition(" ")[2]
        return f"I have no {noun} left"
    return f"I have less than {amount} left"


def _compound(compound: And | Or, target: Subject, wanted: bool, trigger: tuple[str, ...]) -> str:
    is_and = isinstance(compound, And) == wanted
    every = flattened(compound, wanted)
    parts = [one for place, one in enumerate(every) if one not in every[:place]]
    if not parts:
        return "nothing prevents it" if is_and else "never"
    if not is_and and (either := _either_outcome(parts)):
        return either
    clauses = [
        describe_requirement(one, target, wanted=still, trigger=trigger) for one, still in parts
    ]
    return clauses_joined(clauses, "and" if is_and else "or")


def _either_outcome(parts: list[tuple[Requirement, bool]]) -> str:
    """`I made a melee attack this turn` for an attack that hit or missed."""
    events = [
        one for one, wanted in parts if isinstance(one, LastEvent) and wanted and one.value is None
    ]
    if len(events) != len(parts) or len(parts) != 2:
        return ""
    named = [event_named(one.events[0]) for one in events if len(one.events) == 1]
    if {name for name, _ in named} != {"AttackHit", "AttackMissed"}:
        return ""
    tags = {(*own, *one.tags) for (_, own), one in zip(named, events, strict=True)}
    windows = {(one.window, one.by_self) for one in events}
    if len(tags) != 1 or len(windows) != 1:
        return ""
    return past_clause("AttackDeclared", tags.pop(), _SPANS[events[0].window], events[0].by_self)


def flattened(compound: Requirement, wanted: bool = True) -> list[tuple[Requirement, bool]]:
    """Return the parts of nested requirements of the same kind, and whether each is wanted."""
    if isinstance(compound, Not):
        return flattened(compound.of, not wanted)
    if not isinstance(compound, And | Or):
        return [(compound, wanted)]
    is_and = isinstance(compound, And) == wanted
    found: list[tuple[Requirement, bool]] = []
    for one in compound.of:
        inner = one
        still = wanted
        while isinstance(inner, Not):
            inner, still = inner.of, not still
        if isinstance(inner, And | Or) and (isinstance(inner, And) == still) == is_and:
            found += flattened(inner, still)
        else:
            found.append((inner, still))
    return found


def clauses_joined(clauses: Iterable[str], word: str = "and") -> str:
    """Join clauses. Subjects that repeat are left out: `I am up and hurt`."""
    several = list(dict.fromkeys(clauses))
    if len(several) < 2:
        return "".join(several)
    shortened = several[:1]
    for before, one in pairwise(several):
        shortened.append(_without_subject(before, one))
    # A list within a list needs a comma before its last part.
    if any(is_nested(one, word) for one in several):
        return f", {word} ".join(shortened)
    return joined(shortened, word)


_INNER_OR = re.compile(r" or (?!more|less|later|earlier|higher)")


def is_nested(clause: str, word: str = "and") -> bool:
    """Does a clause contain the other joining word, so that a comma must set it apart?"""
    return bool(_INNER_OR.search(clause)) if word == "and" else " and " in clause


def _without_subject(before: str, clause: str) -> str:
    """`who is not Turned` after `who is undead` is `not Turned`."""
    for start in ("who is ", "who are ", "I am ", "the target is ", "it is ", "they are "):
        if before.startswith(start) and clause.startswith(start):
            return clause.removeprefix(start)
    if before.startswith("who ") and clause.startswith("who "):
        return clause.removeprefix("who ")
    return clause


# --- tags -----------------------------------------------------------------------------------------


@cache
def creature_tags() -> frozenset[str]:
    """The tags that say what the combatants of the library are: Undead, Beast."""
    return frozenset(tag for one in library.combatants().values() for tag in one.tags)


def _tag(requirement: HasTag, target: Subject, wanted: bool) -> str:
    tag, from_me = plain(requirement.tag), " from me" if requirement.by_self else ""
    if requirement.on in ("any_enemy", "any_ally"):
        who = "an enemy" if requirement.on == "any_enemy" else "one of us"
        nobody = "no enemy" if requirement.on == "any_enemy" else "none of us"
        return f"{who if wanted else nobody} has the tag {tag}{from_me}"
    subject = I if requirement.on == "self" else target
    if requirement.tag in creature_tags() and not requirement.by_self:
        no = "" if wanted else " not"
        return f"{subject.text} {subject.be}{no} {_creature(tag, subject)}"
    if is_adjective(requirement.tag):
        by_me = " by me" if requirement.by_self else ""
        return f"{subject.text} {subject.be}{'' if wanted else ' not'} {tag}{by_me}"
    have = subject.have if wanted else f"{subject.do} not have"
    return f"{subject.text} {have} {'my' if requirement.by_self else 'the'} tag {tag}"


_ADJECTIVES = ("Undead", "Huge", "Large", "Humanoid")


def _creature(tag: str, subject: Subject) -> str:
    word = tag.lower()
    if tag in _ADJECTIVES or tag.endswith(("ed", "al")):
        return word
    if subject.be == "are":
        return f"{word}s"
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


# --- events ---------------------------------------------------------------------------------------


def _last_event(requirement: LastEvent, wanted: bool, trigger: tuple[str, ...]) -> str:
    if trigger and answers_trigger(requirement, trigger):
        return _about_trigger(requirement, wanted)
    span = _SPANS[requirement.window]
    clauses = [
        past_clause(name, requirement.tags, span, requirement.by_self)
        for name in requirement.events
    ]
    text = joined(dict.fromkeys(clauses), "or") or "nothing happened"
    if requirement.value is not None and requirement.events:
        text += f" with {value_noun(requirement.events[0]).removeprefix('the ')}"
        text += f" {after(requirement.op, requirement.value)}"
    return text if wanted else f"it is not true that {text}"


def answers_trigger(requirement: LastEvent, trigger: tuple[str, ...]) -> bool:
    """Is the requirement about the event that a reaction answers, and only about its details?"""
    asked = {event_named(name)[0] for name in requirement.events}
    return {event_named(name)[0] for name in trigger} <= asked


def _about_trigger(requirement: LastEvent, wanted: bool) -> str:
    own = [tag for name in requirement.events for tag in event_named(name)[1]]
    tags = [plain(tag).lower() for tag in dict.fromkeys((*own, *requirement.tags))]
    clauses = []
    if tags:
        clauses.append(f"it is {'' if wanted else 'not '}{joined(tags)}")
    if requirement.value is not None:
        opposite = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">=": "<", ">": "<="}
        op = requirement.op if wanted else opposite[requirement.op]
        noun = value_noun(requirement.events[0])
        clauses.append(f"{noun} is {after(op, requirement.value)}")
    if not clauses:
        return "it happened" if wanted else "it did not happen"
    return joined(clauses, "and" if wanted else "or")
