"""The decisions of a match as numbered actions with a mask.

The options of the prompt are the actions, so the mask is what `Match.submit` accepts:

- Action n is option n of the open prompt.
- A question that wants several picks, or an order, is answered in sub-steps: each action adds a pick,
  and the last action of the space, *done*, ends the selection. An option is masked if no valid answer
  begins with it, so that every selection can be completed.
- A game with few moves numbers them once for the whole game (`Game(listed_moves=...)`); then the same
  action always means the same move, and there is no *done*.

More options than slots raise an error; nothing is cut off.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt, Question

DEFAULT_SLOTS = 128
MAX_COMBINATIONS = 20_000  # of a question whose picks must fit together


class Decisions:
    """The open decision of a match: whose it is, which actions are legal, and what they do.

    `slots` is how many options a prompt may have, `size` the number of actions. `seat` is the seat that
    decides, None after the end. `question` is what it is asked, or None if it chooses one of `moves`.
    `picks` are the options picked so far in a selection.
    """

    __slots__ = (
        "_game",
        "_legal",
        "_listed",
        "_match",
        "_numbers",
        "_prompt",
        "done",
        "moves",
        "picks",
        "question",
        "seat",
        "size",
        "slots",
    )

    def __init__(self, game: Game, slots: int = DEFAULT_SLOTS) -> None:
        listed = game.listed_moves
        self._numbers = {key: number for number, key in enumerate(listed)}
        self._listed = listed
        self._game, self.slots = game, slots
        self.size = len(listed) or slots + 1
        self.done = -1 if listed else slots
        self.seat: int | None = None
        self._legal: Sequence[int] | None = None  # the answer of `legal`, until something changes
        self.picks: list[str] = []

    def __getstate__(self) -> tuple[Game, int, list[str]]:
        """For pickles: what is needed to open the decision again; the match is not part of it."""
        return self._game, self.slots, self.picks

    def __setstate__(self, state: tuple[Game, int, list[str]]) -> None:
        game, slots, picks = state
        Decisions.__init__(self, game, slots)
        self.picks = picks

    def open(self, match: Match) -> None:
        """Read the next decision of a match."""
        self._match = match
        self.question: Question | None = None
        self._prompt: Prompt | None = None
        self.picks, self._legal = [], None
        if match.ctx.game_over:
            self.seat = None
            return
        self.open_for(match, match.acting[0])

    def open_for(self, match: Match, seat: int) -> None:
        """Read the decision of one of the acting seats."""
        self._match, self.seat, self._prompt, self.question = match, seat, None, None
        self.picks, self._legal = [], None
        asked = match.asked
        if asked:
            self.question = asked[seat]
            self._check_size(len(self.question.options))
        else:
            self.moves = match.legal_moves(seat, True)
            self._check_size(len(self.moves))

    def _check_size(self, options: int) -> None:
        if not self._listed and options >= self.size:
            raise UnusableError(
                "too_many_options",
                f"This prompt has {options} options, and the environment has {self.size - 1} slots. "
                f"Make it with slots={options} or more.",
                options=options,
            )

    @property
    def prompt(self) -> Prompt:
        """The open prompt, with labels."""
        if self._prompt is None:
            assert self.seat is not None
            self._prompt = self._match.prompt(self.seat)
        return self._prompt

    @property
    def is_selection(self) -> bool:
        """Whether the open question is answered in several actions."""
        question = self.question
        return question is not None and (question.max > 1 or question.min == 0)

    def legal(self) -> Sequence[int]:
        """The legal actions, in ascending order."""
        if self._legal is None:
            self._legal = self._find_legal()
        return self._legal

    def _find_legal(self) -> Sequence[int]:
        if self.seat is None:
            return ()
        question = self.question
        if question is None:
            if self._listed:
                return sorted([self._numbers[move] for move in self.moves])
            return range(len(self.moves))
        if self._listed:
            raise UnusableError(
                "question", "A game with listed moves asks a question, which has no number."
            )
        if not self.is_selection:
            if question.valid is None:
                return range(len(question.options))
            return [n for n, o in enumerate(question.options) if question.check([o.id]) is None]
        return self._legal_picks(question)

    def _legal_picks(self, question: Question) -> list[int]:
        ids = [option.id for option in question.options]
        picked = len(self.picks)
        found = []
        if picked < question.max:
            found = [
                number
                for number, pick in enumerate(ids)
                if pick not in self.picks and self._can_complete(question, [*self.picks, pick], ids)
            ]
        if picked >= question.min and question.check(self.picks) is None:
            found.append(self.done)
        return found

    def _can_complete(self, question: Question, picks: list[str], ids: list[str]) -> bool:
        """Whether a valid answer begins with these picks."""
        rest = [pick for pick in ids if pick not in picks]
        if question.valid is None:
            return len(picks) + len(rest) >= question.min
        stack, tried = [(picks, 0)], 0
        while stack:
            chosen, start = stack.pop()
            tried += 1
            if tried > MAX_COMBINATIONS:
                raise UnusableError(
                    "too_many_combinations",
                    f"{question.text!r} has more than {MAX_COMBINATIONS} combinations of picks.",
                )
            if len(chosen) >= question.min and question.check(chosen) is None:
                return True
            if len(chosen) < question.max:
                stack += [([*chosen, rest[i]], i + 1) for i in range(len(rest) - 1, start - 1, -1)]
        return False

    def answer(self, action: int) -> Answer | None:
        """Return the answer that an action gives, or None if it only adds a pick to a selection."""
        assert self.seat is not None
        question = self.question
        if question is None:
            move, args = self._listed[action] if self._listed else self.moves[action]
            return Answer(self.seat, move, args)
        if not self.is_selection:
            return Answer(self.seat, picks=(question.options[action].id,))
        if action != self.done:
            self.picks.append(question.options[action].id)
            self._legal = None
            if len(self.picks) < question.max:
                return None
        return Answer(self.seat, picks=tuple(self.picks))

    def is_legal(self, action: Any) -> bool:
        """Whether an action is legal now."""
        legal = self.legal()
        return action in legal

    def number_of(self, index: int, move: str, args: tuple[Any, ...]) -> int:
        """The action that picks an option of the prompt, by its index and what it does."""
        return self._numbers[move, args] if self._listed else index

    def label(self, action: int) -> str:
        """What an action does, as people read it. No two actions have the same label."""
        return self.labels()[action]

    def labels(self) -> dict[int, str]:
        """The labels of all options, and of *done*."""
        found = {
            self.number_of(index, option.move, option.args): option.label
            for index, option in enumerate(self.prompt.options)
        }
        if self.is_selection:
            found[self.done] = "Done"
        return found
