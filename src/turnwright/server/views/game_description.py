"""The description of a game for clients: its title, zones, phases and cards."""

from __future__ import annotations

import inspect
import re
from typing import Any

import msgspec

from turnwright.core.definition.game import Game


def describe_game(game: Game, *, with_library: bool = False) -> dict[str, Any]:
    """Return what a page needs to draw a game; with `with_library`, also its cards and words."""
    phases = max((s.turn.phases for s in game.compiled_flow.segments.values()), key=len, default={})
    about: dict[str, Any] = {
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "seats": list(game.seats),
        "zones": [
            {
                "name": name,
                "wire": zone.wire or name,
                "label": zone.label or label_of(name),
                "visible": zone.visible,
                "shared": zone.shared,
                "single": zone.single,
            }
            for name, zone in game.zones.items()
        ],
        "phases": [{"name": name, "steps": list(phase.steps)} for name, phase in phases.items()],
        "aside": list(game.omitted_fields),
    }
    if with_library:
        about["rulebook"] = rulebook_of(game)
        about["library"] = {kind: printed_facts(spec) for kind, spec in game.library.items()}
        words = game.glossary
        about["glossary"] = {
            word: {"text": text, "forms": list(words.forms[word]), "hasCase": words.has_case}
            for word, text in words.items()
        }
    return about


def rulebook_of(game: Game) -> dict[str, Any]:
    """Return how a game is played: its rulebook, and what its moves do."""
    book = game.rulebook
    moves = {name: move for name, move in game.all_moves.items() if move.by != "anyone"}
    return {
        "text": book.text,
        "phases": dict(book.phases),
        "zones": dict(book.zones),
        "moves": [
            {"name": label_of(name), "text": text}
            for name, move in moves.items()
            if (text := inspect.getdoc(move.fn) or "")
        ],
    }


def label_of(name: str) -> str:
    """Return a label for an identifier: `resourceArea` and `resource_area` are "Resource area"."""
    spaced = re.sub(r"(?<=[a-zA-Z])(?=[A-Z])", " ", name).replace("_", " ")
    return spaced.lower().capitalize()


def printed_facts(spec: Any) -> dict[str, Any]:
    """Return the printed facts of a card: its plain fields and lists of words, not its code."""
    if not isinstance(spec, msgspec.Struct):
        return dict(spec)
    fields = {name: getattr(spec, name) for name in spec.__struct_fields__}
    plain = (str, int, float, bool)
    return {
        k: v
        for k, v in fields.items()
        if (isinstance(v, plain) and not isinstance(v, type))
        or (isinstance(v, tuple) and v and all(isinstance(one, str) for one in v))
    }
