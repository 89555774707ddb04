"""Duel between two browsers with a spectator: every kind of prompt, and no leaked secrets."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from playwright.sync_api import expect

from tests.web.browser_player import PHONE, BrowserPlayer, play
from tests.web.conftest import DUEL_WITH_CHOSEN_DRAWS, OpenBrowser
from tests.web.server_process import Server
from turnwright.games.duel.game import LIBRARY

# No card is in both decks. Ann attacks and chooses targets; Ben has monsters and responses.
ANN = ["Ember Lancer", "Kiln Caller", "Flicker Duelist", "Muster Captain", "Thornroot Boar",
       "Ash Banner", "Furnace Heart", "Flare Bolt", "Supply Cart", "Mutual Ruin"]  # fmt: skip
BEN = ["Fog Heron", "Seedmother", "Echo Shell", "Tidepool Reader", "Pearl Diver", "Turned Blade",
       "Ashen Wall", "Treacherous Shoals", "Rising Water", "Sealed Soundings"]  # fmt: skip
FIRST = [
    ["Supply Cart", "Flicker Duelist", "Ember Lancer", "Mutual Ruin", "Ember Lancer",
     "Mutual Ruin", "Kiln Caller", "Mutual Ruin", "Muster Captain", "Thornroot Boar"],
    ["Seedmother", "Turned Blade", "Sealed Soundings", "Echo Shell", "Echo Shell", "Fog Heron",
     "Echo Shell", "Rising Water", "Rising Water", "Fog Heron"],
]  # fmt: skip
DECKS = [{name: 3 for name in deck} for deck in (ANN, BEN)]
OPTIONS = {"decks": DECKS, "draws": FIRST}
WANTED = {"menu", "board", "dialog", "response", "yes or no", "attack target"}
USEFUL = {
    "Ann": re.compile(r"\b(Summon |Attack (?!directly)|Play (?!Mutual))|Use Kiln Caller"),
    "Ann at the end": re.compile(r"\b(Summon |Attack |Play Mutual)"),
    "Ben": re.compile(r"\b(Summon|Play|Set Turned) "),
    "Ben at the end": re.compile(r"$^"),
}
NAMES = [name for name, spec in LIBRARY.items() if not spec.is_token]


def kind_of(shown: dict[str, Any]) -> str:
    """Name the kind of question that the page shows."""
    if shown["kind"] in ("wait", "move", "menu", "order"):
        return str(shown["kind"])
    if shown["kind"] == "target":
        return "attack target"
    if "Respond" in shown["text"]:
        return "response" if candidates(shown) else "pass"
    if shown["list"] is not None:
        return "dialog"
    return "yes or no" if "candidate-yes" in shown["buttons"] else "board"


def candidates(shown: dict[str, Any]) -> list[str]:
    """The test ids of the candidates: in the list, on the board, or among the buttons."""
    if shown["list"] is not None:
        return list(shown["list"])
    on_board = [card["id"] for card in shown["cards"] if card["mark"] == "target"]
    return on_board + [name for name in shown["buttons"] if name.startswith("candidate-")]


def try_setting(player: BrowserPlayer) -> None:
    """Choose in which response windows to be asked; the server keeps the choice."""
    setting = player.get("response-setting")
    expect(setting).to_have_value("others")
    for mode in ("always", "others"):
        setting.select_option(mode)
        player.page.wait_for_function(
            "mode => document.querySelector('[data-testid=response-setting]').dataset.mode === mode",
            arg=mode,
        )


class Duelist:
    """Choose a useful action of the page at random.

    Once every wanted kind of prompt was answered, Ann plays to win and Ben does nothing.
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seen_kinds: set[str] = set()
        self.has_tried_setting = False

    @property
    def has_seen_all(self) -> bool:
        return self.seen_kinds >= WANTED

    def __call__(self, player: BrowserPlayer, shown: dict[str, Any]) -> str:
        assert not shown["toasts"], shown["toasts"]
        kind = kind_of(shown)
        if kind in ("pass", "response") and not self.has_tried_setting:
            self.has_tried_setting = True
            try_setting(player)
        chosen = self._choose(player.name, kind, shown)
        self.seen_kinds.add(kind)
        return chosen

    def _choose(self, name: str, kind: str, shown: dict[str, Any]) -> str:
        if kind == "move":
            return self._move(name, shown)
        if kind == "menu":
            order = ["attack", "activate", "normal_summon", "set_card"]
            return next(f"option-{move}" for move in order if f"option-{move}" in shown["menu"])
        if kind == "yes or no":
            return "candidate-yes"
        if kind == "pass" or (kind == "response" and self.has_seen_all):
            return "prompt-cancel"
        return self.rng.choice(candidates(shown))

    def _move(self, name: str, shown: dict[str, Any]) -> str:
        useful = USEFUL[f"{name} at the end" if self.has_seen_all else name]
        able = [card for card in shown["cards"] if card["mark"] == "able"]
        cards = [card["id"] for card in able if useful.search(card["label"])]
        if cards:
            return str(self.rng.choice(cards))
        can_attack = name == "Ann" and "option-to_battle" in shown["buttons"]
        return "option-to_battle" if can_attack else "option-end_turn"


