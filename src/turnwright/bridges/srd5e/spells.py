"""Conversion of spells in 5e-bits format to actions.

Damage and healing that grow with the slot become formulas with `slot_level`. Spells without structured
numbers are in `known_spells`, or are read from their text if they need a save.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from turnwright.bridges.encounter_files.json_lookup import int_at, text_at, value_at
from turnwright.bridges.encounter_files.terms import PLACEHOLDER
from turnwright.core.errors import DefinitionError
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.definition_base import Malformed
from turnwright.core.rules.requirement import Requirement, SelfCondition, TargetCondition
from turnwright.core.rules.timing import Main, Reaction, Setup, Timing
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.import_report import (
    Coverage,
    ImportedScenario,
    ImportNote,
    ImportReport,
)
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    Attack,
    CombatAction,
    Dice,
    Effect,
    Heal,
    Save,
    Scenario,
    Side,
    Targets,
)

from . import areas
from . import prose_parser as prose
from .clause_coverage import Clause, clause_counts, read_clauses, unread
from .known_spells import KNOWN_SPELLS, Caster, KnownSpell

HARMLESS = {"charmed", "deafened"}
"""Conditions without an effect in a fight."""


class CastingLimit(NamedTuple):
    """How often a spell can be cast: with slots, `times` per day, or at will."""

    times: int = 0
    at_will: bool = False


class Spell(NamedTuple):
    """A converted spell; without an action it is left as text."""

    name: str
    action: CombatAction | None
    lost: tuple[str, ...] = ()
    mean: float = 0.0
    """Its approximate damage."""
    area: str = ""


DEFAULT_CASTER = Caster()
WITH_SLOTS = CastingLimit()

NOT_FOR_FIGHTS = {"Control Water", "Modify Memory", "Guidance"}
"""Spells with numbers that are irrelevant in a fight."""


def convert_spell(
    data: Mapping[str, Any], caster: Caster = DEFAULT_CASTER
) -> tuple[CombatAction | None, list[ImportNote]]:
    """Convert a spell that is cast with slots; return the action and the notes about it."""
    spell = read_spell(data, caster)
    return spell.action, [*_spell_notes(data, spell), *_clause_notes(data, spell)]


def _spell_notes(data: Mapping[str, Any], spell: Spell) -> list[ImportNote]:
    path = text_at(data, "index") or spell.name
    notes = [ImportNote("approximated", path, words) for words in spell.lost if spell.action]
    if spell.action is None:
        notes.append(ImportNote("unknown", path, f"{spell.name} cannot be expressed as an action"))
    if spell.area:
        notes.append(
            ImportNote("noted", path, f"{spell.area}: it is converted to a number of targets")
        )
    return notes


def _clauses(data: Mapping[str, Any], spell: Spell) -> list[Clause]:
    """What became of the clauses of a spell."""
    text = text_at(data, "desc")
    # At its own level, its formulas are the numbers of the text.
    own = read_spell(data, DEFAULT_CASTER, CastingLimit(at_will=True)).action
    return unread(text) if own is None else read_clauses(text, (own,), spell.lost)


def _clause_notes(data: Mapping[str, Any], spell: Spell) -> list[ImportNote]:
    """A note for each clause that was left out. A spell without an action has a single note."""
    path = text_at(data, "index") or spell.name
    found = _clauses(data, spell) if spell.action is not None else []
    return [
        ImportNote("unknown", path, one.sentence, one.text)
        for one in found
        if one.verdict == "left out"
    ]


def convert_spells(
    data: Sequence[Mapping[str, Any]], names: Sequence[str] | None = None
) -> ImportedScenario:
    """Convert the spells of a file, or those that are named, to actions of a scenario."""
    report = ImportReport()
    actions: dict[str, CombatAction] = {}
    known = {text_at(one, "name").casefold(): one for one in data}
    missing = [name for name in names or () if name.casefold() not in known]
    if missing:
        raise DefinitionError([f"there is no spell {name!r} in this file" for name in missing])
    for one in data if names is None else [known[name.casefold()] for name in names]:
        action, notes = convert_spell(one)
        report.notes += notes
        spell = read_spell(one, DEFAULT_CASTER)
        report.coverage.append(coverage(spell, _clauses(one, spell)))
        if action is not None:
            actions[action.name] = action
    sides = (Side("Casters", (PLACEHOLDER,)), Side("Others", (PLACEHOLDER,)))
    report.noted("", "both sides are placeholders: replace them by combatants")
    return ImportedScenario(
        Scenario(name=f"{len(actions)} spells", actions=actions, sides=sides), report
    )


def coverage(spell: Spell, clauses: Sequence[Clause] = ()) -> Coverage:
    """Return the row of a spell in the report."""
    name, attacks = (spell.name,), spell.mean > 0
    counts = clause_counts(clauses)
    if spell.action is None:
        return Coverage(spell.name, text=name, clauses=counts)
    if spell.lost:
        return Coverage(spell.name, approximated=name, can_attack=attacks, clauses=counts)
    return Coverage(spell.name, understood=name, can_attack=attacks, clauses=counts)


def read_spell(data: Mapping[str, Any], caster: Caster, usage: CastingLimit = WITH_SLOTS) -> Spell:
    """Convert a spell for a caster."""
    name = (text_at(data, "name") or text_at(data, "index") or "Spell")[:190]
    level = int_at(data, "level", least=0, most=20)
    fixed = level if usage.times or usage.at_will else None
    caster = caster._replace(fixed=fixed)
    known = KNOWN_SPELLS.get(name)
    if name in NOT_FOR_FIGHTS:
        return Spell(name, None)
    if known is not None:
        return _known_spell(data, known, caster, usage)
    try:
        found = _structured(data, caster) or _from_text(data, caster)
    except Malformed:
        found = None
    cost = _casting(data, level, usage)
    if found is None or cost is None:
        return Spell(name, None)
    effects, targets, lost, where = found
    lasting = [e.status for e in with_following(effects) if isinstance(e, Apply)]
    requires: list[Requirement] = [TargetCondition(status.name, "==", 0) for status in lasting[:1]]
    concentration = bool(data.get("concentration"))
    if concentration and lasting:
        requires.append(SelfCondition("is_concentrating", "==", 0))
    if isinstance(effects[0], Heal):
        requires.append(TargetCondition("hp_percent", "<=", 50))
    if lasting and not prose.mean(effects) and all(set(s.conditions) <= HARMLESS for s in lasting):
        lost += ("the charmed condition has no effect in a fight",)
    timing: Timing = Main()
    if _time(data) == "reaction":
        timing = Reaction(on="DamageTaken", who="self")
        targets = Targets(who="event source")
    action = CombatAction(
        name=name,
        timing=timing,
        cost=cost,
        requires=tuple(requires),
        effect=effects,
        tags=_tags(data),
        uses=Uses(usage.times, "long rest") if usage.times else None,
        targets=targets,
        concentration=concentration and bool(lasting),
        level=level,
    )
    count = targets.count if isinstance(targets.count, int) else 1
    return Spell(name, action, lost, prose.mean(effects, count), where)


def with_following(effects: str | tuple[Effect, ...]) -> list[Effect]:
    """Return the effects and those that follow from them."""
    found: list[Effect] = []
    for effect in effects if isinstance(effects, tuple) else ():
        found.append(effect)
        for key in ("on_hit", "on_fail"):
            found += with_following(getattr(effect, key, ()))
    return found


def _known_spell(
    data: Mapping[str, Any], known: KnownSpell, caster: Caster, usage: CastingLimit
) -> Spell:
    name, level = text_at(data, "name"), int_at(data, "level", least=0, most=20)
    cost = _casting(data, level, usage)
    if cost is None:
        return Spell(name, None)
    effects = known.effect(caster)
    lasting = any(isinstance(effect, Apply) for effect in with_following(effects))
    concentration = bool(data.get("concentration")) and lasting
    requires = list(known.requires)
    if concentration:
        requires.append(SelfCondition("is_concentrating", "==", 0))
    action = CombatAction(
        name=name,
        timing=known.timing or Main(),
        cost=() if isinstance(known.timing, Setup) else cost,
        requires=tuple(requires),
        effect=effects,
        tags=_tags(data),
        uses=Uses(usage.times, "long rest") if usage.times else None,
        targets=known.targets,
        concentration=concentration,
        level=level,
    )
    count = known.targets.count if isinstance(known.targets.count, int) else 1
    return Spell(name, action, known.lost, prose.mean(effects, count))


# --- cost -----------------------------------------------------------------------------------------


def _time(data: Mapping[str, Any]) -> str:
    text = text_at(data, "casting_time") or "1 action"
    found = re.fullmatch(r"1 (bonus action|reaction|action)", text)
    return found[1] if found else ""


def _casting(data: Mapping[str, Any], level: int, usage: CastingLimit) -> tuple[Cost, ...] | None:
    """The cost of casting it; None if it takes too long for a fight."""
    pools = {"action": "Action", "bonus action": "BonusAction", "reaction": "Reaction"}
    time = _time(data)
    if not time:
        return None
    slot: tuple[Cost, ...] = ()
    if level and not usage.times and not usage.at_will:
        slot = (Cost("SpellSlot", level=level, allow_upcast=True),)
    return (Cost(pools[time]), *slot)


def _tags(data: Mapping[str, Any]) -> tuple[str, ...]:
    kind = {"melee": "Melee", "ranged": "Ranged"}.get(text_at(data, "attack_type"))
    return ("Spell", "Magical", kind) if kind else ("Spell", "Magical")


# --- effects --------------------------------------------------------------------------------------

SpellEffects = tuple[tuple[Effect, ...], Targets, tuple[str, ...], str]


def _structured(data: Mapping[str, Any], caster: Caster) -> SpellEffects | None:
    """The effects from the numbers of the file: damage with a save or an attack, or healing."""
    text = prose.tidy(text_at(data, "desc"))
    healing = data.get("heal_at_slot_level")
    where = areas.spell_area(data)
    lost: tuple[str, ...] = ()
    if isinstance(healing, Mapping):
        amount, exact = _growing(healing, caster)
        lost += () if exact else ("its growth by slot level is approximated",)
        temporary = "temporary hit points" in text
        count = max(where.count, 6 if "up to six" in text else 1)
        whom = Targets(who="ally", pick="lowest percent", count=count, state="any")
        whom = Targets(who="self") if data.get("range") == "Self" else whom
        return (Heal(amount, temporary),), whom, lost, where.description
    levels = value_at(data, "damage", "damage_at_slot_level")
    growing = value_at(data, "damage", "damage_at_character_level")
    if not isinstance(levels, Mapping) and not isinstance(growing, Mapping):
        return None
    if isinstance(levels, Mapping):
        amount, exact = _growing(levels, caster)
        lost += () if exact else ("its growth by slot level is approximated",)
    else:
        amount = _at_character_level(growing, caster)
    dealt = f"{amount} {text_at(data, 'damage', 'damage_type', 'index')}".strip()
    if "regain hit points equal to" in text:
        lost += ("its healing is left out",)
    if data.get("attack_type"):
        return (Attack(caster.to_hit, dealt),), _aimed(data, areas.Area(1, None, "")), lost, ""
    dc = data.get("dc")
    if isinstance(dc, Mapping):
        half = dc.get("dc_success") == "half"
        ability = text_at(dc, "dc_type", "index")
        follows, more = _follows(text, text_at(data, "name"), ability, caster.dc)
        if dc.get("dc_success") == "other":
            follows, more = (), ("only its damage is converted",)
        lost += more + _lingers(data)
        save = Save(caster.dc, ability, dealt, half, on_fail=follows)
        return (save,), _aimed(data, where), lost, where.description
    if "saving throw" in text:
        found = re.search(r"(\w+) saving throw", text)
        ability = prose.ABILITIES.get(found[1].lower(), "") if found else ""
        save = Save(caster.dc, ability, dealt, "half" in text)
        return (save,), _aimed(data, where), lost + _lingers(data), where.description
    if re.search(r"\bspell attack\b", text):
        return (Attack(caster.to_hit, dealt),), _aimed(data, where), lost + _lingers(data), ""
    return None


def _lingers(data: Mapping[str, Any]) -> tuple[str, ...]:
    if data.get("concentration"):
        return ("it only takes effect when it is cast",)
    return ()


def _follows(
    text: str, name: str, ability: str, dc: int
) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """The effects of a failed save beside damage, and what is lost."""
    lasting = prose.status(_on_failure(text), name, ability, dc)
    follows: tuple[Effect, ...] = (Apply(lasting),) if lasting else ()
    return follows + prose.moved(text), prose.losses(text)


def _on_failure(text: str) -> str:
    """The sentences about a failed save."""
    return " ".join(
        line
        for line in prose.sentences(text)
        if re.search(
            r"fail|must (?:succeed|make)|repeat|each of its turns|while", line, re.IGNORECASE
        )
    )


def _from_text(data: Mapping[str, Any], caster: Caster) -> SpellEffects | None:
    """The effects from the text of a spell with a save."""
    dc = data.get("dc")
    if not isinstance(dc, Mapping) or dc.get("dc_success") == "other":
        return None
    text = prose.tidy(text_at(data, "desc"))
    ability = text_at(dc, "dc_type", "index")
    lasting = prose.status(_on_failure(text), text_at(data, "name"), ability, caster.dc)
    follows: tuple[Effect, ...] = (Apply(lasting),) if lasting else ()
    follows += prose.moved(text)
    if not follows:
        return None
    where = areas.spell_area(data)
    save = Save(caster.dc, ability, on_fail=follows)
    return (save,), _aimed(data, where), prose.losses(text), where.description


def _aimed(data: Mapping[str, Any], where: areas.Area) -> Targets:
    text = text_at(data, "range")
    found = re.match(r"(\d+) feet", text)
    distance = int(found[1]) if found else 5 if text == "Touch" else where.range
    return Targets(pick="least hp", count=where.count, range=distance)


# --- amounts --------------------------------------------------------------------------------------


def _at_character_level(levels: Mapping[str, Any], caster: Caster) -> Dice:
    known = sorted((level, value) for level, value in _numbered(levels).items())
    best = [value for level, value in known if level <= max(1, caster.level)]
    return _plain(best[-1] if best else known[0][1], caster)


def _numbered(levels: Mapping[str, Any]) -> dict[int, Any]:
    found = {int(key): value for key, value in levels.items() if re.fullmatch(r"\d{1,2}", str(key))}
    if not found:
        raise Malformed(["no amount at any level"])
    return found


def _plain(text: Any, caster: Caster) -> Dice:
    squeezed = re.sub(r"\s+", "", str(text).replace("MOD", str(caster.modifier)))
    squeezed = squeezed.replace("+-", "-")
    parse(squeezed)
    return int(squeezed) if squeezed.isdecimal() else squeezed


def _growing(levels: Mapping[str, Any], caster: Caster) -> tuple[Dice, bool]:
    """An amount by slot level as one formula, and whether it is exact for every level."""
    amounts = {level: _plain(value, caster) for level, value in _numbered(levels).items()}
    low = min(amounts)
    if caster.fixed is not None or len(amounts) == 1:
        return amounts.get(caster.fixed or low, amounts[low]), True
    formula = _line(amounts, low)
    if formula is None:
        return amounts[low], False
    values = ({"slot_level": level} for level in amounts)
    means = [parse(formula).mean(value) for value in values]
    exact = all(
        abs(a - parse(b).mean()) < 1e-9 for a, b in zip(means, amounts.values(), strict=True)
    )
    return formula, exact


def _line(amounts: Mapping[int, Dice], low: int) -> str | None:
    """A linear formula through the first two levels: `8d6`, `9d6` is `(slot_level+5)d6`."""
    later = sorted(level for level in amounts if level > low)
    if not later:
        return None
    first, second = parse(amounts[low]).terms, parse(amounts[later[0]]).terms
    if [term.sides for term in first] != [term.sides for term in second]:
        return None
    text = ""
    for a, b in zip(first, second, strict=True):
        step, rest = divmod(b.count - a.count, later[0] - low)
        if rest or step < 0 or a.sign < 0:
            return None
        start = a.count - step * low
        grown = f"{step}*slot_level" if step > 1 else "slot_level"
        if not step:
            term = f"+{a.count}" if a.sides == 1 else f"+{a.count}d{a.sides}"
        elif a.sides == 1:
            term = f"+{grown}" + (f"{start:+d}" if start else "")
        else:
            term = f"+({grown}{start:+d})d{a.sides}" if start else f"+({grown})d{a.sides}"
        text += term
    return text.lstrip("+")
