"""Without the mouse: everything can be reached, is seen when it is reached, and can be taken back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import Invite
from tests.web.table import Guest, Server
from tests.web.test_duel import against_nobody

FOCUS = """() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return { id: one.dataset.testid ?? '', outline: outlineStyle, width: parseFloat(outlineWidth) };
}"""


# Is what has the focus on the board wholly in view, and not under one's own hand?
SEEN = """() => {
  const box = (one) => one.getBoundingClientRect();
  const [here, edge] = [box(document.activeElement), box(document.querySelector('.edge'))];
  return here.bottom <= edge.top + 1 && here.top >= box(document.querySelector('.board-frame')).top - 1;
}"""


def press(guest: Guest, *keys: str) -> dict[str, Any]:
    """Press keys; the value says what has the focus then."""
    for key in keys:
        guest.page.keyboard.press(key)
    return dict(guest.page.evaluate(FOCUS))


def tab_to(guest: Guest, test_id: str) -> None:
    """Go there with the Tab key; everything on the way shows that it has the focus."""
    for _ in range(60):
        focus = press(guest, "Tab")
        if focus["id"]:
            assert focus["outline"] != "none", focus
            assert focus["width"] >= 2, focus
        if focus["id"] == test_id:
            return
    raise AssertionError(f"The Tab key does not lead to {test_id}.")


def test_a_whole_tictactoe(invite: Invite) -> None:
    """From home to the result, against a bot."""
    ann = invite("Ann")
    ann.page.goto(f"{ann.url}/?still")
    expect(ann.get("play-bot-yours")).to_be_visible()
    tab_to(ann, "play-bot-yours")
    press(ann, "Enter")
    ann.await_question()
    version = 0
    for _ in range(5):
        ann.await_question(version + 1)
        look = ann.look()
        if look["isOver"]:
            break
        focus = press(ann, "ArrowRight")
        if not focus["id"].startswith("option-mark"):
            focus = press(ann, "ArrowDown")
        assert focus["id"].startswith("option-mark"), focus
        assert focus["outline"] != "none"
        version = look["version"]
        press(ann, "Enter")
        ann.await_change(look)
    expect(ann.get("game-over")).to_be_visible()
    tab_to(ann, "see-replay")
    press(ann, "Enter")
    expect(ann.get("replaying")).to_be_visible()


def test_some_turns_of_a_duel(server: Server, invite: Invite) -> None:
    ann = against_nobody(server, invite("Ann"), "Supply Cart", "Ember Lancer", "Mutual Ruin")
    focus = press(ann, "ArrowRight")
    assert focus["id"].startswith("card-")
    assert focus["outline"] != "none"
    assert focus["width"] >= 2
    expect(ann.get("peek")).to_contain_text("Draw two cards, then discard one.")

    press(ann, "Enter")
    expect(ann.get("card-menu")).to_be_visible()
    expect(ann.page.locator(".card-menu :focus")).to_have_count(1)
    press(ann, "Escape")
    expect(ann.get("card-menu")).to_be_hidden()
    expect(ann.page.locator("[data-kind='Supply Cart']:focus")).to_have_count(1)

    press(ann, "Enter")
    expect(ann.get("option-activate")).to_be_focused()
    press(ann, "1")
    expect(ann.get("prompt-dialog")).to_contain_text("Discard 1")
    press(ann, "b")
    expect(ann.get("prompt-dialog")).to_be_hidden()
    press(ann, "b")
    expect(ann.get("prompt-dialog")).to_be_visible()
    press(ann, "2")
    expect(ann.get("prompt-dialog")).to_be_hidden()
    expect(ann.get("pile-self-graveyard")).to_contain_text("2")

    for turn in (2, 4, 6):
        ann.await_question()
        end = ann.look()["buttons"].index("option-end_turn")
        press(ann, str(end + 1))
        expect(ann.get("log")).to_contain_text(f"begins turn {turn + 1}")


def test_what_has_the_focus_is_not_under_the_hand(server: Server, invite: Invite) -> None:
    (seat,) = server.seats("riftbound", "Ann", bots=["passive"])
    ann = invite("Ann", viewport={"width": 1024, "height": 600}).sit(seat, is_ready=False)
    ann.await_question()
    for zone in ("self-legend", "opponent-legend", "self-champion"):
        ann.get(f"zone-{zone}").get_by_role("button").first.focus()
        assert ann.page.evaluate(SEEN), zone


def test_the_keys_are_explained(server: Server, invite: Invite) -> None:
    ann = against_nobody(server, invite("Ann"), "Supply Cart")
    press(ann, "?")
    expect(ann.get("help")).to_contain_text("pick an option by its number")
    press(ann, "Escape")
    expect(ann.get("help")).to_be_hidden()


def test_resigning_asks_first(server: Server, invite: Invite) -> None:
    ann = against_nobody(server, invite("Ann"), "Supply Cart")
    tab_to(ann, "resign")
    press(ann, "Enter")
    expect(ann.get("sure")).to_be_visible()
    for _ in range(6):
        assert press(ann, "Tab")["id"].startswith("sure"), "The Tab key leaves the question."
    press(ann, "Escape")
    expect(ann.get("sure")).to_be_hidden()
    expect(ann.get("resign")).to_be_focused()
    press(ann, "Enter")
    expect(ann.get("sure")).to_be_visible()
    ann.get("sure-yes").focus()
    press(ann, "Enter")
    expect(ann.get("game-over")).to_contain_text("You lost")
