"""Netrunner, System Gateway: the definition of the game.

The Corp scores agendas, the Runner steals them. A run is a phase of the flow, and its parts are its
steps: initiation, approach-ice, encounter-ice, movement, success.
"""

from __future__ import annotations

from functools import wraps
from inspect import isgeneratorfunction
from typing import Any

import turnwright as tw

from . import cards as all_cards  # noqa: F401  (defines them)
from .card_facts import CORP, RUNNER, printed
from .context import Asking, Rules
from .moves import MOVES
from .rules.runs import settle
from .rules.turns import mulligans
from .setup import opens_with_mulligan, set_up
from .state import Board, Piece
from .view import ASIDE, could_be, describe, evaluate, facts, player, see, value

RUN_STEPS = ("initiation", "approach-ice", "encounter-ice", "movement", "success")


def hands(c: Rules) -> Asking:
    if opens_with_mulligan(c.options.get("scene")):
        yield from mulligans(c)


def acting(c: Rules) -> list[int]:
    """Whose go it is: in a run the Runner, then the Corp, who may also pass or act before that."""
    G = c.G
    if not G.strict:
        return [CORP, RUNNER]
    if G.run is not None:
        passed = G.run.no_action if G.encounter is None else G.encounter.no_action
        return [RUNNER] if passed is None or passed is False or passed == CORP else [CORP]
    if G.turn_over:
        return [1 - G.active]
    return [G.active]


def follow(c: Rules) -> Any:
    """The flow stands where the game is."""
    G, ctx = c.G, c.ctx
    if G.run is not None:
        if ctx.current_step != G.run.phase:
            c.jump_to(phase="run", step=G.run.phase)
    else:
        phase = "begin" if G.turn_over else "action"
        if ctx.current_phase != phase:
            c.jump_to(phase=phase)


ALWAYS = ("rez", "ability", "score", "trash", "unbroken-subroutines", "subroutine")
BETWEEN = (*ALWAYS, "start-turn", "end-turn", "end-phase-12")
ACTIONS = (
    "credit", "draw", "purge", "remove-tag", "trash-resource", "play", "advance", "run",
)  # fmt: skip
RUNNING = (
    "continue", "jack-out", "toggle-auto-no-action", "runner-ability", "dynamic-ability",
)  # fmt: skip
AT_ANY_TIME = ("system-msg", "indicate-action", "concede", "break-off")
"""Commands by the part of the game in which they can have a meaning."""


def _moves(*names: str) -> dict[str, tw.Move]:
    made = {}
    for name in names:
        move = MOVES[name]
        made[name] = tw.Move(
            _following(move.fn), name=name, when=move.when, by=move.by, label=move.label
        )
    return made


def _following(fn: Any) -> Any:
    if not isgeneratorfunction(fn):
        return fn

    @wraps(fn)
    def do(c: Rules, *args: Any) -> Asking:
        yield from c.carry_out(fn(c, *args))
        yield from settle(c)
        follow(c)

    return do


FLOW = tw.Flow(
    segments={
        "hands": tw.Segment(start=True, next="game", on_begin=hands, end_if=tw.always),
        "game": tw.Segment(
            turn=tw.Turn(
                phases={
                    "begin": tw.Phase(
                        start=True, on_begin=follow, who=acting, moves=_moves(*BETWEEN)
                    ),
                    "action": tw.Phase(who=acting, moves=_moves(*BETWEEN, *ACTIONS)),
                    "run": tw.Phase(
                        moves=_moves(*ALWAYS, *RUNNING),
                        steps={
                            name: tw.Step(start=name == "initiation", who=acting)
                            for name in RUN_STEPS
                        },
                    ),
                }
            )
        ),
    }
)

ZONES = {
    "deck": tw.Zone("hidden"),
    "hand": tw.Zone("owner"),
    "discard": tw.Zone("public"),
    "scored": tw.Zone("public"),
    "rfg": tw.Zone("public", label="Removed from the game"),
    "play_area": tw.Zone("public", label="Being played"),
    "identity": tw.Zone("public", single=True),
    "ice": tw.Zone("public"),
    "root": tw.Zone("public", label="In servers"),
    "program": tw.Zone("public", label="Programs"),
    "hardware": tw.Zone("public"),
    "resource": tw.Zone("public", label="Resources"),
    "hosted": tw.Zone("public", label="Hosted on ice"),
}

game = tw.Game(
    "netrunner",
    seats=2,
    state=Board,
    card=Piece,
    context=Rules,
    zones=ZONES,
    setup=set_up,
    flow=FLOW,
    moves=_moves(*AT_ANY_TIME),
    view=see,
    describe=describe,
    evaluate=evaluate,
    card_value=value,
    could_be=could_be,
    player_facts=player,
    card_facts=facts,
    omitted_fields=ASIDE,
    library=printed(),
    about="Netrunner with the System Gateway cards: the Corp against the Runner.",
)
