"""The combat lab: a combatant's strategy as cards, the action editor, findings and resources."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser_player import PHONE, BrowserPlayer
from tests.web.conftest import OpenBrowser
from turnwright.skirmish.describe.word_reference import effect_names

# A wizard with slots that last, and a priest whose spells can be countered.
TOWER = """# the tower
name: The tower
sides:
  Heroes:
    - name: Wizard
      hp: 30
      ac: 12
      pools: {SpellSlot: [4, 3, 2]}
      actions:
        - Mage Armor
        - {use: Fireball, dc: 15} # the best first
        - Web
        - Fire Bolt
        - End Turn
      reactions: [Shield]
  Cult: [Priest, {use: Berserker, count: 2}]
"""

OPEN_TEXT = """async (text) => {
  const store = await import('/web/lab/state/lab-store.js');
  store.openText(text, { name: 'Opened' });
}"""
SOURCE = "() => import('/web/lab/state/lab-store.js').then((store) => store.text.value)"
ONE_SLOT = "SpellSlot: [1]"


@pytest.fixture
def lab(open_browser: OpenBrowser) -> BrowserPlayer:
    """The lab with the tower open."""
    return opened(open_browser(viewport={"width": 1440, "height": 900}))


def opened(player: BrowserPlayer, text: str = TOWER) -> BrowserPlayer:
    player.open("lab")
    expect(player.get("strategy")).to_be_attached(timeout=60_000)  # workers start with the server
    player.page.evaluate(OPEN_TEXT, text)
    expect(player.get("card-actions-0")).to_contain_text("Mage Armor")
    return player


def names(player: BrowserPlayer, which: str = "actions") -> list[str]:
    cards = player.get(f"list-{which}").locator("li[data-name]")
    return [str(one.get_attribute("data-name")) for one in cards.all()]


def expect_order(player: BrowserPlayer, *wanted: str, which: str = "actions") -> None:
    cards = player.get(f"list-{which}").locator("li[data-name]")
    expect(cards).to_have_count(len(wanted))
    for card, name in zip(cards.all(), wanted, strict=True):
        expect(card).to_have_attribute("data-name", name)


def source(player: BrowserPlayer) -> str:
    return str(player.page.evaluate(SOURCE))


def drag(player: BrowserPlayer, card: Locator, onto: Locator) -> None:
    """Drag a card with the mouse to the place of another one."""
    start, end = card.bounding_box(), onto.bounding_box()
    assert start
    assert end
    mouse = player.page.mouse
    mouse.move(start["x"] + 200, start["y"] + 20)
    mouse.down()
    mouse.move(start["x"] + 204, start["y"] + 34, steps=3)
    mouse.move(end["x"] + 204, end["y"] + end["height"] / 2 + 2, steps=6)


# --- cards ----------------------------------------------------------------------------------------


def test_cards_say_what_each_action_does(lab: BrowserPlayer) -> None:
    """Name, sentence, costs, and End Turn as a card like any other."""
    fireball = lab.get("card-actions-1")
    expect(fireball).to_contain_text("8d6")
    expect(fireball).to_contain_text("Slot 3")
    expect(lab.get("card-reactions-0")).to_contain_text("+5 AC would make it miss")
    expect(lab.get("card-actions-4")).to_contain_text("End Turn")
    expect(lab.get("card-actions-0")).to_contain_text("Before the fight")


def test_a_card_is_dragged_above_another(lab: BrowserPlayer) -> None:
    """The badge says from where to where, and the text keeps its comments."""
    drag(lab, lab.get("card-actions-2"), lab.get("card-actions-1"))
    expect(lab.page.get_by_text("3 to 2")).to_be_visible()
    lab.page.mouse.up()
    expect_order(lab, "Mage Armor", "Web", "Fireball", "Fire Bolt", "End Turn")
    assert "{use: Fireball, dc: 15} # the best first" in source(lab)
    lab.get("lab-undo").click()
    expect_order(lab, "Mage Armor", "Fireball", "Web", "Fire Bolt", "End Turn")


def test_escape_puts_a_dragged_card_back(lab: BrowserPlayer) -> None:
    before = source(lab)
    drag(lab, lab.get("card-actions-3"), lab.get("card-actions-0"))
    expect(lab.page.get_by_text("4 to 1")).to_be_visible()
    lab.page.keyboard.press("Escape")
    lab.page.mouse.up()
    assert source(lab) == before
    expect(lab.get("action-editor")).to_have_count(0)


def test_an_action_cannot_be_dragged_to_the_reactions(lab: BrowserPlayer) -> None:
    """It waits for no event; the page says so."""
    drag(lab, lab.get("card-actions-3"), lab.get("card-reactions-0"))
    expect(lab.get("strategy")).to_contain_text("Fire Bolt waits for no event")
    lab.page.mouse.up()
    assert "Fire Bolt" in names(lab)


def test_moving_cards_by_keyboard_is_announced(lab: BrowserPlayer) -> None:
    """The focus stays on the card; up and down without Alt walk the list."""
    card = lab.get("open-actions-2")
    card.focus()
    lab.page.keyboard.press("Alt+ArrowUp")
    expect(lab.get("lab-announcement")).to_have_text("Web moved to place 2 of 5")
    expect(lab.get("open-actions-1")).to_be_focused()
    lab.page.keyboard.press("Alt+ArrowUp")
    expect(lab.get("open-actions-0")).to_be_focused()
    expect_order(lab, "Web", "Mage Armor", "Fireball", "Fire Bolt", "End Turn")
    lab.page.keyboard.press("ArrowDown")
    expect(lab.get("open-actions-1")).to_be_focused()
    lab.page.keyboard.press("Enter")
    expect(lab.get("action-editor")).to_contain_text("Mage Armor")
    lab.page.keyboard.press("Escape")
    expect(lab.get("action-editor")).to_have_count(0)
    expect(lab.get("open-actions-1")).to_be_focused()


def test_a_removed_card_comes_back(lab: BrowserPlayer) -> None:
    before = source(lab)
    lab.get("open-actions-1").focus()
    lab.page.keyboard.press("Delete")
    expect_order(lab, "Mage Armor", "Web", "Fire Bolt", "End Turn")
    expect(lab.get("open-actions-1")).to_be_focused()
    lab.get("removed-undo").click()
    expect_order(lab, "Mage Armor", "Fireball", "Web", "Fire Bolt", "End Turn")
    assert source(lab) == before


def test_a_card_is_switched_off_with_the_space_bar(lab: BrowserPlayer) -> None:
    lab.get("switch-actions-2").focus()
    lab.page.keyboard.press("Space")
    expect(lab.get("switch-actions-2")).not_to_be_checked()
    assert "disabled: [Web]" in source(lab)
    lab.page.keyboard.press("Space")
    expect(lab.get("switch-actions-2")).to_be_checked()
    assert "disabled" not in source(lab)


def test_a_card_that_is_never_reached_says_why(lab: BrowserPlayer) -> None:
    """And one click on the fix puts it where it works."""
    lab.get("open-actions-4").focus()
    lab.page.keyboard.press("Alt+Home")
    expect(lab.get("card-actions-2")).to_contain_text("Never reached")
    lab.get("fix-after_end_turn").first.click()
    expect(lab.get("card-actions-0")).not_to_contain_text("End Turn")


# --- findings and resources -----------------------------------------------------------------------


def test_the_conflict_message_appears_and_disappears(lab: BrowserPlayer) -> None:
    """To the letter, with pips, and gone when Shield is switched off."""
    lab.page.evaluate(OPEN_TEXT, TOWER.replace("SpellSlot: [4, 3, 2]", ONE_SLOT))
    sentence = "Potential Conflict: Actions require 2 Level 1 Slots, but only 1 is available."
    expect(lab.get("findings")).to_contain_text(sentence)
    expect(lab.get("pool-SpellSlot_1")).to_contain_text("1 missing, if each is used once")
    lab.get("switch-reactions-0").click()
    expect(lab.get("findings")).not_to_contain_text(sentence)
    expect(lab.get("pool-SpellSlot_1")).not_to_contain_text("missing")


def test_a_finding_leads_to_its_field(lab: BrowserPlayer) -> None:
    """A click opens the action and focuses the field."""
    lab.page.evaluate(OPEN_TEXT, TOWER.replace("- Web", "- {use: Web, cost: [Action, Ki 2]}"))
    lab.get("finding-unknown_resource").get_by_test_id("finding-go").click()
    expect(lab.get("action-editor")).to_contain_text("Web")
    expect(lab.get("cost-1-resource")).to_be_focused()


# --- the editor -----------------------------------------------------------------------------------


def test_counterspell_is_made_without_typing_yaml(lab: BrowserPlayer) -> None:
    """The spell of the mission's first page: trigger, range, cost and effect."""
    lab.get("add-action").click()
    lab.get("offer-blank-reaction").click()
    lab.get("field-name").fill("Counterspell")
    lab.get("when-event").select_option(label="A spell is cast")
    lab.get("when-role").select_option("source")
    lab.get("when-who").select_option("enemy")
    lab.get("add-requires").click()
    lab.get("what-requires[0]").select_option("target:distance")
    lab.get("field-requires[0].op").select_option("<=")
    lab.get("field-requires[0].value").fill("60")
    lab.get("add-cost").click()
    lab.get("cost-1-resource").select_option("SpellSlot")
    lab.get("cost-1-level").fill("3")
    lab.get("kind-effect[0]").select_option("Cancel")
    words = lab.get("in-words")
    expect(words).to_contain_text("when an enemy casts a spell")
    expect(words).to_contain_text("within 60 ft")
    expect(words).to_contain_text("the spell fails; costs my reaction and a level-3 slot")
    words.get_by_role("button", name="a level-3 slot").click()
    expect(lab.get("cost-1-level")).to_be_focused()
    expect(lab.get("can-happen")).to_contain_text("Priest")
    lab.get("editor-done").click()
    expect(lab.get("card-reactions-1")).to_contain_text("the spell fails")
    expect(lab.get("open-reactions-1")).to_be_focused()
    text = source(lab)
    for part in (
        "on: SpellCast",
        "who: enemy",
        "role: source",
        "[Reaction, SpellSlot 3]",
        "Cancel",
    ):
        assert part in text
    drag(lab, lab.get("card-reactions-1"), lab.get("card-reactions-0"))
    lab.page.mouse.up()
    expect_order(lab, "Counterspell", "Shield", which="reactions")


