"""Corp cards. Scenarios C1 to C22, C43 to C46."""

import pytest

from tests.games.netrunner.positions import installed, position


def encounter(ice, **more):
    """Return a match in which the Runner encounters one piece of ice at HQ."""
    t = position(turn="runner", servers={"hq": {"ices": installed(ice)}}, **more)
    meet(t)
    return t


def meet(t):
    t.run_on("HQ")
    t.both_pass()


def scored(title, need, **more):
    """Return a match in which the Corp scores an agenda from Server 1."""
    content = installed({"title": title, "advancement": need}, rezzed=False)
    servers = {"remote1": {"content": content}, **more.pop("servers", {})}
    t = position(servers=servers, **more)
    t.corp("score", title)
    return t


# --- ice ------------------------------------------------------------------------------------------


def test_c1_whitespace_takes_three_credits_and_may_end_the_run():
    t = encounter("Whitespace", runner={"credits": 10}, corp={"hand": ["Hedge Fund"]})
    t.corp("unbroken-subroutines", "Whitespace")
    assert (t.credits("runner"), t.phase) == (7, "encounter-ice")
    t.both_pass()
    t.both_pass()
    t.press("runner", "No action")
    meet(t)
    t.corp("unbroken-subroutines", "Whitespace")
    assert (t.credits("runner"), t.run) == (4, None)


def test_c2_tithe_does_damage_and_gains_a_credit():
    t = encounter("Tithe", runner={"hand": ["Sure Gamble"]})
    t.corp("unbroken-subroutines", "Tithe")
    assert (t.titles("discard", "runner"), t.credits("corp")) == (["Sure Gamble"], 6)


def test_c3_palisade_is_stronger_in_front_of_remotes():
    wall = installed("Palisade")
    t = position(servers={"hq": {"ices": wall}, "remote1": {"ices": wall}})
    inner = [t.c.card(t.match.G.servers[key].ices[0]) for key in ("hq", "remote1")]
    assert [t.c.strength(one) for one in inner] == [2, 4]


def test_c4_karuna_lets_the_runner_go_after_two():
    t = encounter("Karunā", runner={"hand": ["Sure Gamble"] * 6})
    t.corp("unbroken-subroutines", "Karunā")
    assert len(t.titles("discard", "runner")) == 2
    t.press("runner", "Yes")
    assert (t.run, len(t.titles("discard", "runner"))) == (None, 2)
    meet(t)
    t.corp("unbroken-subroutines", "Karunā")
    t.press("runner", "No")
    assert (len(t.titles("discard", "runner")), t.phase) == (6, "encounter-ice")


@pytest.mark.parametrize(("card", "ends"), [("Docklands Pass", False), ("Sure Gamble", True)])
def test_c5_diviner_ends_the_run_if_the_cost_is_odd(card, ends):
    t = encounter("Diviner", runner={"hand": [card]})
    t.corp("unbroken-subroutines", "Diviner")
    assert (t.run is None) is ends
    assert t.titles("discard", "runner") == [card]


def test_c6_bran_installs_ice_inward_and_the_runner_stays_in_front():
    t = encounter("Brân 1.0", corp={"hand": ["Palisade"]})
    t.corp("subroutine", "Brân 1.0", 0)
    t.select("corp", "Palisade")
    assert t.credits("corp") == 5
    assert [t.c.card(n).kind for n in t.match.G.servers["hq"].ices] == ["Palisade", "Brân 1.0"]
    assert t.run.position == 2
    t.corp("subroutine", "Brân 1.0", 1)
    assert t.run is None


def test_c6b_a_bioroid_is_broken_with_a_click():
    t = encounter("Brân 1.0")
    t.runner("runner-ability", "Brân 1.0", 0)
    assert t.match.asked[1].text == "Break a subroutine"
    t.press("runner", "End the run")
    assert (t.clicks("runner"), t.find_card("Brân 1.0").broken) == (2, 0b010)


def test_c7_funhouse_tags_or_stops_and_then_wants_four():
    t = encounter("Funhouse")
    t.press("runner", "End the run")
    assert (t.run, t.tags) == (None, 0)
    meet(t)
    t.press("runner", "Take 1 tag")
    t.corp("unbroken-subroutines", "Funhouse")
    t.press("runner", "Pay 4")
    assert (t.tags, t.credits("runner")) == (1, 1)
    t.both_pass()
    t.runner("jack-out")
    meet(t)
    t.press("runner", "Take 1 tag")
    t.corp("unbroken-subroutines", "Funhouse")
    assert (t.tags, t.match.asked) == (3, {}), "with 1 credit nobody is asked"


