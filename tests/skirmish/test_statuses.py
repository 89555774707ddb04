"""Statuses: duration, modifiers, and stacking."""

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
    rules,
    strike,
)
from turnwright.core.rules.requirement import SelfCondition, TargetCondition
from turnwright.skirmish.model import scenario as m


def turn_of_end(turns: int, of: str, at: str, *, on: str = "enemy") -> tuple[int, str]:
    """When a status that A puts on somebody in its first turn is over: the round, and whose turn has
    started or ended last."""
    mark = action(
        "Mark", apply("Mark", turns=turns, of=of, at=at), cooldown=99, targets=m.Targets(who=on)
    )  # type: ignore[arg-type]
    fought = play(encounter(hero(mark, name="A"), foe(name="B"), rounds=9))
    round_, turn = 0, ""
    for one in fought.log.events:
        if one.event == "RoundStarted":
            round_ = int(one.value)
        if one.event == "TurnStarted":
            turn = f"in {one.source}"
        if one.event == "TurnEnded":
            turn = f"after {one.source}"
        if one.event == "StatusEnded":
            return round_, turn
    return 0, ""


@pytest.mark.parametrize(
    ("turns", "of", "at", "when"),
    [
        (1, "source", "start", (2, "after B")),  # as A's second turn starts, before its event
        (1, "source", "end", (2, "in A")),  # as A's second turn ends
        (1, "bearer", "start", (1, "after A")),  # as B's first turn starts
        (1, "bearer", "end", (1, "in B")),
        (2, "source", "start", (3, "after B")),
        (2, "source", "end", (3, "in A")),
        (3, "bearer", "end", (3, "in B")),
    ],
)
def test_turns_are_those_of_the_source_or_of_the_bearer(
    turns: int, of: str, at: str, when: tuple[int, str]
) -> None:
    """2.4: durations count somebody's turns, without the one in which they began."""
    assert turn_of_end(turns, of, at) == when


def test_a_status_on_oneself_that_began_in_ones_own_turn() -> None:
    assert turn_of_end(1, "bearer", "end", on="self") == (2, "in A")
    assert turn_of_end(1, "bearer", "start", on="self") == (2, "after B")


def test_until_the_end_of_the_turn() -> None:
    rush = action("Rush", apply("Rush", to="self", until="end of turn"), cooldown=9, targets=ME)
    fought = play(encounter(hero(rush), foe(), rounds=1))
    events = [one.event for one in fought.log.events]
    assert events.index("StatusEnded") < events.index("TurnEnded")


def test_the_turns_of_the_dead_still_count() -> None:
    """Stunned until the end of the next turn of somebody who dies before it."""
    stun = action(
        "Stun",
        hit(0, on_hit=(apply("Stunned", incapacitated=True, turns=1, at="end"),)),
        cooldown=9,
    )
    stunner = foe(stun, name="Stunner", hp=5, initiative=99_999)
    killer = hero(strike(9), name="Killer", hp=90)
    victim = hero(strike(1), name="Victim", hp=10)
    fought = play(encounter([killer, victim], [stunner, foe(name="Other", hp=500)], rounds=3))
    assert fought.count("Victim: Strike") == 2


@pytest.mark.parametrize("natural", [5, 15])
def test_until_the_next_attack(natural: int) -> None:
    """The attack counts whether it hits or misses, and the status still modifies it."""
    aim = action(
        "Aim",
        apply("Aim", to="self", to_hit=3, until="next attack made"),
        cost="BonusAction",
        cooldown=99,
        targets=ME,
    )
    twice = action("Twice", m.Attack(to_hit=0, damage=4, times=2))
    fought = play(encounter(hero(aim, twice), foe(ac=18), 1, always(natural)))
    assert fought.hp("Foe") == (16 if natural == 15 else 20)
    dodge = action(
        "Dodge", apply("Dodge", to="self", ac=3, until="next attack taken"), cooldown=99, targets=ME
    )
    fought = play(encounter(hero(dodge, ac=natural), foe(twice), 1, always(natural)))
    assert fought.hp("Hero") == 16


