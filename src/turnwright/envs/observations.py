"""Observations: what a seat sees, as a dict of arrays of fixed shape.

Everything is read from what `Match.view(seat)` shows and the seat's own prompt, so an observation has
no secret that the view does not have. The arrays:

- `globals`: the numbers and words of the public state. Each has a path such as `G.life.0`; its place
  in the array is a hash of the path, so no list of fields is needed and fields may come and go.
- `cards`: one row for each visible card; see `CARD_COLUMNS`. Sides are relative to the seat.
- `prompt`: what is asked, and how many picks were made.
- `options`: one row for each action, with the hash of its move and the row of its card.
- `action_mask`: 1 for legal actions.

Hashes are CRC-32, so they are the same on every machine. Two paths may share a place; with 512 places
that is rare for the games we ship, and `place_of` tells who is where.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.view import VISIBLE_CTX, visible_state

from .decisions import Decisions

Observation = dict[str, NDArray[Any]]
Move = tuple[str, tuple[Any, ...]]

GLOBALS = 512
CARD_ROWS = 224
CARD_COLUMNS = ("present", "side", "zone", "index", "kind", "face_up", "ready")
CARD_NUMBERS = 12
OPTION_COLUMNS = ("present", "move", "card", "number", "word")
PROMPT_COLUMNS = ("is_mine", "is_move", "min", "max", "picked", "word")
LIMIT = 1e6  # larger numbers are shown as this
BUCKETS = 1021  # for words and kinds without a library; a prime


@lru_cache(1 << 16)
def place_of(path: str, size: int = GLOBALS) -> int:
    """The place of a path in `globals`."""
    return crc32(path.encode()) % size


@lru_cache(1 << 16)
def word_number(word: str) -> int:
    """A number for a word, from 1 to `BUCKETS`."""
    return 1 + crc32(word.encode()) % BUCKETS


class ObservationEncoder:
    """Makes the observations of one game."""

    def __init__(self, game: Game, decisions: Decisions, card_rows: int = CARD_ROWS) -> None:
        self.game, self.decisions = game, decisions
        self.card_rows = card_rows if game.zones or game.zones_view is not None else 0
        library = game.library if isinstance(game.library, Mapping) else {}
        self.kinds = {kind: number for number, kind in enumerate(sorted(map(str, library)), 1)}
        self.zones = {name: number for number, name in enumerate(game.zones, 1)}
        self._kept_rows: dict[Move, NDArray[Any]] = {}

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the arrays, without the mask."""
        found: dict[str, tuple[int, ...]] = {
            "globals": (GLOBALS,),
            "prompt": (len(PROMPT_COLUMNS),),
            "options": (self.decisions.size, len(OPTION_COLUMNS)),
        }
        if self.card_rows:
            found["cards"] = (self.card_rows, len(CARD_COLUMNS) + CARD_NUMBERS)
        return found

    def space(self) -> Any:
        """The space of Gymnasium for these arrays."""
        from gymnasium import spaces

        boxes: dict[str, Any] = {
            name: spaces.Box(-LIMIT, LIMIT, shape, np.float32)
            for name, shape in self.shapes().items()
        }
        boxes["action_mask"] = spaces.Box(0, 1, (self.decisions.size,), np.int8)
        return spaces.Dict(boxes)

    def encode(self, match: Match, seat: int) -> Observation:
        """The observation of a seat."""
        ctx = match.ctx
        seats = len(ctx.player_order)
        state, zones = visible_state(match, seat)
        totals: Totals = {}
        _add(totals, GLOBALS, _G, state)
        for crc, value in zip(_CTX_CRCS, _read_ctx(ctx), strict=True):
            if value:
                if type(value) is int:
                    at = crc % GLOBALS
                    totals[at] = totals.get(at, 0.0) + value
                else:
                    plain = sorted(value) if isinstance(value, set) else value
                    _add(totals, GLOBALS, crc, plain)
        if ctx.stages:
            _add(totals, GLOBALS, _STAGES, dict(ctx.stages))
        _add(totals, GLOBALS, _PLACE, ctx.place)
        _add(totals, GLOBALS, _SEAT, seat)
        values = np.zeros(GLOBALS, np.float32)
        found: Observation = {"globals": values}
        rows: dict[Any, int] = {}
        if self.card_rows:
            found["cards"] = self._cards(zones, seat, seats, totals, rows)
        _spread(values, totals)
        is_mine = self.decisions.seat == seat
        found["prompt"] = self._prompt(is_mine)
        found["options"] = self._options(rows) if is_mine else self._no_options()
        found["action_mask"] = mask_of(self.decisions) if is_mine else self._no_mask()
        return found

    def _cards(
        self,
        zones: Mapping[str, Any],
        seat: int,
        seats: int,
        totals: Totals,
        rows: dict[Any, int],
    ) -> NDArray[Any]:
        table = np.zeros((self.card_rows, len(CARD_COLUMNS) + CARD_NUMBERS), np.float32)
        at = 0
        for key, zone in zones.items():
            name, _, owner = key.partition(":")
            side = (int(owner) - seat) % seats if owner.isdecimal() else seats
            _add(totals, GLOBALS, crc32(f"zones.{name}.{side}".encode()), zone["count"])
            for index, card in enumerate(zone.get("cards", ())):
                if at == self.card_rows:
                    raise UnusableError(
                        "too_many_cards",
                        f"More than {self.card_rows} cards are visible. "
                        f"Make the environment with card_rows={2 * self.card_rows}.",
                    )
                self._card_row(table[at], card, side, name, index)
                if "id" in card:
                    rows[card["id"]] = at
                at += 1
        return table

    def _card_row(
        self, row: NDArray[Any], card: Mapping[str, Any], side: int, zone: str, index: int
    ) -> None:
        kind = card.get("kind", "")
        row[:7] = (
            1, side, self.zones.get(zone) or word_number(zone), index,
            self.kinds.get(kind) or (word_number(str(kind)) if kind else 0),
            bool(card.get("face_up", True)), bool(card.get("ready", True)),
        )  # fmt: skip
        totals: Totals = {}
        for path, value in card.items():
            if path not in _IN_COLUMNS:
                _add(totals, CARD_NUMBERS, crc32(path.encode()), value)
        _spread(row[len(CARD_COLUMNS) :], totals)

    def _prompt(self, is_mine: bool) -> NDArray[Any]:
        if not is_mine:
            return _NO_PROMPT.copy()
        question = self.decisions.question
        if question is None:
            return _MOVE_PROMPT.copy()
        picked, word = len(self.decisions.picks), word_number(question.text)
        return np.array((1, 0, question.min, question.max, picked, word), np.float32)

    def _options(self, rows: Mapping[Any, int]) -> NDArray[Any]:
        """Rows of moves have the move's name and its first word, those of questions their label."""
        decisions = self.decisions
        table = self._no_options()
        question = decisions.question
        if question is None:
            kept = {} if rows else self._kept_rows  # without cards, a move has one row
            for number, legal in enumerate(decisions.moves):
                row = kept.get(legal)
                if row is None:
                    row = kept[legal] = _row_of_move(*legal, rows)
                table[decisions.number_of(number, *legal)] = row
            if len(self._kept_rows) > MOST_WORDS:
                self._kept_rows.clear()
            return table
        for number, option in enumerate(question.options):
            value = option.value
            amount = min(max(value, -LIMIT), LIMIT) if type(value) is int else 0.0
            card = rows.get(value, -1) + 1 if type(value) in (int, str) else 0
            table[number] = (1, _NO_MOVE, card, amount, word_number(option.label))
        if decisions.is_selection:
            table[decisions.done, 0] = 1
        return table

    def _no_options(self) -> NDArray[Any]:
        return np.zeros((self.decisions.size, len(OPTION_COLUMNS)), np.float32)

    def _no_mask(self) -> NDArray[Any]:
        return np.zeros(self.decisions.size, np.int8)


