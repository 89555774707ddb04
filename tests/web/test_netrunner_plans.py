"""Run plans on the Netrunner board: making, keeping and using them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.bridges.jinteki.automation.positions import recorded_position
from tests.web.axe_findings import axe_findings
from tests.web.browser_player import PHONE, BrowserPlayer
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server

STOP_AT_ICE = 'name = "Stop at ice"\n[runner]\nfull-break = true\nbreak-or-tank = false\n'


@pytest.fixture
def table(
    server: Server, open_browser: OpenBrowser
) -> Callable[..., tuple[BrowserPlayer, BrowserPlayer]]:
    """Open a game in the Runner's turn in two browsers: Tithe protects HQ, Carmen is installed."""

    def open_table(at: Server = server, **context: Any) -> tuple[BrowserPlayer, BrowserPlayer]:
        scene = recorded_position(ices={"hq": ["Tithe"]}, programs=["Carmen"])
        seats = at.seats("netrunner", "Cora", "Rune", options={"scene": scene})
        cora, rune = (
            open_browser(name, at, **context).take_seat(seat)
            for name, seat in zip(("Cora", "Rune"), seats, strict=True)
        )
        expect(rune.get("plan-bar")).to_be_visible()
        return cora, rune

    return open_table


def import_plan(player: BrowserPlayer, text: str) -> None:
    player.get("plans-open").click()
    file = {"name": "plan.toml", "mimeType": "text/plain", "buffer": text.encode()}
    player.get("plan-file").set_input_files(file)


def run_on_hq(rune: BrowserPlayer) -> None:
    rune.page.get_by_role("button", name="Run on HQ").click()


def rez(cora: BrowserPlayer, title: str) -> None:
    cora.page.locator(f'.nr-servers [data-kind="{title}"]').click()


def test_plans_of_both_sides_play_a_run_up_to_the_decisions(table: Any) -> None:
    cora, rune = table()
    rune.get("plans-open").click()
    expect(rune.get("plans-empty")).to_be_visible()
    rune.get("plan-new").click()
    rune.get("plan-name").fill("Break everything")
    rune.page.get_by_label("Break it at the lowest cost; let fire what cannot be broken").check()
    expect(rune.get("plan-findings")).to_have_text("Runner: break all ice")
    rune.get("plan-save").click()
    rune.get("plan-use").click()
    expect(rune.get("plan-choice")).to_have_value("Break everything")
    expect(rune.get("plan-sentence")).to_have_text("It waits for the next run.")

    cora.get("plans-open").click()
    cora.get("plan-new").click()
    cora.get("plan-name").fill("Ask about rezzing")
    cora.page.get_by_label("Fire them when the Runner has passed").check()
    cora.get("plan-save").click()
    cora.get("plan-use").click()
    expect(cora.get("plan-choice")).to_have_value("Ask about rezzing")

    run_on_hq(rune)
    expect(cora.get("plan-sentence")).to_have_text(
        "Left to you: Rez Tithe for 1? Otherwise continue."
    )
    expect(cora.get("plan-announcement")).to_contain_text("Rez Tithe")
    rez(cora, "Tithe")
    expect(rune.get("log")).to_contain_text("breaches HQ")
    expect(rune.get("log")).to_contain_text("to use Carmen")
    for player in (cora, rune):
        other = {"Cora": "Break everything", "Rune": "Ask about rezzing"}[player.name]
        assert other not in str(player.received), "nobody learns of the other's plan"


def test_a_plan_is_paused_and_ended_during_a_run(table: Any) -> None:
    cora, rune = table()
    import_plan(rune, 'name = "Through"\n[runner]\ntank-all = true\n')
    rune.get("plan-use").click()
    rune.get("plan-pause").click()
    expect(rune.get("plan-sentence")).to_have_text("It is paused.")
    rune.page.get_by_role("button", name="Run on R&D").click()
    expect(rune.get("run-band")).to_have_attribute("data-phase", "initiation")
    expect(rune.page.get_by_role("button", name="Continue")).to_be_visible()
    rune.get("plan-pause").click()
    expect(cora.get("priority-runner")).to_contain_text("has passed")
    rune.get("plan-choice").select_option("")
    cora.page.get_by_role("button", name="Continue").click()
    expect(rune.page.get_by_role("button", name="Continue")).to_be_visible()
    expect(rune.get("plan-sentence")).to_have_text("You decide everything in runs yourself.")


def test_plans_are_exported_imported_and_corrected(table: Any, tmp_path: Path) -> None:
    _, rune = table()
    import_plan(rune, STOP_AT_ICE)
    with rune.page.expect_download() as download:
        rune.get("plan-export").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert (path.name, path.read_text()) == ("stop-at-ice.toml", STOP_AT_ICE)
    rune.get("plan-dialog-close").click()

    import_plan(rune, STOP_AT_ICE.replace("full-break", "full-brake").replace("ice", "net"))
    findings = rune.get("plan-findings")
    expect(findings).to_contain_text("line 3 (runner.full-brake): There is no option 'full-brake'")
    expect(rune.get("plan-save")).to_be_disabled()
    rune.get("plan-text").fill(STOP_AT_ICE.replace("ice", "net"))
    expect(findings).to_have_text("Runner: break all ice, stop at ice that cannot be broken")
    rune.get("plan-as-form").click()
    expect(rune.page.get_by_label("ask me if it cannot be broken")).to_be_checked()
    rune.page.get_by_label("Let only this ice fire:").check()
    rune.get("plan-tank-title").fill("Tihte")
    rune.get("plan-tank-title").press("Enter")
    expect(findings).to_contain_text("There is no known card 'Tihte'; did you mean 'Tithe'?")
    rune.page.get_by_role("button", name="Remove Tihte").click()
    expect(findings).not_to_contain_text("Tihte")
    rune.get("plan-save").click()
    expect(rune.all("^plan-Stop at")).to_have_count(2)
    rune.get("plan-Stop at net").get_by_role("button", name="Delete Stop at net").click()
    rune.get("plan-delete-yes").click()
    expect(rune.all("^plan-Stop at")).to_have_count(1)


