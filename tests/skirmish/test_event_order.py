"""Events and reactions: depth first, one after the other, in a defined order."""

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
from turnwright.core.rules.requirement import LastEvent, SelfCondition
from turnwright.skirmish.model import scenario as m


def note(on: str | tuple[str, ...], name: str = "Note", **more: object) -> m.CombatAction:
    """A reaction that costs nothing and changes almost nothing."""
    return reaction(on, apply(name, to="self"), name=name, **{"cost": ""} | more)  # type: ignore[arg-type]


# --- order ----------------------------------------------------------------------------------------


def test_the_events_of_an_attack_in_order() -> None:
    """2.6: paid, declared, rolled, hit, damaged, resolved."""
    chant = action("Chant", apply("Hymn", to="self"), concentration=True, targets=ME)
    singer = foe(chant, hp=5, initiative=99_999)
    ray = strike(9, "Ray", tags=("Spell",))
    fought = play(encounter(hero(ray), singer, rounds=1))
    events = fought.order()
    start = events.index("SpellCast") - 1
    assert events[start:] == [
        "ActionDeclared", "SpellCast", "AttackDeclared", "AttackRolled", "AttackHit", "DamageRolled",
        "DamageTaken", "StatusEnded", "ConcentrationBroken", "UnitDowned", "UnitDied",
        "ActionResolved",
    ]  # fmt: skip


def test_costs_are_paid_before_the_declaration() -> None:
    spy = reaction(
        "ActionDeclared", m.Lose("Ki", 9, to="event source"), name="Spy", who="enemy", role="source"
    )
    monk = hero(action("Palm", hit(3), cost="Ki"), pools={"Ki": 1})
    assert play(encounter(monk, foe(reactions=(spy,)), rounds=1)).hp("Foe") == 17


@pytest.mark.parametrize(
    ("listeners", "order"),
    [
        ("active first", ["Middle", "First", "Second", "Last"]),
        ("affected first", ["Last", "First", "Second", "Middle"]),
    ],
)
def test_who_reacts_first(listeners: str, order: list[str]) -> None:
    """2.6: the active combatant, then by initiative; or, by the profile, the target first."""
    watch = note("AttackHit")
    heroes = [
        hero(name="First", initiative=900, reactions=(watch,)),
        hero(strike(), name="Middle", initiative=300, reactions=(watch,)),
    ]
    foes = [
        foe(name="Second", hp=99, initiative=600, reactions=(watch,)),
        foe(name="Last", initiative=100, reactions=(watch,)),
    ]
    fought = play(encounter(heroes, foes, 1, rules(listeners=listeners)))
    assert [used for used in fought.actions if "Note" in used] == [
        f"{name}: Note" for name in order
    ]


def test_equal_initiative_goes_by_the_file() -> None:
    watch = note("AttackHit")
    heroes = [hero(name=name, initiative=7, reactions=(watch,)) for name in "ABC"]
    everybody = [*heroes, hero(strike(), name="D", initiative=9)]
    fought = play(encounter(everybody, foe(), 1, always(5)))
    assert fought.actions == ["D: Strike", "A: Note", "B: Note", "C: Note"]


def test_everybody_reacts_once_with_the_first_valid_entry() -> None:
    """2.6: top to bottom, the first valid only."""
    never = note("DamageTaken", "Never", requires=(SelfCondition("is_down"),))
    first, second = note("DamageTaken", "First"), note("DamageTaken", "Second")
    fought = play(encounter(hero(strike()), foe(reactions=(never, first, second)), rounds=1))
    assert fought.actions == ["Hero: Strike", "Foe: First"]


def test_depth_first() -> None:
    """Events of a reaction are handled before the next reaction to the outer event."""
    sting = reaction("AttackHit", m.Harm(1, to="event source"), name="Sting", cost="", who="self")
    watch = note("AttackHit")
    yelp = note("DamageTaken", "Yelp", who="self")
    foes = [foe(name="Target", reactions=(sting,)), foe(name="Other", hp=50, reactions=(watch,))]
    fought = play(encounter(hero(strike(), reactions=(yelp,)), foes, rounds=1))
    assert fought.actions == ["Hero: Strike", "Target: Sting", "Hero: Yelp", "Other: Note"]


def test_a_second_reaction_sees_what_the_first_has_done() -> None:
    """Two friends could reduce the damage; the second one need not any more."""
    parry = reaction(
        "DamageRolled",
        m.ChangeDamage(reduce=6),
        name="Parry",
        cost="",
        who="ally",
        when=LastEvent("DamageRolled", op=">=", value=5),
    )
    foes = [foe(name="Target", hp=5), *(foe(name=name, hp=50, reactions=(parry,)) for name in "AB")]
    fought = play(encounter(hero(strike(9)), foes, rounds=1))
    assert fought.actions == ["Hero: Strike", "A: Parry"]
    assert fought.hp("Target") == 2


def test_the_dead_do_not_react() -> None:
    """2.6: a reactor killed by an earlier reaction cannot react."""
    kill = reaction(
        "AttackDeclared",
        m.Harm(99),
        name="Kill",
        targets=m.Targets(pick="most hp"),
        who="enemy",
        role="target",
    )
    watch = note("AttackDeclared")
    heroes = [hero(strike(), reactions=(kill,), name="Killer")]
    foes = [foe(name="Weak", hp=5), foe(name="Watcher", hp=50, reactions=(watch,))]
    fought = play(encounter(heroes, foes, rounds=1))
    assert fought.actions == ["Killer: Strike", "Killer: Kill"]


