"""The Netrunner page: whole games by mouse, by keyboard and on a phone, and how the page looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.axe_findings import axe_findings
from tests.web.browser_player import PHONE, BrowserPlayer
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server
from turnwright.games.netrunner.card_facts import card_facts
from turnwright.games.netrunner.positions import installed, recorded_position

FIVE_TURNS = recorded_position(
    corp={"credits": 6, "hand": ["Hedge Fund"]},
    runner={"credits": 12, "hand": ["Unity", "Unity", "Unity"]},
    servers={
        "hq": {"ices": installed("Tithe")},
        "remote1": {"content": installed("Regolith Mining License", rezzed=False)},
        "remote2": {
            "ices": installed("Karunā", rezzed=False),
            "content": installed("Offworld Office", rezzed=False),
        },
    },
    rig={"program": installed("Carmen")},
)
"""The Corp's first turn: Karunā in front of an agenda, an asset without ice, Tithe in front of HQ."""

NEARLY_SCORED = {"title": "Offworld Office", "advancement": 3}
DEEP = recorded_position(
    turn="runner",
    corp={"credits": 9, "hand": ["Hedge Fund"] * 5},
    runner={"credits": 9, "hand": ["Unity"] * 4},
    servers={
        "hq": {"ices": installed("Tithe")},
        "rd": {"ices": installed("Palisade", "Karunā", rezzed=False)},
        "remote1": {"content": installed(NEARLY_SCORED, rezzed=False)},
    },
    rig={
        "program": installed("Mayfly", "Echelon"),
        "hardware": installed("Pantograph"),
        "resource": installed("Telework Contract"),
    },
)
"""The Runner's turn, with two pieces of ice on R&D and a rig of every type."""

# The test id of the focused element, and the number of the key that presses a button.
FOCUSED = "document.activeElement?.dataset?.testid ?? ''"
NUMBER = "(id) => document.querySelector(`.question [data-testid='${id}'] kbd`)?.innerText ?? ''"
MAX_TABS = 60


class Hands:
    """How a player uses the page: with the mouse, with the keyboard alone, or with a finger."""

    def __init__(self, player: BrowserPlayer, how: str) -> None:
        self.player, self.how = player, how

    def use(self, test_id: str) -> None:
        """Use the button, card or server with this test id."""
        found = self.player.get(test_id).first
        expect(found).to_be_enabled()
        if self.how == "mouse":
            found.click()
        elif self.how == "finger":
            found.tap()
        else:
            self._press(test_id)

    def _press(self, test_id: str) -> None:
        page = self.player.page
        number = page.evaluate(NUMBER, test_id)
        if number.isdigit():
            page.keyboard.press(number)
            return
        for _ in range(MAX_TABS):
            if page.evaluate(FOCUSED) == test_id:
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{test_id} is not reached with Tab.")

    def use_card(self, title: str) -> None:
        """Use a card of one's own by its title."""
        card = self.player.page.locator(f'[data-card][data-kind="{title}"]').first
        self.use(str(card.get_attribute("data-testid")))

    def go_on(self, phase: str) -> None:
        """Continue in this phase of the run."""
        expect(self.player.get("run-band")).to_have_attribute("data-phase", phase)
        self.use("option-continue")

    def credits(self, count: int) -> None:
        """Gain credits with the basic action, one after the other."""
        now = self.player.get("credits-self").locator("b")
        for _ in range(count):
            before = int(now.inner_text())
            self.use("option-credit")
            expect(now).to_have_text(str(before + 1))


@pytest.fixture
def table(server: Server, open_browser: OpenBrowser) -> Callable[..., list[BrowserPlayer]]:
    """Open a prepared position in two browsers: Cora is the Corp, Rune the Runner."""

    def open_table(scene: dict[str, Any], **context: Any) -> list[BrowserPlayer]:
        seats = server.seats("netrunner", "Cora", "Rune", options={"scene": scene})
        pairs = zip(("Cora", "Rune"), seats, strict=True)
        players = [open_browser(name, **context).take_seat(seat) for name, seat in pairs]
        for player in players:
            expect(player.get("servers")).to_be_visible()
        return players

    return open_table


