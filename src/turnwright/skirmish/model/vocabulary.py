"""The words that the data may use: events, what happens together, and facts about combatants."""

from __future__ import annotations

EVENTS = (
    "EncounterStarted", "RoundStarted", "LairCount", "TurnStarted", "TurnEnded",
    "ActionDeclared", "SpellCast", "ActionResolved", "ActionCancelled",
    "AttackDeclared", "AttackRolled", "AttackHit", "AttackMissed",
    "SaveFailed", "SaveSucceeded",
    "DamageRolled", "DamageTaken", "Healed",
    "StatusApplied", "StatusEnded", "ConcentrationBroken",
    "UnitDowned", "UnitDied",
    "UnitMoved", "LeftReach", "EnteredReach",
    "ResourceRestored", "LoopGuard",
)  # fmt: skip
(
    ENCOUNTER_STARTED, ROUND_STARTED, LAIR_COUNT, TURN_STARTED, TURN_ENDED,
    ACTION_DECLARED, SPELL_CAST, ACTION_RESOLVED, ACTION_CANCELLED,
    ATTACK_DECLARED, ATTACK_ROLLED, ATTACK_HIT, ATTACK_MISSED,
    SAVE_FAILED, SAVE_SUCCEEDED,
    DAMAGE_ROLLED, DAMAGE_TAKEN, HEALED,
    STATUS_APPLIED, STATUS_ENDED, CONCENTRATION_BROKEN,
    UNIT_DOWNED, UNIT_DIED,
    UNIT_MOVED, LEFT_REACH, ENTERED_REACH,
    RESOURCE_RESTORED, LOOP_GUARD,
) = range(len(EVENTS))  # fmt: skip
"""In every event somebody is the source; most have a target too:

- rounds and lair counts have neither; a turn has its owner as the source, and as the target
- an action, its attacks, saves, damage, healing and statuses: source is who acts, target whom it meets
- UnitDowned, UnitDied: the target fell, the source did it
- UnitMoved: source and target moved; LeftReach, EnteredReach: the source moved, out of or into the
  reach of the target

Values: damage for hits (as rolled) and for DamageRolled, damage after resistances for DamageTaken, the
amount for Healed and ResourceRestored, the level for SpellCast, the distance for UnitMoved, the total
of the roll for AttackRolled, AttackMissed and saves, the number of the round for rounds and turns.
"""

FAMILIES = (
    ("AttackHit", "AttackMissed"),
    ("SaveSucceeded", "SaveFailed"),
    ("ActionResolved", "ActionCancelled"),
)
"""Events that exclude each other: `LastEvent` looks at the last one of the whole family."""

FAMILY = {name: FAMILIES[0][0] if name in FAMILIES[0] else name for name in EVENTS} | {
    name: family[0] for family in FAMILIES for name in family
}

ALIASES: dict[str, tuple[str, tuple[str, ...]]] = {
    "ActionStarted": ("ActionDeclared", ()),
    "UnitDyed": ("UnitDied", ()),
    "MeleeHit": ("AttackHit", ("Melee",)),
    "RangedHit": ("AttackHit", ("Ranged",)),
    "MeleeMiss": ("AttackMissed", ("Melee",)),
}
"""Other names of events, and the tags that they ask for."""


def event_named(name: str) -> tuple[str, tuple[str, ...]]:
    """The event that is meant, and tags it must have: `Event::MeleeHit` is (AttackHit, (Melee,))."""
    name = name.removeprefix("Event::")
    return ALIASES.get(name, (name, ()))


BODY_FACTS = (
    "hp", "max_hp", "missing_hp", "hp_percent", "temp_hp", "ac", "position",
    "is_up", "is_down", "is_alive", "is_concentrating", "is_surprised",
)  # fmt: skip
"""Known of oneself and of any target. `is_alive`: not dead. `is_down`: dying, but not dead."""

SELF_FACTS = (
    *BODY_FACTS,
    "round", "allies_up", "allies_down", "enemies_up", "enemies_down", "outnumbered_by",
    "lowest_ally_percent", "lowest_enemy_percent", "nearest_enemy",
)  # fmt: skip
"""`allies` include oneself; percents are of those who are not dead; `used:NAME` is how often the action
of that name was used in this encounter. Any other name is that of a status or condition: how many of
it there are."""

TARGET_FACTS = (*BODY_FACTS, "is_enemy", "is_ally", "is_self", "distance")

SPELL, MELEE, CRITICAL = "Spell", "Melee", "Critical"
"""Tags that mean something: an action with the first is a spell being cast; attacks with the second
are made in melee; events of critical hits have the third. Events about damage have its types as tags
(`fire`)."""

_SPELLINGS = {"range": "distance"}


def fact_named(name: str) -> str:
    """The fact that is meant: `IsEnemy` is `is_enemy`, `Range` is `distance`."""
    snake = "".join(f"_{ch.lower()}" if ch.isupper() else ch for ch in name).lstrip("_")
    snake = _SPELLINGS.get(snake, snake)
    return snake if snake in TARGET_FACTS or snake in SELF_FACTS else name
