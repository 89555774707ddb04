"""The wheel, installed as a new user does: without extras it plays, with `server` it serves."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.followed_document import Follower
from tests.wheel_install import ROOT, build_wheel, find_links, new_environment

README = (ROOT / "README.md").read_text("utf-8")
HOWTO = ROOT / "docs" / "howto"
NOT_HERE = r"^make |--agent|postgresql|--host"
"""Commands of a clone, with a reader's own bot or database, and those that others could reach."""


@pytest.fixture
def follower(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_FIND_LINKS", find_links(build_wheel(tmp_path).parent))
    environment = new_environment(tmp_path / "environment")
    (tmp_path / "work").mkdir()
    return Follower(environment, tmp_path / "work", skip=NOT_HERE)


def test_the_wheel_plays_without_extras_and_serves_with_one(follower):
    follower.run("pip install turnwright")
    follower.run("turnwright --help")
    match = subprocess.run(
        ["turnwright", "play", "tictactoe", "--seed", "1"], env=follower.env,
        input="1\n" * 9, capture_output=True, text=True, encoding="utf-8", check=False,
        executable=follower.program("turnwright"),
    )  # fmt: skip
    assert match.returncode == 0, match.stdout + match.stderr
    skirmish = re.findall(r"^\$ (turnwright (?:skirmish|spire fight) .*)$", README, re.MULTILINE)
    assert skirmish
    for command in skirmish:
        follower.run(command)
    start = (HOWTO / "host-a-game.md").read_text("utf-8").split("\n## ")[1]
    follower.follow(start)
    follower.follow((HOWTO / "publish-a-game.md").read_text("utf-8"))
    assert "turnwright serve" in follower.ran
    assert "turnwright check high-card" in follower.ran
