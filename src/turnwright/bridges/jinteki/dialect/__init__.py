"""A match in terms of jinteki.net: commands, states, cards and state diffs."""
