"""Public bots from a checkout: here, small bots of our own in the folders of the public ones."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from turnwright.bridges.commmod.host.bot_runs import BotRunResult
from turnwright.bridges.commmod.host.public_bots import BOTS, PublishedResult
from turnwright.cli import main
from turnwright.cli.spire.public_bots import summary

PASSIVE_BOT = """
import itertools, json, sys

def say(text):
    print(text, flush=True)
    return json.loads(sys.stdin.readline())

def command(state):
    words = state["available_commands"]
    for word in ("proceed", "confirm", "end", "leave", "cancel"):
        if word in words:
            return word
    return "choose 0"

state = say("ready")
for character in itertools.cycle(["IRONCLAD", "THE_SILENT", "DEFECT"]):
    state = say("start " + character)
    while state["in_game"]:
        state = say(command(state))
"""
"""It ends every turn at once, and plays three characters in turn, as spirecomm's main.py does."""
READY = """
import sys
print("ready", flush=True)
sys.stdin.readline()
print("start ironclad", flush=True)
"""
BOTTLED = {
    "rs/api/client.py": """
import json

class Client:
    def __init__(self):
        self.send_message("ready")

    def send_message(self, text):
        return json.loads(input(text + chr(10)))
""",
    "rs/helper/logger.py": """
def init_log(): pass
def log_new_run_sequence(): pass
""",
    "rs/machine/game.py": """
class Game:
    def __init__(self, client, strategy):
        self.say, self.strategy = client.send_message, strategy

    def start(self):
        self.state = self.say("start " + self.strategy)

    def run(self):
        while self.state["in_game"]:
            words = self.state["available_commands"]
            known = [word for word in ("proceed", "confirm", "end", "leave") if word in words]
            self.state = self.say(known[0] if known else "choose 0")
""",
    "rs/ai/shivs_and_giggles/shivs_and_giggles.py": "SHIVS_AND_GIGGLES = 'Silent'",
}
"""The modules of bottled_ai that are started, and a strategy that is only the name of its character."""


def checkout(folder: Path, bot: str, source: str = PASSIVE_BOT) -> Path:
    """A folder with the files of a public bot."""
    for path in BOTS[bot].files:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("")
    (folder / "main.py").write_text(source)
    return folder


def play(*arguments: object) -> int:
    return main(["spire", "public-bots", *map(str, arguments)])


def test_a_bot_that_plays_the_characters_in_turn_plays_the_wanted_ones(tmp_path, capsys):
    folder = checkout(tmp_path, "spirecomm")
    assert play("spirecomm", folder, "--runs", 2, "--class", "silent", "--workers", 1) == 0
    shown = capsys.readouterr().out
    assert "spirecomm, ascension 0, seeds from 1" in shown
    (row,) = (line.split() for line in shown.splitlines() if line.startswith("THE_SILENT"))
    assert row[1:3] == ["2", "0"]  # two runs, none failed
    assert "IRONCLAD" not in shown


def test_every_character_of_the_bot_is_played_with_the_same_seeds_on_any_number_of_processes(
    tmp_path, capsys
):
    folder = checkout(tmp_path, "spirecomm")
    found = []
    for workers in (1, 2):
        arguments = ("--runs", 2, "--seed", 30, "--workers", workers, "--json")
        assert play("spirecomm", folder, *arguments) == 0
        found.append(msgspec.json.decode(capsys.readouterr().out))
    assert found[0] == found[1]
    rows = found[0]["characters"]
    wanted = BOTS["spirecomm"].characters
    assert [(row["class"], row["runs"]) for row in rows] == [(name, 2) for name in wanted]
    assert rows[0]["published"]["mean_floor"] == 26.2
    assert rows[0]["floor_agrees"] is False  # a bot that never plays a card


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (READY + "raise KeyError('relics')", "ended with exit code 1. Its last line of output: KeyErr"),
        (READY + "sys.exit(0)", "The agent has ended with exit code 0."),
        (READY + "import time; time.sleep(600)", "The agent said nothing for 2 seconds."),
        (READY + "print('hello world', flush=True); input()", "'hello world' was answered with"),
        ("import no_such_module", "No module named 'no_such_module'"),
        (
            "import sys; print('ready', flush=True)\n"
            "while True: [print(one, flush=True) for one in ('start silent', 'proceed')]",
            "goes on playing THE_SILENT and never IRONCLAD",
        ),
    ],
    ids=["crash", "exit", "hang", "nonsense", "import error", "another character"],
)  # fmt: skip
def test_a_bot_that_fails_gets_a_sentence_and_the_exit_code_1(source, sentence, tmp_path, capsys):
    folder = checkout(tmp_path, "spirecomm", source)
    arguments = ("--runs", 1, "--class", "ironclad", "--workers", 1)
    # starting Python may be slow, falling silent is not
    patience = 2 if "sleep" in source else 60
    assert play("spirecomm", folder, *arguments, "--patience", patience) == 1
    assert sentence in capsys.readouterr().out


def test_bottled_ai_is_started_with_the_strategy_of_the_character(tmp_path, capsys):
    folder = checkout(tmp_path, "bottled_ai")
    for path, source in BOTTLED.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(source)
    arguments = ("--runs", 2, "--class", "silent", "--workers", 1)
    assert play("bottled_ai", folder, *arguments) == 0
    assert "published for the real game" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nobody", "."), "There is no public bot 'nobody'"),
        (("spirecomm", "nowhere"), "nowhere is not a checkout of spirecomm: it has no main.py"),
    ],
)
def test_what_is_not_a_bot_is_refused(arguments, sentence, capsys):
    assert play(*arguments) == 2
    assert sentence in capsys.readouterr().err


def test_a_character_that_the_bot_does_not_play_is_refused(tmp_path, capsys):
    folder = checkout(tmp_path, "spirecomm")
    assert play("spirecomm", folder, "--class", "watcher") == 2
    assert "spirecomm does not play WATCHER" in capsys.readouterr().err


def result(floor: int, won: bool = False) -> BotRunResult:
    word = "victory" if won else "defeat"
    return BotRunResult(1, "1", "IRONCLAD", 0, word, 1, floor, 0, 0, 0, 0, 0, 0.0)


def test_published_figures_agree_if_the_difference_may_be_chance():
    known = PublishedResult("a test", 30.0, runs=50, won=10)
    ours = [result(20)] * 20 + [result(40)] * 20 + [result(51, won=True)] * 5
    found = summary(ours, known)
    assert (found["floor_agrees"], found["won_agrees"]) == (True, True)
    found = summary([result(6)] * 30 + [result(8)] * 15, known)
    assert (found["floor_agrees"], found["won_agrees"]) == (False, False)
    assert "floor_agrees" not in summary(ours, None)
    assert "won_agrees" not in summary(ours, PublishedResult("a test", 30.0))
