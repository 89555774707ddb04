"""Definitions from other files: `include`, and the personal library."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwright.skirmish import api
from turnwright.skirmish.model import personal_library
from turnwright.skirmish.model.file_problems import BadFile
from turnwright.skirmish.model.scenario import CombatAction, Combatant

PARTY = """
actions:
  Smash: {use: Mace, damage: 2d6 bludgeoning}
combatants:
  Ada: {hp: 30, ac: 15, actions: [Smash]}
"""


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)


def first(path: Path) -> Combatant:
    return api.load(path).sides[0].combatants[0]


def damage(combatant: Combatant) -> object:
    (action,) = combatant.actions
    assert isinstance(action, CombatAction)
    return action.effect[0].damage


def test_a_file_includes_combatants_and_actions(tmp_path: Path):
    write(tmp_path, party=PARTY, fight="include: party.yaml\nsides: {A: [Ada], B: [Wolf]}")
    ada = first(tmp_path / "fight.yaml")
    assert (ada.name, ada.hp, damage(ada)) == ("Ada", 30, "2d6 bludgeoning")


def test_definitions_of_the_file_come_first(tmp_path: Path):
    own = "actions: {Smash: {use: Mace, damage: 9 bludgeoning}}"
    write(
        tmp_path, party=PARTY, fight=f"include: [party.yaml]\n{own}\nsides: {{A: [Ada], B: [Wolf]}}"
    )
    assert damage(first(tmp_path / "fight.yaml")) == "9 bludgeoning"


def test_included_files_include_others_relative_to_themselves(tmp_path: Path):
    (tmp_path / "more").mkdir()
    write(tmp_path / "more", base=PARTY, party="include: base.yaml")
    write(tmp_path, fight="include: more/party.yaml\nsides: {A: [Ada], B: [Wolf]}")
    assert first(tmp_path / "fight.yaml").hp == 30


@pytest.mark.parametrize(
    ("include", "sentence"),
    [
        ("gone.yaml", "gone.yaml: it cannot be read: no such file"),
        ("fight.yaml", "it includes itself"),
        ("notes.txt", "expected the path of a YAML or JSON file, got 'notes.txt'"),
        ("bad.yaml", "bad.yaml: combatants: line 1: expected a mapping of names"),
    ],
)
def test_problems_name_the_file(tmp_path: Path, include: str, sentence: str):
    text = f"include: {include}\nsides: {{A: [Wolf], B: [Wolf]}}"
    write(tmp_path, fight=text, loop="include: fight.yaml", bad="combatants: 5")
    with pytest.raises(BadFile) as raised:
        api.load(tmp_path / "fight.yaml")
    name = raised.value.name
    told = f"{name}: {raised.value.problems[0]}"
    assert sentence.split(": ")[-1] in told
    if include.startswith(("gone", "bad")):
        assert include in name


def test_a_text_without_a_file_cannot_include(tmp_path: Path):
    with pytest.raises(BadFile, match="only a file can include other files"):
        api.load_text("include: /etc/passwd.yaml\nsides: {A: [Wolf], B: [Wolf]}")


# --- the personal library -----------------------------------------------------------------------


def test_the_personal_library_is_there_for_every_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(personal_library.VARIABLE, str(tmp_path))
    more = "  Wolf: {use: Wolf, hp: 99}\n  Mika: {use: Wizard 4, ac: 3}\n  Owl: {use: Owlbear, ac: 4}\n"
    write(tmp_path, mine=PARTY + more)
    scenario = api.load(api.parse_fight("Ada vs Wolf"))
    (ada,), (wolf,) = (side.combatants for side in scenario.sides)
    assert damage(ada) == "2d6 bludgeoning"
    assert wolf.hp == 99, "its own definitions come before those of the package"
    heroes = api.load(api.parse_fight("Mika vs Owl")).sides
    assert [side.combatants[0].ac for side in heroes] == [3, 4], "of a class, and of the SRD"
    assert "30 hit points" in dict(api.catalogue("combatants"))["Ada"]
    other = {"name": "Bo", "actions": ["Smash"]}
    bo = api.load({"sides": {"A": [other], "B": ["Ada"]}}).sides[0].combatants[0]
    assert damage(bo) == "2d6 bludgeoning"


def test_a_changed_personal_library_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(personal_library.VARIABLE, str(tmp_path))
    assert personal_library.combatant_data() == {}
    write(tmp_path, mine=PARTY)
    assert list(personal_library.combatant_data()) == ["Ada"]
    write(tmp_path, mine=PARTY.replace("Ada", "Grace"))
    assert list(personal_library.combatant_data()) == ["Grace"]


def test_a_problem_in_the_personal_library_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(personal_library.VARIABLE, str(tmp_path))
    write(tmp_path, mine="combatants: [")
    with pytest.raises(BadFile) as raised:
        api.parse_fight("Ada vs Wolf")
    assert "mine.yaml" in raised.value.name
