"""Encounters that several tests of the lab open."""

from __future__ import annotations

ONE_SLOT = """\
name: One slot
sides:
  - name: Heroes
    combatants:
      - use: Wizard 1
        pools: {SpellSlot_1: 1}
        actions: [Bless, Fire Bolt]
        reactions: [Shield]
      - use: Fighter 1
  - name: Goblins
    combatants: [Goblin, Goblin]
"""
TWO_BLOWS = """\
name: Order matters
sides:
  - name: Heroes
    combatants:
      - name: Brawler
        hp: 30
        ac: 14
        actions:
          - {name: Tickle, cost: Action, effect: {type: Attack, to_hit: 5, damage: 1}}
          - {name: Cleave, cost: Action, effect: {type: Attack, to_hit: 5, damage: 2d6+3}}
  - name: Goblins
    combatants: [Goblin, Goblin]
"""
