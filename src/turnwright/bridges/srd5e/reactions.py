"""Conversion of reactions and legendary actions of monsters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from turnwright.bridges.encounter_files.json_lookup import text_at
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
from .monster_actions import SpecialAction, read_special_action, title
from .spells import Spell
from .traits import SELF, Losses, MonsterDraft, attack_named, aura, free_reaction


def read_reaction(draft: MonsterDraft, entry: Mapping[str, Any]) -> Losses | None:
    """Add a reaction to the draft; return None if it cannot be read."""
    text, name = prose.tidy(text_at(entry, "desc")), title(entry)
    parry = re.search(r"adds (\d+) to its AC against one melee attack that would hit it", text)
    guard = re.search(r"grants a \+(\d+) bonus to the wearer's AC", text)
    if parry:
        when = LastEvent("AttackHit", ("Melee",), by_self=False)
        timing = Reaction("AttackHit", "self", when=when, would_change_outcome=True)
        action = free_reaction(name, timing, ChangeRoll(-int(parry[1])), uses=None)
    elif guard:
        timing = Reaction("AttackHit", "ally", would_change_outcome=True)
        action = free_reaction(name, timing, ChangeRoll(-int(guard[1])), uses=None)
    else:
        before = len(draft.reactions)
        lost = aura(draft, text, entry)
        if lost is None or len(draft.reactions) == before:
            return None
        action = draft.reactions.pop()
        action = msgspec.structs.replace(action, uses=None)
    draft.reactions.append(msgspec.structs.replace(action, cost=(Cost("Reaction"),)))
    return ("it protects every ally",) if guard else ()


def add_opportunity_attack(draft: MonsterDraft) -> None:
    """Add the opportunity attack with the best melee attack."""
    melee = [monster_attack for monster_attack in draft.attacks if monster_attack.is_melee]
    if not melee:
        return
    best = max(melee, key=lambda monster_attack: monster_attack.mean)
    draft.reactions.append(
        CombatAction(
            name="Opportunity attack",
            timing=Reaction("LeftReach", "self"),
            cost=(Cost("Reaction"),),
            effect=(best.attack,),
            tags=best.tags,
            targets=Targets(who="event source"),
        )
    )


# --- legendary actions ----------------------------------------------------------------------------

LEGENDARY = Reaction("TurnEnded", "enemy", "source")


def read_legendary_action(
    draft: MonsterDraft, entry: Mapping[str, Any]
) -> tuple[SpecialAction, Losses] | None:
    """Convert a legendary action: an attack or a special action that it has, or one of its own."""
    text, name = prose.tidy(text_at(entry, "desc")), title(entry)
    costs = re.search(r"Costs (\d+)", text_at(entry, "name"))
    price = Cost("Legendary", int(costs[1]) if costs else 1)
    monster_attack = attack_named(draft, text)
    lost: Losses = ()
    ready = next((p for p in draft.specials if p.action.name.casefold() in text.casefold()), None)
    shield = re.search(r"gains a \+(\d+) bonus to AC until the (end|start)", text)
    if monster_attack is not None and re.search(r"makes? (?:one|a|an)\b|uses its", text):
        action = CombatAction(
            name=name,
            effect=(monster_attack.attack,),
            tags=monster_attack.tags,
            targets=Targets(range=monster_attack.range),
        )
        mean = monster_attack.mean
    elif ready is not None and "uses" in text:
        action, mean, lost = ready.action, ready.mean, ready.lost
    elif shield:
        at: Literal["start", "end"] = "end" if shield[2] == "end" else "start"
        status = Status(name=name, ac=int(shield[1]), duration=Duration(turns=1, at=at))
        action, mean = CombatAction(name=name, effect=(Apply(status),), targets=SELF), 0.0
    elif "casts a" in text:
        spell = _best_spell(draft, cantrip="cantrip" in text)
        if spell is None or spell.action is None:
            return None
        action, mean, lost = spell.action, spell.mean, spell.lost
    else:
        own = read_special_action(entry)
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
    return SpecialAction(action, 0, mean / price.amount, lost), lost


def _best_spell(draft: MonsterDraft, cantrip: bool) -> Spell | None:
    """The spell that deals the most damage, among cantrips or among spells with a slot."""
    known = [
        spell
        for spell in draft.spells
        if spell.action is not None
        and not isinstance(spell.action.timing, Reaction)
        and cantrip == (spell.action.level == 0)
    ]
    return max(known, key=lambda spell: spell.mean, default=None)
