"""Replays: the table with playback controls."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.web.browser_player import BrowserPlayer, play
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server


def test_a_replay_can_be_stepped_played_and_dragged(
    server: Server, open_browser: OpenBrowser
) -> None:
    """Ann wins with the left column. The last step of the replay is the final position."""
    seats = server.seats("tictactoe", "Ann", "Ben")
    ann, ben = (
        open_browser(name).take_seat(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    marks = (0, 1, 3, 4, 6)
    for n, cell in enumerate(marks):
        (ann, ben)[n % 2].get(f"option-mark:{cell}").click()
    ann.get("see-replay").click()
    shown = ann.get("grid-cells").get_by_role("button")

    def at(step: int) -> None:
        expect(ann.get("replay-step")).to_have_text(f"{step} of 5")
        board = [""] * 9
        for n, cell in enumerate(marks[:step]):
            board[cell] = "XO"[n % 2]
        expect(shown).to_have_text(board)

    at(0)
    expect(ann.page.locator(".cell:enabled")).to_have_count(0)
    expect(ann.page.locator(".seatbar.is-acting")).to_contain_text("Ann")
    for step in (1, 2):
        ann.get("replay-next").click()
        at(step)
    ann.get("replay-back").click()
    at(1)
    ann.get("replay-range").fill("4")
    at(4)
    ann.get("replay-end").click()
    at(5)
    expect(ann.get("log")).to_contain_text("Ann won: three in a row")
    ann.get("replay-start").click()
    at(0)
    for key, step in ((".", 1), (".", 2), (",", 1), ("End", 5), ("Home", 0)):
        ann.page.keyboard.press(key)
        at(step)
    ann.get("replay-speed").select_option("fast")
    ann.get("replay-play").click()
    expect(ann.get("replay-play")).to_have_text("Pause")
    at(5)
    expect(ann.get("replay-play")).to_have_text("Play")


def test_the_replay_of_a_duel_ends_as_the_duel_did(
    server: Server, open_browser: OpenBrowser, tmp_path: Path
) -> None:
    """Ann loses to the bot. The last step shows what she saw, and the file holds the whole duel."""
    (seat,) = server.seats("duel", "Ann", bots=["greedy"])
    ann = open_browser("Ann").take_seat(seat, is_ready=False)

    def choose(player: BrowserPlayer, shown: dict[str, Any]) -> str:
        if shown["list"] is not None:
            return str(
                (["prompt-confirm"] if "prompt-confirm" in shown["footer"] else shown["list"])[0]
            )
        for way in ("option-end_turn", "prompt-cancel", "prompt-confirm"):
            if way in shown["buttons"]:
                return way
        targets = [card["id"] for card in shown["cards"] if card["mark"] == "target"]
        return str((targets + shown["buttons"])[0])

    play([ann], choose)
    expect(ann.get("game-over")).to_contain_text("You lost")
    life = [ann.get(f"lp-{side}").inner_text() for side in ("self", "opponent")]
    last = ann.states[-1]
    ann.get("see-replay").click()
    expect(ann.get("lp-self")).to_have_text("8,000")
    ann.get("replay-end").click()
    expect(ann.get("replay-step")).to_have_text(re.compile(r"^(\d+) of \1$"))
    steps = int(ann.get("replay-step").inner_text().split()[-1])
    for side, points in zip(("self", "opponent"), life, strict=True):
        expect(ann.get(f"lp-{side}")).to_have_text(points)
    expect(ann.get("log")).to_contain_text(str(last["result"]["reason"]))
    expect(ann.get("turn-counter")).to_have_text(str(last["turnCounter"]))
    for zone in ("field", "spellTrap"):
        cards = ann.get(f"zone-self-{zone}").locator(".card")
        expect(cards).to_have_count(last["players"]["self"][f"{zone}Count"])

    ann.get("replay-start").click()
    expect(ann.get("zone-self-hand").get_by_role("button")).to_have_count(5)
    ann.get("replay-seat").select_option(label="as a spectator")
    expect(ann.get("zone-self-hand").get_by_role("button")).to_have_count(0)
    ann.get("replay-seat").select_option(label="as you saw it")
    expect(ann.get("zone-self-hand").get_by_role("button")).to_have_count(5)

    with ann.page.expect_download() as download:
        ann.get("download-replay").click()
    download.value.save_as(tmp_path / "duel.json")
    record = json.loads((tmp_path / "duel.json").read_text())
    assert (record["game"], record["seats"]) == ("duel", ["Ann", "Greedy bot"])
    assert len(record["entries"]) == steps


def test_the_replay_of_a_resigned_game_shows_the_winner(
    server: Server, open_browser: OpenBrowser
) -> None:
    seats = server.seats("tictactoe", "Ann", "Ben")
    ann, ben = (
        open_browser(name).take_seat(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    ann.get("option-mark:4").click()
    expect(ben.get("question")).to_be_visible()
    ben.get("resign").click()
    ben.get("confirm-yes").click()
    expect(ben.get("result")).to_have_text("Ben resigned.")
    ben.get("see-replay").click()
    ben.get("replay-end").click()
    expect(ben.get("waiting")).to_have_text("Ann won: Ben resigned.")
    expect(ben.page.locator(".seatbar.is-acting")).to_have_count(0)


def test_a_running_game_has_no_replay(server: Server, open_browser: OpenBrowser) -> None:
    (seat,) = server.seats("counter", "Ann", seats=1)
    ann = open_browser("Ann")
    ann.allow_fault("status of 409")
    ann.open(f"replay/{seat['roomId']}")
    requested = []
    ann.page.on("request", lambda request: requested.append(request.url))
    expect(ann.get("problem")).to_have_text("The match is not over yet.")
    ann.page.wait_for_timeout(300)
    assert len([url for url in requested if "/frames" in url]) <= 2, "the page keeps asking"


def test_every_match_of_a_room_has_its_own_replay(
    server: Server, open_browser: OpenBrowser
) -> None:
    """Ann wins in five moves. In the rematch Ben moves first and she resigns after one move."""
    seats = server.seats("tictactoe", "Ann", "Ben")
    ann, ben = (
        open_browser(name).take_seat(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    for n, cell in enumerate((0, 1, 3, 4, 6)):
        (ann, ben)[n % 2].get(f"option-mark:{cell}").click()
    for player in (ann, ben):
        player.get("rematch").click()
    ben.get("option-mark:4").click()
    room, eve = ann.room, open_browser("Eve").open()
    first = eve.get(f"replay-{room}-1")
    expect(first).to_be_visible()  # while the rematch is played
    first.click()
    expect(eve.get("replay-step")).to_have_text("0 of 5")
    ann.get("resign").click()
    ann.get("confirm-yes").click()
    expect(ann.get("game-over")).to_be_visible()
    eve.open()
    expect(eve.get(f"finished-{room}-2")).to_contain_text("Ben and Ann")
    eve.get(f"replay-{room}-2").click()
    expect(eve.get("replay-step")).to_have_text(re.compile(r"0 of [12]"))
