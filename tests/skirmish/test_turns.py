"""The turn: start phase, action loop from the top, end phase."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    ME,
    action,
    always,
    apply,
    blast,
    encounter,
    foe,
    free,
    hero,
    hit,
    play,
    reaction,
    rules,
    strike,
)
from turnwright.core.rules.requirement import HasResource, HasTag, LastEvent, Not, SelfCondition
from turnwright.skirmish.model import scenario as m

DUMMY = foe(hp=1000)
HURT = SelfCondition("hp_percent", "<=", 50)


def test_the_action_loop_starts_from_the_top_after_every_action() -> None:
    """B: Heal comes before Attack, so it is used as soon as it is valid."""
    heal = action("Heal", m.Heal(9), requires=(HURT,), targets=ME)
    jab = strike(1, "Jab", cost="BonusAction")
    fought = play(
        encounter(hero(heal, strike(), jab, hp=20, start_hp=11), foe(strike(2)), rounds=3)
    )
    assert [used for used in fought.actions if used.startswith("Hero")] == [
        "Hero: Strike", "Hero: Jab",  # 11 of 20: not yet
        "Hero: Heal", "Hero: Jab",  # 9 of 20
        "Hero: Strike", "Hero: Jab",  # 16 of 20
    ]  # fmt: skip


def test_hit_and_miss_lead_to_different_bonus_actions() -> None:
    """After a hit GWM, after a miss Pommel Strike."""
    sword = action("Sword", m.Attack(to_hit=5, damage=3))
    gwm = strike(10, "GWM", cost="BonusAction", requires=(LastEvent("AttackHit"),))
    pommel = strike(1, "Pommel", cost="BonusAction", requires=(LastEvent("AttackMissed"),))
    for natural, bonus in ((12, "Hero: GWM"), (2, "Hero: Pommel")):
        fighter = hero(gwm, pommel, sword)
        fought = play(encounter(fighter, foe(hp=99, ac=15), 1, always(natural)))
        assert fought.actions == ["Hero: Sword", bonus]


def test_the_order_of_the_start_phase() -> None:
    """2.4: durations, pools, the event, then healing and damage of statuses."""
    poison = apply("Poison", damage_each_turn=1, turns=9)
    daze = apply("Daze", turns=1)
    cloud = action("Cloud", hit(0, on_hit=(poison, daze)))
    notice = reaction("TurnStarted", m.Heal(1), name="Notice", cost="", who="self", role="source")
    fought = play(
        encounter(hero(cloud, hp=50, start_hp=9, reactions=(notice,)), foe(strike(0)), rounds=2)
    )
    second = fought.log.events[fought.order().index("RoundStarted", 3) :]
    hero_turn = [(one.event, one.about) for one in second if one.target in ("Hero", "Foe")][:2]
    assert hero_turn == [("StatusEnded", "Daze"), ("TurnStarted", "")]
    foe_turn = fought.order("TurnStarted", "DamageTaken", "ActionDeclared")
    assert foe_turn[-3:] == ["TurnStarted", "DamageTaken", "ActionDeclared"]


def test_turn_pools_are_reset_not_added() -> None:
    """2.4: unused actions are not carried over."""
    twice = strike(1, "Twice", requires=(HasResource("Action", 2),))
    late = strike(1, "Late", requires=(SelfCondition("round", ">=", 3),))
    fought = play(encounter(hero(twice, late), DUMMY, rounds=4))
    assert fought.actions == ["Hero: Late"] * 2


@pytest.mark.parametrize(
    ("reset", "answered"),
    [("own turn", ["Early", "Late", "Late"]), ("round", ["Early", "Early"])],
)
def test_when_the_reaction_pool_refills(reset: str, answered: list[str]) -> None:
    """2.4: at the start of one's turn, or, by the profile, with the round."""
    parry = reaction("DamageTaken", m.Heal(1), name="Parry", who="self")
    early, late = (
        foe(strike(), name=name, initiative=n) for name, n in (("Early", 9), ("Late", 1))
    )
    middle = hero(reactions=(parry,), hp=99, initiative=5)
    fought = play(encounter(middle, [early, late], 2, rules(reaction_reset=reset)))
    strikes = [
        before.partition(":")[0]
        for before, after in zip(fought.actions, fought.actions[1:], strict=False)
        if after == "Hero: Parry"
    ]
    assert strikes == answered


def test_end_turn_in_the_list() -> None:
    """2.4 (i): everything below it is not reached."""
    fought = play(
        encounter(hero(strike(cost="BonusAction"), "End Turn", strike()), DUMMY, rounds=2)
    )
    assert fought.actions == ["Hero: Strike", "Hero: End Turn"] * 2


def test_end_turn_may_have_requirements() -> None:
    """If nobody is hurt: End Turn."""
    stop = m.CombatAction(
        name="End Turn",
        effect=(m.EndTurn(),),
        targets=ME,
        requires=(SelfCondition("lowest_ally_percent", ">=", 100),),
    )
    heal = action("Heal", m.Heal(5), targets=m.Targets(who="ally", pick="most hurt"))
    fought = play(encounter(hero(stop, heal, start_hp=12), DUMMY, rounds=3))
    assert fought.actions == ["Hero: Heal", "Hero: Heal", "Hero: End Turn", "Hero: End Turn"]


