"""Requirements: facts, tags, resources, last events, and their combinations."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    ME,
    action,
    always,
    apply,
    encounter,
    foe,
    free,
    hero,
    hit,
    play,
    reaction,
    strike,
)
from turnwright.core.rules.requirement import (
    And,
    Custom,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.vocabulary import SELF_FACTS, TARGET_FACTS

SELF_NOW = {
    "hp": 15, "max_hp": 20, "missing_hp": 5, "hp_percent": 75, "temp_hp": 4, "ac": 17, "position": 10,
    "is_up": 1, "is_down": 0, "is_alive": 1, "is_concentrating": 0, "is_surprised": 0,
    "round": 2, "allies_up": 2, "allies_down": 1, "enemies_up": 3, "enemies_down": 1,
    "outnumbered_by": 1, "lowest_ally_percent": 0, "lowest_enemy_percent": 0, "nearest_enemy": 20,
    "allies_near": 1, "count:AttackHit": 0, "summons_up": 0, "held_inside": 0,
    "used:Jab": 1, "used:Never": 0, "Weak": 1, "Marked": 2, "Nothing": 0,
}  # fmt: skip


def crowd(probe: m.CombatAction) -> m.Scenario:
    """The second round. Hero is hurt, shielded, weakened and marked twice; one on either side lies
    dying; three foes stand, and one is yet to come."""
    weak = m.Status(name="Sick", conditions=("Weak",), ac=2)
    mark = action("Mark", apply("Marked"), cooldown=9)
    probe = free(
        probe.name, *probe.effect, requires=(SelfCondition("round", "==", 2), *probe.requires)
    )
    heroes = [
        hero(
            probe,
            strike(0, "Jab", cooldown=9),
            start_hp=15,
            temporary_hp=4,
            ac=15,
            position=10,
            traits=(weak,),
        ),
        hero(name="Friend", hp=30, position=6),
        hero(name="Dying", start_hp=0, death_saves=True),
    ]
    foes = [
        foe(mark, name="A", hp=12, position=30, ac=11),
        foe(mark, name="B", hp=40, start_hp=10, position=40, ac=18),
        foe(name="C", hp=50, temporary_hp=9, position=60),
        foe(name="Fallen", start_hp=0, death_saves=True),
        foe(name="Tardy", arrival=9),
    ]
    profile = always(12, rounds=2, conditions={"Weak": m.Condition()})
    return encounter(heroes, foes, profile=profile)


def test_every_fact_about_oneself_is_tested_here() -> None:
    assert set(SELF_FACTS) <= set(SELF_NOW)


@pytest.mark.parametrize("name", SELF_NOW)
def test_facts_about_oneself(name: str) -> None:
    """Each has exactly the expected value."""
    value = SELF_NOW[name]
    for op, count in (("==", 1), ("!=", 0), (">=", 1), ("<=", 1), ("<", 0), (">", 0)):
        probe = free("Probe", m.Harm(0), requires=(SelfCondition(name, op, value),))
        assert play(crowd(probe)).count("Hero: Probe") == count, (name, op)


def test_fact_names_may_be_written_in_camel_case() -> None:
    for name in ("AlliesUp", "HpPercent", "EnemiesUp", "IsUp"):
        probe = free("Probe", m.Harm(0), requires=(SelfCondition(name),))
        assert play(crowd(probe)).count("Hero: Probe") == 1


def test_a_name_alone_means_yes() -> None:
    probe = free("Probe", m.Harm(0), requires=(SelfCondition("is_concentrating"),))
    assert play(crowd(probe)).count("Hero: Probe") == 0


def test_concentrating_and_surprised_are_facts_too() -> None:
    chant = action("Chant", apply("Hymn", to="self"), concentration=True, targets=ME)
    probe = free("Probe", m.Harm(0), requires=(SelfCondition("is_concentrating"),))
    fought = play(encounter(hero(probe, chant), foe(), rounds=1))
    assert fought.actions == ["Hero: Chant", "Hero: Probe"]
    gloat = free("Gloat", m.Harm(0), requires=(TargetCondition("is_surprised"),))
    ambush = encounter(hero(gloat), foe(), rounds=2, surprised=("Foes",))
    assert play(ambush).count("Hero: Gloat") == 1


# --- targets --------------------------------------------------------------------------------------

TARGETS = {
    "A": {
        "hp": 8, "max_hp": 10, "missing_hp": 2, "hp_percent": 80, "temp_hp": 0, "ac": 12,
        "position": 30, "is_up": 1, "is_down": 0, "is_alive": 1, "is_concentrating": 0,
        "is_surprised": 0, "is_enemy": 1, "is_ally": 0, "is_self": 0, "distance": 25, "Weak": 0,
        "allies_near": 0,
    },
    "B": {
        "hp": 0, "max_hp": 40, "missing_hp": 40, "hp_percent": 0, "temp_hp": 3, "ac": 15,
        "position": -5, "is_up": 0, "is_down": 1, "is_alive": 1, "is_concentrating": 0,
        "is_surprised": 0, "is_enemy": 1, "is_ally": 0, "is_self": 0, "distance": 10, "Weak": 1,
        "allies_near": 0,
    },
    "Hero": {
        "hp": 20, "max_hp": 20, "missing_hp": 0, "hp_percent": 100, "temp_hp": 0, "ac": 10,
        "position": 5, "is_up": 1, "is_down": 0, "is_alive": 1, "is_concentrating": 0,
        "is_surprised": 0, "is_enemy": 0, "is_ally": 1, "is_self": 1, "distance": 0, "Weak": 0,
        "allies_near": 0,
    },
}  # fmt: skip


def test_every_fact_about_a_target_is_tested_here() -> None:
    assert all(set(TARGET_FACTS) <= set(facts) for facts in TARGETS.values())


@pytest.mark.parametrize("fact", TARGETS["A"])
def test_facts_about_targets_filter_the_candidates(fact: str) -> None:
    """2.3: others are not targets; with one left the action is valid."""
    for name, facts in TARGETS.items():
        touch = action(
            "Touch",
            apply("Touched"),
            targets=m.Targets(who="anyone", state="any", count=9),
            requires=(TargetCondition(fact, "==", facts[fact]),),
        )
        weak = m.Status(name="Weak")
        foes = [
            foe(name="A", hp=10, start_hp=8, ac=12, position=30),
            foe(name="B", hp=40, start_hp=0, ac=15, position=-5, temporary_hp=3, traits=(weak,)),
            foe(name="Gone", hp=1, position=70, arrival=9),
        ]
        fought = play(encounter(hero(touch, position=5), foes, rounds=1))
        touched = {one.target for one in fought.seen("StatusApplied") if one.about == "Touched"}
        assert name in touched
        assert touched == {one for one in TARGETS if TARGETS[one][fact] == facts[fact]}


def test_the_dead_are_not_candidates() -> None:
    raise_ = action(
        "Raise",
        m.Heal(5),
        targets=m.Targets(who="anyone", state="any"),
        requires=(Not(TargetCondition("is_alive")),),
    )
    fought = play(
        encounter([hero(strike(50)), hero(raise_, name="Mage")], [foe(), foe(name="B")], rounds=1)
    )
    assert fought.actions == ["Hero: Strike"]


def test_how_many_targets_there_must_be() -> None:
    """2.3: at least one candidate, or `min_targets`."""
    for foes, count in ((2, 0), (3, 1)):
        boom = action("Boom", m.Harm(1), min_targets=3, targets=m.Targets(count=9))
        several = [foe(name=f"F{n}") for n in range(foes)]
        assert play(encounter(hero(boom), several, rounds=1)).count("Hero: Boom") == count
    nothing = action(
        "Nothing",
        apply("Ready", to="self"),
        min_targets=0,
        requires=(TargetCondition("hp", ">", 999),),
    )
    assert play(encounter(hero(nothing), foe(), rounds=1)).count("Hero: Nothing") == 1


def test_range_is_a_distance() -> None:
    """`Range <= 60`; without positions everything is near."""
    for position, count in ((60, 1), (61, 0)):
        ray = strike(requires=(TargetCondition("Range", "<=", 60),))
        far = foe(position=position)
        assert play(encounter(hero(ray), far, rounds=1)).count("Hero: Strike") == count
    assert play(
        encounter(hero(strike(requires=(TargetCondition("Range", "<=", 0),))), foe(), rounds=1)
    ).actions


# --- joining --------------------------------------------------------------------------------------

YES, NO = SelfCondition("is_up"), SelfCondition("is_down")


@pytest.mark.parametrize(
    ("check", "holds"),
    [
        (And((YES, YES)), True), (And((YES, NO)), False), (And(()), True),
        (Or((NO, YES)), True), (Or((NO, NO)), False), (Or(()), False),
        (Not(NO), True), (Not(YES), False), (Not(And((YES, Or((NO, Not(NO)))))), False),
        (Custom("moon"), False), (Not(Custom("moon")), True),
        (HasResource("Action"), True), (HasResource("Action", 2), False),
        (HasResource("Moonlight"), False), (HasResource("Moonlight", 0), True),
    ],
)  # fmt: skip
def test_combined_requirements(check: Requirement, holds: bool) -> None:
    fought = play(encounter(hero(strike(requires=(check,))), foe(), rounds=1))
    assert fought.count("Hero: Strike") == holds


def test_a_requirement_that_mixes_both_kinds_is_about_targets() -> None:
    """Weak ones always, strong ones only when hurt."""
    check = Or((TargetCondition("hp", "<=", 10), SelfCondition("hp", "<", 10)))
    for start, count in ((20, 1), (9, 2)):
        both = action("Both", apply("Hit"), targets=m.Targets(count=9), requires=(check,))
        foes = [foe(name="Weak", hp=10), foe(name="Strong", hp=11)]
        fought = play(encounter(hero(both, start_hp=start), foes, rounds=1))
        assert len(fought.seen("StatusApplied")) == count


# --- tags -----------------------------------------------------------------------------------------


def test_tags_on_oneself_on_targets_and_on_anybody() -> None:
    """2.3: exact and case-sensitive, from statuses and from the combatant."""
    for on, tag, holds in (
        ("self", "Brave", True), ("self", "brave", False), ("self", "Undead", False),
        ("target", "Undead", True), ("target", "Brave", False),
        ("any_enemy", "Undead", True), ("any_enemy", "Brave", False),
        ("any_ally", "Brave", True), ("any_ally", "Kin", True), ("any_ally", "Undead", False),
    ):  # fmt: skip
        seeker = hero(strike(requires=(HasTag(tag, on),)), tags=("Brave",))
        friend = hero(name="Friend", tags=("Kin",))
        fought = play(encounter([seeker, friend], foe(tags=("Undead",)), rounds=1))
        assert fought.count("Hero: Strike") == holds, (on, tag)


def test_by_self_needs_a_tag_applied_by_the_actor() -> None:
    """`by: self` looks for the actor's own mark, not for that of a friend."""
    mark = action("Mark", apply("Mark", tags=("Marked",)), cost="BonusAction", cooldown=9)
    for own, strikes in ((False, ["Hero: Strike", "Friend: Strike"]), (True, ["Hero: Strike"])):
        use = strike(requires=(HasTag("Marked", "target", by_self=own),))
        fought = play(encounter([hero(mark, use), hero(use, name="Friend")], foe(), rounds=1))
        assert [used for used in fought.actions if "Strike" in used] == strikes


