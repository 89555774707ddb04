"""Plain data: what a match consists of, and how it is copied, encoded and hashed.

State is a tree of msgspec Structs, lists, dicts, sets, tuples, numbers and strings. Copying is
generated per type once (no deepcopy, no inspection per copy); hashing is over a canonical
encoding, so that equal states have equal hashes on every machine.
"""

from __future__ import annotations

import types
import typing
from collections import deque
from collections.abc import Callable
from hashlib import blake2b
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin

import msgspec

from turnwright.core.errors import RulesError

T = TypeVar("T")

_ATOMS = (int, float, str, bool, bytes, type(None), frozenset)


class State(msgspec.Struct, kw_only=True):
    """Base of a game's own state. Fields are hidden unless marked `Public`, `Own` or `Counted`."""


def default(factory: Callable[[], T]) -> T:
    """A fresh default value for every match: `cells: list[str] = tw.default(lambda: [""] * 9)`."""
    return msgspec.field(default_factory=factory)


def _mark(word: str) -> msgspec.Meta:
    return msgspec.Meta(extra={"visible": word})


Public = Annotated[T, _mark("public")]
"""Everybody may see this field."""

Own = Annotated[T, _mark("own")]
"""Only the seat it belongs to sees it; the others see how many things are in it."""

Counted = Annotated[T, _mark("count")]
"""Nobody sees what is in it; everybody sees how many."""


Shared = Annotated[T, msgspec.Meta(extra={"shared": True})]
"""Set once and never changed afterwards: copies of the state share it, and it holds no sets."""


def _is_shared(annotation: Any) -> bool:
    return get_origin(annotation) is Annotated and any(
        isinstance(meta, msgspec.Meta) and bool(meta.extra and meta.extra.get("shared"))
        for meta in get_args(annotation)[1:]
    )


def visibility(annotation: Any) -> str:
    """`public`, `own`, `count` or `hidden` (the default) for one field's annotation."""
    if get_origin(annotation) is Annotated:
        for meta in get_args(annotation)[1:]:
            if isinstance(meta, msgspec.Meta) and meta.extra and "visible" in meta.extra:
                return str(meta.extra["visible"])
    return "hidden"


# --- copying -------------------------------------------------------------------------------------

_cloners: dict[type, Callable[[Any], Any]] = {}
_looking: set[type] = set()  # types that are being looked at, for those that contain themselves


def clone(value: Any) -> Any:
    """An independent copy of plain data. Frozen things are shared."""
    kind = type(value)
    known = _cloners.get(kind)
    if known is not None:
        return known(value)
    if kind in _ATOMS:
        return value
    if kind is list:
        return [clone(item) for item in value]
    if kind is dict:
        return {key: clone(item) for key, item in value.items()}
    if kind is set:
        return value.copy()
    if kind is tuple:
        return tuple(clone(item) for item in value)
    if isinstance(value, msgspec.Struct):
        return cloner(kind)(value)
    return _immutable(value)


def _immutable(value: Any) -> Any:
    """Enums, dates and decimals are shared; special kinds of collections are no plain data."""
    if isinstance(value, (dict, list, set, deque)):
        raise RulesError(f"a {type(value).__name__} is no plain data; use a dict, list or set")
    return value


def cloner(cls: type) -> Callable[[Any], Any]:
    """The generated copy function of one Struct type: a shallow C copy, then its mutable fields."""
    if cls in _cloners:
        return _cloners[cls]
    copies = {}
    for name, annotation in typing.get_type_hints(cls, include_extras=True).items():
        if name in cls.__struct_fields__:  # type: ignore[attr-defined]
            copied = _copy_expression(annotation, f"old.{name}", 0)
            if copied:
                copies[name] = copied
    if not cls.__struct_config__.frozen:  # type: ignore[attr-defined]
        lines = [f"    new.{name} = {copied}" for name, copied in copies.items()]
        source = "\n".join(["def copy(old):", "    new = old.__copy__()", *lines, "    return new"])
    elif copies:
        fields = ", ".join(f"{name}={copied}" for name, copied in copies.items())
        source = f"def copy(old):\n    return replace(old, {fields})\n"
    else:
        source = "def copy(old):\n    return old\n"
    space: dict[str, Any] = {"clone": clone, "replace": msgspec.structs.replace}
    exec(source, space)
    _cloners[cls] = space["copy"]
    return _cloners[cls]