def test_a_status_until_the_next_attack_modifies_its_damage() -> None:
    """It ends after the damage of the attack, not before."""
    rage = action(
        "Rage",
        apply("Rage", to="self", dealt=2, until="next attack made"),
        cost="BonusAction",
        cooldown=99,
        targets=ME,
    )
    twice = action("Twice", hit(4, times=2))
    assert play(encounter(hero(rage, twice), foe(), rounds=1)).hp("Foe") == 20 - 8 - 4
    brace = action(
        "Brace",
        apply("Brace", to="self", taken=0.5, until="next attack taken"),
        cooldown=99,
        targets=ME,
    )
    assert play(encounter(hero(brace), foe(twice), rounds=1)).hp("Hero") == 20 - 2 - 4


# --- stacking -------------------------------------------------------------------------------------


def test_the_same_status_from_the_same_source_starts_over() -> None:
    bless = action("Bless", apply("Bless", to="self", ac=2, turns=3), targets=ME)
    probe = strike(1, "Probe", cost="BonusAction", requires=(SelfCondition("ac", "==", 12),))
    fought = play(encounter(hero(bless, probe), foe(hp=99), rounds=4))
    assert fought.count("Hero: Probe") == 4
    assert fought.order("StatusEnded") == []


def test_the_same_status_from_two_sources_counts_once() -> None:
    """The other one goes on when the first has ended."""
    bless = action(
        "Bless",
        apply("Bless", ac=2, turns=1),
        cooldown=99,
        targets=m.Targets(who="ally", pick="first"),
    )
    probe = action("Probe", hit(1), cost="BonusAction", requires=(SelfCondition("ac", "==", 12),))
    heroes = [hero(probe, name="A"), hero(bless, name="B"), hero(bless, name="C")]
    fought = play(encounter(heroes, foe(hp=99), rounds=2))
    assert fought.count("A: Probe") == 1


def test_statuses_with_different_names_add_up() -> None:
    heroes = hero(traits=(m.Status(name="Ring", ac=1), m.Status(name="Cloak", ac=1)), ac=10)
    for natural, hp in ((11, 20), (12, 15)):
        sword = action("Sword", m.Attack(to_hit=0, damage=5))
        assert play(encounter(heroes, foe(sword), 1, always(natural))).hp("Hero") == hp


# --- what they change -----------------------------------------------------------------------------


def leaning(actor: dict, target: dict, tags: tuple[str, ...] = (), **attack: object) -> float:
    """How often an attack that needs 11 hits in 400 runs, in percent."""
    sword = action("Sword", m.Attack(to_hit=0, damage=1, **attack), tags=tags)  # type: ignore[arg-type]
    profile = rules(check="1d20", fumble=1, critical=21, rounds=400)
    fought = play(encounter(hero(sword, **actor), foe(hp=1000, ac=11, **target), profile=profile))
    return (1000 - fought.hp("Foe")) / 4


def status(**more: object) -> dict[str, tuple[m.Status, ...]]:
    return {"traits": (m.Status(name="S", **more),)}  # type: ignore[arg-type]


def test_advantage_and_disadvantage() -> None:
    """Two dice, the better or the worse; both together cancel out, whatever their number."""
    up, down = (66, 84), (16, 34)  # 75 and 25 percent, 4 standard errors
    even = (40, 60)
    for actor, target, (low, high) in (
        (status(attacks="advantage"), {}, up), (status(attacks="disadvantage"), {}, down),
        ({}, status(attacked="advantage"), up), ({}, status(attacked="disadvantage"), down),
        (status(attacks="advantage"), status(attacked="advantage"), up),
        (status(attacks="advantage"), status(attacked="disadvantage"), even),
        ({}, {}, even),
        ({}, status(attacked_in_melee="advantage"), even),
        ({}, status(attacked_at_range="advantage"), up),
    ):  # fmt: skip
        assert low < leaning(actor, target) < high, (actor, target)
    assert 66 < leaning({}, status(attacked_in_melee="advantage"), ("Melee",)) < 84
    assert 40 < leaning({}, status(attacked_at_range="advantage"), ("Melee",)) < 60
    assert 66 < leaning({}, {}, lean="advantage") < 84
    assert 40 < leaning(status(attacks="disadvantage"), {}, lean="advantage") < 60


