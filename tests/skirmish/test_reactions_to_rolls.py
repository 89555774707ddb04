"""Reactions that change their event: rolls, outcomes, damage, and granted actions."""

from __future__ import annotations

from tests.skirmish.builders import (
    action,
    always,
    apply,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    rules,
    strike,
)
from turnwright.skirmish.model import scenario as m

SHIELD = apply("Shield", to="self", ac=5, turns=1)


def shielded(natural: int, to_hit: int, ac: int, *, wise: bool = True) -> tuple[int, int]:
    """(shields, damage) of an attack on somebody with a Shield."""
    shield = reaction("AttackHit", SHIELD, name="Shield", who="self", only_if_outcome_changes=wise)
    sword = action("Sword", m.Attack(to_hit=to_hit, damage=7))
    target = foe(ac=ac, reactions=(shield,))
    fought = play(encounter(hero(sword), target, 1, always(natural)))
    return fought.count("Foe: Shield"), 20 - fought.hp("Foe")


def test_a_shield_turns_a_hit_into_a_miss() -> None:
    """2.6: the outcome is recomputed: AttackHit becomes AttackMissed, without damage."""
    assert shielded(10, 5, 15) == (1, 0)
    shield = reaction("AttackHit", SHIELD, name="Shield", who="self")
    fought = play(
        encounter(
            hero(action("Sword", m.Attack(to_hit=5, damage=7))),
            foe(ac=15, reactions=(shield,)),
            1,
            always(10),
        )
    )
    assert fought.order("AttackHit", "AttackMissed", "DamageRolled") == [
        "AttackHit",
        "AttackMissed",
    ]


def test_a_shield_is_not_used_when_it_cannot_help() -> None:
    assert shielded(14, 5, 15) == (1, 0)  # 19 against 20
    assert shielded(15, 5, 15) == (0, 7)  # 20 against 20
    assert shielded(15, 5, 15, wise=False) == (1, 7)
    assert shielded(9, 5, 15) == (0, 0)  # a miss is no hit


def test_a_shield_does_not_help_against_a_critical_hit() -> None:
    assert shielded(20, -10, 15) == (0, 14)
    assert shielded(20, -10, 15, wise=False) == (1, 14)


def test_a_hit_that_is_critical_by_a_condition_is_still_a_hit() -> None:
    """Hits on the paralysed are critical in melee, but they must hit first."""
    frail = m.Status(name="Frail", critical_in_melee=True)
    for natural, shields, damage in ((10, 1, 0), (18, 0, 14)):
        shield = reaction(
            "AttackHit", SHIELD, name="Shield", who="self", only_if_outcome_changes=True
        )
        sword = action("Sword", m.Attack(to_hit=5, damage=7), tags=("Melee",))
        target = foe(ac=15, traits=(frail,), reactions=(shield,))
        fought = play(encounter(hero(sword), target, 1, always(natural)))
        assert fought.count("Foe: Shield") == shields
        assert fought.hp("Foe") == 20 - damage


def test_a_hit_that_became_a_miss_is_offered_no_further() -> None:
    """Two friends with a ward: the second keeps its own."""
    ward = reaction(
        "AttackHit",
        apply("Ward", to="event target", ac=5, turns=1),
        name="Ward",
        who="ally",
        only_if_outcome_changes=True,
    )
    target = foe(ac=15, hp=5, name="Target")
    friends = [foe(name=name, hp=50, reactions=(ward,)) for name in "AB"]
    sword = action("Sword", m.Attack(to_hit=5, damage=7))
    fought = play(encounter(hero(sword), [target, *friends], 1, always(10)))
    assert fought.actions == ["Hero: Sword", "A: Ward"]
    assert fought.hp("Target") == 5


def test_a_roll_can_be_changed() -> None:
    """Bardic inspiration for a miss, cutting words against a hit: only if they can help."""
    sword = action("Sword", m.Attack(to_hit=5, damage=7))
    for natural, used in ((9, 1), (6, 1), (5, 0), (12, 0)):
        inspire = reaction(
            "AttackMissed",
            m.ChangeRoll(add=4),
            name="Inspire",
            cost="",
            who="self",
            role="source",
            only_if_outcome_changes=True,
        )
        fought = play(encounter(hero(sword, reactions=(inspire,)), foe(ac=15), 1, always(natural)))
        assert fought.count("Hero: Inspire") == used, natural
        assert (fought.hp("Foe") == 13) == (bool(used) or natural == 12)
    for natural, used in ((10, 1), (13, 1), (14, 0)):
        cut = reaction(
            "AttackHit",
            m.ChangeRoll(add=-4),
            name="Cut",
            cost="",
            who="self",
            only_if_outcome_changes=True,
        )
        fought = play(encounter(hero(sword), foe(ac=15, reactions=(cut,)), 1, always(natural)))
        assert fought.count("Foe: Cut") == used, natural


