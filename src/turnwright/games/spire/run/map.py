"""The map of an act: six paths from bottom to top and the rooms on them, generated exactly as in
the game. A node has a symbol and edges to the row above (x of the children). Row 14 leads to the
boss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from turnwright.games.spire.rng import numbers_below

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


Below: TypeAlias = Callable[[int], int]
"""Draws a number from 0 to n-1."""
Links: TypeAlias = list[dict[int, list[int]]]
"""By row and x: the x of connected nodes in the row above (edges) or below (parents)."""


class MapNode(msgspec.Struct, gc=False):
    """A room on the map."""

    x: int
    y: int
    symbol: str = ""
    edges: tuple[int, ...] = ()


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


def generate(seed: int, act: int, ascension: int, *, with_key: bool = True) -> ActMap:
    """Generate the map of an act. If the emerald key is still available, mark one elite as burning."""
    if act == 4:
        return final_map()
    below = numbers_below(seed + OFFSETS[act])
    edges, parents = _draw_paths(below)
    _prune_first_row(edges[0])
    rows = [
        [MapNode(x, y, "", tuple(row[x])) if x in row else MapNode(x, y) for x in range(COLUMNS)]
        for y, row in enumerate(edges)
    ]
    made = ActMap(rows)
    connected = list(made.connected())
    _assign(rows, connected, parents, below, ascension)
    if with_key:
        elites = [node for node in connected if node.symbol == ELITE]
        if elites:
            chosen = elites[below(len(elites))]
            made.burning = (chosen.x, chosen.y, below(4))
    return made


def final_map() -> ActMap:
    """The map of act 4, which is always the same: rest, shop, elite, boss."""
    rows = [[MapNode(x, y) for x in range(COLUMNS)] for y in range(3)]
    for y, symbol in enumerate((REST, SHOP, ELITE)):
        rows[y][BOSS_X].symbol = symbol
        rows[y][BOSS_X].edges = (BOSS_X,)
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


def _draw_paths(below: Below) -> tuple[Links, Links]:
    """Draw six paths. Return the edges and the parents of all nodes on them."""
    edges: Links = [{} for _ in range(ROWS)]
    parents: Links = [{} for _ in range(ROWS)]
    first, last = -1, COLUMNS - 1
    for path in range(PATHS):
        x = below(COLUMNS)
        if path == 0:
            first = x
        while path == 1 and x == first:
            x = below(COLUMNS)
        for y in range(ROWS - 1):
            row, above = edges[y], parents[y + 1]
            to = below(2) if x == 0 else x - 1 + below(2 if x == last else 3)
            if to in above:
                to = _kept_apart(parents, x, y, to, below)
            if x - 1 in row and row[x - 1][-1] > to:  # paths do not cross
                to = row[x - 1][-1]
            if x + 1 in row and row[x + 1][0] < to:
                to = row[x + 1][0]
            if x not in row:
                row[x] = [to]
            elif to not in row[x]:
                row[x].append(to)
                row[x].sort()
            if to in above:
                above[to].append(x)
            else:
                above[to] = [x]
            x = to
        edges[ROWS - 1][x] = [BOSS_X]
    return edges, parents


def _kept_apart(parents: Links, x: int, y: int, to: int, below: Below) -> int:
    """The x of the next step. Paths that just parted do not meet again."""
    last = COLUMNS - 1
    for other in parents[y + 1][to]:
        if other == x or not _parted_just_now(parents[y], other, x, y):
            continue
        if to > x:
            to = max(x - 1 + below(2), 0)
        elif to == x:
            to = x - 1 + below(3)
            to = x - 1 if to > last else x + 1 if to < 0 else to
        else:
            to = min(x + below(2), last)
    return to


def _parted_just_now(below: dict[int, list[int]], one: int, two: int, y: int) -> bool:
    """Do two nodes of a row have a common ancestor one row below? The game compares x with y to
    tell left from right; this fault is kept."""
    left, right = (one, two) if one < y else (two, one)
    return left in below and right in below and max(below[left]) == min(below[right])


def _prune_first_row(edges: dict[int, list[int]]) -> None:
    """Of several starts that lead to the same node, only the first keeps its edge."""
    seen: set[int] = set()
    for x in sorted(edges):
        kept = [to for to in edges[x] if to not in seen]
        seen.update(edges[x])
        edges[x] = kept


# --- what lies there -----------------------------------------------------------------------------


def _assign(
    rows: list[list[MapNode]],
    connected: list[MapNode],
    parents: Links,
    below: Below,
    ascension: int,
) -> None:
    """Give every connected node its room."""
    free: list[MapNode] = []
    for node in connected:
        node.symbol = FIXED_ROWS.get(node.y, "")
        if not node.symbol:
            free.append(node)
    # Row 13 is not counted, as in the game.
    count = sum([node.y != ROWS - 2 for node in connected])
    rooms: list[str] = []
    for symbol, share in SHARES:
        more = ELITES_FROM_A1 if symbol == ELITE and ascension >= 1 else 1.0
        rooms += [symbol] * _rounded(count * share * more)
    rooms += [MONSTER] * (len(free) - len(rooms))
    for i in range(len(rooms), 1, -1):
        j = below(i)
        rooms[i - 1], rooms[j] = rooms[j], rooms[i - 1]
    for node in free:
        unfit = _unfit(rows, node, parents[node.y][node.x])
        for place, symbol in enumerate(rooms):
            if symbol not in unfit:
                node.symbol = rooms.pop(place)
                break
    for node in free:
        node.symbol = node.symbol or MONSTER


def _rounded(number: float) -> int:
    return int(number + 0.5)


FIXED_ROWS = {0: MONSTER, TREASURE_ROW: TREASURE, REST_ROW: REST}
APART = frozenset((REST, TREASURE, SHOP, ELITE))
"""Rooms that cannot follow a room of their kind."""


def _unfit(rows: list[list[MapNode]], node: MapNode, parents: list[int]) -> str:
    """The symbols that a node cannot have: no elite or rest early on, none of its parents' special
    rooms, and none of its siblings'."""
    x, y = node.x, node.y
    found = REST + ELITE if y <= 4 else REST if y >= ROWS - 2 else ""
    row, row_below = rows[y], rows[y - 1]
    for parent_x in parents:
        parent = row_below[parent_x]
        if parent.symbol in APART:
            found += parent.symbol
        for sibling in parent.edges:
            if sibling != x:
                found += row[sibling].symbol
    return found
