"""A state with every kind of mutable field, for the tests of copies."""

import turnwright as tw


class NestedPart(tw.State):
    marks: list[int] = []
    links: dict[str, list[str]] = {}


class NestedState(tw.State):
    number: int = 0
    rows: list[list[int]] = tw.default(lambda: [[1, 2], [3]])
    leaves: list[NestedPart] = tw.default(
        lambda: [NestedPart(marks=[1]), NestedPart(links={"a": ["b"]})]
    )
    by_name: dict[str, list[int]] = tw.default(lambda: {"x": [1]})
    by_seat: dict[int, NestedPart] = tw.default(lambda: {0: NestedPart(), 1: NestedPart()})
    seen: set[int] = tw.default(lambda: {1, 2})
    one: NestedPart = tw.default(NestedPart)
    maybe: NestedPart | None = None
    either: list[int] | dict[str, int] = tw.default(lambda: [1])
    pair: tuple[int, str] = (1, "a")
    pairs: tuple[list[int], ...] = tw.default(lambda: ([1], [2]))
    anything: object = None
    untyped: list = tw.default(lambda: [[1], {"k": [2]}])
