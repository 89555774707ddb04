"""The plan: a scenario compiled once and then played many times. A run never changes it.

Names become numbers here: pools, tags, damage types, abilities and events. What a run changes is in
`run_state.py` and `combatant_state.py`. `compile.py` builds a plan.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.vocabulary import CRITICAL, EVENTS, counted_event, event_with_role

from .dice import AdvantagePair, DamageRoll, DiceRoll, compile_formula

if TYPE_CHECKING:
    from turnwright.skirmish.model.expression import Expression

    from .actions import CompiledAction
    from .status_formulas import StatusFormulas

EVENT_NUMBER = {name: number for number, name in enumerate(EVENTS)}


class EventCounter(NamedTuple):
    """Counts events that combatants cause."""

    event: int
    tags: int
    span: str


class WatchedEvent(NamedTuple):
    """An event that ends a status or changes a pool, by itself and without a reaction."""

    event: int
    tags: int
    role: str
    """Who the bearer is in it: `source`, `target`, or `any` whether it is in it or not."""


class PoolEvent(NamedTuple):
    """An event that changes a pool of combatants of a kind."""

    kind: int
    pool: int
    watched: WatchedEvent
    add: Expression | None
    """What it adds; None if it resets the pool."""


REFRESH, STACK, HIGHEST = range(3)
"""What a second status of the same name does (`scenario.Status.stacking`)."""
STACKINGS = ("refresh", "stack", "highest")


class NameIndex:
    """Numbers for names, in the order in which they are first used."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.numbers: dict[str, int] = {}
        for name in names:
            self(name)

    def __call__(self, name: str) -> int:
        """The number of a name, which gets one if it is new."""
        return self.numbers.setdefault(name, len(self.numbers))

    def bit(self, name: str) -> int:
        """The bit mask with only this name."""
        return 1 << self(name)

    def mask(self, names: Iterable[str]) -> int:
        """The bit mask of several names."""
        mask = 0
        for name in names:
            mask |= 1 << self(name)
        return mask

    @property
    def names(self) -> list[str]:
        """All names, in the order of their numbers."""
        return list(self.numbers)


class CompiledStatus(NamedTuple):
    """A status with everything that its conditions bring: what it changes and how long it lasts."""

    number: int
    name: str
    spec: model.Status
    tags: int
    ac: int
    dc: int
    to_hit: DiceRoll
    damage: DamageRoll
    save: DiceRoll
    reduction: DiceRoll
    damage_dealt: Number
    """A factor; so is `damage_taken`."""
    damage_taken: Number
    conditional_modes: tuple[tuple[bool, DiceRoll], ...]
    """Formulas that give attacks disadvantage (True) or advantage."""
    attacks: AdvantagePair
    attacked: AdvantagePair
    attacked_in_melee: AdvantagePair
    attacked_at_range: AdvantagePair
    saves: AdvantagePair
    saves_of: int
    """Bits of the abilities that `saves` is about; 0 for all."""
    saves_against: int
    """Bits of the tags that `saves` is about; 0 for all."""
    failed_saves: int
    resist: int
    immune: int
    vulnerable: int
    bypassed: tuple[tuple[int, int, int], ...]
    """Defences that a tag bypasses: (0 resist, 1 immune, 2 vulnerable; types; tag)."""
    incapacitated: bool
    no_reactions: bool
    no_movement: bool
    critical_in_melee: bool
    gain: tuple[tuple[str, Number], ...]
    heal_each_turn: DiceRoll
    damage_each_turn: DamageRoll
    repeat_dc: DiceRoll
    conditions: tuple[str, ...]
    """The names that a requirement may ask for: its own and those of its conditions."""
    stacking: int
    """`REFRESH`, `STACK` or `HIGHEST`."""
    potency: float
    """What `HIGHEST` compares: how much it changes."""
    temporary_hp: DiceRoll
    formulas: StatusFormulas | None
    ends_on: tuple[WatchedEvent, ...]
    only_tags: bool
    """Whether it changes no number, so that only its tags count."""
    can_expire: bool
    """Whether it can end by itself during a fight."""


