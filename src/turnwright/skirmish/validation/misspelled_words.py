"""Words that mean nothing where they stand, most likely slips of the pen: tags, conditions, types of
damage, abilities, and those who are surprised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import typed
from turnwright.skirmish.model.vocabulary import MELEE, SPELL

from .action_in_list import Placed
from .finding import (
    Finding,
    Path,
    did_you_mean,
    drop,
    error,
    listed,
    near,
    note,
    put,
    quoted,
    swap,
    warning,
)
from .scenario_survey import Fighter, Survey

DAMAGE_TYPES = (
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison",
    "psychic", "radiant", "slashing", "thunder",
)  # fmt: skip
"""Only to recognise slips of the pen: any word may be a type of damage."""
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")


def check(survey: Survey) -> Iterator[Finding]:
    for fighter in survey.fighters:
        for placed in fighter.every:
            yield from _tags(placed)
        yield from _conditions(survey, fighter)
    for name, condition in survey.profile.conditions.items():
        path = ("rules", "conditions", name, "includes")
        named = [((*path, i), inner) for i, inner in enumerate(condition.includes)]
        yield from _known(survey, named)
    yield from _surprised(survey)
    yield from _damage_types(survey)
    yield from _abilities(survey)


def _tags(placed: Placed) -> Iterator[Finding]:
    """Tags that mean something, written in another way."""
    for index, tag in enumerate(placed.action.tags):
        for word in (SPELL, MELEE):
            if tag != word and tag.casefold() == word.casefold():
                path = (*placed.path, "tags", index)
                sentence = (
                    f"{placed.name!r} has the tag {tag!r}; the one with a meaning is {word!r}."
                )
                yield warning(
                    "tag_spelling", path, sentence, f"Write {word!r}.", patch=[swap(path, word)]
                )


def _conditions(survey: Survey, fighter: Fighter) -> Iterator[Finding]:
    if not survey.knows_rules:
        return
    named: list[tuple[Path, str]] = [
        ((*fighter.path, "condition_immune", i), name)
        for i, name in enumerate(fighter.combatant.condition_immune)
    ]
    for path, status in statuses_of(fighter):
        named += [((*path, "conditions", i), name) for i, name in enumerate(status.conditions)]
    yield from _known(survey, named)


def _known(survey: Survey, named: Iterable[tuple[Path, str]]) -> Iterator[Finding]:
    known = survey.profile.conditions
    for path, name in named:
        if name not in known:
            meant = near(name, known)
            fix = did_you_mean(meant) or f"It knows {listed(sorted(known) or ['none'])}."
            patch = [swap(path, meant[0])] if len(meant) == 1 else []
            sentence = f"The rules {survey.profile.name!r} know no condition {name!r}."
            yield error(
                "unknown_condition", path, sentence, fix, name=name, near=meant, patch=patch
            )


def statuses_of(fighter: Fighter) -> Iterator[tuple[Path, scenario.Status]]:
    """The statuses that a fighter has or may put on somebody."""
    for index, trait in enumerate(fighter.combatant.traits):
        yield (*fighter.path, "traits", index), trait
    for placed in fighter.every:
        for spot in placed.spots():
            if isinstance(spot.effect, scenario.Apply):
                yield (*spot.path, "status"), spot.effect.status


def _surprised(survey: Survey) -> Iterator[Finding]:
    if survey.scenario.day and survey.scenario.surprised:
        sentence = (
            "With a day of encounters, each of them says who is surprised; this does not count."
        )
        patch = [drop(("surprised",))]
        fix = "Move it to the encounter that is meant."
        yield warning("surprise_ignored", ("surprised",), sentence, fix, patch=patch)
    for meeting in survey.meetings:
        known = {name for fighter in meeting.fighters for name in _names_of(survey, fighter)}
        for index, name in enumerate(meeting.surprised):
            if name in known:
                continue
            path = (*meeting.path, "surprised", index)
            meant = near(name, known)
            patch = [swap(path, meant[0])] if len(meant) == 1 else []
            sentence = f"{name!r} is surprised, but nobody here is called that."
            fix = did_you_mean(meant) or f"Name a side or a combatant: {quoted(sorted(known))}."
            yield error("unknown_surprised", path, sentence, fix, near=meant, patch=patch)


def _names_of(survey: Survey, fighter: Fighter) -> Iterator[str]:
    """What a fighter may be called: by side, by kind, or as one of several."""
    yield survey.side_name(fighter)
    yield fighter.name
    if fighter.combatant.count > 1:
        yield from (f"{fighter.name} {n + 1}" for n in range(fighter.combatant.count))


def _damage_types(survey: Survey) -> Iterator[Finding]:
    """Words that look like a type that is known, or that is both dealt and guarded against."""
    written = list(_written_types(survey))
    dealt = {word for path, word in written if path[-1] in ("damage", "add")}
    guarded = {word for path, word in written if path[-1] not in ("damage", "add")}
    known = {*DAMAGE_TYPES, *(dealt & guarded), "", "*"}
    for path, word in written:
        meant = [] if word in known else near(word, known)
        if meant:
            sentence = f"{word!r} is not a type of damage that anything else knows."
            yield warning("damage_type", path, sentence, did_you_mean(meant), near=meant)


def _written_types(survey: Survey) -> Iterator[tuple[Path, str]]:
    for fighter in survey.fighters:
        holders: list[tuple[Path, object]] = [(fighter.path, fighter.combatant)]
        holders += statuses_of(fighter)
        for path, holder in holders:
            for field in ("resist", "immune", "vulnerable"):
                for index, word in enumerate(getattr(holder, field)):
                    yield (*path, field, index), word.partition(" unless ")[0].strip().lower()
        for placed in fighter.every:
            for spot in placed.spots():
                for field in ("damage", "add"):
                    damage = getattr(spot.effect, field, 0)
                    for one in damage if isinstance(damage, tuple) else (damage,):
                        yield (*spot.path, field), typed(one)[1]


def _abilities(survey: Survey) -> Iterator[Finding]:
    """Saves of an ability for which nobody has a number of its own."""
    listed_saves = {key.lower() for fighter in survey.fighters for key in fighter.combatant.saves}
    if not listed_saves:
        return
    told: set[str] = set()
    for placed in survey.placed:
        for spot in placed.spots():
            if not isinstance(spot.effect, scenario.Save):
                continue
            word = spot.effect.ability.lower()
            if not word or word in listed_saves or word in told:
                continue
            told.add(word)
            path = (*spot.path, "ability")
            meant = near(word, listed_saves) if word not in ABILITIES else []
            if meant:
                sentence = f"{placed.name!r} asks for a save of {word!r}, which nobody lists."
                fix = did_you_mean(meant)
                yield warning("unknown_ability", path, sentence, fix, patch=[put(path, meant[0])])
            else:
                sentence = f"Nobody lists a save of {word!r}: the general bonus is used for it."
                yield note("general_save", path, sentence, f"Add {word!r} to somebody's saves.")
