"""A room: chairs, and one match after another, as a pure function of its log.

No socket, no clock and no storage here. `run` carries one input out, live or in a replay; what is seen
of the room is in `sight`, what a client's message means is in `desk`.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.definition.moves import Move as RulesMove
from turnwright.core.definition.moves import humanize
from turnwright.core.errors import Refusal, TurnwrightError, UnusableError
from turnwright.core.runtime.flow_state import Result
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Question
from turnwright.core.runtime.record import RecordEntry
from turnwright.core.runtime.replay import replay_entry
from turnwright.core.runtime.rng import Stream
from turnwright.core.runtime.selection_contract import contract_kind, prompt_type
from turnwright.core.runtime.view import is_public, is_transparent
from turnwright.server.views.protocol import seat_id

from . import inputs
from .seating import KEPT_LINES, TIMEOUTS, OpenPrompt, PlayerSlot, RoomLogLine, RoomSnapshot


class Room:
    """The state of a room. `run` is its only way forward."""

    def __init__(self, room_id: str, game: Game, create: inputs.Create) -> None:
        self.id, self.game, self.create = room_id, game, create
        self.is_open = game.view is None and is_public(game.state)  # all see the same of its state
        self.is_transparent = self.is_open and is_transparent(game.state)
        self.has_phases = len(game.compiled_flow.places) > 2  # else a turn is a move, and no news
        self.is_bare = (
            not game.zones and game.player_facts is None
        )  # its players have nothing to show
        usual = TIMEOUTS if create.slots > 1 else dict.fromkeys(TIMEOUTS, 0.0)  # nobody is waiting
        self.timeouts = {**usual, **create.timeouts}
        self.slots = [PlayerSlot() for _ in range(create.slots)]
        self.by_seat: list[PlayerSlot] = []
        self.pieces: dict[Any, Any] = {}  # of what is shown; see sight.Scene
        self.assign_seats(list(range(create.slots)))
        self.match: Match | None = None
        self.match_number = 0  # of matches begun
        self.status = "waiting"
        self.result: Result | None = None
        self.version = 0  # of the state: one more with every commit
        self.seq = 1  # of the log; the first row is `create`
        self.prompt_count = 0  # questions asked so far; numbers their prompts
        self.open_prompts: dict[int, OpenPrompt] = {}  # by seat
        self.acting: list[int] = []  # seats that must do something
        self.deadline: float | None = None  # when the next time runs out
        # Until when a seat had time when it began what it is doing now: taking it back gains no time.
        self.held_deadlines: dict[int, float | None] = {}
        self.ended_at = 0.0  # when the last match, or the room, was over
        self.menus: dict[int, Any] = {}  # by seat: the desk's, and not in the log
        self.start_error: Exception | None = (
            None  # why a match could not be started; the desk reports it
        )
        self.timeout_outcome = "nothing"  # of the last time-out: cancelled, default or nothing
        self.changed_at = [
            0
        ] * create.slots  # from which version on a seat's situation is what it is
        self.lines: list[RoomLogLine] = []
        self.line_count = 0
        self.chat: list[tuple[int, str, str]] = []  # chair, name, text
        self.actions: dict[str, tuple[str, int]] = {}  # id -> digest of the input, version
        self.turn = -1

    # --- who is who --------------------------------------------------------------------------------

    def slot_of(self, seat: int) -> PlayerSlot:
        return self.by_seat[seat]

    def assign_seats(self, seating: list[int]) -> None:
        """Say which chair has which seat."""
        self.seating = seating
        self.pieces = {}
        self.by_seat = [self.slots[seating.index(seat)] for seat in range(len(seating))]
        self.has_bots = any(slot.bot for slot in self.slots)

    def name_of(self, seat: int) -> str:
        return self.slot_of(seat).name or seat_id(seat)

    @property
    def option_names(self) -> list[str]:
        """What is not as usual in this room; whoever sits down should know."""
        return sorted(name[:40] for name in self.create.options)[:20]

    @property
    def free_slots(self) -> list[int]:
        return [index for index, slot in enumerate(self.slots) if slot.is_free]

    @property
    def bot_to_act(self) -> int | None:
        """The seat of a bot that must answer now."""
        if self.status != "playing" or self.match is None:
            return None
        return next((seat for seat in self.match.acting if self.slot_of(seat).bot), None)

    # --- inputs ------------------------------------------------------------------------------------

    def apply(self, given: inputs.AnyInput, at: float) -> Refusal | None:
        """Carry out an input at a time. A refusal has changed nothing."""
        begun = self.line_count
        refusal: Refusal | None = _RUN[type(given)](self, given)
        if refusal is not None:
            return refusal
        self.seq += 1
        if type(given) is inputs.End:
            self.ended_at = at
        if type(given) is not inputs.ChatMessage:
            self.version += 1
            if self.match is not None:
                self._update_prompts(given, at)
        if len(self.lines) > 5 * KEPT_LINES:
            del self.lines[: begun - self.line_count - KEPT_LINES]
            if len(self.pieces) > 500:
                self.pieces = {}
        return None

    def replay_entry(self, entry: RecordEntry) -> None:
        """Carry out an entry of a match's record, for a replay."""
        assert self.match is not None
        given: inputs.Move | inputs.Pick | inputs.Cancel
        if entry.op:
            replay_entry(self.match, entry, 0, False)
            given = inputs.Cancel(entry.seat)
            self._add_line(-1, "an action is taken back" if entry.op == "undo" else entry.op)
        elif entry.picks is not None:
            given = inputs.Pick(entry.seat, entry.picks)
            self._pick(given)
        else:
            given = inputs.Move(entry.seat, entry.move, entry.args)
            self._move(given)
        self.version += 1
        self._update_prompts(given, 0.0)

    def _sit(self, given: inputs.Join) -> Refusal | None:
        if not self.slots[given.slot].is_free:
            return Refusal("room_full", "This chair is taken.", {})
        if self.status == "over":
            self._wait_again()
        sitting = self.seq + 1
        self.slots[given.slot] = PlayerSlot(given.name, given.bot, bool(given.bot), sitting=sitting)
        self.assign_seats(self.seating)
        refusal = self._start_if_ready()
        if refusal is not None:
            self.slots[given.slot] = PlayerSlot()
            self.assign_seats(self.seating)
        return refusal

    def _wait_again(self) -> None:
        """Somebody new comes after a match: those who are still here play with them."""
        self.status, self.match, self.result = "waiting", None, None
        for slot in self.slots:
            slot.is_ready = bool(slot.bot)
            slot.wants_rematch, slot.timeouts = False, 0

    def _ready(self, given: inputs.SetReady) -> Refusal | None:
        if self.status != "waiting":
            return Refusal("error", "The match has started already.", {})
        self.slots[given.slot].is_ready = True
        refusal = self._start_if_ready()
        if refusal is not None:
            self.slots[given.slot].is_ready = False
        return refusal

    def _stand(self, given: inputs.Leave) -> Refusal | None:
        if self.status == "playing":
            return Refusal("error", "The match has started; resign to leave it.", {})
        self.slots[given.slot] = PlayerSlot()
        self.assign_seats(self.seating)
        if all(slot.is_free for slot in self.slots):  # whoever comes next knows nobody here
            self.lines, self.chat = [], []
        return None

    def _start_if_ready(self) -> Refusal | None:
        if self.status == "waiting" and all(c.is_ready and not c.is_free for c in self.slots):
            seating = self.seating[:]
            if self.create.coin_flip:
                Stream.named(self.create.seed, "seats").shuffle(seating)
            return self._start(seating)
        return None

    def _start(self, seating: list[int]) -> Refusal | None:
        """Begin the next match. Rules that cannot be set up are a refusal, and nothing has changed."""
        number = self.match_number + 1
        names = [self.slots[seating.index(seat)].name for seat in range(len(seating))]
        seed = f"{self.create.seed}/{number}"
        if self.create.has_sealed_seeds:
            seed = blake2b(seed.encode(), digest_size=16).hexdigest()
        try:
            self.match = self.game.start(seed, names, options=self.create.options)
        except Exception as error:
            why = f": {error}" if isinstance(error, UnusableError) else "."
            sentence = f"{self.game.name} could not be started{why}"
            self.start_error = error
            return Refusal("rules_error", sentence, {})
        self.match_number = number
        self.assign_seats(seating)
        self.status, self.result, self.open_prompts, self.turn = "playing", None, {}, -1
        for slot in self.slots:
            slot.wants_rematch, slot.timeouts = bool(slot.bot), 0
        return None

    def _move(self, given: inputs.Move) -> Refusal | None:
        match = self.match
        assert match is not None
        seat, name, args = given.seat, given.move, given.args
        move = match.moves.get(name) or self.game.all_moves.get(name)
        own = _label(match, move, seat, args)
        told: list[tuple[int, str, str]] = []
        refusal = self._answer(Answer(seat, name, args), told)
        if refusal is not None:
            return refusal
        self._add_move_line(seat, move, name, args, own)
        if told:
            self._tell_all(told)
        if seat not in match.asked:  # whoever begins something must also go on with it
            self.by_seat[seat].timeouts = 0
        return None

    def _add_move_line(
        self, seat: int, move: RulesMove | None, name: str, args: tuple[Any, ...], own: str
    ) -> None:
        """A move for the log; others read what cards it is about only if these lie open."""
        match, text = self.match, own
        assert match is not None
        if args and not (move is not None and _is_open(match, move, args)):
            text = (move.hidden_label if move is not None else "") or humanize(name)
        self._add_line(seat, text, own)

    def _pick(self, given: inputs.Pick) -> Refusal | None:
        match, seat = self.match, given.seat
        assert match is not None
        question = match.asked.get(seat)
        labels = [o.label for o in question.options if o.id in given.picks] if question else []
        told: list[tuple[int, str, str]] = []
        refusal = self._answer(Answer(seat, picks=given.picks), told)
        if refusal is None and question is not None:
            what = f" ({question.id.replace('_', ' ')})" if question.id else ""
            own = plain_text(f"{question.text.rstrip('?.:')}: {', '.join(labels) or 'nothing'}")
            self._add_line(seat, f"makes a choice{what}", own)
            self._tell_all(told)
            if seat not in match.asked:
                self.slot_of(seat).timeouts = 0
        return refusal

    def _answer(self, answer: Answer, told: list[tuple[int, str, str]]) -> Refusal | None:
        match = self.match
        assert match is not None
        match.c.log_lines = told
        refusal = match.submit(answer)
        match.c.log_lines = None
        return refusal

    def _tell_all(self, told: list[tuple[int, str, str]]) -> None:
        for seat, text, own in told:
            self._add_line(seat, text, own)

    def _cancel(self, given: inputs.Cancel) -> Refusal | None:
        assert self.match is not None
        refusal = self.match.cancel(given.seat)
        if refusal is None:
            self._add_line(given.seat, "takes the action back")
        return refusal

    def _time_out(self, given: inputs.TimeOut) -> Refusal | None:
        assert self.match is not None
        slot = self.slot_of(given.seat)
        slot.timeouts += 1
        self.timeout_outcome = "nothing"
        self._add_line(given.seat, "ran out of time")
        if 0 < self.create.forfeit_after <= slot.timeouts:
            return self._give_up(inputs.Resign(given.seat, "ran out of time too often"))
        told: list[tuple[int, str, str]] = []
        self.match.c.log_lines = told
        try:
            self.timeout_outcome = self.match.time_out(given.seat)
        except TurnwrightError:  # not even the default works: nobody shall wait for ever
            self.result = Result((), "the rules failed")
        self.match.c.log_lines = None
        if self.timeout_outcome == "cancelled":
            self._add_line(given.seat, "the action is taken back")
        elif self.timeout_outcome == "default" and (last := self.match.record.entries[-1]).move:
            move = self.game.all_moves.get(last.move)
            own = _label(self.match, move, given.seat, last.args)
            self._add_move_line(given.seat, move, last.move, last.args, own)
        self._tell_all(told)
        return None

    def _give_up(self, given: inputs.Resign) -> Refusal | None:
        """By the game's own way to concede, if it has one; else the others have won."""
        if self.status != "playing" or self.match is None:
            return Refusal("error", "There is no match to give up.", {})
        self._add_line(given.seat, given.why)
        concede = self.game.all_moves.get("concede")
        if concede is not None and concede.by == "anyone":
            self.match.submit(Answer(given.seat, "concede"))
        result, reason = self.match.result, f"{self.name_of(given.seat)} {given.why}"
        if result is None:
            others = tuple(s for s in range(len(self.slots)) if s != given.seat)
            self.result = Result(others, reason, losers=() if others else (given.seat,))
        elif given.why != inputs.RESIGNED:  # the rules would say that it conceded
            self.result = msgspec.structs.replace(result, reason=reason)
        return None

    def _again(self, given: inputs.Rematch) -> Refusal | None:
        if self.status != "over":
            return Refusal("error", "The match is not over.", {})
        self.slots[given.slot].wants_rematch = True
        if all(slot.wants_rematch for slot in self.slots):
            count = len(self.seating)
            refusal = self._start([(seat + 1) % count for seat in self.seating])  # the other begins
            if refusal is not None:
                self.slots[given.slot].wants_rematch = False
            return refusal
        return None

    def _say(self, given: inputs.ChatMessage) -> Refusal | None:
        name = self.slots[given.slot].name if given.slot >= 0 else given.name
        self.chat = [*self.chat[-49:], (given.slot, name, given.text)]
        return None

    def chat_data(self) -> list[dict[str, str]]:
        """What was said, by those who sit where they sit now."""
        return [
            {
                "from": seat_id(self.seating[slot]) if slot >= 0 else "spectator",
                "name": name,
                "text": text,
            }
            for slot, name, text in self.chat
        ]

    def _end(self, given: inputs.End) -> Refusal | None:
        if self.status == "over":
            return Refusal("error", "The room is over already.", {})
        self.result = Result((), given.why)
        self.status = "over"
        return None

    def _add_line(self, seat: int, text: str, own: str = "") -> None:
        self.line_count += 1
        self.lines.append(RoomLogLine(self.line_count, seat, text, own or text))

    # --- after every input -------------------------------------------------------------------------

    def _update_prompts(self, given: inputs.AnyInput, at: float) -> None:
        """Number new questions, start clocks, and see whether it is over."""
        match = self.match
        assert match is not None
        if self.status != "playing" or match.ctx.game_over or self.result is not None:
            if self.status == "playing":
                self.result = self.result or match.result
                self.status, self.ended_at = "over", at
                if self.result is not None:
                    self.result = msgspec.structs.replace(
                        self.result, reason=self._with_player_names(self.result.reason)
                    )
                    self._add_line(-1, self.result_text)
            self.open_prompts, self.deadline, self.acting = {}, None, []
            return
        ctx = match.ctx
        if ctx.num_player_turns != self.turn:
            self.turn = ctx.num_player_turns
            if self.has_phases:
                self._add_line(ctx.turn_player, f"begins turn {self.turn + 1}")
        self.acting = acting = match.acting
        before, since, version = self.open_prompts, self.changed_at, self.version
        is_cancel = type(given) is inputs.Cancel
        if len(acting) == 1 and len(before) <= 1 and not match.asked and not is_cancel:
            opened = self._open(acting[0], None, at)  # one is to move, as ever
            self.open_prompts, self.deadline = {acting[0]: opened}, opened.deadline
            self.changed_at = [version] * len(since)
            if self.held_deadlines:
                self.held_deadlines = {}
            return
        mover = getattr(given, "seat", -1)
        if not match.asked and not is_cancel:
            self.held_deadlines = {}
        self.open_prompts = {}
        for seat in acting:
            question = match.asked.get(seat)
            old = before.get(seat)
            if question is not None and old is not None and old.question is question:
                self.open_prompts[seat] = old
                continue
            is_idle = old is not None and question is None and not old.prompt_id and seat != mover
            if old is not None and is_idle and (len(acting) > 1 or len(before) > 1):
                self.open_prompts[seat] = (
                    old  # several act at once; what others do is nothing to this one
                )
                continue
            since[seat] = version
            self.open_prompts[seat] = opened = self._open(seat, question, at)
            if seat != mover:
                self.held_deadlines.pop(seat, None)
            elif is_cancel:
                opened.deadline = self.held_deadlines.pop(seat, opened.deadline)
            elif old is not None and match.asked:
                self.held_deadlines.setdefault(seat, old.deadline)
        for seat in range(len(since)):
            if seat not in self.open_prompts:
                since[seat] = version
        self._set_deadline()

    def _with_player_names(self, text: str) -> str:
        """The rules speak of seats; people have names."""
        known = range(len(self.slots))
        return re.sub(
            r"\bseat (\d+)\b",
            lambda m: self.name_of(int(m[1])) if int(m[1]) in known else m[0],
            text,
        )

    @property
    def result_text(self) -> str:
        """How it ended, in words; nothing while it goes on."""
        if self.result is None:
            return ""
        result = self.result
        outcome = result.describe([self.name_of(seat) for seat in result.winners or result.losers])
        return f"{outcome}: {result.reason}" if result.reason else outcome

    def _set_deadline(self) -> None:
        prompts = self.open_prompts.values()
        times = [opened.deadline for opened in prompts if opened.deadline is not None]
        self.deadline = min(times, default=None)

    def _clock_of(self, question: Question | None) -> str:
        """The kind of time that runs: a question may have one of its own by its id, by the kind of its
        contract or prompt on the wire, or by what the rules call it."""
        if question is None:
            return "move"
        kind = contract_kind(question)
        names = (question.id, kind, prompt_type(question), question.kind)
        return next((name for name in names if name in self.create.timeouts), "prompt")

    def _open(self, seat: int, question: Question | None, at: float) -> OpenPrompt:
        if question is None:
            prompt_id, kind = "", "move"
        else:
            self.prompt_count += 1
            prompt_id, kind = f"p_{self.id}_{self.prompt_count}", self._clock_of(question)
        seconds = self.timeouts[kind]
        deadline = at + seconds if seconds and not self.by_seat[seat].bot else None
        return OpenPrompt(prompt_id, kind, self.version, deadline, question)

    # --- snapshots ---------------------------------------------------------------------------------

    def to_snapshot(self) -> bytes:
        """The room as bytes, for `Room.from_image`."""
        return msgspec.msgpack.encode(
            RoomSnapshot(
                self.create, self.slots, self.seating, self.status, self.version, self.seq,
                self.match_number, self.prompt_count, self.lines[-KEPT_LINES:], self.line_count,
                self.chat,
                self.actions, self.changed_at,
                {s: (o.prompt_id, o.version, o.deadline) for s, o in self.open_prompts.items()},
                self.match.save("msgpack") if self.match is not None else b"", self.result,
                self.held_deadlines, self.ended_at,
            )
        )  # fmt: skip

    @classmethod
    def from_snapshot(cls, room_id: str, game: Game, data: bytes) -> Room:
        image = msgspec.msgpack.decode(data, type=RoomSnapshot)
        room = cls(room_id, game, image.create)
        for name in ("slots", "seating", "status", "version", "seq", "lines", "line_count", "chat",
                     "actions", "result"):  # fmt: skip
            setattr(room, name, getattr(image, name))
        room.match_number, room.prompt_count = image.number, image.asked
        room.changed_at, room.held_deadlines, room.ended_at = image.since, image.held, image.ended
        room.assign_seats(image.seating)
        if image.match:
            room.match = match = game.load(image.match)
            room.turn = match.ctx.num_player_turns
            room.acting = match.acting if room.status == "playing" else []
            for seat, (prompt_id, version, deadline) in image.opened.items():
                question = match.asked.get(seat)
                kind = room._clock_of(question)
                room.open_prompts[seat] = OpenPrompt(prompt_id, kind, version, deadline, question)
            room._set_deadline()
        return room

    def lines_after(self, after: int) -> list[RoomLogLine]:
        """The log behind line `after`, as far as it is kept."""
        count = self.line_count - after
        return self.lines[-count:] if count > 0 else []


