"""Measurements: CPU time, ours and a peer's in the same run. Nothing here is a test."""
