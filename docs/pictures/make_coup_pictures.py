"""Make the pictures of docs/howto/from-an-idea-to-the-browser.md from the real pages.

Run it from the root of the repository: `python docs/pictures/make_coup_pictures.py`. It writes the game
of the guide into a folder, opens it in the workbench and on a server, and writes
docs/pictures/coup/*.png.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

from make_lab_pictures import CHROMIUM, PATIENCE_MS, VIEW, small_png
from playwright.sync_api import Locator, Page, sync_playwright

from turnwright.client import sync

HERE = Path(__file__).parent
FOLDER = HERE / "coup"
GUIDE = HERE.parent / "howto" / "from-an-idea-to-the-browser.md"
PICTURES = ("table", "workbench", "error")
MISTAKE = ('"tax": 3}', '"taxes": 3}')
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FILE_NAME = re.compile(r"(?:#|//|/\*) (\S+\.(?:py|js|css))\b")
SAVE_SEATS = "if (location.port) localStorage['turnwright.seats'] = JSON.stringify(SEATS)"


def guide_blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the language, the file and the code of every block. A block that does not name a file in
    its first line goes on with the file of the block before; commands have no file."""
    name = ""
    for language, code in BLOCK.findall(text):
        found = FILE_NAME.match(code)
        name = found[1] if found else name
        yield language, "" if language == "console" else name, code


def write_game(folder: Path) -> None:
    """Make the folder `coup` with all files of the guide."""
    subprocess.run([sys.executable, "-m", "turnwright", "new", "coup"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    files: dict[str, list[str]] = {}
    for _, name, code in guide_blocks(GUIDE.read_text("utf-8")):
        if name:
            files.setdefault(name, []).append(code)
    for name, parts in files.items():
        (folder / "coup" / name).write_text("\n\n".join(parts), "utf-8")


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[str]:
    """Run a command of turnwright that serves pages, and yield their address."""
    command = [sys.executable, "-m", "turnwright", *arguments, "--port", "0"]
    with subprocess.Popen(
        command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        try:
            words = process.stdout.readline().split()
            address = next(word for word in words if word.startswith("http")).rstrip("/")
            wait_for(int(address.rpartition(":")[2]))
            yield address
        finally:
            process.terminate()


def wait_for(port: int) -> None:
    """Wait until a server accepts connections."""
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)


class Bench:
    """The workbench with a match that is played by clicking on its buttons."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{url}/?still")
        self.get("timeline").wait_for()

    def get(self, test_id: str) -> Locator:
        """The element with this test id."""
        return self.page.get_by_test_id(test_id)

    def play(self, *labels: str) -> None:
        """Click these choices one after the other."""
        for label in labels:
            before = self.get("position").inner_text()
            dialog = self.get("prompt-dialog")
            bar = dialog if dialog.count() else self.get("question-bar")
            bar.get_by_role("button", name=label).first.click()
            if (confirm := self.get("prompt-confirm")).count():
                confirm.first.click()
            self.page.wait_for_function(
                "(before) => document.querySelector('[data-testid=position]').innerText !== before",
                arg=before,
            )

    def go_to(self, position: int) -> None:
        """Show the position after so many inputs of the main line."""
        self.get(f"input-a-{position}").click()
        place = f"[data-testid=timeline][data-line=a][data-position='{position}']"
        self.page.locator(place).wait_for()

    def screen(self) -> bytes:
        """The whole window."""
        self.page.mouse.move(0, 0)
        return self.page.screenshot()


def workbench(page: Page, folder: Path) -> Iterator[tuple[str, bytes]]:
    """A match with a branch, and then a rule that fails."""
    arguments = ("dev", "coup/game.py", "--no-browser", "--seed", "417", "--seats", "3")
    with running(folder / "coup", *arguments) as url:
        bench = Bench(page, url)
        bench.play("Tax", "Allow", "Allow", "Income", "Foreign aid", "Allow", "Allow")
        bench.play("Assassinate Ben", "Allow", "Allow", "Block", "Allow", "Allow", "Tax")
        bench.go_to(7)
        bench.play("Steal from Cleo", "Allow", "Allow", "Allow")
        bench.go_to(11)
        yield "workbench", bench.screen()
        rules = folder / "coup" / "coup" / "game.py"
        right = rules.read_text("utf-8")
        rules.write_text(right.replace(*MISTAKE), "utf-8")
        bench.get("failure").wait_for()
        page.emulate_media(color_scheme="dark")
        yield "error", bench.screen()
        rules.write_text(right, "utf-8")
        bench.get("failure").wait_for(state="detached")
        page.emulate_media(color_scheme="light")


def hosted_table(page: Page, folder: Path) -> bytes:
    """Ada's table on a server, when Ben steals from her and Cleo has not objected."""
    arguments = ("serve", "--game", "coup/game.py", "--db", "rooms.sqlite", "--lab-workers", "0")
    with running(folder / "coup", *arguments) as url, ExitStack() as stack:
        lobby = sync.Lobby(url)
        wanted = {"game": "coup", "name": "Ada", "seats": 3, "coinFlip": False}  # Ada begins
        with urlopen(Request(f"{url}/api/rooms", json.dumps(wanted).encode())) as answer:
            ada = json.load(answer)
        room = ada["roomId"]
        page.goto("about:blank")  # so that the page is loaded again and finds the seat
        seats = {room: {"token": ada["token"], "code": ""}}
        page.add_init_script(SAVE_SEATS.replace("SEATS", json.dumps(seats)))
        page.goto(f"{url}/?still#/table/{room}")
        ben, cleo = (
            stack.enter_context(sync.connect(url, room, token=lobby.join(room, name).token))
            for name in ("Ben", "Cleo")
        )
        ben.ready()
        cleo.ready()
        page.get_by_test_id("ready").click()
        page.get_by_test_id("question-bar").get_by_role("button", name="Income").click()
        choose(ben, "Steal from Ada as the Captain")
        choose(cleo, "Allow")
        page.get_by_test_id("question-bar").get_by_role("button", name="Challenge").wait_for()
        page.mouse.move(0, 0)
        return page.screenshot()


def choose(player: sync.SyncClient, label: str) -> None:
    """Wait until a player is asked, and choose the option with this label."""
    player.until(lambda client: client.prompt is not None)
    assert player.prompt is not None
    player.answer(next(option for option in player.prompt.options if option.label == label))


def pictures(page: Page, folder: Path) -> Iterator[tuple[str, bytes]]:
    """All pictures of the guide, by name."""
    write_game(folder)
    for name, png in workbench(page, folder):
        yield name, small_png(page, png)
    yield "table", small_png(page, hosted_table(page, folder))


def main() -> int:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=VIEW, color_scheme="light", locale="en-GB")
        for name, png in pictures(page, Path(folder)):
            (FOLDER / f"{name}.png").write_bytes(png)
            print(f"{name}.png: {len(png) // 1000} kB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
