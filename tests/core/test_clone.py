"""Copies: a clone is the same match and nothing of it is shared; equal data has equal digests."""

import msgspec
import pytest

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.core import plain
from turnwright.games.duel40.game import game as duel40
from turnwright.games.tcg.lorcana.game import game as lorcana
from turnwright.games.tictactoe.game import game as tictactoe


class Leaf(tw.State):
    marks: list[int] = []
    links: dict[str, list[str]] = {}


class Wood(tw.State):
    number: int = 0
    rows: list[list[int]] = tw.default(lambda: [[1, 2], [3]])
    leaves: list[Leaf] = tw.default(lambda: [Leaf(marks=[1]), Leaf(links={"a": ["b"]})])
    by_name: dict[str, list[int]] = tw.default(lambda: {"x": [1]})
    by_seat: dict[int, Leaf] = tw.default(lambda: {0: Leaf(), 1: Leaf()})
    seen: set[int] = tw.default(lambda: {1, 2})
    one: Leaf = tw.default(Leaf)
    maybe: Leaf | None = None
    either: list[int] | dict[str, int] = tw.default(lambda: [1])
    pair: tuple[int, str] = (1, "a")
    pairs: tuple[list[int], ...] = tw.default(lambda: ([1], [2]))
    anything: object = None
    untyped: list = tw.default(lambda: [[1], {"k": [2]}])


def grow(c):
    """Changes everything that can be changed, at every depth."""
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
        G.maybe = Leaf()
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


