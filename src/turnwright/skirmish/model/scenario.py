"""The types of scenario files: combatants, actions, statuses, encounters, days and rule profiles.

Nothing here knows a spell, a monster or a class by name. An action extends the action of the rules
library (timing, cost, requirements) with targets and effects.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from turnwright.core.rules import action as library
from turnwright.core.rules.cost import Cost, OnCancel
from turnwright.core.rules.definition_base import Definition, Malformed, note
from turnwright.core.rules.ledger import Amount, Number

from .formula_checks import check_cost, check_dice, check_events, check_formulas, check_lasting

Dice: TypeAlias = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)] | str
"""A number, or dice such as `2d6+3`, with labels in brackets and the variables `spent`, `slot_level`
and `value`; or an expression such as `max(1, floor(target.hp / 2))` (`expression.py`)."""

Damages: TypeAlias = Dice | tuple[Dice, ...]
"""Damage with its type, `1d8+3 slashing`, or several of these."""

MAX_COMBATANTS = 1000
"""How many combatants an encounter can have."""

MAX_STACKS = 100
"""How many statuses of one name a combatant can have, if they stack."""

Factor: TypeAlias = Amount | str
"""A number of 0 or more, or a formula."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_COMBATANTS)]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
RollMode: TypeAlias = Literal["", "advantage", "disadvantage", "highest of three"]


# --- targets ----------------------------------------------------------------------------------------

Pick: TypeAlias = Literal[
    "first", "random", "least hp", "most hp", "most hurt", "lowest percent", "lowest ac", "highest ac",
    "highest damage", "highest survivability", "nearest", "farthest", "concentrating", "down",
]  # fmt: skip


