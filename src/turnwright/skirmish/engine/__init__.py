"""The interpreter: compiles a scenario and plays runs of it."""
