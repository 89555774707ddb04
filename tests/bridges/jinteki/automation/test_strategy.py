"""Parsing flags, and warnings about those that are ignored."""

import json

import pytest

from turnwright.bridges.jinteki.automation import Strategy, parse_flags


@pytest.mark.parametrize(
    ("flag", "field"),
    [
        ("--full-break", "full_break"),
        ("--tank-all", "tank_all"),
        ("--no-continue", "no_continue"),
        ("--no-rez", "no_rez"),
        ("--fire-unbroken", "fire_unbroken"),
        ("--fire-if-asked", "fire_if_asked"),
        ("--force", "force"),
        ("--persistent", "persistent"),
    ],
)
def test_switches(flag, field):
    parsed = parse_flags([flag, flag])  # twice is once
    assert parsed.given == {field: True}
    assert parsed.warnings == ()
    assert getattr(parsed.strategy(), field) is True
    assert getattr(Strategy(), field) is False


def test_the_first_word_without_dashes_is_the_server():
    parsed = parse_flags(["--full-break", "R&D", "HQ"])
    assert parsed.server == "R&D"
    assert parsed.warnings == ("Ignored 'HQ': the server is already 'R&D'.",)


def test_tank_and_rez_can_be_repeated():
    strategy = parse_flags(["--tank", "Tithe", "--tank", "Karunā", "--rez", "Brân 1.0"]).strategy()
    assert strategy.may_tank("Tithe")
    assert strategy.may_tank("Karunā")
    assert not strategy.may_tank("Palisade")
    assert strategy.may_rez("Brân 1.0")


def test_titles_are_compared_without_accents_and_capitals():
    strategy = parse_flags(["--tank", "karuna", "--rez", "BRAN 1.0"]).strategy()
    assert strategy.may_tank("Karunā")
    assert strategy.may_rez("Brân 1.0")


@pytest.mark.parametrize("flag", ["--tank", "--rez", "--since", "--tactics", "--tactics-file"])
def test_a_missing_value_is_a_warning_and_the_next_flag_still_counts(flag):
    parsed = parse_flags([flag, "--full-break"])
    assert parsed.given == {"full_break": True}
    assert parsed.warnings == (f"Ignored {flag}: it needs a value.",)
    assert parse_flags([flag]).warnings == parsed.warnings


def test_an_unknown_flag_is_a_warning():
    parsed = parse_flags(["HQ", "--full-brake"])
    assert parsed.server == "HQ"
    assert parsed.warnings == ("Ignored --full-brake: unknown flag; did you mean --full-break?",)
    assert parse_flags(["--xyz"]).warnings == ("Ignored --xyz: unknown flag.",)


def test_since_is_a_number():
    assert parse_flags(["--since", "892"]).since == 892
    assert parse_flags([]).since is None
    assert parse_flags(["--since", "soon"]).warnings == (
        "Ignored --since soon: a cursor must be a number.",
    )


def test_flags_of_the_other_side_are_reported():
    assert parse_flags(["--no-rez"], "runner").warnings == (
        "--no-rez is a flag of the other side and does nothing here.",
    )
    assert parse_flags(["--full-break"], "runner").warnings == ()


def test_no_rez_and_rez_contradict_each_other():
    assert parse_flags(["--no-rez", "--rez", "Tithe"]).warnings == (
        "--no-rez declines everything: --rez has no effect.",
    )


def test_tactics_are_a_map():
    tactics = {"Tithe": {"card": "Carmen", "action": "break-dynamic"}}
    assert parse_flags(["--tactics", json.dumps(tactics)]).given == {"tactics": tactics}
    edn = '{"Tithe" {:card "Carmen" :action :break-dynamic}}'
    assert parse_flags(["--tactics", edn]).given == {"tactics": tactics}
    assert parse_flags(["--tactics", "[1]"]).warnings == (
        "Ignored --tactics: tactics must be a map from ice titles to actions.",
    )
    assert parse_flags(["--tactics", "{"]).warnings[0].startswith("Ignored --tactics: ")


def test_tactics_from_a_file(tmp_path):
    path = tmp_path / "tactics.json"
    path.write_text('{"default": "pause"}', "utf-8")
    assert parse_flags(["--tactics-file", str(path)]).given == {"tactics": {"default": "pause"}}
    gone = parse_flags(["--tactics-file", str(tmp_path / "none.json")])
    assert gone.given == {}
    assert gone.warnings[0].startswith("Ignored --tactics-file: ")


def test_flags_of_a_call_are_added_to_earlier_ones():
    kept = parse_flags(["--tank", "Tithe", "--full-break"]).strategy()
    both = parse_flags(["--tank", "Karunā"]).strategy(kept)
    assert both.full_break
    assert both.may_tank("Tithe")
    assert both.may_tank("Karunā")
    assert not kept.may_tank("Karunā")