class Targets(Definition, frozen=True):
    """Who is chosen, and how. Ties go to whoever is first in the file."""

    who: Annotated[
        Literal["enemy", "ally", "other ally", "self", "anyone", "event source", "event target"],
        note("Among whom. `ally` includes the user; the event roles are for reactions."),
    ] = "enemy"
    pick: Annotated[
        Pick | tuple[Pick, ...], note("The order of preference; the first word counts most.")
    ] = "least hp"
    count: Annotated[Dice, note("The maximum number of targets.")] = 1
    state: Annotated[
        Literal["up", "down", "any"], note("Up, dying at 0 hit points, or either.")
    ] = "up"
    range: Annotated[Amount | None, note("The maximum distance; null for any.")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(count=self.count)

    @property
    def picks(self) -> tuple[str, ...]:
        """The order of preference as a tuple."""
        return (self.pick,) if isinstance(self.pick, str) else self.pick


# --- statuses -------------------------------------------------------------------------------------


class Duration(Definition, frozen=True):
    """How long a status lasts: a number of turns, or until something happens."""

    turns: Annotated[Annotated[int, msgspec.Meta(ge=1)] | None, note("The number of turns.")] = None
    of: Annotated[Literal["source", "bearer"], note("Whose turns are counted.")] = "source"
    at: Annotated[
        Literal["start", "end"],
        note(
            "Whether it ends when that turn starts or when it ends. The current turn does not count."
        ),
    ] = "start"
    until: Annotated[
        Literal[
            "", "end of turn", "next attack made", "next attack taken", "next hit made",
            "next hit taken", "next save made", "next save forced", "encounter", "short rest",
            "long rest",
        ],
        note("It ends when this happens to the bearer, even if turns are left."),
    ] = "encounter"  # fmt: skip
    times: Annotated[
        Annotated[int, msgspec.Meta(ge=1)], note("How many of these attacks, hits or saves end it.")
    ] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.times != 1 and not self.until.startswith("next "):
            raise Malformed(["times of Duration: only attacks, hits and saves are counted"])


class RepeatSave(Definition, frozen=True):
    """A save that the bearer makes each turn to end a status."""

    ability: Annotated[str, note("Which save.")] = ""
    dc: Annotated[Dice | None, note("Null for the DC of the save that applied the status.")] = None
    at: Annotated[Literal["start", "end"], note("Of the bearer's turn.")] = "end"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(dc=self.dc)


class Modifiers(Definition, frozen=True):
    """What a status or a condition changes for its bearer."""

    ac: Annotated[Dice, note("Added to the armour class; a formula without dice.")] = 0
    to_hit: Annotated[Dice, note("Added to the bearer's attack rolls.")] = 0
    damage: Annotated[Dice, note("Added to the damage of the bearer's hits.")] = 0
    save: Annotated[Dice, note("Added to the bearer's saves.")] = 0
    dc: Annotated[Dice, note("Added to the DC of saves that the bearer imposes.")] = 0
    dealt: Annotated[Factor, note("Multiplies damage dealt, rounded down.")] = 1
    taken: Annotated[Factor, note("Multiplies damage taken, rounded down.")] = 1
    reduction: Annotated[Dice, note("Subtracted from every damage taken.")] = 0
    attacks: Annotated[RollMode, note("How the bearer's attacks are rolled.")] = ""
    advantage_if: Annotated[
        Dice,
        note(
            "A formula: the bearer's attacks have advantage unless this is 0: target.allies_near >= 1."
        ),
    ] = 0
    disadvantage_if: Annotated[
        Dice, note("A formula: the bearer's attacks have disadvantage unless this is 0.")
    ] = 0
    attacked: Annotated[RollMode, note("How attacks against the bearer are rolled.")] = ""
    attacked_in_melee: Annotated[
        RollMode, note("As `attacked`, for attacks with the tag Melee.")
    ] = ""
    attacked_at_range: Annotated[
        RollMode, note("As `attacked`, for attacks without the tag Melee.")
    ] = ""
    saves: Annotated[RollMode, note("How the bearer's saves are rolled.")] = ""
    saves_of: Annotated[
        tuple[str, ...], note("Limits `saves` to these abilities; empty for all.")
    ] = ()
    saves_against: Annotated[
        tuple[str, ...], note("Limits `saves` to actions with one of these tags; empty for all.")
    ] = ()
    fails: Annotated[tuple[str, ...], note("Saves that fail without a roll.")] = ()
    resist: Annotated[
        tuple[str, ...],
        note("Damage types that are halved; * for all, `slashing unless Magical` for a tag."),
    ] = ()
    immune: Annotated[tuple[str, ...], note("Damage types that do nothing.")] = ()
    vulnerable: Annotated[tuple[str, ...], note("Damage types that are doubled.")] = ()
    incapacitated: Annotated[bool, note("No turn, no reactions, no concentration.")] = False
    no_reactions: Annotated[bool, note("No reactions.")] = False
    no_movement: Annotated[bool, note("No movement.")] = False
    critical_in_melee: Annotated[bool, note("Hits with the tag Melee are critical.")] = False
    gain: Annotated[
        dict[str, Factor], note("Resources added at the start of each of the bearer's turns.")
    ] = {}
    tags: Annotated[tuple[str, ...], note("Tags that the bearer has.")] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(to_hit=self.to_hit, damage=self.damage, save=self.save, reduction=self.reduction)
        check_dice(advantage_if=self.advantage_if, disadvantage_if=self.disadvantage_if)
        check_dice(
            dc=self.dc, gain=tuple(one for one in self.gain.values() if isinstance(one, str))
        )
        for name in ("ac", "dealt", "taken"):
            check_lasting(name, getattr(self, name))


class Condition(Modifiers, frozen=True):
    """A named bundle of modifiers in a rule profile, such as `stunned`."""

    includes: Annotated[tuple[str, ...], note("Other conditions that come with it.")] = ()


class Release(Definition, frozen=True):
    """What lets somebody out who is inside another combatant, before it dies."""

    damage: Annotated[
        Annotated[int, msgspec.Meta(ge=1)],
        note("The damage that the source must take in one turn. It is checked when the turn ends."),
    ]
    by: Annotated[
        Literal["inside", "anyone"],
        note("Whose damage counts: of those who are inside the source, or of anyone."),
    ] = "inside"
    ability: Annotated[str, note("Which save of the source prevents it.")] = ""
    dc: Annotated[Dice | None, note("The DC of that save; null for no save.")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(dc=self.dc)


class Status(Modifiers, frozen=True, kw_only=True):
    """A lasting effect on a combatant: a blessing, a mark, a poison."""

    name: Annotated[Name, note("The name. `stacking` says what happens if a bearer gets it again.")]
    duration: Annotated[Duration, note("How long it lasts.")] = Duration()
    stacking: Annotated[
        Literal["refresh", "stack", "highest"],
        note(
            "What a second one of this name does. `refresh`: from the same source it starts over, and "
            "those of several sources count once. `stack`: every one counts, and ends by itself. "
            "`highest`: only the most potent one counts, whose numbers change most."
        ),
    ] = "refresh"
    max_stacks: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=MAX_STACKS)],
        note("The most that count together; one more replaces the oldest."),
    ] = MAX_STACKS
    conditions: Annotated[
        tuple[str, ...], note("Conditions of the rule profile that come with it.")
    ] = ()
    repeat_save: Annotated[RepeatSave | None, note("A save each turn that ends it.")] = None
    heal_each_turn: Annotated[Dice, note("Healing at the start of the bearer's turn.")] = 0
    damage_each_turn: Annotated[Dice, note("Damage at the start of the bearer's turn.")] = 0
    ends_with_source: Annotated[bool, note("Ends when its source dies.")] = False
    ends_on_damage: Annotated[bool, note("Ends when the bearer takes damage.")] = False
    ends_on: Annotated[
        tuple[str, ...],
        note(
            "Events that end it: `SpellCast` if the bearer causes one, `DamageTaken as target` if one "
            "happens to it, `RoundStarted as any`."
        ),
    ] = ()
    temporary_hp: Annotated[
        Dice, note("Temporary hit points when it begins; the rest of them is lost when it ends.")
    ] = 0
    away: Annotated[
        bool,
        note(
            "The bearer is out of the fight: it has no turns, and nobody can target it. It comes back "
            "when the status ends."
        ),
    ] = False
    inside: Annotated[
        bool,
        note(
            "The bearer is inside the source: both it and those outside can only target whoever is on "
            "their side of the skin, and the bearer also the source. Ends when the source dies."
        ),
    ] = False
    released_by: Annotated[
        Release | None, note("With `inside`: damage to the source that ends the status.")
    ] = None
    taunt: Annotated[
        Literal["", "must target source", "disadvantage against others"],
        note(
            "What the bearer's actions against enemies owe the source: they target it if they can, or "
            "attacks against others have disadvantage."
        ),
    ] = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(heal_each_turn=self.heal_each_turn, damage_each_turn=self.damage_each_turn)
        check_dice(temporary_hp=self.temporary_hp)
        check_events(ends_on=self.ends_on)
        if self.max_stacks != MAX_STACKS and self.stacking != "stack":
            raise Malformed(["max_stacks of Status: write stacking: stack too"])


