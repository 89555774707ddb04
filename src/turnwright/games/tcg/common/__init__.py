"""What the five card games share."""