def test_a_roll_can_be_changed_before_its_outcome() -> None:
    """AttackRolled comes before the hit or the miss, of which there is only one then."""
    omen = reaction("AttackRolled", m.ChangeRoll(add=-9), name="Omen", who="self")
    sword = action("Sword", m.Attack(to_hit=5, damage=7))
    fought = play(encounter(hero(sword), foe(ac=15, reactions=(omen,)), 1, always(12)))
    assert fought.order("AttackRolled", "AttackHit", "AttackMissed") == [
        "AttackRolled",
        "AttackMissed",
    ]


def test_outcomes_can_be_set() -> None:
    """To a hit, a miss, a critical hit; a save to success (legendary resistance) or failure."""
    sword = action("Sword", m.Attack(to_hit=5, damage=7))

    def damage(natural: int, on: str, to: str) -> int:
        fate = reaction(on, m.SetOutcome(to), name="Fate", cost="")  # type: ignore[arg-type]
        return 20 - play(
            encounter(hero(sword), foe(ac=15, reactions=(fate,)), 1, always(natural))
        ).hp("Foe")

    assert damage(2, "AttackMissed", "hit") == 7
    assert damage(2, "AttackMissed", "critical") == 14
    assert damage(12, "AttackHit", "miss") == 0
    assert damage(12, "AttackHit", "critical") == 14
    assert damage(12, "AttackRolled", "critical") == 14
    assert damage(20, "AttackHit", "hit") == 7
    assert damage(20, "AttackHit", "miss") == 0

    for dc, on, to, hp in (
        (100, "SaveFailed", "success", 20),
        (-100, "SaveSucceeded", "failure", 11),
    ):
        resist = reaction(on, m.SetOutcome(to), name="Resist", cost="Will", who="self")  # type: ignore[arg-type]
        curse = action("Curse", m.Save(dc=dc, damage=9))
        fought = play(encounter(hero(curse), foe(reactions=(resist,), pools={"Will": 1}), rounds=1))
        assert fought.hp("Foe") == hp


def test_saves_are_changed_only_if_it_can_help() -> None:
    """Flash of genius: 4 more for a friend who has failed by no more than that; the second helper need
    not help any more."""
    for natural, helpers in ((12, 0), (11, 1), (8, 1), (7, 0)):
        aid = reaction(
            "SaveFailed", m.ChangeRoll(add=4), name="Aid", who="ally", only_if_outcome_changes=True
        )
        curse = action("Curse", m.Save(dc=12, damage=9))
        others = [foe(name=name, hp=99, reactions=(aid,)) for name in "AB"]
        fought = play(encounter(hero(curse), [foe(), *others], 1, always(natural)))
        assert sum(used.endswith("Aid") for used in fought.actions) == helpers
        assert fought.hp("Foe") == (20 if natural >= 8 else 11)


def test_one_inspiration_is_enough() -> None:
    """What has become a hit is no miss any more."""
    inspire = reaction(
        "AttackMissed", m.ChangeRoll(add=4), name="Inspire", cost="", role="source", who="ally"
    )
    sword = action("Sword", m.Attack(to_hit=5, damage=7))
    bards = [hero(name=name, reactions=(inspire,)) for name in "AB"]
    fought = play(encounter([hero(sword), *bards], foe(ac=15), 1, always(8)))
    assert fought.actions == ["Hero: Sword", "A: Inspire"]
    assert fought.hp("Foe") == 13


def test_a_save_can_be_spoilt() -> None:
    """Silvery words against a success, if they can take enough from it."""
    for natural, spoilt in ((12, 1), (15, 1), (16, 0)):
        spoil = reaction(
            "SaveSucceeded",
            m.ChangeRoll(add=-4),
            name="Spoil",
            role="source",
            who="self",
            only_if_outcome_changes=True,
        )
        mage = hero(action("Curse", m.Save(dc=12, damage=9)), reactions=(spoil,))
        fought = play(encounter(mage, foe(), 1, always(natural)))
        assert fought.count("Hero: Spoil") == spoilt
        assert fought.hp("Foe") == (11 if spoilt else 20)


def test_saves_that_fail_without_a_roll_can_be_turned_too() -> None:
    frozen = m.Status(name="Frozen", fails=("dex",))
    resist = reaction("SaveFailed", m.SetOutcome("success"), name="Resist", cost="", who="self")
    useless = reaction("SaveFailed", m.ChangeRoll(add=500), name="Resist", cost="", who="self")
    for saving_reaction, hp in ((resist, 20), (useless, 11)):
        curse = action("Curse", m.Save(dc=-100, ability="dex", damage=9))
        fought = play(
            encounter(hero(curse), foe(traits=(frozen,), reactions=(saving_reaction,)), rounds=1)
        )
        assert fought.hp("Foe") == hp


