"""What became of every clause: none is skipped in silence."""

from __future__ import annotations

import functools
from collections import Counter

import msgspec
import pytest

from tests.bridges.srd5e.srd_samples import beast, monsters, named, names, spells
from turnwright.bridges.srd5e.clause_coverage import Clause, clauses, read_clauses
from turnwright.bridges.srd5e.monsters import convert_file
from turnwright.bridges.srd5e.spells import convert_spells
from turnwright.core.rules.cost import Cost
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.runs import play
from turnwright.skirmish.model.import_report import ImportReport
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.model.scenario import (
    Apply,
    Attack,
    CombatAction,
    Combatant,
    Save,
    Scenario,
    Side,
    Status,
)


def read(text: str, *produced: object) -> list[Clause]:
    return read_clauses(text, produced)


def test_a_clause_is_understood_if_its_numbers_are_in_the_result():
    text = "Each target takes 7 (2d6) fire damage and falls asleep until dawn."
    understood, unknown = read(text, Attack(5, "2d6 fire"))
    assert understood.verdict == "understood"
    assert (unknown.verdict, bool(unknown.sentence)) == ("left out", True)


def test_a_number_that_is_missing_in_the_result_is_named():
    (clause,) = read("The target takes 7 (2d6) fire damage.", Attack(5, "2d6 cold"))
    assert clause == Clause(
        "The target takes 7 (2d6) fire damage", "left out", "not converted: 2d6 fire damage"
    )
    (clause,) = read("The target must succeed on a DC 13 Wisdom saving throw.", Save(12, "wis"))
    assert clause.sentence == "not converted: DC 13"
    (clause,) = read("The target is stunned.", Apply(Status(name="x", conditions=("prone",))))
    assert "stunned" in clause.sentence


MESMERISED = Save(13, "wis", on_fail=(Apply(Status(name="x", conditions=("charmed",))),))
SCARED = Save(13, "con", on_fail=(Apply(Status(name="x", conditions=("frightened",))),))


@pytest.mark.parametrize(
    ("text", "produced", "sentence"),
    [
        ("The target must succeed on a DC 13 Wisdom saving throw or be magically charmed.",
         MESMERISED, "who is charmed still fights"),
        ("If the target is a creature other than an undead, it must succeed on a DC 13 Constitution "
         "saving throw.", SCARED, "size and kind of the target are not checked"),
        ("Any creature that ends its turn there must make a DC 13 Constitution saving throw.",
         SCARED, "it happens when the action is used"),
        ("One creature grappled by the hog must make a DC 13 Constitution saving throw.",
         SCARED, "whom it holds is not checked"),
        ("The hog has advantage on an attack roll against a creature if at least one of the hog's "
         "allies is within 5 feet of it.", Status(name="x", attacks="advantage"),
         "an ally always counts as near"),
    ],
)  # fmt: skip
def test_what_only_holds_in_part_is_approximated(text: str, produced: object, sentence: str):
    last = read(text, produced)[-1]
    assert (last.verdict, last.sentence) == ("approximated", sentence)


@pytest.mark.parametrize(
    "text",
    [
        "A charmed target obeys the hog's spoken commands.",
        "The target is immune to the hog's Bellow for the next 24 hours.",
        "The hog regains hit points equal to the damage.",
        "If the hog takes 7 damage or less that would reduce it to 0 hit points, it is reduced to 1 "
        "hit point instead.",
        "The creature rolls a d8 to determine what it does during its turn.",
    ],
)
def test_what_is_not_in_the_result_is_left_out(text: str):
    assert {one.verdict for one in read(text, MESMERISED)} == {"left out"}


def test_a_line_of_spells_is_understood_if_all_of_them_are_cast():
    cast = CombatAction(name="Fog Burst")
    text = "- 2nd level (3 slots): {}\n"
    assert [one.verdict for one in read(text.format("fog burst*"), cast)] == ["understood"]
    (some,) = read(text.format("fog burst, see far"), cast)
    assert (some.verdict, some.sentence) == ("approximated", "not cast in a fight: see far")
    (none,) = read("It can innately cast see far (spell save DC 12), requiring nothing.", cast)
    assert none.verdict == "left out"


