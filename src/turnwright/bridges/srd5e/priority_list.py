"""The order in which an imported monster tries its actions.

Everything is measured in damage: what an action deals, and for statuses what the turns are worth that
they cost the enemies. The best action comes first; what is never better stays in the list, switched
off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import (
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.rules.timing import Main, Reaction
from turnwright.skirmish.model.challenge_table import figures
from turnwright.skirmish.model.formula import fixed_number, parse, typed
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    Attack,
    CombatAction,
    Effect,
    Harm,
    Heal,
    MoveCombatant,
    Remove,
    Save,
    Status,
    Targets,
)

from . import prose_parser as prose
from .conversion_notes import ConversionNotes
from .monster_actions import IN_MULTIATTACK, MonsterAttack, attack_actions
from .spells import Spell, with_following
from .traits import MonsterDraft

PARTY = 4
"""How many enemies a monster is expected to face."""
BUFF_WORTH = 0.3
"""What preventing all damage in a turn is worth, as a share of the monster's damage in a round."""
TURN_WORTH = 0.25
"""What the turn of an enemy is worth, as a share of the damage of the monster in a round."""

HERO_AC, HERO_SAVE = 16, 3
"""The armour class and the bonus to saves of an average enemy."""
HERO_HP, HERO_HP_SHARE = 20, 0.4
"""The hit points of an average enemy: so many, and this share of what the monster deals in a round."""
SPREAD = 1.0
"""What damage to one more enemy is worth, of that to the first."""
LATER = 0.5
"""What damage in later turns is worth: its victim acts before it."""

WEAKENED_WORTH = 0.4
"""What an action is worth that only affects those who have few hit points left, of its usual worth."""

CONDITION_WORTH = {
    "paralyzed": 1.4, "unconscious": 1.4, "stunned": 1.2, "petrified": 1.1, "incapacitated": 1.0,
    "restrained": 0.3, "blinded": 0.45, "frightened": 0.2, "poisoned": 0.15, "prone": 0.2,
    "grappled": 0.1, "invisible": 0.6,
}  # fmt: skip
"""What a condition of an enemy is worth per turn; 1 is a lost turn."""


def expected_damage(challenge: float) -> float:
    """Return the damage per round that a monster of this challenge rating is expected to deal."""
    low, high = figures(challenge).damage
    return max(1.0, (low + high) / 2)


def worth(action: CombatAction, damage: float) -> float:
    """Return what using an action once is worth, in damage. `damage` is what a monster of its
    challenge rating deals in a round."""
    count = action.targets.count if isinstance(action.targets.count, int) else 1
    if not isinstance(action.effect, tuple):
        return 0.0
    if any(isinstance(one, TargetCondition) and one.name == "grappled" for one in action.requires):
        count = 1  # it seldom holds more
    spread, slot, total = _spread(count), action.level or _slot(action), 0.0
    for effect in action.effect:
        if isinstance(effect, Save):
            failed = _chance_to_fail(effect.dc)
            hurt = failed + (1 - failed) * 0.5 if effect.half else failed
            total += spread * hurt * _on_one(_amount(effect, slot), damage)
            follow = _control(effect.on_fail, damage) + prose.mean(effect.on_fail)
            total += spread * failed * follow
        elif isinstance(effect, Attack):
            times = effect.times if isinstance(effect.times, int) else 1
            hit = _chance_to_hit(effect.to_hit)
            follows = [one for one in effect.on_hit if isinstance(one, Save)]
            total += hit * parse(effect.times).mean({"slot_level": slot}) * _amount(effect, slot)
            once = min(1.0, hit * (1 + 0.35 * (min(times, 3) - 1)))
            total += once * _control(effect.on_hit, damage)
            for save in follows:
                failed = _chance_to_fail(save.dc)
                total += failed * once * _control(save.on_fail, damage)
            total += hit * times * prose.mean(effect.on_hit)
        elif isinstance(effect, Harm):
            total += spread * _on_one(_amount(effect, slot), damage)
        elif isinstance(effect, Heal) and not effect.temporary:
            total += 0.5 * parse(effect.amount).mean({"slot_level": _slot(action)})
        elif isinstance(effect, Apply):
            total += _applied(effect.status, action.targets, count, damage)
    weak_only = any(
        isinstance(one, TargetCondition)
        and (one.name, one.op) == ("hp", "<=")
        and one.value < _hero_hp(damage)
        for one in action.requires
    )
    return total * (WEAKENED_WORTH if weak_only else 1)


def _hero_hp(damage: float) -> float:
    """The hit points of an average enemy of a monster that deals so much in a round."""
    return HERO_HP + HERO_HP_SHARE * damage


def _amount(effect: Save | Attack | Harm, slot: int) -> float:
    """The mean damage of an effect, without chances."""
    amounts = effect.damage if isinstance(effect.damage, tuple) else (effect.damage,)
    return sum(typed(one)[0].mean({"slot_level": slot}) for one in amounts)


def _on_one(amount: float, damage: float) -> float:
    """What damage to one enemy is worth: nobody has more to lose than their hit points."""
    return min(amount, _hero_hp(damage))