_NO_MOVE = word_number("")
_IN_COLUMNS = ("id", "owner", "face_up", "ready", "kind")
_G, _PLACE, _SEAT, _STAGES = (crc32(word) for word in (b"G", b"place", b"seat", b"ctx.stages"))
_CTX_CRCS = tuple(crc32(f"ctx.{name}".encode()) for name in VISIBLE_CTX)
_read_ctx = attrgetter(*VISIBLE_CTX)
_NO_PROMPT = np.zeros(len(PROMPT_COLUMNS), np.float32)
_MOVE_PROMPT = np.array((1, 1, 1, 1, 0, 0), np.float32)


def _row_of_move(move: str, args: tuple[Any, ...], rows: Mapping[Any, int]) -> NDArray[Any]:
    """The row of an option that is a move."""
    card, amount, word = 0, 0.0, 0
    for value in args:
        if type(value) is int:
            amount = value
            card = rows.get(value, -1) + 1 or card
        elif type(value) is str:
            card = rows.get(value, -1) + 1 or card
            word = word or word_number(value)
    amount = min(max(amount, -LIMIT), LIMIT)
    return np.array((1, word_number(move), card, amount, word), np.float32)


def mask_of(decisions: Decisions) -> NDArray[Any]:
    """The mask of the open decision."""
    legal = decisions.legal()
    key = legal if type(legal) is range else tuple(legal)
    return _kept_mask(decisions.size, key).copy()


