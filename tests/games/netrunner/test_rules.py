"""Turns, hands, unique cards, winning: scenarios D1 to D5, and how a game begins and ends."""

import pytest

import turnwright as tw
from tests.games.netrunner.positions import PlayedMatch, installed, position
from turnwright.games.netrunner.game import game


def test_d1_a_runner_without_hand_size_is_flatlined_at_the_end_of_the_turn():
    t = position(turn="runner", runner={"brain-damage": 6, "clicks": 0})
    t.runner("end-turn")
    assert (t.match.G.winner, t.match.G.reason) == (0, "Flatline")
    assert t.match.result.winners == (0,)
    assert t.match.G.turn_over, "as on jinteki.net, the turn ends although the game is over"


def test_d2_a_second_unique_card_trashes_the_first():
    servers = {
        "hq": {"content": installed("Spin Doctor")},
        "rd": {"content": installed("Spin Doctor", rezzed=False)},
    }
    t = position(servers=servers)
    hidden = t.match.G.servers["rd"].content[0]
    t.corp("rez", hidden)
    assert t.match.asked[0].text == "The Spin Doctor in the root of HQ will now be trashed."
    t.press("corp", "OK")
    assert t.titles("discard", "corp") == ["Spin Doctor"]


def test_d3_too_few_advancements_are_not_enough_to_score():
    content = installed({"title": "Offworld Office", "advancement": 3}, rezzed=False)
    t = position(servers={"remote1": {"content": content}})
    assert t.try_("corp", "score", "Offworld Office") is not None
    t.corp("advance", "Offworld Office")
    t.corp("score", "Offworld Office")
    assert (t.points("corp"), t.credits("corp")) == (2, 11)


def test_d4_purging_takes_all_virus_counters_also_from_hosted_programs():
    virus = {"counters": {"virus": 3}}
    host = {"title": "Palisade", "hosted": [{"title": "Botulus", **virus}]}
    t = position(
        servers={"hq": {"ices": installed(host)}},
        rig={"program": installed({"title": "Leech", **virus})},
    )
    t.corp("purge")
    assert t.clicks("corp") == 0
    assert [t.find_card(name).count("virus") for name in ("Leech", "Botulus")] == [0, 0]


def test_d5_a_mulligan_is_logged_and_draws_a_new_hand():
    t = PlayedMatch(game.start(3))
    before = t.c.zone("hand", 0)[:]
    t.press("corp", "Mulligan")
    t.press("runner", "Keep")
    assert t.log_contains("Corp takes a mulligan.")
    assert t.log_contains("Runner keeps their hand.")
    assert len(t.c.zone("hand", 0)) == 5
    assert t.c.zone("hand", 0) != before
    t.corp("start-turn")
    assert (len(t.c.zone("hand", 0)), t.clicks("corp"), t.match.G.turn) == (6, 3, 1)


def test_the_corp_is_decked_when_it_must_draw_and_cannot():
    t = position(turn="runner", corp={"deck": []}, runner={"clicks": 0})
    t.runner("end-turn")
    t.corp("start-turn")
    assert (t.match.G.winner, t.match.G.reason) == (1, "Decked")


def test_damage_beyond_the_grip_flatlines_the_runner():
    t = position(turn="runner", servers={"hq": {"ices": installed("Tithe")}}, runner={"hand": []})
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Tithe")
    assert (t.match.G.winner, t.match.G.reason) == (0, "Flatline")


def test_too_many_cards_are_discarded_at_the_end_of_the_turn():
    t = position(turn="runner", runner={"hand": ["Unity"] * 3 + ["Jailbreak"] * 4, "clicks": 0})
    t.runner("end-turn")
    assert t.match.asked[1].text == "Discard down to 5 cards"
    t.select("runner", "Unity", "Jailbreak")
    assert sorted(t.titles("discard", "runner")) == ["Jailbreak", "Unity"]
    assert t.match.G.turn_over


def test_a_new_card_in_a_remote_trashes_the_old_one():
    t = position(
        corp={"hand": ["Offworld Office"]},
        servers={"remote1": {"content": installed("Nico Campaign", rezzed=False)}},
    )
    t.corp("play", "Offworld Office", "Server 1")
    t.press("corp", "OK")
    assert t.titles("discard", "corp") == ["Nico Campaign"]


def test_the_second_piece_of_ice_costs_a_credit():
    t = position(corp={"hand": ["Tithe", "Tithe", "Tithe"]})
    for price in (0, 1, 2):
        before = t.credits("corp")
        t.corp("play", "Tithe", "HQ")
        assert before - t.credits("corp") == price


