"""Reasons in words: what `core.rules` asks about an actor, and why an action is not valid.

A run decides with compiled requirements; this is only used to explain the decisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from turnwright.core.rules.cost import Shortfall, quote
from turnwright.core.rules.facts import Scalar, TagBearer, TimeSpan, Verdict
from turnwright.core.rules.ledger import Ledger, Number, tidy
from turnwright.core.rules.requirement import NO, YES, evaluate, targets
from turnwright.skirmish.model.vocabulary import EVENTS, event_named

from .actions import CompiledAction
from .bodies import container_of
from .combatant_state import CombatantState
from .compiled_requirements import (
    FactReader,
    event_families,
    fact_reader,
    formula_in,
    last_event,
    tag_bearers,
)
from .expressions import FormulaContext, evaluator
from .fight_events import FightEvent
from .payment import amounts_now, costs_with, ledger_of
from .run_state import FightRun
from .targets import candidates, target_pool


class NamedEvent(NamedTuple):
    """An event with names in place of numbers."""

    type: str
    tags: frozenset[str]
    value: Number


class ActorFacts:
    """The facts about one actor now. Within a reaction the event it answers is the last one."""

    def __init__(
        self, run: FightRun, actor: CombatantState, event: FightEvent | None = None
    ) -> None:
        self.run = run
        self.actor = actor
        self.event = event

    @property
    def ledger(self) -> Ledger:
        """The actor's pools."""
        return ledger_of(self.actor)

    def self_value(self, name: str) -> Number:
        """A fact about the actor."""
        return self._read(fact_reader(name, self.actor.kind), self.actor)

    def target_value(self, target: CombatantState, name: str) -> Number:
        """A fact about a candidate."""
        return self._read(fact_reader(name), target)

    def _read(self, read: FactReader, about: CombatantState) -> Number:
        value = read(self.run, self.actor, about)
        return int(value) if isinstance(value, bool) else tidy(value)

    def has_tag(
        self, tag: str, on: TagBearer, by_self: bool, target: CombatantState | None
    ) -> bool:
        """Whether somebody bears a tag."""
        bit = self.run.plan.tags.bit(tag)
        source = self.actor if by_self else None
        bearers = tag_bearers(self.run, self.actor, target, on)
        return any(one.has_tag(bit, source) for one in bearers)

    def last_event(
        self, events: tuple[str, ...], window: TimeSpan, by_self: bool
    ) -> NamedEvent | None:
        """The last event of the families of these."""
        families = event_families(events)
        last = last_event(self.run, self.actor, self.event, families, window, by_self)
        if last is None:
            return None
        name = EVENTS[last.type]
        names = self.run.plan.tags.names
        tags = frozenset(one for n, one in enumerate(names) if last.tags >> n & 1)
        # An alias that asks for tags matches the event under its own name.
        for alias in events:
            event, required = event_named(alias)
            if event == name and tags >= set(required):
                name = alias
        return NamedEvent(name, tags, last.value)

    def custom(self, name: str, data: Mapping[str, Scalar], target: CombatantState | None) -> bool:
        """Whether a formula is not 0; there are no other custom requirements."""
        formula = formula_in(name, data)
        if formula is None:
            return False
        context = FormulaContext(self.run, self.actor, target, None, self.event)
        return evaluator(formula)(context) != 0


def explain_validity(
    run: FightRun,
    combatant: CombatantState,
    action: CompiledAction,
    event: FightEvent | None,
    reason: str | None,
) -> Verdict:
    """Explain in a sentence with numbers the word that `invalid_reason` returned."""
    if reason is None:
        return YES
    facts = ActorFacts(run, combatant, event)
    if reason in SENTENCES:
        return Verdict(False, SENTENCES[reason], {"check": reason})
    if reason == "requirement":
        for requirement in action.spec.requires:
            if not requirement.is_about_target:
                found = evaluate(requirement, facts)
                if not found.ok:
                    return found
    if reason == "when":
        when = getattr(action.spec.timing, "when", None)
        if when is not None:
            return evaluate(when, facts, None if event is None else event.target)
    if reason == "outcome":
        return _no_change(action, event)
    if reason == "targets":
        return _too_few_targets(run, combatant, action, event, facts)
    if reason == "cost":
        amounts = amounts_now(run, combatant, action, event)
        price = quote(costs_with(action, amounts), facts.ledger)
        if isinstance(price, Shortfall):
            data: dict[str, Scalar] = {"check": "cost", "key": price.key}
            return Verdict(
                False, price.sentence, data | {"needed": price.needed, "found": price.available}
            )
    return NO


SENTENCES = {
    "limit": "was already used in this turn, and a free action can be used once a turn",
    "repeats": "would repeat a state of this turn",
    "tags": "reacts to events with other tags",
    "who": "does not react to events about these combatants",
    "running": "is already being used",
    "turn": "is a reaction in the turns of others only",
}


def _no_change(action: CompiledAction, event: FightEvent | None) -> Verdict:
    """Why a reaction would not change the outcome of a roll, with the roll and what it could change."""
    why = "would not change the outcome"
    if event is None or event.outcome < 0 or event.target is None:
        return Verdict(False, why, {"check": "outcome"})
    is_attack = EVENTS[event.type].startswith("Attack")
    needs = event.target.armour_class if is_attack else event.needs
    data: dict[str, Scalar] = {"check": "outcome", "total": event.total, "needs": needs}
    change = action.roll_change
    bounds = [number for number in (change.lowest, change.highest) if number]
    changes = [f"{number:+d}" for number in dict.fromkeys(bounds)]
    could = f", and it adds {' to '.join(changes)}" if changes else ""
    if change.ac:
        could = f", and it makes that {needs + change.ac}"
        data["changed"] = needs + change.ac
    if event.forced >= 0:
        could = ", and it does not depend on the roll"
    return Verdict(False, f"{why}: {event.total} against {needs}{could}", data)


def _too_few_targets(
    run: FightRun,
    combatant: CombatantState,
    action: CompiledAction,
    event: FightEvent | None,
    facts: ActorFacts,
) -> Verdict:
    pool = target_pool(run, combatant, action, event)
    fitting = candidates(run, combatant, action, event)
    count = action.min_targets
    data: dict[str, Scalar] = {"check": "targets", "needed": count, "found": len(fitting)}
    noun = "target" if count == 1 else "targets"
    why = f"needs {count} {noun}, {len(fitting)} of {len(pool)} qualify"
    if not pool:
        return Verdict(False, f"has no possible target ({action.who}, {action.state})", data)
    if run.bodies is not None and not run.bodies.reachable(combatant, pool):
        why = (
            "can reach no target from inside" if container_of(combatant) else "cannot reach inside"
        )
        return Verdict(False, why, data)
    near = targets(action.spec.requires, facts, pool)
    if len(near) > len(fitting):
        return Verdict(False, f"{why}: the others are beyond a distance of {action.range}", data)
    for one in pool:
        for requirement in action.spec.requires:
            if requirement.is_about_target:
                first = evaluate(requirement, facts, one)
                if not first.ok:
                    return Verdict(False, f"{why}: {one.participant.name} {first.why}", data)
    return Verdict(False, why, data)
