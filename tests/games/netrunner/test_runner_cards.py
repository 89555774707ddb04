"""Runner cards. Scenarios C23 to C42 and C47 to C49."""

import pytest

from tests.games.netrunner.positions import installed, position


def meet(t, server="HQ"):
    t.run_on(server)
    t.both_pass()


def rig(*programs, **more):
    return {"program": installed(*programs), **more}


def facing(ice, *programs, credits=20, **more):
    """Return a match in which the Runner with these programs encounters one piece of ice at HQ."""
    t = position(
        turn="runner", servers={"hq": {"ices": installed(ice)}}, rig=rig(*programs),
        runner={"credits": credits}, **more,
    )  # fmt: skip
    meet(t)
    return t


def broken(t, breaker):
    """Break everything at once and return the cost."""
    before = t.credits("runner")
    t.runner("dynamic-ability", breaker, "auto-pump-and-break")
    return before - t.credits("runner")


# --- breakers -------------------------------------------------------------------------------------


def test_c23_mayfly_breaks_anything_once():
    t = facing("Brân 1.0", "Mayfly")
    assert broken(t, "Mayfly") == 8
    assert t.find_card("Brân 1.0").broken == 0b111
    t.corp("continue")
    t.runner("jack-out")
    assert (t.titles("program", "runner"), t.titles("discard", "runner")) == ([], ["Mayfly"])


PRICES = [
    ("Mayfly", "Whitespace", 2), ("Mayfly", "Tithe", 2), ("Mayfly", "Palisade", 2),
    ("Mayfly", "Diviner", 3), ("Mayfly", "Karunā", 4), ("Unity", "Whitespace", 2),
    ("Unity", "Diviner", 3), ("Cleaver", "Palisade", 1), ("Cleaver", "Brân 1.0", 8),
    ("Carmen", "Tithe", 2), ("Carmen", "Karunā", 4), ("Buzzsaw", "Whitespace", 1),
    ("Marjanah", "Palisade", 3), ("Echelon", "Tithe", 2),
]  # fmt: skip


@pytest.mark.parametrize(("breaker", "ice", "price"), PRICES)
def test_what_breaking_all_of_it_costs(breaker, ice, price):
    assert broken(facing(ice, breaker), breaker) == price


def test_c24_three_unities_help_each_other():
    t = facing("Funhouse", "Unity", "Unity", "Unity")
    t.press("runner", "Take 1 tag")
    assert broken(t, "Unity") == 2
    assert max(t.c.strength(one) for one in t.c.installed(1)) == 4


@pytest.mark.parametrize(("runs", "price"), [(0, 5), (1, 3)])
def test_c25_carmen_is_cheaper_after_a_successful_run(runs, price):
    t = position(turn="runner", runner={"hand": ["Carmen"], "credits": 9})
    for _ in range(runs):
        t.run_to("Archives")
    t.runner("play", "Carmen")
    assert t.credits("runner") == 9 - price


def test_c26_cleaver_breaks_two_for_one_and_pumps_for_two():
    t = facing("Pharos", "Cleaver")
    t.runner("ability", "Cleaver", 1)
    t.runner("ability", "Cleaver", 1)
    assert (t.strength("Cleaver"), t.credits("runner")) == (5, 16)
    t.runner("ability", "Cleaver", 0)
    t.press("runner", "End the run")
    t.press("runner", "End the run")
    assert (t.credits("runner"), t.find_card("Pharos").broken) == (15, 0b110)


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_c27_echelon_counts_breakers(copies):
    t = position(rig=rig(*["Echelon"] * copies))
    assert t.strength("Echelon") == copies


def test_c28_marjanah_is_cheaper_after_a_successful_run():
    t = position(turn="runner", servers={"hq": {"ices": installed("Ping")}}, rig=rig("Marjanah"))
    meet(t)
    assert broken(t, "Marjanah") == 2
    t.corp("continue")
    t.runner("jack-out")
    t.run_to("Archives")
    meet(t)
    assert broken(t, "Marjanah") == 1


# --- other programs -------------------------------------------------------------------------------


def test_c29_botulus_breaks_its_host():
    t = position(
        turn="runner", servers={"hq": {"ices": installed("Palisade")}}, runner={"hand": ["Botulus"]}
    )
    t.runner("play", "Botulus")
    t.select("runner", "Palisade")
    meet(t)
    t.runner("ability", "Botulus", 0)
    t.press("runner", "End the run")
    assert (t.find_card("Palisade").broken, t.find_card("Botulus").count("virus")) == (1, 0)


