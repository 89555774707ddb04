"""A runner that writes down what it does, and can go back.

Every accepted input becomes an entry of the record. A checkpoint, a copy of the resting state, is kept
every so many inputs; going back, for an undo or because something failed inside the rules, is a short
replay from there. So the usual path pays for no copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.definition.moves import Move
from turnwright.core.errors import FlowLoop, Refusal, Refused, RulesError

from .flow_state import Ctx
from .manual_edits import apply_operation
from .record import Fault, Record, RecordEntry
from .rng import Stream
from .runner import FlowRunner

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game

# A checkpoint is a copy of the resting state. One every so many inputs makes roll-back and undo a
# short replay, and costs next to nothing per move.
CHECKPOINT_EVERY = 64
BEFORE_START = -1


class Recorded(FlowRunner):
    """The part of a match that remembers. `Match` adds the door for answers."""

    __slots__ = (
        "_asked_at",
        "_checkpoints",
        "_inputs",
        "_is_recorded",
        "fault",
        "record",
        "version",
    )

    def __init__(self, game: Game, G: Any, ctx: Ctx, record: Record, is_recorded: bool) -> None:
        self.game = game
        self.trace = None
        self.record = record
        self._is_recorded = is_recorded
        self.use(G, ctx)
        self._inputs: list[RecordEntry] = []
        if is_recorded:
            ctx.__dict__["_inputs"] = self._inputs
        self._checkpoints: list[tuple[int, Any, Ctx]] = []
        self._asked_at = 0
        self.version = 0
        self.fault: Fault | None = None

    @property
    def hash(self) -> str:
        """Names the state: equal states have equal hashes."""
        return self.game.digest(self.G, self.ctx)

    @staticmethod
    def _fresh(game: Game, header: Record) -> tuple[Any, Ctx]:
        """The state before anything has happened."""
        seats = list(range(len(header.seats)))
        zones: dict[str, list[int]] = {}
        for name, zone in game.zones.items():
            zones |= {name: []} if zone.shared else {f"{name}:{seat}": [] for seat in seats}
        ctx = game.ctx(
            player_order=seats,
            seed=header.seed,
            game_id=game.name,
            options=header.options,
            players={seat: {} for seat in seats},
            zones=zones,
            streams={name: Stream(0, script=list(s)) for name, s in header.scripts.items()},
        )
        return game.state(), ctx

    def _open(self) -> None:
        """Set the table and run the flow to its first rest."""
        game, places = self.game, self.game.compiled_flow
        if game.setup is not None and not self._absorb(game.setup(self.c)):
            raise RulesError("setup may not ask; let an on_begin hook ask")
        self.settle(places.transition(places.nowhere, 0, places.entry(places.start)))

    def _find_move(self, name: str) -> Move | None:
        """The move of this name here; in manual mode, else of anywhere."""
        move = self._place.moves.get(name)
        if move is None and self.ctx.manual_mode:
            move = self.game.all_moves.get(name)
        return move

    def _accept_move(self, move: Move, seat: int, args: tuple[Any, ...]) -> Refusal | None:
        if not self._is_recorded:
            self.run_move(move, seat, args)
            self.version += 1
            if self.asked:
                self._asked_at = self.version
            return None
        if move.asks and self._checkpoints[-1][0] != len(self._inputs):
            self._keep_checkpoint()
        path, turn = self._place.path, self.ctx.num_turns
        return self._accept(RecordEntry(seat, move.name, args, None, "", path, turn), move)

    def _accept(self, entry: RecordEntry, move: Move | None = None) -> Refusal | None:
        """Carry out one input and write it down. Whatever goes wrong inside takes it all back."""
        if not self._is_recorded:
            self._run(entry)
            self.version += 1
            if self._checkpoints:  # a copy taken in mid-question can be copied again until it rests
                self._inputs.append(entry)
                if not self.asked:
                    self._inputs.clear()
                    self._checkpoints.clear()
            return None
        if not entry.at:
            entry.at, entry.turn = self._place.path, self.ctx.num_turns
        self.c._reveals = False
        try:
            if move is None:
                self._run(entry)
            else:
                self.run_move(move, entry.seat, entry.args)
                if self.asked:
                    self._asked_at = self.version + 1
            if len(self.ctx.__dict__) > 1:
                names = ", ".join(name for name in self.ctx.__dict__ if name != "_inputs")
                raise RulesError(f"ctx has no {names}; what the rules add belongs into G")
            if not self.asked:
                entry.hash = self.game.digest(self.G, self.ctx)
        except Refused as refused:
            self._rebuild(len(self._inputs))
            return refused.refusal
        except Exception as error:
            self._rebuild(len(self._inputs))
            return self._report(error, entry)
        if self.c._reveals or (self.asked and self._shows_secrets()):
            entry.barrier = True
        self._inputs.append(entry)
        self._write(entry)
        return None

    def _shows_secrets(self) -> bool:
        """Does an open question list cards that the asked seat does not see otherwise? Those of its own
        deck do not count: it knows which they are, if not in which order."""
        zones, card_zones = self.game.zones, self.ctx.card_zones
        for seat, question in self.asked.items():
            if question.is_cards and not question.is_field:
                for value in question.values:
                    name, _, owner = card_zones.get(value, "").partition(":")
                    if name and owner != str(seat) and zones[name].visible != "public":
                        return True
        return False

    def _write(self, entry: RecordEntry) -> None:
        """Append to the record; after every so many inputs keep a checkpoint."""
        self.record.entries.append(entry)
        self.version += 1
        if not self.asked and len(self._inputs) - self._checkpoints[-1][0] >= CHECKPOINT_EVERY:
            self._keep_checkpoint()

    def _keep_checkpoint(self) -> None:
        game = self.game
        self._checkpoints.append(
            (len(self._inputs), game.clone_state(self.G), game.clone_ctx(self.ctx))
        )

    def _report(self, error: Exception, entry: RecordEntry) -> Refusal:
        record = self.record.copy()
        try:
            msgspec.json.encode(entry)
        except (TypeError, OverflowError):
            entry.args = tuple(map(repr, entry.args))
        record.entries.append(entry)
        self.fault = Fault(error, record)
        if isinstance(error, FlowLoop):
            return Refusal(error.code, str(error), error.data)
        sentence = f"The rules of {self.game.name} failed on this input; it was taken back."
        return Refusal("rules_error", sentence, {"error": f"{type(error).__name__}: {error}"})

    def _run(self, entry: RecordEntry) -> None:
        """Carry out one input that is known to be legal."""
        before = self.version
        if entry.op:
            apply_operation(self, entry.op, entry.args)
        elif entry.picks is not None:
            was = self.asked.get(entry.seat)
            self.answer(entry.seat, entry.picks)
            if self.asked and was is not None and entry.seat not in self.asked and self._sealed:
                return  # the others are still thinking about the same question
        else:
            move = self._find_move(entry.move)
            assert move is not None, f"{entry.move!r} was checked"
            if self.asked:
                self.interrupt(move, entry.seat, entry.args)
                return
            self.run_move(move, entry.seat, entry.args)
        if self.asked:
            self._asked_at = before + 1

    def _rebuild(self, count: int) -> None:
        """Stand where the first `count` inputs led to: nearest checkpoint, then a short replay."""
        while self._checkpoints[-1][0] > count:
            self._checkpoints.pop()
        trace, self.trace = self.trace, None
        asked_at = self._asked_at
        index, G, ctx = self._checkpoints[-1]
        self.use(self.game.clone_state(G), self.game.clone_ctx(ctx))
        self.ctx.__dict__["_inputs"] = self._inputs
        self._replay_from(index, count)
        self.trace, self._asked_at = trace, asked_at

    def _replay_from(self, index: int, count: int | None = None) -> None:
        """Run the inputs that came after a checkpoint again."""
        if index == BEFORE_START:
            self._open()
            index = 0
        for entry in self._inputs[index:count]:
            self._run(entry)

    def undo(self, seat: int | None = None, *, others: bool = False) -> Refusal | None:
        """Take back the last input; hidden information that came to light bars the way.

        `seat` takes back only its own; with `others` also what the others have done since.
        """
        inputs = self._inputs if self._is_recorded else []
        keep = len(inputs) - 1
        while others and keep >= 0 and inputs[keep].seat != seat:
            keep -= 1
        if keep < 0:
            return Refusal("nothing_to_undo", "There is nothing to undo.", {})
        if any(entry.barrier for entry in inputs[keep:]):
            sentence = "Hidden information has come to light since; it cannot be undone."
            return Refusal("undo_barrier", sentence, {"move": str(inputs[keep])})
        if seat is not None and inputs[keep].seat != seat:
            sentence = f"The last move was seat {inputs[keep].seat}'s, not seat {seat}'s."
            return Refusal("not_your_move", sentence, {"seat": inputs[keep].seat})
        while len(inputs) > keep:
            inputs.pop()
            self._rebuild(len(inputs))
            hash = "" if self.asked else self.hash
            self._write(RecordEntry(op="undo", at=self._place.path, hash=hash))
            if self.asked:
                self._asked_at = self.version
        return None
