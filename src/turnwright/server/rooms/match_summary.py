"""A finished match at a glance: turns, statistics, and the steps at which the lead changed most.

The lead is measured by the game's own evaluation, or by a public value of the players such as life
points. Evaluations may look at hidden cards; who may see one is for the caller to decide.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.definition.moves import humanize
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.record import Record
from turnwright.server.views.protocol import seat_id

from .match_frames import StoredFrame, StoredMatch

POINTS = 4  # turning points
QUIET = re.compile(r"(ends|passes|continues|begins turn|draws a card$|goes to the [\w ]*phase$)")
"""Log lines that are no turning point: what changes with them has another cause, or none."""
ANSWERS = "answer a question"
"""The name of all answers to questions, as that of a move."""


class _SeenState(msgspec.Struct, rename="camel"):
    """What is read of the state in a frame."""

    turn_counter: int = 0
    turn: str | None = None
    players: dict[str, Any] = {}
    table: Any = None
    log: list[_SeenLine] = []


class _SeenLine(msgspec.Struct):
    n: int
    who: str = ""
    text: str = ""


def turn_marks(frames: Sequence[StoredFrame]) -> list[tuple[int, int, str]]:
    """Return the steps with which turns begin, with the number of the turn and whose turn it is."""
    marks: list[tuple[int, int, str]] = []
    for step, state in enumerate(_states(frames)):
        if not marks or state.turn_counter != marks[-1][1] or (state.turn or "") != marks[-1][2]:
            marks.append((step, state.turn_counter, state.turn or ""))
    return marks


def _states(frames: Sequence[StoredFrame]) -> list[_SeenState]:
    decode = msgspec.json.Decoder(_SeenState).decode
    return [decode(bytes(frame.state)) for frame in frames]


def public_values(frames: Sequence[StoredFrame], seats: int) -> list[list[dict[str, float]]]:
    """Return the numbers that everybody sees of each seat, for every step."""
    return [_values(state, seats) for state in _states(frames)]


def _values(state: _SeenState, seats: int) -> list[dict[str, float]]:
    sides = [state.players.get("self"), state.players.get("opponent")]
    sides += state.players.get("others") or []
    by_id = {side["id"]: side for side in sides if side}
    found: list[dict[str, float]] = []
    for seat in range(seats):
        side = by_id.get(seat_id(seat), {})
        found.append({k: v for k, v in side.items() if _is_value(v) and not k.endswith("Count")})
    table = state.table if isinstance(state.table, dict) else {}
    for name, column in table.items():
        is_column = seats > 1 and isinstance(column, list) and len(column) == seats
        if is_column and all(map(_is_value, column)):
            for seat in range(seats):
                found[seat][name] = column[seat]
    return found


def _is_value(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def public_lead(values: list[list[dict[str, float]]]) -> tuple[str, list[float]]:
    """Return the public value that tells most about the result, and the lead of the first seat in it.

    That is the value in which the lead at the end is closest to the greatest one; of several, the one
    that changed most rarely. Who plays alone leads nobody: then it is the first value that changed."""
    best: tuple[tuple[float, int], str, list[float]] | None = None
    for name in values[0][0] if values else ():
        try:
            lead = [float(_lead([side[name] for side in step])) for step in values]
        except KeyError:
            continue
        changes = sum(a != b for a, b in pairwise(lead))
        most = max(map(abs, lead))
        if changes and most:
            key = (0, 0) if len(values[0]) == 1 else (abs(lead[-1]) / most, -changes)
            if (
                best is None
                or key > best[0]
                or (key == best[0] and lead == best[2] and len(name) > len(best[1]))
            ):
                best = (key, name, lead)  # of two names for the same value the longer one says more
    return ("", []) if best is None else best[1:]


def _lead(sides: Sequence[float]) -> float:
    """Return how far the first seat is ahead of the best of the others."""
    return sides[0] - max(sides[1:]) if len(sides) > 1 else sides[0]


def evaluated_lead(game: Game, record: Record, after_step: Callable[[], Any]) -> list[float]:
    """Return the lead of the first seat by the game's own evaluation, after every step; empty if it has
    none, or if it fails."""
    if game.evaluate is None:
        return []
    judge, count = game.evaluate, len(record.seats)
    lead: list[float] = []

    def note(match: Match, index: int = 0) -> None:
        if match.result is not None and lead:  # positions are rated, not results
            lead.append(lead[-1])
        else:
            rated = [float(judge(match.c, seat)) for seat in range(count)]
            lead.append(round(_lead(rated) / min(count, 2), 2))
        after_step()

    try:
        note(game.replay(record, 0))
        game.replay(record, verify=False, on_entry=note)
    except Exception:  # a rating that fails must not hide the match
        return []
    return lead


def telling_lines(frames: Sequence[StoredFrame]) -> list[tuple[str, str]]:
    """Return for every step who did what, as the log tells it; two empty texts if it tells no cause.

    What a step without lines changes, such as a pass that lets a card resolve, was caused earlier in
    the turn. Of several lines the one about the player tells most if nobody else plays."""
    told: list[tuple[str, str]] = []
    last, turn, cause = 0, 0, ("", "")
    for frame, state in zip(frames, _states(frames), strict=True):
        added = [line for line in state.log if line.n > last]
        if state.turn_counter != turn:
            turn, cause = state.turn_counter, ("", "")
        telling = [(line.who, line.text) for line in added if not QUIET.match(line.text)]
        telling.sort(key=lambda one: "the player" not in one[1])
        if telling:
            cause = telling[0]
        told.append(telling[0] if telling else cause if not added and not frame.line else ("", ""))
        last = state.log[-1].n if state.log else last
    return told


def turning_steps(lead: Sequence[float], lines: Sequence[tuple[str, str]]) -> list[int]:
    """Return the steps with the greatest changes of the lead that have a cause, in their order."""
    changes = [
        (abs(lead[step] - lead[step - 1]), -step) for step in range(1, len(lead)) if lines[step][1]
    ]
    greatest = sorted((change for change in changes if change[0]), reverse=True)[:POINTS]
    return sorted(-step for _, step in greatest)


def move_counts(played: StoredMatch, game: Game | None) -> list[dict[str, int]]:
    """Return how often each seat made each move, by what people call it if the game is known. Answers
    to questions have one name for all."""
    moves = {} if game is None else game.all_moves
    names = {name: move.short_label for name, move in moves.items()}
    counts: list[Counter[str]] = [Counter() for _ in range(played.seats)]
    for entry in Record.parse(played.record).entries:
        if entry.seat >= 0 and not entry.op:
            counts[entry.seat][names.get(entry.move) or humanize(entry.move or ANSWERS)] += 1
    return [dict(count.most_common()) for count in counts]
