"""Import files of other programs as scenarios, with a report of everything that was not understood.

`import_file` detects the format of a file and converts it; `detect` only names the format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from turnwright.bridges.battlesim2.scenario import convert_battlesim, looks_like_battlesim
from turnwright.bridges.srd5e.fivetools_format import (
    fivetools_rows,
    looks_like_fivetools,
    rewritten,
)
from turnwright.bridges.srd5e.monsters import (
    convert_file,
    looks_like_monster,
    looks_like_spell,
)
from turnwright.bridges.srd5e.spells import convert_spells
from turnwright.bridges.srd5e.stat_block_numbers import HitPoints
from turnwright.core.errors import DefinitionError
from turnwright.skirmish.model.file_problems import BadFile, Problem
from turnwright.skirmish.model.import_report import ImportedScenario, ImportedText

FileFormat: TypeAlias = Literal["battlesim", "monsters", "spells"]

MAX_BYTES = 50_000_000


def detect(data: Any) -> FileFormat | None:
    """Return the format of the data of a file, or None if it is unknown."""
    if looks_like_battlesim(data):
        return "battlesim"
    if looks_like_fivetools(data):
        return "monsters"
    first = data[0] if isinstance(data, list) and data else data
    if looks_like_monster(first):
        return "monsters"
    return "spells" if looks_like_spell(first) else None


def import_file(
    path: str | PathLike[str],
    *,
    names: Sequence[str] | None = None,
    spells: str | PathLike[str] | None = None,
    day: str | None = None,
    hp: HitPoints = "average",
) -> ImportedScenario:
    """Convert a file of another program to a scenario. Raises `BadFile`.

    `names` chooses monsters or spells, `spells` is a file with the spells of the monsters, `day`
    chooses one of several days, and `hp` says whether hit points are rolled.
    """
    data = _load(path)
    more = _load(spells) if spells is not None else ()
    if spells is not None and detect(more) != "spells":
        raise _bad(spells, "expected a list of spells in 5e-bits format")
    try:
        return import_data(data, names=names, spells=more, day=day, hp=hp)
    except DefinitionError as error:
        raise BadFile([Problem(sentence) for sentence in error.problems], str(path)) from None


def import_data(
    data: Any,
    *,
    names: Sequence[str] | None = None,
    spells: Sequence[Mapping[str, Any]] = (),
    day: str | None = None,
    hp: HitPoints = "average",
) -> ImportedScenario:
    """Convert the data of a file; see `import_file`. Raises `DefinitionError`."""
    kind = detect(data)
    if kind == "battlesim":
        return convert_battlesim(data, day)
    if kind is None:
        raise DefinitionError([f"{shown_data(data)}; expected {EXPECTED}"])
    rows = data if isinstance(data, list) else [data]
    if looks_like_fivetools(data):
        rows = [rewritten(one) for one in fivetools_rows(data)]
    if kind == "spells":
        return convert_spells(rows, names)
    return convert_file(rows, spells, names, hp)


EXPECTED = "a battlesim2 file, or monsters or spells in 5e-bits or 5e.tools format"


def shown_data(data: Any) -> str:
    """Return what some data is that cannot be imported."""
    if data is None or data in ([], {}, ""):
        return "it is empty"
    if isinstance(data, Mapping):
        keys = ", ".join(repr(str(key)) for key in list(data)[:5])
        return f"an object with the keys {keys} cannot be imported"
    if isinstance(data, list):
        return f"a list of {len(data)} entries in another format cannot be imported"
    return f"{str(data)[:40]!r} cannot be imported"


def _load(path: str | PathLike[str]) -> Any:
    """Read a JSON file. Raises `BadFile` with the line of a syntax error."""
    file = Path(path)
    try:
        if file.stat().st_size > MAX_BYTES:
            raise _bad(path, f"it is larger than {MAX_BYTES // 1_000_000} MB")
        raw = file.read_bytes()
    except OSError as error:
        why = error.strerror or "cannot be read"
        raise _bad(path, f"it cannot be read: {why[:1].lower()}{why[1:]}") from None
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    if not raw.strip():
        raise _bad(path, f"it is empty; expected {EXPECTED}")
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _broken(path, raw, error) from None


def _broken(path: str | PathLike[str], raw: bytes, error: Exception) -> BadFile:
    if isinstance(error, RecursionError):
        return _bad(path, "this JSON is nested too deeply")
    text = str(error)
    _, _, place = text.rpartition("(byte ")
    offset = int(place.rstrip(")")) if place.rstrip(")").isdecimal() else len(raw)
    what = text.removeprefix("JSON is malformed: ").partition(" (byte")[0]
    return _bad(path, f"this is not valid JSON: {what}", raw.count(b"\n", 0, offset) + 1)


def _bad(path: str | PathLike[str], sentence: str, line: int = 0) -> BadFile:
    return BadFile([Problem(sentence, line=line)], str(path))


def import_text(
    text: str,
    *,
    name: str | None = None,
    names: Sequence[str] | None = None,
    day: str | None = None,
) -> ImportedText:
    """Convert the text of a file; see `text_importer.import_text`. Raises `UnusableError`."""
    from .text_importer import import_text as convert  # which imports this module

    return convert(text, name=name, names=names, day=day)
