"""A match as environments play it: seeds, agents on other seats, rewards, and the end.

One object is used again for match after match. Nothing depends on the global state of `random` or
NumPy: matches get their seeds from a stream that was seeded by `reset`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from turnwright.agents.base import Agent
from turnwright.agents.match_text import state_text
from turnwright.agents.registry import find_agent
from turnwright.core.analysis.option_names import check_options
from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.core.runtime.flow_state import Result
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer
from turnwright.core.runtime.rng import Stream
from turnwright.games.lookup import find_game

from .decisions import DEFAULT_SLOTS, Decisions

DEFAULT_MAX_STEPS = 20_000


class PlayedMatch:
    """The match of an environment.

    - `game` is a game or its name, `options` are those of the game, `seats` is how many play.
    - `others` are agents, or their names, by seat; the environment plays the remaining seats.
    - `slots` is how many options a prompt may have.
    - After `max_steps` actions a match is cut off (`is_cut_off`).
    """

    def __init__(
        self,
        game: Game | str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        others: Mapping[int, str | Agent] | None = None,
        slots: int = DEFAULT_SLOTS,
        max_steps: int = DEFAULT_MAX_STEPS,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.seats = checked_seats(self.game, seats)
        self.options = dict(options or {})
        check_options(self.game, self.options)
        for name, number in (("slots", slots), ("max_steps", max_steps)):
            if number < 1:
                raise UnusableError("bad_setting", f"{name} must be at least 1, not {number}.")
        self.others = dict(others or {})
        for seat in self.others:
            self.check_seat(seat)
        self.max_steps = max_steps
        self.decisions = Decisions(self.game, slots)
        self.steps = 0
        self._stream: Stream | None = None
        self._agents: dict[int, Agent] = {}
        self._seed = 0
        self._answers: list[Answer] = []  # of all seats; with the seed they make the match again
        self.match: Match

    def check_seat(self, seat: int) -> None:
        """Raise if there is no such seat."""
        if seat not in range(self.seats):
            playing = "1 seat plays" if self.seats == 1 else f"{self.seats} seats play"
            sentence = f"There is no seat {seat}; {playing}."
            raise UnusableError("unknown_seat", sentence)

    @property
    def is_cut_off(self) -> bool:
        """Whether the match has had as many steps as it may have."""
        return self.steps >= self.max_steps and not self.match.ctx.game_over

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the match."""
        return self.match.ctx.game_over

    def reset(self, seed: int | None = None) -> None:
        """Start the next match. A seed also decides all matches after it."""
        if seed is not None or self._stream is None:
            self._stream = Stream.named(
                secrets.randbits(63) if seed is None else seed, "environment"
            )
        match_seed = self._stream.bits() >> 1
        self._agents = {
            seat: find_agent(agent, match_seed + seat) if isinstance(agent, str) else agent
            for seat, agent in self.others.items()
        }
        self._seed, self._answers = match_seed, []
        self.match = self._start()
        self.steps = 0
        self._go_on()

    def _start(self) -> Match:
        return self.game.start(self._seed, self.seats, options=self.options, record=False)

    def _apply(self, answer: Answer) -> None:
        self._answers.append(answer)
        self.match.apply(answer)

    def __getstate__(self) -> dict[str, Any]:
        """For pickles: the seed and the answers instead of the match, which has no record."""
        return {name: value for name, value in self.__dict__.items() if name != "match"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._stream is None:
            return
        self.match = self._start()
        for answer in self._answers:
            self.match.apply(answer)
        picks = self.decisions.picks
        self.decisions.open(self.match)
        self.decisions.picks += picks

    def _go_on(self) -> None:
        """Let the agents play until the environment must decide."""
        match, decisions = self.match, self.decisions
        if self._agents:
            while not match.ctx.game_over:
                seat = match.acting[0]
                agent = self._agents.get(seat)
                if agent is None:
                    break
                self._apply(agent.decide(match.prompt(seat), match))
        decisions.open(match)

    def act(self, action: int) -> None:
        """Take an action of the seat that decides."""
        if not self.decisions.is_legal(action):
            raise self._illegal(action)
        self.steps += 1
        answer = self.decisions.answer(action)
        if answer is not None:
            self._apply(answer)
            self._go_on()

    def _illegal(self, action: object) -> UnusableError:
        decisions = self.decisions
        if decisions.seat is None:
            return UnusableError("match_over", "The match is over; call reset.")
        shown = [f"{legal} ({decisions.label(legal)})" for legal in decisions.legal()[:8]]
        more = ", ..." if len(decisions.legal()) > 8 else ""
        return UnusableError(
            "illegal_action",
            f"Action {action} is not legal now. Legal: {', '.join(shown)}{more}.",
            action=action,
        )

    def rewards(self) -> Sequence[float]:
        """The reward of each seat for the match that ended; zeros before."""
        return rewards_of(self.match.result, self.seats, self.game.rewards)

    def text(self, seat: int | None = None) -> str:
        """The match as text, as a seat (None for a spectator) sees it."""
        return state_text(self.match, seat)


def checked_seats(game: Game, seats: int | None) -> int:
    """Return how many seats play; raise if the game is not for so many."""
    if seats is not None and seats not in game.seats:
        allowed = " or ".join(map(str, game.seats))
        raise UnusableError("wrong_seats", f"{game.name} needs {allowed} seats, not {seats}.")
    return game.seats[0] if seats is None else seats


RENDER_MODES = ("ansi", "human")
RENDER_FPS = 4  # what viewers may show; the text changes once per action


def check_choice(name: str, given: object, known: Sequence[object]) -> None:
    """Raise if a setting has a value that is not one of those it can have."""
    if given not in known:
        said = ", ".join(map(str, known))
        raise UnusableError("bad_setting", f"{name} must be one of {said}, not {given!r}.")


def rewards_of(result: Result | None, seats: int, kind: str) -> list[float]:
    """The rewards of all seats: the scores, or 1 for winners, -1 for the others and 0 in a draw."""
    if result is None:
        return [0.0] * seats
    if kind == "scores" and result.scores:
        return [float(score) for score in result.scores]
    if result.winners:
        return [1.0 if seat in result.winners else -1.0 for seat in range(seats)]
    return [-1.0 if seat in result.losers else 0.0 for seat in range(seats)]


def text_of_actions(decisions: Decisions) -> dict[int, str]:
    """The legal actions with their labels."""
    return {action: decisions.label(action) for action in decisions.legal()}
