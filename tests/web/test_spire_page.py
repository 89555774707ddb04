"""Spire's page: a run from a fight to a merchant and a camp fire, by mouse, keyboard and touch."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.axe_findings import axe_findings
from tests.web.browser_player import PHONE, BrowserPlayer
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server

SEED = "3XQ7K"
# A fight on floor 4, below a merchant on floor 5 and a camp fire on floor 6.
LOWER_FLOORS = {
    "seed": SEED,
    "scene": {
        "encounter": "2 Louse", "room": "MONSTER", "floor": 4, "x": 5, "y": 3, "gold": 250, "hp": 50,
        "potions": ["Fire Potion", "Block Potion", "Potion Slot"],
        "deck": ["Strike_R+1", "Strike_R+1", "Cleave+1", "Cleave+1", "Cleave+1", "Defend_R"],
    },
}  # fmt: skip
MERCHANT, CAMP, ELITE = "5-4", "4-5", "5-6"

# Is everything inside the window, and is nothing cut off at its right edge?
TOO_WIDE = """() => ({
  page: document.documentElement.scrollWidth - innerWidth,
  outside: [...document.querySelectorAll('.sp-panel, .sp-choice, .sp-unit, .sp-end, .sp-relic')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1
      && !one.closest('.sp-relics'))
    .map((one) => one.className),
})"""


def sit_down(
    server: Server, player: BrowserPlayer, options: dict[str, Any] = LOWER_FLOORS
) -> BrowserPlayer:
    """Start a run with these options and open its page."""
    (seat,) = server.seats("spire", "Ann", options=options)
    player.take_seat(seat, is_ready=False)
    expect(player.get("spire")).to_be_visible()
    return player


def on_screen(player: BrowserPlayer, screen: str) -> None:
    """Wait for a screen."""
    expect(player.get("spire")).to_have_attribute("data-screen", screen)


def flaws(player: BrowserPlayer) -> list[str]:
    """What axe-core finds on the page, one line per element."""
    player.page.mouse.move(1, 1)
    expect(player.get("explanation")).to_have_count(0)
    return axe_findings(player.page)


def screen_of(player: BrowserPlayer) -> str:
    return str(player.get("spire").get_attribute("data-screen"))


def version(player: BrowserPlayer) -> int:
    return int(player.get("table").get_attribute("data-version") or 0)


def fight_on(player: BrowserPlayer) -> None:
    """Play attacks on the first enemy until the fight is won, by clicking."""
    for _ in range(40):
        if screen_of(player) != "BATTLE":
            return
        before = version(player)
        cards = player.page.locator('.sp-hand [data-mark="able"]')
        if cards.count():
            cards.first.click()
            if player.get("aim-line").is_visible():
                player.page.locator('[data-unit] [data-mark="target"]').first.click()
        else:
            player.get("end-turn").click()
        player.wait_for_version(before + 1)
        player.page.mouse.move(1, 1)
    raise AssertionError("The fight is not over after 40 cards and turns.")


def take_a_card_and_go_on(player: BrowserPlayer) -> str:
    """Take the gold and the second card of the spoils; return the card's name."""
    on_screen(player, "REWARDS")
    gold = int(player.get("gold-self").inner_text())
    player.get("reward-gold 0").click()
    expect(player.get("reward-gold 0")).to_have_count(0)
    assert int(player.get("gold-self").inner_text()) > gold
    card = player.get("reward-card-0-1")
    name = str(card.locator(".sp-name").inner_text())
    card.click()
    if screen_of(player) == "REWARDS" and player.get("reward-skip").is_visible():
        expect(card).to_have_count(0)
        player.get("reward-skip").click()
    return name


