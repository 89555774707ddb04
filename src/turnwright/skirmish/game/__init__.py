"""A fight of a scenario as a game: each combatant is driven by its list or by a seat."""
