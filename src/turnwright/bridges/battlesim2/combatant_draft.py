"""The draft of a combatant while a battlesim2 creature is converted, and shared vocabulary."""

from __future__ import annotations

import re

import msgspec

from turnwright.bridges.encounter_files.fields import fold
from turnwright.bridges.encounter_files.terms import CONDITIONS, DAMAGE_TYPES, unique
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.scenario import CombatAction, PoolSize, Status
from turnwright.skirmish.model.vocabulary import SELF_FACTS, TARGET_FACTS

PLAYERS, MONSTERS = "Players", "Monsters"


class CombatantDraft(msgspec.Struct):
    """A combatant under construction. `for_allies` and `for_enemies` are reactions that come with a
    status: everybody on that side gets them, and uses them while having the status."""

    name: str
    hp: int = 1
    pools: dict[str, PoolSize] = {}
    actions: list[CombatAction] = []
    reactions: list[CombatAction] = []
    traits: list[Status] = []
    for_allies: list[CombatAction] = []
    for_enemies: list[CombatAction] = []
    ids: dict[str, str] = {}
    """The names of actions by the ids of the file."""
    granted: set[str] = set()
    """Ids of actions that an effect grants."""
    can_be_raised: bool = False
    """Is it dying at 0 hit points, so that it can be healed?"""

    def add(self, action: CombatAction) -> None:
        """Add an action to the list that its timing belongs to."""
        if isinstance(action.timing, Reaction):
            self.reactions.append(action)
        else:
            self.actions.append(action)

    def free_name(self, name: str) -> str:
        """Return the name, with a number if another action has it."""
        return unique(name, {action.name for action in (*self.actions, *self.reactions)})


def status_name(name: str) -> str:
    """Return a name for a status that differs from all facts, so that requirements can use it."""
    return f"{name} (status)" if name in SELF_FACTS or name in TARGET_FACTS else name[:200]


_PICKS: dict[str, scenario.Pick] = {
    "leasthp": "least hp", "lowesthp": "least hp", "mosthp": "most hp", "highesthp": "most hp",
    "highestdpr": "highest damage", "lowestac": "lowest ac", "highestac": "highest ac",
    "leastac": "lowest ac", "mostac": "highest ac", "highestsurvivability": "highest survivability",
}  # fmt: skip


def target_strategy(text: str) -> scenario.Targets | None:
    """Read a target strategy: `enemy with the least HP`, `ally with highest DPR`, `self`."""
    word = fold(text)
    if word == "self":
        return scenario.Targets(who="self")
    found = re.fullmatch(r"(enemy|ally)(?:with)?(?:the)?(\w+)", word)
    if found is None or found[2] not in _PICKS:
        return None
    return scenario.Targets(who="enemy" if found[1] == "enemy" else "ally", pick=_PICKS[found[2]])


def with_type(damage: scenario.Dice, tags: tuple[str, ...]) -> scenario.Dice:
    """Return damage with its type, if the tags name exactly one."""
    types = [tag.lower() for tag in tags if tag.lower() in DAMAGE_TYPES]
    if len(types) != 1 or (isinstance(damage, str) and damage.split()[-1].lower() in DAMAGE_TYPES):
        return damage
    return f"{damage} {types[0]}"


def condition_named(name: str) -> str:
    """Return the name of a condition as rule profiles write it: `Is Prone` is `prone`."""
    word = fold(name).removeprefix("is")
    return word if word in CONDITIONS else name
