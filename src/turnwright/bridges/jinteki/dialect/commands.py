"""Execute commands of jinteki.net clients: their names and arguments become answers to a match.

A refusal has a code and a sentence, changes nothing, and names no hidden card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import turnwright as tw
from turnwright.core.errors import Refusal
from turnwright.core.runtime.prompts import Answer
from turnwright.games.netrunner.card_facts import CORP, NAMES, SIDES
from turnwright.games.netrunner.context import NetrunnerContext, context_of
from turnwright.games.netrunner.moves.ability_moves import shown_dynamic_abilities
from turnwright.games.netrunner.questions import (
    BAD_PUBLICITY,
    NetrunnerQuestion,
    NumberRange,
    open_question,
)
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import plural

from .cards import search_title
from .references import matching_cards, server_name_from
from .state import choice_uuid, seat_of

LONGEST_MESSAGE = 1000
Answers: TypeAlias = "list[Answer] | Refusal"

PLAIN = (
    "credit", "draw", "purge", "remove-tag", "trash-resource", "start-turn", "end-turn",
    "end-phase-12", "continue", "start-next-phase", "jack-out", "toggle-auto-no-action",
    "indicate-action", "concede",
)  # fmt: skip
BY_HAND = ("derez", "move", "shuffle", "change", "set-property")
DISPLAYS = (
    "toast", "view-deck", "close-deck", "generate-install-list", "generate-runnable-zones",
)  # fmt: skip
WITHOUT_USE = (
    "phase-12-pass-priority", "end-post-discard", "post-discard-pass-priority",
    "corp-ability", "expend", "flashback",
)  # fmt: skip


def execute_command(
    match: tw.Match, side: str | None, name: str, args: Mapping[str, Any] | None = None
) -> Refusal | None:
    """Execute a command of a side ("corp" or "runner"). Return a refusal if it is not possible."""
    if side not in SIDES:
        return Refusal("spectator", "Only the Corp and the Runner act.", {})
    if args is not None and not isinstance(args, Mapping):
        return Refusal("bad_arguments", "Command arguments must be a map.", {})
    seat = seat_of(side)
    assert seat is not None
    request = _CommandRequest(match, seat, str(name), args or {})
    answers = _answers(request)
    if isinstance(answers, Refusal):
        return answers
    refusals = []
    for answer in answers:  # the most likely meaning first; a refusal changes nothing
        refusal = match.submit(answer)
        if refusal is None:
            if name == "rez" and request.args.get("press-continue"):
                match.submit(Answer(seat, "continue"))
            return None
        refusals.append(refusal)
    return name_sides(refusals[0])


class _CommandRequest:
    """A command with everything needed to interpret it."""

    def __init__(self, match: tw.Match, seat: int, name: str, args: Mapping[str, Any]) -> None:
        self.match, self.seat, self.name, self.args = match, seat, name, args
        self.c = context_of(match)

    @property
    def asked(self) -> NetrunnerQuestion | None:
        """The question that this seat must answer now."""
        return open_question(self.match, self.seat)

    def move(self, *args: Any) -> list[Answer]:
        """Return an answer that makes the move of this name."""
        return [Answer(self.seat, self.name, args)]


def _answers(request: _CommandRequest) -> Answers:
    name = request.name
    if name in PLAIN:
        return request.move()
    read = READERS.get(name)
    if read is not None:
        return read(request)
    if name in BY_HAND:
        return _not_by_hand(name)
    if name in DISPLAYS:
        return Refusal(
            "display_only", f"{name!r} only affects what a client displays.", {"command": name}
        )
    if name in WITHOUT_USE:
        sentence = f"{name!r} is not possible now."
        return Refusal("not_now", sentence, {"command": name})
    return Refusal("unknown_command", f"Unknown command {name[:40]!r}.", {"command": name[:40]})


def _not_by_hand(name: str) -> Refusal:
    return Refusal(
        "not_by_hand", "Manual changes to the board are not supported.", {"command": name}
    )


# --- cards ----------------------------------------------------------------------------------------


def _cards(request: _CommandRequest, key: str = "card") -> list[Card] | Refusal:
    ref = request.args.get(key)
    if ref is None:
        sentence = f"{request.name!r} needs a card."
        return Refusal("card_needed", sentence, {"command": request.name})
    meant = matching_cards(request.c, request.seat, ref)
    return meant or Refusal("unknown_card", "No card you can see matches that reference.", {})


def _with_card(request: _CommandRequest, *more: Any) -> Answers:
    cards = _cards(request)
    if isinstance(cards, Refusal):
        return cards
    return [Answer(request.seat, request.name, (card.id, *more)) for card in cards]


def _with_place(key: str) -> Callable[[_CommandRequest], Answers]:
    """A command about one of a card's abilities or subroutines, by index."""

    def read(request: _CommandRequest) -> Answers:
        place = request.args.get(key)
        if type(place) is not int:
            return Refusal("bad_arguments", f"{request.name!r} needs the index of the {key}.", {})
        return _with_card(request, place)

    return read


