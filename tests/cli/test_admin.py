"""`turnwright admin` without a token, with wrong words, and against a server that refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.server.server_process import Server, start_match
from turnwright.cli import main


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["admin", *arguments]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.count("\n") == 1
    return said.err


def test_the_token_comes_from_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TURNWRIGHT_ADMIN_TOKEN", raising=False)
    assert refused(capsys, "rooms") == (
        "Set TURNWRIGHT_ADMIN_TOKEN to the token of the administrator.\n"
    )


def test_what_is_refused_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with Server(tmp_path, admin_token="word") as server:
        ann, _ = start_match(server)
        where = ("--url", f"http://127.0.0.1:{server.port}")
        monkeypatch.setenv("TURNWRIGHT_ADMIN_TOKEN", "wrong")
        assert "The administrator's token is required." in refused(capsys, *where, "rooms")
        monkeypatch.setenv("TURNWRIGHT_ADMIN_TOKEN", "word")
        for words, sentence in (
            (("mute", ann.room, "p7"), "There is no p7 in this room, only: p1 (Ann), p2 (Ben)."),
            (("mute", ann.room, "12"), "There is no spectator 12 in this room, only: p1"),
            (("mute", ann.room, "p1", "--for", "soon"), "'soon' is not a duration"),
            (("delete", "nowhere"), "There is no such room."),
            (("lift", "nothing"), "There is no restriction with this id."),
            (("chat-on",), "Chat is not switched off on this server."),
        ):
            assert sentence in refused(capsys, *where, *words)
        assert main(["admin", "ban", "--address", "2001:db8:1:2::9", *where, "--json"]) == 0
        made = json.loads(capsys.readouterr().out)
        assert (made["who"], made["until"]) == ("address:2001:db8:1:2::/64", None)
        watching = server.player().join(ann.room, spectate=True)
        assert main(["admin", *where, "kick", ann.room, "1"]) == 0
        assert watching.closed() == (4003, "kicked")
        assert main(["admin", *where, "reports"]) == 0
        assert capsys.readouterr().out.endswith("There are none.\n")
