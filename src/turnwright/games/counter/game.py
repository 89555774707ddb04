"""Counter: one move and no end, for benchmarks. Two seats take turns."""

import turnwright as tw


class CounterState(tw.State):
    """How often the move was made."""

    count: tw.Public[int] = 0


game = tw.Game(
    "counter",
    seats=(1, 2),
    state=CounterState,
    listed_moves=[("inc", ())],
    about="A number that goes up.",
    rulebook="Whose turn it is adds one to the number. There is no end: it is for measuring.",
)


@game.move(label="Add one")
def inc(c: tw.Context) -> None:
    """Add one to the count."""
    c.G.count += 1
    if len(c.ctx.player_order) > 1:
        c.end_turn()