def test_c30_tranquilizer_derezzes_in_the_third_turn():
    t = position(
        turn="runner",
        servers={"hq": {"ices": installed("Palisade")}},
        runner={"hand": ["Tranquilizer"]},
    )
    t.runner("play", "Tranquilizer")
    t.select("runner", "Palisade")
    seen = []
    for _ in range(3):
        seen.append((t.find_card("Tranquilizer").count("virus"), t.find_card("Palisade").rezzed))
        t.end_turn()
        t.end_turn()
    assert seen == [(1, True), (2, True), (3, False)]


def test_c31_leech_gathers_at_central_servers_and_weakens_ice():
    remote = {"content": installed("Nico Campaign")}
    servers = {"hq": {"ices": installed("Palisade")}, "remote1": remote}
    t = position(turn="runner", servers=servers, rig=rig("Leech"))
    t.run_to("Archives")
    assert t.find_card("Leech").count("virus") == 1
    t.run_to("Server 1")
    t.press("runner", "No action")
    assert t.find_card("Leech").count("virus") == 1
    meet(t)
    t.runner("ability", "Leech", 0)
    assert (t.strength("Palisade"), t.find_card("Leech").count("virus")) == (1, 0)


def test_c32_conduit_digs_deeper_each_time():
    t = position(turn="runner", rig=rig("Conduit"))
    t.runner("ability", "Conduit", 0)
    t.both_pass()
    t.both_pass()
    t.press("runner", "No action")
    t.press("runner", "Yes")
    t.runner("ability", "Conduit", 0)
    t.both_pass()
    t.both_pass()
    t.press("runner", "No action")
    t.press("runner", "No action")
    t.press("runner", "No")
    assert t.find_card("Conduit").count("virus") == 1


def test_fermenter_is_cashed_in():
    t = position(turn="runner", rig=rig({"title": "Fermenter", "counters": {"virus": 3}}))
    t.runner("ability", "Fermenter", 0)
    assert (t.credits("runner"), t.titles("discard", "runner")) == (11, ["Fermenter"])


# --- events ---------------------------------------------------------------------------------------


def test_c33_jailbreak_draws_and_accesses_two():
    t = position(turn="runner", runner={"hand": ["Jailbreak"]}, corp={"hand": ["Tithe", "Karunā"]})
    t.runner("play", "Jailbreak")
    assert t.buttons("runner") == ["HQ", "R&D"]
    t.press("runner", "HQ")
    t.both_pass()
    t.both_pass()
    t.press("runner", "No action")
    t.press("runner", "No action")
    assert (t.run, len(t.titles("hand", "runner"))) == (None, 1)


def test_c34_overclock_pays_for_its_run():
    content = installed("Nico Campaign")
    t = position(
        turn="runner", servers={"remote1": {"content": content}}, runner={"hand": ["Overclock"]}
    )
    t.runner("play", "Overclock")
    t.press("runner", "Server 1")
    t.both_pass()
    t.both_pass()
    t.press("runner", "Pay 2")
    t.select("runner", "Overclock")
    t.select("runner", "Overclock")
    assert (t.credits("runner"), t.titles("discard", "corp")) == (4, ["Nico Campaign"])


@pytest.mark.parametrize(("title", "price"), [("Palisade", 6), ("Anoetic Void", 0)])
def test_c35_tread_lightly_raises_rez_costs(title, price):
    server = {
        "ices": installed("Palisade", rezzed=False),
        "content": installed("Anoetic Void", rezzed=False),
    }
    t = position(
        turn="runner", servers={"remote1": server}, runner={"hand": ["Tread Lightly"]},
        corp={"credits": 8},
    )  # fmt: skip
    t.runner("play", "Tread Lightly")
    t.press("runner", "Server 1")
    t.both_pass()
    t.corp("rez", title)
    assert t.credits("corp") == 8 - price


def test_c41_wildcat_strike_lets_the_corp_choose():
    t = position(turn="runner", runner={"hand": ["Wildcat Strike"]})
    t.runner("play", "Wildcat Strike")
    t.press("corp", "Runner draws")
    assert len(t.titles("hand", "runner")) == 4


@pytest.mark.parametrize(
    ("title", "credits", "cards"), [("VRcation", 4, 4), ("Creative Commission", 9, 0)]
)
def test_c42_events_that_cost_a_second_click(title, credits, cards):
    t = position(turn="runner", runner={"hand": [title]})
    t.runner("play", title)
    assert (t.clicks("runner"), t.credits("runner")) == (2, credits)
    assert len(t.titles("hand", "runner")) == cards


