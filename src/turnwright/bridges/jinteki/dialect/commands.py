"""The door for commands as clients of jinteki.net send them: names and arguments of that wire become
answers to a match. A refusal has a code and a sentence, changes nothing, and names no hidden card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import turnwright as tw
from turnwright.core.errors import Refusal
from turnwright.core.runtime.prompts import Answer
from turnwright.games.netrunner.card_facts import CORP, NAMES, SIDES
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.moves import dynamic
from turnwright.games.netrunner.questions import NetrunnerQuestion, open_question
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import plural

from .cards import normal
from .references import cards_meant, server_named
from .state import choice_uuid, seat_of

LONGEST_MESSAGE = 1000
Answers: TypeAlias = "list[Answer] | Refusal"

PLAIN = (
    "credit", "draw", "purge", "remove-tag", "trash-resource", "start-turn", "end-turn",
    "end-phase-12", "continue", "jack-out", "toggle-auto-no-action", "indicate-action", "concede",
)  # fmt: skip
BY_HAND = ("derez", "move", "shuffle", "change", "set-property")
DISPLAYS = (
    "toast", "view-deck", "close-deck", "generate-install-list", "generate-runnable-zones",
)  # fmt: skip
WITHOUT_USE = (
    "start-next-phase", "phase-12-pass-priority", "end-post-discard", "post-discard-pass-priority",
    "bad-pub-choice", "corp-ability", "expend", "flashback",
)  # fmt: skip


def command(
    match: tw.Match, side: str | None, name: str, args: Mapping[str, Any] | None = None
) -> Refusal | None:
    """Carry out a command of a side ("corp" or "runner"); what comes back says why not."""
    if side not in SIDES:
        return Refusal("spectator", "Only the Corp and the Runner act.", {})
    if args is not None and not isinstance(args, Mapping):
        return Refusal("bad_arguments", "The arguments of a command are a map.", {})
    seat = seat_of(side)
    assert seat is not None
    given = _Given(match, seat, str(name), args or {})
    answers = _answers(given)
    if isinstance(answers, Refusal):
        return answers
    refusals = []
    for answer in answers:  # the likeliest meaning first; a refusal changes nothing
        refusal = match.submit(answer)
        if refusal is None:
            if name == "rez" and given.args.get("press-continue"):
                match.submit(Answer(seat, "continue"))
            return None
        refusals.append(refusal)
    return in_words(refusals[0])


class _Given:
    """A command with everything that is needed to read it."""

    def __init__(self, match: tw.Match, seat: int, name: str, args: Mapping[str, Any]) -> None:
        self.match, self.seat, self.name, self.args = match, seat, name, args
        self.c: Any = match.c

    @property
    def asked(self) -> NetrunnerQuestion | None:
        """The prompt that this seat can answer now."""
        return open_question(self.match, self.seat)

    def move(self, *args: Any) -> list[Answer]:
        return [Answer(self.seat, self.name, args)]


def _answers(given: _Given) -> Answers:
    name = given.name
    if name == "jack-out" and given.match.asked and not given.c.G.strict:
        return [Answer(given.seat, "break-off")]
    if name in PLAIN:
        return given.move()
    read = READERS.get(name)
    if read is not None:
        return read(given)
    if name in BY_HAND:
        return _not_by_hand(name)
    if name in DISPLAYS:
        return Refusal(
            "display_only", f"{name!r} only changes what a client shows.", {"command": name}
        )
    if name in WITHOUT_USE:
        sentence = f"{name!r} is not possible now: there is nothing it could be for."
        return Refusal("not_now", sentence, {"command": name})
    return Refusal("unknown_command", f"There is no command {name[:40]!r}.", {"command": name[:40]})


def _not_by_hand(name: str) -> Refusal:
    return Refusal("not_by_hand", "The seat cannot be changed by hand here.", {"command": name})


# --- cards ----------------------------------------------------------------------------------------


def _cards(given: _Given, key: str = "card") -> list[Card] | Refusal:
    ref = given.args.get(key)
    if ref is None:
        sentence = f"{given.name!r} needs a card."
        return Refusal("card_needed", sentence, {"command": given.name})
    meant = cards_meant(given.c, given.seat, ref)
    return meant or Refusal("unknown_card", "There is no such card that you could mean.", {})


def _with_card(given: _Given, *more: Any) -> Answers:
    cards = _cards(given)
    if isinstance(cards, Refusal):
        return cards
    return [Answer(given.seat, given.name, (card.id, *more)) for card in cards]


def _with_place(key: str) -> Callable[[_Given], Answers]:
    """A card and one of its abilities or subroutines, by its place."""

    def read(given: _Given) -> Answers:
        place = given.args.get(key)
        if type(place) is not int:
            return Refusal("bad_arguments", f"{given.name!r} needs the number of the {key}.", {})
        return _with_card(given, place)

    return read


def _ability(given: _Given) -> Answers:
    """By its place in the list that clients see: behind the printed ones, those of this encounter."""
    place = given.args.get("ability")
    if type(place) is not int:
        return Refusal("bad_arguments", "'ability' needs the number of the ability.", {})
    cards = _cards(given)
    if isinstance(cards, Refusal):
        return cards
    answers = []
    for card in cards:
        number = place - len(given.c.definition(card).abilities)
        names = list(dynamic(given.c, card)) if number >= 0 and given.c.is_active(card) else []
        if 0 <= number < len(names):
            answers.append(Answer(given.seat, "dynamic-ability", (card.id, names[number])))
        else:
            answers.append(Answer(given.seat, "ability", (card.id, place)))
    return answers


def _dynamic(given: _Given) -> Answers:
    word = given.args.get("dynamic")
    if not isinstance(word, str):
        return Refusal("bad_arguments", "'dynamic-ability' needs the name of the ability.", {})
    return _with_card(given, word)


def _fire(given: _Given) -> Answers:
    """Without a card it is the ice that is encountered."""
    encounter = given.c.G.encounter
    if given.args.get("card") is None and encounter is not None:
        return given.move(encounter.ice)
    return _with_card(given)


def _trash(given: _Given) -> Answers:
    return _not_by_hand("trash") if given.c.G.strict else _with_card(given)


def _rez(given: _Given) -> Answers:
    cards = _cards(given)
    if isinstance(cards, Refusal):
        return cards
    c: NetrunnerContext = given.c
    own = [card for card in cards if card.owner == given.seat == CORP and c.is_installed(card)]
    if own and all(card.rezzed for card in own):
        return Refusal("already_rezzed", "This card is rezzed.", {})
    wealth = c.G.sides[CORP].credits
    prices = [c.rez_cost(card) for card in own if not card.rezzed]
    if prices and min(prices) > wealth:
        sentence = f"'rez' needs {plural(min(prices), 'credit')}, Corp has {wealth}."
        return Refusal("cannot_pay", sentence, {"needs": min(prices), "has": wealth})
    return [Answer(given.seat, "rez", (card.id,)) for card in cards if not card.rezzed] or [
        Answer(given.seat, "rez", (cards[0].id,))
    ]


# --- servers --------------------------------------------------------------------------------------


def _play(given: _Given) -> Answers:
    """Events, operations and everything that is installed."""
    cards = _cards(given)
    if isinstance(cards, Refusal):
        return cards
    c: NetrunnerContext = given.c
    hand = [card for card in cards if c.zone_of(card.id) == "hand"]
    if not hand:
        return Refusal("not_in_hand", "Only cards of the own hand are played or installed.", {})
    server = given.args.get("server")
    answers = []
    for card in hand:
        kind = c.facts(card).type
        place = ""
        if kind in ("agenda", "asset", "upgrade", "ice"):
            place = server_named(server)
            if not place:
                return _no_server(c, server, "an installation needs a server")
        answers.append(Answer(given.seat, "play", (card.id, place)))
    return answers


def _run(given: _Given) -> Answers:
    server = given.args.get("server")
    name = server_named(server)
    if name not in _servers(given.c):
        return _no_server(given.c, server, "a run needs a server")
    return given.move(name)


def _servers(c: NetrunnerContext) -> list[str]:
    return [c.server_name(key) for key in c.server_keys()]


def _no_server(c: NetrunnerContext, given: Any, need: str) -> Refusal:
    known = _servers(c)
    if given is None:
        return Refusal(
            "server_needed", f"{need.capitalize()}: {', '.join(known)}.", {"known": known}
        )
    sentence = f"There is no server {str(given)[:40]!r}; there are {', '.join(known)}."
    return Refusal("unknown_server", sentence, {"known": known})


# --- prompts --------------------------------------------------------------------------------------


def _choice(given: _Given) -> Answers:
    asked = _open_prompt(given)
    if isinstance(asked, Refusal):
        return asked
    place = _chosen(given, asked, given.args.get("choice"), given.args.get("index"))
    if place is None:
        return Refusal("unknown_choice", "This is not one of the choices of the open prompt.", {})
    if asked.selectable is None:
        return [Answer(given.seat, picks=(str(place),))]
    if asked.min:
        return Refusal("not_an_answer", "'Hide' answers nothing: cards must be chosen.", {})
    return [Answer(given.seat, picks=())]


def _open_prompt(given: _Given) -> NetrunnerQuestion | Refusal:
    asked = given.asked
    if asked is None:
        return Refusal("no_prompt", "No prompt is open that you could answer.", {})
    eid = given.args.get("eid")
    number = eid.get("eid") if isinstance(eid, Mapping) else eid
    if number is not None and number != asked.eid:
        return Refusal("stale_prompt", "This answers a prompt that is not open any more.", {})
    return asked


def _chosen(given: _Given, asked: NetrunnerQuestion, choice: Any, index: Any) -> int | None:
    """The place of a button: by its uuid, its place, its text, or the card on it."""
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
        meant = [card.id for card in cards_meant(given.c, given.seat, choice, offered)]
        return next((n for n, one in enumerate(choices) if type(one) is int and one in meant), None)
    return _by_text(given.c, asked, choice, index) if isinstance(choice, str) else None


def _by_text(c: NetrunnerContext, asked: NetrunnerQuestion, text: str, index: Any) -> int | None:
    """Of several buttons with the same text, the one at `index` if it is told."""
    choices = asked.choices or []
    texts = [
        one if isinstance(one, str) else asked.button_texts.get(one) or c.card(one).kind
        for one in choices
    ]  # fmt: skip
    if text in texts:
        is_told = type(index) is int and 0 <= index < len(texts) and texts[index] == text
        return index if is_told else texts.index(text)
    plain = [normal(one) for one in texts]
    if normal(text) in plain:
        return plain.index(normal(text))
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) < len(choices):
        return int(text)
    return None


def _select(given: _Given) -> Answers:
    asked = _open_prompt(given)
    if isinstance(asked, Refusal):
        return asked
    if asked.selectable is None:
        return Refusal("no_prompt", "The open prompt does not ask for cards.", {})
    meant = cards_meant(given.c, given.seat, given.args.get("card"), asked.selectable)
    offered = [card for card in meant if card.id in asked.selectable]
    if not offered:
        return Refusal("unknown_choice", "This card cannot be chosen here.", {})
    fresh = [card for card in offered if card.id not in asked.selected]
    return [Answer(given.seat, picks=(str(card.id),)) for card in fresh or offered]


def _hand(word: str) -> Callable[[_Given], Answers]:
    """Keeping the first hand or not is a prompt, and has commands of its own."""

    def read(given: _Given) -> Answers:
        asked = given.asked
        if asked is None or asked.type != "mulligan":
            return Refusal("no_prompt", "Nobody asks you about your first hand.", {})
        return [Answer(given.seat, picks=(str((asked.choices or []).index(word)),))]

    return read


# --- words ----------------------------------------------------------------------------------------


def _message(given: _Given) -> Answers:
    """A line for the log, in which a player tells something."""
    text = given.args.get("msg")
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_MESSAGE:
        sentence = f"A message has 1 to {LONGEST_MESSAGE} characters."
        return Refusal("bad_arguments", sentence, {})
    return given.move(" ".join(text.split()))


def in_words(refusal: Refusal) -> Refusal:
    """A refusal of the core, with the sides called by their names."""
    sentence = refusal.sentence
    for seat, name in enumerate(NAMES):
        sentence = sentence.replace(f"seat {seat}", f"the {name}")
    return Refusal(refusal.code, sentence, refusal.data)


READERS: dict[str, Callable[[_Given], Answers]] = {
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
    "keep": _hand("Keep"),
    "mulligan": _hand("Mulligan"),
    "system-msg": _message,
}
COMMANDS = (*PLAIN, *READERS, *BY_HAND, *DISPLAYS, *WITHOUT_USE)
