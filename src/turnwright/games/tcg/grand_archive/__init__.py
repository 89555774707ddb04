"""Grand Archive as a turn structure."""
