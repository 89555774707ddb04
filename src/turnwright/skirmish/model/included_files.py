"""Definitions from other files: `include: party.yaml`, or a list of files.

An included file contributes its `combatants` and `actions`; what else it has is ignored, so that a
scenario can include another one. Paths are relative to the file that includes them. Definitions of the
file itself come before included ones, and later files before earlier ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from . import parsed_document
from .file_problems import BadFile, Problem, ProblemCollector, shown
from .parsed_document import LocatedMapping, location_of

SUFFIXES = (".yaml", ".yml", ".json")
MAX_DEPTH = 8
"""How many files may include each other in a row."""


class FileDefinitions(NamedTuple):
    """The definitions of a file and of those that it includes, by name."""

    actions: dict[str, LocatedMapping]
    combatants: dict[str, LocatedMapping]

    def over(self, other: FileDefinitions) -> FileDefinitions:
        """Return both, those of the other one first."""
        return FileDefinitions(
            {**self.actions, **other.actions}, {**self.combatants, **other.combatants}
        )


def read_definitions(path: Path, trail: tuple[Path, ...] = ()) -> FileDefinitions:
    """Read the definitions of a file. Raises `BadFile` with the name of the file."""
    here = path.resolve()
    if here in trail or len(trail) >= MAX_DEPTH:
        why = "it includes itself" if here in trail else f"more than {MAX_DEPTH} files in a row"
        raise BadFile([Problem(why)], str(path))
    problems = ProblemCollector()
    try:
        data, repeated = parsed_document.load(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        why = error.strerror or "cannot be read"
        raise BadFile(
            [Problem(f"it cannot be read: {why[:1].lower()}{why[1:]}")], str(path)
        ) from None
    except UnicodeDecodeError:
        raise BadFile([Problem("this is not valid UTF-8")], str(path)) from None
    except parsed_document.UnreadableText as error:
        raise BadFile([Problem(str(error), line=error.line)], str(path)) from None
    for twice in repeated:
        problems.add(twice.location, f"this key is already in line {twice.first_line}")
    if not isinstance(data, LocatedMapping):
        raise BadFile([Problem(f"expected combatants or actions, got {shown(data)}")], str(path))
    included = read_includes(data, path.parent, problems, (*trail, here))
    own = FileDefinitions(
        _entries(data, "actions", problems), _entries(data, "combatants", problems)
    )
    problems.raise_if_any(str(path))
    return included.over(own)


def read_includes(
    data: LocatedMapping,
    folder: Path | None,
    problems: ProblemCollector,
    trail: tuple[Path, ...] = (),
) -> FileDefinitions:
    """Read the files that a mapping includes, and remove the key. `folder` is that of its file; text
    without a file cannot include anything."""
    found = FileDefinitions({}, {})
    if "include" not in data:
        return found
    at = location_of(data, "include", data.location)
    written = data.pop("include")
    if folder is None:
        problems.add(at, "only a file can include other files, not a text")
        return found
    for name in written if isinstance(written, list) else [written]:
        if not isinstance(name, str) or not name.endswith(SUFFIXES):
            problems.add(at, f"expected the path of a YAML or JSON file, got {shown(name)}")
            continue
        found = found.over(read_definitions(folder / name, trail))
    return found


def _entries(data: LocatedMapping, key: str, problems: ProblemCollector) -> dict[str, Any]:
    entries = data.get(key)
    if entries is None:
        return {}
    if not isinstance(entries, LocatedMapping):
        problems.add(location_of(data, key, data.location), "expected a mapping of names")
        return {}
    found = {}
    for name, entry in entries.items():
        if not isinstance(entry, LocatedMapping):
            problems.add(entries.locations[name], f"expected a mapping, got {shown(entry)}")
            continue
        entry.setdefault("name", name)
        found[name] = entry
    return found
