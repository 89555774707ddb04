"""Scenarios of any kind, drawn by hypothesis: small fights that use as much of the model as they can.

They need not make sense. They only have to be read the same way by both executors.
"""

from hypothesis import strategies as st

from turnwright.core.cost import Cost, Variable
from turnwright.core.requirement import (
    And,
    Custom,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.timing import Free, Main, Reaction, Setup
from turnwright.games.skirmish import model as m
from turnwright.games.skirmish.words import BODY_FACTS, EVENTS, SELF_FACTS, TARGET_FACTS

TAGS = ("Melee", "Ranged", "Spell", "Magical", "Mark", "Heavy", "Critical", "fire")
TYPES = ("", " fire", " slashing", " cold")
ABILITIES = ("", "dex", "con", "wis")
STATUSES = ("Blessed", "Marked", "Burning", "Held", "Warded")
CONDITIONS = ("stunned", "prone", "hidden")
POOLS = ("Ki", "SpellSlot_1", "SpellSlot_2", "Luck")
LISTENED = (
    "TurnStarted", "TurnEnded", "RoundStarted", "LairCount", "EncounterStarted", "ActionDeclared",
    "SpellCast", "ActionResolved", "AttackDeclared", "AttackRolled", "AttackHit", "AttackMissed",
    "SaveFailed", "SaveSucceeded", "DamageRolled", "DamageTaken", "Healed", "StatusApplied",
    "StatusEnded", "ConcentrationBroken", "UnitDowned", "UnitDied", "UnitMoved", "LeftReach",
    "EnteredReach", "ResourceRestored", "MeleeHit", "MeleeMiss", "ActionCancelled", "LoopGuard",
)  # fmt: skip
assert len(EVENTS) == 28  # a new event belongs into LISTENED


def one_of(*values):
    return st.sampled_from(values)


def seldom(strategy, otherwise):
    """The strategy once in four times."""
    return st.integers(0, 3).flatmap(lambda n: st.just(otherwise) if n else strategy)


def few(strategy, most, least=0):
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


tags = few(st.sampled_from(TAGS), 3)
dice = one_of(1, 2, 3, 5, "1d6", "1d8+2", "2d4", "1d4-1", "1d6+spent", "(slot_level+1)d4", "value")
small = one_of(0, 1, 2, -1, "1d4", "-1d4", "1d2+1")
damages = st.builds(lambda a, b: f"{a}{b}", dice, st.sampled_from(TYPES))
damage = damages | st.tuples(damages, damages)
lean = one_of("", "", "", "advantage", "disadvantage")
guards = few(one_of("fire", "slashing", "*", "slashing unless Magical", "cold unless Spell"), 2)
amount = one_of(1, 1, 2, 0.5, 0)
to = one_of("target", "target", "self", "event source", "event target")
ops = one_of("<", "<=", "==", "!=", ">=", ">")


# --- requirements ----------------------------------------------------------------------------------


def requirements():
    names = st.sampled_from((*STATUSES, *CONDITIONS))
    about_self = st.builds(
        SelfCondition,
        st.sampled_from((*SELF_FACTS, "used:Deed 1", "used:Deed 2")) | names,
        ops,
        one_of(0, 1, 2, 3, 5, 10, 50, 12.5),
    )
    about_target = st.builds(
        TargetCondition,
        st.sampled_from(TARGET_FACTS + BODY_FACTS) | names,
        ops,
        one_of(0, 1, 2, 5, 10, 50),
    )
    events = st.sampled_from(LISTENED)
    last = st.builds(
        LastEvent,
        events | st.tuples(events, events),
        few(st.sampled_from(TAGS), 1),
        ops,
        one_of(None, None, 0, 3, 6),
        one_of("action", "turn", "round", "encounter"),
        st.booleans(),
    )
    tagged = st.builds(
        HasTag,
        st.sampled_from(TAGS),
        one_of("self", "target", "any_enemy", "any_ally"),
        st.booleans(),
    )
    resource = st.builds(HasResource, st.sampled_from(("Action", *POOLS)), amount)
    leaves = about_self | about_target | last | tagged | resource | st.just(Custom("unknown"))
    return st.recursive(
        leaves,
        lambda inner: st.builds(And, few(inner, 2, 1)) | st.builds(Or, few(inner, 2, 1)) | st.builds(Not, inner),
        max_leaves=3,
    )


# --- statuses and effects --------------------------------------------------------------------------

durations = st.builds(
    m.Duration,
    turns=one_of(None, 1, 2, 3),
    of=one_of("source", "bearer"),
    at=one_of("start", "end"),
    until=one_of(
        "", "end of turn", "next attack made", "next attack taken", "encounter", "short rest", "long rest"
    ),
)  # fmt: skip
repeats = st.builds(
    m.RepeatSave, ability=st.sampled_from(ABILITIES), dc=one_of(None, 12), at=one_of("start", "end")
)
modifiers = {
    "ac": one_of(0, 0, 2, -2, 5),
    "to_hit": seldom(small, 0),
    "damage": seldom(one_of("1d4", "2 fire", "-1d4"), 0),
    "save": seldom(small, 0),
    "dc": one_of(0, 0, 2),
    "dealt": one_of(1, 1, 2, 0.5),
    "taken": one_of(1, 1, 2, 0.5),
    "reduction": seldom(one_of(1, 3, "1d4"), 0),
    "attacks": lean,
    "attacked": lean,
    "attacked_in_melee": lean,
    "attacked_at_range": lean,
    "saves": lean,
    "saves_of": few(st.sampled_from(ABILITIES), 1),
    "saves_against": few(st.sampled_from(TAGS), 1),
    "fails": seldom(few(st.sampled_from(ABILITIES), 1), ()),
    "resist": seldom(guards, ()),
    "immune": seldom(guards, ()),
    "vulnerable": seldom(guards, ()),
    "incapacitated": seldom(st.just(True), False),
    "no_reactions": seldom(st.just(True), False),
    "no_movement": seldom(st.just(True), False),
    "gain": seldom(st.dictionaries(one_of("Action", "Ki", "Unknown"), one_of(1, 0.5), max_size=2), {}),
    "tags": tags,
}
chosen_modifiers = st.lists(st.sampled_from(sorted(modifiers)), max_size=4, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: modifiers[name] for name in names})
)
statuses = st.builds(
    lambda some, **more: m.Status(**some, **more),
    chosen_modifiers,
    name=st.sampled_from(STATUSES),
    duration=durations,
    conditions=seldom(few(st.sampled_from(CONDITIONS), 2), ()),
    repeat_save=seldom(repeats, None),
    heal_each_turn=seldom(dice, 0),
    damage_each_turn=seldom(damages, 0),
    ends_with_source=st.booleans(),
    ends_on_damage=seldom(st.just(True), False),
)


