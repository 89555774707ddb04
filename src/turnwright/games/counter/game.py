"""Counter: one move, no end. The smallest thing that can be measured; two seats take turns."""

import turnwright as tw


class CounterState(tw.State):
    count: tw.Public[int] = 0


game = tw.Game("counter", seats=(1, 2), state=CounterState, about="A number that goes up.")


@game.move(label="Add one")
def inc(c: tw.Context) -> None:
    c.G.count += 1
    if len(c.ctx.player_order) > 1:
        c.end_turn()