@pytest.mark.parametrize("how", ["mouse", "keyboard", "finger"])
def test_five_turns_with_runs_an_access_with_a_trash_and_a_steal(table: Any, how: str) -> None:
    context = {"viewport": PHONE, "has_touch": True} if how == "finger" else {}
    cora, rune = table(FIVE_TURNS, **context)
    corp, runner = Hands(cora, how), Hands(rune, how)
    corp.use("switch-windows")
    expect(cora.get("switch-windows")).to_have_attribute("aria-checked", "true")

    expect(cora.get("turn-counter")).to_have_text("1")
    corp.use_card("Hedge Fund")
    expect(cora.get("credits-self").locator("b")).to_have_text("10")
    corp.use_card("Offworld Office")  # its only action is to be advanced
    expect(rune.get("server-remote2").locator(".nr-advanced")).to_have_text("1")
    corp.credits(1)
    corp.use("option-end-turn")

    runner.use("option-start-turn")
    runner.use("option-run:Server 2")
    runner.go_on("initiation")
    expect(cora.get("rez-panel")).to_contain_text("Breaking it costs the Runner 4 with Carmen")
    corp.use("rez-now")
    runner.go_on("approach-ice")
    expect(rune.get("forecast")).to_contain_text("Flatlined: 2 damage, but only 1 card")
    expect(rune.get("option-continue")).to_contain_text("let 2 unbroken subroutines resolve")
    carmen = rune.page.locator('[data-kind="Carmen"][data-card]').first.get_attribute("data-card")
    expect(rune.get(f"break-{carmen}")).to_contain_text("Break all: 4 credits with Carmen")
    runner.use(f"break-{carmen}")
    runner.go_on("movement")
    expect(rune.get("access-panel")).to_contain_text("Offworld Office")
    expect(rune.get("access-trash")).to_be_disabled()
    runner.use("access-steal")
    expect(rune.get("points-self").locator("b")).to_have_text("2")
    expect(rune.get("run-band")).to_have_count(0)
    runner.use("switch-windows")
    expect(rune.get("switch-windows")).to_have_attribute("aria-checked", "true")
    runner.use("option-run:Server 1")
    expect(rune.get("access-panel")).to_contain_text("Regolith Mining License")
    expect(rune.get("access-steal")).to_be_disabled()
    runner.use("access-trash")
    expect(rune.get("server-remote1")).to_have_count(0)
    runner.credits(2)
    runner.use("option-end-turn")

    corp.use("option-start-turn")
    corp.credits(3)
    corp.use("option-end-turn")
    runner.use("option-start-turn")
    runner.use("option-run:HQ")
    expect(rune.get("encounter-panel")).to_contain_text("Do 1 net damage")
    runner.use("option-continue")
    corp.use("fire-all")
    expect(rune.get("hand-self").locator("b")).to_have_text("2")
    expect(rune.get("log")).to_contain_text("accesses Hedge Fund")  # nothing to decide
    runner.credits(3)
    runner.use("option-end-turn")

    for turn in ("3", "4", "5"):
        corp.use("option-start-turn")
        corp.credits(3)
        corp.use("option-end-turn")
        runner.use("option-start-turn")
        expect(rune.get("turn-counter")).to_have_text(turn)
        runner.credits(4)
        runner.use("option-end-turn")
    expect(cora.get("option-start-turn")).to_be_visible()


