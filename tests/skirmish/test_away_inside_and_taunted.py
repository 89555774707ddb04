"""Statuses that change who can be targeted: away, inside somebody, and taunted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.skirmish.builders import (
    LUCK,
    ME,
    action,
    apply,
    blast,
    encounter,
    foe,
    hero,
    hit,
    play,
    runs,
    strike,
)
from turnwright.core.rules.requirement import SelfCondition
from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.model import scenario as m

# --- banished and back ----------------------------------------------------------------------------


def banish(*, concentration: bool = False, pick: str = "least hp", **status: Any) -> m.CombatAction:
    return action(
        "Banish", apply("Banished", away=True, **status), cooldown=99,
        concentration=concentration, targets=m.Targets(pick=pick),  # type: ignore[arg-type]
    )  # fmt: skip


def test_who_is_away_has_no_turns_and_cannot_be_targeted():
    foes = (foe(strike(1), name="A", hp=10), foe(strike(1), name="B", hp=30))
    fought = play(encounter(hero(banish(turns=2), strike(4), hp=50), foes, 4))
    assert fought.actions == [
        "Hero: Banish", "B: Strike",
        "Hero: Strike", "B: Strike",
        "Hero: Strike", "A: Strike", "B: Strike",
        "Hero: Strike", "A: Strike", "B: Strike",
    ]  # fmt: skip
    assert fought.hp("A", "B") == [2, 26], "one blow at B while A is away"


def test_a_side_is_not_beaten_while_somebody_comes_back():
    only = foe(strike(1), name="A", hp=4)
    fought = play(encounter(hero(banish(turns=2), strike(4), hp=50), only, 9))
    assert fought.winner == "Heroes"
    assert fought.outcome.rounds == 3, "it comes back in the third round and falls"


def test_who_is_gone_for_the_rest_of_the_fight_is_beaten():
    fought = play(encounter(hero(banish(), hp=50), foe(strike(1), hp=4), 9))
    assert (fought.winner, fought.outcome.rounds) == ("Heroes", 1)
    assert fought.hp("Foe") == 4


def test_broken_concentration_brings_it_back():
    striker = foe(strike(60), name="B", hp=99)
    fought = play(
        encounter(
            hero(banish(concentration=True, turns=10), hp=500),
            (foe(strike(1), name="A", hp=5), striker), 3,
        )
    )  # fmt: skip
    # B hits after A's place in the order, so A misses one turn.
    assert fought.actions.count("A: Strike") == 2


def test_a_save_each_turn_ends_it_although_it_has_no_turns():
    maze = m.Status(name="Maze", away=True, repeat_save=m.RepeatSave("int", 15))
    spell = action("Maze", m.Apply(maze), cooldown=99)
    clever = foe(strike(1), name="A", hp=5, saves={"int": 20})
    fought = play(encounter(hero(spell, hp=50), (clever, foe(name="B", hp=9)), 3))
    assert fought.actions.count("A: Strike") == 2


def test_who_sends_itself_away_ends_its_turn():
    blink = action(
        "Blink", apply("Gone", away=True, to="self", turns=1), targets=ME, cost="BonusAction"
    )
    fought = play(encounter(hero(blink, strike(1), hp=50), foe(strike(3), hp=9), 2))
    assert fought.actions == ["Hero: Blink", "Hero: Blink"]


def test_damage_and_multiple_attacks_skip_who_is_away():
    smite = action(
        "Smite", hit(1, times=3, on_hit=(apply("Banished", away=True, turns=1),)), tags=("Melee",)
    )  # fmt: skip
    foes = tuple(foe(name=name, hp=10) for name in "ABC")
    fought = play(encounter(hero(smite, hp=50), foes, 1))
    assert fought.hp("A", "B", "C") == [9, 9, 9]


# --- swallowed ------------------------------------------------------------------------------------


def swallow(
    *, damage: Any = 0, released_by: m.Release | None = None, pick: str = "first", **more: Any
) -> m.CombatAction:
    status = m.Status(
        name="Swallowed", inside=True, damage_each_turn=damage, released_by=released_by
    )
    return action(
        "Swallow", m.Apply(status), **{"cooldown": 99, "targets": m.Targets(pick=pick)} | more  # type: ignore[arg-type]
    )  # fmt: skip


def toad(*actions: m.CombatAction, hp: int = 100, **more: Any) -> m.Combatant:
    return foe(*actions, name="Toad", hp=hp, **more)


def test_who_is_inside_can_target_the_swallower_only_and_nobody_outside_it():
    fly = foe(strike(2, "Sting"), name="Fly", hp=1)
    heal = action("Cure", m.Heal(50), targets=m.Targets(who="other ally"))
    ada = hero(strike(10), name="Ada", hp=30)
    bob = hero(heal, strike(1, "Poke"), name="Bob", hp=30)
    fought = play(encounter((ada, bob), (toad(swallow(), strike(7, "Bite")), fly), 3))
    # In the first round Ada fells the fly. Then she is inside and hits the toad, although Bob's
    # spell does not reach her, and the toad bites Bob.
    assert fought.hp("Ada", "Bob", "Toad") == [30, 30 - 2 * 7, 100 - 2 * 10 - 2]


def test_the_explanation_says_who_cannot_be_reached():
    ada = hero(strike(10, targets=m.Targets(who="other ally")), name="Ada", hp=30)
    bob = hero(action("Cure", m.Heal(1), targets=m.Targets(who="other ally")), name="Bob", hp=30)
    told = str(explain(compile_plan(encounter((ada, bob), toad(swallow()), 2)), 1))
    assert "Strike can reach no target from inside" in told
    assert "Cure cannot reach inside" in told


def test_an_area_does_not_reach_inside_and_two_inside_reach_each_other():
    status = m.Status(name="Swallowed", inside=True)
    gulp = action("Gulp", m.Apply(status), targets=m.Targets(count=2, pick="first"), cooldown=99)
    breath = blast(5, "Breath")
    cure = action("Cure", m.Heal(4), targets=m.Targets(who="other ally", pick="most hurt"))
    ada, bob = hero(cure, name="Ada", hp=30), hero(strike(1), name="Bob", hp=30, start_hp=10)
    cleo = hero(strike(1), name="Cleo", hp=30)
    fought = play(encounter((ada, bob, cleo), toad(gulp, breath), 2))
    assert fought.hp("Ada", "Bob", "Cleo") == [30, 18, 25], "Cleo alone feels the breath"


def test_it_takes_damage_each_turn_and_is_out_when_the_swallower_dies():
    ada, bob = hero(strike(10), name="Ada", hp=30), hero(name="Bob", hp=30)
    rest = foe(strike(1), name="Fly", hp=50)
    fought = play(encounter((ada, bob), (toad(swallow(damage="3 acid"), hp=25), rest), 4))
    assert fought.outcome.dead[2], "the toad falls to the third blow"
    # Acid in the second and third round. Then the fly can reach Ada, the weakest.
    assert fought.hp("Ada") == 30 - 2 * 3 - 2
    ended = [one.target for one in fought.log.events if one.event == "StatusEnded"]
    assert ended == ["Ada"]


@pytest.mark.parametrize(
    ("inside", "outside", "by", "is_out"),
    [(9, 50, "inside", False), (10, 0, "inside", True), (4, 6, "anyone", False),
     (0, 10, "anyone", True), (11, 0, "anyone", True)],
)  # fmt: skip
def test_enough_damage_in_one_turn_lets_it_out(inside, outside, by, is_out):
    release = m.Release(10, by)
    ada = hero(strike(inside), name="Ada", hp=30)
    bob = hero(strike(outside), name="Bob", hp=40)
    fought = play(encounter((ada, bob), toad(swallow(released_by=release), hp=1000), 2))
    ended = [one.target for one in fought.log.events if one.event == "StatusEnded"]
    assert ended == (["Ada"] if is_out else [])


def test_the_save_of_the_swallower_holds_it_back():
    """The worm saves on 11 or more: out after each of Ada's turns with a chance of a half, so after
    the three turns that follow the bite she is still inside in an eighth of the runs."""
    release = m.Release(10, "inside", "con", 11)
    ada = hero(strike(10), name="Ada", hp=30)
    scenario = encounter(ada, toad(swallow(released_by=release), hp=1000), 4, LUCK)
    out = sum(
        any("lets out" in str(entry) for entry in api.explain(scenario, seed).entries)
        for seed in range(400)
    )
    assert abs(out / 400 - 7 / 8) < 4 * (7 / 64 / 400) ** 0.5


def test_a_requirement_can_ask_whether_there_is_room():
    hungry = swallow(cooldown=None, requires=(SelfCondition("held_inside", "<", 1),))
    heroes = tuple(hero(name=name, hp=30) for name in ("Ada", "Bob"))
    fought = play(encounter(heroes, toad(hungry, strike(5, "Bite")), 3))
    assert fought.actions == ["Toad: Swallow", "Toad: Bite", "Toad: Bite"]
    assert fought.hp("Ada", "Bob") == [30, 20]


def test_who_is_inside_moves_with_the_swallower():
    hop = action(
        "Hop", m.MoveCombatant(30, "away"), cost="BonusAction", targets=m.Targets(pick="farthest")
    )
    near = {"targets": m.Targets(range=5)}
    ada = hero(strike(10, **near), name="Ada", hp=30)
    bob = hero(strike(3, **near), name="Bob", hp=30)
    fought = play(encounter((ada, bob), toad(swallow(), hop), 3))
    assert fought.hp("Toad") == 100 - 3 * 10 - 3


# --- taunted --------------------------------------------------------------------------------------


def goad(words: str, **more: Any) -> m.CombatAction:
    return action("Goad", apply("Goaded", taunt=words, turns=9), cooldown=99, **more)


MUST, HINDERED = "must target source", "disadvantage against others"


def test_a_taunt_makes_others_target_its_source():
    ada = hero(goad(MUST), name="Ada", hp=90)
    fought = play(encounter((ada, hero(name="Bob", hp=5)), foe(strike(3)), 3))
    assert fought.hp("Ada", "Bob") == [81, 5]
    told = str(explain(fought.run.plan, 1))
    assert "Foe uses Strike on Ada (taunted; least hp)." in told


def test_a_taunt_does_not_count_for_targets_out_of_reach():
    ada = hero(goad(MUST), name="Ada", hp=90, position=100)
    bite = strike(3, targets=m.Targets(range=10))
    fought = play(encounter((ada, hero(name="Bob", hp=50)), foe(bite), 3))
    assert fought.hp("Ada", "Bob") == [90, 41]


def test_an_action_with_several_targets_takes_the_source_first():
    ada = hero(goad(MUST), name="Ada", hp=90)
    others = tuple(hero(name=name, hp=20) for name in ("Bob", "Cleo"))
    fought = play(encounter((ada, *others), foe(blast(3, count=2)), 1))
    assert fought.hp("Ada", "Bob", "Cleo") == [87, 17, 20]


def test_a_taunt_ends_with_its_status_and_does_not_touch_help_for_friends():
    ada = hero(goad(MUST), name="Ada", hp=90)
    foes = (foe(strike(3), name="A"), foe(action("Cure", m.Heal(1), targets=m.Targets(who="ally"))))
    short = action("Goad", apply("Goaded", taunt=MUST, turns=1), cooldown=99)
    ada = hero(short, name="Ada", hp=90)
    fought = play(encounter((ada, hero(name="Bob", hp=50)), foes, 2))
    assert fought.hp("Ada", "Bob") == [87, 47]


def test_the_chance_to_hit_others_is_squared():
    """Hits on 11 or more: a half against the source, a quarter against anybody else."""
    claw = action("Claw", hit(1, to_hit=4, critical=21), tags=("Melee",))
    for at, expected in (("first", 0.5), ("least hp", 0.25)):
        one = action("Claw", *claw.effect, targets=m.Targets(pick=at))  # type: ignore[arg-type]
        ada = hero(goad(HINDERED), name="Ada", hp=90, ac=15)
        scenario = encounter((ada, hero(name="Bob", hp=9, ac=15)), foe(one), 1, LUCK)
        fought = list(runs(scenario, 3000))
        hits = sum(outcome.hp[:2] != [90, 9] for outcome in fought) / 3000
        assert abs(hits - expected) < 4 * (expected * (1 - expected) / 3000) ** 0.5


def test_taunts_cost_nothing_without_a_source_that_stands():
    ada = hero(goad(MUST), name="Ada", hp=3)
    fought = play(encounter((ada, hero(name="Bob", hp=50)), foe(strike(5)), 3))
    assert fought.hp("Ada", "Bob") == [0, 40]
