"""The commands of `turnwright skirmish`."""

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys

import pytest

from tests.cli.terminal import output
from tests.shared_data import shared_path
from tests.skirmish.hand_encounters import IMPS
from turnwright.cli import main
from turnwright.games.lookup import find_game

DUEL = """\
name: Duel
sides:
  A:
    - {name: Ada, hp: 8, initiative: 50,
       actions: [{name: Hit, cost: Action, effect: {type: Harm, damage: 3}}]}
  B:
    - {name: Bob, hp: 7, actions: [{name: Hit, cost: Action, effect: {type: Harm, damage: 1}}]}
"""


@pytest.fixture
def duel(tmp_path):
    path = tmp_path / "duel.yaml"
    path.write_text(DUEL)
    return path


@pytest.fixture
def run_here(capsys, monkeypatch):
    """Run a command in this process with a wide terminal: exit code, output and errors."""
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments):
        try:
            code = main(["skirmish", *map(str, arguments)])
        except SystemExit as exit_:
            code = exit_.code
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def skirmish(run_here):
    """The output of a command that must succeed."""

    def run(*arguments):
        code, out, err = run_here(*arguments)
        assert (code, err) == (0, "")
        return out

    return run


@pytest.fixture
def error(run_here):
    """The error message of a command that must fail with one line."""

    def run(*arguments):
        code, _, err = run_here(*arguments)
        assert code == 2
        assert len(err.splitlines()) == 1
        return err

    return run


# --- run ---------------------------------------------------------------------------------------------


def test_run_prints_win_chances_and_examples(duel, skirmish):
    shown = skirmish("run", duel, "--runs", 40)
    assert "Duel  40 runs, seed 0" in shown
    assert "A win" in shown
    assert "100.0 %" in shown
    assert "rounds" in shown
    assert "Ada" in shown
    assert f"turnwright skirmish explain {duel} --seed " in shown


def test_results_depend_on_the_seed_and_not_on_workers():
    """In separate processes, as from a shell."""
    arguments = ("skirmish", "run", "bench-4v8", "--runs", 120, "--json")
    one = json.loads(output(*arguments, "--seed", 3, "--workers", 1))
    two = json.loads(output(*arguments, "--seed", 3, "--backend", "pool", "--workers", 2))
    other = json.loads(output(*arguments, "--seed", 4))
    assert (one.pop("how")["backend"], two.pop("how")["backend"]) == ("inline", "pool")
    assert one == two
    assert one["examples"] != other["examples"]


def test_run_stops_once_the_interval_is_narrow_enough(duel, skirmish):
    shown = skirmish("run", duel, "--runs", 100_000, "--until", 0.05, "--executor", "interpreter")
    assert "1,000 runs, seed 0 (of 100,000: the interval is narrow enough)" in shown


def test_an_endless_fight_is_reported_as_a_draw(duel, skirmish):
    duel.write_text(DUEL.replace("Harm, damage: 3", "Heal, amount: 1").replace("hp: 8", "hp: 800"))
    shown = skirmish("run", duel, "--runs", 5)
    assert "100.0 % of the runs reached the limit of rounds. They count as draws." in shown