def test_programs_need_memory():
    t = position(
        turn="runner", rig={"program": installed("Mayfly", "Mayfly")}, runner={"hand": ["Unity"]}
    )
    t.runner("play", "Unity")
    t.select("runner", "Mayfly")
    t.done("runner")
    assert sorted(t.titles("program", "runner")) == ["Mayfly", "Unity"]


def test_tags_let_the_corp_trash_resources_until_they_are_removed():
    rig = {"resource": installed("Telework Contract", "Verbal Plasticity")}
    t = position(rig=rig, runner={"tags": 1})
    t.corp("trash-resource")
    t.select("corp", "Verbal Plasticity")
    assert (t.titles("resource", "runner"), t.credits("corp")) == (["Telework Contract"], 3)
    t.end_turn()
    t.runner("remove-tag")
    assert (t.tags, t.credits("runner"), t.clicks("runner")) == (0, 3, 3)


@pytest.mark.parametrize("side", [0, 1])
def test_conceding_loses_the_game(side):
    match = game.start(1)
    assert match.submit(tw.Answer(side, "concede")) is None
    assert (match.result.winners, match.G.reason) == ((1 - side,), "Concede")


# --- what is taken back ---------------------------------------------------------------------------


def test_cancelling_the_choice_of_a_resource_costs_nothing():
    t = position(rig={"resource": installed("Telework Contract")}, runner={"tags": 1})
    t.corp("trash-resource")
    t.done("corp")
    assert (t.clicks("corp"), t.credits("corp")) == (3, 5)
    assert t.titles("resource", "runner") == ["Telework Contract"]


def test_a_program_without_a_host_stays_in_the_grip():
    servers = {"hq": {"ices": installed("Palisade", rezzed=False)}}
    t = position(turn="runner", servers=servers, runner={"hand": ["Botulus"]})
    t.runner("play", "Botulus")
    assert t.buttons("runner") == ["ice protecting HQ at position 0"]
    t.done("runner")
    assert (t.clicks("runner"), t.titles("hand", "runner")) == (4, ["Botulus"])


def test_selecting_a_card_again_deselects_it():
    t = position(corp={"clicks": 0, "hand": ["Tithe", "Ping", "Sprint", *["Hedge Fund"] * 4]})
    t.corp("end-turn")
    t.select("corp", "Tithe")
    assert t.buttons("corp")[:2] == ["Tithe (chosen)", "Ping"]
    t.press("corp", "Tithe (chosen)")
    assert t.match.asked[0].selected == []
    t.select("corp", "Ping", "Sprint")
    assert t.titles("discard", "corp") == ["Ping", "Sprint"]
    assert t.log_contains("Corp discards 2 cards from HQ at end of turn.")


# --- what happens at the same time ------------------------------------------------------------------

DESIGN = "Haas-Bioroid: Precision Design"


def scores(title, *root, **more):
    """Return a match in which the Corp scores an agenda from Server 1 beside rezzed upgrades."""
    agenda = {"title": title, "advancement": 5, "rezzed": False}
    corp = {"identity": DESIGN, "discard": ["Hedge Fund"], **more.pop("corp", {})}
    t = position(servers={"remote1": {"content": installed(*root, agenda)}}, corp=corp, **more)
    t.corp("score", title)
    return t


def test_the_owner_of_several_triggers_chooses_their_order():
    t = scores("Superconducting Hub", "Malapert Data Vault")
    first = [DESIGN, "Malapert Data Vault", "Superconducting Hub", "Done"]
    assert t.buttons("corp") == first
    t.press("corp", "Malapert")
    t.press("corp", "No")
    assert t.last_line == "Corp scores Superconducting Hub and gains 1 agenda point."
    assert t.buttons("corp") == [DESIGN, "Superconducting Hub", "Done"]
    t.press("corp", DESIGN)
    t.press("corp", "Yes")
    t.select("corp", "Hedge Fund")
    assert t.match.asked[0].text == "Draw 2 cards?"
    t.press("corp", "Yes")
    assert len(t.titles("hand", "corp")) == 3


def test_triggers_in_fixed_order_resolve_by_title():
    t = scores("Offworld Office", "Malapert Data Vault")
    t.press("corp", "Done")
    assert t.match.asked[0].text == "Add 1 card from Archives to HQ?"
    t.press("corp", "No")
    assert t.match.asked[0].text == "Search R&D for non-agenda card?"
    t.press("corp", "No")
    assert t.last_line == "Corp uses Offworld Office to gain 7 [Credits]."
    assert t.match.asked == {}


