"""How Disney Lorcana is played, for people."""

from turnwright.core.definition.rulebook import Rulebook

RULEBOOK = Rulebook(
    """## Goal

Collect lore. The first player with 20 wins. A player who ends a turn with an empty deck loses.

## Your turn

- Ready your cards, get lore from your locations, draw a card.
- Once a turn you may put a card with the ink symbol face down into your inkwell.
- In any order: play cards for ink, quest, challenge, sing, move characters to locations, use
  abilities.

## Quest and challenge

A character that has been with you since your turn began may be exerted, that is turned sideways,
to quest: you gain its lore. Or it challenges an exerted character of the opponent: both deal their
strength as damage. Who has as much damage as willpower is banished.

## The bag

Abilities that trigger go into the bag. The active player takes theirs out first, in any order.""",
    phases={
        "beginningPhase": "Ready, set, draw.",
        "mainPhase": "Act in any order: ink, play, quest, challenge.",
        "endOfTurnPhase": "Effects of the end of the turn.",
    },
    zones={
        "inkwell": "Ink that pays for cards. Nobody looks at it again.",
        "play": "Characters, items and locations. Sideways cards are exerted.",
        "discard": "Banished and used cards.",
    },
)
