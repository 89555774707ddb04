"""Frames of the socket: a message is `[payload]` or `[payload, callback]`, in EDN or MessagePack.

A client sends one event `[id, data]`. A server sends one event, a list of events, or the reply to a
callback. Game states are JSON strings inside, in both encodings.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from turnwright.core.errors import UnusableError

from . import edn, msgpack_codec
from .edn import Keyword, keyed, plain

PACKERS = ("edn", "msgpack")
MAX_FRAME = 1 << 20
"""Maximum size of a frame from a client, in bytes."""


class Event(NamedTuple):
    """A named event. `callback` names the reply that the sender wants."""

    name: str
    data: Any = None
    callback: str = ""


class Reply(NamedTuple):
    """The reply to an event with a callback."""

    callback: str
    data: Any


def encode(packer: str, events: list[Event], callback: str = "") -> str | bytes:
    """Encode one event, or several in one frame."""
    encoded = [
        [Keyword(event.name), *([keyed(event.data)] if event.data is not None else [])]
        for event in events
    ]
    payload: Any = encoded[0] if len(encoded) == 1 else encoded
    return _pack(packer, [payload, callback] if callback else [payload])


def encode_reply(packer: str, reply: Reply) -> str | bytes:
    """Encode a reply."""
    return _pack(packer, [keyed(reply.data), reply.callback])


def _pack(packer: str, message: Any) -> str | bytes:
    return edn.dumps(message) if packer == "edn" else msgpack_codec.dumps(message)


def decode(packer: str, frame: str | bytes) -> list[Event] | Reply:
    """Decode the events or the reply in a frame; keywords become strings.

    Raise an error if the frame is not a message."""
    if packer == "edn":
        try:
            text = frame.decode() if isinstance(frame, bytes) else frame
        except UnicodeDecodeError:
            raise UnusableError("bad_message", "The frame is not valid UTF-8.") from None
        message = edn.loads(text)
    else:
        if isinstance(frame, str):
            raise UnusableError("bad_message", "A MessagePack message must be bytes, not text.")
        message = msgpack_codec.loads(frame)
    if not isinstance(message, list) or len(message) not in (1, 2):
        raise UnusableError("bad_message", "A message must be [payload] or [payload, callback].")
    payload, callback = message[0], str(message[1] or "") if len(message) == 2 else ""
    if _is_event(payload):
        return [_event(payload, callback)]
    if isinstance(payload, list) and payload and all(map(_is_event, payload)):
        return [_event(one, "") for one in payload]
    if callback:
        return Reply(callback, plain(payload))
    raise UnusableError("bad_message", "A message must contain events.")


def _is_event(value: Any) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 2 and isinstance(value[0], Keyword)


def _event(value: list[Any], callback: str) -> Event:
    data = plain(value[1]) if len(value) == 2 else None
    return Event(value[0].name, data, callback)
