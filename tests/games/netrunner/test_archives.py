"""The order of cards in Archives: faceup cards lie before facedown ones."""

from tests.games.netrunner.positions import installed, position


def test_a_faceup_card_is_put_before_the_facedown_cards():
    t = position(corp={"credits": 9, "hand": ["Hedge Fund"], "discard": ["Tithe", "Palisade"]})
    t.corp("play", "Hedge Fund")
    assert t.titles("discard", "corp") == ["Hedge Fund", "Tithe", "Palisade"]


def test_a_facedown_card_is_put_at_the_end():
    t = position(corp={"hand": ["Hansei Review", "Tithe"], "discard": ["Palisade"], "credits": 5})
    t.corp("play", "Hansei Review")
    t.select("corp", "Tithe")
    assert t.titles("discard", "corp") == ["Hansei Review", "Palisade", "Tithe"]


def test_an_accessed_card_is_trashed_faceup():
    t = position(
        turn="runner", servers={"remote1": {"content": installed("Nico Campaign", rezzed=False)}},
        corp={"discard": ["Palisade"]},
    )  # fmt: skip
    t.run_to("Server 1")
    t.press("runner", "Pay 2")
    assert t.titles("discard", "corp") == ["Nico Campaign", "Palisade"]
