"""Events and answers: depth first, one after the other, in an order that is written down."""

from __future__ import annotations

import pytest

from tests.games.skirmish.table import (
    ME, act, always, answer, blast, foe, free, hero, hit, play, put, rules, scene, strike,
)  # fmt: skip
from turnwright.core.requirement import LastEvent, SelfCondition
from turnwright.games.skirmish import model as m

SHIELD = put("Shield", to="self", ac=5, turns=1)


def note(on: str | tuple[str, ...], name: str = "Note", **more: object) -> m.Action:
    """An answer that costs nothing and changes next to nothing."""
    return answer(on, put(name, to="self"), name=name, **{"cost": ""} | more)  # type: ignore[arg-type]


# --- order ----------------------------------------------------------------------------------------


def test_the_events_of_an_attack_in_order() -> None:
    """2.6: costs are paid, then declared, rolled, judged, hurt, resolved."""
    chant = act("Chant", put("Hymn", to="self"), concentration=True, targets=ME)
    singer = foe(chant, hp=5, initiative=99_999)
    ray = strike(9, "Ray", tags=("Spell",))
    fought = play(scene(hero(ray), singer, rounds=1))
    events = fought.order()
    start = events.index("SpellCast") - 1
    assert events[start:] == [
        "ActionDeclared", "SpellCast", "AttackDeclared", "AttackRolled", "AttackHit", "DamageRolled",
        "DamageTaken", "StatusEnded", "ConcentrationBroken", "UnitDowned", "UnitDied",
        "ActionResolved",
    ]  # fmt: skip


def test_costs_are_paid_when_it_is_declared() -> None:
    spy = answer("ActionDeclared", m.Lose("Ki", 9, to="event source"), name="Spy", who="enemy",
                 role="source")  # fmt: skip
    monk = hero(act("Palm", hit(3), cost="Ki"), pools={"Ki": 1})
    assert play(scene(monk, foe(reactions=(spy,)), rounds=1)).hp("Foe") == 17


@pytest.mark.parametrize(
    ("listeners", "order"),
    [
        ("active first", ["Middle", "First", "Second", "Last"]),
        ("affected first", ["Last", "First", "Second", "Middle"]),
    ],
)
def test_who_answers_first(listeners: str, order: list[str]) -> None:
    """2.6: the active one, then by initiative; or, by the profile, the one it happens to."""
    watch = note("AttackHit")
    heroes = [hero(name="First", initiative=900, reactions=(watch,)),
              hero(strike(), name="Middle", initiative=300, reactions=(watch,))]  # fmt: skip
    foes = [foe(name="Second", hp=99, initiative=600, reactions=(watch,)),
            foe(name="Last", initiative=100, reactions=(watch,))]  # fmt: skip
    fought = play(scene(heroes, foes, 1, rules(listeners=listeners)))
    assert [deed for deed in fought.deeds if "Note" in deed] == [f"{name}: Note" for name in order]


def test_equal_initiative_goes_by_the_bonus_and_then_by_the_file() -> None:
    watch = note("AttackHit")
    heroes = [hero(name=name, initiative=7, reactions=(watch,)) for name in "ABC"]
    everybody = [*heroes, hero(strike(), name="D", initiative=9)]
    fought = play(scene(everybody, foe(), 1, always(5)))
    assert fought.deeds == ["D: Strike", "A: Note", "B: Note", "C: Note"]


def test_everybody_answers_an_event_once_with_the_first_valid_entry() -> None:
    """2.6: top to bottom, the first valid only."""
    never = note("DamageTaken", "Never", requires=(SelfCondition("is_down"),))
    first, second = note("DamageTaken", "First"), note("DamageTaken", "Second")
    fought = play(scene(hero(strike()), foe(reactions=(never, first, second)), rounds=1))
    assert fought.deeds == ["Hero: Strike", "Foe: First"]


