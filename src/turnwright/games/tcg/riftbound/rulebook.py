"""How Riftbound is played, for people."""

from turnwright.core.definition.rulebook import Rulebook

RULEBOOK = Rulebook(
    """## Goal

Score eight points. You score by conquering a battlefield, and by still holding it when your turn
begins.

## Your turn

- Awaken: your cards become ready.
- Beginning: you score for the battlefields that you hold.
- Channel: two runes come into play. Runes pay for cards.
- Draw a card.
- Action: play units, spells and gear; move units to battlefields.
- Ending: damage and effects of this turn end.

## Battlefields

Units move from your base to a battlefield. If nobody is there, you conquer it after a showdown, in
which both may play fast spells. If the opponent has units there, they fight: both sides deal their
might as damage. Who is left alone holds the battlefield.

## The chain

What is played waits on the chain. When both players pass, the newest takes effect.""",
    phases={
        "awaken": "Cards become ready.",
        "beginning": "Effects of the beginning; score for what you hold.",
        "channel": "Runes come into play.",
        "draw": "The turn player draws a card.",
        "action": "Play cards and move units.",
        "showdown": "A battlefield without a defender: both may respond.",
        "combat": "Units of both sides fight at a battlefield.",
        "ending": "The turn ends.",
    },
    zones={
        "runeDeck": "Runes to come.",
        "facedown": "Hidden cards. Only their owner knows them.",
        "legend": "Your legend, with an ability.",
        "champion": "Your champion until it is played.",
        "board": "Your base, and your units at battlefields.",
        "runes": "They pay: exhausted for energy, recycled for power.",
        "trash": "Used and killed cards.",
        "battlefields": "The two places that everything is about.",
        "chain": "What waits to take effect, the newest first.",
    },
)
