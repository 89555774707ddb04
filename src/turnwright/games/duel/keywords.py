"""The glossary of Duel: keywords in the rules texts of cards, and what they mean."""

from turnwright.core.definition.glossary import Glossary

GLOSSARY = Glossary(
    {
        "tribute": "Send a monster you control to the grave as a price.",
        "summon": "Put a monster on the field. From the hand this can be done once per turn.",
        "face down": "Only its controller may look at it. It has no effect until it is turned.",
        "face-up": "Everybody sees the card, and its effect counts.",
        "attack position": "Upright. The monster can attack, and its attack counts in battle.",
        "defense position": "Sideways. The monster cannot attack. Its defense counts in battle, and "
        "its controller loses no life points if it is destroyed.",
        "piercing": "If it attacks a monster in defense position with less defense, the opponent "
        "loses the difference.",
        "flip": "This happens when the card is turned face up.",
        "token": "A monster without a card of its own. It exists only on the field.",
        "banish": "Take out of the game. Only an effect that says so brings it back.",
        "grave": "Destroyed, used and discarded cards lie there. Everybody may look.",
        "negate": "It does not happen. What was paid for it is not given back.",
        "equip": "The card belongs to that monster from now on, and goes to the grave when it leaves.",
        "target": "Choose it when the card is played. If it is gone later, nothing happens to it.",
        "standby phase": "The phase after drawing and before the first main phase.",
        "battle damage": "Life points that a player loses in a battle between monsters, or to a "
        "direct attack.",
        "level": "1 to 4 is summoned without a price, 5 and 6 for one tribute, 7 and more for two.",
        "heat counter": "A mark on a card. It does only what texts that name it say.",
        "sap counter": "A mark on a card. Some cards use it up.",
        "light counter": "A mark on a card. It does only what texts that name it say.",
        "once per duel": "Not again in this game, not even with another card of the same name.",
    },
    forms={
        "tribute": ("tributed",),
        "summon": ("summoned",),
        "face down": ("face-down",),
        "face-up": ("face up",),
        "banish": ("banished", "banishes"),
        "negate": ("negated",),
    },
)
