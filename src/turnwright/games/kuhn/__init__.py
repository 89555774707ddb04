"""Kuhn poker: the smallest game in which bluffing pays."""
