"""Leduc hold'em: a small poker game for learning agents."""
