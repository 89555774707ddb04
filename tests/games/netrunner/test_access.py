"""Accessing: what the Runner is offered in each server. Scenarios A1 to A11."""

import pytest

from tests.games.netrunner.positions import installed, position

AMAZE = {"content": installed("AMAZE Amusements", rezzed=False)}


def test_a1_a5_there_is_nothing_to_access_in_empty_servers():
    t = position(turn="runner", corp={"deck": [], "hand": []})
    for server in ("R&D", "HQ", "Archives"):
        t.run_to(server)
        assert t.run is None, server
        assert t.match.asked == {}


def test_a2_the_top_card_of_rd_is_seen_and_stays():
    t = position(turn="runner", corp={"deck": ["Hedge Fund", "Offworld Office"]})
    t.run_to("R&D")
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert t.run is None
    assert t.titles("deck", "corp")[-1] == "Hedge Fund"


def test_a3_a_card_of_rd_and_an_upgrade_in_its_root_in_any_order():
    t = position(turn="runner", servers={"rd": AMAZE})
    t.run_to("R&D")
    assert t.buttons("runner") == ["Card from deck", "Unrezzed upgrade"]
    t.press("runner", "Card from deck")
    t.press("runner", "No action")
    assert t.buttons("runner") == ["Pay 3 credits to trash", "No action"]
    t.press("runner", "Pay 3")
    assert t.run is None
    assert (t.credits("runner"), t.titles("discard", "corp")) == (2, ["AMAZE Amusements"])


def test_a4_more_accesses_go_deeper_into_rd():
    deck = ["Hedge Fund", "Offworld Office", "Tithe"]
    t = position(turn="runner", corp={"deck": deck}, runner={"hand": ["Jailbreak"]})
    t.runner("play", "Jailbreak")
    t.press("runner", "R&D")
    t.both_pass()
    t.both_pass()
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert t.buttons("runner") == ["Steal"]
    t.press("runner", "Steal")
    assert (t.run, t.points("runner"), t.titles("deck", "corp")) == (
        None,
        2,
        ["Tithe", "Hedge Fund"],
    )


def test_a6_an_operation_in_hq_can_only_be_seen():
    t = position(turn="runner", corp={"hand": ["Hedge Fund"]})
    t.run_to("HQ")
    assert t.buttons("runner") == ["No action"]


def test_a7_operations_in_archives_are_accessed_without_a_prompt():
    t = position(turn="runner", corp={"discard": ["Hedge Fund", "Sprint"]})
    t.run_to("Archives")
    assert (t.run, t.match.asked) == (None, {})
    assert t.log_contains("accesses everything else in Archives")


def test_a8_a9_agendas_in_archives_are_stolen_one_after_the_other():
    t = position(turn="runner", corp={"discard": ["Offworld Office", "Superconducting Hub"]})
    t.run_to("Archives")
    assert sorted(t.buttons("runner")) == ["Offworld Office", "Superconducting Hub"]
    t.press("runner", "Offworld Office")
    t.press("runner", "Steal")
    assert t.buttons("runner") == ["Steal"]
    t.press("runner", "Steal")
    assert (t.run, t.points("runner")) == (None, 3)


@pytest.mark.parametrize("side", [0, 1, None])
def test_a10_only_the_runner_reads_what_was_seen_in_rd(side):
    t = position(turn="runner", corp={"deck": ["Tithe"], "hand": ["Karunā"]})
    t.run_to("R&D")
    t.press("runner", "No action")
    assert t.log_contains("accesses Tithe from R&D", side) is (side == 1)
    assert t.log_contains("accesses an unseen card from R&D", side) is (side != 1)
    t.run_to("HQ")
    assert t.log_contains("accesses Karunā from HQ", side)


def test_a11_cards_are_named_by_what_is_public():
    ices = [*installed("Palisade"), *installed("Tithe", rezzed=False)]
    content = installed("Nico Campaign", rezzed=False)
    t = position(servers={"hq": {"ices": ices}, "remote2": {"content": content}})
    inner, outer = t.c.cards(t.match.G.servers["hq"].ices)
    assert t.c.public_name(inner) == "Palisade protecting HQ at position 0"
    assert t.c.public_name(outer) == "ice protecting HQ at position 1"
    assert t.c.public_name(t.find_card("Nico Campaign")) == "a card in Server 2"


def test_several_cards_of_a_remote_are_all_accessed_in_the_runners_order():
    content = installed("Offworld Office", "Anoetic Void", rezzed=False)
    t = position(turn="runner", servers={"remote1": {"content": content}})
    t.run_to("Server 1")
    assert t.buttons("runner") == ["a card in Server 1", "a card in Server 1 (no. 2)"]
    t.select("runner", "a card")
    assert t.buttons("runner") == ["Steal"]
    t.press("runner", "Steal")
    assert t.buttons("runner") == ["Pay 1 credit to trash", "No action"]
    t.press("runner", "No action")
    assert t.run is None


