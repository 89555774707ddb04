"""The contents of the library and the samples: for listing them, and as data for a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, TypeAlias

import msgspec

from turnwright.core.rules.ledger import Number

from .describe import describe_action
from .model import bestiary, hero_classes, library, personal_library, sample_encounters
from .model import scenario as model
from .word_lists import Vocabulary, vocabulary

CatalogueSection: TypeAlias = Literal[
    "encounters", "combatants", "heroes", "bestiary", "actions", "spells", "rules"
]


def catalogue(section: CatalogueSection) -> list[tuple[str, str]]:
    """List a section of the library: names, and a line about each."""
    if section == "encounters":
        return [(name, _summary(one)) for name, one in sample_encounters.load_all().items()]
    if section == "combatants":
        own = {
            name: msgspec.convert(one, model.Combatant)
            for name, one in personal_library.combatant_data().items()
        }
        return [(name, _combatant(one)) for name, one in {**library.combatants(), **own}.items()]
    if section == "heroes":
        return [(f"{name} 1-20", _class_summary(name)) for name in hero_classes.classes()]
    if section == "bestiary":
        return [(name, _monster_summary(name)) for name in bestiary.combatant_data()]
    if section == "rules":
        return [
            (name, f"{one.check}, critical from {one.critical}, {len(one.conditions)} conditions")
            for name, one in library.profiles().items()
        ]
    profile = library.profiles()["2014"]
    known = list(library.actions().values())
    if section == "spells":
        known = [
            msgspec.structs.replace(bestiary.action(name), name=name)
            for name in bestiary.action_data()
        ]
    described = (describe_action(one, profile) for one in known)
    return [(one.name, one.full.removeprefix(f"{one.name}: ")) for one in described]


def _class_summary(name: str) -> str:
    first, last = hero_classes.hero(name, 1), hero_classes.hero(name, 20)
    return f"from {first['hp']} hit points at level 1 to {last['hp']} at level 20"


def _monster_summary(name: str) -> str:
    one = bestiary.combatant(name)
    return f"challenge {_rating(one.challenge)}, {_combatant(one)}"


def _rating(challenge: Number | None) -> str:
    """A challenge rating as it is printed: 1/4, 13."""
    if challenge is None:
        return "unknown"
    return f"1/{round(1 / challenge)}" if 0 < challenge < 1 else f"{challenge:g}"


def _summary(scenario: model.Scenario) -> str:
    if scenario.notes:
        return scenario.notes.strip().splitlines()[0]
    encounters = [step for step in scenario.day if isinstance(step, model.Encounter)]
    sides = [*scenario.sides, *(side for one in encounters for side in one.sides)]
    return " against ".join(", ".join(map(_counted, side.combatants)) for side in sides)


def _counted(one: model.Combatant) -> str:
    return one.name if one.count == 1 else f"{one.count} {one.name}"


def _combatant(one: model.Combatant) -> str:
    actions = [action if isinstance(action, str) else action.name for action in one.actions]
    return f"{one.hp} hit points, armour class {one.ac}: {', '.join(actions)}"


# --- as data --------------------------------------------------------------------------------------


class SampleEntry(msgspec.Struct, frozen=True):
    """A sample encounter with its text."""

    name: str
    title: str
    about: str
    text: str


class CombatantEntry(msgspec.Struct, frozen=True):
    """A combatant of the library, of a class, or of the SRD."""

    name: str
    kind: str
    """What it is: hero, humanoid, beast, undead, dragon."""
    challenge: Number | None
    hp: model.Dice
    ac: int
    glyph: str
    about: str
    text: str
    """Its definition as the library writes it, or a reference to it."""


class ActionTemplate(msgspec.Struct, frozen=True):
    """An action to start from, as commented YAML."""

    name: str
    about: str
    list: Literal["actions", "reactions"]
    text: str


class RulesEntry(msgspec.Struct, frozen=True):
    """A rule profile."""

    name: str
    about: str


class Catalogue(msgspec.Struct, frozen=True):
    """Everything that a page offers for choosing."""

    encounters: list[SampleEntry]
    combatants: list[CombatantEntry]
    actions: list[dict[str, Any]]
    """Descriptions of actions, each with its `group` and its `text`."""
    templates: list[ActionTemplate]
    rules: list[RulesEntry]
    vocabulary: Vocabulary


@cache
def catalogue_data() -> Catalogue:
    """Return the whole catalogue, which never changes."""
    return Catalogue(
        encounters=list(_samples()),
        combatants=[*_combatants(), *_more_combatants()],
        actions=list(_actions()),
        templates=list(_templates()),
        rules=[RulesEntry(name, about) for name, about in catalogue("rules")],
        vocabulary=vocabulary(),
    )


def _samples() -> Iterator[SampleEntry]:
    abouts = dict(catalogue("encounters"))
    for name, scenario in sample_encounters.load_all().items():
        if name.startswith("bench-"):
            continue  # these are for measuring
        text = sample_encounters.text(name)
        comment = _comments(text)
        yield SampleEntry(name, scenario.name or name, comment or abouts[name], text)


def _comments(text: str) -> str:
    """The comment at the start of a text, without the line for editors."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        if "yaml-language-server" not in line:
            lines.append(line.removeprefix("#").strip())
    return " ".join(lines)


