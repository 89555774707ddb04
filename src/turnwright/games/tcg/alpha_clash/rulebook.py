"""How Alpha Clash is played, for people."""

from turnwright.core.definition.rulebook import Rulebook

RULEBOOK = Rulebook(
    """## Goal

Each player has a Contender with health. Defeat the other one. A player who must draw from an empty
deck loses.

## Your turn

- Expansion: your cards become ready, you draw a card, and you may place one card as a resource.
- Primary: play cards for resources, set Traps face down, attach Weapons, and begin clashes.
- End: damage on cards and effects of this turn end.

## A clash

- You choose who attacks, and what is attacked.
- The defender may counter with cards that say so, and may obstruct: another card takes the attack.
- Both may play clash buffs, the attacker first. Then both deal damage at the same time.

## Standby

What is played waits in Standby until the other player passes. The newest takes effect first.""",
    phases={
        "startOfTurn": "Effects of the start of the turn.",
        "expansion": "Ready your cards, draw, place a resource.",
        "primary": "Play cards and begin clashes.",
        "clash": "An attack, from its declaration to the damage.",
        "endOfTurn": "Effects of the end of the turn; damage is removed.",
    },
    zones={
        "contender": "Your Contender. If its health is gone, you lose.",
        "clash": "Characters that fight for you.",
        "clashground": "A place that changes the rules.",
        "accessory": "Weapons and Traps; Traps lie face down.",
        "resource": "Cards that pay for others.",
        "oblivion": "Defeated and used cards.",
        "standby": "What waits to take effect, the newest first.",
    },
)
