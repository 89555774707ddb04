"""The lobby: creating, joining and listing rooms."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import expect

from tests.server.stored_matches import fill
from tests.web.browser_player import BrowserPlayer
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server


def choose_people_game(player: BrowserPlayer, game: str) -> None:
    player.get("people-game").select_option(game)


def test_a_duel_against_a_bot_takes_two_clicks(open_browser: OpenBrowser) -> None:
    ann = open_browser("Ann").open()
    ann.get("play-bot-duel").click()
    ann.wait_for_question()
    expect(ann.get("seat-self")).to_contain_text("Ann you")
    expect(ann.get("seat-opponent")).to_contain_text("bot")
    expect(ann.get("table")).to_have_attribute("data-game", "duel")
    ann.get("option-end_turn").click()
    expect(ann.get("log")).to_contain_text("begins turn")


def test_a_friend_joins_a_private_room_by_its_code(open_browser: OpenBrowser) -> None:
    """A private room is not listed; it is joined by its code."""
    ann = open_browser("Ann", permissions=["clipboard-read", "clipboard-write"]).open()
    choose_people_game(ann, "tictactoe")
    expect(ann.get("room-private")).to_be_checked()
    ann.get("create-room").click()
    expect(ann.get("waiting")).to_have_text("Waiting for another player.")
    code = ann.get("room-code").inner_text()
    ann.get("copy-link").click()
    expect(ann.get("toast-info")).to_contain_text("Copied.")
    link = ann.page.evaluate("navigator.clipboard.readText()")
    assert link == ann.get("room-link").input_value()

    ben = open_browser("Ben").open()
    expect(ben.get(f"room-{ann.room}")).to_have_count(0)
    ben.get("join-code").fill(f" {code.lower()} ")
    ben.get("join-by-code").click()
    expect(ben.get("waiting")).to_have_text("All players are here. Click Ready to start.")
    expect(ann.get("seat-p2")).to_contain_text("Ben")
    ben.get("ready").click()
    expect(ann.get("seat-p2")).to_contain_text("ready")
    ann.get("ready").click()
    for player in (ann, ben):
        expect(player.get("grid-cells")).to_be_visible()


def test_the_lobby_lists_the_rooms_of_the_player(open_browser: OpenBrowser) -> None:
    """Private rooms are listed too, until the player leaves them."""
    ann = open_browser("Ann").open()
    choose_people_game(ann, "tictactoe")
    ann.get("create-room").click()
    expect(ann.get("waiting-room")).to_be_visible()
    room = ann.room
    ann.get("home").click()
    expect(ann.get(f"your-{room}")).to_contain_text("Tic-tac-toe")
    ann.get(f"continue-{room}").click()
    expect(ann.get("waiting-room")).to_be_visible()
    ann.get("leave").click()
    expect(ann.get("tile-duel")).to_be_visible()
    expect(ann.get("your-rooms")).to_have_count(0)


def test_a_friend_joins_a_room_by_its_link(server: Server, open_browser: OpenBrowser) -> None:
    ann = open_browser("Ann").open()
    choose_people_game(ann, "tictactoe")
    ann.get("create-room").click()
    link = ann.get("room-link").input_value()
    ben = open_browser("Ben")
    ben.page.goto(link.replace("/#", "/?still#"))
    expect(ben.page.get_by_role("heading", name="Join a room:")).to_be_visible()
    ben.get("player-name").fill("Ben")
    ben.get("take-seat").click()
    expect(ann.get("seat-p2")).to_contain_text("Ben")
    expect(ben.get("ready")).to_be_enabled()
    ben.get("leave").click()
    expect(ann.get("seat-p2")).to_contain_text("Free seat")


def test_a_private_room_cannot_be_joined_without_its_code(
    server: Server, open_browser: OpenBrowser
) -> None:
    (seat,) = server.seats("tictactoe", "Ann", private=True)
    ben = open_browser("Ben").open(f"table/{seat['roomId']}")
    ben.allow_fault("status of 404")
    expect(ben.get("problem")).to_contain_text("or it is private and you need its code")
    ben.get("room-code-input").fill(seat["code"])
    ben.get("open-with-code").click()
    ben.get("take-seat").click()
    expect(ben.get("ready")).to_be_enabled()

    eve = open_browser("Eve").open()
    eve.allow_fault("status of 404")
    eve.get("join-code").fill("NOCODE")
    eve.get("join-by-code").click()
    expect(eve.get("toast-warning")).to_contain_text("There is no room with this code.")


def test_a_quick_match_pairs_two_players(open_browser: OpenBrowser) -> None:
    ann, ben = open_browser("Ann").open(), open_browser("Ben").open()
    for player in (ann, ben):
        choose_people_game(player, "gundam")
        player.get("quick-match").click()
        expect(player.get("ready")).to_be_enabled()
    assert ann.room == ben.room
    for player in (ann, ben):
        player.get("ready").click()
    for player in (ann, ben):
        expect(player.get("board")).to_be_visible()


def test_open_rooms_can_be_joined_and_watched_and_are_listed_when_finished(
    open_browser: OpenBrowser,
) -> None:
    ann = open_browser("Ann").open()
    choose_people_game(ann, "tictactoe")
    ann.get("room-private").uncheck()
    ann.get("create-room").click()
    expect(ann.get("waiting-room")).to_be_visible()

    ben = open_browser("Ben").open()
    expect(ben.get(f"room-{ann.room}")).to_contain_text("Ann")
    expect(ben.get(f"room-{ann.room}")).to_contain_text("waiting")
    ben.get(f"join-{ann.room}").click()
    ben.get("ready").click()
    ann.get("ready").click()
    expect(ann.get("grid-cells")).to_be_visible()

    eve = open_browser("Eve").open()
    expect(eve.get(f"room-{ann.room}")).to_contain_text("playing")
    expect(eve.get(f"join-{ann.room}")).to_have_count(0)
    eve.get(f"watch-{ann.room}").click()
    expect(eve.get("watching")).to_be_visible()
    expect(eve.get("waiting")).to_have_text(re.compile("^Waiting for (Ann|Ben) to move$"))
    expect(eve.page.locator(".cell:enabled")).to_have_count(0)

    ann.get("resign").click()
    ann.get("confirm-yes").click()
    expect(eve.get("game-over")).to_contain_text("Ben won")
    expect(eve.get("rematch")).to_have_count(0)
    eve.get("back-to-lobby").click()
    expect(eve.get(f"finished-{ann.room}-1")).to_contain_text(re.compile("Ann and Ben|Ben and Ann"))
    expect(eve.get(f"room-{ann.room}")).to_have_count(0)
    eve.get(f"replay-{ann.room}-1").click()
    expect(eve.get("replaying")).to_be_visible()


def test_a_long_list_of_rooms_is_shown_in_parts(
    own_server: Callable[..., Server], open_browser: OpenBrowser
) -> None:
    server = own_server()
    for number in range(10):
        server.request("/api/rooms", {"game": "duel", "name": f"Player {number}"})
    visitor = open_browser(at=server).open("")
    rows = visitor.get("rooms").locator("li")
    expect(rows).to_have_count(8)
    expect(rows.first).to_contain_text("Player 9")
    visitor.get("more-rooms").click()
    expect(rows).to_have_count(10)
    expect(visitor.get("more-rooms")).to_have_count(0)


def test_unknown_addresses_and_rooms_show_an_error(open_browser: OpenBrowser) -> None:
    ann = open_browser("Ann").open("nowhere")
    expect(ann.page.get_by_role("heading", name="Page not found")).to_be_visible()
    ann.allow_fault("status of 404")
    ann.open("table/NOROOM")
    expect(ann.get("problem")).to_contain_text("There is no such room")
    ann.get("back-to-lobby").click()
    expect(ann.get("tile-duel")).to_be_visible()


def test_finished_games_have_pages(
    own_server: Callable[..., Server], open_browser: OpenBrowser, tmp_path: Path
) -> None:
    with ThreadPoolExecutor(1) as thread:  # Playwright's loop is the running one here
        thread.submit(asyncio.run, fill(str(tmp_path / "rooms.sqlite"), 30)).result()
    ann = open_browser("Ann", at=own_server("--lab-workers", "0")).open()
    games = ann.get("history").get_by_role("listitem")
    expect(games).to_have_count(12)
    ann.get("more-games").click()
    expect(games).to_have_count(30)
    expect(ann.get("more-games")).to_have_count(0)
