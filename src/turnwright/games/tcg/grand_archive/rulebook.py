"""How Grand Archive is played, for people."""

from turnwright.core.definition.rulebook import Rulebook

RULEBOOK = Rulebook(
    """## Goal

Each player has a champion. If a champion has as much damage as life, its player loses. A player
who must draw from an empty deck loses, too.

## Your turn

- Wake up: your rested cards wake up.
- Materialize: you may take one card of your material deck, such as the next level of your
  champion. Its price is paid by banishing cards of your memory at random.
- Recollection: the cards of your memory return to your hand.
- Draw a card, then act in the main phase: play cards and attack.
- End: effects of this turn end.

## Paying

A card of the hand is paid by putting other cards of the hand face down into your memory. You get
them back in your next recollection.

## Fights

An ally or your champion attacks a champion or an ally. The defender may retaliate. Then both deal
damage.

## Opportunity

Whoever has Opportunity may act. When both pass, the top of the effects stack takes effect.""",
    phases={
        "wakeUp": "Rested cards of the turn player wake up.",
        "materialize": "Take one card of the material deck, or none.",
        "recollection": "Memory returns to the hand.",
        "draw": "The turn player draws a card.",
        "main": "Play cards and attack.",
        "combatPhase": "An attack: declaration, retaliation, damage.",
        "end": "The turn ends.",
    },
    zones={
        "material": "Champions and regalia that you can materialize.",
        "memory": "Cards with which you paid. They come back to you.",
        "field": "Champions, allies, weapons and regalia in play.",
        "lineage": "The lower levels of your champion.",
        "intent": "An attack card while the attack lasts.",
        "effectsStack": "What waits to take effect, the newest first.",
    },
)