def test_the_dying_react_only_to_their_own_fall() -> None:
    gasp = note(("UnitDowned", "AttackHit", "TurnStarted"), "Gasp", who="self")
    victim = foe(hp=5, death_saves=True, reactions=(gasp,))
    fought = play(encounter(hero(blast(5)), [victim, foe(name="Other", hp=99)], 3, always(12)))
    assert fought.count("Foe: Gasp") == 1


def test_a_reaction_fizzles_if_its_user_falls() -> None:
    """A reaction to the reaction fells its user."""
    snipe = reaction(
        "ActionDeclared", m.Harm(99, to="event source"), name="Snipe", who="enemy", role="source"
    )
    rebuke = reaction("DamageTaken", m.Harm(4, to="event source"), name="Rebuke", who="self")
    foes = [foe(name="Foe", hp=10, reactions=(rebuke,)), foe(name="Other", hp=50)]
    fought = play(encounter(hero(strike(), reactions=(snipe,)), foes, rounds=1))
    assert fought.actions == ["Hero: Strike", "Foe: Rebuke", "Hero: Snipe"]
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
    fought = play(encounter(heroes, foes, rounds=1))
    assert fought.actions[1:] == [f"{name}: Note" for name in heard]


def test_one_reaction_to_several_events() -> None:
    watch = note(("TurnStarted", "AttackHit"), who="enemy", role="source")
    fought = play(encounter(hero(strike()), foe(reactions=(watch,)), rounds=1))
    assert fought.actions == ["Foe: Note", "Hero: Strike", "Foe: Note"]


def test_several_names_of_one_event_with_their_own_tags() -> None:
    for tag, count in (("Melee", 1), ("Ranged", 1), ("Thrown", 0)):
        watch = note(("MeleeHit", "RangedHit"), who="self")
        fought = play(encounter(hero(strike(tags=(tag,))), foe(reactions=(watch,)), rounds=1))
        assert fought.count("Foe: Note") == count


def test_event_aliases() -> None:
    for name in ("Event::ActionStarted", "UnitDyed", "Event::MeleeHit"):
        watch = note(name, who="any")
        fought = play(encounter(hero(strike(50), reactions=(watch,)), foe(), rounds=1))
        assert fought.count("Hero: Note") == 1, name


def test_rounds_and_encounters_have_no_source() -> None:
    watch = note(("EncounterStarted", "RoundStarted"))
    choosy = note(("EncounterStarted", "RoundStarted"), "Choosy", who="enemy")
    fought = play(encounter(hero(reactions=(choosy, watch)), foe(), rounds=2))
    assert fought.actions == ["Hero: Note"] * 3


# --- recursion ------------------------------------------------------------------------------------


def test_a_reaction_cannot_trigger_itself() -> None:
    """2.6: the same reaction cannot begin again while it is on the stack."""
    spite = reaction(
        "DamageTaken", m.Harm(1), name="Spite", cost="", targets=m.Targets(who="anyone")
    )
    fought = play(encounter(hero(strike(), reactions=(spite,)), foe(hp=99), rounds=1))
    assert fought.actions == ["Hero: Strike", "Hero: Spite"]


def test_mutual_reactions_end() -> None:
    """Thorns against thorns: each of them once, for each hit."""
    thorns = reaction(
        "DamageTaken", m.Harm(1, to="event source"), name="Thorns", cost="", who="self"
    )
    fought = play(
        encounter(hero(strike(), reactions=(thorns,)), foe(reactions=(thorns,)), rounds=1)
    )
    assert fought.actions == ["Hero: Strike", "Foe: Thorns", "Hero: Thorns"]
    assert fought.hp("Hero", "Foe") == [19, 14]


def test_no_reactions_beyond_the_depth_limit() -> None:
    """2.6: logged and counted, but not offered."""
    pain = reaction("DamageTaken", m.Harm(1), name="Pain", cost="", targets=m.Targets(who="enemy"))
    heroes = [
        hero(strike(1), name="H0", hp=99, reactions=(pain,)),
        *(hero(name=f"H{n}", hp=99, reactions=(pain,)) for n in (1, 2, 3)),
    ]
    foes = [foe(name=f"F{n}", hp=99, reactions=(pain,)) for n in range(4)]
    for depth, answers, deep in ((1, 8, 8), (2, 8 + 56, 56)):
        fought = play(encounter(heroes, foes, 1, rules(depth=depth)))
        assert len(fought.actions) == 1 + answers
        assert fought.outcome.guards == deep
        assert all("deep" in why for why in fought.log.guards)


def test_free_reactions_of_a_crowd_are_limited() -> None:
    rage = reaction(
        "DamageTaken",
        m.Harm(1),
        name="Rage",
        cost="",
        targets=m.Targets(who="anyone", pick="most hp"),
    )
    heroes = [hero(strike(1), hp=9999, name=f"H{n}", reactions=(rage,)) for n in range(6)]
    foes = [foe(strike(1), hp=9999, name=f"F{n}", reactions=(rage,)) for n in range(6)]
    fought = play(encounter(heroes, foes, 1, rules(guard=8)))
    assert fought.outcome.guards > 0


def test_free_actions_and_reactions_are_different() -> None:
    """A free action is not a reaction, and a reaction is not a free action."""
    shout = free("Shout", apply("Loud", to="self"), targets=ME)
    fought = play(
        encounter(
            hero(shout, reactions=(note("TurnEnded", who="self", role="source"),)), foe(), rounds=1
        )
    )
    assert fought.actions == ["Hero: Shout", "Hero: Note"]