class CombatantKind:
    """A combatant of the file, compiled. All `count` copies of it share one kind."""

    __slots__ = (
        "ac",
        "actions",
        "bypassed",
        "condition_immune",
        "death_saves",
        "expected_damage",
        "has_free_actions",
        "hp",
        "immune",
        "index",
        "initiative",
        "initiative_mode",
        "name",
        "no_uses",
        "path",
        "pool_after_reset",
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
        "save_modes",
        "saves",
        "setup_actions",
        "side",
        "spec",
        "tags",
        "traits",
        "turn_actions",
        "turn_pool_count",
        "turn_pools",
        "vulnerable",
    )

    index: int
    name: str
    spec: model.Combatant
    path: str
    """Its path in the file."""
    side: int
    position: Number
    hp: DiceRoll
    rolls_hp: bool
    ac: int
    initiative: DiceRoll
    initiative_mode: AdvantagePair
    tags: int
    traits: list[CompiledStatus]
    death_saves: bool
    condition_immune: frozenset[str]
    # Damage types as bits. `bypassed` is as in `CompiledStatus`.
    resist: int
    immune: int
    vulnerable: int
    bypassed: tuple[tuple[int, int, int], ...]
    # By the number of the ability.
    saves: dict[int, int]
    save_modes: dict[int, AdvantagePair]
    # By the number of the pool. Pools that refill every turn come first.
    pools: dict[str, int]
    pool_keys: list[str]
    pool_start: list[Number]
    pool_max: list[Number]
    pool_reset: list[str]
    pool_after_reset: list[Number]
    turn_pool_count: int
    turn_pools: list[Number]
    """What they hold after a reset."""
    # What it can do.
    actions: list[CompiledAction]
    turn_actions: list[CompiledAction]
    setup_actions: list[CompiledAction]
    reactions: dict[int, list[CompiledAction]]
    """By the number of the event."""
    recharging: list[CompiledAction]
    no_uses: list[int]
    has_free_actions: bool
    """Whether it has free actions, which could repeat for ever."""
    expected_damage: float
    """A rough estimate of its best action, for the pick `highest damage`."""

    def __repr__(self) -> str:
        return f"<kind {self.name}>"


class PlannedCombatant(NamedTuple):
    """One combatant of the plan: what stays the same in every run."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody calls
    name: str
    kind: CombatantKind
    side: int


class PlannedEncounter(NamedTuple):
    """An encounter of the day: who takes part, by number."""

    name: str
    participants: tuple[int, ...]
    sides: tuple[int, ...]
    surprised: frozenset[int]
    prepared_sides: frozenset[int]
    """The sides that may use setup actions."""
    path: str


class PlannedRest(NamedTuple):
    """A rest between two encounters."""

    kind: str


class Plan:
    """A compiled scenario. `participants`, `sides` and `actions` give the order of the numbers in a
    `RunOutcome`."""

    def __init__(self, scenario: model.Scenario, profile: model.RuleProfile) -> None:
        self.scenario = scenario
        self.profile = profile
        self.sides: list[str] = []
        self.common_sides = len(scenario.sides)
        """Sides below this number take part in every encounter."""
        self.kinds: list[CombatantKind] = []
        self.participants: list[PlannedCombatant] = []
        self.actions: list[CompiledAction] = []
        self.action_owners: list[CombatantKind] = []
        self.statuses: list[CompiledStatus] = []
        self.steps: list[PlannedEncounter | PlannedRest] = []
        self.tags = NameIndex()
        self.damage_types = NameIndex(["", "*"])
        self.abilities = NameIndex([""])
        self.remembered: set[int] = set()
        """Families of events that a `LastEvent` requirement looks back at."""
        self.counters: list[EventCounter] = []
        """What formulas and requirements count."""
        self.counted: set[int] = set()
        self.pool_events: list[PoolEvent] = []
        self.watched: set[int] = set()
        """Events that end statuses or change pools by themselves."""
        self.triggers: set[int] = set()
        """Events that some reaction answers."""
        self.several_answers: set[int] = set()
        """Events that a combatant may answer with more than one reaction."""
        self.body_words: frozenset[str] = frozenset()
        """The words about bodies that change which the scenario uses."""
        self.starters = 0
        """Participants below this number are in the fight without being summoned."""
        self.spawned_kinds: dict[tuple[str, int], CombatantKind] = {}
        """By name and side, as `places` and `forms`: who may be summoned."""
        self.places: dict[tuple[str, int], tuple[int, ...]] = {}
        """The participants that are places for summoned combatants."""
        self.forms: dict[tuple[str, int], CombatantKind] = {}
        """The forms that somebody may take."""
        self.critical_tag = self.tags.bit(CRITICAL)
        self.type_tags: list[int] = []
        """For every damage type the bit of the tag with the same name."""
        self.check = compile_formula(parse(profile.check))

    def counter(self, text: str) -> int:
        """The number of the counter of such events (`vocabulary.counted_event`)."""
        event, tags, span = counted_event(text)
        wanted = EventCounter(EVENT_NUMBER[event], self.tags.mask(tags), span)
        if wanted not in self.counters:
            self.counters.append(wanted)
            self.counted.add(wanted.event)
        return self.counters.index(wanted)

    def watch(self, text: str) -> WatchedEvent:
        """Note an event that ends a status or changes a pool (`vocabulary.event_with_role`)."""
        event, tags, role = event_with_role(text)
        watched = WatchedEvent(EVENT_NUMBER[event], self.tags.mask(tags), role)
        self.watched.add(watched.event)
        return watched

    @property
    def encounters(self) -> list[PlannedEncounter]:
        """The encounters of the day, without the rests."""
        return [step for step in self.steps if isinstance(step, PlannedEncounter)]

    def lasting_pools(self, kind: CombatantKind) -> list[int]:
        """The pools worth reporting: those that do not refill every turn."""
        return list(range(kind.turn_pool_count, len(kind.pool_keys)))