# --- effects --------------------------------------------------------------------------------------

Recipient: TypeAlias = Literal["target", "self", "event source", "event target"]


class EffectBase(Definition, frozen=True, tag=True, tag_field="type"):
    """Base class of the effects. The tag is the word that files write as `type`."""


class Attack(EffectBase, frozen=True):
    """Attack rolls. Each attack chooses its target, so nobody is attacked after falling."""

    to_hit: Annotated[Dice, note("The bonus, without the d20.")] = 0
    damage: Annotated[Damages, note("Damage on a hit: `1d8+3 slashing`, or several of these.")] = 0
    times: Annotated[Dice, note("The number of attacks.")] = 1
    lean: Annotated[RollMode, note("Advantage or disadvantage of the attack itself.")] = ""
    advantage_if: Annotated[
        Dice, note("A formula: the attack has advantage unless this is 0: target.allies_near >= 1.")
    ] = 0
    critical: Annotated[int | None, note("Natural rolls of at least this are critical hits.")] = (
        None
    )
    on_hit: Annotated[tuple[Effect, ...], note("Effects of a hit, after its damage.")] = ()
    on_miss: Annotated[tuple[Effect, ...], note("Effects of a miss.")] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(
            to_hit=self.to_hit, damage=self.damage, times=self.times, advantage_if=self.advantage_if
        )