def test_a_tag_ends_with_its_status() -> None:
    mark = action("Mark", apply("Mark", tags=("Marked",), turns=1), cost="BonusAction", cooldown=9)
    use = strike(requires=(HasTag("Marked"),))
    assert play(encounter(hero(mark, use), foe(), rounds=3)).actions == [
        "Hero: Mark",
        "Hero: Strike",
    ]


# --- the last event -------------------------------------------------------------------------------


def test_the_last_of_its_family_counts() -> None:
    """2.3: a hit and then a miss is a miss; damage, death and reactions do not interfere."""
    first = action("First", hit(1), cost="BonusAction")
    second = action("Second", m.Attack(to_hit=-100, damage=1))
    after_hit = free("After Hit", m.Harm(0), requires=(LastEvent("AttackHit"),))
    after_miss = free("After Miss", m.Harm(0), requires=(LastEvent("AttackMissed"),))
    thorns = reaction(
        "DamageTaken", m.Harm(1, to="event source"), name="Thorns", cost="", who="self"
    )
    fought = play(
        encounter(hero(after_hit, after_miss, first, second), foe(reactions=(thorns,)), rounds=1)
    )
    assert fought.actions == [
        "Hero: First", "Foe: Thorns", "Hero: After Hit", "Hero: Second", "Hero: After Miss",
    ]  # fmt: skip


