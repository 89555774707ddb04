"""A client of the host for tests: send commands and inspect the replies."""

from __future__ import annotations

from typing import Any

import msgspec

from turnwright.bridges.commmod.host import Mod, Quirks

Json = dict[str, Any]
SEED = "ABE"
"""With this seed Neow offers to remove a card or hit points, and the first fight is a Cultist."""
EXIT_CHOICES = ("leave", "ignore", "refuse", "disagree", "escape", "proceed", "talk", "continue")


class HostClient:
    """A run on the host. Options are those of the match; `fights="won"` wins all fights immediately."""

    def __init__(
        self, start: str = f"start ironclad 0 {SEED}", quirks: Quirks | None = None, **options: Any
    ) -> None:
        self.mod = Mod(quirks, options=options)
        self.message: Json = msgspec.json.decode(self.mod.state())
        if start:
            self.send(start)

    def send(self, command: str) -> Json:
        """Send a command that is accepted."""
        answer = self.mod.handle_line(command)
        assert answer is not None, f"no answer to {command}"
        message = msgspec.json.decode(answer)
        assert "error" not in message, f"{command}: {message['error']}"
        self.message = message
        return message

    def refused(self, command: str) -> str:
        """Send a command that is refused, check that nothing changed, and return the error."""
        before = self.mod.state()
        answer = msgspec.json.decode(self.mod.handle_line(command) or b"{}")
        assert set(answer) == {"error", "ready_for_command"}, (command, answer)
        assert answer["ready_for_command"] is True
        assert self.mod.state() == before
        error: str = answer["error"]
        return error

    # --- state --------------------------------------------------------------------------------------

    @property
    def game(self) -> Json:
        state: Json = self.message["game_state"]
        return state

    @property
    def screen(self) -> str:
        kind: str = self.game["screen_type"]
        return kind

    @property
    def shown(self) -> Json:
        state: Json = self.game["screen_state"]
        return state

    @property
    def fight(self) -> Json:
        state: Json = self.game["combat_state"]
        return state

    @property
    def choices(self) -> list[str]:
        return list(self.game.get("choice_list", []))

    @property
    def commands(self) -> list[str]:
        """The available commands without those that are always available."""
        return [word for word in self.message["available_commands"] if word not in ALWAYS]

    def ids(self, pile: str) -> list[str]:
        return [card["id"] for card in self.fight[pile]]

    # --- navigation -----------------------------------------------------------------------------------

    def leave_neow(self, choice: int = 1) -> HostClient:
        """Finish the Neow event and continue to the map."""
        self.send("choose talk")
        self.send(f"choose {choice}")
        return self.continue_to_map()

    def continue_to_map(self) -> HostClient:
        """Leave the open screens, taking as little as possible."""
        for _ in range(60):
            if self.screen == "MAP":
                return self
            self.send(self._exit_command())
        raise AssertionError(f"no way from {self.screen} to the map")

    def _exit_command(self) -> str:
        if "proceed" in self.commands or "confirm" in self.commands:
            return "proceed"
        if "skip" in self.commands or "leave" in self.commands:
            return "cancel"
        for word in EXIT_CHOICES:
            if word in self.choices:
                return f"choose {word}"
        return "choose 0" if self.choices else "end"

    def go_to(self, symbol: str) -> HostClient:
        """Walk to a room of this kind; fights are won immediately."""
        self.continue_to_map()
        for _ in range(20):
            node = next(iter(self._towards(symbol)))
            at = [place["x"] for place in self.shown["next_nodes"]].index(node)
            self.send(f"choose {at}")
            if self.mod.session is not None and self._symbol() == symbol:
                return self
            self.continue_to_map()
        raise AssertionError(f"no {symbol} was found")

    def _symbol(self) -> str:
        G = self.mod.session.G  # type: ignore[union-attr]
        return str(G.map.node(G.x, G.y).symbol)

    def _towards(self, symbol: str) -> list[int]:
        """Return the x of a next node from which a room of this kind can be reached."""
        nodes = {(node["x"], node["y"]): node for node in self.game["map"]}
        for first in self.shown["next_nodes"]:
            reach = {(first["x"], first["y"])}
            while reach:
                if any(nodes[at]["symbol"] == symbol for at in reach):
                    return [first["x"]]
                reach = {
                    (child["x"], child["y"])
                    for at in reach
                    for child in nodes[at]["children"]
                    if (child["x"], child["y"]) in nodes
                }
        raise AssertionError(f"no {symbol} can be reached")


ALWAYS = ("key", "click", "wait", "state")
