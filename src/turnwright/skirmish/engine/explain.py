"""Explanations: a run replayed from its seed, with every decision and its reasons."""

from __future__ import annotations

import msgspec

from turnwright.core.rules.ledger import Number, tidy
from turnwright.skirmish.describe.formula_words import rules_words
from turnwright.skirmish.model.expression import Expression
from turnwright.skirmish.model.vocabulary import EVENTS

from .actions import CompiledAction
from .combatant_state import CombatantState
from .event_bus import invalid_reaction_reason
from .event_sentences import SENTENCES, health_of, name_of
from .explanation import (
    ConsideredAction,
    Decision,
    Explanation,
    HealthChange,
    HealthState,
    LogEntry,
    LoggedEvent,
    TargetCandidate,
)
from .fight_events import ActionUse, FightEvent
from .list_places import DisabledEntry, ListPlaces
from .plan import Plan, PlannedEncounter
from .run_state import Choose, FightRun, RunLog
from .runs import play
from .targets import SCORES, candidates
from .turns import invalid_in_turn_reason
from .validity_reasons import explain_validity


def explain(plan: Plan, seed: int, choose: Choose | None = None) -> Explanation:
    """Replay the run with this seed and explain it. `choose` must make the choices that it made."""
    log = ExplanationLog()
    outcome = play(plan, seed, log, choose)
    winner = None if outcome.winner < 0 else plan.sides[outcome.winner]
    return Explanation(seed, winner, outcome, log.entries)


class ExplanationLog(RunLog):
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
        order = ", ".join(f"{name_of(one)} {one.initiative}" for one in run.order)
        self._add(run, f"Initiative: {order}.")

    def turn(self, run: FightRun, combatant: CombatantState) -> None:
        """Add the start of a turn."""
        self._add(run, f"Round {run.round}: {name_of(combatant)} ({health_of(combatant)}).")

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
        resting = [
            one
            for one in run.everyone
            if one.side < run.plan.common_sides
            and (one.index < run.plan.starters or one.is_present)
        ]
        health = ", ".join(f"{name_of(one)} {health_of(one)}" for one in resting)
        self._add(run, f"A {kind}: {health}.")

    def note(self, run: FightRun, sentence: str) -> None:
        """Add what no event tells."""
        self._add(run, sentence)

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

    # --- what happens --------------------------------------------------------------------------------

    def action(self, run: FightRun, use: ActionUse) -> None:
        """Add the use of an action, with its targets and its cost."""
        actor = use.actor
        text = f"{name_of(actor)} uses {use.action.name}"
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
        self._add(run, f"{name_of(combatant)} rolls {natural} for a death save: {state}.")

    def temporary_hp(self, run: FightRun, bearer: CombatantState, status: str, amount: int) -> None:
        """Add temporary hit points that begin or end with a status."""
        name = name_of(bearer)
        if amount > 0:
            self._add(run, f"{name} gains {amount} temporary hit points from {status}.")
        else:
            self._add(run, f"{name} loses the {-amount} temporary hit points left of {status}.")

    def pool_changed(
        self, run: FightRun, combatant: CombatantState, pool: int, before: Number, event: str
    ) -> None:
        """Add how an event has changed a pool."""
        after, key = combatant.pools[pool], combatant.kind.pool_keys[pool]
        change = f"{tidy(before)} to {tidy(after)}"
        self._add(run, f"{name_of(combatant)}'s {key} goes from {change} ({event}).")

    def dice(self, run: FightRun, dice: Expression, shown: list[str], total: int) -> None:
        """Add what dice with rules of their own have shown."""
        self._add(
            run,
            f"Rolls {len(shown)}d{dice.sides} ({rules_words(dice.rules)}): "
            f"{', '.join(shown)}. That makes {total}.",
        )

    def reroll(
        self, run: FightRun, event: FightEvent, before: int, natural: int, again: str
    ) -> None:
        """Add what a roll has shown before and after a reaction had it rolled again."""
        kept = {"best": "the better counts", "worst": "the worse counts"}.get(
            again, "the new one counts"
        )
        who = event.source if EVENTS[event.type].startswith("Attack") else event.target
        self._add(run, f"{name_of(who)} had rolled {before} and rolls again: {natural}; {kept}.")

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


def _state(combatant: CombatantState) -> HealthState:
    if combatant.is_dead:
        return "dead"
    if combatant.is_down:
        return "stable" if combatant.stable else "down"
    return "up" if combatant.is_present else "absent"
