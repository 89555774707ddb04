"""Cards that do something when they are accessed."""

import pytest

from tests.games.netrunner.positions import PlayedMatch, installed, position
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.games.netrunner.card_facts import CORP

GRIP = ["Sure Gamble"] * 5


def accessed(server, title, **sides):
    """The Runner accesses a card in HQ, R&D, Archives or a remote server."""
    corp = {"credits": 5, **sides.pop("corp", {})}
    servers = {}
    if server == "Server 1":
        servers = {"remote1": {"content": installed(title, rezzed=False)}}
    else:
        corp[{"HQ": "hand", "R&D": "deck", "Archives": "discard"}[server]] = [title]
    sides.setdefault("runner", {"hand": GRIP})
    t = position(turn="runner", corp=corp, servers=servers, **sides)
    t.run_to(server)
    return t


@pytest.mark.parametrize("server", ["HQ", "R&D", "Server 1"])
def test_snare_gives_a_tag_and_does_damage(server):
    t = accessed(server, "Snare!")
    assert t.buttons("corp") == ["Yes", "No"]
    t.press("corp", "Yes")
    assert (t.tags, t.credits("corp"), len(t.titles("hand", "runner"))) == (1, 1, 2)
    assert t.buttons("runner") == ["Pay 0 credits to trash", "No action"]
    revealed = t.log_contains("Runner must reveal they accessed Snare!.")
    assert revealed == (server == "R&D")


def test_the_corp_may_decline_snare():
    t = accessed("HQ", "Snare!")
    t.press("corp", "No")
    assert t.log_contains("Corp declines to use Snare!.")
    assert (t.tags, len(t.titles("hand", "runner"))) == (0, 5)


def test_snare_is_not_offered_to_a_corp_that_cannot_pay():
    t = accessed("HQ", "Snare!", corp={"credits": 3})
    assert t.buttons("corp") == []
    assert t.buttons("runner") == ["Pay 0 credits to trash", "No action"]


def test_snare_does_nothing_in_archives():
    t = accessed("Archives", "Snare!")
    assert t.run is None
    assert t.log_contains("accesses everything else in Archives")


def test_snare_survives_a_copy_and_a_saved_match():
    t = accessed("Server 1", "Snare!")
    for match in (t.match.clone(), t.match.game.load(t.match.save())):
        copy = PlayedMatch(match)
        copy.press("corp", "Yes")
        assert copy.tags == 1


def test_a_trap_is_not_told_before_it_is_accessed():
    servers = {"remote1": {"content": installed("Snare!", rezzed=False)}}
    t = position(turn="runner", servers=servers)
    t.run_on("Server 1")
    assert "Snare!" not in str(state_json(t.match, "runner"))
    t.both_pass()
    assert "Snare!" in str(state_json(t.match, "runner"))


@pytest.mark.parametrize("server", ["HQ", "R&D", "Archives", "Server 1"])
def test_breached_dome_works_everywhere(server):
    t = accessed(server, "Breached Dome")
    assert len(t.titles("hand", "runner")) == 4
    assert len(t.titles("deck", "runner")) == 9
    assert len(t.titles("discard", "runner")) == 2
    if server == "Archives":
        assert t.run is None
    else:
        assert t.buttons("runner") == ["Pay 0 credits to trash", "No action"]


def test_breached_dome_works_with_an_empty_stack():
    t = accessed("HQ", "Breached Dome", runner={"hand": GRIP, "deck": []})
    assert len(t.titles("hand", "runner")) == 4


def test_breached_dome_flatlines_a_runner_without_cards():
    t = accessed("HQ", "Breached Dome", runner={"hand": []})
    assert t.match.result.winners == (CORP,)


def test_cards_in_archives_with_an_effect_are_accessed_one_by_one():
    corp = {"discard": ["Breached Dome", "Hedge Fund", "Snare!", "Offworld Office"]}
    t = position(turn="runner", corp=corp, runner={"hand": GRIP})
    t.run_to("Archives")
    assert sorted(t.buttons("runner")) == ["Breached Dome", "Everything else", "Offworld Office"]
    t.press("runner", "Everything else")
    t.press("runner", "Breached Dome")
    assert len(t.titles("hand", "runner")) == 4
    t.press("runner", "Steal")
    assert t.run is None


@pytest.mark.parametrize(("server", "damage"), [("HQ", 2), ("R&D", 2), ("Archives", 0)])
def test_fetal_ai_does_damage_and_costs_credits(server, damage):
    t = accessed(server, "Fetal AI")
    assert len(t.titles("hand", "runner")) == 5 - damage
    assert t.buttons("runner") == ["Pay to steal", "No action"]
    t.press("runner", "Pay to steal")
    assert (t.points("runner"), t.credits("runner")) == (2, 3)
    assert t.log_contains(f"Runner pays 2 [Credits] to steal Fetal AI from {server}.")


def test_fetal_ai_stays_with_a_runner_that_cannot_pay():
    t = accessed("HQ", "Fetal AI", runner={"hand": GRIP, "credits": 1})
    assert t.buttons("runner") == ["No action"]


def test_a_stolen_fetal_ai_costs_nothing_for_other_agendas():
    t = position(
        turn="runner",
        corp={"hand": ["Offworld Office"]},
        runner={"scored": [{"title": "Fetal AI"}]},
    )
    t.run_to("HQ")
    assert t.buttons("runner") == ["Steal"]
