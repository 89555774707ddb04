"""The host in the role of Communication Mod: reads a command line, answers with a state or an error.

Every accepted command is resolved completely before the answer, so it leads to exactly one state that
is ready for the next command. Refused commands change nothing; their errors have the mod's own
wording and the order of its checks. Legality is checked once per command, against the last message.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from turnwright.bridges.commmod.protocol import (
    ABANDON,
    CANCEL,
    CONFIRM,
    KEYS,
    MAX_ASCENSION,
    CommandError,
    CommandLine,
    ErrorMessage,
    class_named,
    is_available,
    is_seed,
    read_line,
    unavailable,
)
from turnwright.games.spire.game import game
from turnwright.games.spire.library import cards, potions
from turnwright.games.spire.rng import seed_from_text
from turnwright.games.spire.state import NO_POTION, is_targetable

from .json.combat import shown_places
from .json.message import MENU, discardable_potions, message, usable_potions
from .session import Quirks, Session

encode = msgspec.json.Encoder().encode


class RunRequest(msgspec.Struct, frozen=True):
    """The run that an agent asks for. Without a seed the host draws one."""

    character: str
    ascension: int = 0
    seed: int | None = None


class Mod:
    """Communication Mod in front of the simulator. `change` may replace the run that an agent asks for;
    `options` are additional options of the match."""

    def __init__(
        self,
        quirks: Quirks | None = None,
        change: Callable[[RunRequest], RunRequest] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.quirks = quirks or Quirks()
        self.session: Session | None = None
        self.last_session: Session | None = None
        """The session of the run that ended last."""
        self._change = change
        self._options = dict(options or {})
        self._commands: list[str] | None = None

    # --- messages --------------------------------------------------------------------------------

    def state(self) -> bytes:
        """Return the current state message: of the menu, or of the run in progress."""
        current = MENU if self.session is None else message(self.session)
        self._commands = current["available_commands"]
        return encode(current)

    def handle_line(self, text: str) -> bytes | None:
        """Return the answer to a line. There is none to an empty line, or where the mod would hang."""
        line = read_line(text)
        if line is None:
            return None
        try:
            is_answered = self._execute(line)
        except CommandError as error:
            return encode(ErrorMessage(str(error), True))
        return self.state() if is_answered else None

    @property
    def commands(self) -> list[str]:
        """The commands that are available now."""
        if self._commands is None:
            self.state()
        assert self._commands is not None
        return self._commands

    # --- commands --------------------------------------------------------------------------------

    def _execute(self, line: CommandLine) -> bool:
        """Execute a command. Return False if the mod accepts it and never answers."""
        if line.word == ABANDON and self.session is not None:
            return self._abandon(self.session)
        available = self.commands
        if not is_available(line.word, available):
            raise unavailable(line, available)
        word = line.word
        if self.session is None:
            return word == "state" or self._start(line)
        if word in CONFIRM:
            return self._confirm(self.session)
        if word in CANCEL:
            self.session.page.cancel()
            return True
        if word == "state":
            return True
        execute: Callable[[Session, CommandLine], bool] = {
            "play": self._play,
            "choose": self._choose,
            "end": self._end,
            "potion": self._potion,
            "key": self._key,
            "click": self._click,
            "wait": self._wait,
        }[word]
        return execute(self.session, line)

    def _start(self, line: CommandLine) -> bool:
        line.need(2)
        character = class_named(line.words[1])
        if character is None:
            raise line.invalid(line.words[1])
        ascension, seed = 0, None
        if line.count >= 3:
            ascension = line.number(2)
            if not 0 <= ascension <= MAX_ASCENSION:
                raise line.out_of_bounds(line.words[2])
        if line.count >= 4:
            text = line.words[3].upper()
            if not is_seed(text):
                raise line.invalid(text)
            seed = seed_from_text(text)
        wanted = RunRequest(character, ascension, seed)
        if self._change is not None:
            wanted = self._change(wanted)
        self.start_run(wanted)
        return True

    def start_run(self, start: RunRequest) -> None:
        """Start a run."""
        seed = random.SystemRandom().getrandbits(63) if start.seed is None else start.seed
        options = {
            "class": start.character,
            "ascension": start.ascension,
            "seed": seed,
            "pauses": True,
            "short_neow": self.quirks.short_neow,
            **self._options,
        }
        self._commands = None
        self.session = Session(game.start(0, options=options, record=False), self.quirks)

    def _abandon(self, session: Session) -> bool:
        """End the run with the screen of a defeat. The mod has no such command and lists none."""
        session.open_page("over")
        return True

    def _confirm(self, session: Session) -> bool:
        if session.page_state.page == "over":
            self.last_session, self.session = session, None
        else:
            session.page.confirm()
        return True

    def _play(self, session: Session, line: CommandLine) -> bool:
        battle = session.G.battle
        assert battle is not None
        line.need(2)
        number = line.number(1) or 10
        if not 1 <= number <= len(battle.hand):
            raise line.out_of_bounds(number)
        target = line.number(2) if line.count == 3 else -1
        places = shown_places(battle)
        if target != -1 and not 0 <= target < len(places):
            raise line.out_of_bounds(target)
        card = battle.hand[number - 1]
        has_target = cards()[card.kind].target[1 if card.up else 0]
        can_use = session.playable(card)
        if can_use and has_target and target != -1:
            can_use = is_targetable(battle.monsters[places[target]])
        if not can_use:
            raise CommandError("Selected card cannot be played with the selected target.")
        if has_target and target == -1:
            raise CommandError("Selected card requires an enemy target.")
        session.card_in_play = card
        session.move("play", number - 1, places[target] if has_target else -1)
        return True

    def _end(self, session: Session, line: CommandLine) -> bool:
        session.move("end")
        return True

    def _choose(self, session: Session, line: CommandLine) -> bool:
        choices = [choice.lower() for choice in session.page.choices()]
        line.need(2, " A choice is required.")
        wanted = line.tail
        if wanted in choices:
            at = choices.index(wanted)
        else:
            try:
                at = CommandLine((line.word, wanted)).number(1)
            except CommandError:
                raise line.invalid(wanted) from None
            if not 0 <= at < len(choices):
                raise line.out_of_bounds(wanted)
        if session.page.choose(at) is False:
            return not self.quirks.hangs
        return True

    def _potion(self, session: Session, line: CommandLine) -> bool:
        G = session.G
        line.need(3)
        verb = line.words[1]
        if verb not in ("use", "discard"):
            raise line.invalid(verb)
        slot = line.number(2)
        if not 0 <= slot < len(G.potions):
            raise CommandError("Potion index out of bounds.")
        kind = G.potions[slot]
        if kind == NO_POTION:
            raise CommandError("No potion in the selected slot.")
        if verb == "discard":
            if slot not in discardable_potions(session):
                raise CommandError("Selected potion cannot be discarded.")
            self._spend(session, "potion_discard", slot)
            return True
        if slot not in usable_potions(session):
            raise CommandError("Selected potion cannot be used.")
        if G.battle is None and session.question is None:
            self._spend(session, "potion_use", slot)
        else:
            self._spend(session, "potion_use", slot, self._potion_target(session, line, kind))
        return True

    def _potion_target(self, session: Session, line: CommandLine, kind: str) -> int:
        battle = session.G.battle
        if battle is None or not potions()[kind].target:
            return -1
        line.need(4, " Selected potion requires a target.")
        places = shown_places(battle)
        target = line.number(3)
        if not 0 <= target < len(places):
            raise line.out_of_bounds(target)
        if not is_targetable(battle.monsters[places[target]]):
            # The mod would throw the potion at a dead monster and lose it.
            raise line.out_of_bounds(target)
        return places[target]

    def _spend(self, session: Session, move: str, *args: int) -> None:
        """Use or discard a potion. Outside of fights and while cards are chosen, the page stays."""
        if session.question is not None:
            session.interrupt(f"{move}_meanwhile", *args)
            return
        if session.G.battle is not None:
            session.card_in_play = None
            session.move(move, *args)
            return
        page_state = msgspec.structs.replace(session.page_state)
        session.move(move, *args)
        session.page_state = page_state

    # --- keys, clicks and waiting ----------------------------------------------------------------

    def _key(self, session: Session, line: CommandLine) -> bool:
        line.need(2)
        name = line.words[1].upper()
        if name not in KEYS:
            raise line.invalid(line.words[1])
        self._frames(line, 2)
        page = session.page
        if name == "CONFIRM" and page.has_confirm():
            return self._confirm(session)
        if name == "CANCEL" and page.has_cancel():
            page.cancel()
        elif name == "END_TURN" and session.page_state.page == "fight":
            session.move("end")
        return True

    def _click(self, session: Session, line: CommandLine) -> bool:
        line.need(4)
        for place in (2, 3):
            try:
                float(line.words[place])
            except ValueError:
                raise line.invalid(line.words[place]) from None
        if line.words[1] not in ("left", "right"):
            raise line.invalid(line.words[1])
        self._frames(line, 4)
        return True

    def _wait(self, session: Session, line: CommandLine) -> bool:
        line.need(2)
        frames = self._frames(line, 1)
        return not (self.quirks.hangs and frames == 0)

    def _frames(self, line: CommandLine, place: int) -> int:
        """Return the number of frames to wait before the state is sent."""
        if line.count <= place:
            return 100
        frames = line.number(place)
        if frames < 0:
            raise line.out_of_bounds(line.words[place])
        return frames
