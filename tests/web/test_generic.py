"""The generic table: games that have no board of their own."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Invite
from tests.web.table import Guest, Server, play


def test_tictactoe_is_played_to_its_end_with_the_mouse(server: Server, invite: Invite) -> None:
    """X takes the left column, O the middle one; both see the same."""
    seats = server.seats("tictactoe", "Ann", "Ben")
    ann, ben = (invite(name).sit(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True))
    expect(ann.get("question")).to_contain_text("Your move")
    expect(ben.get("waiting")).to_have_text("Waiting for Ann to move")
    for guest, cell in ((ann, 0), (ben, 1), (ann, 3), (ben, 4), (ann, 6)):
        guest.get(f"option-mark:{cell}").click()
        expect(guest.get(f"cell-{cell}")).to_have_text("X" if guest is ann else "O")
    for guest, words in ((ann, "You won"), (ben, "You lost")):
        expect(guest.get("game-over")).to_contain_text(words)
        expect(guest.get("result")).to_have_text("Three in a row.")
        expect(guest.get("waiting")).to_have_text(f"{words}: three in a row.")
        expect(guest.get("log")).to_contain_text("Ben: Mark cell 4")
        expect(guest.get("grid-cells").get_by_role("button")).to_have_text(
            ["X", "O", "", "X", "O", "", "X", "", ""]
        )


def choose_game(guest: Guest, game: str) -> None:
    guest.open().get("choose-game").select_option(game)
    guest.get("play-bot-yours").click()


@pytest.mark.parametrize("game", ["lorcana", "gundam"])
def test_some_turns_of_a_card_game_against_a_bot(invite: Invite, game: str) -> None:
    """Somebody who plays cards and clicks options, whatever comes, until the third turn of theirs."""
    ann = invite("Ann")
    choose_game(ann, game)
    rng = random.Random(3)
    turns: set[int] = set()
    clicked: set[str] = set()
    wanted = {"card", "option"}  # a hand may have nothing to play for some turns

    def choose(guest: Guest, look: dict[str, Any]) -> str:
        assert not look["toasts"], look["toasts"]
        turns.add(look["turn"])
        if look["menu"] is not None:
            ways = [way for way in look["menu"] if way != "menu-cancel"]
        elif "prompt-confirm" in look["buttons"] + look["foot"]:
            ways = ["prompt-confirm"]
        elif look["list"] is not None:
            ways = look["list"]
        else:
            cards = [card["id"] for card in look["cards"] if card["mark"] in ("able", "target")]
            ways = cards or look["buttons"]
        chosen = str(rng.choice(ways))
        clicked.add(chosen.partition("-")[0])
        return chosen

    play([ann], choose, lambda guest, look: len(turns) >= 4 and clicked >= wanted, most=120)
    assert clicked >= wanted


def test_a_game_for_one_begins_at_once(invite: Invite) -> None:
    """Counter has one seat or two: alone there is nobody to wait for."""
    ann = invite("Ann")
    choose_game(ann, "counter")
    for count in (1, 2, 3):
        ann.get("option-inc").click()
        expect(ann.get("fact-count")).to_contain_text(str(count))
    ann.page.keyboard.press("1")
    expect(ann.get("fact-count")).to_contain_text("4")


def test_who_plays_alone_is_told_so_at_the_end(server: Server, invite: Invite) -> None:
    (seat,) = server.seats("counter", "Ann", seats=1)
    ann = invite("Ann").sit(seat, is_ready=False)
    ann.get("option-inc").click()
    ann.get("resign").click()
    expect(ann.get("sure")).not_to_contain_text("other side")
    ann.get("sure-yes").click()
    expect(ann.get("rematch")).to_have_text("Play again")
    ann.get("rematch").click()
    expect(ann.get("question")).to_contain_text("Your move")


def test_a_card_that_is_not_ones_own_says_so(server: Server, invite: Invite) -> None:
    (seat,) = server.seats("riftbound", "Ann", bots=["passive"])
    ann = invite("Ann").sit(seat, is_ready=False)
    ann.await_question()
    ann.get("zone-opponent-legend").get_by_role("button").click()
    expect(ann.get("toast-info")).to_contain_text("This card is not yours.")
