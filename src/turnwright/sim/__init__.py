"""Many runs of anything: batches, the backends that play them, and statistics. Knows no game."""
