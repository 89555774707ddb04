"""The map of an act: six paths from bottom to top and the rooms on them, generated exactly as in
the game. A node has a symbol, edges to the row above (x of the children), and parents, which are
needed during generation. Row 14 leads to the boss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from turnwright.games.spire.rng import Random

ROWS, COLUMNS, PATHS = 15, 7, 6
BOSS_X = 3
TREASURE_ROW, REST_ROW = 8, 14
OFFSETS = {1: 1, 2: 200, 3: 600, 4: 1200}
"""Added to the seed for the stream of each act's map."""

MONSTER, EVENT, SHOP, TREASURE, ELITE, REST = "M", "?", "$", "T", "E", "R"
NAMES = {
    MONSTER: "Monster", EVENT: "Unknown room", SHOP: "Merchant", TREASURE: "Treasure", ELITE: "Elite",
    REST: "Rest site",
}  # fmt: skip
"""Display names of the symbols."""
SHARES = ((SHOP, 0.05), (REST, 0.12), (ELITE, 0.08), (EVENT, 0.22))
ELITES_FROM_A1 = 1.6


Grid: TypeAlias = list[list[list[int]]]


class MapNode(msgspec.Struct, gc=False):
    """A room on the map."""

    x: int
    y: int
    symbol: str = ""
    edges: list[int] = []
    parents: list[int] = []
    """x of the nodes in the row below that lead here."""


class ActMap(msgspec.Struct):
    """Rows of nodes. The burning elite is (x, y, buff)."""

    rows: list[list[MapNode]]
    burning: tuple[int, int, int] | None = None

    def node(self, x: int, y: int) -> MapNode:
        """The node at these coordinates."""
        return self.rows[y][x]

    def connected(self) -> Iterator[MapNode]:
        """The nodes that lie on a path."""
        return (node for row in self.rows for node in row if node.edges)


def stream_for(seed: int, act: int) -> Random:
    """The random stream of an act's map."""
    return Random.seeded(seed + OFFSETS[act])


def generate(seed: int, act: int, ascension: int, *, with_key: bool = True) -> ActMap:
    """Generate the map of an act. If the emerald key is still available, mark one elite as burning."""
    stream = stream_for(seed, act)
    if act == 4:
        return final_map()
    rows = _draw_paths(stream)
    _prune_first_row(rows)
    _assign(rows, stream, ascension)
    made = ActMap(rows)
    if with_key:
        elites = [node for node in made.connected() if node.symbol == ELITE]
        if elites:
            chosen = elites[stream.between(0, len(elites) - 1)]
            made.burning = (chosen.x, chosen.y, stream.between(0, 3))
    return made


def final_map() -> ActMap:
    """The map of act 4, which is always the same: rest, shop, elite, boss."""
    rows = [[MapNode(x, y) for x in range(COLUMNS)] for y in range(3)]
    for y, symbol in enumerate((REST, SHOP, ELITE)):
        rows[y][BOSS_X].symbol = symbol
        rows[y][BOSS_X].edges = [BOSS_X]
    return ActMap(rows)


def picture(made: ActMap, here: tuple[int, int] = (-1, -1)) -> Iterator[str]:
    """The map as lines of text, the top row first. The burning elite is `e`, the position `here` is
    `@`."""
    for row in reversed(made.rows):
        ways = [" "] * (4 * COLUMNS)
        rooms = [" "] * (4 * COLUMNS)
        for node in row:
            if not node.edges:
                continue
            is_burning = made.burning is not None and made.burning[:2] == (node.x, node.y)
            rooms[4 * node.x] = node.symbol.lower() if is_burning else node.symbol
            if (node.x, node.y) == here:
                rooms[4 * node.x] = "@"
            for x in node.edges if node.y < len(made.rows) - 1 else ():
                step = x - node.x
                ways[4 * node.x + 2 * step] = "\\|/"[step + 1]
        if "".join(ways).strip():
            yield "   " + "".join(ways).rstrip()
        yield f"{row[0].y:2} " + "".join(rooms).rstrip()


# --- paths ---------------------------------------------------------------------------------------


