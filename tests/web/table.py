"""A table for the tests of the page: a real server process, guests with a browser, and what they do.

A `Guest` acts only through the page: it looks what is offered there and clicks it. What came over its
socket is written down beside it, to compare with, never to act on.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

ROOT = Path(__file__).parent.parent.parent
SHORTLY = 15_000  # milliseconds, for whatever should happen at once
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=SHORTLY)


# --- the server -----------------------------------------------------------------------------------


class Server:
    """`turnwright serve` on a port of its own, with its database in a folder."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder, self.arguments = folder, arguments
        self.log = folder / "server.log"
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it; after a stop on the same port and the same database."""
        for _ in range(5):  # somebody else may have taken the port meanwhile
            port = self.port or free_port()
            command = [
                sys.executable, "-m", "turnwright", "serve", "--port", str(port),
                "--db", str(self.folder / "rooms.sqlite"), "--bot-delay", "0", *self.arguments,
            ]  # fmt: skip
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
            if self._is_up(port):
                self.port = port
                return
        raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")

    def _is_up(self, port: int) -> bool:
        until = time.monotonic() + 30
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=1):
                    return self.process.poll() is None
            except OSError:
                time.sleep(0.02)  # there is nothing that would tell us when it listens
        self.stop()
        return False

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=20)

    def kill(self) -> None:
        """As when the power fails."""
        self.process.kill()
        self.process.wait(timeout=20)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, body: Any = None) -> Any:
        """An HTTP request that must succeed: POST if it has a body."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            data = None if body is None else json.dumps(body)
            connection.request("GET" if data is None else "POST", path, data)
            answer = connection.getresponse()
            found = json.loads(answer.read())
            assert answer.status < 300, found
            return found
        finally:
            connection.close()

    def seats(self, game: str, *names: str, **how: Any) -> list[dict[str, Any]]:
        """A new room with a seat for each of these, the first of whom begins."""
        first = self.ask("/api/rooms", {"game": game, "name": names[0], "coinFlip": False, **how})
        path = f"/api/rooms/{first['roomId']}/join"
        others = [self.ask(path, {"name": name, "code": first["code"]}) for name in names[1:]]
        return [first, *others]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --- guests ---------------------------------------------------------------------------------------

# What one would notice: the question, what is chosen, the menu, the version of the state.
SIGN = """() => JSON.stringify([
  document.querySelector('[data-testid="question-bar"]').dataset.kind,
  document.querySelector('.question-text').innerText,
  document.querySelector('[data-testid="table"]').dataset.version,
  document.querySelector('[data-testid="card-menu"]') !== null,
  [...document.querySelectorAll('.is-picked')].map((one) => one.dataset.testid),
])"""

# What the page offers now. A state and the prompt that follows it are two messages: the look waits for
# two pictures, so that it does not fall between them.
LOOK = """async () => {
  const picture = () => new Promise((done) => requestAnimationFrame(done));
  await picture(); await picture();
  const one = (id) => document.querySelector(`[data-testid="${id}"]`);
  const ids = (found) => [...found].filter((e) => !e.disabled).map((e) => e.dataset.testid);
  const bar = one('question-bar');
  if (!bar) return { kind: 'none' };
  const cards = [...document.querySelectorAll('.board [data-mark]')].map(
    (e) => ({ id: e.dataset.testid, mark: e.dataset.mark, label: e.getAttribute('aria-label') }));
  const dialog = one('prompt-dialog');
  const menu = one('card-menu');
  return {
    sign: (SIGN)(), kind: bar.dataset.kind,
    text: bar.querySelector('.question-text').innerText,
    version: Number(one('table').dataset.version), turn: Number(one('turn-counter')?.textContent ?? 0),
    phase: document.querySelector('.phase.is-now')?.dataset.testid ?? '',
    isActing: one('seat-self').classList.contains('is-acting'),
    isOver: Boolean(one('game-over') || one('rematch')),
    buttons: ids(bar.querySelectorAll('.question-options button')),
    menu: menu ? ids(menu.querySelectorAll('button')) : null,
    list: dialog ? ids(dialog.querySelectorAll('[data-testid^="candidate-"]')) : null,
    foot: dialog ? ids(dialog.querySelectorAll('footer button')) : [],
    cards, toasts: [...document.querySelectorAll('.toast-warning')].map((e) => e.innerText),
  };
}""".replace("SIGN", SIGN)

# Does the page show anything else than it did?
CHANGED = """(before) => {
  const bar = document.querySelector('[data-testid="question-bar"]');
  if (bar?.getAttribute('aria-busy') !== 'false') return false;
  return (SIGN)() !== before || document.querySelector('.toast-warning') !== null;
}""".replace("SIGN", SIGN)

# Is it this one's go, or all over, at a version that is at least this?
ASKED = """(version) => {
  const one = (id) => document.querySelector(`[data-testid="${id}"]`);
  const bar = one('question-bar');
  if (!bar || Number(one('table').dataset.version) < version) return false;
  return bar.dataset.kind !== 'wait' || Boolean(one('game-over') || one('rematch'));
}"""


# Remember seats, as a page does that has taken them; those it knows already it knows better.
KEEP = """if (location.port) {
  const known = JSON.parse(localStorage['turnwright.seats'] ?? '{}');
  localStorage['turnwright.seats'] = JSON.stringify({ ...KEPT, ...known });
}"""


