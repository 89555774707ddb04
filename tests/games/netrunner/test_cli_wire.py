"""`turnwright netrunner serve` and `send`: a game over real sockets, one process per command."""

import json
import os
import re
import socket
import subprocess
import sys
from contextlib import closing

import msgspec
import pytest

from tests.cli.terminal import output, turnwright
from tests.client.test_client import free_port
from turnwright.cli.netrunner.stored_run import StoredRun
from turnwright.games.netrunner.decks import BEGINNER_RUNNER

TRIES = 200


@pytest.fixture
def serve():
    """Start servers and return their addresses as soon as they answer."""
    started = []

    def start(*arguments):
        port = free_port()
        command = [sys.executable, "-m", "turnwright", "netrunner", "serve", "--port", str(port)]
        server = subprocess.Popen(
            [*command, *arguments], stdout=subprocess.DEVNULL, env={**os.environ}
        )
        started.append(server)
        for _ in range(TRIES):
            assert server.poll() is None, "the server is gone"
            with closing(socket.socket()) as probe:
                probe.settimeout(0.2)
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return f"http://127.0.0.1:{port}"
            try:
                server.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
        raise AssertionError("the server does not answer")

    yield start
    for server in started:
        server.terminate()
        server.wait(10)


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    """Keep plans and flags of runs in folders of this test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def sent(url, side, *words, typed=""):
    done = turnwright("netrunner", "send", "--url", url, side, *words, typed=typed)
    assert done.stderr == "", done.stderr
    return done


def refused(url, side, *words):
    """The sentence of a command that fails."""
    done = turnwright("netrunner", "send", "--url", url, side, *words)
    assert (done.returncode, done.stdout) == (2, ""), done.stdout
    assert len(done.stderr.splitlines()) == 1
    return done.stderr.strip()


def told(url, side, *words):
    done = turnwright("netrunner", "send", "--url", url, "--json", side, *words)
    assert done.stderr == "", done.stderr
    return json.loads(done.stdout)


def test_a_game_is_opened_joined_started_and_a_run_is_made(serve):
    url = serve()
    assert "no games" in sent(url, "corp", "lobby").stdout
    assert "waits" in sent(url, "corp", "create", "A game").stdout
    assert "Joined" in sent(url, "runner", "join").stdout
    assert "started" in sent(url, "corp", "start").stdout
    listed = sent(url, "corp", "lobby").stdout
    assert re.search(r"A game  playing: .*corp \((Corp|away)\)", listed)
    assert re.search(r"A game  playing: .*runner \((Runner|away)\)", listed), "a seat is not lost"
    for side in ("corp", "runner"):
        assert told(url, side, "keep-hand")["status"] == "action-taken"
    assert sent(url, "runner", "start-turn").returncode == 1, "the Corp begins"
    for words in (["start-turn"], ["credit"], ["credit"], ["credit"], ["end-turn"]):
        assert told(url, "corp", *words)["status"] == "action-taken"
    assert told(url, "corp", "choose-card", "0")["status"] == "action-taken"
    started = told(url, "runner", "run", "Archives", "--no-continue")
    assert started["status"] == "success"
    assert "spends 1 click to make a run on Archives" in sent(url, "corp", "log", "3").stdout
    status = told(url, "corp", "status")
    assert "corp" in json.dumps(status)
    assert sent(url, "runner", "fly").returncode == 1


def test_both_sides_choose_decks(serve, tmp_path):
    url = serve()
    assert "select-deck" in sent(url, "corp", "create", "Decks", "--constructed").stdout
    sent(url, "runner", "join")
    done = turnwright("netrunner", "send", "--url", url, "corp", "start")
    assert (done.returncode, done.stderr) == (
        2,
        "Both players must choose a deck for their side.\n",
    )
    assert "Beginner Corp was chosen" in sent(url, "corp", "select-deck", "Beginner Corp").stdout
    changed = {"Mayfly": "Corroder"}  # a card of the shipped pack
    cards = "\n".join(
        f"{n} {changed.get(title, title)}" for title, n in BEGINNER_RUNNER["cards"].items()
    )
    (tmp_path / "mine.txt").write_text(f"{BEGINNER_RUNNER['identity']}\n{cards}\n", "utf-8")
    assert (
        "mine was chosen" in sent(url, "runner", "select-deck", str(tmp_path / "mine.txt")).stdout
    )
    done = turnwright("netrunner", "send", "--url", url, "runner", "select-deck", "Beginner Corp")
    assert done.returncode == 2, "it is not a Runner deck"
    assert "started" in sent(url, "corp", "start").stdout
    assert told(url, "corp", "keep-hand")["status"] == "action-taken"


def test_against_a_bot_the_game_begins_at_once(serve):
    url = serve("--bot", "heuristic", "--bot-side", "corp")
    assert "started" in sent(url, "runner", "create").stdout
    assert told(url, "runner", "keep-hand")["status"] == "action-taken"
    for server in ("R&D", "HQ"):  # the bot protects them in its first turn if it has ice
        result = told(url, "runner", "run", server, "--full-break", "--tank-all")
        assert result["status"] == "success"
        assert result["then"]["status"] in ("run-complete", "decision-required", "game-over")
        if result["then"]["status"] != "run-complete":
            break
    diagnosis = told(url, "runner", "status")["data"]["diagnosis"]
    assert diagnosis["awaited"] in ("runner", None), "the bot never lets the Runner wait"


def test_errors_in_the_lobby_say_what_to_do(serve):
    url = serve()
    for words in (["start"], ["run", "HQ"]):
        assert refused(url, "runner", *words) == (
            "runner does not play in any game on this server. Create one with `send runner create`."
        )
    assert refused(url, "runner", "join").startswith("No game is waiting for a player. Create one")
    sent(url, "corp", "create", "A game")
    assert refused(url, "corp", "create") == "corp already plays in the game 'A game'."
    assert refused(url, "corp", "start") == "The game waits for another player: `send runner join`."
    assert refused(url, "corp", "credit") == (
        "The game has not started. `send corp start` starts it when both sides have joined."
    )
    assert refused(url, "runner", "start").endswith(
        "or join one with `send runner join` (`send runner lobby` lists them)."
    )
    sent(url, "runner", "join")
    assert refused(url, "runner", "credit") == (
        "The game has not started. corp, who created it, can start it."
    )
    sent(url, "corp", "start")
    assert refused(url, "corp", "start") == "The game has already started."
    typo = sent(url, "corp", "lobbby")
    assert typo.returncode == 1
    assert typo.stdout == "error: Unknown command 'lobbby'; did you mean 'lobby'?\n"


@pytest.fixture
def running(serve):
    """The address of a server with a game in which it is the Runner's turn, after the Corp's first."""
    url = serve()
    for side, *lines in (
        ("corp", "create"), ("runner", "join"), ("corp", "start", "keep-hand"), ("runner", "keep-hand"),
        ("corp", "start-turn", "credit", "credit", "credit", "end-turn", "choose-card 0"),
    ):  # fmt: skip
        done = sent(url, side, typed="\n".join(lines))
        assert done.returncode == 0, done.stdout
    return url


def test_options_may_follow_the_side(serve):
    url = serve("--bot", "heuristic")
    assert "has started" in sent(url, "runner", "create").stdout
    done = turnwright("netrunner", "send", "runner", "--url", url, "--json", "status")
    assert json.loads(done.stdout)["data"]["diagnosis"]["awaited"] == "runner"
    done = turnwright("netrunner", "send", "--url", url, "runner", "--jsn", "status")
    assert done.returncode == 2
    assert "unrecognized arguments: --jsn" in done.stderr


def test_a_session_reads_commands_until_the_end_of_its_input(running):
    lines = ["# the Runner's turn", "", "start-turn", 'rez "Tithe', "dance", "start", "status"]
    done = sent(running, "runner", typed="\n".join([*lines, "quit", "credit"]))
    assert done.returncode == 1, "a command has failed"
    said = done.stdout.splitlines()
    assert said[0].startswith("action-taken/start-turn: runner started their turn 1 with 5")
    assert said[1] == "error: The line cannot be read: No closing quotation."
    assert said[2].startswith("error: Unknown command 'dance'")
    assert said[3] == "error: The game has already started."
    assert said[4] == "runner has 4 clicks left."
    assert len(said) == 5
    done = turnwright(
        "netrunner", "send", "--url", running, "--json", "runner", typed="status\nhand"
    )
    assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == ["success"] * 2


def test_flags_of_a_run_hold_for_later_commands(running, own_folders):
    stored = own_folders / "state" / "turnwright" / "runs"
    told(running, "runner", "run", "Archives", "--no-continue", "--tank-all", "--tank", "Tithe")
    assert len(list(stored.iterdir())) == 1
    assert sent(running, "runner", "tank", "Palisade").returncode == 0
    said = sent(running, "runner", "continue", "--single", "--whatever").stdout
    assert "Warning: Ignored --whatever: unknown flag." in said
    assert "Tip: You have passed" in said
    (path,) = stored.iterdir()
    kept = msgspec.msgpack.decode(path.read_bytes(), type=StoredRun)
    assert kept.strategy.tank_all
    assert kept.strategy.tank == {"tithe", "palisade"}
    path.write_bytes(b"damaged")
    assert sent(running, "runner", "status").returncode == 0, "a damaged file is ignored"
    sent(running, "corp", "continue", "--raw")
    sent(running, "runner", "jack-out")
    assert told(running, "runner", "status")["data"]["run"] is None
    sent(running, "corp", "status")
    assert list(stored.iterdir()) == [], "the run is over for both"


def test_flags_of_an_earlier_run_are_not_used_for_a_later_one(running, own_folders):
    told(running, "runner", "run", "Archives", "--no-continue", "--tank-all")
    (path,) = (own_folders / "state" / "turnwright" / "runs").iterdir()
    before = path.read_bytes()
    for side in ("runner", "corp"):
        sent(running, side, "continue", "--raw")
    sent(running, "runner", "jack-out")
    told(running, "runner", "run", "Archives", "--no-continue")
    path.write_bytes(before)
    assert told(running, "runner", "status")["status"] == "success"
    kept = msgspec.msgpack.decode(path.read_bytes(), type=StoredRun)
    assert not kept.strategy.tank_all


def test_plans_are_used_by_name_and_from_another_folder(running, own_folders):
    output("netrunner", "plan", "save", "quick", "runner", "--tank-all")
    refusal = sent(running, "runner", "run", "Archives", "--plan", "quikc")
    assert refusal.returncode == 1
    assert "did you mean 'quick'?" in refusal.stdout
    started = told(running, "runner", "run", "Archives", "--no-continue", "--plan", "quick")
    assert started["data"]["flags"] == ["no_continue", "tank_all"]
    other = own_folders / "plans"
    output("netrunner", "plan", "save", "--plans", other, "calm", "corp", "--no-rez")
    done = turnwright(
        "netrunner", "send", "--url", running, "--plans", other, "corp",
        "continue", "--single", "--plan", "calm",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
