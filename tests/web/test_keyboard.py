"""The keyboard: every control can be reached, shows its focus, and can be cancelled."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.browser_player import BrowserPlayer
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server
from tests.web.test_duel_board import against_passive_bot

FOCUS = """() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return { id: one.dataset.testid ?? '', outline: outlineStyle, width: parseFloat(outlineWidth) };
}"""


# Is the focused element of the board wholly in view, and not behind the player's hand?
SEEN = """() => {
  const box = (one) => one.getBoundingClientRect();
  const [here, edge] = [box(document.activeElement), box(document.querySelector('.edge'))];
  return here.bottom <= edge.top + 1 && here.top >= box(document.querySelector('.board-frame')).top - 1;
}"""


def press(player: BrowserPlayer, *keys: str) -> dict[str, Any]:
    """Press keys and return the focused element."""
    for key in keys:
        player.page.keyboard.press(key)
    return dict(player.page.evaluate(FOCUS))


def tab_to(player: BrowserPlayer, test_id: str) -> None:
    """Press Tab until an element has the focus. Every focused element must have an outline."""
    for _ in range(60):
        focus = press(player, "Tab")
        if focus["id"]:
            assert focus["outline"] != "none", focus
            assert focus["width"] >= 2, focus
        if focus["id"] == test_id:
            return
    raise AssertionError(f"The Tab key does not lead to {test_id}.")


def test_a_whole_game_of_tictactoe(open_browser: OpenBrowser) -> None:
    """From the lobby to the result, against a bot."""
    ann = open_browser("Ann")
    ann.page.goto(f"{ann.url}/?still")
    expect(ann.get("play-bot-other")).to_be_visible()
    tab_to(ann, "play-bot-other")
    press(ann, "Enter")
    ann.wait_for_question()
    version = 0
    for _ in range(5):
        ann.wait_for_question(version + 1)
        shown = ann.page_state()
        if shown["isOver"]:
            break
        focus = press(ann, "ArrowRight")
        if not focus["id"].startswith("option-mark"):
            focus = press(ann, "ArrowDown")
        assert focus["id"].startswith("option-mark"), focus
        assert focus["outline"] != "none"
        version = shown["version"]
        press(ann, "Enter")
        ann.wait_for_change(shown)
    expect(ann.get("game-over")).to_be_visible()
    tab_to(ann, "see-replay")
    press(ann, "Enter")
    expect(ann.get("replaying")).to_be_visible()


def test_some_turns_of_a_duel(server: Server, open_browser: OpenBrowser) -> None:
    ann = against_passive_bot(
        server, open_browser("Ann"), "Supply Cart", "Ember Lancer", "Mutual Ruin"
    )
    focus = press(ann, "ArrowRight")
    assert focus["id"].startswith("card-")
    assert focus["outline"] != "none"
    assert focus["width"] >= 2
    expect(ann.get("card-preview")).to_contain_text("Draw two cards, then discard one.")

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
        ann.wait_for_question()
        end = ann.page_state()["buttons"].index("option-end_turn")
        press(ann, str(end + 1))
        expect(ann.get("log")).to_contain_text(f"begins turn {turn + 1}")


def test_a_whole_duel(server: Server, open_browser: OpenBrowser) -> None:
    """One monster more in every turn, all of them attack, and the bot has no life left."""
    ann = against_passive_bot(server, open_browser("Ann"), *["Ember Lancer"] * 3)
    for turn in (1, 3, 5):
        ann.wait_for_question()
        expect(ann.get("turn-counter")).to_have_text(str(turn))
        tab_to(ann, first_card(ann, "Summon Ember Lancer"))
        press(ann, "Enter")
        expect(ann.get("option-normal_summon")).to_be_focused()
        press(ann, "Enter")
        expect(ann.get("option-normal_summon")).to_be_hidden()
        if turn > 1:  # nobody attacks in the first turn
            press_button(ann, "option-to_battle")
            expect(ann.page.locator(".phase.is-now")).to_have_attribute(
                "data-testid", "phase-battle"
            )
            for _ in range((turn + 1) // 2):
                ann.wait_for_question()
                life = ann.get("lp-opponent").inner_text()
                tab_to(ann, first_card(ann, "Attack"))
                press(ann, "Enter")
                expect(ann.get("lp-opponent")).not_to_have_text(life)
                if ann.get("game-over").count():
                    break
        if turn < 5:
            press_button(ann, "option-end_turn")
    expect(ann.get("game-over")).to_contain_text("You won")
    expect(ann.get("lp-opponent")).to_have_text("0")


def first_card(player: BrowserPlayer, action: str) -> str:
    """The first card with this action, once the page shows one."""
    player.wait_for_question()
    cards = [one for one in player.page_state()["cards"] if f", {action}" in (one["label"] or "")]
    assert cards, f"no card can {action!r} in {player.page_state()}"
    return str(cards[0]["id"])


def press_button(player: BrowserPlayer, test_id: str) -> None:
    """Press the number of a button of the question."""
    player.wait_for_question()
    press(player, str(player.page_state()["buttons"].index(test_id) + 1))


def test_the_focused_card_is_not_hidden_by_the_hand(
    server: Server, open_browser: OpenBrowser
) -> None:
    (seat,) = server.seats("riftbound", "Ann", bots=["passive"])
    ann = open_browser("Ann", viewport={"width": 1024, "height": 600}).take_seat(
        seat, is_ready=False
    )
    ann.wait_for_question()
    for zone in ("self-legend", "opponent-legend", "self-champion"):
        ann.get(f"zone-{zone}").get_by_role("button").first.focus()
        assert ann.page.evaluate(SEEN), zone


def test_the_help_lists_the_keys(server: Server, open_browser: OpenBrowser) -> None:
    ann = against_passive_bot(server, open_browser("Ann"), "Supply Cart")
    press(ann, "?")
    ann.get("help-keys").click()
    expect(ann.get("help")).to_contain_text("choose an option by its number")
    press(ann, "Escape")
    expect(ann.get("help")).to_be_hidden()


def test_resigning_asks_for_confirmation(server: Server, open_browser: OpenBrowser) -> None:
    ann = against_passive_bot(server, open_browser("Ann"), "Supply Cart")
    tab_to(ann, "resign")
    press(ann, "Enter")
    expect(ann.get("confirm-dialog")).to_be_visible()
    for _ in range(6):
        assert press(ann, "Tab")["id"].startswith("confirm-"), "The Tab key leaves the dialog."
    press(ann, "Escape")
    expect(ann.get("confirm-dialog")).to_be_hidden()
    expect(ann.get("resign")).to_be_focused()
    press(ann, "Enter")
    expect(ann.get("confirm-dialog")).to_be_visible()
    ann.get("confirm-yes").focus()
    press(ann, "Enter")
    expect(ann.get("game-over")).to_contain_text("You lost")