@lru_cache(1 << 12)
def _kept_mask(size: int, legal: range | tuple[int, ...]) -> NDArray[Any]:
    mask = np.zeros(size, np.int8)
    mask[list(legal)] = 1
    return mask


Totals = dict[int, float]
"""Sums by place; where two paths share a place, their values are added."""

MOST_WORDS = 1 << 16
_keys: dict[Any, bytes] = {}
_words: dict[str, bytes] = {}


def _key(key: Any) -> bytes:
    """A part of a path, encoded once."""
    found = _keys.get(key)
    if found is None:
        found = _keys[key] = f".{key}".encode()
    return found


def _word(word: str) -> bytes:
    """The end of the path of a word, encoded once. Games may make new words without end."""
    found = _words.get(word)
    if found is None:
        if len(_words) >= MOST_WORDS:
            _words.clear()
        found = _words[word] = b"=" + word.encode()
    return found


def _add(totals: Totals, size: int, crc: int, value: Any) -> None:
    """Add the numbers inside a value at the places of their paths, and 1 at the places of its words.

    `crc` is that of the path so far: CRCs can be continued, so no path is ever put together. What is
    directly inside a dict or a list is added here, because most of a state is."""
    kind = type(value)
    inside: Iterable[tuple[Any, Any]]
    if kind is dict:
        inside = value.items()
    elif kind is list or kind is tuple:
        at = crc32(b".count", crc) % size
        totals[at] = totals.get(at, 0.0) + len(value)
        inside = enumerate(value)
    elif kind is int or kind is float or kind is bool:
        at = crc % size
        totals[at] = totals.get(at, 0.0) + value
        return
    elif kind is str:
        at = crc32(_words.get(value) or _word(value), crc) % size
        totals[at] = totals.get(at, 0.0) + 1
        return
    else:
        if value is not None:
            _add(totals, size, crc, msgspec.to_builtins(value, enc_hook=str))
        return
    for key, inner in inside:
        kind = type(inner)
        if inner is None:
            continue
        if kind is int or kind is bool or kind is float:
            at = crc32(_keys.get(key) or _key(key), crc) % size
            totals[at] = totals.get(at, 0.0) + inner
        elif kind is str:
            path = crc32(_keys.get(key) or _key(key), crc)
            at = crc32(_words.get(inner) or _word(inner), path) % size
            totals[at] = totals.get(at, 0.0) + 1
        else:
            _add(totals, size, crc32(_keys.get(key) or _key(key), crc), inner)


def _spread(values: NDArray[Any], totals: Totals) -> None:
    """Write sums to their places."""
    for at, value in totals.items():
        if value:
            values[at] = value if -LIMIT < value < LIMIT else math.copysign(LIMIT, value)


class FlatObservations:
    """Observations as one array, in a range that networks learn from: numbers of words, kinds and rows
    become parts of 1, and every number its inverse hyperbolic sine."""

    def __init__(self, encoder: ObservationEncoder) -> None:
        shapes = encoder.shapes()
        scales = {name: np.ones(shape, np.float32) for name, shape in shapes.items()}
        word, row = 1 / BUCKETS, 1 / max(encoder.card_rows, 1)
        scales["prompt"][PROMPT_COLUMNS.index("word")] = word
        for column, scale in (("move", word), ("card", row), ("word", word)):
            scales["options"][:, OPTION_COLUMNS.index(column)] = scale
        if "cards" in scales:
            kinds, zones = max(len(encoder.kinds), 1), max(len(encoder.zones), 1)
            scales["cards"][:, CARD_COLUMNS.index("kind")] = 1 / kinds if encoder.kinds else word
            scales["cards"][:, CARD_COLUMNS.index("zone")] = 1 / zones if encoder.zones else word
        self._names = tuple(shapes)
        self._scale = np.concatenate([scales[name].ravel() for name in self._names])
        self.size = len(self._scale)

    def space(self) -> Any:
        """The space of Gymnasium for these arrays."""
        from gymnasium import spaces

        limit = float(np.arcsinh(np.float32(LIMIT))) + 1
        return spaces.Box(-limit, limit, (self.size,), np.float32)

    def flatten(self, observation: Observation) -> NDArray[np.float32]:
        """All arrays of an observation but the mask, one after the other."""
        flat = np.concatenate([observation[name].ravel() for name in self._names])
        flat *= self._scale
        squashed: NDArray[np.float32] = np.arcsinh(flat, out=flat)
        return squashed
