"""Sentences for actions: every action of the library, and any action that somebody writes."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings

from tests.skirmish.random_scenarios import scenarios
from turnwright.core.rules.cost import Cost, Variable
from turnwright.skirmish import api
from turnwright.skirmish.describe import (
    describe_action,
    describe_cost,
    describe_effect,
    describe_requirement,
    describe_timing,
)
from turnwright.skirmish.model import library, sample_encounters
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.lenient_reading import read_action
from turnwright.skirmish.reading import combatants_of

RULES = library.profiles()["2014"]
TYPE_NAMES = (
    "CombatAction", "HasResource", "SelfCondition", "TargetCondition", "LastEvent", "HasTag",
    "MoveCombatant", "EndTurn", "ChangeDamage", "ChangeRoll", "SetOutcome", "Targets(", "Status(",
    "AttackHit", "SpellSlot", "BonusAction", "None", "True", "False",
)  # fmt: skip


def check_sentence(text: str) -> None:
    """A sentence without traces of Python or of the file format."""
    assert re.match(r"[A-Z]", text), text
    assert text.endswith("."), text
    assert ".." not in text, text
    assert not re.search(r"[{}\[\]_<>`]|  | [,;:.]|\(\)|,,|;;|^\W", text), text
    assert not any(word in text for word in TYPE_NAMES), text
    assert text.count("(") == text.count(")"), text
    assert not re.search(r"\b(\w+) \1\b", text.replace("that that", "")), text


def check_action(action: m.CombatAction, profile: m.RuleProfile = RULES) -> None:
    described = describe_action(action, profile)
    check_sentence(described.sentence)
    assert described.full.endswith(".")
    assert "; costs " in described.full
    assert described.glyph.isalpha()


def problem_of(action: m.CombatAction, profile: m.RuleProfile) -> str:
    """What is wrong with the sentence; shorter than a traceback of a random action."""
    try:
        check_action(action, profile)
    except AssertionError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", library.actions())
def test_every_action_of_the_library_has_a_sentence(name):
    check_action(library.actions()[name])


def test_every_action_of_every_combatant_and_sample_has_a_sentence():
    for combatant in library.combatants().values():
        for entry in (*combatant.actions, *combatant.reactions):
            if isinstance(entry, m.CombatAction):
                check_action(entry)
    for name in sample_encounters.names():
        scenario = api.load(name)
        for _, combatant in combatants_of(scenario):
            for entry in (*combatant.actions, *combatant.reactions):
                check_action(entry, scenario.rules)


@settings(
    max_examples=25, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(scenarios)
def test_any_action_has_a_sentence(scenario):
    for _, combatant in combatants_of(scenario):
        for entry in (*combatant.actions, *combatant.reactions):
            if isinstance(entry, m.CombatAction):
                assert problem_of(entry, scenario.rules) == ""


# --- what the sentences say ---------------------------------------------------------------------------


def sentence(text: str) -> str:
    """The sentence for an action that is written as in a file."""
    action = read_action(text).action
    assert action is not None
    return describe_action(action, RULES).sentence


def full(name: str) -> str:
    return describe_action(library.actions()[name], RULES).full


def test_shield():
    assert full("Shield") == (
        "Shield: as a reaction, when an attack hits me and +5 AC would make it miss, "
        "raise my AC by 5 until my next turn; costs my reaction and a level-1 slot or higher."
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("End Turn", "End the turn and keep what is left for reactions."),
        (
            "{use: Fire Bolt, to_hit: 7, damage: 2d10 fire}",
            "Attack the weakest enemy: +7 to hit, 2d10 fire.",
        ),
        (
            "{name: F, tags: [Spell], targets: {count: 4},"
            " effect: {type: Save, ability: dex, dc: 15, damage: 8d6 fire, half: true}}",
            "Throw 8d6 fire at up to 4 enemies; Dexterity 15 for half.",
        ),
        (
            "{name: C, timing: {on: SpellCast, who: enemy, role: source, when:"
            " [last SpellCast >= 1 and last SpellCast <= 3, hp > 10 or enemies_up >= 3]},"
            " targets: {who: event source, range: 60}, effect: {type: Cancel}}",
            "When an enemy within 60 ft casts a spell of level 1 to 3, and I have more than 10 hit "
            "points or 3 or more enemies stand: the spell fails.",
        ),
        (
            "{name: H, cost: LayOnHands need, requires: target hp_percent <= 25,"
            " targets: {who: ally, pick: lowest percent}, effect: {type: Heal, amount: spent}}",
            "Heal the worst-off of us who is at 25% of their hit points or less for as much as is "
            "spent.",
        ),
        (
            "{name: P, timing: {on: [AttackHit, AttackMissed], who: self},"
            " effect: {type: ChangeDamage, reduce: 1d8, multiply: 0.5}, targets: self}",
            "When an attack hits me or an attack misses me, reduce the damage by 1d8 and halve the "
            "damage.",
        ),
        (
            "{name: S, timing: Setup, cost: SpellSlot 1, requires: not Ward, targets: self,"
            " effect: {type: Apply, status: {name: Ward, ac: 3, duration: long rest}}}",
            "Before the fight, if I do not have Ward, raise my AC by 3 until the next long rest.",
        ),
        (
            "{name: B, recharge: 5-6, tags: [Breath], targets: {count: 99},"
            " effect: {type: Save, dc: 12, damage: 4d6 cold}}",
            "Throw 4d6 cold at all enemies; DC 12 to avoid it; recharges on a roll of 5-6.",
        ),
        (
            "{name: M, cost: Movement 30, targets: {pick: nearest}, uses: 2 per long rest,"
            " effect: {type: Move, direction: away}}",
            "Move up to 30 ft away from the nearest enemy; twice per long rest.",
        ),
        (
            "{name: G, targets: other ally, effect: {type: Grant, tag: Melee}}",
            "Let the weakest ally use their first action tagged Melee at once.",
        ),
        (
            "{name: X, timing: {on: SaveFailed, who: self}, targets: self,"
            " effect: {type: Roll, again: best}}",
            "When I fail a save, have it rolled again and use the better.",
        ),
        (
            "{name: S, targets: self, effect: {type: Spawn, combatant: Wolf, count: 1d4, most: 6,"
            " acts: after the user, status: {name: Called, duration: 1 minute}}}",
            "Summon 1d4 combatants (Wolf) for 1 minute, at most 6 at a time, acting right after me.",
        ),
        (
            "{name: S, targets: self, effect: {type: Spawn, combatant: Ogre, holds_side: false}}",
            "Summon an Ogre for the rest of the fight, not fighting on without us.",
        ),
        (
            "{name: T, effect: {type: Save, dc: 15, ability: wis, on_fail: {type: Transform,"
            " into: Sheep, status: {name: Polymorphed, duration: 1 minute}}}}",
            "Have the weakest enemy make a Wisdom 15 save; on a failure, turn it into a Sheep for "
            "1 minute.",
        ),
        (
            "{name: T, targets: self, effect: {type: Transform, into: Bear}}",
            "Become a Bear for the rest of the fight.",
        ),
        (
            "{name: B, effect: {type: Apply, status: {name: Away, away: true, duration: 1 minute}}}",
            "Remove the weakest enemy from the fight for 1 minute.",
        ),
        (
            "{name: S, effect: {type: Apply, status: {name: In, inside: true, conditions: blinded,"
            " damage_each_turn: 3d6 acid, released_by: {damage: 30, ability: con, dc: 21}}}}",
            "Swallow the weakest enemy, blind it and deal 3d6 acid to it each turn for the rest of "
            "the fight, while I live; 30 damage to me from inside in one turn ends it, unless I make "
            "a Constitution 21 save.",
        ),
        (
            "{name: G, effect: {type: Apply, status: {name: Goaded, taunt: must target source,"
            " duration: 1 round}}}",
            "Make the weakest enemy target me if possible until my next turn.",
        ),
        (
            "{name: G, effect: {type: Apply, status: {name: Goaded, duration: 1 round,"
            " taunt: disadvantage against others}}}",
            "Impose disadvantage on the attacks of the weakest enemy against anyone but me until my "
            "next turn.",
        ),
    ],
)
def test_sentences_of_single_actions(text, expected):
    assert sentence(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hp_percent <= 50", "I am at half my hit points or less"),
        ("hp > 10 or enemies_up >= 3", "I have more than 10 hit points or 3 or more enemies stand"),
        ("not is_concentrating", "I am not concentrating"),
        ("target distance <= 60", "the target is within 60 ft"),
        ("target tag Undead", "the target is undead"),
        ("target my tag Marked", "the target is Marked by me"),
        ("any enemy tag Webbed", "an enemy has the tag Webbed"),
        ("has Ki 2", "I have 2 Ki left"),
        ("not has SpellSlot_3", "I have no level-3 slot left"),
        ("round == 1", "it is the first round"),
        ("last MeleeHit > 10", "my last melee attack this turn hit with damage above 10"),
        ("used:Smite >= 1", "I have used Smite in this fight"),
        ("not target prone and target ac < 15", "the target is not prone and its AC is below 15"),
        ("outnumbered_by > 0", "we are outnumbered"),
        ("allies_down >= 1", "at least one ally is down"),
        ("summons_up == 0", "none of my summons stand"),
        ("held_inside < 1", "nobody is inside me"),
        (
            {"type": "LastEvent", "event": "AttackHit", "window": "action"},
            "my last attack in this action hit",
        ),
    ],
)
def test_requirements_in_words(text, expected):
    action = read_action({"name": "A", "requires": text}).action
    assert describe_requirement(action.requires[0]) == expected


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        (Cost("Action"), "my action"),
        (Cost("Action", 2), "2 actions"),
        (Cost("Movement", 15), "15 ft of movement"),
        (Cost("SpellSlot", level=3), "a level-3 slot"),
        (Cost("SpellSlot", level=1, allow_upcast=True), "a level-1 slot or higher"),
        (Cost("SpellSlot", 2, level=1), "2 level-1 slots"),
        (Cost("PactSlot", level=3), "a level-3 pact slot"),
        (Cost("Ki", 2), "2 Ki"),
        (Cost("LayOnHands", variable=Variable()), "as much Lay On Hands as is needed"),
        (Cost("Ki", variable=Variable(policy="all")), "all my Ki"),
        (Cost("Legendary", 2), "2 legendary actions"),
    ],
)
def test_costs_in_words(cost, expected):
    assert describe_cost(cost, RULES) == expected


def test_a_timing_and_an_effect_by_themselves():
    timing = read_action("{name: A, timing: {on: MeleeMiss, who: self}}").action.timing
    assert describe_timing(timing) == "when a melee attack misses me"
    assert describe_timing(m.CombatAction(name="A").timing) == "on my turn"
    assert describe_effect(m.Heal("2d4+2")) == "heal the weakest enemy for 2d4+2"
