"""Frames of the socket, as the library sente packs them, in EDN or MessagePack.

Every frame is `[value callback]`; without a callback that is nil. (Versions before 1.21 leave it
out, which is read too.)

- A client sends one event: `[[:lobby/list] nil]`, `[[:lobby/deck {...}] "a1b2c3"]`.
- A server pushes lists of events, also if there is only one: `[[[:lobby/list [...]]] nil]`.
- It sends the handshake as a single event, the ping as a bare keyword (`[:chsk/ws-ping nil]`), and
  replies as `[value callback]`; a reply may look like an event.

Game states are JSON strings inside, in both encodings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from turnwright.core.errors import UnusableError

from . import edn, msgpack_codec
from .edn import Keyword, keyed, plain

PACKERS = ("edn", "msgpack")
MAX_FRAME = 1 << 20
"""Maximum size of a frame from a client, in bytes."""
HANDSHAKE, PING, PONG = "chsk/handshake", "chsk/ws-ping", "chsk/ws-pong"
BAD_EVENT = "chsk/bad-event"
PING_REPLY = "pong"
"""The reply of a server to the ping of a client."""


class Event(NamedTuple):
    """A named event. `callback` names the reply that the sender wants."""

    name: str
    data: Any = None
    callback: str = ""


class Reply(NamedTuple):
    """The reply to an event with a callback."""

    callback: str
    data: Any


# --- writing ------------------------------------------------------------------------------------------


def encode_event(packer: str, event: Event) -> str | bytes:
    """Encode one event: of a client, or the handshake of a server."""
    return _pack(packer, _vector(event), event.callback)


def encode_events(packer: str, events: Sequence[Event]) -> str | bytes:
    """Encode the events that a server pushes in one frame."""
    return _pack(packer, [_vector(event) for event in events])


def encode_reply(packer: str, reply: Reply) -> str | bytes:
    """Encode a reply."""
    return _pack(packer, keyed(reply.data), reply.callback)


def encode_ping(packer: str) -> str | bytes:
    """Encode the ping of a server."""
    return _pack(packer, Keyword(PING))


def _vector(event: Event) -> list[Any]:
    data = [] if event.data is None else [keyed(event.data)]
    return [Keyword(event.name), *data]


def _pack(packer: str, value: Any, callback: str = "") -> str | bytes:
    message = [value, callback or None]
    return edn.dumps(message) if packer == "edn" else msgpack_codec.dumps(message)


# --- reading ------------------------------------------------------------------------------------------


def decode_from_client(packer: str, frame: str | bytes) -> Event:
    """Decode the event in a frame of a client; keywords become strings.

    A value that is not an event becomes the event `chsk/bad-event`, as in sente. Raise an error if
    the frame is not a message at all."""
    value, callback = _unpack(packer, frame)
    if _is_event(value):
        return _event(value, callback)
    return Event(BAD_EVENT, plain(value), callback)


def decode_from_server(packer: str, frame: str | bytes) -> list[Event] | Reply:
    """Decode the events or the reply in a frame of a server; keywords become strings.

    Raise an error if the frame is not a message."""
    value, callback = _unpack(packer, frame)
    if isinstance(value, Keyword) and not callback:
        return [Event(value.name)]
    if _is_event(value) and (not callback or value[0].name == HANDSHAKE):
        return [_event(value, "")]
    if callback:
        return Reply(callback, plain(value))
    if isinstance(value, list) and all(map(_is_event, value)):
        return [_event(one, "") for one in value]
    raise UnusableError("bad_message", "A message must contain events.")


def _unpack(packer: str, frame: str | bytes) -> tuple[Any, str]:
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
        raise UnusableError("bad_message", "A message must be [value] or [value, callback].")
    callback = message[1] if len(message) == 2 else None
    if callback is not None and not isinstance(callback, str):
        raise UnusableError("bad_message", "The callback of a message must be a string.")
    return message[0], callback or ""


def _is_event(value: Any) -> bool:
    """An event is a vector of a keyword with a namespace and, if it has any, its data."""
    return (
        isinstance(value, list) and 1 <= len(value) <= 2
        and isinstance(value[0], Keyword) and "/" in value[0].name
    )  # fmt: skip


def _event(value: list[Any], callback: str) -> Event:
    data = plain(value[1]) if len(value) == 2 else None
    return Event(value[0].name, data, callback)
