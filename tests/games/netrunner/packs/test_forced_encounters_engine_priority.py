"""Encounters that an effect forces on the Runner: Archangel."""

from tests.games.netrunner.positions import installed, position
from turnwright.bridges.jinteki.recordings.recording_format import snapshot


def facing_archangel(**rig):
    """The Runner accesses Archangel in HQ, encounters it, and its subroutine wins the trace."""
    t = position(
        turn="runner", priority="engine", corp={"hand": ["Archangel"], "credits": 10}, rig=rig
    )
    t.run_to("HQ")
    t.press("corp", "Yes")
    t.corp("unbroken-subroutines", t.match.G.encounter.ice)
    t.press("corp", "0")
    t.press("runner", "0")
    return t


def test_archangel_returns_a_host_to_the_grip_and_trashes_what_it_hosts():
    djinn = {"title": "Djinn", "hosted": [{"title": "Datasucker"}]}
    t = facing_archangel(program=[djinn], resource=installed("Decoy"))
    prompts = snapshot(t.match)["prompts"]
    assert (prompts["corp"][0]["msg"], prompts["corp"][0]["card"]) == ("Choose a card", "Archangel")
    assert prompts["runner"][0]["msg"] == "Waiting for Corp to make a decision"
    t.select("corp", "Djinn")
    assert t.titles("hand", "runner") == ["Djinn"]
    assert t.titles("discard", "runner") == ["Datasucker"]
    assert t.log_contains("Corp uses Archangel to add 1 installed card to the grip.")
    assert t.log_contains("Corp adds Djinn to the grip.")


def test_archangel_asks_nothing_if_nothing_is_installed():
    t = facing_archangel()
    assert t.buttons("corp") == []
    assert "resolves 1 unbroken subroutine on Archangel" in t.last_line


def test_a_corp_that_returns_no_card_changes_nothing():
    t = facing_archangel(resource=installed("Decoy"))
    t.done("corp")
    assert [one["title"] for one in snapshot(t.match)["rig"]["resource"]] == ["Decoy"]
