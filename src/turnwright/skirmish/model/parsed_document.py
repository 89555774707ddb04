"""Documents: YAML or JSON text as plain data that remembers its lines.

Nothing here knows what a scenario is. The text is read event by event, so that depth, size and aliases
are bounded before anything is built; words mean what they mean in JSON and YAML 1.2 (`on` is a word,
not "true").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

MOST_CHARACTERS, MOST_VALUES, MOST_ALIASES, DEEPEST = 4_000_000, 400_000, 200, 60


class Mark(NamedTuple):
    """A place in a file: a line, counted from 1 (0: not known), and a path."""

    line: int = 0
    path: str = ""

    def down(self, key: str | int, line: int = 0) -> Mark:
        """The place of what is inside, by its key or its number."""
        if isinstance(key, int):
            step = f"[{key}]"
        elif re.fullmatch(r"[\w-]+", key):
            step = f".{key}" if self.path else key
        else:
            step = f'["{key}"]'
        return Mark(line or self.line, self.path + step)


NOWHERE = Mark()


class Table(dict[str, Any]):
    """A mapping of a document. `marks` says where its values are written, also after it was merged
    with another one."""

    __slots__ = ("mark", "marks")

    def __init__(self, mark: Mark = NOWHERE) -> None:
        super().__init__()
        self.mark = mark
        self.marks: dict[str, Mark] = {}

    def put(self, key: str, value: Any, mark: Mark) -> None:
        self[key] = value
        self.marks[key] = mark

    def copy(self) -> Table:
        twin = Table(self.mark)
        twin.update(self)
        twin.marks = dict(self.marks)
        return twin

    def over(self, base: dict[str, Any]) -> Table:
        """This one laid over another: mappings are merged key by key, the rest is replaced."""
        merged = base.copy() if isinstance(base, Table) else Table()
        merged.mark = self.mark
        for key, value in self.items():
            below = merged.get(key)
            if isinstance(value, Table) and isinstance(below, dict) and "type" not in value:
                value = value.over(below)
            merged.put(key, value, self.marks.get(key, self.mark))
        return merged


class Listing(list[Any]):
    """A list of a document; `marks` says where its items are written."""

    __slots__ = ("marks",)

    def __init__(self) -> None:
        super().__init__()
        self.marks: list[Mark] = []


def listed(value: Any, mark: Mark) -> Any:
    """One thing is a list of it, and nothing an empty list."""
    if isinstance(value, list):
        return value
    items = Listing()
    if value is not None:
        items.append(value)
        items.marks.append(mark)
    return items


def place(container: Any, key: str | int, at: Mark) -> Mark:
    """Where an item of a container was written; `at`, the place of the container, if shorthand put it
    there."""
    if isinstance(container, Table) and key in container.marks:
        return container.marks[str(key)]
    if isinstance(container, Listing) and isinstance(key, int) and key < len(container.marks):
        return container.marks[key]
    return at


class Unreadable(ValueError):
    """Text that is no document."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


class Repeated(NamedTuple):
    """A key that a mapping has twice."""

    mark: Mark
    first: int


