"""Netrunner, System Gateway: the definition of the game.

The Corp scores agendas, the Runner steals them. A run is a phase of the flow, with the steps
initiation, approach-ice, encounter-ice, movement and success. The flow follows the state.
"""

from __future__ import annotations

import turnwright as tw

from . import cards as all_cards  # noqa: F401  (defines them)
from .card_definition import EffectGenerator
from .card_facts import CORP, NAMES, RUNNER, card_facts
from .card_packs import load_known_packs
from .context import NetrunnerContext
from .decks import READY
from .keywords import GLOSSARY
from .moves import MOVES
from .obligations import owed_in
from .rulebook import RULEBOOK
from .rules.turns import mulligans
from .runner_memory import known_cards
from .setup import opens_with_mulligan, set_up
from .state import Card, NetrunnerState
from .view import (
    OMITTED_FIELDS,
    board_summary,
    card_value,
    could_be,
    describe,
    evaluate,
    player_facts,
    public_card_facts,
)
from .why_not import why_not

RUN_STEPS = ("initiation", "approach-ice", "encounter-ice", "movement", "success")
RUN_POSITIONS = {step: ("run", step) for step in RUN_STEPS}


def deal_hands(c: NetrunnerContext) -> EffectGenerator:
    """Offer mulligans, unless the match begins in the middle of a game."""
    if opens_with_mulligan(c.options.get("scene")):
        yield from mulligans(c)


def acting_sides(c: NetrunnerContext) -> list[int]:
    """Return the side that owes something. With `priority="engine"` both sides may always act."""
    if not c.G.strict:
        return [CORP, RUNNER]
    side = owed_in(c).side
    return [] if side is None else [side]


def flow_position(c: NetrunnerContext) -> str | tuple[str, str]:
    """Return the phase, or the step of a run, that the state stands for."""
    G = c.G
    if G.run is not None:
        return RUN_POSITIONS[G.run.phase]
    if G.encounter is not None:
        return RUN_POSITIONS["encounter-ice"]
    return "begin" if G.turn_over else "action"


ALWAYS = ("rez", "ability", "score", "trash", "unbroken-subroutines", "subroutine")
BETWEEN = (*ALWAYS, "start-turn", "end-turn", "end-phase-12")
ACTIONS = (
    "credit", "draw", "purge", "remove-tag", "trash-resource", "play", "advance", "run",
)  # fmt: skip
RUNNING = (
    "continue", "start-next-phase", "jack-out", "toggle-auto-no-action", "runner-ability",
    "dynamic-ability",
)  # fmt: skip
AT_ANY_TIME = ("system-msg", "indicate-action", "concede")
"""Moves by the part of the game in which they are possible."""


def _moves(*names: str) -> dict[str, tw.Move]:
    return {name: MOVES[name] for name in names}


FLOW = tw.Flow(
    segments={
        "hands": tw.Segment(start=True, next="game", on_begin=deal_hands, end_if=tw.always),
        "game": tw.Segment(
            at=flow_position,
            turn=tw.Turn(
                phases={
                    "begin": tw.Phase(who=acting_sides, moves=_moves(*BETWEEN)),
                    "action": tw.Phase(who=acting_sides, moves=_moves(*BETWEEN, *ACTIONS)),
                    "run": tw.Phase(
                        moves=_moves(*ALWAYS, *RUNNING),
                        steps={name: tw.Step(who=acting_sides) for name in RUN_STEPS},
                    ),
                }
            ),
        ),
    }
)

load_known_packs()

ZONES = {
    "deck": tw.Zone("hidden"),
    "hand": tw.Zone("owner"),
    "discard": tw.Zone("public"),
    "scored": tw.Zone("public"),
    "rfg": tw.Zone("public", label="Removed from the game"),
    "play_area": tw.Zone("public", label="Being played"),
    "current": tw.Zone("public", label="Current"),
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
    state=NetrunnerState,
    card=Card,
    context=NetrunnerContext,
    zones=ZONES,
    setup=set_up,
    flow=FLOW,
    moves=_moves(*AT_ANY_TIME),
    view=board_summary,
    describe=describe,
    evaluate=evaluate,
    card_value=card_value,
    could_be=could_be,
    known_cards=known_cards,
    player_facts=player_facts,
    card_facts=public_card_facts,
    omitted_fields=OMITTED_FIELDS,
    library=card_facts(),
    glossary=GLOSSARY,
    sides=NAMES,
    why_not=why_not,
    logs_moves=True,
    choices={"decks": tuple(READY)},
    rulebook=RULEBOOK,
    about="Netrunner with the System Gateway cards: the Corp against the Runner.",
)