def test_ctrl_c_reports_the_complete_runs(duel, tmp_path):
    """In a terminal: wait until it plays and compiles the kernel, press Ctrl-C, and expect a report of
    the complete runs."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "turnwright", "skirmish", "run", str(duel)]
    command += ["--runs", "1000000000", "--workers", "1"]
    env = os.environ | {"COLUMNS": "150", "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    env |= {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    shown, pressed = "", False
    while True:
        try:
            shown += os.read(ours, 65536).decode(errors="replace")
        except OSError:  # the terminal is closed
            break
        if not pressed and re.search(r"compiling the kernel .* [1-9][\d,]* of 1,000,", shown):
            pressed = True
            process.send_signal(signal.SIGINT)
    os.close(ours)
    assert process.wait() == 130
    assert "(stopped, of 1,000,000,000)" in shown
    assert "Traceback" not in shown


# --- other commands ----------------------------------------------------------------------------------


def test_compare_prints_differences_and_their_significance(duel, tmp_path, skirmish):
    other = tmp_path / "other.yaml"
    other.write_text(DUEL.replace("hp: 7", "hp: 30"))
    shown = skirmish("compare", duel, other, "--runs", 30)
    assert "In the second, A win less often: -100.0 (-100.0 to -" in shown
    assert "No run differs." in skirmish("compare", duel, duel, "--runs", 30)


def test_sweep_shows_a_row_for_every_value(duel, skirmish):
    shown = skirmish("sweep", duel, "Bob.hp", "6..30:6", "--runs", 20)
    rows = [line for line in shown.splitlines() if " % " in line]
    assert [row.split()[0] for row in rows] == ["6", "12", "18", "24", "30"]
    assert ["100.0 %" in row for row in rows] == [True, True, True, True, False]
    assert (
        json.loads(skirmish("sweep", duel, "Bob.hp", "1,2", "--runs", 5, "--json"))["path"]
        == "Bob.hp"
    )


def test_optimise_reorders_a_list_and_writes_it(duel, tmp_path, run_here):
    poke = "{name: Poke, cost: Action, effect: {type: Harm, damage: 1}}"
    duel.write_text(DUEL.replace("actions: [{name: Hit", f"actions: [{poke}, {{name: Hit", 1))
    better = tmp_path / "better.yaml"
    arguments = ("--combatant", "Ada", "--runs", 100, "--executor", "interpreter", "-o", better)
    code, shown, _ = run_here("optimise", duel, *arguments)
    assert code == 0
    assert "lead in hit points is larger" in shown or "wins more often" in shown
    text = better.read_text()
    assert text.index("Hit") < text.index("Poke")
    assert run_here("run", better, "--runs", 5)[0] == 0


def test_explain_prints_a_run_with_its_decisions(duel, skirmish):
    shown = skirmish("explain", duel, "--seed", 5)
    assert "AI Actions Available: [Hit]. Selected Hit because" in shown
    assert "A win after 3 rounds." in shown
    brief = skirmish("explain", duel, "--seed", 5, "--brief")
    assert "Selected" not in brief
    assert json.loads(skirmish("explain", duel, "--seed", 5, "--json"))["winner"] == "A"


def test_validate_lists_findings_with_their_paths(duel, run_here):
    assert "No problems found." in run_here("validate", duel)[1]
    duel.write_text(DUEL.replace("cost: Action", "cost: [Action, Mana]", 1))
    code, shown, _ = run_here("validate", duel)
    assert code == 1
    assert "Mana" in shown
    assert "error sides[0].combatants[0]" in shown


def test_the_library_can_be_listed_and_a_sample_run_by_name(skirmish):
    assert "bench-4v8" in skirmish("list")
    assert "Goblin" in skirmish("list", "combatants")
    assert "Fire Bolt" in skirmish("list", "actions")
    assert "2024" in skirmish("list", "rules")


def test_schemas_are_printed_as_json(skirmish):
    assert "Combatant" in json.loads(skirmish("schema"))["$defs"]
    assert "SimulationReport" in json.loads(skirmish("schema", "--results"))["types"]


def test_import_makes_a_scenario_and_reports_what_it_did_not_understand(tmp_path, run_here, error):
    files = sorted(shared_path("srd").glob("*onsters*.json"))
    out = tmp_path / "goblin.yaml"
    code, _, remarks = run_here("import", files[0], "Goblin", "Ogre", "-o", out)
    assert code == 0
    assert "2 converted, 2 of them can attack" in remarks
    assert "use: Goblin" in out.read_text()
    assert "no such file" in error("import", "nowhere.json")


# --- bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("hp: 8", "hp: 2d"), "duel.yaml: line 4, sides.A[0].hp: '2d' is not a dice formula"),
        (("hp: 8", "hitpoints: 8"), "unknown key 'hitpoints'"),
        (("hp: 8", "hp: 8, count: 10000"), "10,001 combatants are too many"),
        (("hp: 8", "hp: 8, pools: {Mana: -1}"), "Mana"),
        (("  B:\n    - {name: Bob", "  B: []\n  C:\n    - {name: Bob"), "B"),
        (("name: Duel", "name: [Duel"), "line"),
    ],
    ids=["dice", "unknown key", "10,000 combatants", "negative pool", "empty side", "no yaml"],
)  # fmt: skip
def test_a_broken_file_is_reported_with_its_path_in_one_sentence(
    duel, change, sentence, run_here, error
):
    text = DUEL.replace(*change)
    assert text != DUEL
    duel.write_text(text)
    refusal = error("run", duel, "--runs", 5)
    assert "duel.yaml" in refusal
    assert sentence in refusal
    code, shown, _ = run_here("validate", duel)
    assert code == 2
    assert "error" in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run", "nowhere.yaml"], "There is no file and no sample 'nowhere.yaml'"),
        (["run", "bench-4v9"], "did you mean 'bench-4v8'?"),
        (["run", "bench-4v8", "--runs", "0"], "The number of runs must be from 1 to"),
        (["run", "bench-4v8", "--runs", "many"], "invalid int value"),
        (["run", "bench-4v8", "--until", "3"], "must be between 0 and 1"),
        (["run", "bench-4v8", "--workers", "0", "--runs", "9"], "at least one worker"),
        (["sweep", "bench-4v8", "Goblin.armour", "1..3", "--runs", "5"], "unknown key 'armour'"),
        (["sweep", "bench-4v8", "Goblin.ac", "3..1"], "contains no values"),
        (["optimise", "bench-4v8", "--combatant", "Goblin"], "there is nothing to reorder"),
        (["explain", "bench-4v8"], "--seed"),
        (["dance"], "invalid choice"),
    ],
)
def test_invalid_arguments_are_refused_in_one_sentence(arguments, sentence, error):
    assert sentence in error(*arguments)


def test_fight_needs_no_file(skirmish):
    """Heroes by class and level against monsters of the SRD, from the command line."""
    report = json.loads(
        skirmish("fight", "4 Fighter 5", "vs", "2 Owlbear", "--runs", "20", "--json")
    )
    assert [side["name"] for side in report["sides"]] == ["4 Fighter 5", "2 Owlbear"]
    assert report["runs"] == 20


def test_a_fight_with_one_side_is_refused(run_here):
    code, _, err = run_here("fight", "4 Fighter 5")
    assert code == 2
    assert "Expected two sides" in err


def test_heroes_and_the_bestiary_are_listed(skirmish):
    assert "Wizard 1-20" in skirmish("list", "heroes")
    assert "challenge 10, 135 hit points" in skirmish("list", "bestiary")
    assert "Acid Arrow" in skirmish("list", "spells")


def test_a_fight_is_won_by_hand(run_here, monkeypatch, tmp_path):
    """The menu numbers of: Bolt on Imp 2, Ward, Bolt on the first imp that stands, ..."""
    path, record = tmp_path / "imps.yaml", tmp_path / "record.json"
    path.write_text(IMPS)
    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BytesIO(b"2\n1\n" + b"1\n" * 12), encoding="utf-8")
    )
    code, out, err = run_here("play", path, "--by-hand", "Mira", "--seed", "3", "--record", record)
    assert (code, err) == (0, "")
    assert "Seed 3" in out
    assert "Ward: +50 AC makes it miss." in out
    assert "Seat 0 won: heroes win after" in out
    assert find_game("skirmish").replay(record.read_bytes()).result.winners == (0,)


def test_a_fight_by_hand_needs_somebody_who_is_there(error):
    assert "Nobody in this encounter is called 'Wizrd'" in error(
        "play", "lich", "--by-hand", "Wizrd"
    )
