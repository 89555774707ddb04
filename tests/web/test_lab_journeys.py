"""What people do in the combat lab, from opening it to sharing what they made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser_player import PHONE
from tests.web.conftest import OpenBrowser
from tests.web.lab_encounters import ONE_SLOT, TWO_BLOWS
from tests.web.lab_visitor import CONFLICT, LONG_MS, WATCH_ESTIMATES, LabVisitor, link_word
from tests.web.server_process import Server

DOOR = """\
# The cellar of the old mill
name: Cellar door
sides:
  - name: Heroes
    combatants:
      - use: Wizard 1   # casts from the stairs
      - use: Fighter 1
  - name: Goblins
    combatants:
      - use: Goblin
        count: 3
"""
MAGES = """\
name: Two mages
sides:
  - name: Heroes
    combatants:
      - name: Mira
        hp: 32
        ac: 12
        pools: {SpellSlot_1: 3, SpellSlot_3: 2}
        actions: [Fireball, Fire Bolt]
        reactions: [Shield, Hellish Rebuke]
  - name: Cult
    combatants:
      - use: Mage
"""
ENDLESS = """\
name: Nobody can win
sides:
  - name: Walls
    combatants: [{name: Wall, hp: 900, ac: 30, actions: [Dodge]}]
  - name: More walls
    combatants: [{name: Wall, hp: 900, ac: 30, actions: [Dodge]}]
"""


@pytest.fixture
def lab(open_browser: OpenBrowser) -> LabVisitor:
    """A person with a new browser."""
    return LabVisitor(open_browser()).settings()


# --- the first visit ------------------------------------------------------------------------------


def test_a_game_master_prepares_tonights_fight(
    lab: LabVisitor, open_browser: OpenBrowser, tmp_path: Path
) -> None:
    """From the home page to a link for a friend: two mages meet, and one learns to counter spells."""
    lab.page.goto(f"{lab.player.url}/?still")
    lab.get("open-lab").click()
    expect(lab.get("lab-name")).to_have_value("A day in the ruins", timeout=LONG_MS)
    expect(lab.get("win-figure")).to_contain_text("%", timeout=LONG_MS)  # nothing was typed

    lab.open_by_menu("lab-new")
    lab.get("lab-name").fill("Two towers")
    lab.get("lab-name").press("Enter")
    lab.add("wizard 5", to="Heroes")
    lab.add("mage", to="Monsters")
    lab.add("skeleton", to="Monsters")
    lab.get("count-more").click()
    lab.get("count-more").click()
    lab.pick("Goblin")
    lab.get("combatant-remove").click()
    lab.pick("Fighter 1")
    lab.get("combatant-remove").click()
    assert lab.sides() == {"Heroes": ["Wizard 5"], "Monsters": ["Mage", "Skeleton \u00d73"]}

    lab.pick("Wizard 5")
    expect(lab.get("strategy")).to_contain_text("Shield", timeout=LONG_MS)  # once it has been read
    before = lab.names("reactions")
    lab.get("add-action").click()
    lab.get("find-action").fill("blank reaction")
    lab.get("offer-blank-reaction").click()
    lab.get("field-name").fill("No you don't")
    lab.get("when-event").select_option(label="A spell is cast")
    lab.get("when-role").select_option(label="by")
    lab.get("when-who").select_option(label="an enemy")
    lab.get("when-within").fill("60")
    lab.get("add-cost").click()
    lab.get("cost-1-resource").select_option("SpellSlot")
    lab.get("cost-1-level").fill("3")
    expect(lab.get("in-words")).to_contain_text("level-3 slot")
    lab.get("cost-1-upcast").check()
    lab.get("kind-effect[0]").select_option(label="Cancel what triggered it")
    for part in ("when an enemy casts a spell", "60 ft", "level-3 slot or higher"):
        expect(lab.get("in-words")).to_contain_text(part)
    expect(lab.get("can-happen")).to_contain_text("Mage")
    lab.get("editor-done").click()
    lab.expect_order("reactions", *before, "No you don't")
    lab.drag(f"card-reactions-{len(before)}", onto="card-reactions-0")
    lab.expect_order("reactions", "No you don't", *before)
    expect(lab.get("lab-announcement")).to_contain_text("No you don't moved to place 1")

    lab.run()
    expect(lab.get("results-from")).to_contain_text("from 200 fights, seed 1")
    lab.get("story-typical").click()
    lab.get("story-read-all").click()
    expect(lab.get("story-log")).to_contain_text("No you don't", timeout=LONG_MS)

    lab.player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lab.saved().share("lab-copy-link")
    expect(lab.page.get_by_text("The link was copied.")).to_be_visible()
    link = str(lab.page.evaluate("navigator.clipboard.readText()"))
    friend = LabVisitor(open_browser())
    friend.page.goto(link)
    expect(friend.get("lab-name")).to_have_value("Two towers", timeout=LONG_MS)
    assert friend.sides() == lab.sides()
    friend.page.reload()  # also without an edit of one's own nothing is lost
    expect(friend.get("lab-name")).to_have_value("Two towers", timeout=LONG_MS)
    assert friend.download("lab-download-yaml", tmp_path) == lab.download(
        "lab-download-yaml", tmp_path
    )


def test_more_runs_narrow_the_interval(lab: LabVisitor) -> None:
    lab.open(DOOR).ran()
    first = lab.half_width()
    lab.page.evaluate(WATCH_ESTIMATES)
    lab.get("run-options").click()
    lab.get("runs-10000").check()
    lab.get("run-form-close").click()
    lab.run()
    expect(lab.get("results-from")).to_contain_text("from 10,000 fights")
    seen = [float(text.split("±")[1]) for text in lab.page.evaluate("window.seenEstimates")]
    assert seen[-1] == lab.half_width() < first / 2
    assert max(seen[len(seen) // 2 :]) <= max(seen)


# --- strategy -------------------------------------------------------------------------------------


def test_the_new_counterspell_cancels_spells_in_the_runs(lab: LabVisitor, tmp_path: Path) -> None:
    """What the editor made is what the engine plays: the story shows the spell being cancelled."""
    own = """\
          - name: My Counterspell
            timing: {type: Reaction, on: SpellCast, who: enemy, role: source}
            cost: [Reaction, {resource: SpellSlot, level: 3}]
            requires: [{type: TargetCondition, name: distance, op: <=, value: 60}]
            targets: {who: event source}
            effect: {type: Cancel}