def test_what_the_engine_cannot_read_stays_in_its_field(lab: BrowserPlayer) -> None:
    """With the engine's own message beside it."""
    lab.get("open-actions-3").click()
    box = lab.get("field-effect[0].to_hit")
    box.fill("seven")
    message = lab.get("message-effect[0].to_hit")
    expect(message).to_contain_text("'seven' is not a dice formula")
    expect(box).to_have_value("seven")
    expect(box).to_have_attribute("aria-invalid", "true")
    box.blur()
    expect(box).to_have_value("seven")
    box.fill("9")
    expect(message).to_have_count(0)
    expect(lab.get("card-actions-3")).to_contain_text("+9 to hit")


def test_an_action_as_yaml_and_back(lab: BrowserPlayer) -> None:
    """Comments and shorthand stay; an error has its line."""
    lab.get("open-actions-1").click()
    lab.get("editor-yaml").click()
    yaml = lab.get("yaml")
    expect(yaml).to_have_value("{use: Fireball, dc: 15}\n")
    yaml.fill("use: Fireball\ndc: 15 # mine\ncost: [Action, 3 Ki]\n")
    expect(lab.get("yaml-problem")).to_contain_text("Line 3: '3 Ki' is not a cost")
    yaml.fill("use: Fireball\ncost: [Action")
    expect(lab.get("yaml-problem")).to_contain_text("Line")
    lab.get("editor-yaml").click()
    expect(yaml).to_be_visible()
    yaml.fill("use: Fireball\ndc: 16 # mine\ncost: [Action, SpellSlot 2+]\n")
    expect(lab.get("card-actions-1")).to_contain_text("Slot 2+")
    lab.get("editor-yaml").click()
    expect(lab.get("cost-1-level")).to_have_value("2")
    lab.get("cost-1-level").fill("3")
    expect(lab.get("card-actions-1")).to_contain_text("Slot 3+")
    lab.get("editor-yaml").click()
    expect(yaml).to_have_value(
        re.compile(r"use: Fireball\ndc: 16 # mine\ncost: \[Action, SpellSlot 3\+\]")
    )
    lab.get("yaml-full").click()
    expect(yaml).to_have_value(re.compile(r"^name: Fireball\n"))
    expect(lab.get("card-actions-1")).to_contain_text("Dexterity 16")
    lab.get("editor-put-back").click()
    lab.get("editor-done").click()
    expect(lab.get("card-actions-1")).to_contain_text("Dexterity 15")
    assert "{use: Fireball, dc: 15} # the best first" in source(lab)