def test_mutual_favor_finds_a_breaker():
    deck = ["Sure Gamble", "Unity", "Cleaver", "Jailbreak"]
    t = position(turn="runner", runner={"hand": ["Mutual Favor"], "deck": deck})
    t.runner("play", "Mutual Favor")
    assert t.buttons("runner") == ["Cleaver", "Unity", "Cancel"]
    t.press("runner", "Unity")
    assert t.titles("hand", "runner") == ["Unity"]


# --- hardware and resources -----------------------------------------------------------------------


def test_c36_docklands_pass_sees_two_cards_once_a_turn():
    t = position(
        turn="runner", rig={"hardware": installed("Docklands Pass")},
        corp={"hand": ["Hedge Fund"] * 3},
    )  # fmt: skip
    for accesses in (2, 1):
        t.run_to("HQ")
        for _ in range(accesses):
            t.press("runner", "No action")
        assert t.run is None


def test_c37_pennyshaver_keeps_a_credit_for_every_run():
    t = position(turn="runner", rig={"hardware": installed("Pennyshaver")})
    t.run_to("Archives")
    t.run_to("Archives")
    t.runner("ability", "Pennyshaver", 0)
    assert (t.credits("runner"), t.find_card("Pennyshaver").count("credit")) == (8, 0)


def test_c38_red_team_visits_every_central_server_once():
    team = {"title": "Red Team", "counters": {"credit": 12}}
    t = position(turn="runner", rig={"resource": installed(team)}, corp={"hand": [], "deck": []})
    for left in (3, 2, 1):
        t.runner("ability", "Red Team", 0)
        assert len(t.buttons("runner")) == left + 1
        t.press("runner", t.buttons("runner")[0])
        t.both_pass()
        t.both_pass()
    assert (t.credits("runner"), t.clicks("runner")) == (14, 1)
    assert t.try_("runner", "ability", "Red Team", 0) is not None


def test_c38_a_cancelled_red_team_costs_nothing():
    team = {"title": "Red Team", "counters": {"credit": 12}}
    t = position(turn="runner", rig={"resource": installed(team)})
    t.runner("ability", "Red Team", 0)
    t.press("runner", "Cancel")
    assert (t.run, t.clicks("runner")) == (None, 4)


def test_c39_telework_contract_pays_three_times_once_a_turn():
    job = {"title": "Telework Contract", "counters": {"credit": 9}}
    t = position(turn="runner", rig={"resource": installed(job)})
    for _ in range(3):
        before = t.credits("runner")
        t.runner("ability", "Telework Contract", 0)
        assert t.credits("runner") == before + 3
        if t.titles("resource", "runner"):
            assert t.try_("runner", "ability", "Telework Contract", 0) is not None
            t.end_turn()
            t.end_turn()
    assert t.titles("discard", "runner") == ["Telework Contract"]


def test_c40_verbal_plasticity_draws_two_the_first_time():
    t = position(turn="runner", rig={"resource": installed("Verbal Plasticity")})
    t.runner("draw")
    assert len(t.titles("hand", "runner")) == 2
    t.runner("draw")
    assert len(t.titles("hand", "runner")) == 3


def test_smartware_distributor_pays_every_turn():
    t = position(turn="runner", rig={"resource": installed("Smartware Distributor")})
    t.runner("ability", "Smartware Distributor", 0)
    t.end_turn()
    before = t.credits("runner")
    t.end_turn()
    assert t.credits("runner") == before + 1
    assert t.find_card("Smartware Distributor").count("credit") == 2


def test_c47_carnivore_trashes_for_two_cards():
    t = position(
        turn="runner", rig={"hardware": installed("Carnivore")},
        runner={"hand": ["Sure Gamble", "Unity"]}, corp={"hand": ["Hedge Fund"]},
    )  # fmt: skip
    t.run_to("HQ")
    t.press("runner", "Carnivore")
    t.select("runner", "Sure Gamble", "Unity")
    assert (t.run, t.titles("discard", "corp")) == (None, ["Hedge Fund"])


def test_c48_dzmz_optimizer_makes_the_first_program_cheaper():
    t = position(
        turn="runner", rig={"hardware": installed("DZMZ Optimizer")},
        runner={"hand": ["Leech", "Mayfly"]},
    )  # fmt: skip
    t.runner("play", "Leech")
    assert t.credits("runner") == 5
    t.runner("play", "Mayfly")
    assert t.credits("runner") == 4


