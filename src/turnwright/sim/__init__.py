"""Many matches: batches, backends that run them, and statistics of what they came to."""
