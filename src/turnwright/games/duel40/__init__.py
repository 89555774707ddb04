"""Duel40: the benchmark game."""
