"""Distances on a line: ranges, reach, and opportunity attacks."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import action, apply, encounter, foe, hero, hit, play, reaction, strike
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import SelfCondition, TargetCondition
from turnwright.skirmish.model import scenario as m

NEAREST = m.Targets(pick="nearest")
CLOSE = action(
    "Close",
    m.MoveCombatant(30),
    cost=Cost("Movement", 30),
    targets=NEAREST,
    requires=(TargetCondition("distance", ">", 5),),
)
FLEE = action("Flee", m.MoveCombatant(30, "away"), cost=Cost("Movement", 30), targets=NEAREST)
SWING = reaction(
    "LeftReach",
    hit(4),
    name="Swing",
    who="self",
    targets=m.Targets(who="event source"),
    tags=("Melee",),
)


def test_moving_into_range_and_attacking() -> None:
    sword = strike(targets=m.Targets(range=5))
    fought = play(encounter(hero(sword, CLOSE), foe(hp=99, position=70), rounds=4))
    assert fought.actions == ["Hero: Close", "Hero: Close", "Hero: Close", *["Hero: Strike"] * 2]
    assert [one.value for one in fought.seen("UnitMoved")] == [30, 30, 10]
    assert fought.combatant("Hero").position == 70


def test_movement_is_limited_by_its_cost() -> None:
    """A speed of 30 allows one such step per turn."""
    for speed, steps in ((29, 0), (30, 1), (60, 2)):
        runner = hero(FLEE, speed=speed, position=10)
        fought = play(encounter(runner, foe(position=0), rounds=1))
        assert fought.combatant("Hero").position == 10 + 30 * steps


@pytest.mark.parametrize(
    ("mover", "other", "direction", "there"),
    [
        (0, 50, "towards", 30), (0, 20, "towards", 20), (50, 0, "towards", 20),
        (0, -10, "towards", -10), (0, 0, "towards", 0), (10, 0, "away", 40),
        (-10, 0, "away", -40), (0, 0, "away", 30),
    ],
)  # fmt: skip
def test_towards_and_away(mover: int, other: int, direction: str, there: int) -> None:
    """Never past the other one."""
    step = action("Step", m.MoveCombatant(30, direction))  # type: ignore[arg-type]
    fought = play(encounter(hero(step, position=mover), foe(position=other), rounds=1))
    assert fought.combatant("Hero").position == there


def test_targets_can_be_pushed_and_pulled() -> None:
    push = action("Push", hit(1, on_hit=(m.MoveCombatant(10, "away", "target"),)))
    fought = play(encounter(hero(push), foe(position=5), rounds=1))
    assert fought.combatant("Foe").position == 15
    pull = action("Pull", hit(1, on_hit=(m.MoveCombatant(10, "towards", "target"),)))
    fought = play(encounter(hero(pull), foe(position=5), rounds=1))
    assert fought.combatant("Foe").position == 0


def test_leaving_reach_triggers_before_the_movement() -> None:
    """The opportunity attack comes first, while still in reach."""
    fought = play(encounter(hero(FLEE, position=5), foe(reactions=(SWING,)), rounds=1))
    assert fought.actions == ["Hero: Flee", "Foe: Swing"]
    assert fought.order("LeftReach", "AttackHit", "UnitMoved") == [
        "LeftReach",
        "AttackHit",
        "UnitMoved",
    ]
    assert fought.hp("Hero") == 16


def test_leaving_needs_being_in_reach() -> None:
    for position, reach, swings in ((5, 5, 1), (6, 5, 0), (10, 10, 1), (40, 5, 0)):
        fought = play(
            encounter(hero(FLEE, position=position), foe(reach=reach, reactions=(SWING,)), rounds=1)
        )
        assert fought.count("Foe: Swing") == swings


def test_moving_within_reach_is_free() -> None:
    step = action("Step", m.MoveCombatant(3, "away"))
    fought = play(encounter(hero(step, position=2), foe(reactions=(SWING,)), rounds=1))
    assert fought.actions == ["Hero: Step"]


def test_everybody_whose_reach_is_left_may_react() -> None:
    foes = [foe(name=name, reactions=(SWING,)) for name in "AB"]
    fought = play(encounter(hero(FLEE, position=5), foes, rounds=1))
    assert fought.actions == ["Hero: Flee", "A: Swing", "B: Swing"]


def test_a_mover_who_falls_stops() -> None:
    fought = play(
        encounter(
            [hero(FLEE, hp=4, position=5, death_saves=True), hero(name="B")],
            foe(reactions=(SWING,)),
            rounds=1,
        )
    )
    assert fought.combatant("Hero").position == 5
    assert fought.order("UnitMoved") == []


def test_a_sentinel_stops_the_movement() -> None:
    """Cancelling the event cancels the movement; the movement is spent."""
    stop = reaction(
        "LeftReach",
        hit(4, on_hit=(m.Cancel(),)),
        name="Stop",
        who="self",
        targets=m.Targets(who="event source"),
    )
    fought = play(encounter(hero(FLEE, position=5), foe(reactions=(stop,)), rounds=1))
    assert fought.combatant("Hero").position == 5
    assert fought.order("UnitMoved") == []
    assert fought.pool("Hero", "Movement") == 0


def test_being_held_by_a_reaction_stops_the_movement() -> None:
    grab = reaction(
        "LeftReach", apply("Grabbed", to="event source", no_movement=True), name="Grab", who="self"
    )
    foes = [foe(name="A", reactions=(grab,)), foe(name="B", reactions=(SWING,))]
    fought = play(encounter(hero(FLEE, position=5), foes, rounds=1))
    assert fought.combatant("Hero").position == 5
    assert fought.actions == ["Hero: Flee", "A: Grab"]


def test_the_immobile_do_not_move() -> None:
    held = (m.Status(name="Held", no_movement=True),)
    fought = play(encounter(hero(FLEE, position=5, traits=held), foe(reactions=(SWING,)), rounds=1))
    assert fought.combatant("Hero").position == 5
    assert fought.hp("Hero") == 20


def test_entering_reach_triggers_reactions() -> None:
    """A spear set against a charge; the distance does not matter."""
    brace = reaction(
        "EnteredReach", hit(4), name="Brace", who="self", targets=m.Targets(who="event source")
    )
    for position, braced in ((30, 1), (40, 0), (5, 0)):
        charge = action("Charge", m.MoveCombatant(30), targets=NEAREST)
        fought = play(encounter(hero(charge), foe(position=position, reactions=(brace,)), rounds=1))
        assert fought.count("Foe: Brace") == braced


def test_moving_is_an_event() -> None:
    follow = reaction(
        "UnitMoved",
        m.MoveCombatant(99),
        name="Follow",
        who="enemy",
        role="source",
        targets=m.Targets(who="event source"),
    )
    fought = play(encounter(hero(FLEE, position=5), foe(reactions=(follow,)), rounds=1))
    assert fought.combatant("Foe").position == 35


def test_without_positions_everything_is_near() -> None:
    sword = strike(targets=m.Targets(range=0))
    assert play(encounter(hero(sword), foe(), rounds=1)).actions == ["Hero: Strike"]


def test_the_nearest_enemy_is_a_fact() -> None:
    bow = strike(3, "Bow", requires=(SelfCondition("nearest_enemy", ">", 5),))
    fought = play(
        encounter(
            hero(bow, strike(9)),
            [foe(name="A", position=30), foe(name="B", position=5, hp=9)],
            rounds=2,
        )
    )
    assert fought.actions == ["Hero: Strike", "Hero: Bow"]
