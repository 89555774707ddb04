"""Checks of tactics before they are used: shapes, actions, and the titles of cards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from turnwright.core.suggestions import suggestion
from turnwright.games.netrunner.card_facts import card_facts
from turnwright.games.netrunner.card_packs import load_default_packs

from .state_queries import normalize_title
from .toml_line_numbers import PlanPath

ACTIONS = {
    "pause": (), "break-dynamic": ("card",), "use-ability": ("card", "ability-index"),
    "break-subs": ("card", "subs"), "prep": ("card", "ability-index"), "script": ("steps",),
}  # fmt: skip
"""The actions of tactics, and what each needs or may have besides."""
OPTIONAL = ("ability-index",)
MOST_TACTICS, MOST_STEPS = 200, 50
MOST_HINTS = 20
"""So many titles of one list are compared with the known ones."""
RIG = ("program", "hardware", "resource")


@cache
def _types_by_title(count: int) -> dict[str, str]:
    """Return the types of all cards by title; `count` is how many cards there are now."""
    return {normalize_title(title): card.type for title, card in card_facts().items()}


def card_warning(title: str, types: Collection[str], has_hint: bool = True) -> str:
    """Return what is doubtful about a title, or an empty string.

    `has_hint` is false where there may be many titles: finding a similar one takes time. Cards
    outside of the known ones may exist on another server, so this is never an error."""
    load_default_packs()
    known = _types_by_title(len(card_facts()))
    kind = known.get(normalize_title(title))
    if kind is None:
        fitting = [card.title for card in card_facts().values() if card.type in types]
        hint = suggestion(title, fitting) if has_hint else ""
        return f"There is no known card {title[:60]!r}{hint or '.'}"
    if kind not in types:
        return f"{title[:60]} is {'an' if kind[0] in 'aeiou' else 'a'} {kind}, not {types_text(types)}."
    return ""


def types_text(types: Collection[str]) -> str:
    """Return `ice` or `ice, asset or upgrade`."""
    *rest, last = types
    return f"{', '.join(rest)} or {last}" if rest else last


def tactic_problems(tactics: Mapping[str, Any]) -> Iterator[tuple[PlanPath, str, bool]]:
    """Yield what is wrong with tactics: the path, a sentence, and whether it is an error."""
    if len(tactics) > MOST_TACTICS:
        yield (), f"There are more than {MOST_TACTICS} tactics.", True
        return
    for number, (title, tactic) in enumerate(tactics.items()):
        if title != "default":
            warning = card_warning(title, ("ice",), number < MOST_HINTS)
            if warning:
                yield (title,), warning, False
        for path, sentence, is_error in _step_problems(tactic, in_script=False):
            yield (title, *path), sentence, is_error


def _step_problems(step: Any, in_script: bool) -> Iterator[tuple[PlanPath, str, bool]]:
    if isinstance(step, Mapping):
        named = step.get("action")
        if named is None:
            yield (), f"A tactic needs an action: {', '.join(ACTIONS)}.", True
            return
    else:
        named = step
    if not isinstance(named, str):
        yield (), 'A tactic is "pause" or a table with an action.', True
        return
    action = named.removeprefix(":")
    if action not in ACTIONS:
        hint = suggestion(action, ACTIONS) or f"; the actions are {', '.join(ACTIONS)}."
        yield ("action",), f"There is no action {action[:40]!r}{hint}", True
        return
    if action == "script" and in_script:
        yield ("action",), "A script cannot contain a script.", True
        return
    given = step if isinstance(step, Mapping) else {}
    for key in given:
        if key not in ("action", *ACTIONS[action]):
            hint = suggestion(key, ACTIONS[action]) or "."
            yield (key,), f"{action!r} has no {key[:40]!r}{hint}", True
    for key in ACTIONS[action]:
        if key in given:
            yield from _value_problems(key, given[key])
        elif key not in OPTIONAL:
            yield (), f"{action!r} needs {key!r}.", True


def _value_problems(key: str, value: Any) -> Iterator[tuple[PlanPath, str, bool]]:
    if key == "card":
        if not isinstance(value, str):
            yield (key,), "The card must be a title in quotes.", True
        elif warning := card_warning(value, RIG):
            yield (key,), warning, False
    elif key == "ability-index":
        if not is_index(value):
            yield (key,), "The index of an ability must be a number: 0, 1, ...", True
    elif key == "subs":
        if not isinstance(value, list) or not value or not all(map(is_index, value)):
            yield (key,), "This must be a list of subroutines by number, from 0: [0, 1].", True
    elif not isinstance(value, list) or not 0 < len(value) <= MOST_STEPS:
        yield (key,), f"The steps must be a list of 1 to {MOST_STEPS} tactics.", True
    else:
        for number, step in enumerate(value):
            for path, sentence, is_error in _step_problems(step, in_script=True):
                yield (key, number, *path), sentence, is_error


def is_index(value: Any) -> bool:
    """Tell whether a value is a whole number from 0."""
    return type(value) is int and value >= 0
