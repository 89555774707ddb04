"""Patches: a `state_update` as edits of the one before, for clients that joined with `patches`.

A patch is made from nothing but two messages to the same viewer, so it tells no more than they do. An
edit replaces some bytes of the older message. Both messages consist of the same pieces, most of which
have not changed, so only changed pieces are compared: what they have in common at their beginning and
end is not sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, TypeAlias
from zlib import crc32

from .json_template import fields_template
from .protocol import StatePatch, StateUpdate, encode

if TYPE_CHECKING:
    from .state_view import StateView

MIN_PATCHED = 1000  # bytes; a patch of a shorter message hardly saves anything
MIN_TRIMMED = 40  # bytes; shorter pieces are replaced as a whole
NO_STATE = -1
number = int.from_bytes
STATE_UPDATE = b'{"type":%b,' % encode(StateUpdate.__struct_config__.tag)
_PATCH = (
    b'{"type":%b,' % encode(StatePatch.__struct_config__.tag)
    + fields_template(
        StatePatch, base_version="%d", state_version="%d", hash="%d", edits="%b"
    )
    + b"}"
)  # fmt: skip

Edit: TypeAlias = tuple[int, int, str]


class StateFrame:
    """A state of one viewer, as a whole and as a patch of the state with the number `base`."""

    __slots__ = ("base", "full", "number", "patch", "pieces", "version")

    def __init__(self, number: int, version: int, pieces: list[bytes], old: StateFrame | None):
        self.number, self.version, self.pieces = number, version, pieces
        self.full = b"".join(pieces)
        self.base, self.patch = NO_STATE, b""
        if old is not None and len(self.full) >= MIN_PATCHED and len(old.pieces) == len(pieces):
            edits = encode(edits_between(old.pieces, pieces))
            patch = _PATCH % (old.version, version, crc32(self.full), edits)
            if len(patch) < len(self.full):
                self.base, self.patch = old.number, patch


class PatchedRecipients:
    """The recipients of a room's states that take patches, and the last state of each."""

    __slots__ = ("_count", "_last")

    def __init__(self) -> None:
        self._count = 0
        self._last: dict[int, StateFrame | None] = {}

    def set_patches(self, to: int, has_patches: bool) -> None:
        """Note whether a recipient takes patches."""
        if has_patches:
            self._last.setdefault(to, None)
        else:
            self._last.pop(to, None)

    def frame(self, view: StateView, to: int, seat: int | None, after: int) -> bytes | StateFrame:
        """Return the state of a seat for a recipient, with the log after line `after`."""
        if to not in self._last:
            return view.update(seat, after)
        self._count += 1
        pieces, version = view.pieces(seat, after), view.room.version
        found = self._last[to] = StateFrame(self._count, version, pieces, self._last[to])
        return found


class SentStates:
    """What a client with patches was sent last, which decides what it is sent next."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = NO_STATE

    def select(self, frame: bytes | StateFrame) -> bytes:
        """Return the form in which this client is sent a frame."""
        if type(frame) is not StateFrame:
            if frame.startswith(STATE_UPDATE):  # type: ignore[union-attr]
                self.number = NO_STATE  # it was for this client alone
            return frame  # type: ignore[return-value]
        is_next = self.number == frame.base != NO_STATE
        self.number = frame.number
        return frame.patch if is_next else frame.full


def edits_between(old: list[bytes], new: list[bytes]) -> list[Edit]:
    """Return the edits that turn one list of pieces, joined, into the other. Positions are bytes of the
    old text; they ascend."""
    edits: list[Edit] = []
    start = previous = 0
    for index in compress(range(len(old)), map(ne, old, new)):
        start += sum(map(len, old[previous:index]))
        previous = index
        before, after = old[index], new[index]
        head = tail = 0
        if len(before) > MIN_TRIMMED < len(after):
            head, tail = common_ends(before, after)
        text = after[head : len(after) - tail].decode()
        edits.append((start + head, len(before) - head - tail, text))
    return edits


def common_ends(a: bytes, b: bytes) -> tuple[int, int]:
    """Return how many bytes two different texts have in common at their beginning and, after that, at
    their end, without splitting a character."""
    long_a, long_b = len(a), len(b)
    size = min(long_a, long_b)
    # Of two numbers of the same size, the first byte that differs is the highest one of their xor.
    different = number(a[:size], "big") ^ number(b[:size], "big")
    head = size - ((different.bit_length() + 7) >> 3)
    size -= head
    tail = 0
    if size:
        different = number(a[long_a - size :], "little") ^ number(b[long_b - size :], "little")
        tail = size - ((different.bit_length() + 7) >> 3)
    if not b.isascii() or not a.isascii():
        while head and (_continues(a, head) or _continues(b, head)):
            head -= 1
        while tail and _continues(b, long_b - tail):
            tail -= 1
    return head, tail


def _continues(text: bytes, position: int) -> bool:
    """Return whether a byte is inside a UTF-8 character."""
    return position < len(text) and text[position] & 0xC0 == 0x80


def apply_edits(old: bytes, edits: Iterable[Edit]) -> bytes:
    """Return the text that edits make of an older one."""
    parts: list[bytes] = []
    done = 0
    for start, count, text in edits:
        parts += (old[done:start], text.encode())
        done = start + count
    return b"".join((*parts, old[done:]))
