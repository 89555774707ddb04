"""The generic board: games without a board of their own."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser_player import BrowserPlayer, play
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server


def test_a_whole_game_of_tictactoe_with_the_mouse(
    server: Server, open_browser: OpenBrowser
) -> None:
    """X takes the left column, O the middle one. Both browsers show the same."""
    seats = server.seats("tictactoe", "Ann", "Ben")
    ann, ben = (
        open_browser(name).take_seat(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    expect(ann.get("question")).to_contain_text("Your move")
    expect(ben.get("waiting")).to_have_text("Waiting for Ann to move")
    for player, cell in ((ann, 0), (ben, 1), (ann, 3), (ben, 4), (ann, 6)):
        player.get(f"option-mark:{cell}").click()
        expect(player.get(f"cell-{cell}")).to_have_text("X" if player is ann else "O")
    for player, words in ((ann, "You won"), (ben, "You lost")):
        expect(player.get("game-over")).to_contain_text(words)
        expect(player.get("result")).to_have_text("Three in a row.")
        expect(player.get("waiting")).to_have_text(f"{words}: three in a row.")
        expect(player.get("log")).to_contain_text("Ben marks cell 4")
        expect(player.get("grid-cells").get_by_role("button")).to_have_text(
            ["X", "O", "", "X", "O", "", "X", "", ""]
        )


def choose_game(player: BrowserPlayer, game: str) -> None:
    player.open().get("choose-game").select_option(game)
    player.get("play-bot-other").click()


@pytest.mark.parametrize("game", ["lorcana", "gundam"])
def test_some_turns_of_a_card_game_against_a_bot(open_browser: OpenBrowser, game: str) -> None:
    """Click random cards and options until at least three turns were played."""
    ann = open_browser("Ann")
    choose_game(ann, game)
    rng = random.Random(3)
    turns: set[int] = set()
    clicked: set[str] = set()
    wanted = {"card", "option"}  # some hands have nothing to play for several turns

    def choose(player: BrowserPlayer, shown: dict[str, Any]) -> str:
        assert not shown["toasts"], shown["toasts"]
        turns.add(shown["turn"])
        if shown["menu"] is not None:
            ways = [way for way in shown["menu"] if way != "menu-cancel"]
        elif "prompt-confirm" in shown["buttons"] + shown["footer"]:
            ways = ["prompt-confirm"]
        elif shown["list"] is not None:
            ways = shown["list"]
        else:
            cards = [card["id"] for card in shown["cards"] if card["mark"] in ("able", "target")]
            ways = cards or shown["buttons"]
        chosen = str(rng.choice(ways))
        clicked.add(chosen.partition("-")[0])
        return chosen

    play([ann], choose, lambda player, shown: len(turns) >= 4 and clicked >= wanted, max_clicks=120)
    assert clicked >= wanted


def test_a_game_for_one_player_starts_at_once(open_browser: OpenBrowser) -> None:
    """Counter needs only one seat, so there is nobody to wait for."""
    ann = open_browser("Ann")
    choose_game(ann, "counter")
    for count in (1, 2, 3):
        ann.get("option-inc").click()
        expect(ann.get("fact-count")).to_contain_text(str(count))
    ann.page.keyboard.press("1")
    expect(ann.get("fact-count")).to_contain_text("4")


def test_resigning_a_game_for_one_player_mentions_no_opponent(
    server: Server, open_browser: OpenBrowser
) -> None:
    (seat,) = server.seats("counter", "Ann", seats=1)
    ann = open_browser("Ann").take_seat(seat, is_ready=False)
    ann.get("option-inc").click()
    ann.get("resign").click()
    expect(ann.get("confirm-dialog")).not_to_contain_text("opponent")
    ann.get("confirm-yes").click()
    expect(ann.get("rematch")).to_have_text("Play again")
    ann.get("rematch").click()
    expect(ann.get("question")).to_contain_text("Your move")


def test_clicking_an_opponents_card_says_that_it_is_not_yours(
    server: Server, open_browser: OpenBrowser
) -> None:
    (seat,) = server.seats("riftbound", "Ann", bots=["passive"])
    ann = open_browser("Ann").take_seat(seat, is_ready=False)
    ann.wait_for_question()
    ann.get("zone-opponent-legend").get_by_role("button").click()
    expect(ann.get("toast-info")).to_contain_text("This card is not yours.")
