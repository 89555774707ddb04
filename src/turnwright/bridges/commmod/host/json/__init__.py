"""The mod's JSON messages, built from the state of a run."""
