"""Bots for runs and fights."""
