"""The shipped games, by name. A game is imported only when it is asked for."""

from __future__ import annotations

GAMES = {
    "tictactoe": "turnwright.games.tictactoe.game",
    "counter": "turnwright.games.counter.game",
    "duel40": "turnwright.games.duel40.game",
}
