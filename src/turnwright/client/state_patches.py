"""The client's side of patches: the last state as text, and the edits that make the next one of it."""

from __future__ import annotations

from zlib import crc32

import msgspec

from turnwright.server.views import protocol as wire
from turnwright.server.views.state_patch import STATE_UPDATE, apply_edits

PATCH = b'{"type":"state_patch"'
_patch = msgspec.json.Decoder(wire.StatePatch).decode


class _Version(msgspec.Struct, rename="camel"):
    state_version: int


class _Update(msgspec.Struct):
    state: _Version


_version = msgspec.json.Decoder(_Update).decode


class StatePatches:
    """Turns patches into state updates. Use one for each connection."""

    def __init__(self) -> None:
        self.text: bytes | None = None  # the last state update
        self.is_waiting = False  # for the whole state

    def resolve(self, frame: bytes) -> bytes | None:
        """Return the frame that a client without patches would have received, or None if a patch does
        not fit. Then `needs_state` says whether to ask for the whole state."""
        if frame.startswith(STATE_UPDATE):
            self.text, self.is_waiting = frame, False
        elif frame.startswith(PATCH):
            self.text = None if self.text is None else self._patched(self.text, _patch(frame))
            return self.text
        return frame

    def _patched(self, text: bytes, patch: wire.StatePatch) -> bytes | None:
        if _version(text).state.state_version != patch.base_version:
            return None
        found = apply_edits(text, patch.edits)
        return found if crc32(found) == patch.hash else None

    @property
    def needs_state(self) -> bool:
        """Whether the whole state is needed and was not asked for yet; true once."""
        is_needed = self.text is None and not self.is_waiting
        self.is_waiting = self.is_waiting or is_needed
        return is_needed
