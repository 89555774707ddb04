"""Clones of matches: equal to the original and independent of it."""

import gc

import pytest

import turnwright as tw
from tests.core.nested_state import NestedPart, NestedState
from turnwright.agents import RandomAgent, play_out
from turnwright.games.duel40.game import game as duel40
from turnwright.games.lookup import find_game
from turnwright.games.tcg.lorcana.game import game as lorcana
from turnwright.games.tictactoe.game import game as tictactoe


def change_everything(c):
    """Change every mutable part, at every depth."""
    G = c.G
    G.number += 1
    G.rows[0].append(9)
    G.rows.append([])
    G.leaves[0].marks.append(9)
    G.leaves[1].links["a"].append("c")
    G.by_name["x"].append(9)
    G.by_name["y"] = []
    G.by_seat[1].marks.append(9)
    G.seen.add(9)
    G.one.links["z"] = ["z"]
    if G.maybe is None:
        G.maybe = NestedPart()
    G.maybe.marks.append(9)
    G.either.append(9)
    G.pairs[0].append(9)
    G.anything = [*(G.anything or []), 9]
    G.untyped[0].append(9)
    G.untyped[1]["k"].append(9)
    c.create_card("seed", "deck")
    c.card(c.zone("deck")[0]).ready = False
    c.draw_card()
    c.ctx.players[0]["mood"] = ["good"]
    c.ctx.pending_mulligan.add(0)
    c.roll("d6")


nested_game = tw.Game(
    "nested",
    state=NestedState,
    zones={"deck": tw.Zone("hidden"), "hand": tw.Zone("owner")},
    moves={"change_everything": change_everything},
)


# --- clones of matches ----------------------------------------------------------------------------


@pytest.mark.parametrize("record", [None, False], ids=["with record", "without"])
@pytest.mark.parametrize("game", [tictactoe, duel40, lorcana], ids=lambda game: game.name)
def test_clone_then_play_equals_play(game, record):
    match = game.start(11)
    first = RandomAgent("first")
    play_out(match, [first, first], limit=4)
    clone = match.clone(record=record)
    assert (clone.hash, clone.version) == (match.hash, match.version)
    for table in (match, clone):
        agent = RandomAgent("rest")
        play_out(table, [agent, agent], limit=300)
    assert (clone.hash, clone.version, clone.result) == (match.hash, match.version, match.result)


def test_a_clone_and_its_original_are_independent_in_both_directions():
    match = nested_game.start()
    match.play(0, "change_everything")
    clone = match.clone()
    for changed, other in ((match, clone), (clone, match)):
        before, data = other.hash, other.save()
        changed.play(0, "change_everything")
        changed.play(0, "change_everything")
        changed.play(0, "change_everything")
        assert (other.hash, other.save()) == (before, data)
        other.play(0, "change_everything")


def test_two_clones_that_do_the_same_stay_equal():
    match = nested_game.start()
    match.play(0, "change_everything")
    one, two = match.clone(), match.clone().clone()
    for _ in range(3):
        one.play(0, "change_everything")
        two.play(0, "change_everything")
    assert one.hash == two.hash
    assert one.ctx.streams == two.ctx.streams


def test_a_clone_has_its_own_record_and_undo():
    match = tictactoe.start()
    match.play(0, "mark", 0)
    clone = match.clone()
    clone.play(1, "mark", 1)
    assert (len(match.record.entries), len(clone.record.entries)) == (1, 2)
    assert match.undo() is None
    assert len(clone.ctx.move_history) == 2
    assert clone.undo() is None
    assert clone.G.cells[0] == "X"
    assert tictactoe.replay(clone.record.to_json()).hash == clone.hash


def test_a_rollout_is_not_affected_by_later_moves_of_its_original():
    match = tictactoe.start()
    rollout = match.clone(record=False)
    match.play(0, "mark", 0)
    assert rollout.record.entries == []
    rollout.play(0, "mark", 8)
    assert len(match.record.entries) == 1


# --- clones while a question is open --------------------------------------------------------------


def ask(c):
    c.G.setdefault("log", []).append("paid")
    for _ in range(2):
        c.G["log"].append((yield c.choose("Which?", [1, 2])))


asking_game = tw.Game("asking_game", moves={"ask": ask, "wait": lambda c: None})


@pytest.mark.parametrize("record", [None, False], ids=["with record", "without"])
def test_a_clone_with_an_open_question_is_answered_independently(record):
    match = asking_game.start()
    match.play(0, "wait")
    match.play(0, "ask")
    match.pick(0, 1)
    clone = match.clone(record=record)
    assert clone.prompts[0].data() == match.prompts[0].data()
    clone.pick(0, 2)
    assert clone.G == {"log": ["paid", 1, 2]}
    assert (match.G, match.is_resting) == ({"log": ["paid", 1]}, False)
    match.pick(0, 1)
    assert match.G == {"log": ["paid", 1, 1]}
    assert len(match.record.entries) == 4


def test_a_rollout_cloned_during_a_question_plays_on():
    """It keeps no record: later questions cannot be copied, and nothing can be undone."""
    match = asking_game.start()
    match.play(0, "ask")
    rollout = match.clone(record=False)
    assert rollout.undo().code == "nothing_to_undo"
    assert len(match.record.entries) == 1
    rollout.pick(0, 1)
    rollout.pick(0, 1)
    rollout.play(0, "ask")
    with pytest.raises(tw.RulesError, match="without a record"):
        rollout.clone()
    rollout.pick(0, 2)
    rollout.pick(0, 2)
    assert rollout.G["log"] == ["paid", 1, 1, "paid", 2, 2]
    assert rollout.clone().hash == rollout.hash
    assert match.G["log"] == ["paid"]


def test_a_match_without_a_record_cannot_be_cloned_during_a_question():
    match = asking_game.start(record=False)
    match.play(0, "ask")
    with pytest.raises(tw.RulesError, match="without a record"):
        match.clone()
    match.pick(0, 1)
    match.pick(0, 2)
    assert match.clone(record=True).G == {"log": ["paid", 1, 2]}


def test_the_hash_of_a_match_depends_only_on_its_state():
    one, two = tictactoe.start(), tictactoe.start()
    for turn, cell in enumerate([0, 1, 2]):
        one.play(turn % 2, "mark", cell)
    for turn, cell in enumerate([2, 1, 0]):
        two.play(turn % 2, "mark", cell)
    assert one.hash == two.hash
    two.play(1, "mark", 8)
    assert one.hash != two.hash


# --- memory -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["duel", "netrunner", "spire", "lorcana", "grand-archive"])
def test_abandoned_copies_with_an_open_question_are_freed(name):
    """The label of a question may refer to its context, which refers to the question."""
    game = find_game(name)

    def play_and_copy(seed):
        match, agent, copies = game.start(seed), RandomAgent(seed), 0
        for _ in range(120):
            if match.result is not None:
                break
            seat = match.acting[0]
            match.apply(agent.decide(match.prompt(seat), match))
            if match.asked:
                match.clone(record=False)
                copies += 1
        return copies

    def contexts():
        gc.collect()
        return sum(issubclass(type(one), tw.Context) for one in gc.get_objects())

    before = contexts()
    assert sum(play_and_copy(seed) for seed in range(4))
    assert contexts() <= before
