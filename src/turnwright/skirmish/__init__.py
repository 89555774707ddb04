"""Skirmish: fights simulated with the tactics that people would really use."""
