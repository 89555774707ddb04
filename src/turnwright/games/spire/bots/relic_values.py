"""How the bots value relics and potions, from 0 to 100."""

from __future__ import annotations

from turnwright.games.spire.library import potions, relics

BOSS_RELICS = {
    # one more energy each turn
    "Snecko Eye": 84, "Fusion Hammer": 84, "Sozu": 80, "Cursed Key": 80, "Ectoplasm": 76,
    "Velvet Choker": 74, "Busted Crown": 72, "Philosopher's Stone": 72, "Coffee Dripper": 68,
    "Mark of Pain": 68, "Runic Dome": 56, "SlaversCollar": 50,
    # of one character
    "VioletLotus": 88, "Nuclear Battery": 74, "Inserter": 66, "FrozenCore": 62, "HolyWater": 60,
    "HoveringKite": 60, "Ring of the Serpent": 62, "WristBlade": 56, "Black Blood": 44,
    "Runic Cube": 38,
    # others
    "Runic Pyramid": 58, "Astrolabe": 56, "Pandora's Box": 55, "Calling Bell": 46, "Empty Cage": 48,
    "Tiny House": 44, "Black Star": 44, "SacredBark": 38,
}  # fmt: skip
"""Boss relics. Energy is worth more than nearly any drawback costs."""

BY_TIER = {"COMMON": 50, "UNCOMMON": 55, "RARE": 62, "SHOP": 44, "BOSS": 70, "SPECIAL": 45}
RELICS = {
    # strong in nearly every deck
    "Anchor": 56, "Bag of Marbles": 62, "Bag of Preparation": 66, "Akabeko": 54, "Lantern": 64,
    "Vajra": 62, "Oddly Smooth Stone": 60, "Orichalcum": 62, "Pen Nib": 60, "Nunchaku": 56,
    "Happy Flower": 62, "Bronze Scales": 52, "Blood Vial": 52, "Ancient Tea Set": 56,
    "PreservedInsect": 56, "Art of War": 56, "HornCleat": 58,
    "Kunai": 64, "Shuriken": 64, "Ornamental Fan": 60, "Letter Opener": 54, "Gremlin Horn": 60,
    "InkBottle": 52, "Mercury Hourglass": 58, "Meat on the Bone": 62, "Pear": 58,
    "Pantograph": 54, "Self Forming Clay": 54, "Sundial": 54, "Paper Frog": 60, "Ice Cream": 64,
    "Incense Burner": 66, "Lizard Tail": 70, "Mango": 62, "Old Coin": 60, "Pocketwatch": 62,
    "Shovel": 60, "StoneCalendar": 56, "Thread and Needle": 68, "Torii": 66, "TungstenRod": 70,
    "CaptainsWheel": 60, "FossilizedHelix": 66, "Bird Faced Urn": 60, "Calipers": 58, "Ginger": 50,
    "Turnip": 48, "Girya": 60, "Peace Pipe": 56, "Dead Branch": 55, "Unceasing Top": 56,
    "Gambling Chip": 58, "Du-Vu Doll": 50, "Champion Belt": 60, "Charon's Ashes": 54,
    "Magic Flower": 52, "Brimstone": 50, "Lee's Waffle": 60, "Membership Card": 56, "Orrery": 54,
    "Medical Kit": 44, "Chemical X": 44, "ClockworkSouvenir": 48, "Sling": 56, "TwistedFunnel": 50,
    "Toolbox": 50, "TheAbacus": 50, "Cauldron": 48, "HandDrill": 40, "OrangePellets": 50,
    "Strange Spoon": 36, "PrismaticShard": 20, "DollysMirror": 50, "Frozen Eye": 34, "Melange": 34,
    "Strawberry": 54, "Regal Pillow": 54, "Toy Ornithopter": 48, "Boot": 46, "War Paint": 54,
    "Whetstone": 54, "MawBank": 40, "MealTicket": 40, "Omamori": 46, "Potion Belt": 50,
    "Smiling Mask": 38, "Tiny Chest": 44, "CeramicFish": 44, "Juzu Bracelet": 40, "Matryoshka": 58,
    "Singing Bowl": 50, "Question Card": 52, "WingedGreaves": 48, "Prayer Wheel": 52,
    "White Beast Statue": 52, "Eternal Feather": 54, "Bottled Flame": 50, "Bottled Lightning": 52,
    "Bottled Tornado": 56, "Snake Skull": 58, "Ninja Scroll": 60, "Tough Bandages": 60,
    "Tingsha": 54, "The Specimen": 58, "Paper Crane": 62, "DataDisk": 64, "Symbiotic Virus": 54,
    "Cables": 60, "Emotion Chip": 56, "Runic Capacitor": 62, "Damaru": 56, "TeardropLocket": 60,
    "Yang": 58, "CloakClasp": 56, "GoldenEye": 50,
}  # fmt: skip


def relic_value(kind: str) -> float:
    """The value of a relic."""
    found = RELICS.get(kind) or BOSS_RELICS.get(kind)
    return found if found is not None else BY_TIER.get(relics()[kind].tier, 50)


POTIONS = {
    "FairyPotion": 80, "GhostInAJar": 74, "CultistPotion": 66, "DuplicationPotion": 56,
    "PowerPotion": 62, "Fruit Juice": 90, "HeartOfIron": 62, "EssenceOfSteel": 60, "Regen Potion": 58,
    "Strength Potion": 60, "Dexterity Potion": 60, "BloodPotion": 64, "Fire Potion": 56,
    "Explosive Potion": 54, "Block Potion": 58, "AttackPotion": 56, "SkillPotion": 54,
    "Energy Potion": 54, "FearPotion": 56, "Weak Potion": 52, "Swift Potion": 52,
    "Poison Potion": 56, "LiquidBronze": 54, "DistilledChaos": 58, "LiquidMemories": 52,
    "SteroidPotion": 50, "SpeedPotion": 50, "BlessingOfTheForge": 48, "CunningPotion": 56,
    "ColorlessPotion": 50, "Ancient Potion": 44, "FocusPotion": 64, "PotionOfCapacity": 52,
    "EssenceOfDarkness": 56, "BottledMiracle": 56, "StancePotion": 52, "Ambrosia": 70,
    "EntropicBrew": 66, "SmokeBomb": 30, "SneckoOil": 30, "GamblersBrew": 30, "ElixirPotion": 24,
}  # fmt: skip


def potion_value(kind: str) -> float:
    """The value of a potion."""
    return POTIONS.get(kind, 50 if kind in potions() else 0)
