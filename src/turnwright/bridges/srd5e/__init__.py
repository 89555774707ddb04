"""Monsters and spells in 5e-bits format as skirmish combatants and actions."""