def test_triggers_that_gain_credits_come_first_in_the_fixed_order():
    team = {"title": "Red Team", "counters": {"credit": 12}}
    t = position(turn="runner", rig={"program": installed("Leech"), "resource": installed(team)})
    t.runner("ability", "Red Team", 0)
    t.press("runner", "Archives")
    t.both_pass()
    t.both_pass()
    t.press("runner", "Done")
    told = [line.text for line in t.match.G.log]
    gained = told.index("Runner uses Red Team to gain 3 [Credits].")
    assert told[gained + 1] == "Runner uses Leech to place 1 virus counter on itself."


def test_a_silent_trigger_is_not_listed_and_resolves_last():
    t = scores("Luminal Transubstantiation")
    assert t.buttons("corp") == ["Yes", "No"]
    assert t.clicks("corp") == 3
    t.press("corp", "No")
    assert t.clicks("corp") == 6


def test_conditions_are_checked_before_the_first_trigger_resolves():
    """Precision Design triggers although its target has left Archives meanwhile."""
    t = scores("Longevity Serum")
    t.press("corp", "Longevity Serum")
    t.done("corp")
    t.select("corp", "Hedge Fund")
    assert t.titles("discard", "corp") == []
    t.press("corp", "Yes")
    assert (t.match.asked[0].text, t.buttons("corp")) == ("Choose a card to add to HQ", [])
    t.done("corp")
    assert t.match.asked == {}


@pytest.mark.parametrize("first", ["Manegarm Skunkworks", "Anoetic Void"])
def test_a_run_that_has_ended_triggers_nothing_more(first):
    root = installed("Manegarm Skunkworks", "Anoetic Void")
    t = position(
        turn="runner", servers={"hq": {"content": root}}, corp={"hand": ["Hedge Fund", "Sprint"]}
    )
    t.run_to("HQ")
    assert t.buttons("corp") == ["Manegarm Skunkworks", "Anoetic Void", "Done"]
    t.press("corp", first)
    if first == "Anoetic Void":
        t.press("corp", "Yes")
        t.select("corp", "Hedge Fund", "Sprint")
    else:
        t.press("runner", "End the run")
    assert (t.run, t.match.asked) == (None, {})
    assert t.credits("corp") == (3 if first == "Anoetic Void" else 5)


# --- memory -----------------------------------------------------------------------------------------

FULL = {"program": installed("Mayfly", "Mayfly", "Unity"), "hardware": installed("DZMZ Optimizer")}


def test_programs_that_lose_their_memory_are_trashed_until_the_rest_fits():
    t = position(rig=FULL, corp={"hand": ["Retribution"]}, runner={"tags": 1})
    t.corp("play", "Retribution")
    t.select("corp", "DZMZ Optimizer")
    assert t.match.asked[1].text == "Insufficient MU. Trash 1 MU of installed programs."
    assert t.c.card(t.match.asked[1].card).kind == "Retribution"
    t.done("runner")
    assert t.match.asked[1].text == "Insufficient MU. Trash 1 MU of installed programs."
    t.select("runner", "Unity")
    t.done("runner")
    assert t.titles("program", "runner") == ["Mayfly", "Mayfly"]
    assert t.titles("discard", "runner") == ["DZMZ Optimizer", "Unity"]
    assert t.titles("discard", "corp") == ["Retribution"]
    assert t.match.asked == {}


def declined_memory(**more):
    """Retribution takes the memory of a Runner who declines to trash a program."""
    t = position(
        rig=FULL, corp={"hand": ["Retribution"]}, runner={"tags": 1}, priority="engine", **more
    )
    t.corp("play", "Retribution")
    t.select("corp", "DZMZ Optimizer")
    t.done("runner")
    return t


def test_in_engine_priority_declined_memory_is_asked_for_when_the_operation_is_trashed():
    t = declined_memory()
    assert t.match.asked[1].text == "Insufficient MU. Trash 1 MU of installed programs."
    assert t.titles("discard", "corp") == ["Retribution"]
    t.done("runner")  # trashed
    t.done("runner")  # resolved
    assert (t.match.asked, t.c.free_memory()) == ({}, -1)


def test_in_engine_priority_declined_memory_is_asked_for_after_the_next_payment():
    t = declined_memory()
    t.done("runner")
    t.done("runner")
    t.corp("credit")
    assert (t.clicks("corp"), t.credits("corp")) == (1, 4), "the click is paid, nothing is gained"
    assert t.match.asked[1].title == "Corp Basic Action Card"
    t.select("runner", "Unity")
    t.done("runner")
    assert (t.credits("corp"), t.c.free_memory(), t.match.asked) == (5, 0, {})
    t.corp("credit")
    assert t.match.asked == {}


