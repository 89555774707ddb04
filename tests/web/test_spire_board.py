"""The Spire board: cards, enemies and the map of a run."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.web.browser_player import PHONE, BrowserPlayer, play
from tests.web.conftest import OpenBrowser

PAGE_WIDTH = "document.documentElement.scrollWidth"


def climb(player: BrowserPlayer, until: Callable[[set[str], dict[str, Any]], bool]) -> set[str]:
    """Click random options, cards in hand first. Return the phases that were seen."""
    player.open().get("play-bot-spire").click()
    rng = random.Random(2)
    met: set[str] = set()

    def choose(player: BrowserPlayer, shown: dict[str, Any]) -> str:
        assert not shown["toasts"], shown["toasts"]
        met.add(shown["phase"])
        if shown["menu"] is not None:
            return str(rng.choice([way for way in shown["menu"] if way != "menu-cancel"]))
        if shown["list"] is not None:
            return str(rng.choice(shown["list"]))
        cards = [one["id"] for one in shown["cards"] if one["id"].startswith("card-c")]
        return str(rng.choice(cards or shown["buttons"]))

    play([player], choose, lambda player, shown: until(met, shown), max_clicks=200)
    return met


def test_a_run_starts_with_one_click_and_the_first_fight_can_be_played(
    open_browser: OpenBrowser,
) -> None:
    """Ann climbs to the first fight and plays cards until it is over."""
    ann = open_browser("Ann")
    climb(ann, lambda met, shown: shown["phase"] == "phase-BATTLE")
    expect(ann.get("fact-enemies")).to_contain_text("Intends")
    expect(ann.get("HP-self")).to_contain_text("/")
    expect(ann.get("energy-self")).to_be_visible()
    expect(ann.get("zone-self-hand")).to_contain_text("Hand")
    ann.all(r"^card-c\d+$").first.hover()
    expect(ann.get("card-preview")).to_contain_text(".")
    rng = random.Random(3)

    def choose(player: BrowserPlayer, shown: dict[str, Any]) -> str:
        if shown["menu"] is not None:
            return str(rng.choice([way for way in shown["menu"] if way != "menu-cancel"]))
        cards = [one["id"] for one in shown["cards"] if one["id"].startswith("card-c")]
        return str(rng.choice(cards or shown["list"] or shown["buttons"]))

    play([ann], choose, lambda player, shown: shown["phase"] != "phase-BATTLE", max_clicks=200)
    if not ann.page_state()["isOver"]:
        expect(ann.get("zone-self-offer")).to_contain_text("On offer")


def test_the_map_and_a_fight_fit_on_a_phone(open_browser: OpenBrowser) -> None:
    ann = open_browser("Ann", viewport=PHONE)
    wide: dict[str, int] = {}

    def look_at(met: set[str], shown: dict[str, Any]) -> bool:
        wide[shown["phase"]] = ann.page.evaluate(PAGE_WIDTH)
        return shown["phase"] == "phase-BATTLE"

    assert climb(ann, look_at) >= {"phase-EVENT", "phase-MAP"}
    assert max(wide.values()) <= PHONE["width"], wide
