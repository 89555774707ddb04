"""YAML or JSON text as plain data that remembers its lines.

Nothing here knows what a scenario is. The text is parsed event by event, so that depth, size and
aliases are limited before anything is built. Scalars follow JSON and YAML 1.2: `on` is a string, not
true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import yaml

MAX_CHARACTERS, MAX_VALUES, MAX_ALIASES, MAX_DEPTH = 4_000_000, 400_000, 200, 60


Path: TypeAlias = tuple[str | int, ...]
"""The keys and indexes that lead to a value: `("sides", 0, "combatants", 1, "hp")`."""


def path_text(path: Path) -> str:
    """Return a path as people read it: `sides[0].combatants[1].pools["Bardic Inspiration"]`."""
    text = ""
    for key in path:
        text += _step_text(key, is_first=not text)
    return text


def _step_text(key: str | int, is_first: bool) -> str:
    if isinstance(key, int):
        return f"[{key}]"
    if re.fullmatch(r"[\w-]+", key):
        return key if is_first else f".{key}"
    return f'["{key}"]'


class SourceLocation(NamedTuple):
    """A location in a file: the line, counted from 1 (0 if unknown), and the path as text."""

    line: int = 0
    path: str = ""

    def child(self, key: str | int, line: int = 0) -> SourceLocation:
        """The location of the value below a key or an index."""
        step = _step_text(key, is_first=not self.path)
        return SourceLocation(line or self.line, self.path + step)


NOWHERE = SourceLocation()


class LocatedMapping(dict[str, Any]):
    """A mapping of a document. `locations` holds where its values were written, also after a merge."""

    __slots__ = ("location", "locations")

    def __init__(self, location: SourceLocation = NOWHERE) -> None:
        super().__init__()
        self.location = location
        self.locations: dict[str, SourceLocation] = {}

    def put(self, key: str, value: Any, location: SourceLocation) -> None:
        """Set a value and where it was written."""
        self[key] = value
        self.locations[key] = location

    def copy(self) -> LocatedMapping:
        """Return a shallow copy with the same locations."""
        twin = LocatedMapping(self.location)
        twin.update(self)
        twin.locations = dict(self.locations)
        return twin

    def merged_over(self, base: dict[str, Any]) -> LocatedMapping:
        """Return `base` with these values over it. Nested mappings are merged key by key, other values
        are replaced."""
        merged = LocatedMapping(self.location)
        merged.update(base)
        merged.locations = dict(getattr(base, "locations", {}))
        for key, value in self.items():
            below = merged.get(key)
            if (
                isinstance(value, LocatedMapping)
                and isinstance(below, dict)
                and "type" not in value
            ):
                value = value.merged_over(below)
            merged.put(key, value, self.locations.get(key, self.location))
        return merged


class LocatedList(list[Any]):
    """A list of a document. `locations` holds where its items were written."""

    __slots__ = ("locations",)

    def __init__(self) -> None:
        super().__init__()
        self.locations: list[SourceLocation] = []


def as_list(value: Any, location: SourceLocation) -> Any:
    """Return lists as they are, None as an empty list, and any other value as a list of one."""
    if isinstance(value, list):
        return value
    items = LocatedList()
    if value is not None:
        items.append(value)
        items.locations.append(location)
    return items


def located(value: Any, location: SourceLocation = NOWHERE) -> Any:
    """Return a copy of plain data with paths, and without lines."""
    if isinstance(value, dict):
        mapping = LocatedMapping(location)
        for key, inner in value.items():
            down = location.child(str(key))
            mapping.put(str(key), located(inner, down), down)
        return mapping
    if isinstance(value, (list, tuple)):
        items = LocatedList()
        for number, inner in enumerate(value):
            down = location.child(number)
            items.append(located(inner, down))
            items.locations.append(down)
        return items
    return value


def location_of(container: Any, key: str | int, at: SourceLocation) -> SourceLocation:
    """Return where an item of a container was written. Items that came from shorthand have no location
    of their own: for them it is `at`, the location of the container."""
    if isinstance(container, LocatedMapping) and key in container.locations:
        return container.locations[str(key)]
    if (
        isinstance(container, LocatedList)
        and isinstance(key, int)
        and key < len(container.locations)
    ):
        return container.locations[key]
    return at


def location_at(data: Any, path: Path) -> SourceLocation:
    """Return where the value at a path of a document was written, or the closest container of it."""
    at = SourceLocation(1)
    for key in path:
        at = location_of(data, key, at)
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return at
    return at


class UnreadableText(ValueError):
    """Text that is not a document."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


class RepeatedKey(NamedTuple):
    """A key that a mapping has twice, and the line of the first one."""

    location: SourceLocation
    first_line: int