def _ability(request: _CommandRequest) -> Answers:
    """The index counts the listed abilities: the printed ones, then those of this encounter."""
    place = request.args.get("ability")
    if type(place) is not int:
        return Refusal("bad_arguments", "'ability' needs the index of the ability.", {})
    cards = _cards(request)
    if isinstance(cards, Refusal):
        return cards
    answers = []
    for card in cards:
        number = place - len(request.c.definition(card).abilities)
        names = (
            list(shown_dynamic_abilities(request.c, card))
            if number >= 0 and request.c.is_active(card)
            else []
        )
        if 0 <= number < len(names):
            answers.append(Answer(request.seat, "dynamic-ability", (card.id, names[number])))
        else:
            answers.append(Answer(request.seat, "ability", (card.id, place)))
    return answers


def _dynamic(request: _CommandRequest) -> Answers:
    word = request.args.get("dynamic")
    if not isinstance(word, str):
        return Refusal("bad_arguments", "'dynamic-ability' needs the name of the ability.", {})
    return _with_card(request, word)


def _fire(request: _CommandRequest) -> Answers:
    """Without a card it means the encountered ice."""
    encounter = request.c.G.encounter
    if request.args.get("card") is None and encounter is not None and encounter.ice is not None:
        return request.move(encounter.ice)
    return _with_card(request)


def _trash(request: _CommandRequest) -> Answers:
    return _not_by_hand("trash") if request.c.G.strict else _with_card(request)


def _rez(request: _CommandRequest) -> Answers:
    cards = _cards(request)
    if isinstance(cards, Refusal):
        return cards
    c: NetrunnerContext = request.c
    own = [card for card in cards if card.owner == request.seat == CORP and c.is_installed(card)]
    if own and all(card.rezzed for card in own):
        return Refusal("already_rezzed", "This card is already rezzed.", {})
    wealth = c.G.sides[CORP].credits
    prices = [c.rez_cost(card) for card in own if not card.rezzed]
    if prices and min(prices) > wealth:
        sentence = f"'rez' needs {plural(min(prices), 'credit')}, Corp has {wealth}."
        return Refusal("cannot_pay", sentence, {"needs": min(prices), "has": wealth})
    return [Answer(request.seat, "rez", (card.id,)) for card in cards if not card.rezzed] or [
        Answer(request.seat, "rez", (cards[0].id,))
    ]


# --- servers --------------------------------------------------------------------------------------