def test_depth_first() -> None:
    """What happens in an answer is answered before the next one hears the outer event."""
    sting = answer("AttackHit", m.Harm(1, to="event source"), name="Sting", cost="", who="self")
    watch = note("AttackHit")
    yelp = note("DamageTaken", "Yelp", who="self")
    foes = [foe(name="Target", reactions=(sting,)), foe(name="Other", hp=50, reactions=(watch,))]
    fought = play(scene(hero(strike(), reactions=(yelp,)), foes, rounds=1))
    assert fought.deeds == ["Hero: Strike", "Target: Sting", "Hero: Yelp", "Other: Note"]


def test_the_second_sees_what_the_first_has_done() -> None:
    """Two friends could take the blow's edge off; the second one need not any more."""
    parry = answer("DamageRolled", m.ChangeDamage(reduce=6), name="Parry", cost="", who="ally",
                   when=LastEvent("DamageRolled", op=">=", value=5))  # fmt: skip
    foes = [foe(name="Target", hp=5), *(foe(name=name, hp=50, reactions=(parry,)) for name in "AB")]
    fought = play(scene(hero(strike(9)), foes, rounds=1))
    assert fought.deeds == ["Hero: Strike", "A: Parry"]
    assert fought.hp("Target") == 2


def test_the_dead_answer_nothing_any_more() -> None:
    """2.6: a reactor killed by an earlier reaction cannot react."""
    kill = answer("AttackDeclared", m.Harm(99), name="Kill", targets=m.Targets(pick="most hp"),
                  who="enemy", role="target")  # fmt: skip
    watch = note("AttackDeclared")
    heroes = [hero(strike(), reactions=(kill,), name="Killer")]
    foes = [foe(name="Weak", hp=5), foe(name="Watcher", hp=50, reactions=(watch,))]
    fought = play(scene(heroes, foes, rounds=1))
    assert fought.deeds == ["Killer: Strike", "Killer: Kill"]


def test_the_dying_answer_only_their_own_fall() -> None:
    gasp = note(("UnitDowned", "AttackHit", "TurnStarted"), "Gasp", who="self")
    victim = foe(hp=5, death_saves=True, reactions=(gasp,))
    fought = play(scene(hero(blast(5)), [victim, foe(name="Other", hp=99)], 3, always(12)))
    assert fought.count("Foe: Gasp") == 1


def test_who_falls_while_declaring_an_answer_does_not_give_it() -> None:
    """An answer to the answer fells the one who gives it."""
    snipe = answer("ActionDeclared", m.Harm(99, to="event source"), name="Snipe", who="enemy",
                   role="source")  # fmt: skip
    rebuke = answer("DamageTaken", m.Harm(4, to="event source"), name="Rebuke", who="self")
    foes = [foe(name="Foe", hp=10, reactions=(rebuke,)), foe(name="Other", hp=50)]
    fought = play(scene(hero(strike(), reactions=(snipe,)), foes, rounds=1))
    assert fought.deeds == ["Hero: Strike", "Foe: Rebuke", "Hero: Snipe"]
    assert fought.hp("Hero") == 20


# --- filters --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "role", "heard"),
    [
        ("self", "source", ["Hero"]), ("self", "target", ["Foe"]),
        ("ally", "source", ["Friend"]), ("ally", "target", ["Fiend"]),
        ("enemy", "source", ["Foe", "Fiend"]), ("enemy", "target", ["Hero", "Friend"]),
        ("any", "source", ["Hero", "Friend", "Foe", "Fiend"]),
    ],
)  # fmt: skip
def test_who_and_in_what_role(who: str, role: str, heard: list[str]) -> None:
    watch = note("AttackHit", who=who, role=role)
    heroes = [hero(strike(), reactions=(watch,)), hero(name="Friend", reactions=(watch,))]
    foes = [foe(reactions=(watch,)), foe(name="Fiend", hp=99, reactions=(watch,))]
    fought = play(scene(heroes, foes, rounds=1))
    assert fought.deeds[1:] == [f"{name}: Note" for name in heard]


def test_one_answer_to_several_events() -> None:
    watch = note(("TurnStarted", "AttackHit"), who="enemy", role="source")
    fought = play(scene(hero(strike()), foe(reactions=(watch,)), rounds=1))
    assert fought.deeds == ["Foe: Note", "Hero: Strike", "Foe: Note"]


