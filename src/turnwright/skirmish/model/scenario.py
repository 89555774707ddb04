"""What people write: combatants, their actions, statuses, encounters and days, as data.

Nothing here knows a spell, a monster or a class by name. An action is the rules library's (timing,
cost, requirements) with targets and with effects made of the few words below.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from turnwright.core.rules import action as library
from turnwright.core.rules.cost import Cost, OnCancel
from turnwright.core.rules.definitions import Definition, Malformed, note
from turnwright.core.rules.ledger import Amount, Number

from . import formula

Dice: TypeAlias = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)] | str
"""A number, or dice such as `2d6+3`; labels in brackets are allowed, and the words `spent`,
`slot_level` and `value`."""

Damages: TypeAlias = Dice | tuple[Dice, ...]
"""Damage with a word for its type, `1d8+3 slashing`, or several of these."""

MAX_COMBATANTS = 1000
"""How many combatants an encounter can have."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_COMBATANTS)]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
RollMode: TypeAlias = Literal["", "advantage", "disadvantage"]


def check_dice(**fields: Damages | None) -> None:
    """Refuse what is no roll of dice, naming the field."""
    for name, value in fields.items():
        for one in value if isinstance(value, tuple) else (value,):
            if one is not None:
                try:
                    formula.typed(one)
                except Malformed as error:
                    raise Malformed([f"{name}: {error}"]) from None


# --- whom an action is about ----------------------------------------------------------------------

Pick: TypeAlias = Literal[
    "first", "random", "least hp", "most hp", "most hurt", "lowest percent", "lowest ac", "highest ac",
    "highest damage", "highest survivability", "nearest", "farthest", "concentrating", "down",
]  # fmt: skip


