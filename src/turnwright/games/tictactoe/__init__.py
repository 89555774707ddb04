"""Tic-tac-toe: the whole game on one screen."""