def _chance_to_fail(dc: float | str) -> float:
    """The chance of an average enemy to fail a save."""
    known = fixed_number(dc)
    return 0.5 if known is None else min(0.95, max(0.05, (known - 1 - HERO_SAVE) / 20))


def _chance_to_hit(to_hit: float | str) -> float:
    """The chance to hit the armour class of an average enemy."""
    known = fixed_number(to_hit)
    return 0.65 if known is None else min(0.95, max(0.05, (known + 21 - HERO_AC) / 20))


def _spread(count: int) -> float:
    """How much several targets count: what is spread over them does not make one of them fall."""
    return 1 + SPREAD * (min(PARTY, count) - 1)


def _slot(action: CombatAction) -> int:
    """The lowest slot that an action costs."""
    return max((cost.level or 0 for cost in action.cost), default=0) or 1


def _applied(status: Status, targets: Targets, count: int, damage: float) -> float:
    if targets.who in ("enemy", "anyone"):
        return _spread(count) * _status_worth(status, damage)
    return _buff_worth(status, damage) * (1 if targets.who == "self" else min(2, count))


def _control(effects: Iterable[Effect], damage: float) -> float:
    return sum(_status_worth(one.status, damage) for one in effects if isinstance(one, Apply))


def _turns(status: Status) -> float:
    """How many turns a status is expected to last."""
    length = status.duration
    if length.until in ("next attack made", "next attack taken", "end of turn"):
        return 0.7
    if status.repeat_save is not None:
        return 1.8
    most = 2.0 if status.ends_on_damage else 3.0
    return min(most, length.turns or most)


def _number(value: float | str, formula: float = 0) -> float:
    """A number of a status; `formula` in place of a formula."""
    found = fixed_number(value)
    return formula if found is None else found


def _status_worth(status: Status, damage: float) -> float:
    """What a status on an enemy is worth."""
    weight = max((CONDITION_WORTH.get(one, 0.0) for one in status.conditions), default=0.0)
    if status.incapacitated:
        weight = max(weight, 1.0)
    weight += 0.3 * (status.attacks == "disadvantage") + 0.25 * (status.attacked == "advantage")
    weight += 0.1 * status.no_reactions + (1 - _number(status.dealt, 1)) * 0.7
    weight += 0.04 * abs(min(0, _number(status.ac))) + 0.15 * bool(status.to_hit)
    each = prose.mean((Attack(damage=status.damage_each_turn),)) / 0.65
    return _turns(status) * (weight * TURN_WORTH * damage + LATER * each)


def _buff_worth(status: Status, damage: float) -> float:
    """What a status on the monster or on an ally is worth: a quarter less damage taken is a quarter
    more turns. A status that ends with the next attack, such as invisibility, only helps those who do
    not attack."""
    if status.duration.until == "next attack made":
        return 0.0
    weight = 0.04 * max(0, _number(status.ac)) + 0.25 * (status.attacked == "disadvantage")
    weight += 0.55 * ("invisible" in status.conditions) + 0.5 * bool(status.gain)
    weight += min(0.3, 0.1 * len(status.resist)) + (1 - _number(status.taken, 1))
    weight += 0.3 * (status.attacks == "advantage")
    weight += 0.2 * bool(status.to_hit) + 0.1 * bool(status.save)
    return _turns(status) * weight * BUFF_WORTH * damage


# --- the list ---------------------------------------------------------------------------------------


def priority_list(
    draft: MonsterDraft,
    cast: Sequence[Spell],
    multiattacks: Sequence[CombatAction],
    damage: float,
    notes: ConversionNotes,
) -> tuple[list[CombatAction], tuple[str, ...]]:
    """Return the actions in the order in which they are tried, and the names of those that are switched
    off because one above them is always possible and better."""
    ranked: list[tuple[float, CombatAction]] = []

    def add(action: CombatAction, more: float = 0.0) -> None:
        ranked.append((worth(action, damage) + more, action))

    follow_ups = _joined_to_multiattacks(draft, multiattacks)
    best_multiattack = max((worth(one, damage) for one in multiattacks), default=0.0)
    for special in draft.specials:
        # What belongs to a multiattack is used with its attacks.
        joined = any(special.action.name in one.name for one in follow_ups)
        add(special.action, best_multiattack if joined else 0.0)
    for action in multiattacks:
        add(action)
    for monster_attack in draft.attacks:
        for action in attack_actions(monster_attack):
            add(_once_per_target(action, monster_attack), 0.0 if monster_attack.is_melee else -0.1)
    for spell in cast:
        if spell.action and isinstance(spell.action.timing, Main):
            add(spell.action)
    concentrated = max(
        (one for one in ranked if one[1].concentration), key=lambda one: one[0], default=None
    )
    # A bonus action comes first, unless it would take the concentration from something better.
    first = [
        one
        for one in ranked
        if Cost("Action") not in one[1].cost
        and one[0] > 0
        and (not one[1].concentration or one is concentrated)
    ]
    rest = [one for one in ranked if one not in first]
    ordered = [
        *(spell.action for spell in cast if spell.action and not _is_main_or_reaction(spell)),
        *follow_ups,
        *_by_worth(first),
        *_by_worth(rest),
    ]
    actions, never = _without_unused(_only_on_several(ordered, damage), notes)
    melee = [one for one in draft.attacks if one.is_melee]
    if melee and draft.speed:
        actions.insert(0, _approach(draft, melee))
    return [*actions, *never], tuple(one.name for one in never)


