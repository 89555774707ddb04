"""Who chooses: the first valid action, or a function that selects among the valid ones."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    ME,
    action,
    blast,
    encounter,
    foe,
    hero,
    hit,
    reaction,
    slot,
    strike,
    variable,
)
from turnwright.core.errors import UnusableError
from turnwright.core.rules.timing import Setup
from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.decision_points import first_valid
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.engine.rng import Draws, initial_counter
from turnwright.skirmish.engine.run_copy import copy_run
from turnwright.skirmish.engine.run_state import FightRun, RunLog
from turnwright.skirmish.engine.runs import begin_run, finish_run, play
from turnwright.skirmish.model import sample_encounters
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.name_resolution import resolve


def last(point):
    return point.options[-1]


def nobody(point):
    return None


def test_choosing_the_first_valid_action_plays_the_same_run():
    for name in sample_encounters.names():
        plan = compile_plan(resolve(sample_encounters.load(name)))
        for seed in range(2):
            assert play(plan, seed) == play(plan, seed, policy=first_valid)


def test_a_run_goes_on_from_a_copy_of_any_round():
    """Everything that a run changes is copied, and what it shares with its copies never changes."""
    for name in sample_encounters.names():
        plan = compile_plan(resolve(sample_encounters.load(name)))
        rounds, draws = RoundCopies(), Draws(initial_counter(3))
        run = FightRun(plan, rounds, first_valid)
        begin_run(run, 3, draw=draws)
        played = finish_run(run)
        assert played == play(plan, 3)
        for counter, copied in rounds.copies * 2:
            later = copy_run(copied, Draws(counter), RunLog(), first_valid)
            assert finish_run(later) == played


class RoundCopies(RunLog):
    def __init__(self):
        self.copies = []

    def round(self, run):
        self.copies.append((run.draw.counter, copy_run(run, run.draw)))


def duel() -> m.Scenario:
    parry = reaction("AttackHit", m.SetOutcome("miss"), name="Parry", who="self")
    return encounter(
        hero(strike(5), action("Kick", hit(2)), hp=20), foe(strike(1), reactions=(parry,)), 2
    )


def test_somebody_may_choose_another_action_or_pass():
    plan = compile_plan(duel())
    assert play(plan, 1).hp[1] == 20  # the foe parries once in every round
    assert play(plan, 1, policy=nobody).hp == [20, 20]

    def kick_and_never_parry(point):
        return None if point.kind == "reaction" else point.options[-1]

    assert play(plan, 1, policy=kick_and_never_parry).hp == [18, 16]


def test_the_options_are_what_is_valid_in_the_order_of_the_list():
    asked: list[tuple[str, list[str], bool]] = []

    def ask(point):
        names = [one.name for one in point.options]
        asked.append((point.combatant.name, names, point.event is not None))
        return point.options[0]

    play(compile_plan(duel()), 1, policy=ask)
    assert asked[:3] == [
        ("Hero", ["Strike", "Kick"], False),
        ("Foe", ["Parry"], True),
        ("Foe", ["Strike"], False),
    ]


def test_an_explanation_says_that_an_action_was_chosen():
    plan = compile_plan(duel())
    text = str(explain(plan, 1, last))
    assert "AI Actions Available: [Strike, Kick]. Selected Kick because it was chosen." in text
    assert "Selected nothing: it passes." in str(explain(plan, 1, nobody))


def test_a_policy_chooses_the_targets():
    """Every attack of an action has a target of its own."""
    flurry = action("Flurry", hit(3, times=3))
    foes = (foe(name="A", hp=20), foe(name="B", hp=20), foe(name="C", hp=20))
    scenario = encounter(hero(flurry), foes, 1)

    def one_each(point):
        (option,) = point.options
        assert [one.name for one in option.candidates] == ["A", "B", "C"]
        assert option.picked[0].hp == min(one.hp for one in option.candidates)
        strongest = max(option.candidates, key=lambda one: (one.hp, one.name))
        return option.on(strongest)

    assert api.play(scenario, [1])[0].hp == [20, 11, 20, 20]
    assert api.play(scenario, [1], one_each)[0].hp == [20, 17, 17, 17]
    assert "Hero uses Flurry on C." in str(api.explain(scenario, 1, one_each))


def test_fewer_targets_than_an_action_has_are_filled_up():
    scenario = encounter(
        hero(blast(5, count=2)), (foe(name="A", hp=9), foe(name="B"), foe(name="C")), 1
    )

    def at_c(point):
        (option,) = point.options
        assert option.count == 2
        return option.on("C")

    assert api.play(scenario, [1], at_c)[0].hp == [20, 4, 20, 15]


def test_a_policy_may_forgo_the_later_attacks_of_an_action():
    scenario = encounter(hero(action("Flurry", hit(3, times=3))), (foe(), foe(name="Other")), 1)
    played = api.play(
        scenario, [1], lambda point: None if point.kind == "attack" else point.options[0]
    )
    assert played[0].hp == [20, 17, 20]


def test_granted_actions_and_uses_before_the_fight_are_chosen_too():
    order = action("Order", m.Grant(tag="Melee"), targets=m.Targets(who="other ally"))
    ward = action("Ward", m.Heal(5, temporary=True), cost="", timing=Setup(), targets=ME)
    scenario = encounter((hero(order, ward), hero(strike(4), name="Squire")), foe(), 1)
    kinds = []

    def note(point):
        kinds.append((point.combatant.name, point.kind))
        return point.options[0]

    assert api.play(scenario, [1], note) == api.play(scenario, [1])
    assert ("Hero", "setup") in kinds
    assert ("Squire", "granted") in kinds


def test_a_policy_is_told_what_it_cannot_choose():
    scenario = encounter(hero(strike()), foe(), 1)
    with pytest.raises(UnusableError, match="Strike cannot be aimed at Nobody, but at Foe"):
        api.play(scenario, [1], lambda point: point.options[0].on("Nobody"))
    seen = []

    def stale(point):
        seen.append(point.options[0])
        return seen[0]

    with pytest.raises(UnusableError, match="which Foe cannot use now"):
        api.play(encounter(hero(strike()), foe(strike()), 1), [1], stale)


def test_a_policy_chooses_the_level_and_the_amount():
    """What a list pays is the lowest slot and what is needed."""
    bolt = action("Bolt", m.Harm("3*slot_level"), cost=("Action", slot(1, upcast=True)))
    mend = action("Mend", m.Heal("spent"), cost=("BonusAction", variable("Pool")), targets=ME)
    pools = {"SpellSlot_1": 1, "SpellSlot_3": 1, "Pool": 9}
    scenario = encounter(hero(mend, bolt, hp=20, start_hp=15, pools=pools), foe(hp=50), 1)

    def choose(point):
        option = point.options[0]
        if option.name == "Mend":
            assert option.amounts == tuple(range(1, 10))
            return option.spending(2)
        assert option.levels == (1, 3)
        return option.at_level(3)

    assert api.play(scenario, [1])[0].hp == [20, 47]
    assert api.play(scenario, [1], choose)[0].hp == [17, 41]
    with pytest.raises(UnusableError, match="with a slot of level 2"):
        api.play(scenario, [1], lambda point: point.options[-1].at_level(2))
    with pytest.raises(UnusableError, match="cannot be used for 10"):
        api.play(scenario, [1], lambda point: point.options[0].spending(10))
