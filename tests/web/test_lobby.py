"""Home: the ways to a table, and what is listed there."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Invite
from tests.web.table import Guest, Server


def choose_people_game(guest: Guest, game: str) -> None:
    guest.get("people-game").select_option(game)


def test_a_duel_against_a_bot_is_two_clicks_away(invite: Invite) -> None:
    ann = invite("Ann").open()
    ann.get("play-bot-duel").click()
    ann.await_question()
    expect(ann.get("seat-self")).to_contain_text("Ann you")
    expect(ann.get("seat-opponent")).to_contain_text("bot")
    expect(ann.get("table")).to_have_attribute("data-game", "duel")
    ann.get("option-end_turn").click()
    expect(ann.get("log")).to_contain_text("begins turn")


def test_a_table_is_opened_and_a_friend_comes_by_its_code(invite: Invite) -> None:
    """Only for those who have the code: it is not in the list of the others."""
    ann = invite("Ann", permissions=["clipboard-read", "clipboard-write"]).open()
    choose_people_game(ann, "tictactoe")
    expect(ann.get("room-private")).to_be_checked()
    ann.get("create-room").click()
    expect(ann.get("waiting")).to_have_text("Waiting for somebody to take the free seat.")
    code = ann.get("room-code").inner_text()
    ann.get("copy-link").click()
    expect(ann.get("toast-info")).to_contain_text("Copied.")
    link = ann.page.evaluate("navigator.clipboard.readText()")
    assert link == ann.get("room-link").input_value()

    ben = invite("Ben").open()
    expect(ben.get(f"room-{ann.room}")).to_have_count(0)
    ben.get("join-code").fill(f" {code.lower()} ")
    ben.get("join-by-code").click()
    expect(ben.get("waiting")).to_have_text("Everybody is here. Say when you are ready.")
    expect(ann.get("seat-p2")).to_contain_text("Ben")
    ben.get("ready").click()
    expect(ann.get("seat-p2")).to_contain_text("ready")
    ann.get("ready").click()
    for guest in (ann, ben):
        expect(guest.get("grid-cells")).to_be_visible()


def test_home_leads_back_to_a_table_one_has_a_seat_at(invite: Invite) -> None:
    """Also to a private one, which is in no list, until one gets up."""
    ann = invite("Ann").open()
    choose_people_game(ann, "tictactoe")
    ann.get("create-room").click()
    expect(ann.get("waiting-room")).to_be_visible()
    room = ann.room
    ann.get("home").click()
    expect(ann.get(f"your-{room}")).to_contain_text("Tic-tac-toe")
    ann.get(f"continue-{room}").click()
    expect(ann.get("waiting-room")).to_be_visible()
    ann.get("leave").click()
    expect(ann.get("door-duel")).to_be_visible()
    expect(ann.get("your-rooms")).to_have_count(0)


def test_a_friend_comes_by_the_link(server: Server, invite: Invite) -> None:
    ann = invite("Ann").open()
    choose_people_game(ann, "tictactoe")
    ann.get("create-room").click()
    link = ann.get("room-link").input_value()
    ben = invite("Ben")
    ben.page.goto(link.replace("/#", "/?still#"))
    expect(ben.page.get_by_role("heading", name="A table for")).to_be_visible()
    ben.get("player-name").fill("Ben")
    ben.get("sit-down").click()
    expect(ann.get("seat-p2")).to_contain_text("Ben")
    expect(ben.get("ready")).to_be_enabled()
    ben.get("leave").click()
    expect(ann.get("seat-p2")).to_contain_text("Free seat")


def test_somebody_without_the_code_is_told_so(server: Server, invite: Invite) -> None:
    (seat,) = server.seats("tictactoe", "Ann", private=True)
    ben = invite("Ben").open(f"table/{seat['roomId']}")
    ben.allow("status of 40[34]")
    ben.get("sit-down").click()
    expect(ben.get("problem")).to_have_text("This room is private: its code is needed.")
    ben.get("room-code-input").fill(seat["code"])
    ben.get("sit-down").click()
    expect(ben.get("ready")).to_be_enabled()

    eve = invite("Eve").open()
    eve.allow("status of 404")
    eve.get("join-code").fill("NOCODE")
    eve.get("join-by-code").click()
    expect(eve.get("toast-warning")).to_contain_text("There is no room with this code.")


def test_a_quick_match_brings_two_together(invite: Invite) -> None:
    ann, ben = invite("Ann").open(), invite("Ben").open()
    for guest in (ann, ben):
        choose_people_game(guest, "gundam")
        guest.get("quick-match").click()
        expect(guest.get("ready")).to_be_enabled()
    assert ann.room == ben.room
    for guest in (ann, ben):
        guest.get("ready").click()
    for guest in (ann, ben):
        expect(guest.get("board")).to_be_visible()


def test_open_tables_can_be_joined_and_watched_and_end_in_the_history(invite: Invite) -> None:
    ann = invite("Ann").open()
    choose_people_game(ann, "tictactoe")
    ann.get("room-private").uncheck()
    ann.get("create-room").click()
    expect(ann.get("waiting-room")).to_be_visible()

    ben = invite("Ben").open()
    expect(ben.get(f"room-{ann.room}")).to_contain_text("Ann")
    expect(ben.get(f"room-{ann.room}")).to_contain_text("waiting")
    ben.get(f"join-{ann.room}").click()
    ben.get("ready").click()
    ann.get("ready").click()
    expect(ann.get("grid-cells")).to_be_visible()

    eve = invite("Eve").open()
    expect(eve.get(f"room-{ann.room}")).to_contain_text("playing")
    expect(eve.get(f"join-{ann.room}")).to_have_count(0)
    eve.get(f"watch-{ann.room}").click()
    expect(eve.get("watching")).to_be_visible()
    expect(eve.get("waiting")).to_have_text(re.compile("^Waiting for (Ann|Ben) to move$"))
    expect(eve.page.locator(".cell:enabled")).to_have_count(0)

    ann.get("resign").click()
    ann.get("sure-yes").click()
    expect(eve.get("game-over")).to_contain_text("Ben won")
    expect(eve.get("rematch")).to_have_count(0)
    eve.get("back-to-lobby").click()
    expect(eve.get(f"played-{ann.room}-1")).to_contain_text(re.compile("Ann and Ben|Ben and Ann"))
    expect(eve.get(f"room-{ann.room}")).to_have_count(0)
    eve.get(f"replay-{ann.room}-1").click()
    expect(eve.get("replaying")).to_be_visible()


def test_an_address_that_leads_nowhere_says_so(invite: Invite) -> None:
    ann = invite("Ann").open("nowhere")
    expect(ann.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    ann.allow("status of 404")
    ann.open("table/NOROOM")
    expect(ann.get("problem")).to_have_text("There is no such room.")
    ann.get("back-to-lobby").click()
    expect(ann.get("door-duel")).to_be_visible()
