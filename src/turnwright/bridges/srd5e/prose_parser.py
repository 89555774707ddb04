"""Parser for the prose of stat blocks: damage, saves, conditions, durations.

The prose of the SRD is regular, and it is more complete and reliable than the structured fields. What
can be read becomes effects; the rest is named for the report.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from turnwright.bridges.encounter_files.terms import CONDITIONS, DAMAGE_TYPES
from turnwright.skirmish.model.formula import parse, typed
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    Duration,
    Effect,
    Harm,
    Heal,
    MoveCombatant,
    RepeatSave,
    Save,
    Status,
)

ABILITIES = {
    "strength": "str", "dexterity": "dex", "constitution": "con", "intelligence": "int",
    "wisdom": "wis", "charisma": "cha",
}  # fmt: skip

_TYPES = "|".join(DAMAGE_TYPES)
_DAMAGE = re.compile(
    rf"(?P<flat>\d+)(?: \((?P<dice>[^)]*d[^)]*)\))? (?:extra )?(?P<type>{_TYPES})"
    rf"(?:(?:,? or| and|,) (?:{_TYPES}))* damage"
)
_SAVE = re.compile(rf"DC (\d+) ({'|'.join(ABILITIES)})(?: or \w+)? saving throw", re.IGNORECASE)
_ANY_SAVE = re.compile(rf"({'|'.join(ABILITIES)}) saving throw", re.IGNORECASE)
_MUST = re.compile(
    r"(?:,? and )?\b(?:the target|it|(?:that |the |a )?creature|target|each)\b[^.;,]{0,90}?"
    r"\bmust (?:then )?(?:make|succeed)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(rf"\b({'|'.join(CONDITIONS)})\b", re.IGNORECASE)
_ESCAPE = re.compile(r"grappled \(escape DC (\d+)")
_TURN = r"(?:end|start) of (?:the )?([\w' -]*?) ?(?:next )?turn"


def tidy(text: str) -> str:
    """Return text with plain spaces, quotes and minus signs, and `feet` for `ft.`"""
    text = text.replace("\u2019", "'").replace("\u2212", "-").replace("ft..", "feet.")
    text = re.sub(r"\bft\.?(?= [A-Z]|$)", "feet.", text)
    text = re.sub(r"\bft\.?", "feet", text)
    return re.sub(r"[ \t]+", " ", text).strip()


def sentences(text: str) -> list[str]:
    """Split text into sentences."""
    return [part.strip() for part in re.split(r"(?<=[.!])\s+(?=[A-Z*])|\n+", tidy(text)) if part]


class DamagePart(NamedTuple):
    """One amount of damage in a text."""

    dice: str
    type: str
    start: int
    end: int

    @property
    def damage(self) -> str:
        """The dice and the type."""
        return f"{self.dice} {self.type}"

    @property
    def mean(self) -> float:
        """The expected damage."""
        return typed(self.damage)[0].mean()


def damages(text: str) -> list[DamagePart]:
    """Return all amounts of damage in a text: `12 (2d6 + 5) slashing damage`, `1 piercing damage`."""
    found = []
    for match in _DAMAGE.finditer(text):
        dice = re.sub(r"\s+", "", match["dice"] or match["flat"])
        found.append(DamagePart(dice, match["type"], match.start(), match.end()))
    return found


def dealt(parts: Sequence[str]) -> Any:
    """Return damage as effects take it: 0, one amount, or several."""
    return parts[0] if len(parts) == 1 else tuple(parts) or 0


class ParsedEffects(NamedTuple):
    """The effects of a text. `lost` names what could not be converted."""

    effects: tuple[Effect, ...] = ()
    lost: tuple[str, ...] = ()

    def __add__(self, other: ParsedEffects) -> ParsedEffects:  # type: ignore[override]  # adds the parts, not the tuples
        return ParsedEffects(self.effects + other.effects, self.lost + other.lost)


# --- durations -----------------------------------------------------------------------------------


def duration(text: str) -> Duration:
    """Return the duration in a text, by default the whole encounter."""
    minutes = re.search(r"\bfor (\d+|one) (round|minute|hour|day)", text)
    if minutes:
        number = 1 if minutes[1] == "one" else int(minutes[1])
        if minutes[2] in ("round", "minute"):
            turns = number * (10 if minutes[2] == "minute" else 1)
            return Duration(turns=turns) if turns <= 100 else Duration()
        return Duration()
    turn = re.search(rf"until the {_TURN}", text)
    if turn:
        theirs = re.search(r"\b(its|the target|the creature|creature's|target's)\b", turn[0])
        at: Literal["start", "end"] = "end" if "end of" in turn[0] else "start"
        return Duration(turns=1, of="bearer" if theirs else "source", at=at)
    return Duration()


def repeat_save(text: str, ability: str, dc: int) -> RepeatSave | None:
    """Return the repeated save in a text, if any."""
    found = re.search(
        r"(?:repeat (?:the|this|its) saving throw|make (?:another|a|a new) [\w ]*saving throw[\w ]*)"
        r"(?: at the (end|start) of each| on each of)",
        text,
    ) or re.search(r"at the (end|start) of each (?:of its turns|of the target's turns|round)"
                   r"[^.]*?(?:makes?|repeat)[^.]*saving throw", text, re.IGNORECASE)  # fmt: skip
    if found is None:
        return None
    return RepeatSave(ability, dc, "start" if found[1] == "start" else "end")


# --- statuses -------------------------------------------------------------------------------------

_UNRELATED = re.compile(
    r"immun|isn't|is not|fails? (?:the saving throw |the save )?by|reduces? the target to 0|"
    r"is successful|successful save|on a success|saving throw result|is killed|already constrict|"
    r"regurgitat|a swallowed creature|creature swallowed at|attaches|grappled by|stable but|"
    r"(?:unless|until|if) the \w+ (?:is incapacitated|dies)",
    re.IGNORECASE,
)
"""Sentences that are not about the effects of a failed save or a hit."""

_LOSSES = (
    (r"hit point maximum", "the hit point maximum is not reduced"),
    (r"can't regain hit points", "healing is not prevented"),
    (r"\bswallow", "who is swallowed escapes only when the fight ends"),
    (r"\b(curse|cursed|disease|diseased|lycanthropy|mummy rot)\b", "curses and diseases are left out"),
    (r"fails? (?:the saving throw |the save )?by 5", "failing by 5 or more is a plain failure"),
    (r"reduces the target to 0 hit points, the target is stable", "who falls is not stable"),
    (r"\bspeed is (?:halved|reduced)", "speed is not reduced"),
    (r"Strength score is reduced", "ability scores are not reduced"),
    (r"\bor die\b|\bdies\b", "instant death is left out"),
    (r"penalty to (?:the AC|damage)", "equipment is not damaged"),
    (r"can't (?:make more than one attack|use either)", "actions are not limited"),
    (r"attaches|attached", "it stays attached for two turns"),
    (r"drop to 0 hit points", "dropping to 0 hit points is left out"),
    (r"begins to (?:turn to stone|harden)", "petrification stays at restrained"),
    (r"\bdouse", "burning ends after three turns"),
    (r"escape DC|Strength check, (?:escaping|bursting)", "escaping is a save, not an action"),
    (r"Any creature can take an action to stanch", "wounds cannot be stanched"),
)  # fmt: skip


def losses(text: str) -> tuple[str, ...]:
    """Return what of a text cannot be converted."""
    return tuple(words for pattern, words in _LOSSES if re.search(pattern, text))


DRAINING = Duration(turns=2, of="bearer", at="end")
"""How long it stays attached who detaches after some damage."""

_TURNS = r"at the (?:start|end) of each of (?:its|the [\w -]+'s) turns"
_EACH_TURN = re.compile(
    rf"takes? ([^.]*?damage) {_TURNS}|{_TURNS}, [^.]*?takes? ([^.]*?damage)|"
    rf"lose \d+ \(([^)]*)\) hit points {_TURNS}|{_TURNS}, the target loses \d+ \(([^)]*)\) hit points",
    re.IGNORECASE,
)
_BREAK_FREE = re.compile(
    r"DC (\d+) Strength check(?:, (?:escaping|bursting|freeing)|\. On a success, the creature escapes)"
)


def status(text: str, name: str, ability: str = "", dc: int = 0) -> Status | None:
    """Return the status in a text: conditions, damage each turn, no reactions, disadvantage."""
    lines = [line for line in sentences(text) if not _UNRELATED.search(_CLAUSE.sub("", line))]
    kept = " ".join(lines)
    about = re.sub(r"against being \w+|frightened condition|condition(?=s? on it)", "", kept)
    words = [found[1].lower() for found in _CONDITION.finditer(about)]
    conditions = tuple(dict.fromkeys(words))
    changes: dict[str, Any] = {}
    each = _EACH_TURN.search(kept)
    if each:
        parts = damages(each[1] or each[2] or "")
        changes["damage_each_turn"] = (
            parts[-1].damage if parts else re.sub(r"\s", "", each[3] or each[4] or "0")
        )
    if re.search(r"can't (?:take|use) reactions", kept):
        changes["no_reactions"] = True
    if re.search(r"disadvantage on (?:its |Strength-based )?attack rolls", kept):
        changes["attacks"] = "disadvantage"
    if re.search(r"disadvantage on [\w ,-]*?Wisdom saving throws", kept):
        changes |= {"saves": "disadvantage", "saves_of": ("wis",)}
    if not conditions and not changes:
        return None
    again = repeat_save(text, ability, dc) if dc else None
    if re.search(r"begins to (?:turn to stone|harden)", text):
        conditions, again = ("restrained",), RepeatSave(ability, dc)
    escape = _ESCAPE.search(kept) or _BREAK_FREE.search(text)
    if escape:
        again = RepeatSave("str", int(escape[1]))
    return Status(
        name=name,
        duration=DRAINING if "attaches to the target" in text else _lasts(kept, conditions),
        conditions=conditions,
        repeat_save=again,
        ends_with_source="grappled" in conditions,
        ends_on_damage=_wakes(kept, conditions),
        **changes,
    )


def _wakes(text: str, conditions: tuple[str, ...]) -> bool:
    sleeps = "unconscious" in conditions and re.search(r"wakes|until it", text)
    return "takes damage" in text and bool(sleeps or "ends for" in text)


def _lasts(text: str, conditions: tuple[str, ...]) -> Duration:
    if conditions == ("prone",):  # a prone creature stands up when its turn begins
        return Duration(turns=1, of="bearer")
    if "douse" in text:
        return Duration(turns=3, of="bearer", at="end")
    return duration(text)


_CLAUSE = re.compile(r"(?:if|unless) the \w+ isn't [^,.]*", re.IGNORECASE)


_ON_SUCCESS = re.compile(r"on a successful save|saving throw is successful", re.IGNORECASE)


def moved(text: str) -> tuple[Effect, ...]:
    """Return the movement of a target that is pushed or pulled."""
    text = " ".join(line for line in sentences(text) if not _ON_SUCCESS.search(line))
    pushed = re.search(r"(?:pushed|flung|thrown) (?:up to |up )?(\d+) feet", text)
    if pushed:
        return (MoveCombatant(int(pushed[1]), "away", "target"),)
    pulled = re.search(r"pulled (?:up to )?(\d+) feet", text)
    return (MoveCombatant(int(pulled[1]), "towards", "target"),) if pulled else ()


# --- saves ----------------------------------------------------------------------------------------


def save(text: str, name: str, dc: tuple[int, str] | None = None) -> ParsedEffects | None:
    """Return a save with its effects. `dc` and its ability are for texts that do not give them."""
    found = _SAVE.search(text)
    if found:
        dc = (int(found[1]), ABILITIES[found[2].lower()])
    elif dc is None:
        return None
    number, ability = dc
    half = bool(re.search(r"half as much|half the (?:\w+ )?damage|half damage", text))
    parts = []
    for line in sentences(text):
        if not _LATER.search(line):
            parts += damages(line)
    follows: list[Effect] = []
    lasting = status(_after_save(text), name, ability, number)
    if lasting is not None:
        follows.append(Apply(lasting))
    follows += moved(text)
    if not parts and not follows:
        return None
    damage = dealt([part.damage for part in _distinct_parts(parts)])
    effect = Save(number, ability, damage, half and bool(parts), on_fail=tuple(follows))
    return ParsedEffects((effect,), losses(text))


_LATER = re.compile(
    r"at the (?:start|end) of each|every (?:10 feet|\d+ (?:hours|minutes))|strikes|finishes moving"
)


def _after_save(text: str) -> str:
    """The text after the words `saving throw`, which describes a failure."""
    place = re.search(r"saving throws?\b", text)
    return text[place.end() :] if place else text


def _distinct_parts(parts: list[DamagePart]) -> list[DamagePart]:
    """The parts without repetitions."""
    return list({(part.dice, part.type): part for part in parts}.values())


# --- attacks --------------------------------------------------------------------------------------

_ATTACK = re.compile(
    r"(Melee or Ranged|Melee|Ranged) (Weapon|Spell) Attack: ?\+?(\d+) to hit,?"
    r"(?: reach (\d+) feet)?(?:,? or)?(?:,? range (\d+)(?:/(\d+))? feet)?"
)  # fmt: skip


class AttackLine(NamedTuple):
    """The first line of an attack."""

    melee: bool
    ranged: bool
    magical: bool
    bonus: int
    reach: int
    range: int


def attack_line(text: str) -> AttackLine | None:
    """Read the first line of an attack."""
    found = _ATTACK.search(tidy(text))
    if found is None:
        return None
    kind = found[1]
    reach, distance = int(found[4] or 5), int(found[5] or 60)
    return AttackLine(
        "Melee" in kind, "Ranged" in kind, found[2] == "Spell", int(found[3]), reach, distance
    )


class ParsedHit(NamedTuple):
    """The effects of a hit."""

    damage: tuple[str, ...]
    when_weakened: tuple[str, ...]
    """The damage of a swarm with half of its hit points or fewer."""
    parsed: ParsedEffects
    choice: str = ""
    """What was chosen if the text leaves a choice."""


_SWALLOWS = re.compile(
    r"If the target is [^.]*?grappled by [^.]*?swallowed[^.]*\. While swallowed[^.]*\."
)
"""What a hit does only to a target that is already grappled."""


def hit(text: str, name: str, has_shield: bool = False) -> ParsedHit | None:
    """Read the part of an attack after `Hit:`."""
    _, _, after = tidy(text).partition("Hit:")
    if not after:
        return None
    after = _SWALLOWS.sub("", after)
    must = _MUST.search(after)
    plain, rest = (after[: must.start()], after[must.start() :]) if must else (after, "")
    first = sentences(plain)[0] if sentences(plain) else ""
    base, weak, choice = _choose(first, has_shield)
    parsed = ParsedEffects(lost=losses(plain))
    lasting = status(plain, name)
    follows: tuple[Effect, ...] = (Apply(lasting),) if lasting else ()
    if "regains hit points equal to" in after and base:
        follows += (Heal(base[-1].dice, to="self"),)
    parsed += ParsedEffects(follows + (() if rest else moved(plain)))
    if rest:
        saved = save(rest, name)
        if saved is not None:
            parsed += saved
        else:
            parsed += ParsedEffects(lost=losses(rest) or ("a save is left out",))
    damage = tuple(part.damage for part in base)
    if not damage and not parsed.effects:
        return None
    return ParsedHit(damage, tuple(part.damage for part in weak), parsed, choice)


def _choose(text: str, has_shield: bool) -> tuple[list[DamagePart], list[DamagePart], str]:
    """The damage of a hit, that of a weakened swarm, and what was chosen."""
    parts = damages(text)
    if not parts:
        return [], [], ""
    base = [parts[0]]
    others: list[DamagePart] = []
    for before, part in pairwise(parts):
        between = text[before.end : part.start]
        (others if re.search(r"\bor\b|,\s*$", between) and "plus" not in between else base).append(
            part
        )
    if not others:
        return base, [], ""
    if "half of its hit points or fewer" in text:
        return base, others, ""
    if "two hands" in text and not has_shield:
        choice = "it is wielded with two hands"
        return [others[0], *base[1:]], [], choice
    return base, [], f"it deals {base[0].damage}"


# --- healing --------------------------------------------------------------------------------------


def heals(text: str) -> str:
    """Return the healing in a text, `regains 11 (2d8 + 2) hit points`, or an empty string."""
    found = re.search(r"regains (\d+)(?: \(([^)]*d[^)]*)\))? hit points", tidy(text))
    return re.sub(r"\s+", "", found[2] or found[1]) if found else ""


def harm(text: str) -> tuple[str, ...]:
    """Return all damage in a text."""
    return tuple(part.damage for part in damages(tidy(text)))


MOST_TARGETS = 2
"""How many targets of an area count; more are rarely near each other."""


def mean(effects: tuple[Effect, ...], targets: int = 1, slot: int = 3) -> float:
    """Return the approximate damage of effects, for choosing among them."""
    total = 0.0
    targets = min(MOST_TARGETS, targets)
    for effect in effects:
        damage = getattr(effect, "damage", 0)
        amounts = damage if isinstance(damage, tuple) else (damage,)
        sum_ = sum(typed(one)[0].mean({"slot_level": slot}) for one in amounts)
        times = getattr(effect, "times", 1)
        if isinstance(effect, Save):
            total += sum_ * targets * (0.75 if effect.half else 0.5)
        elif isinstance(effect, Harm):
            total += sum_ * targets
        else:
            total += 0.65 * sum_ * parse(times).mean({"slot_level": slot})
    return total