def test_several_names_of_one_event_with_their_own_tags() -> None:
    for tag, count in (("Melee", 1), ("Ranged", 1), ("Thrown", 0)):
        watch = note(("MeleeHit", "RangedHit"), who="self")
        fought = play(scene(hero(strike(tags=(tag,))), foe(reactions=(watch,)), rounds=1))
        assert fought.count("Foe: Note") == count


def test_names_as_the_mission_writes_them() -> None:
    for name in ("Event::ActionStarted", "UnitDyed", "Event::MeleeHit"):
        watch = note(name, who="any")
        fought = play(scene(hero(strike(50), reactions=(watch,)), foe(), rounds=1))
        assert fought.count("Hero: Note") == 1, name


def test_rounds_and_encounters_are_events_of_nobody() -> None:
    watch = note(("EncounterStarted", "RoundStarted"))
    choosy = note(("EncounterStarted", "RoundStarted"), "Choosy", who="enemy")
    fought = play(scene(hero(reactions=(choosy, watch)), foe(), rounds=2))
    assert fought.deeds == ["Hero: Note"] * 3


# --- changing what is answered --------------------------------------------------------------------


def shielded(natural: int, to_hit: int, ac: int, *, wise: bool = True) -> tuple[int, int]:
    """(shields, damage) of an attack on somebody with a Shield."""
    shield = answer("AttackHit", SHIELD, name="Shield", who="self", only_if_it_matters=wise)
    sword = act("Sword", m.Attack(to_hit=to_hit, damage=7))
    target = foe(ac=ac, reactions=(shield,))
    fought = play(scene(hero(sword), target, 1, always(natural)))
    return fought.count("Foe: Shield"), 20 - fought.hp("Foe")


def test_a_shield_turns_a_hit_into_a_miss() -> None:
    """2.6: judged again after the answer: AttackHit becomes AttackMissed, and no damage follows."""
    assert shielded(10, 5, 15) == (1, 0)
    shield = answer("AttackHit", SHIELD, name="Shield", who="self")
    fought = play(scene(hero(act("Sword", m.Attack(to_hit=5, damage=7))), foe(ac=15, reactions=(shield,)),
                        1, always(10)))  # fmt: skip
    assert fought.order("AttackHit", "AttackMissed", "DamageRolled") == ["AttackHit", "AttackMissed"]


def test_a_shield_is_not_wasted_when_it_cannot_help() -> None:
    assert shielded(14, 5, 15) == (1, 0)  # 19 against 20
    assert shielded(15, 5, 15) == (0, 7)  # 20 against 20
    assert shielded(15, 5, 15, wise=False) == (1, 7)
    assert shielded(9, 5, 15) == (0, 0)  # a miss is no hit


def test_a_shield_does_not_help_against_a_critical_hit() -> None:
    assert shielded(20, -10, 15) == (0, 14)
    assert shielded(20, -10, 15, wise=False) == (1, 14)


def test_a_hit_that_is_critical_by_a_condition_is_still_a_hit() -> None:
    """The paralysed are hit critically in melee, but first they must be hit."""
    frail = m.Status(name="Frail", critical_in_melee=True)
    for natural, shields, damage in ((10, 1, 0), (18, 0, 14)):
        shield = answer("AttackHit", SHIELD, name="Shield", who="self", only_if_it_matters=True)
        sword = act("Sword", m.Attack(to_hit=5, damage=7), tags=("Melee",))
        target = foe(ac=15, traits=(frail,), reactions=(shield,))
        fought = play(scene(hero(sword), target, 1, always(natural)))
        assert fought.count("Foe: Shield") == shields
        assert fought.hp("Foe") == 20 - damage


def test_what_has_become_a_miss_is_offered_no_further() -> None:
    """Two friends with a ward: the second keeps its own."""
    ward = answer("AttackHit", put("Ward", to="event target", ac=5, turns=1), name="Ward", who="ally",
                  only_if_it_matters=True)  # fmt: skip
    target = foe(ac=15, hp=5, name="Target")
    friends = [foe(name=name, hp=50, reactions=(ward,)) for name in "AB"]
    sword = act("Sword", m.Attack(to_hit=5, damage=7))
    fought = play(scene(hero(sword), [target, *friends], 1, always(10)))
    assert fought.deeds == ["Hero: Sword", "A: Ward"]
    assert fought.hp("Target") == 5