def test_c8_ping_tags_when_rezzed_during_a_run():
    t = position(turn="runner", servers={"hq": {"ices": installed("Ping", rezzed=False)}})
    t.run_on("HQ")
    t.corp("rez", "Ping")
    assert t.tags == 1
    t = position(priority="engine", servers={"hq": {"ices": installed("Ping", rezzed=False)}})
    t.corp("rez", "Ping")
    assert t.tags == 0


def test_c9_ballista_trashes_a_program_or_ends_the_run():
    t = encounter("Ballista", rig={"program": installed("Cleaver")})
    t.corp("unbroken-subroutines", "Ballista")
    assert t.buttons("corp") == ["Trash a program", "End the run"]
    t.press("corp", "Trash")
    t.select("corp", "Cleaver")
    assert t.titles("discard", "runner") == ["Cleaver"]
    t = encounter("Ballista")
    t.corp("unbroken-subroutines", "Ballista")
    assert t.buttons("corp") == ["Do nothing", "End the run"]


def test_c10_pharos_grows_with_three_advancements():
    t = encounter({"title": "Pharos", "advancement": 2})
    assert t.strength("Pharos") == 5
    t.corp("unbroken-subroutines", "Pharos")
    assert (t.tags, t.run) == (1, None)
    t = position(servers={"hq": {"ices": installed({"title": "Pharos", "advancement": 2})}})
    t.corp("advance", "Pharos")
    assert t.strength("Pharos") == 10


def test_ansel_trashes_and_forbids_stealing():
    t = encounter(
        "Ansel 1.0", corp={"hand": ["Offworld Office"]}, rig={"program": installed("Unity")}
    )
    t.corp("unbroken-subroutines", "Ansel 1.0")
    t.select("corp", "Unity")
    t.done("corp")
    t.both_pass()
    t.both_pass()
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert (t.points("runner"), t.titles("program", "runner")) == (0, [])


# --- upgrades and assets --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "clicks", "credits"), [("Spend", 1, 5), ("Pay 5", 3, 0), ("End the run", 3, 5)]
)
def test_c11_manegarm_takes_clicks_or_credits(button, clicks, credits):
    content = installed("Manegarm Skunkworks")
    t = position(turn="runner", servers={"remote1": {"content": content}})
    t.run_to("Server 1")
    t.press("runner", button)
    assert (t.clicks("runner"), t.credits("runner")) == (clicks, credits)
    assert (t.run is None) is (button == "End the run")


def test_c12_anoetic_void_ends_the_run_for_two_cards():
    content = installed("Anoetic Void")
    hand = ["Hedge Fund", "Tithe"]
    t = position(turn="runner", servers={"remote1": {"content": content}}, corp={"hand": hand})
    t.run_to("Server 1")
    t.press("corp", "Yes")
    t.select("corp", "Hedge Fund", "Tithe")
    assert (t.run, t.credits("corp"), t.titles("hand", "corp")) == (None, 3, [])


@pytest.mark.parametrize("trashed", [False, True])
def test_c13_amaze_tags_after_an_agenda_was_stolen_there(trashed):
    agenda = {"title": "Offworld Office", "rezzed": False}
    content = installed("AMAZE Amusements", agenda)
    t = position(turn="runner", servers={"remote1": {"content": content}})
    t.run_to("Server 1")
    t.select("runner", "AMAZE Amusements" if trashed else "a card")
    if trashed:
        t.press("runner", "Pay 3")
        t.press("runner", "Steal")
    else:
        t.press("runner", "Steal")
        t.press("runner", "No action")
    assert (t.run, t.tags) == (None, 2)
    assert t.log_contains("give the Runner 2 tags")


def test_c14_urtica_cipher_does_damage_by_its_advancements():
    content = installed({"title": "Urtica Cipher", "advancement": 2}, rezzed=False)
    hand = ["Sure Gamble"] * 5
    t = position(turn="runner", servers={"remote1": {"content": content}}, runner={"hand": hand})
    t.run_to("Server 1")
    t.press("corp", "Yes")
    assert len(t.titles("discard", "runner")) == 4


