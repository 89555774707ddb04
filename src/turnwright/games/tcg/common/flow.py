"""The flow skeleton of the trading card games.

- a starting segment: one player decides who goes first, hands are drawn and altered
- the game itself: turns with the phases of the game's rulebook
- the end

Windows in which players respond to pending effects close when all have passed; then the newest pending
effect resolves (`resolve_top`) and the window opens again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import turnwright as tw
from turnwright.core.rules.chain import Asking

from .context import CardGameContext

Hook = Callable[[Any], Any]


# --- before the game ------------------------------------------------------------------------------


def pick_chooser(c: CardGameContext[Any, Any]) -> None:
    """Pick at random who decides who goes first. The option `chooser` names that player instead, such
    as the loser of the last game of a match."""
    c.ctx.choosing_first_player = c.options.get("chooser", c.stream("first player").choice(c.seats))


@tw.move(
    label="{seat} goes first",
    told=lambda c, seat: "goes first" if seat == c.seat else f"lets {c.seat_name(seat)} go first",
)
def choose_first_player(
    c: CardGameContext[Any, Any], seat: int = tw.seat_arg(lambda c: c.seats)
) -> None:
    """Decide who goes first."""
    c.ctx.otp = seat
    c.ctx.choosing_first_player = None


def first_player_phase(next: str) -> tw.Phase:
    """The phase in which one player decides who goes first."""
    return tw.Phase(
        start=True,
        next=next,
        on_begin=pick_chooser,
        who=lambda c: [c.ctx.choosing_first_player],
        end_if=lambda c: c.ctx.otp is not None,
        moves={"chooseFirstPlayer": choose_first_player},
        doc="One player, by chance, decides who goes first.",
    )


def deal_hands(c: CardGameContext[Any, Any], count: int) -> None:
    """Every player draws an opening hand and owes a decision about it."""
    c.deal(count)
    c.set_pending_mulligan(c.seats)


@tw.move(label="Keep your hand")
def keep_hand(c: CardGameContext[Any, Any]) -> None:
    """Keep the opening hand."""
    c.ctx.pending_mulligan.discard(c.seat)


def mulligan_phase(
    *,
    on_begin: Hook,
    moves: Mapping[str, tw.Move],
    doc: str,
    on_end: Hook | None = None,
    next: str | None = None,
) -> tw.Phase:
    """The phase in which players decide about their opening hands, the starting player first."""
    return tw.Phase(
        next=next,
        on_begin=on_begin,
        on_end=on_end,
        end_if=lambda c: not c.ctx.pending_mulligan,
        who=first_pending_mulligan,
        moves=moves,
        doc=doc,
    )


def first_pending_mulligan(c: CardGameContext[Any, Any]) -> list[int]:
    """Of the players who still owe a decision, the first in turn order."""
    order = c.order_from(c.starting_player)
    return [seat for seat in order if seat in c.ctx.pending_mulligan][:1]


# --- pending effects ------------------------------------------------------------------------------


def resolve_top(c: CardGameContext[Any, Any]) -> Asking:
    """All players have passed: the newest pending effect resolves."""
    if c.G.pending:
        yield from c.resolve(c.G.pending.pop())
        yield from c.after_resolution()


def pending_window(
    *,
    seats: Callable[[Any], list[int]] | None = None,
    first: str | Callable[[Any], int] = "turn",
    after: str = "next",
    move: str = "pass",
) -> tw.Window:
    """A window for responses to pending effects; when all have passed, the newest resolves."""
    return tw.Window(seats=seats, first=first, after=after, on_close=resolve_top, move=move)


def resolvable_triggers(c: CardGameContext[Any, Any]) -> list[int]:
    """The pending triggers that the acting player may resolve next, by index."""
    return c.resolvable_triggers()


def trigger_label(c: CardGameContext[Any, Any], index: int) -> str:
    """A pending trigger as the label of a move."""
    pending = c.G.pending[index]
    assert pending.card is not None
    effects = [f"{effect.word} {effect.amount}" for effect in c.effects_of(pending)]
    return f"Resolve {c.name(pending.card)}: {', '.join(effects)}"


@tw.move(label=trigger_label)
def resolve_trigger(
    c: CardGameContext[Any, Any], index: int = tw.arg(resolvable_triggers, is_card=False)
) -> Asking:
    """Resolve a triggered ability, in an order of its owner's choice."""
    yield from c.resolve(c.G.pending.pop(index))
    yield from c.after_resolution()


# --- the flow -------------------------------------------------------------------------------------


def card_game_flow(
    *,
    setup: Mapping[str, tw.Phase],
    turn: tw.Turn,
    on_begin: Hook | None = None,
    segments: tuple[str, str] = ("startingAGame", "duringGame"),
) -> tw.Flow:
    """Join the setup phases and the turn of a game to a flow."""
    starting, playing = segments
    return tw.Flow(
        segments={
            starting: tw.Segment(
                next=lambda c: "endGame" if c.ctx.game_over else playing,
                on_begin=on_begin,
                end_if=lambda c: c.ctx.game_over or c.ctx.phases_done,
                turn=tw.Turn(phases=setup),
            ),
            playing: tw.Segment(
                next="endGame",
                first=lambda c: c.ctx.otp,
                end_if=lambda c: c.ctx.game_over,
                turn=turn,
            ),
            "endGame": tw.Segment(),
        }
    )


concede = tw.move(tw.concede, by="anyone", label="Concede")
