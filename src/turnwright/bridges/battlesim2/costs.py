"""What a battlesim2 action costs, and how often and when it may be used.

Older files give all of that as one whole number, the action slot; newer files have a list of costs.
If there are costs, they decide, and the slot only determines the timing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from turnwright.bridges.encounter_files.fields import Fields, fold, plain_number
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost, Variable
from turnwright.core.rules.requirement import (
    HasResource,
    Op,
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.rules.timing import Main, Reaction, Setup, Timing
from turnwright.skirmish.model.scenario import Effect, Harm, PoolSize

from .combatant_draft import CombatantDraft, condition_named

TURN = ("Action", "BonusAction", "Reaction")

SLOT_NAMES = {
    "action": 0, "bonusaction": 1, "legendaryaction": 2, "lairaction": 3, "reaction": 4, "other1": 5,
    "other2": 6, "whenreducedto0hp": -1, "whenreducinganenemyto0hp": -2, "beforetheencounterstarts": -3,
    "precombat": -3,
}  # fmt: skip

LEGENDARY_SLOT, REACTION_SLOT, OTHER_SLOTS = 2, 4, (5, 6)

LEGENDARY = Reaction(on="TurnEnded", who="enemy", role="source")
LAIR = Reaction(on="LairCount")


class Usage(NamedTuple):
    """When and how often an action may be used, and what it costs."""

    timing: Timing
    costs: tuple[Cost, ...]
    uses: Uses | None
    cooldown: int | None
    effects: tuple[Effect, ...]
    """Costs that are not pools: hit points are paid by taking damage."""


def slot_number(fields: Fields, *names: str) -> int | None:
    """Read an action slot, a number or a name."""
    value = fields.raw(*names)
    if value is None or value == "":
        return None
    number = plain_number(value)
    if number is None and isinstance(value, str):
        number = SLOT_NAMES.get(fold(value))
    if isinstance(number, int) and number in SLOT_NAMES.values():
        return number
    fields.report.unknown(
        fields.at(names[0]), "this is not an action slot; it is imported as an action", value
    )
    return None


def usage(
    fields: Fields,
    draft: CombatantDraft,
    name: str,
    default_slot: int = 0,
    is_triggered: bool = False,
) -> Usage:
    """Read costs, slot and frequency of an action. A triggered action does not cost the action or
    bonus action of its slot."""
    slot = slot_number(fields, "actionSlot")
    costs, effects = _costs(fields)
    has_costs = bool(costs or effects)
    if slot is None and not has_costs:
        slot = default_slot
    if is_triggered:
        timing: Timing = Main()
        if not has_costs:
            costs = _slot_costs(slot, draft) if slot == REACTION_SLOT else []
        costs = [cost for cost in costs if cost.resource not in TURN[:2]]
    else:
        timing = _timing(slot, fields)
        if not has_costs:
            costs = _slot_costs(slot, draft)
        elif not isinstance(timing, Main):
            costs = _out_of_turn_costs(costs, timing, fields)
            costs += _slot_costs(slot, draft) if slot == LEGENDARY_SLOT else []
        if isinstance(timing, Main) and not any(cost.resource in TURN for cost in costs):
            costs += _once_per_turn(slot, has_costs, draft, name)
    return Usage(timing, tuple(costs), *frequency(fields), tuple(effects))


def _costs(fields: Fields) -> tuple[list[Cost], list[Effect]]:
    """The list of costs: what pools pay, and effects for what they cannot pay."""
    is_heal = fold(fields.text("type")) == "heal"
    costs: list[Cost] = []
    effects: list[Effect] = []
    for entry in fields.objects("cost", "costs"):
        found = _cost(entry, is_heal)
        if isinstance(found, Cost):
            costs.append(found)
        elif found is not None:
            effects.append(found)
    return costs, effects


def _out_of_turn_costs(costs: list[Cost], timing: Timing, fields: Fields) -> list[Cost]:
    """The costs without those that can only be paid in the combatant's own turn."""
    kept = ("Reaction",) if isinstance(timing, Reaction) else ()
    dropped = [c.resource for c in costs if c.resource in TURN and c.resource not in kept]
    if dropped:
        names = " and ".join(dropped)
        sentence = f"{names} is not required, because this is not used in the combatant's turn"
        fields.report.noted(fields.at("cost"), sentence)
    return [cost for cost in costs if cost.resource not in dropped]


def _once_per_turn(
    slot: int | None, has_costs: bool, draft: CombatantDraft, name: str
) -> list[Cost]:
    """What keeps an action that costs no action from repeating: battlesim2 allows one action per slot
    and turn."""
    if slot in OTHER_SLOTS:
        return _slot_costs(slot, draft) if has_costs else []
    key = f"{name} this turn"
    draft.pools[key] = PoolSize(1, "turn")
    return [Cost(key)]


