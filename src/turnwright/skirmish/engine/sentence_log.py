"""What happens in a run, as sentences: the log that explanations and fights by hand are made from."""

from __future__ import annotations

from turnwright.core.rules.ledger import Number, tidy
from turnwright.skirmish.describe.formula_words import rules_words
from turnwright.skirmish.model.expression import Expression
from turnwright.skirmish.model.vocabulary import EVENTS

from .actions import CompiledAction
from .combatant_state import CombatantState
from .event_sentences import SENTENCES, changed_outcome, health_of, name_of
from .fight_events import ActionUse, FightEvent
from .plan import PlannedEncounter
from .run_state import FightRun, RunLog


class SentenceLog(RunLog):
    """A `RunLog` that puts everything into sentences. Subclasses collect them in `add`."""

    def add(self, run: FightRun, text: str, event: FightEvent | None = None) -> None:
        """Add a sentence, and the event that it is about if there is one."""
        raise NotImplementedError

    # --- the course of a run -------------------------------------------------------------------------

    def encounter(self, run: FightRun, encounter: PlannedEncounter) -> None:
        """Add the heading of an encounter."""
        sides = " against ".join(run.plan.sides[side] for side in encounter.sides)
        self.add(run, f"== {encounter.name or 'The fight'}: {sides} ==")

    def initiative(self, run: FightRun) -> None:
        """Add the order of turns."""
        order = ", ".join(f"{name_of(one)} {one.initiative}" for one in run.order)
        self.add(run, f"Initiative: {order}.")

    def turn(self, run: FightRun, combatant: CombatantState) -> None:
        """Add the start of a turn."""
        self.add(run, f"Round {run.round}: {name_of(combatant)} ({health_of(combatant)}).")

    def encounter_over(self, run: FightRun) -> None:
        """Add who won."""
        if run.winner < 0:
            how = "nobody is left" if not run.capped else f"{run.round} rounds are over"
            self.add(run, f"A draw: {how}.")
        else:
            rounds = "1 round" if run.round == 1 else f"{run.round} rounds"
            self.add(run, f"{run.plan.sides[run.winner]} win after {rounds}.")

    def rest(self, run: FightRun, kind: str) -> None:
        """Add the health of the common sides after a rest."""
        resting = [
            one
            for one in run.everyone
            if one.side < run.plan.common_sides
            and (one.index < run.plan.starters or one.is_present)
        ]
        health = ", ".join(f"{name_of(one)} {health_of(one)}" for one in resting)
        self.add(run, f"A {kind}: {health}.")

    def note(self, run: FightRun, sentence: str) -> None:
        """Add what no event tells."""
        self.add(run, sentence)

    def loop_guard(self, run: FightRun, reason: str) -> None:
        """Add why a loop was stopped."""
        self.add(run, f"LoopGuard: {reason}.")

    # --- what happens --------------------------------------------------------------------------------

    def action(self, run: FightRun, use: ActionUse) -> None:
        """Add the use of an action, with its targets and its cost."""
        actor = use.actor
        text = f"{name_of(actor)} uses {use.action.name}"
        others = [target.participant.name for target in use.targets if target is not actor]
        if others:
            text += f" on {', '.join(others)}"
            reasons = [] if use.is_aimed else [" and ".join(use.action.picks)]
            bodies = run.bodies if use.action.who == "enemy" else None
            if bodies is not None and bodies.forced_targets(actor, use.targets):
                reasons.insert(0, "taunted")
            text += f" ({'; '.join(reasons)})" if reasons else ""
        paid = [
            f"{tidy(amount)} {actor.kind.pool_keys[pool]} ({tidy(actor.pools[pool])} left)"
            for pool, amount in use.paid
            if pool >= actor.kind.turn_pool_count
        ]
        self.add(run, f"{text}, paying {' and '.join(paid)}." if paid else f"{text}.")

    def death_save(self, run: FightRun, combatant: CombatantState, natural: int) -> None:
        """Add a death save."""
        state = f"{combatant.successes} successes, {combatant.failures} failures"
        self.add(run, f"{name_of(combatant)} rolls {natural} for a death save: {state}.")

    def temporary_hp(self, run: FightRun, bearer: CombatantState, status: str, amount: int) -> None:
        """Add temporary hit points that begin or end with a status."""
        name = name_of(bearer)
        if amount > 0:
            self.add(run, f"{name} gains {amount} temporary hit points from {status}.")
        else:
            self.add(run, f"{name} loses the {-amount} temporary hit points left of {status}.")

    def status_counted(self, run: FightRun, bearer: CombatantState, status: str, left: int) -> None:
        """Add for how many more attacks, hits or saves a status lasts."""
        self.add(run, f"{name_of(bearer)}'s {status} lasts for {left} more.")

    def pool_changed(
        self, run: FightRun, combatant: CombatantState, pool: int, before: Number, event: str
    ) -> None:
        """Add how an event has changed a pool."""
        after, key = combatant.pools[pool], combatant.kind.pool_keys[pool]
        change = f"{tidy(before)} to {tidy(after)}"
        self.add(run, f"{name_of(combatant)}'s {key} goes from {change} ({event}).")

    def dice(self, run: FightRun, dice: Expression, shown: list[str], total: int) -> None:
        """Add what dice with rules of their own have shown."""
        self.add(
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
        self.add(run, f"{name_of(who)} had rolled {before} and rolls again: {natural}; {kept}.")

    def event(self, run: FightRun, event: FightEvent) -> None:
        """Add an event that has a sentence."""
        sentence = SENTENCES.get(EVENTS[event.type])
        if sentence is not None:
            self.add(run, sentence(event), event)

    def outcome_changed(
        self,
        run: FightRun,
        combatant: CombatantState,
        action: CompiledAction,
        event: FightEvent,
        before: int,
    ) -> None:
        """Add what a reaction has made of a roll."""
        self.add(run, changed_outcome(action, event))
