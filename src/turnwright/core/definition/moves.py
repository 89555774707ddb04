"""Moves: what a seat can do, and the only definition of what is legal.

A move is a function of the context and its arguments. Every argument has a domain, and a move may have
a guard. Both the list of legal moves and the check of a submitted move are derived from them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from string import Formatter
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack, cast, overload

import msgspec

from turnwright.core.errors import DefinitionError, Refusal, Refused
from turnwright.core.suggestions import suggestion

from .log_sentences import told as told_from
from .parameters import Hook as Hook
from .parameters import adapt, original, parts_of

if TYPE_CHECKING:
    from turnwright.core.runtime.context import Context

T = TypeVar("T")

_parse = Formatter().parse  # the texts and fields of a label


class Arg(msgspec.Struct, frozen=True):
    """The domain of one argument; see `arg`."""

    domain: Callable[..., Iterable[object]]
    is_card: bool = True
    names: str = ""  # what its labels name: "card", "seat", or "" for the value itself


def arg(domain: Callable[..., Iterable[T]] | Iterable[T], *, is_card: bool = True) -> T:
    """Declare the legal values of a parameter of a move.

    `domain` is a collection, or a function of the context that returns one. The function may also take
    earlier arguments by name: `target: int = tw.arg(lambda c, attacker: c.foes(attacker))`.

    In a game with cards an integer is taken for the id of a card, so that a client knows which moves
    belong to a card. `is_card=False` says that it is something else: an index or an amount. With
    `card_arg` and `seat_arg`, labels name the card or the seat.
    """
    made: T = _arg(domain, is_card, "")  # an `Arg`, which is replaced by the argument of each move
    return made


def card_arg(domain: Callable[..., Iterable[int]] | Iterable[int]) -> int:
    """Declare a parameter of a move that is a card, by its id; see `arg`. Labels have its name."""
    made: int = _arg(domain, True, "card")
    return made


def seat_arg(domain: Callable[..., Iterable[int]] | Iterable[int] | None = None) -> int:
    """Declare a parameter of a move that is a seat; see `arg`. Labels have the name of the player.

    Without a domain it is one of the other seats still in the game."""
    made: int = _arg(_foes if domain is None else domain, False, "seat")
    return made


def _foes(c: Context) -> list[int]:
    return c.foes()


def _arg(domain: Callable[..., Iterable[Any]] | Iterable[Any], is_card: bool, names: str) -> Any:
    if callable(domain):
        return Arg(domain, is_card, names)
    if (names and isinstance(domain, str)) or not isinstance(domain, Iterable):
        expected = "a list of the legal values, or a function of the context that returns one"
        raise DefinitionError([f"the domain of an argument is {domain!r}: expected {expected}"])
    values = domain if isinstance(domain, (range, Text)) else list(domain)
    return Arg(lambda c: values, is_card, names)


class Text:
    """The domain of a free text argument. No values are listed; any text up to `most` is legal."""

    def __init__(self, most: int = 1000) -> None:
        self.most = most

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def accepts(self, value: object) -> bool:
        """Whether this is a text of a legal length."""
        return type(value) is str and 0 < len(value) <= self.most


class Option(msgspec.Struct, frozen=True, gc=False):
    """One possible answer: a move with its arguments, or a choice in a question.

    Labels of one prompt differ: equal ones are numbered. `name` is the label without that number."""

    id: str
    label: str
    move: str = ""
    args: tuple[Any, ...] = ()
    value: Any = None

    @property
    def name(self) -> str:
        """The label without the number that tells it apart from equal ones."""
        return LABEL_NUMBER.sub("", self.label)


LABEL_NUMBER = re.compile(r" \(no\. \d+\)$")


class LabelNumbers:
    """Numbers equal labels of one prompt, so that people and programs can tell its options apart.

    The first option keeps its label, the next one gets `(no. 2)`."""

    __slots__ = ("_count", "_used")

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._count: dict[str, int] = {}

    def distinct(self, label: str) -> str:
        """Return the label, with a number if an earlier option has it."""
        found = label
        while found in self._used:
            count = self._count[label] = self._count.get(label, 1) + 1
            found = f"{label} (no. {count})"
        self._used.add(found)
        return found


class Param(msgspec.Struct, frozen=True):
    """A parameter of a move. `earlier` has the indexes of the arguments that its domain takes."""

    name: str
    domain: Callable[..., Iterable[object]]
    earlier: tuple[int, ...]
    is_card: bool = True
    names: str = ""

    def label(self, c: Context, value: Any) -> Any:
        """The name of the card or seat that a value stands for, or the value itself."""
        if self.names == "card" and type(value) is int and value in c.ctx.cards:
            return c.card_label(value)
        return c.seat_name(value) if self.names == "seat" and type(value) is int else value


class Move:
    """A named move; see `move` for its settings.

    `by="active"` is for the acting seats. `by="everyone"` is offered to the acting seats and allowed to
    the others. `by="anyone"` is allowed to every seat at any time and never required.

    While a question is open, moves by anyone that ask nothing are allowed, and those whose `interrupts`
    is true. The latter are then allowed in every place.
    """

    __slots__ = (
        "asks",
        "by",
        "counts",
        "fn",
        "hidden_label",
        "interrupts",
        "is_all_cards",
        "label",
        "lists",
        "name",
        "names",
        "names_things",
        "params",
        "short_label",
        "title",
        "told",
        "when",
        "wire",
    )  # fmt: skip

    def __init__(
        self,
        fn: Hook,
        *,
        name: str = "",
        when: Hook | None = None,
        by: str = "active",
        label: str | Callable[..., str] = "",
        wire: str | Callable[..., str] = "",
        hidden_label: str = "",
        told: str | Callable[..., str] = "",
        short_label: str = "",
        lists: Callable[..., list[tuple[Any, ...]]] | None = None,
        interrupts: Hook | None = None,
        counts: bool = True,
    ) -> None:
        self.fn = adapt(fn)
        self.interrupts = None if interrupts is None else adapt(interrupts)
        self.lists = lists
        self.name = name or original(fn).__name__
        self.when = None if when is None else adapt(when)
        self.by = by
        self.counts = int(counts)  # an int, because adding a bool is slower
        self.label = label
        self.wire = wire
        self.hidden_label = hidden_label
        self.told = told
        if not callable(label) and not isinstance(label, str):
            problem = f"label: expected a text or a function, got {label!r}"
            raise DefinitionError([f"move {self.name!r}: {problem}"])
        # The label, if it does not depend on the arguments.
        is_open = callable(label) or "{" in label
        self.title = "" if is_open else str(label) or self.name.replace("_", " ")
        self.short_label = short_label or self.title or humanize(self.name)
        self.params = _params(fn, self.name)
        self.names = [param.name for param in self.params]
        self.is_all_cards = all(param.is_card for param in self.params)
        self.names_things = any(param.names for param in self.params)
        if callable(label):
            self.label = cast(Callable[..., str], adapt(label, self.names))
        if callable(told):
            self.told = cast(Callable[..., str], adapt(told, self.names))
        if lists is not None:
            self.lists = cast(Callable[..., list[tuple[Any, ...]]], adapt(lists))
        self.asks = inspect.isgeneratorfunction(original(fn))
        for key, rule in (("when", when), ("interrupts", interrupts), ("lists", lists)):
            if rule is not None and not callable(rule):
                problem = f"{key}: expected a function of the context, got {rule!r}"
                raise DefinitionError([f"move {self.name!r}: {problem}"])
        _check_label(self)
        if by not in ("active", "everyone", "anyone"):
            expected = f"by={by!r}: expected 'active', 'everyone' or 'anyone'"
            raise DefinitionError([f"move {self.name!r}: {expected}"])

    def __repr__(self) -> str:
        return f"<move {self.name}({', '.join(param.name for param in self.params)})>"

    def named(self, name: str) -> Move:
        """Return the same move under another name."""
        if name == self.name:
            return self
        return Move(
            self.fn,
            name=name,
            when=self.when,
            by=self.by,
            label=self.label,
            wire=self.wire,
            hidden_label=self.hidden_label,
            told=self.told,
            short_label=self.short_label,
            lists=self.lists,
            interrupts=self.interrupts,
            counts=bool(self.counts),
        )

    # --- legality --------------------------------------------------------------------------------

    def why_not(self, c: Context) -> Refusal | None:
        """Return the refusal of the guard, or None if the move is possible."""
        if self.when is None:
            return None
        try:
            verdict = self.when(c)
        except Refused as refused:
            return refused.refusal
        if verdict is True:
            return None
        if verdict and not isinstance(verdict, str):
            from turnwright.core.runtime.rule_errors import (
                check_condition,
            )  # which needs this module

            check_condition(verdict, f"when of move {self.name!r}", self.when)
            return None
        sentence = verdict if isinstance(verdict, str) and verdict else ""
        sentence = sentence or f"{self.name!r} is not possible now."
        return Refusal("not_now", sentence, {"move": self.name})

    def check_args(self, c: Context, given: tuple[object, ...]) -> Refusal | None:
        """Return why these arguments are not legal, or None if they are."""
        params = self.params
        if len(params) == 1 == len(given):  # a fast path for the most common case
            value, domain = given[0], params[0].domain(c)
            if type(domain) is range and type(value) is int and value in domain:  # without a call
                return None
            return None if _is_in(value, domain) else self._illegal(params[0], value)
        if len(given) != len(params):
            wanted = ", ".join(param.name for param in params) or "none"
            sentence = f"{self.name!r} takes {len(params)} arguments ({wanted}), not {len(given)}."
            return Refusal("bad_arguments", sentence, {"move": self.name})
        for index, value in enumerate(given):
            param = params[index]
            earlier = [given[i] for i in param.earlier] if param.earlier else ()
            if not _is_in(value, param.domain(c, *earlier)):
                return self._illegal(param, value)
        return None

    def _illegal(self, param: Param, value: object) -> Refusal:
        sentence = f"{value!r} is not a legal {param.name} for {self.name!r}."
        return Refusal("illegal_argument", sentence, {"move": self.name, "arg": param.name})

    def all_args(self, c: Context) -> list[tuple[Any, ...]]:
        """List every legal tuple of arguments, in the order of the domains."""
        if self.lists is not None:
            return self.lists(c)
        params = self.params
        if not params:
            return [()]
        found: list[tuple[Any, ...]] = [(value,) for value in params[0].domain(c)]
        for param in params[1:]:
            takes = param.earlier
            found = [
                (*known, value)
                for known in found
                for value in param.domain(c, *[known[i] for i in takes])
            ]
        return found

    def id(self, args: tuple[object, ...]) -> str:
        """The id of the option that makes this move with these arguments."""
        return ":".join([self.name, *map(str, args)])

    def cards(self, args: tuple[object, ...], known: Mapping[int, object]) -> list[int]:
        """Return the arguments that are ids of known cards."""
        if self.is_all_cards:
            return [a for a in args if type(a) is int and a in known]
        pairs = zip(self.params, args, strict=False)
        return [a for param, a in pairs if param.is_card and type(a) is int and a in known]

    def action_type(self, args: tuple[object, ...]) -> str:
        """The name of this move on the wire: `wire`, or its name in capitals."""
        if callable(self.wire):
            return self.wire(*args)
        return self.wire or self.name.upper()

    def describe(self, c: Context, args: tuple[object, ...]) -> str:
        """The label of this move with these arguments."""
        if callable(self.label):
            return self.label(c, *args)
        if not args and self.title:
            return self.title
        if self.names_things:
            args = tuple(p.label(c, value) for p, value in zip(self.params, args, strict=False))
        if self.label:
            return self.label.format(*args, **dict(zip(self.names, args, strict=True)))
        return " ".join([self.name.replace("_", " "), *map(str, args)])

    def tell(self, c: Context, args: tuple[object, ...]) -> str:
        """What the log says about this move, after the name of its player."""
        if callable(self.told):
            from turnwright.core.runtime.rule_errors import read  # which needs this module

            told = self.told
            return str(read(c, lambda c: told(c, *args), f"told of move {self.name!r}"))
        return self.told or told_from(self.describe(c, args))


def _check_label(move: Move) -> None:
    """Report a label that names an argument which the move does not have."""
    if not isinstance(move.label, str) or "{" not in move.label:
        return
    try:
        fields = [re.split(r"[.\[]", name)[0] for _, name, _, _ in _parse(move.label) if name]
    except ValueError as error:
        raise DefinitionError([f"move {move.name!r}: label {move.label!r}: {error}"]) from None
    for name in fields:
        if not name.isdigit() and name not in move.names:
            hint = suggestion(name, move.names) or f"; its arguments are {', '.join(move.names)}"
            sentence = f"label {move.label!r} names {name!r}, which is not an argument{hint}"
            raise DefinitionError([f"move {move.name!r}: {sentence}"])


class MoveSettings(TypedDict, total=False):
    """The settings of a move; see `move`."""

    when: Hook | None
    by: str
    label: str | Callable[..., str]
    name: str
    wire: str | Callable[..., str]
    hidden_label: str
    told: str | Callable[..., str]
    short_label: str
    lists: Callable[..., list[tuple[Any, ...]]] | None
    interrupts: Hook | None
    counts: bool


@overload
def move(fn: Hook, **settings: Unpack[MoveSettings]) -> Move: ...
@overload
def move(fn: None = None, **settings: Unpack[MoveSettings]) -> Callable[[Hook], Move]: ...
def move(fn: Hook | None = None, **settings: Unpack[MoveSettings]) -> Move | Callable[[Hook], Move]:
    """Turn a function into a move: `@tw.move` or `@tw.move(when=..., label=...)`.

    - `when` returns True, or a sentence that says why the move is not possible:
      `when=lambda c: not c.G.inked or "Only one card may be inked each turn."`
    - `label` is a text, in which "{card}" stands for the argument of that name, or a function of the
      context and the arguments. Without it the label is the name of the move and its arguments.
    - `wire` is the name that clients use, if it differs; it may depend on the arguments.
    - `hidden_label` describes the move to other seats while its card is hidden: "sets a card".
    - `told` is what the log says after the player's name, as a text or a function like `label`, if the
      label is not a request: "goes first". From a request like "Draw a card" the engine makes it.
    - `short_label` is what people call the move without its arguments, where moves are counted: "play a
      card". Without it that is the label if it has no arguments, else the name of the move.
    - `lists` returns all legal tuples of arguments at once, in the order of the domains. It speeds up
      moves that are listed very often.
    - `interrupts` returns whether the seat may make the move while a question is open, to whichever
      seat. The move may ask something itself.
    - `counts=False` leaves the move out of `ctx.num_turn_moves`: it does not use up a move of the turn.

    The function, like all rules, takes the context, or parts of it by name before its arguments:
    `def play(G, ctx, card=tw.arg(...))`. The parts are `G`, `ctx`, `ops` and `seat`.
    """
    if fn is None:
        return lambda fn: Move(fn, **settings)
    return Move(fn, **settings)


def as_moves(moves: object, path: str, problems: list[str]) -> dict[str, Move | None]:
    """Read a `moves` mapping: functions, `Move` objects, or None to remove an inherited move.

    What is wrong with it is appended to `problems`.
    """
    found: dict[str, Move | None] = {}
    if not isinstance(moves, Mapping):
        problems.append(f"{path}.moves: expected a dict, got {moves!r}")
        return found
    for name, given in moves.items():
        try:
            if given is None:
                found[name] = None
            elif isinstance(given, Move):
                found[name] = given.named(name)
            elif callable(given) and not isinstance(given, type):
                found[name] = Move(given, name=name)
            else:
                problems.append(f"{path}.moves.{name}: expected a function, got {given!r}")
        except DefinitionError as error:
            problems += [f"{path}.moves.{name}: {problem}" for problem in error.problems]
    return found


def humanize(name: str) -> str:
    """Return a name as words: `declareAttack` and `declare_attack` become "declare attack"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_", " ", name).lower()


