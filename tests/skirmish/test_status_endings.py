"""Statuses that end with an attack, a hit, a save or an event."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    LUCK,
    ME,
    action,
    always,
    apply,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    runs,
    strike,
)
from turnwright.core.errors import DefinitionError
from turnwright.skirmish import api
from turnwright.skirmish.describe import describe_action
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.kernel.kernel import unsupported_features
from turnwright.skirmish.model import scenario as m


def once(name: str, *, cost: str = "", **more: object) -> m.CombatAction:
    """An action, used once, that puts a status on its user."""
    return action(name, apply(name, **more), targets=ME, cost=cost, cooldown=99)


# --- attacks and hits ---------------------------------------------------------------------------------


def test_a_bonus_to_the_next_hits_survives_misses() -> None:
    """Three attacks: the first misses, the others hit; the bonus of the first hit is used up."""
    sneak = once("Sneak", damage=7, until="next hit made")
    three = action("Three", m.Attack(-99, 1), hit(1), hit(1))
    assert play(encounter(hero(sneak, three), foe(), 1)).hp("Foe") == 20 - 8 - 1
    attack = once("Sneak", damage=7, until="next attack made")
    assert play(encounter(hero(attack, three), foe(), 1)).hp("Foe") == 20 - 1 - 1


def test_the_next_two_hits_taken_are_halved() -> None:
    stone = once("Stone", taken=0.5, until="next hit taken", times=2)
    three = action("Three", m.Attack(-99, 4), hit(4), hit(4), hit(4))
    assert play(encounter(hero(stone), foe(three), 1)).hp("Hero") == 20 - 2 - 2 - 4


def test_an_explanation_tells_how_many_are_left() -> None:
    stone = once("Stone", taken=0.5, until="next hit taken", times=2)
    two = action("Two", hit(4), hit(4))
    text = str(explain(compile_plan(encounter(hero(stone), foe(two), 1)), 1))
    assert text.index("Hero's Stone lasts for 1 more.") < text.index("Hero is no longer: Stone.")


def test_plain_attacks_without_a_log_count_hits_and_attacks() -> None:
    """The short cut for attacks that nobody observes."""
    mark = m.Status(name="Mark", duration=m.Duration(until="next hit taken", times=2))
    probe = action("Probe", m.Harm("10 * target.status(Mark)"), cost="", cooldown=2)
    for natural, left in ((5, 0), (15, 20)):
        fighter = hero(probe, action("Sword", m.Attack(0, 0)))
        target = foe(hp=100, ac=10 if natural > 10 else 18, traits=(mark,))
        fought = play(encounter(fighter, target, 3, always(natural)))
        assert fought.hp("Foe") == 100 - (10 if natural > 10 else 20), (natural, left)


def guided(until: str) -> m.Scenario:
    """Advantage against somebody until the next attack or the next hit, and then two attacks."""
    guide = action("Guide", apply("Guided", attacked="advantage", until=until))
    two = action("Two", m.Attack(0, 1, times=2, critical=21))
    profile = m.RuleProfile(name="plain", rounds=1, critical=21)
    target = foe(hp=10, ac=11)
    return encounter([hero(guide, name="A"), hero(two, name="B")], target, profile=profile)


@pytest.mark.parametrize(
    ("until", "chances"),
    [
        # an attack with advantage hits with 3/4, a plain one with 1/2
        ("next attack taken", [1 / 8, 1 / 2, 3 / 8]),
        ("next hit taken", [1 / 16, 3 / 16 + 3 / 8, 3 / 8]),
    ],
)
def test_advantage_against_the_next_attack_or_hit_is_exact(
    until: str, chances: list[float]
) -> None:
    count = 3200
    hits = [10 - run.hp[2] for run in runs(guided(until), count)]
    for number, chance in enumerate(chances):
        error = 4 * (chance * (1 - chance) * count) ** 0.5
        assert abs(hits.count(number) - chance * count) <= error


# --- saves --------------------------------------------------------------------------------------------


def test_a_bonus_to_the_next_saves() -> None:
    bless = once("Bless", save=99, until="next save made", times=2)
    burn = action("Burn", *(m.Save(50, damage=3) for _ in range(4)))
    assert play(encounter(hero(bless), foe(burn), 1)).hp("Hero") == 20 - 3 - 3


def test_a_save_that_fails_without_a_roll_does_not_use_it_up() -> None:
    bless = once("Bless", save=99, until="next save made")
    burn = action("Burn", m.Save(50, "dex", 3), m.Save(50, "con", 4), m.Save(50, "con", 5))
    heroes = hero(bless, traits=(m.Status(name="Numb", fails=("dex",)),))
    assert play(encounter(heroes, foe(burn), 1)).hp("Hero") == 20 - 3 - 5


def test_a_higher_dc_for_the_next_save_that_it_forces() -> None:
    focus = once("Focus", dc=50, until="next save forced")
    burn = action("Burn", m.Save(0, damage=3), m.Save(0, damage=4))
    assert play(encounter(hero(focus, burn), foe(), 1)).hp("Foe") == 20 - 3


# --- events -------------------------------------------------------------------------------------------


def hidden(*ends_on: str) -> m.CombatAction:
    return once("Hidden", taken=0, ends_on=ends_on)


@pytest.mark.parametrize(
    ("ends_on", "hp"),
    [
        ((), 20),
        (("AttackHit as target",), 16),  # gone before the damage of the hit that ends it
        (("AttackMissed as target",), 20),
        (("MeleeHit as target",), 16),
        (("RangedHit as target",), 20),
        (("AttackHit",), 20),  # it is who makes the attack that ends it
        (("TurnStarted as any",), 16),
        (("SpellCast", "DamageRolled as target"), 16),
    ],
)
def test_an_event_ends_it(ends_on: tuple[str, ...], hp: int) -> None:
    assert play(encounter(hero(hidden(*ends_on)), foe(strike(4)), rounds=1)).hp("Hero") == hp


def test_reactions_to_the_event_see_that_it_has_ended() -> None:
    hide = once("Hidden", ac=5, ends_on=("AttackDeclared as target",))
    answer = reaction("AttackDeclared", m.Harm("ac", to="event source"), who="self")
    fought = play(encounter(hero(hide, ac=10, reactions=(answer,)), foe(strike(1)), rounds=1))
    assert fought.hp("Foe") == 10
    assert fought.order("StatusEnded", "DamageTaken") == [
        "StatusEnded",
        "DamageTaken",
        "DamageTaken",
    ]


def test_the_kernel_leaves_them_to_the_interpreter() -> None:
    plan = compile_plan(encounter(hero(hidden("SpellCast")), foe()))
    assert unsupported_features(plan) == ["events that end a status (ends_on)"]


@pytest.mark.parametrize("text", ["Sneeze", "AttackHit as somebody", "AttackHit as"])
def test_an_unknown_event_is_refused(text: str) -> None:
    with pytest.raises(DefinitionError, match="is no event"):
        m.Status(name="A", ends_on=(text,))


def test_only_attacks_hits_and_saves_are_counted() -> None:
    with pytest.raises(DefinitionError, match="only attacks, hits and saves are counted"):
        m.Duration(times=2)


def test_a_status_that_ends_with_the_action_that_applies_it_is_reported() -> None:
    def codes(*ends_on: str) -> set[str]:
        scenario = encounter(hero(hidden(*ends_on), strike()), foe(strike()))
        return {one.code for one in api.validate(scenario).findings}

    assert "ends_at_once" in codes("ActionResolved")
    assert "ends_at_once" not in codes("ActionDeclared")


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ({"until": "next hit made", "to_hit": 2}, "gain +2 to attacks for my next hit."),
        ({"until": "next attack made", "times": 3, "ac": -1},
         "lower my AC by 1 for my next 3 attacks."),
        ({"until": "next save forced", "dc": 2}, "gain +2 to save DCs for the next save that I force."),
        ({"ends_on": ("SpellCast", "DamageTaken as target"), "ac": 2},
         "raise my AC by 2 for the rest of the fight or until I cast a spell or I take damage."),
    ],
)  # fmt: skip
def test_sentences(status: dict[str, object], words: str) -> None:
    one = action("A", apply("A", **status), targets=ME)
    assert describe_action(one, LUCK).sentence == words[0].upper() + words[1:]


def test_a_duration_is_written_as_a_phrase() -> None:
    text = """
    sides:
      A: [{name: Ann, hp: 9, traits: {name: T, ac: 1, duration: next save made, ends_on: [SpellCast]}}]
      B: [Wolf]
    """
    scenario = api.load_text(text)
    assert api.load_text(api.write(scenario)) == scenario
    assert "duration: next save made" in api.write(scenario)
