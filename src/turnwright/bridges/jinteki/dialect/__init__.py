"""A match in jinteki.net's terms: commands, state, cards and state diffs."""
