"""How the Gundam Card Game is played, for people."""

from turnwright.core.definition.rulebook import Rulebook

RULEBOOK = Rulebook(
    """## Goal

Your opponent has a Base and six Shields. Destroy them, and hit the player once more. A player
whose deck is empty loses, too.

## Your turn

- Start: your cards become active again.
- Draw a card, and get one Resource.
- Main: deploy Units, pair Pilots with them, play Commands, attack. Cards need a level, which is
  the number of your Resources, and a cost, which is paid by resting Resources.
- End: both may act once more; with more than ten cards you discard.

## Battle

- A Unit attacks the player or a rested Unit.
- The other player may block with a Unit that is a Blocker.
- Both may use actions, the defending player first.
- Damage is dealt at the same time. An attack on the player hits the Base, then a Shield. A
  destroyed Shield may have a Burst, which its owner uses for free.""",
    phases={
        "startPhase": "Cards become active.",
        "drawPhase": "The turn player draws a card.",
        "resourcePhase": "The turn player gets a Resource.",
        "mainPhase": "Deploy, pair, command, attack.",
        "battlePhase": "An attack, from its effects to the damage.",
        "endPhase": "Last actions, discarding, end of effects.",
    },
    zones={
        "resourceDeck": "Resources to come.",
        "shields": "Six cards that protect you, face down.",
        "base": "It takes damage before the Shields.",
        "battleArea": "Up to six Units with their Pilots.",
        "resourceArea": "Resources; sideways ones are used.",
        "revealed": "A Shield or Command while it takes effect.",
        "trash": "Destroyed and used cards.",
        "outside": "Tokens that have left the game.",
    },
)