"""
    text = MAGES.replace(
        "        reactions: [Shield, Hellish Rebuke]\n", f"        reactions:\n{own}"
    )
    assert own in text
    lab.open(text).ran()
    lab.get("story-typical").click()
    lab.get("story-read-all").click()
    expect(lab.get("story-log")).to_contain_text("My Counterspell", timeout=LONG_MS)


def test_the_conflict_appears_with_the_second_spell_and_one_click_repairs_it(
    lab: LabVisitor,
) -> None:
    lab.open(ONE_SLOT.replace("        reactions: [Shield]\n", "        reactions: []\n"))
    lab.pick("Wizard 1")
    expect(lab.get("findings")).to_be_visible()
    expect(lab.get("finding-potential_conflict")).to_have_count(0)
    lab.get("add-first-reaction").click()
    lab.get("find-action").fill("shield")
    lab.get("offer-library-Shield").click()
    finding = lab.get("finding-potential_conflict")
    expect(finding).to_contain_text(CONFLICT)
    finding.get_by_role("button", name="Fix: Raise the pool to 2").click()
    expect(finding).to_have_count(0)
    expect(lab.get("pool-SpellSlot_1")).to_contain_text("2 of 2")
    lab.get("lab-undo").click()
    expect(finding).to_contain_text(CONFLICT)


def test_an_action_that_is_off_stays_off_under_a_new_name(lab: LabVisitor) -> None:
    lab.open(TWO_BLOWS)
    lab.get("switch-actions-0").uncheck()
    lab.get("open-actions-0").click()
    lab.get("field-name").fill("Poke")
    lab.get("editor-done").click()
    lab.expect_order("actions", "Poke", "Cleave")
    expect(lab.get("switch-actions-0")).not_to_be_checked()
    expect(lab.get("findings")).not_to_contain_text("Tickle")


# --- why, compare and improve ---------------------------------------------------------------------


def test_a_run_in_which_the_wizard_dies_is_shown_step_by_step(lab: LabVisitor) -> None:
    lab.open(DOOR.replace("count: 3", "count: 6")).ran()
    lab.get("story-find-who").select_option("Wizard 1")
    lab.get("story-find-fate").select_option(label="dies")
    lab.get("story-find").click()
    expect(lab.get("story-which")).to_contain_text("Wizard 1 dies", timeout=LONG_MS)
    expect(lab.get("story-events")).to_contain_text("Wizard 1 is dead")
    expect(lab.get("health-Wizard 1")).to_contain_text("dead")
    lab.get("story-first").click()
    expect(lab.get("health-Wizard 1")).not_to_contain_text("dead")
    lab.get("story-forward").click()
    expect(lab.get("story-position")).to_contain_text("step 2 of ")


def test_an_order_is_improved_accepted_compared_and_undone(lab: LabVisitor) -> None:
    lab.open(TWO_BLOWS).ran()
    lab.get("compare-part-optimise").click()
    lab.get("optimise-runs").select_option("1000")
    lab.get("optimise-start").click()
    expect(lab.get("optimise-use")).to_be_visible(timeout=2 * LONG_MS)
    lab.get("optimise-use").click()
    lab.expect_order("actions", "Cleave", "Tickle")
    lab.get("compare-part-versions").click()
    lab.get("compare-runs").select_option("1000")
    lab.get("compare-start").click()
    expect(lab.get("compare-sentence")).to_contain_text("Heroes win more often", timeout=LONG_MS)
    lab.get("lab-undo").click()
    lab.expect_order("actions", "Tickle", "Cleave")


# --- keeping and sharing --------------------------------------------------------------------------


def test_a_reload_loses_nothing(lab: LabVisitor, tmp_path: Path) -> None:
    lab.open(DOOR)
    lab.get("switch-actions-0").uncheck()
    lab.get("lab-name").fill("The mill")
    lab.get("lab-name").press("Enter")
    lab.saved()
    before = lab.download("lab-download-yaml", tmp_path)
    lab.page.reload()
    lab.is_ready()
    expect(lab.get("lab-name")).to_have_value("The mill")
    expect(lab.get("switch-actions-0")).not_to_be_checked()
    assert lab.download("lab-download-yaml", tmp_path) == before


def test_two_tabs_follow_each_other_and_never_overwrite(lab: LabVisitor) -> None:
    """Edits by turns arrive in the other tab; edits at the same moment are put to the person."""
    lab.open(DOOR)
    lab.get("switch-actions-0").uncheck()
    lab.saved()
    with lab.player.context.expect_page() as opened:
        lab.page.evaluate("() => { window.other = open(location.href.split('#')[0] + '#/lab'); }")
    other = LabVisitor(lab.player, opened.value).is_ready()
    expect(other.get("switch-actions-0")).not_to_be_checked()
    other.get("switch-actions-0").check()
    expect(lab.get("switch-actions-0")).to_be_checked()
    lab.get("switch-actions-1").uncheck()
    expect(other.get("switch-actions-1")).not_to_be_checked()
    other.get("switch-actions-1").check()
    expect(lab.get("switch-actions-1")).to_be_checked()
    for tab in (lab, other):
        expect(tab.get("lab-conflict")).to_have_count(0)
        tab.saved()
    lab.page.evaluate(
        """() => {
          const click = (where, id) => where.document.querySelector(`[data-testid="${id}"]`).click();
          click(window, 'switch-actions-0');
          click(window.other, 'switch-actions-1');
        }"""
    )
    lab.page.wait_for_function(
        """() => [document, window.other.document].some(
          (one) => one.querySelector('[data-testid="lab-conflict"]'))"""
    )
    asked = lab if lab.get("lab-conflict").count() else other
    expect(asked.get("lab-conflict")).to_contain_text("neither version is lost")
    asked.get("lab-keep-mine").click()
    expect(asked.get("lab-name")).to_have_value("Cellar door (copy)")
    asked.saved()
    asked.get("lab-open").click()
    expect(asked.get("lab-open-saved")).to_have_count(2)


# --- by keyboard and on a phone -------------------------------------------------------------------


def test_the_main_path_by_keyboard_alone(lab: LabVisitor) -> None:
    """Select a combatant, find a card with Tab, move it, hear of it, edit it, run, undo."""
    lab.open(ONE_SLOT).ran()
    keys = lab.page.keyboard
    lab.tab_to("combatant-sides[0].combatants[0]")
    keys.press("Enter")
    lab.tab_to("open-actions-0")
    keys.press("Alt+ArrowDown")
    lab.expect_order("actions", "Fire Bolt", "Bless")
    expect(lab.get("lab-announcement")).to_have_text("Bless moved to place 2 of 2")
    expect(lab.get("open-actions-1")).to_be_focused()
    keys.press("Alt+ArrowUp")
    lab.expect_order("actions", "Bless", "Fire Bolt")
    expect(lab.get("open-actions-0")).to_be_focused()
    keys.press("Enter")
    expect(lab.get("action-editor").get_by_role("heading", name="Bless")).to_be_focused()
    keys.press("Escape")
    expect(lab.get("action-editor")).to_have_count(0)
    expect(lab.get("open-actions-0")).to_be_focused()
    keys.press("Control+z")
    lab.expect_order("actions", "Fire Bolt", "Bless")
    keys.press("Control+Enter")
    expect(lab.get("lab-run-announcement")).to_contain_text("Done after 200 runs", timeout=LONG_MS)


def test_the_main_path_on_a_phone(open_browser: OpenBrowser) -> None:
    """Tabs, a card moved by its handle, the warning, a run: by touch, without scrolling sideways."""
    lab = LabVisitor(open_browser(viewport=PHONE, has_touch=True, is_mobile=True)).settings()
    lab.open(ONE_SLOT)
    lab.get("lab-tab-strategy").tap()
    touch_drag(lab, "card-actions-1", "card-actions-0")
    lab.expect_order("actions", "Fire Bolt", "Bless")
    lab.get("lab-tab-resources").tap()
    expect(lab.get("finding-potential_conflict")).to_contain_text(CONFLICT)
    lab.get("lab-tab-results").tap()
    lab.ran()
    lab.get("run-start").tap()
    expect(lab.get("results-from")).to_contain_text("from 200 fights", timeout=LONG_MS)
    for tab in ("sides", "strategy", "resources", "results"):
        lab.get(f"lab-tab-{tab}").tap()
        wide = lab.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], tab


def touch_drag(lab: LabVisitor, card: str, onto: str) -> None:
    """Drag a card by its handle with a finger."""
    grip = lab.get(card).locator("[data-grip]").bounding_box()
    end = lab.get(onto).bounding_box()
    assert grip is not None
    assert end is not None
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    devtools = lab.player.context.new_cdp_session(lab.page)

    def touch(kind: str, height: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": height}]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", y)
    for step in range(1, 9):
        touch("touchMove", y + (end["y"] + 4 - y) * step / 8)
    touch("touchEnd", y)


# --- files and bad input ---------------------------------------------------------------------------


def test_a_file_goes_out_as_it_came_in(lab: LabVisitor, tmp_path: Path) -> None:
    """Byte for byte, with comments, shorthand, odd spaces and no line end; also after a reload."""
    odd = (DOOR + "# M\u00fcller's  mill   \n\n# the end").encode()
    path = tmp_path / "odd.yaml"
    path.write_bytes(odd)
    lab.open()
    lab.get("lab-file").set_input_files(path)
    expect(lab.get("lab-name")).to_have_value("Cellar door")
    assert lab.download("lab-download-yaml", tmp_path / "one") == odd
    lab.page.reload()
    expect(lab.get("lab-name")).to_have_value("Cellar door")
    assert lab.download("lab-download-yaml", tmp_path / "two") == odd


def test_a_broken_file_that_is_dropped_changes_nothing(lab: LabVisitor) -> None:
    lab.player.allow_fault("status of 4")
    lab.open(DOOR)
    lab.drop("broken.yaml", "name: Broken\nsides: [Heroes: [Fighter 1\n")
    expect(lab.get("toast-warning")).to_contain_text("broken.yaml could not be read")
    lab.drop("cat.png", "\x89PNG\r\n\x1a\n\x00\x00")
    expect(lab.get("toast-warning").last).to_contain_text("cat.png could not be read")
    expect(lab.get("lab-name")).to_have_value("Cellar door")
    expect(lab.get("import-dialog")).to_have_count(0)


def test_ten_thousand_combatants_are_refused_with_a_sentence(lab: LabVisitor) -> None:
    lab.open(DOOR.replace("count: 3", "count: 10000"))
    expect(lab.get("findings")).to_contain_text("10,002 combatants are too many")
    lab.get("run-start").click()
    expect(lab.get("run-status")).to_contain_text("cannot be run yet")
    lab.pick("Goblin")
    lab.get("count").fill("70000")
    lab.get("count").press("Enter")
    expect(lab.get("count")).to_have_value("1000")
    lab.get("count").fill("0")
    lab.get("count").press("Enter")
    expect(lab.get("count")).to_have_value("1")
    lab.run()


def test_a_fight_that_nobody_can_win_ends_as_a_draw(lab: LabVisitor) -> None:
    lab.open(ENDLESS)
    expect(lab.get("win-figure")).to_contain_text("0.0%", timeout=LONG_MS)


def test_a_run_beyond_the_time_limit_keeps_what_it_has_and_says_why(
    own_server: Callable[..., Server], open_browser: OpenBrowser
) -> None:
    server = own_server("--lab-seconds", "2")
    lab = LabVisitor(open_browser(at=server)).settings(runs=1_000_000)
    lab.open(ENDLESS.replace("[Dodge]", "[Dodge, Shove]")).ran()
    lab.get("run-start").click()
    expect(lab.get("run-status")).to_contain_text(
        "of 1,000,000 fights the server allows 2 seconds", timeout=LONG_MS
    )
    expect(lab.get("win-figure")).to_be_visible()


@pytest.mark.parametrize(
    "hostile",
    ['{"sides": ' + "[" * 2000 + "]" * 2000 + "}",
     "a: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: [*b, *b, *b, *b, *b, *b, *b, *b]\n",
     "\x00\x01\n\x02"],
    ids=["deep", "anchors", "binary"],
)  # fmt: skip
def test_hostile_text_is_refused_and_nothing_breaks(lab: LabVisitor, hostile: str) -> None:
    lab.player.allow_fault("status of 4")
    lab.open(DOOR)
    lab.get("switch-actions-0").uncheck()
    lab.saved().paste(hostile)
    expect(lab.get("toast-warning")).to_contain_text("could not be read")
    expect(lab.get("lab-name")).to_have_value("Cellar door")
    expect(lab.get("switch-actions-0")).not_to_be_checked()


def test_pasted_nonsense_opens_with_its_faults_and_the_work_before_is_kept(lab: LabVisitor) -> None:
    lab.open(DOOR)
    lab.get("switch-actions-0").uncheck()
    lab.saved()
    lab.paste('{"__proto__": {"polluted": 1}, "name": "<img src=x onerror=alert(1)>", "sides": 7}')
    expect(lab.get("findings")).to_contain_text("Unknown key '__proto__'")
    expect(lab.get("lab-name")).to_have_value("<img src=x onerror=alert(1)>")
    assert lab.page.evaluate("({}).polluted") is None
    expect(lab.page.locator("img")).to_have_count(0)
    lab.get("lab-open").click()
    lab.get("lab-open-saved").filter(has_text="Cellar door").click()
    expect(lab.get("switch-actions-0")).not_to_be_checked()


def test_a_damaged_link_says_so_and_shows_the_sample(lab: LabVisitor) -> None:
    word = link_word(DOOR)
    lab.page.goto(f"{lab.player.url}/?still#/lab?e={word[: len(word) // 2]}")
    expect(lab.page.get_by_text("This link is damaged")).to_be_visible()
    lab.is_ready()


def test_edits_without_a_connection_are_kept_and_read_later(lab: LabVisitor) -> None:
    lab.player.allow_fault("Failed to load resource|ERR_INTERNET_DISCONNECTED")
    lab.open(ONE_SLOT).ran()
    lab.player.context.set_offline(True)
    lab.get("switch-actions-0").uncheck()
    expect(lab.get("lab-server-problem")).to_contain_text("What you change is kept here")
    lab.saved()
    lab.player.context.set_offline(False)
    lab.get("switch-actions-1").uncheck()
    expect(lab.get("lab-server-problem")).to_have_count(0)
    lab.page.reload()
    lab.is_ready()
    expect(lab.get("switch-actions-0")).not_to_be_checked()
    expect(lab.get("switch-actions-1")).not_to_be_checked()
