"""Disney Lorcana as a turn structure."""
