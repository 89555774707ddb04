"""The combat lab as a person uses it: open, add, count, move, undo, keep, share."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.web.browser_player import PHONE, BrowserPlayer
from tests.web.conftest import OpenBrowser

STARTING_MS = 60_000  # the first request starts the lab's workers, on a machine that may be busy


def open_lab(player: BrowserPlayer) -> Page:
    player.open("lab")
    expect(player.page.get_by_test_id("unit").first).to_be_visible(timeout=STARTING_MS)
    return player.page


def names(page: Page, side: str) -> list[str]:
    """The combatants of a side as the page shows them."""
    found = page.locator(f'[data-side="{side}"] .lab-unit-name').all_inner_texts()
    return [re.sub(r"\s+", " ", name) for name in found]


def is_saved(page: Page) -> None:
    expect(page.get_by_test_id("lab-saved")).to_have_attribute("data-state", "saved")


def add(page: Page, name: str) -> None:
    field = page.get_by_test_id("add-combatant")
    field.fill(name)
    field.press("Enter")
    field.press("Escape")


def test_the_home_page_has_a_door_to_the_lab_which_opens_on_a_sample(open_browser: OpenBrowser):
    player = open_browser()
    player.open("")
    player.page.get_by_test_id("open-lab").click()
    expect(player.page.get_by_test_id("unit").first).to_be_visible(timeout=STARTING_MS)
    expect(player.page.get_by_test_id("lab-name")).to_have_value("A day in the ruins")
    expect(player.page).to_have_title("A day in the ruins · Combat lab · Turnwright")
    heroes = ["Fighter 5", "Cleric 5", "Rogue 5", "Wizard 5"]
    assert names(player.page, "sides[0]") == heroes


def test_combatants_are_found_added_counted_copied_and_removed_and_all_of_it_undone(
    open_browser: OpenBrowser,
):
    page = open_lab(open_browser())
    page.keyboard.press("/")
    expect(page.get_by_test_id("add-combatant")).to_be_focused()
    add(page, "paladin 5")
    assert names(page, "sides[0]")[-1] == "Paladin 5"
    page.get_by_test_id("count-more").click()
    assert names(page, "sides[0]")[-1] == "Paladin 5 \u00d72"
    page.get_by_test_id("combatant-duplicate").click()
    assert names(page, "sides[0]")[-2:] == ["Paladin 5 \u00d72", "Paladin 2 \u00d72"]
    page.get_by_test_id("combatant-remove").click()
    for _ in range(4):
        page.get_by_test_id("lab-undo").click()
    expect(page.get_by_test_id("lab-undo")).to_be_disabled()
    assert names(page, "sides[0]")[-1] == "Wizard 5"


def test_a_combatant_is_moved_by_keyboard_and_to_another_side(open_browser: OpenBrowser):
    page = open_lab(open_browser())
    page.get_by_test_id("combatant-sides[0].combatants[0]").click()
    page.keyboard.press("Alt+ArrowDown")
    assert names(page, "sides[0]")[:2] == ["Cleric 5", "Fighter 5"]
    expect(page.get_by_test_id("lab-announcement")).to_have_text("Fighter 5, 2 of 4")
    page.get_by_test_id("combatant-move").select_option("day[0].sides[0]")
    assert names(page, "day[0].sides[0]") == ["Hobgoblin \u00d76", "Goblin Boss", "Fighter 5"]


def test_the_form_changes_what_the_row_shows_and_says_what_is_wrong(open_browser: OpenBrowser):
    page = open_lab(open_browser())
    page.get_by_test_id("combatant-sides[0].combatants[0]").click()
    page.get_by_test_id("combatant-edit").click()
    page.get_by_test_id("form-ac").fill("21")
    page.get_by_test_id("form-hp").fill("many")
    page.get_by_test_id("form-hp").press("Tab")
    expect(page.get_by_test_id("form-hp")).to_have_attribute("aria-invalid", "true")
    page.get_by_test_id("form-hp").fill("6d10+20")
    page.get_by_test_id("form-hp").press("Tab")
    expect(page.get_by_test_id("form-hp")).not_to_have_attribute("aria-invalid", "true")
    page.get_by_test_id("form-done").click()
    row = page.get_by_test_id("combatant-sides[0].combatants[0]")
    expect(row).to_have_accessible_name("Fighter 5 hit points 6d10+20 armour class 21")


def test_an_edit_is_kept_over_a_reload_and_travels_in_a_link(open_browser: OpenBrowser):
    player = open_browser()
    page = open_lab(player)
    page.get_by_test_id("lab-name").fill("Ruins: the 2nd try")
    page.get_by_test_id("lab-name").press("Enter")
    add(page, "bandit captain")
    is_saved(page)
    page.reload()
    expect(page.get_by_test_id("lab-name")).to_have_value("Ruins: the 2nd try")
    link = page.evaluate(
        """async () => {
          const {linkTo} = await import('/web/lab/state/share-link.js');
          const {text} = await import('/web/lab/state/lab-store.js');
          return linkTo(text.value);
        }"""
    )
    friend = open_browser()
    friend.page.goto(link)
    expect(friend.page.get_by_test_id("lab-name")).to_have_value("Ruins: the 2nd try")
    expect(friend.page.get_by_text("Bandit Captain").first).to_be_visible()
    friend.page.goto(link[:-12])
    expect(friend.page.get_by_test_id("toast-warning")).to_contain_text("damaged")


def test_on_a_phone_there_are_four_tabs(open_browser: OpenBrowser):
    page = open_lab(open_browser(viewport=PHONE, has_touch=True))
    expect(page.get_by_test_id("lab-tab-sides")).to_have_attribute("aria-selected", "true")
    page.get_by_test_id("lab-tab-strategy").click()
    expect(page.get_by_test_id("sides-panel")).to_be_hidden()
    page.get_by_test_id("lab-tab-results").click()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width == PHONE["width"]


DROP = """(text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], 'mine.yaml'));
  for (const type of ['dragover', 'drop']) {
    document.body.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true}));
  }
}"""
MINE = """# my own file
name: Mine
sides:
  Us: [{use: Fighter 1, hp: 20}] # tough
  Them: [Goblin]