def test_the_number_of_attacks_is_that_of_the_text():
    (attack,) = [one for one in named(srd("Veteran"), "Multiattack").effect[1:]]
    assert isinstance(attack, Attack)
    assert attack.times == 1, "the files say 2"


def test_who_attaches_itself_drains_instead_of_attacking():
    stirge = srd("Stirge")
    drained, attached = [one.status for one in named(stirge, "Blood Drain").effect[0].on_hit]
    assert drained.damage_each_turn
    assert drained.duration.turns == attached.duration.turns == 2
    plan = compile_plan(resolve(Scenario(sides=(
        Side("A", (msgspec.structs.replace(stirge, hp=500, ac=30),)), Side("B", (Combatant(
            name="Post", hp=9999, ac=1),)),
    ))))  # fmt: skip
    outcome = play(plan, 1)
    assert 15 <= outcome.uses[[one.name for one in plan.actions].index("Blood Drain")] <= 34, (
        "in 50 rounds"
    )


def test_a_zombie_saves_against_5_and_the_damage():
    (save,) = named(srd("Zombie"), "Undead Fortitude").effect
    assert isinstance(save, Save)
    assert (save.dc, save.ability) == ("5 + value", "con")
    # The second 13 damage of its 22 hit points: DC 18, which it meets with 15 or more and +3.
    blow = CombatAction(name="Blow", cost=(Cost("Action"),), effect=(Attack("99", "13"),))
    hero = Combatant(name="Hero", hp=999, actions=(blow,), initiative=50)
    idle = msgspec.structs.replace(srd("Zombie"), actions=(), disabled=())
    plan = compile_plan(resolve(Scenario(sides=(Side("A", (hero,)), Side("B", (idle,))))))
    stood = sum(play(plan, seed).rounds > 2 for seed in range(1000))
    dead = 0.95 * (0.05 + 0.9 * 0.7)  # two hits, of which the second is critical or the save fails
    assert abs(stood - 1000 * (1 - dead)) < 4 * 15


def test_every_clause_of_a_stat_block_is_counted():
    odd = {"name": "Odd", "desc": "It glows. It takes a penalty to damage. Each foe sings."}
    report = convert_file([beast(special_abilities=[odd])]).report
    counts = report.totals.clauses
    assert (counts.left_out, counts.all) == (3, 3)
    (note,) = [note for note in report.notes if note.severity == "unknown"]
    assert (note.sentence, note.value) == (
        "it is left as text: equipment is not damaged",
        odd["desc"],
    )


# --- all of the SRD -----------------------------------------------------------------------------


@functools.cache
def report() -> ImportReport:
    return convert_file(monsters(), spells()).report


@functools.cache
def srd(name: str) -> Combatant:
    return convert_file(monsters(), spells(), [name]).scenario.sides[0].combatants[0]


def test_no_clause_of_the_srd_is_skipped_in_silence():
    total = Counter(
        clause
        for data in monsters()
        for what in ("special_abilities", "actions", "reactions", "legendary_actions")
        for entry in data.get(what) or ()
        for clause in clauses(entry["desc"])
    )
    counts = report().totals.clauses
    assert counts.all == total.total()
    assert counts.understood >= 1890
    assert counts.understood + counts.approximated >= 2500
    assert all(note.sentence for note in report().notes)


def test_the_clauses_of_spells_are_counted():
    found = convert_spells(spells())
    counts = found.report.totals.clauses
    assert counts.all == sum(len(clauses("\n".join(one["desc"]))) for one in spells())
    assert counts.understood >= 235
    assert all(note.sentence for note in found.report.notes)


def test_a_spell_at_its_own_level_has_the_numbers_of_its_text():
    """`(slot_level+5)d6` is the 8d6 of the text."""
    found = convert_spells(spells(), ["Fireball", "Ice Storm", "Shocking Grasp"]).report
    assert not [note for note in found.notes if "d6" in note.sentence or "d8" in note.sentence]


