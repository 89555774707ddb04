"""The game: a definition from which matches are started, loaded and replayed.

Games start matches, and a match needs the definition of its game. That cycle is broken in one place,
`_match_type`, which also keeps the runtime of a match out of `import turnwright`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, Unpack, cast, overload

import msgspec

from turnwright.core.errors import DefinitionError, UnusableError
from turnwright.core.runtime.compiled_flow import CompiledFlow
from turnwright.core.runtime.context import Context
from turnwright.core.runtime.flow_state import Card, Ctx, default_id
from turnwright.core.runtime.record import Record
from turnwright.core.runtime.replay import replay_entry
from turnwright.core.type_parameters import StateT

from .flow import Flow, as_flow
from .glossary import Glossary
from .moves import Hook, Move, MoveSettings, as_moves
from .parameters import adapt
from .rulebook import Rulebook, as_rulebook, docstring_of
from .state import State, clone, cloner, digest, digester
from .zones import Zone

if TYPE_CHECKING:
    from turnwright.core.analysis.trace import Trace
    from turnwright.core.runtime.match import Match

Fn = TypeVar("Fn", bound=Hook)


class MatchState(msgspec.Struct):
    """The whole state of a match at rest: the game's own (`G`) and the engine's (`ctx`)."""

    G: Any
    ctx: Ctx


class Game(Generic[StateT]):
    """The definition of a game. Its type parameter is the type of its `state`.

    Rules:

    - `seats` is a number of seats, or all numbers of seats that the game supports.
    - `state` is a `State` subclass or `dict`; `setup(c)` fills it. `card` is the type of its cards.
    - `max_transitions` limits how many automatic transitions may follow each other.
    - `strict=False` ignores a `next` or a jump that names an unknown place, and results of moves and
      hooks that mean nothing; otherwise they are errors in the rules.
    - `history` says whether rules read `ctx.move_history`, so that roll-outs keep it too. By default
      the engine looks for the name in the rules.

    Views and pages:

    - `view(c, seat)` adds to what a seat sees beyond the declared fields and zones.
    - `player_facts(c, seat)` adds public facts to a player, `card_facts(c, card)` to a visible card.
    - `library` has the printed facts of every kind of card, as a mapping or a struct, and of everything
      else that people can look up. `text` is the rules text: if one entry has it, all must.
    - `glossary` explains the words of the rules texts.
    - `rulebook` says how the game is played, as a text or a `Rulebook`. Without it people are shown the
      docstring of the module that has its `setup` or its first move.
    - `why_not(c, card)` says in a sentence why `c.seat` cannot use a card of its own now: what the
      domains of the moves ask for, such as "It costs 4 and you have 2." It may be empty.
    - `sides` names the seats if they play differently: `("Corp", "Runner")`. `choices` lists values of
      options that people choose before a match: `{"decks": ("Ember", "Tide")}`.
    - `logs_moves` says that the rules log what every move does, with `c.log`; the move itself is then
      not logged again.
    - `omitted_fields` names fields of the state that generic pages leave out.
    - A game that keeps cards in its own state shows them as zones: `zones_view(c, seat)` returns
      `{key: {"count": 3, "cards": [...]}}`, each card with an `id`, and `cards_of_move(c, move, args)`
      the ids of the cards that a move is about.

    Agents and tests:

    - `evaluate(c, seat)` rates a seat's position, `card_value(c, seat, card)` a card.
    - `could_be(c, card, kind)` says whether an unseen card could be of that kind where it lies.
    - `known_cards(c, seat)` returns the kinds of unseen cards that a seat knows, by card id.
    - `resample_hidden(c, seat, rng)` replaces, in place, what a seat cannot know of `G`.
    - `listed_moves` has every move with its arguments, if there are few and no rule asks a question.
      Then environments give each its own number.
    - `rewards` says what learners are paid at the end: the `result` (1, 0 or -1) or the `scores`.
    - `chance_stream` names the random stream from which all chance comes, if a solver can list its
      draws: they are few, and have few outcomes.
    - `content()` lists what `c.mark_used` should report sooner or later: cards and effects.
    """

    def __init__(
        self,
        name: str,
        *,
        seats: int | Sequence[int] = 2,
        state: type[StateT] = cast(Any, dict),  # noqa: B008
        flow: Flow | Mapping[str, object] | None = None,
        moves: Mapping[str, object] | None = None,
        setup: Hook | None = None,
        context: type[Context[StateT]] = Context,
        card: type[Card] = Card,
        zones: Mapping[str, Zone] | None = None,
        view: Callable[..., Mapping[str, object]] | None = None,
        describe: Callable[..., str] | None = None,
        evaluate: Callable[..., float] | None = None,
        card_value: Callable[..., float] | None = None,
        could_be: Callable[..., bool] | None = None,
        known_cards: Callable[..., Mapping[int, str]] | None = None,
        resample_hidden: Callable[..., None] | None = None,
        listed_moves: Sequence[tuple[str, tuple[Any, ...]]] = (),
        rewards: Literal["result", "scores"] = "result",
        chance_stream: str = "",
        content: Callable[[], Iterable[str]] | None = None,
        player_facts: Callable[..., Mapping[str, Any]] | None = None,
        card_facts: Callable[..., Mapping[str, Any]] | None = None,
        zones_view: Callable[..., Mapping[str, Any]] | None = None,
        cards_of_move: Callable[..., Sequence[int | str]] | None = None,
        omitted_fields: Sequence[str] = (),
        library: Mapping[str, object] | None = None,
        glossary: Glossary | None = None,
        rulebook: str | Rulebook = "",
        why_not: Callable[..., str] | None = None,
        logs_moves: bool = False,
        sides: Sequence[str] = (),
        choices: Mapping[str, Sequence[str | int]] | None = None,
        version: str = "1",
        strict: bool = True,
        history: bool | None = None,
        max_transitions: int = 1000,
        about: str = "",
        title: str = "",
    ) -> None:
        functions = {"setup": setup, "view": view, "describe": describe}
        problems = _problems(name, seats, state, card, zones, functions)
        self._moves = {k: v for k, v in as_moves(moves or {}, name, problems).items() if v}
        try:
            self.flow = as_flow(flow if flow is not None else Flow())
        except DefinitionError as error:
            problems += error.problems
        else:
            twice = self._moves.keys() & self.flow.moves.keys()
            problems += [f"flow.moves.{each}: the game has a move of that name" for each in twice]
            self._moves |= {each: move for each, move in self.flow.moves.items() if move}
        if problems:
            raise DefinitionError(problems)
        self.name = name
        self.seats = (seats,) if isinstance(seats, int) else tuple(seats)
        self.state = state
        self.setup = None if setup is None else adapt(setup)
        self.context = context
        self.card = card
        self.zones = dict(zones or {})
        self._watchers: dict[str, tuple[str, int]] = {}
        self.names_by_word: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
        self.names_in_text: dict[str, frozenset[str]] = {}
        self.view = view
        self.describe = describe
        self.evaluate = evaluate
        self.card_value = card_value
        self.could_be = could_be
        self.known_cards = known_cards
        self.resample_hidden = resample_hidden
        self.listed_moves = tuple(listed_moves)
        self.rewards = rewards
        self.chance_stream = chance_stream
        self.content = content
        self.player_facts = player_facts
        self.card_facts = card_facts
        self.zones_view = zones_view
        self.cards_of_move = cards_of_move
        self.omitted_fields = tuple(omitted_fields)
        self.library = library if library is not None else {}
        self.glossary = glossary if glossary is not None else Glossary({})
        self._rulebook = as_rulebook(rulebook)
        self.why_not = why_not
        self.logs_moves = logs_moves
        self.sides = tuple(sides)
        self.choices = dict(choices or {})
        self.version = version
        self.strict = strict
        if history is not None:
            self.history = history
        self.max_transitions = max_transitions
        self.about = about
        self.title = title or name.replace("-", " ").replace("_", " ").title()

    def __repr__(self) -> str:
        return f"<game {self.name} {self.version}>"

    def __reduce__(self) -> tuple[Any, ...]:
        from turnwright.core.runtime.pickling import load_game

        return load_game, self.home

    def __copy__(self) -> Game[StateT]:
        """A definition that can be changed without changing this one."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.__dict__.pop("home", None)
        return made

    @cached_property
    def home(self) -> tuple[str, ...]:
        """Where another process finds this game: a module and a name in it, or a function and its
        arguments."""
        from turnwright.core.runtime.pickling import find_home

        return find_home(self)

    @overload
    def move(self, fn: Fn, **settings: Unpack[MoveSettings]) -> Fn: ...
    @overload
    def move(self, fn: None = None, **settings: Unpack[MoveSettings]) -> Callable[[Fn], Fn]: ...
    def move(self, fn: Any = None, **settings: Unpack[MoveSettings]) -> Any:
        """Register a move that is available everywhere in the game: `@game.move`."""
        if fn is None:
            return lambda fn: self.move(fn, **settings)
        if "compiled_flow" in self.__dict__:
            sentence = f"game {self.name!r}: moves cannot be added after its first match"
            raise DefinitionError([sentence])
        made = Move(fn, **settings)
        if made.name in self._moves:
            sentence = f"game {self.name!r}: there are two moves {made.name!r}; name one of them"
            raise DefinitionError([f"{sentence}: `@game.move(name=...)`"])
        self._moves[made.name] = made
        return fn

    # --- compiled once ------------------------------------------------------------------------------

    @property
    def rulebook(self) -> Rulebook:
        """How the game is played, for people."""
        if self._rulebook.text:
            return self._rulebook
        first = next(iter(self.all_moves.values()), None)
        text = docstring_of(self.setup or (None if first is None else first.fn))
        return msgspec.structs.replace(self._rulebook, text=text or self.about)

    @cached_property
    def compiled_flow(self) -> CompiledFlow:
        """The compiled flow. It is made for the first match, when the rules are complete; mistakes that
        can be seen in their code are reported now."""
        from turnwright.core.analysis.rule_mistakes import rule_mistakes

        compiled = CompiledFlow(self.flow, self._moves)
        problems = rule_mistakes(self, compiled)
        if problems:
            raise DefinitionError(problems)
        return compiled

    @cached_property
    def history(self) -> bool:
        """Whether rules read the history of moves, as far as their code tells."""
        from turnwright.core.analysis.rule_mistakes import reads_history

        return reads_history(self, self.compiled_flow)

    @cached_property
    def all_moves(self) -> dict[str, Move]:
        """Every move of every place. Manual mode allows all of them."""
        places = self.compiled_flow.places.values()
        return {name: move for place in places for name, move in place.known_moves.items()}

    @cached_property
    def match_state(self) -> type[MatchState]:
        """The type of a match's state, with this game's own state and card types."""
        fields = [("G", self.state), ("ctx", self.ctx)]
        return cast(type[MatchState], msgspec.defstruct("MatchState", fields, bases=(MatchState,)))

    @cached_property
    def ctx(self) -> type[Ctx]:
        """The type of the engine's state, with this game's card type."""
        cards: Any = dict[int, self.card]  # type: ignore[name-defined]
        field: Any = ("cards", cards, msgspec.field(default_factory=dict))
        made = msgspec.defstruct(
            "Ctx",
            [field],
            bases=(Ctx,),
            kw_only=True,
            dict=True,
            omit_defaults=True,
            rename="camel",
        )
        return cast(type[Ctx], made)

    @cached_property
    def clone_state(self) -> Callable[[Any], Any]:
        """The function that copies `G`."""
        return clone if self.state is dict else cloner(self.state)

    @cached_property
    def digest(self) -> Callable[[object, Ctx], str]:
        """The function that hashes a state (`G` and `ctx`)."""
        return digester(self.state, self.ctx)

    @cached_property
    def clone_ctx(self) -> Callable[[Ctx], Ctx]:
        """The function that copies `ctx`."""
        return cloner(self.ctx)

    @cached_property
    def rules(self) -> str:
        """An identifier of the rules. Saves and records with another identifier are rejected."""
        shape = {
            "moves": sorted(self.all_moves),
            "places": sorted(place.path for place in self.compiled_flow.places.values()),
            "zones": sorted((name, zone.visible, zone.shared) for name, zone in self.zones.items()),
            "fields": [*getattr(self.state, "__struct_fields__", ()), *self.card.__struct_fields__],
        }
        stages = [f"{p.path}/{s}" for p in self.compiled_flow.places.values() for s in p.stages]
        if stages:
            shape["stages"] = sorted(stages)
        return f"{self.version}-{digest(shape)[:8]}"

    def watchers(self, key: str) -> tuple[str, int]:
        """Return who sees the cards of a zone ("all", a seat, or "" for nobody), and how many cards on
        top everybody sees."""
        found = self._watchers.get(key)
        if found is None:
            name, _, owner = key.partition(":")
            zone = self.zones[name]
            seen_by = {"public": "all", "owner": owner}.get(zone.visible, "")
            found = self._watchers[key] = (seen_by, zone.top)
        return found

    # --- matches ------------------------------------------------------------------------------------

    def start(
        self,
        seed: int | str = 0,
        seats: int | Sequence[object] | None = None,
        *,
        options: Mapping[str, object] | None = None,
        record: bool = True,
        trace: bool | Trace = False,
        scripts: Mapping[str, Sequence[Any]] | None = None,
        public_windows: bool = False,
        game_id: str = "",
        match_id: str = "",
    ) -> Match[StateT]:
        """Start a match. It is settled and waits for its first answer.

        - `seats` is the number of seats, or a list with a name or an agent for each.
        - `options` are the game's own: decks, variants.
        - `record=False` is for simulation. The match has no record and no undo, and an error in the
          rules is raised and leaves it unusable.
        - `trace` keeps a trace of the flow: True, or a `Trace` with settings of its own.
        - `scripts` are for tests: the outcomes that named random streams must produce.
        - `public_windows` is for people who play against each other: a response window opens whenever
          the visible position allows a response, even if the seat can only pass, so that being asked
          tells nothing about hidden cards. Without it only seats that can respond are asked, which is
          faster.
        - `game_id` and `match_id` are what a host calls this match and the series that it belongs to
          (`ctx.game_id`, `ctx.match_id`). By default the first is made from what starts the match.
        """
        if seats is None:
            seats = self.seats[0]
        names = [str(seat) for seat in (range(seats) if isinstance(seats, int) else seats)]
        if isinstance(seed, int) and not -(2**63) <= seed < 2**63:
            seed = str(seed)  # too large for an integer in a file; both give the same numbers
        header = Record(self.name, self.rules, seed, names, clone(dict(options or {})))
        header.public_windows = public_windows
        header.scripts = {name: list(outcomes) for name, outcomes in (scripts or {}).items()}
        header.game_id, header.match_id = game_id or default_id(header), match_id
        self.accept_seats(header)
        return _match_type().begin(self, header, record=record, trace=trace)

    def load(self, data: bytes | str) -> Match[StateT]:
        """Load a match from what `Match.save` wrote, in either format."""
        return _match_type().load(self, data)

    def replay(
        self,
        record: Record | bytes | str,
        until: int | None = None,
        *,
        verify: bool = True,
        trace: bool | Trace = False,
        on_entry: Callable[[Match[StateT], int], None] | None = None,
    ) -> Match[StateT]:
        """Play a record again and check every state hash.

        The first difference raises `ReplayDivergence`. `until` stops after that many entries, and
        `on_entry(match, index)` is called after each.
        """
        if not isinstance(record, Record):
            record = Record.parse(record)
        self.accept(record.game, record.rules, "record")
        self.accept_seats(record)
        match = _match_type().begin(self, record.header(), record=True, trace=trace)
        for index, entry in enumerate(record.entries[:until], 1):
            replay_entry(match, entry, index, verify)
            if on_entry is not None:
                on_entry(match, index)
        return match

    def accept_seats(self, header: Record) -> None:
        """Raise if the game does not support this number of seats."""
        if len(header.seats) not in self.seats:
            allowed = " or ".join(map(str, self.seats))
            sentence = f"{self.name} needs {allowed} seats, not {len(header.seats)}."
            raise UnusableError("wrong_seats", sentence)

    def accept(self, name: str, rules: str, what: str) -> None:
        """Raise if a save or record is of another game or was made with other rules."""
        if name != self.name:
            sentence = f"This {what} is of game {name!r}, not {self.name!r}."
            raise UnusableError(f"{what}_other_game", sentence)
        if rules != self.rules:
            sentence = f"This {what} was made with rules {rules}; {self.name} now has {self.rules}."
            raise UnusableError(f"{what}_other_rules", sentence)


