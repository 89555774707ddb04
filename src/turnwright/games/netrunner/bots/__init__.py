"""Heuristic bots for both sides."""
