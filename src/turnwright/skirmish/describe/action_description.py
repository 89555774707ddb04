"""The description of an action: one plain sentence from its data, its costs, and a glyph."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import msgspec

from turnwright.core.rules.requirement import And, LastEvent, Or, Requirement, TargetCondition
from turnwright.core.rules.timing import Free, Reaction, Setup, Timing
from turnwright.skirmish.model import library
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.vocabulary import fact_named

from .cost_words import CostDescription, describe_costs, limits, price
from .dice_words import DiceContext
from .effect_words import EffectContext, describe_effects, would_change
from .event_words import event_clause, event_party, value_noun
from .glyphs import glyph
from .requirement_words import (
    answers_trigger,
    clauses_joined,
    describe_requirement,
    flattened,
    value_range,
)
from .target_words import target_party
from .words import THE_TARGET, Party, Subject, capitalised, joined, number, plain

When: TypeAlias = Literal["my turn", "reaction", "free", "before the fight"]


class ActionDescription(msgspec.Struct, frozen=True):
    """An action as a card shows it."""

    name: str
    sentence: str
    """One plain English sentence, without the costs."""
    full: str
    """The name, the sentence and the costs."""
    when: When
    costs: list[CostDescription]
    glyph: str
    tags: list[str]
    concentration: bool
    library: bool
    """Does it equal an action of the library?"""
    path: str = ""


def describe_action(
    action: model.CombatAction, profile: model.RuleProfile, path: str = ""
) -> ActionDescription:
    """Describe an action of anybody, for the card that shows it."""
    text = _Sentence(action, profile)
    return ActionDescription(
        name=action.name,
        sentence=text.short(),
        full=text.full(),
        when=_when(action.timing),
        costs=describe_costs(action, profile),
        glyph=glyph(action),
        tags=list(action.tags),
        concentration=action.concentration,
        library=library.actions().get(action.name) == action,
        path=path,
    )


def _when(timing: Timing) -> When:
    if isinstance(timing, Reaction):
        return "reaction"
    if isinstance(timing, Free):
        return "free"
    return "before the fight" if isinstance(timing, Setup) else "my turn"


def dice_context(action: model.CombatAction) -> DiceContext:
    """Return what the variables in the dice of an action stand for."""
    slot = next((cost for cost in action.cost if cost.level is not None), None)
    timing = action.timing
    value = value_noun(timing.events[0]) if isinstance(timing, Reaction) and timing.events else ""
    return DiceContext(
        level=action.level if slot is None or slot.level is None else slot.level,
        is_upcast=slot is not None and slot.allow_upcast,
        value=value or "the triggering amount",
    )


class _Parts(NamedTuple):
    """The requirements of an action, by where the sentence mentions them."""

    conditions: list[str]
    """Clauses for "if" and "when"."""
    of_target: list[Requirement]
    """What makes somebody a target."""


class _Sentence:
    """Builds the sentences about one action."""

    def __init__(self, action: model.CombatAction, profile: model.RuleProfile) -> None:
        self.action = action
        self.profile = profile
        self.dice = dice_context(action)
        timing = action.timing
        self.reaction = timing if isinstance(timing, Reaction) else None
        self.parts = self._parts()
        self.target = target_party(action, self.parts.of_target, self.dice)
        self.context = EffectContext(action, self.dice, self.target)

    # --- requirements --------------------------------------------------------------------------

    def _parts(self) -> _Parts:
        """Requirements about the target qualify it; all others are conditions of the action."""
        conditions: list[str] = []
        of_target: list[Requirement] = []
        fixed = self.action.targets.who in ("self", "event source", "event target")
        trigger = self.reaction.events if self.reaction is not None else ()
        for requirement in self.action.requires:
            if requirement.is_about_target and not fixed:
                of_target.append(requirement)
            else:
                subject = self._fixed_subject()
                clause = describe_requirement(requirement, subject, trigger=trigger)
                conditions.append(clause)
        return _Parts(list(dict.fromkeys(conditions)), of_target)

    def _fixed_subject(self) -> Subject:
        """The target as a subject, if it is known in advance."""
        who = self.action.targets.who
        if who == "self":
            return Subject("I", "am", "have", "do", "my")
        if who in ("event source", "event target"):
            party = target_party(self.action, [], self.dice)
            return _as_subject(party)
        return THE_TARGET

    # --- the trigger ---------------------------------------------------------------------------

    def _trigger(self, timing: Reaction) -> list[str]:
        """The clauses of the trigger: the event, and what else must be true of it."""
        low: float | None = None
        high: float | None = None
        near = self._trigger_range(timing)
        tags: list[str] = []
        rest: list[str] = []
        for one, wanted in [] if timing.when is None else flattened_conjunction(timing.when):
            if isinstance(one, LastEvent) and wanted and answers_trigger(one, timing.events):
                tags += one.tags
                if one.value is None:
                    continue
                if one.op == ">=" and low is None:
                    low = one.value
                    continue
                if one.op == "<=" and high is None:
                    high = one.value
                    continue
                if one.op == "==" and low is None and high is None:
                    low = high = one.value
                    continue
            elif self._is_distance(one, timing) and wanted and not near:
                assert isinstance(one, TargetCondition)
                near = f"within {number(one.value)} ft"
                continue
            rest.append(self._when_clause(one, wanted, timing))
        clauses = [
            event_clause(name, timing.who, timing.role, tuple(dict.fromkeys(tags)), near)
            for name in timing.events
        ]
        text = joined(dict.fromkeys(clauses), "or") or "its trigger happens"
        if low is not None or high is not None:
            noun = value_noun(timing.events[0])
            text += _of_value(noun, value_range(low, high))
        return [text, *rest]

    def _trigger_range(self, timing: Reaction) -> str:
        """How near the one who triggers it must be, because it is the target."""
        targets = self.action.targets
        if timing.who not in ("ally", "enemy") or targets.who != f"event {timing.role}":
            return ""
        return "" if targets.range is None else f"within {number(targets.range)} ft"

    def _is_distance(self, one: Requirement, timing: Reaction) -> bool:
        is_near = (
            isinstance(one, TargetCondition)
            and fact_named(one.name) == "distance"
            and one.op == "<="
        )
        return is_near and timing.who in ("ally", "enemy") and timing.role == "target"

    def _when_clause(self, one: Requirement, wanted: bool, timing: Reaction) -> str:
        subject = _as_subject(_event_target(timing))
        return describe_requirement(one, subject, wanted=wanted, trigger=timing.events)

    # --- sentences -----------------------------------------------------------------------------

    def _effects(self) -> str:
        effects = self.action.effect if isinstance(self.action.effect, tuple) else ()
        if not effects:
            return "do nothing"
        if all(isinstance(one, model.EndTurn) for one in effects):
            return "end the turn and keep what is left for reactions"
        return describe_effects(effects, self.context)

    def _clauses(self) -> tuple[str, str]:
        """The condition with its word ("when", "if"), and what happens."""
        clauses = list(self.parts.conditions)
        word = "if"
        if self.reaction is not None:
            trigger = self._trigger(self.reaction)
            if self.reaction.would_change_outcome:
                clauses.append(would_change(self.context))
            clauses = [*trigger, *clauses]
            word = "when"
        if not clauses:
            return "", self._effects()
        return f"{word} {_conditions(clauses)}", self._effects()

    def _body(self, lead: str = "") -> str:
        condition, effects = self._clauses()
        parts = [part for part in (lead, condition) if part]
        if not parts:
            text = effects
        else:
            is_long = ", " in condition and condition.startswith("when")
            text = f"{', '.join(parts)}{':' if is_long else ','} {effects}"
        if self.action.concentration:
            text += ", while I concentrate" if ";" not in text else "; I must concentrate"
        for limit in limits(self.action, self.profile):
            text += f"; {limit}"
        return text

    def short(self) -> str:
        """The sentence for a card."""
        lead = ""
        if isinstance(self.action.timing, Setup):
            lead = "before the fight"
        elif isinstance(self.action.timing, Free) and self.action.timing.anytime:
            lead = "at any time"
        return f"{capitalised(self._body(lead))}."

    def full(self) -> str:
        """The sentence with the name and the costs."""
        timing = self.action.timing
        lead = {"reaction": "as a reaction", "free": "as a free action"}.get(_when(timing), "")
        if isinstance(timing, Setup):
            lead = "before the fight"
        elif isinstance(timing, Free) and timing.anytime:
            lead = "at any time"
        costs = price(self.action, self.profile)
        end = f"costs {costs}" if costs else "costs nothing"
        return f"{plain(self.action.name)}: {self._body(lead)}; {end}."


def flattened_conjunction(requirement: Requirement) -> list[tuple[Requirement, bool]]:
    """Return the parts that must all hold, and whether each must be true or false."""
    if isinstance(requirement, And):
        return flattened(requirement)
    if isinstance(requirement, Or):
        return [(requirement, True)]
    return flattened(requirement)


def _of_value(noun: str, words: str) -> str:
    """The value of the trigger, after its clause: ` of level 1 to 3`, ` for 6 or more`."""
    if "level" in noun:
        return f" of level {words}"
    if noun in ("the damage", "the amount"):
        return f" for {words}"
    return f" with {noun.removeprefix('the ')} {words}"


def _conditions(clauses: list[str]) -> str:
    """Join the clauses of a condition; one with `or` needs a comma before it."""
    if any(" or " in one for one in clauses[1:]):
        return ", and ".join(clauses)
    return clauses_joined(clauses)


def _event_target(timing: Reaction) -> Party:
    return event_party(timing, "target")


def _as_subject(party: Party) -> Subject:
    if party.is_me:
        return party.subject
    return party.subject._replace(text=party.noun)
