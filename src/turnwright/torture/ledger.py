"""The ledger of a room: what the server has acknowledged to its players, noted as it arrives."""

from __future__ import annotations

from collections.abc import Mapping


class Ledger:
    """The acknowledged inputs of one room: the version of each, by its action id."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.contradictions: list[str] = []
        self._versions: dict[str, int] = {}

    def note(self, action_id: str, version: int) -> None:
        """Note an acknowledgement. A repeated one must say the same."""
        known = self._versions.setdefault(action_id, version)
        if known != version:
            self.contradictions.append(
                f"Input {action_id} was acknowledged at version {known}, and again at {version}."
            )

    def forget_after(self, version: int) -> None:
        """Forget what was acknowledged after a version, because the disk has lost it."""
        kept = {id: at for id, at in self._versions.items() if at <= version}
        self._versions = kept

    @property
    def versions(self) -> Mapping[str, int]:
        """The version that resulted from each input, by action id."""
        return self._versions

    def __len__(self) -> int:
        return len(self._versions)
