"""A connection that breaks: the page says so, comes back by itself, and nothing is lost."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import STACKED, Invite
from tests.web.table import Server
from tests.web.test_duel import against_nobody, play_card

BROKEN = "WebSocket connection|ERR_|WebSocket is already"


def test_the_server_dies_and_comes_back_in_the_middle_of_a_prompt(
    own_server: Any, invite: Invite
) -> None:
    server: Server = own_server("--game", str(STACKED))
    ann = against_nobody(server, invite("Ann", at=server), "Supply Cart")
    ann.allow(BROKEN)
    play_card(ann, "Supply Cart", "activate")
    expect(ann.get("prompt-dialog")).to_contain_text("Discard 1")
    asked, log = ann.prompt_id, ann.get("log").inner_text()
    server.kill()
    expect(ann.get("connection-banner")).to_contain_text("The connection is lost.")
    server.start()
    expect(ann.get("connection-banner")).to_be_hidden(timeout=20_000)
    expect(ann.get("prompt-dialog")).to_contain_text("Discard 1")
    assert ann.prompt_id == asked
    assert ann.get("log").inner_text() == log
    ann.all("^candidate-").first.click()
    expect(ann.get("prompt-dialog")).to_be_hidden()
    expect(ann.get("pile-self-graveyard")).to_contain_text("2")


def test_what_is_done_while_the_connection_is_lost_is_done_once(
    own_server: Any, invite: Invite
) -> None:
    """Ann clicks twice before the page has noticed; when it is back the click counts, and once."""
    server: Server = own_server()
    (seat,) = server.seats("counter", "Ann", seats=1)
    ann = invite("Ann", at=server).sit(seat, is_ready=False)
    ann.allow(BROKEN)
    ann.get("option-inc").click()
    expect(ann.get("fact-count")).to_contain_text("1")
    server.kill()
    expect(ann.get("connection-banner")).to_be_visible()
    ann.get("option-inc").click()
    server.start()
    expect(ann.get("connection-banner")).to_be_hidden(timeout=20_000)
    expect(ann.get("fact-count")).to_contain_text("2")
    ann.get("option-inc").click()
    expect(ann.get("fact-count")).to_contain_text("3")


def test_whoever_is_away_is_seen_to_be_away_and_misses_nothing(
    server: Server, invite: Invite
) -> None:
    seats = server.seats("tictactoe", "Ann", "Ben")
    ann, ben = (invite(name).sit(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True))
    expect(ben.get("grid-cells")).to_be_visible()
    room = ben.room
    ben.page.goto("about:blank")
    expect(ann.get("away-opponent")).to_be_visible()
    ann.get("option-mark:4").click()
    expect(ann.get("cell-4")).to_have_text("X")
    ben.open(f"table/{room}")
    expect(ben.get("cell-4")).to_have_text("X")
    expect(ann.get("away-opponent")).to_be_hidden()
    ben.get("option-mark:0").click()
    expect(ann.get("cell-0")).to_have_text("O")


def test_without_a_network_the_page_says_so_and_comes_back(server: Server, invite: Invite) -> None:
    seats = server.seats("tictactoe", "Ann", "Ben")
    ann, ben = (invite(name).sit(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True))
    ben.allow(BROKEN)
    expect(ben.get("grid-cells")).to_be_visible()
    ben.context.set_offline(True)
    expect(ben.get("connection-banner")).to_be_visible()
    ann.get("option-mark:4").click()
    expect(ann.get("cell-4")).to_have_text("X")
    ben.context.set_offline(False)
    expect(ben.get("connection-banner")).to_be_hidden()
    expect(ben.get("cell-4")).to_have_text("X")
    expect(ben.get("question")).to_be_visible()


def test_a_seat_is_open_in_one_window_only(server: Server, invite: Invite) -> None:
    (seat,) = server.seats("tictactoe", "Ann", bots=["random"])
    ann = invite("Ann").sit(seat, is_ready=False)
    ann.await_question()
    first = ann.page
    second = ann.context.new_page()
    second.goto(first.url)
    expect(first.get_by_test_id("connection-banner")).to_contain_text("open in another window")
    expect(second.get_by_test_id("grid-cells")).to_be_visible()
    first.get_by_test_id("reconnect").click()
    expect(second.get_by_test_id("connection-banner")).to_contain_text("open in another window")
    expect(first.get_by_test_id("connection-banner")).to_be_hidden()
    expect(first.get_by_test_id("question")).to_contain_text("Your move")
