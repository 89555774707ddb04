"""Recorded Netrunner games: the file format, and replaying them on the engine."""
