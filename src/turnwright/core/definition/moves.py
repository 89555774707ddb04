"""Moves: what a seat can do, and the only definition of what is legal.

A move is a function of the context and its arguments. Every argument has a domain, and a move may have
a guard. Both the list of legal moves and the check of a submitted move are derived from them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack, overload

import msgspec

from turnwright.core.errors import DefinitionError, Refusal, Refused

if TYPE_CHECKING:
    from turnwright.core.runtime.context import Context

Hook: TypeAlias = Callable[..., object]
"""A function of the context. Games annotate it with their own subclass of `Context`."""


class Arg(msgspec.Struct, frozen=True):
    """The domain of one argument; see `arg`."""

    domain: Callable[..., Iterable[object]]
    is_card: bool = True


def arg(domain: Callable[..., Iterable[object]] | Iterable[object], *, is_card: bool = True) -> Any:
    """Declare the legal values of a parameter of a move.

    `domain` is a collection, or a function of the context that returns one. The function may also take
    earlier arguments by name: `target: int = tw.arg(lambda c, attacker: c.foes(attacker))`.

    In a game with cards an integer is taken for the id of a card, so that a client knows which moves
    belong to a card. `is_card=False` says that it is something else: a seat or an index.
    """
    if callable(domain):
        return Arg(domain, is_card)
    values = domain if isinstance(domain, (range, Text)) else list(domain)
    return Arg(lambda c: values, is_card)


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
    """One possible answer: a move with its arguments, or a choice in a question."""

    id: str
    label: str
    move: str = ""
    args: tuple[Any, ...] = ()
    value: Any = None


class Param(msgspec.Struct, frozen=True):
    """A parameter of a move. `earlier` has the indexes of the arguments that its domain takes."""

    name: str
    domain: Callable[..., Iterable[object]]
    earlier: tuple[int, ...]
    is_card: bool = True


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
        "fn",
        "hidden_label",
        "interrupts",
        "is_all_cards",
        "label",
        "lists",
        "name",
        "names",
        "params",
        "title",
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
        lists: Callable[..., list[tuple[Any, ...]]] | None = None,
        interrupts: Hook | None = None,
    ) -> None:
        self.fn = fn
        self.interrupts = interrupts
        self.lists = lists
        self.name = name or fn.__name__
        self.when = when
        self.by = by
        self.label = label
        self.wire = wire
        self.hidden_label = hidden_label
        # The label, if it does not depend on the arguments.
        is_open = callable(label) or "{" in label
        self.title = "" if is_open else str(label) or self.name.replace("_", " ")
        self.params = _params(fn, self.name)
        self.names = [param.name for param in self.params]
        self.is_all_cards = all(param.is_card for param in self.params)
        self.asks = inspect.isgeneratorfunction(fn)
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
            lists=self.lists,
            interrupts=self.interrupts,
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
        if verdict and not isinstance(verdict, str):
            return None
        sentence = verdict if isinstance(verdict, str) and verdict else ""
        sentence = sentence or f"{self.name!r} is not possible now."
        return Refusal("not_now", sentence, {"move": self.name})

    def check_args(self, c: Context, given: tuple[object, ...]) -> Refusal | None:
        """Return why these arguments are not legal, or None if they are."""
        params = self.params
        if len(params) == 1 == len(given):  # a fast path for the most common case
            legal = _is_in(given[0], params[0].domain(c))
            return None if legal else self._illegal(params[0], given[0])
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
        if self.label:
            return self.label.format(*args, **dict(zip(self.names, args, strict=True)))
        return " ".join([self.name.replace("_", " "), *map(str, args)])


class MoveSettings(TypedDict, total=False):
    """The settings of a move; see `move`."""

    when: Hook | None
    by: str
    label: str | Callable[..., str]
    name: str
    wire: str | Callable[..., str]
    hidden_label: str
    lists: Callable[..., list[tuple[Any, ...]]] | None
    interrupts: Hook | None


@overload
def move(fn: Hook, **settings: Unpack[MoveSettings]) -> Move: ...
@overload
def move(fn: None = None, **settings: Unpack[MoveSettings]) -> Callable[[Hook], Move]: ...
def move(fn: Hook | None = None, **settings: Unpack[MoveSettings]) -> Move | Callable[[Hook], Move]:
    """Turn a function into a move: `@tw.move` or `@tw.move(when=..., label=...)`.

    - `when` returns True, or a sentence that says why the move is not possible:
      `when=lambda c: not c.G.inked or "Only one card may be inked each turn."`
    - `wire` is the name that clients use, if it differs; it may depend on the arguments.
    - `hidden_label` describes the move to other seats while its card is hidden: "sets a card".
    - `lists` returns all legal tuples of arguments at once, in the order of the domains. It speeds up
      moves that are listed very often.
    - `interrupts` returns whether the seat may make the move while a question is open, to whichever
      seat. The move may ask something itself.
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
            elif callable(given):
                found[name] = Move(given, name=name)
            else:
                problems.append(f"{path}.moves.{name}: expected a function, got {given!r}")
        except DefinitionError as error:
            problems += [f"{path}.moves.{name}: {problem}" for problem in error.problems]
    return found


def humanize(name: str) -> str:
    """Return a name as words: `declareAttack` and `declare_attack` become "declare attack"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).lower()


def _params(fn: Hook, name: str) -> tuple[Param, ...]:
    params: list[Param] = []
    for index, (key, given) in enumerate(inspect.signature(fn).parameters.items()):
        if index == 0:
            continue  # the context
        if not isinstance(given.default, Arg):
            raise DefinitionError(
                [f"move {name!r}: parameter {key!r} has no domain; declare it as {key}=tw.arg(...)"]
            )
        takes = list(inspect.signature(given.default.domain).parameters)[1:]
        known = [param.name for param in params]
        if any(word not in known for word in takes):
            raise DefinitionError(
                [f"move {name!r}: the domain of {key!r} takes {takes}; it can take only {known}"]
            )
        earlier = tuple(known.index(word) for word in takes)
        params.append(Param(key, given.default.domain, earlier, given.default.is_card))
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
