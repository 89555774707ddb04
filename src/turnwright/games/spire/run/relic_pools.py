"""Relic pools in the game's order, before they are shuffled.

In each pool the relics of the class follow the common ones.
"""

from __future__ import annotations

from turnwright.games.spire.rng import Random

IRONCLAD, SILENT, DEFECT, WATCHER = "IRONCLAD", "THE_SILENT", "DEFECT", "WATCHER"
CLASSES = (IRONCLAD, SILENT, DEFECT, WATCHER)
TIERS = ("common", "uncommon", "rare", "shop", "boss")
"""In the order in which they are shuffled."""

STARTERS = {
    IRONCLAD: "Burning Blood", SILENT: "Ring of the Snake", DEFECT: "Cracked Core",
    WATCHER: "PureWater",
}  # fmt: skip

ALL = {
    "common": (
        "Whetstone", "Boot", "Blood Vial", "MealTicket", "Pen Nib", "Akabeko", "Lantern",
        "Regal Pillow", "Bag of Preparation", "Ancient Tea Set", "Smiling Mask", "Potion Belt",
        "PreservedInsect", "Omamori", "MawBank", "Art of War", "Toy Ornithopter", "CeramicFish",
        "Vajra", "Centennial Puzzle", "Strawberry", "Happy Flower", "Oddly Smooth Stone",
        "War Paint", "Bronze Scales", "Juzu Bracelet", "Dream Catcher", "Nunchaku", "Tiny Chest",
        "Orichalcum", "Anchor", "Bag of Marbles",
    ),
    "uncommon": (
        "Bottled Tornado", "Sundial", "Kunai", "Pear", "Blue Candle", "Eternal Feather", "StrikeDummy",
        "Singing Bowl", "Matryoshka", "InkBottle", "The Courier", "Frozen Egg 2", "Ornamental Fan",
        "Bottled Lightning", "Gremlin Horn", "HornCleat", "Toxic Egg 2", "Letter Opener",
        "Question Card", "Bottled Flame", "Shuriken", "Molten Egg 2", "Meat on the Bone",
        "Darkstone Periapt", "Mummified Hand", "Pantograph", "White Beast Statue", "Mercury Hourglass",
    ),
    "rare": (
        "Ginger", "Old Coin", "Bird Faced Urn", "Unceasing Top", "Torii", "StoneCalendar", "Shovel",
        "WingedGreaves", "Thread and Needle", "Turnip", "Ice Cream", "Calipers", "Lizard Tail",
        "Prayer Wheel", "Girya", "Dead Branch", "Du-Vu Doll", "Pocketwatch", "Mango",
        "Incense Burner", "Gambling Chip", "Peace Pipe", "CaptainsWheel", "FossilizedHelix",
        "TungstenRod",
    ),
    "shop": (
        "Sling", "HandDrill", "Toolbox", "Chemical X", "Lee's Waffle", "Orrery", "DollysMirror",
        "OrangePellets", "PrismaticShard", "ClockworkSouvenir", "Frozen Eye", "TheAbacus",
        "Medical Kit", "Cauldron", "Strange Spoon", "Membership Card",
    ),
    "boss": (
        "Fusion Hammer", "Velvet Choker", "Runic Dome", "SlaversCollar", "Snecko Eye", "Pandora's Box",
        "Cursed Key", "Busted Crown", "Ectoplasm", "Tiny House", "Sozu", "Philosopher's Stone",
        "Astrolabe", "Black Star", "SacredBark", "Empty Cage", "Runic Pyramid", "Calling Bell",
        "Coffee Dripper",
    ),
}  # fmt: skip

OWN: dict[str, dict[str, tuple[str, ...]]] = {
    IRONCLAD: {
        "common": ("Red Skull",),
        "uncommon": ("Self Forming Clay", "Paper Frog"),
        "rare": ("Magic Flower", "Charon's Ashes", "Champion Belt"),
        "shop": ("Brimstone",),
        "boss": ("Black Blood", "Mark of Pain", "Runic Cube"),
    },
    SILENT: {
        "common": ("Snake Skull",),
        "uncommon": ("Ninja Scroll", "Paper Crane"),
        "rare": ("Tough Bandages", "The Specimen", "Tingsha"),
        "shop": ("TwistedFunnel",),
        "boss": ("WristBlade", "HoveringKite", "Ring of the Serpent"),
    },
    DEFECT: {
        "common": ("DataDisk",),
        "uncommon": ("Symbiotic Virus", "Cables"),
        "rare": ("Emotion Chip",),
        "shop": ("Runic Capacitor",),
        "boss": ("Inserter", "FrozenCore", "Nuclear Battery"),
    },
    WATCHER: {
        "common": ("Damaru",),
        "uncommon": ("Yang", "TeardropLocket"),
        "rare": ("CloakClasp", "GoldenEye"),
        "shop": ("Melange",),
        "boss": ("HolyWater", "VioletLotus"),
    },
}


def relic_pools(character: str, stream: Random) -> dict[str, list[str]]:
    """The pools of a run, shuffled; the front is taken first."""
    pools = {tier: [*ALL[tier], *OWN[character][tier]] for tier in TIERS}
    for tier in TIERS:
        stream.shuffle(pools[tier])
    return pools
