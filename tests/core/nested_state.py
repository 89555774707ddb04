"""A state with every kind of mutable field, for the tests of copies."""

import turnwright as tw


class Leaf(tw.State):
    marks: list[int] = []
    links: dict[str, list[str]] = {}


class NestedState(tw.State):
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
