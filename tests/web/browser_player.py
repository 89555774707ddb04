"""A player with a browser of their own, for the tests of the web page.

A `BrowserPlayer` acts only through the page: it reads what the page offers and clicks it. It also keeps
the messages of its socket, for tests to compare with; it never acts on them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from turnwright.client.state_patches import StatePatches

TIMEOUT_MS = 45_000
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=TIMEOUT_MS)

# --- scripts that run in the page -----------------------------------------------------------------

# What changes when the page shows something new: question, picks, menu, version of the state.
FINGERPRINT = """() => JSON.stringify([
  document.querySelector('[data-testid="question-bar"]').dataset.kind,
  document.querySelector('.question-text').innerText,
  document.querySelector('[data-testid="table"]').dataset.version,
  document.querySelector('[data-testid="card-menu"]') !== null,
  [...document.querySelectorAll('.is-picked')].map((one) => one.dataset.testid),
])"""

# What the page offers now. A state and its prompt are two messages, so the script waits for two frames
# and does not read the page between them.
PAGE_STATE = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame(); await frame();
  const one = (id) => document.querySelector(`[data-testid="${id}"]`);
  const ids = (found) => [...found].filter((e) => !e.disabled).map((e) => e.dataset.testid);
  const bar = one('question-bar');
  if (!bar) return { kind: 'none' };
  const cards = [...document.querySelectorAll('.board [data-mark]')].map(
    (e) => ({ id: e.dataset.testid, mark: e.dataset.mark,
      label: e.ariaLabel ?? e.querySelector('.sr-only')?.textContent }));
  const dialog = one('prompt-dialog');
  const menu = one('card-menu');
  return {
    fingerprint: (FINGERPRINT)(), kind: bar.dataset.kind,
    text: bar.querySelector('.question-text').innerText,
    version: Number(one('table').dataset.version), turn: Number(one('turn-counter')?.textContent ?? 0),
    phase: document.querySelector('.phase.is-now')?.dataset.testid ?? '',
    isActing: one('seat-self')?.classList.contains('is-acting') ?? bar.dataset.kind !== 'wait',
    isOver: Boolean(one('game-over') || one('rematch')),
    buttons: ids(bar.querySelectorAll('.question-options button')),
    menu: menu ? ids(menu.querySelectorAll('button')) : null,
    list: dialog ? ids(dialog.querySelectorAll('[data-testid^="candidate-"]')) : null,
    footer: dialog ? ids(dialog.querySelectorAll('footer button')) : [],
    cards, toasts: [...document.querySelectorAll('.toast-warning')].map((e) => e.innerText),
  };
}""".replace("FINGERPRINT", FINGERPRINT)

# Does the page differ from an earlier fingerprint?
CHANGED = """(before) => {
  const bar = document.querySelector('[data-testid="question-bar"]');
  if (bar?.getAttribute('aria-busy') !== 'false') return false;
  return (FINGERPRINT)() !== before || document.querySelector('.toast-warning') !== null;
}""".replace("FINGERPRINT", FINGERPRINT)

# Must this player answer, or is the game over, at this version or a later one?
ASKED = """(version) => {
  const one = (id) => document.querySelector(`[data-testid="${id}"]`);
  const bar = one('question-bar');
  if (!bar || Number(one('table').dataset.version) < version) return false;
  return bar.dataset.kind !== 'wait' || Boolean(one('game-over') || one('rematch'));
}"""


# Store seats as the page does. Seats that the page has stored already are kept.
SAVE_SEATS = """if (location.port) {
  const stored = JSON.parse(localStorage['turnwright.seats'] ?? '{}');
  localStorage['turnwright.seats'] = JSON.stringify({ ...SEATS, ...stored });
}"""


# Keep the texts of the numbers and words that rise, and note the arrows.
OBSERVE = """() => {
  window.shown = [];
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
    const name = node.className?.baseVal ?? node.className ?? '';
    if (/^float/.test(name)) window.shown.push(node.textContent);
    if (name === 'event-arrow') window.shown.push('arrow');
  }))).observe(document.body, { childList: true });
}"""


