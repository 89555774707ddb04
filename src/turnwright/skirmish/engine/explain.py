"""Explanations: a run replayed from its seed, with every decision and its reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from turnwright.core.rules.facts import Scalar
from turnwright.core.rules.ledger import Number, tidy
from turnwright.skirmish.model.vocabulary import EVENTS

from .actions import CompiledAction
from .combatant_state import CombatantState
from .event_bus import invalid_reaction_reason
from .fight_events import CRITICAL, ActionUse, FightEvent
from .list_places import DisabledEntry, ListPlaces
from .plan import Plan, PlannedEncounter
from .run_outcome import RunOutcome
from .run_state import FightRun
from .runs import play
from .targets import SCORES, candidates
from .turns import invalid_in_turn_reason
from .validity_reasons import explain_validity


class ConsideredAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of a list that was considered: valid, or the first thing that failed, with numbers."""

    action: str
    ok: bool
    place: int
    """Its place in the list, counted from 1. Entries that are switched off count too."""
    why: str = ""
    data: dict[str, Scalar] = {}
    off: bool = False
    """Whether it is switched off in the list."""


class TargetCandidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who could have been the target, with the scores that decide (lower is better)."""

    name: str
    scores: dict[str, Number] = {}


class HealthChange(msgspec.Struct, frozen=True):
    """The health of a combatant that has changed, or that is not known yet, since the entry before."""

    who: str
    before: int
    """Its hit points before; at the start of an encounter those that it has."""
    hp: int
    max_hp: int
    temp: int
    state: Literal["up", "down", "stable", "dead", "absent"]
    """Absent: it has not arrived yet."""


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, tag=True):
    """What one combatant chose, among what, and why."""

    encounter: int
    """The number of the encounter, counted from 0."""
    round: int
    who: str
    selected: str | None
    considered: list[ConsideredAction]
    hp: int
    max_hp: int
    pools: dict[str, Number]
    """What is left in the combatant's pools."""
    changes: list[HealthChange] = []
    candidates: list[TargetCandidate] = []
    answers: str = ""
    """The event that a reaction answers."""

    @property
    def available(self) -> list[str]:
        """The names of the valid actions."""
        return [one.action for one in self.considered if one.ok]

    def __str__(self) -> str:
        names = ", ".join(self.available)
        considered = [one for one in self.considered if not one.off]
        failed = [f"{one.action} {one.why}" for one in considered if not one.ok and one.why]
        passed = f" Passed over: {'; '.join(failed)}." if failed else ""
        if self.selected is None:
            return f"AI Actions Available: []. Selected nothing because nothing is valid.{passed}"
        place = next(one.place for one in considered if one.action == self.selected and one.ok)
        why = f"entry {place} is the first that is valid"
        return f"AI Actions Available: [{names}]. Selected {self.selected} because {why}.{passed}"


class LoggedEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag="Happening"):
    """Something that happened, in words and as data. `depth` counts the reactions it is nested in."""

    encounter: int
    """The number of the encounter, counted from 0; a rest belongs to the one before it."""
    round: int
    text: str
    event: str = ""
    source: str | None = None
    target: str | None = None
    value: Number = 0
    depth: int = 0
    changes: list[HealthChange] = []
    """What has changed since the entry before. The first entry of an encounter has everybody, so that
    the health at any entry follows from the changes up to it."""


LogEntry: TypeAlias = Decision | LoggedEvent


class Explanation(msgspec.Struct, frozen=True):
    """A run replayed from its seed."""

    seed: int
    winner: str | None
    outcome: RunOutcome
    entries: list[LogEntry]

    @property
    def decisions(self) -> list[Decision]:
        """The decisions without the events."""
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
    """Replay the run with this seed and explain it."""
    log = ExplanationLog()
    outcome = play(plan, seed, log)
    winner = None if outcome.winner < 0 else plan.sides[outcome.winner]
    return Explanation(seed, winner, outcome, log.entries)