wood = tw.Game(
    "wood",
    state=Wood,
    zones={"deck": tw.Zone("hidden"), "hand": tw.Zone("owner")},
    moves={"grow": grow},
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
    match = wood.start()
    match.play(0, "grow")
    clone = match.clone()
    for changed, other in ((match, clone), (clone, match)):
        before, data = other.hash, other.save()
        changed.play(0, "grow")
        changed.play(0, "grow")
        changed.play(0, "grow")
        assert (other.hash, other.save()) == (before, data)
        other.play(0, "grow")


def test_two_clones_that_do_the_same_stay_equal():
    match = wood.start()
    match.play(0, "grow")
    one, two = match.clone(), match.clone().clone()
    for _ in range(3):
        one.play(0, "grow")
        two.play(0, "grow")
    assert one.hash == two.hash
    assert one.ctx.streams == two.ctx.streams


def test_the_record_and_the_undo_of_a_clone_are_its_own():
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


def test_a_rollout_does_not_follow_what_its_original_does_later():
    match = tictactoe.start()
    rollout = match.clone(record=False)
    match.play(0, "mark", 0)
    assert rollout.record.entries == []
    rollout.play(0, "mark", 8)
    assert len(match.record.entries) == 1
    assert rollout.ctx.move_history == []


# --- in the middle of a question ------------------------------------------------------------------


def ponder(c):
    c.G.setdefault("log", []).append("paid")
    for _ in range(2):
        c.G["log"].append((yield c.choose("Which?", [1, 2])))


pondering = tw.Game("pondering", moves={"ponder": ponder, "wait": lambda c: None})


@pytest.mark.parametrize("record", [None, False], ids=["with record", "without"])
def test_a_clone_in_mid_question_answers_for_itself(record):
    match = pondering.start()
    match.play(0, "wait")
    match.play(0, "ponder")
    match.pick(0, 1)
    clone = match.clone(record=record)
    assert clone.prompts[0].data() == match.prompts[0].data()
    clone.pick(0, 2)
    assert clone.G == {"log": ["paid", 1, 2]}
    assert (match.G, match.is_resting) == ({"log": ["paid", 1]}, False)
    match.pick(0, 1)
    assert match.G == {"log": ["paid", 1, 1]}
    assert len(match.record.entries) == 4


def test_a_rollout_that_came_out_of_a_question_goes_on_like_any_other():
    """It keeps no record: a later question cannot be copied, nothing can be undone or is shared."""
    match = pondering.start()
    match.play(0, "ponder")
    rollout = match.clone(record=False)
    assert rollout.undo().code == "nothing_to_undo"
    assert len(match.record.entries) == 1
    rollout.pick(0, 1)
    rollout.pick(0, 1)
    rollout.play(0, "ponder")
    with pytest.raises(tw.RulesError, match="without a record"):
        rollout.clone()
    rollout.pick(0, 2)
    rollout.pick(0, 2)
    assert rollout.G["log"] == ["paid", 1, 1, "paid", 2, 2]
    assert rollout.ctx.move_history == []
    assert rollout.clone().hash == rollout.hash
    assert match.G["log"] == ["paid"]


def test_a_match_without_a_record_cannot_be_copied_in_mid_question_and_says_so():
    match = pondering.start(record=False)
    match.play(0, "ponder")
    with pytest.raises(tw.RulesError, match="without a record"):
        match.clone()
    match.pick(0, 1)
    match.pick(0, 2)
    assert match.clone(record=True).G == {"log": ["paid", 1, 2]}


# --- clone and cloner -----------------------------------------------------------------------------


class Frozen(msgspec.Struct, frozen=True):
    name: str
    parts: tuple[int, ...] = ()


class FrozenBox(msgspec.Struct, frozen=True):
    """Frozen outside, but what it holds can change."""

    items: list[int]
    seen: set[int] = set()


def parts_of(value):
    """Every list, dict and set inside, found by walking."""
    if isinstance(value, msgspec.Struct):
        return [part for name in value.__struct_fields__ for part in parts_of(getattr(value, name))]
    if isinstance(value, dict):
        return [value, *(part for item in value.values() for part in parts_of(item))]
    if isinstance(value, (list, tuple)):
        inside = [part for item in value for part in parts_of(item)]
        return [value, *inside] if isinstance(value, list) else inside
    return [value] if isinstance(value, set) else []


@pytest.mark.parametrize("copy", [plain.clone, plain.cloner(Wood)], ids=["clone", "cloner"])
def test_a_copy_is_equal_and_shares_nothing_that_can_change(copy):
    match = wood.start()
    match.play(0, "grow")
    wooden = match.G
    copied = copy(wooden)
    assert copied == wooden
    assert copied is not wooden
    originals = {id(part) for part in parts_of(wooden)}
    assert len(originals) > 20
    assert not originals & {id(part) for part in parts_of(copied)}


@pytest.mark.parametrize(
    "value",
    [1, 0.5, "a", b"a", True, None, (), (1, "a"), frozenset({1}), Frozen("x", (1, 2))],
    ids=repr,
)
def test_what_cannot_change_is_copied_as_it_is(value):
    assert plain.clone(value) == value
    assert type(plain.clone(value)) is type(value)


def test_a_frozen_struct_that_holds_a_list_is_copied_with_its_list():
    box = FrozenBox([1, 2], {3})
    copied = plain.clone(box)
    assert copied == box
    copied.items.append(3)
    copied.seen.add(4)
    assert box == FrozenBox([1, 2], {3})


# --- digests --------------------------------------------------------------------------------------


class Sets(tw.State):
    plain: set[int] = set()
    words: set[str] = set()
    frozen: frozenset[int] = frozenset()
    inside: list[set[int]] = []
    untyped: dict = {}


def sets_from(numbers):
    """Sets of the same numbers that were put in in this order. (0, 8, 16 share a hash bucket.)"""
    return Sets(
        plain=set(numbers),
        words={str(number) for number in numbers},
        frozen=frozenset(numbers),
        inside=[set(numbers)],
        untyped={"s": set(numbers), "f": frozenset(numbers)},
    )


@pytest.mark.parametrize("field", Sets.__struct_fields__)
def test_sets_in_any_insertion_order_have_equal_digests(field):
    orders = [[0, 8, 16, 24], [24, 16, 8, 0], [8, 24, 0, 16]]
    values = [getattr(sets_from(order), field) for order in orders]
    assert values[0] == values[1] == values[2]
    assert len({plain.digest(value) for value in values}) == 1
    assert len({plain.digest(Sets(**{field: value})) for value in values}) == 1


def test_different_data_has_different_digests():
    values = [
        {},
        [],
        None,
        0,
        "",
        {"a": 1},
        {"a": 2},
        {"b": 1},
        {"a": 1, "b": 1},
        {"a": {"a": 1}},
        {"a": {1, 2}},
        {"a": {1, 3}},
        {1: "a"},
        {"1": "a"},
        1.5,
        [1, [2]],
        [[1], 2],
        Leaf(),
        Leaf(marks=[1]),
        Sets(plain={1}),
        Sets(frozen=frozenset({1})),
    ]
    assert len({plain.digest(value) for value in values}) == len(values)


def test_the_hash_of_a_match_depends_on_the_state_and_not_on_the_way_there():
    one, two = tictactoe.start(), tictactoe.start()
    for turn, cell in enumerate([0, 1, 2]):
        one.play(turn % 2, "mark", cell)
    for turn, cell in enumerate([2, 1, 0]):
        two.play(turn % 2, "mark", cell)
    assert one.hash == two.hash
    two.play(1, "mark", 8)
    assert one.hash != two.hash
