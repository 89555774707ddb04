"""Saves: a match as bytes. A resting state, the record, and a checksum over both."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.definition.state import freeze
from turnwright.core.errors import TurnwrightError, UnusableError

from .record import FORMAT, Record, to_bytes

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game

    from .match import Match


class SaveEnvelope(msgspec.Struct):
    """The outer layer of a save. `body` is an encoded `SavedMatch`; its checksum is `sum`."""

    turnwright: int
    game: str
    rules: str
    sum: str
    body: msgspec.Raw


class SavedMatch(msgspec.Struct):
    """The inside: the last resting state, how many inputs led to it, and the record with the rest."""

    table: Any
    inputs: int
    version: int
    asked_at: int
    is_recorded: bool
    record: Record


def pack(match: Match, form: str) -> bytes:
    if form not in ("json", "msgpack"):
        raise TurnwrightError(f"A match is saved as json or msgpack, not as {form!r}.")
    codec = msgspec.json if form == "json" else msgspec.msgpack
    table, inputs, asked_at = match.saved_parts()
    body = codec.encode(
        SavedMatch(table, inputs, match.version, asked_at, match._is_recorded, match.record)
    )
    game = match.game
    try:
        is_faithful = codec.decode(codec.encode(table), type=game.match_state) == table
    except msgspec.ValidationError as error:
        sentence = f"The state of {game.name} is not what its State class declares: {error}."
        raise TurnwrightError(sentence) from None
    if not is_faithful:
        raise TurnwrightError(
            f"The state of {game.name} does not come back from {form} as it was: "
            "declare sets, tuples and keys that are no strings in a State class."
        )
    envelope = SaveEnvelope(FORMAT, game.name, game.rules, _sum(body), msgspec.Raw(body))
    return bytes(codec.encode(envelope))


def unpack(game: Game, data: bytes | str) -> SavedMatch:
    raw = to_bytes(data)
    is_json = raw.lstrip()[:1] == b"{"
    try:
        envelope: SaveEnvelope = (
            msgspec.json.decode(raw, type=SaveEnvelope)
            if is_json
            else msgspec.msgpack.decode(raw, type=SaveEnvelope)
        )
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnusableError("save_corrupt", f"This is not a whole save: {error}.") from None
    if envelope.turnwright != FORMAT:
        sentence = f"This save has format {envelope.turnwright}; this version reads {FORMAT}."
        raise UnusableError("save_format", sentence)
    body = bytes(envelope.body)
    if _sum(body) != envelope.sum:
        raise UnusableError("save_corrupt", "This save is damaged: its checksum does not fit.")
    game.accept(envelope.game, envelope.rules, "save")
    kind: Any = msgspec.defstruct("SavedMatch", [("table", game.match_state)], bases=(SavedMatch,))
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


def _sum(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()
