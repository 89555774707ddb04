"""Rules texts: every card and every subroutine has one, and the words in them are explained."""

from __future__ import annotations

import re

import pytest

from tests.games.netrunner.positions import installed, position
from turnwright.games.netrunner.card_definition import CARDS, EVENTS, CardDefinition, Price
from turnwright.games.netrunner.card_facts import card_facts
from turnwright.games.netrunner.card_packs import card_problems
from turnwright.games.netrunner.card_text import subroutine_texts
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.keywords import GLOSSARY, keywords_in
from turnwright.games.netrunner.view import describe, public_card_facts
from turnwright.games.netrunner.wording import plural
from turnwright.server.views.game_description import describe_game

TITLES = sorted(card_facts())


def numbers(text):
    return re.findall(r"\d+", text)


def price_in_words(price):
    """Return a price as a text begins with it: "1 click, 1 credit"."""
    parts = [plural(price.clicks, "click")] if price.clicks else []
    if price.lost_clicks:
        parts.append(f"The Runner may lose {plural(price.lost_clicks, 'click')}")
    if price.credits is not None:
        parts.append(plural(price.credits, "credit"))
    if price.counters is not None:
        kind, count = price.counters
        parts.append(plural(count, f"hosted {kind} counter"))
    if price.trash_self:
        parts.append("trash this card")
    if price.remove_self:
        parts.append("remove this card from the game")
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


@pytest.mark.parametrize("title", TITLES)
def test_a_card_has_a_text_that_fits_what_it_does(title):
    facts, card = card_facts()[title], CARDS.get(title, CardDefinition(title))
    assert facts.text
    assert title not in CARDS or list(card_problems(facts, card)) == []
    for line in facts.text.splitlines():
        assert line.endswith((".", '."')), f"not a sentence: {line!r}"
    for text, sub in zip(subroutine_texts(facts.text), card.subs, strict=True):
        assert set(numbers(sub.label)) <= set(numbers(text)), (text, sub.label)
    for ability in (*card.abilities, *card.runner_abilities, *card.prevention):
        if isinstance(ability.price, Price) and ability.price != Price():
            words = price_in_words(ability.price)
            begins = [one for one in facts.text.splitlines() if re.match(f"{words}[:,]", one)]
            assert begins, f"no line begins with {words!r}: {facts.text!r}"


INTERNAL = re.compile(r"[\[\]{}_`<>]|\bNone\b|\brd\b|\bhq\b|\bcid\b|\bG\.|\bself\b|\(\)")


@pytest.mark.parametrize("kind", ["cards", "glossary"])
def test_texts_contain_no_symbols_and_no_internal_names(kind):
    texts = [one.text for one in card_facts().values()] if kind == "cards" else GLOSSARY.values()
    events = [event for event in EVENTS if "-" in event]
    for text in texts:
        assert not INTERNAL.search(text), text
        assert not [event for event in events if event in text], text


def test_the_words_of_a_text_are_explained():
    found = keywords_in("When rezzed: do 2 net damage. The Runner gets 2 tags.")
    assert list(found) == ["rez", "net damage", "tag"]
    assert "random cards from the grip" in found["net damage"]
    assert keywords_in("Restart the office.") == {}, "a part of a word is not a keyword"


def test_the_glossary_covers_what_the_rules_speak_of():
    spoken = (
        "credit, click, ice, rez, encounter, subroutine, strength, memory, link, trace, tag, "
        "net damage, meat damage, core damage, bad publicity, advance, agenda points, access, "
        "trash cost, virus counter, hosted, run, initiation, approach, movement, success, breach, "
        "psi game, jack out"
    )
    for word in spoken.split(", "):
        assert len(keywords_in(word)) == 1, word
    for title in TITLES:
        if CARDS.get(title) is not None:
            assert keywords_in(card_facts()[title].text), f"no word of {title} is explained"


def test_pages_get_the_texts_and_the_words():
    about = describe_game(game, with_library=True)
    assert about["library"]["Tithe"]["text"] == (
        "Subroutine: do 1 net damage.\nSubroutine: gain 1 credit."
    )
    assert about["glossary"]["rez"]["forms"] == ["rez", "rezzes", "rezzed", "rezzing"]
    assert all(entry["text"] for entry in about["library"].values())


def test_subroutines_show_their_text_and_what_has_become_of_them():
    t = position(
        turn="runner",
        runner={"hand": ["Sure Gamble"] * 2},
        rig={"program": installed("Carmen")},
        servers={"hq": {"ices": installed("Tithe")}},
    )
    tithe = t.find_card("Tithe")
    t.run_on("HQ")
    t.both_pass()
    t.runner("ability", "Carmen", 0)
    t.press("runner", "Gain 1 credit")
    t.press("runner", "Done")
    damage, credit = public_card_facts(t.c, tithe.id)["subroutines"]
    assert damage == {"text": "Do 1 net damage.", "broken": False, "fired": False}
    assert credit == {"text": "Gain 1 credit.", "broken": True, "fired": False}
    t.corp("subroutine", "Tithe", 0)
    assert public_card_facts(t.c, tithe.id)["subroutines"][0]["fired"]
    for seat in (0, 1, None):
        board = describe(t.c, seat)
        assert "Subroutine: Do 1 net damage. (resolved)\n" in board
        assert "Subroutine: Gain 1 credit. (broken)\n" in board


def test_gained_subroutines_have_a_text():
    t = position(
        turn="runner",
        runner={"hand": ["Sure Gamble"] * 2},
        servers={"hq": {"ices": installed("Komainu")}},
    )
    t.run_on("HQ")
    t.both_pass()
    seen = public_card_facts(t.c, t.find_card("Komainu").id)["subroutines"]
    assert [sub["text"] for sub in seen] == ["Do 1 net damage."] * 2


def test_facedown_ice_does_not_tell_its_subroutines():
    t = position(turn="runner", servers={"hq": {"ices": installed("Tithe", rezzed=False)}})
    assert public_card_facts(t.c, t.find_card("Tithe").id) == {}
