"""What a card may say: the words in which cards are written, and the check that knows no others.

A card is a class: its numbers, its text as the docstring, and its effects as functions under one of
the words below. `@card` turns it into a frozen definition; an unknown field is refused with its name.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol, TypedDict, Unpack, overload

import msgspec

import turnwright as tw

from .events import AttackDeclared, BattleDamage, Destroyed, Flipped, PhaseBegan, Sent, Summoned

MONSTER, SPELL, TRAP = "monster", "spell", "trap"
SUBTYPES = {
    MONSTER: ("",),
    SPELL: ("normal", "quick", "continuous", "equip", "field"),
    TRAP: ("normal", "continuous", "counter"),
}


class Give(msgspec.Struct, frozen=True):
    """A cost that is paid with cards: `word` is discard, tribute or banish (from the grave)."""

    word: str
    count: int = 1


def discard(count: int = 1) -> Give:
    return Give("discard", count)


def tribute(count: int = 1) -> Give:
    return Give("tribute", count)


def banish_from_grave(count: int = 1) -> Give:
    return Give("banish", count)


def pay_life(amount: int) -> tw.Cost:
    return tw.Cost("life", amount)


class Target(msgspec.Struct, frozen=True):
    """Cards that are chosen when the effect is activated. `among(c)` lists the candidates."""

    text: str
    among: Callable[..., list[int]]
    min: int = 1
    max: int = 1
    intent: str = "harm"
    is_field: bool = True


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """One effect of a card.

    `word` says when: resolve (the spell or trap itself), ignition, quick, trigger, aura, instead,
    scheduled. `once` limits it to once per turn for this "card", for every card of this "name", or once
    per "duel"; with `spent_if_negated=False` a use comes back when the activation was negated.
    """

    name: str
    word: str
    fn: Callable[..., Any]
    speed: int = 1
    on: type[tw.Event] | None = None
    on_self: bool = True
    when: Callable[..., Any] | None = None
    cost: tuple[tw.Cost | Give, ...] = ()
    targets: tuple[Target, ...] = ()
    optional: bool = False
    once: str = ""
    spent_if_negated: bool = True
    where: tuple[str, ...] = ()
    stat: str = ""


class CardSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A card's definition. Nothing in it changes while a duel is played."""

    name: str
    type: str
    subtype: str = ""
    text: str = ""
    faction: str = ""
    tribe: str = ""
    attack: int = 0
    defense: int = 0
    level: int = 0
    piercing: bool = False
    attacks: int = 1
    effects: tuple[Effect, ...] = ()
    is_token: bool = False

    @property
    def resolve(self) -> Effect | None:
        """The effect of playing the card itself."""
        return next((effect for effect in self.effects if effect.word == "resolve"), None)

    @property
    def stays(self) -> bool:
        """Does it stay on the field after it was played?"""
        return self.subtype in ("continuous", "equip", "field")


LIBRARY: dict[str, CardSpec] = {}
WATCHERS = tw.Watchers()

FIELDS = {
    MONSTER: {"attack", "defense", "level", "faction", "tribe", "piercing", "attacks", "is_token"},
    SPELL: {"subtype", "faction"},
    TRAP: {"subtype", "faction"},
}


class Monster:
    """Base of monster cards."""

    type = MONSTER


class Spell:
    """Base of spell cards."""

    type = SPELL


class Trap:
    """Base of trap cards."""

    type = TRAP


def card(cls: type) -> type:
    """Define a card. The class's name is the card's: `EmberLancer` is called Ember Lancer."""
    spec = read_card(cls)
    if spec.name in LIBRARY:
        raise tw.DefinitionError([f"{spec.name}: there are two cards of this name"])
    LIBRARY[spec.name] = spec
    for found in FOUND:
        found.cache_clear()
    for effect in spec.effects:
        if effect.word == "instead":
            assert effect.on is not None
            name = f"{spec.name}: {effect.name}"
            watcher = tw.Watcher(
                name=name,
                on=effect.on,
                phase="instead",
                effect=_noted(effect.fn, name),
                when=effect.when,
            )
            WATCHERS.add(spec.name, watcher)
    return cls


def _nothing(c: Any) -> None:
    """What playing a card does that only has to be there."""


