"""A run through the Spire on the generic table: the game's own cards and enemies lie there."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import Invite
from tests.web.table import PHONE, Guest, play

WIDE = "document.documentElement.scrollWidth"


def climb(guest: Guest, until: Callable[[set[str], dict[str, Any]], bool]) -> set[str]:
    """Click whatever is offered, cards of the hand first; the value is what screens were met."""
    guest.open().get("play-bot-spire").click()
    rng = random.Random(2)
    met: set[str] = set()

    def choose(guest: Guest, look: dict[str, Any]) -> str:
        assert not look["toasts"], look["toasts"]
        met.add(look["phase"])
        if look["menu"] is not None:
            return str(rng.choice([way for way in look["menu"] if way != "menu-cancel"]))
        if look["list"] is not None:
            return str(rng.choice(look["list"]))
        cards = [one["id"] for one in look["cards"] if one["id"].startswith("card-c")]
        return str(rng.choice(cards or look["buttons"]))

    play([guest], choose, lambda guest, look: until(met, look), most=200)
    return met


def test_a_run_begins_with_one_click_and_the_first_fight_is_fought(invite: Invite) -> None:
    """Somebody climbs to the first fight, and plays cards by clicking them until it is over."""
    ann = invite("Ann")
    climb(ann, lambda met, look: look["phase"] == "phase-BATTLE")
    expect(ann.get("fact-enemies")).to_contain_text("Intends")
    expect(ann.get("HP-self")).to_contain_text("/")
    expect(ann.get("energy-self")).to_be_visible()
    expect(ann.get("zone-self-hand")).to_contain_text("Hand")
    ann.all(r"^card-c\d+$").first.hover()
    expect(ann.get("peek")).to_contain_text(".")
    rng = random.Random(3)

    def choose(guest: Guest, look: dict[str, Any]) -> str:
        if look["menu"] is not None:
            return str(rng.choice([way for way in look["menu"] if way != "menu-cancel"]))
        cards = [one["id"] for one in look["cards"] if one["id"].startswith("card-c")]
        return str(rng.choice(cards or look["list"] or look["buttons"]))

    play([ann], choose, lambda guest, look: look["phase"] != "phase-BATTLE", most=200)
    if not ann.look()["isOver"]:
        expect(ann.get("zone-self-offer")).to_contain_text("On offer")


def test_the_map_and_a_fight_fit_on_a_phone(invite: Invite) -> None:
    ann = invite("Ann", viewport=PHONE)
    wide: dict[str, int] = {}

    def look_at(met: set[str], look: dict[str, Any]) -> bool:
        wide[look["phase"]] = ann.page.evaluate(WIDE)
        return look["phase"] == "phase-BATTLE"

    assert climb(ann, look_at) >= {"phase-EVENT", "phase-MAP"}
    assert max(wide.values()) <= PHONE["width"], wide
