"""The engine's own state of a match (`ctx`): place, turn order, counters, cards, random streams.

Fields have Python names. Encoded they have camelCase names, and `ctx.pendingMulligan` works as well as
`ctx.pending_mulligan`. Hooks may read everything and change plain values, but not the place or the turn
player: these change through the flow (`c.set_phase`, `c.set_turn_player`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from turnwright.core.definition.state import Public, Shared, digest, plain_digest
from turnwright.core.errors import RulesError

from .rng import Stream
from .rule_errors import CALLS, not_writable

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game

    from .record import Record

NOBODY = -1
"""The owner of a card that belongs to no seat, such as a card of a shared deck."""

PlayerValue: TypeAlias = bool | int | str | list[int | str] | None


class Card(msgspec.Struct, kw_only=True, gc=False):
    """One card. `kind` names its definition, `owner` is a seat, or -1 for nobody. Games add fields by
    subclassing."""

    id: Public[int]
    kind: Public[str]
    owner: Public[int]
    ready: Public[bool] = True
    face_up: Public[bool] = True


class Result(msgspec.Struct, frozen=True):
    """How a match ended. `winners` is empty for a draw. `losers` are those who lost although nobody
    won, as in a game for one player. `scores` are in the order of the seats."""

    winners: tuple[int, ...]
    reason: str = ""
    scores: tuple[int | float, ...] = ()
    losers: tuple[int, ...] = ()

    @classmethod
    def by_scores(cls, scores: Iterable[float], reason: str = "") -> Result:
        """The result of a match that the highest score wins. Seats with equal scores win together."""
        given = tuple(scores)
        winners = tuple(seat for seat, score in enumerate(given) if score == max(given))
        return cls(winners, reason, given)

    @property
    def winner(self) -> int | None:
        """The winning seat, if there is exactly one."""
        return self.winners[0] if len(self.winners) == 1 else None

    def __str__(self) -> str:
        outcome = self.describe([f"seat {seat}" for seat in self.winners or self.losers])
        return f"{outcome}: {self.reason}" if self.reason else outcome

    def describe(self, names: list[str]) -> str:
        """The result as text, with the names of the winners, or of the losers if nobody won."""
        who = " and ".join(names)
        return f"{who} {'won' if self.winners else 'lost'}" if who else "a draw"


class MoveHistoryEntry(msgspec.Struct, frozen=True):
    """One move in `ctx.move_history`."""

    id: int
    player: int
    type: str
    args: tuple[Any, ...]
    position: str
    turn: int


def camel(name: str) -> str:
    """Convert a Python name: `pending_mulligan` becomes `pendingMulligan`."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


class CamelNames:
    """Mixin: methods and properties are also available under camelCase names.

    The names are added to the class once, because a `__getattr__` would slow down every access.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, value in list(vars(cls).items()):
            if not name.startswith("_") and (callable(value) or isinstance(value, property)):
                setattr(cls, camel(name), value)


class Ctx(msgspec.Struct, kw_only=True, dict=True, omit_defaults=True, rename="camel"):
    """The state that the engine keeps for a match. The game's own state is `G`."""

    # seats
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
    # seats that finished a turn in this round, extra turns, seats out of the game
    round_players: set[int] = set()
    extra_turns: list[int] = []
    eliminated: set[int] = set()
    # stages of seats in the current phase, requests that wait while the flow is held
    stages: dict[int, str | None] = {}
    held_requests: tuple[tuple[int, tuple[str | None, str | None, str | None], int], ...] = ()
    # priority window
    window: list[int] | None = None
    passed_players: set[int] = set()
    # cards
    cards: dict[int, Card] = {}
    card_zones: dict[int, str] = {}
    next_card: int = 0
    zones: dict[str, list[int]] = {}
    # options of the match, random streams
    options: Shared[dict[str, Any]] = {}
    streams: dict[str, Stream] = {}

    @property
    def num_rounds(self) -> int:
        """How many rounds are complete; the same number as `num_turns`."""
        return self.num_turns

    @property
    def turn_player(self) -> int:
        """The seat whose turn it is."""
        return self.player_order[self.turn_player_pos]

    @property
    def priority_player(self) -> int | None:
        """The seat with priority, or None."""
        position = self.priority_player_pos
        return self.player_order[position] if 0 <= position < len(self.player_order) else None

    @property
    def all_players_passed(self) -> bool:
        """Whether every seat of the window, or every seat if there is no window, has passed."""
        seats = self.player_order if self.window is None else self.window
        done = self.passed_players
        return all(seat in done or seat in self.eliminated for seat in seats)

    @property
    def place(self) -> str:
        """The current place as a path: `duringGame/main/attack`."""
        names = (self.current_segment, self.current_phase, self.current_step)
        return "/".join(name for name in names if name) or "nowhere"

    @property
    def move_history(self) -> Sequence[MoveHistoryEntry]:
        """The moves so far, with the one in progress.

        Matches with a record have it, and roll-outs of games whose rules read it (`Game.history`)."""
        inputs = self.__dict__.get("_inputs")
        if inputs is None:
            raise RulesError(
                "This match keeps no history of moves; define its game with Game(history=True)."
            )
        # While inputs run again, to go back or to load, the list also has later ones.
        moves = [entry for entry in inputs if entry.move][: self.num_moves]
        return [
            MoveHistoryEntry(number, entry.seat, entry.move, entry.args, entry.at, entry.turn)
            for number, entry in enumerate(moves, 1)
        ]

    @property
    def final_result(self) -> Result | None:
        """How the match ended, also if a rule only set `game_over`, and perhaps `winner`."""
        if self.result is None and self.game_over:
            return Result(() if self.winner is None else (self.winner,), "ended")
        return self.result


def initial_ctx(game: Game, header: Record) -> Ctx:
    """Return the engine's state of a match before its setup."""
    seats = list(range(len(header.seats)))
    zones: dict[str, list[int]] = {}
    if game.zones_view is None:  # otherwise the game keeps its cards in its own state
        for name, zone in game.zones.items():
            zones |= {name: []} if zone.shared else {f"{name}:{seat}": [] for seat in seats}
    return game.ctx(
        player_order=seats,
        seed=header.seed,
        game_id=header.game_id or game.name,
        match_id=header.match_id,
        options=header.options,
        players={seat: {} for seat in seats},
        zones=zones,
        streams={name: Stream(0, script=list(s)) for name, s in header.scripts.items()},
    )


def default_id(header: Record) -> str:
    """Return the id of a match that its host has not named. A replay of the match has the same."""
    facts = [header.game, header.rules, header.seed, header.seats, header.options, header.scripts]
    # Without options and scripts there are no sets, whose order would have to be made independent.
    has_sets = header.options or header.scripts
    return f"{header.game}-{(digest if has_sets else plain_digest)(facts)[:12]}"


def _alias(name: str) -> property:
    def write(ctx: Ctx, value: object) -> None:
        if name in CALLS:
            raise RulesError(not_writable(name, value))
        setattr(ctx, name, value)

    return property(lambda ctx: getattr(ctx, name), write)


for _name in (
    *Ctx.__struct_fields__,
    *[key for key, v in vars(Ctx).items() if type(v) is property],
):
    if camel(_name) != _name:
        setattr(Ctx, camel(_name), _alias(_name))
