"""The administrator's notice, and a drain, as players see them."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.conftest import OpenBrowser
from tests.web.server_process import Server

TOKEN = "the administrator's word"


def tell(server: Server, path: str, **body: object) -> None:
    """Send a request with the administrator's token."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    request = urllib.request.Request(server.url + path, json.dumps(body).encode(), headers)
    urllib.request.urlopen(request).close()


@pytest.fixture
def server_with_admin(own_server: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("TURNWRIGHT_ADMIN_TOKEN", TOKEN)
    return own_server("--lab-workers", "0")


@pytest.mark.parametrize("width", [1440, 390])
def test_a_notice_is_shown_everywhere_and_can_be_dismissed(
    server_with_admin: Server, open_browser: OpenBrowser, width: int
) -> None:
    server = server_with_admin
    size = {"width": width, "height": 900 if width > 1000 else 844}
    ann = open_browser("Ann", at=server, viewport=size).open()
    ann.get("play-bot-duel").click()
    ann.wait_for_question()
    tell(server, "/admin/notice", text="A tournament begins on Sunday at noon.")
    notice = ann.get("notice")
    expect(notice).to_have_text("A tournament begins on Sunday at noon.✕")
    area = ann.page.locator(".notice-area")
    expect(area).to_have_attribute("aria-live", "polite")
    # Nothing is covered, and nothing is pushed out of the window.
    expect(ann.get("question-bar")).to_be_in_viewport(ratio=1)
    top, bar = notice.bounding_box(), ann.page.locator(".topbar").bounding_box()
    assert top is not None
    assert bar is not None
    assert top["y"] == 0
    assert top["y"] + top["height"] <= bar["y"]

    ben = open_browser("Ben", at=server, viewport=size).open()
    expect(ben.get("notice")).to_contain_text("A tournament begins")
    ben.get("notice-dismiss").click()
    expect(ben.get("notice")).to_have_count(0)
    tell(server, "/admin/notice", text="It begins at two.")
    expect(ben.get("notice")).to_contain_text("It begins at two.")
    tell(server, "/admin/notice", text="")
    expect(ann.get("notice")).to_have_count(0)


def test_players_go_on_after_a_drain(server_with_admin: Server, open_browser: OpenBrowser) -> None:
    server = server_with_admin
    ann = open_browser("Ann", at=server).open()
    ann.allow_fault("WebSocket|ERR_CONNECTION_REFUSED|status of 50")
    ann.get("play-bot-duel").click()
    ann.wait_for_question()
    tell(server, "/admin/drain", seconds=3)
    expect(ann.get("notice")).to_contain_text("The server will restart.")
    expect(ann.get("notice-time")).to_contain_text("Restart by ")
    expect(ann.get("connection-banner")).to_be_visible(timeout=60_000)
    server.process.wait(timeout=60)  # it ends by itself
    server.stop()
    server.start()
    expect(ann.get("connection-banner")).to_have_count(0, timeout=60_000)
    expect(ann.get("notice")).to_have_count(0)
    ann.get("option-end_turn").click()
    expect(ann.get("log")).to_contain_text("begins turn")
