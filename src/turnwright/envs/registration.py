"""The names of our games in Gymnasium: `turnwright/Duel-v0`, `turnwright/GrandArchive-v0`."""

from __future__ import annotations

from turnwright.games.lookup import known_games

NAMESPACE = "turnwright"


def env_id(game: str) -> str:
    """The id of a game in Gymnasium."""
    words = game.replace("_", "-").split("-")
    return f"{NAMESPACE}/{''.join(word[:1].upper() + word[1:] for word in words)}-v0"


def register_all() -> None:
    """Register every shipped and installed game. Gymnasium calls this through an entry point."""
    from gymnasium.envs.registration import register, registry

    for game in known_games():
        if env_id(game) not in registry:
            register(
                env_id(game),
                entry_point="turnwright.envs.gymnasium_env:TurnwrightEnv",
                kwargs={"game": game},
                disable_env_checker=True,
            )
