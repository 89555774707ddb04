"""What a run reads by number against what explanations read by name.

Requirements and costs are defined once, in the rules library. At every decision of random fights they
are asked about every action of the list in both ways: whether it is valid, which targets it has, and
what it costs.
"""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings

from tests.skirmish.builders import RecordingLog, encounter, foe, hero, strike
from tests.skirmish.random_scenarios import scenarios, seeds
from turnwright.core.rules.action import check
from turnwright.core.rules.cost import Payment, Shortfall, quote
from turnwright.core.rules.requirement import targets
from turnwright.skirmish.engine.actions import CompiledAction
from turnwright.skirmish.engine.combatant_state import CombatantState
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.event_bus import invalid_reason
from turnwright.skirmish.engine.fight_events import ActionUse, FightEvent
from turnwright.skirmish.engine.payment import amounts_now, can_pay, costs_with
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.engine.runs import play_run
from turnwright.skirmish.engine.targets import candidates, choose, target_pool
from turnwright.skirmish.engine.validity_reasons import ActorFacts, explain_validity
from turnwright.skirmish.model import scenario as m


class ComparingLog(RecordingLog):
    """Compares both ways whenever something is decided."""

    def __init__(self) -> None:
        super().__init__()
        self.compared = 0
        self.quoted: tuple[CompiledAction, Payment | Shortfall] | None = None

    def decision(
        self,
        run: FightRun,
        combatant: CombatantState,
        blocked: set[int],
        chosen: CompiledAction | None,
    ) -> None:
        for action in combatant.kind.turn_actions:
            self.compare(run, combatant, action, None)
        if chosen is not None:
            self.quote_cost(run, combatant, chosen, None)

    def reaction(
        self,
        run: FightRun,
        combatant: CombatantState,
        action: CompiledAction,
        event: FightEvent,
        is_valid: bool,
    ) -> None:
        self.compare(run, combatant, action, event)
        when = getattr(action.spec.timing, "when", None)
        if when is not None:
            assert action.when is not None
            expected = when.holds(ActorFacts(run, combatant, event), event.target)
            assert action.when(run, combatant, event.target, event) == expected
        if is_valid:
            self.quote_cost(run, combatant, action, event)

    def compare(
        self,
        run: FightRun,
        combatant: CombatantState,
        action: CompiledAction,
        event: FightEvent | None,
    ) -> None:
        """The same actions are valid, for the same reason, with the same candidates."""
        self.compared += 1
        facts = ActorFacts(run, combatant, event)
        spec = msgspec.structs.replace(action.spec, min_targets=action.min_targets)
        near = [
            one for one in target_pool(run, combatant, action, event)
            if action.range is None or abs(one.position - combatant.position) <= action.range
        ]  # fmt: skip
        assert targets(spec.requires, facts, near) == candidates(run, combatant, action, event)
        costs = costs_with(action, amounts_now(run, combatant, action, event))
        is_payable = isinstance(quote(costs, facts.ledger), Payment)
        assert is_payable == can_pay(run, combatant, action, event)
        reason = invalid_reason(run, combatant, action, event)
        verdict = check(spec, facts, near)
        assert verdict.ok == (reason is None), (verdict.why, reason)
        explained = explain_validity(run, combatant, action, event, reason)
        assert explained.ok == verdict.ok
        assert explained.ok or explained.why

    def quote_cost(
        self,
        run: FightRun,
        combatant: CombatantState,
        action: CompiledAction,
        event: FightEvent | None,
    ) -> None:
        """Keep what the library would take. (Not where dice decide about the targets.)"""
        self.quoted = None
        if "random" in action.picks or not (action.is_single or not action.count.dice):
            return
        found = choose(run, combatant, action, candidates(run, combatant, action, event), 1)
        if action.count.flat < 1 and not action.count.variable_terms:
            found = []
        need = found[0].max_hp - found[0].hp if found else 0
        self.quoted = (
            action, quote(action.spec.price, ActorFacts(run, combatant, event).ledger, need),
        )  # fmt: skip

    def action(self, run: FightRun, use: ActionUse) -> None:
        """The action was paid as quoted."""
        if self.quoted is None or self.quoted[0] is not use.action:
            return
        _, payment = self.quoted
        self.quoted = None
        assert isinstance(payment, Payment)
        keys = use.actor.kind.pool_keys
        assert by_key(keys, use.paid) == {key: n for key, n in payment.amounts.items() if n}
        assert by_key(keys, use.slots) == {key: n for key, n in payment.slots.items() if n}
        assert (use.spent, use.slot_level) == (payment.spent, payment.slot_level or 0)


def by_key(keys: list[str], pairs: Any) -> dict[str, float]:
    found: dict[str, float] = {}
    for pool, amount in pairs:
        if amount:
            found[keys[pool]] = found.get(keys[pool], 0) + amount
    return found


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
    ],
)
@given(scenarios, seeds)
def test_compiled_rules_and_rules_library_agree(scenario: m.Scenario, first: int) -> None:
    run = FightRun(compile_plan(scenario), ComparingLog())
    for seed in range(first, first + 4):
        play_run(run, seed)


def test_every_decision_is_compared() -> None:
    log = ComparingLog()
    scenario = encounter(hero(strike(3)), foe(strike(3)), rounds=3)
    play_run(FightRun(compile_plan(scenario), log), 1)
    assert log.compared == 12
