"""`turnwright spire seed` and `turnwright spire verify`."""

from __future__ import annotations

import gzip
import json

import pytest

from tests.shared_data import shared_path
from turnwright.cli import main


def test_a_seed_is_shown_with_its_map(capsys):
    assert main(["spire", "seed", "WRC"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("seed WRC (38897), IRONCLAD, ascension 0")
    assert "  Remove a card from your deck\n" in told
    assert "Act 1: Hexaghost\n" in told
    assert "  14 R       R   R       R\n" in told
    assert "  common: Happy Flower, Art of War" in told


def test_a_seed_can_be_a_number_and_the_answer_json(capsys):
    assert main(["spire", "seed", "#38897", "--class", "defect", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["seed"], facts["class"]) == ("WRC", "DEFECT")
    assert facts["acts"][0]["boss"] == "Hexaghost"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["W-C"], "neither a digit nor a letter"),
        (["#x"], "invalid literal"),
        (["WRC", "--class", "BARD"], "There is no class 'BARD'"),
        (["WRC", "--ascension", "21"], "from 0 to 20"),
    ],
)
def test_what_is_no_seed_is_said(arguments, why, capsys):
    assert main(["spire", "seed", *arguments]) != 0
    assert why in capsys.readouterr().err


def test_what_cannot_be_replayed_is_a_difference(tmp_path, capsys):
    path = tmp_path / "odd.jsonl.gz"
    with gzip.open(path, "wt") as file:
        file.write('{"kind": "run", "id": "odd"}\n17\n')
    assert main(["spire", "verify", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("odd step -, entry: expected a replayable entry, got ")
    assert (
        told[1]
        == "entry 2 step -, entry: expected a replayable entry, got something else than a JSON object"
    )
    assert told[-1] == "agree: 0 of 2"


def test_recordings_can_be_compared_with_the_rules_of_the_game(capsys):
    """The engine of the recordings plays the cards of a Distilled Chaos from the last to the first."""
    path = str(shared_path("spire", "battles_potions.jsonl.gz"))
    wanted = ["spire", "verify", path, "--only", "DISTILLED_CHAOS-plain"]
    assert main(wanted) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "agree: 2 of 2"
    assert main([*wanted, "--own-rules"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "agree: 1 of 2"
