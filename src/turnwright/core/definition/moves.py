"""Moves: what a seat may do in the flow, and the one place that says which are legal.

A move is a function of the context and of arguments; every argument has a domain. The domains, with
the move's guard, are all there is to legality: the enumerator and the checker both read them.
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

Hook: TypeAlias = Callable[[Any], Any]  # of the context, or of a game's own subclass of it


class Arg(msgspec.Struct, frozen=True):
    """The domain of one argument; see `arg`."""

    domain: Callable[..., Iterable[Any]]
    is_card: bool = True


def arg(domain: Callable[..., Iterable[Any]] | Iterable[Any], *, is_card: bool = True) -> Any:
    """The legal values of a move's parameter.

    Give a collection, or a function of the context that returns one. The function may also take
    earlier arguments by their names: `target: int = tw.arg(lambda c, attacker: c.foes(attacker))`.
    In a game with cards a number is a card's, unless `is_card=False` says that it is a seat, a place
    in a list, or the like: so a client knows which moves belong to the card it has clicked.
    """
    if callable(domain):
        return Arg(domain, is_card)
    values = domain if isinstance(domain, (range, Text)) else list(domain)
    return Arg(lambda c: values, is_card)


class Text:
    """The domain of an argument that is free text: anything up to a length, nothing is listed."""

    def __init__(self, most: int = 1000) -> None:
        self.most = most

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def accepts(self, value: Any) -> bool:
        return type(value) is str and 0 < len(value) <= self.most


class Option(msgspec.Struct, frozen=True, gc=False):
    """One thing that may be answered: a move with its arguments, or a choice in a question."""

    id: str
    label: str
    move: str = ""
    args: tuple[Any, ...] = ()
    value: Any = None


class Param(msgspec.Struct, frozen=True):
    name: str
    domain: Callable[..., Iterable[Any]]
    earlier: tuple[int, ...]  # the places of the arguments that its domain depends on
    is_card: bool = True  # a number is a card's


class Move:
    """A named move. `by="anyone"` lets every seat do it at any time without ever having to;
    `by="everyone"` offers it to the seats whose go it is, and allows it to the others too."""

    __slots__ = (
        "asks",
        "by",
        "fn",
        "hidden_label",
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
        fn: Callable[..., Any],
        *,
        name: str = "",
        when: Hook | None = None,
        by: str = "active",
        label: str | Callable[..., str] = "",
        wire: str | Callable[..., str] = "",
        hidden_label: str = "",
        lists: Callable[[Any], list[tuple[Any, ...]]] | None = None,
    ) -> None:
        self.fn = fn
        self.lists = lists
        self.name = name or fn.__name__
        self.when = when
        self.by = by
        self.label = label
        self.wire = wire
        self.hidden_label = hidden_label
        # What people call it, if that is always the same.
        is_open = callable(label) or "{" in label
        self.title = "" if is_open else str(label) or self.name.replace("_", " ")
        self.params = _params(fn, self.name)
        self.names = [param.name for param in self.params]
        self.is_all_cards = all(param.is_card for param in self.params)
        self.asks = inspect.isgeneratorfunction(fn)
        if by not in ("active", "everyone", "anyone"):
            sentence = f"by is 'active', 'everyone' or 'anyone', not {by!r}"
            raise DefinitionError([f"move {self.name!r}: {sentence}"])

    def __repr__(self) -> str:
        return f"<move {self.name}({', '.join(param.name for param in self.params)})>"

    def named(self, name: str) -> Move:
        """The same move under the name its place in the flow gives it."""
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
        )

    # --- legality --------------------------------------------------------------------------------

    def why_not(self, c: Context) -> Refusal | None:
        """The guard's objection, if it has one."""
        if self.when is None:
            return None
        try:
            verdict = self.when(c)
        except Refused as refused:
            return refused.refusal
        if verdict and not isinstance(verdict, str):
            return None
        sentence = verdict or f"{self.name!r} is not possible now."
        return Refusal("not_now", sentence, {"move": self.name})

    def check_args(self, c: Context, given: tuple[Any, ...]) -> Refusal | None:
        """Why these arguments are refused, if they are."""
        params = self.params
        if len(params) == 1 == len(given):  # the usual case, without ceremony
            value = given[0]
            domain = params[0].domain(c)
            if type(domain) is range and type(value) is int and value in domain:
                return None
        if len(given) != len(params):
            wanted = ", ".join(param.name for param in params) or "none"
            sentence = f"{self.name!r} takes {len(params)} arguments ({wanted}), not {len(given)}."
            return Refusal("bad_arguments", sentence, {"move": self.name})
        for index, value in enumerate(given):
            param = params[index]
            earlier = [given[i] for i in param.earlier] if param.earlier else ()
            if not _is_in(value, param.domain(c, *earlier)):
                sentence = f"{value!r} is not a legal {param.name} for {self.name!r}."
                return Refusal("illegal_argument", sentence, {"move": self.name, "arg": param.name})
        return None

    def all_args(self, c: Context) -> list[tuple[Any, ...]]:
        """Every legal tuple of arguments, in the order of the domains."""
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

    def id(self, args: tuple[Any, ...]) -> str:
        return ":".join([self.name, *map(str, args)])

    def cards(self, args: tuple[Any, ...], known: Mapping[int, Any]) -> list[int]:
        """Those of the arguments that are cards."""
        if self.is_all_cards:
            return [a for a in args if type(a) is int and a in known]
        pairs = zip(self.params, args, strict=False)
        return [a for param, a in pairs if param.is_card and type(a) is int and a in known]

    def action_type(self, args: tuple[Any, ...]) -> str:
        """What clients call this move: its name in capitals, unless the game has another word."""
        if callable(self.wire):
            return self.wire(*args)
        return self.wire or self.name.upper()

    def describe(self, c: Context, args: tuple[Any, ...]) -> str:
        if callable(self.label):
            return self.label(c, *args)
        if not args and self.title:
            return self.title
        if self.label:
            return self.label.format(*args, **dict(zip(self.names, args, strict=True)))
        return " ".join([self.name.replace("_", " "), *map(str, args)])