def _play(request: _CommandRequest) -> Answers:
    """Play or install a card from the hand."""
    cards = _cards(request)
    if isinstance(cards, Refusal):
        return cards
    c: NetrunnerContext = request.c
    hand = [card for card in cards if c.zone_of(card.id) == "hand"]
    if not hand:
        return Refusal("not_in_hand", "Only cards in your hand can be played or installed.", {})
    server = request.args.get("server")
    answers = []
    for card in hand:
        kind = c.facts(card).type
        place = ""
        if kind in ("agenda", "asset", "upgrade", "ice"):
            place = server_name_from(server)
            if not place:
                return _no_server(c, server, "an install needs a server")
        answers.append(Answer(request.seat, "play", (card.id, place)))
    return answers


def _run(request: _CommandRequest) -> Answers:
    server = request.args.get("server")
    name = server_name_from(server)
    if name not in _servers(request.c):
        return _no_server(request.c, server, "a run needs a server")
    return request.move(name)


def _servers(c: NetrunnerContext) -> list[str]:
    return [c.server_name(key) for key in c.server_keys()]


def _no_server(c: NetrunnerContext, server: Any, need: str) -> Refusal:
    known = _servers(c)
    if server is None:
        return Refusal(
            "server_needed", f"{need.capitalize()}: {', '.join(known)}.", {"known": known}
        )
    sentence = f"Unknown server {str(server)[:40]!r}. The servers are {', '.join(known)}."
    return Refusal("unknown_server", sentence, {"known": known})


# --- prompts --------------------------------------------------------------------------------------


def _choice(request: _CommandRequest) -> Answers:
    asked = _open_prompt(request)
    if isinstance(asked, Refusal):
        return asked
    if asked.number is not None:
        return _number(request, asked.number)
    place = _chosen(request, asked, request.args.get("choice"), request.args.get("index"))
    if place is None:
        return Refusal("unknown_choice", "This is not one of the choices of the open prompt.", {})
    if asked.selectable is None:
        return [Answer(request.seat, picks=(str(place),))]
    if asked.min:
        sentence = f"{asked.choices[place]!r} is not an answer here: you must select cards."
        return Refusal("not_an_answer", sentence, {})
    return [Answer(request.seat, picks=())]


def _number(request: _CommandRequest, allowed: NumberRange) -> Answers:
    """Answer a prompt for a number. Clients send the number itself, some of them as text."""
    choice = request.args.get("choice")
    if isinstance(choice, str) and choice.isascii() and choice.isdigit() and len(choice) < 7:
        choice = int(choice)
    if type(choice) is not int or not allowed.least <= choice <= allowed.most:
        sentence = f"Choose a number from {allowed.least} to {allowed.most}."
        data = {"least": allowed.least, "most": allowed.most}
        return Refusal("unknown_choice", sentence, data)
    return [Answer(request.seat, picks=(str(choice),))]


def _bad_publicity(request: _CommandRequest) -> Answers:
    """Take a credit of bad publicity in a prompt for the source of a payment."""
    asked = _open_prompt(request)
    if isinstance(asked, Refusal):
        return asked
    if not asked.offers_bad_publicity:
        sentence = "The open prompt cannot be paid with bad publicity."
        return Refusal("unknown_choice", sentence, {})
    return [Answer(request.seat, picks=(BAD_PUBLICITY,))]


def _open_prompt(request: _CommandRequest) -> NetrunnerQuestion | Refusal:
    asked = request.asked
    if asked is None:
        return Refusal("no_prompt", "You have no open prompt.", {})
    eid = request.args.get("eid")
    number = eid.get("eid") if isinstance(eid, Mapping) else eid
    if number is not None and number != asked.eid:
        return Refusal("stale_prompt", "This prompt is no longer open.", {})
    return asked