def test_a_run_by_mouse(server: Server, open_browser: OpenBrowser) -> None:
    """A potion on a target, a card reward, the map, a purchase, a rest, and the end of the run."""
    ann = sit_down(server, open_browser("Ann", viewport={"width": 1440, "height": 900}))
    found: dict[str, list[str]] = {}
    expect(ann.get("seed")).to_have_text(f"Seed {SEED}")
    expect(ann.get("chat-input")).to_have_count(0)
    expect(ann.get("energy")).to_have_attribute("aria-label", "3 of 3 energy")

    # Enemies say what they intend, and cards what they would do.
    expect(ann.get("intent-m0")).to_have_attribute("aria-label", "Intends: weaken you")
    strike = ann.page.locator('.sp-hand [data-kind="Strike_R"]').first
    strike.hover()
    expect(ann.get("preview-m0")).to_contain_text("9")
    expect(ann.get("preview-m1")).to_be_visible()
    ann.page.mouse.move(1, 1)
    found["fight"] = flaws(ann)

    # A potion is thrown at the second enemy.
    before = ann.get("hp-m1").inner_text()
    ann.get("potion-0").click()
    ann.get("potion-use").click()
    expect(ann.get("aim-line")).to_contain_text("Fire Potion: choose a target")
    ann.get("card-m1").click()
    expect(ann.get("aim-line")).to_have_count(0)
    expect(ann.get("potion-0")).to_have_count(0)
    if ann.get("hp-m1").count():
        assert ann.get("hp-m1").inner_text() != before

    # The map opens at any time; piles show their cards but not the order of the draw pile.
    ann.get("open-map").click()
    expect(ann.get("map-graph")).to_be_visible()
    expect(ann.get("map-boss")).to_contain_text("Slime Boss")
    found["map over a fight"] = flaws(ann)
    ann.get("panel-close").click()
    ann.get("pile-draw").click()
    expect(ann.get("pile-panel")).to_contain_text("the order is hidden")
    ann.get("panel-close").click()

    # A card is dragged onto an enemy.
    target = ann.get("card-m0" if ann.get("card-m0").count() else "card-m1")
    was = version(ann)
    ann.page.locator('.sp-hand [data-kind="Strike_R"]').first.drag_to(target)
    ann.wait_for_version(was + 1)
    fight_on(ann)
    found["spoils"] = flaws(ann)
    eve = open_browser("Eve").open(f"watch/{ann.room}")  # whoever watches sees the spoils, too
    expect(eve.get("reward-gold 0")).to_have_attribute("aria-disabled", "true")
    found["spoils for watchers"] = flaws(eve)
    name = take_a_card_and_go_on(ann)

    on_screen(ann, "MAP")
    ann.get(f"map-node-{MERCHANT}").hover()
    expect(ann.get("looking-at")).to_contain_text("Merchant, row 5")
    expect(ann.get("looking-at")).to_contain_text("Then up to 3 rests")
    found["map"] = flaws(ann)
    ann.get(f"map-node-{MERCHANT}").click()
    on_screen(ann, "SHOP")
    gold = int(ann.get("gold-self").inner_text())
    found["merchant"] = flaws(ann)
    ware = ann.page.locator('.sp-goods [data-mark="able"]').first
    price = int(ware.locator("xpath=../span[contains(@class, 'sp-price')]").inner_text().split()[0])
    ware.click()
    expect(ann.get("gold-self")).to_have_text(str(gold - price))
    expect(ann.page.locator(".sp-sold")).to_have_count(1)
    ann.get("open-deck").click()
    expect(ann.get("pile-panel")).to_contain_text(name)
    expect(ann.get("pile-panel")).to_contain_text("Your deck, 8 cards")
    ann.get("panel-close").click()
    ann.get("shop-leave").click()

    on_screen(ann, "MAP")
    ann.get(f"map-node-{CAMP}").click()
    on_screen(ann, "REST")
    expect(ann.get("run-bar")).to_contain_text("Floor 6")
    found["rest"] = flaws(ann)
    ann.get("rest-smith").click()
    expect(ann.get("choice-title")).to_have_text("Upgrade a card")
    found["choice of a card"] = flaws(ann)
    ann.get("prompt-cancel").click()
    hp = ann.get("run-hp").inner_text()
    ann.get("rest-rest").click()
    on_screen(ann, "MAP")
    assert ann.get("run-hp").inner_text() != hp

    # Abandoning shows the score and the history, and offers the next run.
    ann.get("resign").click()
    ann.get("confirm-yes").click()
    expect(ann.get("run-over")).to_be_visible()
    expect(ann.get("score-total")).to_have_text("30")
    expect(ann.get("history")).to_contain_text("Merchant")
    expect(ann.get("history")).to_contain_text("Rest")
    found["end"] = flaws(ann)
    ann.get("climb-again").click()
    ann.get("class-THE_SILENT").check()
    ann.get("seed-field").fill("CAFE")
    found["start"] = flaws(ann)
    assert not any(found.values()), {where: what for where, what in found.items() if what}
    room = ann.room
    ann.get("climb").click()
    expect(ann.get("event")).to_contain_text("Neow")
    expect(ann.get("run-bar")).to_contain_text("Silent")
    expect(ann.get("seed")).to_have_text("Seed CAFE")

    # The run can be watched by whoever has the link.
    bob = open_browser("Bob", viewport=PHONE).open(f"replay/{room}")
    expect(bob.get("combat")).to_be_visible()
    assert flaws(bob) == []
    bob.page.keyboard.press("End")
    expect(bob.get("run-over")).to_be_visible()


