"""Encounters that are fought by hand, without chance: every attack hits and damage is constant."""

from __future__ import annotations

IMPS = """\
name: Two imps
rules: {name: always ten, check: "10", fumble: 0, critical: 100}
sides:
  Heroes:
    - name: Mira
      hp: 60
      ac: 12
      initiative: 50
      pools: {SpellSlot_1: 2}
      actions:
        - {name: Bolt, cost: Action, effect: {type: Attack, to_hit: 50, damage: 10}}
      reactions:
        - name: Ward
          timing: {on: AttackHit, who: self}
          cost: [Reaction, SpellSlot_1]
          targets: self
          effect: {type: Apply, status: {name: Warded, ac: 50, duration: 1 round}}
  Imps:
    - name: Imp
      count: 2
      hp: 18
      ac: 10
      actions:
        - {name: Sting, cost: Action, effect: {type: Attack, to_hit: 20, damage: 3}}
"""
"""Mira acts first and wins in the fourth round."""
