"""A fight by hand in the browser: from the lab to a board of its own, until it is won."""

from __future__ import annotations

import re

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.skirmish.hand_encounters import IMPS
from tests.web.browser_player import PHONE, BrowserPlayer
from tests.web.conftest import OpenBrowser
from tests.web.lab_visitor import LabVisitor

TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"


def choose(player: BrowserPlayer, option: str) -> None:
    player.get(f"option-{option}").click()


def test_a_fight_of_the_lab_is_won_by_hand(open_browser: OpenBrowser) -> None:
    player = open_browser("Ann")
    lab = LabVisitor(player).open(IMPS)
    lab.get("lab-play").click()
    lab.get("lab-play-Heroes").click()
    question = player.get("question-bar").locator(".question-text")
    expect(question).to_have_text("Mira acts.")
    expect(player.get("fight-side-Imps")).to_contain_text("36 hit points")
    expect(player.get("fight-action-Bolt")).to_contain_text("+50 to hit, 10")
    assert [found["id"] for found in Axe().run(player.page).response["violations"]] == []

    choose(player, "act:Bolt:Imp 2")
    expect(question).to_have_text(re.compile(r"Imp 1 hits Mira with Sting.* Mira may react\."))
    expect(player.get("fighter-Imp 2")).to_contain_text("8 / 18")
    expect(player.get("fight-news")).to_contain_text("Mira uses Bolt on Imp 2.")
    choose(player, "react:Ward:")
    expect(question).to_have_text("Mira acts.")
    expect(player.get("fight-news")).to_contain_text("Ward: +50 AC makes it miss.")
    expect(player.get("fighter-Mira")).to_contain_text("60 / 60")
    expect(player.get("fighter-Mira")).to_contain_text("Level 1 slot 1 of 2")

    player.page.set_viewport_size(PHONE)
    assert player.page.evaluate(TOO_WIDE) <= 0
    for target in ("Imp 2", "Imp 1"):
        choose(player, f"act:Bolt:{target}")
        expect(question).to_contain_text("may react")
        choose(player, "decline")
        expect(question).to_have_text("Mira acts.")
    choose(player, "act:Bolt:Imp 1")
    expect(player.get("game-over")).to_contain_text("Heroes win after 4 rounds")


def test_a_room_for_a_fight_is_made_with_a_chosen_encounter(open_browser: OpenBrowser) -> None:
    player = open_browser("Ann")
    player.page.goto(f"{player.url}/#/new/skirmish")
    player.get("new-option-encounter").select_option("duel-of-mages")
    player.get("kind-bots").click()
    player.get("new-create").click()
    expect(player.get("board")).to_contain_text("Duel of mages")
    expect(player.get("fight-actions")).to_be_visible()
