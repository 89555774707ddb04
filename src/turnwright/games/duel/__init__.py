"""Duel: monsters, spells and traps; an original game that uses everything the rules library has."""
