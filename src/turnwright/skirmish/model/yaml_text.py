"""Plain data as YAML that a person would write: short lists and mappings on one line."""

from __future__ import annotations

from io import StringIO
from typing import Any

import yaml

from . import parsed_document

WIDTH = 100
ALWAYS_BLOCK = ("sides", "day")


class _Dumper(yaml.SafeDumper):
    """Quotes strings that `parsed_document.scalar_value` would read as something else."""

    yaml_implicit_resolvers: dict[str | None, list[Any]] = {}

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
        if kind is yaml.ScalarNode and implicit[0] and value is not None:
            read = parsed_document.scalar_value(value)
            tag = {type(None): "null", bool: "bool", int: "int", float: "float", str: "str"}
            return f"tag:yaml.org,2002:{tag[type(read)]}"
        return super().resolve(kind, value, implicit)  # type: ignore[no-untyped-call]  # PyYAML's


def text(data: Any) -> str:
    """Return plain data as YAML."""
    dumper = _Dumper(StringIO(), sort_keys=False)
    node = dumper.represent_data(_lists(data))
    _choose_style(node, 0, is_top=True)
    return yaml.serialize(node, Dumper=_Dumper, allow_unicode=True, width=WIDTH + 100)


def _lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lists(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_lists(inner) for inner in value]
    return value


def _choose_style(node: Any, indent: int, is_top: bool = False) -> None:
    """Put everything on one line that fits, except for the outermost mapping."""
    if isinstance(node, yaml.ScalarNode):
        return
    fits = not is_top and indent + _width(node) <= WIDTH
    node.flow_style = fits
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            below = indent + (len(key.value) + 2 if not isinstance(value, yaml.ScalarNode) else 0)
            _choose_style(value, 0 if fits else below + 2, is_top and key.value in ALWAYS_BLOCK)
    else:
        for value in node.value:
            _choose_style(value, 0 if fits else indent + 2)


def _width(node: Any) -> int:
    """The width of a node on one line."""
    if isinstance(node, yaml.ScalarNode):
        if "\n" in node.value:
            return 10 * WIDTH
        return len(node.value)
    if isinstance(node, yaml.MappingNode):
        return 2 + sum(_width(key) + _width(value) + 2 for key, value in node.value)
    return 2 + sum(_width(value) + 2 for value in node.value)
