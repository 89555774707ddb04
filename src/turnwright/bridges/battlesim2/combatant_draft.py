"""A combatant that is being put together from a battlesim2 creature, and the words that both share."""

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


class Draft(msgspec.Struct):
    """What is known so far. `for_allies` and `for_enemies` are reactions that come with a status: all
    of that side get them, and use them while they bear it."""

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
    """Ids of actions that something grants at once."""
    can_be_raised: bool = False
    """Does it lie dying at 0 hit points, so that healing can reach it?"""

    def add(self, action: CombatAction) -> None:
        if isinstance(action.timing, Reaction):
            self.reactions.append(action)
        else:
            self.actions.append(action)

    def free_name(self, name: str) -> str:
        """This name, or with a number if there is an action of that name."""
        return unique(name, {action.name for action in (*self.actions, *self.reactions)})


def status_name(name: str) -> str:
    """A name for a status that requirements can ask for: it must not be that of a fact."""
    return f"{name} (status)" if name in SELF_FACTS or name in TARGET_FACTS else name[:200]


_PICKS: dict[str, scenario.Pick] = {
    "leasthp": "least hp", "lowesthp": "least hp", "mosthp": "most hp", "highesthp": "most hp",
    "highestdpr": "highest damage", "lowestac": "lowest ac", "highestac": "highest ac",
    "leastac": "lowest ac", "mostac": "highest ac", "highestsurvivability": "highest survivability",
}  # fmt: skip


def strategy(text: str) -> scenario.Targets | None:
    """Whom a battlesim2 strategy means: `enemy with the least HP`, `ally with highest DPR`, `self`."""
    word = fold(text)
    if word == "self":
        return scenario.Targets(who="self")
    found = re.fullmatch(r"(enemy|ally)(?:with)?(?:the)?(\w+)", word)
    if found is None or found[2] not in _PICKS:
        return None
    return scenario.Targets(who="enemy" if found[1] == "enemy" else "ally", pick=_PICKS[found[2]])


def with_type(damage: scenario.Dice, tags: tuple[str, ...]) -> scenario.Dice:
    """Damage with its type, if the tags name exactly one."""
    types = [tag.lower() for tag in tags if tag.lower() in DAMAGE_TYPES]
    if len(types) != 1 or (isinstance(damage, str) and damage.split()[-1].lower() in DAMAGE_TYPES):
        return damage
    return f"{damage} {types[0]}"


def condition_named(name: str) -> str:
    """The name as rule profiles write it: `Is Prone` is `prone`. Others stay as they are."""
    word = fold(name).removeprefix("is")
    return word if word in CONDITIONS else name