def effects(depth=2):
    simple = [
        st.builds(m.Harm, damage=damage, to=to),
        st.builds(m.Heal, amount=dice, temporary=st.booleans(), to=to),
        st.builds(m.Apply, status=statuses, to=to),
        st.builds(m.Apply, status=statuses, to=to),
        st.builds(
            m.Remove,
            status=st.sampled_from(("", *STATUSES, *CONDITIONS)),
            tag=st.sampled_from(("", *TAGS)),
            by_self=st.booleans(),
            to=to,
        ),
        st.builds(
            m.Gain,
            resource=st.sampled_from(("Action", "Reaction", "Unknown", *POOLS)),
            amount=one_of(1, 2, "1d2"),
            above_max=st.booleans(),
            to=to,
        ),
        st.builds(m.Lose, resource=st.sampled_from(("Reaction", *POOLS)), amount=one_of(1, 2), to=to),
        st.builds(
            m.Move,
            distance=one_of(5, 10, 30, "1d6"),
            direction=one_of("towards", "away"),
            who=one_of("self", "target"),
        ),
        st.just(m.EndTurn()),
        st.just(m.Cancel()),
        st.builds(m.Roll, add=small, again=one_of("", "new", "best", "worst")),
        st.builds(m.Outcome, to=one_of("hit", "critical", "miss", "success", "failure")),
        st.builds(
            m.ChangeDamage,
            add=seldom(damages, 0),
            reduce=seldom(dice, 0),
            multiply=one_of(1, 0.5, 2),
            redirect=seldom(st.just(True), False),
        ),
        st.builds(m.Grant, tag=st.sampled_from(TAGS), to=to),
    ]
    if not depth:
        return st.one_of(simple)
    more = few(effects(depth - 1), 1)
    attack = st.builds(
        m.Attack,
        to_hit=one_of(3, 5, "5+1d4"),
        damage=damage,
        times=one_of(1, 1, 2, "1d2"),
        lean=lean,
        critical=one_of(None, None, 18),
        on_hit=more,
        on_miss=more,
    )
    plain = st.builds(m.Attack, to_hit=one_of(3, 5), damage=one_of("1d6+2", "1d8"), times=one_of(1, 2))
    save = st.builds(
        m.Save,
        dc=one_of(10, 14),
        ability=st.sampled_from(ABILITIES),
        damage=damage,
        half=st.booleans(),
        to=to,
        on_fail=more,
        on_success=more,
    )
    return st.one_of(attack, plain, attack, plain, save, *simple)


