"""Play the same inputs twice with other hidden cards, and compare what the other viewers receive.

`play_random` makes a random match in which one seat, the hider, plays but never responds.
`other_cards` then exchanges the kinds of those cards of the hider that stayed hidden, and `replay`
makes the same inputs again. Whatever differs in the frames of the other viewers tells them something
about a hidden card.

Cards are known by their number after the setup. A game may give a card another number when it becomes
hidden, as Netrunner does for every card that is shuffled or installed face down; `tracked` notes that.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import msgspec

import turnwright as tw
from tests.server.room_harness import SPECTATOR, RoomHarness
from turnwright.agents.hidden_information import unseen_in
from turnwright.agents.random import RandomAgent
from turnwright.core.runtime.prompts import Answer

RUN_PASS = "continue"  # passes in the windows of a Netrunner run
Kinds = dict[int, str]  # by card
Origins = dict[int, int]  # by the number of a card: the one after the setup
CardClass = Callable[[str], object]
"""What a seat shows of a card when it plays it face down, by kind."""


class Play(msgspec.Struct):
    """What was played: the inputs, and the cards of the hider that nobody else has seen."""

    harness: RoomHarness
    hider: int
    origins: Origins
    inputs: list[Answer] = []
    hidden: set[int] = set()
    used: set[int] = set()  # of those, the ones that the hider has played face down
    windows: int = 0  # how often the hider passed in a window

    @property
    def viewers(self) -> list[int | None]:
        """Everybody except the hider."""
        return [*[seat for seat in self.harness.match.ctx.player_order if seat != self.hider], None]

    def origin(self, card_id: int) -> int:
        """The number that a card had after the setup."""
        return self.origins.get(card_id, card_id)

    def kinds(self) -> Kinds:
        """The kinds of all cards."""
        cards = self.harness.match.ctx.cards
        return {self.origin(card_id): card.kind for card_id, card in cards.items()}

    def unseen(self) -> set[int]:
        """The cards of the hider that no other viewer sees now."""
        match, cards = self.harness.match, self.harness.match.ctx.cards
        found = {i for i in cards if cards[i].owner == self.hider}
        for viewer in self.viewers:
            unseen = {i for key in match.ctx.zones for i in unseen_in(match, key, viewer)}
            question = None if viewer is None else match.asked.get(viewer)
            shown = set(question.values) if question is not None and question.is_cards else set()
            if viewer is not None and match.game.known_cards is not None:
                unseen -= set(match.game.known_cards(match.c, viewer))
            found &= unseen - shown
        return {self.origin(card_id) for card_id in found}

    def streams(self) -> dict[int | None, list[bytes]]:
        """What the other viewers have received."""
        return {viewer: self.harness.bytes[viewer] for viewer in self.viewers}


def tracked(game: tw.Game, kinds: Kinds, origins: Origins) -> tw.Game:
    """Return the game with other kinds of some cards after its setup. What becomes of the numbers of
    cards is noted in `origins`."""
    other = copy.copy(game)

    class Tracked(game.context):  # type: ignore[name-defined, misc]
        """Notes the new numbers of cards."""

        def renumber_card(self, card_id: int) -> int:
            number: int = super().renumber_card(card_id)
            origins[number] = origins.get(card_id, card_id)
            return number

    def setup(c: tw.Context) -> None:
        assert game.setup is not None
        game.setup(c)
        origins.clear()
        for card_id, kind in kinds.items():
            c.ctx.cards[card_id].kind = kind

    other.setup, other.context = setup, Tracked
    return other


def start(
    game: tw.Game, seed: str, hider: int, is_bot: bool, kinds: Kinds | None = None, **create: Any
) -> Play:
    """Begin a match, with other kinds of some cards. The hider may have a bot's seat; otherwise it is
    asked in every window."""
    bots = {hider: "passive"} if is_bot else {}
    origins: Origins = {}
    game = tracked(game, kinds or {}, origins)
    play = Play(RoomHarness(game, seed, bots=bots, **create), hider, origins)
    if not is_bot:
        play.harness.send(hider, "set_responses", mode="always")
    play.hidden = play.unseen()
    return play


def submit(play: Play, answer: Answer) -> bool:
    """Make an input of a seat over the wire, or as its bot. Returns whether it was accepted."""
    harness, seat = play.harness, answer.seat
    harness.clock += 1.0
    version = harness.room.version
    if harness.room.slot_of(seat).bot:
        harness._deliver(harness.handler.bot_answer(answer, harness.clock))
    elif answer.picks is None:
        payload = {"args": list(answer.args)}
        harness.send(seat, "action", actionType=answer.move, payload=payload)
    else:
        opened = harness.room.open_prompts.get(seat)
        prompt_id = "" if opened is None else opened.prompt_id
        harness.send(seat, "prompt_response", promptId=prompt_id, choice=list(answer.picks))
    return harness.room.version != version


def choose(play: Play, rng: random.Random) -> Answer:
    """Choose an input: at random, but the hider passes in windows."""
    match = play.harness.match
    seat = rng.choice(match.acting)
    question = match.asked.get(seat)
    is_hider = seat == play.hider
    if question is not None:
        if is_hider and question.responds_to is not None:
            play.windows += 1
            return Answer(seat, picks=())
        return RandomAgent(rng.random().hex()).decide(match.prompt(seat), match)
    moves = match.legal_moves(seat, True)
    window = match._place.window
    passing = RUN_PASS if window is None else window.move
    if is_hider and (passing, ()) in moves:
        play.windows += 1
        return Answer(seat, passing)
    names = sorted({name for name, _ in moves})
    name = rng.choice(names)
    return Answer(seat, *rng.choice([move for move in moves if move[0] == name]))


def note_cards(play: Play, answer: Answer) -> None:
    """Note the cards that an input of the hider names. Those that a question offers are not exchanged,
    because the answer may not fit others, unless it offers the whole hand, as a mulligan does."""
    question = play.harness.match.asked.get(answer.seat)
    if question is None:
        named = {play.origin(value) for value in answer.args if type(value) is int}
        play.hidden -= play.used & named  # its first use has shown more than its class
        play.used |= named
    elif question.is_cards and set(question.values) != set(
        play.harness.match.c.zone("hand", answer.seat)
    ):
        play.hidden -= set(map(play.origin, question.values))


def play_random(play: Play, rng: random.Random, steps: int) -> None:
    """Play on at random, and note which cards stay hidden."""
    for _ in range(steps):
        if play.harness.room.status != "playing":
            return
        answer = choose(play, rng)
        if answer.seat == play.hider:
            note_cards(play, answer)
        if submit(play, answer):
            play.inputs.append(answer)
        play.hidden &= play.unseen()


def other_cards(play: Play, rng: random.Random, class_of: CardClass) -> Kinds:
    """Exchange kinds among the hidden cards. A used card stays in its class."""
    all_kinds = play.kinds()
    kinds = {card_id: all_kinds[card_id] for card_id in sorted(play.hidden)}
    for card_id in [i for i in kinds if i in play.used]:
        same = [i for i in kinds if class_of(kinds[i]) == class_of(kinds[card_id])]
        other = rng.choice(same)
        kinds[card_id], kinds[other] = kinds[other], kinds[card_id]
    unused = [card_id for card_id in kinds if card_id not in play.used]
    dealt = [kinds[card_id] for card_id in unused]
    rng.shuffle(dealt)
    return kinds | dict(zip(unused, dealt, strict=True))


def replay(
    first: Play, game: tw.Game, seed: str, is_bot: bool, kinds: Kinds, **create: Any
) -> Play:
    """Make the same inputs with other kinds of some cards, as far as they are accepted."""
    second = start(game, seed, first.hider, is_bot, kinds, **create)
    for answer in first.inputs:
        if not submit(second, answer):
            break
    return second


def first_difference(first: Play, second: Play) -> str:
    """Return the first frame that differs for a viewer; empty if there is none."""
    for viewer, frames in first.streams().items():
        others = second.streams()[viewer]
        for number, frame in enumerate(frames):
            other = others[number] if number < len(others) else b"nothing"
            if frame != other:
                who = "a spectator" if viewer is SPECTATOR else f"seat {viewer}"
                at = next(
                    (i for i, (a, b) in enumerate(zip(frame, other, strict=False)) if a != b), 0
                )
                near = slice(max(0, at - 80), at + 80)
                return f"{who}, frame {number}: {frame[near]!r} is now {other[near]!r}"
        if len(others) > len(frames):
            return f"viewer {viewer} has {len(others) - len(frames)} more frames"
    return ""