def _params(fn: Hook, name: str) -> tuple[Param, ...]:
    params: list[Param] = []
    parts = len(parts_of(fn)) or 1  # what comes before the arguments: parts of the context, or `c`
    for key, given in list(inspect.signature(fn).parameters.items())[parts:]:
        if not isinstance(given.default, Arg):
            raise DefinitionError(
                [f"move {name!r}: parameter {key!r} has no domain; declare it as {key}=tw.arg(...)"]
            )
        known = [param.name for param in params]
        domain = given.default.domain
        takes = list(inspect.signature(domain).parameters)
        takes = takes[len(parts_of(domain, known)) or 1 :]
        if any(word not in known for word in takes):
            raise DefinitionError(
                [f"move {name!r}: the domain of {key!r} takes {takes}; it can take only {known}"]
            )
        earlier = tuple(known.index(word) for word in takes)
        made = given.default
        values: Any = adapt(domain, known)
        params.append(Param(key, values, earlier, made.is_card, made.names))
    return tuple(params)


def _is_in(value: object, domain: Iterable[object]) -> bool:
    # 1, 1.0 and True are equal in Python, so the types must be equal as well.
    if type(domain) is range:
        return type(value) is int and value in domain
    if type(domain) is Text:
        return domain.accepts(value)
    kind = type(value)
    for item in domain:  # noqa: SIM110 - faster than a generator
        if value == item and kind is type(item):
            return True
    return False
