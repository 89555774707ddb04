"""Tic-tac-toe: the whole game on one screen."""

import turnwright as tw

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Board(tw.State):
    """Nine cells, row by row: "X", "O" or empty."""

    cells: tw.Public[list[str]] = tw.default(lambda: [""] * 9)


def free(c: tw.Context) -> list[int]:
    """The empty cells."""
    return [i for i, mark in enumerate(c.G.cells) if not mark]


def draw_board(c: tw.Context, seat: int | None) -> str:
    """The board as text."""
    marks = [mark or str(i) for i, mark in enumerate(c.G.cells)]
    return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))


game = tw.Game(
    "tictactoe",
    state=Board,
    describe=draw_board,
    listed_moves=[("mark", (cell,)) for cell in range(9)],
    title="Tic-tac-toe",
    about="Three in a row wins.",
    rulebook="""
    ## Goal

    Two players mark empty cells in turn, X first. Three of your marks in a row, a column or a diagonal
    win. If all nine cells are full, it is a draw.
    """,
)


@game.move(label="Mark cell {cell}")
def mark(c: tw.Context, cell: int = tw.arg(free)) -> None:
    """Mark an empty cell."""
    cells = c.G.cells
    cells[cell] = "XO"[c.seat]
    if any(cells[i] == cells[j] == cells[k] != "" for i, j, k in LINES):
        c.win(c.seat, reason="three in a row")
    elif all(cells):
        c.draw("the board is full")
    c.end_turn()
