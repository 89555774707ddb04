"""Alpha Clash as a turn structure."""
