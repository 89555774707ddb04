"""The commands `play` and `replay`."""

import json

import pytest

import turnwright as tw
from tests.cli.terminal import error, output
from turnwright.games.tictactoe.game import game as tictactoe


def record_of(path):
    return tw.Record.parse(path.read_bytes())


def changed(path, change):
    data = json.loads(path.read_bytes())
    change(data)
    path.write_text(json.dumps(data))
    return path


# --- play -----------------------------------------------------------------------------------------


def test_tictactoe_is_played_to_its_result(tmp_path):
    path = tmp_path / "record.json"
    shown = output("play", "tictactoe", "--record", path, typed="1\n" * 9)
    match = tictactoe.replay(path.read_bytes())
    assert match.result is not None
    last = shown.strip().splitlines()[-1]
    assert last.lower() == f"{match.result}.".lower()
    assert "seat 1 marks cell" in shown


def test_the_menu_is_the_list_of_legal_moves():
    shown = output("play", typed="5\n")
    assert [f"{n}  Mark cell {n - 1}" in shown for n in range(1, 10)] == [True] * 9
    assert "3 X 5" in shown


def test_spire_is_played_with_a_character_an_ascension_and_a_seed():
    options = ("--option", "class=ironclad", "--option", "ascension=7", "--seed", "4JHCYD0W6ETVW")
    shown = output("play", "spire", *options, typed="q\n")
    assert "Ironclad · ascension 7 · act 1, floor 0" in shown
    assert "boss: " in shown
    for option in ("class=nobody", "clas=ironclad", "ascension=21", "ascension=high", "ascension"):
        assert error("play", "spire", "--option", option, typed="q\n")


def test_spire_has_a_command_of_its_own_for_playing():
    arguments = ("--class", "silent", "--ascension", "3", "--seed", "wrc")
    shown = output("spire", "play", *arguments, typed="q\n")
    assert "Seed WRC" in shown
    assert "The Silent · ascension 3 · act 1, floor 0" in shown
    assert "Seed " in output("spire", "play", typed="q\n")
    for wrong in (("--class", "bard"), ("--ascension", "21"), ("--seed", "a b")):
        assert error("spire", "play", *wrong, typed="q\n")


def test_a_question_mark_explains_a_card_a_relic_or_a_word():
    shown = output("spire", "play", typed="? bash\n?vajra\n? ethereal\n? nobody\nq\n")
    assert "Bash\n  Deal 8 damage. Inflict 2 Vulnerable." in shown
    assert "    Vulnerable: Attacks on whoever has this deal 50% more damage." in shown
    assert "Vajra\n  Start each fight with 1 Strength." in shown
    assert "Ethereal: Is Exhausted if" in shown
    assert "There is no card or word 'nobody' in Slay the Spire." in shown


@pytest.mark.parametrize("typed", ["q\n", "quit\n", ""], ids=["q", "quit", "end of input"])
def test_quitting_keeps_the_record(typed, tmp_path):
    path = tmp_path / "record.json"
    output("play", "tictactoe", "--record", path, typed="5\n" + typed)
    assert [entry.args for entry in record_of(path).entries[:1]] == [(4,)]
    assert len(record_of(path).entries) == 2


def test_undo_takes_back_the_players_move_and_the_reply(tmp_path):
    path = tmp_path / "record.json"
    shown = output("play", "tictactoe", "--record", path, typed="u\n5\nu\n1\nq\n")
    assert "There is nothing to undo." in shown
    entries = record_of(path).entries
    assert [entry.op for entry in entries] == ["", "", "undo", "undo", "", ""]
    match = tictactoe.replay(path.read_bytes())
    assert (match.G.cells[0], match.G.cells.count("X")) == ("X", 1)


def test_a_match_is_saved_and_continued(tmp_path):
    save, record = tmp_path / "match.save", tmp_path / "record.json"
    shown = output("play", "tictactoe", typed=f"5\ns {save}\nq\n")
    assert f"Saved to {save}" in shown
    output("play", "tictactoe", "--load", save, "--record", record, typed="1\nq\n")
    entries = record_of(record).entries
    assert len(entries) == 4
    assert entries[0].args == (4,)
    assert tictactoe.replay(record_of(record)).G.cells[4] == "X"


