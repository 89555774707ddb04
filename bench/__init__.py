"""Benchmarks in CPU time, next to a peer in the same run."""