def _noted(fn: Callable[..., Any], name: str) -> Callable[..., Any]:
    def effect(c: Any, me: int, event: Any) -> Any:
        c.note(name)
        return fn(c, me, event)

    return effect


def content() -> list[str]:
    """Everything that should happen in some duel: every monster on the field, every effect."""
    monsters = [name for name, spec in LIBRARY.items() if spec.type == MONSTER]
    effects = [
        f"{name}: {effect.name}" for name, spec in LIBRARY.items() for effect in spec.effects
    ]
    return monsters + effects


def read_card(cls: type) -> CardSpec:
    """A card class as a definition; everything that is wrong with it in one error."""
    name = getattr(cls, "name", "") or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__)
    kind = getattr(cls, "type", "")
    problems: list[str] = []
    if kind not in FIELDS:
        raise tw.DefinitionError([f"{name}: a card is a Monster, a Spell or a Trap"])
    fields: dict[str, Any] = {}
    effects: list[Effect] = []
    for key, value in vars(cls).items():
        if key.startswith("__") or key in ("name", "type"):
            continue
        if isinstance(value, Effect):
            effects.append(value)
        elif inspect.isfunction(value) and key == "resolve":
            effects.append(played()(value))
        elif key in FIELDS[kind]:
            fields[key] = value
        else:
            known = ", ".join(sorted(FIELDS[kind]))
            problems.append(f"{name}: unknown field {key!r} (a {kind} has {known}, and effects)")
    if not (cls.__doc__ or "").strip():
        problems.append(f"{name}: its text is missing (the docstring)")
    subtype = fields.get("subtype", SUBTYPES[kind][0])
    if subtype not in SUBTYPES[kind]:
        problems.append(f"{name}: a {kind} is {', '.join(SUBTYPES[kind])}, not {subtype!r}")
    if kind == MONSTER and not fields.get("is_token") and not 1 <= fields.get("level", 0) <= 12:
        problems.append(f"{name}: level is from 1 to 12")
    if kind != MONSTER and subtype not in ("field", "continuous") and not effects:
        problems.append(f"{name}: it does nothing; write `def resolve(c): ...`")
    if subtype in ("field", "continuous") and not any(e.word == "resolve" for e in effects):
        effects.append(played(_nothing))  # it is played to be there
    for effect in effects:
        if effect.word in ("instead", "aura", "scheduled") and (effect.once or effect.cost):
            problems.append(f"{name}: {effect.name} is not activated; it has no cost and no limit")
    if problems:
        raise tw.DefinitionError(problems)
    fields["subtype"] = subtype
    speed = 3 if subtype == "counter" else 2 if kind == TRAP or subtype == "quick" else 1
    effects = [
        msgspec.structs.replace(e, speed=speed) if e.word == "resolve" else e for e in effects
    ]
    text = " ".join((cls.__doc__ or "").split())
    return CardSpec(name=name, type=kind, text=text, effects=tuple(effects), **fields)


# --- what has which words, found once and forgotten when a card is added -----------------------------


@cache
def effects_of(kind: str, word: str) -> tuple[Effect, ...]:
    return tuple(e for e in LIBRARY[kind].effects if e.word == word)


@cache
def auras_on(stat: str) -> dict[str, tuple[Effect, ...]]:
    """The auras on this number or trait, by the kinds of cards that have them."""
    kinds = _kinds(lambda e: e.word == "aura" and e.stat == stat)
    return {kind: tuple(e for e in effects_of(kind, "aura") if e.stat == stat) for kind in kinds}


@cache
def changers() -> dict[str, tuple[Effect, ...]]:
    """The auras on attack and defense, by the kinds of cards that have them."""
    attack, defense = auras_on("attack"), auras_on("defense")
    kinds = attack.keys() | defense.keys()
    return {kind: attack.get(kind, ()) + defense.get(kind, ()) for kind in kinds}


@cache
def listeners_to(event: type[tw.Event]) -> frozenset[str]:
    """The kinds of cards that an event can set off."""
    return _kinds(lambda e: e.word == "trigger" and e.on is event)


@cache
def kinds_quick() -> frozenset[str]:
    """The kinds of cards that have something to say at any time while they lie face up."""
    return _kinds(lambda e: e.word == "quick")


