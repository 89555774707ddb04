"""Errors of all commands, games in files, and the commands `check` and `diagram`."""

import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

import turnwright as tw
from tests.cli.terminal import error, output, turnwright
from turnwright.games.tictactoe.game import game as tictactoe

# --- errors of all commands -----------------------------------------------------------------------


ERRORS = [
    (["play", "chess"], "There is no game 'chess'"),
    (["check", "chess"], "There is no game 'chess'"),
    (["diagram", "chess"], "tictactoe"),
    (["play", "no/such/game.py"], "no/such/game.py"),
    (["play", "no.such.module"], "no.such.module"),
    (["play", "tictactoe:other"], "other"),
    (["play", "tictactoe", "--seat", "7"], "no seat 7"),
    (["play", "tictactoe", "--seats", "5"], "2 seats"),
    (["play", "tictactoe", "--load", "/no/such/file"], "/no/such/file"),
    (["play", "tictactoe", "--record", "/no/such/folder/file"], "/no/such/folder"),
    (["replay", "/no/such/file"], "/no/such/file"),
    (["replay", "/"], "is a folder; give a file"),
    (["check", "/"], "is a folder; give a file"),
    (["play", "src"], "is a folder; give a file"),
    (["diagram", "tictactoe", "-o", "/no/such/folder/file"], "/no/such/folder"),
    (["diagram", "tictactoe", "--at", "/no/such/file"], "/no/such/file"),
    ([], "COMMAND"),
    (["fly"], "fly"),
    (["play", "--seat", "first"], "first"),
    (["diagram", "tictactoe", "--format", "png"], "png"),
    (["replay"], "file"),
]


@pytest.mark.parametrize(
    ("arguments", "says"), ERRORS, ids=[" ".join(arguments) or "nothing" for arguments, _ in ERRORS]
)
def test_errors_are_one_line(arguments, says):
    assert says in error(*arguments)


def test_a_folder_is_answered_with_the_file_in_it(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "game.py").touch()
    assert f"such as '{tmp_path / 'cards' / 'game.py'}'" in error("check", tmp_path)


def test_saves_of_other_games_and_damaged_saves_are_refused(tmp_path):
    path = tmp_path / "match.save"
    data = tictactoe.start().save()
    path.write_bytes(data)
    assert "tictactoe" in error("play", "lorcana", "--load", path)
    path.write_bytes(data[:-10])
    assert "not a complete save" in error("play", "tictactoe", "--load", path)
    path.write_bytes(data.replace(b'"cells":[""', b'"cells":["X"'))
    assert "checksum" in error("play", "tictactoe", "--load", path)


def test_until_must_not_be_negative(recorded):
    assert "--until" in error("replay", recorded, "--until", -1)
    assert "5 of 5" in output("replay", recorded, "--until", 99)


# --- games in files -------------------------------------------------------------------------------

GOOD = """
import turnwright as tw
game = tw.Game("mine", moves={"stop": lambda c: c.win(c.seat)})
flow = {"phases": {"p": {"start": True, "moves": {"stop": lambda c: c.draw()}}}}
"""

BROKEN = {
    "syntax": ("game = (", "SyntaxError"),
    "import": ("import no_such_module", "no_such_module"),
    "exception": ("1 / 0", "ZeroDivisionError"),
    "exit": ("raise SystemExit", "cannot be imported"),
    "empty": ("", "no game called 'game'"),
    "not a game": ("game = 5", "no game called 'game'"),
    "definition": (
        "import turnwright as tw\n"
        "game = tw.Game('x', flow={'phases': {'a': {'next': 'b', 'start': True}}})",
        "next is 'b'",
    ),
    "definition as data": ("game = {'phases': {'a': {'nxt': 'b'}}}", "unknown key 'nxt'"),
}


def write_game(tmp_path, code):
    path = tmp_path / "mine.py"
    path.write_text(code)
    return path


def test_a_game_in_a_file_is_played_checked_and_drawn(tmp_path):
    path = write_game(tmp_path, GOOD)
    assert "Seat 0 won." in output("play", path, typed="1\n")
    assert "A draw." in output("play", f"{path}:flow", typed="1\n")
    assert "mine: 1 places, 1 moves; 0 errors" in output("check", path)
    assert "stop" in output("diagram", path)


HINTS = {
    "misspelled name": (
        "import turnwright as tw\ngame = tw.Gmae('x')",
        "mine.py:2: `game = tw.Gmae('x')`. Did you mean 'Game'?",
    ),
    "misspelled setting": (
        "import turnwright as tw\ngame = tw.Game('x', zone={})",
        "Did you mean 'zones'?",
    ),
    "misspelled level": (
        "import turnwright as tw\ntw.Phase(begin=1)",
        "mine.py:2: `tw.Phase(begin=1)`. Did you mean 'on_begin'?",
    ),
    "misspelled move": (
        "import turnwright as tw\ntw.move(print, lable='')",
        "Did you mean 'label'?",
    ),
    "called rule": (
        "import turnwright as tw\nx = {'end': tw.end_turn()}",
        "without parentheses",
    ),
    "mutable default": (
        "import turnwright as tw\nclass S(tw.State):\n  x: list[int] = [0]",
        "`= tw.default(lambda: [0])`",
    ),
    "other name": ("import turnwright as tw\nmine = tw.Game('x')", "mine.py:mine."),
}


@pytest.mark.parametrize("what", HINTS)
def test_a_file_that_cannot_be_imported_says_where_and_what_to_write(what, tmp_path):
    code, says = HINTS[what]
    assert says in error("check", write_game(tmp_path, code))