def plain_text(text: str) -> str:
    """Card numbers tell a program which of two; in a line for people they are noise."""
    return re.sub(r" #\d+\b", "", text)


def _label(match: Match, move: RulesMove | None, seat: int, args: tuple[Any, ...]) -> str:
    """What the seat itself calls its move."""
    if move is None:
        return ""
    if not args and move.title:
        return move.title
    before, match.c.seat = match.c.seat, seat
    try:
        label = move.describe(match.c, args)
        return plain_text(label) if args else label
    except Exception:  # arguments that will be refused may have no name
        return humanize(move.name)
    finally:
        match.c.seat = before


def _is_open(match: Match, move: RulesMove, args: tuple[Any, ...]) -> bool:
    """Do these arguments name no card that is hidden from anybody?"""
    pairs = zip(move.params, args, strict=False)
    return all(not param.is_card or _is_seen(match, value) for param, value in pairs)


def _is_seen(match: Match, value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(_is_seen(match, item) for item in value)
    card = match.ctx.cards.get(value) if type(value) is int else None
    if card is None:  # a number that was a card's a moment ago is that of one that is hidden now
        return type(value) is not int or not match.ctx.cards
    zone = match.game.zones[match.ctx.card_zones[value].partition(":")[0]]
    return zone.visible == "public" and card.face_up


_RUN: dict[type, Any] = {
    inputs.Join: Room._sit,
    inputs.SetReady: Room._ready,
    inputs.Leave: Room._stand,
    inputs.Move: Room._move,
    inputs.Pick: Room._pick,
    inputs.Cancel: Room._cancel,
    inputs.TimeOut: Room._time_out,
    inputs.Resign: Room._give_up,
    inputs.Rematch: Room._again,
    inputs.ChatMessage: Room._say,
    inputs.End: Room._end,
}