def test_the_corp_installs_on_a_server_advances_and_scores(table: Any) -> None:
    scene = recorded_position(
        corp={"credits": 5, "clicks": 3, "hand": ["Palisade", "Hedge Fund"]},
        servers={"remote1": {"content": installed(NEARLY_SCORED, rezzed=False)}},
    )
    cora, rune = table(scene)
    cora.page.locator('[data-kind="Palisade"]').click()
    expect(cora.get("question-bar")).to_contain_text("Install Palisade where?")
    cora.get("place-Server 1").click()
    expect(cora.get("server-remote1")).to_contain_text("Palisade")
    expect(rune.get("server-remote1")).to_contain_text("Unrezzed")
    expect(rune.get("server-remote1")).not_to_contain_text("Palisade")
    cora.page.locator('[data-kind="Offworld Office"]').click()
    expect(cora.get("server-remote1").locator(".nr-advanced")).to_have_text("4/4")
    cora.page.locator('[data-kind="Offworld Office"]').click()
    cora.get("card-menu").get_by_text("Score").click()
    expect(cora.get("points-self").locator("b")).to_have_text("2")
    cora.get("pile-self-scored").click()
    expect(cora.get("pile-dialog")).to_contain_text("Offworld Office")


def test_cards_are_read_where_they_are(open_browser: OpenBrowser) -> None:
    """The heuristic bot is the default. A card shows its text on hover."""
    ann = open_browser("Ann").open()
    ann.get("play-bot-netrunner").click()
    ann.page.get_by_role("button", name="Keep", exact=True).click()
    ann.get("zone-self-hand").locator("[data-testid^='card-']").first.hover()
    title = ann.get("card-preview").locator(".card-name").inner_text()
    for line in card_facts()[title].text.splitlines():
        expect(ann.get("card-preview")).to_contain_text(line)
    server_order = ann.page.locator(".nr-server").evaluate_all(
        "(all) => all.map((one) => one.ariaLabel)"
    )
    assert server_order[:3] == ["Archives", "R&D", "HQ"]