def test_c15_nico_campaign_pays_three_turns_and_a_card():
    content = installed("Nico Campaign", rezzed=False)
    t = position(servers={"remote1": {"content": content}}, corp={"hand": ["Tithe"]})
    t.corp("rez", "Nico Campaign")
    seen = []
    for _ in range(3):
        t.end_turn()
        before = (t.credits("corp"), len(t.titles("hand", "corp")))
        t.end_turn()
        after = (t.credits("corp"), len(t.titles("hand", "corp")))
        seen.append((after[0] - before[0], after[1] - before[1]))
    assert seen == [(3, 1), (3, 1), (3, 2)]
    assert t.titles("discard", "corp") == ["Nico Campaign"]


def test_c16_regolith_pays_three_a_click():
    t = position(
        servers={
            "remote1": {
                "content": installed(
                    {"title": "Regolith Mining License", "counters": {"credit": 15}}
                )
            }
        }
    )
    t.corp("ability", "Regolith Mining License", 0)
    assert (t.credits("corp"), t.clicks("corp")) == (8, 2)


def test_c43_spin_doctor_draws_and_shuffles_back():
    content = installed("Spin Doctor", rezzed=False)
    t = position(servers={"remote1": {"content": content}}, corp={"discard": ["Offworld Office"]})
    t.corp("rez", "Spin Doctor")
    assert len(t.titles("hand", "corp")) == 2
    t.corp("ability", "Spin Doctor", 0)
    t.select("corp", "Offworld Office")
    assert (t.titles("rfg", "corp"), t.titles("discard", "corp")) == (["Spin Doctor"], [])
    assert "Offworld Office" in t.titles("deck", "corp")


def test_spin_doctor_and_longevity_serum_name_only_faceup_cards():
    known = [{"title": title, "faceup": True} for title in ("Hedge Fund", "Sprint")]
    agenda = {"title": "Longevity Serum", "rezzed": False, "advancement": 3}
    t = position(
        servers={"remote1": {"content": [agenda]}}, corp={"discard": [*known, "Tithe"]},
    )  # fmt: skip
    t.corp("score", "Longevity Serum")
    t.done("corp")
    t.select("corp", "Sprint", "Tithe", "Hedge Fund")
    line = t.c.G.log[-1]
    assert line.text.endswith("to shuffle Hedge Fund and Sprint and 1 unseen card into R&D.")
    assert line.corp.endswith("Hedge Fund and Sprint and 1 unseen card (Tithe) into R&D.")


def test_clearinghouse_does_damage_at_the_start_of_a_turn():
    content = installed({"title": "Clearinghouse", "advancement": 4})
    t = position(
        turn="runner", servers={"remote1": {"content": content}},
        runner={"hand": ["Sure Gamble"] * 4, "clicks": 0},
    )  # fmt: skip
    t.runner("end-turn")
    t.corp("start-turn")
    t.corp("end-phase-12")
    t.press("corp", "Yes")
    assert (t.titles("hand", "runner"), t.match.result) == ([], None)


# --- agendas and operations -----------------------------------------------------------------------


@pytest.mark.parametrize("stolen", [False, True])
def test_c17_send_a_message_rezzes_ice_for_nothing(stolen):
    ices = {"hq": {"ices": installed("Brân 1.0", rezzed=False)}}
    if stolen:
        t = position(turn="runner", servers=ices, corp={"deck": ["Send a Message"]})
        t.run_to("R&D")
        t.press("runner", "Steal")
    else:
        t = scored("Send a Message", 5, servers=ices)
    t.select("corp", "Brân 1.0")
    assert (t.find_card("Brân 1.0").rezzed, t.credits("corp"), t.match.asked) == (True, 5, {})


def test_c18_superconducting_hub_draws_and_makes_room():
    t = scored("Superconducting Hub", 3)
    t.press("corp", "Yes")
    assert (len(t.titles("hand", "corp")), t.c.hand_size(0)) == (2, 7)


@pytest.mark.parametrize(("tags", "after", "hurt"), [(0, 1, 0), (1, 1, 4)])
def test_c19_orbital_superiority_tags_or_does_damage(tags, after, hurt):
    t = scored("Orbital Superiority", 4, runner={"tags": tags, "hand": ["Sure Gamble"] * 5})
    assert (t.tags, len(t.titles("discard", "runner"))) == (after, hurt)