def test_c49_pantograph_pays_and_installs_when_an_agenda_is_stolen():
    t = position(
        turn="runner", rig={"hardware": installed("Pantograph")},
        runner={"hand": ["Unity"]}, corp={"deck": ["Offworld Office"]},
    )  # fmt: skip
    t.run_to("R&D")
    t.press("runner", "Steal")
    t.select("runner", "Unity")
    assert (t.credits("runner"), t.titles("program", "runner")) == (3, ["Unity"])


def test_a_card_being_installed_lies_in_the_play_area_while_its_price_is_chosen():
    t = position(
        turn="runner", rig={"hardware": installed("Pantograph")},
        runner={"hand": ["Overclock", "Unity"]}, corp={"deck": ["Offworld Office"]},
    )  # fmt: skip
    t.runner("play", "Overclock")
    t.press("runner", "R&D")
    t.both_pass()
    t.both_pass()
    t.press("runner", "Steal")
    t.select("runner", "Unity")
    assert t.match.asked[1].text == "Choose a credit providing card (0 of 3 credits)"
    assert t.titles("play_area", "runner") == ["Overclock", "Unity"]
    assert t.titles("hand", "runner") == []
    t.select("runner", "Overclock")
    t.done("runner")
    assert (t.titles("program", "runner"), t.credits("runner")) == (["Unity"], 3)


# --- finding and installing a breaker -------------------------------------------------------------


def favor(deck, programs=(), **more):
    """Play Mutual Favor after a successful run."""
    t = position(
        turn="runner", rig=rig(*programs), runner={"hand": ["Mutual Favor"], "deck": deck, **more}
    )
    t.run_to("Archives")
    t.runner("play", "Mutual Favor")
    return t


def test_mutual_favor_installs_what_it_found_after_a_run():
    t = favor(["Unity", "Sure Gamble", "Cleaver"])
    assert t.buttons("runner") == ["Cleaver", "Unity", "Cancel"]
    t.press("runner", "Unity")
    t.press("runner", "Yes")
    assert [line.text for line in t.match.G.log[-2:]] == [
        "Runner uses Mutual Favor to  install Unity.",
        "Runner pays 3 [Credits] to install Unity from the Stack.",
    ]
    assert t.titles("program", "runner") == ["Unity"]
    assert sorted(t.titles("deck", "runner")) == ["Cleaver", "Sure Gamble"]


def test_mutual_favor_makes_room_for_what_it_found():
    t = favor(["Unity"], ["Mayfly", "Mayfly"])
    t.press("runner", "Unity")
    t.press("runner", "Yes")
    t.select("runner", "Mayfly")
    t.done("runner")
    assert t.titles("program", "runner") == ["Mayfly", "Unity"]
    assert t.titles("deck", "runner") == []


def test_mutual_favor_leaves_a_program_without_memory_in_the_stack():
    t = favor(["Unity"], ["Mayfly", "Mayfly"])
    t.press("runner", "Unity")
    t.press("runner", "Yes")
    t.done("runner")
    assert (t.titles("deck", "runner"), t.titles("hand", "runner")) == (["Unity"], [])
    assert t.titles("discard", "runner") == ["Mutual Favor"]


def test_mutual_favor_in_a_stack_without_breakers_and_without_cards():
    t = favor(["Sure Gamble"])
    assert t.buttons("runner") == ["Cancel"]
    t.press("runner", "Cancel")
    assert t.last_line == "Runner uses Mutual Favor to shuffle the stack."
    t = favor([])
    assert t.last_line == "Runner uses Mutual Favor to do nothing."


# --- offers that are answered by themselves -------------------------------------------------------


@pytest.mark.parametrize(("answer", "virus"), [("Always", 1), ("Never", 0), ("Ask", 1)])
def test_conduit_can_be_set_to_auto_resolve(answer, virus):
    t = position(turn="runner", rig=rig("Conduit"), corp={"deck": []}, priority="engine")
    t.runner("ability", "Conduit", 1)
    assert t.match.asked[1].text == (
        "Set auto-resolve on Conduit placing virus counters on itself to:"
    )
    t.press("runner", answer)
    t.run_to("R&D")
    if answer == "Ask":
        t.press("runner", "Yes")
    assert (t.match.asked, t.find_card("Conduit").count("virus")) == ({}, virus)


