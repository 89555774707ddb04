"""Recordings of runs and fights: their format, replaying them, and the differences of their engine."""
