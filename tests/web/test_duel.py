"""Duel between two browsers, while a third one watches: every kind of prompt, and no secret seen."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import STACKED, Invite
from tests.web.table import PHONE, Guest, Server, play
from turnwright.games.duel.game import LIBRARY

# No card is in both decks. Ann attacks and aims; Ben has monsters to aim at, and answers.
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
    "Ann": re.compile(r"\b(Summon |Attack (?!directly)|Play (?!Mutual))|Kiln Caller: fire"),
    "Ann in a hurry": re.compile(r"\b(Summon |Attack |Play Mutual)"),
    "Ben": re.compile(r"\b(Summon|Play|Set Turned) "),
    "Ben in a hurry": re.compile(r"$^"),
}
NAMES = [name for name, spec in LIBRARY.items() if not spec.is_token]


def kind_of(look: dict[str, Any]) -> str:
    """What is asked, as somebody would call it who sees the page."""
    if look["kind"] in ("wait", "move", "menu", "order"):
        return str(look["kind"])
    if look["kind"] == "target":
        return "attack target"
    if "Respond" in look["text"]:
        return "response"
    if look["list"] is not None:
        return "dialog"
    return "yes or no" if "candidate-yes" in look["buttons"] else "board"


def candidates(look: dict[str, Any]) -> list[str]:
    """What can be chosen: in the list, on the board, or among the buttons."""
    if look["list"] is not None:
        return list(look["list"])
    on_board = [card["id"] for card in look["cards"] if card["mark"] == "target"]
    return on_board + [name for name in look["buttons"] if name.startswith("candidate-")]


class Duelist:
    """Does the next sensible thing that the page offers; where several are, chance decides.

    Once every wanted prompt has been answered Ann plays for the end, and Ben lets it come.
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.met: set[str] = set()

    @property
    def is_content(self) -> bool:
        return self.met >= WANTED

    def __call__(self, guest: Guest, look: dict[str, Any]) -> str:
        assert not look["toasts"], look["toasts"]
        kind = kind_of(look)
        chosen = self._choose(guest.name, kind, look)
        self.met.add(kind)
        return chosen

    def _choose(self, name: str, kind: str, look: dict[str, Any]) -> str:
        if kind == "move":
            return self._move(name, look)
        if kind == "menu":
            order = ["attack", "activate", "normal_summon", "set_card"]
            return next(f"option-{move}" for move in order if f"option-{move}" in look["menu"])
        if kind == "yes or no":
            return "candidate-yes"
        if kind == "response" and self.is_content:
            return "prompt-cancel"
        return self.rng.choice(candidates(look))

    def _move(self, name: str, look: dict[str, Any]) -> str:
        useful = USEFUL[f"{name} in a hurry" if self.is_content else name]
        able = [card for card in look["cards"] if card["mark"] == "able"]
        cards = [card["id"] for card in able if useful.search(card["label"])]
        if cards:
            return str(self.rng.choice(cards))
        can_attack = name == "Ann" and "option-to_battle" in look["buttons"]
        return "option-to_battle" if can_attack else "option-end_turn"


# --- what a spectator may know --------------------------------------------------------------------

SEEN = """() => [Number(document.querySelector('[data-testid="table"]').dataset.version),
  document.documentElement.outerHTML]"""
OPEN = ("field", "spellTrap", "graveyard", "banished", "fieldSpell")


def open_names(state: dict[str, Any]) -> set[str]:
    """The names of the cards that lie open to everybody."""
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
    """What was open at each version of the state, as the players themselves were told."""

    def __init__(self, *players: Guest) -> None:
        self.players = players

    def open_until(self, version: int) -> set[str]:
        states = [state for player in self.players for state in player.states]
        return set().union(*(open_names(s) for s in states if s["stateVersion"] <= version))

    def check_page(self, watcher: Guest) -> None:
        """Nothing in the page of somebody who watches names a card that has not been open yet."""
        version, text = watcher.page.evaluate(SEEN)
        for player in self.players:
            player.await_version(version)
        leaks = mentioned(text) - self.open_until(version)
        assert not leaks, leaks

    def check_frames(self, watcher: Guest) -> None:
        """Nor does anything that came over the wire, at the time when it came."""
        version = 0
        for message in watcher.heard:
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


