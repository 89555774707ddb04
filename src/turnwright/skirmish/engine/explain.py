"""Explanations: a run told afterwards from its seed, with every decision and its reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from turnwright.core.rules.facts import Scalar
from turnwright.core.rules.ledger import Number, tidy
from turnwright.skirmish.model.vocabulary import EVENTS

from .combatant_state import CRITICAL, Body, Event, Use
from .plan import Deed, Meeting, Plan
from .requirement_facts import verdict
from .run_outcome import Outcome
from .targets import SCORES, candidates
from .turns import Fight, play


class Considered(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of a list that was looked at: valid, or the first thing that failed, with numbers."""

    action: str
    ok: bool
    why: str = ""
    data: dict[str, Scalar] = {}


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who could have been the target, with what decides (less is better)."""

    name: str
    scores: dict[str, Number] = {}


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, tag=True):
    """What one body chose, out of what, and why."""

    round: int
    who: str
    selected: str | None
    considered: list[Considered]
    candidates: list[Candidate] = []
    answers: str = ""
    """The event that a reaction answers."""

    @property
    def available(self) -> list[str]:
        return [one.action for one in self.considered if one.ok]

    def __str__(self) -> str:
        names = ", ".join(self.available)
        failed = [f"{one.action} {one.why}" for one in self.considered if not one.ok and one.why]
        passed = f" Passed over: {'; '.join(failed)}." if failed else ""
        if self.selected is None:
            return f"AI Actions Available: []. Selected nothing because nothing is valid.{passed}"
        place = next(i for i, one in enumerate(self.considered, 1) if one.action == self.selected)
        why = f"entry {place} is the first that is valid"
        return f"AI Actions Available: [{names}]. Selected {self.selected} because {why}.{passed}"


class Happening(msgspec.Struct, frozen=True, omit_defaults=True, tag=True):
    """Something that happened, in words and as data. `depth` counts the reactions it happened in."""

    round: int
    text: str
    event: str = ""
    source: str | None = None
    target: str | None = None
    value: Number = 0
    depth: int = 0


Entry: TypeAlias = Decision | Happening


class Explanation(msgspec.Struct, frozen=True):
    """A run told from its seed."""

    seed: int
    winner: str | None
    outcome: Outcome
    entries: list[Entry]

    @property
    def decisions(self) -> list[Decision]:
        return [entry for entry in self.entries if isinstance(entry, Decision)]

    def __str__(self) -> str:
        lines = []
        for entry in self.entries:
            if isinstance(entry, Decision):
                lines.append(f"    {entry}")
            else:
                lines.append("  " * entry.depth + entry.text)
        return "\n".join(lines)


def explain(plan: Plan, seed: int) -> Explanation:
    """Play the run with this seed again, and tell it."""
    log = Log()
    outcome = play(plan, seed, log)
    winner = None if outcome.winner < 0 else plan.sides[outcome.winner]
    return Explanation(seed, winner, outcome, log.entries)


class Log:
    """What a fight tells while it runs. Without one, none of this is ever computed."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._considered: list[Considered] = []

    def _say(self, fight: Fight, text: str, event: Event | None = None) -> None:
        if event is None:
            self.entries.append(Happening(fight.round, text, depth=fight.depth))
            return
        self.entries.append(
            Happening(
                fight.round, text, EVENTS[event.type], _name(event.source), _name(event.target),
                tidy(event.value), fight.depth,
            )
        )  # fmt: skip

    # --- the frame ---------------------------------------------------------------------------------

    def encounter(self, fight: Fight, meeting: Meeting) -> None:
        sides = " against ".join(fight.plan.sides[side] for side in meeting.sides)
        self._say(fight, f"== {meeting.name or 'The fight'}: {sides} ==")

    def initiative(self, fight: Fight) -> None:
        order = ", ".join(f"{body.member.name} {body.initiative}" for body in fight.order)
        self._say(fight, f"Initiative: {order}.")

    def turn(self, fight: Fight, body: Body) -> None:
        self._say(fight, f"Round {fight.round}: {body.member.name} ({_health(body)}).")

    def over(self, fight: Fight) -> None:
        if fight.winner < 0:
            how = "nobody is left" if not fight.capped else f"{fight.round} rounds are over"
            self._say(fight, f"A draw: {how}.")
        else:
            rounds = "1 round" if fight.round == 1 else f"{fight.round} rounds"
            self._say(fight, f"{fight.plan.sides[fight.winner]} win after {rounds}.")

    def rested(self, fight: Fight, kind: str) -> None:
        bodies = [body for body in fight.all if body.side < fight.plan.common]
        health = ", ".join(f"{body.member.name} {_health(body)}" for body in bodies)
        self._say(fight, f"A {kind}: {health}.")

    def guard(self, fight: Fight, why: str) -> None:
        self._say(fight, f"LoopGuard: {why}.")

    # --- decisions ---------------------------------------------------------------------------------

    def decide(self, fight: Fight, body: Body, blocked: set[int], chosen: Deed | None) -> None:
        considered = []
        for deed in body.kind.main:
            found = verdict(fight, body, deed, None, fight.why_not_now(body, deed, blocked))
            considered.append(Considered(deed.name, found.ok, found.why, found.data))
        self._decided(fight, body, considered, chosen, None)

    def reaction(self, fight: Fight, body: Body, deed: Deed, event: Event, is_valid: bool) -> None:
        word = fight.why_not_react(body, deed, event)
        found = verdict(fight, body, deed, event, word)
        self._considered.append(Considered(deed.name, found.ok, found.why, found.data))
        is_last = deed is body.kind.reactions[event.type][-1]
        if is_valid or is_last:
            considered, self._considered = self._considered, []
            if is_valid or any(one.data.get("check") not in ("who", "tags") for one in considered):
                self._decided(fight, body, considered, deed if is_valid else None, event)

    def _decided(
        self,
        fight: Fight,
        body: Body,
        considered: list[Considered],
        chosen: Deed | None,
        event: Event | None,
    ) -> None:
        found: list[Candidate] = []
        if chosen is not None:
            words = [word for word in chosen.picks if word != "random"]
            for one in candidates(fight, body, chosen, event):
                scores = {word: tidy(float(SCORES[word](body, one))) for word in words}
                found.append(Candidate(one.member.name, scores))
        answers = "" if event is None else EVENTS[event.type]
        name = None if chosen is None else chosen.name
        self.entries.append(
            Decision(fight.round, body.member.name, name, considered, found, answers)
        )

    # --- what happens ------------------------------------------------------------------------------

    def deed(self, fight: Fight, use: Use) -> None:
        body = use.actor
        text = f"{body.member.name} uses {use.deed.name}"
        others = [target.member.name for target in use.targets if target is not body]
        if others:
            text += f" on {', '.join(others)} ({' and '.join(use.deed.picks)})"
        paid = [
            f"{tidy(amount)} {body.kind.pool_keys[pool]} ({tidy(body.pools[pool])} left)"
            for pool, amount in use.paid
            if pool >= body.kind.turn_count
        ]
        self._say(fight, f"{text}, paying {' and '.join(paid)}." if paid else f"{text}.")

    def fell(self, fight: Fight, body: Body) -> None:
        """Told by the events of the fall."""

    def death_save(self, fight: Fight, body: Body, natural: int) -> None:
        state = f"{body.successes} successes, {body.failures} failures"
        self._say(fight, f"{body.member.name} rolls {natural} against death: {state}.")

    def event(self, fight: Fight, event: Event) -> None:
        tell = TOLD.get(EVENTS[event.type])
        if tell is not None:
            self._say(fight, tell(fight, event), event)


