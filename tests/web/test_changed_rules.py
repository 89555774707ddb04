"""Pages of rooms and replays whose rules are not installed any more."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import OpenBrowser
from tests.web.server_process import ROOT, Server

HEAP = """
import turnwright as tw

class Heap(tw.State):
    count: tw.Public[int] = 0

game = tw.Game("heap", seats=2, state=Heap)

@game.move
def add(c, number: int = tw.arg(lambda c: [1, 2])):
    c.G.count += number
    c.end_turn()
"""
SENTENCE = "The rules of this room are not installed."


def test_a_room_without_rules_and_the_replay_of_a_game_that_is_gone(
    own_server: Callable[..., Server], open_browser: OpenBrowser, tmp_path: Path
) -> None:
    """Ann and Ben finish a match and wait in another room. Then the game is not hosted any more."""
    path = tmp_path / "heap.py"
    path.write_text(HEAP)
    server = own_server("--game", str(path))
    seats = server.seats("heap", "Ann", "Ben")
    ann, ben = (
        open_browser(name, at=server).take_seat(seat)
        for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    ann.get("option-add:1").click()
    ben.get("resign").click()
    ben.get("confirm-yes").click()
    expect(ann.get("see-replay")).to_be_visible()
    (waiting,) = server.seats("heap", "Eve")
    ann.close()
    ben.close()
    server.stop()
    command = [sys.executable, "-m", "turnwright", "upgrade", "--game", str(path)]
    command += ["--db", str(tmp_path / "rooms.sqlite")]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    path.write_text(HEAP.replace('"heap"', '"pile"'))
    server.start()

    eve = open_browser("Eve", at=server).open()
    room = waiting["roomId"]
    expect(eve.get(f"rules-missing-{room}")).to_have_text(SENTENCE)
    expect(eve.get(f"join-{room}")).to_have_count(0)
    eve.take_seat(waiting, is_ready=False)
    expect(eve.get("problem")).to_have_text(SENTENCE)
    eve.open(f"replay/{seats[0]['roomId']}")
    expect(eve.get("replay-step")).to_have_text("0 of 2")
    eve.get("replay-end").click()
    expect(eve.get("replay-step")).to_have_text("2 of 2")
    expect(eve.get("log")).to_contain_text("adds 1")
