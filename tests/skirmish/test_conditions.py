"""The conditions of the shipped rule profiles, applied to a combatant."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.skirmish.builders import RecordingLog, action, apply, encounter, foe, hero, hit, strike
from turnwright.skirmish.engine.combatant_state import CombatantState
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.engine.runs import play_run
from turnwright.skirmish.model import library
from turnwright.skirmish.model import scenario as m

BAD, GOOD, NONE = (False, True), (True, False), (False, False)
"""Disadvantage, advantage, neither."""


class StartOfTurnLog(RecordingLog):
    """Records the numbers of the bearer at the start of its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[str, Any] = {}

    def turn(self, run: FightRun, combatant: CombatantState) -> None:
        if combatant.participant.name == "Bearer":
            dex = run.plan.abilities.numbers["dex"]
            self.seen = {
                "attacks": combatant.attacks, "attacked": combatant.attacked,
                "in_melee": combatant.attacked_in_melee, "at_range": combatant.attacked_at_range,
                "critical": combatant.critical_in_melee,
                "acts": not combatant.incapacitated, "moves": not combatant.no_movement,
                "fails dex": bool(combatant.failed_saves >> dex & 1),
                "saves": [mode[:2] for mode in combatant.saves],
            }  # fmt: skip


def bearing(condition: str, rules: str) -> tuple[dict[str, Any], list[str]]:
    """The numbers of a combatant with this condition, and the actions of one round."""
    profile = msgspec.structs.replace(library.profiles()[rules], rounds=1)
    bearer = hero(
        strike(1), name="Bearer", hp=99, traits=(m.Status(name="It", conditions=(condition,)),)
    )
    other = foe(action("Burn", m.Save(dc=-99, ability="dex", damage=1)), hp=99)
    log = StartOfTurnLog()
    play_run(FightRun(compile_plan(encounter(bearer, other, profile=profile)), log), 1)
    return log.seen, log.actions


@pytest.mark.parametrize("rules", ["2014", "2024"])
@pytest.mark.parametrize(
    ("condition", "what"),
    [
        ("blinded", {"attacks": BAD, "attacked": GOOD}),
        ("frightened", {"attacks": BAD}),
        ("grappled", {"moves": False}),
        ("incapacitated", {"acts": False}),
        ("invisible", {"attacks": GOOD, "attacked": BAD}),
        (
            "paralyzed",
            {"acts": False, "attacked": GOOD, "critical": True, "fails dex": True, "moves": False},
        ),
        ("petrified", {"acts": False, "attacked": GOOD, "fails dex": True, "moves": False}),
        ("poisoned", {"attacks": BAD}),
        ("prone", {"attacks": BAD, "in_melee": GOOD, "at_range": BAD}),
        ("restrained", {"attacks": BAD, "attacked": GOOD, "saves": [BAD], "moves": False}),
        ("stunned", {"acts": False, "attacked": GOOD, "fails dex": True}),
        (
            "unconscious",
            {
                "acts": False, "attacked": GOOD, "attacks": BAD, "critical": True, "fails dex": True,
                "in_melee": GOOD, "at_range": BAD, "moves": False,
            },
        ),
    ],
)  # fmt: skip
def test_conditions_of_the_fifth_edition(condition: str, what: dict[str, Any], rules: str) -> None:
    """SRD, appendix A, as far as the model covers it."""
    usual = {
        "attacks": NONE, "attacked": NONE, "in_melee": NONE, "at_range": NONE, "critical": False,
        "acts": True, "moves": True, "fails dex": False, "saves": [],
    }  # fmt: skip
    seen, actions = bearing(condition, rules)
    expected = usual | what
    if condition == "stunned":
        expected["moves"] = seen["moves"]  # 2024: the stunned may be moved
    assert seen == expected
    assert ("Bearer: Strike" in actions) == expected["acts"]


@pytest.mark.parametrize("rules", ["2014", "2024", "grit"])
def test_every_condition_of_every_profile_can_be_applied(rules: str) -> None:
    profile = library.profiles()[rules]
    assert profile.conditions
    point = next(iter(profile.turn_pools))
    for name in profile.conditions:
        curse = action(
            "Curse", hit(1, on_hit=(apply("Curse", conditions=(name,), turns=1),)), cost=point
        )
        scenario = encounter(hero(curse), foe(curse), profile=profile)
        outcome = play_run(FightRun(compile_plan(scenario)), 1)
        assert outcome.rounds > 0


@pytest.mark.parametrize("rules", ["2014", "2024", "grit"])
def test_immunity_to_a_condition(rules: str) -> None:
    profile = library.profiles()[rules]
    for name in profile.conditions:
        trait = m.Status(name="It", conditions=(name,))
        immune = hero(name="Bearer", traits=(trait,), condition_immune=(name,))
        log = RecordingLog()
        play_run(FightRun(compile_plan(encounter(immune, foe(), 1, profile)), log), 1)
        assert all(one.about != "It" for one in log.events)
