"""The load test: it plays valid matches and reports what it measured. Speed is tested in `bench`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.server.server_process import Server
from turnwright.cli import main
from turnwright.client import Lobby, load_test_sockets
from turnwright.client.load_test import run_load_test
from turnwright.core.errors import UnusableError


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("load"))
    yield running
    running.stop()


@pytest.fixture
def url(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


def test_the_report_counts_the_servers_moves(server: Server, url: str):
    before = server.metric("turnwright_commits_total")
    found = asyncio.run(run_load_test(url, matches=3, seconds=0.4, warmup=0.0))
    made = server.metric("turnwright_commits_total") - before
    assert 0 < found.moves <= made
    assert 0 < found.p50_ms <= found.p90_ms <= found.p99_ms <= found.max_ms
    assert found.server_us_per_move >= 0
    assert server.metric("turnwright_bad_frames_total") == 0


def test_a_load_test_leaves_no_match_running(url: str):
    async def run() -> None:
        with suppress(UnusableError):  # a machine may be too slow for a move in so short a time
            await run_load_test(url, matches=2, seconds=0.1, warmup=0.0, with_ids=True)
        while any(r.room_id.startswith("load-") for r in await Lobby(url).rooms()):
            await asyncio.sleep(0.01)

    asyncio.run(run())


@pytest.mark.parametrize("game", ["duel", "tictactoe"])
def test_a_game_with_questions_is_replayed_until_the_end(url: str, game: str):
    found = asyncio.run(run_load_test(url, game, matches=2, seconds=0.5, warmup=0.0))
    assert found.moves > 10


def test_it_works_without_picows(url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(load_test_sockets, "LIBRARY", "websockets")
    found = asyncio.run(run_load_test(url, matches=2, seconds=0.2, warmup=0.0))
    assert found.moves
    assert found.client == "websockets"


def test_the_command_prints_a_table_or_json(url: str, capsys: pytest.CaptureFixture[str]):
    assert main(["load", url, "--matches", "2", "--seconds", "0.2", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["game"], shown["matches"]) == ("counter", 2)
    assert main(["load", url, "--matches", "1", "--seconds", "0.2", "--ids"]) == 0
    assert "moves/s" in capsys.readouterr().out


def test_invalid_load_tests_fail_with_a_sentence(
    url: str, server: Server, tmp_path, capsys: pytest.CaptureFixture[str]
):
    assert main(["load", "http://127.0.0.1:9", "--matches", "1"]) == 2
    assert "Cannot connect" in capsys.readouterr().err
    assert main(["load", url, "--matches", "0"]) == 2
    assert "--matches must be at least 1" in capsys.readouterr().err
    assert main(["load", url, "--warmup", "-1"]) == 2
    assert "--warmup must not be negative" in capsys.readouterr().err
    assert main(["load", url, "--game", "go", "--matches", "1"]) == 2
    assert "There is no game" in capsys.readouterr().err
    limited = Server(tmp_path, message_rate=5.0, message_burst=20.0)
    try:
        address = f"http://127.0.0.1:{limited.port}"
        assert main(["load", address, "--matches", "2", "--seconds", "2"]) == 2
        assert "--message-rate 0" in capsys.readouterr().err
    finally:
        limited.stop()
