"""Names of the game that appear in messages and not in the rules: rooms, actions, event pages."""

from __future__ import annotations

from turnwright.games.spire.display_names import EVENTS, HIDDEN_POWERS, POWERS, WITHOUT_AMOUNT

__all__ = ["EVENTS", "HIDDEN_POWERS", "POWERS", "WITHOUT_AMOUNT"]

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

NEOW_BONUSES = {
    "THREE_CARDS": "Choose a card to obtain",
    "ONE_RANDOM_RARE_CARD": "Obtain a random rare card",
    "REMOVE_CARD": "Remove a card from your deck",
    "UPGRADE_CARD": "Upgrade a card",
    "TRANSFORM_CARD": "Transform a card",
    "RANDOM_COLORLESS": "Choose a colorless card to obtain",
    "THREE_SMALL_POTIONS": "Obtain 3 random potions",
    "RANDOM_COMMON_RELIC": "Obtain a random common relic",
    "TEN_PERCENT_HP_BONUS": "Max HP +{tenth}",
    "THREE_ENEMY_KILL": "Enemies in your next three combats have 1 HP",
    "HUNDRED_GOLD": "Obtain 100 gold",
    "RANDOM_COLORLESS_2": "Choose a rare colorless card to obtain",
    "REMOVE_TWO": "Remove 2 cards",
    "ONE_RARE_RELIC": "Obtain a random rare relic",
    "THREE_RARE_CARDS": "Choose a rare card to obtain",
    "TWO_FIFTY_GOLD": "Obtain 250 gold",
    "TRANSFORM_TWO_CARDS": "Transform 2 cards",
    "TWENTY_PERCENT_HP_BONUS": "Max HP +{fifth}",
    "BOSS_RELIC": "Obtain a random boss relic",
}
NEOW_DRAWBACKS = {
    "NONE": "",
    "TEN_PERCENT_HP_LOSS": "Lose {tenth} Max HP",
    "NO_GOLD": "Lose all gold",
    "CURSE": "Obtain a curse",
    "PERCENT_DAMAGE": "Take {damage} damage",
    "LOSE_STARTER_RELIC": "Lose your starting relic",
}

ROOMS = {
    "": "NeowRoom", "MONSTER": "MonsterRoom", "ELITE": "MonsterRoomElite", "BOSS": "MonsterRoomBoss",
    "EVENT": "EventRoom", "SHOP": "ShopRoom", "REST": "RestRoom", "TREASURE": "TreasureRoom",
    "BOSS_TREASURE": "TreasureRoomBoss",
}  # fmt: skip
CHESTS = {"SMALL": "SmallChest", "MEDIUM": "MediumChest", "LARGE": "LargeChest"}
BOSS_CHEST = "BossChest"

ACTIONS = {
    "ARMAMENTS": "ArmamentsAction", "CODEX": "CodexAction", "DISCOVERY": "DiscoveryAction",
    "DUAL_WIELD": "DualWieldAction", "EXHAUST_ONE": "ExhaustAction", "EXHAUST_MANY": "ExhaustAction",
    "EXHUME": "ExhumeAction", "FORETHOUGHT": "ForethoughtAction", "GAMBLE": "GamblingChipAction",
    "HEADBUTT": "DiscardPileToTopOfDeckAction", "HOLOGRAM": "BetterDiscardPileToHandAction",
    "LIQUID_MEMORIES_POTION": "BetterDiscardPileToHandAction", "MEDITATE": "MeditateAction",
    "NIGHTMARE": "NightmareAction", "RECYCLE": "RecycleAction",
    "SECRET_TECHNIQUE": "SkillFromDeckToHandAction", "SECRET_WEAPON": "AttackFromDeckToHandAction",
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