def test_groups_of_requirements(lab: BrowserPlayer) -> None:
    """Any of two, one of them denied."""
    lab.get("open-actions-3").click()
    lab.get("add-group-requires").click()
    lab.get("what-requires[0].of[0]").select_option("self:is_concentrating")
    lab.get("field-requires[0].of[0].yes").select_option("no")
    lab.get("what-requires[0].of[1]").select_option("self:enemies_up")
    lab.get("field-requires[0].of[1].op").select_option(">=")
    lab.get("field-requires[0].of[1].value").fill("3")
    words = lab.get("in-words")
    expect(words).to_contain_text(re.compile("I am not concentrating,? or 3 or more enemies stand"))
    lab.get("field-requires[0]").select_option("Not Or")
    expect(words).not_to_contain_text("I am not concentrating")


def test_every_kind_of_effect_has_its_fields(lab: BrowserPlayer) -> None:
    """Fields come from the schema; the engine describes each kind that is chosen."""
    lab.get("open-reactions-0").click()
    kinds = lab.get("kind-effect[0]").locator("option")
    expect(kinds).to_have_count(len(effect_names()))
    for kind, field in [
        ("Attack", "to_hit"), ("Save", "dc"), ("Heal", "amount"), ("Gain", "resource"),
        ("Move", "distance"), ("Roll", "add"), ("ChangeDamage", "multiply"), ("Grant", "tag"),
        ("If", "holds"), ("Spawn", "combatant"), ("Transform", "into"),
    ]:  # fmt: skip
        lab.get("kind-effect[0]").select_option(kind)
        expect(lab.get(f"field-effect[0].{field}")).to_be_visible()
    lab.get("kind-effect[0]").select_option("Save")
    lab.get("add-effect[0].on_fail").select_option("Apply")
    lab.get("field-effect[0].on_fail[0].status.name").fill("Dazed")
    lab.get("add-effect[0].on_fail[0].status").select_option("no_reactions")
    expect(lab.get("field-effect[0].on_fail[0].status.no_reactions")).to_be_checked()
    lab.get("add-effect[0].on_fail[0].status").select_option("taunt")
    expect(lab.get("in-words")).to_contain_text("taunt myself")
    lab.get("add-effect[0].on_fail[0].status").select_option("inside")
    lab.get("add-effect[0].on_fail[0].status").select_option("released_by")
    lab.get("field-effect[0].on_fail[0].status.released_by.damage").fill("25")
    expect(lab.get("in-words")).to_contain_text("25 damage to me from inside in one turn ends it")
    expect(lab.get("findings")).not_to_contain_text("Error")


