"""Recorded runs and fights: their format, and replaying them."""
