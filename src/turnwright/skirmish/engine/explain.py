"""Explanations: a run replayed from its seed, with every decision and its reasons."""

from __future__ import annotations

import msgspec

from turnwright.core.rules.ledger import tidy
from turnwright.skirmish.model.vocabulary import EVENTS

from .actions import CompiledAction
from .combatant_state import CombatantState
from .decision_points import Policy
from .event_bus import invalid_reaction_reason
from .event_sentences import health_state, name_of
from .explanation import (
    ConsideredAction,
    Decision,
    Explanation,
    HealthChange,
    LogEntry,
    LoggedEvent,
    TargetCandidate,
)
from .fight_events import FightEvent
from .list_places import DisabledEntry, ListPlaces
from .plan import Plan, PlannedEncounter
from .run_state import FightRun
from .runs import play
from .sentence_log import SentenceLog
from .targets import SCORES, candidates
from .turns import invalid_in_turn_reason
from .validity_reasons import explain_validity


def explain(plan: Plan, seed: int, policy: Policy | None = None) -> Explanation:
    """Replay the run with this seed and explain it. `policy` must make the choices that it made."""
    log = ExplanationLog()
    outcome = play(plan, seed, log, policy)
    winner = None if outcome.winner < 0 else plan.sides[outcome.winner]
    return Explanation(seed, winner, outcome, log.entries)


class ExplanationLog(SentenceLog):
    """A log that collects the entries of an explanation."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self._considered: list[ConsideredAction] = []
        self._encounter = -1
        self._health: dict[int, HealthChange] = {}
        self._places: dict[int, ListPlaces] = {}

    def add(self, run: FightRun, text: str, event: FightEvent | None = None) -> None:
        """Add a sentence, with the health that has changed."""
        encounter, changes = max(0, self._encounter), self._changes(run)
        if event is None:
            self.entries.append(
                LoggedEvent(encounter, run.round, text, depth=run.depth, changes=changes)
            )
            return
        self.entries.append(
            LoggedEvent(
                encounter, run.round, text, EVENTS[event.type], name_of(event.source),
                name_of(event.target), tidy(event.value), run.depth, changes,
            )
        )  # fmt: skip

    def _changes(self, run: FightRun) -> list[HealthChange]:
        """Everybody in the encounter whose health differs from what was said last."""
        found = []
        for one in run.combatants:
            if one.index >= run.plan.starters and not one.has_joined:
                continue
            last = self._health.get(one.index)
            before = one.hp if last is None else last.hp
            now = HealthChange(
                one.participant.name, before, one.hp, one.max_hp, one.temp, health_state(one)
            )
            if last is None or msgspec.structs.replace(last, before=before) != now:
                self._health[one.index] = now
                found.append(now)
        return found

    def encounter(self, run: FightRun, encounter: PlannedEncounter) -> None:
        """Add the heading of an encounter."""
        self._encounter += 1
        self._health.clear()
        super().encounter(run, encounter)

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
        reactions = combatant.kind.reactions[event.type]
        if is_valid:
            for later in reactions[reactions.index(action) + 1 :]:
                reason = invalid_reaction_reason(run, combatant, later, event)
                self._considered.append(self._consider(run, combatant, later, event, reason))
        if is_valid or action is reactions[-1]:
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