class BrowserPlayer:
    """A player with a browser context. Page errors, warnings and foreign requests are collected."""

    def __init__(self, browser: Browser, url: str, name: str = "", **context: Any) -> None:
        context.setdefault("viewport", {"width": 1280, "height": 900})
        self.url, self.name = url, name
        self.context = browser.new_context(**context)
        self.context.set_default_timeout(TIMEOUT_MS)
        self.faults: list[str] = []
        self.allowed: list[str] = []
        self.received: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.patch_count = 0
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
        patches = StatePatches()
        found.on("framereceived", lambda text: self._on_frame(patches, text))
        found.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def _on_frame(self, patches: StatePatches, text: str) -> None:
        """Keep a message; a patch as the state that it leads to."""
        whole = patches.resolve(text.encode())
        self.patch_count += text.startswith('{"type":"state_patch"')
        if whole is not None:
            self.received.append(json.loads(whole))

    def allow_fault(self, pattern: str) -> None:
        """Ignore faults that match a pattern, because the test causes them."""
        self.allowed.append(pattern)

    def close(self) -> list[str]:
        """Close the browser context and return the faults that were not allowed."""
        self.context.close()
        return [f for f in self.faults if not any(re.search(p, f) for p in self.allowed)]

    # --- opening pages ----------------------------------------------------------------------------

    def open(self, address: str = "") -> BrowserPlayer:
        """Open a page without animation: '' is the lobby, 'watch/ROOM' a room."""
        self.page.goto(f"{self.url}/?still#/{address}")
        if self.name and not address:
            self.get("player-name").fill(self.name)
        return self

    def take_seat(self, seat: dict[str, Any], is_ready: bool = True) -> BrowserPlayer:
        """Open the room of a seat that was taken over HTTP, as if this browser had taken it."""
        kept = {seat["roomId"]: {"token": seat["token"], "code": seat.get("code", "")}}
        self.page.goto("about:blank")  # so that the page is loaded again and finds the seat
        self.page.add_init_script(SAVE_SEATS.replace("SEATS", json.dumps(kept)))
        self.open(f"table/{seat['roomId']}")
        if is_ready:
            self.get("ready").click()
        return self

    def move_again(self) -> BrowserPlayer:
        """Load the page again with animation, and keep what rises from the board."""
        self.page.goto(self.page.url.replace("?still", ""))
        self.get("table").wait_for()
        self.page.evaluate(OBSERVE)
        return self

    def wait_for_shown(self, *texts: str) -> None:
        """Wait until all these texts, or an `arrow`, have risen or been drawn."""
        self.page.wait_for_function(
            "(texts) => texts.every((one) => shown.includes(one))", arg=texts
        )

    # --- reading the page -------------------------------------------------------------------------

    def get(self, test_id: str) -> Locator:
        """The element with this test id."""
        return self.page.get_by_test_id(test_id)

    def all(self, pattern: str) -> Locator:
        """All elements whose test id matches a pattern."""
        return self.page.get_by_test_id(re.compile(pattern))

    @property
    def room(self) -> str:
        """The room id in the address."""
        found = re.search(r"#/\w+/([^?]+)", self.page.url)
        assert found is not None, self.page.url
        return found[1]

    def page_state(self) -> dict[str, Any]:
        """What the page shows and offers now."""
        return dict(self.page.evaluate(PAGE_STATE))

    def wait_for_question(self, version: int = 0) -> None:
        """Wait until this player must answer or the game is over."""
        self.page.wait_for_function(ASKED, arg=version)

    def wait_for_version(self, version: int) -> None:
        """Wait until the page shows this version of the state or a later one."""
        self.page.wait_for_function(
            "(version) => document.querySelector('[data-testid=table]')?.dataset.version >= version",
            arg=version,
        )

    def wait_for_change(self, before: dict[str, Any]) -> None:
        """Wait until the page differs from an earlier page state."""
        self.page.wait_for_function(CHANGED, arg=before["fingerprint"])

    # --- messages of the socket -------------------------------------------------------------------

    def messages(self, type: str) -> list[dict[str, Any]]:
        """The received messages of one type."""
        return [message for message in self.received if message["type"] == type]

    @property
    def states(self) -> list[dict[str, Any]]:
        """The received states."""
        return [message["state"] for message in self.messages("state_update")]

    @property
    def prompt_id(self) -> str:
        """The id of the last prompt."""
        return str(self.messages("prompt_request")[-1]["prompt"]["promptId"])


Choose = Callable[[BrowserPlayer, dict[str, Any]], str]


def play(
    players: Iterable[BrowserPlayer],
    choose: Choose,
    after: Callable[[BrowserPlayer, dict[str, Any]], object] = lambda player, state: None,
    max_clicks: int = 400,
) -> int:
    """Let the players click until the game is over or `after` returns a true value.

    `choose` returns the test id to click. Return the number of clicks.
    """
    everyone = list(players)
    mover, clicks = everyone[0], 0
    mover.wait_for_question()
    state = mover.page_state()
    while not state["isOver"]:
        if state["kind"] == "wait":
            if not state["isActing"]:
                mover = next((player for player in everyone if player is not mover), mover)
            mover.wait_for_question(state["version"])
        else:
            assert clicks < max_clicks, f"The game is not over after {max_clicks} clicks."
            chosen = mover.get(choose(mover, state)).last
            mover.page.mouse.move(1, 1)  # away from the cards, which move when they are hovered
            try:
                chosen.click(timeout=TIMEOUT_MS / 3)
            except PlaywrightTimeout:
                before, state = state, mover.page_state()
                if state["fingerprint"] == before["fingerprint"]:
                    raise
                continue  # the page changed between reading and clicking: read it again
            clicks += 1
            mover.wait_for_change(state)
        state = mover.page_state()
        if after(mover, state):
            break
    return clicks