def test_advantage_on_saves_of_some_abilities_and_against_some_actions() -> None:
    def saved(tags: tuple[str, ...], **more: object) -> float:
        curse = action("Curse", m.Save(dc=11, ability="wis", damage=1), tags=tags)
        profile = rules(check="1d20", rounds=400)
        fought = play(encounter(hero(curse), foe(hp=1000, **more), profile=profile))  # type: ignore[arg-type]
        return 100 - (1000 - fought.hp("Foe")) / 4

    for tags, more, (low, high) in (
        ((), {}, (40, 60)),
        ((), status(saves="advantage"), (66, 84)),
        ((), status(saves="advantage", saves_of=("wis",)), (66, 84)),
        ((), status(saves="advantage", saves_of=("dex",)), (40, 60)),
        ((), status(saves="advantage", saves_against=("Spell",)), (40, 60)),
        (("Spell",), status(saves="advantage", saves_against=("Spell",)), (66, 84)),
        ((), status(saves="disadvantage"), (16, 34)),
        ((), {"save_lean": {"wis": "advantage"}}, (66, 84)),
        ((), {"save_lean": {"*": "advantage"}}, (66, 84)),
        ((), {"save_lean": {"dex": "advantage"}}, (40, 60)),
        ((), {"save_lean": {"*": "advantage"}, **status(saves="disadvantage")}, (40, 60)),
    ):  # fmt: skip
        assert low < saved(tags, **more) < high, (tags, more)


def test_conditions_come_from_the_profile_with_what_they_include() -> None:
    """Stunned includes incapacitated; requirements may use either name."""
    conditions = {
        "incapacitated": m.Condition(incapacitated=True),
        "stunned": m.Condition(includes=("incapacitated",), attacked="advantage", ac=-2),
    }
    gaze = action(
        "Gaze",
        m.Save(dc=100, on_fail=(apply("Gaze", conditions=("stunned",), turns=1),)),
        cooldown=9,
    )
    profile = rules(conditions=conditions)
    for name in ("stunned", "incapacitated", "Gaze"):
        pity = free("Pity", m.Harm(1), requires=(TargetCondition(name),))
        fought = play(encounter(hero(pity, gaze), foe(strike()), 2, profile))
        assert fought.actions == ["Hero: Gaze", "Hero: Pity", "Foe: Strike"]


def test_immunity_prevents_a_condition() -> None:
    conditions = {"poisoned": m.Condition(incapacitated=True)}
    sting = action(
        "Sting", hit(1, on_hit=(apply("Venom", conditions=("poisoned",), damage_each_turn=1),))
    )
    for immune, hp in (((), 20 - 1 - 1), (("poisoned",), 20 - 1), (("Venom",), 20 - 1)):
        fought = play(
            encounter(
                hero(sting), foe(strike(), condition_immune=immune), 1, rules(conditions=conditions)
            )
        )
        assert fought.hp("Foe") == hp


def test_more_actions_each_turn() -> None:
    """Haste: one more action at the start of each turn of its bearer."""
    haste = action(
        "Haste",
        apply("Haste", to="target", gain={"Action": 1}),
        cost="BonusAction",
        cooldown=99,
        targets=m.Targets(who="other ally"),
    )
    heroes = [hero(haste, name="Mage"), hero(strike(1), name="Fighter")]
    fought = play(encounter(heroes, foe(hp=99), rounds=3))
    assert fought.count("Fighter: Strike") == 6


def test_healing_and_damage_each_turn() -> None:
    """Regeneration revives; poison fells."""
    regrow = (m.Status(name="Regrowth", heal_each_turn=3),)
    assert play(encounter(hero(start_hp=10, traits=regrow), foe(), rounds=2)).hp("Hero") == 16
    troll = foe(strike(1), hp=10, death_saves=True, traits=regrow)
    fought = play(
        encounter(hero(action("Axe", hit(10), cooldown=9)), [troll, foe(name="B", hp=99)], rounds=1)
    )
    assert fought.actions == ["Hero: Axe", "Foe: Strike"]
    rot = action("Rot", hit(0, on_hit=(apply("Rot", damage_each_turn="12 necrotic"),)), cooldown=9)
    fought = play(encounter(hero(rot), foe(), rounds=3))
    assert (fought.winner, fought.outcome.rounds) == ("Heroes", 2)


