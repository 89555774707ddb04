"""The mod itself: it hears a line and answers with a state, or with the reason why not.

Everything resolves before it answers, so every command that is taken gives exactly one state that is
ready for the next. What the mod refuses, it refuses with its own words, in the order of its own checks,
and nothing has changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from turnwright.bridges.commmod.protocol import (
    CANCEL,
    CONFIRM,
    KEYS,
    MAX_ASCENSION,
    CommandError,
    Error,
    Line,
    class_named,
    is_available,
    is_seed,
    read_line,
    unavailable,
)
from turnwright.games.spire.game import game
from turnwright.games.spire.library import cards, potions
from turnwright.games.spire.rng import seed_from_text
from turnwright.games.spire.state import NO_POTION

from .json.combat import Playable, shown_places
from .json.message import MENU, discardable_potions, message, usable_potions
from .session import Desk, Quirks

encode = msgspec.json.Encoder().encode


class Start(msgspec.Struct, frozen=True):
    """A run that is asked for. No seed: any."""

    character: str
    ascension: int = 0
    seed: int | None = None


class Mod:
    """The game with the mod, and no window. `change` may turn the run that an agent asks for into
    another one; `options` are more options of the match."""

    def __init__(
        self,
        quirks: Quirks | None = None,
        change: Callable[[Start], Start] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.quirks = quirks or Quirks()
        self.desk: Desk | None = None
        self.last: Desk | None = None
        """The run that ended last."""
        self._change = change
        self._options = dict(options or {})
        self._commands: list[str] | None = None

    # --- talking --------------------------------------------------------------------------------------

    def state(self) -> bytes:
        """What the mod says of its own accord: when the menu appears, or a run is under way."""
        said = MENU if self.desk is None else message(self.desk)
        self._commands = said["available_commands"]
        return encode(said)

    def hear(self, text: str) -> bytes | None:
        """The answer to a line; none to an empty one, or where the mod would hang."""
        line = read_line(text)
        if line is None:
            return None
        try:
            answers = self._do(line)
        except CommandError as error:
            return encode(Error(str(error), True))
        return self.state() if answers else None

    @property
    def commands(self) -> list[str]:
        """What can be said now."""
        if self._commands is None:
            self.state()
        assert self._commands is not None
        return self._commands

    # --- commands -------------------------------------------------------------------------------------

    def _do(self, line: Line) -> bool:
        """Carry out a command. False: it is taken, but nothing ever comes of it."""
        available = self.commands
        if not is_available(line.word, available):
            raise unavailable(line, available)
        word = line.word
        if self.desk is None:
            return word == "state" or self._start(line)
        if word in CONFIRM:
            return self._confirm(self.desk)
        if word in CANCEL:
            self.desk.page.cancel()
            return True
        if word == "state":
            return True
        do: Callable[[Desk, Line], bool] = {
            "play": self._play,
            "choose": self._choose,
            "end": self._end,
            "potion": self._potion,
            "key": self._key,
            "click": self._click,
            "wait": self._wait,
        }[word]
        return do(self.desk, line)

    def _start(self, line: Line) -> bool:
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
        wanted = Start(character, ascension, seed)
        self.begin(wanted if self._change is None else self._change(wanted))
        return True

    def begin(self, start: Start) -> None:
        """Begin a run."""
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
        self.desk = Desk(game.start(0, options=options, record=False), self.quirks)

    def _confirm(self, desk: Desk) -> bool:
        if desk.spot.page == "over":
            self.last, self.desk = desk, None
        else:
            desk.page.confirm()
        return True

    def _play(self, desk: Desk, line: Line) -> bool:
        battle = desk.G.battle
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
        can_use = Playable(desk.c)(card)
        if can_use and has_target and target != -1:
            monster = battle.monsters[places[target]]
            can_use = monster.hp > 0 and not (monster.has_escaped or monster.is_half_dead)
        if not can_use:
            raise CommandError("Selected card cannot be played with the selected target.")
        if has_target and target == -1:
            raise CommandError("Selected card requires an enemy target.")
        desk.in_play = card
        desk.do("play", number - 1, places[target] if has_target else -1)
        return True

    def _end(self, desk: Desk, line: Line) -> bool:
        desk.do("end")
        return True

    def _choose(self, desk: Desk, line: Line) -> bool:
        choices = [choice.lower() for choice in desk.page.choices()]
        line.need(2, " A choice is required.")
        wanted = line.tail
        if wanted in choices:
            at = choices.index(wanted)
        else:
            try:
                at = Line((line.word, wanted)).number(1)
            except CommandError:
                raise line.invalid(wanted) from None
            if not 0 <= at < len(choices):
                raise line.out_of_bounds(wanted)
        if desk.page.choose(at) is False:
            return not self.quirks.hangs
        return True

    def _potion(self, desk: Desk, line: Line) -> bool:
        G = desk.G
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
            if slot not in discardable_potions(desk):
                raise CommandError("Selected potion cannot be discarded.")
            self._spend(desk, "potion_discard", slot)
            return True
        if slot not in usable_potions(desk):
            raise CommandError("Selected potion cannot be used.")
        if G.battle is None:
            self._spend(desk, "potion_use", slot)
        else:
            self._spend(desk, "potion_use", slot, self._potion_target(desk, line, kind))
        return True

    def _potion_target(self, desk: Desk, line: Line, kind: str) -> int:
        battle = desk.G.battle
        assert battle is not None
        if not potions()[kind].target:
            return -1
        line.need(4, " Selected potion requires a target.")
        places = shown_places(battle)
        target = line.number(3)
        if not 0 <= target < len(places):
            raise line.out_of_bounds(target)
        monster = battle.monsters[places[target]]
        if monster.hp <= 0 or monster.has_escaped or monster.is_half_dead:
            # The mod would throw it at a dead monster; the potion would be lost.
            raise line.out_of_bounds(target)
        return places[target]

    def _spend(self, desk: Desk, move: str, *args: int) -> None:
        """Use a potion or throw it away. Outside of fights the page stays."""
        if desk.G.battle is not None:
            desk.in_play = None
            desk.do(move, *args)
            return
        spot = msgspec.structs.replace(desk.spot)
        desk.do(move, *args)
        desk.spot = spot

    # --- keys, clicks, waiting ------------------------------------------------------------------------

    def _key(self, desk: Desk, line: Line) -> bool:
        line.need(2)
        name = line.words[1].upper()
        if name not in KEYS:
            raise line.invalid(line.words[1])
        self._frames(line, 2)
        page = desk.page
        if name == "CONFIRM" and page.has_confirm():
            return self._confirm(desk)
        if name == "CANCEL" and page.has_cancel():
            page.cancel()
        elif name == "END_TURN" and desk.spot.page == "fight":
            desk.do("end")
        return True

    def _click(self, desk: Desk, line: Line) -> bool:
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

    def _wait(self, desk: Desk, line: Line) -> bool:
        line.need(2)
        frames = self._frames(line, 1)
        return not (self.quirks.hangs and frames == 0)

    def _frames(self, line: Line, place: int) -> int:
        """After so many frames the state is sent, whatever has happened."""
        if line.count <= place:
            return 100
        frames = line.number(place)
        if frames < 0:
            raise line.out_of_bounds(line.words[place])
        return frames
