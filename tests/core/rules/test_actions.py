"""Actions as data: timing, requirements, cost, effect, explanations and serialisation."""

import json

import msgspec
import pytest

import turnwright as tw
from tests.core.rules.fighter_facts import Fighter, slots
from turnwright.core.rules.action import Action, Uses, check, read, schema
from turnwright.core.rules.cost import Cost, Shortfall, Variable, pay, quote
from turnwright.core.rules.facts import Verdict
from turnwright.core.rules.ledger import Ledger, Pool
from turnwright.core.rules.requirement import HasTag, LastEvent, Not, SelfCondition, TargetCondition
from turnwright.core.rules.timing import Free, Main, Reaction, Setup, at_events, in_own_turn


class Modify(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Change a number temporarily."""

    what: str
    by: int
    until: str = ""


class Hit(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Deal damage."""

    damage: str


SHIELD = Action(
    "Shield",
    timing=Reaction(on="AttackHit", who="self", would_change_outcome=True),
    cost=[Cost("Reaction"), Cost("SpellSlot", level=1, allow_upcast=True)],
    effect=[Modify("ac", +5, until="start of own next turn")],
)
BLESS = Action("Bless", cost=[Cost("Action"), Cost("SpellSlot", level=1)], effect="bless")
SMASH = Action(
    "Smash",
    cost=[Cost("Action")],
    requires=[TargetCondition("IsEnemy"), TargetCondition("distance", "<=", 5)],
    effect=[Hit("2d6+3")],
    tags=["Melee"],
)


# --- 2.2: timing -------------------------------------------------------------------------------------


def test_main_and_free_actions_are_offered_in_your_own_turn():
    assert in_own_turn(Main())
    assert in_own_turn(Free())


def test_reactions_and_setup_actions_are_not_offered_in_your_own_turn():
    assert not in_own_turn(SHIELD.timing)
    assert not in_own_turn(Setup())


def test_free_actions_are_offered_at_events_only_if_anytime():
    assert at_events(Free(anytime=True))
    assert in_own_turn(Free(anytime=True))
    assert not at_events(Free())
    assert at_events(SHIELD.timing)
    assert not at_events(Main())
    assert not at_events(Setup())


def test_a_main_action_may_cost_a_reaction_and_a_reaction_may_be_free():
    ready = Action("Ready", cost=[Cost("Reaction")])
    retort = Action("Retort", timing=Reaction(on="AttackMissed", who="self"))
    assert check(ready, Fighter(slots())).ok
    assert check(retort, Fighter(Ledger())).ok


def test_shield_reacts_to_hits_on_its_owner():
    assert SHIELD.timing.answers("AttackHit", source="enemy", target="self")
    assert not SHIELD.timing.answers("AttackHit", source="self", target="enemy")
    assert not SHIELD.timing.answers("AttackMissed", source="enemy", target="self")


def test_counterspell_reacts_to_enemies_that_cast():
    counterspell = Reaction(on="SpellCast", who="enemy", role="source")
    assert counterspell.answers("SpellCast", source="enemy", target=None)
    assert not counterspell.answers("SpellCast", source="ally", target="enemy")


def test_a_reaction_to_a_death_may_be_of_the_victim_or_the_killer():
    on_death = Reaction(on="UnitDied", who="self", role="target")
    on_kill = Reaction(on="UnitDied", who="self", role="source")
    assert on_death.answers("UnitDied", source="enemy", target="self")
    assert on_kill.answers("UnitDied", source="self", target="enemy")
    assert not on_kill.answers("UnitDied", source="ally", target="enemy")


def test_a_reaction_may_react_to_several_events_of_any_source():
    watch = Reaction(on=["AttackHit", "AttackMissed"])
    assert watch.answers("AttackMissed", source="ally", target="enemy")
    assert watch.answers("AttackHit", source=None, target=None)


def test_a_unit_is_not_its_own_ally():
    protect = Reaction(on="AttackHit", who="ally")
    assert protect.answers("AttackHit", "enemy", "ally")
    assert not protect.answers("AttackHit", "enemy", "self")


# --- checking ----------------------------------------------------------------------------------------


def test_a_failed_check_names_the_needed_and_available_amounts():
    verdict = check(BLESS, Fighter(slots(one=0)))
    assert not verdict.ok
    assert verdict.why == "'Bless' needs 1 SpellSlot_1, 0 available"
    assert verdict.data == {
        "action": "Bless", "check": "Cost", "key": "SpellSlot_1", "needed": 1, "found": 0,
    }  # fmt: skip


def test_shield_is_invalid_with_a_reason_after_bless_took_the_slot():
    fighter = Fighter(slots(one=1))
    assert check(SHIELD, fighter).ok
    pay(fighter.ledger, quote(BLESS.price, fighter.ledger))
    assert check(SHIELD, fighter).why == "'Shield' needs 1 SpellSlot_1 or higher, 0 available"


def test_requirements_are_checked_before_targets_and_targets_before_costs():
    broke = Fighter(Ledger())
    rage = Action("Smash", cost=SMASH.cost, requires=[SelfCondition("Raging"), *SMASH.requires])
    assert check(rage, broke, ["goblin"]).why == "'Smash' needs Raging, it is not true"
    broke.values["Raging"] = 1
    assert check(rage, broke, ["cleric"]).data["check"] == "targets"
    assert check(rage, broke, ["goblin"]).why == "'Smash' needs 1 Action, 0 available"


def test_an_action_with_target_conditions_needs_a_valid_target():
    fighter = Fighter(slots())
    fighter.others = {"goblin": {"distance": 30}}
    assert check(SMASH, fighter, ["goblin", "ogre"]).ok
    assert check(SMASH, fighter, []).why == "'Smash' needs 1 target, 0 of 0 candidates are valid"
    assert check(SMASH, fighter, ["goblin", "cleric"]).why == (
        "'Smash' needs 1 target, 0 of 2 candidates are valid: "
        "the first needs target distance <= 5, distance is 30"
    )


def test_an_action_may_need_several_targets_or_none():
    fighter = Fighter(slots())
    sweep = Action("Sweep", requires=SMASH.requires, min_targets=2)
    assert check(sweep, fighter, ["goblin", "ogre"]).ok
    assert "needs 2 targets, 1 of 2" in check(sweep, fighter, ["goblin", "cleric"]).why
    shout = Action("Shout", requires=SMASH.requires, min_targets=0)
    assert check(shout, fighter, ["cleric"]).ok
    assert check(Action("Push", min_targets=1), fighter, ["cleric"]).ok


def test_an_action_without_targets_needs_no_candidates():
    assert check(BLESS, Fighter(slots(one=1))) == Verdict(True)


def test_without_explain_the_verdict_has_no_reason():
    for action, facts in [
        (BLESS, Fighter(slots(one=0))),
        (SMASH, Fighter(slots())),
        (Action("Rage", requires=[SelfCondition("Angry")]), Fighter()),
    ]:
        assert check(action, facts, explain=False) == Verdict(False)
        assert check(action, facts).why


def test_a_check_changes_nothing():
    fighter = Fighter(slots(one=1))
    assert check(BLESS, fighter).ok
    assert fighter.ledger == slots(one=1)


# --- uses, and other games ---------------------------------------------------------------------------


def test_limited_uses_are_stored_as_a_pool_of_the_action():
    surge = Action("Action Surge", timing=Free(), uses=Uses(1, "short rest"))
    fighter = Fighter(Ledger(surge.pools))
    pay(fighter.ledger, quote(surge.price, fighter.ledger))
    sentence = "'Action Surge' needs 1 use of Action Surge, 0 available"
    assert check(surge, fighter).why == sentence
    fighter.ledger.reset("turn")
    assert not check(surge, fighter).ok
    fighter.ledger.reset("short rest")
    assert check(surge, fighter).ok


def test_uses_may_never_reset():
    wish = Action("Wish", uses=Uses(3, per=""))
    assert wish.pools == {"use of Wish": Pool(3, 3)}
    assert BLESS.pools == {}
    assert BLESS.price == BLESS.cost


def test_a_click_and_credits_as_an_action():
    rez = Action("rez", timing=Free(anytime=True), cost=[Cost("credit", 4)])
    corp = Fighter(Ledger({"click": Pool(3, 3, "turn"), "credit": Pool(2)}))
    assert check(rez, corp).why == "'rez' needs 4 credit, 2 available"


def test_an_x_cost_as_an_action():
    whirl = Action("Whirl", cost=[Cost("energy", variable=Variable(min=0, policy="all"))])
    fighter = Fighter(Ledger({"energy": Pool(3, 3, "turn")}))
    assert check(whirl, fighter).ok
    assert quote(whirl.price, fighter.ledger).spent == 3


def test_a_life_cost_once_per_turn_as_an_action():
    search = Action("Search", cost=[Cost("life", 800)], effect="search", uses=Uses())
    seat = Fighter(Ledger({"life": Pool(8000), **search.pools}))
    pay(seat.ledger, quote(search.price, seat.ledger))
    assert seat.ledger.available("life") == 7200
    assert isinstance(quote(search.price, seat.ledger), Shortfall)
    seat.ledger.reset("turn")
    assert check(search, seat).ok


# --- as data -----------------------------------------------------------------------------------------

COUNTER = Action(
    "Counterspell",
    timing=Reaction(
        on=["SpellCast"], who="enemy", role="source", when=LastEvent("SpellCast", value=3)
    ),
    cost=[Cost("Reaction"), Cost("SpellSlot", level=3, allow_upcast=True, max_level=5)],
    requires=[TargetCondition("distance", "<=", 60), Not(HasTag("Silenced", on="self"))],
    effect="cancel",
    tags=["Spell"],
    min_targets=1,
    uses=Uses(2, "round"),
)


@pytest.mark.parametrize("action", [SHIELD, BLESS, SMASH, COUNTER], ids=lambda a: a.name)
def test_an_action_survives_json_and_msgpack(action):
    kind = Action[Modify | Hit]
    assert read(msgspec.json.encode(action), kind) == action
    assert read(json.loads(msgspec.json.encode(action)), kind) == action
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(action), type=kind) == action


