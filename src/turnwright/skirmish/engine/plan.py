"""The plan: a scenario made ready to be played many times. It is compiled once and never changes.

Names become numbers here: pools, tags, damage types, abilities and events. What a run changes lives in
`body.py`; what happens in a fight, in `fight.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from turnwright.core.rules.cost import OnCancel, Variable
from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.formula import Formula, Term, parse
from turnwright.skirmish.model.vocabulary import CRITICAL, EVENTS

if TYPE_CHECKING:
    from .compiled_effects import DoAttack, Doing, Shift
    from .compiled_requirements import Check

EVENT = {name: number for number, name in enumerate(EVENTS)}


class Numbering:
    """Words and their numbers, in the order in which they were met."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.of: dict[str, int] = {}
        for word in words:
            self(word)

    def __call__(self, word: str) -> int:
        return self.of.setdefault(word, len(self.of))

    def bit(self, word: str) -> int:
        return 1 << self(word)

    def mask(self, words: Iterable[str]) -> int:
        mask = 0
        for word in words:
            mask |= 1 << self(word)
        return mask

    @property
    def words(self) -> list[str]:
        return list(self.of)


class Roll(NamedTuple):
    """A formula ready to be rolled: its dice, its growing terms, and what is always added."""

    flat: int = 0
    dice: tuple[tuple[int, int, int], ...] = ()
    """(sign, count, sides)"""
    growing: tuple[Term, ...] = ()

    @property
    def is_nothing(self) -> bool:
        return not self.flat and not self.dice and not self.growing


NOTHING = Roll()


def rolled(formula: Formula) -> Roll:
    flat = sum(t.sign * t.count for t in formula.terms if t.sides == 1 and not t.variable)
    dice = tuple(
        (t.sign, t.count, t.sides) for t in formula.terms if t.sides > 1 and not t.variable
    )
    return Roll(flat, dice, tuple(t for t in formula.terms if t.variable))


def roll_of(value: model.Dice) -> Roll:
    return rolled(parse(value)) if value else NOTHING


class Parts(NamedTuple):
    """Damage: (roll, number of its type) for each part."""

    parts: tuple[tuple[Roll, int], ...]
    mask: int
    """The types, as bits."""


class Price(NamedTuple):
    """A cost in pool numbers. At most one entry has levels, and at most one is variable; anything
    more intricate is left to the rules library (`is_intricate`)."""

    plain: tuple[tuple[int, Number], ...] = ()
    levels: tuple[tuple[int, int], ...] = ()
    """(level, pool), in the order in which they are taken; a fixed level has one entry."""
    slot_level: int | None = None
    """The level of a fixed slot, which is among the plain entries."""
    slot_pool: int = -1
    variable: int = -1
    """The pool of the variable entry."""
    terms: Variable | None = None
    """The `Variable` itself."""
    is_intricate: bool = False
    is_impossible: bool = False
    """It asks for a level of a family that the combatant does not have."""
    is_free: bool = True
    """Does it take nothing but a use of itself?"""


class Worn(NamedTuple):
    """A status, compiled: what it changes, and how long it lasts."""

    number: int
    name: str
    spec: model.Status
    tags: int
    ac: int
    dc: int
    to_hit: Roll
    damage: Parts
    save: Roll
    reduction: Roll
    dealt: Number
    taken: Number
    attacks: tuple[bool, bool]
    attacked: tuple[bool, bool]
    in_melee: tuple[bool, bool]
    at_range: tuple[bool, bool]
    saves: tuple[bool, bool]
    saves_of: int
    saves_against: int
    fails: int
    resist: int
    immune: int
    vulnerable: int
    unless: tuple[tuple[int, int, int], ...]
    incapacitated: bool
    no_reactions: bool
    no_movement: bool
    critical_in_melee: bool
    gain: tuple[tuple[str, Number], ...]
    heal: Roll
    harm: Parts
    conditions: tuple[str, ...]
    """The names that a requirement may ask for: its own and those of its conditions."""
    is_plain: bool
    """Does it change no number at all? Then only its tags count."""
    passes: bool
    """Can it end by itself during a fight?"""


class Strike(NamedTuple):
    """The commonest deed: attacks on the enemy with the least hit points, one kind of dice, no more."""

    attack: DoAttack
    times: int
    to_hit: int
    critical: int
    damage: Roll
    flat: int
    count: int  # type: ignore[assignment]  # of its dice; nobody counts in the tuple
    sides: int


