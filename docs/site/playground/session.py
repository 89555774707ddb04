"""A match in the playground: a game from a text, one person, and agents on the other seats.

It runs in the browser, in a worker, and speaks in plain data: `dict`, `list` and `str`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import turnwright as tw
from turnwright.agents import RandomAgent
from turnwright.agents.match_text import result_text, state_text
from turnwright.games.lookup import find_game

FILE = Path("playground_game.py")
MOST_OPTIONS = 200
MOST_ANSWERS = 5000
"""How many answers the agents may give before the person is asked again."""


class Session:
    """One match. Seat 0 is the person's."""

    def __init__(self, folder: str = ".") -> None:
        self.file = Path(folder) / FILE
        self.match: tw.Match[Any] | None = None
        self.agents: dict[int, RandomAgent] = {}
        self.lines: list[str] = []

    def start(self, source: str, seed: str) -> dict[str, Any]:
        """Start a match of a shipped game, by its name, or of the game in a Python text."""
        self.match, self.lines = None, []
        try:
            game = self._game(source)
            self.match = game.start(seed)
        except tw.TurnwrightError as error:
            return {"error": str(error)}
        self.agents = {
            seat: RandomAgent(f"{seed} {seat}") for seat in self.match.ctx.player_order[1:]
        }
        return self._next()

    def _game(self, source: str) -> tw.Game[Any]:
        if "\n" not in source:
            return find_game(source)
        self.file.write_text(source, "utf-8")
        return find_game(str(self.file))

    def answer(self, ids: list[str]) -> dict[str, Any]:
        """Answer the prompt with the options of these ids."""
        assert self.match is not None
        prompt = self.match.prompt(0)
        chosen = [option for option in prompt.options if option.id in ids]
        refusal = self.match.submit(prompt.answer(*chosen))
        if refusal is not None:
            return {**self.shown(), "error": _sentence(refusal)}
        self.lines.append(f"You: {', '.join(option.label for option in chosen) or 'nothing'}")
        return self._next()

    def undo(self) -> dict[str, Any]:
        """Take back the person's last input, if nothing hidden was revealed since."""
        assert self.match is not None
        refusal = self.match.undo()
        if refusal is not None:
            return {**self.shown(), "error": _sentence(refusal)}
        self.lines.append("You took back the last input.")
        return self.shown()

    def _next(self) -> dict[str, Any]:
        """Let the agents answer until the person is asked, or the match is over."""
        match = self.match
        assert match is not None
        for _ in range(MOST_ANSWERS):
            waiting = [seat for seat in match.acting if seat in self.agents]
            if match.result is not None or not waiting:
                return self.shown()
            prompt = match.prompt(waiting[0])
            answer = self.agents[waiting[0]].decide(prompt, match)
            refusal = match.submit(answer)
            if refusal is not None:
                return {**self.shown(), "error": _sentence(refusal)}
            name = match.c.seat_name(waiting[0])
            self.lines.append(f"{name[:1].upper()}{name[1:]}: {answer.move or 'an answer'}")
        return {**self.shown(), "error": f"The agents gave {MOST_ANSWERS} answers in a row."}

    def shown(self) -> dict[str, Any]:
        """What the page shows: nothing that seat 0 may not know."""
        match = self.match
        assert match is not None
        found: dict[str, Any] = {
            "title": match.game.title,
            "rules": match.game.rulebook.text,
            "state": state_text(match, 0),
            "log": self.lines[-30:],
            "result": result_text(match, 0),
            "prompt": None,
        }
        if match.result is None and 0 in match.acting:
            prompt = match.prompt(0)
            found["prompt"] = {
                "text": prompt.text,
                "min": prompt.min,
                "max": prompt.max,
                "options": [[option.id, option.label] for option in prompt.options[:MOST_OPTIONS]],
            }
        return found


def _sentence(refusal: tw.Refusal) -> str:
    """A refusal with the error in the rules that caused it, if one did."""
    cause = refusal.data.get("error", "")
    return f"{refusal} {cause}".strip()