# --- what a spectator may see ---------------------------------------------------------------------

SEEN = """() => [Number(document.querySelector('[data-testid="table"]').dataset.version),
  document.documentElement.outerHTML]"""
OPEN = ("field", "spellTrap", "graveyard", "banished", "fieldSpell")


def open_names(state: dict[str, Any]) -> set[str]:
    """The names of the cards that are visible to everybody."""
    found = {link["name"].partition(":")[0] for link in state["table"]["chain"]}
    for player in state["players"].values():
        for zone in OPEN:
            cards = player[zone] or []
            for card in cards if isinstance(cards, list) else [cards]:
                if card["face_up"]:
                    found.add(card["kind"])
    return found


def mentioned(text: str) -> set[str]:
    return {name for name in NAMES if name in text}


class Secrets:
    """Check a spectator against the public cards of each version, taken from the players' states."""

    def __init__(self, *players: BrowserPlayer) -> None:
        self.players = players

    def open_until(self, version: int) -> set[str]:
        states = [state for player in self.players for state in player.states]
        return set().union(*(open_names(s) for s in states if s["stateVersion"] <= version))

    def check_page(self, watcher: BrowserPlayer) -> None:
        """The spectator's page names no card that was not public yet."""
        version, text = watcher.page.evaluate(SEEN)
        for player in self.players:
            player.wait_for_version(version)
        leaks = mentioned(text) - self.open_until(version)
        assert not leaks, leaks

    def check_frames(self, watcher: BrowserPlayer) -> None:
        """The spectator's messages name no card that was not public yet."""
        version = 0
        for message in watcher.received:
            assert message["type"] != "prompt_request"
            if message["type"] == "state_update":
                version = message["state"]["stateVersion"]
                self._check_state(message["state"])
            leaks = mentioned(json.dumps(message)) - self.open_until(version)
            assert not leaks, (leaks, message)

    def _check_state(self, state: dict[str, Any]) -> None:
        assert state["options"] == []
        for player in state["players"].values():
            assert player["hand"].keys() == {"count"}
            assert player["deck"].keys() == {"count"}
            for card in [*player["field"], *player["spellTrap"]]:
                if not card["face_up"]:
                    assert not card.keys() & {"kind", "name", "atk", "def", "level"}, card


# --- tests ----------------------------------------------------------------------------------------