class Deed:
    """An action of a kind of combatant, compiled."""

    __slots__ = (
        "action",
        "checks",
        "cooldown",
        "count",
        "effects",
        "events",
        "holds",
        "index",
        "is_free",
        "is_single",
        "is_spell",
        "limit",
        "local",
        "min_targets",
        "moves",
        "name",
        "on_cancel",
        "picks",
        "price",
        "quick",
        "range",
        "ready",
        "recharge",
        "shift",
        "simple",
        "state",
        "strike",
        "tags",
        "target_checks",
        "toggles",
        "when",
        "who",
    )  # fmt: skip

    action: model.CombatAction
    name: str
    index: int
    """Among all deeds of the plan, for statistics."""
    local: int
    """Among the deeds of its kind."""
    tags: int
    is_spell: bool
    # What it takes, and how often.
    price: Price
    quick: int
    """The pool, if the price is one of one pool and nothing else; -1 if it is more than that."""
    is_free: bool
    limit: int
    """How often in a turn; 0 for as often as it can be paid."""
    recharge: int
    cooldown: int
    ready: int
    """The pool that says whether it has recharged; -1 if it need not."""
    on_cancel: OnCancel
    # Whom it is about.
    who: str
    state: str
    range: Number | None
    picks: tuple[str, ...]
    count: Roll
    is_single: bool
    min_targets: int
    simple: bool
    """Is it about any enemy that stands?"""
    checks: tuple[Check, ...]
    target_checks: tuple[Check, ...]
    # What it does.
    effects: tuple[Doing, ...]
    strike: Strike | None
    moves: int
    """The pool of movement, if it takes from it and does not move by itself; else -1."""
    holds: bool
    """Does it put statuses on somebody that last as long as the concentration?"""
    toggles: bool
    """Could it be done for nothing, and with no dice that may fall otherwise the next time?"""
    # What it answers.
    events: dict[int, tuple[int, ...]]
    """By number, with the tags that one must have: of several masks, one is enough."""
    when: Check | None
    shift: Shift

    def __repr__(self) -> str:
        return f"<deed {self.name}>"


class Kind:
    """A combatant of the file, compiled; `count` bodies share it."""

    __slots__ = (
        "ac",
        "combatant",
        "condition_immune",
        "death_saves",
        "deeds",
        "dpr",
        "guarded",
        "hp",
        "immune",
        "index",
        "initiative",
        "initiative_lean",
        "main",
        "name",
        "no_uses",
        "path",
        "pool_keys",
        "pool_max",
        "pool_reset",
        "pool_start",
        "pools",
        "position",
        "reactions",
        "recharging",
        "resist",
        "rolls_hp",
        "save_lean",
        "saves",
        "setup",
        "side",
        "tags",
        "traits",
        "turn_count",
        "turn_pools",
        "unless", "vulnerable",
    )  # fmt: skip

    index: int
    name: str
    combatant: model.Combatant
    path: str
    """Where it stands in the file."""
    side: int
    position: Number
    hp: Roll
    rolls_hp: bool
    ac: int
    initiative: Roll
    initiative_lean: tuple[bool, bool]
    tags: int
    traits: list[Worn]
    death_saves: bool
    condition_immune: frozenset[str]
    # Damage types as bits, and those that a tag overcomes: (which of the three, types, tag).
    resist: int
    immune: int
    vulnerable: int
    unless: tuple[tuple[int, int, int], ...]
    # By the number of the ability.
    saves: dict[int, int]
    save_lean: dict[int, tuple[bool, bool]]
    # By the number of the pool; those that come back every turn stand first.
    pools: dict[str, int]
    pool_keys: list[str]
    pool_start: list[Number]
    pool_max: list[Number]
    pool_reset: list[str]
    turn_count: int
    turn_pools: list[Number]
    # What it can do.
    deeds: list[Deed]
    main: list[Deed]
    setup: list[Deed]
    reactions: dict[int, list[Deed]]
    """By the number of the event."""
    recharging: list[Deed]
    no_uses: list[int]
    guarded: bool
    """Has it free actions, which could go on for ever?"""
    dpr: float
    """What its best deed is worth, roughly, for those who pick the most dangerous enemy."""

    def __repr__(self) -> str:
        return f"<kind {self.name}>"


class Member(NamedTuple):
    """A body in the plan: what stays the same in every run."""

    index: int  # type: ignore[assignment]  # nobody searches in the tuple
    name: str
    kind: Kind
    side: int


class Meeting(NamedTuple):
    """An encounter of the day: who is there."""

    name: str
    members: tuple[int, ...]
    sides: tuple[int, ...]
    surprised: frozenset[int]
    precast: frozenset[int]
    """The sides that may prepare."""
    path: str


class Resting(NamedTuple):
    kind: str


class Plan:
    """A scenario, compiled. `members`, `sides`, `deeds` give the order of the numbers in an Outcome."""

    def __init__(self, scenario: model.Scenario, profile: model.RuleProfile) -> None:
        self.scenario = scenario
        self.profile = profile
        self.sides: list[str] = []
        self.common = len(scenario.sides)
        self.kinds: list[Kind] = []
        self.members: list[Member] = []
        self.deeds: list[Deed] = []
        self.owners: list[Kind] = []
        """The kind of every deed."""
        self.statuses: list[Worn] = []
        self.steps: list[Meeting | Resting] = []
        self.tags = Numbering()
        self.types = Numbering(["", "*"])
        self.abilities = Numbering([""])
        self.remembered: set[int] = set()
        """Families of events that a requirement looks back at."""
        self.heard: set[int] = set()
        self.critical = self.tags.bit(CRITICAL)
        self.type_tags: list[int] = []
        """For every damage type the bit of the tag of that name."""
        self.check = rolled(parse(profile.check))

    @property
    def meetings(self) -> list[Meeting]:
        return [step for step in self.steps if isinstance(step, Meeting)]

    def lasting(self, kind: Kind) -> list[int]:
        """The pools that are worth reporting: those that do not come back every turn."""
        return list(range(kind.turn_count, len(kind.pool_keys)))