# --- actions ---------------------------------------------------------------------------------------

picks = one_of(
    "first", "random", "least hp", "most hp", "most hurt", "lowest percent", "lowest ac", "highest ac",
    "highest damage", "highest survivability", "nearest", "farthest", "concentrating", "down",
)  # fmt: skip
targets = st.builds(
    m.Targets,
    who=one_of("enemy", "enemy", "enemy", "ally", "other ally", "self", "anyone", "event source", "event target"),
    pick=st.just("least hp") | picks | st.tuples(picks, picks),
    count=one_of(1, 1, 1, 2, 3, "1d3", "slot_level"),
    state=one_of("up", "up", "up", "down", "any"),
    range=one_of(None, None, None, 5, 30),
)  # fmt: skip
variables = st.builds(
    Variable, min=one_of(1, 0), max=one_of(None, 3), step=one_of(1, 2, 0.5), policy=one_of("need", "max", "min", 2)
).filter(lambda one: one is not None) | st.just(Variable(policy="all"))  # fmt: skip
turn_costs = one_of(Cost("Action"), Cost("Action"), Cost("BonusAction"), Cost("Reaction"))
other_costs = (
    one_of(
        Cost("Ki"), Cost("Ki", amount=2), Cost("Luck", amount=0.5), Cost("Movement", amount=10),
        Cost("SpellSlot", level=1), Cost("SpellSlot", level=1, allow_upcast=True),
        Cost("SpellSlot", level=1, allow_upcast=True, prefer="highest"),
        Cost("Mana", level=1, allow_upcast=True),
    )
    | st.builds(lambda v: Cost("Luck", variable=v), variables)
)  # fmt: skip
costs = st.builds(
    lambda a, b: (*a, *b), few(turn_costs, 1, 1), seldom(few(other_costs, 2), ())
) | seldom(few(other_costs, 1), ())  # fmt: skip
uses = st.builds(
    m.library.Uses, amount=one_of(1, 2), per=one_of("turn", "round", "encounter", "short rest", "")
)
reactions = st.builds(
    Reaction,
    on=st.sampled_from(LISTENED) | st.tuples(st.sampled_from(LISTENED), st.sampled_from(LISTENED)),
    who=one_of("any", "self", "ally", "enemy"),
    role=one_of("source", "target"),
    when=seldom(requirements(), None),
    would_change_outcome=seldom(st.just(True), False),
)
timings = one_of(Main(), Main(), Main(), Setup(), Free(), Free(anytime=True))


def actions(timing):
    return st.builds(
        m.Action,
        name=one_of("Deed 1", "Deed 2", "Deed 3", "Deed 4", "Deed 5"),
        timing=timing,
        cost=costs,
        requires=seldom(few(requirements(), 2), ()),
        effect=few(effects(), 2, 1),
        tags=tags,
        min_targets=one_of(None, None, None, 0, 2),
        uses=seldom(uses, None),
        targets=targets,
        recharge=seldom(one_of(4, 5), None),
        cooldown=seldom(one_of(1, 2), None),
        concentration=seldom(st.just(True), False),
        level=one_of(0, 1),
        on_cancel=one_of(None, None, "keep", "refund_slot", "refund_all"),
    )


sword = m.Action(
    name="Sword", cost=(Cost("Action"),), tags=("Melee",),
    effect=(m.Attack(to_hit=5, damage="1d8+3 slashing"),),
)  # fmt: skip


# --- combatants and scenarios ----------------------------------------------------------------------


