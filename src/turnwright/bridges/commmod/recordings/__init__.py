"""Recorded sessions: the file format, replaying them to a bot and to the engine."""