def _match_type() -> type[Match]:
    from turnwright.core.runtime.match import Match

    return Match


def _problems(
    name: object,
    seats: int | Sequence[int],
    state: object,
    card: object,
    zones: object,
    functions: Mapping[str, object],
) -> list[str]:
    """Check the parts of a definition other than its flow and its moves."""
    problems = []
    if not isinstance(name, str) or not name.strip() or "/" in name:
        problems.append(f"name: expected a name without slashes, got {name!r}")
    numbers = [seats] if isinstance(seats, int) else list(seats)
    if not numbers or not all(type(number) is int and number > 0 for number in numbers):
        problems.append(f"seats: expected a positive number, or a list of them, got {seats!r}")
    if state is not dict and not (isinstance(state, type) and issubclass(state, msgspec.Struct)):
        problems.append(f"state: expected a State class or dict, got {state!r}")
    elif state is not dict:
        problems += _untyped_fields(state)
        problems += _required_fields(cast(Any, state), ())
    if not (isinstance(card, type) and issubclass(card, Card)):
        problems.append(f"card: expected a Card class, got {card!r}")
    else:
        problems += _required_fields(card, ("id", "kind", "owner"))
    problems += _zone_problems({} if zones is None else zones)
    for name, function in functions.items():
        if function is not None and not callable(function):
            problems.append(f"{name}: expected a function, got {function!r}")
    return problems