def test_a_run_by_keyboard(server: Server, open_browser: OpenBrowser) -> None:
    """Number keys choose cards and ways, arrows aim, E ends the turn, Escape takes back."""
    ann = sit_down(server, open_browser("Ann"))
    press = ann.page.keyboard.press

    press("q")  # the first potion
    press("1")
    expect(ann.get("aim-line")).to_contain_text("Fire Potion")
    expect(ann.page.locator(".is-aimed")).to_have_attribute("data-unit", "m0")
    press("ArrowRight")
    expect(ann.page.locator(".is-aimed")).to_have_attribute("data-unit", "m1")
    press("Escape")
    expect(ann.get("aim-line")).to_have_count(0)
    press("q")
    press("1")
    press("ArrowLeft")
    was = version(ann)
    press("Enter")
    ann.wait_for_version(was + 1)

    press("m")
    expect(ann.get("map-graph")).to_be_visible()
    press("Escape")
    expect(ann.get("map-graph")).to_have_count(0)
    for _ in range(40):
        if screen_of(ann) != "BATTLE":
            break
        was = version(ann)
        able = ann.page.locator('.sp-hand [data-mark="able"]')
        press(str(able.first.get_attribute("data-key")) if able.count() else "e")
        if ann.get("aim-line").is_visible():
            press("Enter")
        ann.wait_for_version(was + 1)

    on_screen(ann, "REWARDS")
    was = version(ann)
    press("1")
    ann.wait_for_version(was + 1)
    press("0")
    on_screen(ann, "MAP")
    press("1")
    on_screen(ann, "SHOP")
    gold = ann.get("gold-self").inner_text()
    number = ann.page.locator('.sp-goods [data-mark="able"]').first.get_attribute("data-key")
    press(str(number))
    expect(ann.get("gold-self")).not_to_have_text(gold)
    press("0")
    on_screen(ann, "MAP")
    press("1")
    on_screen(ann, "REST")
    press("1")
    on_screen(ann, "MAP")
    expect(ann.get("run-hp")).to_be_visible()


def test_what_happened_is_shown_and_told(server: Server, open_browser: OpenBrowser) -> None:
    """Damage rises from who was hit, also from who fell, and a line says what the enemies did."""
    deck = ["Strike_R"] * 4 + ["Defend_R"]
    options = {"seed": SEED, "scene": {**LOWER_FLOORS["scene"], "deck": deck}}
    ann = sit_down(server, open_browser("Ann"), options).move_again()
    ann.page.keyboard.press("q")
    ann.page.keyboard.press("1")
    ann.get("card-m0").click()
    expect(ann.get("news")).to_have_text("Louse 1 dies.")
    ann.page.locator('.sp-hand [data-kind="Strike_R"]').first.click()
    expect(ann.get("news")).to_contain_text("loses 6 HP")
    ann.page.locator('.sp-hand [data-kind="Defend_R"]').click()
    ann.wait_for_shown("\N{MINUS SIGN}16", "\N{MINUS SIGN}6", "+5")
    ann.get("end-turn").click()
    expect(ann.get("news")).to_contain_text(" uses ")
    ann.get("side-toggle").click()
    expect(ann.get("log")).to_contain_text("You throw Fire Potion at Louse 1")
    expect(ann.get("log")).to_contain_text("You end the turn")