def test_a_roll_can_be_changed() -> None:
    """Bardic inspiration for a miss, cutting words against a hit: only where they can matter."""
    sword = act("Sword", m.Attack(to_hit=5, damage=7))
    for natural, used in ((9, 1), (6, 1), (5, 0), (12, 0)):
        inspire = answer("AttackMissed", m.Roll(add=4), name="Inspire", cost="", who="self",
                         role="source", only_if_it_matters=True)  # fmt: skip
        fought = play(scene(hero(sword, reactions=(inspire,)), foe(ac=15), 1, always(natural)))
        assert fought.count("Hero: Inspire") == used, natural
        assert (fought.hp("Foe") == 13) == (bool(used) or natural == 12)
    for natural, used in ((10, 1), (13, 1), (14, 0)):
        cut = answer("AttackHit", m.Roll(add=-4), name="Cut", cost="", who="self",
                     only_if_it_matters=True)  # fmt: skip
        fought = play(scene(hero(sword), foe(ac=15, reactions=(cut,)), 1, always(natural)))
        assert fought.count("Foe: Cut") == used, natural


def test_a_roll_can_be_changed_before_it_is_judged() -> None:
    """AttackRolled comes before the hit or the miss: there is only one of them then."""
    omen = answer("AttackRolled", m.Roll(add=-9), name="Omen", who="self")
    sword = act("Sword", m.Attack(to_hit=5, damage=7))
    fought = play(scene(hero(sword), foe(ac=15, reactions=(omen,)), 1, always(12)))
    assert fought.order("AttackRolled", "AttackHit", "AttackMissed") == ["AttackRolled", "AttackMissed"]


def test_outcomes_can_be_set() -> None:
    """To a hit, a miss, a critical hit; a save to success (legendary resistance) or failure."""
    sword = act("Sword", m.Attack(to_hit=5, damage=7))

    def damage(natural: int, on: str, to: str) -> int:
        fate = answer(on, m.Outcome(to), name="Fate", cost="")  # type: ignore[arg-type]
        return 20 - play(scene(hero(sword), foe(ac=15, reactions=(fate,)), 1, always(natural))).hp("Foe")

    assert damage(2, "AttackMissed", "hit") == 7
    assert damage(2, "AttackMissed", "critical") == 14
    assert damage(12, "AttackHit", "miss") == 0
    assert damage(12, "AttackHit", "critical") == 14
    assert damage(12, "AttackRolled", "critical") == 14
    assert damage(20, "AttackHit", "hit") == 7
    assert damage(20, "AttackHit", "miss") == 0

    for dc, on, to, hp in ((100, "SaveFailed", "success", 20), (-100, "SaveSucceeded", "failure", 11)):
        resist = answer(on, m.Outcome(to), name="Resist", cost="Will", who="self")  # type: ignore[arg-type]
        curse = act("Curse", m.Save(dc=dc, damage=9))
        fought = play(scene(hero(curse), foe(reactions=(resist,), pools={"Will": 1}), rounds=1))
        assert fought.hp("Foe") == hp


def test_saves_that_fail_without_a_roll_can_be_turned_too() -> None:
    frozen = m.Status(name="Frozen", fails=("dex",))
    resist = answer("SaveFailed", m.Outcome("success"), name="Resist", cost="", who="self")
    useless = answer("SaveFailed", m.Roll(add=500), name="Resist", cost="", who="self")
    for reaction, hp in ((resist, 20), (useless, 11)):
        curse = act("Curse", m.Save(dc=-100, ability="dex", damage=9))
        fought = play(scene(hero(curse), foe(traits=(frozen,), reactions=(reaction,)), rounds=1))
        assert fought.hp("Foe") == hp


