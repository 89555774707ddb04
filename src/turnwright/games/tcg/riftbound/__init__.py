"""Riftbound as a turn structure."""
