"""Notices to players, and draining a node before it stops."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.server_process import Server, start_match
from turnwright.cli import main

TOKEN = "the administrator's word"


@pytest.fixture
def server(tmp_path: Path):
    with Server(tmp_path, admin_token=TOKEN) as running:
        yield running


def wait_until(condition: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until, what
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("path", "how"),
    [
        ("/admin/notice", {"body": {"text": "x"}}),
        ("/admin/drain", {"body": {}}),
        ("/admin/drain", {}),
        ("/admin/drain", {"method": "DELETE"}),
    ],
)
def test_only_the_administrator_may_do_that(server, path, how):
    assert server.refusal(path, token="wrong", **how) == (403, "forbidden")
    assert server.get("/api/notice") == {"text": "", "until": None, "isDraining": False}


def test_a_notice_reaches_everybody_and_those_who_come_later(server):
    ann, ben = start_match(server)
    text = "We move to a new machine\non Sunday."
    server.post("/admin/notice", {"text": text}, token=TOKEN)
    shown = "We move to a new machine on Sunday."
    for player in (ann, ben, server.back(ann)):
        notice = player.receive("notice")
        assert (notice["text"], notice["until"], notice["isDraining"]) == (shown, None, False)
    assert server.get("/api/notice")["text"] == shown
    server.post("/admin/notice", {"text": ""}, token=TOKEN)
    assert ben.receive("notice")["text"] == ""
    assert server.get("/api/notice")["text"] == ""


def test_a_notice_survives_a_restart_and_ends_in_time(server):
    server.post("/admin/notice", {"text": "Short"}, token=TOKEN)
    server.restart()
    ann, _ = start_match(server)
    assert [m["text"] for m in ann.received if m["type"] == "notice"] == ["Short"]
    server.post("/admin/notice", {"text": "Shorter", "seconds": 0.05}, token=TOKEN)
    assert ann.receive("notice")["text"] == "Shorter"
    wait_until(lambda: server.get("/api/notice")["text"] == "", "the notice has no end")


def test_a_bad_notice_changes_nothing(server):
    for body in ({"text": "x" * 301}, {"text": "x", "seconds": -1}, {"text": 5}):
        status, _ = server.refusal("/admin/notice", body, token=TOKEN)
        assert status == 400
    assert server.get("/api/notice")["text"] == ""
    assert server.refusal("/admin/drain", {"seconds": 1e9}, token=TOKEN) == (400, "bad_request")
    assert server.refusal("/admin/drain", method="DELETE", token=TOKEN) == (400, "not_draining")


def test_a_drain_opens_no_rooms_and_stops_when_the_last_match_is_over(server):
    ann, ben = start_match(server)
    status = server.post("/admin/drain", {"seconds": 3600}, token=TOKEN)
    assert (status["isDraining"], status["matches"], status["sockets"]) == (True, 1, 2)
    notice = ben.receive("notice")
    assert notice["isDraining"]
    assert 0 < notice["until"] / 1000 - time.time() <= 3600
    assert "restart" in notice["text"]
    assert server.get("/health")["status"] == "draining"
    assert server.metric("turnwright_draining") == 1
    code, headers, data = server.ask("/api/rooms", {"game": "skirmish"})
    assert (code, json.loads(data)["error"]["code"]) == (503, "draining")
    assert headers["retry-after"]
    late = server.player()
    late.send("join_room", roomId="another", game="skirmish")
    assert late.receive("error")["code"] == "draining"
    assert ann.act(
        ann.state["options"][0]["actionType"], payload=ann.state["options"][0]["payload"]
    )
    ann.send("resign")
    assert ann.closed()[0] == ben.closed()[0] == 1012
    server.process.wait(timeout=60)


def test_a_drain_can_be_cancelled(server):
    ann, _ = start_match(server)
    server.post("/admin/drain", {"seconds": 3600, "text": "New version"}, token=TOKEN)
    assert ann.receive("notice")["text"] == "New version"
    assert server.get("/admin/drain", token=TOKEN)["isDraining"]
    server.get("/admin/drain", method="DELETE", token=TOKEN)
    assert ann.receive("notice")["text"] == ""
    assert server.post("/api/rooms", {"game": "skirmish"})["roomId"]


def test_at_the_deadline_players_are_disconnected_and_go_on_after_the_restart(server):
    ann, ben = start_match(server)
    version = ann.state["stateVersion"]
    server.post("/admin/drain", {"seconds": 0.3}, token=TOKEN)
    assert ann.closed() == (1012, "the server is shutting down")
    server.stop()
    server.start()
    again = server.back(ben)
    again.drain()
    assert again.state["stateVersion"] >= version
    assert again.state["result"] is None


def test_sigterm_drains_shortly_and_a_second_one_stops_at_once(tmp_path):
    with Server(tmp_path, drain_seconds=3600) as server:
        ann, ben = start_match(server)
        server.process.send_signal(signal.SIGTERM)
        assert ann.receive("notice")["isDraining"]
        option = ann.state["options"][0]
        assert ann.act(option["actionType"], payload=option["payload"])["type"] == "ack"
        server.process.send_signal(signal.SIGTERM)
        assert ben.closed()[0] == 1012
        server.process.wait(timeout=60)


def test_the_command_drains_and_waits(tmp_path, monkeypatch, capsys):
    with Server(tmp_path, admin_token=TOKEN) as server:
        address = ["drain", "--url", f"http://127.0.0.1:{server.port}/"]
        monkeypatch.delenv("TURNWRIGHT_ADMIN_TOKEN", raising=False)
        assert main(address) == 2
        assert capsys.readouterr().err.startswith("Set TURNWRIGHT_ADMIN_TOKEN to the token")
        monkeypatch.setenv("TURNWRIGHT_ADMIN_TOKEN", "wrong")
        assert main(address) == 2
        assert capsys.readouterr().err == "The administrator's token is required.\n"
        monkeypatch.setenv("TURNWRIGHT_ADMIN_TOKEN", TOKEN)
        ann, _ = start_match(server)
        assert main([*address, "--text", "A new version"]) == 0
        assert ann.receive("notice")["text"] == "A new version"
        assert capsys.readouterr().out.endswith(", or earlier: 1 running match.\n")
        assert main([*address, "--cancel"]) == 0
        ann.ask("resign")
        assert main([*address, "--wait"]) == 0
        assert capsys.readouterr().out.endswith("The server has stopped.\n")
        assert main(address) == 2
        assert capsys.readouterr().err.startswith("Cannot reach http://127.0.0.1:")


def test_sigterm_shortens_a_longer_drain(tmp_path):
    with Server(tmp_path, admin_token=TOKEN, drain_seconds=0.2) as server:
        ann, _ = start_match(server)
        server.post("/admin/drain", {"seconds": 3600}, token=TOKEN)
        first = ann.receive("notice")["until"]
        server.process.send_signal(signal.SIGTERM)
        assert ann.receive("notice")["until"] < first
        assert ann.closed()[0] == 1012
        server.process.wait(timeout=60)


def test_sigterm_without_matches_stops_at_once(tmp_path):
    with Server(tmp_path, drain_seconds=3600) as server:
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(timeout=60)