def test_damage_can_be_changed() -> None:
    """Added, reduced, multiplied (rounded down), cancelled: on the hit or when it is rolled."""

    def taken(on: str, effect: m.Effect, damage: object = 9) -> int:
        change = answer(on, effect, name="Change", who="self")
        return 50 - play(scene(hero(strike(damage)), foe(hp=50, reactions=(change,)), rounds=1)).hp("Foe")

    for on in ("AttackHit", "DamageRolled"):
        assert taken(on, m.ChangeDamage(reduce=4)) == 5
        assert taken(on, m.ChangeDamage(reduce=99)) == 0
        assert taken(on, m.ChangeDamage(multiply=0.5)) == 4
        assert taken(on, m.ChangeDamage(multiply=2)) == 18
        assert taken(on, m.ChangeDamage(add="3 fire")) == 12
        assert taken(on, m.ChangeDamage(add=1, reduce=3, multiply=3)) == 21
        assert taken(on, m.Cancel()) == 0
        assert taken(on, m.ChangeDamage(reduce=7), ("5 fire", "5 cold")) == 3


def test_added_dice_are_doubled_in_a_critical_hit_also_those_of_the_second() -> None:
    smite = answer("DamageRolled", m.ChangeDamage(add=2), name="Smite", cost="", role="source",
                   who="self")  # fmt: skip
    help_ = answer("DamageRolled", m.ChangeDamage(add=3), name="Help", cost="", role="source",
                   who="ally")  # fmt: skip
    heroes = [hero(strike(1), reactions=(smite,)), hero(name="Friend", reactions=(help_,))]
    for natural, damage in ((12, 6), (20, 12)):
        assert play(scene(heroes, foe(hp=50), 1, always(natural))).hp("Foe") == 50 - damage


def test_damage_can_be_redirected() -> None:
    """The one who acts takes it instead, with its own resistances."""
    for on in ("AttackHit", "DamageRolled"):
        take = answer(on, m.ChangeDamage(redirect=True), name="Take", who="ally")
        guard = foe(name="Guard", hp=50, resist=("slashing",), reactions=(take,))
        fought = play(scene(hero(strike("9 slashing")), [foe(hp=10), guard], rounds=1))
        assert fought.hp("Foe", "Guard") == [10, 46]


def test_an_attack_can_be_cancelled_before_it_is_rolled() -> None:
    """The action goes on with its other attacks."""
    block = answer("AttackDeclared", m.Cancel(), name="Block", who="self")
    twice = act("Twice", hit(5, times=2))
    fought = play(scene(hero(twice), foe(reactions=(block,)), rounds=1))
    assert fought.hp("Foe") == 15
    assert fought.order("AttackRolled") == ["AttackRolled"]


def test_advantage_given_in_answer_to_a_declared_attack_counts() -> None:
    """The roll comes after the declaration: two dice are thrown, and the worse one counts."""
    protect = answer(
        "AttackDeclared", put("Protected", to="event target", attacked="disadvantage",
                              until="next attack taken"), name="Protect", who="ally",
    )  # fmt: skip
    sword = act("Sword", m.Attack(to_hit=0, damage=1))
    guarded = [foe(ac=11, hp=1000, name="Target"), foe(name="Guard", hp=5000, reactions=(protect,))]
    many = rules(check="1d20", fumble=1, critical=20, rounds=400)
    hits = 1000 - play(scene(hero(sword), guarded, profile=many)).hp("Target")
    assert 60 < hits < 140  # 1 in 4, not 1 in 2


def test_an_answer_may_grant_an_action_at_once() -> None:
    """The commander's strike: the friend needs no Action for it, and keeps its own."""
    order = act("Order", m.Grant("Weapon"), cost="BonusAction", targets=m.Targets(who="other ally"))
    fighter = hero(strike(tags=("Weapon",)), name="Fighter")
    fought = play(scene([hero(order, name="Captain"), fighter], foe(hp=50), rounds=1))
    assert fought.deeds == ["Captain: Order", "Fighter: Strike", "Fighter: Strike"]


