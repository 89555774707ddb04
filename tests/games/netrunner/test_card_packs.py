"""Card packs: a module and a table, checked as a whole when they are loaded."""

from __future__ import annotations

import sys

import pytest

import turnwright as tw
from tests.games.netrunner.positions import installed, position
from tests.installed_packages import write_metadata
from turnwright.cli import main
from turnwright.games.netrunner.card_definition import CARDS
from turnwright.games.netrunner.card_facts import card_facts
from turnwright.games.netrunner.card_packs import (
    ENTRY_POINTS,
    load_known_packs,
    load_pack_file,
    loaded_packs,
    unload_pack,
)
from turnwright.games.netrunner.deck_list_parser import find_card, read_deck
from turnwright.games.netrunner.game import game

HEAD = "code\ttitle\tside\ttype\tsubtypes\tcost\tstrength\ttext"
HEDGE = "90001\tPaper Hedge\tcorp\tice\tBarrier\t1\t2\tSubroutine: end the run."
SHIFT = "90002\tNight Shift\trunner\tevent\t\t1\t\tGain 4 credits."
MODULE = """
from turnwright.games.netrunner.card_definition import CardDefinition, register
from turnwright.games.netrunner.cards.corp_ice import END
from turnwright.games.netrunner.cards.effects import gain

register(CardDefinition("Paper Hedge", subs=(END,)))
register(CardDefinition("Night Shift", play=gain(4)))
"""


@pytest.fixture
def pack(tmp_path):
    """Write a pack and return its path. Packs that a test loads are removed afterwards."""
    known = {one.name for one in loaded_packs()}

    def write(name, table=(HEAD, HEDGE, SHIFT), module=MODULE):
        path = tmp_path / f"{name}.py"
        path.write_text(module)
        path.with_suffix(".tsv").write_text("\n".join(table) + "\n")
        return path

    yield write
    for one in loaded_packs():
        if one.name not in known:
            unload_pack(one.name)


def problems(path):
    before = (dict(CARDS), dict(card_facts()))
    with pytest.raises(tw.UnusableError) as caught:
        load_pack_file(path)
    assert (dict(CARDS), dict(card_facts())) == before, "something of a faulty pack was kept"
    return str(caught.value)


def test_the_cards_of_a_pack_are_played(pack):
    loaded = load_pack_file(pack("hedges"))
    assert loaded.titles == ("Paper Hedge", "Night Shift")
    t = position(
        servers={"hq": {"ices": installed("Paper Hedge")}},
        runner={"hand": ["Night Shift"]},
        turn="runner",
    )
    t.runner("play", "Night Shift")
    assert t.credits("runner") == 8
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Paper Hedge")
    assert t.run is None
    assert t.log_contains("uses Paper Hedge to end the run")


def test_a_deck_list_may_name_cards_of_a_loaded_pack_by_title_and_code(pack):
    assert find_card("Night Shift") is None
    load_pack_file(pack("hedges"))
    assert find_card("night shift").title == find_card("90002").title == "Night Shift"
    deck = read_deck("The Catalyst: Convention Breaker\n3 Night Shift")
    assert deck["cards"] == {"Night Shift": 3}


def test_a_pack_is_loaded_once_until_it_is_removed(pack):
    path = pack("hedges")
    assert load_pack_file(path) is load_pack_file(path)
    unload_pack("hedges")
    assert find_card("Night Shift") is None
    pack("hedges", module=MODULE.replace("gain(4)", "gain(5)"))
    load_pack_file(path)
    t = position(runner={"hand": ["Night Shift"]}, turn="runner")
    t.runner("play", "Night Shift")
    assert t.credits("runner") == 9


def test_a_record_needs_the_pack_of_its_cards_and_says_which_card_is_unknown():
    with pytest.raises(tw.UnusableError, match=r"Unknown card 'Night Shift'\. .*--cards FILE"):
        position(runner={"hand": ["Night Shift"]})


def test_unknown_cards_of_a_netrunnerdb_deck_are_all_named():
    text = '{"title": "A deck", "cards": {"30076": 1, "99998": 2, "30030": 3, "99999": 1}}'
    with pytest.raises(tw.UnusableError) as caught:
        read_deck(text)
    assert "unknown card '99998'; unknown card '99999'" in str(caught.value)
    assert "--cards FILE" in str(caught.value)


