"""Games as OpenSpiel games, for its algorithms: CFR, exploitability, IS-MCTS and many more.

Chance is explicit in one of two ways:

- A game with a `chance_stream` has a chance node for every draw from that stream, with all outcomes.
- In every other game the whole of chance is one draw at the start: one of `seeds` seeds, each equally
  likely. The tree is then that of a game with `seeds` possible deals.

In both, the actions of a state are all that is needed to make it again, so OpenSpiel's own
serialization works. The information state of a player is everything that it has seen and done, as a
hash behind the text of what it sees now, so two histories have the same information state only if the
player cannot tell them apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np
import pyspiel  # type: ignore[import-not-found]

from turnwright.agents.determinization import determinise
from turnwright.agents.match_text import state_text
from turnwright.core.analysis.option_names import check_options
from turnwright.core.definition.game import Game
from turnwright.core.errors import ScriptExhausted, UnusableError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer
from turnwright.core.runtime.rng import Stream
from turnwright.games.lookup import find_game

from .decisions import DEFAULT_SLOTS, Decisions
from .observations import CARD_ROWS, FlatObservations, ObservationEncoder
from .played_match import checked_seats, rewards_of

DEFAULT_SEEDS = 1 << 16
DEFAULT_MAX_STEPS = 20_000
DEFAULT_MAX_SCORE = 1000.0
MAX_OUTCOMES = 64  # of one draw, where draws are chance nodes


class Settings(msgspec.Struct, frozen=True):
    """What decides how a game becomes an OpenSpiel game."""

    game: Game
    seats: int
    options: dict[str, object]
    slots: int
    card_rows: int
    seeds: int
    max_steps: int
    max_score: float
    is_zero_sum: bool

    @property
    def has_explicit_chance(self) -> bool:
        """Whether every draw is a chance node."""
        return bool(self.game.chance_stream)


class SearchedMatch:
    """A match with its pending chance, and what every player has seen. Copies are cheap."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.match: Match | None = None
        self.decisions = Decisions(settings.game, settings.slots)
        self.outcomes = 0  # of the chance that is due, or 0
        self.steps = 0
        self._lowest = 0
        self._script: list[int] = []
        self._before: tuple[Match, Answer] | None = None
        self.seen = [b""] * settings.seats
        if settings.has_explicit_chance:
            self._begin(0)
        else:
            self.outcomes = settings.seeds

    def __deepcopy__(self, memo: object) -> SearchedMatch:
        return self.copy()

    def copy(self) -> SearchedMatch:
        """A copy that can be played on."""
        made = SearchedMatch.__new__(SearchedMatch)
        made.settings, made.outcomes, made.steps = self.settings, self.outcomes, self.steps
        made._lowest, made._script, made._before = self._lowest, self._script[:], self._before
        made.seen = self.seen[:]
        made.decisions = Decisions(self.settings.game, self.settings.slots)
        made.match = None if self.match is None else self.match.clone()
        if made.match is not None and not made.outcomes:
            made.decisions.open(made.match)
            made.decisions.picks += self.decisions.picks
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "decisions": self.decisions.picks}

    def __setstate__(self, state: dict[str, Any]) -> None:
        picks = state.pop("decisions")
        self.__dict__.update(state)
        self.decisions = Decisions(self.settings.game, self.settings.slots)
        if self.match is not None and not self.outcomes:
            self.decisions.open(self.match)
            self.decisions.picks += picks

    # --- chance --------------------------------------------------------------------------------------

    def _begin(self, seed: int) -> None:
        given = self.settings
        scripts = {given.game.chance_stream: self._script} if given.has_explicit_chance else None
        try:
            match = given.game.start(
                seed,
                given.seats,
                options=given.options,
                record=not given.has_explicit_chance,  # needed to copy a match in mid-question
                scripts=scripts,
            )
        except ScriptExhausted as due:
            self._await_chance(due)
            return
        self._arrive(match)

    def _await_chance(self, due: ScriptExhausted) -> None:
        if due.high < due.low:
            raise UnusableError("shuffle", "A shuffle has too many outcomes to be a chance node.")
        if due.high - due.low >= MAX_OUTCOMES:
            sentence = f"A draw has {due.high - due.low + 1} outcomes, more than {MAX_OUTCOMES}."
            raise UnusableError("shuffle", sentence)
        self.outcomes, self._lowest = due.high - due.low + 1, due.low

    def _arrive(self, match: Match) -> None:
        """Take over a match that waits for a decision or is over."""
        self.match, self.outcomes, self._before, self._script = match, 0, None, []
        self.decisions.open(match)
        for seat in range(self.settings.seats):
            self._note(seat, msgspec.json.encode(match.view(seat)))

    def _note(self, seat: int, what: bytes) -> None:
        self.seen[seat] = blake2b(self.seen[seat] + what, digest_size=12).digest()

    # --- actions -------------------------------------------------------------------------------------

    def act(self, action: int) -> None:
        """Take an action, or an outcome of chance."""
        if self.outcomes:
            self._decide_chance(action)
            return
        assert self.match is not None
        assert self.decisions.seat is not None
        self.steps += 1
        self._note(self.decisions.seat, b"action %d" % action)
        answer = self.decisions.answer(action)
        if answer is not None:
            self._before = self.match, answer
            self._apply()

    def _decide_chance(self, outcome: int) -> None:
        if not self.settings.has_explicit_chance:
            self.outcomes = 0
            self._begin(outcome)
            return
        self._script.append(self._lowest + outcome)
        self.outcomes = 0
        if self._before is None:
            self._begin(0)
        else:
            self._apply()

    def _apply(self) -> None:
        assert self._before is not None
        before, answer = self._before
        stream = self.settings.game.chance_stream
        if not stream:
            before.apply(answer)
            self._arrive(before)
            return
        match = before.clone()
        match.ctx.streams.setdefault(stream, Stream(0)).script = list(self._script)
        try:
            match.apply(answer)
        except ScriptExhausted as due:
            self._await_chance(due)
            return
        self._arrive(match)

    # --- queries -------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, or has had as many steps as it may have."""
        if self.outcomes or self.match is None:
            return False
        return self.match.ctx.game_over or self.steps >= self.settings.max_steps

    @property
    def player(self) -> int:
        """The player who decides, or what OpenSpiel calls chance and the end."""
        if self.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.decisions.seat is not None
        return self.decisions.seat

    def returns(self) -> list[float]:
        """The rewards of all players; zeros before the end. In a zero-sum game nobody gains anything
        if both win, or both lose."""
        given = self.settings
        result = None if self.match is None else self.match.result
        found = rewards_of(result, given.seats, given.game.rewards)
        if given.game.rewards != "scores":
            return [0.0] * given.seats if given.is_zero_sum and sum(found) != 0 else found
        if any(abs(score) > given.max_score for score in found):
            sentence = f"The scores {found} need max_score={max(map(abs, found)):g} or more."
            raise UnusableError("max_score", sentence)
        if given.is_zero_sum and abs(sum(found)) > 1e-9:
            sentence = f"The scores {found} do not add up to 0: make the game with zero_sum=False."
            raise UnusableError("zero_sum", sentence)
        return found

    def text(self, player: int | None) -> str:
        """What a player sees, as text."""
        if self.match is None:
            return "Chance decides."
        return state_text(self.match, player)

    def information_state(self, player: int) -> str:
        """A text that is the same for histories that the player cannot tell apart, and no others."""
        return f"{self.text(player)} #{self.seen[player].hex()}"

    def resample(self, player: int, rng: Stream) -> SearchedMatch:
        """A copy in which everything that the player does not know is sampled again."""
        made = self.copy()
        if made._before is not None:  # chance is due in the middle of an answer
            before, answer = made._before
            made.match = determinise(before, player, rng)
            made._before = made.match, answer
        elif made.match is not None:
            made.match = determinise(made.match, player, rng)
            picks = made.decisions.picks
            made.decisions.open(made.match)
            made.decisions.picks += picks
        if made.match is not None:
            for seat in range(self.settings.seats):
                if seat != player:  # they have seen something else
                    made.seen[seat] = b"resampled"
                    made._note(seat, msgspec.json.encode(made.match.view(seat)))
        return made


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.searched = SearchedMatch(game.settings)

    def current_player(self) -> int:
        """The player who decides."""
        return self.searched.player

    def _legal_actions(self, player: int) -> list[int]:
        if self.searched.player != player:
            return []
        return list(self.searched.decisions.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
        count = self.searched.outcomes
        return [(outcome, 1.0 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        self.searched.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}"
        labels = self.searched.decisions.labels()
        return labels.get(action, f"action {action}")  # OpenSpiel also asks for other states

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.searched.is_over

    def returns(self) -> list[float]:
        """The rewards of all players."""
        return self.searched.returns()

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A copy of this state in which everything hidden from a player is sampled again. `sampler`
        returns numbers from 0 to 1."""
        made: SpielState = self.clone()
        seed = int(sampler() * (1 << 53))
        made.searched = self.searched.resample(player, Stream.named(seed, "resample"))
        return made

    def __str__(self) -> str:
        return self.searched.text(None)


class SpielObserver:
    """Makes the observations of OpenSpiel: an array and a text."""

    def __init__(self, settings: Settings, has_recall: bool) -> None:
        self._settings, self._has_recall = settings, has_recall
        self._encoder = ObservationEncoder(
            settings.game, Decisions(settings.game, settings.slots), settings.card_rows
        )
        self._flat = FlatObservations(self._encoder)
        self.tensor = np.zeros(self._flat.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the array with what a player sees."""
        searched = state.searched
        self.tensor.fill(0)
        if searched.match is not None:
            self._encoder.decisions = searched.decisions
            self.tensor[:] = self._flat.flatten(self._encoder.encode(searched.match, player))

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, or all that it has seen, as text."""
        searched = state.searched
        return searched.information_state(player) if self._has_recall else searched.text(player)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel. `settings` of the class that `make_game` derives says which."""

    settings: Settings
    game_type: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = self.settings
        most = 1.0 if given.game.rewards == "result" else given.max_score
        info = pyspiel.GameInfo(
            num_distinct_actions=Decisions(given.game, given.slots).size,
            max_chance_outcomes=MAX_OUTCOMES if given.has_explicit_chance else given.seeds,
            num_players=given.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if given.is_zero_sum else None,
            max_game_length=given.max_steps,
        )
        super().__init__(self.game_type, info, dict(params or {}))

    def new_initial_state(self) -> SpielState:
        """The state before the first decision."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver:
        """An observer for a kind of observation."""
        has_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self.settings, has_recall)


_made: dict[tuple[object, ...], type[SpielGame]] = {}


def make_game(
    game: Game | str,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    slots: int = DEFAULT_SLOTS,
    card_rows: int = CARD_ROWS,
    seeds: int = DEFAULT_SEEDS,
    max_steps: int = DEFAULT_MAX_STEPS,
    max_score: float = DEFAULT_MAX_SCORE,
    zero_sum: bool | None = None,
) -> SpielGame:
    """Return a game as an OpenSpiel game, and register it as `turnwright_NAME`.

    Games for two are zero-sum, unless `zero_sum` says that their scores are not."""
    found = find_game(game) if isinstance(game, str) else game
    check_options(found, options or {})
    settings = Settings(
        game=found,
        seats=checked_seats(found, seats),
        options=dict(options or {}),
        slots=slots,
        card_rows=card_rows,
        seeds=seeds,
        max_steps=max_steps,
        max_score=max_score,
        is_zero_sum=checked_seats(found, seats) == 2 if zero_sum is None else zero_sum,
    )
    given = [
        settings.options, settings.seats, slots, card_rows, seeds, max_steps, max_score, zero_sum,
    ]  # fmt: skip
    key = (found.name, msgspec.json.encode(given))
    made = _made.get(key)
    if made is None or made.settings.game is not found:
        made = _made[key] = _register(settings, _short_name(found.name))
    return made()


def _short_name(name: str) -> str:
    base = f"turnwright_{name.replace('-', '_')}"
    known: Sequence[str] = pyspiel.registered_names()
    number = 1
    short = base
    while short in known:
        number += 1
        short = f"{base}_{number}"
    return short


def _register(settings: Settings, short_name: str) -> type[SpielGame]:
    kinds = pyspiel.GameType
    game_type = kinds(
        short_name=short_name,
        long_name=settings.game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if settings.is_zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=settings.seats,
        min_num_players=settings.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )
    made = type(
        f"Spiel{settings.game.name.title().replace('-', '')}",
        (SpielGame,),
        {"settings": settings, "game_type": game_type, "__module__": __name__},
    )
    pyspiel.register_game(game_type, made)
    return made
