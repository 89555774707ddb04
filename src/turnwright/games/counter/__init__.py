"""Counter: one move and no end, for benchmarks."""
