"""Help, guided games, results, playing on, and watching bots."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.axe_findings import axe_findings
from tests.web.browser_player import BrowserPlayer
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server


def problems_in(player: BrowserPlayer, test_id: str) -> list[str]:
    """What axe-core finds in a part of a table."""
    return axe_findings(player.page, f'[data-testid="{test_id}"]')


def coach_says(player: BrowserPlayer, step: str) -> None:
    """Wait until the coach is at a step."""
    expect(player.get("coach")).to_have_attribute("data-step", step)


def choose(player: BrowserPlayer, card: str, option: str) -> None:
    """Click a card and choose from its menu."""
    player.page.locator(f'.board [data-kind="{card}"][data-mark]').first.click()
    player.get("card-menu").get_by_text(option).click()


def test_a_guided_duel_its_result_a_step_and_playing_on(
    server: Server, open_browser: OpenBrowser
) -> None:
    """A newcomer follows the coach, asks for help, resigns, and plays on from a turning point."""
    ann = open_browser("Ann", permissions=["clipboard-write", "clipboard-read"]).open()
    ann.open("rules/duel")
    expect(ann.get("rules")).to_contain_text("8,000 life points")
    assert axe_findings(ann.page) == []
    ann.get("guide-duel").click()
    coach_says(ann, "summon")
    assert problems_in(ann, "coach") == []

    ann.page.keyboard.press("h")
    expect(ann.get("on-screen")).to_contain_text("Summon or set one monster")
    expect(ann.get("on-screen")).to_contain_text("Only its owner sees these cards.")
    assert problems_in(ann, "help") == []
    ann.get("help-rules").click()
    expect(ann.get("help")).to_contain_text("tribute")
    ann.page.keyboard.press("Escape")
    expect(ann.get("help")).to_be_hidden()

    choose(ann, "Flicker Duelist", "Summon")  # not the monster that the coach named
    coach_says(ann, "set")
    ann.page.locator('[data-kind="Ashen Wall"]').click()  # there is only one thing to do with it
    coach_says(ann, "end")
    ann.page.reload()
    coach_says(ann, "end")
    ann.get("option-end_turn").click()
    coach_says(ann, "watch")
    while ann.get("coach").get_attribute("data-step") == "watch":
        ann.wait_for_question()
        state = ann.page_state()
        if "prompt-cancel" in state["buttons"]:
            ann.get("prompt-cancel").click()
            ann.wait_for_change(state)
    coach_says(ann, "battle")
    ann.get("coach-leave").click()
    expect(ann.get("coach")).to_be_hidden()
    ann.get("resign").click()
    ann.get("confirm-yes").click()

    ann.get("see-result").click()
    expect(ann.get("result-title")).to_have_text("You lost")
    expect(ann.get("measure")).to_contain_text("not a chance to win")
    expect(ann.get("statistics")).to_contain_text("Normal summon 1")
    expect(ann.get("result-board")).to_contain_text("8,000")
    assert axe_findings(ann.page) == []
    step = ann.all(r"^see-step-\d+$").first
    number = int(re.findall(r"\d+", step.inner_text())[0])
    step.click()
    expect(ann.get("replay-step")).to_contain_text(f"{number} of ")
    expect(ann.page).to_have_url(re.compile(rf"step={number}\b"))
    hand = ann.get("zone-self-hand").get_by_role("button")
    expect(hand).not_to_have_count(0)  # her own cards
    ann.page.keyboard.press("Home")
    ann.page.keyboard.press("]")
    expect(ann.get("whose-turn")).to_contain_text("Practice bot")
    ann.page.keyboard.press("Home")
    expect(hand).to_have_count(5)
    expect(ann.get("log").get_by_role("listitem")).to_have_text(["Ann begins turn 1"])
    assert problems_in(ann, "playback") == []

    stranger = open_browser("Eve")
    stranger.allow_fault("status of 404")
    stranger.page.goto(ann.page.url)
    expect(stranger.get("problem")).to_be_visible()  # the guided room is private

    ann.get("play-on").click()
    ann.get("play-on-yes").click()
    expect(ann.get("log")).to_contain_text("The match goes on after step 0 of another one")
    expect(ann.get("waiting")).to_be_hidden()
    choose(ann, "Ember Lancer", "Summon")
    expect(ann.get("zone-self-field")).to_contain_text("Ember Lancer")


def test_a_guided_first_run_to_its_agenda(open_browser: OpenBrowser) -> None:
    """The coach names the next step, waits for it, points to it, and tolerates a detour."""
    ann = open_browser("Ann").open()
    ann.get("guide-netrunner").click()
    coach_says(ann, "gamble")
    expect(ann.get("coach-text")).to_contain_text("Play Sure Gamble")
    expect(ann.page.locator(".is-coached")).to_have_attribute("data-kind", "Sure Gamble")
    assert axe_findings(ann.page) == []
    ann.get("option-credit").click()  # legal, and not what the coach wants
    coach_says(ann, "gamble")
    ann.page.locator("[data-kind='Sure Gamble'][data-mark]").click()
    coach_says(ann, "breaker")
    expect(ann.page.locator(".is-coached")).to_have_attribute("data-kind", "Cleaver")
    ann.page.locator("[data-kind='Cleaver'][data-mark]").click()
    coach_says(ann, "run")
    expect(ann.page.locator(".is-coached")).to_have_attribute("data-testid", "option-run:Server 1")
    ann.get("option-run:Server 1").click()
    coach_says(ann, "approach")
    ann.page.reload()
    for phase in ("initiation", "approach-ice"):
        expect(ann.get("run-band")).to_have_attribute("data-phase", phase)
        ann.get("option-continue").click()
    coach_says(ann, "break")
    ann.page.locator(".question [data-testid^='break-']").click()
    coach_says(ann, "enter")
    ann.get("option-continue").click()
    ann.get("access-steal").click()
    coach_says(ann, "end")
    expect(ann.get("coach-text")).to_contain_text("You have stolen an agenda")
    expect(ann.get("points-self").locator("b")).to_have_text("2")
    ann.get("coach-leave").click()
    expect(ann.get("coach")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_bots_are_watched_at_a_chosen_speed(open_browser: OpenBrowser, scheme: str) -> None:
    eve = open_browser("Eve", color_scheme=scheme).open("new/tictactoe")
    expect(eve.get("new-create")).to_be_enabled()
    assert axe_findings(eve.page) == []
    eve.get("kind-watch").check()
    eve.get("new-bot-1").select_option("random")
    eve.get("new-create").click()
    eve.get("bots-pause").click()
    expect(eve.get("bots-pause")).to_have_text("Go on")
    assert problems_in(eve, "speed-control") == []
    eve.get("bots-speed").select_option("very fast")
    eve.get("bots-pause").click()
    expect(eve.get("game-over")).to_be_visible()
    eve.get("see-result").click()
    expect(eve.get("result-page")).to_be_visible()
    assert axe_findings(eve.page) == []


def test_a_bot_plays_for_who_left_until_they_are_back(
    server: Server, open_browser: OpenBrowser
) -> None:
    seats = server.seats("tictactoe", "Ann", "Ben", clock="blitz", takeover="random")
    ann = open_browser("Ann").take_seat(seats[0], is_ready=False)
    expect(ann.get("room-settings")).to_contain_text("Blitz clock: 30 seconds for a move")
    expect(ann.get("room-settings")).to_contain_text("a bot (random) plays on")
    ann.get("ready").click()
    ben = open_browser("Ben").take_seat(seats[1])
    expect(ben.get("clock-name")).to_have_text("blitz")
    ann.get("leave-to-bot").click()
    ann.get("confirm-yes").click()
    expect(ann.get("leave-to-bot")).to_be_hidden()
    expect(ben.get("stand-in-opponent")).to_have_text("bot plays")
    ben.wait_for_question()  # the bot has made Ann's move
    ann.open(f"table/{seats[0]['roomId']}")
    expect(ben.get("stand-in-opponent")).to_be_hidden()
    ben.all(r"^option-mark:\d$").first.click()
    ann.wait_for_question()


@pytest.mark.parametrize("game", ["netrunner", "lorcana"])
def test_every_game_has_its_rules_as_a_page(open_browser: OpenBrowser, game: str) -> None:
    player = open_browser(viewport={"width": 390, "height": 844}).open("rules")
    player.get(f"rules-{game}").click()
    expect(player.get("rules").get_by_role("img").first).to_be_visible()
    assert axe_findings(player.page) == []


def test_the_page_of_the_interfaces_is_accessible(open_browser: OpenBrowser) -> None:
    player = open_browser()
    player.page.goto(f"{player.url}/docs")
    expect(player.page.get_by_role("heading", level=1)).to_be_visible()
    assert axe_findings(player.page) == []