class ExplanationLog:
    """A `RunLog` that collects the entries of an explanation."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self._considered: list[ConsideredAction] = []
        self._encounter = -1
        self._health: dict[int, HealthChange] = {}
        self._places: dict[int, ListPlaces] = {}

    def _add(self, run: FightRun, text: str, event: FightEvent | None = None) -> None:
        encounter, changes = max(0, self._encounter), self._changes(run)
        if event is None:
            self.entries.append(
                LoggedEvent(encounter, run.round, text, depth=run.depth, changes=changes)
            )
            return
        self.entries.append(
            LoggedEvent(
                encounter, run.round, text, EVENTS[event.type], _name(event.source),
                _name(event.target), tidy(event.value), run.depth, changes,
            )
        )  # fmt: skip

    def _changes(self, run: FightRun) -> list[HealthChange]:
        """Everybody in the encounter whose health differs from what was said last."""
        found = []
        for one in run.combatants:
            last = self._health.get(one.index)
            before = one.hp if last is None else last.hp
            now = HealthChange(
                one.participant.name, before, one.hp, one.max_hp, one.temp, _state(one)
            )
            if last is None or msgspec.structs.replace(last, before=before) != now:
                self._health[one.index] = now
                found.append(now)
        return found

    # --- the course of a run -------------------------------------------------------------------------

    def encounter(self, run: FightRun, encounter: PlannedEncounter) -> None:
        """Add the heading of an encounter."""
        self._encounter += 1
        self._health.clear()
        sides = " against ".join(run.plan.sides[side] for side in encounter.sides)
        self._add(run, f"== {encounter.name or 'The fight'}: {sides} ==")

    def initiative(self, run: FightRun) -> None:
        """Add the order of turns."""
        order = ", ".join(f"{_name(one)} {one.initiative}" for one in run.order)
        self._add(run, f"Initiative: {order}.")

    def turn(self, run: FightRun, combatant: CombatantState) -> None:
        """Add the start of a turn."""
        self._add(run, f"Round {run.round}: {_name(combatant)} ({_health(combatant)}).")

    def encounter_over(self, run: FightRun) -> None:
        """Add who won."""
        if run.winner < 0:
            how = "nobody is left" if not run.capped else f"{run.round} rounds are over"
            self._add(run, f"A draw: {how}.")
        else:
            rounds = "1 round" if run.round == 1 else f"{run.round} rounds"
            self._add(run, f"{run.plan.sides[run.winner]} win after {rounds}.")

    def rest(self, run: FightRun, kind: str) -> None:
        """Add the health of the common sides after a rest."""
        resting = [one for one in run.everyone if one.side < run.plan.common_sides]
        health = ", ".join(f"{_name(one)} {_health(one)}" for one in resting)
        self._add(run, f"A {kind}: {health}.")

    def loop_guard(self, run: FightRun, reason: str) -> None:
        """Add why a loop was stopped."""
        self._add(run, f"LoopGuard: {reason}.")

    # --- decisions -----------------------------------------------------------------------------------

    def decision(
        self,
        run: FightRun,
        combatant: CombatantState,
        blocked: set[int],
        chosen: CompiledAction | None,
    ) -> None:
        """Add a decision in one's own turn."""
        considered = []
        for action in combatant.kind.turn_actions:
            reason = invalid_in_turn_reason(run, combatant, action, blocked)
            considered.append(self._consider(run, combatant, action, None, reason))
        off = [one for one in self._places_of(combatant).disabled if one.is_in_turn]
        self._add_decision(run, combatant, _with_disabled(considered, off), chosen, None)

    def reaction(
        self,
        run: FightRun,
        combatant: CombatantState,
        action: CompiledAction,
        event: FightEvent,
        is_valid: bool,
    ) -> None:
        """Collect a considered reaction; add the decision after the last one."""
        reason = invalid_reaction_reason(run, combatant, action, event)
        self._considered.append(self._consider(run, combatant, action, event, reason))
        is_last = action is combatant.kind.reactions[event.type][-1]
        if is_valid or is_last:
            considered, self._considered = self._considered, []
            if is_valid or any(one.data.get("check") not in ("who", "tags") for one in considered):
                chosen = action if is_valid else None
                off = [
                    one
                    for one in self._places_of(combatant).disabled
                    if one.reacts_to(EVENTS[event.type])
                ]
                self._add_decision(run, combatant, _with_disabled(considered, off), chosen, event)

    def _places_of(self, combatant: CombatantState) -> ListPlaces:
        kind = combatant.kind
        if kind.index not in self._places:
            self._places[kind.index] = ListPlaces(kind)
        return self._places[kind.index]

    def _consider(
        self,
        run: FightRun,
        combatant: CombatantState,
        action: CompiledAction,
        event: FightEvent | None,
        reason: str | None,
    ) -> ConsideredAction:
        found = explain_validity(run, combatant, action, event, reason)
        place = self._places_of(combatant).of_action[action.local_index]
        return ConsideredAction(action.name, found.ok, place, found.why, found.data)

    def _add_decision(
        self,
        run: FightRun,
        combatant: CombatantState,
        considered: list[ConsideredAction],
        chosen: CompiledAction | None,
        event: FightEvent | None,
    ) -> None:
        found: list[TargetCandidate] = []
        if chosen is not None:
            picks = [word for word in chosen.picks if word != "random"]
            for one in candidates(run, combatant, chosen, event):
                scores = {word: tidy(float(SCORES[word](combatant, one))) for word in picks}
                found.append(TargetCandidate(one.participant.name, scores))
        answers = "" if event is None else EVENTS[event.type]
        selected = None if chosen is None else chosen.name
        kind = combatant.kind
        pools = {
            key: tidy(amount) for key, amount in zip(kind.pool_keys, combatant.pools, strict=True)
        }
        self.entries.append(
            Decision(
                max(0, self._encounter), run.round, combatant.participant.name, selected, considered,
                combatant.hp, combatant.max_hp, pools, self._changes(run), found, answers,
            )
        )  # fmt: skip

    # --- what happens --------------------------------------------------------------------------------

    def action(self, run: FightRun, use: ActionUse) -> None:
        """Add the use of an action, with its targets and its cost."""
        actor = use.actor
        text = f"{_name(actor)} uses {use.action.name}"
        others = [target.participant.name for target in use.targets if target is not actor]
        if others:
            text += f" on {', '.join(others)} ({' and '.join(use.action.picks)})"
        paid = [
            f"{tidy(amount)} {actor.kind.pool_keys[pool]} ({tidy(actor.pools[pool])} left)"
            for pool, amount in use.paid
            if pool >= actor.kind.turn_pool_count
        ]
        self._add(run, f"{text}, paying {' and '.join(paid)}." if paid else f"{text}.")

    def death_save(self, run: FightRun, combatant: CombatantState, natural: int) -> None:
        """Add a death save."""
        state = f"{combatant.successes} successes, {combatant.failures} failures"
        self._add(run, f"{_name(combatant)} rolls {natural} for a death save: {state}.")

    def event(self, run: FightRun, event: FightEvent) -> None:
        """Add an event that has a sentence."""
        sentence = SENTENCES.get(EVENTS[event.type])
        if sentence is not None:
            self._add(run, sentence(event), event)


