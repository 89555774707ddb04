"""Who chooses: the first valid action, or a function that selects among the valid ones."""

from __future__ import annotations

from tests.skirmish.builders import action, encounter, foe, hero, hit, reaction, strike
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.engine.runs import play
from turnwright.skirmish.model import sample_encounters
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.name_resolution import resolve


def first(run, combatant, options, event):
    return options[0]


def last(run, combatant, options, event):
    return options[-1]


def nobody(run, combatant, options, event):
    return None


def test_choosing_the_first_valid_action_plays_the_same_run():
    for name in ("bench-4v8-reactions", "goblin-ambush", "lich"):
        plan = compile_plan(resolve(sample_encounters.load(name)))
        for seed in range(3):
            assert play(plan, seed) == play(plan, seed, choose=first)


def duel() -> m.Scenario:
    parry = reaction("AttackHit", m.SetOutcome("miss"), name="Parry", who="self")
    return encounter(
        hero(strike(5), action("Kick", hit(2)), hp=20), foe(strike(1), reactions=(parry,)), 2
    )


def test_somebody_may_choose_another_action_or_pass():
    plan = compile_plan(duel())
    assert play(plan, 1).hp[1] == 20  # the foe parries once in every round
    assert play(plan, 1, choose=nobody).hp == [20, 20]

    def kick_and_never_parry(run, combatant, options, event):
        return None if event is not None else options[-1]

    assert play(plan, 1, choose=kick_and_never_parry).hp == [18, 16]


def test_the_options_are_what_is_valid_in_the_order_of_the_list():
    asked: list[tuple[str, list[str], bool]] = []

    def ask(run, combatant, options, event):
        names = [one.name for one in options]
        asked.append((combatant.participant.name, names, event is not None))
        return options[0]

    play(compile_plan(duel()), 1, choose=ask)
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