def _name(body: Body | None) -> str | None:
    return None if body is None else body.member.name


def _health(body: Body) -> str:
    if body.is_dead:
        return "dead"
    if not body.is_up:
        return "down"
    temp = f" and {body.temp} temporary" if body.temp else ""
    return f"{body.hp} of {body.max_hp} hit points{temp}"


def _deed_of(event: Event) -> str:
    return "" if event.use is None else f" with {event.use.deed.name}"


def _attack(fight: Fight, event: Event) -> str:
    target = event.target
    assert target is not None
    verb = "misses" if not event.outcome else "hits"
    critical = " critically" if event.outcome == CRITICAL else ""
    roll = f"{event.total} (natural {event.natural}) against {target.ac}"
    text = f"{_name(event.source)} {verb} {_name(target)}{critical}{_deed_of(event)}: {roll}"
    return f"{text}, {tidy(event.value)} damage." if event.outcome else f"{text}."


def _save(fight: Fight, event: Event) -> str:
    verb = "saves" if event.outcome else "fails to save"
    by = "" if event.source is None else f" against {_name(event.source)}"
    if event.forced >= 0:
        return f"{_name(event.target)} {verb}{by} without a roll."
    return f"{_name(event.target)} {verb}{by}: {event.total} against {event.needs}."


def _hurt(fight: Fight, event: Event) -> str:
    target = event.target
    assert target is not None
    return f"{_name(target)} takes {tidy(event.value)} damage{_deed_of(event)}: {_health(target)}."


def _cancelled(fight: Fight, event: Event) -> str:
    assert event.use is not None
    return f"{_name(event.source)}'s {event.use.deed.name} is cancelled."


TOLD: dict[str, Callable[[Fight, Event], str]] = {
    "AttackHit": _attack,
    "AttackMissed": _attack,
    "SaveFailed": _save,
    "SaveSucceeded": _save,
    "DamageTaken": _hurt,
    "Healed": lambda f, e: f"{_name(e.target)} regains {tidy(e.value)} hit points.",
    "StatusApplied": lambda f, e: f"{_name(e.target)} is now: {e.about}.",
    "StatusEnded": lambda f, e: f"{_name(e.target)} is no longer: {e.about}.",
    "ConcentrationBroken": lambda f, e: f"{_name(e.target)} loses concentration.",
    "UnitDowned": lambda f, e: f"{_name(e.target)} falls.",
    "UnitDied": lambda f, e: f"{_name(e.target)} is dead.",
    "UnitMoved": lambda f, e: f"{_name(e.source)} moves {tidy(e.value)}.",
    "ResourceRestored": lambda f, e: f"{_name(e.source)} gets back {tidy(e.value)} {e.about}.",
    "ActionCancelled": _cancelled,
    "LairCount": lambda f, e: "The lair stirs.",
}
