"""`turnwright new`, and games, agents and boards of installed packages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.cli.terminal import error, turnwright
from tests.installed_packages import install_folder, install_module
from tests.web.server_process import Server

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def new_game(tmp_path_factory):
    """The folder that `turnwright new liars-six` makes."""
    folder = tmp_path_factory.mktemp("new")
    done = turnwright("new", "liars-six", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "turnwright check liars_six/game.py" in done.stdout
    return folder / "liars-six"


@pytest.fixture
def site(tmp_path, monkeypatch, new_game):
    """A folder of installed packages: the new game, and packages with mistakes."""
    site = tmp_path / "site"
    install_folder(site, new_game)
    install_module(
        site, "broken_game", "import no_such_module",
        {
            "turnwright.games": {"broken": "broken_game:game"},
            "turnwright.agents": {"hasty": "broken_game:Hasty"},
            "turnwright.boards": {"broken": "broken_game.board"},
        },
    )  # fmt: skip
    install_module(
        site, "one_move",
        "import turnwright as tw\n"
        "game = tw.Game('one-move', moves={'stop': lambda c: c.win(c.seat)})\n"
        "other = tw.Game('two-moves', moves={'stop': lambda c: c.win(c.seat)})\n",
        {"turnwright.games": {"one-move": "one_move:game", "other": "one_move:other",
                              "nothing": "one_move:nothing", "text": "one_move:__name__",
                              "tictactoe": "one_move:game"}},
    )  # fmt: skip
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), str(ROOT / "src")]))
    return site


def run(*command, cwd):
    done = subprocess.run([sys.executable, "-m", *command], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_passes_its_checks_at_once(new_game):
    checked = run("turnwright", "check", "liars_six/game.py", cwd=new_game)
    assert "0 errors, 0 warnings, 0 notes" in checked
    assert "200 had a result" in checked
    assert "0 never used, 0 failures" in run(
        "turnwright", "exhaust", "liars_six/game.py", cwd=new_game
    )
    run("pytest", "-q", "-p", "no:cacheprovider", cwd=new_game)  # conformance is one of the tests
    run("mypy", "--strict", "--cache-dir", str(new_game.parent), "liars_six", "tests", cwd=new_game)
    left = re.compile("new.?game", re.IGNORECASE)
    files = [path for path in new_game.rglob("*") if path.suffix not in ("", ".pyc")]
    assert {"board.js", "README.md", "pyproject.toml"} <= {path.name for path in files}
    assert not [path for path in files if left.search(path.name + path.read_text("utf-8"))]


def test_the_commands_of_its_readme_exist(new_game, site):
    text = (new_game / "README.md").read_text("utf-8")
    commands = re.findall(r"^    turnwright (.*?) *(?:#.*)?$", text, re.MULTILINE)
    assert len(commands) == 7
    for command in commands:
        words = command.split()
        if words[0] not in ("dev", "serve"):
            done = turnwright(*words, typed="q\n", cwd=new_game)
            assert (done.returncode, done.stderr) == (0, ""), command


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("High Card", "such as 'high-card'"),
        ("../games", "such as 'games'"),
        ("", "beginning with a letter"),
        ("3d", "beginning with a letter"),
        ("a--b", "such as 'a-b'"),
        ("x" * 41, "longer than 40"),
        ("class", "a word of Python"),
        ("tictactoe", "there is a game with this name"),
        ("json", "there is a module 'json'"),
        ("tests", "there is a module 'tests'"),
    ],
)
def test_names_that_a_game_cannot_have(name, says, tmp_path):
    assert says in error("new", name, cwd=tmp_path)
    assert not list(tmp_path.iterdir())


def test_an_existing_folder_is_not_touched(tmp_path):
    (tmp_path / "heist").mkdir()
    assert "'heist' already exists here" in error("new", "heist", cwd=tmp_path)
    assert not list((tmp_path / "heist").iterdir())


def test_every_command_knows_an_installed_game_and_its_agent(site, tmp_path):
    """Packages with mistakes are installed beside it."""
    record = tmp_path / "match.json"
    for words, says in (
        (["check", "liars-six", "--matches", 20], "liars-six: 4 places, 5 moves; 0 errors"),
        (["diagram", "liars-six"], "answer"),
        (["exhaust", "liars-six"], "0 never used"),
        (["arena", "liars-six", "careful", "random", "--games", 4], "careful"),
        (["play", "liars-six", "--seat", -1, "--record", record], "won"),
        (["replay", record], "Result: "),
        (["check", "one-move", "--matches", 5], "one-move: 1 places"),
        (["check", "tictactoe", "--matches", 5], "tictactoe: "),
    ):
        done = turnwright(*words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert says in done.stdout, words


def test_the_workbench_opens_installed_games_by_name(site, monkeypatch):
    from turnwright.cli.dev import _find_file
    from turnwright.core.errors import UnusableError
    from turnwright.entry_points import find_entry_points
    from turnwright.workbench.game_file import GameFile

    monkeypatch.syspath_prepend(site)
    find_entry_points.cache_clear()
    try:
        for name, title in (("liars-six", "liars_six/game.py"), ("other", "one_move.py")):
            file = GameFile(*_find_file(name))
            assert (file.title, getattr(file.load(), "name", None)) == (
                title,
                {"other": "two-moves"}.get(name, name),
            )
            assert not any(
                "msgspec" in module for module in sys.modules if "turnwright_rules" in module
            )
        assert set(GameFile(*_find_file("one-move")).seen) == {site.resolve() / "one_move.py"}
        with pytest.raises(UnusableError, match=r"no game of that name. Did you mean 'liars-six'"):
            _find_file("liar-six")
    finally:
        find_entry_points.cache_clear()


def test_a_broken_entry_point_is_one_sentence(site):
    for game, says in (
        (
            "broken",
            "Cannot load the game 'broken' of the package 'broken-game': ModuleNotFoundError",
        ),
        ("nothing", "has no attribute 'nothing'"),
        ("text", "one_move:__name__ is not a game"),
        ("other", "its game is called 'two-moves'; use one name for both"),
    ):
        assert says in error("play", game)
    unknown = error("play", "chess")
    assert "liars-six" in unknown
    assert "tictactoe" in unknown
    assert "Cannot load the agent 'hasty' of the package 'broken-game'" in error(
        "arena", "tictactoe", "hasty", "random"
    )
    assert "did you mean 'careful'?" in error("arena", "liars-six", "carefull", "random")


def download(server, path):
    """Return the status, the headers and the text of a file."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()
    finally:
        connection.close()


