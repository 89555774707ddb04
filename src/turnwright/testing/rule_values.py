"""Checks of what rules list and of what they leave in the state, for `turnwright check`.

The engine trusts these values, because checking them would slow down every move.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from turnwright.core.analysis.lint import Problem
from turnwright.core.errors import ReplayDivergence, RulesError, TurnwrightError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Prompt
from turnwright.core.runtime.rule_errors import location, where_raised

PLAIN = (int, str, bool, float, type(None), tuple, bytes)


def check_arguments(match: Match, prompt: Prompt) -> None:
    """Raise if an option has an argument that cannot be recorded or sent."""
    seen: set[str] = set()
    for option in prompt.options if prompt.kind == "move" else ():
        if option.id in seen:
            move = match._place_of(prompt.seat).moves[option.move]
            domains = " and ".join(f"{p.name!r} ({location(p.domain)})" for p in move.params)
            raise RulesError(
                f"The domain of {domains} of move {move.name!r} lists {option.args} twice. A domain "
                "has every value once: `dict.fromkeys(values)` keeps the first of equal ones."
            )
        seen.add(option.id)
        for number, value in enumerate(option.args):
            if isinstance(value, PLAIN):
                continue
            move = match._place_of(prompt.seat).moves[option.move]
            param = move.params[number]
            what = type(value).__name__
            hint = "list the ids of the cards" if hasattr(value, "id") else "use numbers or texts"
            raise RulesError(
                f"The domain of {param.name!r} of move {move.name!r} ({location(param.domain)}) "
                f"lists {what} objects; {hint}."
            )


def unnamed_cards(match: Match, seat: int) -> Problem | None:
    """Return a problem if a question seems to offer cards under their numbers: all its values are cards
    of one zone, and nobody would know which."""
    question = match.asked.get(seat)
    if question is None or len(question.options) < 2:
        return None
    values = [option.value for option in question.options]
    zones = {match.ctx.card_zones.get(one) if type(one) is int else None for one in values}
    is_plain = all(option.label == str(option.value) for option in question.options)
    zone = next(iter(zones))
    if not is_plain or len(zones) > 1 or zone is None:
        return None
    sentence = f"The question {question.text!r} offers {values}, which are cards of {zone}."
    hint = "People read numbers: write c.choose(..., is_cards=True), unless they are numbers."
    return Problem("warning", "unnamed_cards", match.ctx.place, sentence, hint)


def not_saved(match: Match) -> Problem | None:
    """Return a problem if the match cannot be saved, or not loaded as it was."""
    entries = match.record.entries
    last = f"{entries[-1]} at {entries[-1].at}" if entries else "the start"
    hint = f"It was so after {last}. Hosts save matches all the time: keep plain data in the state."
    try:
        for form in ("json", "msgpack"):
            if match.game.load(match.save(form)).hash != match.hash:
                sentence = f"A match that was saved as {form} is another one when it is loaded."
                return Problem("error", "not_saved", match.ctx.place, sentence, hint)
    except (TurnwrightError, TypeError, ValueError, OverflowError) as error:
        sentence = f"A match cannot be saved: {error}"
        return Problem("error", "not_saved", match.ctx.place, sentence, hint)
    return None


def wrong_types(match: Match) -> Problem | None:
    """Return a problem if the state has a value that is not of the type of its field."""
    if match.game.state is dict:
        return None
    state = match.game.match_state
    try:
        msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=state)
    except msgspec.ValidationError as error:
        text, _, path = str(error).partition(" - at ")
        path = path.strip("`").removeprefix("$.").replace("[...]", "[]")
        sentence = f"{path} has a value of another type: {_lower(text)}."
        hint = "A save with it cannot be loaded. Correct the type of the field, or the rule."
        return Problem("error", "wrong_type", "", sentence, hint)
    return None


def shared_twice(match: Match) -> Problem | None:
    """Return a problem if two parts of the state are the same object: a copy has two."""
    seen: dict[int, str] = {}
    todo: list[tuple[str, Any]] = [("G", match.G)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, msgspec.Struct) and not value.__struct_config__.frozen:
            inside = [(f"{path}.{name}", getattr(value, name)) for name in value.__struct_fields__]
        elif isinstance(value, dict):
            inside = [(f"{path}[{key!r}]", one) for key, one in value.items()]
        elif isinstance(value, list):
            inside = [(f"{path}[{number}]", one) for number, one in enumerate(value)]
        elif not isinstance(value, set):
            continue
        else:
            inside = []
        other = seen.setdefault(id(value), path)
        if other != path:
            names = " and ".join(sorted((other, path)))
            sentence = f"{names} are the same {type(value).__name__}; in a copy they are two."
            hint = "Copy it, or keep it once and refer to it by an id."
            return Problem("error", "shared_twice", "", sentence, hint)
        todo += inside
    return None


def ask_views(match: Match) -> None:
    """Ask what pages and agents ask of a game beside its moves; raise if one of these rules does."""
    game = match.game
    for name, rule in (("view", game.view), ("evaluate", game.evaluate)):
        for seat in match.ctx.player_order if rule is not None else ():
            try:
                match.c._only_reads = True
                assert rule is not None
                rule(match.c, seat)
            except Exception as error:
                where = where_raised(error) or location(rule)
                cause = f"{type(error).__name__}: {error}"
                sentence = f"{name} of the game ({where}) failed: {cause}"
                raise RulesError(f"{sentence}. It takes the context and a seat.") from error
            finally:
                match.c._only_reads = False
    for viewer in [None, *match.ctx.player_order]:
        match.view(viewer)


def not_repeated(match: Match) -> Problem | None:
    """Return a problem if the same inputs do not lead to the same state."""
    hint = (
        "A rule depends on something outside of the state: a global variable, an attribute of the "
        "context, `random`, the clock. Keep it in G; c.roll and c.rng are random numbers."
    )
    try:
        again = match.game.replay(match.record.to_json())
    except ReplayDivergence as error:
        sentence = f"The same inputs do not lead to the same state. {error}"
        return Problem("error", "not_repeatable", "", sentence, hint)
    except TurnwrightError as error:
        sentence = f"A match cannot be played again from its record: {error}"
        return Problem("error", "not_repeatable", "", sentence, hint)
    if again.hash != match.hash:
        return Problem(
            "error", "not_repeatable", "", "The same inputs lead to another state.", hint
        )
    return None


def _lower(text: str) -> str:
    return re.sub(r"^[A-Z](?![A-Z])", lambda found: found[0].lower(), text)