def load(text: str, root: str = "") -> tuple[Any, list[Repeated]]:
    """The data of a document, and the keys that are written twice in it; the first one counts."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(f"it has {len(text):,} characters, and {MOST_CHARACTERS:,} are the most")
    if text.lstrip()[:1] in ("{", "["):
        text = _json_as_yaml(text)
    repeated: list[Repeated] = []
    try:
        node = _compose(yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        context = f" {error.context}" if error.context else ""
        line = mark.line + 1 if mark else 0
        raise Unreadable(f"this is no YAML: {error.problem}{context}", line) from None
    except yaml.reader.ReaderError as error:
        odd = error.character if isinstance(error.character, str) else chr(error.character)
        line = text.partition(odd)[0].count("\n") + 1
        raise Unreadable(
            f"this is no text: it holds the character U+{ord(odd):04X}", line
        ) from None
    return _plain(node, Mark(1, root), repeated), repeated


_PAIR = re.compile(r"\\u(d[89ab]..)\\u(d[c-f]..)", re.IGNORECASE)


def _json_as_yaml(text: str) -> str:
    """YAML takes JSON, but for tabs and for characters that are written as two."""

    def joined(found: re.Match[str]) -> str:
        high, low = int(found[1], 16), int(found[2], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))

    return _PAIR.sub(joined, text.replace("\t", " "))


class _Node:
    """A value of the text: a scalar, a list of nodes, or a list of (key, line, node)."""

    __slots__ = ("kind", "line", "size", "value")

    def __init__(self, kind: str, value: Any, line: int) -> None:
        self.kind = kind
        self.value = value
        self.line = line
        self.size = 1


def _compose(events: Iterator[Any]) -> _Node:
    """The tree of a text, without recursion. An alias stands for the whole of what it names, and
    counts as that much."""
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
                    raise Unreadable("a second document starts here; one is expected", line)
                continue
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                done = stack.pop()
                keys.pop()
                stack[-1].size += done.size
                continue
            case yaml.AliasEvent():
                aliases += 1
                if aliases > MOST_ALIASES:
                    raise Unreadable(f"more than {MOST_ALIASES} aliases (*name)", line)
                if event.anchor not in anchors or anchors[event.anchor] in stack:
                    raise Unreadable(f"*{event.anchor} names nothing that is complete", line)
                node = anchors[event.anchor]
            case yaml.ScalarEvent():
                node = _Node("scalar", _scalar(event), line)
            case yaml.MappingStartEvent():
                node = _Node("map", [], line)
            case _:
                node = _Node("list", [], line)
        if getattr(event, "tag", None):
            raise Unreadable(f"the tag {event.tag} is not allowed here", line)
        _hang(stack[-1], keys, node, event, line)
        if not isinstance(event, yaml.AliasEvent) and event.anchor:
            anchors[event.anchor] = node
        if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            stack.append(node)
            keys.append(None)
            if len(stack) > DEEPEST:
                raise Unreadable(f"it is nested more than {DEEPEST} deep", line)
        else:
            stack[-1].size += node.size
        if sum(open_.size for open_ in stack) > MOST_VALUES:
            raise Unreadable(f"it has more than {MOST_VALUES:,} values", line)
    return root.value[0] if root.value else _Node("scalar", None, 1)


def _hang(
    parent: _Node, keys: list[tuple[str, int] | None], node: _Node, event: Any, line: int
) -> None:
    """Put a node where it belongs: into a list, as a key, or as the value of the last key."""
    if parent.kind == "list":
        parent.value.append(node)
    elif keys[-1] is None:
        if not isinstance(event, yaml.ScalarEvent):
            raise Unreadable("a key is a word, not a list or a mapping", line)
        keys[-1] = (event.value, line)
    else:
        parent.value.append((*keys[-1], node))
        keys[-1] = None


_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= {word: True for word in ("true", "True", "TRUE")}
_WORDS |= {word: False for word in ("false", "False", "FALSE")}
WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
FRACTION = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,2})?")


def _scalar(event: yaml.ScalarEvent) -> Any:
    return word(event.value) if event.implicit[0] else event.value


def word(text: str) -> Any:
    """What text without quotes means: nothing, true, false, a number, or itself."""
    if text in _WORDS:
        return _WORDS[text]
    if WHOLE.fullmatch(text):
        return int(text)
    if len(text) < 40 and FRACTION.fullmatch(text):
        return float(text)
    return text


def _plain(node: _Node, mark: Mark, repeated: list[Repeated]) -> Any:
    if node.kind == "scalar":
        return node.value
    if node.kind == "list":
        items = Listing()
        for number, item in enumerate(node.value):
            inner = mark.down(number, item.line)
            items.append(_plain(item, inner, repeated))
            items.marks.append(inner)
        return items
    table = Table(mark)
    for key, line, value in node.value:
        inner = mark.down(key, line)
        if key in table:
            repeated.append(Repeated(inner, table.marks[key].line))
        else:
            table.put(key, _plain(value, inner, repeated), inner)
    return table
