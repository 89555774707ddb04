"""Recordings of jinteki.net games: the file format, and replaying them on the engine."""