def test_the_server_hosts_installed_games_with_their_bots_and_boards(site, tmp_path):
    server = Server(tmp_path)
    try:
        games = {game["name"]: game for game in server.request("/api/games")}
        index = download(server, "/boards/index.js")[2]
        files = [
            download(server, f"/boards/liars-six/{name}") for name in ("board.js", "board.css")
        ]
        refused = [
            download(server, f"/boards/{path}")[0]
            for path in ("liars-six/../game.py", "liars-six/%2e%2e/game.py", "liars-six/",
                         "liars-six/missing.js", "liars-six/__init__.py", "broken/board.js")
        ]  # fmt: skip
    finally:
        server.stop()
    assert {"liars-six", "one-move", "tictactoe"} <= games.keys()
    assert not {"broken", "other", "nothing", "text"} & games.keys()
    assert games["liars-six"]["bots"][-1] == "careful"
    assert "careful" not in games["tictactoe"]["bots"]
    boards = json.loads(index.partition(" = ")[2].rstrip(";\n"))
    assert boards["liars-six"] == ["boards/liars-six/board.js"]
    assert boards["duel"] == ["web/boards/duel/board.js"], "its own are declared in the same way"
    assert "broken" not in boards
    for (status, headers, text), name in zip(files, ("board.js", "board.css"), strict=True):
        assert (status, text) == (200, (site / "liars_six/board" / name).read_text("utf-8"))
        assert "default-src 'self'" in headers["content-security-policy"]
    assert refused == [404] * 6
    log = server.log.read_text("utf-8").splitlines()
    for start in (
        "The game 'broken' is not hosted. Cannot load the game 'broken' of the package 'broken-game':",
        "The game 'broken' has no board of its own. Cannot load the board 'broken'",
        "Cannot load the agent 'hasty' of the package 'broken-game': ModuleNotFoundError",
    ):
        assert sum(line.startswith(start) for line in log) == 1, log
