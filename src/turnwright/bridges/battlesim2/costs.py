"""What a battlesim2 action costs, how often and when it may be used.

Older files say all of that with one whole number, the action slot; newer ones have a list of costs.
Where there are costs they decide, and the slot only says when.
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

from .combatant_draft import Draft, condition_named

TURN = ("Action", "BonusAction", "Reaction")

SLOT_NAMES = {
    "action": 0, "bonusaction": 1, "legendaryaction": 2, "lairaction": 3, "reaction": 4, "other1": 5,
    "other2": 6, "whenreducedto0hp": -1, "whenreducinganenemyto0hp": -2, "beforetheencounterstarts": -3,
    "precombat": -3,
}  # fmt: skip

LEGENDARY = Reaction(on="TurnEnded", who="enemy", role="source")
LAIR = Reaction(on="LairCount")


class Price(NamedTuple):
    """When an action may be used, and for what."""

    timing: Timing
    costs: tuple[Cost, ...]
    uses: Uses | None
    cooldown: int | None
    effects: tuple[Effect, ...]
    """What the cost does that no pool can say: hit points are paid by taking damage."""


def slot_number(fields: Fields, *names: str) -> int | None:
    value = fields.raw(*names)
    if value is None or value == "":
        return None
    number = plain_number(value)
    if number is None and isinstance(value, str):
        number = SLOT_NAMES.get(fold(value))
    if isinstance(number, int) and number in SLOT_NAMES.values():
        return number
    fields.report.unknown(
        fields.at(names[0]), "this is no action slot; it is used as an action", value
    )
    return None


def price(
    fields: Fields, draft: Draft, name: str, default_slot: int = 0, answers: bool = False
) -> Price:
    """The price of an action, from its costs, its slot and its frequency. What `answers` a trigger
    takes no action, whatever its slot says."""
    slot = slot_number(fields, "actionSlot")
    costs: list[Cost] = []
    effects: list[Effect] = []
    for cost in fields.objects("cost", "costs"):
        found = _cost(cost, is_heal=fold(fields.text("type")) == "heal")
        if isinstance(found, Cost):
            costs.append(found)
        elif found is not None:
            effects.append(found)
    was_empty = not costs and not effects
    slot = default_slot if slot is None and was_empty else slot
    if answers:
        costs = [cost for cost in costs if cost.resource not in TURN[:2]]
        costs = _slot_costs(slot, draft) if was_empty and slot == 4 else costs
        return Price(Main(), tuple(costs), *frequency(fields), tuple(effects))
    timing = _timing(slot, fields)
    if was_empty:
        costs = _slot_costs(slot, draft)
    elif not isinstance(timing, Main):
        kept = ("Reaction",) if isinstance(timing, Reaction) else ()
        dropped = [c.resource for c in costs if c.resource in TURN and c.resource not in kept]
        if dropped:
            costs = [cost for cost in costs if cost.resource not in dropped]
            sentence = (
                f"{' and '.join(dropped)} is not asked for, as this is not done in the own turn"
            )
            fields.report.noted(fields.at("cost"), sentence)
        if slot == 2:
            costs.extend(_slot_costs(slot, draft))
    if isinstance(timing, Main) and not any(cost.resource in TURN for cost in costs):
        # In battlesim2 there is at most one action per slot and turn.
        costs.extend(_slot_costs(slot, draft) if slot in (5, 6) and not was_empty else ())
        if not costs or slot not in (5, 6):
            key = f"{name} this turn"
            draft.pools[key] = PoolSize(1, "turn")
            costs.append(Cost(key))
    return Price(timing, tuple(costs), *frequency(fields), tuple(effects))


def _timing(slot: int | None, fields: Fields) -> Timing:
    path = fields.at("actionSlot")
    if slot == 2:
        sentence = "a legendary action: one a round, at the end of an enemy's turn"
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
    if slot == 4:
        sentence = (
            "a reaction that names no trigger is used in the own turn, and costs the reaction"
        )
        fields.report.approximated(path, sentence)
    return Main()


def _slot_costs(slot: int | None, draft: Draft) -> list[Cost]:
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


# --- costs ---------------------------------------------------------------------------------------


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
        sentence = f"hit points are no pool: whoever uses it takes {paid} damage"
        cost.report.approximated(cost.path, sentence)
        return Harm(damage=paid, to="self")
    if key == "ActionUsage":
        cost.report.noted(cost.path, "the uses of an action are counted by its frequency")
        return None
    family, level = _levelled(key)
    if kind == "variable":
        policy: Literal["need", "max"] = "need" if is_heal else "max"
        bounds = Variable(max(0, least or 0), most, policy=policy)
        return Cost(family, level=level, variable=bounds)
    if kind != "discrete":
        cost.report.unknown(cost.at("type"), "expected Discrete or Variable", kind)
    if amount is None or amount < 0:
        cost.report.unknown(cost.at("amount"), "a cost is not negative; it was left out", amount)
        return None
    return Cost(family, amount, level)


def _levelled(key: str) -> tuple[str, int | None]:
    found = re.fullmatch(r"SpellSlot_(\d+)", key)
    return ("SpellSlot", int(found[1])) if found else (key, None)


def level_of(text: Any) -> int | None:
    """The level in `1`, `"1st"`, `"level_1"`."""
    found = re.search(r"\d+", str(text))
    return int(found[0]) if found and int(found[0]) <= 20 else None


def resource(fields: Fields, kind_name: str, value_name: str) -> str | None:
    """The key of a pool: from `SpellSlot` and `1`, `{"SpellSlot": 1}`, or `SpellSlot(1)`."""
    kind, value = fields.raw(kind_name), fields.raw(value_name)
    if isinstance(kind, Mapping) and len(kind) == 1:
        kind, value = next(iter(kind.items()))
    key = resource_key(str(kind), value) if isinstance(kind, str) else None
    if key is None:
        shown = kind if value in (None, "") else f"{kind} {value}"
        fields.report.unknown(
            fields.at(kind_name), "this resource is not known; it was left out", shown
        )
    return key


def resource_key(kind: str, value: Any = None) -> str | None:
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


# --- how often -----------------------------------------------------------------------------------


def frequency(fields: Fields) -> tuple[Uses | None, int | None]:
    """Uses and cooldown from `at will`, `1/fight`, `1/day`, or an object with a reset."""
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
        fields.report.unknown(path, "this frequency is not known; it is used at will", value)
        return None, None
    return Uses(max(1, int(found[1])), _WORDS[found[2]]), None


_WORDS = {
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
    if reset in _WORDS:
        return Uses(max(1, uses), _WORDS[reset]), None
    freq.report.unknown(freq.at("reset"), "expected sr, lr or recharge; it is used at will", reset)
    return None, None


# --- when ----------------------------------------------------------------------------------------

_BELOW = {"under half": 50, "below 25%": 25, "below 50%": 50, "below 75%": 75}


def condition(fields: Fields, name: str, status: str) -> list[Requirement]:
    """The requirements that a condition of battlesim2 stands for. `status` is what the action puts on
    its targets, if it does."""
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
        sentence = f"{text!r} compares how many stand on the own side and on the other"
        fields.report.approximated(fields.at("condition"), sentence)
        return [SelfCondition("outnumbered_by", sides[word], 0)]
    fields.report.unknown(
        fields.at("condition"), "this condition is not known; it is not asked", text
    )
    return []


def requirements(fields: Fields) -> list[Requirement]:
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
                one.path, "a requirement in prose cannot be checked; it is not asked", text
            )
        case _:
            one.report.unknown(
                one.at("type"), "this requirement is not known; it is not asked", kind
            )
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
    one.report.unknown(one.at("condition"), "this state is not known; it is not asked", state)
    return None
