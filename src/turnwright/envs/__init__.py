"""Games as environments for learners: PettingZoo, Gymnasium and OpenSpiel.

    import turnwright.envs
    env = turnwright.envs.aec("duel")
    env = turnwright.envs.single("netrunner", seat=1, opponents="heuristic")
    game = turnwright.envs.spiel("leduc")

`gymnasium.make("turnwright/Spire-v0")` works as well. Each function needs its packages: the extra `rl`
has Gymnasium and PettingZoo, the extra `spiel` has OpenSpiel.
"""

from __future__ import annotations

import inspect
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion
from turnwright.optional_packages import import_part

from .registration import register_all

if TYPE_CHECKING:
    from gymnasium.vector import VectorEnv

    from .gymnasium_env import TurnwrightEnv
    from .pettingzoo_envs import TurnwrightAEC, TurnwrightParallel


def _load(module: str, extra: str) -> Any:
    return import_part(f"{__name__}.{module}", __name__, extra)


def _make(maker: Any, game: Game | str, settings: dict[str, Any]) -> Any:
    """Call what makes an environment; a setting that it does not have is refused by name."""
    known = [*inspect.signature(maker).parameters][1:]
    for name in settings:
        if name not in known:
            hint = suggestion(name, known) or f"; the settings are {', '.join(known)}."
            sentence = f"This environment has no setting {name!r}{hint}"
            options = "Options of the game are given as options={...}."
            raise UnusableError("unknown_setting", f"{sentence} {options}")
    return maker(game, **settings)


def aec(game: Game | str, **settings: Any) -> TurnwrightAEC:
    """A game as a PettingZoo environment in which seats act in turn."""
    made: TurnwrightAEC = _make(_load("pettingzoo_envs", "rl").TurnwrightAEC, game, settings)
    return made


def parallel(game: Game | str, **settings: Any) -> TurnwrightParallel:
    """A game as a PettingZoo environment in which all seats act at once, unseen by each other."""
    kind = _load("pettingzoo_envs", "rl").TurnwrightParallel
    made: TurnwrightParallel = _make(kind, game, settings)
    return made


def single(game: Game | str, **settings: Any) -> TurnwrightEnv:
    """A game as a Gymnasium environment of one seat; agents play the others."""
    made: TurnwrightEnv = _load("gymnasium_env", "rl").TurnwrightEnv(game, **settings)
    return made


def vector(game: Game | str, count: int, **settings: Any) -> VectorEnv[Any, Any, Any]:
    """Several environments of `single` as one vector environment of Gymnasium.

    With `processes=True` each plays in a process of its own. `autoreset` says when matches that ended
    are started again: "NextStep" (the default), "SameStep" or "Disabled", as in Gymnasium's
    `AutoresetMode`. The masks are in `infos["action_mask"]`."""
    made: VectorEnv[Any, Any, Any] = _load("vector_envs", "rl").make_vector(game, count, **settings)
    return made


def spiel(game: Game | str, **settings: Any) -> Any:
    """A game as an OpenSpiel game (`pyspiel.Game`)."""
    return _make(_load("open_spiel_game", "spiel").make_game, game, settings)


if find_spec("gymnasium") is not None:
    register_all()

__all__ = ["aec", "parallel", "single", "spiel", "vector"]
