"""The tables about people: chat, restrictions (bans and mutes), reports, identified players.

They are apart from the log of the rooms: nothing here is needed to rebuild a match. The same SQL
serves SQLite and PostgreSQL. A subject is who somebody is for the identity provider; it is never shown
to other players.
"""

from __future__ import annotations

from typing import Any

import msgspec

PEOPLE_TABLES = """
CREATE TABLE IF NOT EXISTS chat (
    room text NOT NULL, n bigint NOT NULL, seq bigint NOT NULL, slot bigint NOT NULL,
    name text NOT NULL, line text NOT NULL, at double precision NOT NULL, PRIMARY KEY (room, n));
CREATE INDEX IF NOT EXISTS chat_by_time ON chat (at);
CREATE TABLE IF NOT EXISTS restrictions (
    id text PRIMARY KEY, kind text NOT NULL, room text NOT NULL, who text NOT NULL,
    until double precision NOT NULL, reason text NOT NULL, imposed_by text NOT NULL,
    created double precision NOT NULL);
CREATE TABLE IF NOT EXISTS reports (
    id text PRIMARY KEY, at double precision NOT NULL, room text NOT NULL, reporter text NOT NULL,
    who text NOT NULL, name text NOT NULL, line text NOT NULL, reason text NOT NULL);
CREATE INDEX IF NOT EXISTS reports_by_time ON reports (at);
CREATE TABLE IF NOT EXISTS identified_matches (
    room text NOT NULL, number bigint NOT NULL, game text NOT NULL, subjects text NOT NULL,
    names text NOT NULL, ranks text NOT NULL, ended double precision NOT NULL,
    PRIMARY KEY (room, number));
CREATE INDEX IF NOT EXISTS identified_matches_by_end ON identified_matches (game, ended)"""

ADD_CHAT = "INSERT INTO chat VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING"
TRIM_CHAT = "DELETE FROM chat WHERE room = $1 AND n <= $2"
ADD_IDENTIFIED = """
INSERT INTO identified_matches VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING"""
PEOPLE = ("chat", "restrictions", "reports", "identified_matches")
ROOM_TABLES = ("snapshots", "results", "replays", "frames", "frame_parts", *PEOPLE)
"""Tables whose rows belong to a room and are deleted with it, besides the room and its log."""


class ChatRow(msgspec.Struct, frozen=True, gc=False):
    """A stored line of chat. `n` counts the lines of a room, and `seq` is the last row of its log when
    the line was written. Lines up to `forget` are deleted when it is stored."""

    room: str
    n: int
    seq: int
    slot: int  # -1: a spectator
    name: str
    line: str
    at: float
    forget: int = 0

    def statements(self) -> list[tuple[str, tuple[Any, ...]]]:
        """Return the statements that store the line."""
        values = (self.room, self.n, self.seq, self.slot, self.name, self.line, self.at)
        return [(ADD_CHAT, values), (TRIM_CHAT, (self.room, self.forget))]


class IdentifiedMatch(msgspec.Struct, frozen=True, gc=False):
    """A finished match whose players are all known by their subjects. `ranks` are their places, by
    seat: the winners have the lowest one."""

    room: str
    number: int
    game: str
    subjects: list[str]
    names: list[str]
    ranks: list[int]
    ended: float

    def statements(self) -> list[tuple[str, tuple[Any, ...]]]:
        """Return the statements that store the match."""
        lists = [
            msgspec.json.encode(one).decode() for one in (self.subjects, self.names, self.ranks)
        ]
        values = (self.room, self.number, self.game, *lists, self.ended)
        return [(ADD_IDENTIFIED, values)]
