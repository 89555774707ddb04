"""Names in formulas that do not exist."""

from __future__ import annotations

import pytest

from turnwright.skirmish import api

FILE = """
sides:
  A:
    - name: Ann
      hp: 30
      pools: {Ki: 3, Combo: {max: 5, reset_to: 0, reset: turn, events: {MeleeHit: 1}}}
      traits: [{name: Flow, ac: pool(Ki)}]
      actions:
        - name: Focus
          cost: [BonusAction]
          targets: self
          effect: {type: Apply, status: {name: Focus, stacking: stack, dc: status(Focus)}}
        - name: Jab
          cost: [Action, Ki (status(Focus))]
          requires: formula pool(Combo) < 3 and used(Focus) >= 1
          effect: {type: Attack, to_hit: 5, damage: 1d4 + used(Jab)}
  B: [Wolf]
"""


def unknown(text: str) -> list[tuple[str, str, list[str]]]:
    """The severity of each finding about an unknown name, its path, and the close names."""
    findings = [one for one in api.validate_text(text).findings if one.code == "unknown_name"]
    paths = [one.path.removeprefix("sides[0].combatants[0].") for one in findings]
    return [
        (one.severity, path, one.data["near"]) for one, path in zip(findings, paths, strict=True)
    ]


def test_a_file_without_mistakes_has_none() -> None:
    assert unknown(FILE) == []


@pytest.mark.parametrize(
    ("right", "wrong", "path", "near"),
    [
        ("ac: pool(Ki)", "ac: pool(Kii)", "traits[0].ac", "Ki"),
        ("(status(Focus))", "(status(Fokus))", "actions[1].cost[1].formula", "Focus"),
        ("dc: status(Focus)", "dc: status(Focuss)", "actions[0].effect[0].status.dc", "Focus"),
        ("pool(Combo) < 3", "pool(Comba) < 3", "actions[1].requires[0].data.holds", "Combo"),
        ("used(Jab)", "used(Jabb)", "actions[1].effect[0].damage", "Jab"),
        ("MeleeHit: 1", "MeleeHit: pool(Kii)", "pools.Combo.events.MeleeHit", "Ki"),
    ],
)
def test_a_misspelled_name_is_an_error(right: str, wrong: str, path: str, near: str) -> None:
    assert right in FILE
    assert unknown(FILE.replace(right, wrong)) == [("error", path, [near])]


def test_a_name_that_is_close_to_none_is_a_note() -> None:
    text = FILE.replace("ac: pool(Ki)", "ac: pool(Sorcery)")
    assert unknown(text) == [("note", "traits[0].ac", [])]


def test_the_patch_mends_the_formula() -> None:
    text = FILE.replace("1d4 + used(Jab)", "1d4 + used(Jabb) + pool(Ki)")
    (found,) = (one for one in api.validate_text(text).findings if one.code == "unknown_name")
    assert [step["value"] for step in found.data["patch"]] == ["1d4 + used(Jab) + pool(Ki)"]
