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
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(read).observe(document.body, all);
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

    # --- sides ------------------------------------------------------------------------------------

    def add(self, name: str, to: str) -> None:
        """Search for a combatant in the library and add it to a side."""
        self.page.get_by_role("button", name=f"Add to {to}", exact=True).first.click()
        self.get("add-combatant").fill(name)
        self.get("add-combatant").press("Enter")
        self.get("add-combatant").press("Escape")

    def pick(self, name: str) -> None:
        """Select a combatant."""
        self.get("unit").locator(".lab-unit-main").filter(has_text=name).first.click()

    def sides(self) -> dict[str, list[str]]:
        """Who is on which side, as the page shows it."""
        expect(self.get("unit").first).to_be_visible()
        found = self.page.locator("[data-side]").evaluate_all(
            """(all) => all.map((side) => [side.getAttribute('aria-label'),
              [...side.querySelectorAll('.lab-unit-name')].map((one) => one.innerText)])"""
        )
        return {side: [" ".join(name.split()) for name in names] for side, names in found}

    # --- strategy ---------------------------------------------------------------------------------

    def names(self, which: str) -> list[str]:
        """The names on the cards of a list, from top to bottom."""
        cards = self.get(f"list-{which}").locator("li[data-name]")
        return list(cards.evaluate_all("(all) => all.map((one) => one.dataset.name)"))

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

    # --- files ------------------------------------------------------------------------------------

    def saved(self) -> LabVisitor:
        """Wait until the browser has stored the last edit."""
        expect(self.get("lab-saved")).to_have_attribute("data-state", "saved")
        return self

    def tab_to(self, test_id: str) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(80):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement.dataset.testid") == test_id:
                break
        expect(self.get(test_id)).to_be_focused()

    def open_by_menu(self, item: str) -> None:
        """Choose from the menu "Open"."""
        self.get("lab-open").click()
        self.get(item).click()

    def share(self, item: str) -> None:
        """Choose from the menu "Share"."""
        self.get("lab-share").click()
        self.get(item).click()

    def download(self, item: str, folder: Path) -> bytes:
        """Download by the menu "Share", and return the bytes of the file."""
        with self.page.expect_download() as download:
            self.share(item)
        folder.mkdir(exist_ok=True)
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path.read_bytes()

    def drop(self, name: str, content: str) -> None:
        """Drop a file on the page."""
        self.page.evaluate(
            """([name, content]) => {
              const dataTransfer = new DataTransfer();
              dataTransfer.items.add(new File([content], name));
              const at = { dataTransfer, bubbles: true, cancelable: true };
              document.body.dispatchEvent(new DragEvent('dragover', at));
              document.body.dispatchEvent(new DragEvent('drop', at));
            }""",
            [name, content],
        )

    def paste(self, content: str) -> None:
        """Paste a text into the page, outside of any field."""
        self.page.evaluate(
            """(content) => {
              const clipboardData = new DataTransfer();
              clipboardData.setData('text/plain', content);
              const at = { clipboardData, bubbles: true };
              document.body.dispatchEvent(new ClipboardEvent('paste', at));
            }""",
            content,
        )