class MoveSettings(TypedDict, total=False):
    """What can be said about a move besides its function."""

    when: Hook | None
    by: str
    label: str | Callable[..., str]
    name: str
    wire: str | Callable[..., str]
    hidden_label: str
    lists: Callable[[Any], list[tuple[Any, ...]]] | None


@overload
def move(fn: Callable[..., Any], **settings: Unpack[MoveSettings]) -> Move: ...
@overload
def move(
    fn: None = None, **settings: Unpack[MoveSettings]
) -> Callable[[Callable[..., Any]], Move]: ...
def move(fn: Callable[..., Any] | None = None, **settings: Unpack[MoveSettings]) -> Any:
    """Make a move of a function: `@tw.move` or `@tw.move(when=..., label=...)`.

    - `when` returns True, or a sentence that says why the move is not possible:
      `when=lambda c: not c.G.inked or "Only one card may be inked each turn."`
    - `wire` is the name that clients use, if it differs; it may depend on the arguments.
    - `hidden_label` describes the move to other seats while its card is hidden: "sets a card".
    - `lists` returns all legal tuples of arguments at once, in the order of the domains. It speeds up
      moves that are listed very often.
    """
    if fn is None:
        return lambda fn: Move(fn, **settings)
    return Move(fn, **settings)


def as_moves(moves: Mapping[str, Any], path: str, problems: list[str]) -> dict[str, Move | None]:
    """A `moves` mapping as written: functions, Move objects, or None to take an inherited one away."""
    table: dict[str, Move | None] = {}
    if not isinstance(moves, Mapping):
        problems.append(f"{path}.moves: expected a dict of names, got {moves!r}")
        return table
    for name, given in moves.items():
        try:
            if given is None:
                table[name] = None
            elif isinstance(given, Move):
                table[name] = given.named(name)
            elif callable(given):
                table[name] = Move(given, name=name)
            else:
                problems.append(f"{path}.moves.{name}: a move is a function, not {given!r}")
        except DefinitionError as error:
            problems += [f"{path}.moves.{name}: {problem}" for problem in error.problems]
    return table


def humanize(name: str) -> str:
    """`declareAttack` and `declare_attack` are "declare attack"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).lower()


def _params(fn: Callable[..., Any], name: str) -> tuple[Param, ...]:
    params: list[Param] = []
    for index, (key, given) in enumerate(inspect.signature(fn).parameters.items()):
        if index == 0:
            continue  # the context
        if not isinstance(given.default, Arg):
            raise DefinitionError(
                [f"move {name!r}: parameter {key!r} has no domain; write {key}=tw.arg(...)"]
            )
        takes = list(inspect.signature(given.default.domain).parameters)[1:]
        known = [param.name for param in params]
        if any(word not in known for word in takes):
            raise DefinitionError(
                [f"move {name!r}: the domain of {key!r} may take {known}, not {takes}"]
            )
        earlier = tuple(known.index(word) for word in takes)
        params.append(Param(key, given.default.domain, earlier, given.default.is_card))
    return tuple(params)


def _is_in(value: Any, domain: Iterable[Any]) -> bool:
    # 1, 1.0 and True are equal in Python; an argument must also be of the same type.
    if type(domain) is range:
        return type(value) is int and value in domain
    if type(domain) is Text:
        return domain.accepts(value)
    kind = type(value)
    return any(value == item and kind is type(item) for item in domain)