def test_in_engine_priority_declined_memory_is_asked_for_when_the_encounter_ends():
    ices = installed("Ansel 1.0")
    t = position(turn="runner", servers={"hq": {"ices": ices}}, rig=FULL, priority="engine")
    t.run_on("HQ")
    t.both_pass()
    t.corp("subroutine", "Ansel 1.0", 0)
    t.select("corp", "DZMZ Optimizer")
    t.done("runner")
    assert (t.match.asked, t.c.free_memory()) == ({}, -1)
    t.both_pass()
    assert (t.match.asked[1].title, t.phase) == ("Runner Basic Action Card", "encounter-ice")
    t.done("runner")
    assert t.phase == "movement"


def test_ansel_takes_the_memory_in_the_middle_of_a_run():
    t = position(turn="runner", servers={"hq": {"ices": installed("Ansel 1.0")}}, rig=FULL)
    t.run_on("HQ")
    t.both_pass()
    t.corp("subroutine", "Ansel 1.0", 0)
    t.select("corp", "DZMZ Optimizer")
    t.select("runner", "Mayfly")
    t.done("runner")
    assert (t.c.free_memory(), t.phase) == (1, "encounter-ice")


def test_memory_is_asked_for_again_until_the_runner_declines():
    rig = {"program": installed("Unity", "Cleaver", "Carmen", "Leech")}
    t = position(turn="runner", rig=rig, runner={"hand": ["Mayfly"]})
    t.runner("play", "Mayfly")
    assert t.match.asked[1].text == "Insufficient MU to install Mayfly. Trash installed programs?"
    t.select("runner", "Leech")
    t.done("runner")
    assert t.match.asked[1].text == "Insufficient MU to install Mayfly. Trash installed programs?"
    t.done("runner")
    assert (t.titles("hand", "runner"), t.titles("discard", "runner")) == (["Mayfly"], ["Leech"])
    assert (t.clicks("runner"), t.credits("runner")) == (4, 5)


def test_programs_on_the_same_host_cannot_be_trashed_for_memory():
    """Cards hosted on the same ice are not offered: trashing the host prevents the install."""
    host = {"title": "Palisade", "hosted": [{"title": "Botulus"}]}
    t = position(
        turn="runner", servers={"hq": {"ices": installed(host)}},
        rig={"program": installed("Mayfly", "Unity")}, runner={"hand": ["Tranquilizer"]},
    )  # fmt: skip
    t.runner("play", "Tranquilizer")
    t.select("runner", "Palisade")
    assert t.buttons("runner") == ["Mayfly", "Unity"]
    t.select("runner", "Unity")
    t.done("runner")
    assert [one.kind for one in t.c.cards(t.find_card("Palisade").hosted)] == [
        "Botulus",
        "Tranquilizer",
    ]


def test_hosted_cards_are_trashed_with_their_host():
    host = {"title": "Palisade", "hosted": [{"title": "Botulus", "counters": {"virus": 2}}]}
    t = position(servers={"hq": {"ices": installed(host)}}, corp={"credits": 0, "hand": ["Tithe"]})
    t.corp("play", "Tithe", "HQ")
    assert t.match.asked[0].text == "Trash ice protecting the root of HQ (minimum 1)"
    t.select("corp", "Palisade")
    assert (t.titles("ice", "corp"), t.titles("discard", "corp")) == (["Tithe"], ["Palisade"])
    assert (t.titles("hosted", "runner"), t.titles("discard", "runner")) == ([], ["Botulus"])
    (botulus,) = t.c.cards_in("discard", 1)
    assert (botulus.host, botulus.counters, t.c.free_memory()) == (None, {}, 4)


# --- the end ------------------------------------------------------------------------------------------


def test_the_turn_start_completes_although_the_game_is_over():
    """As on jinteki.net, the log ends with the Corp's draw."""
    content = installed({"title": "Clearinghouse", "advancement": 3})
    t = position(turn="runner", servers={"remote1": {"content": content}}, runner={"clicks": 0})
    t.runner("end-turn")
    t.corp("start-turn")
    t.corp("end-phase-12")
    t.press("corp", "Yes")
    assert t.match.result.winners == (0,)
    assert t.last_line == "Corp makes their mandatory start of turn draw."
    assert t.titles("hand", "corp") == ["Hedge Fund"]
