"""Reactions and legendary actions of monsters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from turnwright.bridges.encounter_files.json_lookup import written
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import LastEvent
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model.scenario import (
    Apply,
    ChangeRoll,
    CombatAction,
    Duration,
    Status,
    Targets,
)

from . import prose_parser as prose
from .monster_actions import Power, power, title
from .spells import Spell
from .traits import ONESELF, Build, Lost, answer, aura, named_blow


def read_reaction(build: Build, entry: Mapping[str, Any]) -> Lost | None:
    text, name = prose.tidy(written(entry, "desc")), title(entry)
    parry = re.search(r"adds (\d+) to its AC against one melee attack that would hit it", text)
    guard = re.search(r"grants a \+(\d+) bonus to the wearer's AC", text)
    if parry:
        when = LastEvent("AttackHit", ("Melee",), by_self=False)
        timing = Reaction("AttackHit", "self", when=when, would_change_outcome=True)
        action = answer(name, timing, ChangeRoll(-int(parry[1])), uses=None)
    elif guard:
        timing = Reaction("AttackHit", "ally", would_change_outcome=True)
        action = answer(name, timing, ChangeRoll(-int(guard[1])), uses=None)
    else:
        before = len(build.reactions)
        lost = aura(build, text, entry)
        if lost is None or len(build.reactions) == before:
            return None
        action = build.reactions.pop()
        action = msgspec.structs.replace(action, uses=None)
    build.reactions.append(msgspec.structs.replace(action, cost=(Cost("Reaction"),)))
    return ("it guards every friend",) if guard else ()


def opportunity_attack(build: Build) -> None:
    """Who leaves its reach is attacked, as everybody may do."""
    reachable = [blow for blow in build.blows if blow.is_melee]
    if not reachable:
        return
    best = max(reachable, key=lambda blow: blow.mean)
    build.reactions.append(
        CombatAction(
            name="Opportunity attack",
            timing=Reaction("LeftReach", "self"),
            cost=(Cost("Reaction"),),
            effect=(best.attack,),
            tags=best.tags,
            targets=Targets(who="event source"),
        )
    )


# --- legendary actions ---------------------------------------------------------------------------

LEGENDARY = Reaction("TurnEnded", "enemy", "source")


def legendary(build: Build, entry: Mapping[str, Any]) -> tuple[Power, Lost] | None:
    """A legendary action: an attack or a power it has, or one of its own."""
    text, name = prose.tidy(written(entry, "desc")), title(entry)
    costs = re.search(r"Costs (\d+)", written(entry, "name"))
    price = Cost("Legendary", int(costs[1]) if costs else 1)
    blow = named_blow(build, text)
    lost: Lost = ()
    ready = next((p for p in build.powers if p.action.name.casefold() in text.casefold()), None)
    shield = re.search(r"gains a \+(\d+) bonus to AC until the (end|start)", text)
    if blow is not None and re.search(r"makes? (?:one|a|an)\b|uses its", text):
        action = CombatAction(
            name=name, effect=(blow.attack,), tags=blow.tags, targets=Targets(range=blow.range)
        )
        mean = blow.mean
    elif ready is not None and "uses" in text:
        action, mean, lost = ready.action, ready.mean, ready.lost
    elif shield:
        at: Literal["start", "end"] = "end" if shield[2] == "end" else "start"
        status = Status(name=name, ac=int(shield[1]), duration=Duration(turns=1, at=at))
        action, mean = CombatAction(name=name, effect=(Apply(status),), targets=ONESELF), 0.0
    elif "casts a" in text:
        spell = _best_spell(build, cantrip="cantrip" in text)
        if spell is None or spell.action is None:
            return None
        action, mean, lost = spell.action, spell.mean, spell.lost
    else:
        own = power(entry)
        if own is None:
            return None
        action, mean, lost = own.action, own.mean, own.lost
    action = msgspec.structs.replace(
        action,
        name=f"{name} (legendary)",
        timing=LEGENDARY,
        cost=(price, *(cost for cost in action.cost if cost.level is not None)),
        uses=None,
        recharge=None,
    )
    return Power(action, 0, mean / price.amount, lost), lost


def _best_spell(build: Build, cantrip: bool) -> Spell | None:
    """The spell that does most damage, among the cantrips or among those that take a slot."""
    known = [
        spell
        for spell in build.spells
        if spell.action is not None
        and not isinstance(spell.action.timing, Reaction)
        and cantrip == (spell.action.level == 0)
    ]
    return max(known, key=lambda spell: spell.mean, default=None)
