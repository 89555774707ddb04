"""The games that Turnwright ships: names and modules. A module is imported when its game is used."""

from __future__ import annotations

GAMES = {
    "tictactoe": "turnwright.games.tictactoe.game",
    "counter": "turnwright.games.counter.game",
    "duel40": "turnwright.games.duel40.game",
    "kuhn": "turnwright.games.kuhn.game",
    "leduc": "turnwright.games.leduc.game",
    "duel": "turnwright.games.duel.game",
    "netrunner": "turnwright.games.netrunner.game",
    "spire": "turnwright.games.spire.game",
    "alpha-clash": "turnwright.games.tcg.alpha_clash.game",
    "lorcana": "turnwright.games.tcg.lorcana.game",
    "gundam": "turnwright.games.tcg.gundam.game",
    "riftbound": "turnwright.games.tcg.riftbound.game",
    "grand-archive": "turnwright.games.tcg.grand_archive.game",
    "skirmish": "turnwright.skirmish.game.game",
}