def test_a_reaction_becomes_an_action(lab: BrowserPlayer) -> None:
    """A change of the time moves the card to the other list; the editor follows."""
    lab.get("open-reactions-0").click()
    lab.page.get_by_text("My turn", exact=True).click()
    expect_order(lab, which="reactions")
    assert names(lab)[-1] == "Shield"
    expect(lab.get("action-editor")).to_contain_text("Shield")
    lab.get("editor-up").click()
    assert names(lab)[-2] == "Shield"


def test_add_from_the_library_and_copy(lab: BrowserPlayer) -> None:
    """Found by a word of its sentence; the text says only its name."""
    lab.get("add-action").click()
    lab.get("find-action").fill("magic mis")
    lab.get("offer-library-Magic Missile").click()
    expect_order(lab, "Mage Armor", "Fireball", "Web", "Fire Bolt", "Magic Missile", "End Turn")
    assert "- Magic Missile\n" in source(lab)
    lab.get("editor-duplicate").click()
    expect(lab.get("card-actions-5")).to_contain_text("Magic Missile 2")


# --- phones ---------------------------------------------------------------------------------------


def test_cards_and_editor_with_a_thumb(open_browser: OpenBrowser) -> None:
    """At phone width the editor is a sheet, and its controls are large enough."""
    phone = open_browser(viewport=PHONE, has_touch=True, is_mobile=True)
    opened(phone)
    phone.get("lab-tab-strategy").click()
    phone.get("open-actions-1").tap()
    expect(phone.get("in-words")).to_be_visible()
    for name in ("editor-done", "field-name", "cost-0-resource"):
        box = phone.get(name).bounding_box()
        assert box is not None
        assert box["height"] >= 44
    phone.get("editor-down").tap()
    phone.get("editor-done").tap()
    expect_order(phone, "Mage Armor", "Web", "Fireball", "Fire Bolt", "End Turn")
    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]


def test_cards_are_moved_by_touch(open_browser: OpenBrowser) -> None:
    """The handle drags at once, a card after a long press; a short swipe scrolls the page."""
    phone = open_browser(viewport=PHONE, has_touch=True, is_mobile=True)
    opened(phone)
    phone.get("lab-tab-strategy").click()
    swipe(phone, phone.get("card-actions-1").locator("[data-grip]"))
    expect_order(phone, "Fireball", "Mage Armor", "Web", "Fire Bolt", "End Turn")
    swipe(phone, phone.get("card-actions-1").locator("h3"), held_ms=450)
    expect_order(phone, "Mage Armor", "Fireball", "Web", "Fire Bolt", "End Turn")
    swipe(phone, phone.get("card-actions-1").locator("h3"))
    expect_order(phone, "Mage Armor", "Fireball", "Web", "Fire Bolt", "End Turn")
    expect(phone.get("action-editor")).to_have_count(0)


def swipe(phone: BrowserPlayer, part: Locator, held_ms: int = 0) -> None:
    """Put a finger on a part of the page, hold it, and move it up by a card."""
    box = part.bounding_box()
    assert box
    session = phone.context.new_cdp_session(phone.page)
    x, y = box["x"] + 10, box["y"] + box["height"] / 2

    def touch(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    phone.page.wait_for_timeout(held_ms)
    for step in range(1, 9):
        touch("touchMove", {"x": x, "y": y - 12 * step})
    touch("touchEnd")
