"""Display names that differ from the ids: events, powers, intents."""

from __future__ import annotations

EVENTS = {
    "Accursed Blacksmith": "Ominous Forge", "Addict": "Pleading Vagrant",
    "Back to Basics": "Ancient Writing", "Beggar": "Old Beggar",
    "Bonfire Elementals": "Bonfire Spirits", "Colosseum": "The Colosseum",
    "Designer": "Designer In-Spire", "Drug Dealer": "Augmenter", "FaceTrader": "Face Trader",
    "Fountain of Cleansing": "The Divine Fountain", "Ghosts": "Council of Ghosts",
    "Golden Wing": "Wing Statue", "Liars Game": "The Ssssserpent", "MindBloom": "Mind Bloom",
    "Match and Keep!": "Match and Keep", "Neow Event": "Neow", "Nest": "The Nest",
    "NoteForYourself": "A Note For Yourself", "SecretPortal": "Secret Portal",
    "SensoryStone": "Sensory Stone", "Transmorgrifier": "Transmogrifier", "Vampires": "Vampires(?)",
    "WeMeetAgain": "We Meet Again!",
}  # fmt: skip
"""Events whose name is not their id."""

POWERS = {
    "Anger": "Enrage", "BackAttack": "Back Attack", "BeatOfDeath": "Beat of Death",
    "Compulsive": "Reactive", "Confusion": "Confused", "DexLoss": "Dexterity Down",
    "DuplicationPower": "Duplication", "Flex": "Strength Down",
    "Generic Strength Up Power": "Strength Up", "IntangiblePlayer": "Intangible",
    "CorpseExplosionPower": "Corpse Explosion", "Life Link": "Regrow", "Night Terror": "Nightmare",
    "NoBlockPower": "No Block", "OmegaPower": "Omega", "Retain Cards": "Well-Laid Plans",
    "Sadistic": "Sadistic Nature", "Tools Of The Trade": "Tools of the Trade",
    "Wraith Form v2": "Wraith Form",
    "TheBomb": "The Bomb", "Weakened": "Weak",
    "Adaptation": "Rushdown", "BattleHymn": "Battle Hymn", "Controlled": "Mental Fortress",
    "EnergizedBlue": "Energized", "Heatsink": "Heatsinks", "Hello": "Hello World",
    "Lockon": "Lock-On", "StaticDischarge": "Static Discharge",
    "EstablishmentPower": "Establishment", "LikeWaterPower": "Like Water",
    "MasterRealityPower": "Master Reality", "PathToVictoryPower": "Mark",
    "BlockReturnPower": "Block Return", "DevaForm": "Deva", "DevotionPower": "Devotion",
    "EndTurnDeath": "Blasphemer", "EnergyDownPower": "Fasting", "FreeAttackPower": "Free Attack",
    "WaveOfTheHandPower": "Wave of the Hand", "WireheadingPower": "Foresight",
    "WrathNextTurnPower": "Simmering Fury",
}  # fmt: skip
"""Powers whose name is not their id."""
HIDDEN_POWERS = frozenset(("Asleep", "Minion Leader", "Night Terror", "TheBomb"))
"""Powers of these rules that are not powers in the game, or are several of them."""
NEGATIVE_POWERS = frozenset(("Wraith Form v2",))
"""Powers whose amount is negative in the game."""
WITHOUT_AMOUNT = frozenset((
    "Barricade", "Compulsive", "Confusion", "Corruption", "Life Link", "Minion", "No Draw",
    "Painful Stabs", "Shifting", "Split", "Stasis", "Surrounded", "Unawakened", "BackAttack",
    "MasterRealityPower", "Electro", "EndTurnDeath", "WrathNextTurnPower",
))  # fmt: skip
"""Powers without an amount: the game gives them -1."""

INTENTS = {
    "ATTACK": "attack", "ATTACK_BUFF": "attack and grow stronger",
    "ATTACK_DEBUFF": "attack and weaken you", "ATTACK_DEFEND": "attack and defend",
    "BUFF": "grow stronger", "DEBUFF": "weaken you", "STRONG_DEBUFF": "weaken you badly",
    "DEFEND": "defend", "DEFEND_BUFF": "defend and grow stronger",
    "DEFEND_DEBUFF": "defend and weaken you", "ESCAPE": "escape", "MAGIC": "work magic",
    "SLEEP": "sleep", "STUN": "nothing, it is stunned", "UNKNOWN": "something unknown",
    "NONE": "nothing",
}  # fmt: skip
"""The intents of enemies."""


def event_name(event: str) -> str:
    """The name of an event."""
    return EVENTS.get(event, event)


def power_text(kind: str, amount: int) -> str:
    """A power as text: its name and amount."""
    name = POWERS.get(kind, kind)
    return name if kind in WITHOUT_AMOUNT else f"{name} {amount}"