def test_a_save_each_turn_ends_it() -> None:
    """With its own DC or that of the first save, at the end or the start of the turn."""
    for dc, own, at, turns in (
        (12, None, "end", 1),
        (13, None, "end", 3),
        (99, 12, "start", 0),
        (99, 13, "start", 3),
    ):
        hold = apply(
            "Held", incapacitated=True, repeat_save=m.RepeatSave(ability="wis", dc=own, at=at)
        )  # type: ignore[arg-type]
        spell = action("Hold", m.Save(dc=dc, ability="str", on_fail=(hold,)), cooldown=99)
        target = foe(strike(1), saves={"wis": 2, "str": -90})
        fought = play(encounter(hero(spell, hp=99), target, 3, always(10)))
        assert fought.count("Foe: Strike") == 3 - turns, (dc, own, at)


def test_damage_wakes_the_sleeper() -> None:
    sleep = action(
        "Sleep",
        m.Save(dc=99, on_fail=(apply("Asleep", incapacitated=True, ends_on_damage=True),)),
        cost="BonusAction",
        cooldown=99,
    )
    for hit_too, count in ((False, 0), (True, 2)):
        own = (sleep, strike(1)) if hit_too else (sleep,)
        assert play(encounter(hero(*own), foe(strike(1)), rounds=2)).count("Foe: Strike") == count


def test_statuses_may_end_with_their_source() -> None:
    for ends, strikes in ((True, 1), (False, 0)):
        fear = foe(
            action("Fear", apply("Afraid", incapacitated=True, ends_with_source=ends)),
            name="Ghost",
            hp=5,
            initiative=99_999,
        )
        heroes = [hero(strike(1), name="A", hp=10), hero(strike(9), name="B", hp=30)]
        fought = play(encounter(heroes, [fear, foe(name="C", hp=99)], rounds=2))
        assert fought.count("A: Strike") == strikes


def test_statuses_end_with_the_fight_unless_they_last_longer() -> None:
    """They leave no trace in the counters."""
    bless = action(
        "Bless",
        apply("Bless", to="self", turns=99),
        apply("Armour", to="self", until="long rest"),
        targets=ME,
        cooldown=99,
    )
    fought = play(encounter(hero(bless), foe(), rounds=1))
    assert [one.compiled.name for one in fought.combatant("Hero").statuses] == ["Armour"]
    assert fought.run.expiring_statuses == 0


def test_a_status_can_be_removed_by_name_tag_or_source() -> None:
    for remove, left in (
        (m.Remove(status="Curse"), ["Mark"]), (m.Remove(tag="Dark"), []),
        (m.Remove(tag="Dark", by_self=True), ["Curse"]),
        (m.Remove(status="Nothing"), ["Curse", "Mark"]),
    ):  # fmt: skip
        curse = action("Curse", apply("Curse", tags=("Dark",), until="long rest"))
        mark = action("Mark", apply("Mark", tags=("Dark",), until="long rest"), remove)
        heroes = [hero(curse, name="A"), hero(mark, name="B")]
        fought = play(encounter(heroes, foe(hp=99), rounds=1))
        assert [one.compiled.name for one in fought.combatant("Foe").statuses] == left


def test_reactions_to_statuses() -> None:
    shake = reaction(
        "StatusApplied",
        m.Remove(status="Curse"),
        name="Shake",
        who="self",
        targets=m.Targets(who="event target"),
    )
    curse = action("Curse", apply("Curse", incapacitated=True, tags=("Dark",)))
    calm = action("Calm", apply("Curse", tags=("Dark",)))
    assert play(encounter(hero(curse), foe(strike(1), reactions=(shake,)), rounds=1)).actions == [
        "Hero: Curse"
    ]
    fought = play(encounter(hero(calm), foe(strike(1), reactions=(shake,)), rounds=1))
    assert fought.order("StatusApplied", "StatusEnded") == ["StatusApplied", "StatusEnded"]