def test_saves_and_actions_are_families_too() -> None:
    for dc, event in ((100, "SaveFailed"), (-100, "SaveSucceeded")):
        curse = action("Curse", m.Save(dc=dc))
        gloat = free("Gloat", m.Harm(0), requires=(LastEvent(event),))
        assert play(encounter(hero(gloat, curse), foe(), rounds=1)).count("Hero: Gloat") == 1
    no = reaction("ActionDeclared", m.Cancel(), name="No", who="enemy", role="source")
    sulk = free("Sulk", m.Harm(0), requires=(LastEvent("ActionCancelled"),))
    fought = play(encounter(hero(sulk, strike()), foe(reactions=(no,)), rounds=1))
    assert fought.actions == ["Hero: Strike", "Foe: No", "Hero: Sulk"]


def test_the_last_event_must_be_ones_own_unless_it_says_otherwise() -> None:
    for own, count in ((True, 0), (False, 1)):
        cheer = free(
            "Cheer",
            apply("Glad", to="self"),
            targets=ME,
            requires=(LastEvent("AttackHit", by_self=own, window="round"),),
        )
        fought = play(encounter([hero(strike()), hero(cheer, name="Bard")], foe(), rounds=1))
        assert fought.count("Bard: Cheer") == count


@pytest.mark.parametrize(
    ("window", "rounds"),
    [("action", [1]), ("turn", [1]), ("round", [1]), ("encounter", [1, 2, 3])],
)
def test_the_window_of_a_last_event(window: str, rounds: list[int]) -> None:
    """The hit is in the first round, and outside later actions, turns or rounds."""
    jab = action("Jab", hit(1), cooldown=9)
    recall = free("Recall", m.Harm(0), requires=(LastEvent("AttackHit", window=window),))  # type: ignore[arg-type]
    fought = play(encounter(hero(recall, jab), foe(), rounds=3))
    told = [one.value for one in fought.seen("TurnStarted") if one.source == "Hero"]
    assert told == [1, 2, 3]
    assert fought.count("Hero: Recall") == len(rounds)