def _required_fields(kind: type[msgspec.Struct], given: tuple[str, ...]) -> list[str]:
    """Report fields without a default, except those that the engine gives."""
    return [
        f"{kind.__name__}.{field.name} has no default: write `{field.name}: ... = ...`, "
        "or `= tw.default(...)` for a list or a dict"
        for field in msgspec.structs.fields(kind)
        if field.required and field.name not in given
    ]


def _untyped_fields(state: type) -> list[str]:
    """Report values in a state class that have no type, and so are not fields of the state."""
    typed = {name for kind in state.__mro__ for name in vars(kind).get("__annotations__", ())}
    return [
        f"{state.__name__}.{name} has no type and is not part of the state: write "
        f"`{name}: {type(value).__name__} = {value!r}`"
        for kind in state.__mro__
        if issubclass(kind, State) and kind is not State
        for name, value in vars(kind).items()
        if type(value) in (int, float, str, bool, list, dict, set, tuple)
        and not name.startswith("_")
        and name not in typed
    ]


def _zone_problems(zones: object) -> list[str]:
    if not isinstance(zones, Mapping):
        return [f"zones: expected a dict, got {zones!r}"]
    problems = []
    for name, zone in zones.items():
        if not isinstance(name, str) or not name or ":" in name:
            problems.append(f"zones: {name!r} is not a valid name")
        if not isinstance(zone, Zone):
            problems.append(f"zones.{name}: expected a Zone, got {zone!r}")
    return problems
