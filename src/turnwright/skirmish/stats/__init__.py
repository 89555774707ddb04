"""Many skirmishes: what they come to on the whole."""
