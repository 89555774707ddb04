"""axe-core finds nothing to complain about on the home page and in every state of the lab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.axe_findings import axe_findings
from tests.web.browser_player import PHONE
from tests.web.conftest import OpenBrowser
from tests.web.lab_encounters import ONE_SLOT
from tests.web.lab_visitor import CONFLICT, LONG_MS, LabVisitor

DAY = """\
name: A short day
sides:
  - name: Heroes
    combatants: [Fighter 1, Wizard 1]
day:
  - name: The gate
    sides: [{name: Guards, combatants: [Goblin]}]
  - short rest
  - name: The hall
    sides: [{name: Court, combatants: [Goblin, Goblin Boss]}]
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_of_the_lab_is_accessible(open_browser: OpenBrowser, scheme: str) -> None:
    lab = LabVisitor(open_browser(color_scheme=scheme)).settings()
    found: dict[str, list[str]] = {}

    def check(state: str) -> None:
        found[state] = axe_findings(lab.page)

    lab.open(ONE_SLOT).ran()
    lab.pick("Wizard 1")
    expect(lab.get("finding-potential_conflict")).to_contain_text(CONFLICT)
    check("at first")
    lab.get("open-reactions-0").click()
    expect(lab.get("in-words")).to_contain_text("reaction")
    expect(lab.get("part-then")).not_to_contain_text("on their way")
    check("editor")
    lab.get("editor-yaml").click()
    check("editor with YAML")
    lab.get("editor-close").click()
    lab.get("add-action").click()
    expect(lab.get("offer-blank-action")).to_be_visible()
    check("adding an action")
    lab.get("add-action-close").click()
    lab.get("add-combatant").fill("goblin")
    expect(lab.get("offer-combatant-Goblin Boss")).to_be_visible()
    check("adding a combatant")
    lab.get("add-combatant").press("Escape")
    lab.get("combatant-edit").click()
    check("form of a combatant")
    lab.get("form-done").click()
    lab.get("lab-open").click()
    check("open menu")
    lab.get("lab-share").click()
    check("share menu")
    lab.get("lab-copy-link").press("Escape")
    lab.get("run-options").click()
    check("run options")
    lab.get("run-form-close").click()
    for summary in lab.get("results").locator("summary").all():
        summary.click()
    check("tables of the results")
    lab.get("story-typical").click()
    expect(lab.get("decision-sentence")).to_be_visible(timeout=LONG_MS)
    lab.get("story-read-all").click()
    check("story")
    lab.get("switch-actions-0").uncheck()
    lab.get("compare-runs").select_option("1000")
    lab.get("compare-start").click()
    expect(lab.get("compare-sentence")).to_be_visible(timeout=LONG_MS)
    expect(lab.get("compare-start")).to_be_visible(timeout=LONG_MS)
    check("comparison")
    for part in ("sweep", "optimise", "history"):
        lab.get(f"compare-part-{part}").click()
        check(part)
    lab.page.goto("about:blank")
    lab.open(DAY).ran()
    check("day")
    assert {state: those for state, those in found.items() if those} == {}


def test_the_lab_is_accessible_on_a_phone(open_browser: OpenBrowser) -> None:
    lab = LabVisitor(open_browser(viewport=PHONE, has_touch=True, is_mobile=True)).settings()
    lab.open(ONE_SLOT).ran()
    found: dict[str, list[str]] = {}
    for tab in ("sides", "strategy", "resources", "results"):
        lab.get(f"lab-tab-{tab}").tap()
        found[tab] = axe_findings(lab.page)
    lab.get("lab-tab-strategy").tap()
    lab.get("open-actions-0").tap()
    expect(lab.get("in-words")).to_contain_text("action")
    found["editor"] = axe_findings(lab.page)
    assert {state: those for state, those in found.items() if those} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_home_page_is_accessible(open_browser: OpenBrowser, scheme: str) -> None:
    player = open_browser(color_scheme=scheme).open("")
    expect(player.get("open-lab")).to_be_visible()
    assert axe_findings(player.page) == []
