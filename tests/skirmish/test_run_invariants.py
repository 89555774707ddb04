"""Whatever is valid can be played: it ends, it keeps its books, and its seed is its story."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings

from tests.skirmish.random_scenarios import scenarios, seeds
from turnwright.skirmish.engine.combatant_state import Body
from turnwright.skirmish.engine.compile import prepare
from turnwright.skirmish.engine.turns import Fight
from turnwright.skirmish.model import scenario as m

wild = settings(
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


class Auditor:
    """A log that looks at the books at every event."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda fight, *told: audit(fight)


def audit(fight: Fight) -> None:
    """What must be true at any time."""
    for body in fight.bodies:
        assert 0 <= body.hp <= body.max_hp
        assert body.temp >= 0
        assert all(amount >= 0 for amount in body.pools), body.pools
        assert not (body.is_dead and (body.is_up or body.is_down or body.statuses))
        assert body.is_up + body.is_down + body.is_dead == 1
        assert body.hp == 0 or body.is_up
        assert is_summed_up(body)
    assert fight.timed == sum(s.worn.passes for body in fight.all for s in body.statuses)
    for side, friends in fight.friends.items():
        assert all(body.side == side and body.is_up for body in friends)
        assert all(body.side != side and body.is_up for body in fight.foes[side])
    for body in fight.bodies:
        for status in body.statuses:
            if status.with_concentration:
                assert status.source.concentration is status.deed
    assert fight.depth <= fight.profile.depth


SUMS = (
    "ac",
    "tags",
    "dc",
    "attacks",
    "attacked",
    "resist",
    "dealt",
    "taken",
    "conditions",
    "incapacitated",
)


def is_summed_up(body: Body) -> bool:
    """Are the sums over the statuses those of the statuses?"""
    before = [getattr(body, name) for name in SUMS]
    body.refresh()
    return before == [getattr(body, name) for name in SUMS]


def closed(fight: Fight) -> None:
    """What must be true when it is over."""
    up = {
        body.side for body in fight.bodies if body.is_up or (not body.is_here and not body.is_dead)
    }
    if fight.is_over:
        assert up == ({fight.winner} if fight.winner >= 0 else set())
    else:
        assert len(up) > 1
        assert fight.winner == -1
        assert fight.round == fight.profile.rounds
    assert fight.depth == 0
    assert not fight.running
    assert fight.timed == sum(s.worn.passes for body in fight.all for s in body.statuses)


@wild
@given(scenarios, seeds)
def test_any_fight_ends_with_its_books_in_order(scenario: m.Scenario, first: int) -> None:
    plan = prepare(scenario)
    fight, again = Fight(plan, Auditor()), Fight(plan)
    for seed in range(first, first + 4):
        outcome = fight.run(seed)
        closed(fight)
        assert outcome.rounds <= plan.profile.rounds * len(plan.meetings)
        assert len(outcome.fights) <= len(plan.meetings)
        assert outcome.winner == outcome.fights[-1]
        for course in outcome.course:
            assert all(0 <= percent <= 100 for side in course for percent in side)
        assert again.run(seed) == outcome, "the quick ways come to something else"
        assert Fight(plan).run(seed) == outcome, "it depends on the run before it"
