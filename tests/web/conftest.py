"""One browser and one server for each process of the tests; every guest has a context of their own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.table import Guest, Server

CHROMIUM = Path("/usr/bin/chromium")
MISSING = "Chromium is not installed here (no /usr/bin/chromium): install the package chromium."
QUIETLY = ["--no-sandbox", "--disable-gpu", "--disable-background-networking",
           "--disable-component-update", "--disable-sync"]  # fmt: skip

STACKED = Path(__file__).parent / "stacked.py"

Invite = Callable[..., Guest]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.fail(MISSING) if os.environ.get("CI") == "true" else pytest.skip(MISSING)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield found
        asyncio._set_running_loop(loop)
        found.close()


@pytest.fixture(autouse=True)
def running_loop(browser: Browser) -> Iterator[None]:
    """Playwright's loop runs all the time, in this very thread. It is the running loop only during the
    tests of the page, so that other tests in the same process can run loops of their own."""
    asyncio._set_running_loop(browser._loop)
    yield
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that do not stop it and need no times of their own."""
    found = Server(tmp_path_factory.mktemp("server"), "--game", str(STACKED))
    yield found
    found.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts a server for this test alone."""
    started: list[Server] = []

    def start(*arguments: str) -> Server:
        started.append(Server(tmp_path, *arguments))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def invite(browser: Browser, running_loop: None, server: Server) -> Iterator[Invite]:
    """Invites guests; when they leave, nothing may have gone wrong in any of their browsers."""
    guests: list[Guest] = []

    def one(name: str = "", at: Server | None = None, **how: Any) -> Guest:
        guests.append(Guest(browser, (at or server).url, name, **how))
        return guests[-1]

    yield one
    faults = {guest.name or f"guest {n}": guest.close() for n, guest in enumerate(guests)}
    assert not any(faults.values()), faults