def test_default_values_are_omitted_from_the_file():
    assert json.loads(msgspec.json.encode(SHIELD)) == {
        "name": "Shield",
        "timing": {
            "type": "Reaction", "on": "AttackHit", "who": "self", "would_change_outcome": True,
        },
        "cost": [
            {"resource": "Reaction"},
            {"resource": "SpellSlot", "level": 1, "allow_upcast": True},
        ],
        "effect": [
            {"type": "Modify", "what": "ac", "by": 5, "until": "start of own next turn"}
        ],
    }  # fmt: skip


def test_actions_are_immutable():
    with pytest.raises(AttributeError):
        SHIELD.name = "Wall"
    assert isinstance(SHIELD.cost, tuple)
    assert hash(SHIELD) == hash(read(msgspec.json.encode(SHIELD), Action[Modify]))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            {"cost": [{"resource": "x"}, {"resource": "x", "amount": -1}]},
            "Action 'Bad', at cost[1].amount: Expected 'int' >= 0",
        ),
        (
            {"cost": [{"resource": "x", "amuont": 1}]},
            "Action 'Bad', at cost[0]: Object contains unknown field 'amuont'",
        ),
        ({"prize": 1}, "Action 'Bad': Object contains unknown field 'prize'"),
        ({"timing": {"type": "Later"}}, "Action 'Bad', at timing.type: Invalid value 'Later'"),
        (
            {"requires": [{"type": "Not", "of": {"type": "Perhaps"}}]},
            "Action 'Bad', at requires[0].of.type: Invalid value 'Perhaps'",
        ),
        ({"effect": [{"type": "Zap"}]}, "Action 'Bad', at effect[0].type: Invalid value 'Zap'"),
        (
            {"effect": [{"type": "Hit"}]},
            "Action 'Bad', at effect[0]: Object missing required field 'damage'",
        ),
        (
            {"cost": [{"resource": "x", "allow_upcast": True}]},
            "Action 'Bad', at cost[0]: level of Cost: allow_upcast needs a level",
        ),
        ({"uses": {"amount": 0}}, "Action 'Bad', at uses.amount: Expected 'int' >= 1"),
        (
            {"timing": {"type": "Reaction", "on": "x", "who": "nobody"}},
            "Action 'Bad', at timing.who: Invalid enum value 'nobody'",
        ),
    ],
)
def test_invalid_data_is_refused_with_a_sentence_that_names_the_path(data, sentence):
    for given in ({"name": "Bad", **data}, json.dumps({"name": "Bad", **data})):
        with pytest.raises(tw.DefinitionError) as caught:
            read(given, Action[Modify | Hit])
        assert caught.value.problems == [sentence]


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", "[]", "7", "{}", '{"name": ""}', {"name": 7}])
def test_data_that_is_not_an_action_is_refused(data):
    with pytest.raises(tw.DefinitionError, match=r"An action|Action ''"):
        read(data)


def test_an_action_nested_too_deeply_is_refused():
    deep = '{"type": "Not", "of": ' * 5000 + "{}" + "}" * 5000
    with pytest.raises(tw.DefinitionError, match="nested too deeply"):
        read(f'{{"name": "Bad", "requires": [{deep}]}}')


def test_the_same_errors_are_refused_in_python():
    with pytest.raises(tw.DefinitionError, match="timing of Action"):
        Action("Bad", timing="main")
    with pytest.raises(tw.DefinitionError, match="who of Reaction"):
        Reaction(on="x", who="nobody")
    with pytest.raises(tw.DefinitionError, match="cost of Action"):
        Action("Bad", cost=["Action"])


def test_the_schema_describes_every_type_and_every_field_of_an_action():
    described = schema(Action[Modify | Hit])["$defs"]
    assert {"Cost", "Variable", "Reaction", "And", "Not", "LastEvent", "Hit"} <= set(described)
    assert all(definition["description"] for definition in described.values())
    for name in set(described) - {"Modify", "Hit"}:  # these types are defined by this test
        fields = described[name]["properties"]
        assert all("description" in field for key, field in fields.items() if key != "type")
        assert described[name]["additionalProperties"] is False
    assert json.dumps(described)
