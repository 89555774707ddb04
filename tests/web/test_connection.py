"""Broken connections: the page shows them, reconnects, and loses nothing."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.server.room_harness import RoomHarness
from tests.web.conftest import DUEL_WITH_CHOSEN_DRAWS, OpenBrowser
from tests.web.server_process import Server
from tests.web.test_duel_board import against_passive_bot, play_card
from turnwright.agents.random import RandomAgent
from turnwright.games.duel.game import game as duel

BROKEN = "WebSocket connection|ERR_|WebSocket is already"


def test_a_prompt_survives_a_server_crash(own_server: Any, open_browser: OpenBrowser) -> None:
    server: Server = own_server("--game", str(DUEL_WITH_CHOSEN_DRAWS))
    ann = against_passive_bot(server, open_browser("Ann", at=server), "Supply Cart")
    ann.allow_fault(BROKEN)
    play_card(ann, "Supply Cart", "activate")
    expect(ann.get("prompt-dialog")).to_contain_text("Discard 1")
    asked, log = ann.prompt_id, ann.get("log").inner_text()
    server.kill()
    expect(ann.get("connection-banner")).to_contain_text("Connection lost.")
    server.start()
    expect(ann.get("connection-banner")).to_be_hidden(timeout=20_000)
    expect(ann.get("prompt-dialog")).to_contain_text("Discard 1")
    assert ann.prompt_id == asked
    assert ann.get("log").inner_text() == log
    ann.all("^candidate-").first.click()
    expect(ann.get("prompt-dialog")).to_be_hidden()
    expect(ann.get("pile-self-graveyard")).to_contain_text("2")


def test_an_action_without_a_connection_is_sent_once_after_the_reconnect(
    own_server: Any, open_browser: OpenBrowser
) -> None:
    """Ann clicks while the server is down. After the reconnect the click counts exactly once."""
    server: Server = own_server()
    (seat,) = server.seats("counter", "Ann", seats=1)
    ann = open_browser("Ann", at=server).take_seat(seat, is_ready=False)
    ann.allow_fault(BROKEN)
    ann.get("option-inc").click()
    expect(ann.get("fact-count")).to_contain_text("1")
    server.kill()
    expect(ann.get("connection-banner")).to_be_visible()
    ann.get("option-inc").click()
    server.start()
    expect(ann.get("connection-banner")).to_be_hidden(timeout=20_000)
    expect(ann.get("fact-count")).to_contain_text("2")
    ann.get("option-inc").click()
    expect(ann.get("fact-count")).to_contain_text("3")


def test_a_disconnected_player_is_shown_as_away_and_misses_nothing(
    server: Server, open_browser: OpenBrowser
) -> None:
    seats = server.seats("tictactoe", "Ann", "Ben")
    ann, ben = (
        open_browser(name).take_seat(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    expect(ben.get("grid-cells")).to_be_visible()
    room = ben.room
    ben.page.goto("about:blank")
    expect(ann.get("away-opponent")).to_be_visible()
    ann.get("option-mark:4").click()
    expect(ann.get("cell-4")).to_have_text("X")
    ben.open(f"table/{room}")
    expect(ben.get("cell-4")).to_have_text("X")
    expect(ann.get("away-opponent")).to_be_hidden()
    ben.get("option-mark:0").click()
    expect(ann.get("cell-0")).to_have_text("O")


def test_the_page_reconnects_when_the_network_returns(
    server: Server, open_browser: OpenBrowser
) -> None:
    seats = server.seats("tictactoe", "Ann", "Ben")
    ann, ben = (
        open_browser(name).take_seat(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    ben.allow_fault(BROKEN)
    expect(ben.get("grid-cells")).to_be_visible()
    ben.context.set_offline(True)
    expect(ben.get("connection-banner")).to_be_visible()
    ann.get("option-mark:4").click()
    expect(ann.get("cell-4")).to_have_text("X")
    ben.context.set_offline(False)
    expect(ben.get("connection-banner")).to_be_hidden()
    expect(ben.get("cell-4")).to_have_text("X")
    expect(ben.get("question")).to_be_visible()


def test_a_seat_is_open_in_one_window_only(server: Server, open_browser: OpenBrowser) -> None:
    (seat,) = server.seats("tictactoe", "Ann", bots=["random"])
    ann = open_browser("Ann").take_seat(seat, is_ready=False)
    ann.wait_for_question()
    first = ann.page
    second = ann.context.new_page()
    second.goto(first.url)
    expect(first.get_by_test_id("connection-banner")).to_contain_text("open in another window")
    expect(second.get_by_test_id("grid-cells")).to_be_visible()
    first.get_by_test_id("reconnect").click()
    expect(second.get_by_test_id("connection-banner")).to_contain_text("open in another window")
    expect(first.get_by_test_id("connection-banner")).to_be_hidden()
    expect(first.get_by_test_id("question")).to_contain_text("Your move")


PATCHES = """async ([frames, broken]) => {
  const { StatePatches } = await import('/web/net/state-patches.js');
  let requests = 0;
  const patches = new StatePatches(() => { requests += 1; });
  const read = frames.map((text) => patches.read(text));
  const before = requests;
  const after = broken.map((text) => patches.read(text));
  return { read, before, after, requests };
}"""


def test_the_page_reads_patches_and_asks_for_the_state_if_one_does_not_fit(
    server: Server, open_browser: OpenBrowser
) -> None:
    """The frames of a duel, in which a name has letters of several bytes, with and without patches."""
    frames = {}
    for has_patches in (True, False):
        harness = RoomHarness(duel, "page", has_patches=has_patches)
        harness.room.slots[0].name = "Zoë 👩‍🚀"
        agent = RandomAgent("page")
        for _ in range(25):
            answer = agent.decide(harness.match.prompts[0], harness.match)
            harness._deliver(harness.handler.bot_answer(answer, harness.clock))
        frames[has_patches] = [frame.decode() for frame in harness.bytes[0]]
    patch = next(f for f in reversed(frames[True]) if f.startswith('{"type":"state_patch"'))
    page = open_browser("Ann").open().page
    found = page.evaluate(PATCHES, [frames[True], [patch, patch]])
    assert found["read"] == [json.loads(frame) for frame in frames[False]]
    assert found["before"] == 0
    assert found["after"] == [None, None]
    assert found["requests"] == 1, "the state is asked for once"


def test_a_page_with_a_wrong_state_asks_for_the_whole_one(
    own_server: Any, open_browser: OpenBrowser
) -> None:
    """A frame is changed on its way; the page notices with the next patch and shows the right state."""
    server: Server = own_server()
    seats = server.seats("duel", "Ann", "Ben")
    ann = open_browser("Ann", at=server)
    is_changed: list[str] = []

    def connect(route: Any) -> None:
        upstream = route.connect_to_server()

        def forward(message: str) -> None:
            if message.startswith('{"type":"state_patch"') and not is_changed:
                is_changed.append(message)
                message = re.sub(r'"hash":\d+', '"hash":1', message)
            route.send(message)

        upstream.on_message(forward)

    ann.page.route_web_socket("**/socket", connect)
    ann.take_seat(seats[0])
    ben = open_browser("Ben", at=server).take_seat(seats[1])
    for player in (ann, ben, ann, ben):
        player.get("option-end_turn").click()
        expect(player.get("waiting")).to_be_visible()
    assert is_changed
    expect(ann.get("question")).to_contain_text("Your move")
    version = ben.get("table").get_attribute("data-version")
    expect(ann.get("table")).to_have_attribute("data-version", version or "")