def test_a_whole_duel_with_a_reload_a_rematch_and_a_spectator(
    server: Server, open_browser: OpenBrowser
) -> None:
    seats = server.seats("duel", "Ann", "Ben", options=OPTIONS)
    ann, ben = (
        open_browser(name).take_seat(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    eve = open_browser("Eve").open(f"watch/{ann.room}")
    expect(eve.get("watching")).to_be_visible()
    secrets = Secrets(ann, ben)
    duelist = Duelist(1)
    reloaded: list[str] = []

    def after(player: BrowserPlayer, shown: dict[str, Any]) -> None:
        secrets.check_page(eve)
        if re.search("attacks .* Respond", shown["text"]):
            expect(player.get("attack-arrow")).to_be_visible()
        if kind_of(shown) == "board" and not reloaded:
            reloaded.append(reload_in_prompt(player, shown))

    play([ann, ben], duelist, after)
    assert duelist.seen_kinds >= WANTED
    assert reloaded, "No prompt was answered on the board."
    for player in (ann, ben, eve):
        expect(player.get("result")).to_have_text("No life left.")
        expect(player.get("lp-opponent")).to_have_text(
            "0" if player is not ben else re.compile(r"\d")
        )
    expect(ann.get("game-over")).to_contain_text("You won")
    expect(ben.get("game-over")).to_contain_text("You lost")
    expect(eve.get("game-over")).to_contain_text("Ann won")
    secrets.check_page(eve)
    secrets.check_frames(eve)
    rematch(ann, ben, eve)
    secrets.check_page(eve)


def reload_in_prompt(player: BrowserPlayer, before: dict[str, Any]) -> str:
    """Reload the page during a prompt: it shows the same prompt with the same id."""
    asked = player.prompt_id
    player.page.reload()
    player.wait_for_question(before["version"])
    now = player.page_state()
    assert (now["text"], now["cards"]) == (before["text"], before["cards"])
    assert player.prompt_id == asked
    return asked


def rematch(ann: BrowserPlayer, ben: BrowserPlayer, eve: BrowserPlayer) -> None:
    """Both players ask for a rematch, Ben takes the first turn, and Ann resigns."""
    ann.get("rematch").click()
    expect(ann.get("rematch")).to_be_disabled()
    expect(ben.get("rematch")).to_have_text("Play again")
    ben.get("rematch").click()
    for player in (ann, ben, eve):
        expect(player.get("game-over")).to_be_hidden()
        expect(player.get("lp-self")).to_have_text("8,000")
        expect(player.get("lp-opponent")).to_have_text("8,000")
        expect(player.get("turn-counter")).to_have_text("1")
    expect(ann.get("whose-turn")).to_have_text("Ben")
    ben.get("option-end_turn").click()
    expect(ann.get("whose-turn")).to_have_text("yours")
    ann.get("resign").click()
    ann.get("confirm-no").click()
    expect(ann.get("confirm-dialog")).to_be_hidden()
    ann.get("resign").click()
    ann.get("confirm-yes").click()
    expect(ann.get("game-over")).to_contain_text("You lost")
    expect(ben.get("game-over")).to_contain_text("You won")
    expect(eve.get("game-over")).to_contain_text("Ben won")


def against_passive_bot(
    server: Server, player: BrowserPlayer, *draws: str, **settings: Any
) -> BrowserPlayer:
    """Start a duel against a bot that only ends its turns, at the player's first turn."""
    copies = {name: 3 for name in [*ANN, *draws]}
    options = {"decks": [copies, DECKS[1]], "draws": [list(draws), []]}
    (seat,) = server.seats("duel", "Ann", bots=["passive"], options=options, **settings)
    player.take_seat(seat, is_ready=False)
    player.wait_for_question()
    return player


def card(player: BrowserPlayer, name: str) -> Any:
    """A card of the player, by name."""
    return player.page.locator(f'[data-side="self"][data-kind="{name}"]').last


def play_card(player: BrowserPlayer, name: str, move: str) -> None:
    """Click a card and, if it has several actions, one of its menu, once the page is ready."""
    expect(player.get("question-bar")).to_have_attribute("data-kind", "move")
    expect(player.get("question-bar")).to_have_attribute("aria-busy", "false")
    has_menu = " or " in str(card(player, name).text_content())
    card(player, name).click()
    if has_menu:
        player.get(f"option-{move}").click()


def test_the_game_goes_on_after_a_menu_was_cancelled(
    server: Server, open_browser: OpenBrowser
) -> None:
    ann = against_passive_bot(server, open_browser("Ann"), "Ember Lancer")
    card(ann, "Ember Lancer").click()
    expect(ann.get("card-menu").get_by_role("menuitem")).to_contain_text(
        ["Summon Ember Lancer", "Set Ember Lancer", "Cancel"]
    )
    ann.get("menu-cancel").click()
    expect(ann.get("card-menu")).to_be_hidden()
    expect(ann.get("question-bar")).to_have_attribute("aria-busy", "false")
    play_card(ann, "Ember Lancer", "normal_summon")
    expect(ann.get("zone-self-field").get_by_role("button")).to_have_count(1)


def test_clicking_a_card_without_actions_shows_the_reason(
    server: Server, open_browser: OpenBrowser
) -> None:
    seats = server.seats("duel", "Ann", "Ben", options=OPTIONS)
    ann, ben = (
        open_browser(name).take_seat(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    expect(ben.get("waiting")).to_have_text(re.compile("^Waiting for Ann to move"))
    card(ben, "Seedmother").click()
    expect(ben.get("toast-info")).to_have_text(
        re.compile("^It is not your turn to act: waiting for Ann.")
    )
    ann.wait_for_question()
    expect(ann.get("question")).to_contain_text("Your move")


# Where the head of the attack arrow is, relative to the first monster of the opponent, from 0 to 1.
ARROW_HEAD = """() => {
  const head = document.querySelector('[data-testid="attack-arrow"] path');
  const [x, y] = head.getAttribute('d').match(/^M([\\d.]+),([\\d.]+)/).slice(1).map(Number);
  const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
  const frame = boxOf('[data-testid="board"]');
  const box = boxOf('[data-testid="zone-opponent-field"] .card');
  return [(frame.left + x - box.left) / box.width, (frame.top + y - box.top) / box.height];
}"""


def test_the_arrow_of_an_attack_points_at_a_face_down_monster(
    server: Server, open_browser: OpenBrowser
) -> None:
    """With one monster to attack, an attack is one click."""
    draws = [["Thornroot Boar"] * 3, ["Pearl Diver", "Turned Blade"]]
    seats = server.seats("duel", "Ann", "Ben", options={"decks": DECKS, "draws": draws})
    ann, ben = (
        open_browser(name).take_seat(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    ann.wait_for_question()
    play_card(ann, "Thornroot Boar", "normal_summon")
    ann.get("option-end_turn").click()
    ben.wait_for_question()
    play_card(ben, "Pearl Diver", "set_monster")
    play_card(ben, "Turned Blade", "set_card")
    ben.get("option-end_turn").click()
    expect(ann.get("option-to_battle")).to_be_visible()
    ann.get("option-to_battle").click()
    expect(ann.get("phase-battle")).to_have_attribute("aria-current", "step")
    ann.page.locator('[data-side="self"][data-zone="field"]').click()
    expect(ann.get("waiting")).to_contain_text("Waiting for Ben")  # who may respond
    expect(ann.get("attack-arrow")).to_be_visible()
    across, down = ann.page.evaluate(ARROW_HEAD)
    assert 0 < across < 1
    assert 0 < down < 1


def test_a_prompt_times_out(own_server: Any, open_browser: OpenBrowser) -> None:
    """The server takes the default answer, the page says so, and the game continues."""
    server = own_server("--game", str(DUEL_WITH_CHOSEN_DRAWS), "--timeout", "discard=3")
    ann = against_passive_bot(server, open_browser("Ann", at=server), "Supply Cart")
    play_card(ann, "Supply Cart", "activate")
    expect(ann.get("prompt-dialog")).to_be_visible()
    expect(ann.get("chain-1")).to_contain_text("Supply Cart")
    expect(ann.get("deadline")).to_have_text(re.compile(r"^[0-4] s$"))
    expect(ann.get("prompt-dialog")).to_be_hidden()
    expect(ann.get("toast-warning")).to_contain_text("Your time ran out")
    expect(ann.get("log")).to_contain_text("ran out of time")
    expect(ann.get("zone-self-hand").get_by_role("button")).to_have_count(5)
    ann.get("option-end_turn").click()
    expect(ann.get("log")).to_contain_text("begins turn 2")


def test_several_cards_are_chosen_and_cards_are_put_in_order(
    server: Server, open_browser: OpenBrowser
) -> None:
    """A list with up to two picks, hidden once to see the board, and then an order."""
    others = (
        "Ember Lancer",
        "Cinder Pup",
        "Kiln Caller",
    )  # otherwise all Echo Shells could be drawn
    wanted = ("Chart the Depths", "Tidepool Reader", "Echo Shell")
    ann = against_passive_bot(server, open_browser("Ann"), *wanted, *others)
    play_card(ann, "Chart the Depths", "activate")
    dialog = ann.get("prompt-dialog")
    expect(dialog).to_contain_text("0 of up to 2 chosen")
    ann.get("prompt-minimize").click()
    expect(dialog).to_be_hidden()
    ann.get("prompt-show").click()
    offered = ann.all("^candidate-")
    expect(offered).to_have_count(2)  # one of each name
    offered.nth(0).click()
    expect(offered.nth(0)).to_have_attribute("aria-pressed", "true")
    offered.nth(1).click()
    expect(dialog).to_contain_text("2 of up to 2 chosen")
    ann.get("prompt-confirm").click()
    expect(dialog).to_contain_text("Discard 2")
    for n in (0, 1):
        offered.nth(n).click()
    ann.get("prompt-confirm").click()
    expect(dialog).to_be_hidden()
    expect(ann.get("pile-self-graveyard")).to_contain_text("3")

    play_card(ann, "Tidepool Reader", "normal_summon")
    lines = ann.page.locator(".order li")
    expect(lines).to_have_count(3)
    first = lines.nth(0).locator("span").inner_text()
    lines.nth(0).get_by_role("button", name="down").click()
    lines.nth(1).get_by_role("button", name="down").click()
    expect(lines.nth(2)).to_contain_text(first)
    ann.get("prompt-confirm").click()
    expect(ann.get("question")).to_contain_text("Your move")
    asked = [m for m in ann.sent if m["type"] == "prompt_response"][-1]
    top = ann.messages("prompt_request")[-1]["prompt"]["requirement"]["candidates"]
    assert asked["choice"] == [top[1]["id"], top[2]["id"], top[0]["id"]]


def test_chat_messages_reach_everybody_unchanged(server: Server, open_browser: OpenBrowser) -> None:
    seats = server.seats("duel", "Ann", "Ben")
    ann, ben = (
        open_browser(name).take_seat(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True)
    )
    eve = open_browser("Eve").open(f"watch/{ann.room}")
    text = "<b>Hello</b> & good luck"
    ann.get("chat-input").fill(text)
    ann.get("chat-send").click()
    for player in (ann, ben, eve):
        expect(player.get("chat")).to_have_text(f"Ann: {text}")
    expect(ann.get("chat-input")).to_have_value("")


def test_a_phone_shows_the_number_of_unread_messages(
    server: Server, open_browser: OpenBrowser
) -> None:
    seats = server.seats("duel", "Ann", "Ben")
    ann = open_browser("Ann").take_seat(seats[0])
    ben = open_browser("Ben", viewport=PHONE).take_seat(seats[1])
    expect(ben.get("board")).to_be_visible()
    ann.get("chat-input").fill("Hello")
    ann.get("chat-send").click()
    expect(ben.get("unread")).to_have_text("1")
    ben.get("side-toggle").click()
    expect(ben.get("chat")).to_have_text("Ann: Hello")
    ben.get("side-toggle").click()
    expect(ben.get("unread")).to_have_count(0)