def test_end_turn_as_an_effect() -> None:
    """2.4 (ii): of an action, or of a reaction to somebody else's action."""
    cower = action("Cower", m.EndTurn(), cost="BonusAction", targets=ME)
    assert play(encounter(hero(cower, strike()), DUMMY, rounds=1)).actions == ["Hero: Cower"]
    hush = reaction("ActionResolved", m.EndTurn(), name="Hush", who="enemy", role="source")
    fought = play(
        encounter(
            hero(strike(0, "Jab", cost="BonusAction"), strike()),
            foe(hp=99, reactions=(hush,)),
            rounds=1,
        )
    )
    assert fought.actions == ["Hero: Jab", "Foe: Hush"]


def test_a_turn_can_be_ended_before_it_has_begun() -> None:
    stop = reaction("TurnStarted", m.EndTurn(), name="Stop", who="enemy", role="source")
    fought = play(encounter(hero(strike()), foe(hp=99, reactions=(stop,)), rounds=2))
    assert fought.actions == ["Foe: Stop", "Foe: Stop"]


def test_the_incapacitated_have_no_loop_but_an_end_phase() -> None:
    """2.4: no actions and no reactions, but durations go on."""
    stun = action(
        "Stun",
        hit(0, on_hit=(apply("Stun", incapacitated=True, turns=1, of="bearer", at="end"),)),
        cooldown=9,
    )
    parry = reaction("DamageTaken", m.Heal(1), name="Parry", who="self")
    fought = play(
        encounter(hero(stun, strike()), foe(strike(), hp=99, reactions=(parry,)), rounds=3)
    )
    assert fought.actions == [
        "Hero: Stun",
        "Hero: Strike", "Foe: Parry", "Foe: Strike",
        "Hero: Strike", "Foe: Parry", "Foe: Strike",
    ]  # fmt: skip


def test_a_combatant_stopped_during_its_turn_does_not_act_again() -> None:
    freeze = reaction(
        "DamageTaken",
        apply("Frozen", to="event source", incapacitated=True, turns=1),
        name="Freeze",
        who="self",
    )
    fighter = hero(strike(1), strike(1, "Second", cost="BonusAction"))
    fought = play(encounter(fighter, foe(hp=99, reactions=(freeze,)), rounds=1))
    assert fought.actions == ["Hero: Strike", "Foe: Freeze"]


def test_victory_is_checked_at_once() -> None:
    """2.4: after every chain of events, not at the end of the turn: no potion after the fight."""
    drink = action("Drink", m.Heal(1), cost="Potion", targets=ME)
    fought = play(
        encounter(hero(strike(50), drink, start_hp=5, pools={"Potion": 1}), foe(), rounds=2)
    )
    assert fought.actions == ["Hero: Strike"]
    assert (fought.winner, fought.outcome.rounds) == ("Heroes", 1)


def test_victory_at_the_start_of_a_turn_is_checked_before_anybody_acts() -> None:
    """The poison kills the last foe; its turn and all others are over."""
    burn = action("Burn", hit(0, on_hit=(apply("Burning", damage_each_turn=99),)))
    drink = action("Drink", m.Heal(1), cost="Potion", targets=ME)
    last = foe(free("Gloat", apply("Proud", to="self"), targets=ME), hp=5)
    watcher = hero(drink, name="Watcher", start_hp=1, pools={"Potion": 0}, initiative=-100)
    fought = play(encounter([hero(burn), watcher], last, rounds=3))
    assert fought.actions == ["Hero: Burn"]
    assert fought.winner == "Heroes"


def test_reactions_that_win_at_the_start_of_a_turn() -> None:
    aura = reaction(
        "TurnStarted",
        m.Harm(99, to="event source"),
        name="Aura",
        cost="",
        who="enemy",
        role="source",
    )
    foes = [foe(strike(), name="A", hp=5), foe(strike(), name="B", hp=5)]
    fought = play(encounter(hero(reactions=(aura,)), foes, rounds=2))
    assert fought.actions == ["Hero: Aura", "Hero: Aura"]
    assert fought.winner == "Heroes"


def test_both_sides_down_in_one_chain_is_a_draw() -> None:
    burst = reaction(
        "UnitDied", m.Harm(99), name="Burst", cost="", who="self", targets=m.Targets(count=9)
    )
    fought = play(encounter(hero(strike(50)), foe(reactions=(burst,))))
    assert fought.winner is None
    assert not fought.outcome.capped
    assert fought.hp("Hero", "Foe") == [0, 0]


def test_both_sides_in_one_blast_is_a_draw() -> None:
    bomb = action("Bomb", m.Harm(99), targets=m.Targets(who="anyone", count=9))
    assert play(encounter(hero(bomb), foe())).winner is None


def test_marks_are_applied_and_removed() -> None:
    """2.3: an action may remove the mark it needs."""
    mark = action(
        "Mark",
        apply("Marked", tags=("Marked",)),
        cost="BonusAction",
        requires=(Not(HasTag("Marked", "any_enemy")),),
    )
    finish = action("Finish", m.Harm(9), m.Remove(tag="Marked"), requires=(HasTag("Marked"),))
    fought = play(encounter(hero(mark, finish), DUMMY, rounds=2))
    assert fought.actions == ["Hero: Mark", "Hero: Finish"] * 2


def test_a_turn_without_actions_is_a_turn() -> None:
    fought = play(encounter(hero(), foe(blast(1)), rounds=2))
    assert fought.order("TurnStarted", "TurnEnded") == ["TurnStarted", "TurnEnded"] * 4
