"""Bots that search: they think in worker processes with a CPU budget."""
