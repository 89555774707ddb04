"""The workbench in a browser: `turnwright dev` on a file that is edited while it runs."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.axe_findings import axe_findings
from tests.web.server_process import ROOT, Server

TICTACTOE = (ROOT / "src/turnwright/games/tictactoe/game.py").read_text()
FAULTY = TICTACTOE.replace('"XO"[c.seat]', '{"0": "X", 1: "O"}[c.seat]')
OpenWorkbench = Callable[..., Page]


@pytest.fixture
def open_workbench(browser: Browser) -> Iterator[OpenWorkbench]:
    """Start `turnwright dev` on a file and open its page."""
    running: list[subprocess.Popen[str]] = []
    pages: list[Page] = []

    def start(file: Path | str, width: int = 1440, height: int = 900) -> Page:
        command = [sys.executable, "-m", "turnwright", "dev", str(file), "--port", "0"]
        process = subprocess.Popen(
            [*command, "--no-browser"], cwd=ROOT, env={**os.environ}, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        running.append(process)
        assert process.stdout is not None
        address = next(w for w in process.stdout.readline().split() if w.startswith("http"))
        page = browser.new_page(viewport={"width": width, "height": height})
        pages.append(page)
        page.goto(f"{address}?still")
        return page

    yield start
    for page in pages:
        page.close()
    for process in running:
        process.terminate()
        process.wait(10)
        assert process.stdout is not None
        process.stdout.close()


def at(page: Page, position: int, line: str = "a") -> None:
    """Wait until the timeline shows this position of a line."""
    timeline = page.get_by_test_id("timeline")
    expect(timeline).to_have_attribute("data-position", str(position))
    expect(timeline).to_have_attribute("data-line", line)


def cells(page: Page) -> list[str]:
    """The marks on the board."""
    return page.locator(".board .cell").all_inner_texts()


def test_a_rule_is_edited_broken_and_repaired_at_the_same_position(
    open_workbench: OpenWorkbench, tmp_path: Path
) -> None:
    file = tmp_path / "my_game.py"
    file.write_text(TICTACTOE)
    page = open_workbench(file)
    expect(page.get_by_test_id("file")).to_have_text("my_game.py")
    for position, cell in enumerate((4, 0, 8), 1):
        page.locator(".board .cell").nth(cell).click()
        at(page, position)
    before = cells(page)
    assert before == ["O", "", "", "", "X", "", "", "", "X"]

    file.write_text(TICTACTOE.replace('"XO"[c.seat]', '"#O"[c.seat]'))
    status = page.get_by_test_id("status")
    expect(status).to_contain_text("position kept")
    expect(status).to_contain_text("3 of 3 inputs fit")
    at(page, 3)
    assert cells(page) == ["O", "", "", "", "#", "", "", "", "#"]

    # Seat 1 can still play, seat 0 cannot: the record fits as far as input 0.
    file.write_text(FAULTY)
    failure = page.get_by_test_id("failure")
    line = FAULTY[: FAULTY.index('{"0"')].count("\n") + 1
    expect(page.get_by_test_id("failure-place")).to_have_text(f"my_game.py, line {line}")
    expect(page.get_by_test_id("failure-error")).to_have_text("KeyError: 0")
    expect(page.get_by_test_id("failure-values")).to_contain_text("c.seat")
    expect(failure.locator(".is-error")).to_contain_text("[c.seat]")
    at(page, 0)

    file.write_text("def broken(:\n")
    expect(page.get_by_test_id("failure-place")).to_have_text("my_game.py, line 1")
    expect(status).to_contain_text("not loaded")

    file.write_text(TICTACTOE)
    expect(failure).to_have_count(0)
    at(page, 3)
    assert cells(page) == before


def test_branching_at_move_5_and_the_keyboard(open_workbench: OpenWorkbench) -> None:
    page = open_workbench("tictactoe")
    at(page, 0)
    for position in range(1, 7):
        page.keyboard.press("b")
        at(page, position)
    expect(page.get_by_test_id("state-tree").locator(".is-changed").first).to_be_visible()
    page.get_by_test_id("input-a-5").click()
    at(page, 5)
    expect(page.get_by_test_id("ahead")).to_contain_text("1 input ahead")
    taken = page.get_by_test_id("input-a-6").inner_text()
    free = [n for n, mark in enumerate(cells(page)) if not mark]
    other = next(n for n in free if f"cell {n}" not in taken)
    page.locator(".board .cell").nth(other).focus()
    page.keyboard.press("Enter")
    at(page, 6, "b")
    expect(page.get_by_test_id("line-b")).to_contain_text("from 5")
    turns = page.locator(".tl-turns > span")
    assert turns.all_inner_texts()[:2] == ["turn 1 · Ada", "turn 2 · Ben"]
    fork, parent = (
        page.locator(".tl-fork").bounding_box(),
        page.get_by_test_id("input-a-5").bounding_box(),
    )
    assert (
        parent["x"] <= fork["x"] <= parent["x"] + parent["width"]
    )  # below the input that it leaves
    page.keyboard.press(",")
    at(page, 5, "b")
    page.keyboard.press("n")
    at(page, 5, "c")
    page.keyboard.press("Home")
    at(page, 0, "c")
    page.get_by_test_id("input-a-6").click()
    at(page, 6)
    page.get_by_test_id("bot-play").click()
    expect(page.get_by_test_id("position")).not_to_contain_text("input 6 ")
    expect(page.get_by_test_id("question-bar")).to_contain_text("The match is over")


def test_panels_of_a_card_game_close_and_show_what_seats_see(open_workbench: OpenWorkbench) -> None:
    page = open_workbench("duel")
    for position in range(1, 9):
        page.get_by_test_id("bot-step").click()
        at(page, position)
    expect(page.locator("[data-testid=flow] .here")).to_have_count(1)
    expect(page.get_by_test_id("legal-moves").locator("li").first).to_be_visible()
    expect(page.get_by_test_id("trace")).to_contain_text("hook")
    page.get_by_test_id("view-1").click()
    expect(page.get_by_test_id("panel-views")).to_contain_text("hidden from Ben")
    page.get_by_test_id("journal-ledgers").click()
    page.get_by_test_id("see-onlooker").click()
    expect(page.get_by_test_id("see-onlooker")).to_have_attribute("aria-pressed", "true")
    assert axe_findings(page) == []
    for name in ("state", "views", "moves", "journal", "flow", "trace"):
        page.get_by_test_id(f"close-{name}").click()
    expect(page.locator(".wb-panel")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("table")).to_be_visible()
    expect(page.locator(".wb-panel")).to_have_count(0)
    page.get_by_test_id("panels-open").click()
    page.get_by_test_id("panel-switch-flow").click()
    expect(page.get_by_test_id("flow")).to_be_visible()


def test_a_game_server_has_no_workbench(server: Server) -> None:
    for path in ("/workbench/events", "/workbench/record", "/web/workbench/workbench.html",
                 "/web/workbench/main.js", "/web//workbench/main.js", "/web/./workbench/panels.js",
                 "/web/app/../workbench/main.js", "/web/..%2fweb/workbench/main.js",
                 "/web/app/..%2f..%2fweb/workbench/main.js", "/web/%77orkbench/main.js"):  # fmt: skip
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}")
        assert refused.value.code == 404
        refused.value.close()
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/web/app/main.js") as answer:
        assert b"workbench" not in answer.read()


def test_a_phone_shows_the_table_first_and_whole_names_of_cards(
    open_workbench: OpenWorkbench,
) -> None:
    page = open_workbench("duel", 390, 844)
    at(page, 0)
    for position in range(1, 5):
        page.get_by_test_id("bot-step").click()
        at(page, position)
    expect(page.get_by_test_id("seed")).to_be_hidden()
    page.get_by_test_id("match-open").click()
    expect(page.get_by_test_id("seed")).to_be_visible()
    page.get_by_test_id("match-open").click()
    wide = "() => document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(wide) <= 0
    heights = "() => document.querySelector('.wb-table').clientHeight / innerHeight"
    assert page.evaluate(heights) > 0.5  # the rest are controls
    # Less room than all panels need: one column of them in tabs, and the whole board.
    page.set_viewport_size({"width": 1024, "height": 768})
    page.get_by_test_id("tab-moves").click()
    expect(page.get_by_test_id("legal-moves")).to_be_visible()
    page.get_by_test_id("tab-state").click()
    expect(page.get_by_test_id("state-tree")).to_be_visible()
    assert page.evaluate(wide) <= 0
    last_row = page.locator(".is-near.side-duel .area-spells").bounding_box()
    question = page.locator(".wb-table .question").bounding_box()
    assert last_row is not None
    assert question is not None
    assert last_row["y"] + last_row["height"] <= question["y"]
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_test_id("panel-flow")).to_be_visible()
    expect(page.get_by_test_id("state-tree")).to_be_visible()
    page.get_by_test_id("trace-flow").click()
    expect(page.locator(".wb-trace .ev-rule")).to_have_count(0)
    padding = "(cards) => cards.map((card) => getComputedStyle(card).paddingLeft)"
    assert set(page.locator("button.card").evaluate_all(padding)) == {
        "0px"
    }  # sizes of the panels' buttons are not theirs