class Save(EffectBase, frozen=True):
    """A save by every target; damage is rolled once for all of them."""

    dc: Annotated[Dice, note("The difficulty class. With dice, 1d20+5, it is a contested check.")]
    ability: Annotated[str, note("Which save; empty for the general bonus.")] = ""
    damage: Annotated[Damages, note("Damage on a failed save.")] = 0
    half: Annotated[
        bool,
        note(
            "A successful save halves the damage instead of avoiding it. With degrees a critical "
            "failure doubles it."
        ),
    ] = False
    to: Annotated[Recipient, note("Who must save.")] = "target"
    on_fail: Annotated[tuple[Effect, ...], note("Effects of a failed save.")] = ()
    on_success: Annotated[tuple[Effect, ...], note("Effects of a successful save.")] = ()
    on_critical_fail: Annotated[
        tuple[Effect, ...] | None,
        note("Effects of a critical failure, if the rules have degrees; null for `on_fail`."),
    ] = None
    on_critical_success: Annotated[
        tuple[Effect, ...] | None,
        note("Effects of a critical success, if the rules have degrees; null for `on_success`."),
    ] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(dc=self.dc, damage=self.damage)


class Harm(EffectBase, frozen=True):
    """Damage without an attack roll or a save."""

    damage: Annotated[Damages, note("Amount and type.")]
    to: Annotated[Recipient, note("Who takes it.")] = "target"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(damage=self.damage)


class Heal(EffectBase, frozen=True):
    """Healing, or temporary hit points, of which the larger amount counts."""

    amount: Annotated[Dice, note("The amount.")]
    temporary: Annotated[bool, note("Whether to give temporary hit points.")] = False
    to: Annotated[Recipient, note("Who gets it.")] = "target"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(amount=self.amount)


class Apply(EffectBase, frozen=True):
    """Apply a status."""

    status: Annotated[Status, note("The status.")]
    to: Annotated[Recipient, note("Who gets it.")] = "target"
    stacks: Annotated[Dice, note("How many of it, for a status that stacks.")] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(stacks=self.stacks)
        if self.stacks != 1 and self.status.stacking != "stack":
            raise Malformed([f"stacks of Apply: {self.status.name!r} does not stack"])


