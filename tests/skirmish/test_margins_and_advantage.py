"""Margins, degrees of success, allies near the target, advantage, and the profiles that need them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from icepool import Die, d6, d8, d20

from tests.skirmish.builders import (
    LUCK,
    action,
    apply,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    strike,
)
from tests.skirmish.test_exact_dice_odds import agrees, damage_of
from turnwright.core.rules.requirement import LastEvent, Or, TargetCondition
from turnwright.skirmish.describe import describe_action
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.model import library
from turnwright.skirmish.model import scenario as m

PF2E = library.profiles()["pathfinder-2e"]
POOLS = library.profiles()["dice-pool"]


def degree(natural: int, bonus: int, dc: int) -> int:
    """The degree of success by the rules: 0 to 3."""
    total = natural + bonus
    found = 3 if total >= dc + 10 else 2 if total >= dc else 1 if total > dc - 10 else 0
    return max(0, min(3, found + (natural == 20) - (natural == 1)))


@dataclass
class Strike:
    bonus: int
    damage: Die

    def against(self, ac: int) -> Die:
        worth = {0: 0, 1: 0, 2: self.damage, 3: 2 * self.damage}
        return d20.map(lambda natural: worth[degree(natural, self.bonus, ac)])


@pytest.mark.parametrize(("bonus", "ac"), [(9, 18), (0, 21), (25, 16), (-5, 30)])
def test_who_beats_the_armour_class_by_10_hits_critically(bonus, ac):
    found = damage_of(
        action("Hit", m.Attack(bonus, "1d8+4")), target={"ac": ac}, profile=one_action()
    )
    agrees(found, Strike(bonus, d8 + 4).against(ac))


def one_action() -> m.RuleProfile:
    import msgspec

    return msgspec.structs.replace(PF2E, turn_pools={"Action": 1, "Reaction": 1})


@pytest.mark.parametrize(("word", "step"), [("Sword", 5), ("Agile knife", 4)])
def test_three_strikes_with_the_multiple_attack_penalty(word, step):
    to_hit = f"12 - {step} * min(2, events(AttackDeclared) - 1)"
    found = damage_of(action(word, m.Attack(to_hit, "1d6+2")), target={"ac": 19}, profile=PF2E)
    exact = sum(Strike(12 - step * n, d6 + 2).against(19) for n in range(3))
    agrees(found, exact)


def test_a_basic_save_has_four_degrees():
    found = damage_of(
        action("Burst", m.Save(20, "dex", "6d6", half=True)), target={"saves": {"dex": 9}},
        profile=one_action(),
    )  # fmt: skip
    by_degree = {0: 2 * (6 @ d6), 1: 6 @ d6, 2: (6 @ d6) // 2, 3: 0}
    agrees(found, d20.map(lambda natural: by_degree[degree(natural, 9, 20)]))


def test_a_save_may_have_other_effects_for_every_degree():
    fear = m.Save(
        20, "wis", on_fail=(m.Harm(2),), on_success=(m.Harm(1),), on_critical_fail=(m.Harm(3),),
        on_critical_success=(),
    )  # fmt: skip
    found = damage_of(action("Fear", fear), target={"saves": {"wis": 9}}, profile=one_action())
    agrees(found, d20.map(lambda natural: 3 - degree(natural, 9, 20)))
    assert describe_action(action("Fear", fear), PF2E).sentence.endswith(
        "on a critical failure, deal 3 damage to it; on a critical success, nothing more happens."
    )


def test_a_dice_pool_hits_with_enough_successes_and_adds_what_is_above():
    swing = action("Swing", m.Attack("6d6s>=5", "2 + margin"))
    found = damage_of(swing, target={"ac": 2}, profile=POOLS)
    agrees(found, (6 @ (d6 >= 5)).map(lambda n: 2 + n - 2 if n >= 2 else 0))


def test_an_opposed_pool_is_a_save_against_rolled_successes():
    found = damage_of(
        action("Shove", m.Save("5d6s>=5", on_fail=(m.Harm("-1 * margin"),))),
        target={"traits": (m.Status(name="Strong", save="4d6s>=5"),)}, profile=POOLS,
    )  # fmt: skip
    exact = (5 @ (d6 >= 5) - 4 @ (d6 >= 5)).map(lambda n: max(0, n))
    agrees(found, exact)


# --- advantage and allies -------------------------------------------------------------------------


def test_the_highest_of_three():
    luck = action("Aim", m.Attack(0, 1, lean="highest of three"))
    chance = d20.highest(3) >= 15
    agrees(damage_of(luck), chance.map(lambda hits: hits))


PACK = m.Status(name="Pack Tactics", advantage_if="target.allies_near >= 1")


def chance_with(profile: m.RuleProfile, *wolves: m.Combatant) -> set[str]:
    """What the mode of the attacks of the first wolf was."""
    asks = reaction(
        "AttackRolled", m.Gain("Seen"), name="See", cost="", who="self", role="source",
        when=LastEvent("AttackRolled", ("Advantage",)),
    )  # fmt: skip
    first = hero(
        strike(1), name="Wolf", traits=(PACK,), reactions=(asks,), pools={"Seen": 0}, reach=5
    )
    played = play(encounter((first, *wolves), foe(hp=100), 1, profile))
    return set(played.actions)


def test_pack_tactics_need_an_ally_near_the_target():
    near, far = hero(name="Near"), hero(name="Far", position=30)
    assert "Wolf: See" in chance_with(LUCK, near)
    assert "Wolf: See" not in chance_with(LUCK, far)
    assert "Wolf: See" not in chance_with(LUCK)


def test_an_attack_may_have_advantage_of_its_own():
    flank = action("Flank", m.Attack(0, 1, advantage_if="target.hp > 990"))
    exact = d20.highest(2).map(lambda n: n >= 15)
    # A critical hit of constant damage deals no more.
    agrees(damage_of(flank), exact)
    sentence = describe_action(flank, LUCK).sentence
    assert "with advantage if the target's hit points is above 990" in sentence


def test_sneak_attack_needs_advantage_or_an_ally_near_the_target():
    sneak = reaction(
        "AttackHit", m.ChangeDamage(add=7), name="Sneak Attack", cost="", who="self", role="source",
        when=Or((LastEvent("AttackHit", ("Advantage",)), TargetCondition("allies_near", ">=", 1))),
    )  # fmt: skip

    def hurt(*others: m.Combatant, **target) -> int:
        rogue = hero(action("Stab", hit(1)), reactions=(sneak,))
        return 20 - play(encounter((rogue, *others), foe(**target), 1)).hp("Foe")

    assert hurt() == 1
    assert hurt(hero(name="Friend")) == 8
    assert hurt(hero(name="Friend", position=50)) == 1
    assert hurt(traits=(m.Status(name="Blind", attacked="advantage"),)) == 8
    held = m.Status(name="Blurred", attacked="advantage", attacks="disadvantage")
    assert hurt(traits=(held,)) == 8


def test_statuses_add_up_to_the_highest_of_three():
    bless = action(
        "Bless", apply("Luck", attacks="highest of three"), cost="", targets=m.Targets(who="self")
    )
    swing = action("Swing", m.Attack(0, 1, lean="advantage"))
    agrees(damage_of(bless, swing), d20.highest(3).map(lambda n: n >= 15))


def test_what_the_kernel_leaves_to_the_interpreter_it_names():
    pytest.importorskip("numpy")
    from turnwright.skirmish.kernel.kernel import unsupported_features

    def reasons(**more) -> list[str]:
        return unsupported_features(compile_plan(encounter(hero(strike(1), **more), foe(), 1)))

    assert reasons() == []
    conditional = "conditional advantage (advantage_if, disadvantage_if)"
    assert reasons(traits=(PACK,)) == [conditional]
    assert reasons(initiative_lean="highest of three") == ["the highest of three"]
    pathfinder = encounter(hero(strike(1)), foe(), 1, PF2E)
    assert "degrees of success (margin)" in unsupported_features(compile_plan(pathfinder))
