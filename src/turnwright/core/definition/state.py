"""State as plain data: how it is declared, copied and hashed.

State is a tree of msgspec Structs, lists, dicts, sets, tuples, numbers and strings. A copy function is
generated once per type, so copying needs neither deepcopy nor inspection. Hashes are computed over a
canonical encoding, so equal states have equal hashes on every machine.
"""

from __future__ import annotations

import types
import typing
from collections import deque
from collections.abc import Callable
from hashlib import blake2b
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin, overload

import msgspec

from turnwright.core.errors import RulesError

T = TypeVar("T")

_ATOMS = frozenset((int, float, str, bool, bytes, type(None), frozenset))


class State(msgspec.Struct, kw_only=True):
    """Base class of a game's state. Fields are hidden unless marked `Public`, `Own` or `Counted`."""


def default(factory: Callable[[], T]) -> T:
    """Declare a default that is created for every match: `cells: list[str] = tw.default(list)`."""
    return msgspec.field(default_factory=factory)


def _mark(word: str) -> msgspec.Meta:
    return msgspec.Meta(extra={"visible": word})


Public = Annotated[T, _mark("public")]
"""Everybody sees this field."""

Own = Annotated[T, _mark("own")]
"""Only the seat that owns this field sees it; the others see its length."""

Counted = Annotated[T, _mark("count")]
"""Everybody sees the length of this field, nobody its content."""


Shared = Annotated[T, msgspec.Meta(extra={"shared": True})]
"""A field that is set once: copies of the state share its value. It must not contain sets."""


def _is_shared(annotation: object) -> bool:
    return get_origin(annotation) is Annotated and any(
        isinstance(meta, msgspec.Meta) and bool(meta.extra and meta.extra.get("shared"))
        for meta in get_args(annotation)[1:]
    )


def visibility(annotation: object) -> str:
    """Return `public`, `own`, `count` or `hidden` (the default) for the annotation of a field."""
    if get_origin(annotation) is Annotated:
        for meta in get_args(annotation)[1:]:
            if isinstance(meta, msgspec.Meta) and meta.extra and "visible" in meta.extra:
                return str(meta.extra["visible"])
    return "hidden"


# --- copying -------------------------------------------------------------------------------------

_cloners: dict[type, Callable[[Any], Any]] = {}
_shallow: Callable[[Any], Any] = msgspec.Struct.__copy__  # type: ignore[attr-defined]
_in_progress: set[type] = (
    set()
)  # types being inspected; guards against types that contain themselves


def clone(value: T) -> T:
    """Return an independent copy of plain data. Immutable values are shared."""
    return cast(T, _clone(value))


def _clone(value: Any) -> object:
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is list:
        return [item if type(item) in _ATOMS else _clone(item) for item in value]
    if kind is dict:
        return {key: item if type(item) in _ATOMS else _clone(item) for key, item in value.items()}
    known = _cloners.get(kind)
    if known is not None:
        return known(value)
    if kind is set:
        return value.copy()
    if kind is tuple:
        return tuple(_clone(item) for item in value)
    if isinstance(value, msgspec.Struct):
        return cloner(kind)(value)
    return _immutable(value)


def _immutable(value: object) -> object:
    """Return immutable values such as enums and dates; refuse subclasses of collections."""
    if isinstance(value, (dict, list, set, deque)):
        name = type(value).__name__
        raise RulesError(f"State cannot contain a {name}; use a plain dict, list or set.")
    return value


# What generated copy functions refer to; copy functions of final types are added.
_names: dict[str, Any] = {
    "ATOMS": _ATOMS, "clone": _clone, "known": _cloners.get, "replace": msgspec.structs.replace,
    "shallow": _shallow,
}  # fmt: skip
_being_generated: set[type] = set()


def cloner(cls: type[T]) -> Callable[[T], T]:
    """Return the copy function of a Struct type: a shallow copy in C, then its mutable fields.

    The copy function of a value is looked up by its type, because a field may hold a subclass. The
    lookup is saved for types that are marked `typing.final`.
    """
    if cls in _cloners:
        return _cloners[cls]
    if _is_flat(cls):
        _cloners[cls] = _shallow
        return _shallow
    copies = {}
    _being_generated.add(cls)
    for name, annotation in typing.get_type_hints(cls, include_extras=True).items():
        if name in cls.__struct_fields__:  # type: ignore[attr-defined]
            copied = _copy_expression(annotation, f"old.{name}", 0)
            if copied:
                copies[name] = copied
    _being_generated.discard(cls)
    if not cls.__struct_config__.frozen:  # type: ignore[attr-defined]
        lines = [f"    new.{name} = {copied}" for name, copied in copies.items()]
        source = "\n".join(["def copy(old):", "    new = old.__copy__()", *lines, "    return new"])
    elif copies:
        fields = ", ".join(f"{name}={copied}" for name, copied in copies.items())
        source = f"def copy(old):\n    return replace(old, {fields})\n"
    else:
        source = "def copy(old):\n    return old\n"
    found: dict[str, Any] = {}
    exec(source, _names, found)
    _cloners[cls] = found["copy"]
    return _cloners[cls]


