"""How Spire is played, for people."""

from turnwright.core.definition.rulebook import Rulebook

RULEBOOK = Rulebook(
    """## Goal

Climb three acts, floor by floor, and defeat the boss of each. You have one life: when your hit
points are gone, the run is over.

## The map

Every floor has rooms, and lines lead up to the next ones. You choose the way. There are fights,
elites (hard, with a relic), events with a story, shops, rest sites, and chests. At the top waits
the boss.

## A fight

- You begin each turn with energy, usually 3, and draw five cards. A card costs the energy in its
  corner.
- Above each enemy stands its intent: what it will do after your turn, with the damage it will
  deal.
- Attacks take hit points from an enemy. Block stops damage, and is gone at your next turn.
- At the end of the turn your hand is discarded. If the draw pile is empty, the discard pile is
  shuffled.

## Powers

Small icons under a figure are powers. Vulnerable: takes half as much damage again from attacks.
Weak: deals a quarter less. Strength: every hit deals that much more. Poison: loses hit points
every turn.

## Rewards

After a fight you take gold, sometimes a potion or a relic, and one of three cards, or none: a
small deck is drawn more often. At a rest site you heal or upgrade a card. Relics work by
themselves for the whole run.""",
    phases={
        "EVENT": "A story with choices. Each one says what it does.",
        "MAP": "Choose the next room among those that a line connects with yours.",
        "REWARDS": "Take what you like, then go on.",
        "SHOP": "Buy cards, relics and potions, or have a card removed.",
        "REST": "Rest to heal, or upgrade a card.",
        "CHEST": "Open it for a relic.",
        "BOSS_RELIC": "Take one of three strong relics.",
        "BATTLE": "Play cards, use potions, then end your turn.",
        "GAME_OVER": "The run has ended.",
    },
    zones={
        "monsters": "Your enemies, with hit points, block, powers and their intent.",
        "offer": "What you can take or buy here.",
        "potions": "Each is drunk or thrown once, and costs no energy.",
        "draw": "Cards that you will draw. Their order is hidden.",
        "discard": "Used cards. They are shuffled when the draw pile is empty.",
        "exhaust": "Cards that are gone for this fight.",
        "deck": "All cards that you own.",
        "hand": "Cards that you can play now.",
    },
)
