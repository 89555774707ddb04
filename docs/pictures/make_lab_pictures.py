"""Make the pictures of docs/howto/use-the-lab.md from the real page.

Run it from the root of the repository: `python docs/pictures/make_lab_pictures.py`. It starts a server,
opens the lab in Chromium with a fixed encounter and seed, and writes docs/pictures/lab/*.png.
"""

from __future__ import annotations

import base64
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize, sync_playwright

FOLDER = Path(__file__).parent / "lab"
CHROMIUM = "/usr/bin/chromium"
VIEW: ViewportSize = {"width": 1440, "height": 900}
MARGIN = 12
PATIENCE_MS = 120_000

BRIDGE = """\
name: The toll bridge
sides:
  - name: Heroes
    combatants:
      - Fighter 5
      - Cleric 5
      - use: Wizard 5
        pools: {SpellSlot_1: 1, SpellSlot_3: 2}
        actions:
          - Fireball
          - {use: Bless, cost: [Action, SpellSlot 1]}
          - Scorching Ray
          - Fire Bolt
        reactions:
          - {use: Shield, cost: [Reaction, SpellSlot 1]}
  - name: Bandits
    combatants:
      - Mage
      - Bandit Captain
      - {use: Bandit, count: 4}
"""

# The picture in at most 256 colours: its palette, and the number of the colour of every pixel.
REDUCE = """async (encoded) => {
  const image = new Image();
  image.src = `data:image/png;base64,${encoded}`;
  await image.decode();
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const key = (at) => ((data[at] >> 2) << 12) | ((data[at + 1] >> 2) << 6) | (data[at + 2] >> 2);
  const seen = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const one = seen.get(key(at));
    if (one) one.times += 1;
    else seen.set(key(at), { times: 1, rgb: [data[at], data[at + 1], data[at + 2]] });
  }
  const palette = [...seen.values()].sort((one, other) => other.times - one.times).slice(0, 256);
  const nearest = ({ rgb }) => {
    let [best, least] = [0, Infinity];
    palette.forEach((one, number) => {
      const far = rgb.reduce((sum, part, index) => sum + (part - one.rgb[index]) ** 2, 0);
      if (far < least) [best, least] = [number, far];
    });
    return best;
  };
  for (const one of seen.values()) one.number = nearest(one);
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = seen.get(key(4 * at)).number;
  let text = '';
  for (let at = 0; at < pixels.length; at += 0x8000) {
    text += String.fromCharCode(...pixels.subarray(at, at + 0x8000));
  }
  return { width, height, palette: palette.flatMap((one) => one.rgb), pixels: btoa(text) };
}"""


def small_png(page: Page, png: bytes) -> bytes:
    """The picture with a palette, which is a third of the size."""
    found: dict[str, Any] = page.evaluate(REDUCE, base64.b64encode(png).decode())
    width, height = found["width"], found["height"]
    pixels = base64.b64decode(found["pixels"])
    rows = b"".join(b"\0" + pixels[row * width : (row + 1) * width] for row in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [(b"IHDR", head), (b"PLTE", bytes(found["palette"])), (b"IDAT", zlib.compress(rows, 9))]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts) + chunk(b"IEND", b"")


def link_word(text: str) -> str:
    """The word that carries an encounter in a link to the lab."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(text.encode()) + deflate.flush()
    return "1" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


class Camera:
    """Takes pictures of parts of the lab."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE_MS)
        page.clock.set_fixed_time("2026-01-01T20:00:00")
        page.add_init_script(
            "if (location.port) localStorage['turnwright.lab.run'] ??="
            """ '{"runs": 1000, "untilWidth": 0, "seed": 1}'"""
        )
        page.goto(f"{url}/?still#/lab?e={link_word(BRIDGE)}")
        self.get("unit").locator(".lab-unit-main").filter(has_text="Wizard 5").click()
        self.get("finding-potential_conflict").wait_for()
        self.get("win-figure").wait_for()
        self.get("run-start").wait_for()

    def get(self, test_id: str) -> Locator:
        """The element with this test id."""
        return self.page.get_by_test_id(test_id)

    def screen(self) -> bytes:
        """The whole window, from the top of the page."""
        self.page.evaluate("scrollTo(0, 0)")
        self.page.mouse.move(0, 0)
        return self.page.screenshot()

    def around(self, *parts: Locator, most: int = VIEW["height"]) -> bytes:
        """The smallest rectangle around some parts, with a margin; at most `most` pixels high."""
        self.page.mouse.move(0, 0)
        self.page.evaluate("document.querySelector('.lab-run').style.position = 'static'")
        y = self.page.evaluate("scrollY")
        boxes = [box for part in parts if (box := part.bounding_box())]
        left = min(box["x"] for box in boxes) - MARGIN
        top = min(box["y"] for box in boxes) + y - MARGIN
        right = max(box["x"] + box["width"] for box in boxes) + MARGIN
        low = max(box["y"] + box["height"] for box in boxes) + y + MARGIN
        clip: Any = {"x": max(0, left), "y": max(0, top), "width": right - max(0, left),
                "height": min(low - max(0, top), most)}  # fmt: skip
        return self.page.screenshot(full_page=True, clip=clip)


