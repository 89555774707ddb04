"""`turnwright netrunner`: playing, bots, run costs and verifying, each in its own process."""

import gzip
import json
import re

import pytest

from tests.cli.terminal import error, output, turnwright
from tests.games.netrunner.positions import installed, position, recordings
from turnwright.games.netrunner.decks import BEGINNER_RUNNER
from turnwright.testing.first_difference import json_lines

# --- play -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["corp", "runner"])
def test_a_game_is_played_in_the_terminal(side):
    seen = output("netrunner", "play", "--as", side, "--seed", "2", typed="1\n" * 400)
    assert f"You are the {side.capitalize()}." in seen
    for words in ("R&D", "credits", "Your hand:", "Your move", "Keep hand?"):
        assert words in seen
    assert "Corp begins turn 1 with 5 credits and 5 cards in HQ." in seen
    assert "You lost" in seen or "You won" in seen


def test_the_terminal_explains_cards_and_words():
    typed = "? tithe\n? Rezzed\n? karuna\n? memory diamond\n?\nq\n"
    seen = " ".join(output("netrunner", "play", typed=typed).split())
    assert "Tithe Subroutine: do 1 net damage. Subroutine: gain 1 credit. subroutine: What" in seen
    assert "rez: Turn an installed Corp card faceup" in seen
    assert "Did you mean 'Karunā'" in seen
    assert "memory unit: Room for programs." in seen
    assert "? NAME explain a card or a word" in seen


def test_hidden_cards_of_the_other_side_are_not_shown():
    seen = output("netrunner", "play", "--seed", "3", "--against", "goldfish", typed="1\n1\nq\n")
    assert "facedown" not in seen
    assert "Hedge Fund" not in seen


def test_a_match_is_saved_and_continued(tmp_path):
    save = tmp_path / "match.save"
    output("netrunner", "play", "--seed", "4", typed=f"1\ns {save}\nq\n")
    assert "Your hand:" in output("netrunner", "play", "--load", save, typed="q\n")


def run_on_archives():
    """The typed lines that begin a run in the game of seed 3 against the goldfish."""
    menu = output("netrunner", "play", *GOLDFISH, typed="1\nq\n")
    number = re.findall(r"(\d+)  Run on Archives", menu)[-1]
    return f"1\n{number}\n"


GOLDFISH = ["--seed", "3", "--against", "goldfish"]


def test_undo_takes_back_the_last_decision_with_the_forced_answers_after_it():
    """The passes after the start of the run are forced; taking back only those changes nothing."""
    seen = output("netrunner", "play", *GOLDFISH, typed=run_on_archives() + "u\nu\nq\n")
    in_run, taken_back = seen.split("Jack out")
    assert "Run on Archives: movement, position 0" in in_run
    assert "Run on Archives: movement" not in taken_back
    assert "5 credits, 4 clicks" in taken_back
    assert "cannot be taken back: hidden information was revealed." in taken_back


def test_a_plan_plays_the_part_of_the_person_in_runs(tmp_path):
    path = tmp_path / "through.toml"
    path.write_text("[runner]\nfull-break = true\ntank-all = true\n[corp]\nno-rez = true\n")
    seen = output(
        "netrunner", "play", *GOLDFISH, "--plan", path, typed=run_on_archives() + "1\nq\n"
    )
    assert "Your part of runs follows the plan 'through'." in seen
    assert "Jack out" not in seen, "the plan passes in movement"
    assert "Runner breaches Archives." in seen
    path.write_text("[runner]\ntank = ['Tihte']\n")
    seen = output("netrunner", "play", "--as", "corp", "--plan", path, typed="q\n")
    assert "did you mean 'Tithe'?" in seen
    assert "The plan decides nothing for the Corp." in seen
    path.write_text("[runner]\ntank = 5\n")
    assert "line 2, runner.tank" in error("netrunner", "play", "--plan", path)


def test_decks_by_name_and_from_files(tmp_path):
    path = tmp_path / "deck.txt"
    cards = [f"{n} {title}" for title, n in BEGINNER_RUNNER["cards"].items()]
    path.write_text("\n".join([BEGINNER_RUNNER["identity"], *cards]))
    both = ["--deck", "intermediate", "--deck", path]
    assert "of 7 points" in output("netrunner", "play", *both, typed="1\nq\n")
    assert "of 6 points" in output("netrunner", "play", "--deck", "beginner", typed="1\nq\n")


