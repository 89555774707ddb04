"""What the rules library asks about a body in a fight: the way to reasons in words.

The fight itself uses compiled checks (`checks.py`); this is for explaining them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from turnwright.core.rules.cost import Shortfall, quote
from turnwright.core.rules.facts import Scalar, TagBearer, TimeSpan, Verdict
from turnwright.core.rules.ledger import Ledger, Number, tidy
from turnwright.core.rules.requirement import NO, YES, evaluate, targets
from turnwright.skirmish.model.vocabulary import EVENTS, FAMILY, event_named

from .combatant_state import Body, Event, Memory
from .compiled_requirements import Fact, fact
from .payment import ledger_of
from .plan import EVENT, Deed
from .targets import candidates, pool_of
from .turns import Fight


class Happened(NamedTuple):
    """An event in words."""

    type: str
    tags: frozenset[str]
    value: Number


class ActorFacts:
    """The answers about one actor now; in a reaction the event that is answered is the last one."""

    def __init__(self, fight: Fight, actor: Body, event: Event | None = None) -> None:
        self.fight = fight
        self.actor = actor
        self.event = event

    @property
    def ledger(self) -> Ledger:
        return ledger_of(self.actor)

    def self_value(self, name: str) -> Number:
        return _number(fact(name, self.fight.plan, self.actor.kind), self, self.actor)

    def target_value(self, target: Body, name: str) -> Number:
        return _number(fact(name, self.fight.plan), self, target)

    def has_tag(self, tag: str, on: TagBearer, by_self: bool, target: Body | None) -> bool:
        bit = self.fight.plan.tags.bit(tag)
        side = self.actor.side
        bearers = {
            "self": [self.actor],
            "target": [] if target is None else [target],
            "any_enemy": self.fight.foes[side],
            "any_ally": self.fight.friends[side],
        }[on]
        source = self.actor if by_self else None
        return any(body.bears(bit, source) for body in bearers)

    def last_event(
        self, events: tuple[str, ...], window: TimeSpan, by_self: bool
    ) -> Happened | None:
        last: Event | Memory | None = self.event
        if last is None:
            names = [event_named(name)[0] for name in events]
            families = tuple({EVENT[FAMILY[name]] for name in names if name in FAMILY})
            last = self.fight.recall(families, self.actor if by_self else None, window)
        if last is None:
            return None
        name = EVENTS[last.type]
        words = self.fight.plan.tags.words
        tags = frozenset(word for n, word in enumerate(words) if last.tags >> n & 1)
        # An alias that asks for tags is met by the event under its own name.
        for alias in events:
            event, must = event_named(alias)
            if event == name and tags >= set(must):
                name = alias
        return Happened(name, tags, last.value)

    def custom(self, name: str, data: Mapping[str, Scalar], target: Body | None) -> bool:
        return False


def _number(get: Fact, facts: ActorFacts, body: Body) -> Number:
    value = get(facts.fight, facts.actor, body)
    return int(value) if isinstance(value, bool) else tidy(value)


def verdict(fight: Fight, body: Body, deed: Deed, event: Event | None, word: str | None) -> Verdict:
    """Why a deed is valid or not, in a sentence with numbers. `word` is what `why_not` said."""
    if word is None:
        return YES
    facts = ActorFacts(fight, body, event)
    if word in SENTENCES:
        return Verdict(False, SENTENCES[word], {"check": word})
    if word == "requirement":
        for requirement in deed.action.requires:
            if not requirement.is_about_target:
                found = evaluate(requirement, facts)
                if not found.ok:
                    return found
    if word == "when":
        when = getattr(deed.action.timing, "when", None)
        if when is not None:
            return evaluate(when, facts, None if event is None else event.target)
    if word == "targets":
        return _too_few(fight, body, deed, event, facts)
    if word == "cost":
        price = quote(deed.action.price, facts.ledger)
        if isinstance(price, Shortfall):
            data: dict[str, Scalar] = {"check": "cost", "key": price.key}
            return Verdict(
                False, price.sentence, data | {"needed": price.needed, "found": price.available}
            )
    return NO


SENTENCES = {
    "limit": "was used in this turn already, and what costs nothing is used once a turn",
    "repeats": "would repeat a state of this turn",
    "tags": "answers events with other tags",
    "who": "is not about those who are in this event",
    "running": "is being used already",
    "outcome": "would not change the outcome",
    "turn": "is an answer in the turns of others only",
}


def _too_few(
    fight: Fight, body: Body, deed: Deed, event: Event | None, facts: ActorFacts
) -> Verdict:
    pool = pool_of(fight, body, deed, event)
    fitting = candidates(fight, body, deed, event)
    data: dict[str, Scalar] = {
        "check": "targets", "needed": deed.min_targets, "found": len(fitting),
    }  # fmt: skip
    count = deed.min_targets
    noun = "target" if count == 1 else "targets"
    why = f"needs {count} {noun}, {len(fitting)} of {len(pool)} will do"
    if not pool:
        return Verdict(False, f"has nobody to be about ({deed.who}, {deed.state})", data)
    near = targets(deed.action.requires, facts, pool)
    if len(near) > len(fitting):
        return Verdict(False, f"{why}: the others are beyond a distance of {deed.range}", data)
    for one in pool:
        for requirement in deed.action.requires:
            if requirement.is_about_target:
                first = evaluate(requirement, facts, one)
                if not first.ok:
                    return Verdict(False, f"{why}: {one.member.name} {first.why}", data)
    return Verdict(False, why, data)
