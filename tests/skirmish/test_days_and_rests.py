"""An adventuring day: encounters one after the other, and rests between them."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import ME, action, apply, day, foe, hero, hit, play, rules, strike
from turnwright.core.rules.action import Uses
from turnwright.core.rules.requirement import Not, SelfCondition
from turnwright.core.rules.timing import Setup
from turnwright.skirmish.model import scenario as m

WEAK = foe(strike(3), hp=5)


def test_hit_points_and_slots_are_carried_over() -> None:
    spell = action("Spell", m.Harm(99), cost=("Action", "Slot"))
    wizard = hero(spell, strike(5), pools={"Slot": 1})
    tough = foe(strike(3), hp=10)
    fought = play(day(wizard, [tough], [tough]))
    assert fought.actions == ["Hero: Spell", "Hero: Strike", "Foe': Strike", "Hero: Strike"]
    assert fought.hp("Hero") == 17
    assert (fought.winner, fought.outcome.fights, fought.outcome.rounds) == ("Heroes", [0, 0], 3)


def test_the_day_ends_with_the_first_defeat() -> None:
    killer = foe(strike(99), name="Killer", hp=99)
    fought = play(day(hero(strike(5)), [WEAK], [killer], [WEAK]))
    assert fought.outcome.fights == [0, 2]
    assert fought.winner == "Foes"
    assert fought.outcome.hp[-1] == 0  # never met


def test_a_draw_ends_the_day_too() -> None:
    wall = foe(hp=999, name="Wall")
    fought = play(day(hero(strike(5)), [wall], [WEAK], profile=rules(rounds=3)))
    assert fought.outcome.fights == [-1]
    assert fought.outcome.capped


@pytest.mark.parametrize(
    ("rest", "uses"),
    [
        (None, {"encounter": 2, "short rest": 1, "long rest": 1, "": 1}),
        ("short rest", {"encounter": 2, "short rest": 2, "long rest": 1, "": 1}),
        ("long rest", {"encounter": 2, "short rest": 2, "long rest": 2, "": 1}),
    ],
)
def test_what_a_rest_restores(rest: str | None, uses: dict[str, int]) -> None:
    """A long rest restores everything that a short one does."""
    for word, count in uses.items():
        trick = action("Trick", m.Harm(99), uses=Uses(1, word))
        steps = [[foe(hp=9)], *([rest] if rest else []), [foe(hp=9)]]
        fought = play(day(hero(trick, strike(9)), *steps))  # type: ignore[arg-type]
        assert fought.count("Hero: Trick") == count, word


def test_the_fallen_wake_after_a_short_rest_and_are_healed_by_a_long_one() -> None:
    for rest, hp in (("short rest", 1), ("long rest", 10)):
        weak = hero(name="Weak", hp=10, death_saves=True)
        strong = hero(strike(5), name="Strong", hp=99, initiative=-900)
        fought = play(day([weak, strong], [foe(strike(10), hp=5)], rest, [foe(hp=5)]))
        assert fought.winner == "Heroes"
        assert fought.hp("Weak") == hp


def test_the_dead_do_not_rest() -> None:
    weak = hero(name="Weak", hp=10)
    strong = hero(strike(5), name="Strong", hp=99, initiative=-900)
    fought = play(day([weak, strong], [foe(strike(10), hp=5)], "long rest", [foe(hp=5)]))
    assert fought.hp("Weak") == 0
    assert fought.outcome.dead[0] is True


def test_the_dying_of_the_winning_side_are_stabilised() -> None:
    """They stay stable in the next encounter, and roll no death saves."""
    weak = hero(name="Weak", hp=10, death_saves=True)
    strong = hero(strike(5), name="Strong", hp=99, initiative=-900)
    fought = play(
        day([weak, strong], [foe(strike(10), hp=5)], [foe(hp=50)], profile=rules(rounds=20))
    )
    assert fought.outcome.dead[0] is False
    assert fought.combatant("Weak").is_down


def test_hit_dice_are_spent_while_they_are_not_wasted() -> None:
    """1.6: the largest first, as long as at least an average roll is missing."""
    hurt = hero(strike(9), hp=100, start_hp=40, hit_dice="3d10+2d6", con=2)
    fought = play(day(hurt, [foe(hp=9)], "short rest", [foe(hp=9)]))
    assert (fought.pool("Hero", "HitDie_10"), fought.pool("Hero", "HitDie_6")) == (0, 0)
    assert 40 + 5 * 3 <= fought.hp("Hero") <= 40 + 3 * 12 + 2 * 8
    nearly = hero(strike(9), hp=100, start_hp=94, hit_dice="3d10+2d6", con=2)
    fought = play(day(nearly, [foe(hp=9)], "short rest", [foe(hp=9)]))
    assert fought.pool("Hero", "HitDie_10") == 3  # 7.5 would be wasted
    assert fought.pool("Hero", "HitDie_6") < 2  # 5.5 would not


def test_hit_dice_come_back_with_a_long_rest() -> None:
    hurt = hero(strike(9), hp=100, start_hp=40, hit_dice="1d10")
    fought = play(day(hurt, [foe(hp=9)], "short rest", [foe(hp=9)], "long rest", [foe(hp=9)]))
    assert fought.pool("Hero", "HitDie_10") == 1


@pytest.mark.parametrize(
    ("until", "steps", "lasts"),
    [
        ("encounter", ["fight"], False), ("short rest", ["fight"], True),
        ("short rest", ["short rest", "fight"], False), ("long rest", ["short rest", "fight"], True),
        ("long rest", ["long rest", "fight"], False),
    ],
)  # fmt: skip
def test_how_long_statuses_last(until: str, steps: list[str], lasts: bool) -> None:
    """Mage armour lasts until the next fight; a blessing does not."""
    armour = action(
        "Armour",
        apply("Armour", to="self", until=until),
        cost="BonusAction",
        targets=ME,
        requires=(SelfCondition("used:Armour", "==", 0), Not(SelfCondition("Armour"))),
    )
    met = [[foe(hp=5)] if step == "fight" else step for step in steps]
    fought = play(day(hero(armour, strike(5)), [foe(hp=5)], *met))  # type: ignore[arg-type]
    assert fought.count("Hero: Armour") == (1 if lasts else 2)


def test_concentration_does_not_outlast_the_fight() -> None:
    hold = action(
        "Hold",
        apply("Held", to="self", until="long rest"),
        concentration=True,
        targets=ME,
        cost="BonusAction",
        requires=(Not(SelfCondition("Held")),),
    )
    fought = play(day(hero(hold, strike(5)), [foe(hp=5)], [foe(hp=5)]))
    assert fought.count("Hero: Hold") == 2


def test_temporary_hit_points_last_until_a_long_rest() -> None:
    for rest, temp in (("short rest", 5), ("long rest", 0)):
        fought = play(day(hero(strike(5), temporary_hp=5), [foe(hp=5)], rest, [foe(hp=5)]))
        assert fought.combatant("Hero").temp == temp


def test_setup_actions_before_every_encounter() -> None:
    bless = action("Bless", apply("Bless", to="self"), cost="Slot", timing=Setup(), targets=ME)
    fought = play(day(hero(bless, strike(5), pools={"Slot": 3}), [foe(hp=5)], [foe(hp=5)]))
    assert fought.actions == ["Hero: Bless", "Hero: Strike"] * 2
    assert fought.pool("Hero", "Slot") == 1


def test_every_encounter_has_its_own_rounds_uses_and_positions() -> None:
    step = action("Step", m.MoveCombatant(30, "away"), cost="BonusAction")
    first = action(
        "Opening",
        hit(5),
        requires=(SelfCondition("round", "==", 1), SelfCondition("used:Opening", "==", 0)),
    )
    fought = play(day(hero(step, first, strike(5), position=5), [foe(hp=10)], [foe(hp=10)]))
    assert fought.count("Hero: Opening") == 2
    assert fought.combatant("Hero").position == 5 + 2 * 30
    assert fought.outcome.rounds == 4
    assert [len(course[0]) for course in fought.outcome.course] == [2, 2]


def test_surprise_of_one_encounter() -> None:
    met = m.Encounter(
        sides=(m.Side("Foes", (foe(strike(1), hp=5, initiative=99_999),)),), surprised=("Foes",)
    )
    fought = play(day(hero(strike(5)), [foe(strike(1), hp=5, initiative=99_999)], met))
    assert fought.actions == ["Foe: Strike", "Hero: Strike", "Hero: Strike"]


def test_pools_of_foes_start_full_in_later_encounters() -> None:
    pools = {"Ki": m.PoolSize(max=5, reset="encounter", current=1)}
    monk = foe(action("Palm", m.Harm(1), cost="Ki"), hp=5, initiative=99_999, pools=pools)
    fought = play(day(hero(strike(5)), [WEAK], [monk]))
    assert fought.count("Foe': Palm") == 1


def test_the_course_is_in_percent_of_the_maximum() -> None:
    fought = play(day(hero(strike(5), hp=20, start_hp=10), [foe(hp=20)]))
    assert fought.outcome.course == [[[50] * 4, [75, 50, 25, 0]]]
