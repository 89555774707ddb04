"""The monsters and spells of the SRD, which a file can use like those of the library."""

from __future__ import annotations

import pytest

from tests.shared_data import has_shared_data
from turnwright.skirmish import api
from turnwright.skirmish.model import bestiary, library
from turnwright.skirmish.model.fight_text import parse_fight
from turnwright.skirmish.model.scenario import CombatAction, Combatant, Scenario, Side
from turnwright.skirmish.stats.run_options import RunOptions


def used(name: str) -> Combatant:
    data = {"sides": {"A": [name], "B": ["Wolf"]}}
    return api.load(data).sides[0].combatants[0]


def test_all_monsters_and_spells_ship():
    assert len(bestiary.combatant_data()) == 334
    assert len(bestiary.action_data()) >= 115


def test_a_monster_of_the_srd_is_used_by_its_name():
    aboleth = used("aboleth")
    assert (aboleth.hp, aboleth.ac, aboleth.challenge) == (135, 17, 10)
    assert aboleth == bestiary.combatant("Aboleth")


def test_the_library_comes_before_the_srd():
    """What was written by hand for the library has its own list."""
    assert used("Goblin") == library.combatants()["Goblin"]
    assert used("Goblin (SRD)").actions != library.combatants()["Goblin"].actions
    assert used("Goblin (SRD)").name == "Goblin"


def test_a_spell_of_the_srd_is_used_by_its_name_with_numbers_of_the_caster():
    mage = {"name": "Mage", "hp": 20, "actions": [{"use": "Acid Arrow", "to_hit": 9}, "Bane (SRD)"]}
    scenario = api.load({"sides": {"A": [mage], "B": ["Wolf"]}})
    arrow, bane = scenario.sides[0].combatants[0].actions
    assert isinstance(arrow, CombatAction)
    assert isinstance(bane, CombatAction)
    assert arrow.effect[0].to_hit == 9
    assert bane.name == "Bane"


def test_a_monster_tells_what_was_approximated_or_left_out():
    notes = bestiary.combatant("Hydra").notes
    assert "challenge 8" in notes
    assert "Multiattack: it keeps all its heads" in notes


def test_every_monster_of_the_srd_is_used_without_problems():
    sides = {"A": list(bestiary.combatant_data()), "B": ["Wolf"]}
    scenario = api.load({"sides": sides})
    assert len(scenario.sides[0].combatants) == 334


@pytest.mark.skipif(not has_shared_data("srd"), reason="needs the files of the SRD")
def test_the_files_are_what_the_importer_writes():
    from tests.bridges.srd5e.srd_samples import monsters, spells
    from turnwright.bridges.srd5e.bestiary import monster_lines, spell_lines

    command = "run python -m turnwright.bridges.srd5e.bestiary again"
    assert bestiary.MONSTERS.read_text("utf-8") == monster_lines(monsters(), spells()), command
    assert bestiary.SPELLS.read_text("utf-8") == spell_lines(spells()), command


def test_no_prose_of_the_srd_ships():
    """Names, numbers and our own sentences only."""
    for word in ("saving throw", "Hit:", "each creature", "must succeed"):
        assert word not in bestiary.MONSTERS.read_text("utf-8")
        assert word not in bestiary.SPELLS.read_text("utf-8")


def test_the_licence_is_named():
    text = (library.DATA / "ATTRIBUTION.md").read_text("utf-8")
    assert "System Reference Document 5.1" in text
    assert "srd-5.1" in text


# --- a fight in one line ------------------------------------------------------------------------


def test_a_fight_in_a_line_of_text():
    scenario = parse_fight("4 Fighter 5, Cleric 5 vs 2 Owlbear")
    heroes, monsters = scenario.sides
    assert [(one.name, one.count) for one in heroes.combatants] == [
        ("Fighter 5", 4),
        ("Cleric 5", 1),
    ]
    assert [(one.name, one.count) for one in monsters.combatants] == [("Owlbear", 2)]
    report = api.run(scenario, RunOptions(runs=5, executor="interpreter"))
    assert report.runs == 5


def test_equal_sides_and_several_sides_are_told_apart():
    scenario = parse_fight("Wolf versus wolf against Wolf")
    assert [side.name for side in scenario.sides] == ["Wolf (1)", "wolf", "Wolf (3)"]


@pytest.mark.parametrize("text", ["4 Fighter 5", "vs Wolf", "", "Wolf vs  "])
def test_a_fight_without_two_sides_is_refused(text: str):
    with pytest.raises(Exception, match="Expected two sides"):
        parse_fight(text)


def test_a_misspelled_name_is_explained():
    with pytest.raises(Exception, match="did you mean 'Fighter 5'"):
        parse_fight("4 Figter 5 vs Wolf")


def test_a_fight_can_be_written_as_a_file():
    scenario = parse_fight("Fighter 7 vs Aboleth")
    assert isinstance(scenario, Scenario)
    assert isinstance(api.load_text(api.write(scenario)).sides[1], Side)