def test_a_whole_duel_with_a_reload_a_rematch_and_somebody_who_watches(
    server: Server, invite: Invite
) -> None:
    seats = server.seats("duel", "Ann", "Ben", options=OPTIONS)
    ann, ben = (invite(name).sit(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True))
    eve = invite("Eve").open(f"watch/{ann.room}")
    expect(eve.get("watching")).to_be_visible()
    secrets = Secrets(ann, ben)
    duelist = Duelist(1)
    reloaded: list[str] = []

    def after(guest: Guest, look: dict[str, Any]) -> None:
        secrets.check_page(eve)
        if re.search("attacks .* Respond", look["text"]):
            expect(guest.get("attack-arrow")).to_be_visible()
        if kind_of(look) == "board" and not reloaded:
            reloaded.append(reload_in_prompt(guest, look))

    play([ann, ben], duelist, after)
    assert duelist.met >= WANTED
    assert reloaded, "There was no prompt on the board to reload in."
    for guest in (ann, ben, eve):
        expect(guest.get("result")).to_have_text("No life left.")
        expect(guest.get("lp-opponent")).to_have_text(
            "0" if guest is not ben else re.compile(r"\d")
        )
    expect(ann.get("game-over")).to_contain_text("You won")
    expect(ben.get("game-over")).to_contain_text("You lost")
    expect(eve.get("game-over")).to_contain_text("Ann won")
    secrets.check_page(eve)
    secrets.check_frames(eve)
    rematch(ann, ben, eve)
    secrets.check_page(eve)


def reload_in_prompt(guest: Guest, before: dict[str, Any]) -> str:
    """The page comes back with the same question, under the same id."""
    asked = guest.prompt_id
    guest.page.reload()
    guest.await_question(before["version"])
    now = guest.look()
    assert (now["text"], now["cards"]) == (before["text"], before["cards"])
    assert guest.prompt_id == asked
    return asked


def rematch(ann: Guest, ben: Guest, eve: Guest) -> None:
    """Both want one, and the other begins; then Ann resigns."""
    ann.get("rematch").click()
    expect(ann.get("rematch")).to_be_disabled()
    expect(ben.get("rematch")).to_have_text("Play again")
    ben.get("rematch").click()
    for guest in (ann, ben, eve):
        expect(guest.get("game-over")).to_be_hidden()
        expect(guest.get("lp-self")).to_have_text("8,000")
        expect(guest.get("lp-opponent")).to_have_text("8,000")
        expect(guest.get("turn-counter")).to_have_text("1")
    expect(ann.get("whose-turn")).to_have_text("Ben")
    ben.get("option-end_turn").click()
    expect(ann.get("whose-turn")).to_have_text("yours")
    ann.get("resign").click()
    ann.get("sure-no").click()
    expect(ann.get("sure")).to_be_hidden()
    ann.get("resign").click()
    ann.get("sure-yes").click()
    expect(ann.get("game-over")).to_contain_text("You lost")
    expect(ben.get("game-over")).to_contain_text("You won")
    expect(eve.get("game-over")).to_contain_text("Ben won")


def against_nobody(server: Server, guest: Guest, *draws: str, **how: Any) -> Guest:
    """Ann's first turn in a duel against somebody who only ends their turns."""
    copies = {name: 3 for name in [*ANN, *draws]}
    options = {"decks": [copies, DECKS[1]], "draws": [list(draws), []]}
    (seat,) = server.seats("duel", "Ann", bots=["passive"], options=options, **how)
    guest.sit(seat, is_ready=False)
    guest.await_question()
    return guest


def card(guest: Guest, name: str) -> Any:
    """A card on the own side, by its name."""
    return guest.page.locator(f'[data-side="self"][data-kind="{name}"]').last


def play_card(guest: Guest, name: str, move: str) -> None:
    """Click a card, and then what it shall do; when the page is ready for it."""
    expect(guest.get("question-bar")).to_have_attribute("data-kind", "move")
    expect(guest.get("question-bar")).to_have_attribute("aria-busy", "false")
    card(guest, name).click()
    guest.get(f"option-{move}").click()


def test_a_menu_that_is_cancelled_leaves_the_table_free(server: Server, invite: Invite) -> None:
    ann = against_nobody(server, invite("Ann"), "Ember Lancer")
    card(ann, "Ember Lancer").click()
    expect(ann.get("card-menu").get_by_role("menuitem")).to_contain_text(
        ["Summon Ember Lancer", "Set Ember Lancer", "Cancel"]
    )
    ann.get("menu-cancel").click()
    expect(ann.get("card-menu")).to_be_hidden()
    expect(ann.get("question-bar")).to_have_attribute("aria-busy", "false")
    play_card(ann, "Ember Lancer", "normal_summon")
    expect(ann.get("zone-self-field").get_by_role("button")).to_have_count(1)


