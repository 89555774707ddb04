"""Layout and accessibility: phones, light and dark themes, contrast, and names of controls."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser_player import PHONE, BrowserPlayer
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server
from tests.web.test_duel_board import against_passive_bot, card, play_card

# The contrast of every visible text against its background, where that is a plain colour.
CONTRASTS = """() => {
  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
      known.set(colour, [r, g, b, a / 255]);
    }
    return known.get(colour);
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((one, i) => one * a + below[i] * (1 - a));
  const light = (colour) => {
    const [r, g, b] = colour.map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.textContent.trim();
    const element = texts.currentNode.parentElement;
    if (!words || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('svg[aria-hidden="true"]')) continue; // a drawing: shapes are behind its texts
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const layers = [];
    let opacity = 1;
    let isPlain = true;
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      opacity *= Number(style.opacity);
      if (style.backgroundImage !== 'none' || style.filter !== 'none') isPlain = false;
      layers.push(rgba(style.backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    if (!isPlain) continue;
    const behind = layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
    const [r, g, b, a] = rgba(getComputedStyle(element).color);
    const contrast = ratio(over([r, g, b, a * opacity], behind), behind);
    found.push({ words, contrast: Math.round(contrast * 100) / 100, class: element.className });
  }
  return found;
}"""

NAMELESS = """() => [...document.querySelectorAll('button, a, input, select, textarea')]
  .filter((one) => one.checkVisibility())
  .filter((one) => !one.dataset.testid || !(one.getAttribute('aria-label') || one.innerText.trim()
    || one.closest('label')?.innerText.trim() || one.labels?.length))
  .map((one) => one.outerHTML.slice(0, 200))"""

PAGE_WIDTH = """() => ({
  page: document.documentElement.scrollWidth, window: innerWidth,
  outside: [...document.querySelectorAll('main *')].filter((one) => one.checkVisibility()
    && one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.tile-art, svg'))
    .map((one) => one.outerHTML.slice(0, 120)).slice(0, 5),
})"""

# The position of a card in the next frames, after the first ones, in which it may still move.
PLACES = """async (name) => {
  const found = [];
  for (let n = 0; n < 16; n += 1) {
    await new Promise((done) => requestAnimationFrame(done));
    const { top } = document.querySelector(`[data-kind="${name}"]`).getBoundingClientRect();
    if (n > 5) found.push(top);
  }
  return found;
}"""

# Is an element wholly in view above the question bar? Does anything cover the question bar?
IN_VIEW = """(id) => {
  const one = (name) => document.querySelector(`[data-testid="${name}"]`).getBoundingClientRect();
  const [box, question] = [one(id), one('question-bar')];
  return box.top >= 0 && box.bottom <= question.top + 1 && question.bottom <= innerHeight + 1;
}"""
COVERED = """() => {
  const { left, top, width } = document.querySelector('.question-text').getBoundingClientRect();
  return !document.elementFromPoint(left + width / 2, top + 4).closest('.question');
}"""

BACKGROUND = """() => getComputedStyle(document.body).backgroundColor"""


def prepare_duel(server: Server, player: BrowserPlayer) -> BrowserPlayer:
    """Play some cards, so that there is a monster, a face-down card and a graveyard."""
    against_passive_bot(
        server, player, "Supply Cart", "Ember Lancer", "Turned Blade", "Ash Banner", "Mutual Ruin"
    )
    play_card(player, "Ember Lancer", "normal_summon")
    play_card(player, "Turned Blade", "set_card")
    play_card(player, "Ash Banner", "activate")
    play_card(player, "Mutual Ruin", "activate")
    expect(player.get("lp-self")).to_have_text("6,500")
    return player


def check(player: BrowserPlayer, what: str) -> None:
    poor = [one for one in player.page.evaluate(CONTRASTS) if one["contrast"] < 4.5]
    assert not poor, f"{what}: {poor}"
    nameless = player.page.evaluate(NAMELESS)
    assert not nameless, f"{what}: {nameless}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_contrast_and_controls_have_names(
    server: Server, open_browser: OpenBrowser, scheme: Any
) -> None:
    ann = open_browser("Ann", color_scheme=scheme).open()
    expect(ann.get("tile-duel")).to_be_visible()
    expect(ann.get("play-bot-other")).to_be_visible()
    red = int(ann.page.evaluate(BACKGROUND).strip("rgb()").split(",")[0])
    assert red > 200 if scheme == "light" else red < 60
    check(ann, "home")
    prepare_duel(server, ann)
    check(ann, "table")
    play_card(ann, "Supply Cart", "activate")
    expect(ann.get("prompt-dialog")).to_be_visible()
    check(ann, "dialog")


def test_the_theme_can_be_switched_and_is_remembered(open_browser: OpenBrowser) -> None:
    ann = open_browser("Ann", color_scheme="light").open()
    light = ann.page.evaluate(BACKGROUND)
    ann.get("theme-switch").click()
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert ann.page.evaluate(BACKGROUND) != light
    ann.page.reload()
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_nothing_is_wider_than_a_phone(server: Server, open_browser: OpenBrowser) -> None:
    ann = open_browser("Ann", viewport=PHONE, has_touch=True, is_mobile=True).open()
    expect(ann.get("play-bot-other")).to_be_visible()
    for what in ("home", "generic table", "table", "dialog"):
        if what == "generic table":
            (seat,) = server.seats("gundam", "Ann", bots=["passive"])
            ann.take_seat(seat, is_ready=False).wait_for_question()
        elif what == "table":
            prepare_duel(server, ann)
        elif what == "dialog":
            play_card(ann, "Supply Cart", "activate")
            expect(ann.get("prompt-dialog")).to_be_visible()
        check(ann, what)
        found = ann.page.evaluate(PAGE_WIDTH)
        assert found["page"] <= found["window"] == PHONE["width"], (what, found)
        assert not found["outside"], (what, found)


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
@pytest.mark.parametrize("game", ["netrunner", "riftbound", "duel"])
def test_hand_and_seat_bar_stay_in_view(
    server: Server, open_browser: OpenBrowser, game: str, size: tuple[int, int]
) -> None:
    """The board scrolls; the player's hand and seat bar do not."""
    (seat,) = server.seats(game, "Ann", bots=["passive"])
    ann = open_browser("Ann", viewport={"width": size[0], "height": size[1]})
    ann.take_seat(seat, is_ready=False).wait_for_question()
    for what in ("zone-self-hand", "seat-self"):
        assert ann.page.evaluate(IN_VIEW, what), what
    ann.page.locator(".board-frame").evaluate("(board) => board.scrollTo(0, board.scrollHeight)")
    for what in ("zone-self-hand", "seat-self"):
        assert ann.page.evaluate(IN_VIEW, what), what


def test_a_dialog_on_a_phone_leaves_the_question_in_view(
    server: Server, open_browser: OpenBrowser
) -> None:
    ann = prepare_duel(server, open_browser("Ann", viewport=PHONE))
    ann.get("pile-self-graveyard").click()
    expect(ann.get("pile-dialog")).to_be_visible()
    assert not ann.page.evaluate(COVERED)
    ann.get("pile-dialog-close").click()
    play_card(ann, "Supply Cart", "activate")
    expect(ann.get("prompt-dialog")).to_be_visible()
    assert not ann.page.evaluate(COVERED)


def test_a_hovered_card_does_not_flicker(server: Server, open_browser: OpenBrowser) -> None:
    """Not even with the mouse at its very edge."""
    ann = against_passive_bot(server, open_browser("Ann"), "Ember Lancer")
    box = card(ann, "Ember Lancer").bounding_box()
    assert box is not None
    for height in (0.5, box["height"] - 0.5):
        ann.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + height)
        places = ann.page.evaluate(PLACES, "Ember Lancer")
        assert len(set(places)) == 1, f"The card jumps between {sorted(set(places))}."


# The positions of the parts of the table.
PARTS = """() => ['seat-self', 'seat-opponent', 'track', 'zone-self-field', 'question-bar'].map(
  (id) => [id, document.querySelector(`[data-testid="${id}"]`).getBoundingClientRect().top])"""


def test_the_layout_is_stable_when_a_menu_opens_or_a_chain_starts(
    server: Server, open_browser: OpenBrowser
) -> None:
    ann = against_passive_bot(server, open_browser("Ann"), "Supply Cart")
    before = ann.page.evaluate(PARTS)
    card(ann, "Supply Cart").click()
    expect(ann.get("card-menu")).to_be_visible()
    assert ann.page.evaluate(PARTS) == before
    ann.get("option-activate").click()
    expect(ann.get("chain")).to_contain_text("Supply Cart")
    assert ann.page.evaluate(PARTS) == before