def _timing(slot: int | None, fields: Fields) -> Timing:
    path = fields.at("actionSlot")
    if slot == LEGENDARY_SLOT:
        sentence = "a legendary action is used once per round, at the end of an enemy's turn"
        fields.report.approximated(path, sentence)
        return LEGENDARY
    if slot == 3:
        return LAIR
    if slot == -1:
        return Reaction(on="UnitDowned", who="self")
    if slot == -2:
        return Reaction(on="UnitDowned", who="self", role="source")
    if slot == -3:
        return Setup()
    if slot == REACTION_SLOT:
        sentence = (
            "a reaction without a trigger is used in the combatant's turn and costs the reaction"
        )
        fields.report.approximated(path, sentence)
    return Main()


def _slot_costs(slot: int | None, draft: CombatantDraft) -> list[Cost]:
    match slot:
        case 0:
            return [Cost("Action")]
        case 1:
            return [Cost("BonusAction")]
        case 4:
            return [Cost("Reaction")]
        case 2:
            draft.pools["Legendary"] = PoolSize(1, "turn")
            return [Cost("Legendary")]
        case 5 | 6:
            key = f"Other {slot - 4}"
            draft.pools[key] = PoolSize(1, "turn")
            return [Cost(key)]
    return []


# --- costs ----------------------------------------------------------------------------------------


def _cost(cost: Fields, is_heal: bool) -> Cost | Effect | None:
    kind = fold(cost.text("type", default="Discrete"))
    key = resource(cost, "resourceType", "resourceVal")
    amount = cost.number("amount", default=1)
    least, most = cost.number("min", default=1), cost.number("max", default=None)
    cost.finish()
    if key is None:
        return None
    if key == "HP":
        paid = max(0, int(most if kind == "variable" and most is not None else amount or 0))
        sentence = f"hit points are not a pool: the user takes {paid} damage"
        cost.report.approximated(cost.path, sentence)
        return Harm(damage=paid, to="self")
    if key == "ActionUsage":
        cost.report.noted(cost.path, "the frequency of an action counts its uses")
        return None
    family, level = _levelled(key)
    if kind == "variable":
        policy: Literal["need", "max"] = "need" if is_heal else "max"
        bounds = Variable(max(0, least or 0), most, policy=policy)
        return Cost(family, level=level, variable=bounds)
    if kind != "discrete":
        cost.report.unknown(cost.at("type"), "expected Discrete or Variable", kind)
    if amount is None or amount < 0:
        cost.report.unknown(
            cost.at("amount"), "expected a cost of at least 0; it was left out", amount
        )
        return None
    return Cost(family, amount, level)


def _levelled(key: str) -> tuple[str, int | None]:
    found = re.fullmatch(r"SpellSlot_(\d+)", key)
    return ("SpellSlot", int(found[1])) if found else (key, None)


def level_of(text: Any) -> int | None:
    """Read a level: `1`, `"1st"`, `"level_1"`."""
    found = re.search(r"\d+", str(text))
    return int(found[0]) if found and int(found[0]) <= 20 else None


def resource(fields: Fields, kind_name: str, value_name: str) -> str | None:
    """Read the key of a pool: `SpellSlot` and `1`, `{"SpellSlot": 1}`, or `SpellSlot(1)`."""
    kind, value = fields.raw(kind_name), fields.raw(value_name)
    if isinstance(kind, Mapping) and len(kind) == 1:
        kind, value = next(iter(kind.items()))
    key = resource_key(str(kind), value) if isinstance(kind, str) else None
    if key is None:
        shown = kind if value in (None, "") else f"{kind} {value}"
        fields.report.unknown(fields.at(kind_name), "unknown resource; it was left out", shown)
    return key


def resource_key(kind: str, value: Any = None) -> str | None:
    """Return the key of the pool for a battlesim2 resource, or None if it is unknown."""
    found = re.fullmatch(r"\s*(\w+)\s*\((.*)\)\s*", kind)
    if found:
        kind, value = found[1], found[2]
    word = fold(kind)
    text = "" if value is None else str(value).strip()
    match word:
        case "action" | "bonusaction" | "reaction" | "movement":
            return {"bonusaction": "BonusAction"}.get(word, word.capitalize())
        case "hp":
            return "HP"
        case "actionusage":
            return "ActionUsage"
        case "spellslot":
            level = level_of(text)
            return f"SpellSlot_{level}" if level else None
        case "classresource" | "itemcharge" | "custom":
            return text or None
    if word.startswith("hitdice"):
        sides = level_of(text or word)
        return f"HitDie_{sides}" if sides else None
    return None


# --- frequency ------------------------------------------------------------------------------------


def frequency(fields: Fields) -> tuple[Uses | None, int | None]:
    """Read uses and cooldown: `at will`, `1/fight`, `1/day`, or an object with a reset."""
    value = fields.raw("freq", "frequency")
    path = fields.at("freq")
    if isinstance(value, Mapping):
        return _reset(Fields(value, path, fields.report))
    word = fold(value) if isinstance(value, str) else ""
    if value is None or word in ("atwill", ""):
        return None, None
    found = re.fullmatch(
        r"(\d+)/(fight|encounter|day|longrest|lr|shortrest|sr|rest|turn|round)", word
    )
    if found is None:
        fields.report.unknown(path, "unknown frequency; it can be used at will", value)
        return None, None
    return Uses(max(1, int(found[1])), _RESETS[found[2]]), None