def _combatants() -> Iterator[CombatantEntry]:
    for file, text in library.texts("combatants"):
        written = _entries(text)
        for name, own_text in written.items():
            one = library.combatants()[name]
            yield CombatantEntry(
                name=name,
                kind="hero" if file == "heroes" else _kind(one),
                challenge=one.challenge,
                hp=one.hp,
                ac=one.ac,
                glyph=_combatant_glyph(one),
                about=_combatant(one),
                text=own_text,
            )


def _more_combatants() -> Iterator[CombatantEntry]:
    """The heroes of all classes and levels and the monsters of the SRD, which the library has not."""
    known = library.combatants()
    for name in hero_classes.HeroClasses():
        if name not in known:
            yield _entry(name, "hero", _hero(name))
    for name in bestiary.combatant_data():
        one = bestiary.combatant(name)
        yield _entry(name, one.tags[1].lower() if len(one.tags) > 1 else "", one)


def _hero(name: str) -> model.Combatant:
    return msgspec.convert(hero_classes.HeroClasses()[name], model.Combatant)


def _entry(name: str, kind: str, one: model.Combatant) -> CombatantEntry:
    return CombatantEntry(
        name=name,
        kind=kind,
        challenge=one.challenge,
        hp=one.hp,
        ac=one.ac,
        glyph="bow" if _is_archer(one) else "sword",
        about=_combatant(one),
        text=f"use: {name}\n",
    )


def _is_archer(one: model.Combatant) -> bool:
    """Are most of its attacks made at range?"""
    tags = [tag for a in one.actions if isinstance(a, model.CombatAction) for tag in a.tags]
    return tags.count("Ranged") > tags.count("Melee")


def _kind(one: model.Combatant) -> str:
    return one.tags[0].lower() if one.tags else ""


def _combatant_glyph(one: model.Combatant) -> str:
    """The glyph of what it does most: the last action of its list that deals damage."""
    profile = library.profiles()["2014"]
    resolved = [library.actions().get(a) if isinstance(a, str) else a for a in one.actions]
    glyphs = [describe_action(a, profile).glyph for a in resolved if a is not None]
    fighting = [name for name in glyphs if name not in _PEACEFUL]
    return next(iter(reversed(fighting or glyphs)), "sword")


_PEACEFUL = ("flag", "boots", "gain", "heal", "bless", "shield", "dice", "eye", "web")

_GROUPS = {
    "basics": "Basics", "martial": "Martial", "monsters": "Monsters", "reactions": "Reactions",
    "spells-aid": "Spells that help", "spells-attack": "Spells that harm",
    "spells-control": "Spells that hinder", "weapons": "Weapons",
}  # fmt: skip


def _actions() -> Iterator[dict[str, Any]]:
    profile = library.profiles()["2014"]
    for file, text in library.texts("actions"):
        for name, own_text in _entries(text).items():
            described = describe_action(library.actions()[name], profile)
            group = _GROUPS.get(file, file.capitalize())
            yield {**msgspec.to_builtins(described), "group": group, "text": own_text}


_HEADER = re.compile(r"# (?P<name>[^:]+): (?P<about>.+)\n# list: (?P<list>\w+)\n")


def _templates() -> Iterator[ActionTemplate]:
    for _, text in library.texts("templates"):
        header = _HEADER.match(text)
        assert header is not None
        which: Literal["actions", "reactions"] = (
            "reactions" if header["list"] == "reactions" else "actions"
        )
        yield ActionTemplate(header["name"], header["about"], which, text[header.end() :])


def _entries(text: str) -> dict[str, str]:
    """The entries of a file as they are written, without their keys."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if line[:1] not in ("", " ", "#"):
            name, _, rest = line.partition(":")
            lines = found.setdefault(name.strip("\"'"), [])
            inline, _, comment = rest.strip().partition("# ")
            if comment and not inline:
                lines.append(f"# {comment}")
            elif rest.strip():
                lines.append(rest.strip())
        elif line[:1] != "#":
            lines.append(line.removeprefix("  "))
    return {name: "\n".join(lines).strip() + "\n" for name, lines in found.items()}
