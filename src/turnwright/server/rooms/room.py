"""A room: player slots, and one match after another, as a pure function of its log.

No socket, clock or storage is used here. `Room.apply` carries out one input, in play and in a replay.
What clients see of a room is in `views.state_view`; what their messages mean is in `message_handler`.

After every input `_update_prompts` compares the seats that must act with the prompts that were open:
- a question that is still open keeps its prompt id, version and deadline;
- where several seats act at once, the others' moves do not restart a seat's clock;
- every other acting seat gets a new prompt, and `changed_at` notes the version;
- `held_deadlines` remembers a seat's deadline when it begins an action, so that taking the action back
  gains no time.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.definition.log_sentences import told_without_cards
from turnwright.core.definition.moves import Move as RulesMove
from turnwright.core.definition.moves import humanize
from turnwright.core.errors import Refusal, TurnwrightError, UnusableError
from turnwright.core.runtime.flow_state import Result
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Question
from turnwright.core.runtime.record import Record, RecordEntry
from turnwright.core.runtime.replay import replay_entry
from turnwright.core.runtime.rng import Stream
from turnwright.core.runtime.selection_contract import contract_kind, prompt_type
from turnwright.server.storage.people_tables import ChatRow
from turnwright.server.views.protocol import seat_id

from . import inputs
from .begun_match import BegunMatch
from .draw_offers import DrawOffers, answer_draw, close_offer, offer_draw
from .move_labels import (
    are_public,
    choice_sentences,
    hidden_move,
    is_open_response,
    move_sentence,
)
from .response_windows import NEVER, OTHERS, pass_at_once
from .room_state import (
    DEFAULT_TIMEOUTS,
    KEPT_CHAT,
    KEPT_LINES,
    OpenPrompt,
    PlayerSlot,
    RoomLogLine,
    RoomSnapshot,
    StoppedClock,
)


class Room:
    """The state of a room. Only `apply` changes it."""

    def __init__(self, room_id: str, game: Game, create: inputs.Create) -> None:
        self.id, self.game, self.create = room_id, game, create
        # Without phases a turn is one move, and its start is not worth a log line.
        self.has_phases = len(game.compiled_flow.places) > 2
        solo = dict.fromkeys(DEFAULT_TIMEOUTS, 0.0)  # nobody else is waiting
        self.timeouts = {**(DEFAULT_TIMEOUTS if create.slots > 1 else solo), **create.timeouts}
        self.slots = [PlayerSlot() for _ in range(create.slots)]
        self.by_seat: list[PlayerSlot] = []
        self.seating_changes = 0  # how often players or seats changed; views compare it
        self.assign_seats(list(range(create.slots)))
        self.match: Match | None = None
        self.match_number = 0  # matches started so far
        self.match_players: list[int] = []  # by slot: the log rows in which they had joined
        self.status = "waiting"  # waiting, playing or over
        self.result: Result | None = None
        self.version = 0  # of the state: rises with every input except chat
        self.seq = 1  # of the log; row 1 is `create`
        self.prompt_count = 0  # prompts opened so far; numbers their ids
        self.open_prompts: dict[int, OpenPrompt] = {}  # by seat
        self.acting: list[int] = []  # seats that must act
        self.deadline: float | None = None  # the earliest of the open prompts
        self.held_deadlines: dict[int, float | None] = {}  # by seat, before the action in progress
        self.stopped_clocks: dict[int, StoppedClock] = {}  # of seats for which a bot stands in
        self.last_at = 0.0  # when the last input came
        self.ended_at = 0.0  # when the last match, or the room, ended
        self.begun: BegunMatch | None = None  # the first match, if it goes on after another one
        self.start_error: Exception | None = None  # why the match could not start, for the handler
        self.timeout_outcome = "nothing"  # of the last time-out: cancelled, default or nothing
        self.changed_at = [0] * create.slots  # version at which a seat's options last changed
        self.lines: list[RoomLogLine] = []
        self.line_count = 0
        self.chat: list[tuple[int, str, str]] = []  # slot, name, text; stored apart from the log
        self.chat_count = 0  # lines of chat so far
        self.chat_since = 0  # lines before this row of the log were for other players
        self.actions: dict[str, tuple[str, int]] = {}  # action key -> digest of the input, version
        self.draw_offers = DrawOffers()
        self.turn = -1
        # Seconds that its inputs took since the last snapshot, measured by those who call `apply`.
        self.replay_seconds = 0.0

    # --- players and seats -------------------------------------------------------------------------

    def slot_of(self, seat: int) -> PlayerSlot:
        """Return the slot of the player who has a seat."""
        return self.by_seat[seat]

    def assign_seats(self, seating: list[int]) -> None:
        """Give every slot its seat: `seating[slot]` is the seat."""
        self.seating = seating
        self.seating_changes += 1
        self.by_seat = [self.slots[seating.index(seat)] for seat in range(len(seating))]
        self.has_bots = any(slot.playing_bot for slot in self.slots)

    def name_of(self, seat: int) -> str:
        """Return the name of a seat's player, or the id of the seat if it has none."""
        return self.slot_of(seat).name or seat_id(seat)

    @property
    def option_names(self) -> list[str]:
        """Names of the game options that this room was created with."""
        return sorted(name[:40] for name in self.create.options)[:20]

    @property
    def free_slots(self) -> list[int]:
        """Slots that nobody has taken."""
        return [index for index, slot in enumerate(self.slots) if slot.is_free]

    def slot_of_subject(self, subject: str) -> int | None:
        """Return the slot of an identified player."""
        found = [index for index, slot in enumerate(self.slots) if slot.subject == subject]
        return found[0] if subject and found else None

    @property
    def host(self) -> int | None:
        """The slot of the player who hosts the room: whoever has been here longest."""
        here = [
            (slot.joined_seq, index)
            for index, slot in enumerate(self.slots)
            if not slot.is_free and not slot.bot
        ]
        return min(here)[1] if here else None

    @property
    def has_only_bots(self) -> bool:
        """Whether bots have all seats, so that people can only watch."""
        return all(slot.bot for slot in self.slots)

    @property
    def bot_to_act(self) -> int | None:
        """The seat of a bot that must act now."""
        if self.status != "playing" or self.match is None:
            return None
        return next((seat for seat in self.match.acting if self.slot_of(seat).playing_bot), None)

    # --- inputs ------------------------------------------------------------------------------------

    def apply(self, given: inputs.AnyInput, at: float) -> Refusal | None:
        """Carry out an input at a point in time. A refused input changes nothing."""
        begun = self.line_count
        refusal: Refusal | None = _APPLY[type(given)](self, given)
        if refusal is not None:
            return refusal
        self.seq += 1
        if type(given) is inputs.End:
            self.ended_at = at
        self.last_at = at
        if type(given) not in inputs.UNVERSIONED:
            self.version += 1
            is_aside = type(given) in inputs.ASIDE and self.result is None
            if type(given) is inputs.StandIn:
                self._change_clock(self.seating[given.slot], at)
            if self.match is not None and not is_aside:
                if self.draw_offers.agreed and type(given) in inputs.ACTIONS:
                    close_offer(self, given.seat)  # type: ignore[union-attr]
                if self.create.has_public_windows:
                    self._pass_windows(self.match)
                self._update_prompts(given, at)
        if len(self.lines) > 5 * KEPT_LINES:
            del self.lines[: begun - self.line_count - KEPT_LINES]
        return None

    def show_match(self, match: Match) -> None:
        """Show a match that was started elsewhere, to replay its record here."""
        for slot, name in zip(self.slots, match.record.seats, strict=True):
            slot.name = name
        self.match, self.status, self.acting = match, "playing", match.acting
        self._note_turn(match)

    def open_prompts_of_match(self) -> None:
        """Open the prompts of a match that `show_match` shows, so that it can be played on."""
        self._update_prompts(inputs.Cancel(-1), 0.0)

    def replay_entry(self, entry: RecordEntry) -> Refusal | None:
        """Carry out an entry of a match's record, to show a replay. Return why it does not fit."""
        assert self.match is not None
        refusal: Refusal | None = None
        given: inputs.Move | inputs.Pick | inputs.Cancel
        if entry.op:
            replay_entry(self.match, entry, 0, False)
            given = inputs.Cancel(entry.seat)
            self.add_line(-1, "an action is taken back" if entry.op == "undo" else entry.op)
        elif entry.picks is not None:
            given = inputs.Pick(entry.seat, entry.picks)
            refusal = self._pick(given)
        else:
            given = inputs.Move(entry.seat, entry.move, entry.args)
            refusal = self._move(given)
        if refusal is None:
            self.version += 1
            self._update_prompts(given, 0.0)
        return refusal

    def _join(self, given: inputs.Join) -> Refusal | None:
        if not self.slots[given.slot].is_free:
            return Refusal("room_full", "This seat is taken.", {})
        if self.status == "over":
            self._reopen()
        joined_seq = self.seq + 1
        self.slots[given.slot] = PlayerSlot(
            given.name, given.bot, bool(given.bot), joined_seq=joined_seq, subject=given.subject
        )
        self.assign_seats(self.seating)
        refusal = self._start_if_ready()
        if refusal is not None:
            self.slots[given.slot] = PlayerSlot()
            self.assign_seats(self.seating)
        return refusal

    def _reopen(self) -> None:
        """Wait for players again: somebody joined after a match."""
        self.status, self.match, self.result, self.turn = "waiting", None, None, -1
        for slot in self.slots:
            slot.is_ready = bool(slot.bot)
            slot.wants_rematch, slot.timeouts = False, 0

    def _ready(self, given: inputs.SetReady) -> Refusal | None:
        if self.status != "waiting":
            return Refusal("error", "The match has already started.", {})
        self.slots[given.slot].is_ready = True
        refusal = self._start_if_ready()
        if refusal is not None:
            self.slots[given.slot].is_ready = False
        return refusal

    def _leave(self, given: inputs.Leave) -> Refusal | None:
        if self.status == "playing":
            return Refusal("error", "The match is running. Resign to leave it.", {})
        self.slots[given.slot] = PlayerSlot()
        self.assign_seats(self.seating)
        if all(slot.is_free for slot in self.slots):  # the next players are others
            self.lines, self.chat, self.chat_since = [], [], self.seq + 1
        return None

    def _start_if_ready(self) -> Refusal | None:
        if self.status == "waiting" and all(c.is_ready and not c.is_free for c in self.slots):
            seating = self.seating[:]
            if self.create.coin_flip:
                Stream.named(self.create.seed, "seats").shuffle(seating)
            return self._start(seating)
        return None

    def _start(self, seating: list[int]) -> Refusal | None:
        """Start the next match. If the rules fail to set it up, refuse and change nothing."""
        number = self.match_number + 1
        names = [self.slots[seating.index(seat)].name for seat in range(len(seating))]
        seed = f"{self.create.seed}/{number}"
        ids = (
            (f"{self.id}/{number}", self.id) if self.create.has_match_ids else (self.game.name, "")
        )
        if self.create.has_sealed_seeds:
            seed = blake2b(seed.encode(), digest_size=16).hexdigest()
        try:
            if number == 1 and self.create.record:
                self.match = self._continued(names)
            else:
                self.match = self.game.start(
                    seed,
                    names,
                    options=self.create.options,
                    public_windows=self.create.has_public_windows,
                    game_id=ids[0],
                    match_id=ids[1],
                )
        except Exception as error:
            why = f": {error}" if isinstance(error, UnusableError) else "."
            sentence = f"{self.game.name} could not be started{why}"
            self.start_error = error
            return Refusal("rules_error", sentence, {})
        self.match_number = number
        self.match_players = [slot.joined_seq for slot in self.slots]
        self.assign_seats(seating)
        self.status, self.result, self.open_prompts, self.turn = "playing", None, {}, -1
        self.draw_offers = DrawOffers()
        for slot in self.slots:
            slot.wants_rematch, slot.timeouts = bool(slot.bot), 0
        return None

    def _continued(self, names: list[str]) -> Match:
        """Return the match that goes on after the record of another one, with these players."""
        begun, self.begun = self.begun, None
        if begun is None or begun.match.record.seats != names:
            begun = BegunMatch.replay(self.game, Record.parse(self.create.record), names)
        else:
            self.replay_seconds += begun.seconds  # a snapshot soon saves that time
        count = len(begun.match.record.entries)
        self.add_line(-1, f"The match goes on after step {count} of another one")
        return begun.match

    def _move(self, given: inputs.Move) -> Refusal | None:
        match = self.match
        assert match is not None
        seat, name, args = given.seat, given.move, given.args
        move = match.moves.get(name) or self.game.all_moves.get(name)
        own = move_sentence(match, move, seat, args)
        notes: list[tuple[int, str, str]] = []
        refusal = self._answer(Answer(seat, name, args), notes)
        if refusal is not None:
            return refusal
        if not (notes and self.game.logs_moves):
            self._add_move_line(seat, move, name, args, own)
        if notes:
            self._add_lines(notes)
        if seat not in match.asked:  # a seat with an open question has not finished acting
            self.by_seat[seat].timeouts = 0
        return None

    def _add_move_line(
        self, seat: int, move: RulesMove | None, name: str, args: tuple[Any, ...], own: str
    ) -> None:
        """Log a move. Other players read which cards it names only if those are face up."""
        match, text = self.match, own
        assert match is not None
        cards: tuple[int, ...] = ()
        if args and not (move is not None and are_public(match, move, args)):
            text = (move.hidden_label if move is not None else "") or told_without_cards(
                humanize(name)
            )
        elif args and move is not None:
            cards = tuple(move.cards(args, match.ctx.cards))
        self.add_line(seat, text, own, cards)

    def _pick(self, given: inputs.Pick) -> Refusal | None:
        match, seat = self.match, given.seat
        assert match is not None
        question = match.asked.get(seat)
        said = None if question is None else choice_sentences(match, question, given.picks, seat)
        hidden = hidden_move(match, seat)
        notes: list[tuple[int, str, str]] = []
        refusal = self._answer(Answer(seat, picks=given.picks), notes)
        if refusal is None and question is not None and said is not None:
            is_pass = not given.picks and question.responds_to is not None
            if not is_pass and not (notes and self.game.logs_moves):  # a pass is not worth a line
                told_others, own = said
                if seat not in match.asked:  # the answers may have brought cards into the open
                    if is_open_response(match, question, given.picks):
                        told_others = own
                    elif hidden is not None and hidden.is_public_now(match):
                        told_others = f"{hidden.sentence} and {told_others}"
                self.add_line(seat, told_others, own)
            self._add_lines(notes)
            if seat not in match.asked:
                self.slot_of(seat).timeouts = 0
        return refusal

    def _answer(self, answer: Answer, notes: list[tuple[int, str, str]]) -> Refusal | None:
        match = self.match
        assert match is not None
        match.c.log_lines = notes
        refusal = match.submit(answer)
        match.c.log_lines = None
        return refusal

    def _pass_windows(self, match: Match) -> None:
        """Pass for players who are not asked in an open window, whatever their cards are."""
        while self.status == "playing" and not match.ctx.game_over:
            if match.ctx.num_player_turns != self.turn:  # `never` lasts until the turn ends
                for slot in self.slots:
                    slot.responses = OTHERS if slot.responses == NEVER else slot.responses
            if not match.asked and all(slot.responses != NEVER for slot in self.slots):
                return  # the usual case
            found = (pass_at_once(match, s, self.by_seat[s].responses) for s in match.acting)
            answer = next((a for a in found if a is not None), None)
            notes: list[tuple[int, str, str]] = []
            if answer is None or self._answer(answer, notes) is not None:
                return
            self._add_lines(notes)

    def _set_responses(self, given: inputs.SetResponses) -> Refusal | None:
        self.slots[given.slot].responses = given.mode
        return None

    def _add_lines(self, notes: list[tuple[int, str, str]]) -> None:
        for seat, text, own in notes:
            self.add_line(seat, text, own)

    def _cancel(self, given: inputs.Cancel) -> Refusal | None:
        assert self.match is not None
        refusal = self.match.cancel(given.seat)
        if refusal is None:
            self.add_line(given.seat, "takes the action back")
        return refusal

    def _time_out(self, given: inputs.TimeOut) -> Refusal | None:
        assert self.match is not None
        slot = self.slot_of(given.seat)
        slot.timeouts += 1
        self.timeout_outcome = "nothing"
        self.add_line(given.seat, "ran out of time")
        if 0 < self.create.forfeit_after <= slot.timeouts:
            return self._resign(inputs.Resign(given.seat, "ran out of time too often"))
        notes: list[tuple[int, str, str]] = []
        self.match.c.log_lines = notes
        try:
            self.timeout_outcome = self.match.time_out(given.seat)
        except TurnwrightError:  # the default fails too: end the match instead of waiting forever
            self.result = Result((), "the rules failed")
        self.match.c.log_lines = None
        if self.timeout_outcome == "cancelled":
            self.add_line(given.seat, "the action is taken back")
        elif self.timeout_outcome == "default" and (last := self.match.record.entries[-1]).move:
            move = self.game.all_moves.get(last.move)
            own = move_sentence(self.match, move, given.seat, last.args)
            self._add_move_line(given.seat, move, last.move, last.args, own)
        self._add_lines(notes)
        return None

    def _stand_in(self, given: inputs.StandIn) -> Refusal | None:
        slot = self.slots[given.slot]
        if self.status != "playing" or slot.is_free or slot.bot:
            return Refusal("error", "No player of a running match has this seat.", {})
        if slot.stand_in == given.bot:
            return Refusal("error", "Nothing would change.", {})
        slot.stand_in = given.bot
        self.assign_seats(self.seating)
        text = "has left; a bot plays on" if given.bot else "is back"
        self.add_line(self.seating[given.slot], text)
        return None

    def _change_clock(self, seat: int, at: float) -> None:
        """Stop a seat's clock if a bot stands in for its player. If the player is back and nothing has
        happened, it goes on, so that nobody gains time by leaving; otherwise it starts again."""
        opened, held = self.open_prompts.get(seat), self.held_deadlines.pop(seat, None)
        stopped = self.stopped_clocks.pop(seat, None)
        if opened is not None and self.by_seat[seat].playing_bot:
            left = None if opened.deadline is None else max(0.0, opened.deadline - at)
            before = None if held is None else max(0.0, held - at)
            self.stopped_clocks[seat] = StoppedClock(opened.version, left, before)
            opened.deadline = None
        elif opened is not None:
            seconds = self.timeouts[opened.kind] or None
            if stopped is not None and stopped.version == opened.version:
                seconds = stopped.seconds
                if stopped.held_seconds is not None:
                    self.held_deadlines[seat] = at + stopped.held_seconds
            opened.deadline = None if seconds is None else at + seconds
        self._set_deadline()

    def _resign(self, given: inputs.Resign) -> Refusal | None:
        """Use the game's own move to concede if it has one; otherwise the other seats win."""
        if self.status != "playing" or self.match is None:
            return Refusal("error", "There is no match to resign.", {})
        self.add_line(given.seat, given.why)
        concede = self.game.all_moves.get("concede")
        if concede is not None and concede.by == "anyone":
            self.match.submit(Answer(given.seat, "concede"))
        result, reason = self.match.result, f"{self.name_of(given.seat)} {given.why}"
        if result is None:
            others = tuple(s for s in range(len(self.slots)) if s != given.seat)
            self.result = Result(others, reason, losers=() if others else (given.seat,))
        elif (
            given.why != inputs.RESIGNED
        ):  # the reason of the rules would be that the seat conceded
            self.result = msgspec.structs.replace(result, reason=reason)
        return None

    def _offer_draw(self, given: inputs.OfferDraw) -> Refusal | None:
        return offer_draw(self, given.seat)

    def _answer_draw(self, given: inputs.AnswerDraw) -> Refusal | None:
        return answer_draw(self, given.seat, given.accept)

    def _rematch(self, given: inputs.Rematch) -> Refusal | None:
        if self.status != "over":
            return Refusal("error", "The match is not over.", {})
        self.slots[given.slot].wants_rematch = True
        if all(slot.wants_rematch for slot in self.slots):
            count = len(self.seating)
            rotated = [(seat + 1) % count for seat in self.seating]  # another player begins
            refusal = self._start(rotated)
            if refusal is not None:
                self.slots[given.slot].wants_rematch = False
            return refusal
        return None

    def _chat(self, given: inputs.ChatMessage) -> Refusal | None:
        self.add_chat(given.slot, given.name, given.text)
        return None

    def add_chat(self, slot: int, name: str, text: str) -> None:
        """Add a line of chat of a player, or of a spectator (slot -1) with this name."""
        name = self.slots[slot].name if slot >= 0 else name
        self.chat = [*self.chat[1 - KEPT_CHAT :], (slot, name, text)]
        self.chat_count += 1

    def restore_chat(self, rows: list[ChatRow]) -> None:
        """Show the stored chat again, without lines for players who have left."""
        self.chat_count = max([self.chat_count, *[row.n for row in rows]])
        stored = [(row.slot, row.name, row.line) for row in rows if row.seq >= self.chat_since]
        self.chat = [*self.chat, *stored][-KEPT_CHAT:]

    def _end(self, given: inputs.End) -> Refusal | None:
        if self.status == "over":
            return Refusal("error", "The room has already ended.", {})
        self.result = Result((), given.why)
        self.status = "over"
        return None

    def _outage(self, given: inputs.Outage) -> Refusal | None:
        """Give everybody who is asked the time back in which the server was away."""
        for opened in self.open_prompts.values():
            if opened.deadline is not None:
                opened.deadline += given.seconds
        for seat, deadline in self.held_deadlines.items():
            if deadline is not None:
                self.held_deadlines[seat] = deadline + given.seconds
        self._set_deadline()
        return None

    def _use_rules(self, given: inputs.UseRules) -> Refusal | None:
        self.create = msgspec.structs.replace(self.create, rules=given.rules)
        return None

    def add_line(
        self, seat: int, text: str, own: str = "", cards: tuple[int | str, ...] = ()
    ) -> None:
        """Add a line to the log. The seat itself reads `own`, if there is such a text."""
        self.line_count += 1
        self.lines.append(RoomLogLine(self.line_count, seat, text, own or text, cards))

    # --- after every input -------------------------------------------------------------------------

    def _update_prompts(self, given: inputs.AnyInput, at: float) -> None:
        """Open and number prompts, start clocks, and detect the end of the match."""
        match = self.match
        assert match is not None
        ctx = match.ctx
        if self.status != "playing" or ctx.game_over or self.result is not None:
            self._end_match(match, at)
            return
        self._note_turn(match)
        self.acting = acting = match.acting
        is_cancel = type(given) is inputs.Cancel
        if len(acting) == 1 and len(self.open_prompts) <= 1 and not match.asked and not is_cancel:
            # The usual case: one seat is to move. Everybody's options have changed.
            opened = self._open(acting[0], None, at)
            self.open_prompts, self.deadline = {acting[0]: opened}, opened.deadline
            self.changed_at = [self.version] * len(self.changed_at)
            if self.held_deadlines:
                self.held_deadlines = {}
            return
        if not match.asked and not is_cancel:
            self.held_deadlines = {}
        before, self.open_prompts = self.open_prompts, {}
        is_shared = len(acting) > 1 or len(before) > 1
        mover: int = getattr(given, "seat", -1)
        for seat in acting:
            old = before.get(seat)
            if old is not None and self._keeps(old, seat, mover, is_shared):
                self.open_prompts[seat] = old
            else:
                self._reopen_prompt(seat, old, at, seat == mover, is_cancel)
        for seat in range(len(self.changed_at)):
            if seat not in self.open_prompts:
                self.changed_at[seat] = self.version
        self._set_deadline()

    def _note_turn(self, match: Match) -> None:
        """Log that a turn begins, if it is another one than at the last input."""
        if match.ctx.num_player_turns != self.turn:
            self.turn = match.ctx.num_player_turns
            if self.has_phases and len(self.slots) > 1:
                self.add_line(match.ctx.turn_player, f"begins turn {self.turn + 1}")

    def _end_match(self, match: Match, at: float) -> None:
        """Close all prompts; if the match was running until now, note its result."""
        if self.status == "playing":
            self.result = self.result or match.result
            self.status, self.ended_at = "over", at
            if self.result is not None:
                reason = self._with_player_names(self.result.reason)
                self.result = msgspec.structs.replace(self.result, reason=reason)
                self.add_line(-1, self.result_text)
        self.open_prompts, self.deadline, self.acting = {}, None, []
        self.stopped_clocks, self.draw_offers = {}, DrawOffers()
        if any(slot.stand_in for slot in self.slots):  # for the next match the players decide again
            for slot in self.slots:
                slot.stand_in = ""
            self.assign_seats(self.seating)

    def _keeps(self, old: OpenPrompt, seat: int, mover: int, is_shared: bool) -> bool:
        """Return whether an open prompt stays as it is, with its deadline."""
        assert self.match is not None
        question = self.match.asked.get(seat)
        if question is not None:
            return old.question is question
        return is_shared and not old.prompt_id and seat != mover

    def _reopen_prompt(
        self, seat: int, old: OpenPrompt | None, at: float, is_mover: bool, is_cancel: bool
    ) -> None:
        """Open a new prompt for a seat."""
        assert self.match is not None
        self.changed_at[seat] = self.version
        opened = self.open_prompts[seat] = self._open(seat, self.match.asked.get(seat), at)
        if not is_mover:
            self.held_deadlines.pop(seat, None)
        elif is_cancel:
            opened.deadline = self.held_deadlines.pop(seat, opened.deadline)
        elif old is not None and self.match.asked:
            self.held_deadlines.setdefault(seat, old.deadline)

    def _with_player_names(self, text: str) -> str:
        """Replace "seat 0" in a reason of the rules by the player's name."""
        known = range(len(self.slots))
        return re.sub(
            r"\bseat (\d+)\b",
            lambda m: self.name_of(int(m[1])) if int(m[1]) in known else m[0],
            text,
        )

    @property
    def result_text(self) -> str:
        """The result as a sentence; empty while the match is running."""
        if self.result is None:
            return ""
        result = self.result
        outcome = result.describe([self.name_of(seat) for seat in result.winners or result.losers])
        return f"{outcome}: {result.reason}" if result.reason else outcome

    def _set_deadline(self) -> None:
        prompts = self.open_prompts.values()
        times = [opened.deadline for opened in prompts if opened.deadline is not None]
        self.deadline = min(times, default=None)

    def _timeout_kind(self, question: Question | None) -> str:
        """Return the name of the timeout that applies. The room may set one for a question by its id,
        by the kind of its contract or wire prompt, or by its kind in the rules."""
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
            prompt_id, kind = f"p_{self.id}_{self.prompt_count}", self._timeout_kind(question)
        seconds = self.timeouts[kind]
        deadline = at + seconds if seconds and not self.by_seat[seat].playing_bot else None
        return OpenPrompt(prompt_id, kind, self.version, deadline, question)

    # --- snapshots ---------------------------------------------------------------------------------

    def to_snapshot(self) -> bytes:
        """Return the room as bytes, for `Room.from_snapshot`."""
        return msgspec.msgpack.encode(
            RoomSnapshot(
                self.create, self.slots, self.seating, self.status, self.version, self.seq,
                self.match_number, self.prompt_count, self.lines[-KEPT_LINES:], self.line_count,
                [], self.actions, self.changed_at,
                {s: (o.prompt_id, o.version, o.deadline) for s, o in self.open_prompts.items()},
                self.match.save("msgpack") if self.match is not None else b"", self.result,
                self.held_deadlines, self.ended_at, self.last_at, self.match_players,
                self.chat_since, self.draw_offers, self.stopped_clocks,
            )
        )  # fmt: skip

    @classmethod
    def from_snapshot(cls, room_id: str, game: Game, data: bytes) -> Room:
        """Rebuild a room from its snapshot."""
        snapshot = msgspec.msgpack.decode(data, type=RoomSnapshot)
        room = cls(room_id, game, snapshot.create)
        for name in ("slots", "seating", "status", "version", "seq", "match_number", "prompt_count",
                     "lines", "line_count", "chat", "actions", "changed_at", "result",
                     "held_deadlines", "ended_at", "last_at", "match_players",
                     "chat_since", "draw_offers", "stopped_clocks"):  # fmt: skip
            setattr(room, name, getattr(snapshot, name))
        room.assign_seats(snapshot.seating)
        if snapshot.match:
            room.match = match = game.load(snapshot.match)
            room.turn = match.ctx.num_player_turns
            room.acting = match.acting if room.status == "playing" else []
            for seat, (prompt_id, version, deadline) in snapshot.open_prompts.items():
                question = match.asked.get(seat)
                kind = room._timeout_kind(question)
                room.open_prompts[seat] = OpenPrompt(prompt_id, kind, version, deadline, question)
            room._set_deadline()
        return room

    def lines_after(self, after: int) -> list[RoomLogLine]:
        """Return the log lines after line `after`, as far as they are kept."""
        count = self.line_count - after
        return self.lines[-count:] if count > 0 else []


_APPLY: dict[type, Any] = {
    inputs.Join: Room._join,
    inputs.SetReady: Room._ready,
    inputs.Leave: Room._leave,
    inputs.Move: Room._move,
    inputs.Pick: Room._pick,
    inputs.Cancel: Room._cancel,
    inputs.TimeOut: Room._time_out,
    inputs.StandIn: Room._stand_in,
    inputs.SetResponses: Room._set_responses,
    inputs.Resign: Room._resign,
    inputs.OfferDraw: Room._offer_draw,
    inputs.AnswerDraw: Room._answer_draw,
    inputs.Rematch: Room._rematch,
    inputs.ChatMessage: Room._chat,
    inputs.End: Room._end,
    inputs.Outage: Room._outage,
    inputs.UseRules: Room._use_rules,
}
