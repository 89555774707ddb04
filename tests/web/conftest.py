"""Fixtures of the browser tests: one browser and one server per test process."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser_player import BrowserPlayer
from tests.web.server_process import Server

CHROMIUM = Path("/usr/bin/chromium")
MISSING = "Chromium is not installed (no /usr/bin/chromium). Install the package chromium."
CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking",
                  "--disable-component-update", "--disable-sync"]  # fmt: skip

DUEL_WITH_CHOSEN_DRAWS = Path(__file__).parent / "duel_with_chosen_draws.py"

OpenBrowser = Callable[..., BrowserPlayer]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.fail(MISSING) if os.environ.get("CI") == "true" else pytest.skip(MISSING)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield chromium
        asyncio._set_running_loop(loop)
        chromium.close()


@pytest.fixture(autouse=True)
def running_loop(browser: Browser) -> Iterator[None]:
    """Make Playwright's event loop the running one during browser tests only.

    The loop stays alive in this thread between tests. If it stayed the running one, other tests of
    the same process could not run loops of their own.
    """
    asyncio._set_running_loop(browser._loop)
    yield
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server shared by the tests that do not stop it and need no settings of their own."""
    shared = Server(tmp_path_factory.mktemp("server"), "--game", str(DUEL_WITH_CHOSEN_DRAWS))
    yield shared
    shared.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a server for one test; the arguments are those of `turnwright serve`."""
    started: list[Server] = []

    def start(*arguments: str) -> Server:
        started.append(Server(tmp_path, *arguments))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def open_browser(browser: Browser, running_loop: None, server: Server) -> Iterator[OpenBrowser]:
    """Open a browser for a player. After the test no browser may have had an unexpected fault."""
    players: list[BrowserPlayer] = []

    def open_one(name: str = "", at: Server | None = None, **context: Any) -> BrowserPlayer:
        players.append(BrowserPlayer(browser, (at or server).url, name, **context))
        return players[-1]

    yield open_one
    faults = {player.name or f"player {n}": player.close() for n, player in enumerate(players)}
    assert not any(faults.values()), faults