def test_a_run_on_a_phone(server: Server, open_browser: OpenBrowser) -> None:
    """Everything fits into the window and is done by tapping, upright and on the side."""
    ann = open_browser("Ann", viewport=PHONE, has_touch=True, is_mobile=True)
    sit_down(server, ann)
    wide: dict[str, Any] = {}

    def measure(what: str) -> None:
        found = ann.page.evaluate(TOO_WIDE)
        if found["page"] > 0 or found["outside"]:
            wide[what] = found

    measure("fight")
    assert not flaws(ann)
    ann.get("potion-0").tap()
    ann.get("potion-use").tap()
    was = version(ann)
    ann.get("card-m0").tap()
    ann.wait_for_version(was + 1)
    ann.page.set_viewport_size({"width": 844, "height": 390})
    measure("fight on the side")
    expect(ann.get("end-turn")).to_be_in_viewport()
    expect(ann.page.locator('.sp-hand [data-mark="able"]').first).to_be_in_viewport()
    ann.page.set_viewport_size(PHONE)
    for _ in range(40):
        if screen_of(ann) != "BATTLE":
            break
        was = version(ann)
        able = ann.page.locator('.sp-hand [data-mark="able"]')
        if able.count():
            able.first.tap()
            target = ann.page.locator('[data-unit] [data-mark="target"]')
            if target.count():
                target.first.tap()
            elif ann.get("aim-line").is_visible():
                able.first.or_(ann.page.locator('.sp-hand [data-mark="picked"]')).first.tap()
        else:
            ann.get("end-turn").tap()
        ann.wait_for_version(was + 1)
    measure("spoils")
    ann.get("reward-card-0-0").tap()
    ann.get("reward-skip").tap()
    on_screen(ann, "MAP")
    measure("map")
    ann.get(f"map-node-{MERCHANT}").tap()
    on_screen(ann, "SHOP")
    measure("merchant")
    gold = ann.get("gold-self").inner_text()
    ann.page.locator('.sp-goods [data-mark="able"]').first.tap()
    expect(ann.get("gold-self")).not_to_have_text(gold)
    ann.get("shop-leave").tap()
    ann.get(f"map-node-{CAMP}").tap()
    on_screen(ann, "REST")
    measure("rest")
    ann.get("rest-rest").tap()
    on_screen(ann, "MAP")
    assert not wide, wide


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_other_screens_are_accessible(
    server: Server, open_browser: OpenBrowser, scheme: str
) -> None:
    """Neow, an event with a choice that is shut, a chest, orbs, and a boss."""
    scenes: dict[str, dict[str, Any]] = {
        "Neow": {},
        "event": {"scene": {"event": "The Cleric", "gold": 20, "floor": 3}},
        "chest": {"scene": {"room": "TREASURE", "floor": 9}},
        "orbs": {"class": "DEFECT", "scene": {"encounter": "3 Sentries", "room": "ELITE", "floor": 8,
                                              "deck": ["Zap", "Dualcast", "Ball Lightning"]}},
        "boss": {"class": "WATCHER", "scene": {"encounter": "Hexaghost", "room": "BOSS", "floor": 16}},
    }  # fmt: skip
    found = {}
    for what, options in scenes.items():
        ann = sit_down(server, open_browser("Ann", color_scheme=scheme), options)
        if what == "event":
            ann.get("choice-1").click(force=True)  # it says why not
            expect(ann.get("toast-warning")).to_have_text(re.compile("50 gold; you have 20"))
        if what == "orbs":
            ann.page.locator('.sp-hand [data-kind="Zap"]').click()
            expect(ann.get("orbs").get_by_label("Lightning 3, evoke 8")).to_have_count(2)
        found[what] = flaws(ann)
    assert not any(found.values()), {what: bad for what, bad in found.items() if bad}


def test_the_page_is_not_told_what_is_hidden(server: Server, open_browser: OpenBrowser) -> None:
    """States have no seed that the player did not choose, and no order of the draw pile."""
    ann = sit_down(server, open_browser("Ann"), {"scene": LOWER_FLOORS["scene"]})
    expect(ann.get("combat")).to_be_visible()
    for state in ann.states:
        assert "seed" not in json.dumps(state["table"])
        assert state["players"]["self"]["draw"] == {"count": 1}
        draw = state["table"]["scene"]["fight"]["draw"]
        assert draw == sorted(draw)