def load(text: str, root: str = "", max_values: int = MAX_VALUES) -> tuple[Any, list[RepeatedKey]]:
    """Return the data of a document and its repeated keys, of which the first one counts.

    `root` is the path of the data in messages.
    """
    if len(text) > MAX_CHARACTERS:
        raise UnreadableText(f"it has {len(text):,} characters; the limit is {MAX_CHARACTERS:,}")
    if text.lstrip()[:1] in ("{", "["):
        text = _json_as_yaml(text)
    repeated: list[RepeatedKey] = []
    try:
        events = yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        node = _compose(events, max_values)
    except yaml.MarkedYAMLError as error:
        location = error.problem_mark or error.context_mark
        context = f" {error.context}" if error.context else ""
        line = location.line + 1 if location else 0
        raise UnreadableText(f"this is not valid YAML: {error.problem}{context}", line) from None
    except yaml.reader.ReaderError as error:
        odd = error.character if isinstance(error.character, str) else chr(error.character)
        line = text.partition(odd)[0].count("\n") + 1
        raise UnreadableText(
            f"this is not text: it contains the character U+{ord(odd):04X}", line
        ) from None
    return _plain(node, SourceLocation(1, root), repeated), repeated


_PAIR = re.compile(r"\\u(d[89ab]..)\\u(d[c-f]..)", re.IGNORECASE)


def _json_as_yaml(text: str) -> str:
    """Replace what JSON allows and YAML does not: tabs, and characters written as surrogate pairs."""

    def joined(found: re.Match[str]) -> str:
        high, low = int(found[1], 16), int(found[2], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))

    return _PAIR.sub(joined, text.replace("\t", " "))


class _Node:
    """A value of the text. `value` is a scalar, a list of nodes, or a list of (key, line, node)."""

    __slots__ = ("kind", "line", "size", "value")

    def __init__(self, kind: str, value: Any, line: int) -> None:
        self.kind = kind
        self.value = value
        self.line = line
        self.size = 1


def _compose(events: Iterator[Any], max_values: int) -> _Node:
    """Build the tree of a text without recursion. An alias counts as many values as its anchor has."""
    root = _Node("list", [], 1)
    stack = [root]
    keys: list[tuple[str, int] | None] = [None]
    anchors: dict[str, _Node] = {}
    aliases = 0
    for event in events:
        line = event.start_mark.line + 1
        match event:
            case yaml.StreamStartEvent() | yaml.StreamEndEvent() | yaml.DocumentEndEvent():
                continue
            case yaml.DocumentStartEvent():
                if root.value:
                    raise UnreadableText("a second document starts here; a file holds one", line)
                continue
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                done = stack.pop()
                keys.pop()
                stack[-1].size += done.size
                continue
            case yaml.AliasEvent():
                aliases += 1
                if aliases > MAX_ALIASES:
                    raise UnreadableText(f"there are more than {MAX_ALIASES} aliases (*name)", line)
                if event.anchor not in anchors or anchors[event.anchor] in stack:
                    raise UnreadableText(
                        f"*{event.anchor} has no complete anchor (&{event.anchor}) above it", line
                    )
                node = anchors[event.anchor]
            case yaml.ScalarEvent():
                node = _Node("scalar", _scalar(event), line)
            case yaml.MappingStartEvent():
                node = _Node("map", [], line)
            case _:
                node = _Node("list", [], line)
        if getattr(event, "tag", None):
            raise UnreadableText(f"YAML tags such as {event.tag} are not allowed", line)
        _attach(stack[-1], keys, node, event, line)
        if not isinstance(event, yaml.AliasEvent) and event.anchor:
            anchors[event.anchor] = node
        if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            stack.append(node)
            keys.append(None)
            if len(stack) > MAX_DEPTH:
                raise UnreadableText(f"it is nested more than {MAX_DEPTH} levels deep", line)
        else:
            stack[-1].size += node.size
        if sum(open_.size for open_ in stack) > max_values:
            raise UnreadableText(f"it has more than {max_values:,} values", line)
    return root.value[0] if root.value else _Node("scalar", None, 1)


def _attach(
    parent: _Node, keys: list[tuple[str, int] | None], node: _Node, event: Any, line: int
) -> None:
    """Add a node to its parent: as an item, as a key, or as the value of the last key."""
    if parent.kind == "list":
        parent.value.append(node)
    elif keys[-1] is None:
        if not isinstance(event, yaml.ScalarEvent):
            raise UnreadableText("a key must be a word, not a list or a mapping", line)
        keys[-1] = (event.value, line)
    else:
        parent.value.append((*keys[-1], node))
        keys[-1] = None


_CONSTANTS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_CONSTANTS |= {word: True for word in ("true", "True", "TRUE")}
_CONSTANTS |= {word: False for word in ("false", "False", "FALSE")}
WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
FRACTION = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,2})?")


def _scalar(event: yaml.ScalarEvent) -> Any:
    return scalar_value(event.value) if event.implicit[0] else event.value


def scalar_value(text: str) -> Any:
    """Return the value of a scalar without quotes: None, a boolean, a number, or the text itself."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if WHOLE.fullmatch(text):
        return int(text)
    if len(text) < 40 and FRACTION.fullmatch(text):
        return float(text)
    return text


def _plain(node: _Node, location: SourceLocation, repeated: list[RepeatedKey]) -> Any:
    if node.kind == "scalar":
        return node.value
    if node.kind == "list":
        items = LocatedList()
        for number, item in enumerate(node.value):
            inner = location.child(number, item.line)
            items.append(_plain(item, inner, repeated))
            items.locations.append(inner)
        return items
    mapping = LocatedMapping(location)
    for key, line, value in node.value:
        inner = location.child(key, line)
        if key in mapping:
            repeated.append(RepeatedKey(inner, mapping.locations[key].line))
        else:
            mapping.put(key, _plain(value, inner, repeated), inner)
    return mapping
