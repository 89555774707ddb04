"""Slay the Spire, headless."""