ATTACK_BONUS_WITHOUT_ATTACK = {("Octopus", "Ink Cloud")}
"""An entry that the files give an attack bonus of 0, although it is no attack."""


def test_every_attack_bonus_of_the_srd_is_in_a_list():
    absent = set()
    for data in monsters():
        bonuses = {
            str(effect.to_hit)
            for action in (*srd(data["name"]).actions, *srd(data["name"]).reactions)
            if isinstance(action, CombatAction)
            for effect in action.effect
            if isinstance(effect, Attack)
        }
        absent |= {
            (data["name"], entry["name"])
            for entry in data.get("actions") or ()
            if entry.get("attack_bonus") is not None and str(entry["attack_bonus"]) not in bonuses
        }
    assert absent == ATTACK_BONUS_WITHOUT_ATTACK


def applied(effect: Attack | Save) -> Status:
    (status,) = [one.status for one in effect.on_fail if isinstance(one, Apply)]
    return status


def test_a_gelatinous_cube_dissolves_who_is_engulfed():
    (save,) = named(srd("Gelatinous Cube"), "Engulf").effect
    assert save.damage == "3d6 acid"
    status = applied(save)
    assert (status.damage_each_turn, status.conditions) == ("6d6 acid", ("restrained",))


def test_a_hydra_bites_with_every_head():
    assert named(srd("Hydra"), "Multiattack").effect == (Attack(8, "1d10+5 piercing", 5),)


@pytest.mark.parametrize("name", ["Ghoul", "Ghast"])
def test_ghouls_claw_whom_they_have_not_paralysed(name: str):
    assert names(srd(name))[1:] == ["Claws", "Bite"]
    assert applied(named(srd(name), "Claws").effect[0].on_hit[0]).conditions == ("paralyzed",)


def test_an_ice_devil_disables_nobody_with_its_wall():
    wall = named(srd("Ice Devil"), "Wall of Ice")
    assert wall.recharge == 6
    (save,) = wall.effect
    assert (save.damage, save.on_fail) == ("10d6 cold", ())


def test_an_otyugh_makes_three_attacks():
    bite, tentacle = named(srd("Otyugh"), "Multiattack").effect
    assert (bite.times, tentacle.times) == (1, 2)


def test_a_dragon_frightens_instead_of_breathing_and_only_once():
    """In one turn it breathes, or it frightens and attacks; nobody is frightened a second time."""
    dragon = srd("Adult Red Dragon")
    hero = Combatant(name="Hero", hp=5000, ac=20, count=3, save=3)
    plan = compile_plan(resolve(Scenario(sides=(Side("A", (dragon,)), Side("B", (hero,))))))
    used = Counter[str]()
    for seed in range(5):
        outcome = play(plan, seed)
        for action, count in zip(plan.actions, outcome.uses, strict=True):
            used[action.name] += count
    turns = used["Fire Breath"] + used["Frightful Presence"] + used["Multiattack"]
    assert used["Frightful Presence"] == 5, "all three heroes save against it at once"
    assert used["Multiattack after Frightful Presence"] == 5
    assert used["Fire Breath"] > 10
    assert turns == 5 * 50, "one of them each turn"


def test_spells_do_nothing_to_a_rakshasa():
    mage = srd("Mage")
    cast = tuple(
        one for one in mage.actions if isinstance(one, CombatAction) and "Spell" in one.tags
    )
    mage = msgspec.structs.replace(mage, actions=cast, reactions=(), disabled=())
    patient = {
        name: msgspec.structs.replace(srd(name), actions=(), disabled=(), hp=200)
        for name in ("Rakshasa", "Ogre")
    }

    def left(name: str) -> int:
        sides = (Side("A", (mage,)), Side("B", (patient[name],)))
        return play(compile_plan(resolve(Scenario(sides=sides))), 1).hp[1]

    assert left("Rakshasa") == 200
    assert left("Ogre") == 0
