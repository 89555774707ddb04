"""`turnwright netrunner serve` and `send`: a game over real sockets, one process per command."""

import json
import os
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from tests.cli.terminal import turnwright
from tests.web.server_process import free_port

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


def sent(url, side, *words):
    done = turnwright("netrunner", "send", "--url", url, side, *words)
    assert done.stderr == "", done.stderr
    return done


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
    assert "A game  playing: corp (Corp), runner (Runner)" in sent(url, "corp", "lobby").stdout
    for side in ("corp", "runner"):
        assert told(url, side, "keep-hand")["status"] == "action-taken"
    assert sent(url, "runner", "start-turn").returncode == 1, "the Corp begins"
    for words in (["start-turn"], ["credit"], ["credit"], ["credit"], ["end-turn"]):
        assert told(url, "corp", *words)["status"] == "action-taken"
    assert told(url, "corp", "choose-card", "0")["status"] == "action-taken"
    started = told(url, "runner", "run", "Archives", "--no-continue")
    assert started["status"] == "success"
    assert "make a run on Archives" in sent(url, "corp", "log", "3").stdout
    status = told(url, "corp", "status")
    assert "corp" in json.dumps(status)
    assert sent(url, "runner", "fly").returncode == 1


def test_against_a_bot_the_game_begins_at_once(serve):
    url = serve("--bot", "heuristic", "--bot-side", "corp")
    assert "started" in sent(url, "runner", "create").stdout
    assert told(url, "runner", "keep-hand")["status"] == "action-taken"
    result = told(url, "runner", "run", "HQ", "--full-break", "--tank-all")
    assert result["status"] == "success"
    assert "HQ" in sent(url, "runner", "log", "20").stdout


def test_a_user_without_a_game_gets_an_error(serve):
    url = serve()
    done = turnwright("netrunner", "send", "--url", url, "runner", "run", "HQ")
    assert (done.returncode, done.stderr) == (
        2,
        "runner does not play in any game on this server.\n",
    )
    done = turnwright("netrunner", "send", "--url", url, "runner", "join")
    assert done.returncode == 2