def sides(camera: Camera) -> bytes:
    camera.get("add-combatant").fill("goblin")
    camera.get("offer-combatant-Goblin Boss").wait_for()
    parts = camera.get("sides-panel"), camera.get("add-combatant-panel")
    picture = camera.around(*parts)
    camera.get("add-combatant").press("Escape")
    return picture


def editor(camera: Camera) -> bytes:
    """Counterspell, as the guide makes it."""
    camera.get("add-action").click()
    camera.get("offer-blank-reaction").click()
    camera.get("field-name").fill("Counterspell")
    camera.get("when-event").select_option(label="A spell is cast")
    camera.get("when-role").select_option(label="by")
    camera.get("when-who").select_option(label="an enemy")
    camera.get("when-within").fill("60")
    camera.get("add-cost").click()
    camera.get("cost-1-resource").select_option("SpellSlot")
    camera.get("cost-1-level").fill("3")
    camera.get("kind-effect[0]").select_option(label="Cancel what triggered it")
    camera.get("in-words").get_by_text("level-3 slot").wait_for()
    camera.get("can-happen").wait_for()
    camera.page.set_viewport_size({"width": VIEW["width"], "height": 1400})
    camera.get("editor-done").focus()
    camera.page.evaluate("document.querySelector('.lab-drawer-body').scrollTop = 0")
    picture = camera.around(camera.get("action-editor"), most=1200)
    camera.page.set_viewport_size(VIEW)
    camera.get("editor-done").click()
    return picture


def run_bar(camera: Camera) -> bytes:
    return camera.around(camera.get("run-bar"))


def story(camera: Camera) -> bytes:
    camera.get("story-find-who").select_option("Wizard 5")
    camera.get("story-find-fate").select_option(label="falls to 0")
    camera.get("story-find").click()
    camera.get("story-events").wait_for()
    return camera.around(camera.page.locator("#lab-story"), most=760)


def compare(camera: Camera) -> bytes:
    """Is Counterspell worth it? Against the encounter as it was opened."""
    opened = camera.get("compare-with").locator("option", has_text="As it was opened").first
    camera.get("compare-with").select_option(str(opened.get_attribute("value")))
    camera.get("compare-runs").select_option("1000")
    camera.get("compare-start").click()
    camera.get("compare-result").wait_for()
    camera.get("compare-start").wait_for()
    return camera.around(camera.page.locator("#lab-compare"), most=520)


PICTURES: dict[str, Callable[[Camera], bytes]] = {
    "overview": Camera.screen,
    "sides": sides,
    "strategy": lambda camera: camera.around(camera.get("strategy")),
    "warnings": lambda camera: camera.around(
        camera.get("findings"), camera.get("resources"), most=1100
    ),
    "run": run_bar,
    "results": lambda camera: camera.around(camera.get("results"), most=980),
    "story": story,
    "editor": editor,
    "compare": compare,
}


def pictures(page: Page, url: str) -> Iterator[tuple[str, bytes]]:
    """All pictures of the guide, by name."""
    camera = Camera(page, url)
    for name, take in PICTURES.items():
        yield name, small_png(page, take(camera))


def main() -> int:
    """Write all pictures."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "turnwright", "serve", "--port", str(port)]
        server = subprocess.Popen([*command, "--db", f"{folder}/rooms.sqlite"])
        try:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(viewport=VIEW, color_scheme="light", locale="en-GB")
            for name, png in pictures(page, f"http://127.0.0.1:{port}"):
                (FOLDER / f"{name}.png").write_bytes(png)
                print(f"{name}.png: {len(png) // 1000} kB")
            browser.close()
        finally:
            server.terminate()
            server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