class Remove(EffectBase, frozen=True):
    """End statuses with a name or a tag."""

    status: Annotated[str, note("The name of the status.")] = ""
    tag: Annotated[str, note("A tag of the status.")] = ""
    by_self: Annotated[bool, note("Only statuses from the user of the action.")] = False
    to: Annotated[Recipient, note("Who loses it.")] = "target"
    stacks: Annotated[Dice | None, note("How many at most, the oldest first; null for all.")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(stacks=self.stacks)


class Gain(EffectBase, frozen=True):
    """Restore a resource, or add above its maximum, such as one more Action this turn."""

    resource: Annotated[Name, note("The key of the pool.")]
    amount: Annotated[Dice, note("The amount.")] = 1
    above_max: Annotated[bool, note("Whether the pool may exceed its maximum.")] = True
    to: Annotated[Recipient, note("Who gets it.")] = "self"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(amount=self.amount)


class Lose(EffectBase, frozen=True):
    """Take a resource, as far as there is any: a drained slot, a used reaction."""

    resource: Annotated[Name, note("The key of the pool.")]
    amount: Annotated[Dice, note("The amount.")] = 1
    to: Annotated[Recipient, note("Who loses it.")] = "target"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(amount=self.amount)


class MoveCombatant(EffectBase, frozen=True, tag="Move"):
    """Move towards a target, or away from all enemies."""

    distance: Annotated[Dice, note("The maximum distance.")] = 30
    direction: Annotated[
        Literal["towards", "away"], note("The direction, relative to the target.")
    ] = "towards"
    who: Annotated[Literal["self", "target"], note("Who moves: the user or the target.")] = "self"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(distance=self.distance)


class EndTurn(EffectBase, frozen=True):
    """End the current turn."""


class Cancel(EffectBase, frozen=True):
    """Cancel the trigger of a reaction: an action, an attack, a movement."""


class ChangeRoll(EffectBase, frozen=True, tag="Roll"):
    """Change the roll that triggered the reaction: add to it, or roll it again."""

    add: Annotated[Dice, note("Added to the total; may be negative.")] = 0
    again: Annotated[
        Literal["", "new", "best", "worst"], note("Roll again, and keep this result.")
    ] = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(add=self.add)


class SetOutcome(EffectBase, frozen=True, tag="Outcome"):
    """Set the outcome of the roll that triggered the reaction."""

    to: Annotated[
        Literal["hit", "critical", "miss", "success", "failure"], note("The new outcome.")
    ]


class ChangeDamage(EffectBase, frozen=True):
    """Change the damage that triggered the reaction: add, reduce, multiply or redirect it."""

    add: Annotated[Damages, note("Additional damage; a critical hit doubles its dice.")] = 0
    reduce: Annotated[Dice, note("Subtracted from the damage.")] = 0
    multiply: Annotated[Factor, note("Multiplies the damage, rounded down.")] = 1
    redirect: Annotated[bool, note("The user of the reaction takes the damage instead.")] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(add=self.add, reduce=self.reduce)
        if isinstance(self.multiply, str):
            check_dice(multiply=self.multiply)


class Grant(EffectBase, frozen=True):
    """Let somebody use the first valid action with a tag at once. It costs no Action, BonusAction or
    Reaction, but any other resource of its cost."""

    tag: Annotated[Name, note("The tag of the actions.")]
    to: Annotated[Recipient, note("Who acts.")] = "target"


class Conditional(EffectBase, frozen=True, tag="If"):
    """One of two lists of effects, for each recipient: `then` unless a formula is 0, else
    `otherwise`."""

    holds: Annotated[Dice, note("The formula: `target.hp <= 10`, `1d4 == 4`.")]
    then: Annotated[tuple[Effect, ...], note("Effects if it is not 0.")] = ()
    otherwise: Annotated[tuple[Effect, ...], note("Effects if it is 0.")] = ()
    to: Annotated[Recipient, note("Whom the formula and the effects are about.")] = "target"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(holds=self.holds)


class Spawn(EffectBase, frozen=True):
    """Bring combatants into the fight, on the side of the user and at its position. They have their
    own hit points, lists and initiative; those that appear together share one roll. At 0 hit points
    they die, unless they have `death_saves: true`."""

    combatant: Annotated[Name, note("The name of a combatant of the file or of the library.")]
    count: Annotated[Dice, note("How many appear.")] = 1
    most: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=100)] | None,
        note(
            "How many of them the user can have at a time; null for as many as can appear at once. "
            "More do not appear."
        ),
    ] = None
    status: Annotated[
        Status,
        note(
            "A status that each of them bears, with the user as its source. When it ends, it leaves."
        ),
    ] = Status(name="summoned")
    acts: Annotated[Literal["own initiative", "after the user"], note("When their turns are.")] = (
        "own initiative"
    )
    holds_side: Annotated[
        bool, note("Whether their side goes on fighting while only such combatants stand.")
    ] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(count=self.count)


class Transform(EffectBase, frozen=True):
    """Replace the statistics, hit points, lists and traits of a combatant by those of another one.
    At 0 hit points, or when the status ends, it is itself again; damage beyond 0 carries over."""

    into: Annotated[Name, note("The name of a combatant of the file or of the library.")]
    status: Annotated[Status, note("The status that lasts as long as the form.")] = Status(
        name="transformed"
    )
    to: Annotated[Recipient, note("Who is transformed.")] = "target"


Effect: TypeAlias = (
    Attack | Save | Harm | Heal | Apply | Remove | Gain | Lose | MoveCombatant | EndTurn | Cancel
    | ChangeRoll | SetOutcome | ChangeDamage | Grant | Conditional | Spawn | Transform
)  # fmt: skip