@st.composite
def combatants(draw, name):
    own = [draw(actions(timings)) for _ in range(draw(st.integers(0, 3)))]
    answers = [draw(actions(reactions)) for _ in range(draw(st.integers(0, 2)))]
    listed = [*own, sword] if draw(st.booleans()) else [sword, *own]
    if draw(seldom(st.just(True), False)):
        listed.insert(draw(st.integers(0, len(listed))), m.END_TURN)
    return m.Combatant(
        name=name,
        count=draw(one_of(1, 1, 2)),
        hp=draw(one_of(7, 12, 20, "3d8+3")),
        start_hp=draw(one_of(None, None, None, 5, 0)),
        temporary_hp=draw(one_of(0, 0, 4)),
        ac=draw(one_of(10, 13, 16)),
        initiative=draw(one_of(0, 2, "1d4")),
        initiative_lean=draw(lean),
        save=draw(one_of(0, 2, 0.5)),
        saves=draw(st.dictionaries(st.sampled_from(ABILITIES[1:]), one_of(1, 4), max_size=1)),
        save_lean=draw(st.dictionaries(one_of("*", "dex"), lean, max_size=1)),
        resist=draw(seldom(guards, ())),
        immune=draw(seldom(guards, ())),
        vulnerable=draw(seldom(guards, ())),
        condition_immune=draw(seldom(few(st.sampled_from((*CONDITIONS, *STATUSES)), 1), ())),
        reach=draw(one_of(5, 10)),
        position=draw(one_of(0, 0, 10, 30, -5.5)),
        pools=draw(
            st.dictionaries(
                st.sampled_from(POOLS),
                one_of(2, 3.5, m.PoolSize(max=3, reset="short rest", current=1), m.PoolSize(max=2, reset="turn")),
            )
        ),
        tags=draw(tags),
        traits=draw(seldom(few(statuses, 1), ())),
        actions=tuple(listed),
        reactions=tuple(answers),
        death_saves=draw(st.booleans()),
        arrival=draw(one_of(1, 1, 1, 2)),
        hit_dice=draw(one_of("", "2d8", "1d10+2d6")),
        con=draw(one_of(0, 1)),
    )  # fmt: skip


@st.composite
def sides(draw, names):
    return m.Side(
        names, tuple(draw(combatants(f"{names} {i}")) for i in range(draw(st.integers(1, 2))))
    )


profiles = st.builds(
    m.Profile,
    name=st.just("any"),
    check=one_of("1d20", "1d20", "1d20", "2d6", "1d10+1"),
    critical=one_of(20, 12),
    fumble=one_of(1, 2),
    critical_damage=one_of("double dice", "double", "maximum dice", "none"),
    initiative=one_of("each", "each", "group", "side"),
    surprise=one_of("lose turn", "disadvantage", "nothing"),
    reaction_reset=one_of("own turn", "round"),
    listeners=one_of("active first", "affected first"),
    on_cancel=one_of("keep", "refund_slot", "refund_all"),
    movement=one_of("Movement", "Movement", ""),
    concentration=one_of("con", "con", None),
    death_saves=st.booleans(),
    massive_damage=st.booleans(),
    lair_count=one_of(20, 10),
    rounds=st.integers(1, 6),
    guard=st.integers(1, 6),
    depth=st.integers(1, 4),
    conditions=st.just(
        {
            "stunned": m.Condition(incapacitated=True, fails=("dex",)),
            "prone": m.Condition(
                attacks="disadvantage", attacked_in_melee="advantage", includes=("hidden",)
            ),
            "hidden": m.Condition(attacked="disadvantage", tags=("Mark",)),
        }
    ),
)


@st.composite
def scenarios(draw):
    """Two or three sides, or a day of them with rests in between."""
    both = (draw(sides("Red")), draw(sides("Blue")))
    rules = draw(profiles)
    surprised = draw(seldom(few(one_of("Red", "Blue 0", "Green"), 2), ()))
    if not draw(seldom(st.just(True), False)):
        more = (draw(sides("Green")),) if draw(seldom(st.just(True), False)) else ()
        return m.Scenario(name="any", rules=rules, sides=(*both, *more), surprised=surprised)
    day = []
    for i in range(draw(st.integers(1, 2))):
        met = (both[1],) if i == 0 else (draw(sides("Green")),)
        precast = draw(one_of(True, False, ("Red",)))
        day.append(m.Fight(name="", sides=met, surprised=surprised, precast=precast))
        day.append(m.Rest(kind=draw(one_of("short rest", "long rest"))))
    return m.Scenario(name="any", rules=rules, sides=both[:1], day=tuple(day))
