"""Which boards the page is told of, and which files of them it gets."""

from __future__ import annotations

import json
from pathlib import Path

from starlette.applications import Starlette
from starlette.testclient import TestClient

from turnwright.games.boards import PAGE, add_board, installed_boards
from turnwright.server.http.boards import board_files
from turnwright.server.rules.hosted_games import HostedGames


def test_shipped_boards_are_found_as_entry_points() -> None:
    problems: list[str] = []
    found = installed_boards(problems.append)
    assert not problems
    for game in ("duel", "netrunner", "skirmish", "spire"):
        assert found[game][-1] == PAGE / "boards" / game
        assert HostedGames().boards[game] == found[game]


def test_a_board_of_a_package_comes_before_the_shipped_one(tmp_path: Path) -> None:
    boards: dict[str, list[Path]] = {"duel": [PAGE / "boards" / "duel"]}
    for name in ("one", "two", "beside"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "board.js").write_text(f"// {name}\n")
        (tmp_path / name / "rules.py").write_text("secret = 1\n")
    add_board(boards, "duel", tmp_path / "one", replaces=False)
    add_board(boards, "duel", tmp_path / "two", replaces=False)
    assert boards["duel"] == [tmp_path / "one", PAGE / "boards" / "duel"]
    add_board(boards, "duel", tmp_path / "beside", replaces=True)
    add_board(boards, "a game", tmp_path / "two", replaces=True)
    client = TestClient(Starlette(routes=[board_files(boards)]))
    index = client.get("/boards/index.js").text
    assert json.loads(index.partition("=")[2].rstrip(";\n")) == {
        "duel": ["boards/duel/board.js", "web/boards/duel/board.js"],
        "a game": ["boards/a%20game/board.js"],
    }
    assert client.get("/boards/duel/board.js").text == "// beside\n"
    assert client.get("/boards/a%20game/board.js").text == "// two\n"
    assert client.get("/boards/duel/rules.py").status_code == 404
    assert client.get("/boards/spire/board.js").status_code == 404