def effect_name(effect: Effect) -> str:
    """The word that files write for the type of an effect: `Attack`, `Move`."""
    return str(type(effect).__struct_config__.tag)


# --- actions and combatants -----------------------------------------------------------------------


class CombatAction(library.Action[Effect], frozen=True, kw_only=True):
    """An action of a combatant. A combatant uses the first valid action of its list."""

    targets: Annotated[Targets, note("The targets.")] = Targets()
    recharge: Annotated[
        Annotated[int, msgspec.Meta(ge=2)] | None,
        note("After use, it recharges on a roll of at least this at the start of a turn."),
    ] = None
    cooldown: Annotated[
        Annotated[int, msgspec.Meta(ge=1)] | None,
        note("The number of the user's turns until it can be used again."),
    ] = None
    concentration: Annotated[bool, note("Whether its statuses need concentration.")] = False
    level: Annotated[
        Annotated[int, msgspec.Meta(ge=0)], note("The level of a spell that costs no slot.")
    ] = 0
    on_cancel: Annotated[OnCancel | None, note("What is refunded if it is cancelled.")] = None
    beside_others: Annotated[
        bool,
        note(
            "As a reaction: it may be used beside other reactions of the combatant to the same event."
        ),
    ] = False
    notes: Annotated[str, note("Free text.")] = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        when = getattr(self.timing, "when", None)
        for requirement in (*self.requires, *(() if when is None else (when,))):
            check_formulas(requirement)
        for cost in self.cost:
            if cost.formula:
                check_cost(cost.formula)

    @property
    def price(self) -> tuple[Cost, ...]:
        """The costs, including a use and readiness where they are limited."""
        own = super().price
        return (*own, Cost(self.ready_key)) if self.recharge or self.cooldown else own

    @property
    def ready_key(self) -> str:
        """The pool that holds 1 while an action with recharge or cooldown is ready."""
        return f"{self.name} ready"


END_TURN = "End Turn"
"""The name of the library's action that costs nothing and ends the turn."""


class PoolSize(Definition, frozen=True):
    """The size of a pool, and when it is refilled."""

    max: Annotated[Amount, note("The maximum.")]
    reset: Annotated[
        Literal["", "turn", "round", "encounter", "short rest", "long rest"],
        note("When it is refilled; empty for never."),
    ] = "long rest"
    current: Annotated[Amount | None, note("The amount at the start; null for `reset_to`.")] = None
    reset_to: Annotated[
        Amount | None, note("The amount after a reset; null for the maximum. A counter has 0.")
    ] = None
    events: Annotated[
        dict[str, Dice],
        note(
            "Events that change it, with what they add: {MeleeHit: 1, DamageTaken as target: value, "
            "AttackMissed: reset}."
        ),
    ] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        check_events(events=self.events)
        check_dice(events=tuple(one for one in self.events.values() if one != RESET))

    @property
    def after_reset(self) -> Amount:
        """The amount after a reset."""
        return self.max if self.reset_to is None else self.reset_to

    @property
    def at_start(self) -> Amount:
        """The amount at the start."""
        return self.after_reset if self.current is None else self.current


RESET = "reset"
"""In place of an amount: the event resets the pool."""


