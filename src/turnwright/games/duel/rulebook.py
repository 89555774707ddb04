"""How Duel is played, for people."""

from turnwright.core.definition.rulebook import Rulebook

RULEBOOK = Rulebook(
    """## Goal

You and your opponent have 8,000 life points each. Bring the other player to 0. A player who must
draw from an empty deck loses, too.

## Your turn

- Draw a card. The player who begins does not draw in the first turn.
- Main phase: summon or set one monster, play spells, set traps.
- Battle: attack with each of your monsters in attack position once. There is no battle in the
  first turn.
- Second main phase: the same as the first, if you have not used your summon.
- End: with more than seven cards in hand you discard.

## Monsters

The left number is attack, the right one defense. Level 1 to 4 is summoned without a price. Level
5 and 6 need one tribute: a monster of yours goes to the graveyard. Level 7 and higher need two.
You may also set a monster face down in defense position, and flip it in a later turn.

## Battle

- Attack against attack: the lower number is destroyed, and its owner loses the difference.
- Attack against defense: if the attack is higher, the defender is destroyed and nobody loses life
  points. If it is lower, the attacker's owner loses the difference.
- No monster in the way: the attack hits the player.

## Spells, traps and chains

Spells are played from the hand. Traps are set face down first and can be used from the next turn
on, also in the opponent's turn. Before something takes effect, the other player may respond.
Responses pile up on a chain, and the last one takes effect first.""",
    phases={
        "draw": "The turn player draws a card.",
        "standby": "Effects that wait for this moment happen now.",
        "main1": "Summon or set one monster, play spells, set cards, use effects, change positions.",
        "battle": "Choose a monster of yours and what it attacks. Each one attacks once.",
        "main2": "A second main phase after the battle, with the same choices.",
        "end": "Effects of this turn end. With too many cards in hand you discard.",
    },
    zones={
        "deck": "Cards to draw. Nobody sees them.",
        "hand": "Only its owner sees these cards.",
        "monsters": "Up to five monsters. Upright ones attack, sideways ones defend; a card back is a "
        "monster that was set.",
        "spell_trap": "Spells that stay, and cards that were set face down.",
        "field": "One spell that changes the rules for both sides.",
        "grave": "Destroyed, used and discarded cards. Everybody may look.",
        "banished": "Cards that are out of the game, unless an effect returns them.",
    },
)
