"""What the log says about answers, and which steps of a match are turning points."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import turnwright as tw
from tests.server.skirmish_game import skirmish
from turnwright.core.runtime.prompts import Question
from turnwright.games.duel.game import game as duel
from turnwright.games.spire.game import game as spire
from turnwright.server.rooms.match_frames import StoredFrame
from turnwright.server.rooms.match_summary import public_lead, telling_lines, turning_steps
from turnwright.server.rooms.move_labels import choice_sentences


def sentences(question: Question[Any], *picks: str) -> tuple[str, str]:
    return choice_sentences(duel.start("a"), question, picks, 0)


@pytest.mark.parametrize(
    ("text", "pick", "said"),
    [
        ("Use the effect of Pearl Diver?", "yes", "uses the effect of Pearl Diver"),
        ("Use the effect of Pearl Diver?", "no", "does not use the effect of Pearl Diver"),
        ("Banish two cards from your grave?", "yes", "banishes two cards from their grave"),
        ("With a howl?", "no", "says no to “With a howl”"),
    ],
)
def test_an_answer_reads_as_what_it_means(text: str, pick: str, said: str) -> None:
    secret = Question("yes_no", 0, text, (True, False))
    assert sentences(secret, pick) == ("makes a choice", said)
    secret.is_open = True
    assert sentences(secret, pick) == (said, said)


def test_the_card_that_asks_is_not_named_while_it_is_hidden() -> None:
    match = duel.start("a")
    hidden = match.c.zone("hand", 0)[0]
    asked = Question("yes_no", 0, "Use the effect of Pearl Diver?", (True, False), source=hidden)
    asked.is_open = True
    assert choice_sentences(match, asked, ["yes"], 0)[0] == "makes a choice"
    cost = Question("choose_many", 0, "Discard 1 for Flare Bolt", match.c.zone("hand", 0)[1:])
    cost.is_open, cost.is_cards, cost.label = True, True, match.c.name
    others, own = choice_sentences(match, cost, [cost.options[0].id], 0)
    assert others == "discards a card for Flare Bolt"
    assert own == f"discards {match.c.kind_name(cost.options[0].value)} for Flare Bolt"
    cost.source = hidden
    assert choice_sentences(match, cost, [cost.options[0].id], 0)[0] == "chooses a card"


def test_a_menu_completes_its_sentence() -> None:
    labels = {"attack": "in attack position", "life": "Gain 1000 life", "red": "Red"}
    menu = Question("menu", 0, "Summon Slag Golem", list(labels), label=labels.__getitem__)
    assert sentences(menu, "attack")[1] == "summons Slag Golem in attack position"
    assert sentences(menu, "life")[1] == "gains 1000 life"
    assert sentences(menu, "red")[1] == "chooses Red"


def test_equal_things_have_no_number_in_the_log() -> None:
    names = ["Strike", "Strike (2)", "Form (3)"]
    asked = Question("choose", 0, "Exhaust a card", range(3), label=names.__getitem__)
    assert sentences(asked, "1")[1] == "chooses Strike"
    assert sentences(asked, "2")[1] == "chooses Form (3)", "that is its name"


def test_moves_are_counted_under_the_names_that_people_use() -> None:
    assert spire.all_moves["potion_use"].short_label == "use a potion"
    assert duel.all_moves["to_battle"].short_label == "Go to the battle phase"
    assert duel.all_moves["normal_summon"].short_label == "normal summon"
    assert skirmish("named").all_moves["play"].short_label == "play"
    assert tw.Move(lambda c: None, name="x", short_label="wait").named("y").short_label == "wait"


def test_who_plays_alone_hides_nothing_from_watchers() -> None:
    asked = Question("choose", 0, "Upgrade a card", ["Bash", "Strike"])
    told = choice_sentences(spire.start("a"), asked, ["Bash"], 0)
    assert told == ("chooses Bash", "chooses Bash")
    hp, gold = [80.0, 62.0, 0.0], [99.0, 120.0, 120.0]
    values = [[{"level": 1.0, "hp": a, "gold": b}] for a, b in zip(hp, gold, strict=True)]
    assert public_lead(values) == ("hp", hp)


def frame(turn: int, *log: tuple[int, str], line: str = "") -> StoredFrame:
    state = {"turnCounter": turn, "log": [{"n": n, "who": "p1", "text": text} for n, text in log]}
    return StoredFrame(1, "p1", line, msgspec.Raw(msgspec.json.encode(state)))


def test_a_turning_point_is_what_caused_the_change() -> None:
    frames = [
        frame(1, line="The match begins"),
        frame(1, (1, "plays Rising Water"), line="plays Rising Water"),
        frame(1, (1, "plays Rising Water")),  # a pass: the card resolves
        frame(2, (1, "plays Rising Water"), (2, "ends the turn"), line="ends the turn"),
        frame(2, (2, "ends the turn"), (3, "ends the turn"), (4, "Slag Golem goes to the grave")),
    ]
    told = telling_lines(frames)
    assert [text for _, text in told] == [
        "", "plays Rising Water", "plays Rising Water", "", "Slag Golem goes to the grave",
    ]  # fmt: skip
    assert turning_steps([0, 0, 20, -30, 10], told) == [2, 4], "ending the turn is none"