def _draw_paths(stream: Random) -> list[list[MapNode]]:
    """Draw six paths. Edges and parents are x in the row above and below."""
    edges: Grid = [[[] for _ in range(COLUMNS)] for _ in range(ROWS)]
    parents: Grid = [[[] for _ in range(COLUMNS)] for _ in range(ROWS)]
    first, last, below = -1, COLUMNS - 1, stream.below
    for path in range(PATHS):
        x = below(COLUMNS)
        if path == 0:
            first = x
        while path == 1 and x == first:
            x = below(COLUMNS)
        for y in range(ROWS - 1):
            row, above = edges[y], parents[y + 1]
            to = below(2) if x == 0 else x - 1 + below(2 if x == last else 3)
            if above[to]:
                to = _kept_apart(parents, x, y, to, stream)
            if x > 0 and row[x - 1] and row[x - 1][-1] > to:  # paths do not cross
                to = row[x - 1][-1]
            if x < last and row[x + 1] and row[x + 1][0] < to:
                to = row[x + 1][0]
            if to not in row[x]:
                row[x].append(to)
                row[x].sort()
            above[to].append(x)
            x = to
        edges[ROWS - 1][x] = [BOSS_X]
    return [
        [MapNode(x, y, "", edges[y][x], parents[y][x]) for x in range(COLUMNS)] for y in range(ROWS)
    ]


def _kept_apart(parents: Grid, x: int, y: int, to: int, stream: Random) -> int:
    """The x of the next step. Paths that just parted do not meet again."""
    last = COLUMNS - 1
    for other in parents[y + 1][to]:
        if other == x or not _parted_just_now(parents, other, x, y):
            continue
        if to > x:
            to = max(x - 1 + stream.below(2), 0)
        elif to == x:
            to = x - 1 + stream.below(3)
            to = x - 1 if to > last else x + 1 if to < 0 else to
        else:
            to = min(x + stream.below(2), last)
    return to


def _parted_just_now(parents: Grid, one: int, two: int, y: int) -> bool:
    """Do two nodes of a row have a common ancestor one row below? The game compares x with y to
    tell left from right; this fault is kept."""
    left, right = (one, two) if one < y else (two, one)
    below = parents[y]
    return bool(below[left] and below[right]) and max(below[left]) == min(below[right])


def _prune_first_row(rows: list[list[MapNode]]) -> None:
    """Of several starts that lead to the same node, only the first keeps its edge."""
    seen: set[int] = set()
    for node in rows[0]:
        kept = [x for x in node.edges if x not in seen]
        seen.update(node.edges)
        node.edges = kept


# --- what lies there -----------------------------------------------------------------------------


def _assign(rows: list[list[MapNode]], stream: Random, ascension: int) -> None:
    # Row 13 is not counted, as in the game.
    count = sum(bool(node.edges) and node.y != ROWS - 2 for row in rows for node in row)
    rooms: list[str] = []
    for symbol, share in SHARES:
        more = ELITES_FROM_A1 if symbol == ELITE and ascension >= 1 else 1.0
        rooms += [symbol] * _rounded(count * share * more)
    for y, symbol in ((REST_ROW, REST), (0, MONSTER), (TREASURE_ROW, TREASURE)):
        for node in rows[y]:
            node.symbol = symbol if node.edges else ""
    free = [node for row in rows for node in row if node.edges and not node.symbol]
    rooms += [MONSTER] * (len(free) - len(rooms))
    counter = stream.counter
    for i in range(len(rooms), 1, -1):
        j = stream.below(i)
        rooms[i - 1], rooms[j] = rooms[j], rooms[i - 1]
    stream.counter = counter  # the map's stream shuffles without counting a call
    for node in free:
        unfit = _unfit(rows, node)
        for place, symbol in enumerate(rooms):
            if symbol not in unfit:
                node.symbol = rooms.pop(place)
                break
    for node in free:
        node.symbol = node.symbol or MONSTER


def _rounded(number: float) -> int:
    return int(number + 0.5)


APART = frozenset((REST, TREASURE, SHOP, ELITE))
"""Rooms that cannot follow a room of their kind."""


def _unfit(rows: list[list[MapNode]], node: MapNode) -> set[str]:
    """The symbols that a node cannot have: no elite or rest early on, none of its parents' special
    rooms, and none of its siblings'."""
    found: set[str] = set()
    if node.y <= 4:
        found |= {REST, ELITE}
    elif node.y >= ROWS - 2:
        found.add(REST)
    row = rows[node.y]
    for x in node.parents:
        parent = rows[node.y - 1][x]
        if parent.symbol in APART:
            found.add(parent.symbol)
        for sibling in parent.edges:
            if sibling != node.x:
                found.add(row[sibling].symbol)
    return found
