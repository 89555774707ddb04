"""A workbench session: one match of a game under development, its record, and where it stands in it.

The match is shown through the server's `Room` and `MessageHandler`, so that the table gets the messages
that players get. There are no clocks, sockets or files here.

- The inputs are a tree of lines (`BranchTree`); `position` is how many inputs of the current line are
  carried out. Going to a position builds the match again from its start.
- Playing a different input before the end of a line begins a branch.
- `reload` takes new rules and carries out the same inputs as far as the rules accept them. The position
  that was wanted is remembered, so that the next save can get back to it.
- The last inputs are traced with differences, the earlier ones without.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from turnwright.agents.base import Agent
from turnwright.agents.registry import find_agent
from turnwright.core.analysis.state_changes import plain_state
from turnwright.core.analysis.trace import FlowEvent, Listener, Trace
from turnwright.core.definition.game import Game
from turnwright.core.errors import TurnwrightError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer
from turnwright.core.runtime.record import RecordEntry, effective
from turnwright.server.rooms import inputs
from turnwright.server.rooms.message_handler import MessageHandler
from turnwright.server.rooms.reply import SENDER
from turnwright.server.rooms.room import Room
from turnwright.server.rooms.room_state import DEFAULT_TIMEOUTS
from turnwright.server.views import protocol as wire

from .branches import BranchTree, input_key, input_text
from .rule_failure import RuleFailure, failure_of

TRACED_INPUTS = 12  # with differences
BOT_INPUTS = 400  # that bots play on at most, at once
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eva", "Finn")


class Reload(msgspec.Struct, frozen=True):
    """How far the record fits the new rules: `kept` of `wanted` inputs, and why not further."""

    kept: int
    wanted: int
    why: str = ""
    number: int = 0


class InputNote(msgspec.Struct, frozen=True):
    """What the timeline says of an input: how the log tells it, and the turn it was made in."""

    label: str
    turn: int
    turn_player: int


class Session:
    """One match of a game under development. `room` is None while the match cannot be started."""

    def __init__(
        self,
        game: Game,
        folder: Path,
        seed: str = "0",
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        listener: Listener | None = None,
    ) -> None:
        self.game, self.folder = game, folder
        self.listener = listener  # of what happens now; not of inputs that are carried out again
        self.seed, self.options = seed, dict(options or {})
        self.seats = seats or game.seats[0]
        self.tree = BranchTree()
        self.position = 0
        self.wanted = 0  # the position that the author chose
        self.room: Room | None = None
        self.handler: MessageHandler | None = None
        self.failure: RuleFailure | None = None
        self.reloaded: Reload | None = None
        self.loads = 0
        self.events: list[list[FlowEvent]] = [[]]  # by input; those of the setup come first
        self.journal: list[list[str]] = [[]]  # log lines by input
        self.before: dict[str, Any] = {}  # the state before the last input
        self.turn_start: dict[str, Any] = {}  # the state when the turn began
        self.notes: dict[int, InputNote] = {}  # by the key of an input and all before it
        self._keys = [0]  # those keys of the inputs carried out
        self._bots: dict[str, Agent] = {}
        self._is_building = False
        self._build(0)

    # --- the match ---------------------------------------------------------------------------------

    @property
    def match(self) -> Match | None:
        """The match at the current position."""
        return None if self.room is None else self.room.match

    @property
    def entries(self) -> list[RecordEntry]:
        """The inputs of the current line."""
        return self.tree.line.entries

    def _start(self, differences: bool) -> tuple[Room, MessageHandler]:
        names = [NAMES[n] if n < len(NAMES) else f"Seat {n}" for n in range(self.seats)]
        trace = Trace(1, self._note_event, differences=differences)
        match = self.game.start(self.seed, names, options=self.options, trace=trace)
        timeouts = dict.fromkeys(DEFAULT_TIMEOUTS, 0.0)
        create = inputs.Create(
            self.game.name, self.game.rules, self.seed, self.seats, options=self.options,
            timeouts=timeouts, coin_flip=False,
        )  # fmt: skip
        room = Room("workbench", self.game, create)
        room.show_match(match)
        room.open_prompts_of_match()
        handler = MessageHandler(room, 1)
        for slot in range(self.seats):
            handler.connect(slot)
        return room, handler

    def _note_event(self, event: FlowEvent) -> None:
        self.events[-1].append(event)
        if self.listener is not None and not self._is_building:
            self.listener(event)

    def _build(self, target: int) -> str:
        """Build the match again and carry out `target` inputs. Return why it stopped earlier, if so."""
        self._is_building = target > 0
        try:
            return self._carry_out(target)
        finally:
            self._is_building = False

    def _carry_out(self, target: int) -> str:
        self.failure = None
        self.events, self.journal, self.position = [[]], [[]], 0
        self._keys = [0]
        try:
            room, handler = self._start(target < TRACED_INPUTS)
        except Exception as error:
            self.room = self.handler = None
            self.failure = failure_of(error, "rule", self.folder, "in the setup")
            return self.failure.error
        self.room, self.handler = room, handler
        assert room.match is not None
        self.before = self.turn_start = plain_state(room.match.G, room.match.ctx)
        for number, entry in enumerate(self.entries[:target], 1):
            why = self._replay(room, room.match, entry, target - number)
            if why:
                return why
        return ""

    def _replay(self, room: Room, match: Match, entry: RecordEntry, left: int) -> str:
        """Carry out one input of the line again. Return why it does not fit."""
        if match.trace is not None and left < TRACED_INPUTS:
            match.trace.differences = True
        turn, lines = turn_of(match), room.line_count
        if left == 0:
            self.before = plain_state(match.G, match.ctx)
        self._open_input()
        fault = match.fault
        try:
            refusal = room.replay_entry(entry)
        except TurnwrightError as error:  # an operation that the new rules do not have
            self._drop_input()
            return str(error)
        if refusal is not None:
            self._drop_input()
            if match.fault is not None and match.fault is not fault:
                self.failure = self._failure(match.fault.error, match, entry)
                return self.failure.error
            return refusal.sentence
        self._note_input(room, match, lines, turn)
        self.position += 1
        return ""

    def _failure(self, error: BaseException, match: Match, entry: RecordEntry) -> RuleFailure:
        """Describe an error that an input has caused."""
        name = match.record.seats[entry.seat] if entry.seat >= 0 else "the author"
        verb = "answered" if entry.picks is not None else "played"
        when = f"when {name} {verb} {input_text(entry)}"
        return failure_of(error, "rule", self.folder, when, entry.move)

    def _open_input(self) -> None:
        self.events.append([])
        self.journal.append([])

    def _drop_input(self) -> None:
        self.events.pop()
        self.journal.pop()

    def _note_input(self, room: Room, match: Match, lines: int, turn: tuple[int, int]) -> None:
        entry = effective(match.record.entries)[-1]
        self.journal[-1] = [
            f"{room.name_of(line.seat)} {line.own}" if line.seat >= 0 else line.own
            for line in room.lines_after(lines)
        ]
        own = [line.own for line in room.lines_after(lines)[:1] if line.seat >= 0]
        self._keys.append(hash((self._keys[-1], input_key(entry))))
        self.notes[self._keys[-1]] = InputNote(own[0] if own else input_text(entry), *turn)
        if turn_of(match)[0] != turn[0]:
            self.turn_start = plain_state(match.G, match.ctx)

    # --- what the author does ----------------------------------------------------------------------

    def go_to(self, position: int, line: int | None = None) -> None:
        """Show the match after so many inputs of a line, by default the current one."""
        if line is not None and 0 <= line < len(self.tree.lines):
            self.tree.current = line
        self.wanted = max(0, min(position, len(self.entries)))
        self._build(self.wanted)

    def branch_here(self) -> None:
        """Begin a branch at the current position; its next input may be any."""
        self.tree.fork(self.position, self.entries[: self.position])
        self.wanted = self.position

    def restart(
        self,
        seed: str | None = None,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Begin a new match. All lines are dropped."""
        self.seed = self.seed if seed is None else seed
        self.seats = self.seats if seats is None else seats
        self.options = self.options if options is None else dict(options)
        self.tree, self.wanted, self.reloaded = BranchTree(), 0, None
        self._bots.clear()
        self._build(0)

    def reload(self, game: Game) -> Reload:
        """Take new rules, and get as near to the wanted position as they allow."""
        self.game = game
        self.loads += 1
        if self.seats not in game.seats:
            self.seats = game.seats[0]
        self._bots.clear()
        why = self._build(self.wanted)
        self.reloaded = Reload(self.position, self.wanted, why, self.loads)
        return self.reloaded

    def fail(self, failure: RuleFailure) -> None:
        """Show why the file cannot be loaded. The match stays as it was."""
        self.failure = failure

    def close_failure(self) -> None:
        """Look at the table again although something failed."""
        self.failure = None

    def send(self, seat: int, message: wire.ClientMessage) -> list[bytes]:
        """Handle a message of the table for a seat; return the messages to the sender."""
        room, handler, match = self.room, self.handler, self.match
        if room is None or handler is None or match is None:
            return []
        played, fault = effective(match.record.entries), match.fault
        was_at_end = self.position == len(self.entries)
        self._open_input()
        before, lines, turn = plain_state(match.G, match.ctx), room.line_count, turn_of(match)
        if match.trace is not None:
            match.trace.differences = True
        reply = handler.handle(seat, message, 0.0)
        if match.fault is not None and match.fault is not fault:
            self.failure = self._failure(match.fault.error, match, match.fault.record.entries[-1])
        now = effective(match.record.entries)
        if len(now) > len(played):
            self._note_input(room, match, lines, turn)
            self.before, self.failure = before, None
        else:
            self._drop_input()
        if len(now) != len(played):
            del (
                self.events[len(now) + 1 :],
                self.journal[len(now) + 1 :],
                self._keys[len(now) + 1 :],
            )
            self.tree.follow(now, was_at_end=was_at_end)
            self.position = self.wanted = len(now)
        return [
            frame for to, frame in reply.frames if to in (SENDER, seat) and isinstance(frame, bytes)
        ]

    def answer(self, answer: Answer) -> str:
        """Give an answer, as a bot does; return why it was refused."""
        room, match = self.room, self.match
        if room is None or match is None:
            return "The match has not started."
        was_at_end = self.position == len(self.entries)
        before, lines = plain_state(match.G, match.ctx), room.line_count
        turn, fault = turn_of(match), match.fault
        self._open_input()
        picks = answer.picks
        entry = RecordEntry(
            answer.seat, answer.move, answer.args, None if picks is None else tuple(picks)
        )
        refusal = room.replay_entry(entry)
        if refusal is not None:
            self._drop_input()
            if match.fault is not None and match.fault is not fault:
                self.failure = self._failure(match.fault.error, match, entry)
            return refusal.sentence
        self._note_input(room, match, lines, turn)
        self.before, self.failure = before, None
        self.tree.follow(effective(match.record.entries), was_at_end=was_at_end)
        self.position = self.wanted = self.position + 1
        return ""

    def notes_of(self, entries: list[RecordEntry]) -> list[InputNote]:
        """Return what the timeline says of the inputs of a line."""
        found, key = [], 0
        for entry in entries:
            key = hash((key, input_key(entry)))
            found.append(
                self.notes.get(key) or InputNote(input_text(entry), entry.turn, entry.seat)
            )
        return found

    def bot_step(self, name: str) -> str:
        """Let a bot answer for a seat that must act; return why it could not."""
        match = self.match
        if match is None or match.result is not None or not match.acting:
            return "Nobody has to act."
        try:
            bot = self._bots.get(name)
            if bot is None:
                bot = self._bots[name] = find_agent(name, self.seed)
            answer = bot.decide(match.prompts[0], match)
        except TurnwrightError as error:
            if not isinstance(error.__cause__, Exception):
                return str(error)
            self.failure = failure_of(error, "rule", self.folder, "while the moves were listed")
            return str(error)
        return self.answer(answer)

    def bot_plays_on(self, name: str, count: int = BOT_INPUTS) -> str:
        """Let a bot answer for all seats until the end, an error, or so many inputs."""
        for _ in range(count):
            why = self.bot_step(name)
            if why:
                return "" if self.match is not None and self.match.result is not None else why
        return ""

    def table_frames(self, seat: int | None) -> list[bytes]:
        """Return what the table of a seat (None: an onlooker) is sent when it connects."""
        if self.handler is None:
            return []
        frames = self.handler.join_frames(seat, "", 0.0)
        if self.handler.game_errors:
            error = self.handler.game_errors.pop()
            self.handler.game_errors.clear()
            self.failure = self.failure or failure_of(
                error, "rule", self.folder, "while the state was shown"
            )
        return frames


def turn_of(match: Match) -> tuple[int, int]:
    """Return the number of the current turn, counted from 1, and whose it is."""
    return match.ctx.num_player_turns + 1, match.ctx.turn_player
