"""Two judges, one verdict: the compiled checks of the fight, and the rules library with its reasons.

At every decision of wild fights both are asked about every entry of the list: whether it is valid, whom
it may be about, and what it costs.
"""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings

from tests.skirmish.builders import RecordingLog, encounter, foe, hero, strike
from tests.skirmish.random_scenarios import scenarios, seeds
from turnwright.core.rules.action import check
from turnwright.core.rules.cost import Payment, quote
from turnwright.core.rules.requirement import targets
from turnwright.skirmish.engine.combatant_state import Body, Event, Use
from turnwright.skirmish.engine.compile import prepare
from turnwright.skirmish.engine.payment import can_pay
from turnwright.skirmish.engine.plan import Deed
from turnwright.skirmish.engine.requirement_facts import ActorFacts, verdict
from turnwright.skirmish.engine.targets import candidates, choose, pool_of
from turnwright.skirmish.engine.turns import Fight
from turnwright.skirmish.model import scenario as m


class Judges(RecordingLog):
    """Asks both whenever something is decided."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.quoted: Any = None

    def decide(self, fight: Fight, body: Body, blocked: set[int], chosen: Deed | None) -> None:
        for deed in body.kind.main:
            self.agree(fight, body, deed, None)
        if chosen is not None:
            self.expect(fight, body, chosen, None)

    def reaction(self, fight: Fight, body: Body, deed: Deed, event: Event, is_valid: bool) -> None:
        self.agree(fight, body, deed, event)
        when = deed.action.timing.when if hasattr(deed.action.timing, "when") else None
        if when is not None:
            assert deed.when is not None
            facts = ActorFacts(fight, body, event)
            assert when.holds(facts, event.target) == deed.when(fight, body, event.target, event)
        if is_valid:
            self.expect(fight, body, deed, event)

    def agree(self, fight: Fight, body: Body, deed: Deed, event: Event | None) -> None:
        """The same entries are valid, for the same reason, with the same candidates."""
        self.asked += 1
        facts = ActorFacts(fight, body, event)
        action = msgspec.structs.replace(deed.action, min_targets=deed.min_targets)
        near = [
            one for one in pool_of(fight, body, deed, event)
            if deed.range is None or abs(one.position - body.position) <= deed.range
        ]  # fmt: skip
        assert targets(action.requires, facts, near) == candidates(fight, body, deed, event)
        assert isinstance(quote(action.price, facts.ledger), Payment) == can_pay(body, deed)
        word = fight.why_not(body, deed, event)
        judged = check(action, facts, near)
        assert judged.ok == (word is None), (judged.why, word)
        told = verdict(fight, body, deed, event, word)
        assert told.ok == judged.ok
        assert told.ok or told.why

    def expect(self, fight: Fight, body: Body, deed: Deed, event: Event | None) -> None:
        """What the library would take for it. (Where dice choose the target, nobody can say.)"""
        self.quoted = None
        if "random" in deed.picks or not (deed.is_single or not deed.count.dice):
            return
        found = choose(fight, body, deed, candidates(fight, body, deed, event), 1)
        if deed.count.flat < 1 and not deed.count.growing:
            found = []
        need = found[0].max_hp - found[0].hp if found else 0
        self.quoted = (deed, quote(deed.action.price, ActorFacts(fight, body, event).ledger, need))

    def deed(self, fight: Fight, use: Use) -> None:
        """It was paid as quoted."""
        if self.quoted is None or self.quoted[0] is not use.deed:
            return
        price = self.quoted[1]
        self.quoted = None
        assert isinstance(price, Payment)
        keys = use.actor.kind.pool_keys
        assert by_key(keys, use.paid) == {key: n for key, n in price.amounts.items() if n}
        assert by_key(keys, use.slots) == {key: n for key, n in price.slots.items() if n}
        assert (use.spent, use.slot_level) == (price.spent, price.slot_level or 0)


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
def test_the_fight_and_the_library_agree(scenario: m.Scenario, first: int) -> None:
    fight = Fight(prepare(scenario), Judges())
    for seed in range(first, first + 4):
        fight.run(seed)


def test_they_were_really_asked() -> None:
    judges = Judges()
    Fight(prepare(encounter(hero(strike(3)), foe(strike(3)), rounds=3)), judges).run(1)
    assert judges.asked == 12
