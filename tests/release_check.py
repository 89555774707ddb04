"""`make release-check`: every extra in an environment of its own, and every how-to followed literally.

It installs about a gigabyte and takes half an hour, so it is not part of the suite.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.followed_document import Follower
from tests.test_optional_packages import NEEDS
from tests.wheel_install import ROOT, build_wheel, find_links, new_environment
from turnwright.optional_packages import EXTRAS

DOCUMENTS = ["README", *sorted(path.stem for path in (ROOT / "docs" / "howto").glob("*.md"))]
FILLS_FILES = "from-an-idea-to-the-browser"
"""The guide that writes a file over several sections."""

NEED_MORE = (
    r"^make |docker|systemctl|systemd|/opt/|/etc/|^chmod|^git |^cd deploy|^cp turnwright.env|^install "
    r"|postgresql|--host 0|\$TURNWRIGHT|admin |drain|curl"
    r"|--agent|public-bots|bridge\.yaml --backend|import |my_game|--rules|upgrade|mcpServers"
    r"|netrunner (send|play)|--config|llm:|turnwright db "
    r"|baselines|http\.server|session\.jsonl"
)  # fmt: skip
"""Commands that need what a fresh environment does not have: a machine or a server of one's own with
players, the reader's files and bots, an opponent, an endpoint, a database, a gigabyte more. The tests
of the suite run most of them."""


@pytest.fixture(scope="session")
def links(tmp_path_factory: pytest.TempPathFactory) -> str:
    return find_links(build_wheel(tmp_path_factory.mktemp("wheel")).parent)


@pytest.fixture
def follower(links: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Follower:
    monkeypatch.setenv("PIP_FIND_LINKS", links)
    (tmp_path / "work").mkdir()
    made = Follower(new_environment(tmp_path / "environment"), tmp_path / "work", skip=NEED_MORE)
    made.run("pip install turnwright")
    return made


@pytest.mark.parametrize("extra", [extra for extra in EXTRAS if extra != "baselines"])
def test_what_an_extra_promises_works_with_it(follower: Follower, extra: str) -> None:
    follower.run(f'pip install "turnwright[{extra}]"')
    words = [command for command, extras in NEEDS.items() if extras in ([], [extra])]
    assert words
    for command in words:
        if command.startswith("py "):
            run = [str(follower.program("python")), "-c", command.removeprefix("py ")]
        else:
            run = [str(follower.program("turnwright")), *command.split()]
        env = follower.env | {"TURNWRIGHT_ADMIN_TOKEN": "a-token"}
        done = subprocess.run(
            run, cwd=follower.folder, env=env, capture_output=True, text=True, encoding="utf-8",
            stdin=subprocess.DEVNULL, timeout=300, check=False,
        )  # fmt: skip
        said = done.stdout + done.stderr
        assert "pip install" not in done.stderr, (command, said)
        assert "Traceback" not in said, (command, said)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_document_can_be_followed(follower: Follower, name: str) -> None:
    path = ROOT / "README.md" if name == "README" else ROOT / "docs" / "howto" / f"{name}.md"
    follower.follow(path.read_text("utf-8"), fills_files=name == FILLS_FILES)
