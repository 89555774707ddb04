"""How cards are written: base classes, effect decorators, and the check of a card's fields.

A card is a class: its numbers, its text as the docstring, and its effects as functions under one of the
decorators at the end of this module. `@card` turns it into a frozen definition in `LIBRARY` and rejects
unknown fields. Effects receive the `DuelContext`, so a type checker finds misspelled operations.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Concatenate, Protocol, TypeAlias, TypedDict, Unpack, overload

import msgspec

import turnwright as tw

from .events import AttackDeclared, BattleDamage, Destroyed, Flipped, PhaseBegan, Sent, Summoned

if TYPE_CHECKING:
    from .context import DuelContext

    EventType: TypeAlias = type[tw.Event]
    EffectFunction: TypeAlias = Callable[Concatenate[DuelContext, ...], Any]
    Condition: TypeAlias = Callable[[DuelContext], object]
    ReplacementCondition: TypeAlias = Callable[[DuelContext, int, Any], object]

MONSTER, SPELL, TRAP = "monster", "spell", "trap"
SUBTYPES = {
    MONSTER: ("",),
    SPELL: ("normal", "quick", "continuous", "equip", "field"),
    TRAP: ("normal", "continuous", "counter"),
}


class CardCost(msgspec.Struct, frozen=True):
    """A cost paid with cards. `action` is "discard", "tribute" or "banish" (from the grave)."""

    action: str
    count: int = 1


def discard(count: int = 1) -> CardCost:
    """Discard cards from your hand as a cost."""
    return CardCost("discard", count)


def tribute(count: int = 1) -> CardCost:
    """Send monsters you control to the grave as a cost."""
    return CardCost("tribute", count)


def banish_from_grave(count: int = 1) -> CardCost:
    """Banish cards from your grave as a cost."""
    return CardCost("banish", count)


def pay_life(amount: int) -> tw.Cost:
    """Pay life as a cost."""
    return tw.Cost("life", amount)


class Target(msgspec.Struct, frozen=True):
    """Cards that are chosen when the effect is activated. `among(c)` lists the candidates."""

    text: str
    among: Callable[[DuelContext], list[int]]
    min: int = 1
    max: int = 1
    intent: str = "harm"
    is_field: bool = True


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """One effect of a card.

    `type` is when it applies: resolve (playing the spell or trap itself), ignition, quick, trigger,
    aura, instead or scheduled. `once` limits it to once per turn for this "card", for every card of
    this "name", or once per "duel"; with `spent_if_negated=False` a negated use does not count.
    """

    name: str
    type: str
    fn: EffectFunction
    speed: int = 1
    on: EventType | None = None
    on_self: bool = True
    when: Callable[..., object] | None = None
    cost: tuple[tw.Cost | CardCost, ...] = ()
    targets: tuple[Target, ...] = ()
    optional: bool = False
    once: str = ""
    spent_if_negated: bool = True
    where: tuple[str, ...] = ()
    stat: str = ""


class DuelCardSpec(msgspec.Struct, frozen=True, kw_only=True):
    """The definition of a card. It never changes while a duel is played."""

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
        return next((effect for effect in self.effects if effect.type == "resolve"), None)

    @property
    def stays(self) -> bool:
        """Return whether the card stays on the field after it was played."""
        return self.subtype in ("continuous", "equip", "field")


LIBRARY: dict[str, DuelCardSpec] = {}
WATCHERS = tw.WatcherRegistry()

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
    """Define a card and add it to the library. `class EmberLancer` is the card Ember Lancer."""
    spec = read_card(cls)
    if spec.name in LIBRARY:
        raise tw.DefinitionError([f"{spec.name}: a card of this name is already defined"])
    LIBRARY[spec.name] = spec
    for cached in LIBRARY_CACHES:
        cached.cache_clear()
    for effect in spec.effects:
        if effect.type == "instead":
            assert effect.on is not None
            name = f"{spec.name}: {effect.name}"
            watcher = tw.Watcher(
                name=name,
                on=effect.on,
                phase="instead",
                effect=_with_note(effect.fn, name),
                when=effect.when,
            )
            WATCHERS.add(spec.name, watcher)
    return cls


def _no_effect(c: DuelContext) -> None:
    """Playing a continuous or field card only puts it on the field."""


def _with_note(fn: EffectFunction, name: str) -> EffectFunction:
    def effect(c: DuelContext, me: int, event: Any) -> Any:
        c.mark_used(name)
        return fn(c, me, event)

    return effect


def content() -> list[str]:
    """The notes that a complete test run must see: every monster summoned, every effect used."""
    monsters = [name for name, spec in LIBRARY.items() if spec.type == MONSTER]
    effects = [
        f"{name}: {effect.name}" for name, spec in LIBRARY.items() for effect in spec.effects
    ]
    return monsters + effects


def read_card(cls: type) -> DuelCardSpec:
    """Turn a card class into a definition. Raises one error that lists all of its problems."""
    name = getattr(cls, "name", "") or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__)
    kind = getattr(cls, "type", "")
    problems: list[str] = []
    if kind not in FIELDS:
        raise tw.DefinitionError([f"{name}: a card must derive from Monster, Spell or Trap"])
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
            problems.append(f"unknown field {key!r} (a {kind} has {known}, and effects)")
    text = " ".join((cls.__doc__ or "").split())
    subtype = fields.setdefault("subtype", SUBTYPES[kind][0])
    if not text:
        problems.append("the card text is missing; write it as the docstring")
    problems += _field_problems(kind, fields)
    problems += _effect_problems(kind, subtype, effects)
    if problems:
        raise tw.DefinitionError([f"{name}: {problem}" for problem in problems])
    if subtype in ("field", "continuous") and not any(e.type == "resolve" for e in effects):
        effects.append(played(_no_effect))
    speed = 3 if subtype == "counter" else 2 if kind == TRAP or subtype == "quick" else 1
    effects = [
        msgspec.structs.replace(e, speed=speed) if e.type == "resolve" else e for e in effects
    ]
    return DuelCardSpec(name=name, type=kind, text=text, effects=tuple(effects), **fields)


def _field_problems(kind: str, fields: dict[str, Any]) -> list[str]:
    problems = []
    subtype, allowed = fields["subtype"], SUBTYPES[kind]
    if subtype not in allowed:
        problems.append(f"subtype must be one of {', '.join(allowed)}, not {subtype!r}")
    if kind == MONSTER and not fields.get("is_token") and not 1 <= fields.get("level", 0) <= 12:
        problems.append("level must be from 1 to 12")
    return problems


def _effect_problems(kind: str, subtype: str, effects: list[Effect]) -> list[str]:
    problems = [
        f"{effect.name} is never activated, so it has no cost or limit"
        for effect in effects
        if effect.type in ("instead", "aura", "scheduled") and (effect.once or effect.cost)
    ]
    if kind != MONSTER and subtype not in ("field", "continuous") and not effects:
        problems.append(f"a {subtype} {kind} needs an effect; write `def resolve(c): ...`")
    return problems


# --- queries on the library, cached until a card is added --------------------------------------------


@cache
def effects_of(kind: str, type: str) -> tuple[Effect, ...]:
    """The effects of this type of a kind of card."""
    return tuple(e for e in LIBRARY[kind].effects if e.type == type)


@cache
def auras_on(stat: str) -> dict[str, tuple[Effect, ...]]:
    """The auras on this number or trait, by the kinds of cards that have them."""
    kinds = _kinds(lambda e: e.type == "aura" and e.stat == stat)
    return {kind: tuple(e for e in effects_of(kind, "aura") if e.stat == stat) for kind in kinds}


@cache
def stat_auras() -> dict[str, tuple[Effect, ...]]:
    """The auras on attack and defense, by the kinds of cards that have them."""
    attack, defense = auras_on("attack"), auras_on("defense")
    kinds = attack.keys() | defense.keys()
    return {kind: attack.get(kind, ()) + defense.get(kind, ()) for kind in kinds}


@cache
def kinds_triggered_by(event: type[tw.Event]) -> frozenset[str]:
    """The kinds of cards with an effect that this event triggers."""
    return _kinds(lambda e: e.type == "trigger" and e.on is event)


@cache
def kinds_with_quick_effects() -> frozenset[str]:
    """The kinds of cards with quick effects, usable at any time while they lie face up."""
    return _kinds(lambda e: e.type == "quick")


@cache
def kinds_matching(wanted: tuple[tuple[str, Any], ...]) -> frozenset[str]:
    """The kinds of cards whose definition has these values."""
    return frozenset(
        kind
        for kind, spec in LIBRARY.items()
        if all(getattr(spec, key) == value for key, value in wanted)
    )


@cache
def starting_effects(kind: str, zone: str, face_up: bool) -> tuple[Effect, ...]:
    """The effects with which a card of this kind may start a chain from this zone."""
    spec = LIBRARY[kind]
    if zone == "hand" or (zone == "spell_trap" and not face_up):
        if spec.type == MONSTER or (zone == "hand" and spec.type == TRAP):
            return ()
        return tuple(e for e in effects_of(kind, "resolve") if e.on is None)
    if not face_up:
        return ()
    effects = (*effects_of(kind, "ignition"), *effects_of(kind, "quick"))
    return tuple(e for e in effects if zone in e.where and e.on is None)


@cache
def starting_kinds(zone: str) -> frozenset[str]:
    """The kinds of cards that may start a chain from this zone, face up or face down."""
    return frozenset(
        kind
        for kind in LIBRARY
        if starting_effects(kind, zone, True) or starting_effects(kind, zone, False)
    )


LIBRARY_CACHES = (
    effects_of,
    kinds_matching,
    kinds_with_quick_effects,
    auras_on,
    stat_auras,
    kinds_triggered_by,
    starting_effects,
    starting_kinds,
)


def _kinds(fits: Callable[[Effect], bool]) -> frozenset[str]:
    return frozenset(kind for kind, spec in LIBRARY.items() if any(map(fits, spec.effects)))


# --- decorators of effects -------------------------------------------------------------------------


class EffectSettings(TypedDict, total=False):
    """What a decorator may set: fields of `Effect`. One cost or target may stand without a tuple."""

    speed: int
    on: type[tw.Event]
    on_self: bool
    when: Condition
    cost: tw.Cost | CardCost | Sequence[tw.Cost | CardCost]
    targets: Target | Sequence[Target]
    optional: bool
    once: str
    spent_if_negated: bool
    where: tuple[str, ...]
    stat: str


class EffectDecorator(Protocol):
    """A decorator of effects, used bare (`@on_summon`) or with settings (`@on_summon(once="card")`)."""

    @overload
    def __call__(self, fn: EffectFunction, /) -> Effect: ...
    @overload
    def __call__(
        self, fn: None = None, /, **settings: Unpack[EffectSettings]
    ) -> Callable[[EffectFunction], Effect]: ...


def _effect(type: str, **fixed: Unpack[EffectSettings]) -> EffectDecorator:

    def decorate(fn: EffectFunction | None = None, **settings: Any) -> Any:
        if fn is None:
            return lambda fn: decorate(fn, **settings)
        return _make_effect(type, fn, {**fixed, **settings})

    return decorate


def _make_effect(type: str, fn: EffectFunction, settings: dict[str, Any]) -> Effect:
    function_name: str = fn.__name__
    for name in ("cost", "targets"):
        value = settings.get(name, ())
        settings[name] = tuple(value) if isinstance(value, (list, tuple)) else (value,)
    unknown = set(settings) - set(Effect.__struct_fields__)
    if unknown:
        raise tw.DefinitionError([f"{function_name}: unknown setting {sorted(unknown)[0]!r}"])
    name = "resolve" if type == "resolve" else function_name
    return Effect(name=name, type=type, fn=fn, **settings)


FIELD = ("monsters", "spell_trap", "field")

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

scheduled = _effect("scheduled")  # run by `c.schedule` only
aura = _effect("aura")


def instead(
    *, on: type[tw.Event], when: ReplacementCondition | None = None
) -> Callable[[EffectFunction], Effect]:
    """Decorate a replacement effect: it runs before the event and, if it returns True, replaces it."""
    return lambda fn: _make_effect("instead", fn, {"on": on, "when": when})


def tributes_for(level: int) -> int:
    """The number of tributes that a monster of this level needs."""
    return 0 if level <= 4 else 1 if level <= 6 else 2
