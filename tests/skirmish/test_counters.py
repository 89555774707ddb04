"""Pools as counters: they go up and down with events, and reset to a number."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.skirmish.builders import (
    BONUS,
    ME,
    action,
    always,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    runs,
    strike,
)
from tests.skirmish.word_scenarios import formula
from turnwright.core.errors import DefinitionError
from turnwright.core.rules.requirement import HasResource
from turnwright.skirmish import api
from turnwright.skirmish.describe import describe_pool
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.kernel.kernel import unsupported_features
from turnwright.skirmish.model import scenario as m


def counter(most: int = 9, reset: str = "encounter", **events: object) -> m.PoolSize:
    """A counter that begins with 0; an underscore in an event stands for ` as `."""
    return m.PoolSize(most, reset, None, 0, {k.replace("_", " as "): v for k, v in events.items()})


def with_counter(size: m.PoolSize, *actions: m.CombatAction, **more: object) -> m.Combatant:
    return hero(*actions, pools={"C": size}, hp=100, **more)


def counted(
    size: m.PoolSize, *actions: m.CombatAction, rounds: int = 2, opponent: m.Combatant | None = None
) -> float:
    opponent = opponent or foe(strike(3), hp=100)
    return play(encounter(with_counter(size, *actions), opponent, rounds)).pool("Hero", "C")


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (counter(AttackHit=1), 4),
        (counter(3, AttackHit=1), 3),
        (counter(MeleeHit=1), 0),
        (counter(AttackHit_target=1), 2),
        (counter(AttackHit_any=1), 6),
        (counter(DamageTaken_target="value"), 6),
        (counter(AttackHit=2, AttackHit_target=-3), 2),
        (counter(AttackHit="1 + (target.hp < 98)"), 5),
        (counter(AttackHit=1, TurnEnded="reset"), 0),
        (counter(AttackHit=1, RoundStarted_any="reset"), 2),
        (counter(reset="turn", AttackHit=1), 2),
        (counter(reset="round", AttackHit=1), 2),
    ],
)
def test_what_an_event_adds(size: m.PoolSize, expected: float) -> None:
    """Two rounds: the hero hits twice in each, and is hit once."""
    assert counted(size, action("Two", hit(1, times=2))) == expected


def test_effects_and_requirements_use_a_counter_like_any_pool() -> None:
    """A finisher needs three hits, and takes them all."""
    finish = action(
        "Finish", m.Harm("10 * pool(C)"), m.Lose("C", "pool(C)", to="self"), cost=BONUS,
        requires=(HasResource("C", 3), formula("pool(C) < 5")),
    )  # fmt: skip
    two = action("Two", hit(1, times=2))
    fought = play(encounter(with_counter(counter(AttackHit=1), finish, two), foe(hp=200), 4))
    assert fought.count("Hero: Finish") == 2
    assert fought.hp("Foe") == 200 - 8 - 2 * 40


def test_a_reaction_sees_the_new_number() -> None:
    """Every third hit taken is answered."""
    answer = reaction("AttackHit", m.Harm(5, to="event source"), m.Lose("C", 3), who="self",
                      when=HasResource("C", 3))  # fmt: skip
    size = counter(AttackHit_target=1)
    heroes = with_counter(size, reactions=(answer,))
    assert play(encounter(heroes, foe(strike(1), hp=50), 7)).hp("Foe") == 50 - 2 * 5


def test_a_pool_that_resets_to_less_than_its_maximum() -> None:
    size = m.PoolSize(10, "turn", 7, 2)
    gain = action("Gain", m.Gain("C", 1), targets=ME)
    assert [counted(size, rounds=n) for n in (1, 2)] == [2, 2]
    assert counted(size, gain, rounds=3) == 3


def test_a_counter_starts_over_in_every_encounter_and_reset_to_is_the_first_amount() -> None:
    assert m.PoolSize(5, reset_to=1).at_start == 1
    assert m.PoolSize(5, current=3, reset_to=1).at_start == 3
    assert m.PoolSize(5).at_start == 5


def streaks(rounds: int) -> dict[int, Fraction]:
    """The damage of attacks that hit with 1/2 for 1 more than the hits in a row before, by dynamic
    programming."""
    states = {(0, 0): Fraction(1)}
    for _ in range(rounds):
        after: Counter[tuple[int, int]] = Counter()
        for (streak, total), chance in states.items():
            after[0, total] += chance / 2
            after[min(3, streak + 1), total + min(3, streak + 1)] += chance / 2
        states = after
    found: Counter[int] = Counter()
    for (_, total), chance in states.items():
        found[total] += chance
    return found


def test_hits_in_a_row_are_exact() -> None:
    """The counter goes up before damage is dealt by what follows the hit."""
    combo = action("Combo", m.Attack(0, 0, critical=21, on_hit=(m.Harm("pool(C)"),)))
    size = counter(3, AttackHit=1, AttackMissed="reset")
    profile = m.RuleProfile(name="plain", rounds=5, critical=21)
    scenario = encounter(with_counter(size, combo), foe(hp=50, ac=11), profile=profile)
    count = 4000
    seen = Counter(50 - run.hp[1] for run in runs(scenario, count))
    expected = streaks(5)
    assert set(seen) <= set(expected)
    for total, chance in expected.items():
        error = 4 * float(chance * (1 - chance) * count) ** 0.5
        assert abs(seen[total] - float(chance) * count) <= error, total


# --- words ------------------------------------------------------------------------------------------


def test_sentences() -> None:
    size = counter(5, "turn", MeleeHit=1, DamageTaken_target="value", AttackMissed="reset")
    assert describe_pool("ComboPoints", size) == (
        "Combo Points: 0 at first and at most 5; +1 when my melee attack hits; +the damage when I take "
        "damage; back to 0 when my attack misses and every turn"
    )
    assert describe_pool("Ki", 4) == "Ki: 4; full again after a long rest"
    assert describe_pool("Luck", m.PoolSize(3, "")) == "Luck: 3"


def test_an_explanation_tells_the_change() -> None:
    size = counter(AttackHit=1, AttackMissed="reset")
    scenario = encounter(with_counter(size, strike()), foe(), 1, always(15))
    assert "Hero's C goes from 0 to 1 (AttackHit)." in str(explain(compile_plan(scenario), 1))


def test_the_kernel_leaves_them_to_the_interpreter() -> None:
    plan = compile_plan(encounter(with_counter(counter(AttackHit=1), strike()), foe()))
    assert unsupported_features(plan) == ["events that change a pool (events)"]


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        ({"Sneeze": 1}, "'Sneeze' is no event"),
        ({"AttackHit": "1dd"}, "events: '1dd' is not a dice"),
    ],
)
def test_what_cannot_be_read_is_refused(events: dict[str, object], problem: str) -> None:
    with pytest.raises(DefinitionError, match=problem):
        m.PoolSize(5, events=events)  # type: ignore[arg-type]


TEXT = """
sides:
  A:
    - name: Ann
      hp: 30
      pools:
        Combo:
          max: 5
          reset: encounter
          reset_to: 0
          events: {MeleeHit: 1, AttackMissed: reset, "DamageTaken as target": -1}
      actions:
        - name: Finish
          cost: [Action, Combo 3]
          effect: {type: Attack, to_hit: 5, damage: 6d6}
        - name: Jab
          cost: Action
          tags: [Melee]
          effect: {type: Attack, to_hit: 5, damage: 1d4}
  B: [Wolf]
"""


def test_a_file_with_a_counter_is_sound_and_is_written_back_the_same() -> None:
    scenario = api.load_text(TEXT)
    assert api.load_text(api.write(scenario)) == scenario
    result = api.validate_text(TEXT)
    assert [one for one in result.findings if "A[0]" in one.path] == []
    assert [row.rule for row in result.pools if row.rule] == [
        "Combo: 0 at first and at most 5; +1 when my melee attack hits; -1 when I take damage; "
        "back to 0 when my attack misses and after the fight"
    ]