@pytest.mark.parametrize(("answer", "virus"), [("", 1), ("Ask", 0), ("Never", 0)])
def test_cookbook_asks_only_if_set_to(answer, virus):
    t = position(
        turn="runner", rig={"resource": installed("Cookbook")}, runner={"hand": ["Leech"]},
        priority="engine",
    )  # fmt: skip
    if answer:
        t.runner("ability", "Cookbook", 0)
        t.press("runner", answer)
    t.runner("play", "Leech")
    if answer == "Ask":
        assert t.match.asked[1].text == "Place 1 virus counter?"
        t.press("runner", "No")
    assert (t.match.asked, t.find_card("Leech").count("virus")) == ({}, virus)


def test_auto_resolve_buttons_are_absent_with_strict_priority():
    t = position(turn="runner", rig=rig("Conduit"))
    assert t.try_("runner", "ability", "Conduit", 1) is not None


# --- how breaking is told -------------------------------------------------------------------------


def test_subroutines_are_logged_in_printed_order():
    t = facing("Pharos", "Cleaver")
    t.runner("ability", "Cleaver", 1)
    t.runner("ability", "Cleaver", 1)
    t.runner("ability", "Cleaver", 0)
    t.press("runner", "End the run")
    t.press("runner", "Give the Runner 1 tag")
    assert t.log_contains(
        "Runner pays 1 [Credits] to use Cleaver to break 2 Barrier subroutines on Pharos "
        '("[subroutine] Give the Runner 1 tag" and "[subroutine] End the run").'
    )


def test_breaking_the_rest_is_logged_with_and_without_added_strength():
    t = facing("Brân 1.0", "Cleaver")
    t.runner("runner-ability", "Brân 1.0", 0)
    t.press("runner", "Install")
    t.press("runner", "Done")
    assert broken(t, "Cleaver") == 7
    assert t.log_contains(
        "to increase the strength of Cleaver to 6 and break all 2 subroutines on Brân 1.0."
    )
    t = facing("Whitespace", "Mayfly")
    t.runner("ability", "Mayfly", 0)
    t.press("runner", "Make the Runner lose 3 credits")
    t.press("runner", "Done")
    assert broken(t, "Mayfly") == 1
    assert t.log_contains("to use Mayfly to break the remaining 1 subroutines on Whitespace.")


def test_tao_is_in_the_list_beside_pantograph_even_with_nothing_to_swap():
    t = position(
        turn="runner", corp={"hand": ["Superconducting Hub"]},
        rig={"hardware": installed("Pantograph")},
        runner={"identity": "Tāo Salonga: Telepresence Magician", "hand": ["Leech"]},
    )  # fmt: skip
    t.run_to("HQ")
    t.press("runner", "Steal")
    assert t.buttons("runner") == ["Tāo Salonga: Telepresence Magician", "Pantograph", "Done"]
    assert t.c.card(t.match.asked[1].card).kind == "Superconducting Hub"
    t.press("runner", "Tāo")
    assert t.match.asked[1].text == "Choose a card to install"
    t.select("runner", "Leech")
    assert (t.run, t.credits("runner"), t.titles("program", "runner")) == (None, 5, ["Leech"])


# --- details that jinteki.net shows -------------------------------------------------------------------


def test_pantograph_offers_no_trojan_without_ice():
    t = position(
        turn="runner", runner={"hand": ["Botulus", "Telework Contract"]},
        rig={"hardware": installed("Pantograph")},
        servers={"remote1": {"content": installed("Offworld Office", rezzed=False)}},
    )  # fmt: skip
    t.run_to("Server 1")
    t.press("runner", "Steal")
    assert t.buttons("runner") == ["Telework Contract"]
    t.done("runner")
    assert t.run is None


@pytest.mark.parametrize(("rezzed", "public"), [(True, "Tithe"), (False, "ice")])
def test_the_log_says_that_a_hosted_program_lost_its_host(rezzed, public):
    ice = {"title": "Tithe", "rezzed": rezzed, "hosted": [{"title": "Botulus"}]}
    t = position(servers={"hq": {"ices": [ice]}}, priority="engine")
    t.corp("trash", "Tithe")
    line = t.match.G.log[-1]
    where = "protecting HQ at position 0 has left play: Botulus is trashed."
    assert line.text == f"{public} {where}"
    assert line.corp == f"{'' if rezzed else 'facedown '}Tithe {where}"
    assert t.titles("discard", "runner") == ["Botulus"]