def test_c20_luminal_gives_clicks_and_forbids_more_scoring():
    content = {"content": installed({"title": "Offworld Office", "advancement": 4}, rezzed=False)}
    t = scored("Luminal Transubstantiation", 3, servers={"remote2": content})
    assert t.clicks("corp") == 6
    assert t.try_("corp", "score", "Offworld Office") is not None
    assert t.points("corp") == 2


def test_c21_seamless_launch_needs_a_card_that_was_there_before():
    t = position(corp={"hand": ["Offworld Office", "Seamless Launch", "Seamless Launch"]})
    t.corp("play", "Offworld Office", "New remote")
    t.corp("play", "Seamless Launch")
    assert t.log_contains("uses Seamless Launch to do nothing")
    t.end_turn()
    t.end_turn()
    t.corp("play", "Seamless Launch")
    t.select("corp", "Offworld Office")
    assert t.find_card("Offworld Office").advancement == 2


def test_c22_public_trail_follows_a_successful_run():
    t = position(corp={"hand": ["Public Trail"], "credits": 9}, runner={"credits": 4})
    assert t.try_("corp", "play", "Public Trail") is not None
    t.end_turn()
    t.run_to("Archives")
    t.end_turn()
    t.corp("play", "Public Trail")
    assert t.buttons("runner") == ["Take 1 tag"]
    t.press("runner", "Take")
    assert t.tags == 1


@pytest.mark.parametrize(("grip", "winner"), [(2, None), (1, 0)])
def test_c44_neurospike_does_damage_by_the_points_scored(grip, winner):
    hand = {"hand": ["Neurospike"]}
    t = scored("Offworld Office", 4, corp=hand, runner={"hand": ["Sure Gamble"] * grip})
    t.corp("play", "Neurospike")
    assert (t.match.G.winner, t.titles("hand", "runner")) == (winner, [])
    if winner is not None:
        assert t.match.G.reason == "Flatline"


def test_c45_retribution_needs_a_tag():
    rig = {"program": installed("Unity")}
    t = position(corp={"hand": ["Retribution"]}, rig=rig)
    assert t.try_("corp", "play", "Retribution") is not None
    t = position(corp={"hand": ["Retribution"]}, rig=rig, runner={"tags": 1})
    t.corp("play", "Retribution")
    t.select("corp", "Unity")
    assert t.titles("discard", "runner") == ["Unity"]


@pytest.mark.parametrize("tags", [0, 1])
def test_c46_predictive_planogram_does_both_to_the_tagged(tags):
    t = position(corp={"hand": ["Predictive Planogram"]}, runner={"tags": tags})
    t.corp("play", "Predictive Planogram")
    assert len(t.buttons("corp")) == 2 + tags
    t.press("corp", t.buttons("corp")[-1])
    assert (t.credits("corp"), len(t.titles("hand", "corp"))) == (5 + 3 * tags, 3)


# --- what is declined, or cannot be done ----------------------------------------------------------


def test_above_the_law_asks_only_if_there_is_a_resource():
    t = scored("Above the Law", 3)
    assert t.match.asked == {}
    t = scored("Above the Law", 3, rig={"resource": installed("Telework Contract")})
    t.select("corp", "Telework Contract")
    assert t.titles("discard", "runner") == ["Telework Contract"]
    assert t.last_line == "Corp uses Above the Law to trash Telework Contract."


def test_longevity_serum_with_empty_hands_and_an_empty_archives():
    t = scored("Longevity Serum", 3)
    assert t.match.asked[0].text == "Choose any number of cards in HQ to trash"
    t.done("corp")
    assert t.last_line == "Corp uses Longevity Serum to decline trashing any cards from HQ."
    assert t.match.asked[0].text == "Choose up to 0 targets for Longevity Serum"
    t.done("corp")
    assert t.last_line == "Corp uses Longevity Serum to shuffle R&D."
    assert t.match.asked == {}


def test_precision_design_may_be_declined():
    corp = {"identity": "Haas-Bioroid: Precision Design", "discard": ["Hedge Fund"]}
    t = scored("Offworld Office", 4, corp=corp)
    t.press("corp", "Offworld Office")
    t.press("corp", "No")
    assert (t.titles("discard", "corp"), t.titles("hand", "corp")) == (["Hedge Fund"], [])


