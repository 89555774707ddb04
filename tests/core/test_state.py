"""Plain data: copies share no mutable parts, and equal data has equal digests."""

from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any, final

import msgspec
import pytest

import turnwright as tw
from tests.core.nested_state import NestedPart, NestedState
from turnwright.core.definition import state

# --- clone and cloner -----------------------------------------------------------------------------


class Frozen(msgspec.Struct, frozen=True):
    name: str
    parts: tuple[int, ...] = ()


class FrozenBox(msgspec.Struct, frozen=True):
    """A frozen struct that holds a mutable list."""

    items: list[int]
    seen: set[int] = set()


def parts_of(value):
    """Every list, dict and set inside a value."""
    if isinstance(value, msgspec.Struct):
        return [part for name in value.__struct_fields__ for part in parts_of(getattr(value, name))]
    if isinstance(value, dict):
        return [value, *(part for item in value.values() for part in parts_of(item))]
    if isinstance(value, (list, tuple)):
        inside = [part for item in value for part in parts_of(item)]
        return [value, *inside] if isinstance(value, list) else inside
    return [value] if isinstance(value, set) else []


@final
class Token(msgspec.Struct):
    """A final struct of immutable fields, whose copies are shallow."""

    name: str
    count: int = 0


@final
class Branch(msgspec.Struct):
    """A final struct that contains its own kind."""

    leaves: list[int]
    inner: "Branch | None" = None


class Piece(msgspec.Struct):
    """A struct of immutable fields that others may derive from."""

    name: str


class Tower(Piece):
    """A piece with a mutable field."""

    floors: list[int]


class Board(tw.State):
    token: Token
    pieces: list[Piece]
    bag: list[Token] = tw.default(list)
    notes: dict[str, Any] = tw.default(dict)
    branch: Branch | None = None


@pytest.mark.parametrize("copy", [state.clone, state.cloner(NestedState)], ids=["clone", "cloner"])
def test_a_copy_is_equal_and_shares_no_mutable_parts(copy):
    wooden = NestedState(number=1, maybe=NestedPart(marks=[1]), anything=[1, [2]])
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
def test_copies_of_immutable_values_keep_value_and_type(value):
    assert state.clone(value) == value
    assert type(state.clone(value)) is type(value)


def test_a_copy_of_a_board_can_change_without_changing_the_original():
    def setup():
        tower = Tower("tower", [1])
        return Board(
            token=Token("a"),
            pieces=[tower],
            bag=[Token("b")],
            notes={"n": [1, [2]], "t": "x"},
            branch=Branch([1], Branch([2])),
        )

    board = setup()
    copied = state.cloner(Board)(board)
    assert copied == board
    copied.token.count = 5
    copied.bag[0].count = 5
    copied.bag.append(Token("c"))
    copied.notes["n"][1].append(3)
    copied.notes["t"] = "y"
    copied.branch.leaves.append(3)
    copied.branch.inner.leaves.append(3)
    copied.pieces[0].floors.append(2)  # a subclass of the declared type
    assert board == setup()


def test_a_frozen_struct_that_holds_a_list_is_copied_with_its_list():
    box = FrozenBox([1, 2], {3})
    copied = state.clone(box)
    assert copied == box
    copied.items.append(3)
    copied.seen.add(4)
    assert box == FrozenBox([1, 2], {3})


@pytest.mark.parametrize(
    "value", [Counter("aab"), OrderedDict(x=[1]), defaultdict(list, x=[1]), deque([1, 2])], ids=repr
)
def test_other_collections_are_copied_or_refused(value):
    """A dict subclass must not be shared silently: the copy would not be independent."""
    game = tw.Game("odd", setup=lambda c: c.G.update(odd=value), moves={"wait": lambda c: None})
    try:
        match = game.start()
        match.play(0, "wait")
    except tw.TurnwrightError:
        return
    assert match.clone().G["odd"] is not match.G["odd"]


# --- digests --------------------------------------------------------------------------------------


class Sets(tw.State):
    plain: set[int] = set()
    words: set[str] = set()
    frozen: frozenset[int] = frozenset()
    inside: list[set[int]] = []
    untyped: dict = {}


def sets_from(numbers):
    """Sets with these numbers inserted in this order. (0, 8 and 16 share a hash bucket.)"""
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
    assert len({state.digest(value) for value in values}) == 1
    assert len({state.digest(Sets(**{field: value})) for value in values}) == 1


def test_a_frozen_struct_with_a_set_has_a_digest():
    one, two = FrozenBox([1], set([0, 8])), FrozenBox([1], set([8, 0]))
    assert state.digest(one) == state.digest(two) != state.digest(FrozenBox([1], {0}))


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
        NestedPart(),
        NestedPart(marks=[1]),
        Sets(plain={1}),
        Sets(frozen=frozenset({1})),
    ]
    assert len({state.digest(value) for value in values}) == len(values)
