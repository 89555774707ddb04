"""Hiding, reporting, muting and removing people in the page, with the mouse and with the keyboard."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.axe_findings import axe_findings
from tests.web.browser_player import PHONE, BrowserPlayer
from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server
from tests.web.test_layout_and_contrast import PAGE_WIDTH, check


def say(player: BrowserPlayer, text: str) -> None:
    player.get("chat-input").fill(text)
    player.get("chat-send").click()


def room_of_two(server: Server, open_browser: OpenBrowser) -> tuple[BrowserPlayer, BrowserPlayer]:
    seats = server.seats("duel", "Ann", "Ben")
    ann, ben = (
        open_browser(name).take_seat(seat, is_ready=False)
        for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    expect(ann.get("seat-p2")).to_contain_text("Ben")
    return ann, ben


def test_a_player_hides_the_messages_of_another(server: Server, open_browser: OpenBrowser) -> None:
    ann, ben = room_of_two(server, open_browser)
    say(ann, "Hello")
    expect(ben.get("chat")).to_have_text("Ann: Hello")
    ben.get("people-open").click()
    expect(ben.get("person-mute")).to_have_count(0)
    ben.get("person-hide").click()
    ben.get("people-dialog-close").click()
    expect(ben.get("chat")).to_have_text("")
    expect(ann.get("chat")).to_have_text("Ann: Hello")
    ben.page.reload()
    expect(ben.get("people-open")).to_be_visible()
    expect(ben.get("chat")).to_have_text("")


def test_the_host_mutes_and_removes_a_player_with_the_keyboard(
    server: Server, open_browser: OpenBrowser
) -> None:
    ann, ben = room_of_two(server, open_browser)
    ann.get("people-open").focus()
    ann.page.keyboard.press("Enter")
    dialog = ann.page.get_by_role("dialog", name="People")
    expect(dialog).to_be_visible()
    ann.page.get_by_role("button", name="Mute: Ben").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.get("person-p2")).to_contain_text("muted")
    expect(ben.get("toasts")).to_contain_text("Ben was muted by the host.")
    say(ben, "Hello?")
    expect(ben.get("toasts")).to_contain_text("You are muted until")
    ann.page.get_by_role("button", name="Remove: Ben").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.get("confirm-yes")).to_be_visible()
    ann.get("confirm-yes").focus()
    ann.page.keyboard.press("Enter")
    expect(ben.get("problem")).to_contain_text("You were removed from this room")
    expect(ann.get("person-p2")).to_have_count(0)
    ann.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(ann.get("seat-p2")).to_contain_text("Free seat")


@pytest.fixture
def admin_server(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("TURNWRIGHT_ADMIN_TOKEN", "word")
    return own_server()


def test_a_line_is_reported_and_chat_switched_off(
    admin_server: Server, open_browser: OpenBrowser
) -> None:
    seats = admin_server.seats("duel", "Ann", "Ben")
    ann = open_browser("Ann", at=admin_server).take_seat(seats[0])
    ben = open_browser("Ben", at=admin_server).take_seat(seats[1])
    for player in (ann, ben):
        expect(player.get("board")).to_be_visible()
    say(ben, "Something rude")
    expect(ann.get("chat")).to_have_text("Ben: Something rude")
    ann.get("people-open").click()
    expect(ann.get("person-remove")).to_have_count(0)
    ann.get("person-report").click()
    ann.get("report-what").select_option("Something rude")
    ann.get("report-reason").fill("be nice")
    ann.get("report-send").click()
    expect(ann.get("toasts")).to_contain_text("Thank you.")
    connection = HTTPConnection("127.0.0.1", admin_server.port, timeout=20)
    connection.request("GET", "/admin/reports", headers={"Authorization": "Bearer word"})
    (report,) = json.loads(connection.getresponse().read())
    connection.close()
    assert (report["line"], report["reason"]) == ("Something rude", "be nice")
    ann.get("chat-switch").click()
    expect(ben.get("chat-input")).to_be_disabled()
    ann.get("chat-switch").click()
    expect(ben.get("chat-input")).to_be_enabled()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (PHONE["width"], PHONE["height"])])
def test_the_list_of_people_is_readable(
    server: Server, open_browser: OpenBrowser, size: tuple[int, int], scheme: Any
) -> None:
    seats = server.seats("duel", "Ann", "Benedict the Magnificent")
    viewport = {"width": size[0], "height": size[1]}
    ann = open_browser("Ann", viewport=viewport, color_scheme=scheme).take_seat(seats[0])
    ben = open_browser("Ben").take_seat(seats[1])
    eve = open_browser("Eve").open(f"watch/{seats[0]['roomId']}")
    for player in (ann, ben, eve):
        expect(player.get("board")).to_be_visible()
    say(ben, "Good luck")
    say(eve, "Who is winning?")
    if size[0] < 700:
        ann.get("side-toggle").click()
    expect(ann.get("chat")).to_contain_text("Who is winning?")
    for what in ("chat", "people", "report"):
        if what == "people":
            ann.get("people-open").click()
            expect(ann.get("person-spectator-1")).to_be_visible()
        elif what == "report":
            ann.get("person-p2").get_by_test_id("person-report").click()
            expect(ann.get("report-what")).to_be_focused()
        check(ann, what)
        found = ann.page.evaluate(PAGE_WIDTH)
        assert found["page"] <= found["window"], (what, found)
        if what != "chat":
            assert axe_findings(ann.page, ".dialog") == []
