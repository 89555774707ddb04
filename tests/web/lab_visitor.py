"""A person in the combat lab, for the browser tests: opens encounters, reads results, drags cards."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.web.browser_player import BrowserPlayer

LONG_MS = 60_000  # a run or a page on a busy machine
CONFLICT = "Potential Conflict: Actions require 2 Level 1 Slots, but only 1 is available."

# Keep every estimate that the run bar shows.
WATCH_ESTIMATES = """() => {
  window.seenEstimates = [];
  const read = () => {
    const shown = document.querySelector('[data-testid="run-estimate"]')?.textContent ?? '';
    if (shown && shown !== window.seenEstimates.at(-1)) window.seenEstimates.push(shown);
  };
  read();
  new MutationObserver(read).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def link_word(text: str) -> str:
    """The word that carries an encounter in a link, as the page's `pack` makes it."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(text.encode()) + deflate.flush()
    return "1" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


class LabVisitor:
    """What a person does in the lab, with the words of the page where it has some."""

    def __init__(self, player: BrowserPlayer, page: Page | None = None) -> None:
        self.player = player
        self.page = page or player.page

    def settings(self, runs: int = 200, seed: int = 1) -> LabVisitor:
        """Come with these run settings from an earlier visit."""
        stored = json.dumps(json.dumps({"runs": runs, "untilWidth": 0, "seed": seed}))
        self.page.add_init_script(
            f"if (location.port) localStorage['turnwright.lab.run'] ??= {stored}"
        )
        return self

    def open(self, text: str = "") -> LabVisitor:
        """Open the lab: with an encounter as if a friend had sent a link, or as it was left."""
        address = f"lab?e={link_word(text)}" if text else "lab"
        self.page.goto(f"{self.player.url}/?still#/{address}")
        return self.is_ready()

    def is_ready(self) -> LabVisitor:
        """Wait until the encounter is on screen."""
        expect(self.get("run-bar")).to_be_visible(timeout=LONG_MS)
        expect(self.page.locator(".lab-columns")).to_be_attached(timeout=LONG_MS)
        return self

    def get(self, test_id: str) -> Locator:
        """The element with this test id."""
        return self.page.get_by_test_id(test_id)

    # --- running ----------------------------------------------------------------------------------

    def ran(self) -> LabVisitor:
        """Wait for the run that is going on, or that starts by itself."""
        expect(self.get("win-figure")).to_be_attached(timeout=LONG_MS)
        expect(self.get("run-start")).to_be_visible(timeout=LONG_MS)
        return self

    def run(self) -> LabVisitor:
        """Run with the settings of the page, and wait for the result."""
        self.get("run-start").click()
        return self.ran()

    def half_width(self) -> float:
        """Half of the interval's width on screen, in points."""
        return float(re.findall(r"± ([\d.]+)", self.get("run-estimate").inner_text())[0])

    # --- strategy ---------------------------------------------------------------------------------

    def names(self, which: str) -> list[str]:
        """The names on the cards of a list, from top to bottom."""
        cards = self.get(f"list-{which}").locator("li[data-name]")
        return cards.evaluate_all("(all) => all.map((one) => one.dataset.name)")

    def expect_order(self, which: str, *names: str) -> None:
        """Wait until a list shows these cards in this order."""
        shown = self.get(f"list-{which}").locator("li[data-name]")
        expect(shown).to_have_count(len(names))
        for place, name in enumerate(names):
            expect(shown.nth(place)).to_have_attribute("data-name", name)

    def drag(self, card: str, onto: str) -> None:
        """Drag a card with the mouse to the place of another card."""
        grip = self.get(card).locator("[data-grip]")
        self.get(card).scroll_into_view_if_needed()
        start, end = grip.bounding_box(), self.get(onto).bounding_box()
        assert start is not None
        assert end is not None
        mouse = self.page.mouse
        x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
        mouse.move(x, y)
        mouse.down()
        mouse.move(x, y - 10, steps=2)
        mouse.move(x, end["y"] + (4 if end["y"] < y else end["height"] - 4), steps=6)
        mouse.up()

    def edited(self, name: str) -> None:
        """Rename the open action."""
        self.get("field-name").fill(name)
        self.get("field-name").press("Tab")

    # --- files ------------------------------------------------------------------------------------

    def saved(self) -> LabVisitor:
        """Wait until the browser has stored the last edit."""
        expect(self.get("lab-saved")).to_have_attribute("data-state", "saved")
        return self

    def share(self, item: str) -> None:
        """Choose from the menu "Share"."""
        self.get("lab-share").click()
        self.get(item).click()

    def download(self, item: str, folder: Path) -> bytes:
        """Download by the menu "Share", and return the bytes of the file."""
        with self.page.expect_download() as download:
            self.share(item)
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path.read_bytes()