@pytest.mark.parametrize(
    ("table", "module", "sentences"),
    [
        ((HEAD, HEDGE), MODULE, ["Night Shift is registered, but not in the table"]),
        (
            (HEAD, HEDGE, SHIFT.replace("Night Shift", "Night Shfit")),
            MODULE,
            [
                "Night Shift is registered, but not in the table; did you mean 'Night Shfit'?",
                "Night Shfit is in the table, but nothing is registered for it",
            ],
        ),
        ((HEAD, HEDGE.replace("Subroutine: end the run.", ""), SHIFT), MODULE, ["it has no text"]),
        (
            (HEAD, HEDGE, SHIFT),
            MODULE.replace("subs=(END,)", "subs=(END, END)"),
            ["Paper Hedge: it has 2 subroutines, but 1 line of its text begins with 'Subroutine:'"],
        ),
        (
            (HEAD, HEDGE, SHIFT),
            MODULE.replace("subs=(END,)", "subs=(END,), gives_sub=END"),
            ["the subroutine that it gives must be quoted in its text"],
        ),
        (
            (HEAD, HEDGE, SHIFT),
            MODULE.replace("play=gain(4)", "on={'sucessful-run': None}"),
            ["an event needs `play`", "'sucessful-run'; did you mean 'successful-run'?"],
        ),
        (
            (HEAD.replace("title", "titel"), HEDGE, SHIFT),
            MODULE,
            ["missing column 'title'", "unknown column 'titel'; did you mean 'title'?"],
        ),
        (
            (HEAD, HEDGE.replace("\t1\t", "\tone\t"), SHIFT.replace("event", "operation")),
            MODULE,
            [
                "hedges.tsv:2: cost must be a number, not 'one'",
                "hedges.tsv:3: a runner card has one of the types",
            ],
        ),
        ((HEAD, HEDGE + "\tmore", SHIFT), MODULE, ["hedges.tsv:2: 9 cells, but 8 columns"]),
        (  # faults of the table and of the module are listed together
            (HEAD, HEDGE.replace("\t1\t", "\tone\t"), SHIFT),
            MODULE.replace("play=gain(4)", "on={'sucessful-run': None}"),
            ["cost must be a number, not 'one'.\n", "hedges: Night Shift: an event needs `play`."],
        ),
        ((HEAD, HEDGE, SHIFT), "import turnwright.no_such_module", ["cannot be loaded"]),
        (
            (HEAD, HEDGE.replace("Paper Hedge", "Palisade"), SHIFT),
            MODULE.replace("Paper Hedge", "Palisade"),
            ["Palisade is a card of another pack", "Palisade replaces a card of another pack"],
        ),
    ],
)
def test_everything_wrong_with_a_pack_is_said_and_nothing_of_it_is_kept(
    pack, table, module, sentences
):
    said = problems(pack("hedges", table, module))
    for sentence in sentences:
        assert sentence in said


def test_a_pack_without_its_table_or_file_is_refused(tmp_path):
    with pytest.raises(tw.UnusableError, match=r"nothing\.py is not a Python file"):
        load_pack_file(tmp_path / "nothing.py")
    (tmp_path / "alone.py").write_text(MODULE)
    with pytest.raises(tw.UnusableError, match=r"alone\.tsv, is missing"):
        load_pack_file(tmp_path / "alone.py")


def test_the_command_line_loads_packs(pack, capsys):
    words = ["netrunner", "bots", "goldfish", "goldfish", "--games", "1", "--cards"]
    assert main([*words, str(pack("hedges"))]) == 0
    assert "Night Shift" in card_facts()
    assert main([*words, str(pack("broken", (HEAD, HEDGE)))]) != 0
    assert "Night Shift is registered, but not in the table" in capsys.readouterr().err


def test_plans_may_name_cards_of_a_pack(pack, tmp_path, capsys):
    plan = tmp_path / "wait.toml"
    plan.write_text('[tactics]\n"Paper Hedge" = "pause"\n')
    assert main(["netrunner", "plan", "check", str(plan)]) == 0
    assert "There is no known card 'Paper Hedge'" in capsys.readouterr().out
    assert main(["netrunner", "plan", "check", "--cards", str(pack("hedges")), str(plan)]) == 0
    assert "no problems" in capsys.readouterr().out


def test_the_shipped_pack_is_loaded_with_the_game():
    assert game.library is card_facts()
    assert loaded_packs()[0].name == "classics"


def test_a_faulty_installed_pack_is_reported_and_the_others_are_loaded(
    pack, tmp_path, monkeypatch, caplog
):
    for name, table in (("night_hedges", (HEAD, HEDGE)), ("other_hedges", (HEAD, HEDGE, SHIFT))):
        pack(name, table)
        write_metadata(tmp_path, name, {ENTRY_POINTS: {name: name}})
    monkeypatch.syspath_prepend(tmp_path)
    load_known_packs()
    for name in ("night_hedges", "other_hedges"):
        sys.modules.pop(name)
    assert loaded_packs()[-1].name == "other_hedges"
    assert caplog.messages == [
        "The card pack 'night_hedges' was not loaded: "
        "night_hedges: Night Shift is registered, but not in the table."
    ]