"""


def test_a_file_dropped_on_the_page_goes_out_as_it_came_in(open_browser: OpenBrowser):
    page = open_lab(open_browser())
    page.evaluate(DROP, MINE)
    expect(page.get_by_test_id("lab-name")).to_have_value("Mine")
    expect(page.get_by_test_id("combatant-sides[0].combatants[0]")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_test_id("lab-share").click()
        page.get_by_test_id("lab-download-yaml").click()
    assert download.value.path().read_text("utf-8") == MINE
    page.get_by_test_id("combatant-sides[0].combatants[0]").click()
    page.get_by_test_id("count-more").click()
    page.get_by_test_id("lab-share").click()
    page.get_by_test_id("lab-edit-text").click()
    changed = MINE.replace("hp: 20}", "count: 2, hp: 20}")
    expect(page.get_by_test_id("lab-text")).to_have_value(changed)


def test_a_broken_file_says_what_is_wrong_and_can_be_mended(open_browser: OpenBrowser):
    page = open_lab(open_browser())
    page.get_by_test_id("lab-share").click()
    page.get_by_test_id("lab-edit-text").click()
    page.get_by_test_id("lab-text").fill("name: Half\nsides: [{")
    expect(page.get_by_test_id("lab-text-problem")).to_contain_text("line 2")
    page.get_by_test_id("lab-text-apply").click()
    is_saved(page)
    page.reload()
    expect(page.get_by_test_id("lab-unreadable")).to_be_visible()
    page.get_by_test_id("lab-text").fill(MINE)
    page.get_by_test_id("lab-text-apply").click()
    expect(page.get_by_test_id("combatant-sides[0].combatants[0]")).to_be_visible()


def test_a_single_encounter_becomes_a_day(open_browser: OpenBrowser):
    page = open_lab(open_browser())
    page.get_by_test_id("lab-open").click()
    page.get_by_test_id("lab-sample-goblin-ambush").click()
    expect(page.get_by_test_id("lab-name")).to_have_value("Goblin ambush")
    page.get_by_test_id("add-rest").click()
    page.get_by_test_id("add-encounter").click()
    expect(page.get_by_test_id("day-step")).to_have_count(3)
    assert names(page, "day[0].sides[0]") == ["Goblin \u00d72", "Goblin Archer \u00d72"]
    assert names(page, "sides[0]") == ["Fighter 1", "Cleric 1", "Rogue 1", "Wizard 1"]
    page.get_by_test_id("step-open").nth(1).click()
    page.get_by_test_id("step-later").click()
    expect(page.get_by_test_id("day-step").nth(2)).to_contain_text("Short rest")


def monster(name: str) -> dict[str, object]:
    """A monster as 5e-bits writes it."""
    bite = (
        "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 4 (1d4 + 2) piercing damage."
    )
    kind = {"index": "piercing", "name": "Piercing"}
    damage = [{"damage_type": kind, "damage_dice": "1d4+2"}]
    action = {"name": "Bite", "desc": bite, "attack_bonus": 4, "damage": damage}
    scores = dict.fromkeys(("strength", "dexterity", "constitution"), 10)
    minds = dict.fromkeys(("intelligence", "wisdom", "charisma"), 5)
    return {"index": name.lower(), "name": name, "type": "beast", "size": "Small", "hit_points": 7,
            "hit_dice": "2d6", "armor_class": [{"type": "dex", "value": 12}],
            "speed": {"walk": "30 ft."},
            "challenge_rating": 0.25, "actions": [action], **scores, **minds}  # fmt: skip


def test_one_of_several_monsters_of_a_file_joins_a_side(open_browser: OpenBrowser):
    page = open_lab(open_browser())
    page.evaluate(DROP, json.dumps([monster("Fox"), monster("Marten")]))
    expect(page.get_by_test_id("import-dialog")).to_be_visible()
    page.get_by_test_id("import-name").nth(0).uncheck()
    page.get_by_test_id("import-name").nth(1).check()
    page.get_by_test_id("import-yes").click()
    expect(page.get_by_test_id("import-dialog")).to_be_hidden()
    assert names(page, "day[0].sides[0]") == ["Hobgoblin \u00d76", "Goblin Boss", "Marten"]
