"""Games as PettingZoo environments: seats in turn (AEC), or all seats at once (parallel)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError

from .decisions import DEFAULT_SLOTS
from .observations import CARD_ROWS, FlatObservations, ObservationEncoder, mask_of
from .played_match import DEFAULT_MAX_STEPS, RENDER_FPS, RENDER_MODES, PlayedMatch, check_choice

OBSERVATIONS = ("flat", "arrays", "none")
_NOTHING = np.zeros(1, np.float32)


class _Observer:
    """What environments show, in one of three forms: all arrays as one flat array, a dict of arrays
    with the mask, or nothing."""

    def __init__(self, played: PlayedMatch, form: str, card_rows: int) -> None:
        check_choice("observations", form, OBSERVATIONS)
        self.played, self.form = played, form
        self.encoder = ObservationEncoder(played.game, played.decisions, card_rows)
        self.flat = FlatObservations(self.encoder)

    def space(self) -> Any:
        """The space of an observation."""
        if self.form == "none":
            return spaces.Box(0, 1, (1,), np.float32)
        return self.flat.space() if self.form == "flat" else self.encoder.space()

    def observe(self, seat: int) -> Any:
        """The observation of a seat."""
        if self.form == "none":
            return _NOTHING
        seen = self.encoder.encode(self.played.match, seat)
        return self.flat.flatten(seen) if self.form == "flat" else seen


class TurnwrightAEC(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game in which one seat acts at a time.

    The mask of its actions is in `infos[agent]`. An action that is not legal changes nothing, costs
    `illegal_reward`, and `infos[agent]["illegal"]` says what is legal. Where several seats are asked at
    once, they answer one after the other and do not see each other's answers."""

    def __init__(
        self,
        game: Game | str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        slots: int = DEFAULT_SLOTS,
        observations: str = "flat",
        card_rows: int = CARD_ROWS,
        max_steps: int = DEFAULT_MAX_STEPS,
        illegal_reward: float = -0.1,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.played = PlayedMatch(
            game, seats=seats, options=options, slots=slots, max_steps=max_steps
        )
        self.metadata = {
            "name": f"turnwright_{self.played.game.name}_v0",
            "render_modes": [*RENDER_MODES],
            "render_fps": RENDER_FPS,
            "is_parallelizable": False,
        }
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        self.render_mode, self.illegal_reward = render_mode, illegal_reward
        self.possible_agents = [f"player_{seat}" for seat in range(self.played.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observer = _Observer(self.played, observations, card_rows)
        self._space = self._observer.space()
        self._actions = spaces.Discrete(self.played.decisions.size)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self._actions)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self._space

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the next match."""
        self.played.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._is_refused = False
        self._select()

    def _select(self) -> None:
        decisions = self.played.decisions
        if decisions.seat is not None:
            agent = self.agent_selection = self.possible_agents[decisions.seat]
            self.infos[agent] = {"action_mask": mask_of(decisions)}

    def observe(self, agent: str) -> Any:
        """What an agent sees."""
        return self._observer.observe(self._seat_of[agent])

    def step(self, action: Any) -> None:
        """Take an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        played = self.played
        self._cumulative_rewards[agent] = 0
        if self._is_refused:
            self._clear_rewards()
            self._is_refused = False
        try:
            played.act(int(action))
        except UnusableError as refused:
            self._refuse(agent, refused)
        if played.is_over or played.steps >= played.max_steps:
            self._end()
        elif not self._is_refused:
            self._select()
        if self.render_mode == "human":
            self.render()

    def _refuse(self, agent: str, refused: UnusableError) -> None:
        if refused.code != "illegal_action":
            raise refused
        self._is_refused = True
        self.played.steps += 1
        self.rewards[agent] = self.illegal_reward
        self._accumulate_rewards()
        self.infos[agent] = {**self.infos[agent], "illegal": str(refused)}

    def _end(self) -> None:
        played = self.played
        for agent, reward in zip(self.possible_agents, played.rewards(), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = played.is_over
            self.truncations[agent] = not played.is_over
        self._accumulate_rewards()

    def render(self) -> Any:
        """Return the match as text ("ansi"), or print it ("human")."""
        text = self.played.text()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""


class TurnwrightParallel(ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """A game in which all seats are asked together, each without seeing the others' answers.

    A match in which only some seats are asked raises an error; such games are for `aec`."""

    metadata: ClassVar[dict[str, Any]] = {}

    def __init__(
        self,
        game: Game | str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        slots: int = DEFAULT_SLOTS,
        observations: str = "flat",
        card_rows: int = CARD_ROWS,
        max_steps: int = DEFAULT_MAX_STEPS,
        illegal_reward: float = -0.1,
        render_mode: str | None = None,
    ) -> None:
        self.played = PlayedMatch(
            game, seats=seats, options=options, slots=slots, max_steps=max_steps
        )
        self.metadata = {  # type: ignore[misc]
            "name": f"turnwright_{self.played.game.name}_v0",
            "render_modes": [*RENDER_MODES],
            "render_fps": RENDER_FPS,
        }
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        self.render_mode, self.illegal_reward = render_mode, illegal_reward
        self.possible_agents = [f"player_{seat}" for seat in range(self.played.seats)]
        self._observer = _Observer(self.played, observations, card_rows)
        self._space = self._observer.space()
        self._actions = spaces.Discrete(self.played.decisions.size)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self._space

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self._actions

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start the next match."""
        self.played.reset(seed)
        self.agents = self.possible_agents[:]
        return self._observe()

    def _observe(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The observations and masks of all agents, none of which has seen an answer."""
        match = self.played.match
        if not self.played.is_over and sorted(match.acting) != list(range(self.played.seats)):
            raise UnusableError(
                "not_simultaneous",
                f"Only seats {match.acting} of {self.played.seats} are asked at {match.ctx.place}. "
                "Use turnwright.envs.aec.",
            )
        seen: dict[str, Any] = {}
        infos: dict[str, Any] = {}
        decisions = self.played.decisions
        for seat, agent in enumerate(self.possible_agents):
            if not self.played.is_over:
                decisions.open_for(match, seat)
            seen[agent] = self._observer.observe(seat)
            infos[agent] = {"action_mask": mask_of(decisions)}
        return seen, infos

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Answer for all seats."""
        played = self.played
        match, decisions = played.match, played.decisions
        illegal = []
        for seat, agent in enumerate(self.possible_agents):
            decisions.open_for(match, seat)
            if decisions.is_selection:
                raise UnusableError(
                    "selection",
                    "A simultaneous question with several picks needs turnwright.envs.aec.",
                )
            if not decisions.is_legal(int(actions[agent])):
                illegal.append(agent)
        if illegal:
            return self._refuse(illegal)
        for seat, agent in enumerate(self.possible_agents):
            decisions.open_for(match, seat)
            played.act(int(actions[agent]))
        rewards = dict(zip(self.possible_agents, played.rewards(), strict=True))
        is_over, is_cut_off = played.is_over, played.is_cut_off
        agents = self.possible_agents
        seen, infos = self._observe()
        if is_over or is_cut_off:
            self.agents = []
        return (
            seen, rewards, dict.fromkeys(agents, is_over), dict.fromkeys(agents, is_cut_off), infos,
        )  # fmt: skip

    def _refuse(
        self, illegal: list[str]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Change nothing, because the actions of some agents are not legal."""
        self.played.steps += 1
        agents, is_cut_off = self.possible_agents, self.played.is_cut_off
        seen, infos = self._observe()
        rewards = {agent: self.illegal_reward if agent in illegal else 0.0 for agent in agents}
        if is_cut_off:
            self.agents = []
        return (
            seen, rewards, dict.fromkeys(agents, False), dict.fromkeys(agents, is_cut_off), infos,
        )  # fmt: skip

    def render(self) -> Any:
        """Return the match as text ("ansi"), or print it ("human")."""
        text = self.played.text()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""
