"""Boards of installed packages: the page loads and shows them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.installed_packages import install_folder, write_metadata
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server
from turnwright.cli import main

ROOT = Path(__file__).parents[2]
FAILING = "export function Board() { throw new Error('no such card'); }\n"


def test_the_page_shows_the_board_of_a_package_and_survives_a_broken_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    own_server: Callable[..., Server],
    open_browser: OpenBrowser,
) -> None:
    """The board of liars-six has a score of its own; that of tic-tac-toe fails when it is drawn."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "liars-six"]) == 0
    site = tmp_path / "site"
    install_folder(site, tmp_path / "liars-six")
    (site / "cells" / "board").mkdir(parents=True)
    (site / "cells" / "board" / "board.js").write_text(FAILING)
    write_metadata(site, "cells", {"turnwright.boards": {"tictactoe": "cells.board"}})
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), str(ROOT / "src")]))
    server = own_server()
    ann = open_browser("Ann", at=server).open()
    expect(ann.get("choose-game").locator("option[value=liars-six]")).to_have_text("Liars Six")
    ann.take_seat(server.seats("liars-six", "Ann", bots=["careful"])[0], is_ready=False)
    expect(ann.get("points")).to_have_text("0 : 0")
    expect(ann.get("points")).to_have_css("font-size", "32px")  # from its style sheet
    ann.get("option-exchange").click()
    expect(ann.get("prompt")).to_have_text("Exchange up to two cards")

    ben = open_browser("Ben", at=server)
    ben.allow_fault("no such card")
    ben.take_seat(server.seats("tictactoe", "Ben", bots=["auto"])[0], is_ready=False)
    expect(ben.get("toasts")).to_contain_text("The board of this game does not work: no such card")
    ben.get("option-mark:4").click()
    expect(ben.get("cell-4")).to_have_text("X")