def test_a_card_that_can_do_nothing_says_so(server: Server, invite: Invite) -> None:
    seats = server.seats("duel", "Ann", "Ben", options=OPTIONS)
    ann, ben = (invite(name).sit(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True))
    expect(ben.get("waiting")).to_have_text(re.compile("^Waiting for Ann to move"))
    card(ben, "Seedmother").click()
    expect(ben.get("toast-info")).to_contain_text("Waiting for Ann to move")
    ann.await_question()
    expect(ann.get("question")).to_contain_text("Your move")


def test_the_time_of_a_prompt_runs_out(own_server: Any, invite: Invite) -> None:
    """The default is taken, the page says so, and the game goes on."""
    server = own_server("--game", str(STACKED), "--timeout", "discard=3")
    ann = against_nobody(server, invite("Ann", at=server), "Supply Cart")
    play_card(ann, "Supply Cart", "activate")
    expect(ann.get("prompt-dialog")).to_be_visible()
    expect(ann.get("chain-1")).to_contain_text("Supply Cart")
    expect(ann.get("deadline")).to_have_text(re.compile(r"^[0-4] s$"))
    expect(ann.get("prompt-dialog")).to_be_hidden()
    expect(ann.get("toast-warning")).to_contain_text("Your time was up")
    expect(ann.get("log")).to_contain_text("ran out of time")
    expect(ann.get("zone-self-hand").get_by_role("button")).to_have_count(5)
    ann.get("option-end_turn").click()
    expect(ann.get("log")).to_contain_text("begins turn 2")


def test_the_time_of_a_menu_runs_out(server: Server, invite: Invite) -> None:
    timeouts = {"card_action_menu": 2}
    ann = against_nobody(server, invite("Ann"), "Ember Lancer", timeouts=timeouts)
    card(ann, "Ember Lancer").click()
    expect(ann.get("card-menu")).to_be_visible()
    expect(ann.get("card-menu")).to_be_hidden()
    expect(ann.get("toast-warning")).to_contain_text("The menu was closed.")
    ann.get("option-end_turn").click()
    expect(ann.get("log")).to_contain_text("begins turn 2")


def test_several_cards_are_chosen_and_cards_are_put_in_order(
    server: Server, invite: Invite
) -> None:
    """A list of which up to two are wanted, put away to look at the board; and an order."""
    others = ("Ember Lancer", "Cinder Pup", "Kiln Caller")  # or chance could draw all Echo Shells
    wanted = ("Chart the Depths", "Tidepool Reader", "Echo Shell")
    ann = against_nobody(server, invite("Ann"), *wanted, *others)
    play_card(ann, "Chart the Depths", "activate")
    dialog = ann.get("prompt-dialog")
    expect(dialog).to_contain_text("0 chosen of up to 2")
    ann.get("prompt-aside").click()
    expect(dialog).to_be_hidden()
    ann.get("prompt-show").click()
    offered = ann.all("^candidate-")
    expect(offered).to_have_count(2)  # one of each name
    offered.nth(0).click()
    expect(offered.nth(0)).to_have_attribute("aria-pressed", "true")
    offered.nth(1).click()
    expect(dialog).to_contain_text("2 chosen of up to 2")
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
    asked = [m for m in ann.said if m["type"] == "prompt_response"][-1]
    top = ann.of("prompt_request")[-1]["prompt"]["requirement"]["candidates"]
    assert asked["choice"] == [top[1]["id"], top[2]["id"], top[0]["id"]]


def test_what_is_said_is_heard_by_all_as_it_was_said(server: Server, invite: Invite) -> None:
    seats = server.seats("duel", "Ann", "Ben")
    ann, ben = (invite(name).sit(seat) for name, seat in zip(("Ann", "Ben"), seats, strict=True))
    eve = invite("Eve").open(f"watch/{ann.room}")
    text = "<b>Hello</b> & good luck"
    ann.get("chat-input").fill(text)
    ann.get("chat-send").click()
    for guest in (ann, ben, eve):
        expect(guest.get("chat")).to_have_text(f"Ann: {text}")
    expect(ann.get("chat-input")).to_have_value("")


def test_on_a_phone_a_message_is_announced_until_it_is_read(server: Server, invite: Invite) -> None:
    seats = server.seats("duel", "Ann", "Ben")
    ann = invite("Ann").sit(seats[0])
    ben = invite("Ben", viewport=PHONE).sit(seats[1])
    expect(ben.get("board")).to_be_visible()
    ann.get("chat-input").fill("Hello")
    ann.get("chat-send").click()
    expect(ben.get("unread")).to_have_text("1")
    ben.get("side-toggle").click()
    expect(ben.get("chat")).to_have_text("Ann: Hello")
    ben.get("side-toggle").click()
    expect(ben.get("unread")).to_have_count(0)
