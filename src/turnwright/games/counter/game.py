"""Counter: one move and no end, for benchmarks. Two seats take turns."""

import turnwright as tw


class CounterState(tw.State):
    """How often the move was made."""

    count: tw.Public[int] = 0


game = tw.Game("counter", seats=(1, 2), state=CounterState, about="A number that goes up.")


@game.move(label="Add one")
def inc(c: tw.Context) -> None:
    """Add one to the count."""
    c.G.count += 1
    if len(c.ctx.player_order) > 1:
        c.end_turn()
