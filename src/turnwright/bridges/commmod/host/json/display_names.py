"""Names of the game that appear in messages and not in the rules: rooms, actions, event pages."""

from __future__ import annotations

from turnwright.games.spire.display_names import (
    EVENTS,
    HIDDEN_POWERS,
    NEGATIVE_POWERS,
    WITHOUT_AMOUNT,
)
from turnwright.games.spire.display_names import POWERS as SHOWN_POWERS

__all__ = ["EVENTS", "HIDDEN_POWERS", "NEGATIVE_POWERS", "POWERS", "WITHOUT_AMOUNT"]

POWERS = SHOWN_POWERS | {"Confusion": "Confusion", "Weakened": "Weakened"}
"""Powers whose name is not their id. Two have another name in messages than on the screen."""
NEOW = "Neow Event"
HEART = "Spire Heart"
WHEEL = "Wheel of Change"
MATCH_GAME = "Match and Keep!"

INTROS = {
    NEOW: "Talk", "Bonfire Elementals": "Approach", "Colosseum": "Continue", "Designer": "Continue",
    "FaceTrader": "Approach", "Falling": "Continue", "Knowing Skull": "Approach", "Lab": "Search",
    MATCH_GAME: "Play", "Nest": "Continue", "NoteForYourself": "Continue", "SensoryStone": "Continue",
    "The Joust": "Continue", "Winding Halls": "Continue",
}  # fmt: skip
"""Events with an introduction page, and the label of its button."""

BUTTONS = {"Knowing Skull": (2, 0, 1, 3), "Vampires": (1, 0, 2)}
"""Events whose buttons are in another order than the choices of the rules."""
ABSENT = {"Tomb of Lord Red Mask": (1,), "Vampires": (0,)}
"""Choices without a button while they are disabled. All others have a disabled button."""

LABELS = {
    "World of Goop": {"Gather": "Gather Gold", "Leave it": "Leave It"},
    "Scrap Ooze": {"Reach inside": "Reach Inside"},
    "Addict": {"Give 85 gold": "Offer Gold"},
    "Beggar": {"Offer": "Offer Gold"},
    "Colosseum": {"Cowardice": "COWARDICE", "Victory": "VICTORY"},
    "Drug Dealer": {
        "Become test subject": "Become Test Subject", "Ingest mutagens": "Ingest Mutagens",
    },
    "Forgotten Altar": {"Offer": "Offer: Golden Idol"},
    "Nest": {"Smash and grab": "Smash and Grab", "Stay in line": "Stay in Line"},
    "The Mausoleum": {"Open coffin": "Open Coffin"},
    "Vampires": {"Offer": "Give Vial"},
    "The Moai Head": {"Jump inside": "Jump Inside", "Offer Golden Idol": "Offer: Golden Idol"},
    "Mysterious Sphere": {"Open sphere": "Open Sphere"},
    "Tomb of Lord Red Mask": {"Offer all gold": "Offer: {gold} Gold"},
    "Winding Halls": {
        "Embrace madness": "Embrace Madness", "Press on": "Press On",
        "Retrace your steps": "Retrace Your Steps",
    },
    "Designer": {"Clean up": "Clean Up", "Full service": "Full Service"},
    "Knowing Skull": {
        "A pick me up?": "A Pick Me Up?", "Riches?": "Riches?", "Success?": "Success?",
        "How do I leave?": "How do I leave?",
    },
    "N'loth": {"Offer ": "Offer: "},
    "NoteForYourself": {"Take and give": "Take and Give"},
    "SecretPortal": {"Enter the portal": "Enter the Portal"},
    "The Woman in Blue": {
        "Buy 1 ": "Buy 1 Potion", "Buy 2 ": "Buy 2 Potions", "Buy 3 ": "Buy 3 Potions",
    },
    "WeMeetAgain": {"Give a potion": "Give Potion", "Give a card": "Give Card", "Give ": "Give Gold"},
}  # fmt: skip
"""Buttons whose label in the game differs from the text of the rules, by how that text begins. A label
that ends in a blank is followed by the rest of the text."""


def button_label(event: str, text: str, gold: int) -> str:
    """The label of an event's button."""
    for start, label in LABELS.get(event, {}).items():
        if text.startswith(start):
            return label.format(gold=gold) + (text[len(start) :] if label.endswith(" ") else "")
    return text


