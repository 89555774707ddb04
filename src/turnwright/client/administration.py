"""The administration of a server over HTTP: rooms, bans and mutes, reports."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from turnwright.server.http.messages import RestrictionRequest
from turnwright.server.node.moderation import AbuseReport, ModerationRequest
from turnwright.server.node.restrictions import Restriction

from .lobby import SyncLobby


class Administration(SyncLobby):
    """What an administrator can do. `token` is the server's `admin_token`."""

    def all_rooms(self, limit: int = 100) -> list[dict[str, Any]]:
        """Return the newest rooms, including private and finished ones."""
        return self._get(list[dict[str, Any]], f"/admin/rooms?limit={limit}")

    def inspect(self, room: str) -> dict[str, Any]:
        """Return the players, spectators, prompts and chat of a room."""
        return self._get(dict[str, Any], _room(room))

    def end(self, room: str, reason: str) -> dict[str, Any]:
        """End the match of a room, or close a waiting room."""
        return self._get(dict[str, Any], _room(room, "/end"), {"reason": reason})

    def moderate(self, room: str, request: ModerationRequest) -> dict[str, Any]:
        """Mute or kick somebody in a room, or switch its chat off or on."""
        return self._get(dict[str, Any], _room(room, "/moderate"), request)

    def delete(self, room: str, reason: str) -> dict[str, Any]:
        """Delete a room with its log, chat and replays."""
        return self._get(dict[str, Any], _room(room, "/delete"), {"reason": reason})

    def restrict(self, request: RestrictionRequest) -> Restriction:
        """Ban or mute somebody, or switch chat off."""
        return self._get(Restriction, "/admin/restrictions", request)

    def restrictions(self) -> list[Restriction]:
        """Return the bans and mutes in force."""
        return self._get(list[Restriction], "/admin/restrictions")

    def lift(self, number: str) -> Restriction:
        """Lift a ban or mute."""
        return self._get(Restriction, f"/admin/restrictions/{quote(number, safe='')}/lift", {})

    def reports(self, limit: int = 100) -> list[AbuseReport]:
        """Return what players have reported, the newest first."""
        return self._get(list[AbuseReport], f"/admin/reports?limit={limit}")


def _room(room: str, more: str = "") -> str:
    return f"/admin/rooms/{quote(room, safe='')}{more}"
