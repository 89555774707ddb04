"""Findings about summons, forms, and statuses that change who can be targeted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.skirmish.builders import foe, hero
from turnwright.skirmish import api
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.file_problems import BadFile
from turnwright.skirmish.validation import validate

BITE = "{name: Bite, cost: Action, effect: {type: Attack, to_hit: 4, damage: 1d4}}"
PACK = f"""
combatants:
  Pup: {{hp: 3, actions: [{BITE}]}}
  Stone: {{hp: 3}}
  Rabbit: {{hp: 1, actions: [{{name: Breed, cost: Action, effect: {{type: Spawn, combatant: Hare}}}}]}}
  Hare: {{hp: 1, actions: [{{name: Breed, cost: Action, effect: {{type: Spawn, combatant: Rabbit}}}}]}}
"""


def findings(effect: str, *, targets: str = "self", **more: str) -> dict[str, str]:
    """The findings about one action with this effect: sentences by code."""
    fields = ", ".join(f"{key}: {value}" for key, value in ({"cost": "Action"} | more).items())
    text = PACK + (
        "sides:\n"
        "  A:\n"
        "    - name: Ada\n"
        "      hp: 9\n"
        f"      actions: [{{name: Do, targets: {targets}, {fields}, effect: {effect}}}, {BITE}]\n"
        "  B: [Ogre]\n"
    )
    found = api.validate(api.load_text(text)).findings
    return {one.code: one.sentence for one in found}


def spawn(name: str = "Pup", **more: Any) -> str:
    fields = "".join(f", {key}: {value}" for key, value in more.items())
    return f"{{type: Spawn, combatant: {name}{fields}}}"


def status(**fields: Any) -> str:
    shown = "".join(f", {key}: {value}" for key, value in fields.items())
    return f"{{type: Apply, status: {{name: Odd{shown}}}}}"


def test_a_sound_summoner_has_no_findings():
    assert findings(spawn(count=2), requires="summons_up == 0") == {}


def test_summons_with_a_status_make_concentration_useful():
    found = findings(spawn(), concentration="true", requires="not is_concentrating")
    assert "empty_concentration" not in found


def test_an_unknown_combatant_is_refused_with_its_place():
    with pytest.raises(BadFile, match=r"effect\.combatant: there is no combatant named 'Pupp'"):
        findings(spawn("Pupp"))
    with pytest.raises(BadFile, match="did you mean 'Wolf'"):
        findings("{type: Transform, into: Wolff}")


def test_a_scenario_with_an_unknown_combatant_has_an_error():
    call = m.CombatAction(name="Call", effect=(m.Spawn("Nobody"),))
    sides = (m.Side("A", (hero(call),)), m.Side("B", (foe(),)))
    found = validate(m.Scenario(sides=sides))
    assert "unknown_combatant" in {one.code for one in found if one.severity == "error"}


def test_more_summons_than_a_fight_can_hold_are_an_error():
    calls = tuple(
        m.CombatAction(name=f"Call {n}", effect=(m.Spawn(f"W{n}", 100),)) for n in range(11)
    )
    packs = {f"W{n}": hero(name=f"W{n}") for n in range(11)}
    sides = (m.Side("A", (hero(*calls),)), m.Side("B", (foe(),)))
    (found,) = (
        one
        for one in validate(m.Scenario(sides=sides, combatants=packs))
        if one.code == "too_many_summons"
    )
    assert (found.severity, found.sentence) == (
        "error",
        "With everybody who could be summoned there are 1,102 combatants; there can be 1,000.",
    )


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("endless_summons", lambda: findings(spawn("Rabbit"), requires="summons_up == 0")),
        ("most_too_low", lambda: findings(spawn(count=3, most=2))),
        ("free_summons", lambda: findings(spawn(), cost="[]")),
        ("idle_summons", lambda: findings(spawn("Stone"))),
        ("idle_form", lambda: findings("{type: Transform, into: Stone}")),
        ("own_source", lambda: findings(status(taunt="must target source", duration="1 round"))),
        ("own_source", lambda: findings(status(inside="true"))),
        ("no_container", lambda: findings(status(released_by="{damage: 3}"), targets="enemy")),
        ("never_returns", lambda: findings(status(away="true"), targets="enemy")),
    ],
)  # fmt: skip
def test_a_mistake_is_found(code, found):
    assert code in found()


@pytest.mark.parametrize(
    "found",
    [
        lambda: findings(status(away="true", duration="1 minute"), targets="enemy"),
        lambda: findings(status(away="true"), targets="enemy", concentration="true"),
        lambda: findings(status(inside="true", released_by="{damage: 3}"), targets="enemy"),
        lambda: findings("{type: Transform, into: Stone}", targets="enemy"),
        lambda: findings(spawn(count=2, most=2), cost="[]", uses="1 per encounter"),
    ],
)  # fmt: skip
def test_what_is_sound_is_not_found(found):
    codes = {"never_returns", "no_container", "own_source", "idle_form", "free_summons"}
    assert not codes & found().keys()


def test_what_the_summoned_apply_and_deal_counts_for_others():
    """Ada cannot hurt anybody herself, and asks for a mark that only her pup applies."""
    marking = (
        "{type: Attack, to_hit: 4, damage: 1d4, "
        "on_hit: {type: Apply, status: {name: Scent, tags: [Marked]}}}"
    )
    text = f"""
combatants:
  Pup: {{hp: 3, actions: [{{name: Bite, cost: Action, effect: {marking}}}]}}
sides:
  A:
    - name: Ada
      hp: 9
      actions:
        - {{name: Call, targets: self, cost: Action, requires: summons_up == 0, effect: {spawn()}}}
        - {{name: Aim, cost: Action, requires: target tag Marked,
           effect: {{type: Apply, status: {{name: Aimed, duration: 1 round, ac: -1}}}}}}
        - {{name: Rally, cost: BonusAction, requires: allies_up == 2, targets: self,
           effect: {{type: Gain, resource: Action}}}}
  B: [Ogre]
"""
    codes = {one.code for one in api.validate(api.load_text(text)).findings}
    assert codes == set()
