"""Card packs that are shipped with the game."""