def test_a_definition_names_the_line_that_it_is_about(tmp_path):
    code = (
        "import turnwright as tw\n"
        "flow = tw.Flow(phases={\n"
        "    'first': tw.Phase(start=True, next='secnd'),\n"
        "    'second': tw.Phase()})\n"
        "game = tw.Game('x', flow=flow, zones={'deck': 'hidden'})\n"
    )
    done = turnwright("check", write_game(tmp_path, code))
    said = " ".join(done.stdout.split())
    assert "next is 'secnd'; did you mean 'second'? (mine.py:3)" in said


def test_a_rule_that_does_not_return_is_interrupted(tmp_path):
    code = "import turnwright as tw\ndef spin(c):\n  while True: pass\n"
    path = write_game(tmp_path, f"{code}game = tw.Game('x', moves={{'spin': spin}})")
    patched = (
        "import turnwright.cli.check as c; c.RULE_SECONDS = 0.2; from turnwright.cli import main"
    )
    command = [sys.executable, "-c", f"{patched}; main(['check', {str(path)!r}])"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = " ".join(done.stdout.split())
    assert "(mine.py:3)." in said
    assert "Is there a loop that never ends?" in said


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_without_a_usable_game_is_refused(what, tmp_path):
    code, says = BROKEN[what]
    assert says in error("play", write_game(tmp_path, code))


def test_a_bad_definition_cannot_be_drawn_and_check_lists_its_problems(tmp_path):
    code, says = BROKEN["definition"]
    path = write_game(tmp_path, code)
    assert says in error("diagram", path)
    done = turnwright("check", path)
    assert (done.returncode, done.stderr) == (1, "")
    assert says in done.stdout
    assert "1 error," in done.stdout


RULES = {
    "setup": "game = tw.Game('x', setup=lambda c: 1 // 0)",
    "domain": "game = tw.Game('x', moves={'m': lambda c, n=tw.arg(lambda c: 1 // 0): None})",
    "view": "game = tw.Game('x', view=lambda c, seat: 1 // 0, moves={'m': tw.end_turn})",
    "loop": (
        "game = tw.Game('x', flow=tw.Flow(turn=tw.Turn(end_if=tw.always)), moves={'m': tw.end_turn})"
    ),
    "stuck": "game = tw.Game('x')",
}


@pytest.mark.parametrize("what", RULES)
def test_failing_rules_are_reported_in_one_line(what, tmp_path):
    path = write_game(tmp_path, f"import turnwright as tw\n{RULES[what]}")
    assert error("play", path, typed="1\n1\n")


# --- check and diagram ----------------------------------------------------------------------------


def test_check_finds_errors_only_in_a_game_that_gets_stuck():
    assert "0 errors, 0 warnings" in output("check", "tictactoe", "--matches", 50)
    assert "0 errors" in output("check", "lorcana", "--matches", 3)


def test_findings_are_listed_and_errors_give_exit_code_1(tmp_path):
    code = """
import turnwright as tw
phase = dict(end_if=tw.always)
game = tw.Game("ring", flow=tw.Flow(phases={
    "a": tw.Phase(start=True, next="b", **phase),
    "b": tw.Phase(next="a", **phase),
    "lost": tw.Phase(next="a"),
}))
"""
    done = turnwright("check", write_game(tmp_path, code))
    assert (done.returncode, done.stderr) == (1, "")
    assert "error" in done.stdout
    assert "lost" in done.stdout


def test_the_flow_is_drawn_in_three_formats(tmp_path):
    mermaid = output("diagram", "lorcana")
    assert "mainPhase" in mermaid
    assert mermaid == output("diagram", "lorcana", "--format", "mermaid")
    assert output("diagram", "lorcana", "--format", "dot").startswith("digraph")
    svg = ElementTree.fromstring(output("diagram", "lorcana", "--format", "svg"))
    assert svg.tag.endswith("svg")
    assert "mainPhase" in "".join(svg.itertext())


def test_a_diagram_shows_the_place_of_a_record_and_what_was_never_visited(recorded, tmp_path):
    plain = output("diagram", "tictactoe")
    assert output("diagram", "tictactoe", "--at", recorded) != plain
    assert "visited" in output("diagram", "tictactoe", "--coverage", recorded, recorded)
    target = tmp_path / "flow.mmd"
    done = turnwright("diagram", "tictactoe", "-o", target)
    assert done.returncode == 0
    assert target.read_text().strip() == plain.strip()
    assert "lorcana" in error("diagram", "lorcana", "--at", recorded)


def test_a_closed_output_pipe_is_not_an_error():
    command = f"{sys.executable} -m turnwright diagram lorcana --format svg | head -c 10"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("<svg xmlns", "")


def test_a_bug_in_the_rules_writes_a_record_that_reproduces_it(tmp_path):
    touch = "lambda c: c.G.update(n=1 // 0)"
    code = f"import turnwright as tw\ngame = tw.Game('cursed', moves={{'touch': {touch}}})"
    path = write_game(tmp_path, code)
    command = [sys.executable, "-m", "turnwright", "play", str(path)]
    done = subprocess.run(
        command, input="1\n", cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "turnwright replay cursed-fault.json" in done.stderr
    assert "ZeroDivisionError" in done.stderr
    record = tw.Record.parse((tmp_path / "cursed-fault.json").read_bytes())
    assert [entry.move for entry in record.entries] == ["touch"]


def test_a_game_file_imports_the_modules_beside_it(tmp_path):
    (tmp_path / "card_names_of_this_test.py").write_text("NAMES = ['ace', 'king']\n")
    path = write_game(
        tmp_path,
        "import turnwright as tw\n"
        "from card_names_of_this_test import NAMES\n"
        "game = tw.Game('cards', moves={name: lambda c: c.win(c.seat) for name in NAMES})\n",
    )
    assert "0 errors" in output("check", path, "--matches", 20)