def test_the_window_of_an_action_includes_its_reactions() -> None:
    """A reaction does not close it, another action does."""
    jab = action("Jab", hit(1), cost="BonusAction")
    wait = action("Wait", apply("Waiting", to="self"), targets=ME)
    thorns = reaction(
        "DamageTaken", m.Harm(1, to="event source"), name="Thorns", cost="", who="self"
    )
    check = LastEvent("AttackHit", window="action")
    fought = play(
        encounter(
            hero(free("Now", m.Harm(0), requires=(check,)), jab), foe(reactions=(thorns,)), rounds=1
        )
    )
    assert fought.actions == ["Hero: Jab", "Foe: Thorns", "Hero: Now"]
    late = free("Now", m.Harm(0), requires=(check, Not(HasResource("Action"))))
    assert "Hero: Now" not in play(encounter(hero(late, jab, wait), foe(), rounds=1)).actions


def test_tags_and_values_of_the_last_event() -> None:
    """`LastEvent(Type: MeleeHit, Value > 10)`."""
    for damage, tag, count in ((11, "Melee", 1), (10, "Melee", 0), (11, "Ranged", 0)):
        cleave = strike(
            1, "Cleave", cost="BonusAction", requires=(LastEvent("MeleeHit", op=">", value=10),)
        )
        sword = action("Sword", hit(damage), tags=(tag,))
        assert (
            play(encounter(hero(cleave, sword), foe(hp=99), rounds=1)).count("Hero: Cleave")
            == count
        )


def test_two_aliases_of_one_event_match_either() -> None:
    check = LastEvent(("MeleeHit", "RangedHit"))
    for tag, count in (("Melee", 1), ("Ranged", 1), ("Thrown", 0)):
        sword = action("Sword", hit(1), tags=(tag,))
        more = free("More", m.Harm(0), requires=(check,))
        assert play(encounter(hero(more, sword), foe(), rounds=1)).count("Hero: More") == count


