"""Turns, hands, unique cards, winning: scenarios D1 to D5, and how a game begins and ends."""

import pytest

import turnwright as tw
from tests.games.netrunner.scenes import Play, installed, scene
from turnwright.games.netrunner.game import game


def test_d1_a_runner_without_hand_size_is_flatlined_at_the_end_of_the_turn():
    t = scene(turn="runner", runner={"brain-damage": 6, "clicks": 0})
    t.runner("end-turn")
    assert (t.match.G.winner, t.match.G.reason) == (0, "Flatline")
    assert t.match.result.winners == (0,)


def test_d2_a_second_unique_card_trashes_the_first():
    servers = {
        "hq": {"content": installed("Spin Doctor")},
        "rd": {"content": installed("Spin Doctor", rezzed=False)},
    }
    t = scene(servers=servers)
    hidden = t.match.G.servers["rd"].content[0]
    t.corp("rez", hidden)
    assert t.match.asked[0].text == "The Spin Doctor in the root of HQ will now be trashed."
    t.press("corp", "OK")
    assert t.titles("discard", "corp") == ["Spin Doctor"]


def test_d3_too_few_advancements_are_not_enough_to_score():
    content = installed({"title": "Offworld Office", "advancement": 3}, rezzed=False)
    t = scene(servers={"remote1": {"content": content}})
    assert t.try_("corp", "score", "Offworld Office") is not None
    t.corp("advance", "Offworld Office")
    t.corp("score", "Offworld Office")
    assert (t.points("corp"), t.credits("corp")) == (2, 11)


def test_d4_purging_takes_all_virus_counters_also_from_hosted_programs():
    virus = {"counters": {"virus": 3}}
    host = {"title": "Palisade", "hosted": [{"title": "Botulus", **virus}]}
    t = scene(
        servers={"hq": {"ices": installed(host)}},
        rig={"program": installed({"title": "Leech", **virus})},
    )
    t.corp("purge")
    assert t.clicks("corp") == 0
    assert [t.piece(name).count("virus") for name in ("Leech", "Botulus")] == [0, 0]


def test_d5_a_mulligan_is_told_and_gives_five_other_cards():
    t = Play(game.start(3))
    before = t.c.zone("hand", 0)[:]
    t.press("corp", "Mulligan")
    t.press("runner", "Keep")
    assert t.says("Corp takes a mulligan.")
    assert t.says("Runner keeps their hand.")
    assert len(t.c.zone("hand", 0)) == 5
    assert t.c.zone("hand", 0) != before
    t.corp("start-turn")
    assert (len(t.c.zone("hand", 0)), t.clicks("corp"), t.match.G.turn) == (6, 3, 1)


def test_the_corp_is_decked_when_it_must_draw_and_cannot():
    t = scene(turn="runner", corp={"deck": []}, runner={"clicks": 0})
    t.runner("end-turn")
    t.corp("start-turn")
    assert (t.match.G.winner, t.match.G.reason) == (1, "Decked")


def test_damage_beyond_the_grip_is_the_end():
    t = scene(turn="runner", servers={"hq": {"ices": installed("Tithe")}}, runner={"hand": []})
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Tithe")
    assert (t.match.G.winner, t.match.G.reason) == (0, "Flatline")


def test_too_many_cards_are_discarded_at_the_end_of_the_turn():
    t = scene(turn="runner", runner={"hand": ["Unity"] * 3 + ["Jailbreak"] * 4, "clicks": 0})
    t.runner("end-turn")
    assert t.match.asked[1].text == "Discard down to 5 cards"
    t.select("runner", "Unity", "Jailbreak")
    assert sorted(t.titles("discard", "runner")) == ["Jailbreak", "Unity"]
    assert t.match.G.turn_over


def test_a_new_card_in_a_remote_trashes_the_old_one():
    t = scene(
        corp={"hand": ["Offworld Office"]},
        servers={"remote1": {"content": installed("Nico Campaign", rezzed=False)}},
    )
    t.corp("play", "Offworld Office", "Server 1")
    t.press("corp", "OK")
    assert t.titles("discard", "corp") == ["Nico Campaign"]


def test_the_second_piece_of_ice_costs_a_credit():
    t = scene(corp={"hand": ["Tithe", "Tithe", "Tithe"]})
    for price in (0, 1, 2):
        before = t.credits("corp")
        t.corp("play", "Tithe", "HQ")
        assert before - t.credits("corp") == price


def test_programs_need_memory():
    t = scene(
        turn="runner", rig={"program": installed("Mayfly", "Mayfly")}, runner={"hand": ["Unity"]}
    )
    t.runner("play", "Unity")
    t.select("runner", "Mayfly")
    t.done("runner")
    assert sorted(t.titles("program", "runner")) == ["Mayfly", "Unity"]


def test_tags_let_the_corp_trash_resources_until_they_are_removed():
    rig = {"resource": installed("Telework Contract", "Verbal Plasticity")}
    t = scene(rig=rig, runner={"tags": 1})
    t.corp("trash-resource")
    t.select("corp", "Verbal Plasticity")
    assert (t.titles("resource", "runner"), t.credits("corp")) == (["Telework Contract"], 3)
    t.end_turn()
    t.runner("remove-tag")
    assert (t.tags, t.credits("runner"), t.clicks("runner")) == (0, 3, 3)


@pytest.mark.parametrize("side", [0, 1])
def test_whoever_concedes_has_lost(side):
    match = game.start(1)
    assert match.submit(tw.Answer(side, "concede")) is None
    assert (match.result.winners, match.G.reason) == ((1 - side,), "Concede")