NEOW_BONUSES = {
    "THREE_CARDS": "Choose a Card to obtain",
    "ONE_RANDOM_RARE_CARD": "Obtain a random rare Card",
    "REMOVE_CARD": "Remove a Card from your deck",
    "UPGRADE_CARD": "Upgrade a Card",
    "TRANSFORM_CARD": "Transform a Card",
    "RANDOM_COLORLESS": "Choose a colorless Card to obtain",
    "THREE_SMALL_POTIONS": "Obtain 3 random Potions",
    "RANDOM_COMMON_RELIC": "Obtain a random common Relic",
    "TEN_PERCENT_HP_BONUS": "Max HP +{tenth}",
    "THREE_ENEMY_KILL": "Enemies in your next three combats have 1 HP",
    "HUNDRED_GOLD": "Obtain 100 Gold",
    "RANDOM_COLORLESS_2": "Choose a rare colorless Card to obtain",
    "REMOVE_TWO": "Remove 2 Cards",
    "ONE_RARE_RELIC": "Obtain a random rare Relic",
    "THREE_RARE_CARDS": "Choose a rare Card to obtain",
    "TWO_FIFTY_GOLD": "Obtain 250 Gold",
    "TRANSFORM_TWO_CARDS": "Transform 2 Cards",
    "TWENTY_PERCENT_HP_BONUS": "Max HP +{fifth}",
    "BOSS_RELIC": "Obtain a random boss Relic",
}
NEOW_DRAWBACKS = {
    "NONE": "",
    "TEN_PERCENT_HP_LOSS": "Lose {tenth} Max HP",
    "NO_GOLD": "Lose all Gold",
    "CURSE": "Obtain a Curse",
    "PERCENT_DAMAGE": "Take {damage} damage",
    "LOSE_STARTER_RELIC": "Lose your starting Relic",
}


def neow_numbers(max_hp: int, hp: int) -> dict[str, int]:
    """The numbers in the texts of Neow's offers."""
    return {"tenth": int(max_hp * 0.1), "fifth": int(max_hp * 0.2), "damage": hp // 10 * 3}


ROOMS = {
    "": "NeowRoom", "MONSTER": "MonsterRoom", "ELITE": "MonsterRoomElite", "BOSS": "MonsterRoomBoss",
    "EVENT": "EventRoom", "SHOP": "ShopRoom", "REST": "RestRoom", "TREASURE": "TreasureRoom",
    "BOSS_TREASURE": "TreasureRoomBoss",
}  # fmt: skip
CHESTS = {"SMALL": "SmallChest", "MEDIUM": "MediumChest", "LARGE": "LargeChest"}
BOSS_CHEST = "BossChest"

ACTIONS = {
    "DISCARD": "DiscardAction", "SCRY": "ScryAction",
    "ARMAMENTS": "ArmamentsAction", "CODEX": "CodexAction", "DISCOVERY": "DiscoveryAction",
    "DUAL_WIELD": "DualWieldAction", "EXHAUST_ONE": "ExhaustAction", "EXHAUST_MANY": "ExhaustAction",
    "EXHUME": "ExhumeAction", "FORETHOUGHT": "ForethoughtAction", "GAMBLE": "GamblingChipAction",
    "HEADBUTT": "DiscardPileToTopOfDeckAction", "HOLOGRAM": "BetterDiscardPileToHandAction",
    "LIQUID_MEMORIES_POTION": "BetterDiscardPileToHandAction", "MEDITATE": "MeditateAction",
    "NIGHTMARE": "NightmareAction", "RECYCLE": "RecycleAction", "RETAIN": "RetainCardsAction",
    "SECRET_TECHNIQUE": "SkillFromDeckToHandAction", "SECRET_WEAPON": "AttackFromDeckToHandAction",
    "OMNISCIENCE": "OmniscienceAction", "WISH": "ChooseOneAction", "STANCE": "ChooseOneAction",
    "FOREIGN_INFLUENCE": "ForeignInfluenceAction",
    "SEEK": "BetterDrawPileToHandAction", "SETUP": "SetupAction", "WARCRY": "PutOnDeckAction",
}  # fmt: skip
"""The `current_action` of a card choice in a fight, by the rules' task."""

JUST_APPLIED = frozenset((
    "Weakened", "Vulnerable", "Frail", "Draw Reduction", "Double Damage", "NoBlockPower", "Intangible",
    "Ritual",
))  # fmt: skip
"""Powers with a `just_applied` flag."""
MISC = {"RitualDagger": 15, "Genetic Algorithm": 1}
"""Cards with a `misc` value, and its start; the rules count from 0."""
THROWN = frozenset(("Explosive Potion", "SmokeBomb"))
"""Potions that report `requires_target` although they need no target."""
NO_ORB = {"id": "Empty", "name": "Orb Slot", "evoke_amount": 0, "passive_amount": 0}