class Targets(Definition, frozen=True):
    """Who is chosen, and how. Ties go to the one who stands first in the file."""

    who: Annotated[
        Literal["enemy", "ally", "other ally", "self", "anyone", "event source", "event target"],
        note("Among whom. `ally` includes oneself; the last two are for reactions."),
    ] = "enemy"
    pick: Annotated[Pick | tuple[Pick, ...], note("By what, the first word counting most.")] = (
        "least hp"
    )
    count: Annotated[Dice, note("How many at most.")] = 1
    state: Annotated[
        Literal["up", "down", "any"], note("Standing, dying at 0 hit points, or either.")
    ] = "up"
    range: Annotated[Amount | None, note("At what distance at most; none for any.")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(count=self.count)

    @property
    def picks(self) -> tuple[str, ...]:
        return (self.pick,) if isinstance(self.pick, str) else self.pick


# --- statuses: what lasts -------------------------------------------------------------------------


class Duration(Definition, frozen=True):
    """How long a status lasts: a number of turns, or until something happens."""

    turns: Annotated[Annotated[int, msgspec.Meta(ge=1)] | None, note("So many turns.")] = None
    of: Annotated[Literal["source", "bearer"], note("Whose turns are counted.")] = "source"
    at: Annotated[
        Literal["start", "end"],
        note(
            "Does it end as that turn starts, or as it ends? The turn it began in does not count."
        ),
    ] = "start"
    until: Annotated[
        Literal[
            "", "end of turn", "next attack made", "next attack taken", "encounter", "short rest",
            "long rest",
        ],
        note("Until this happens, whatever the turns say."),
    ] = "encounter"  # fmt: skip


class RepeatSave(Definition, frozen=True):
    """A save that the bearer makes each turn to end a status."""

    ability: Annotated[str, note("Which save.")] = ""
    dc: Annotated[int | None, note("None: that of the save that brought it.")] = None
    at: Annotated[Literal["start", "end"], note("Of the bearer's turn.")] = "end"


class Modifiers(Definition, frozen=True):
    """What a status or a condition changes for the one who bears it."""

    ac: Annotated[int, note("Added to the armour class.")] = 0
    to_hit: Annotated[Dice, note("Added to own attack rolls.")] = 0
    damage: Annotated[Dice, note("Added to the damage of own attacks that hit.")] = 0
    save: Annotated[Dice, note("Added to own saves.")] = 0
    dc: Annotated[int, note("Added to the DC of own saves against others.")] = 0
    dealt: Annotated[Amount, note("Own damage is multiplied by this, rounded down.")] = 1
    taken: Annotated[Amount, note("Damage taken is multiplied by this, rounded down.")] = 1
    reduction: Annotated[Dice, note("Subtracted from each damage taken.")] = 0
    attacks: Annotated[RollMode, note("How own attacks are rolled.")] = ""
    attacked: Annotated[RollMode, note("How attacks against it are rolled.")] = ""
    attacked_in_melee: Annotated[RollMode, note("As before, with the tag Melee only.")] = ""
    attacked_at_range: Annotated[RollMode, note("As before, without the tag Melee.")] = ""
    saves: Annotated[RollMode, note("How own saves are rolled.")] = ""
    saves_of: Annotated[tuple[str, ...], note("Only these saves; empty for all.")] = ()
    saves_against: Annotated[
        tuple[str, ...], note("Only saves against actions with one of these tags; empty for all.")
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
    gain: Annotated[dict[str, Amount], note("More of these at the start of each own turn.")] = {}
    tags: Annotated[tuple[str, ...], note("Tags that the bearer has.")] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(to_hit=self.to_hit, damage=self.damage, save=self.save, reduction=self.reduction)


class Condition(Modifiers, frozen=True):
    """A named bundle of modifiers in a rule profile, such as `stunned`."""

    includes: Annotated[tuple[str, ...], note("Other conditions that come with it.")] = ()


class Status(Modifiers, frozen=True, kw_only=True):
    """Something that lasts on a combatant: a blessing, a mark, a poison."""

    name: Annotated[Name, note("Its name. The same name from the same source does not add up.")]
    duration: Annotated[Duration, note("How long it lasts.")] = Duration()
    conditions: Annotated[tuple[str, ...], note("Conditions of the rule profile it brings.")] = ()
    repeat_save: Annotated[RepeatSave | None, note("A save each turn ends it.")] = None
    heal_each_turn: Annotated[Dice, note("Healed at the start of the bearer's turn.")] = 0
    damage_each_turn: Annotated[Dice, note("Taken at the start of the bearer's turn.")] = 0
    ends_with_source: Annotated[bool, note("Ends when its source dies.")] = False
    ends_on_damage: Annotated[bool, note("Ends when the bearer takes damage.")] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(heal_each_turn=self.heal_each_turn, damage_each_turn=self.damage_each_turn)


# --- effects: what actions do ---------------------------------------------------------------------

Recipient: TypeAlias = Literal["target", "self", "event source", "event target"]


class EffectBase(Definition, frozen=True, tag=True, tag_field="type"):
    """Base class of the effects. The tag is the word that files write as `type`."""


class Attack(EffectBase, frozen=True):
    """Attack rolls. Each picks its target anew, so that nobody is hit after falling."""

    to_hit: Annotated[Dice, note("Added to the roll; a leading 1d20 is not written.")] = 0
    damage: Annotated[Damages, note("On a hit: `1d8+3 slashing`, or several of these.")] = 0
    times: Annotated[Dice, note("How many attacks.")] = 1
    lean: Annotated[RollMode, note("Rolled with advantage or disadvantage by itself.")] = ""
    critical: Annotated[int | None, note("Natural rolls from here on are critical.")] = None
    on_hit: Annotated[tuple[Effect, ...], note("What else a hit does, after its damage.")] = ()
    on_miss: Annotated[tuple[Effect, ...], note("What a miss does.")] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(to_hit=self.to_hit, damage=self.damage, times=self.times)


class Save(EffectBase, frozen=True):
    """Every target makes a save; damage is rolled once for all of them."""

    dc: Annotated[int, note("What the save must reach.")]
    ability: Annotated[str, note("Which save; empty for the general one.")] = ""
    damage: Annotated[Damages, note("On a failed save.")] = 0
    half: Annotated[
        bool, note("A save that succeeds halves the damage instead of avoiding it.")
    ] = False
    to: Annotated[Recipient, note("Who must save.")] = "target"
    on_fail: Annotated[tuple[Effect, ...], note("What else a failed save brings.")] = ()
    on_success: Annotated[tuple[Effect, ...], note("What a successful save brings.")] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(damage=self.damage)


class Harm(EffectBase, frozen=True):
    """Damage without any roll to hit."""

    damage: Annotated[Damages, note("How much, and of what type.")]
    to: Annotated[Recipient, note("Who takes it.")] = "target"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(damage=self.damage)


class Heal(EffectBase, frozen=True):
    """Hit points come back, or temporary ones are given (the larger amount counts)."""

    amount: Annotated[Dice, note("How much.")]
    temporary: Annotated[bool, note("Temporary hit points.")] = False
    to: Annotated[Recipient, note("Who gets it.")] = "target"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(amount=self.amount)


class Apply(EffectBase, frozen=True):
    """Put a status on somebody."""

    status: Annotated[Status, note("What they bear from now on.")]
    to: Annotated[Recipient, note("Who gets it.")] = "target"


class Remove(EffectBase, frozen=True):
    """End statuses by name, or those that bring a tag."""

    status: Annotated[str, note("The name of the status.")] = ""
    tag: Annotated[str, note("A tag: what brings it ends.")] = ""
    by_self: Annotated[bool, note("Only what the one who acts put there.")] = False
    to: Annotated[Recipient, note("Who loses it.")] = "target"


class Gain(EffectBase, frozen=True):
    """Resources come back, or are added above their maximum: one more Action this turn."""

    resource: Annotated[Name, note("The key of the pool.")]
    amount: Annotated[Dice, note("How much.")] = 1
    above_max: Annotated[bool, note("May the pool hold more than its maximum?")] = True
    to: Annotated[Recipient, note("Who gets it.")] = "self"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(amount=self.amount)


class Lose(EffectBase, frozen=True):
    """Resources are taken, as far as there are any: a drained slot, a reaction that is used up."""

    resource: Annotated[Name, note("The key of the pool.")]
    amount: Annotated[Dice, note("How much.")] = 1
    to: Annotated[Recipient, note("Who loses it.")] = "target"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(amount=self.amount)


class MoveCombatant(EffectBase, frozen=True, tag="Move"):
    """Change the distance: towards a target, or away from all enemies."""

    distance: Annotated[Dice, note("How far at most.")] = 30
    direction: Annotated[Literal["towards", "away"], note("Which way, seen from the target.")] = (
        "towards"
    )
    who: Annotated[Literal["self", "target"], note("Who moves: oneself, or the target.")] = "self"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(distance=self.distance)


class EndTurn(EffectBase, frozen=True):
    """The turn in progress ends, with all that was not used."""


class Cancel(EffectBase, frozen=True):
    """What is answered does not happen: an action, an attack, a movement."""


class ChangeRoll(EffectBase, frozen=True, tag="Roll"):
    """Change the roll that is answered: add to it, or roll it again."""

    add: Annotated[Dice, note("Added to the total; a minus takes away.")] = 0
    again: Annotated[Literal["", "new", "best", "worst"], note("Roll again, and keep this.")] = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(add=self.add)


class SetOutcome(EffectBase, frozen=True, tag="Outcome"):
    """Set what the roll that is answered came to."""

    to: Annotated[Literal["hit", "critical", "miss", "success", "failure"], note("What it is now.")]


class ChangeDamage(EffectBase, frozen=True):
    """Change the damage that is answered: add some, take some away, multiply, or redirect it."""

    add: Annotated[Damages, note("More damage; its dice are doubled in a critical hit.")] = 0
    reduce: Annotated[Dice, note("Less damage.")] = 0
    multiply: Annotated[Amount, note("Times this, rounded down.")] = 1
    redirect: Annotated[bool, note("The one who acts takes it instead.")] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(add=self.add, reduce=self.reduce)


class Grant(EffectBase, frozen=True):
    """Somebody may at once use the first action that is valid among those with a tag, for nothing
    but its own special costs: no Action, BonusAction or Reaction is taken."""

    tag: Annotated[Name, note("The tag of the actions that may be used.")]
    to: Annotated[Recipient, note("Who acts.")] = "target"


Effect: TypeAlias = (
    Attack | Save | Harm | Heal | Apply | Remove | Gain | Lose | MoveCombatant | EndTurn | Cancel
    | ChangeRoll | SetOutcome | ChangeDamage | Grant
)  # fmt: skip


def effect_name(effect: Effect) -> str:
    """The word that files write for the type of an effect: `Attack`, `Move`."""
    return str(type(effect).__struct_config__.tag)


# --- actions and combatants -----------------------------------------------------------------------


class CombatAction(library.Action[Effect], frozen=True, kw_only=True):
    """What a combatant may do. In its lists the first valid one is done."""

    targets: Annotated[Targets, note("Whom it is about.")] = Targets()
    recharge: Annotated[
        Annotated[int, msgspec.Meta(ge=2)] | None,
        note("Once used, it comes back when the recharge die of the turn shows this or more."),
    ] = None
    cooldown: Annotated[
        Annotated[int, msgspec.Meta(ge=1)] | None,
        note("Once used, it can be used again so many own turns later."),
    ] = None
    concentration: Annotated[bool, note("Its statuses last while the user concentrates.")] = False
    level: Annotated[
        Annotated[int, msgspec.Meta(ge=0)], note("The level of a spell without a slot.")
    ] = 0
    on_cancel: Annotated[OnCancel | None, note("What comes back if it is cancelled.")] = None
    notes: Annotated[str, note("Anything for people.")] = ""

    @property
    def price(self) -> tuple[Cost, ...]:
        own = super().price
        return (*own, Cost(self.ready_key)) if self.recharge or self.cooldown else own

    @property
    def ready_key(self) -> str:
        """The pool that holds 1 while a recharging action is ready."""
        return f"{self.name} ready"


END_TURN = "End Turn"
"""The name of the action that is in every library: it costs nothing and ends the turn."""


class PoolSize(Definition, frozen=True):
    """A pool of a combatant: what it can hold, and when it is filled again."""

    max: Annotated[Amount, note("How much it holds at most.")]
    reset: Annotated[
        Literal["", "turn", "round", "encounter", "short rest", "long rest"],
        note("When it is filled; empty for never."),
    ] = "long rest"
    current: Annotated[Amount | None, note("How much there is at first; none for all.")] = None


class Combatant(Definition, frozen=True, kw_only=True):
    """Somebody who fights."""

    name: Annotated[Name, note("The name; with a count, numbers are added.")]
    count: Annotated[Count, note("So many of them, all alike.")] = 1
    hp: Annotated[Dice, note("Hit points; dice are rolled anew in every run.")] = 1
    start_hp: Annotated[int | None, note("Hit points at first, if not all.")] = None
    temporary_hp: Annotated[Annotated[int, msgspec.Meta(ge=0)], note("At first.")] = 0
    ac: Annotated[int, note("Armour class: what an attack must reach.")] = 10
    initiative: Annotated[Dice, note("Added to the initiative roll.")] = 0
    initiative_lean: Annotated[RollMode, note("How initiative is rolled.")] = ""
    save: Annotated[Number, note("Added to saves that are not listed; rounded down.")] = 0
    saves: Annotated[dict[str, Number], note("Added to the save of an ability.")] = {}
    save_lean: Annotated[dict[str, RollMode], note("How a save is rolled; * for all.")] = {}
    resist: Annotated[
        tuple[str, ...],
        note("Damage types that are halved; * for all, `slashing unless Magical` for a tag."),
    ] = ()
    immune: Annotated[tuple[str, ...], note("Damage types that do nothing.")] = ()
    vulnerable: Annotated[tuple[str, ...], note("Damage types that are doubled.")] = ()
    condition_immune: Annotated[tuple[str, ...], note("Conditions it never has.")] = ()
    speed: Annotated[Amount, note("How far it moves in a turn.")] = 30
    reach: Annotated[Amount, note("How far it reaches, for entering and leaving.")] = 5
    position: Annotated[Number, note("Where it stands on the line of distances.")] = 0
    pools: Annotated[
        dict[str, PoolSize | Amount], note("Resources; a number resets at a long rest.")
    ] = {}
    tags: Annotated[tuple[str, ...], note("Tags it always has.")] = ()
    traits: Annotated[tuple[Status, ...], note("Statuses that it always has.")] = ()
    actions: Annotated[
        tuple[str | CombatAction, ...],
        note("What it does, most wanted first: names of ready actions, or actions."),
    ] = ()
    reactions: Annotated[
        tuple[str | CombatAction, ...], note("What it answers events with, most wanted first.")
    ] = ()
    death_saves: Annotated[bool, note("Does it lie dying at 0 hit points, or is it dead?")] = False
    arrival: Annotated[Annotated[int, msgspec.Meta(ge=1)], note("The round it arrives in.")] = 1
    hit_dice: Annotated[str, note("Hit dice for short rests, such as 5d10.")] = ""
    con: Annotated[int, note("Added to each hit die.")] = 0
    notes: Annotated[str, note("Anything for people.")] = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(hp=self.hp, initiative=self.initiative, hit_dice=self.hit_dice)


class Side(Definition, frozen=True):
    """Those who fight together. Everybody on another side is an enemy."""

    name: Annotated[Name, note("The name of the side.")]
    combatants: Annotated[tuple[Combatant, ...], note("Who is on it.")] = ()


class Encounter(Definition, frozen=True, tag="Fight", tag_field="type"):
    """An encounter of the day: those who are there all day, and these."""

    name: Annotated[str, note("A name for it.")] = ""
    sides: Annotated[tuple[Side, ...], note("Who is met.")] = ()
    surprised: Annotated[tuple[str, ...], note("Names of sides or combatants.")] = ()
    precast: Annotated[
        bool | tuple[str, ...],
        note("May those prepare who have actions for before the fight: all, none, or these sides?"),
    ] = True


class Rest(Definition, frozen=True, tag=True, tag_field="type"):
    """A rest between encounters."""

    kind: Annotated[Literal["short rest", "long rest"], note("Which.")] = "short rest"


DayStep: TypeAlias = Encounter | Rest


# --- rule profiles --------------------------------------------------------------------------------


class RuleProfile(Definition, frozen=True, kw_only=True):
    """The rules of the table, as data."""

    name: Annotated[str, note("The name of the profile.")]
    check: Annotated[str, note("The dice of attacks, saves and initiative.")] = "1d20"
    critical: Annotated[int, note("Natural rolls from here on hit, and are critical.")] = 20
    fumble: Annotated[int, note("Natural rolls up to this miss.")] = 1
    critical_damage: Annotated[
        Literal["double dice", "double", "maximum dice", "none"],
        note("What a critical hit does: twice the dice, twice the damage, dice at their most."),
    ] = "double dice"
    initiative: Annotated[
        Literal["each", "group", "side"], note("Who rolls initiative for themselves.")
    ] = "each"
    surprise: Annotated[
        Literal["lose turn", "disadvantage", "nothing"], note("What surprise does.")
    ] = "lose turn"
    reaction_reset: Annotated[
        Literal["own turn", "round"], note("When a used reaction comes back.")
    ] = "own turn"
    listeners: Annotated[
        Literal["active first", "affected first"], note("Who answers an event first.")
    ] = "active first"
    on_cancel: Annotated[OnCancel, note("What comes back when an action is cancelled.")] = "keep"
    turn_pools: Annotated[dict[str, Amount], note("What everybody has anew in every turn.")] = (
        msgspec.field(default_factory=lambda: {"Action": 1, "BonusAction": 1, "Reaction": 1})
    )
    movement: Annotated[str, note("The pool that holds the speed; empty for none.")] = "Movement"
    concentration: Annotated[
        str | None, note("The save that keeps concentration when hurt; none: it always holds.")
    ] = "con"
    concentration_dc: Annotated[int, note("The least DC of that save; else half the damage.")] = 10
    concentration_dc_most: Annotated[int, note("The highest DC of that save.")] = 1_000_000
    death_saves: Annotated[bool, note("May anybody lie dying at all?")] = True
    massive_damage: Annotated[bool, note("Is one dead at once by very much damage?")] = True
    recharge_die: Annotated[int, msgspec.Meta(ge=2), note("The die that recharges actions.")] = 6
    lair_count: Annotated[int, note("The initiative count of lair actions.")] = 20
    rounds: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=10_000)], note("A draw after these.")
    ] = 50
    guard: Annotated[
        Annotated[int, msgspec.Meta(ge=1)], note("The most actions of one combatant in one turn.")
    ] = 64
    depth: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=32)], note("How deep events may nest.")
    ] = 8
    conditions: Annotated[dict[str, Condition], note("What conditions mean.")] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice(check=self.check)


class Scenario(Definition, frozen=True, kw_only=True):
    """A file: an encounter, or a day of them."""

    name: Annotated[str, note("What it is called.")] = ""
    notes: Annotated[str, note("Anything for people.")] = ""
    rules: Annotated[
        str | RuleProfile, note("A rule profile: 2014, 2024, grit, or written out.")
    ] = "2014"
    sides: Annotated[tuple[Side, ...], note("Those who are there in every encounter.")] = ()
    day: Annotated[
        tuple[DayStep, ...], note("Encounters and rests; empty: one encounter of the sides above.")
    ] = ()
    surprised: Annotated[
        tuple[str, ...], note("Sides or combatants surprised, without a day.")
    ] = ()
    actions: Annotated[
        dict[str, CombatAction], note("Actions of this file, by the name that the lists use.")
    ] = {}
