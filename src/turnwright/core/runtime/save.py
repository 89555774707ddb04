"""Saves: a match as bytes, with a resting state, the record and a checksum.

A match with an open question is saved as its last checkpoint; loading runs the inputs since then again.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.definition.state import clone, freeze
from turnwright.core.errors import TurnwrightError, UnusableError

from .flow_state import initial_ctx
from .record import BEFORE_START, FORMAT, Record, effective, to_bytes
from .rule_errors import not_plain, strange_value

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game, MatchState

    from .match import Match


class SaveEnvelope(msgspec.Struct):
    """The outer layer of a save. `body` is an encoded `SavedMatch`; `sum` is its checksum."""

    turnwright: int
    game: str
    rules: str
    sum: str
    body: msgspec.Raw


class SavedMatch(msgspec.Struct):
    """A resting state, how many inputs led to it, and the record with all inputs."""

    table: Any  # the MatchState; its type depends on the game
    inputs: int
    version: int
    asked_at: int
    is_recorded: bool
    record: Record


def save_match(match: Match, form: str) -> bytes:
    """Encode a match as "json" or "msgpack"."""
    if form not in ("json", "msgpack"):
        raise TurnwrightError(f"Unknown save format {form!r}: expected json or msgpack.")
    codec = msgspec.json if form == "json" else msgspec.msgpack
    state, inputs = _resting_state(match)
    saved = SavedMatch(
        state, inputs, match.version, match._asked_at, match._is_recorded, match.record
    )
    try:
        body, encoded = codec.encode(saved), codec.encode(state)
    except (TypeError, ValueError, OverflowError) as error:
        found = strange_value(state.G, "G") or strange_value(state.ctx.cards, "ctx.cards")
        raise (error if found is None else not_plain(*found, "")) from None
    game = match.game
    try:
        decoded = codec.decode(encoded, type=game.match_state)
    except msgspec.ValidationError as error:
        sentence = f"The state of {game.name} does not match its State class: {error}."
        raise TurnwrightError(sentence) from None
    # Equal values may be of other types (2 and 2.0), which hash differently; sets have no order.
    is_same = decoded == state and (
        codec.encode(decoded) == encoded
        or game.digest(decoded.G, decoded.ctx) == game.digest(state.G, state.ctx)
    )
    if not is_same:
        from turnwright.core.analysis.state_encoding import changed_value  # only if a rule is wrong

        raise TurnwrightError(
            f"The state of {game.name} changes when it is encoded as {form}: "
            f"{changed_value(state, decoded)}."
        )
    envelope = SaveEnvelope(FORMAT, game.name, game.rules, _checksum(body), msgspec.Raw(body))
    return bytes(codec.encode(envelope))


def _resting_state(match: Match) -> tuple[MatchState, int]:
    """The last resting state of a match, and how many inputs led to it."""
    if match.is_resting:
        return match.state, len(match._inputs)
    if not match._is_recorded:
        raise TurnwrightError("A match without a record cannot be saved while a question is open.")
    index, G, ctx = match._checkpoints[-1]
    return match.game.match_state(G=G, ctx=ctx), index


def load_match(kind: type[Match], game: Game, data: bytes | str) -> Match:
    """Decode a match that `save_match` encoded."""
    saved = _decode(game, data)
    try:
        return _restore(kind, game, saved)
    except (KeyError, IndexError, AssertionError) as error:
        sentence = f"This save is inconsistent: {type(error).__name__} {error}."
        raise UnusableError("save_corrupt", sentence) from None


def _decode(game: Game, data: bytes | str) -> SavedMatch:
    raw = to_bytes(data)
    is_json = raw.lstrip()[:1] == b"{"
    try:
        envelope: SaveEnvelope = (
            msgspec.json.decode(raw, type=SaveEnvelope)
            if is_json
            else msgspec.msgpack.decode(raw, type=SaveEnvelope)
        )
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnusableError("save_corrupt", f"This is not a complete save: {error}.") from None
    if envelope.turnwright != FORMAT:
        sentence = f"This save has format {envelope.turnwright}; this version reads {FORMAT}."
        raise UnusableError("save_format", sentence)
    body = bytes(envelope.body)
    if _checksum(body) != envelope.sum:
        raise UnusableError("save_corrupt", "This save is damaged: its checksum is wrong.")
    game.accept(envelope.game, envelope.rules, "save")
    kind = _saved_match_type(game.match_state)
    try:
        saved: SavedMatch = (
            msgspec.json.decode(body, type=kind)
            if is_json
            else msgspec.msgpack.decode(body, type=kind)
        )
        for entry in saved.record.entries:
            entry.args = freeze(entry.args)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UnusableError("save_corrupt", f"This save cannot be read: {error}.") from None
    game.accept_seats(saved.record)
    return saved


@lru_cache(256)
def _saved_match_type(state: type) -> Any:
    """The type of a save with this state. Creating it takes longer than reading a save."""
    return msgspec.defstruct("SavedMatch", [("table", state)], bases=(SavedMatch,))


def _restore(kind: type[Match], game: Game, saved: SavedMatch) -> Match:
    state, record = saved.table, saved.record
    match = kind(game, state.G, state.ctx, record, saved.is_recorded)
    if saved.is_recorded:
        match._inputs += effective(record.entries)
        match._checkpoints = [
            (BEFORE_START, game.state(), initial_ctx(game, record)),
            (saved.inputs, clone(state.G), clone(state.ctx)),
        ]
    match.version = saved.version
    if saved.is_recorded:
        match._replay_from(saved.inputs)
    match._asked_at = saved.asked_at
    return match


def _checksum(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()
