"""What the page says: explanations, reasons for refused clicks, what just happened, the home page."""

from __future__ import annotations

import re
import urllib.request
from typing import Any

from playwright.sync_api import expect

from tests.web.axe_findings import axe_findings
from tests.web.browser_player import PHONE
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server
from tests.web.test_duel_board import against_passive_bot, card, play_card


def test_the_home_page_starts_what_its_sentences_say(open_browser: OpenBrowser) -> None:
    """Side, deck, character and ascension are chosen in sentences; the keys open the doors."""
    ann = open_browser("Ann").open()
    expect(ann.get("play-bot-other")).to_be_visible()
    assert axe_findings(ann.page) == []
    expect(ann.get("tile-workbench")).to_contain_text("turnwright dev my-game/my_game/game.py")
    expect(ann.get("tile-workbench").get_by_role("link")).to_have_count(0)  # it is another program
    ann.get("side-netrunner").select_option("Corp")
    ann.get("deck-netrunner").select_option("intermediate")
    expect(ann.get("theirDeck-netrunner")).to_have_value("beginner")
    ann.get("class-spire").select_option("DEFECT")
    ann.get("ascension-spire").select_option("3")
    ann.get("deck-duel").select_option("Tide")
    ann.page.evaluate("document.activeElement.blur()")  # in a menu, keys choose its entries
    ann.page.keyboard.press("2")
    ann.wait_for_question()
    expect(ann.get("table")).to_have_attribute("data-game", "netrunner")
    begun = ann.messages("match_start")[-1]
    assert begun["youAre"] == "p1", "the Corp"
    assert begun["options"] == ["decks"]
    expect(ann.get("chat-input")).to_have_count(0)  # nobody would read it

    ann.get("home").first.click()
    expect(ann.get("deck-duel")).to_have_value("Tide")  # what was chosen is kept
    expect(ann.all("^continue-")).to_have_count(1)
    ann.page.keyboard.press("3")
    ann.wait_for_question()
    expect(ann.get("table")).to_have_attribute("data-game", "spire")
    assert ann.states[-1]["players"]["self"]["name"] == "Ann"
    created = [one for one in ann.messages("match_start") if one["game"]["name"] == "spire"]
    assert set(created[-1]["options"]) == {"class", "ascension"}
    solo = ann.room

    ben = open_browser("Ben").open()
    expect(ben.get("play-bot-other")).to_be_visible()
    expect(ben.get(f"room-{solo}")).to_have_count(0)
    ben.get("watch-bots-spire").click()
    expect(ben.get("watching")).to_be_visible()


def test_a_refused_card_says_why_and_a_lone_action_needs_no_menu(
    server: Server, open_browser: OpenBrowser
) -> None:
    ann = against_passive_bot(
        server, open_browser("Ann"), "Ember Lancer", "Turned Blade", "Cinder Pup"
    )
    play_card(ann, "Ember Lancer", "normal_summon")
    expect(ann.get("event-line")).to_contain_text("Ann summons Ember Lancer.")
    expect(ann.get("question-bar")).to_have_attribute("data-kind", "move")
    card(ann, "Cinder Pup").click()
    expect(ann.get("toast-info")).to_have_text(
        re.compile("^You have already summoned or set a monster this turn.")
    )
    card(ann, "Turned Blade").click()  # a trap can only be set
    expect(ann.get("zone-self-spellTrap").get_by_role("button")).to_have_count(1)
    expect(ann.get("log")).to_contain_text("Ann sets Turned Blade")

    mentioned = ann.get("log").get_by_text("Ember Lancer", exact=True).first
    mentioned.hover()
    expect(ann.get("explanation")).to_contain_text("destroy one")
    card(ann, "Ember Lancer").hover()
    expect(ann.get("card-preview")).to_contain_text("Put a monster on the field.")  # a keyword
    described = card(ann, "Ember Lancer").get_attribute("aria-describedby")
    assert described
    assert "destroy one" in str(ann.page.locator(f"[id='{described}']").text_content())
    assert axe_findings(ann.page) == []


def test_an_unknown_room_says_so(open_browser: OpenBrowser) -> None:
    """On a phone. The home page leads to the rules of every game."""
    ann = open_browser("Ann", viewport=PHONE, has_touch=True).open()
    expect(ann.get("link-source")).to_be_visible()
    ann.get("link-rules").click()
    expect(ann.page.get_by_role("link", name="Netrunner")).to_be_visible()
    ann.allow_fault("status of 404")
    ann.open("table/NOROOM")
    expect(ann.get("problem")).to_contain_text("There is no such room")
    expect(ann.get("take-seat")).to_have_count(0)


def test_files_are_compressed_for_those_who_accept_it(server: Server) -> None:
    def size(path: str, **headers: str) -> tuple[int, str]:
        request = urllib.request.Request(f"{server.url}{path}", headers=headers)
        with urllib.request.urlopen(request) as answer:
            found: Any = answer.headers.get("content-encoding", "")
            return len(answer.read()), found

    for path in ("/web/app/main.js", "/web/styles/table.css", "/api/games/netrunner", "/"):
        plain, coding = size(path)
        assert coding == ""
        packed, coding = size(path, **{"accept-encoding": "gzip"})
        assert coding == "gzip"
        assert packed < plain
    assert size("/web/app/main.js", **{"accept-encoding": "gzip;q=0"})[1] == ""