def _with_disabled(
    considered: list[ConsideredAction], disabled: list[DisabledEntry]
) -> list[ConsideredAction]:
    """Put in the entries that are switched off, by their places."""
    found = list(considered)
    for one in disabled:
        entry = ConsideredAction(
            one.name, False, one.place, "switched off in the list", {"check": "off"}, off=True
        )
        later = (n for n, other in enumerate(found) if not other.off and other.place > one.place)
        found.insert(next(later, len(found)), entry)
    return found


def _state(combatant: CombatantState) -> Literal["up", "down", "stable", "dead", "absent"]:
    if combatant.is_dead:
        return "dead"
    if combatant.is_down:
        return "stable" if combatant.stable else "down"
    return "up" if combatant.is_present else "absent"


def _name(combatant: CombatantState | None) -> str | None:
    return None if combatant is None else combatant.participant.name


def _health(combatant: CombatantState) -> str:
    if combatant.is_dead:
        return "dead"
    if not combatant.is_up:
        return "down"
    temp = f" and {combatant.temp} temporary" if combatant.temp else ""
    return f"{combatant.hp} of {combatant.max_hp} hit points{temp}"


def _with_action(event: FightEvent) -> str:
    return "" if event.use is None else f" with {event.use.action.name}"


def _attack(event: FightEvent) -> str:
    target = event.target
    assert target is not None
    verb = "misses" if not event.outcome else "hits"
    critical = " critically" if event.outcome == CRITICAL else ""
    roll = f"{event.total} (natural {event.natural}) against {target.ac}"
    text = f"{_name(event.source)} {verb} {_name(target)}{critical}{_with_action(event)}: {roll}"
    return f"{text}, {tidy(event.value)} damage." if event.outcome else f"{text}."


def _save(event: FightEvent) -> str:
    verb = "saves" if event.outcome else "fails to save"
    by = "" if event.source is None else f" against {_name(event.source)}"
    if event.forced >= 0:
        return f"{_name(event.target)} {verb}{by} without a roll."
    return f"{_name(event.target)} {verb}{by}: {event.total} against {event.needs}."


def _damage(event: FightEvent) -> str:
    target = event.target
    assert target is not None
    damage = f"{tidy(event.value)} damage{_with_action(event)}"
    return f"{_name(target)} takes {damage}: {_health(target)}."


def _cancelled(event: FightEvent) -> str:
    assert event.use is not None
    return f"{_name(event.source)}'s {event.use.action.name} is cancelled."


SENTENCES: dict[str, Callable[[FightEvent], str]] = {
    "AttackHit": _attack,
    "AttackMissed": _attack,
    "SaveFailed": _save,
    "SaveSucceeded": _save,
    "DamageTaken": _damage,
    "Healed": lambda e: f"{_name(e.target)} regains {tidy(e.value)} hit points.",
    "StatusApplied": lambda e: f"{_name(e.target)} is now: {e.about}.",
    "StatusEnded": lambda e: f"{_name(e.target)} is no longer: {e.about}.",
    "ConcentrationBroken": lambda e: f"{_name(e.target)} loses concentration.",
    "UnitDowned": lambda e: f"{_name(e.target)} falls.",
    "UnitDied": lambda e: f"{_name(e.target)} is dead.",
    "UnitMoved": lambda e: f"{_name(e.source)} moves {tidy(e.value)}.",
    "ResourceRestored": lambda e: f"{_name(e.source)} gets back {tidy(e.value)} {e.about}.",
    "ActionCancelled": _cancelled,
    "LairCount": lambda e: "The lair acts.",
}
