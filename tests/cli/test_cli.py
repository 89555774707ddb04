"""The command line as a person meets it: every error is one line on stderr and exit code 2."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

import turnwright as tw
from turnwright.games.tictactoe.game import game as tictactoe


def turnwright(*arguments, typed="", cwd=None):
    """Run a command; `typed` is what the person types, as text or bytes."""
    command = [sys.executable, "-m", "turnwright", *map(str, arguments)]
    env = os.environ | {"COLUMNS": "200", "PYTHONIOENCODING": "utf-8"}
    typed = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(command, input=typed, capture_output=True, env=env, cwd=cwd, check=False)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


def output(*arguments, typed=""):
    done = turnwright(*arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def error(*arguments, typed="", cwd=None):
    done = turnwright(*arguments, typed=typed, cwd=cwd)
    assert "Traceback" not in done.stderr
    assert done.returncode == 2, done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr.strip()


def record_of(path):
    return tw.Record.parse(path.read_bytes())


@pytest.fixture
def recorded(tmp_path):
    """A short tic-tac-toe match that seat 0 wins, as a file."""
    match = tictactoe.start(7)
    for turn, cell in enumerate([0, 3, 1, 4, 2]):
        match.play(turn % 2, "mark", cell)
    path = tmp_path / "match.json"
    path.write_bytes(match.record.to_json())
    return path


def changed(path, change):
    data = json.loads(path.read_bytes())
    change(data)
    path.write_text(json.dumps(data))
    return path


# --- play -----------------------------------------------------------------------------------------


def test_tictactoe_is_played_to_its_result(tmp_path):
    path = tmp_path / "record.json"
    told = output("play", "tictactoe", "--record", path, typed="1\n" * 9)
    match = tictactoe.replay(path.read_bytes())
    assert match.result is not None
    last = told.strip().splitlines()[-1]
    assert last.lower() == f"{match.result}.".lower()
    assert "seat 1: mark" in told


def test_the_menu_is_the_list_of_legal_moves():
    told = output("play", typed="5\n")
    assert [f"{n}  Mark cell {n - 1}" in told for n in range(1, 10)] == [True] * 9
    assert "3 X 5" in told


@pytest.mark.parametrize("typed", ["q\n", "quit\n", ""], ids=["q", "quit", "end of input"])
def test_one_can_quit_at_any_time_and_keeps_the_record(typed, tmp_path):
    path = tmp_path / "record.json"
    output("play", "tictactoe", "--record", path, typed="5\n" + typed)
    assert [entry.args for entry in record_of(path).entries[:1]] == [(4,)]
    assert len(record_of(path).entries) == 2


def test_undo_takes_back_ones_own_move_and_the_answer_to_it(tmp_path):
    path = tmp_path / "record.json"
    told = output("play", "tictactoe", "--record", path, typed="u\n5\nu\n1\nq\n")
    assert "There is nothing to undo." in told
    entries = record_of(path).entries
    assert [entry.op for entry in entries] == ["", "", "undo", "undo", "", ""]
    match = tictactoe.replay(path.read_bytes())
    assert (match.G.cells[0], match.G.cells.count("X")) == ("X", 1)


def test_a_match_is_saved_and_gone_on_with(tmp_path):
    save, record = tmp_path / "match.save", tmp_path / "record.json"
    told = output("play", "tictactoe", typed=f"5\ns {save}\nq\n")
    assert f"Saved to {save}" in told
    output("play", "tictactoe", "--load", save, "--record", record, typed="1\nq\n")
    entries = record_of(record).entries
    assert len(entries) == 4
    assert entries[0].args == (4,)
    assert tictactoe.replay(record_of(record)).G.cells[4] == "X"


def test_a_save_that_cannot_be_written_does_not_end_the_match(tmp_path):
    record = tmp_path / "record.json"
    typed = f"s {tmp_path}/no/such/folder/file\n5\nq\n"
    told = output("play", "tictactoe", "--record", record, typed=typed)
    assert "No such file or directory" in told
    assert record_of(record).entries[0].args == (4,)


def test_watching_needs_no_input_and_the_seed_decides_everything():
    one, two, other = (output("play", "duel40", "--seat", -1, "--seed", s) for s in (1, 1, 2))
    assert one == two
    assert one != other
    assert "won" in one.splitlines()[-1]


def test_nonsense_at_the_prompt_is_answered_with_help():
    nonsense = ["0", "10", "1 2", "x", "?", "-1", "1.5", "s", "\x00", "99999999999999999999", " "]
    told = output("play", "tictactoe", typed="\n".join([*nonsense, "5", "q", ""]))
    helped = [line for line in told.splitlines() if line.startswith("> ")][: len(nonsense)]
    assert all("a number" in line for line in helped)
    assert "3 X 5" in told


@pytest.mark.parametrize("typed", ["²", "٣", "①"])
def test_digits_of_other_scripts_are_no_reason_to_fail(typed):
    assert "tictactoe" in output("play", "tictactoe", typed=f"{typed}\n5\nq\n")


def test_bytes_that_are_no_text_are_nonsense_too():
    assert "3 X 5" in output("play", "tictactoe", typed=b"\xff\xfe\n5\nq\n")


def test_a_card_game_asks_its_questions_as_menus():
    typed = "1\n" + "1\n\n" * 3 + "q\n"
    told = output("play", "lorcana", "--seed", 3, typed=typed)
    assert "(pick 0 to 7)" in told


# --- replay ---------------------------------------------------------------------------------------


def test_a_record_is_replayed_and_verified(recorded):
    told = output("replay", recorded)
    assert "5 of 5 inputs verified" in told
    assert "Result: seat 0 won: three in a row." in told


def test_a_replay_may_stop_early_and_says_where_it_stands(recorded):
    told = output("replay", recorded, "--until", 2)
    assert "2 of 5 inputs verified" in told
    assert "It stands in play; seat 0 to act." in told


def test_a_replay_explains_what_the_flow_did(recorded):
    told = output("replay", recorded, "--explain")
    assert told.count("seat 0 mark") == 3
    assert "transition play -> play" in told


def test_a_record_that_was_tampered_with_is_refused_with_the_place(recorded):
    changed(recorded, lambda data: data["entries"][2].update(args=[8]))
    assert error("replay", recorded).startswith("Input 3 (seat 0 mark 8)")
    assert error("replay", recorded, "--explain").startswith("Input 3 (seat 0 mark 8)")


@pytest.mark.parametrize("content", ["", "{}", "no record", "[1, 2]", '{"game": "tictactoe"'])
def test_a_file_that_is_no_record_is_refused(content, tmp_path):
    path = tmp_path / "file.json"
    path.write_text(content)
    assert "not a whole record" in error("replay", path)


def test_a_record_of_an_unknown_game_or_of_other_rules_is_refused(recorded):
    changed(recorded, lambda data: data.update(rules="0-old"))
    assert "0-old" in error("replay", recorded)
    changed(recorded, lambda data: data.update(game="chess"))
    assert "chess" in error("replay", recorded)


def test_a_record_does_not_decide_what_is_executed(recorded, tmp_path):
    """A record comes from a stranger: the game it names is looked up, never run as a file."""
    (tmp_path / "evil.py").write_text("open('executed', 'w')")
    for name in ("evil.py", "./evil.py", str(tmp_path / "evil.py"), "evil.x", "this.that"):
        changed(recorded, lambda data, name=name: data.update(game=name))
        assert error("replay", recorded, cwd=tmp_path)
        assert not (tmp_path / "executed").exists()


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
    (["replay", "/"], "directory"),
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
def test_what_cannot_be_done_is_said_in_one_line(arguments, says):
    assert says in error(*arguments)


def test_a_save_of_another_game_and_a_damaged_one_are_refused(tmp_path):
    path = tmp_path / "match.save"
    data = tictactoe.start().save()
    path.write_bytes(data)
    assert "tictactoe" in error("play", "lorcana", "--load", path)
    path.write_bytes(data[:-10])
    assert "not a whole save" in error("play", "tictactoe", "--load", path)
    path.write_bytes(data.replace(b'"cells":[""', b'"cells":["X"'))
    assert "checksum" in error("play", "tictactoe", "--load", path)


def test_until_takes_a_number_that_makes_sense(recorded):
    assert "--until" in error("replay", recorded, "--until", -1)
    assert "5 of 5" in output("replay", recorded, "--until", 99)


# --- games of one's own ---------------------------------------------------------------------------

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


def written(tmp_path, code):
    path = tmp_path / "mine.py"
    path.write_text(code)
    return path


def test_a_game_in_a_file_is_played_checked_and_drawn(tmp_path):
    path = written(tmp_path, GOOD)
    assert "Seat 0 won." in output("play", path, typed="1\n")
    assert "A draw." in output("play", f"{path}:flow", typed="1\n")
    assert "mine: 1 places, 1 moves; 0 errors" in output("check", path)
    assert "stop" in output("diagram", path)


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_without_a_usable_game_is_refused(what, tmp_path):
    code, says = BROKEN[what]
    assert says in error("play", written(tmp_path, code))


@pytest.mark.parametrize("command", ["check", "diagram"])
def test_a_bad_definition_can_neither_be_checked_nor_drawn(command, tmp_path):
    code, says = BROKEN["definition"]
    assert says in error(command, written(tmp_path, code))


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
def test_rules_that_fail_while_they_are_played_are_said_in_one_line(what, tmp_path):
    path = written(tmp_path, f"import turnwright as tw\n{RULES[what]}")
    assert error("play", path, typed="1\n1\n")


# --- check and diagram ----------------------------------------------------------------------------


def test_a_sound_game_has_no_errors_and_a_hanging_one_has():
    assert "0 errors, 0 warnings" in output("check", "tictactoe")
    assert "0 errors" in output("check", "lorcana")


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
    done = turnwright("check", written(tmp_path, code))
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


def test_a_diagram_shows_where_a_record_stands_and_what_was_never_visited(recorded, tmp_path):
    plain = output("diagram", "tictactoe")
    assert output("diagram", "tictactoe", "--at", recorded) != plain
    assert "visited" in output("diagram", "tictactoe", "--coverage", recorded, recorded)
    target = tmp_path / "flow.mmd"
    done = turnwright("diagram", "tictactoe", "-o", target)
    assert done.returncode == 0
    assert target.read_text().strip() == plain.strip()
    assert "lorcana" in error("diagram", "lorcana", "--at", recorded)


def test_a_reader_who_leaves_early_is_no_error():
    command = f"{sys.executable} -m turnwright diagram lorcana --format svg | head -c 10"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("<svg xmlns", "")
