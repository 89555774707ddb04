"""Words that a scenario may choose freely, but that look misspelled: tags with a meaning, damage types,
abilities."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.core.suggestions import did_you_mean
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import typed
from turnwright.skirmish.model.parsed_document import Path
from turnwright.skirmish.model.vocabulary import MELEE, SPELL

from .action_entry import ActionEntry
from .finding import Finding, close_names, note, put, replace, warning
from .scenario_survey import Participant, ScenarioSurvey

DAMAGE_TYPES = (
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison",
    "psychic", "radiant", "slashing", "thunder",
)  # fmt: skip
"""Only used to recognise misspellings: any word may be a damage type."""
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")


def check(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Find words that look misspelled."""
    for entry in survey.entries:
        yield from _tags(entry)
    yield from _damage_types(survey)
    yield from _abilities(survey)


def _tags(entry: ActionEntry) -> Iterator[Finding]:
    """Tags with a meaning, in another case."""
    for index, tag in enumerate(entry.action.tags):
        for word in (SPELL, MELEE):
            if tag != word and tag.casefold() == word.casefold():
                path = (*entry.path, "tags", index)
                sentence = f"{entry.name!r} has the tag {tag!r}, but only {word!r} has a meaning."
                patch = [replace(path, word)]
                yield warning("tag_spelling", path, sentence, f"Write {word!r}.", patch=patch)


def _statuses(participant: Participant) -> Iterator[tuple[Path, scenario.Status]]:
    """The statuses that a combatant has or may apply."""
    for index, trait in enumerate(participant.combatant.traits):
        yield (*participant.path, "traits", index), trait
    for entry in participant.entries:
        for located in entry.effects():
            if isinstance(located.effect, scenario.Apply | scenario.Spawn | scenario.Transform):
                yield (*located.path, "status"), located.effect.status


def _damage_types(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Words close to a damage type of the SRD, or to one that is both dealt and resisted here."""
    written = list(_written_types(survey))
    dealt = {word for path, word in written if path[-1] in ("damage", "add")}
    resisted = {word for path, word in written if path[-1] not in ("damage", "add")}
    known = {*DAMAGE_TYPES, *(dealt & resisted), "", "*"}
    for path, word in written:
        close = [] if word in known else close_names(word, known)
        if close:
            sentence = f"{word!r} is not a damage type that anything else uses."
            yield warning("damage_type", path, sentence, did_you_mean(close), near=close)


def _written_types(survey: ScenarioSurvey) -> Iterator[tuple[Path, str]]:
    for participant in survey.participants:
        holders: list[tuple[Path, object]] = [(participant.path, participant.combatant)]
        holders += _statuses(participant)
        for path, holder in holders:
            for field in ("resist", "immune", "vulnerable"):
                for index, word in enumerate(getattr(holder, field)):
                    yield (*path, field, index), word.partition(" unless ")[0].strip().lower()
        for entry in participant.entries:
            for located in entry.effects():
                for field in ("damage", "add"):
                    damage = getattr(located.effect, field, 0)
                    for one in damage if isinstance(damage, tuple) else (damage,):
                        yield (*located.path, field), typed(one)[1]


def _abilities(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Saves with an ability for which nobody has a bonus."""
    known = {key.lower() for one in survey.participants for key in one.combatant.saves}
    if not known:
        return
    reported: set[str] = set()
    for entry in survey.entries:
        for located in entry.effects():
            if not isinstance(located.effect, scenario.Save):
                continue
            word = located.effect.ability.lower()
            if not word or word in known or word in reported:
                continue
            reported.add(word)
            path = (*located.path, "ability")
            close = close_names(word, known) if word not in ABILITIES else []
            if close:
                sentence = f"{entry.name!r} asks for a {word!r} save, which no combatant lists."
                patch = [put(path, close[0])]
                yield warning("unknown_ability", path, sentence, did_you_mean(close), patch=patch)
            else:
                sentence = f"No combatant lists a {word!r} save, so the general bonus is used."
                fix = f"Add {word!r} to the saves of a combatant."
                yield note("general_save", path, sentence, fix)
