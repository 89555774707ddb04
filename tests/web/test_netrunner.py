"""Netrunner on the generic table: it is played, and says what everybody may know."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Invite
from tests.web.table import Server


def test_the_first_turns_against_a_bot(invite: Invite) -> None:
    """The heuristic bot is offered first; the Corp keeps its hand and takes three credits."""
    ann = invite("Ann").open()
    expect(ann.get("bot-netrunner")).to_have_value("heuristic")
    ann.get("play-bot-netrunner").click()
    ann.page.get_by_role("button", name="Keep", exact=True).click()
    ann.page.get_by_role("button", name="Begin the turn").click()
    for credits in ("6", "7", "8"):
        ann.page.get_by_role("button", name="Gain 1 credit").click()
        expect(ann.get("seat-self")).to_contain_text(f"Credits {credits}")


def test_a_run_is_seen_by_both_sides(server: Server, invite: Invite) -> None:
    seats = server.seats("netrunner", "Ann", "Ben")
    ann, ben = (invite(name).sit(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True))
    for guest in (ann, ben):
        guest.page.get_by_role("button", name="Keep", exact=True).click()
    ann.page.get_by_role("button", name="Begin the turn").click()
    for _ in range(3):
        ann.page.get_by_role("button", name="Gain 1 credit").click()
    ann.page.get_by_role("button", name="End the turn").click()
    ann.page.locator("[data-testid^='candidate-']").first.click()  # six cards are one too many
    ben.page.get_by_role("button", name="Begin the turn").click()
    ben.page.get_by_role("button", name="Run on R&D").click()
    for guest in (ann, ben):
        expect(guest.get("server-rd")).to_contain_text("run")
        expect(guest.get("server-hq")).to_have_text("HQ")
        expect(guest.get("fact-now")).to_contain_text("initiation")
        expect(guest.get("fact-sides")).to_have_count(0)  # the bars of the players tell it