def test_a_plan_stays_in_use_after_a_reload_and_is_forgotten_by_a_restarted_server(
    own_server: Any, table: Any
) -> None:
    server: Server = own_server()
    cora, rune = table(server)
    import_plan(rune, STOP_AT_ICE)
    rune.get("plan-use").click()
    expect(rune.get("plan-choice")).to_have_value("Stop at ice")
    rune.page.reload()
    expect(rune.get("plan-choice")).to_have_value("Stop at ice")
    for player in (cora, rune):
        player.allow_fault("WebSocket connection")
    server.stop()
    server.start()
    expect(rune.get("toasts")).to_contain_text("The plan Stop at ice is no longer in use.")
    expect(rune.get("plan-choice")).to_have_value("")
    rune.get("plan-choice").select_option("Stop at ice")
    expect(rune.get("plan-sentence")).to_have_text("It waits for the next run.")


def test_editing_the_plan_in_use_changes_what_it_does(table: Any) -> None:
    _, rune = table()
    import_plan(rune, STOP_AT_ICE)
    rune.get("plan-use").click()
    expect(rune.get("plan-choice")).to_have_value("Stop at ice")
    rune.get("plans-open").click()
    rune.get("plan-edit").click()
    rune.get("plan-name").fill("Stop at all")
    rune.get("plan-save").click()
    rune.get("plan-dialog-close").click()
    expect(rune.get("plan-choice")).to_have_value("Stop at all")
    sent = [one["text"] for one in rune.sent if one["type"] == "use_plan"]
    assert len(sent) == 2
    assert 'name = "Stop at all"' in sent[1]


def test_everything_can_be_done_with_the_keyboard(table: Any) -> None:
    _, rune = table()
    keyboard = rune.page.keyboard
    rune.get("plans-open").focus()
    keyboard.press("Enter")
    expect(rune.get("plan-dialog")).to_be_visible()
    for _ in range(8):  # the focus stays in the dialog
        keyboard.press("Tab")
        assert rune.page.evaluate("document.activeElement.closest('[role=dialog]') !== null")
    rune.get("plan-new").focus()
    keyboard.press("Enter")
    expect(rune.get("plan-name")).to_be_focused()
    keyboard.type("Typed")
    for _ in range(2):
        keyboard.press("Tab")
    expect(rune.get("plan-break-ask")).to_be_focused()
    keyboard.press("ArrowDown")
    expect(rune.get("plan-break-all")).to_be_checked()
    expect(rune.get("plan-save")).to_be_enabled()
    rune.get("plan-save").focus()
    keyboard.press("Enter")
    expect(rune.get("plan-Typed")).to_be_visible()
    keyboard.press("Escape")
    expect(rune.get("plan-dialog")).to_have_count(0)
    rune.get("plan-choice").focus()
    keyboard.type("Typ")
    expect(rune.get("plan-sentence")).to_have_text("It waits for the next run.")


def test_other_games_and_spectators_have_no_plans(
    table: Any, server: Server, open_browser: OpenBrowser
) -> None:
    _, rune = table()
    eve = open_browser("Eve").open(f"watch/{rune.room}")
    expect(eve.get("server-hq")).to_be_visible()
    expect(eve.get("plan-bar")).to_have_count(0)
    ann = open_browser("Ann").open()
    ann.get("play-bot-duel").click()
    expect(ann.get("question-bar")).to_be_visible()
    expect(ann.get("plan-bar")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_bar_and_the_dialogs_are_accessible_and_fit_a_phone(table: Any, scheme: str) -> None:
    _, rune = table(viewport=PHONE, color_scheme=scheme)
    import_plan(rune, STOP_AT_ICE)
    expect(rune.get("plan-edit")).to_be_visible()
    found = {"list": problems(rune, "plan-dialog")}
    rune.get("plan-edit").click()
    rune.page.get_by_label("Let only this ice fire:").check()
    rune.get("plan-tank-title").fill("Tihte")
    rune.get("plan-tank-title").press("Enter")
    expect(rune.get("plan-findings")).to_contain_text("Tihte")
    found["form"] = problems(rune, "plan-editor")
    rune.get("plan-as-text").click()
    rune.get("plan-text").fill("[runner]\ntank = 5")
    expect(rune.get("plan-findings")).to_contain_text("Not usable, line 2")
    found["text"] = problems(rune, "plan-editor")
    rune.get("plan-cancel").click()
    rune.get("plan-use").click()
    expect(rune.get("plan-pause")).to_be_visible()
    found["bar"] = problems(rune, "plan-bar")
    assert not any(found.values()), found


def problems(player: BrowserPlayer, test_id: str) -> list[str]:
    """What axe-core finds in an element, and whether something is outside of the window."""
    selector = f"[data-testid='{test_id}']"
    outside = player.page.evaluate(
        """(selector) => [...document.querySelectorAll(`${selector} *`)]
          .filter((one) => one.checkVisibility() && !one.matches('.visually-hidden'))
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
          .map((one) => one.outerHTML.slice(0, 120))""",
        selector,
    )
    return [*axe_findings(player.page, selector), *outside]
