"""The rules runtime: flow, match, record. No I/O, no clock, no global randomness."""