SIZES = ((1440, 900), (1024, 768), (390, 844), (844, 390))
WITHIN = ".nr-track li, .nr-strip, .question .choice, .nr-server"
OUTSIDE = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.getBoundingClientRect().left < -1
    || one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 160))"""


def test_the_run_is_on_the_screen_in_every_window_and_accessible(table: Any) -> None:
    cora, rune = table(DEEP)
    rune.get("switch-windows").click()
    cora.get("switch-windows").click()
    found = {"turn": axe_findings(rune.page)}
    rune.get("option-run:R&D").click()
    expect(cora.get("rez-panel")).to_be_visible()
    found["rez"] = axe_findings(cora.page)
    cora.get("rez-now").click()
    expect(rune.get("forecast")).to_be_visible()
    for scheme in ("light", "dark"):
        rune.page.emulate_media(color_scheme=scheme)
        for width, height in SIZES:
            rune.page.set_viewport_size({"width": width, "height": height})
            expect(rune.get("run-track")).to_be_in_viewport()
            expect(rune.get("encounter-panel")).to_be_in_viewport(ratio=0.3)
            expect(rune.get("option-continue")).to_be_in_viewport(ratio=0.9)
            assert rune.page.evaluate(OUTSIDE, WITHIN) == [], (width, height)
        found[f"encounter, {scheme}"] = axe_findings(rune.page)
    assert not any(found.values()), found
    owed = rune.states[-1]["table"]["owes"]["sentence"]
    expect(cora.get("duty")).to_have_text(owed)


def test_break_all_then_continue_plays_a_run(table: Any) -> None:
    scene = recorded_position(
        turn="runner", runner={"credits": 9}, servers={"hq": {"ices": installed("Tithe")}},
        corp={"hand": ["Hedge Fund"]}, rig={"program": installed("Carmen")},
    )  # fmt: skip
    cora, rune = table(scene)
    expect(rune.get("option-run:HQ")).to_be_visible()
    able = rune.page.locator("[data-kind='Carmen'][data-mark='able']")
    expect(able).to_have_count(0)  # strength is no use without an encounter
    cora.get("switch-fire").click()
    rune.get("switch-break-all").click()
    rune.get("option-run:HQ").click()
    expect(rune.get("log")).to_contain_text("accesses Hedge Fund")
    expect(rune.get("log")).to_contain_text("to use Carmen")
    rune.get("switch-break-all").click()
    expect(rune.get("switch-break-all")).to_have_attribute("aria-checked", "false")


def test_breaking_and_stealing_are_drawn_where_they_happen(table: Any) -> None:
    scene = recorded_position(
        turn="runner", runner={"credits": 9}, servers={"hq": {"ices": installed("Tithe")}},
        corp={"hand": ["Offworld Office"]}, rig={"program": installed("Carmen")},
    )  # fmt: skip
    cora, rune = table(scene)
    cora.get("switch-windows").click()
    expect(cora.get("switch-windows")).to_have_attribute("aria-checked", "true")
    expect(cora.get("toast-warning")).to_have_count(0)
    rune.move_again()
    rune.page.locator("[data-kind='Tithe']").click()
    expect(rune.get("toast-warning")).to_contain_text("Run HQ to meet it.")
    rune.get("option-run:HQ").click()
    for phase in ("initiation", "approach-ice"):
        expect(rune.get("run-band")).to_have_attribute("data-phase", phase)
        rune.get("option-continue").click()
    rune.page.locator(".question [data-testid^='break-']").first.click()
    rune.wait_for_shown("arrow", "2 broken")
    expect(rune.get("log")).to_contain_text("encounters Tithe, the ice of HQ")
    expect(rune.get("run-band")).to_have_attribute("data-phase", "movement")
    rune.get("option-continue").click()
    rune.get("access-steal").click()
    rune.wait_for_shown("+2 points")


def test_decks_are_built_checked_imported_and_kept(open_browser: OpenBrowser) -> None:
    ann = open_browser("Ann").open()
    ann.get("open-decks").click()
    ann.get("deck-new-corp").click()
    ann.get("deck-identity").select_option("Jinteki: Restoring Humanity")
    ann.get("pool-search").fill("hedge")
    for _ in range(3):
        ann.get("pool-Hedge Fund").get_by_test_id("more").click()
    expect(ann.get("pool-Hedge Fund").get_by_test_id("more")).to_be_disabled()
    expect(ann.get("deck-size")).to_contain_text("3 at least 40")
    expect(ann.get("deck-problems")).to_contain_text("0 agenda points (18 or 19 are needed).")
    expect(ann.get("deck-play")).to_be_disabled()
    assert not axe_findings(ann.page)

    ann.get("deck-import").click()
    ann.get("deck-import-text").fill("1 Nobody\n3 Nothing")
    ann.get("deck-import-read").click()
    expect(ann.get("deck-import-problem")).to_contain_text("unknown card 'Nothing'")
    ann.get("deck-import-text").fill(RUNNER_LIST)
    ann.get("deck-import-read").click()
    expect(ann.get("deck-legal")).to_be_visible()
    expect(ann.get("deck-name")).to_have_value("Tāo Salonga deck")
    ann.get("deck-name").fill("Breakers")
    found = axe_findings(ann.page)
    ann.page.reload()
    ann.get("deck-Breakers").click()
    expect(ann.get("deck-play")).to_be_enabled()
    ann.page.set_viewport_size({"width": 390, "height": 844})
    wide = ann.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide
    assert not found, found
    ann.get("deck-play").click()
    ann.page.get_by_role("button", name="Keep", exact=True).click()
    expect(ann.get("seat-self")).to_contain_text("Tāo Salonga")

    ann.open("new/netrunner")
    ann.get("new-side").select_option("Runner")
    ann.get("new-deck-2").select_option(label="Breakers")
    ann.get("new-deck-1").select_option("intermediate")
    ann.get("kind-bots").check()
    ann.get("new-create").click()
    ann.page.get_by_role("button", name="Keep", exact=True).click()
    expect(ann.get("seat-self")).to_contain_text("Tāo Salonga")


RUNNER_LIST = """Imported deck

Tāo Salonga: Telepresence Magician (System Gateway)

Event (12)
3x Creative Commission (System Gateway)
3x Jailbreak
3x Overclock ●●●
3x Sure Gamble

Program (13)
3x Unity
3x Echelon
3x Mayfly
2x Conduit
2x Leech

Resource (9)
3x Telework Contract
3x Smartware Distributor
3x Verbal Plasticity

Hardware (6)
3x DZMZ Optimizer
3x Pantograph
"""