def _chosen(
    request: _CommandRequest, asked: NetrunnerQuestion, choice: Any, index: Any
) -> int | None:
    """Return the index of a button, from its uuid, its index, its text, or its card."""
    choices = asked.choices or []
    eid = asked.eid
    if choice is None:
        choice = index
    if isinstance(choice, Mapping):
        if "uuid" in choice:
            uuids = [choice_uuid(eid, place) for place in range(len(choices))]
            wanted = str(choice["uuid"])
            return uuids.index(wanted) if wanted in uuids else None
        choice = next((choice[key] for key in ("idx", "value", "card") if key in choice), choice)
    if type(choice) is int:
        return choice if 0 <= choice < len(choices) else None
    if isinstance(choice, Mapping):
        offered = [one for one in choices if type(one) is int]
        meant = [card.id for card in matching_cards(request.c, request.seat, choice, offered)]
        return next((n for n, one in enumerate(choices) if type(one) is int and one in meant), None)
    return _by_text(request.c, asked, choice, index) if isinstance(choice, str) else None


def _by_text(c: NetrunnerContext, asked: NetrunnerQuestion, text: str, index: Any) -> int | None:
    """Of several buttons with the same text, take the one at `index` if that is given."""
    choices = asked.choices or []
    texts = [
        one if isinstance(one, str) else asked.button_texts.get(one) or c.card(one).kind
        for one in choices
    ]  # fmt: skip
    if text in texts:
        is_told = type(index) is int and 0 <= index < len(texts) and texts[index] == text
        return index if is_told else texts.index(text)
    plain = [search_title(one) for one in texts]
    if search_title(text) in plain:
        return plain.index(search_title(text))
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) < len(choices):
        return int(text)
    return None


def _select(request: _CommandRequest) -> Answers:
    asked = _open_prompt(request)
    if isinstance(asked, Refusal):
        return asked
    if asked.selectable is None:
        return Refusal("no_prompt", "The open prompt does not ask for cards.", {})
    meant = matching_cards(request.c, request.seat, request.args.get("card"), asked.selectable)
    offered = [card for card in meant if card.id in asked.selectable]
    if not offered:
        return Refusal("unknown_choice", "This card cannot be selected here.", {})
    fresh = [card for card in offered if card.id not in asked.selected]
    return [Answer(request.seat, picks=(str(card.id),)) for card in fresh or offered]


def _hand(word: str) -> Callable[[_CommandRequest], Answers]:
    """Keeping the opening hand is a prompt, but has commands of its own."""

    def read(request: _CommandRequest) -> Answers:
        asked = request.asked
        if asked is None or asked.type != "mulligan":
            return Refusal("no_prompt", "You are not asked about your opening hand.", {})
        return [Answer(request.seat, picks=(str((asked.choices or []).index(word)),))]

    return read


# --- words ----------------------------------------------------------------------------------------


def _message(request: _CommandRequest) -> Answers:
    """Log a message of the player."""
    text = request.args.get("msg")
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_MESSAGE:
        sentence = f"A message has 1 to {LONGEST_MESSAGE} characters."
        return Refusal("bad_arguments", sentence, {})
    return request.move(" ".join(text.split()))


def name_sides(refusal: Refusal) -> Refusal:
    """Return a refusal of the core with the names of the sides instead of seat numbers."""
    sentence = refusal.sentence
    for seat, name in enumerate(NAMES):
        sentence = sentence.replace(f"seat {seat}", f"the {name}")
    return Refusal(refusal.code, sentence, refusal.data)


READERS: dict[str, Callable[[_CommandRequest], Answers]] = {
    "play": _play,
    "install": _play,
    "run": _run,
    "advance": _with_card,
    "score": _with_card,
    "rez": _rez,
    "trash": _trash,
    "ability": _ability,
    "runner-ability": _with_place("ability"),
    "dynamic-ability": _dynamic,
    "subroutine": _with_place("subroutine"),
    "unbroken-subroutines": _fire,
    "choice": _choice,
    "select": _select,
    "bad-pub-choice": _bad_publicity,
    "keep": _hand("Keep"),
    "mulligan": _hand("Mulligan"),
    "system-msg": _message,
}
COMMANDS = (*PLAIN, *READERS, *BY_HAND, *DISPLAYS, *WITHOUT_USE)
