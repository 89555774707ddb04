"""What the five trading card games share: cards as data, pending effects, the flow skeleton."""