def test_a_save_that_cannot_be_written_does_not_end_the_match(tmp_path):
    record = tmp_path / "record.json"
    typed = f"s {tmp_path}/no/such/folder/file\n5\nq\n"
    shown = output("play", "tictactoe", "--record", record, typed=typed)
    assert "No such file or directory" in shown
    assert record_of(record).entries[0].args == (4,)


def test_watching_needs_no_input_and_depends_only_on_the_seed():
    one, two, other = (output("play", "duel40", "--seat", -1, "--seed", s) for s in (1, 1, 2))
    assert one == two
    assert one != other
    assert "won" in one.splitlines()[-1]


def test_invalid_input_prints_the_help():
    nonsense = ["0", "10", "1 2", "x", "?", "-1", "1.5", "s", "\x00", "99999999999999999999", " "]
    shown = output("play", "tictactoe", typed="\n".join([*nonsense, "5", "q", ""]))
    helped = [line for line in shown.splitlines() if line.startswith("> ")][: len(nonsense)]
    assert all("a number" in line for line in helped)
    assert "3 X 5" in shown


@pytest.mark.parametrize("typed", ["²", "٣", "①"])
def test_digits_of_other_scripts_do_not_fail(typed):
    assert "tictactoe" in output("play", "tictactoe", typed=f"{typed}\n5\nq\n")


def test_input_that_is_not_utf8_is_ignored():
    assert "3 X 5" in output("play", "tictactoe", typed=b"\xff\xfe\n5\nq\n")


def test_questions_of_card_games_are_menus():
    typed = "1\n" + "1\n\n" * 3 + "q\n"
    shown = output("play", "lorcana", "--seed", 3, typed=typed)
    assert "(pick 0 to 7)" in shown


# --- replay ---------------------------------------------------------------------------------------


def test_a_record_is_replayed_and_verified(recorded):
    shown = output("replay", recorded)
    assert "5 of 5 inputs verified" in shown
    assert "Result: seat 0 won: three in a row." in shown


def test_a_replay_can_stop_early_and_prints_the_place(recorded):
    shown = output("replay", recorded, "--until", 2)
    assert "2 of 5 inputs verified" in shown
    assert "The match is at play; seat 0 to act." in shown


def test_a_replay_explains_what_the_flow_did(recorded):
    shown = output("replay", recorded, "--explain")
    assert shown.count("seat 0 mark") == 3
    assert "transition play -> play" in shown


def test_a_changed_record_is_refused_with_the_number_of_the_input(recorded):
    changed(recorded, lambda data: data["entries"][2].update(args=[8]))
    assert error("replay", recorded).startswith("Input 3 (seat 0 mark 8)")
    assert error("replay", recorded, "--explain").startswith("Input 3 (seat 0 mark 8)")


@pytest.mark.parametrize("content", ["", "{}", "no record", "[1, 2]", '{"game": "tictactoe"'])
def test_a_file_that_is_not_a_record_is_refused(content, tmp_path):
    path = tmp_path / "file.json"
    path.write_text(content)
    assert "not a complete record" in error("replay", path)


def test_a_record_of_an_unknown_game_or_of_other_rules_is_refused(recorded):
    changed(recorded, lambda data: data.update(rules="0-old"))
    assert "0-old" in error("replay", recorded)
    changed(recorded, lambda data: data.update(game="chess"))
    assert "chess" in error("replay", recorded)


def test_a_record_does_not_decide_what_is_executed(recorded, tmp_path):
    """Records are untrusted: the game that they name is looked up and never run as a file."""
    (tmp_path / "evil.py").write_text("open('executed', 'w')")
    for name in ("evil.py", "./evil.py", str(tmp_path / "evil.py"), "evil.x", "this.that"):
        changed(recorded, lambda data, name=name: data.update(game=name))
        assert error("replay", recorded, cwd=tmp_path)
        assert not (tmp_path / "executed").exists()
