"""New Game: a game for Turnwright."""
