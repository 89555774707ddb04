"""The Gundam Card Game as a turn structure."""
