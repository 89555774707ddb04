"""Shorthand of scenario files, and the full form of each phrase.

    cost: [Action, SpellSlot 1+]        a slot of level 1 or higher; other numbers are amounts
    cost: Free                          nothing
    cost: LayOnHands need               as much of the pool as is needed (also: min, max, all)
    timing: Setup                       also Main, Free, Anytime; a mapping with `on` is a Reaction
    requires: target hp_percent <= 25   see `requirement`
    targets: ally                       {who: ally}
    duration: 1 round                   see `duration`
    uses: 2 per long rest               {amount: 2, per: long rest}
    recharge: 5-6                       5
    cost: Ki (1 + status(Mark))         {resource: Ki, formula: 1 + status(Mark)}
    pools: {Ki: 4 per short rest, SpellSlot: [4, 2]}      SpellSlot_1: 4, SpellSlot_2: 2
    pools: {SpellSlot 3: 1}             SpellSlot_3: 1
    repeat_save: wis                    {ability: wis}

A single value may stand for a list of one. Data is changed in place; phrases that cannot be read are
reported and left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from turnwright.core.suggestions import suggestion

from . import expression, vocabulary
from .file_problems import ProblemCollector
from .parsed_document import LocatedMapping, SourceLocation, as_list, location_of

Read = Callable[[str], Any]


class ShorthandError(ValueError):
    """Raised for a phrase that cannot be read; the text says what was expected."""


# --- the phrases ----------------------------------------------------------------------------------

_LEVEL = re.compile(r"(.*Slot) (\d+)")
_COMPUTED = re.compile(r"([A-Za-z_][\w ]*?) \((.+)\)")
_COST = re.compile(r"([A-Za-z_][\w ]*?)(?: (need|max|min|all)| (\d+(?:\.\d+)?)(\+)?( highest)?)?")


def cost(text: str) -> dict[str, Any]:
    """Read a cost: `Action`, `Ki 2`, `LayOnHands need`, `SpellSlot 3`, `SpellSlot 1+ highest`,
    `Ki (1 + status(Mark))`.

    The number after a name that ends in Slot is a level.
    """
    computed = _COMPUTED.fullmatch(text.strip())
    if computed is not None:
        return {"resource": computed[1], "formula": computed[2].strip()}
    found = _COST.fullmatch(text.strip())
    if found is None:
        raise ShorthandError(
            f"{text!r} is not a cost; write for example Action, Ki 2 or SpellSlot 1+"
        )
    name, policy, number, plus, highest = found.groups()
    if policy:
        return {"resource": name, "variable": {"policy": policy}}
    if number is None:
        return {"resource": name}
    amount = float(number) if "." in number else int(number)
    if not name.endswith("Slot"):
        if plus or highest:
            raise ShorthandError(f"{text!r}: only resources whose name ends in Slot have levels")
        return {"resource": name, "amount": amount}
    level: dict[str, Any] = {"resource": name, "level": amount}
    if plus:
        level["allow_upcast"] = True
    if highest:
        level["prefer"] = "highest"
    return level


TIMINGS = {"MainPhase": "Main", "PreCombat": "Setup"}
"""Other names of timings."""


def timing(text: str) -> dict[str, Any]:
    """Read a timing: `Main` (also `MainPhase`), `Free`, `Anytime` or `Setup` (also `PreCombat`)."""
    text = TIMINGS.get(text, text)
    if text == "Anytime":
        return {"type": "Free", "anytime": True}
    if text == "Reaction":
        raise ShorthandError("a reaction needs its trigger: {on: AttackHit, who: self}")
    if text not in ("Main", "Free", "Setup"):
        known = ("Main", "Free", "Anytime", "Setup")
        raise ShorthandError(
            f"expected one of {', '.join(known)}, got {text!r}{suggestion(text, known)}"
        )
    return {"type": text}


_UNTIL = (
    "end of turn", "next attack made", "next attack taken", "next hit made", "next hit taken",
    "next save made", "next save forced", "encounter", "short rest", "long rest",
)  # fmt: skip
_TURNS = re.compile(r"(\d+) (round|turn|minute)s?(?: of (source|bearer))?(?: at (start|end))?")


def duration(text: str) -> dict[str, Any]:
    """Read a duration: `1 round`, `3 turns`, `1 turn of bearer at end`, `1 minute`, `encounter`.

    Turns are those of the source unless the text says otherwise. A minute is ten turns.
    """
    if text in _UNTIL:
        return {"until": text}
    found = _TURNS.fullmatch(text)
    if found is None:
        some = "1 round, 3 turns, 1 turn of bearer at end"
        raise ShorthandError(
            f"{text!r} is not a duration; write for example {some}, or one of {', '.join(_UNTIL)}"
        )
    number, unit, of, at = found.groups()
    full: dict[str, Any] = {"turns": int(number) * (10 if unit == "minute" else 1)}
    if of:
        full["of"] = of
    if at:
        full["at"] = at
    return full


_PER = re.compile(
    r"(\d+(?:\.\d+)?)(?:/| per )(turn|round|encounter|fight|short rest|long rest|day)"
)
_SAME = {"fight": "encounter", "day": "long rest"}


def _per(text: str, noun: str) -> tuple[int | float, str]:
    found = _PER.fullmatch(text)
    if found is None:
        raise ShorthandError(f"{text!r} is not a {noun}; write for example 2 per long rest")
    number = float(found[1]) if "." in found[1] else int(found[1])
    return number, _SAME.get(found[2], found[2])


def uses(text: str) -> dict[str, Any]:
    """Read a number of uses: `2 per long rest`."""
    amount, per = _per(text, "number of uses")
    return {"amount": amount, "per": per}


def pool(text: str) -> dict[str, Any]:
    """Read the size of a pool: `4 per short rest`."""
    most, reset = _per(text, "size of a pool")
    return {"max": most, "reset": reset}


def recharge(text: str) -> int:
    """Read a recharge, `5-6`, as the lowest roll that recharges the action."""
    found = re.fullmatch(r"(\d)(?:-\d|\+)?", text)
    if found is None:
        raise ShorthandError(f"{text!r} is not a recharge; write for example 5-6")
    return int(found[1])


_CHECK = re.compile(
    r"(not )?(?:(target|self|any enemy|any ally) )?"
    r"(?:(has|tag|my tag|last|count) )?(.+?)(?: ?(<=|>=|==|!=|<|>|=) ?(-?\d+(?:\.\d+)?))?"
)


def requirement(text: str) -> dict[str, Any]:
    """Read a requirement; `and` and `or` join several, and `and` binds tighter.

    - `hp_percent < 50`, `is_concentrating`: a fact, a status or a condition of the combatant
    - `target prone`, `target distance <= 60`: the same of a target
    - `target tag Marked`, `self tag X`, `any enemy tag X`, `any ally tag X`; `my tag` must come from
      the combatant
    - `has Ki 2`: a resource holds at least this much
    - `last MeleeHit > 10`: the last attack of this turn was a melee hit for more than 10 damage
    - `last DamageTaken with fire`: the event has this tag; in a reaction the last event is the trigger
    - `count MeleeHit >= 2`, `count SpellCast in round == 0`: how many such events it has caused
    - `formula target.hp <= value`: a formula is not 0; it goes on to the end of the text
    - `not` before any of them negates it
    """
    call = _CALL.fullmatch(text.strip())
    if call is not None:
        return _call(text, *call.groups())
    if text.startswith("formula "):
        return _formula(text.removeprefix("formula ").strip())
    for joint, kind in ((" or ", "Or"), (" and ", "And")):
        if joint in text:
            return {"type": kind, "of": [requirement(part) for part in text.split(joint)]}
    found = _CHECK.fullmatch(text.strip())
    if found is None:
        raise ShorthandError(
            f"{text!r} is not a requirement; write for example target hp_percent <= 50"
        )
    denied, who, sort, name, op, number = found.groups()
    value = None if number is None else float(number) if "." in number else int(number)
    one = _check(text, who or "self", sort, name, "==" if op == "=" else op, value)
    return {"type": "Not", "of": one} if denied else one


_CALL = re.compile(r"(TargetCondition|SelfCondition|LastEvent|CustomTag) ?\((.*)\)")
_TAG_BEARERS = {
    "TargetHasTag": "target", "SelfHasTag": "self", "AnyEnemyHasTag": "any enemy",
    "AnyAllyHasTag": "any ally",
}  # fmt: skip


def _call(text: str, name: str, inside: str) -> dict[str, Any]:
    """Read a requirement in its long form:

    - `TargetCondition(IsEnemy, IsAlive)`, `SelfCondition(HasResource: Rage)`
    - `LastEvent(Type: MeleeHit, Value > 10)`, `CustomTag(TargetHasTag: "Marked")`
    """
    parts = [part.strip() for part in inside.split(",") if part.strip()]
    pairs = [
        (key.strip(), value.strip().strip("\"'")) for key, _, value in
        (part.partition(":") for part in parts)
    ]  # fmt: skip
    if name == "LastEvent":
        words = [
            value if key == "Type" else key.removeprefix("Value").strip() for key, value in pairs
        ]
        return requirement(f"last {' '.join(words)}")
    found = []
    for key, value in pairs:
        if name == "CustomTag" and key in _TAG_BEARERS and value:
            found.append(requirement(f"{_TAG_BEARERS[key]} tag {value}"))
        elif key == "HasResource" and value:
            found.append(requirement(f"has {value}"))
        elif name != "CustomTag" and not value:
            found.append(requirement(f"{'target ' if name == 'TargetCondition' else ''}{key}"))
        else:
            raise ShorthandError(f"{text!r}: {key!r} cannot be required in this way")
    if not found:
        raise ShorthandError(f"{text!r} requires nothing")
    return found[0] if len(found) == 1 else {"type": "And", "of": found}


def _formula(text: str) -> dict[str, Any]:
    try:
        found = expression.read(text)
    except ValueError as error:
        raise ShorthandError(str(error)) from None
    requirement: dict[str, Any] = {
        "type": "Custom", "name": vocabulary.FORMULA, "data": {"holds": text},
    }  # fmt: skip
    return requirement | ({"on": "target"} if found.reads_target else {})


def _check(text: str, who: str, sort: str, name: str, op: str | None, value: Any) -> dict[str, Any]:
    if re.search(r"[<>=]", name):
        raise ShorthandError(f"{text!r}: expected a number after the comparison")
    if sort in ("tag", "my tag"):
        tag: dict[str, Any] = {"type": "HasTag", "tag": name, "on": who.replace(" ", "_")}
        return tag | ({"by_self": True} if sort == "my tag" else {})
    if who.startswith("any"):
        raise ShorthandError(f"{text!r}: only tags can be required of {who}: {who} tag {name}")
    if sort == "count":
        try:
            vocabulary.counted_event(name)
        except ValueError as error:
            raise ShorthandError(str(error)) from None
        kind = "TargetCondition" if who == "target" else "SelfCondition"
        counted: dict[str, Any] = {"type": kind, "name": f"{vocabulary.COUNT}{name}"}
        return counted | ({} if op is None else {"op": op, "value": value})
    if sort == "has":
        key, _, amount = name.rpartition(" ")
        if key and amount.isdecimal():
            return {"type": "HasResource", "key": key, "amount": int(amount)}
        return {"type": "HasResource", "key": name}
    if sort == "last":
        named, _, more = name.partition(" with ")
        event, tags = vocabulary.event_named(named)
        last: dict[str, Any] = {"type": "LastEvent", "event": event}
        last |= {"tags": [*tags, *more.split()]} if tags or more else {}
        return last | ({} if op is None else {"op": op, "value": value})
    kind = "TargetCondition" if who == "target" else "SelfCondition"
    condition = {"type": kind, "name": vocabulary.fact_named(name)}
    return condition | ({} if op is None else {"op": op, "value": value})


# --- costs as mappings ----------------------------------------------------------------------------

_COST_WORDS = {
    "ID": "resource", "Level": "level", "Amount": "amount", "AllowUpcast": "allow_upcast",
}  # fmt: skip
_COST_TYPES = {"Bonus": "BonusAction", "Pool": "", "Resource": ""}


def _expand_cost(cost: dict[str, Any]) -> None:
    """Expand a cost that is a mapping: `{resource: Ki, amount: 1 + round}` has a formula, and
    `{Type: SpellSlot, Level: 1}` and `{Type: Pool, ID: LayOnHands, Amount: Variable}` have other
    words."""
    for word, field in _COST_WORDS.items():
        if word in cost and field not in cost:
            _rename(cost, word, field)
    for word in ("Type", "type"):
        if isinstance(cost.get(word), str):
            kind = str(cost[word])
            _rename(cost, word, "type")
            if "resource" not in cost and (named := _COST_TYPES.get(kind, kind)):
                _rename(cost, "type", "resource")
                cost["resource"] = named
            elif not _COST_TYPES.get(kind, kind):
                del cost["type"]
    if cost.get("amount") == "Variable":
        _rename(cost, "amount", "variable")
        cost["variable"] = {}
    elif isinstance(cost.get("amount"), str):
        _rename(cost, "amount", "formula")


def _rename(mapping: dict[str, Any], key: str, other: str) -> None:
    """Rename a key, and keep where its value was written."""
    if isinstance(mapping, LocatedMapping):
        mapping.locations[other] = location_of(mapping, key, SourceLocation())
    mapping[other] = mapping.pop(key)


# --- shorthand in documents -----------------------------------------------------------------------


class ShorthandExpander:
    """Replaces shorthand by its full form in place, and reports what it cannot read."""

    def __init__(self, problems: ProblemCollector) -> None:
        self.problems = problems

    def _read(self, mapping: dict[str, Any], key: str, read: Read) -> None:
        """Replace the value of a key by its full form if it is text."""
        if isinstance(mapping.get(key), str):
            try:
                mapping[key] = read(mapping[key])
            except ShorthandError as error:
                self.problems.add(self._at(mapping, key), str(error))
                del mapping[key]

    def _at(self, mapping: dict[str, Any], key: str) -> SourceLocation:
        return location_of(mapping, key, getattr(mapping, "location", SourceLocation()))

    def _listed(self, mapping: dict[str, Any], key: str) -> list[Any]:
        """Make the value of a key a list."""
        if mapping.get(key) is None:
            return []
        several: list[Any] = as_list(mapping[key], self._at(mapping, key))
        mapping[key] = several
        return several

    def action(self, mapping: Any) -> None:
        """Expand an action."""
        if not isinstance(mapping, dict):
            return
        self._read(mapping, "timing", timing)
        if isinstance(when := mapping.get("timing"), dict):
            if "on" in when:
                when.setdefault("type", "Reaction")
            self._requirement_at(when, "when")
        costs = self._listed(mapping, "cost")
        if "Free" in costs:
            costs[:] = [one for one in costs if one != "Free"]
        self._each(mapping, "cost", cost)
        for one in self._listed(mapping, "cost"):
            if isinstance(one, dict):
                _expand_cost(one)
        self._requirements(mapping, "requires")
        self._read(mapping, "uses", uses)
        self._read(mapping, "recharge", recharge)
        if isinstance(mapping.get("targets"), str):
            mapping["targets"] = {"who": mapping["targets"]}
        self.effects(mapping, "effect")

    def effects(self, mapping: dict[str, Any], key: str) -> None:
        """Expand the effects at a key, and those that follow from them."""
        if isinstance(mapping.get(key), str):
            sentence = (
                "expected a list of effects, such as {type: Attack, to_hit: 5, damage: 1d8+3}"
            )
            self.problems.add(self._at(mapping, key), sentence)
            del mapping[key]
        for entry in self._listed(mapping, key):
            if isinstance(entry, dict):
                for inner in vocabulary.FOLLOWING:
                    if (
                        inner in ("on_hit", "on_miss", "on_fail", "on_success")
                        or entry.get(inner) is not None
                    ):
                        self.effects(entry, inner)
                self.status(entry.get("status"))

    def status(self, mapping: Any) -> None:
        """Expand a status."""
        if isinstance(mapping, dict):
            self._read(mapping, "duration", duration)
            if isinstance(mapping.get("repeat_save"), str):
                mapping["repeat_save"] = {"ability": mapping["repeat_save"]}
            self._listed(mapping, "conditions")

    def _each(self, mapping: dict[str, Any], key: str, read: Read) -> None:
        items = self._listed(mapping, key)
        for index, item in enumerate(items):
            if isinstance(item, str):
                try:
                    items[index] = read(item)
                except ShorthandError as error:
                    self.problems.add(location_of(items, index, self._at(mapping, key)), str(error))
                    items[index] = {"resource": "?"}

    def _requirements(self, mapping: dict[str, Any], key: str) -> None:
        items = self._listed(mapping, key)
        for index, item in enumerate(items):
            items[index] = self._full(item, location_of(items, index, self._at(mapping, key)))

    def _requirement_at(self, mapping: dict[str, Any], key: str) -> None:
        if isinstance(mapping.get(key), list):
            mapping[key] = LocatedMapping(self._at(mapping, key)) | {
                "type": "And",
                "of": mapping[key],
            }
        if mapping.get(key) is not None:
            mapping[key] = self._full(mapping[key], self._at(mapping, key))

    def _full(self, item: Any, at: SourceLocation) -> Any:
        if isinstance(item, str):
            try:
                return requirement(item)
            except ShorthandError as error:
                self.problems.add(at, str(error))
                return {"type": "And", "of": []}
        if isinstance(item, dict) and item.get("type") == "CustomTag":
            fields = ", ".join(f"{key}: {value}" for key, value in item.items() if key != "type")
            return self._full(f"CustomTag({fields})", at)
        if isinstance(item, dict):
            if item.get("type") in ("And", "Or"):
                self._requirements(item, "of")
            elif item.get("type") == "Not":
                self._requirement_at(item, "of")
        return item

    def combatant(self, mapping: Any) -> None:
        """Expand a combatant with its actions and reactions."""
        if not isinstance(mapping, dict):
            return
        self.pools(mapping)
        for status in self._listed(mapping, "traits"):
            self.status(status)
        self._listed(mapping, "disabled")
        for key in ("actions", "reactions"):
            for action in self._listed(mapping, key):
                self.action(action)

    def pools(self, mapping: dict[str, Any]) -> None:
        """Expand the pools of a combatant: sizes as text, and lists with one pool per level."""
        pools = mapping.get("pools")
        if not isinstance(pools, dict):
            return
        for key, value in list(pools.items()):
            self._read(pools, key, pool)
            if isinstance(value, list):
                del pools[key]
                for index, size in enumerate(value):
                    pools[f"{key}_{index + 1}"] = size
                    if isinstance(pools, LocatedMapping):
                        pools.locations[f"{key}_{index + 1}"] = location_of(
                            value, index, SourceLocation()
                        )
            elif (level := _LEVEL.fullmatch(key)) and (
                full := "_".join(level.groups())
            ) not in pools:
                _rename(pools, key, full)

    def profile(self, mapping: Any) -> None:
        """Expand a rule profile."""
        if isinstance(mapping, dict) and isinstance(mapping.get("conditions"), dict):
            for condition in mapping["conditions"].values():
                if isinstance(condition, dict):
                    self._listed(condition, "includes")
