"""Make the pictures of README.md from the real pages: a Duel, a Netrunner run and a Spire fight.

Run it from the root of the repository: `python docs/pictures/make_readme_pictures.py`. It hosts the
games, brings each to a position, and writes docs/pictures/readme/*.png. The pictures of the lab and the
workbench are made by the other scripts of this folder.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from make_coup_pictures import SAVE_SEATS, running
from make_lab_pictures import CHROMIUM, PATIENCE_MS, VIEW, small_png
from playwright.sync_api import Page, sync_playwright

from turnwright.client import sync
from turnwright.games.netrunner.positions import installed, recorded_position

FOLDER = Path(__file__).parent / "readme"
PICTURES = ("duel", "netrunner", "spire")

NETRUNNER = recorded_position(
    turn="runner",
    corp={"credits": 9, "hand": ["Hedge Fund"] * 5},
    runner={"credits": 9, "hand": ["Unity", "Overclock", "Sure Gamble", "Wildcat Strike"]},
    servers={
        "hq": {"ices": installed("Tithe")},
        "rd": {"ices": [*installed("Palisade", rezzed=False), *installed("Karunā", rezzed=False)]},
        "remote1": {
            "ices": installed("Whitespace", rezzed=False),
            "content": installed({"title": "Offworld Office", "advancement": 3}, rezzed=False),
        },
    },
    rig={
        "program": installed("Carmen", "Mayfly"),
        "hardware": installed("Pantograph"),
        "resource": installed("Telework Contract"),
    },
)

SPIRE = {
    "seed": "3XQ7K",
    "scene": {
        "encounter": "3 Cultists", "room": "MONSTER", "floor": 20, "act": 2, "gold": 143, "hp": 62,
        "potions": ["Fire Potion", "Block Potion", "Potion Slot"],
        "relics": ["Burning Blood", "Vajra", "Anchor"],
        "deck": ["Strike_R", "Strike_R", "Bash+1", "Cleave+1", "Shrug It Off", "Inflame", "Defend_R"],
    },
}  # fmt: skip

# What is done on the table of Netrunner, by whom: up to the encounter with Karunā.
RUN = (
    (1, "Run on R&D"),
    (1, "Continue"),
    (0, "Continue"),
    (0, "Rez"),
    (1, "Continue"),
    (0, "Continue"),
)

# What a player of Duel prefers to do, until both sides of the table are filled.
DUEL_WISHES = ("Summon", "Set", "Play", "End", "")
DUEL_INPUTS = 16

Seat = dict[str, Any]


def seats_of(url: str, game: str, *names: str, **options: Any) -> list[Seat]:
    """Create a room and take a seat for each name."""

    def post(path: str, body: dict[str, Any]) -> Seat:
        with urlopen(Request(url + path, json.dumps(body).encode())) as answer:
            return dict(json.load(answer))

    wanted = {"game": game, "name": names[0], "seats": len(names), "coinFlip": False}
    first = post("/api/rooms", {**wanted, "options": options})
    joining = f"/api/rooms/{first['roomId']}/join"
    return [first, *(post(joining, {"name": name, "code": first["code"]}) for name in names[1:])]


@contextmanager
def players(url: str, seats: list[Seat]) -> Iterator[list[sync.SyncClient]]:
    """Connect a client for every seat. All are ready."""
    with ExitStack() as stack:
        clients = [
            stack.enter_context(sync.connect(url, seat["roomId"], token=seat["token"]))
            for seat in seats
        ]
        for client in clients:
            client.ready()
        yield clients


def choose(client: sync.SyncClient, label: str) -> None:
    """Wait until a client is offered an option that begins like this, and choose it."""

    def found(one: Any) -> Any:
        options = one.prompt.options if one.prompt is not None else ()
        return next((option for option in options if option.label.startswith(label)), None)

    client.until(found)
    client.answer(found(client))


def play_duel(clients: list[sync.SyncClient]) -> None:
    """Let both players do what they prefer, until it is the first one's move again."""
    number = 0
    while True:
        asked = [one for one in clients if one.prompt is not None]
        prompt = asked[0].prompt if asked else None
        if prompt is None:
            time.sleep(0.05)
            continue
        if number >= DUEL_INPUTS and asked[0] is clients[0] and prompt.is_move:
            return
        labels = [option.label for option in prompt.options]
        wishes = (wish for wish in DUEL_WISHES if any(one.startswith(wish) for one in labels))
        if labels and (prompt.is_move or prompt.min == 1):
            choose(asked[0], next(wishes))
        else:
            asked[0].answer(*prompt.options[: prompt.min])
        number += 1


def table(page: Page, url: str, seat: Seat) -> None:
    """Open the table of a seat."""
    page.goto("about:blank")  # so that the page is loaded again and finds the seat
    kept = {seat["roomId"]: {"token": seat["token"], "code": ""}}
    page.add_init_script(SAVE_SEATS.replace("SEATS", json.dumps(kept)))
    page.goto(f"{url}/?still#/table/{seat['roomId']}")


def screen(page: Page) -> bytes:
    """The whole window."""
    page.mouse.move(0, 0)
    return small_png(page, page.screenshot())


def pictures(page: Page, url: str) -> Iterator[tuple[str, bytes]]:
    """All pictures, by name."""
    page.set_default_timeout(PATIENCE_MS)
    (ann,) = seats_of(url, "spire", "Ann", **SPIRE)
    table(page, url, ann)
    page.locator(".sp-unit").first.wait_for()
    yield "spire", screen(page)

    seats = seats_of(url, "netrunner", "Cora", "Rune", scene=NETRUNNER)
    with players(url, seats) as clients:
        for number, label in RUN:
            choose(clients[number], label)
    table(page, url, seats[1])
    page.get_by_test_id("run-track").wait_for()
    yield "netrunner", screen(page)

    seats = seats_of(url, "duel", "Ann", "Ben")
    with players(url, seats) as clients:
        play_duel(clients)
    table(page, url, seats[0])
    page.get_by_test_id("question-bar").wait_for()
    yield "duel", screen(page)


def main() -> int:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=VIEW, color_scheme="light", locale="en-GB")
        with running(Path(folder), "serve", "--db", "rooms.sqlite", "--lab-workers", "0") as url:
            for name, png in pictures(page, url):
                (FOLDER / f"{name}.png").write_bytes(png)
                print(f"{name}.png: {len(png) // 1000} kB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
