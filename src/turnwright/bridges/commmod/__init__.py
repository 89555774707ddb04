"""Slay the Spire through Communication Mod: the agent's side, for the real game or our own host."""