def _copy_expression(annotation: Any, source: str, depth: int) -> str:
    """Python for copying `source`; empty when the value is immutable and can be shared."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return "" if _is_shared(annotation) else _copy_expression(args[0], source, depth)
    if annotation in _ATOMS or origin in (typing.Literal, frozenset):
        return ""
    if origin is Union or origin is types.UnionType:
        kinds = [arg for arg in args if arg is not type(None)]
        if not any(_copy_expression(kind, source, depth) for kind in kinds):
            return ""
        if len(kinds) == 1:
            inner = _copy_expression(kinds[0], source, depth)
            return f"(None if {source} is None else {inner})"
    if _is_immutable_struct(annotation):
        return ""
    item = f"i{depth}"
    if origin is list:
        inner = _copy_expression(args[0], item, depth + 1)
        copied = f"([{inner} for {item} in {source}] if {source} else [])"
        return copied if inner else f"{source}[:]"
    if origin is dict:
        inner = _copy_expression(args[1], item, depth + 1)
        key = f"k{depth}"
        copied = f"{{{key}: {inner} for {key}, {item} in {source}.items()}}" if inner else ""
        return f"({copied or source + '.copy()'} if {source} else {{}})"
    if origin is set or annotation is set:
        return f"{source}.copy()"
    if origin is tuple:
        kinds = [arg for arg in args if arg is not ...]
        if not any(_copy_expression(kind, item, depth) for kind in kinds):
            return ""
    return f"clone({source})"


def _is_immutable_struct(annotation: Any) -> bool:
    """A frozen Struct whose fields are immutable, too; copies share it."""
    if not (isinstance(annotation, type) and issubclass(annotation, msgspec.Struct)):
        return False
    if not annotation.__struct_config__.frozen or annotation in _looking:
        return False
    _looking.add(annotation)
    try:
        hints = typing.get_type_hints(annotation, include_extras=True)
        return not any(_copy_expression(hints[f], "x", 0) for f in annotation.__struct_fields__)
    finally:
        _looking.discard(annotation)


# --- encoding and hashing --------------------------------------------------------------------------

_encoder = msgspec.msgpack.Encoder()
_sorters: dict[type, Callable[[Any], Any]] = {}


def digest(value: Any) -> str:
    """Sixteen hexadecimal digits that name this value. (The order of a dict is part of it: rules
    that walk a dict walk it in that order. The order of a set is not.)"""
    return blake2b(_encoder.encode(in_order(value)), digest_size=8).hexdigest()


def digester(first: type, second: type) -> Callable[[Any, Any], str]:
    """`digest` of a pair of known types, without looking at the types every time."""
    lines = ["def digest(one, two):"]
    for name, cls in (("one", first), ("two", second)):
        if not issubclass(cls, msgspec.Struct):
            lines.append(f"    {name} = in_order({name})")
        elif _set_inside(cls):
            hints = typing.get_type_hints(cls, include_extras=True)
            kinds = {field: _set_inside(hints[field]) for field in cls.__struct_fields__}
            tests = [
                f"{name}.{field}" + (f" and len({name}.{field}) > 1" if kind == "set" else "")
                for field, kind in kinds.items()
                if kind
            ]
            lines += [f"    if {' or '.join(tests)}:", f"        {name} = in_order({name})"]
    lines.append("    return blake2b(encode((one, two)), digest_size=8).hexdigest()")
    space = {"in_order": in_order, "encode": _encoder.encode, "blake2b": blake2b}
    exec("\n".join(lines), space)
    return cast(Callable[[Any, Any], str], space["digest"])


def in_order(value: Any) -> Any:
    """The same data with every set as a sorted list; what has no sets inside is not copied."""
    kind = type(value)
    if kind is frozenset:
        return sorted(value)
    if kind in _ATOMS:
        return value
    if kind is list or kind is tuple:
        return [in_order(item) for item in value]
    if kind is dict:
        return {key: in_order(item) for key, item in value.items()}
    if kind is set:
        return sorted(value)
    if isinstance(value, msgspec.Struct):
        return (_sorters.get(kind) or _sorter(kind))(value)
    return _immutable(value)


def _sorter(cls: type) -> Callable[[Any], Any]:
    """The generated `in_order` of one Struct type: only fields that can hold a set are looked at."""
    hints = typing.get_type_hints(cls, include_extras=True)
    lines = ["def sort(old):", "    new = {}"]
    for name in cls.__struct_fields__:  # type: ignore[attr-defined]
        kind = _set_inside(hints[name])
        if kind:
            lines.append(f"    value = old.{name}")
            test = "len(value) > 1" if kind == "set" else "value"
            lines.append(f"    if {test}:")
            lines.append(
                f"        new[{name!r}] = {'sorted' if kind == 'set' else 'in_order'}(value)"
            )
    lines.append("    return replace(old, **new) if new else old")
    space: dict[str, Any] = {"in_order": in_order, "replace": msgspec.structs.replace}
    exec("\n".join(lines), space)
    _sorters[cls] = space["sort"]
    return _sorters[cls]


def _set_inside(annotation: Any) -> str:
    """`set` for a set, `deep` if there may be one somewhere inside, else nothing."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return "" if _is_shared(annotation) else _set_inside(args[0])
    if origin is set or annotation is set:
        return "set"
    if origin is frozenset or annotation in (Any, dict, list, tuple, frozenset):
        return "deep"
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        if annotation in _looking:
            return ""  # a type inside itself adds nothing to what is found outside
        _looking.add(annotation)
        try:
            hints = typing.get_type_hints(annotation, include_extras=True)
            names = annotation.__struct_fields__
            return "deep" if any(_set_inside(hints[name]) for name in names) else ""
        finally:
            _looking.discard(annotation)
    return "deep" if any(_set_inside(arg) for arg in args if arg is not ...) else ""


def is_deeper(value: Any, most: int) -> bool:
    """Is plain data nested deeper than so many levels? A number or a text is one."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return most < 1 or any([is_deeper(item, most - 1) for item in inside])


def freeze(value: Any) -> Any:
    """Lists from a wire become the tuples that rules compare with."""
    if type(value) is list or type(value) is tuple:
        return tuple(freeze(item) for item in value)
    return value
