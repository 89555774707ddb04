"""Shorthand: what people like to write, and the full form that it stands for.

    cost: [Action, SpellSlot 1+]        a slot of level 1 or higher; other numbers are amounts
    cost: LayOnHands need               as much of the pool as is needed (also: min, max, all)
    timing: Setup                       also Main, Free, Anytime; a mapping with `on` is a Reaction
    requires: target hp_percent <= 25   see `requirement`
    targets: ally                       {who: ally}
    duration: 1 round                   see `duration`
    uses: 2 per long rest               {amount: 2, per: long rest}
    recharge: 5-6                       5
    pools: {Ki: 4 per short rest, SpellSlot: [4, 2]}      SpellSlot_1: 4, SpellSlot_2: 2
    pools: {SpellSlot 3: 1}             SpellSlot_3: 1
    repeat_save: wis                    {ability: wis}

One thing may stand for a list of one thing. Data is changed in place; what cannot be read is noted,
and left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from . import vocabulary
from .file_problems import Faults, meant
from .parsed_document import Mark, Table, listed, place

Read = Callable[[str], Any]


class Unclear(ValueError):
    """Shorthand that cannot be read; its text says what was expected."""


# --- the phrases ----------------------------------------------------------------------------------

_LEVEL = re.compile(r"(.*Slot) (\d+)")
_COST = re.compile(r"([A-Za-z_][\w ]*?)(?: (need|max|min|all)| (\d+(?:\.\d+)?)(\+)?( highest)?)?")


def cost(text: str) -> dict[str, Any]:
    """`Action`, `Ki 2`, `LayOnHands need`, `SpellSlot 3`, `SpellSlot 1+`, `SpellSlot 1+ highest`. The
    number after a name that ends in Slot is a level."""
    found = _COST.fullmatch(text.strip())
    if found is None:
        raise Unclear(f"{text!r} is no cost; write it like Action, Ki 2 or SpellSlot 1+")
    name, policy, number, plus, highest = found.groups()
    if policy:
        return {"resource": name, "variable": {"policy": policy}}
    if number is None:
        return {"resource": name}
    amount = float(number) if "." in number else int(number)
    if not name.endswith("Slot"):
        if plus or highest:
            raise Unclear(f"{text!r}: only a resource whose name ends in Slot has levels")
        return {"resource": name, "amount": amount}
    level: dict[str, Any] = {"resource": name, "level": amount}
    if plus:
        level["allow_upcast"] = True
    if highest:
        level["prefer"] = "highest"
    return level


def timing(text: str) -> dict[str, Any]:
    if text == "Anytime":
        return {"type": "Free", "anytime": True}
    if text == "Reaction":
        raise Unclear("a reaction says to what: {on: AttackHit, who: self}")
    if text not in ("Main", "Free", "Setup"):
        known = ("Main", "Free", "Anytime", "Setup")
        raise Unclear(f"expected one of {', '.join(known)}, got {text!r}{meant(text, known)}")
    return {"type": text}


_UNTIL = (
    "end of turn", "next attack made", "next attack taken", "encounter", "short rest", "long rest",
)  # fmt: skip
_TURNS = re.compile(r"(\d+) (round|turn|minute)s?(?: of (source|bearer))?(?: at (start|end))?")


def duration(text: str) -> dict[str, Any]:
    """`1 round` and `3 turns` count the turns of who brought it; `1 turn of bearer at end`; a minute is
    ten turns. Or one of the words that something lasts until, such as `encounter`."""
    if text in _UNTIL:
        return {"until": text}
    found = _TURNS.fullmatch(text)
    if found is None:
        some = "1 round, 3 turns, 1 turn of bearer at end"
        raise Unclear(f"{text!r} is no duration; write {some}, or one of {', '.join(_UNTIL)}")
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
        raise Unclear(f"{text!r} is no {noun}; write it like 2 per long rest")
    number = float(found[1]) if "." in found[1] else int(found[1])
    return number, _SAME.get(found[2], found[2])


def uses(text: str) -> dict[str, Any]:
    amount, per = _per(text, "number of uses")
    return {"amount": amount, "per": per}


def pool(text: str) -> dict[str, Any]:
    most, reset = _per(text, "size of a pool")
    return {"max": most, "reset": reset}


def recharge(text: str) -> int:
    found = re.fullmatch(r"(\d)(?:-\d|\+)?", text)
    if found is None:
        raise Unclear(f"{text!r} is no recharge; write it like 5-6")
    return int(found[1])


_CHECK = re.compile(
    r"(not )?(?:(target|self|any enemy|any ally) )?"
    r"(?:(has|tag|my tag|last) )?(.+?)(?: ?(<=|>=|==|!=|<|>|=) ?(-?\d+(?:\.\d+)?))?"
)


def requirement(text: str) -> dict[str, Any]:
    """A check in words; `and` and `or` join several, `and` first.

    - `hp_percent < 50`, `is_concentrating`: a fact, a status or a condition of oneself
    - `target prone`, `target distance <= 60`: the same of a target
    - `target tag Marked`, `self tag X`, `any enemy tag X`, `any ally tag X`; `my tag` is one's own
    - `has Ki 2`: so much of a resource is there
    - `last MeleeHit > 10`: the last hit or miss of this turn was a hit in melee for more than 10
    - `last DamageTaken with fire`: with such a tag; in a reaction, what is answered is the last event
    - `not` turns any of them round
    """
    for joint, kind in ((" or ", "Or"), (" and ", "And")):
        if joint in text:
            return {"type": kind, "of": [requirement(part) for part in text.split(joint)]}
    found = _CHECK.fullmatch(text.strip())
    if found is None:
        raise Unclear(f"{text!r} is no requirement; write it like target hp_percent <= 50")
    denied, who, sort, name, op, number = found.groups()
    value = None if number is None else float(number) if "." in number else int(number)
    one = _check(text, who or "self", sort, name, "==" if op == "=" else op, value)
    return {"type": "Not", "of": one} if denied else one


def _check(text: str, who: str, sort: str, name: str, op: str | None, value: Any) -> dict[str, Any]:
    if re.search(r"[<>=]", name):
        raise Unclear(f"{text!r}: after the comparison a number is expected")
    if sort in ("tag", "my tag"):
        tag: dict[str, Any] = {"type": "HasTag", "tag": name, "on": who.replace(" ", "_")}
        return tag | ({"by_self": True} if sort == "my tag" else {})
    if who.startswith("any"):
        raise Unclear(f"{text!r}: of any enemy or ally only tags are known: {who} tag {name}")
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


# --- in documents ---------------------------------------------------------------------------------


class Expander:
    """Puts full forms in the place of shorthand, and notes what it cannot read."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults

    def _read(self, table: dict[str, Any], key: str, read: Read) -> None:
        """The value of a key, if it is text, becomes what it stands for."""
        if isinstance(table.get(key), str):
            try:
                table[key] = read(table[key])
            except Unclear as error:
                self.faults.add(self._at(table, key), str(error))
                del table[key]

    def _at(self, table: dict[str, Any], key: str) -> Mark:
        return place(table, key, getattr(table, "mark", Mark()))

    def _listed(self, table: dict[str, Any], key: str) -> list[Any]:
        """One thing is a list of it."""
        if table.get(key) is None:
            return []
        several: list[Any] = listed(table[key], self._at(table, key))
        table[key] = several
        return several

    def action(self, table: Any) -> None:
        if not isinstance(table, dict):
            return
        self._read(table, "timing", timing)
        if isinstance(when := table.get("timing"), dict):
            if "on" in when:
                when.setdefault("type", "Reaction")
            self._requirement_at(when, "when")
        self._each(table, "cost", cost)
        self._requirements(table, "requires")
        self._read(table, "uses", uses)
        self._read(table, "recharge", recharge)
        if isinstance(table.get("targets"), str):
            table["targets"] = {"who": table["targets"]}
        self.effects(table, "effect")

    def effects(self, table: dict[str, Any], key: str) -> None:
        if isinstance(table.get(key), str):
            sentence = (
                "expected a list of effects, such as {type: Attack, to_hit: 5, damage: 1d8+3}"
            )
            self.faults.add(self._at(table, key), sentence)
            del table[key]
        for entry in self._listed(table, key):
            if isinstance(entry, dict):
                for inner in ("on_hit", "on_miss", "on_fail", "on_success"):
                    self.effects(entry, inner)
                self.status(entry.get("status"))

    def status(self, table: Any) -> None:
        if isinstance(table, dict):
            self._read(table, "duration", duration)
            if isinstance(table.get("repeat_save"), str):
                table["repeat_save"] = {"ability": table["repeat_save"]}
            self._listed(table, "conditions")

    def _each(self, table: dict[str, Any], key: str, read: Read) -> None:
        items = self._listed(table, key)
        for index, item in enumerate(items):
            if isinstance(item, str):
                try:
                    items[index] = read(item)
                except Unclear as error:
                    self.faults.add(place(items, index, self._at(table, key)), str(error))
                    items[index] = {"resource": "?"}

    def _requirements(self, table: dict[str, Any], key: str) -> None:
        items = self._listed(table, key)
        for index, item in enumerate(items):
            items[index] = self._full(item, place(items, index, self._at(table, key)))

    def _requirement_at(self, table: dict[str, Any], key: str) -> None:
        if isinstance(table.get(key), list):
            table[key] = Table(self._at(table, key)) | {"type": "And", "of": table[key]}
        if table.get(key) is not None:
            table[key] = self._full(table[key], self._at(table, key))

    def _full(self, item: Any, at: Mark) -> Any:
        if isinstance(item, str):
            try:
                return requirement(item)
            except Unclear as error:
                self.faults.add(at, str(error))
                return {"type": "And", "of": []}
        if isinstance(item, dict):
            if item.get("type") in ("And", "Or"):
                self._requirements(item, "of")
            elif item.get("type") == "Not":
                self._requirement_at(item, "of")
        return item

    def combatant(self, table: Any) -> None:
        if not isinstance(table, dict):
            return
        self.pools(table)
        for status in self._listed(table, "traits"):
            self.status(status)
        for key in ("actions", "reactions"):
            for action in self._listed(table, key):
                self.action(action)

    def pools(self, table: dict[str, Any]) -> None:
        pools = table.get("pools")
        if not isinstance(pools, dict):
            return
        for key, value in list(pools.items()):
            self._read(pools, key, pool)
            if isinstance(value, list):
                del pools[key]
                for index, size in enumerate(value):
                    pools[f"{key}_{index + 1}"] = size
                    if isinstance(pools, Table):
                        pools.marks[f"{key}_{index + 1}"] = place(value, index, Mark())
            elif (level := _LEVEL.fullmatch(key)) and (
                full := "_".join(level.groups())
            ) not in pools:
                if isinstance(pools, Table):
                    pools.marks[full] = place(pools, key, Mark())
                pools[full] = pools.pop(key)

    def profile(self, table: Any) -> None:
        if isinstance(table, dict) and isinstance(table.get("conditions"), dict):
            for condition in table["conditions"].values():
                if isinstance(condition, dict):
                    self._listed(condition, "includes")