class Combatant(Definition, frozen=True, kw_only=True):
    """A combatant, or several identical ones."""

    name: Annotated[Name, note("The name; with a count, copies get numbers.")]
    count: Annotated[Count, note("The number of identical combatants.")] = 1
    hp: Annotated[Dice, note("Hit points; dice are rolled in every run.")] = 1
    start_hp: Annotated[int | None, note("Hit points at the start; null for all.")] = None
    temporary_hp: Annotated[
        Annotated[int, msgspec.Meta(ge=0)], note("Temporary hit points at the start.")
    ] = 0
    ac: Annotated[int, note("Armour class.")] = 10
    initiative: Annotated[Dice, note("Added to the initiative roll.")] = 0
    initiative_lean: Annotated[RollMode, note("How initiative is rolled.")] = ""
    save: Annotated[Number, note("The bonus to saves that are not listed, rounded down.")] = 0
    saves: Annotated[dict[str, Number], note("The bonus to saves by ability.")] = {}
    save_lean: Annotated[
        dict[str, RollMode], note("How saves are rolled, by ability; * for all.")
    ] = {}
    resist: Annotated[
        tuple[str, ...],
        note("Damage types that are halved; * for all, `slashing unless Magical` for a tag."),
    ] = ()
    immune: Annotated[tuple[str, ...], note("Damage types that do nothing.")] = ()
    vulnerable: Annotated[tuple[str, ...], note("Damage types that are doubled.")] = ()
    condition_immune: Annotated[tuple[str, ...], note("Conditions that it is immune to.")] = ()
    speed: Annotated[Amount, note("Movement per turn.")] = 30
    reach: Annotated[Amount, note("Its reach, for EnteredReach and LeftReach.")] = 5
    position: Annotated[Number, note("Its position on a line.")] = 0
    pools: Annotated[
        dict[str, PoolSize | Amount], note("Resources; a plain number resets at a long rest.")
    ] = {}
    tags: Annotated[tuple[str, ...], note("Permanent tags.")] = ()
    traits: Annotated[tuple[Status, ...], note("Permanent statuses.")] = ()
    actions: Annotated[
        tuple[str | CombatAction, ...],
        note("Actions in order of priority: names of actions, or actions."),
    ] = ()
    reactions: Annotated[
        tuple[str | CombatAction, ...], note("Reactions in order of priority.")
    ] = ()
    disabled: Annotated[
        tuple[str, ...], note("Names of entries of its lists that are switched off.")
    ] = ()
    death_saves: Annotated[
        bool | None,
        note(
            "Whether it makes death saves at 0 hit points instead of dying; null for heroes, who have "
            "no challenge rating."
        ),
    ] = None
    arrival: Annotated[
        Annotated[int, msgspec.Meta(ge=1)], note("The round in which it arrives.")
    ] = 1
    hit_dice: Annotated[str, note("Hit dice for short rests, such as 5d10.")] = ""
    con: Annotated[int, note("Constitution modifier, added to each hit die.")] = 0
    challenge: Annotated[
        Amount | None, note("Challenge rating, for information: 0.25, 5; null if unknown.")
    ] = None
    notes: Annotated[str, note("Free text.")] = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(hp=self.hp, initiative=self.initiative, hit_dice=self.hit_dice)

    @property
    def makes_death_saves(self) -> bool:
        """Whether it makes death saves, if the rules have them: by default if it is a hero."""
        return self.challenge is None if self.death_saves is None else self.death_saves


class Side(Definition, frozen=True):
    """Combatants that fight together. Everybody on another side is an enemy."""

    name: Annotated[Name, note("The name of the side.")]
    combatants: Annotated[tuple[Combatant, ...], note("The members.")] = ()


class Encounter(Definition, frozen=True, tag="Fight", tag_field="type"):
    """An encounter of the day. The sides of the scenario take part in it, too."""

    name: Annotated[str, note("The name of the encounter.")] = ""
    sides: Annotated[tuple[Side, ...], note("The sides that are only in this encounter.")] = ()
    surprised: Annotated[tuple[str, ...], note("Surprised sides or combatants.")] = ()
    precast: Annotated[
        bool | tuple[str, ...],
        note("Who may use Setup actions before it: everybody, nobody, or these sides."),
    ] = True


class Rest(Definition, frozen=True, tag=True, tag_field="type"):
    """A rest between encounters."""

    kind: Annotated[Literal["short rest", "long rest"], note("The kind of rest.")] = "short rest"


DayStep: TypeAlias = Encounter | Rest


# --- rule profiles --------------------------------------------------------------------------------


