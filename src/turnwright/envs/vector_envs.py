"""Many environments at once, in this process or in several, as Gymnasium's vector environments."""

from __future__ import annotations

from functools import partial
from typing import Any

from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv, VectorEnv

from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError

from .gymnasium_env import TurnwrightEnv


def make_vector(
    game: Game | str,
    count: int,
    *,
    processes: bool = False,
    autoreset: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    **settings: Any,
) -> VectorEnv[Any, Any, Any]:
    """Return `count` environments as one; see `turnwright.envs.vector`."""
    if count < 1:
        raise UnusableError("bad_count", f"A vector environment needs at least 1, not {count}.")
    makers = [partial(TurnwrightEnv, game, **settings) for _ in range(count)]
    mode = AutoresetMode(autoreset)
    if processes:
        return AsyncVectorEnv(makers, autoreset_mode=mode)
    return SyncVectorEnv(makers, autoreset_mode=mode)
