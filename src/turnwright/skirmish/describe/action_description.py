"""The description of an action: one plain sentence from its data, its costs, and a glyph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from turnwright.core.rules.requirement import And, LastEvent, Not, Or, Requirement, TargetCondition
from turnwright.core.rules.timing import Free, Reaction, Setup, Timing
from turnwright.skirmish.model import library
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.vocabulary import event_named, fact_named

from .cost_words import CostDescription, describe_costs, limits, price
from .dice_words import DiceContext
from .effect_words import EffectContext, describe_effects, would_change
from .effect_words import describe_effect as effect_clause
from .event_words import CAUSED_EVENTS, TriggerDetails, event_clause, event_party, value_noun
from .glyphs import glyph
from .requirement_words import (
    answers_trigger,
    clauses_joined,
    describe_requirement,
    flattened,
    is_nested,
)
from .sentence_parts import THE_TARGET, I, Party, Subject, capitalised, joined, number, plain
from .target_words import target_party

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
        subject = self._fixed_subject() if fixed else THE_TARGET
        for requirement, wanted in self._own_requirements():
            if requirement.is_about_target and not fixed:
                of_target.append(requirement if wanted else Not(requirement))
            else:
                conditions.append(
                    describe_requirement(requirement, subject, wanted=wanted, trigger=trigger)
                )
        return _Parts(list(dict.fromkeys(conditions)), of_target)

    def _own_requirements(self) -> Iterator[tuple[Requirement, bool]]:
        """The requirements that the sentence has to mention."""
        for whole in self.action.requires:
            for one, wanted in conjuncts(whole):
                if not (wanted and self._is_implied(one)):
                    yield one, wanted

    def _is_implied(self, one: Requirement) -> bool:
        """Is it clear without being said: that an enemy is an enemy, and who attacked?"""
        if not isinstance(one, TargetCondition) or (one.op, one.value) != ("!=", 0):
            return False
        who = self.action.targets.who
        implied = {"enemy": ("is_enemy", "is_alive"), "other ally": ("is_ally",)}.get(who, ())
        if fact_named(one.name) in implied:
            return True
        return fact_named(one.name) == "is_enemy" and self._by_enemy() != ""

    def _by_enemy(self) -> str:
        """`enemy` if a reaction only answers events that an enemy caused, and targets that enemy."""
        timing = self.reaction
        if timing is None or self.action.targets.who != "event source" or timing.role == "source":
            return ""
        asks = any(
            isinstance(one, TargetCondition) and fact_named(one.name) == "is_enemy" and wanted
            for whole in self.action.requires
            for one, wanted in conjuncts(whole)
        )
        names = {event_named(name)[0] for name in timing.events}
        return "enemy" if asks and names <= CAUSED_EVENTS else ""

    def _fixed_subject(self) -> Subject:
        """The target as a subject, if it is known in advance."""
        if self.action.targets.who == "self":
            return I
        return _as_subject(target_party(self.action, [], self.dice))

    # --- the trigger ---------------------------------------------------------------------------

    def _trigger(self, timing: Reaction) -> list[str]:
        """The clauses of the trigger: the event, and what else must be true of it."""
        details = TriggerDetails(near=self._trigger_range(timing), by=self._by_enemy())
        rest: list[str] = []
        for one, wanted in [] if timing.when is None else conjuncts(timing.when):
            if isinstance(one, LastEvent) and wanted and answers_trigger(one, timing.events):
                if self._add_detail(details, one):
                    continue
            elif isinstance(one, Or) and wanted and (words := _either_tag(one, timing.events)):
                details.kinds.append(words)
                continue
            elif self._is_distance(one, timing) and wanted and not details.near:
                assert isinstance(one, TargetCondition)
                details.near = f"within {number(one.value)} ft"
                continue
            subject = _as_subject(event_party(timing, "target"))
            rest.append(describe_requirement(one, subject, wanted=wanted, trigger=timing.events))
        clauses = [event_clause(name, timing.who, timing.role, details) for name in timing.events]
        return [joined(dict.fromkeys(clauses), "or") or "its trigger happens", *rest]

    @staticmethod
    def _add_detail(details: TriggerDetails, one: LastEvent) -> bool:
        """Take a requirement about the trigger into its clause, if that is possible."""
        is_new = {
            ">=": details.low is None, "<=": details.high is None,
            "==": details.low is None and details.high is None,
        }  # fmt: skip
        if one.value is not None and not is_new.get(one.op, False):
            return False
        own = [tag for name in one.events for tag in event_named(name)[1]]
        details.kinds += [plain(tag).lower() for tag in (*own, *one.tags)]
        if one.value is not None:
            details.low = one.value if one.op in (">=", "==") else details.low
            details.high = one.value if one.op in ("<=", "==") else details.high
        return True

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

    # --- sentences -----------------------------------------------------------------------------

    def _effects(self) -> str:
        effects = self.action.effect if isinstance(self.action.effect, tuple) else ()
        if not effects:
            return "do nothing"
        if all(isinstance(one, model.EndTurn) for one in effects):
            return "end the turn and keep what is left for reactions"
        return describe_effects(effects, self.context)

    def condition(self) -> str:
        """When it is used, with its word: `when an attack hits me`, `if I am hurt`."""
        clauses = list(self.parts.conditions)
        word = "if"
        if self.reaction is not None:
            trigger = self._trigger(self.reaction)
            if self.reaction.would_change_outcome:
                clauses.append(would_change(self.context))
            clauses = [*trigger, *clauses]
            word = "when"
        return f"{word} {_conditions(clauses)}" if clauses else ""

    def _body(self, lead: str = "") -> str:
        condition, effects = self.condition(), self._effects()
        parts = [part for part in (lead, condition) if part]
        if not parts:
            text = effects
        else:
            is_long = ", and " in condition and condition.startswith("when")
            text = f"{', '.join(parts)}{':' if is_long else ','} {effects}"
        if self.action.concentration:
            text += ", while I concentrate" if ";" not in text else "; needs my concentration"
        if self.action.beside_others and self.reaction is not None:
            text += "; other reactions to the same event remain possible"
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


def conjuncts(requirement: Requirement) -> list[tuple[Requirement, bool]]:
    """Return the parts that must all hold, and whether each must be true or false."""
    inner, wanted = requirement, True
    while isinstance(inner, Not):
        inner, wanted = inner.of, not wanted
    is_and = isinstance(inner, And) if wanted else isinstance(inner, Or)
    return flattened(inner, wanted) if is_and else [(inner, wanted)]


def _either_tag(requirement: Or, trigger: tuple[str, ...]) -> str:
    """`fire or acid`, if the trigger must have one of several tags."""
    tags: list[str] = []
    for one in requirement.of:
        if not isinstance(one, LastEvent) or not answers_trigger(one, trigger):
            return ""
        if one.value is not None or len(one.tags) != 1:
            return ""
        tags.append(plain(one.tags[0]).lower())
    return joined(tags, "or")


def _conditions(clauses: list[str]) -> str:
    """Join the clauses of a condition; one with `or` needs a comma before it."""
    first, *rest = clauses
    more = clauses_joined(rest)
    if len(rest) < 2 or len(more) < len(" and ".join(rest)):  # a common subject is left out
        return f"{first}{', and' if is_nested(more) else ' and'} {more}" if rest else first
    return f"{', '.join(clauses[:-1])}, and {clauses[-1]}"


def _as_subject(party: Party) -> Subject:
    """Somebody as a subject. `That enemy` was just mentioned, so it is `it`."""
    if party.is_me or party.noun.startswith("that "):
        return party.subject
    return party.subject._replace(text=party.noun)


def describe_effect(effect: model.Effect, action: model.CombatAction | None = None) -> str:
    """Return one effect as an imperative. `action` is the one that has it: whom it targets, when."""
    whole = action or model.CombatAction(name="it")
    context = dice_context(whole)
    target = target_party(whole, [], context)
    return effect_clause(effect, EffectContext(whole, context, target))


def describe_timing(timing: Timing) -> str:
    """Return when an action can be used: `when an attack hits me`, `before the fight`."""
    match timing:
        case Reaction():
            action = model.CombatAction(name="it", timing=timing, targets=model.Targets(who="self"))
            return _Sentence(action, model.RuleProfile(name="")).condition()
        case Setup():
            return "before the fight"
        case Free():
            return "at any time" if timing.anytime else "on my turn, as a free action"
        case _:
            return "on my turn"
