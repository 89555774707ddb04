"""The parameters of rules: a rule takes the context `c`, or parts of it by name.

`lambda c: c.G.life` and `lambda G, ctx: G.life` are both rules. A move may take its arguments after the
parts: `def play(G, ctx, card=tw.arg(...))`. Such rules are adapted once, when a game is defined.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from turnwright.core.runtime.context import Context

Hook: TypeAlias = Callable[..., object]
"""A function of the context. Games annotate it with their own subclass of `Context`."""

PARTS = {
    "G": "G",
    "ctx": "ctx",
    "ops": "ops",
    "coreOps": "ops",
    "seat": "seat",
    "_getUpdatedState": "get_updated_state",
}


def parts_of(fn: Hook, arguments: Collection[str] = ()) -> list[str]:
    """Return the parts of the context that a rule takes by name; empty if it takes the context.

    They are its first parameters. Parameters with a default, and those in `arguments`, are not parts.
    """
    found: list[str] = []
    for name, given in inspect.signature(fn).parameters.items():
        if name not in PARTS or name in arguments or given.default is not given.empty:
            break
        found.append(name)
    return found


def adapt(fn: Hook, arguments: Collection[str] = ()) -> Hook:
    """Return the rule as a function of the context, and of its arguments if it has any."""
    if getattr(fn, "is_adapted", False):
        return fn
    try:
        parameters = inspect.signature(fn).parameters
    except (TypeError, ValueError):
        return fn
    if not parameters:

        def without_context(c: Context) -> object:
            return fn()

        return _mark(without_context, fn)
    parts = parts_of(fn, arguments)
    if not parts:
        return fn
    by_name = [name for name in parts if parameters[name].kind is inspect.Parameter.KEYWORD_ONLY]
    wanted = [PARTS[name] for name in parts if name not in by_name]

    def with_parts(c: Context, *args: object) -> object:
        named = {name: getattr(c, PARTS[name]) for name in by_name}
        return fn(*[getattr(c, part) for part in wanted], *args, **named)

    return _mark(with_parts, fn)


def original(fn: Hook) -> Hook:
    """Return the rule as its author wrote it."""
    return fn.__wrapped__ if getattr(fn, "is_adapted", False) else fn  # type: ignore[attr-defined]


def _mark(adapted: Hook, fn: Hook) -> Hook:
    adapted.__wrapped__ = fn  # type: ignore[attr-defined]
    adapted.is_adapted = True  # type: ignore[attr-defined]
    return adapted
