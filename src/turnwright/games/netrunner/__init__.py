"""Netrunner with the cards of System Gateway."""