def test_a_granted_action_still_takes_its_own_special_costs() -> None:
    order = act("Order", m.Grant("Weapon"), targets=m.Targets(who="other ally"))
    throw = act("Throw", hit(3), cost=("Action", "Javelin"), tags=("Weapon",))
    fought = play(scene([hero(order, name="Captain"), hero(throw, name="F", pools={"Javelin": 1})],
                        foe(hp=50), rounds=2))  # fmt: skip
    assert fought.deeds == ["Captain: Order", "F: Throw", "Captain: Order"]


def test_reactions_used_in_a_granted_action_stay_used() -> None:
    """Only what the granted action takes itself is given."""
    order = act("Order", m.Grant("Weapon"), targets=m.Targets(who="other ally"))
    duck = answer("DamageTaken", m.Heal(1), name="Duck", who="self")
    thorns = answer("DamageTaken", m.Harm(1, to="event source"), name="Thorns", cost="", who="self")
    fighter = hero(strike(tags=("Weapon",)), name="F", initiative=-500, reactions=(duck,))
    captain = hero(order, name="Captain")
    nasty = foe(strike(1), hp=50, reactions=(thorns,))
    fought = play(scene([captain, fighter], nasty, rounds=1))
    assert fought.deeds[:4] == ["Captain: Order", "F: Strike", "Foe: Thorns", "F: Duck"]
    assert fought.deeds[4:5] == ["Foe: Strike"]  # and no second Duck before the own turn
    assert fought.deeds[5] == "F: Strike"


# --- recursion ------------------------------------------------------------------------------------


def test_nobody_answers_with_what_they_are_doing() -> None:
    """2.6: the same reaction cannot begin again while it is on the stack."""
    spite = answer("DamageTaken", m.Harm(1), name="Spite", cost="", targets=m.Targets(who="anyone"))
    fought = play(scene(hero(strike(), reactions=(spite,)), foe(hp=99), rounds=1))
    assert fought.deeds == ["Hero: Strike", "Hero: Spite"]


def test_two_who_answer_each_other_come_to_an_end() -> None:
    """Thorns against thorns: each of them once, for each hit."""
    thorns = answer("DamageTaken", m.Harm(1, to="event source"), name="Thorns", cost="", who="self")
    fought = play(scene(hero(strike(), reactions=(thorns,)), foe(reactions=(thorns,)), rounds=1))
    assert fought.deeds == ["Hero: Strike", "Foe: Thorns", "Hero: Thorns"]
    assert fought.hp("Hero", "Foe") == [19, 14]


def test_deeper_than_the_limit_nobody_is_asked() -> None:
    """2.6: logged, offered to nobody, and counted."""
    pain = answer("DamageTaken", m.Harm(1), name="Pain", cost="", targets=m.Targets(who="enemy"))
    heroes = [hero(strike(1), name="H0", hp=99, reactions=(pain,)),
              *(hero(name=f"H{n}", hp=99, reactions=(pain,)) for n in (1, 2, 3))]  # fmt: skip
    foes = [foe(name=f"F{n}", hp=99, reactions=(pain,)) for n in range(4)]
    for depth, answers, deep in ((1, 8, 8), (2, 8 + 56, 56)):
        fought = play(scene(heroes, foes, 1, rules(depth=depth)))
        assert len(fought.deeds) == 1 + answers
        assert fought.outcome.guards == deep
        assert all("deep" in why for why in fought.log.guards)


def test_free_answers_of_a_crowd_do_not_explode() -> None:
    rage = answer("DamageTaken", m.Harm(1), name="Rage", cost="", targets=m.Targets(who="anyone", pick="most hp"))
    heroes = [hero(strike(1), hp=9999, name=f"H{n}", reactions=(rage,)) for n in range(6)]
    foes = [foe(strike(1), hp=9999, name=f"F{n}", reactions=(rage,)) for n in range(6)]
    fought = play(scene(heroes, foes, 1, rules(guard=8)))
    assert fought.outcome.guards > 0


def test_freely_said_in_a_reaction() -> None:
    """A free action of a list is no reaction, and a reaction no free action."""
    shout = free("Shout", put("Loud", to="self"), targets=ME)
    fought = play(scene(hero(shout, reactions=(note("TurnEnded", who="self", role="source"),)), foe(), rounds=1))
    assert fought.deeds == ["Hero: Shout", "Hero: Note"]