class Guest:
    """Somebody with a browser of their own, and everything that must not happen in it."""

    def __init__(self, browser: Browser, url: str, name: str = "", **how: Any) -> None:
        how.setdefault("viewport", {"width": 1280, "height": 900})
        self.url, self.name = url, name
        self.context = browser.new_context(**how)
        self.context.set_default_timeout(SHORTLY)
        self.faults: list[str] = []
        self.allowed: list[str] = []
        self.heard: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []
        self.page = self.context.new_page()
        self._watch(self.page)

    def _watch(self, page: Page) -> None:
        page.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => "
            "console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`))"
        )
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("console", self._on_console)
        page.on("request", lambda request: self._on_address(request.url))
        page.on("websocket", self._on_socket)

    def _on_console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text}")

    def _on_address(self, address: str) -> None:
        own = (f"{self.url}/", f"{self.url.replace('http', 'ws')}/", "data:", "blob:")
        if not address.startswith(own):
            self.faults.append(f"request to {address}")

    def _on_socket(self, found: Any) -> None:
        self._on_address(found.url)
        found.on("framereceived", lambda text: self.heard.append(json.loads(text)))
        found.on("framesent", lambda text: self.said.append(json.loads(text)))

    def allow(self, pattern: str) -> None:
        """Faults that this test brings about itself."""
        self.allowed.append(pattern)

    def close(self) -> list[str]:
        """Leave; the value is what went wrong in this browser."""
        self.context.close()
        return [f for f in self.faults if not any(re.search(p, f) for p in self.allowed)]

    # --- ways in ----------------------------------------------------------------------------------

    def open(self, address: str = "") -> Guest:
        """Go to a page, without motion: '' is home, 'watch/ROOM' a room."""
        self.page.goto(f"{self.url}/?still#/{address}")
        if self.name and not address:
            self.get("player-name").fill(self.name)
        return self

    def sit(self, seat: dict[str, Any], is_ready: bool = True) -> Guest:
        """Take a seat that was booked, as the browser that booked it would."""
        kept = {seat["roomId"]: {"token": seat["token"], "code": seat.get("code", "")}}
        self.page.goto("about:blank")  # so that the page is read anew, and finds the seat
        self.page.add_init_script(KEEP.replace("KEPT", json.dumps(kept)))
        self.open(f"table/{seat['roomId']}")
        if is_ready:
            self.get("ready").click()
        return self

    # --- looking ----------------------------------------------------------------------------------

    def get(self, test_id: str) -> Locator:
        return self.page.get_by_test_id(test_id)

    def all(self, pattern: str) -> Locator:
        """Everything whose test id fits."""
        return self.page.get_by_test_id(re.compile(pattern))

    @property
    def room(self) -> str:
        """Where the address says that we are."""
        found = re.search(r"#/\w+/([^?]+)", self.page.url)
        assert found is not None, self.page.url
        return found[1]

    def look(self) -> dict[str, Any]:
        return dict(self.page.evaluate(LOOK))

    def await_question(self, version: int = 0) -> None:
        """Until something is asked of this one, or all is over."""
        self.page.wait_for_function(ASKED, arg=version)

    def await_version(self, version: int) -> None:
        """Until the page shows this version of the state, or a later one."""
        self.page.wait_for_function(
            "(version) => document.querySelector('[data-testid=table]')?.dataset.version >= version",
            arg=version,
        )

    def await_change(self, before: dict[str, Any]) -> None:
        """Until the page shows something else than it did."""
        self.page.wait_for_function(CHANGED, arg=before["sign"])

    # --- what came over the socket ----------------------------------------------------------------

    def of(self, type: str) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["type"] == type]

    @property
    def states(self) -> list[dict[str, Any]]:
        return [message["state"] for message in self.of("state_update")]

    @property
    def prompt_id(self) -> str:
        """The prompt that was sent last."""
        return str(self.of("prompt_request")[-1]["prompt"]["promptId"])


Choose = Callable[[Guest, dict[str, Any]], str]


def play(
    guests: Iterable[Guest],
    choose: Choose,
    after: Callable[[Guest, dict[str, Any]], object] = lambda guest, look: None,
    most: int = 400,
) -> int:
    """Let those who are asked do one thing after the other, until it is over or `after` says stop.

    `choose` gives the test id of what is clicked. The value is how many clicks it took.
    """
    people = list(guests)
    mover, clicks = people[0], 0
    mover.await_question()
    look = mover.look()
    while not look["isOver"]:
        if look["kind"] == "wait":
            if not look["isActing"]:
                mover = next((guest for guest in people if guest is not mover), mover)
            mover.await_question(look["version"])
        else:
            assert clicks < most, f"It is still not over after {most} clicks."
            chosen = mover.get(choose(mover, look)).last
            mover.page.mouse.move(1, 1)  # off the cards, which move a little under the mouse
            try:
                chosen.click(timeout=SHORTLY / 3)
            except TooLate:
                before, look = look, mover.look()
                if look["sign"] == before["sign"]:
                    raise
                continue  # the page went on between the look and the click: look again
            clicks += 1
            mover.await_change(look)
        look = mover.look()
        if after(mover, look):
            break
    return clicks
