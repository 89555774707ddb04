"""Games as Gymnasium environments: one seat learns, agents play the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, SupportsFloat

import gymnasium
from gymnasium import spaces
from numpy.typing import NDArray

from turnwright.agents.base import Agent
from turnwright.agents.registry import find_agent
from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion

from .decisions import DEFAULT_SLOTS
from .observations import CARD_ROWS, FlatObservations, ObservationEncoder, mask_of
from .played_match import (
    DEFAULT_MAX_STEPS,
    RENDER_FPS,
    RENDER_MODES,
    PlayedMatch,
    check_choice,
    text_of_actions,
)

DEFAULT_OPPONENT = "random"
# What an option of a game may be misspelled as; those that are spelled right never get there.
SETTINGS = ("opponents", "options", "slots", "observations", "card_rows", "max_steps",
            "illegal_reward", "render_mode")  # fmt: skip


class TurnwrightEnv(gymnasium.Env[Any, Any]):
    """One seat of a game.

    - `seat` is the seat that learns; `opponents` is the agent of the other seats, or a mapping from
      seats to agents. Games for one player need none.
    - Unknown keyword arguments are options of the game, as are those in `options`:
      `make("turnwright/Spire-v0", character="IRONCLAD", ascension=0)`.
    - The mask is in the observation, in `info["action_mask"]`, and in `action_masks()`.
    - An action that is not legal changes nothing. It costs `illegal_reward`, and `info["illegal"]`
      says what is legal.
    - `observations="flat"` gives one array, and the mask only in the other two places.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [*RENDER_MODES],
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        game: Game | str,
        *,
        seat: int = 0,
        opponents: str | Agent | Mapping[int, str | Agent] = DEFAULT_OPPONENT,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        slots: int = DEFAULT_SLOTS,
        observations: str = "arrays",
        card_rows: int = CARD_ROWS,
        max_steps: int = DEFAULT_MAX_STEPS,
        illegal_reward: float = -0.1,
        render_mode: str | None = None,
        **game_options: object,
    ) -> None:
        for name in game_options:
            if hint := suggestion(name, SETTINGS):
                sentence = f"This environment has no setting {name!r}{hint}"
                raise UnusableError("unknown_setting", sentence)
        self.played = PlayedMatch(
            game,
            seats=seats,
            options={**(options or {}), **game_options},
            slots=slots,
            max_steps=max_steps,
        )
        check_choice("observations", observations, ("arrays", "flat"))
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        self.played.check_seat(seat)
        others = [other for other in range(self.played.seats) if other != seat]
        given = opponents if isinstance(opponents, Mapping) else dict.fromkeys(others, opponents)
        for other in others:
            if other not in given:
                sentence = f"opponents has no agent for seat {other}; it has {sorted(given)}."
                raise UnusableError("bad_setting", sentence)
            if isinstance(given[other], str):
                find_agent(str(given[other]))  # an unknown name is refused now
        self.played.others = {other: given[other] for other in others}
        self.seat, self.render_mode = seat, render_mode
        self.illegal_reward = illegal_reward
        self._is_flat = observations == "flat"
        self._encoder = ObservationEncoder(self.played.game, self.played.decisions, card_rows)
        self._flat = FlatObservations(self._encoder)
        self.action_space = spaces.Discrete(self.played.decisions.size)
        if self._is_flat:
            self.observation_space = self._flat.space()
        else:
            self.observation_space = self._encoder.space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start the next match."""
        super().reset(seed=seed)
        self.played.reset(seed)
        while self.played.is_over:  # the others have ended it before this seat could act
            self.played.reset()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Take an action, and let the other seats act."""
        try:
            self.played.act(int(action))
        except UnusableError as refused:
            if refused.code != "illegal_action":
                raise
            self.played.steps += 1
            info = {**self._info(), "illegal": str(refused)}
            return self._observe(), self.illegal_reward, False, self.played.is_cut_off, info
        is_over = self.played.is_over
        reward = self.played.rewards()[self.seat] if is_over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, is_over, self.played.is_cut_off, self._info()

    def _observe(self) -> Any:
        seen = self._encoder.encode(self.played.match, self.seat)
        return self._flat.flatten(seen) if self._is_flat else seen

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[Any]:
        """The mask of the legal actions, as MaskablePPO asks for it."""
        return mask_of(self.played.decisions)

    def legal_actions(self) -> dict[int, str]:
        """The legal actions with their labels."""
        return text_of_actions(self.played.decisions)

    def render(self) -> Any:
        """Return the match as this seat sees it ("ansi"), or print it ("human")."""
        text = self.played.text(self.seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text
