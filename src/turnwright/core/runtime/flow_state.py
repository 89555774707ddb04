"""The core context: where the match stands, who may act, what was counted.

These are the properties of the flow document, under Python names; encoded, they carry the document's
own camelCase names, and reading `ctx.pendingMulligan` works too. Hooks may read everything here and
change the plain values; the position changes only through the flow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from turnwright.core.definition.state import Public, Shared

from .rng import Stream

PlayerValue: TypeAlias = bool | int | str | list[int | str] | None


class Card(msgspec.Struct, kw_only=True, gc=False):
    """One card in play. Games add fields by subclassing; `kind` names its definition."""

    id: Public[int]
    kind: Public[str]
    owner: Public[int]
    ready: Public[bool] = True
    face_up: Public[bool] = True


class Result(msgspec.Struct, frozen=True):
    """How a match ended. `winners` is empty for a draw; `losers` are those who lost although nobody
    won, as in a game for one."""

    winners: tuple[int, ...]
    reason: str = ""
    scores: tuple[float, ...] = ()
    losers: tuple[int, ...] = ()

    @property
    def winner(self) -> int | None:
        return self.winners[0] if len(self.winners) == 1 else None

    def __str__(self) -> str:
        outcome = self.describe([f"seat {seat}" for seat in self.winners or self.losers])
        return f"{outcome}: {self.reason}" if self.reason else outcome

    def describe(self, names: list[str]) -> str:
        """In words, with the names of those who won, or of those who lost where nobody won."""
        who = " and ".join(names)
        return f"{who} {'won' if self.winners else 'lost'}" if who else "a draw"


class MoveHistoryEntry(msgspec.Struct, frozen=True):
    """One entry of the move history."""

    id: int
    player: int
    type: str
    args: tuple[Any, ...]
    position: str
    turn: int


def camel(name: str) -> str:
    """`pending_mulligan` is `pendingMulligan`."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


class CamelNames:
    """What a class has under Python names it also has under the document's camelCase names. (They are
    written into the class once; looking them up at every access would slow all access down.)"""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, value in list(vars(cls).items()):
            if not name.startswith("_") and (callable(value) or isinstance(value, property)):
                setattr(cls, camel(name), value)


class Ctx(msgspec.Struct, kw_only=True, dict=True, omit_defaults=True, rename="camel"):
    """Everything the engine itself knows about a match. The rules' own knowledge is in G."""

    # who
    player_order: list[int]
    turn_player_pos: int = 0
    priority_player_pos: int = 0
    otp: int | None = None
    choosing_first_player: int | None = None
    pending_mulligan: set[int] = set()
    pending_champion_selection: set[int] = set()
    players: dict[int, dict[str, PlayerValue]] = {}
    # identity
    game_id: str = ""
    match_id: str = ""
    seed: int | str = 0
    # result and mode
    game_over: bool = False
    winner: int | None = None
    result: Result | None = None
    manual_mode: bool = False
    # counters
    num_turns: int = 0
    num_player_turns: int = 0
    num_turn_moves: int = 0
    num_moves: int = 0
    # position
    current_segment: str | None = None
    current_phase: str | None = None
    current_step: str | None = None
    steps_done: bool = False
    phases_done: bool = False
    # who has finished a turn in this round, who plays next out of order, who is out of the game
    round_players: set[int] = set()
    extra_turns: list[int] = []
    eliminated: set[int] = set()
    # priority window
    window: list[int] | None = None
    passed_players: set[int] = set()
    # cards
    cards: dict[int, Card] = {}
    card_zones: dict[int, str] = {}
    next_card: int = 0
    zones: dict[str, list[int]] = {}
    # chance, and what the match was set up with
    options: Shared[dict[str, Any]] = {}
    streams: dict[str, Stream] = {}

    @property
    def num_rounds(self) -> int:
        """Rounds completed: what `num_turns` counts, under an unambiguous name."""
        return self.num_turns

    @property
    def turn_player(self) -> int:
        return self.player_order[self.turn_player_pos]

    @property
    def priority_player(self) -> int | None:
        """The seat that may act, or None when the position names nobody."""
        position = self.priority_player_pos
        return self.player_order[position] if 0 <= position < len(self.player_order) else None

    @property
    def all_players_passed(self) -> bool:
        """Everybody who takes part in the window (or everybody at the table) has passed."""
        seats = self.player_order if self.window is None else self.window
        done = self.passed_players
        return all(seat in done or seat in self.eliminated for seat in seats)

    @property
    def place(self) -> str:
        """The position as one word: `duringGame/main/attack`."""
        names = (self.current_segment, self.current_phase, self.current_step)
        return "/".join(name for name in names if name) or "nowhere"

    @property
    def move_history(self) -> Sequence[MoveHistoryEntry]:
        """The successful moves so far; empty when the match keeps no record."""
        moves = [entry for entry in self.__dict__.get("_inputs", ()) if entry.move]
        return [
            MoveHistoryEntry(number, entry.seat, entry.move, entry.args, entry.at, entry.turn)
            for number, entry in enumerate(moves, 1)
        ]


def _alias(name: str) -> property:
    return property(lambda ctx: getattr(ctx, name), lambda ctx, value: setattr(ctx, name, value))


for _name in (
    *Ctx.__struct_fields__,
    *[key for key, v in vars(Ctx).items() if type(v) is property],
):
    if camel(_name) != _name:
        setattr(Ctx, camel(_name), _alias(_name))