@cache
def kinds_like(wanted: tuple[tuple[str, Any], ...]) -> frozenset[str]:
    """The kinds of cards whose definition has these values."""
    return frozenset(
        kind
        for kind, spec in LIBRARY.items()
        if all(getattr(spec, key) == value for key, value in wanted)
    )


@cache
def starting_effects(kind: str, zone: str, face_up: bool) -> tuple[Effect, ...]:
    """What a card of this kind may start a chain with from there; the same for all duels."""
    spec = LIBRARY[kind]
    if zone == "hand" or (zone == "backs" and not face_up):
        if spec.type == MONSTER or (zone == "hand" and spec.type == TRAP):
            return ()
        return tuple(e for e in effects_of(kind, "resolve") if e.on is None)
    if not face_up:
        return ()
    words = (*effects_of(kind, "ignition"), *effects_of(kind, "quick"))
    return tuple(e for e in words if zone in e.where and e.on is None)


@cache
def starting_kinds(zone: str) -> frozenset[str]:
    """The kinds of cards that may start a chain from there, face up or face down."""
    return frozenset(
        kind
        for kind in LIBRARY
        if starting_effects(kind, zone, True) or starting_effects(kind, zone, False)
    )


FOUND = (
    effects_of,
    kinds_like,
    kinds_quick,
    auras_on,
    changers,
    listeners_to,
    starting_effects,
    starting_kinds,
)


def _kinds(fits: Callable[[Effect], bool]) -> frozenset[str]:
    return frozenset(kind for kind, spec in LIBRARY.items() if any(map(fits, spec.effects)))


# --- the words -------------------------------------------------------------------------------------


class Settings(TypedDict, total=False):
    """What may be said about an effect beside its word: fields of `Effect`; one stands for several."""

    speed: int
    on: type[tw.Event]
    on_self: bool
    when: Callable[..., Any]
    cost: tw.Cost | Give | Sequence[tw.Cost | Give]
    targets: Target | Sequence[Target]
    optional: bool
    once: str
    spent_if_negated: bool
    where: tuple[str, ...]
    stat: str


class Word(Protocol):
    """A word: usable bare (`@on_summon`) or with settings (`@on_summon(optional=True)`)."""

    @overload
    def __call__(self, fn: Callable[..., Any], /) -> Effect: ...
    @overload
    def __call__(
        self, fn: None = None, /, **settings: Unpack[Settings]
    ) -> Callable[[Callable[..., Any]], Effect]: ...


def _effect(word: str, **fixed: Unpack[Settings]) -> Word:

    def decorate(fn: Callable[..., Any] | None = None, **settings: Any) -> Any:
        if fn is None:
            return lambda fn: decorate(fn, **settings)
        given: dict[str, Any] = {**fixed, **settings}
        for name in ("cost", "targets"):
            value = given.get(name, ())
            given[name] = tuple(value) if isinstance(value, (list, tuple)) else (value,)
        unknown = set(given) - set(Effect.__struct_fields__)
        if unknown:
            raise tw.DefinitionError([f"{fn.__name__}: unknown setting {sorted(unknown)[0]!r}"])
        name = "resolve" if word == "resolve" else fn.__name__
        return Effect(name=name, word=word, fn=fn, **given)

    return decorate


FIELD = ("monsters", "backs", "field")

played = _effect("resolve")
ignition = _effect("ignition", where=FIELD)
quick = _effect("quick", speed=2, where=FIELD)
from_grave = _effect("ignition", where=("grave",))

on_summon = _effect("trigger", on=Summoned, where=FIELD)
on_any_summon = _effect("trigger", on=Summoned, on_self=False, where=FIELD)
on_flip = _effect("trigger", on=Flipped, where=FIELD)
on_grave = _effect("trigger", on=Sent, where=("grave",))
on_destroyed = _effect("trigger", on=Destroyed, where=("grave", "banished"))
on_any_destroyed = _effect("trigger", on=Destroyed, on_self=False, where=FIELD)
on_attack = _effect("trigger", on=AttackDeclared, where=FIELD)
on_damage = _effect("trigger", on=BattleDamage, where=FIELD)
on_phase = _effect("trigger", on=PhaseBegan, on_self=False, where=FIELD)
trigger = _effect("trigger", where=FIELD)

scheduled = _effect("scheduled")  # only `c.later` runs it
aura = _effect("aura")
instead = _effect("instead")