def test_precision_design_can_be_set_to_auto_resolve():
    corp = {"identity": "Haas-Bioroid: Precision Design", "discard": ["Hedge Fund"]}
    content = installed({"title": "Orbital Superiority", "advancement": 4}, rezzed=False)
    t = position(servers={"remote1": {"content": content}}, corp=corp, priority="engine")
    t.corp("ability", "Haas-Bioroid: Precision Design", 0)
    t.press("corp", "Never")
    t.corp("score", "Orbital Superiority")
    t.press("corp", "Haas-Bioroid: Precision Design")
    assert (t.match.asked, t.tags) == ({}, 1)


def test_hansei_review_without_another_card_only_pays():
    t = position(corp={"hand": ["Hansei Review"]})
    t.corp("play", "Hansei Review")
    assert (t.credits("corp"), t.match.asked) == (10, {})


def test_ballista_without_programs_may_do_nothing():
    t = encounter("Ballista")
    t.corp("unbroken-subroutines", "Ballista")
    assert t.buttons("corp") == ["Do nothing", "End the run"]
    t.press("corp", "Do nothing")
    assert t.phase == "encounter-ice"


def test_ansel_finds_nothing_to_trash():
    t = encounter("Ansel 1.0")
    t.corp("subroutine", "Ansel 1.0", 0)
    assert (t.phase, t.match.asked) == ("encounter-ice", {})


# --- the window at the start of the turn ----------------------------------------------------------


def before_the_turn(*cards, **corp):
    """Return a match at the start of the Corp's turn, with cards that open its window."""
    content = {f"remote{n}": {"content": installed(one)} for n, one in enumerate(cards, 1)}
    t = position(turn="runner", servers=content, runner={"clicks": 0, "hand": ["Leech"]}, corp=corp)
    t.runner("end-turn")
    t.corp("start-turn")
    return t


HOUSE = {"title": "Clearinghouse", "advancement": 1}
NICO = {"title": "Nico Campaign", "counters": {"credit": 3}}


def test_what_was_done_by_hand_in_the_window_does_not_happen_again():
    t = before_the_turn(HOUSE, NICO)
    t.corp("ability", "Nico Campaign", 0)
    assert (t.credits("corp"), t.titles("discard", "corp")) == (8, ["Nico Campaign"])
    assert t.log_contains("Corp trashes Nico Campaign and draws 1 card.")
    t.corp("ability", "Clearinghouse", 0)
    t.press("corp", "No")
    assert t.try_("corp", "ability", "Clearinghouse", 0) is not None
    t.corp("end-phase-12")
    assert (t.match.asked, t.credits("corp")) == ({}, 8)
    assert t.last_line == "Corp makes their mandatory start of turn draw."


def test_clearinghouse_is_used_by_hand():
    t = before_the_turn(HOUSE)
    t.corp("ability", "Clearinghouse", 0)
    t.press("corp", "Yes")
    assert (t.titles("hand", "runner"), t.titles("discard", "corp")) == ([], ["Clearinghouse"])
    t.corp("end-phase-12")
    assert t.match.asked == {}


def test_nico_campaign_has_no_card_left_to_draw():
    t = before_the_turn(NICO, deck=[])
    assert t.log_contains("Corp trashes Nico Campaign.")
    assert (t.match.result.winners, t.match.G.reason) == ((1,), "Decked")


def test_an_agenda_may_be_scored_in_the_window_before_the_draw():
    agenda = {"title": "Offworld Office", "advancement": 4, "rezzed": False}
    t = before_the_turn(HOUSE, agenda)
    t.corp("score", "Offworld Office")
    assert (t.points("corp"), t.credits("corp"), t.titles("hand", "corp")) == (2, 12, [])
    t.corp("end-phase-12")
    t.press("corp", "No")
    assert t.titles("hand", "corp") == ["Hedge Fund"]


def test_a_declined_malapert_data_vault_is_not_logged():
    office = {"title": "Offworld Office", "rezzed": False, "advancement": 4}
    content = [*installed("Malapert Data Vault"), office]
    t = position(servers={"remote1": {"content": content}})
    t.corp("score", "Offworld Office")
    t.press("corp", "Malapert Data Vault")
    t.press("corp", "No")
    assert not t.log_contains("Malapert Data Vault")
    assert t.last_line == "Corp uses Offworld Office to gain 7 [Credits]."