def _only_on_several(actions: Sequence[CombatAction], damage: float) -> list[CombatAction]:
    """The actions, with those that are always possible and affect several used only on several enemies,
    if a later one is better against one."""
    found = []
    for place, action in enumerate(actions):
        later = [one for one in actions[place + 1 :] if one.cost == action.cost and not one.uses]
        alone = msgspec.structs.replace(action, targets=Targets())
        if (
            action.targets.who == "enemy"
            and action.targets.count != 1
            and not (action.requires or action.uses or action.recharge)
            and any(worth(one, damage) > worth(alone, damage) for one in later)
        ):
            several = SelfCondition("enemies_up", ">=", 2)
            action = msgspec.structs.replace(action, requires=(several,))
        found.append(action)
    return found


def _is_main_or_reaction(spell: Spell) -> bool:
    return spell.action is None or isinstance(spell.action.timing, (Main, Reaction))


def _by_worth(ranked: Sequence[tuple[float, CombatAction]]) -> list[CombatAction]:
    return [action for _, action in sorted(ranked, key=lambda one: -one[0])]


def _joined_to_multiattacks(
    draft: MonsterDraft, multiattacks: Sequence[CombatAction]
) -> list[CombatAction]:
    """The attacks that follow an action which is part of the multiattack, such as a frightful presence.
    They cost nothing, because that action has paid for them."""
    joined = [
        special.action
        for special in draft.specials
        if any(
            isinstance(one, Apply) and one.status.name == IN_MULTIATTACK
            for one in special.action.effect
        )
    ]
    return [
        msgspec.structs.replace(
            multi,
            name=f"{multi.name} after {action.name}"[:190],
            cost=(),
            requires=(*multi.requires, SelfCondition(IN_MULTIATTACK, "==", 1)),
            effect=(Remove(status=IN_MULTIATTACK, to="self"), *multi.effect),
        )
        for action in joined[:1]
        for multi in multiattacks
    ]


def _once_per_target(action: CombatAction, monster_attack: MonsterAttack) -> CombatAction:
    """An attack that disables its target is only used on targets that it has not disabled."""
    for effect in monster_attack.attack.on_hit:
        applied = (effect, *effect.on_fail) if isinstance(effect, Save) else (effect,)
        for one in applied:
            if isinstance(one, Apply) and _disables(one.status):
                check: Requirement = TargetCondition(one.status.name, "==", 0)
                return msgspec.structs.replace(action, requires=(*action.requires, check))
    return action


def _disables(status: Status) -> bool:
    return any(CONDITION_WORTH.get(one, 0) >= 0.9 for one in status.conditions)


def _without_unused(
    actions: Sequence[CombatAction], notes: ConversionNotes
) -> tuple[list[CombatAction], list[CombatAction]]:
    """Separate the actions that are never used, because one above them is always possible. They are
    kept, switched off, if they are more than a part of another action."""
    found: list[CombatAction] = []
    never: list[CombatAction] = []
    always: list[CombatAction] = []
    for action in actions:
        distance = action.targets.range
        better = [
            other
            for other in always
            if other.cost == action.cost
            and (other.targets.range is None or (distance or 0) <= other.targets.range)
        ]
        if action.targets.who == "enemy" and better:
            words = f"it is left out, because {better[0].name!r} is always preferred"
            if not _is_part_of(action, actions):
                never.append(action)
                words = f"it is switched off, because {better[0].name!r} is always preferred"
            notes.noted("actions", action.name, words)
            continue
        found.append(action)
        limited = action.requires or action.uses or action.recharge
        if action.targets.who == "enemy" and action.cost == (Cost("Action"),) and not limited:
            always.append(action)
    return found, never


def _is_part_of(action: CombatAction, actions: Sequence[CombatAction]) -> bool:
    """Are its attacks also made by another action?"""

    def attacks(one: CombatAction) -> set[tuple[str, str]]:
        found = with_following(one.effect)
        return {(str(e.to_hit), str(e.damage)) for e in found if isinstance(e, Attack)}

    own = attacks(action)
    return bool(own) and any(own <= attacks(one) for one in actions if one is not action)


def _approach(draft: MonsterDraft, melee: Sequence[MonsterAttack]) -> CombatAction:
    reach = min(monster_attack.range for monster_attack in melee)
    return CombatAction(
        name="Close in",
        cost=(Cost("Movement", draft.speed),),
        requires=(SelfCondition("nearest_enemy", ">", reach),),
        effect=(MoveCombatant(draft.speed),),
        targets=Targets(pick="nearest"),
    )
