"""Statistics of many runs: reports, comparisons, sweeps and optimised lists."""
