"""Exact odds of attacks, saves and other rolls, compared with simulated runs.

Every estimate must lie within 4 standard errors of the exact probability.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from math import sqrt

import icepool
import pytest
from icepool import Die, d4, d6, d8, d10, d12, d20

from tests.skirmish.builders import (
    LUCK,
    ME,
    action,
    apply,
    encounter,
    foe,
    hero,
    hit,
    reaction,
    runs,
    slot,
)
from turnwright.core.rules.requirement import Not, SelfCondition
from turnwright.skirmish.engine.run_outcome import RunOutcome
from turnwright.skirmish.model import scenario as m

RUNS = 2000
FOE = 1


def agrees(found: Counter, exact: Die) -> None:
    """Compare frequencies of runs with exact odds; impossible results must not occur."""
    count = found.total()
    assert set(found) <= set(exact.outcomes())
    seen = 0
    for value in exact.outcomes():
        seen += found[value]
        chance = float(exact.probability("<=", value))
        error = sqrt(chance * (1 - chance) / count)
        if chance * (1 - chance) * count >= 10:  # else there are too few to tell
            assert abs(seen / count - chance) <= 4 * error, (value, seen / count, chance)
    mean = sum(value * times for value, times in found.items()) / count
    error = float(exact.standard_deviation()) / sqrt(count)
    assert abs(mean - float(exact.mean())) <= 4 * error + 1e-12


def counted(scenario: m.Scenario, look: Callable[[RunOutcome], int], count: int = RUNS) -> Counter:
    return Counter(look(outcome) for outcome in runs(scenario, count))


def damage_of(
    *actions: m.CombatAction,
    actor: dict | None = None,
    target: dict | None = None,
    rounds: int = 1,
    profile: m.RuleProfile = LUCK,
) -> Counter:
    """The damage to a combatant with 1000 hit points."""
    victim = foe(hp=1000, **{"ac": 15} | (target or {}))
    scenario = encounter(hero(*actions, **actor or {}), victim, rounds, profile)
    return counted(scenario, lambda outcome: 1000 - outcome.hp[FOE])


def attack(
    bonus: int, damage: Die, critical: Die, ac: int = 15, check: Die = d20, crit: int = 20
) -> Die:
    """Damage of one attack, by the rules."""

    def judged(natural: int) -> Die | int:
        if natural >= crit:
            return critical
        return damage if natural > 1 and natural + bonus >= ac else 0

    return check.map(judged)


SWORD = m.Attack(to_hit=5, damage="1d8+3")
PLAIN = attack(5, d8 + 3, 2 @ d8 + 3)
ADVANTAGE, DISADVANTAGE = d20.highest(2), d20.lowest(2)


def status(**more: object) -> dict:
    return {"traits": (m.Status(name="S", **more),)}  # type: ignore[arg-type]


# --- attacks --------------------------------------------------------------------------------------


def test_a_plain_attack() -> None:
    """Average 4.35 per round; 20 is critical, 1 misses."""
    assert float(PLAIN.mean()) == pytest.approx(4.35)
    agrees(damage_of(action("Sword", SWORD)), PLAIN)


def test_attacks_with_and_without_listeners_have_the_same_odds() -> None:
    """The fast path without listeners rolls the same dice."""
    listener = reaction("AttackDeclared", apply("Heard", to="self"), name="Hear", cost="")
    agrees(damage_of(action("Sword", SWORD), actor={"reactions": (listener,)}), PLAIN)


def test_one_always_misses_and_twenty_always_hits() -> None:
    agrees(damage_of(action("Sure", m.Attack(to_hit=50, damage=1))), d20.map(lambda n: int(n > 1)))
    agrees(
        damage_of(action("Never", m.Attack(to_hit=-50, damage="1d6"))),
        d20.map(lambda n: 2 @ d6 if n == 20 else 0),
    )


@pytest.mark.parametrize(
    ("lean", "check"), [("advantage", ADVANTAGE), ("disadvantage", DISADVANTAGE)]
)
def test_advantage_and_disadvantage(lean: str, check: Die) -> None:
    exact = attack(5, d8 + 3, 2 @ d8 + 3, check=check)
    agrees(damage_of(action("Sword", m.Attack(to_hit=5, damage="1d8+3", lean=lean))), exact)  # type: ignore[arg-type]
    agrees(damage_of(action("Sword", SWORD), actor=status(attacks=lean)), exact)
    agrees(damage_of(action("Sword", SWORD), target=status(attacked=lean)), exact)


def test_advantage_and_disadvantage_cancel_out_whatever_their_number() -> None:
    both = status(attacks="advantage")
    found = damage_of(action("Sword", SWORD), actor=both, target=status(attacked="disadvantage"))
    agrees(found, PLAIN)


def test_a_wider_critical_range() -> None:
    champion = m.Attack(to_hit=5, damage="1d8+3", critical=19)
    agrees(damage_of(action("Sword", champion)), attack(5, d8 + 3, 2 @ d8 + 3, crit=19))


@pytest.mark.parametrize(
    ("rule", "critical"),
    [
        ("double dice", 2 @ d8 + 3), ("double", (d8 + 3) * 2), ("maximum dice", d8 + 8 + 3),
        ("none", d8 + 3),
    ],
)  # fmt: skip
def test_the_profile_sets_critical_damage(rule: str, critical: Die) -> None:
    """Dice doubled, damage doubled, maximum dice added, or none."""
    profile = m.RuleProfile(name="dice", critical_damage=rule)  # type: ignore[arg-type]
    exact = attack(5, d8 + 3, critical)
    agrees(damage_of(action("Sword", SWORD), profile=profile), exact)


def test_hits_on_the_helpless_are_critical() -> None:
    exact = d20.map(lambda n: 2 @ d8 + 3 if n == 20 or (n > 1 and n + 5 >= 15) else 0)
    found = damage_of(
        action("Sword", SWORD, tags=("Melee",)), target=status(critical_in_melee=True)
    )
    agrees(found, exact)
    agrees(damage_of(action("Bow", SWORD), target=status(critical_in_melee=True)), PLAIN)


@pytest.mark.parametrize(
    ("guard", "change"),
    [
        ({"resist": ("fire",)}, lambda n: n // 2), ({"immune": ("fire",)}, lambda n: 0),
        ({"vulnerable": ("fire",)}, lambda n: n * 2),
        ({"resist": ("fire",), "vulnerable": ("fire",)}, lambda n: n // 2 * 2),
        (status(taken=0.75), lambda n: n * 3 // 4), (status(reduction=4), lambda n: max(0, n - 4)),
        ({"resist": ("fire",), **status(reduction=4)}, lambda n: max(0, n - 4) // 2),
        ({"temporary_hp": 5}, lambda n: max(0, n - 5)),
    ],
)  # fmt: skip
def test_resistances_and_other_changes_of_damage_taken(
    guard: dict, change: Callable[[int], int]
) -> None:
    torch = m.Attack(to_hit=5, damage="1d8+3 fire")
    agrees(damage_of(action("Torch", torch), target=guard), PLAIN.map(change))


def test_every_part_of_damage_has_its_own_type() -> None:
    both = m.Attack(to_hit=5, damage=("1d8+3 slashing", "1d6 fire"))
    hits = (d8 + 3) + d6.map(lambda n: n // 2)
    crits = (2 @ d8 + 3) + (2 @ d6).map(lambda n: n // 2)
    agrees(damage_of(action("Brand", both), target={"resist": ("fire",)}), attack(5, hits, crits))


def test_rolled_reduction() -> None:
    exact = icepool.map(lambda n, less: max(0, n - less), PLAIN, d6 + 1)
    agrees(damage_of(action("Sword", SWORD), target=status(reduction="1d6+1")), exact)


def test_bonus_dice_to_hit() -> None:
    """Bless: a d4 more on every attack roll; it does not make a 19 a 20."""
    exact = icepool.map(
        lambda n, more: 2 @ d8 + 3 if n == 20 else d8 + 3 if n > 1 and n + 5 + more >= 15 else 0,
        d20,
        d4,
    )
    agrees(damage_of(action("Sword", SWORD), actor=status(to_hit="1d4")), exact)
    rolled = m.Attack(to_hit="1d4+5", damage="1d8+3")
    agrees(damage_of(action("Sword", rolled)), exact)


def test_bane_subtracts_dice() -> None:
    exact = icepool.map(
        lambda n, less: 2 @ d8 + 3 if n == 20 else d8 + 3 if n > 1 and n + 5 - less >= 15 else 0,
        d20,
        d4,
    )
    agrees(damage_of(action("Sword", SWORD), actor=status(to_hit="-1d4")), exact)


def test_bonus_damage_dice_are_doubled_too() -> None:
    exact = attack(5, d8 + 3 + d6, 2 @ d8 + 3 + 2 @ d6)
    agrees(damage_of(action("Sword", SWORD), actor=status(damage="1d6")), exact)


def test_multiplied_damage() -> None:
    agrees(
        damage_of(action("Sword", SWORD), actor=status(dealt=1.5)), PLAIN.map(lambda n: n * 3 // 2)
    )


def test_several_attacks_are_independent() -> None:
    agrees(damage_of(action("Twice", m.Attack(to_hit=5, damage="1d8+3", times=2))), 2 @ PLAIN)
    agrees(
        damage_of(action("Some", m.Attack(to_hit=5, damage=4, times="1d3"))),
        icepool.d3.map(lambda n: n @ attack(5, Die([4]), Die([4]))),
    )


def test_damage_that_grows_with_the_slot() -> None:
    bolt = action("Bolt", m.Harm("(slot_level+1)d6"), cost=("Action", slot(1, upcast=True)))
    agrees(damage_of(bolt, actor={"pools": {"SpellSlot_2": 1}}), 3 @ d6)


# --- answers --------------------------------------------------------------------------------------


def test_shield_is_only_used_when_it_helps() -> None:
    """Hits with 15 to 19 become misses, with one slot and two attacks."""
    shield = reaction(
        "AttackHit",
        apply("Shield", to="self", ac=5, turns=1),
        name="Shield",
        who="self",
        cost=("Reaction", slot(1)),
        only_if_outcome_changes=True,
    )
    twice = action("Twice", m.Attack(to_hit=5, damage="1d8+3", times=2))
    harder = attack(5, d8 + 3, 2 @ d8 + 3, ac=20)
    exact = d20.map(lambda n: 0 + harder if 10 <= n < 15 else _past_a_shield(n) + harder)
    found = damage_of(twice, target={"reactions": (shield,), "pools": {"SpellSlot_1": 1}})
    agrees(found, exact)


def _past_a_shield(natural: int) -> Die:
    """An attack that Shield does not change; the next one is changed if possible."""
    if natural == 20:
        return 2 @ d8 + 3
    return d8 + 3 if natural >= 15 else Die([0])


@pytest.mark.parametrize(
    ("again", "check"), [("new", d20), ("best", ADVANTAGE), ("worst", DISADVANTAGE)]
)
def test_rerolls(again: str, check: Die) -> None:
    """Every roll is rolled again before it is resolved."""
    luck = reaction(
        "AttackRolled", m.ChangeRoll(again=again), name="Luck", cost="", who="self", role="source"
    )  # type: ignore[arg-type]
    exact = attack(5, d8 + 3, 2 @ d8 + 3, check=check)
    agrees(damage_of(action("Sword", SWORD), actor={"reactions": (luck,)}), exact)


def test_reroll_of_misses() -> None:
    luck = reaction(
        "AttackMissed", m.ChangeRoll(again="new"), name="Luck", cost="", who="self", role="source"
    )
    exact = d20.map(lambda n: _hit_or(n, PLAIN))
    agrees(damage_of(action("Sword", SWORD), actor={"reactions": (luck,)}), exact)


def _hit_or(natural: int, otherwise: Die) -> Die:
    if natural == 20:
        return 2 @ d8 + 3
    return d8 + 3 if natural + 5 >= 15 else otherwise


def test_a_bonus_die_that_may_turn_a_miss_into_a_hit() -> None:
    """Inspiration is used if a d6 could help."""
    inspire = reaction(
        "AttackMissed",
        m.ChangeRoll(add="1d6"),
        name="Inspire",
        cost="",
        who="self",
        role="source",
        only_if_outcome_changes=True,
    )
    exact = d20.map(
        lambda n: _hit_or(n, d6.map(lambda more: d8 + 3 if n > 1 and n + 5 + more >= 15 else 0))
    )
    agrees(damage_of(action("Sword", SWORD), actor={"reactions": (inspire,)}), exact)


def test_parry_reduces_damage() -> None:
    parry = reaction("DamageRolled", m.ChangeDamage(reduce="1d10+2"), name="Parry", who="self")
    exact = icepool.map(lambda n, less: max(0, n - less), PLAIN, d10 + 2)
    agrees(damage_of(action("Sword", SWORD), target={"reactions": (parry,)}), exact)


def test_a_critical_hit_doubles_a_smite() -> None:
    smite = reaction(
        "AttackHit",
        m.ChangeDamage(add="2d8 radiant"),
        name="Smite",
        cost="",
        who="self",
        role="source",
    )
    exact = attack(5, d8 + 3 + 2 @ d8, 2 @ d8 + 3 + 4 @ d8)
    agrees(damage_of(action("Sword", SWORD), actor={"reactions": (smite,)}), exact)


# --- saves ----------------------------------------------------------------------------------------


def test_saves_for_half_and_for_no_damage() -> None:
    for half in (True, False):
        burn = action("Burn", m.Save(dc=14, ability="dex", damage="6d6 fire", half=half))
        exact = icepool.map(
            lambda dice, n, half=half: dice if n + 3 < 14 else dice // 2 if half else 0, 6 @ d6, d20
        )
        agrees(damage_of(burn, target={"saves": {"dex": 3}}), exact)


def test_damage_is_rolled_once_and_each_target_saves() -> None:
    """The damage of the two targets is not independent."""
    burn = action(
        "Burn", m.Save(dc=14, damage="4d6", half=True), targets=m.Targets(count=2, pick="first")
    )
    foes = [foe(name="A", hp=1000, save=1), foe(name="B", hp=1000, save=6, resist=("*",))]
    exact = icepool.map(
        lambda dice, a, b: (
            100 * (dice if a + 1 < 14 else dice // 2) + (dice if b + 6 < 14 else dice // 2) // 2
        ),
        4 @ d6,
        d20,
        d20,
    )
    found = counted(
        encounter(hero(burn), foes, 1, LUCK), lambda o: 100 * (1000 - o.hp[1]) + 1000 - o.hp[2]
    )
    agrees(found, exact)


def test_saves_with_advantage_and_bonus_dice() -> None:
    burn = action("Burn", m.Save(dc=14, damage=1))
    for more, exact in (
        (status(saves="advantage"), ADVANTAGE.map(lambda n: int(n + 2 < 14))),
        (status(saves="disadvantage"), DISADVANTAGE.map(lambda n: int(n + 2 < 14))),
        (status(save="1d4"), icepool.map(lambda n, b: int(n + 2 + b < 14), d20, d4)),
        (status(save="-1d4"), icepool.map(lambda n, b: int(n + 2 - b < 14), d20, d4)),
        ({"save_lean": {"*": "advantage"}}, ADVANTAGE.map(lambda n: int(n + 2 < 14))),
    ):  # fmt: skip
        agrees(damage_of(burn, target={"save": 2, **more}), exact)


def test_a_status_with_a_save_each_turn() -> None:
    """How many of five turns are lost."""
    held = apply("Held", incapacitated=True, repeat_save=m.RepeatSave("wis"))
    hold = action("Hold", m.Save(dc=13, ability="wis", on_fail=(held,)), cooldown=99)
    victim = foe(action("Act", hit(1)), hp=1000, saves={"wis": 2})
    found = counted(encounter(hero(hold, hp=1000), victim, 5, LUCK), lambda o: o.uses[1])
    fail = 10 / 20  # 11 or more saves

    chances = {5: 1 - fail}
    for lost in range(1, 6):
        stays = fail**lost  # the first save, and those at the ends of lost - 1 turns
        chances[5 - lost] = stays * ((1 - fail) if lost < 5 else 1)
    exact = Die({turns: round(chance * 2**20) for turns, chance in chances.items()})
    agrees(found, exact)


def test_concentration_saves() -> None:
    """DC 10 or half the damage; one failure in two hits ends it."""
    hymn = action("Hymn", apply("Hymn", to="self"), concentration=True, cooldown=99, targets=ME)
    still = action(
        "Still",
        apply("Still", to="self"),
        targets=ME,
        requires=(SelfCondition("is_concentrating"),),
    )
    lost = action(
        "Lost",
        apply("Lost", to="self"),
        targets=ME,
        requires=(Not(SelfCondition("is_concentrating")),),
    )
    maul = action("Maul", hit("4d12", critical=1000))
    singer = hero(hymn, still, lost, hp=1000, saves={"con": 4})
    profile = m.RuleProfile(name="dice", fumble=0)
    found = counted(encounter(singer, foe(maul, hp=1000), 2, profile), lambda o: o.uses[1])
    exact = icepool.map(lambda n, dice: int(n + 4 >= max(10, dice // 2)), d20, 4 @ d12)
    agrees(found, exact)


# --- turns ----------------------------------------------------------------------------------------


def test_recharge() -> None:
    """Ready at first, then by a die at the start of each turn: uses in six rounds."""
    breath = action("Breath", m.Harm(1), recharge=5)
    found = counted(encounter(hero(breath), foe(hp=1000), 6, LUCK), lambda o: o.uses[0])
    exact = 1 + (5 @ d6.map(lambda n: int(n >= 5)))
    agrees(found, exact)


@lru_cache
def _fate(successes: int, failures: int, turns: int) -> Die:
    """0 dead, 1 stable, 2 up again, 3 still dying."""
    if failures >= 3:
        return Die([0])
    if successes >= 3:
        return Die([1])
    if not turns:
        return Die([3])

    def rolled(natural: int) -> Die:
        if natural == 20:
            return Die([2])
        if natural >= 10:
            return _fate(successes + 1, failures, turns - 1)
        return _fate(successes, failures + (2 if natural == 1 else 1), turns - 1)

    return d20.map(rolled)


@pytest.mark.parametrize("turns", [2, 3, 6])
def test_death_saves(turns: int) -> None:
    victim = hero(name="Victim", hp=10, death_saves=True)
    smash = foe(action("Smash", m.Harm(10), cooldown=99), hp=1000)
    scenario = encounter([victim, hero(name="Friend", hp=500)], smash, turns + 1, LUCK)

    def fate(outcome: RunOutcome) -> int:
        return 0 if outcome.dead[0] else 2 if outcome.hp[0] else 3

    exact = _fate(0, 0, turns).map(lambda n: 3 if n == 1 else n)
    agrees(counted(scenario, fate), exact)


@pytest.mark.parametrize(
    ("ours", "theirs", "lean"),
    [(0, 0, ""), (3, 1, ""), (1, 4, ""), (2, 2, "advantage"), (5, 0, "disadvantage")],
)
def test_initiative(ours: int, theirs: int, lean: str) -> None:
    """The first to act kills the other. Ties go by the order of the file."""
    first = hero(action("Kill", m.Harm(99)), initiative=ours, initiative_lean=lean)  # type: ignore[arg-type]
    other = foe(action("Kill", m.Harm(99)), initiative=theirs)
    sides = (m.Side("Heroes", (first,)), m.Side("Foes", (other,)))
    own = {"": d20, "advantage": ADVANTAGE, "disadvantage": DISADVANTAGE}[lean]
    exact = icepool.map(lambda a, b: int(a + ours < b + theirs), own, d20)
    found = counted(m.Scenario(rules=LUCK, sides=sides), lambda o: o.winner)
    agrees(found, exact)


def test_initiative_with_dice() -> None:
    first = hero(action("Kill", m.Harm(99)), initiative="1d8")
    other = foe(action("Kill", m.Harm(99)), initiative=5)
    sides = (m.Side("Heroes", (first,)), m.Side("Foes", (other,)))
    exact = icepool.map(lambda a, more, b: int(a + more < b + 5), d20, d8, d20)
    agrees(counted(m.Scenario(rules=LUCK, sides=sides), lambda o: o.winner), exact)


def test_rolled_hit_points() -> None:
    found = counted(encounter(hero(), foe(hp="3d6+2"), 1, LUCK), lambda o: o.hp[FOE])
    agrees(found, 3 @ d6 + 2)


def test_hit_dice_of_a_short_rest() -> None:
    """One die is spent, because less than an average roll is missing after it."""
    hurt = hero(
        action("Kill", m.Harm(99)), hp=100, start_hp=94, hit_dice="5d8", con=1, initiative=900
    )
    day = (
        m.Encounter(sides=(m.Side("F", (foe(),)),)),
        m.Rest(),
        m.Encounter(sides=(m.Side("G", (foe(),)),)),
    )
    scenario = m.Scenario(rules=LUCK, sides=(m.Side("H", (hurt,)),), day=day)
    first = (d8 + 1).map(lambda n: min(100, 94 + n))

    def again(hp: int) -> Die | int:
        return (d8 + 1).map(lambda n: min(100, hp + n)) if 100 - hp >= 5.5 else hp

    agrees(counted(scenario, lambda o: o.hp[0]), first.map(again))


def test_two_dice_as_the_check() -> None:
    """Other rules: 2d6, 12 is critical and adds maximum dice, 2 misses."""
    profile = m.RuleProfile(
        name="grit", check="2d6", critical=12, fumble=2, critical_damage="maximum dice"
    )
    check = 2 @ d6
    exact = check.map(lambda n: d6 + 6 + 1 if n == 12 else d6 + 1 if n > 2 and n + 2 >= 9 else 0)
    sword = m.Attack(to_hit=2, damage="1d6+1")
    agrees(damage_of(action("Sword", sword), target={"ac": 9}, profile=profile), exact)
    lean = m.Attack(to_hit=2, damage="1d6+1", lean="advantage")
    exact = check.highest(2).map(
        lambda n: d6 + 6 + 1 if n == 12 else d6 + 1 if n > 2 and n + 2 >= 9 else 0
    )
    agrees(damage_of(action("Sword", lean), target={"ac": 9}, profile=profile), exact)