def test_damage_can_be_changed() -> None:
    """Added, reduced, multiplied (rounded down), cancelled: on the hit or when it is rolled."""

    def taken(on: str, effect: m.Effect, damage: object = 9) -> int:
        change = reaction(on, effect, name="Change", who="self")
        return 50 - play(
            encounter(hero(strike(damage)), foe(hp=50, reactions=(change,)), rounds=1)
        ).hp("Foe")

    for on in ("AttackHit", "DamageRolled"):
        assert taken(on, m.ChangeDamage(reduce=4)) == 5
        assert taken(on, m.ChangeDamage(reduce=99)) == 0
        assert taken(on, m.ChangeDamage(multiply=0.5)) == 4
        assert taken(on, m.ChangeDamage(multiply=2)) == 18
        assert taken(on, m.ChangeDamage(add="3 fire")) == 12
        assert taken(on, m.ChangeDamage(add=1, reduce=3, multiply=3)) == 21
        assert taken(on, m.Cancel()) == 0
        assert taken(on, m.ChangeDamage(reduce=7), ("5 fire", "5 cold")) == 3


def test_dice_added_by_several_reactions_are_doubled_in_a_critical_hit() -> None:
    smite = reaction(
        "DamageRolled", m.ChangeDamage(add=2), name="Smite", cost="", role="source", who="self"
    )
    help_ = reaction(
        "DamageRolled", m.ChangeDamage(add=3), name="Help", cost="", role="source", who="ally"
    )
    heroes = [hero(strike(1), reactions=(smite,)), hero(name="Friend", reactions=(help_,))]
    for natural, damage in ((12, 6), (20, 12)):
        assert play(encounter(heroes, foe(hp=50), 1, always(natural))).hp("Foe") == 50 - damage


def test_damage_can_be_redirected() -> None:
    """The user of the reaction takes it instead, with its own resistances."""
    for on in ("AttackHit", "DamageRolled"):
        take = reaction(on, m.ChangeDamage(redirect=True), name="Take", who="ally")
        guard = foe(name="Guard", hp=50, resist=("slashing",), reactions=(take,))
        fought = play(encounter(hero(strike("9 slashing")), [foe(hp=10), guard], rounds=1))
        assert fought.hp("Foe", "Guard") == [10, 46]


def test_an_attack_can_be_cancelled_before_it_is_rolled() -> None:
    """The action goes on with its other attacks."""
    block = reaction("AttackDeclared", m.Cancel(), name="Block", who="self")
    twice = action("Twice", hit(5, times=2))
    fought = play(encounter(hero(twice), foe(reactions=(block,)), rounds=1))
    assert fought.hp("Foe") == 15
    assert fought.order("AttackRolled") == ["AttackRolled"]


def test_advantage_from_a_reaction_to_the_declaration_counts() -> None:
    """The roll comes after the declaration: two dice are rolled, and the worse one counts."""
    protect = reaction(
        "AttackDeclared",
        apply("Protected", to="event target", attacked="disadvantage", until="next attack taken"),
        name="Protect",
        who="ally",
    )
    sword = action("Sword", m.Attack(to_hit=0, damage=1))
    guarded = [foe(ac=11, hp=1000, name="Target"), foe(name="Guard", hp=5000, reactions=(protect,))]
    many = rules(check="1d20", fumble=1, critical=20, rounds=400)
    hits = 1000 - play(encounter(hero(sword), guarded, profile=many)).hp("Target")
    assert 60 < hits < 140  # 1 in 4, not 1 in 2


def test_a_reaction_may_grant_an_action_at_once() -> None:
    """The commander's strike: the friend needs no Action for it, and keeps its own."""
    order = action(
        "Order", m.Grant("Weapon"), cost="BonusAction", targets=m.Targets(who="other ally")
    )
    fighter = hero(strike(tags=("Weapon",)), name="Fighter")
    fought = play(encounter([hero(order, name="Captain"), fighter], foe(hp=50), rounds=1))
    assert fought.actions == ["Captain: Order", "Fighter: Strike", "Fighter: Strike"]


def test_a_granted_action_still_costs_its_other_pools() -> None:
    order = action("Order", m.Grant("Weapon"), targets=m.Targets(who="other ally"))
    throw = action("Throw", hit(3), cost=("Action", "Javelin"), tags=("Weapon",))
    fought = play(
        encounter(
            [hero(order, name="Captain"), hero(throw, name="F", pools={"Javelin": 1})],
            foe(hp=50),
            rounds=2,
        )
    )
    assert fought.actions == ["Captain: Order", "F: Throw", "Captain: Order"]


def test_reactions_used_in_a_granted_action_stay_used() -> None:
    """Only the turn pools of the granted action itself are free."""
    order = action("Order", m.Grant("Weapon"), targets=m.Targets(who="other ally"))
    duck = reaction("DamageTaken", m.Heal(1), name="Duck", who="self")
    thorns = reaction(
        "DamageTaken", m.Harm(1, to="event source"), name="Thorns", cost="", who="self"
    )
    fighter = hero(strike(tags=("Weapon",)), name="F", initiative=-500, reactions=(duck,))
    captain = hero(order, name="Captain")
    nasty = foe(strike(1), hp=50, reactions=(thorns,))
    fought = play(encounter([captain, fighter], nasty, rounds=1))
    assert fought.actions[:4] == ["Captain: Order", "F: Strike", "Foe: Thorns", "F: Duck"]
    assert fought.actions[4:5] == ["Foe: Strike"]  # and no second Duck before the own turn
    assert fought.actions[5] == "F: Strike"