def _copy_expression(annotation: Any, source: str, depth: int) -> str:
    """Return Python code that copies `source`, or "" if the value is immutable and can be shared."""
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
        if not inner:
            return f"{source}.copy()"
        is_flat = inner == f"shallow({item})"
        copied = f"*map(shallow, {source})" if is_flat else f"{inner} for {item} in {source}"
        return f"([{copied}] if {source} else [])"
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
    if annotation is Any:
        return f"({source} if type({source}) in ATOMS else clone({source}))"
    if getattr(annotation, "__final__", False) and annotation not in _being_generated:
        if _is_flat(annotation):
            return f"shallow({source})"
        name = f"copy_{annotation.__name__}_{id(annotation)}"
        _names[name] = cloner(annotation)
        return f"{name}({source})"
    return f"known(type({source}), clone)({source})"


def _is_flat(annotation: Any) -> bool:
    """Whether a type is a mutable Struct with immutable fields, so that its copies are shallow."""
    is_struct = isinstance(annotation, type) and issubclass(annotation, msgspec.Struct)
    return (
        is_struct and not annotation.__struct_config__.frozen and _has_immutable_fields(annotation)
    )


def _is_immutable_struct(annotation: object) -> bool:
    """Whether a type is a frozen Struct with immutable fields, so that copies can share it."""
    if not (isinstance(annotation, type) and issubclass(annotation, msgspec.Struct)):
        return False
    return annotation.__struct_config__.frozen and _has_immutable_fields(annotation)


def _has_immutable_fields(annotation: Any) -> bool:
    if annotation in _in_progress:
        return False
    _in_progress.add(annotation)
    try:
        hints = typing.get_type_hints(annotation, include_extras=True)
        return not any(_copy_expression(hints[f], "x", 0) for f in annotation.__struct_fields__)
    finally:
        _in_progress.discard(annotation)


# --- encoding and hashing --------------------------------------------------------------------------

_encoder = msgspec.msgpack.Encoder()
_sorters: dict[type, Callable[[Any], object]] = {}


def digest(value: object) -> str:
    """Return the hash of a value: sixteen hexadecimal digits.

    The order of a dict counts, because rules that iterate over it depend on it. The order of a set
    does not.
    """
    return blake2b(_encoder.encode(in_order(value)), digest_size=8).hexdigest()


def plain_digest(value: object) -> str:
    """Return `digest` of a value that contains no sets."""
    return blake2b(_encoder.encode(value), digest_size=8).hexdigest()


def digester(first: type, second: type) -> Callable[[Any, Any], str]:
    """Return `digest` specialised for a pair of types, which are inspected only once."""
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


def in_order(value: Any) -> object:
    """Return the same data with every set as a sorted list; data without sets is not copied."""
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


def _sorter(cls: type) -> Callable[[Any], object]:
    """Return `in_order` for one Struct type; it visits only fields that can contain a set."""
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


def _set_inside(annotation: object) -> str:
    """Return `set` for a set, `deep` for a type that may contain one, else an empty string."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return "" if _is_shared(annotation) else _set_inside(args[0])
    if origin is set or annotation is set:
        return "set"
    if origin is frozenset or annotation in (Any, dict, list, tuple, frozenset):
        return "deep"
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        if annotation in _in_progress:
            return ""  # a recursive type adds nothing new
        _in_progress.add(annotation)
        try:
            hints = typing.get_type_hints(annotation, include_extras=True)
            names = annotation.__struct_fields__
            return "deep" if any(_set_inside(hints[name]) for name in names) else ""
        finally:
            _in_progress.discard(annotation)
    return "deep" if any(_set_inside(arg) for arg in args if arg is not ...) else ""


def is_deeper(value: object, most: int) -> bool:
    """Whether plain data is nested deeper than `most` levels. A number or a string is one level."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return most < 1 or any([is_deeper(item, most - 1) for item in inside])


@overload
def freeze(value: list[object] | tuple[object, ...]) -> tuple[object, ...]: ...
@overload
def freeze(value: object) -> object: ...
def freeze(value: object) -> object:
    """Turn lists, as decoded from JSON, into the tuples that rules compare with."""
    if type(value) is list or type(value) is tuple:
        return tuple(freeze(item) for item in value)
    return value
