"""The game's ids of powers."""

from __future__ import annotations

STRENGTH, DEXTERITY, ARTIFACT = "Strength", "Dexterity", "Artifact"
WEAK, VULNERABLE, FRAIL = "Weakened", "Vulnerable", "Frail"
THORNS, METALLICIZE, PLATED, RITUAL = "Thorns", "Metallicize", "Plated Armor", "Ritual"
BARRICADE, BLUR, BUFFER, INTANGIBLE = "Barricade", "Blur", "Buffer", "IntangiblePlayer"
NO_DRAW, NO_BLOCK, DRAW_REDUCTION = "No Draw", "NoBlockPower", "Draw Reduction"
LOSE_STRENGTH, LOSE_DEXTERITY = "Flex", "DexLoss"
ENTANGLED, CONFUSED, CONSTRICTED, HEX = "Entangled", "Confusion", "Constricted", "Hex"
CORRUPTION, RAGE, DOUBLE_TAP, DUPLICATION = "Corruption", "Rage", "Double Tap", "DuplicationPower"
VIGOR, PEN_NIB, DOUBLE_DAMAGE = "Vigor", "Pen Nib", "Double Damage"
BRUTALITY, COMBUST, DARK_EMBRACE, DEMON_FORM = "Brutality", "Combust", "Dark Embrace", "Demon Form"
EVOLVE, FEEL_NO_PAIN, FIRE_BREATHING, FLAME_BARRIER = (
    "Evolve", "Feel No Pain", "Fire Breathing", "Flame Barrier",
)  # fmt: skip
JUGGERNAUT, RUPTURE, SADISTIC, PANACHE = "Juggernaut", "Rupture", "Sadistic", "Panache"
MAGNETISM, MAYHEM, REGEN, BOMB = "Magnetism", "Mayhem", "Regeneration", "TheBomb"
NEXT_DRAW, NEXT_ENERGY, NEXT_BLOCK = "Draw Card", "Energized", "Next Turn Block"
# of monsters only
ANGRY, CURL_UP, ENRAGE, FLIGHT, MALLEABLE = "Angry", "Curl Up", "Anger", "Flight", "Malleable"
MODE_SHIFT, SHARP_HIDE, SPORE_CLOUD, THIEVERY = (
    "Mode Shift",
    "Sharp Hide",
    "Spore Cloud",
    "Thievery",
)
TIME_WARP, SLOW, CURIOSITY, FADING = "Time Warp", "Slow", "Curiosity", "Fading"
INVINCIBLE, BEAT_OF_DEATH, PAINFUL_STABS = "Invincible", "BeatOfDeath", "Painful Stabs"
REACTIVE, SHIFTING, SHACKLED, POISON = "Compulsive", "Shifting", "Shackled", "Poison"
REGROW, STASIS, MINION, MINION_LEADER = "Life Link", "Stasis", "Minion", "Minion Leader"
ASLEEP, STRENGTH_UP, REGENERATE, GHOST = (
    "Asleep", "Generic Strength Up Power", "Regenerate", "Intangible",
)  # fmt: skip

SURROUNDED, BACK_ATTACK, FOCUS = "Surrounded", "BackAttack", "Focus"
EXPLOSIVE, SPLIT, UNAWAKENED = "Explosive", "Split", "Unawakened"

FLAGS = frozenset((BARRICADE, CORRUPTION, CONFUSED, HEX, PEN_NIB, SURROUNDED, DRAW_REDUCTION))
"""Powers without an amount."""
DEBUFFS = frozenset(
    (
        WEAK, VULNERABLE, FRAIL, NO_DRAW, NO_BLOCK, DRAW_REDUCTION, LOSE_STRENGTH, LOSE_DEXTERITY,
        ENTANGLED, CONFUSED, CONSTRICTED, HEX, POISON, SHACKLED,
    )
)  # fmt: skip
"""Debuffs: Artifact prevents them, Orange Pellets remove them."""
