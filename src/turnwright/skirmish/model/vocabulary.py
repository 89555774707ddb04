"""The vocabulary of scenario files: events, and facts about combatants."""

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
"""Every event has a source, and most have a target:

- rounds and lair counts have neither; a turn has its owner as source and target
- an action, its attacks, saves, damage, healing and statuses: the source acts, the target is affected
- UnitDowned, UnitDied: the target fell because of the source
- UnitMoved: source and target are who moved; LeftReach, EnteredReach: the source moved out of or into
  the reach of the target

Values: damage for hits (as rolled) and for DamageRolled, damage after resistances for DamageTaken, the
amount for Healed and ResourceRestored, the level for SpellCast, the distance for UnitMoved, the total
of the roll for AttackRolled, AttackMissed and saves, the number of the round for rounds and turns, and
for a status that stacks how many of it there are now.
"""

FAMILIES = (
    ("AttackHit", "AttackMissed"),
    ("SaveSucceeded", "SaveFailed"),
    ("ActionResolved", "ActionCancelled"),
)
"""Events that exclude each other: `LastEvent` compares with the last event of the family."""

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
"""Other names of events, and the tags that they require."""


def event_named(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the event of a name and the tags it must have: `MeleeHit` is (AttackHit, (Melee,))."""
    name = name.removeprefix("Event::")
    return ALIASES.get(name, (name, ()))


COMBATANT_FACTS = (
    "hp", "max_hp", "missing_hp", "hp_percent", "temp_hp", "ac", "position",
    "is_up", "is_down", "is_alive", "is_concentrating", "is_surprised", "allies_near",
)  # fmt: skip
"""Facts of a combatant and of any target. `is_alive`: not dead. `is_down`: dying, but not dead.
`allies_near`: how many allies of the user, apart from it, stand within 5 ft of that combatant."""

SELF_FACTS = (
    *COMBATANT_FACTS,
    "round", "allies_up", "allies_down", "enemies_up", "enemies_down", "outnumbered_by",
    "lowest_ally_percent", "lowest_enemy_percent", "nearest_enemy", "summons_up", "held_inside",
)  # fmt: skip
"""Facts of a combatant. `allies` include the combatant itself; the lowest percents ignore the dead.
`summons_up` counts those whom the combatant has summoned, `held_inside` those who are inside it. In
addition, `used:NAME` is how often the action of that name was used in this encounter,
`count:MeleeHit in round` how many such events the combatant has caused, and any other
name is a status or condition: how many of it the combatant has."""

TARGET_FACTS = (*COMBATANT_FACTS, "is_enemy", "is_ally", "is_self", "distance")

SPELL, MELEE, CRITICAL = "Spell", "Melee", "Critical"
ADVANTAGE, DISADVANTAGE = "Advantage", "Disadvantage"
"""Tags with a meaning: actions with the first are spells, attacks with the second are made in melee,
events of critical hits have the third, and rolled attacks with advantage or disadvantage have the last
two. Events about damage have its types as tags (`fire`)."""
NEAR = 5
"""How far away those are whom `allies_near` counts."""

COUNT = "count:"
"""The beginning of the fact that counts events, `count:MeleeHit in round`."""
SPANS = ("action", "turn", "round", "encounter")


def counted_event(text: str) -> tuple[str, tuple[str, ...], str]:
    """Read what a fact counts, `MeleeHit in round`: the event, its tags, and the span of time, this
    turn unless the text names another. Raises ValueError for an unknown event."""
    name, _, span = text.strip().partition(" in ")
    event, tags = event_named(name.strip())
    if event not in EVENTS or (span or "turn") not in SPANS:
        raise ValueError(f"{text!r} is no event; write for example MeleeHit in round")
    return event, tags, span or "turn"


ROLES = ("source", "target", "any")


def event_with_role(text: str) -> tuple[str, tuple[str, ...], str]:
    """Read an event and the role that somebody has in it, `DamageTaken as target`: the event, its tags
    and the role, the source unless the text names another. Raises ValueError for an unknown one."""
    name, _, role = text.strip().partition(" as ")
    event, tags = event_named(name.strip())
    if event not in EVENTS or (role or "source") not in ROLES:
        raise ValueError(
            f"{text!r} is no event; write for example MeleeHit or DamageTaken as target"
        )
    return event, tags, role or "source"


FOLLOWING = (
    "on_hit", "on_miss", "on_fail", "on_success", "on_critical_fail", "on_critical_success",
    "then", "otherwise",
)  # fmt: skip
"""The fields of effects that hold effects."""

FORMULA = "formula"
"""The name of the custom requirement whose `holds` is a formula that must not be 0."""

_SPELLINGS = {"range": "distance"}


def fact_named(name: str) -> str:
    """Return the fact of a name in any spelling: `IsEnemy` is `is_enemy`, `Range` is `distance`."""
    snake = "".join(f"_{ch.lower()}" if ch.isupper() else ch for ch in name).lstrip("_")
    snake = _SPELLINGS.get(snake, snake)
    return snake if snake in TARGET_FACTS or snake in SELF_FACTS else name
