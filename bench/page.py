"""`python -m bench.page`: weight and first paint of the home page and of a table of each game.

A browser with an empty cache opens each page of a local server. The weight is what is transferred, in
kilobytes: compressed, as browsers ask for it, and the same files without compression. First paint is
the browser's own measurement, the best of several visits. It needs Chromium and Playwright, like the
tests.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

from .server import free_port, our_command, running

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
GAMES = ("duel", "netrunner", "spire", "tictactoe")
VISITS = 3
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
WEIGHT = """() => ['resource', 'navigation'].flatMap((type) => performance.getEntriesByType(type))
  .reduce((sum, one) => [sum[0] + one.transferSize, sum[1] + one.decodedBodySize], [0, 0])"""


def visit(browser: Browser, address: str, ready: str, seat: dict[str, Any] | None) -> list[float]:
    """Open a page once; return kilobytes, kilobytes uncompressed, and seconds to the first paint."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    if seat is not None:
        kept = json.dumps({seat["roomId"]: {"token": seat["token"], "code": ""}})
        page.add_init_script(f"localStorage['turnwright.seats'] = {json.dumps(kept)}")
    page.goto(address)
    page.wait_for_selector(f'[data-testid="{ready}"]')
    page.wait_for_load_state("networkidle")
    sent, whole = page.evaluate(WEIGHT)
    paint = page.evaluate(PAINT)
    context.close()
    return [sent / 1000, whole / 1000, paint / 1000]


def take_seat(port: int, game: str) -> dict[str, Any]:
    """Create a room against a bot, or alone."""
    bots = [] if game == "spire" else ["random"]
    body = json.dumps({"game": game, "name": "Ann", "bots": bots}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/rooms", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer))


def main() -> None:
    """Measure and print."""
    argparse.ArgumentParser(prog="python -m bench.page", description=__doc__).parse_args()
    table = Table("page", title="Weight and first paint, with an empty cache")
    for column in ("KB", "KB without gzip", "first paint, s"):
        table.add_column(column, justify="right")
    port = free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(our_command(port, Path(folder) / "page.sqlite"), port),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        home = f"http://127.0.0.1:{port}/"
        pages = [("home", home, "play-bot-other", None)]
        for game in GAMES:
            seat = take_seat(port, game)
            pages.append((game, f"{home}#/table/{seat['roomId']}", "question-bar", seat))
        for name, address, ready, seat in pages:
            found = [visit(browser, address, ready, seat) for _ in range(VISITS)]
            sent, whole, paint = (min(column) for column in zip(*found, strict=True))
            table.add_row(name, f"{sent:.0f}", f"{whole:.0f}", f"{paint:.2f}")
        browser.close()
    Console().print(table)


if __name__ == "__main__":
    main()
