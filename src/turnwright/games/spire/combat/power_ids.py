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
BERSERK, BRUTALITY, COMBUST, DARK_EMBRACE, DEMON_FORM = (
    "Berserk",
    "Brutality",
    "Combust",
    "Dark Embrace",
    "Demon Form",
)
EVOLVE, FEEL_NO_PAIN, FIRE_BREATHING, FLAME_BARRIER = (
    "Evolve", "Feel No Pain", "Fire Breathing", "Flame Barrier",
)  # fmt: skip
JUGGERNAUT, RUPTURE, SADISTIC, PANACHE = "Juggernaut", "Rupture", "Sadistic", "Panache"
MAGNETISM, MAYHEM, REGEN, BOMB = "Magnetism", "Mayhem", "Regeneration", "TheBomb"
OMEGA = "OmegaPower"
NEXT_DRAW, NEXT_ENERGY, NEXT_BLOCK = "Draw Card", "Energized", "Next Turn Block"
ACCURACY, AFTER_IMAGE, BURST, ENVENOM = "Accuracy", "After Image", "Burst", "Envenom"
INFINITE_BLADES, NOXIOUS_FUMES, THOUSAND_CUTS = "Infinite Blades", "Noxious Fumes", "Thousand Cuts"
TOOLS, WELL_LAID_PLANS, PHANTASMAL = "Tools Of The Trade", "Retain Cards", "Phantasmal"
NIGHTMARE, WRAITH_FORM = "Night Terror", "Wraith Form v2"
MANTRA, RUSHDOWN, MENTAL_FORTRESS = "Mantra", "Adaptation", "Controlled"
NIRVANA, FORESIGHT, STUDY = "Nirvana", "WireheadingPower", "Study"
LIKE_WATER, ESTABLISHMENT, BATTLE_HYMN = "LikeWaterPower", "EstablishmentPower", "BattleHymn"
DEVA_FORM, DEVOTION, ENERGY_DOWN = "DevaForm", "DevotionPower", "EnergyDownPower"
BLASPHEMY, COLLECT, NEXT_WRATH = "EndTurnDeath", "Collect", "WrathNextTurnPower"
FREE_ATTACK, MASTER_REALITY = "FreeAttackPower", "MasterRealityPower"
WAVE_OF_THE_HAND = "WaveOfTheHandPower"
AMPLIFY, BIAS, CREATIVE_AI, ECHO_FORM, ELECTRO = (
    "Amplify", "Bias", "Creative AI", "Echo Form", "Electro",
)  # fmt: skip
EQUILIBRIUM, FOCUS, HEATSINK, HELLO, LOOP = "Equilibrium", "Focus", "Heatsink", "Hello", "Loop"
MACHINE_LEARNING, NEXT_ENERGY_BLUE, REBOUND = "Draw", "EnergizedBlue", "Rebound"
SELF_REPAIR, STATIC_DISCHARGE, STORM = "Repair", "StaticDischarge", "Storm"
# of monsters only
LOCK_ON = "Lockon"
CHOKED, CORPSE_EXPLOSION = "Choked", "CorpseExplosionPower"
MARK, BLOCK_RETURN = "PathToVictoryPower", "BlockReturnPower"
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

SURROUNDED, BACK_ATTACK = "Surrounded", "BackAttack"
EXPLOSIVE, SPLIT, UNAWAKENED = "Explosive", "Split", "Unawakened"

FLAGS = frozenset(
    (
        BARRICADE, CORRUPTION, CONFUSED, ELECTRO, HEX, PEN_NIB, SURROUNDED, DRAW_REDUCTION, NO_DRAW,
        BLASPHEMY, MASTER_REALITY, NEXT_WRATH,
    )
)  # fmt: skip
"""Powers without an amount."""
SIGNED = frozenset((STRENGTH, DEXTERITY, FOCUS))
"""Powers that can be negative. Losing some of them is a debuff."""
DEBUFFS = frozenset(
    (
        WEAK, VULNERABLE, FRAIL, NO_DRAW, NO_BLOCK, DRAW_REDUCTION, LOSE_STRENGTH, LOSE_DEXTERITY,
        ENTANGLED, CONFUSED, CONSTRICTED, HEX, POISON, SHACKLED, CHOKED, CORPSE_EXPLOSION, WRAITH_FORM,
        BIAS, LOCK_ON, ENERGY_DOWN, MARK, BLOCK_RETURN,
    )
)  # fmt: skip
"""Debuffs: Artifact prevents them, Orange Pellets remove them."""