def test_of_several_families_the_latest_counts() -> None:
    """After a hit and a save against its poison, the save is the last event."""
    bite = action("Bite", hit(1, on_hit=(m.Save(dc=-100),)))
    for event, count in (("AttackHit", 0), ("SaveSucceeded", 1)):
        check = LastEvent((event, "AttackMissed" if event == "AttackHit" else "SaveFailed"))
        both = And((LastEvent(("AttackHit", "SaveSucceeded")), check))
        latest = LastEvent(("AttackHit", "SaveSucceeded"), op=">=", value=0)
        probe = free("Probe", m.Harm(0), requires=(both, latest))
        assert play(encounter(hero(probe, bite), foe(), rounds=1)).count("Hero: Probe") == 1
        # seen together, a value of 3 belongs to the save (its roll), not to the hit (its damage, 7)
        fang = action("Fang", hit(7, on_hit=(m.Save(dc=-100),)))
        value = LastEvent(("AttackHit", "SaveSucceeded"), op="==", value=3 if count else 7)
        probe = free("Probe", m.Harm(0), requires=(value,))
        assert play(encounter(hero(probe, fang), foe(), 1, always(3))).count("Hero: Probe") == count


def test_values_of_events() -> None:
    """Damage as rolled for hits, after resistances for DamageTaken; amounts, totals and levels."""
    fire = action("Fire", hit("8 fire"))
    fought = play(encounter(hero(fire), foe(resist=("fire",)), rounds=1))
    assert [one.value for one in fought.seen("AttackHit")] == [8]
    assert [one.value for one in fought.seen("DamageRolled")] == [8]
    assert [one.value for one in fought.seen("DamageTaken")] == [4]
    heal = action("Heal", m.Heal(9), targets=ME, tags=("Spell",), level=3)
    fought = play(encounter(hero(heal, start_hp=15), foe(), rounds=1))
    assert [one.value for one in fought.seen("Healed")] == [5]
    assert [one.value for one in fought.seen("SpellCast")] == [3]
    miss = action("Miss", m.Attack(to_hit=2, damage=1))
    fought = play(encounter(hero(miss), foe(ac=30), 1, always(9)))
    assert [one.value for one in fought.seen("AttackRolled", "AttackMissed")] == [11, 11]


def test_without_a_last_event_the_requirement_fails_and_its_negation_holds() -> None:
    for check, count in ((LastEvent("AttackHit"), 0), (Not(LastEvent("AttackHit")), 1)):
        fought = play(encounter(hero(free("Probe", m.Harm(0), requires=(check,))), foe(), rounds=1))
        assert fought.count("Hero: Probe") == count


def test_within_a_reaction_the_last_event_is_its_trigger() -> None:
    """Whoever caused it, and whatever else has happened since."""
    duck = reaction(
        "AttackHit",
        m.Heal(1),
        name="Duck",
        who="self",
        cost="",
        requires=(LastEvent("AttackHit", op=">=", value=6),),
    )
    fought = play(
        encounter(
            hero(reactions=(duck,)), foe(strike(5), strike(6, "Big", cost="BonusAction")), rounds=1
        )
    )
    assert fought.actions == ["Foe: Strike", "Foe: Big", "Hero: Duck"]


def test_critical_hits_and_types_of_damage_are_tags() -> None:
    def cheers(natural: int, *tags: str) -> int:
        cheer = reaction(
            "DamageTaken",
            m.Heal(1),
            name="Cheer",
            cost="",
            who="self",
            role="source",
            when=LastEvent("DamageTaken", tags=tags),
        )
        fire = action("Fire", m.Attack(to_hit=9, damage=("1 fire", "1 cold")))
        fought = play(encounter(hero(fire, reactions=(cheer,)), foe(), 1, always(natural)))
        return fought.count("Hero: Cheer")

    assert cheers(20, "Critical") == 1
    assert cheers(19, "Critical") == 0
    assert cheers(19, "fire", "cold") == 1
    assert cheers(19, "acid") == 0