def test_what_cannot_be_paid_is_not_offered():
    t = position(turn="runner", corp={"hand": ["Regolith Mining License"]}, runner={"credits": 2})
    t.run_to("HQ")
    assert t.buttons("runner") == ["No action"]


def test_upgrades_that_nobody_has_seen_share_one_button_behind_the_known_ones():
    root = [*installed("AMAZE Amusements", "Manegarm Skunkworks", rezzed=False)]
    root += installed("Malapert Data Vault")
    t = position(
        turn="runner", servers={"hq": {"content": root}}, corp={"hand": ["Hedge Fund"]},
        runner={"credits": 9},
    )  # fmt: skip
    t.run_to("HQ")
    assert t.buttons("runner") == ["Card from hand", "Malapert Data Vault", "Unrezzed upgrade"]
    t.press("runner", "Unrezzed upgrade")
    assert t.match.asked[1].text == "Choose an upgrade in root of HQ to access"
    assert t.buttons("runner") == ["a card in the root of HQ", "a card in the root of HQ (no. 2)"]
    t.select("runner", "a card")
    t.press("runner", "Pay 3")
    assert t.buttons("runner") == ["Card from hand", "Malapert Data Vault", "Unrezzed upgrade"]
    t.press("runner", "Unrezzed upgrade")
    t.press("runner", "No action")
    t.press("runner", "Card from hand")
    t.press("runner", "No action")
    assert t.match.asked[1].text == "You accessed Malapert Data Vault."
    t.press("runner", "No action")
    assert t.run is None
    assert t.titles("discard", "corp") == ["AMAZE Amusements"]


def test_the_choice_of_a_hidden_upgrade_can_be_cancelled():
    root = installed("AMAZE Amusements", "Manegarm Skunkworks", rezzed=False)
    t = position(turn="runner", servers={"rd": {"content": root}}, corp={"deck": []})
    t.run_to("R&D")
    assert t.buttons("runner") == ["a card in the root of R&D", "a card in the root of R&D (no. 2)"]
    t.done("runner")
    assert (t.run, t.match.asked) == (None, {})


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_in_engine_priority_all_cards_of_archives_count_as_hidden_upgrades(priority):
    root = installed("AMAZE Amusements", "Manegarm Skunkworks", rezzed=False)
    ices = installed("Palisade", rezzed=False)
    t = position(
        turn="runner", servers={"archives": {"content": root, "ices": ices}}, priority=priority
    )
    t.run_on("Archives")
    t.both_pass()
    t.both_pass()
    assert t.match.asked[1].text == "Choose an upgrade in Archives to access"
    if priority == "strict":
        assert t.buttons("runner") == [
            "a card in the root of Archives",
            "a card in the root of Archives (no. 2)",
        ]
        return
    t.select("runner", "ice protecting Archives at position 0")
    assert t.match.asked[1].text == "You accessed Palisade."
    assert t.last_line == "Runner accesses Palisade from the root of Archives."
    t.press("runner", "No action")
    assert t.match.asked[1].text == "Choose an upgrade in Archives to access"


def test_in_archives_known_upgrades_come_before_hidden_ones_and_all_the_rest():
    root = [*installed("Manegarm Skunkworks", rezzed=False), *installed("AMAZE Amusements")]
    t = position(
        turn="runner", servers={"archives": {"content": root}}, runner={"credits": 9},
        corp={"discard": ["Hedge Fund", "Offworld Office"]},
    )  # fmt: skip
    t.run_to("Archives")
    shown = ["Offworld Office", "AMAZE Amusements", "Unrezzed upgrade", "Everything else"]
    assert t.buttons("runner") == shown
    t.press("runner", "Everything else")
    t.press("runner", "AMAZE Amusements")
    t.press("runner", "Pay 3")
    assert t.buttons("runner") == ["Offworld Office", "Unrezzed upgrade", "Everything else"]
    t.press("runner", "Everything else")
    assert t.run.accessed == {"discard": 3, "archives": 1}, (
        "what lies there is looked through again"
    )
    t.press("runner", "Offworld Office")
    t.press("runner", "Steal")
    assert t.match.asked[1].text == "You accessed Manegarm Skunkworks."
    t.press("runner", "No action")
    assert (t.run, t.tags) == (None, 2), "AMAZE Amusements lasts until the run ends"


@pytest.mark.parametrize(("server", "told"), [("HQ", True), ("R&D", False)])
def test_an_agenda_that_cannot_be_stolen_stays(server, told):
    ices = {"ices": installed("Ansel 1.0")}
    agenda = ["Offworld Office"]
    t = position(
        turn="runner", servers={"hq": ices, "rd": ices}, corp={"hand": agenda, "deck": agenda}
    )
    t.run_on(server)
    t.both_pass()
    t.corp("subroutine", t.match.G.encounter.ice, 2)
    t.both_pass()
    t.both_pass()
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert (t.run, t.points("runner")) == (None, 0)
    assert t.log_contains("decides to not pay to steal Offworld Office") is told, (
        "the top of R&D is secret"
    )
