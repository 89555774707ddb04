"""Players for tests of whole games: automation, hosted bots, and clients that send raw commands.

Each looks only at what its seat sees. `act` does something if the player thinks that it can, and tells
whether it did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from tests.bridges.jinteki.random_commands import Command, possible_commands
from turnwright.agents.registry import find_agent
from turnwright.bridges.jinteki.automation import Automation, command
from turnwright.bridges.jinteki.automation.card_commands import installed_cards
from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.bridges.jinteki.seat import Seat
from turnwright.games.netrunner.card_facts import SIDES
from turnwright.games.netrunner.context import context_of
from turnwright.games.netrunner.obligations import owed_in


class Player(Protocol):
    """One side of a game."""

    async def act(self) -> bool:
        """Do something, if it can, and tell whether it did."""


class BotPlayer:
    """A bot in the process of the game, which moves when it owes something, as hosted ones do."""

    def __init__(self, room: JintekiRoom, side: str, name: str) -> None:
        self.room, self.seat, self.bot = room, SIDES.index(side), find_agent(name, f"{name} {side}")

    async def act(self) -> bool:
        match = self.room.match
        if match.result is not None or owed_in(context_of(match)).side != self.seat:
            return False
        assert self.room.answer(self.bot.decide(match.prompt(self.seat), match)) is None
        return True


class RawPlayer:
    """A client that sends commands without automation, at random.

    As the Corp it lets the Runner act first in a window. If nothing happens, it acts itself."""

    def __init__(self, seat: Seat, rng: Random) -> None:
        self.seat, self.rng, self.looked_at = seat, rng, -1

    async def act(self) -> bool:
        state, side = self.seat.state, self.seat.side
        if state.get("winner"):
            return False
        options = possible_commands(state, side)
        if not options and self.looked_at == self.seat.cursor:
            options = self._first_in_window(state)
        self.looked_at = self.seat.cursor
        self.rng.shuffle(options)
        for name, args in options:
            if await self.seat.send(name, args) is None:
                return True
        return False

    def _first_in_window(self, state: Mapping[str, Any]) -> list[Command]:
        """Return what the Corp may do before the Runner has passed."""
        run, prompt = state.get("run"), state[self.seat.side].get("prompt-state") or {}
        if self.seat.side == "runner" or not run or prompt.get("prompt-type") != "run":
            return []
        encounter = state.get("encounters")
        if (encounter or run).get("no-action") == "corp":
            return []
        if encounter is not None:
            return [("unbroken-subroutines", {"card": encounter["ice"]}), ("continue", {})]
        return [("continue", {})]


class AutomatedPlayer:
    """The automation with flags for runs, and a simple plan for the turns between them."""

    FLAGS: Mapping[str, Sequence[str]] = {
        "corp": ("--fire-if-asked", "--fire-unbroken"),
        "runner": ("--full-break", "--tank-all"),
    }

    def __init__(self, seat: Seat, rng: Random, patience: float = 0) -> None:
        self.automation, self.rng, self.patience = Automation(seat), rng, patience
        self.side = seat.side

    async def act(self) -> bool:
        a = self.automation
        owed, before = a.diagnose(), a.seat.cursor
        if owed.awaited != self.side:
            return False
        if owed.what == "answer":
            await self._answer()
        elif a.state.get("run"):
            await self._go_on()
        elif owed.what == "action":
            await self._take_action()
        else:
            await self._say(owed.what)
        assert a.seat.cursor > before, f"{self.side} owes something and does nothing: {owed}"
        return True

    async def _say(self, *words: str) -> bool:
        return (await command(self.automation, words)).status != "error"

    async def _answer(self) -> None:
        prompt = self.automation.state[self.side]["prompt-state"]
        cards = len(prompt.get("selectable") or ())
        if cards and (self.rng.random() < 0.9 or prompt["choices"][0]["value"] == "Hide"):
            assert await self._say("choose-card", str(self.rng.randrange(cards)))
        else:
            assert await self._say("choose", "0")

    async def _go_on(self) -> None:
        flags = self.FLAGS[self.side]
        result = await self.automation.auto_continue_loop(*flags, patience=self.patience)
        if result.status == "decision-required" and "prompt" not in result.data:
            titles = result.data.get("cards") or [result.data["ice"]]
            if self.rng.random() < 0.7:
                await self._say("rez", titles[0])  # the Corp may be too poor
            await self._say("continue", "--raw")

    async def _take_action(self) -> None:
        if self.side == "runner":
            await self._runner_action()
        else:
            await self._corp_action()

    async def _runner_action(self) -> None:
        remotes = [one for one in self.automation.state["corp"]["servers"] if "remote" in one]
        if self.rng.random() < 0.3:
            await self._say(*self.rng.choice([["credit"], ["draw"]])) or await self._say("credit")
            return
        server = self.rng.choice(["R&D", "R&D", "HQ", "Archives", *remotes])
        flags = self.FLAGS["runner"]
        result = await self.automation.run(server, *flags, patience=self.patience)
        assert result.status == "success", result
        assert result.then is not None
        assert result.then.status in (
            "run-complete", "game-over", "decision-required", "waiting-for-corp-rez",
            "waiting-for-opponent-paid-abilities", "waiting-for-opponent",
        ), result.text  # fmt: skip

    async def _corp_action(self) -> None:
        state = self.automation.state
        for card in installed_cards(state):
            needs = card.get("current-advancement-requirement")
            if needs is not None and card.get("zone", [""])[0] == "servers":
                if card.get("advance-counter", 0) >= needs:
                    await self._say("score", card["title"])
                    return
                if state["corp"]["credit"]:
                    await self._say("advance", card["title"])
                    return
        for card in state["corp"]["hand"]:
            server = {"ICE": self.rng.choice(["HQ", "R&D"]), "Agenda": "New remote"}.get(
                card["type"]
            )
            if server and await self._say("install", card["title"], server):
                return
        assert await self._say("credit")
