"""The combat lab: running, results, the story of a run, comparing and improving."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Locator, expect

from tests.web.browser_player import PHONE, BrowserPlayer
from tests.web.conftest import OpenBrowser
from tests.web.lab_encounters import TWO_BLOWS
from tests.web.server_process import Server
from turnwright.skirmish import api
from turnwright.skirmish.engine.rng import run_seed

CELLAR = """\
# Three heroes at the cellar door
name: Cellar door
sides:
  - name: Heroes
    combatants:
      - use: Fighter 1
      - use: Cleric 1
      - use: Wizard 1
  - name: Goblins
    combatants:
      - use: Goblin
        count: 5
"""

# Store an encounter as if it had been open in this browser before.
OPEN_BEFORE = """if (location.port && !localStorage['turnwright.lab.open']) {
  localStorage['turnwright.lab.encounter.here'] = ENTRY;
  localStorage['turnwright.lab.open'] = 'here';
}"""


class Lab:
    """A person in the lab with one encounter open and a first run on screen."""

    def __init__(self, player: BrowserPlayer, text: str, *, seed: int = 1, runs: int = 200) -> None:
        self.player, self.page = player, player.page
        entry = {"id": "here", "name": "", "text": text, "version": 1, "changed": 1, "revision": 1}
        stored = json.dumps(json.dumps(entry))
        self.page.add_init_script(OPEN_BEFORE.replace("ENTRY", stored))
        settings = json.dumps(json.dumps({"runs": runs, "untilWidth": 0, "seed": seed}))
        self.page.add_init_script(
            f"if (location.port) localStorage['turnwright.lab.run'] ??= {settings}"
        )
        player.open("lab")

    def get(self, test_id: str) -> Locator:
        return self.player.get(test_id)

    def ran(self) -> Lab:
        """Wait for the run that is going on."""
        expect(self.get("win-figure")).to_be_visible(timeout=60_000)
        expect(self.get("run-start")).to_be_visible(timeout=60_000)
        return self

    def run(self) -> Lab:
        """Run with the settings of the page, and wait for the result."""
        self.get("run-start").click()
        return self.ran()

    def save(self, kind: str, folder: Path) -> str:
        """Export, and return what was saved."""
        self.get("export").click()
        with self.page.expect_download() as download:
            self.get(f"export-{kind}").click()
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path.read_text("utf-8")


@pytest.fixture
def cellar(open_browser: OpenBrowser) -> Lab:
    return Lab(open_browser(), CELLAR).ran().run()


def report_of(text: str, **options: Any) -> Any:
    return api.run(yaml.safe_load(text), api.RunOptions(**options))


# --- running --------------------------------------------------------------------------------------


def test_the_number_on_screen_is_the_one_that_the_engine_computes(cellar: Lab) -> None:
    win = report_of(CELLAR, runs=200, seed=1).win
    expect(cellar.get("win-figure")).to_contain_text(f"{100 * win.value:.1f}%")
    expect(cellar.get("win-figure")).to_contain_text(f"± {50 * win.width:.1f}")
    expect(cellar.get("run-estimate")).to_contain_text(f"{100 * win.value:.1f} %")
    expect(cellar.get("run-status")).to_contain_text("200 fights")
    expect(cellar.get("results-from")).to_have_text("from 200 fights, seed 1")


def test_the_same_seed_gives_the_same_result_and_another_seed_another_one(cellar: Lab) -> None:
    cellar.get("run-options").click()
    cellar.get("run-seed").fill("77")
    cellar.get("runs-custom").fill("300")
    cellar.get("run-form-close").click()
    cellar.page.keyboard.press("Control+Enter")
    expect(cellar.get("results-from")).to_have_text("from 300 fights, seed 77")
    win = report_of(CELLAR, runs=300, seed=77).win
    expect(cellar.get("win-figure")).to_contain_text(f"{100 * win.value:.1f}%")
    cellar.page.reload()
    cellar.ran()
    cellar.get("run-options").click()
    expect(cellar.get("run-seed")).to_have_value("77")
    cellar.get("run-new-seed").click()
    expect(cellar.get("run-seed")).not_to_have_value("77")


def test_a_run_ends_early_when_the_interval_is_narrow_enough(cellar: Lab) -> None:
    cellar.get("run-options").click()
    cellar.get("runs-100000").check()
    cellar.get("run-until").check()
    cellar.get("run-until-width").fill("4")
    cellar.get("run-form-close").click()
    expect(cellar.get("run-options")).to_contain_text("Until ± 4")
    cellar.run()
    expect(cellar.get("run-status")).to_contain_text("the interval is narrow enough")
    half = float(re.findall(r"± ([\d.]+)", cellar.get("win-figure").inner_text())[0])
    assert half <= 4


def test_a_stopped_run_keeps_what_it_has_computed(open_browser: OpenBrowser) -> None:
    lab = Lab(open_browser(), CELLAR, runs=1_000_000).ran()
    lab.get("run-start").click()
    expect(lab.get("run-status")).to_contain_text("of 1,000,000 fights")
    lab.get("run-stop").click()
    expect(lab.get("run-status")).to_contain_text(
        re.compile(r"Stopped after [\d,]+ of 1,000,000 fights")
    )
    expect(lab.get("win-figure")).to_be_visible()


def test_a_lost_connection_keeps_the_interim_result(
    own_server: Any, open_browser: OpenBrowser
) -> None:
    server: Server = own_server()
    player = open_browser(at=server)
    player.allow_fault("Failed to load resource|ERR_|net::")
    lab = Lab(player, CELLAR, runs=1_000_000).ran()
    lab.get("run-start").click()
    expect(lab.get("run-status")).to_contain_text("of 1,000,000 fights")
    before = lab.get("win-figure").inner_text()
    assert "%" in before
    server.kill()
    lost = re.compile(r"Connection lost after [\d,]+ of 1,000,000 runs. Their results are kept.")
    expect(lab.get("run-status")).to_have_text(lost)
    expect(lab.get("win-figure")).to_be_visible()
    expect(lab.get("run-start")).to_have_text("Run again")


# --- results --------------------------------------------------------------------------------------


def test_an_edit_marks_the_results_and_the_next_run_says_what_it_changed(cellar: Lab) -> None:
    """Without armour the fighter loses more often; the page says by how much."""
    cellar.page.get_by_role("switch", name="Longsword").click()
    expect(cellar.get("results-outdated")).to_contain_text("from before your last change")
    expect(cellar.get("run-status")).to_contain_text("from before your last change")
    expect(cellar.get("win-figure")).to_be_visible()
    # The resources above are still being computed and may move the button: press it by keyboard.
    cellar.get("results-run-again").press("Enter")
    cellar.ran()
    expect(cellar.get("results-outdated")).to_have_count(0)
    expect(cellar.get("win-difference")).to_contain_text(
        re.compile(r"points worse than before “Switch Longsword off” \(\d")
    )


def test_charts_can_be_read_by_keyboard_and_as_tables(cellar: Lab) -> None:
    chart = cellar.get("hit-points-chart")
    chart.focus()
    cellar.page.keyboard.press("Home")
    expect(chart).to_have_attribute("aria-valuetext", "Start: Heroes 100 %, Goblins 100 %")
    cellar.page.keyboard.press("ArrowRight")
    course = report_of(CELLAR, runs=200, seed=1).courses
    first = ", ".join(f"{one.side} {one.bands[0].p50} %" for one in course)
    expect(chart).to_have_attribute("aria-valuetext", f"Round 1: {first}")
    expect(cellar.get("hit-points-chart-tip")).to_have_text(f"Round 1: {first}")
    table = cellar.get("hit-points-table")
    table.locator("summary").click()
    expect(table.locator("tbody tr").nth(1)).to_contain_text(f"{course[0].bands[0].p50} %")


def test_damage_is_booked_by_action_and_by_combatant(cellar: Lab) -> None:
    actions = report_of(CELLAR, runs=200, seed=1).actions
    ours = [one for one in actions if one.side == "Heroes" and one.damage.value > 0]
    best = max(ours, key=lambda one: one.damage.value)
    expect(cellar.get("damage-row").first).to_contain_text(best.action)
    expect(cellar.get("damage-row").first).to_contain_text(f"{best.damage.value:.1f}")
    cellar.get("damage-by-combatant").click()
    expect(cellar.get("damage-row")).to_have_count(len({one.combatant for one in ours}))
    cellar.get("damage-side").select_option("Goblins")
    expect(cellar.get("damage-row").first).to_contain_text("Goblin")


def test_everything_can_be_exported(cellar: Lab, tmp_path: Path) -> None:
    saved = json.loads(cellar.save("json", tmp_path))
    assert saved["encounter"] == CELLAR
    assert saved["seed"] == 1
    win = report_of(CELLAR, runs=200, seed=1).win.value
    assert saved["report"]["sides"][0]["win"]["value"] == win
    rows = list(csv.reader(cellar.save("csv", tmp_path).splitlines()))
    assert ["Combatants"] in rows
    assert ["Actions"] in rows
    assert any(row[:1] == ["Heroes"] and float(row[1]) == win for row in rows)
    page = cellar.save("html", tmp_path)
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org", "")
    reader = cellar.player.context.new_page()
    reader.goto((tmp_path / "cellar-door.html").as_uri())
    expect(reader.get_by_text(f"{100 * win:.1f}", exact=False).first).to_be_visible()
    expect(reader.get_by_text("# Three heroes at the cellar door")).to_be_visible()
    expect(reader.locator("svg.bands")).to_be_visible()


def test_a_broken_encounter_says_what_is_missing(open_browser: OpenBrowser) -> None:
    lab = Lab(open_browser(), "name: Nobody\nsides: {Heroes: [Fighter 1]}\n")
    missing = "This encounter cannot be run yet: An encounter needs at least two sides, got 1."
    expect(lab.get("run-status")).to_have_text(missing)
    lab.get("run-start").click()
    expect(lab.get("run-status")).to_have_text(missing)
    expect(lab.get("results-empty")).to_be_visible()


# --- the story of a run ---------------------------------------------------------------------------


def test_a_typical_run_opens_with_its_decisions(cellar: Lab) -> None:
    seed = report_of(CELLAR, runs=200, seed=1).examples[0].seed
    told = api.explain(yaml.safe_load(CELLAR), seed)
    decision = told.decisions[0]
    cellar.get("story-typical").click()
    sentence = cellar.get("decision-sentence")
    names = ", ".join(decision.available)
    expect(sentence).to_contain_text(f"AI Actions Available: [{names}].")
    expect(sentence).to_contain_text(f"Selected {decision.selected} because")
    expect(cellar.get("entry-selected")).to_contain_text(str(decision.selected))
    cellar.get("story-read-all").click()
    expect(cellar.get("story-log")).to_contain_text(told.entries[-1].text)  # type: ignore[union-attr]


def test_the_story_is_stepped_by_keys_and_shows_everybodys_hit_points(cellar: Lab) -> None:
    """At the last step the hit points are those of the outcome."""
    seed = report_of(CELLAR, runs=200, seed=1).examples[1].seed
    told = api.explain(yaml.safe_load(CELLAR), seed)
    cellar.get("story-best").click()
    position = cellar.get("story-position")
    expect(position).to_contain_text("step ")
    cellar.get("story-first").click()
    expect(position).to_have_text(re.compile(r"step 1 of \d+"))
    cellar.get("story-forward").press("ArrowRight")
    cellar.page.keyboard.press("ArrowRight")
    expect(position).to_have_text(re.compile(r"step 3 of \d+"))
    cellar.page.keyboard.press("ArrowLeft")
    expect(position).to_have_text(re.compile(r"step 2 of \d+"))
    cellar.get("story-scrubber").focus()
    cellar.page.keyboard.press("End")
    names = ["Fighter 1", "Cleric 1", "Wizard 1", *(f"Goblin {n}" for n in range(1, 6))]
    for name, hp, is_dead in zip(names, told.outcome.hp, told.outcome.dead, strict=True):
        shown = "dead" if is_dead else f"{hp} of" if hp else "down"
        expect(cellar.get(f"health-{name}")).to_contain_text(shown)


def test_a_run_opens_by_its_number(cellar: Lab) -> None:
    cellar.get("story-number").fill("42")
    cellar.get("story-open-number").click()
    expect(cellar.get("story-which")).to_contain_text("Fight 42")
    told = api.explain(yaml.safe_load(CELLAR), run_seed(1, 41))
    cellar.get("story-last").click()
    expect(cellar.get("story-events")).to_contain_text(told.entries[-1].text)  # type: ignore[union-attr]


def test_a_fall_in_the_chart_opens_a_run_in_which_it_happens(cellar: Lab) -> None:
    cellar.get("fall-Wizard 1").click()
    expect(cellar.get("story-which")).to_contain_text("Wizard 1 falls")
    expect(cellar.get("story-events")).to_contain_text("Wizard 1 falls.")
    expect(cellar.get("health-Wizard 1")).to_contain_text("down")


# --- comparing and improving ----------------------------------------------------------------------


def test_a_change_is_compared_with_before_on_the_same_dice(cellar: Lab) -> None:
    expect(cellar.get("compare-none")).to_be_visible()
    cellar.page.get_by_role("switch", name="Longsword").click()
    cellar.get("compare-runs").select_option("1000")
    cellar.get("compare-start").click()
    expect(cellar.get("compare-sentence")).to_contain_text("Heroes win less often")
    expect(cellar.get("compare-start")).to_be_visible(timeout=60_000)
    expect(cellar.get("compare-figure")).to_contain_text(
        re.compile("\N{MINUS SIGN}" + r"\d+\.\d points ± \d")
    )


def test_a_number_is_varied_as_a_chart(cellar: Lab) -> None:
    cellar.get("compare-part-sweep").click()
    for part, value in (("low", "1"), ("high", "5"), ("step", "4")):
        cellar.get(f"sweep-{part}").fill(value)
    cellar.get("sweep-who").select_option(label="Goblin")
    cellar.get("sweep-field").select_option(label="How many, now 5")
    for part, value in (("low", "1"), ("high", "5"), ("step", "4")):
        cellar.get(f"sweep-{part}").fill(value)
    cellar.get("sweep-runs").select_option("1000")
    cellar.get("sweep-start").click()
    expect(cellar.get("sweep-result")).to_be_visible(timeout=60_000)
    expect(cellar.get("sweep-start")).to_be_visible(timeout=60_000)
    cellar.get("sweep-table").locator("summary").click()
    rows = cellar.get("sweep-table").locator("tbody tr")
    expect(rows).to_have_count(2)
    one, five = (float(row.split("\t")[1].removesuffix(" %")) for row in rows.all_inner_texts())
    assert one > five


def test_a_better_order_is_found_used_and_undone(open_browser: OpenBrowser) -> None:
    lab = Lab(open_browser(), TWO_BLOWS).ran()
    lab.get("compare-part-optimise").click()
    lab.get("optimise-runs").select_option("1000")
    lab.get("optimise-start").click()
    expect(lab.get("optimise-use")).to_be_visible(timeout=90_000)
    expect(lab.get("optimise-gain")).to_contain_text("+")
    expect(lab.get("optimise-after").locator("li").first).to_contain_text("Cleave")
    lab.get("optimise-use").click()
    lab.get("compare-part-history").click()
    expect(lab.get("history-entry").first).to_contain_text("Reorder Brawler")
    lab.get("lab-undo").click()
    expect(lab.get("history-entry").first).to_contain_text("undone")


def test_any_version_of_the_history_can_be_restored(cellar: Lab) -> None:
    cellar.page.get_by_role("switch", name="Longsword").click()
    cellar.run()
    cellar.get("compare-part-history").click()
    entries = cellar.get("history-entry")
    expect(entries).to_have_count(2)
    expect(entries.first).to_contain_text("Heroes win, 200 runs")
    expect(entries.last).to_contain_text("Heroes win, 200 runs")
    entries.last.get_by_role("button", name="Restore").click()
    expect(entries).to_have_count(3)
    expect(cellar.page.get_by_role("switch", name="Longsword")).to_be_checked()
    cellar.get("lab-undo").click()
    expect(cellar.page.get_by_role("switch", name="Longsword")).not_to_be_checked()


def test_results_fit_a_phone(open_browser: OpenBrowser) -> None:
    lab = Lab(open_browser(viewport=PHONE, has_touch=True), CELLAR)
    lab.get("lab-tab-results").click()
    lab.ran()
    lab.get("story-typical").click()
    expect(lab.get("decision-sentence")).to_be_visible()
    width = "document.documentElement.scrollWidth"
    assert lab.page.evaluate(width) <= PHONE["width"]
    for part in ("sweep", "optimise", "history", "versions"):
        lab.get(f"compare-part-{part}").click()
        assert lab.page.evaluate(width) <= PHONE["width"], part
