"""A draw is offered, declined and accepted on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server

SIZES = {"desktop": (1440, 900), "phone": (390, 844)}


@pytest.mark.parametrize("size", SIZES)
def test_a_draw_is_offered_withdrawn_and_accepted(
    server: Server, open_browser: OpenBrowser, size: str
) -> None:
    width, height = SIZES[size]
    seats = server.seats("duel", "Ann", "Ben")
    ann, ben = (
        open_browser(name, viewport={"width": width, "height": height}).take_seat(seat)
        for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    eve = open_browser("Eve").open(f"watch/{ann.room}")
    expect(ben.get("question-bar")).to_contain_text("Waiting for Ann to move")
    before = ben.page.locator(".bottom").bounding_box()
    ann.get("offer-draw").click()
    expect(ann.get("draw-offer")).to_have_text(
        "You have offered a draw. Your next move withdraws it."
    )
    expect(ann.get("offer-draw")).to_be_disabled()
    expect(ben.get("draw-offer")).to_contain_text("Ann offers a draw.")
    expect(eve.get("draw-offer")).to_have_text("Ann offers a draw.")
    expect(eve.get("log")).to_contain_text("Ann offers a draw")
    during = ben.page.locator(".bottom").bounding_box()
    assert before is not None
    assert during is not None
    assert abs(during["height"] - before["height"]) < 3, "the board keeps its height"
    for button in ("draw-accept", "draw-decline"):
        box = ben.get(button).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    button, words = ben.get("offer-draw").bounding_box(), ben.get("draw-offer").bounding_box()
    assert button is not None
    assert words is not None
    assert button["height"] < 45, "its words are on one line"
    assert words["height"] < 70, "the offer takes little of the board"
    ben.page.reload()
    expect(ben.get("draw-offer")).to_contain_text("Ann offers a draw.")
    ann.get("option-end_turn").click()
    expect(ben.get("draw-offer")).to_be_hidden()
    ann.get("offer-draw").click()
    expect(ann.page.get_by_text("You may offer a draw again in 3 turns.")).to_be_visible()
    ben.get("offer-draw").click()
    ann.get("draw-accept").click()
    for player in (ann, ben):
        expect(player.get("game-over")).to_contain_text("draw")
        expect(player.get("result")).to_have_text("All players agreed to a draw.")