_RESETS = {
    "fight": "encounter", "encounter": "encounter", "day": "long rest", "longrest": "long rest",
    "lr": "long rest", "shortrest": "short rest", "sr": "short rest", "rest": "short rest",
    "turn": "turn", "round": "round",
}  # fmt: skip


def _reset(freq: Fields) -> tuple[Uses | None, int | None]:
    reset = fold(freq.text("reset"))
    uses = freq.whole("uses", default=1) or 1
    rounds = freq.whole("cooldownRounds", default=2) or 1
    freq.finish()
    if reset == "recharge":
        return None, max(1, rounds)
    if reset in _RESETS:
        return Uses(max(1, uses), _RESETS[reset]), None
    freq.report.unknown(
        freq.at("reset"), "expected sr, lr or recharge; it can be used at will", reset
    )
    return None, None


# --- conditions and requirements ------------------------------------------------------------------

_BELOW = {"under half": 50, "below 25%": 25, "below 50%": 50, "below 75%": 75}


def condition(fields: Fields, name: str, status: str) -> list[Requirement]:
    """Return the requirements for a condition; `status` is what the action applies, if anything."""
    text = fields.text("condition", default="default")
    word = fold(text)
    own: dict[str, Requirement] = {
        "allyat0hp": SelfCondition("allies_down", ">=", 1),
        "anyallyinjured": SelfCondition("lowest_ally_percent", "<", 100),
        "anyallyneedshealing": SelfCondition("lowest_ally_percent", "<", 50),
        "isunderhalfhp": SelfCondition("hp_percent", "<", 50),
        "hastemphp": SelfCondition("temp_hp", ">", 0),
        "hasthp": SelfCondition("temp_hp", ">", 0),
        "hasnothp": SelfCondition("temp_hp", "==", 0),
        "hasnotemphp": SelfCondition("temp_hp", "==", 0),
        "notusedyet": SelfCondition(f"used:{name}", "==", 0),
        "enemycountone": SelfCondition("enemies_up", "==", 1),
        "enemycountmultiple": SelfCondition("enemies_up", ">=", 2),
        "notconcentrating": SelfCondition("is_concentrating", "==", 0),
    }
    for prefix in ("ally", "any ally"):
        for words, percent in _BELOW.items():
            own[fold(f"{prefix} {words} HP")] = SelfCondition("lowest_ally_percent", "<", percent)
    sides: dict[str, Op] = {
        "enemyadvantage": ">",
        "playeradvantage": "<",
        "evenactioneconomy": "==",
    }
    if word in ("default", "isavailable"):
        return []
    if word in own:
        return [own[word]]
    if word == "buffnotactive":
        return [TargetCondition(status, "==", 0)] if status else []
    if word in sides:
        sentence = f"{text!r} compares the numbers of combatants that are up on both sides"
        fields.report.approximated(fields.at("condition"), sentence)
        return [SelfCondition("outnumbered_by", sides[word], 0)]
    fields.report.unknown(fields.at("condition"), "unknown condition; it is not required", text)
    return []


def requirements(fields: Fields) -> list[Requirement]:
    """Read the list of requirements."""
    found = [_requirement(one) for one in fields.objects("requirements")]
    return [one for one in found if one is not None]


def _requirement(one: Fields) -> Requirement | None:
    kind = fold(one.text("type"))
    check: Requirement | None = None
    match kind:
        case "resourceavailable":
            key = resource(one, "resourceType", "resourceVal")
            amount = one.number("amount", default=1)
            if key == "HP":
                check = SelfCondition("hp", ">=", amount or 1)
            elif key is not None:
                check = HasResource(key, max(0, amount or 0))
        case "combatstate":
            check = _combat_state(one)
        case "statuseffect":
            name = one.text("effect")
            check = SelfCondition(condition_named(name)) if name else None
        case "custom":
            text = one.text("description")
            one.report.unknown(
                one.path, "a requirement in prose cannot be checked; it is left out", text
            )
        case _:
            one.report.unknown(one.at("type"), "unknown requirement; it is left out", kind)
    one.finish()
    return check


def _combat_state(one: Fields) -> Requirement | None:
    state, value = one.raw("condition"), one.number("value", default=None)
    if isinstance(state, Mapping) and len(state) == 1:
        state, inner = next(iter(state.items()))
        value = plain_number(inner)
    match fold(str(state)):
        case "enemyinrange":
            return SelfCondition("nearest_enemy", "<=", 5 if value is None else value)
        case "issurprised":
            return SelfCondition("is_surprised")
        case "hastemphp":
            return SelfCondition("temp_hp", ">", 0)
    one.report.unknown(one.at("condition"), "unknown state; it is not required", state)
    return None