class RuleProfile(Definition, frozen=True, kw_only=True):
    """The rules of the game, as data."""

    name: Annotated[str, note("The name of the profile.")]
    check: Annotated[str, note("The dice of attacks, saves and initiative.")] = "1d20"
    critical: Annotated[int, note("Natural rolls of at least this are critical hits.")] = 20
    fumble: Annotated[int, note("Natural rolls of at most this miss.")] = 1
    margin: Annotated[
        Annotated[int, msgspec.Meta(ge=1)] | None,
        note(
            "Degrees of success: who beats a number by this much succeeds critically, who misses "
            "it by this much fails critically, and `critical` and `fumble` change the degree by "
            "one. Null for no degrees: `critical` and `fumble` decide alone."
        ),
    ] = None
    critical_damage: Annotated[
        Literal["double dice", "double", "maximum dice", "none"],
        note("Damage of a critical hit: dice doubled, damage doubled, dice at their maximum."),
    ] = "double dice"
    initiative: Annotated[
        Literal["each", "group", "side"], note("Who rolls initiative separately.")
    ] = "each"
    initiative_ties: Annotated[
        Literal["file", "bonus"],
        note("Who goes first after a tie: who is first in the file, or who has the higher bonus."),
    ] = "file"
    surprise: Annotated[
        Literal["lose turn", "disadvantage", "nothing"], note("The effect of surprise.")
    ] = "lose turn"
    reaction_reset: Annotated[
        Literal["own turn", "round"], note("When reactions are refreshed.")
    ] = "own turn"
    listeners: Annotated[
        Literal["active first", "affected first"], note("Who reacts to an event first.")
    ] = "active first"
    on_cancel: Annotated[OnCancel, note("What is refunded when an action is cancelled.")] = "keep"
    turn_pools: Annotated[dict[str, Amount], note("Resources that everybody gets every turn.")] = (
        msgspec.field(default_factory=lambda: {"Action": 1, "BonusAction": 1, "Reaction": 1})
    )
    movement: Annotated[str, note("The pool that holds the speed; empty for none.")] = "Movement"
    concentration: Annotated[
        str | None, note("The save to keep concentration after damage; null for none.")
    ] = "con"
    concentration_dc: Annotated[
        int, note("The minimum DC of that save; otherwise half the damage.")
    ] = 10
    concentration_dc_most: Annotated[int, note("The maximum DC of that save.")] = 1_000_000
    death_saves: Annotated[bool, note("Whether there are death saves at all.")] = True
    massive_damage: Annotated[bool, note("Whether massive damage kills at once.")] = True
    recharge_die: Annotated[int, msgspec.Meta(ge=2), note("The die that recharges actions.")] = 6
    lair_count: Annotated[int, note("The initiative count of lair actions.")] = 20
    rounds: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=10_000)],
        note("The fight is a draw after this many rounds."),
    ] = 50
    guard: Annotated[
        Annotated[int, msgspec.Meta(ge=1)],
        note("The maximum number of actions of a combatant per turn."),
    ] = 64
    depth: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=32)], note("The maximum depth of nested events.")
    ] = 8
    conditions: Annotated[dict[str, Condition], note("The conditions by name.")] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(check=self.check)


class Scenario(Definition, frozen=True, kw_only=True):
    """A scenario file: an encounter, or a day of encounters."""

    name: Annotated[str, note("The name of the scenario.")] = ""
    notes: Annotated[str, note("Free text.")] = ""
    rules: Annotated[
        str | RuleProfile, note("A rule profile: 2014, 2024, grit, or written out.")
    ] = "2014"
    sides: Annotated[tuple[Side, ...], note("The sides of every encounter.")] = ()
    day: Annotated[
        tuple[DayStep, ...], note("Encounters and rests; empty for a single encounter of `sides`.")
    ] = ()
    surprised: Annotated[
        tuple[str, ...], note("Surprised sides or combatants, if there is no day.")
    ] = ()
    actions: Annotated[
        dict[str, CombatAction], note("Actions of this file, by the name that lists use.")
    ] = {}
    combatants: Annotated[
        dict[str, Combatant],
        note("Combatants of this file for `use`, `Spawn` and `Transform`. The key is the name."),
    ] = {}
