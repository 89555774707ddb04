"""The combat simulator: scenarios as data, played by the million with each combatant's own tactics."""