def test_netrunner_is_also_one_of_the_games_of_play():
    seen = output("play", "netrunner", "--seat", "1", typed="1\n" * 30)
    assert "Your hand:" in seen


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "--as", "judge"], "judge"),
        (["play", "--against", "nobody"], "There is no agent 'nobody'"),
        (["play", "--against", "rules"], "plays spire; bots for Netrunner are"),
        (["play", "--record", "/no/such/folder/x"], "is in a folder that does not exist"),
        (["play", "--load", __file__], "cannot be continued"),
        (["cost", __file__], "is neither a saved match nor a record"),
        (["serve", "--bot", "rules"], "plays spire"),
        (["serve", "--port", "99999"], "127.0.0.1:99999 cannot be used"),
        (["play", "--deck", "expert"], "--deck"),
        (["play", "--deck", "expert", "--deck", "beginner"], "neither a file"),
        (["bots", "heuristic"], "B"),
        (["bots", "heuristic", "random", "--games", "0"], "--games"),
        (["cost", "/no/such/file"], "/no/such/file"),
        (["verify"], "FILE"),
        (["verify", "/no/such/file"], "/no/such/file"),
        (["verify", "/"], "is a folder; give a file"),
        (["send", "--url", "http://127.0.0.1:9", "runner"], "127.0.0.1:9"),
        (["plan"], "COMMAND"),
        (["plan", "check", "/no/such/file"], "/no/such/file"),
        (["plan", "show", "nothing", "--plans", "/no/such/folder"], "There is no plan 'nothing'"),
        (["plan", "save", "x", "runner", "--full-brake"], "did you mean --full-break?"),
        (["plan", "save", "x", "corp", "--full-break"], "a flag of the other side"),
        (["plan", "save", "x", "runner", "HQ"], "any server"),
        (["plan", "save", "x", "runner", "--since", "5"], "not kept in a plan"),
        (["plan", "save", "a/b", "runner", "--tank-all"], "without slashes"),
        (["send", "judge", "run"], "judge"),
        (
            ["send", "--url", "http://127.0.0.1:9", "runner", "run", "HQ"],
            "at http://127.0.0.1:9: Connection refused. `turnwright netrunner serve` starts a server",
        ),
        ([], "COMMAND"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_errors_are_one_line(arguments, says):
    assert says in error("netrunner", *arguments)


# --- bots and prices ------------------------------------------------------------------------------


def test_bots_play_both_sides_and_are_counted():
    seen = output("netrunner", "bots", "heuristic", "goldfish", "--games", 4)
    assert seen.splitlines()[1].split() == ["heuristic", "2", "of", "2", "2", "of", "2", "100", "%"]
    games = json.loads(output("netrunner", "bots", "heuristic", "random", "--games", 2, "--json"))
    assert [one["seats"] for one in games] == [[0, 1], [1, 0]]
    assert {one["reason"] for one in games} <= {"Agenda", "Flatline", "Decked"}


def test_the_cost_of_runs_in_a_saved_match(tmp_path):
    t = position(
        turn="runner", servers={"hq": {"ices": installed("Palisade")}},
        rig={"program": installed("Cleaver")},
    )  # fmt: skip
    path = tmp_path / "match.save"
    path.write_bytes(t.match.save())
    assert "Run on HQ: 1 credit of 5, gets in" in output("netrunner", "cost", path)
    (cost,) = json.loads(output("netrunner", "cost", path, "HQ", "--json"))
    assert (cost["credits"], cost["ices"][0]["breaker"]) == (1, "Cleaver")
    assert "Unknown server 'Server 3'" in error("netrunner", "cost", path, "Server 3")


# --- verify ---------------------------------------------------------------------------------------


def written(tmp_path, *lines, name="some.jsonl"):
    path = tmp_path / name
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text(text)
    return path


@pytest.fixture(scope="module")
def scenarios():
    return list(json_lines(recordings("runs.jsonl.gz")))


def test_one_line_per_entry_and_a_total(scenarios, tmp_path):
    names = [one["name"] for one in scenarios[:3]]
    plain = written(tmp_path, *scenarios[:2])
    packed = tmp_path / "more.jsonl.gz"
    packed.write_bytes(gzip.compress(json.dumps(scenarios[2]).encode()))
    seen = output("netrunner", "verify", plain, packed).splitlines()
    assert seen == [f"{name} ok" for name in names] + ["agree: 3 of 3"]
    assert (
        output("netrunner", "verify", plain, "--only", names[1]).splitlines()[-1] == "agree: 1 of 1"
    )


def test_differences_have_step_path_and_values_and_exit_code_1(scenarios, tmp_path):
    bad = json.loads(json.dumps(scenarios[0]))
    bad["steps"][0]["state"]["corp"]["credits"] = 99
    done = turnwright("netrunner", "verify", written(tmp_path, bad, scenarios[1]))
    first, second, last = done.stdout.splitlines()
    assert first.startswith(f"{bad['name']} step 0, corp.credits: expected 99, got ")
    assert second == f"{scenarios[1]['name']} ok"
    assert (last, done.returncode, done.stderr) == ("agree: 1 of 2", 1, "")


def test_malformed_entries_are_differences_not_crashes(scenarios, tmp_path):
    good = scenarios[0]
    steps = [{"side": "corp", "command": "fly", "args": 5, "state": {}}]
    card = {"card": {"title": "X", "zone": "nowhere.at.all", "index": 7}}
    odd = [{"side": "corp", "command": "rez", "args": card, "state": good["init"]}]
    strange = [
        5, None, [], "text", {}, {"name": "a", "init": {}, "steps": []}, {"name": "b\nc", "init": 5},
        {**good, "name": "d", "steps": steps}, {**good, "name": "e", "steps": 7},
        {**good, "name": "f", "steps": odd},
        {**good, "name": "g", "init": {**good["init"], "corp": None}},
    ]  # fmt: skip
    done = turnwright("netrunner", "verify", written(tmp_path, *map(json.dumps, strange)))
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (1, "")
    assert len(lines) == len(strange) + 1
    assert lines[-1] == f"agree: 0 of {len(strange)}"
    assert all("expected" in line and "got" in line for line in lines[:-1])


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe\x00", b"{}\n{"])
@pytest.mark.parametrize("name", ["bad.jsonl", "bad.jsonl.gz"])
def test_files_that_are_not_recordings_are_refused(name, data, tmp_path):
    path = tmp_path / name
    path.write_bytes(data)
    assert error("netrunner", "verify", path)


def test_white_space_in_a_difference_is_printed_as_it_is(scenarios, tmp_path):
    bad = json.loads(json.dumps(scenarios[0]))
    bad["steps"][0]["state"]["corp"]["identity"] += "  of  two"
    done = turnwright("netrunner", "verify", written(tmp_path, bad))
    assert 'Success  of  two", got "' in done.stdout


# --- plans ----------------------------------------------------------------------------------------


def test_a_plan_is_saved_for_one_side_after_the_other_and_shown(tmp_path):
    where = ["--plans", tmp_path / "plans"]
    assert "There are no plans in" in output("netrunner", "plan", "list", *where)
    about = ["--description", "Break all, but let Tithe fire."]
    output(
        "netrunner", "plan", "save", *where, *about, "Careful", "runner",
        "--full-break", "--tank", "Tithe", "--tactics", '{"default": "pause"}',
    )  # fmt: skip
    saved = output("netrunner", "plan", "save", *where, "careful", "corp", "--rez", "Palisaed")
    assert saved.startswith("Saved 'Careful' to ")
    assert "There is no known card 'Palisaed'; did you mean 'Palisade'?" in saved
    assert output("netrunner", "plan", "list", *where) == (
        "Careful: for Runner and Corp. Break all, but let Tithe fire.\n"
    )
    assert output("netrunner", "plan", "show", *where, "careful").splitlines()[:4] == [
        "Careful: Break all, but let Tithe fire.",
        "Runner: break all ice, let Tithe fire",
        "Corp: rez only Palisaed",
        "Any other ice: pause",
    ]
    text = output("netrunner", "plan", "show", *where, "--toml", "careful")
    path = tmp_path / "again.toml"
    path.write_text(text, "utf-8")
    assert f"{path}: Careful, usable" in output("netrunner", "plan", "check", path)


def test_checking_lists_all_problems_of_all_files(tmp_path):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("[runner]\ntank = ['Tithe', 'Tollbooth']\n")  # one is from the shipped pack
    bad.write_text("[runner]\nfull-brake = true\n[corp]\nrez = 5\n")
    done = turnwright("netrunner", "plan", "check", bad, good)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"{bad}: not usable",
        "  line 2, runner.full-brake: There is no option 'full-brake'; did you mean 'full-break'?",
        '  line 4, corp.rez: This must be a list of titles: ["Tithe"], not 5.',
        f"{good}: good, no problems",
    ]
