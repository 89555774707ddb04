"""Import of the text of a file, for a page: our own encounters, battlesim2, 5e-bits.

Text is never taken as the name of a file. Everything that cannot be imported is an `UnusableError`
with a sentence that says what the text seems to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from turnwright.bridges.battlesim2.scenario import days
from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.skirmish.model import parsed_document, yaml_text
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.compact_form import compact
from turnwright.skirmish.model.import_report import ImportedText, ImportReport

from . import importer

MAX_CHARACTERS = 20_000_000
MAX_CONVERTED = 40
"""How many monsters or spells are converted at once; from a larger file some must be chosen."""

ENCOUNTER_KEYS = {"sides", "day", "combatants", "actions", "rules", "surprised"}
COMBATANT_KEYS = {"use", "hp", "ac", "actions", "reactions", "pools", "saves"}


def import_text(
    text: str,
    *,
    name: str | None = None,
    names: Sequence[str] | None = None,
    day: str | None = None,
) -> ImportedText:
    """Convert the text of a file. `name` is that of the file, `names` chooses monsters or spells, and
    `day` one of several days. Raises `UnusableError`."""
    if len(text) > MAX_CHARACTERS:
        raise _bad(f"The file is too large: {len(text):,} characters.", "too_large")
    data = _data(text.lstrip("\ufeff"))
    kind = importer.detect(data)
    if kind is None:
        return _own(text, data)
    try:
        return _converted(kind, data, name, names, day)
    except TurnwrightError as error:
        problems = getattr(error, "problems", None) or [str(error)]
        raise _bad(f"The file cannot be imported: {_sentences(problems)}") from None
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError):
        sentence = "The file cannot be imported: its parts do not have the expected form."
        raise _bad(sentence) from None


def _sentences(problems: Iterable[Any]) -> str:
    shown = [str(one).rstrip(".") for one in problems]
    more = f", and {len(shown) - 3} more problems" if len(shown) > 3 else ""
    return f"{'; '.join(shown[:3])}{more}."


def _bad(sentence: str, code: str = "bad_file", **data: Any) -> UnusableError:
    return UnusableError(code, sentence, **data)


# --- what the text is --------------------------------------------------------------------------------


def _data(text: str) -> Any:
    """The data of a text, JSON or YAML."""
    start = text.lstrip()[:200]
    if not start:
        raise _bad(f"The file is empty; expected an encounter, or {importer.EXPECTED}.", "empty")
    if re.match(r"<(!doctype|html|head|body|\?xml|svg|div)", start, re.IGNORECASE):
        raise _bad("This is a web page, not an encounter. Save the file itself, and open that.")
    if start[0] in "{[":
        try:
            return msgspec.json.decode(text)
        except RecursionError:
            raise _bad("This JSON is nested too deeply.") from None
        except msgspec.DecodeError as error:
            if start[0] == "[" or re.match(r"\{\s*\"", start) or len(text) > 1_000_000:
                raise _broken(text, error) from None
    try:
        data, _ = parsed_document.load(text)
    except parsed_document.UnreadableText as error:
        where = f"Line {error.line}: " if error.line else ""
        raise _bad(f"{where}{error}.", line=error.line) from None
    return data


def _broken(text: str, error: Exception) -> UnusableError:
    what = str(error).removeprefix("JSON is malformed: ").partition(" (byte")[0]
    place = str(error).rpartition("(byte ")[2].rstrip(")")
    if "truncated" in what:
        return _bad("This JSON ends too early: the file is incomplete.", line=text.count("\n") + 1)
    offset = int(place) if place.isdecimal() else len(text)
    line = text.encode()[:offset].count(b"\n") + 1
    return _bad(f"Line {line}: this is not valid JSON: {what}.", line=line)


def _own(text: str, data: Any) -> ImportedText:
    """An encounter of our own, which is not changed, or combatants, which become a side of one."""
    if isinstance(data, Mapping):
        keys = {str(key) for key in data}
        if keys & {"sides", "day"} or (keys & ENCOUNTER_KEYS and not keys & COMBATANT_KEYS):
            return ImportedText("encounter", text, _names(data), ImportReport())
        if keys & COMBATANT_KEYS and not _is_5etools(data):
            return _side([data])
    if isinstance(data, list) and data and all(_is_combatant(one) for one in data):
        return _side(data)
    if _is_5etools(data):
        raise _bad(
            "This is a file of 5e.tools, whose format cannot be imported. "
            "Monsters and spells in 5e-bits format can.",
            "unknown_format",
        )
    what = importer.shown_data(data)
    sentence = f"{what[:1].upper()}{what[1:]}; expected an encounter, or {importer.EXPECTED}."
    raise _bad(sentence, "unknown_format")


def _is_combatant(one: Any) -> bool:
    if isinstance(one, str):
        return True
    return isinstance(one, Mapping) and bool({str(key) for key in one} & COMBATANT_KEYS)


def _side(members: Sequence[Any]) -> ImportedText:
    data = {"sides": {"Imported": list(members)}}
    return ImportedText("encounter", yaml_text.text(data), _names(data), ImportReport())


def _is_5etools(data: Any) -> bool:
    """Does it look like a file, or a creature, of 5e.tools?"""
    if isinstance(data, list) and data:
        return _is_5etools(data[0])
    if not isinstance(data, Mapping):
        return False
    if {"monster", "_meta", "spell", "baseitem"} & {str(key) for key in data}:
        return True
    return (
        "source" in data
        and isinstance(data.get("ac"), list)
        and isinstance(data.get("hp"), Mapping)
    )


def _names(data: Mapping[str, Any]) -> list[str]:
    """The combatants of an encounter as far as they have names."""
    found: dict[str, None] = {}
    day = data.get("day")
    for holder in (data, *(day if isinstance(day, list) else ())):
        sides = holder.get("sides") if isinstance(holder, Mapping) else None
        several: list[Any] = list(sides.values()) if isinstance(sides, Mapping) else []
        if isinstance(sides, list):
            several = [one.get("combatants") for one in sides if isinstance(one, Mapping)]
        for members in several:
            for one in members if isinstance(members, list) else [members]:
                name = one.get("name") or one.get("use") if isinstance(one, Mapping) else one
                if isinstance(name, str):
                    found[name] = None
    return list(found)


# --- other programs ----------------------------------------------------------------------------------


def _converted(
    kind: importer.FileFormat,
    data: Any,
    name: str | None,
    names: Sequence[str] | None,
    day: str | None,
) -> ImportedText:
    if kind == "battlesim":
        imported = importer.import_data(data, day=day)
        text = yaml_text.text(compact(_titled(imported.scenario, name)))
        return ImportedText(kind, text, days(data), imported.report)
    rows = data if isinstance(data, list) else [data]
    known = [str(one.get("name", "")) for one in rows if isinstance(one, Mapping)]
    if names is None and len(rows) > MAX_CONVERTED:
        report = ImportReport()
        report.noted("", f"this file holds {len(rows)} {kind}; choose some of them")
        return ImportedText(kind, "", known, report)
    imported = importer.import_data(data, names=names)
    whole = compact(imported.scenario)
    if kind == "monsters":
        members = whole["sides"].get("Monsters", []) if isinstance(whole["sides"], dict) else []
        text = yaml_text.text({"sides": {"Monsters": members}})
    else:
        text = yaml_text.text({"actions": whole.get("actions", {})})
    return ImportedText(kind, text, known, imported.report)


def _titled(scenario: model.Scenario, name: str | None) -> model.Scenario:
    """The scenario with the name of its file, if it has none of its own."""
    title = (name or "").rpartition("/")[2].removesuffix(".json").strip()
    if scenario.name in ("", "Imported day", "Imported encounter") and title:
        return msgspec.structs.replace(scenario, name=title[:100])
    return scenario
