"""The Netrunner board: servers, runs, and the first turns of a game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server


def test_the_first_turns_against_a_bot(open_browser: OpenBrowser) -> None:
    """The heuristic bot is the default. The Corp keeps its hand and takes three credits."""
    ann = open_browser("Ann").open()
    expect(ann.get("bot-netrunner")).to_have_value("heuristic")
    ann.get("play-bot-netrunner").click()
    ann.page.get_by_role("button", name="Keep", exact=True).click()
    ann.page.get_by_role("button", name="Begin the turn").click()
    for credits in ("6", "7", "8"):
        ann.page.get_by_role("button", name="Gain 1 credit").click()
        expect(ann.get("seat-self")).to_contain_text(f"Credits {credits}")


def test_a_run_is_seen_by_both_sides(server: Server, open_browser: OpenBrowser) -> None:
    seats = server.seats("netrunner", "Ann", "Ben")
    ann, ben = (
        open_browser(name).take_seat(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    for player in (ann, ben):
        player.page.get_by_role("button", name="Keep", exact=True).click()
    ann.page.get_by_role("button", name="Begin the turn").click()
    for _ in range(3):
        ann.page.get_by_role("button", name="Gain 1 credit").click()
    ann.page.get_by_role("button", name="End the turn").click()
    ann.page.locator(
        "[data-testid^='candidate-']"
    ).first.click()  # six cards are over the hand limit
    ben.page.get_by_role("button", name="Begin the turn").click()
    ben.page.get_by_role("button", name="Run on R&D").click()
    for player in (ann, ben):
        expect(player.get("server-rd")).to_contain_text("run")
        expect(player.get("server-hq")).to_have_text("HQ")
        expect(player.get("fact-now")).to_contain_text("initiation")
        expect(player.get("fact-sides")).to_have_count(0)  # the seat bars show it
        owed = player.states[-1]["table"].get("owes")
        expect(player.get("duty")).to_have_text([owed["sentence"]] if owed else [])
        expect(player.get("fact-owes")).to_have_count(0)  # the question bar shows it
