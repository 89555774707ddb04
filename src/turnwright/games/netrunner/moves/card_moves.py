"""Moves with cards: playing and installing, and what the Corp does with installed ones."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.netrunner.card_definition import EffectGenerator
from turnwright.games.netrunner.card_facts import CORP
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules import install
from turnwright.games.netrunner.rules.payment import can_pay
from turnwright.games.netrunner.rules.run_state import current_ice
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import plural

from .registry import may_play, may_take_action, move

# --- cards from the hand -------------------------------------------------------------------------


def playable(c: NetrunnerContext) -> list[int]:
    """Return the cards in hand that can be played or installed now."""
    return [number for number in c.zone("hand", c.seat) if can_play(c, c.card(number))]


def can_play(c: NetrunnerContext, card: Card) -> bool:
    """Tell whether a card in hand can be played or installed now."""
    facts = c.facts(card)
    if facts.type in ("operation", "event"):
        if not can_pay(c, card.owner, install.play_price(c, card), card, "play"):
            return False
        test = c.definition(card).can_play
        return test is None or bool(test(c, card))
    if card.owner == CORP:
        return True
    return install.can_runner_install(c, card, clicks=1)


def _places(c: NetrunnerContext, card: int) -> list[str]:
    target = c.card(card)
    if c.facts(target).type in ("agenda", "asset", "upgrade", "ice"):
        return install.install_servers(c, target)
    return [""]


def _play_label(c: NetrunnerContext, card: int, server: str) -> str:
    target = c.card(card)
    if server:
        return f"Install {target.kind}: {server}"
    verb = "Play" if c.facts(target).type in ("operation", "event") else "Install"
    return f"{verb} {target.kind}"


def _plays(c: NetrunnerContext) -> list[tuple[int, str]]:
    """List the cards that can be played with the servers they can go to, which depend on the type."""
    places: dict[str, list[str]] = {}
    found = []
    for number in playable(c):
        kind = c.facts(c.card(number)).type
        if kind not in places:
            places[kind] = _places(c, number)
        found += [(number, place) for place in places[kind]]
    return found


@move(
    "play",
    when=may_play,
    label=_play_label,
    short_label="play or install a card",
    lists=_plays,
)
def play(
    c: NetrunnerContext, card: int = tw.arg(playable), server: str = tw.arg(_places)
) -> EffectGenerator:
    """Play an operation or event, or install a card."""
    target = c.card(card)
    if server:
        yield from install.corp_install(c, target, server, clicks=1)
    elif c.facts(target).type in ("operation", "event"):
        yield from install.play(c, target, c.seat)
    else:
        yield from install.runner_install(c, target, clicks=1)


# --- the Corp's cards ----------------------------------------------------------------------------


def _advanceable(c: NetrunnerContext) -> list[int]:
    return [card.id for card in c.installed(CORP) if install.can_advance(c, card)]


def _may_advance(c: NetrunnerContext) -> bool:
    return c.seat == CORP and may_take_action(c) and c.G.sides[CORP].credits > 0


@move(
    "advance",
    when=_may_advance,
    label=lambda c, card: f"Advance {c.card(card).kind}",
    short_label="advance a card",
)
def advance(c: NetrunnerContext, card: int = tw.arg(_advanceable)) -> EffectGenerator:
    """Advance a card for a click and 1 credit."""
    yield from install.advance(c, c.card(card))


def _scorable(c: NetrunnerContext) -> list[int]:
    return [card.id for card in c.installed(CORP) if install.can_score(c, card)]


def _may_score(c: NetrunnerContext) -> bool:
    """Agendas can be scored during the whole turn, including its start-of-turn window."""
    return c.seat == CORP and c.G.active == CORP and not (c.G.strict and c.G.turn_over)


@move(
    "score",
    when=_may_score,
    label=lambda c, card: f"Score {c.card(card).kind}",
    short_label="score an agenda",
)
def score(c: NetrunnerContext, card: int = tw.arg(_scorable)) -> EffectGenerator:
    """Score an agenda."""
    yield from install.score(c, c.card(card))


def _rezzable(c: NetrunnerContext) -> list[int]:
    """Ice can be rezzed while it is approached, other cards at any time.

    With `priority="engine"` ice can be rezzed at any time, as on jinteki.net."""
    found = []
    G = c.G
    ice = current_ice(c) if G.run is not None and G.run.phase == "approach-ice" else None
    for card in c.installed(CORP):
        if card.rezzed:
            continue
        kind = c.facts(card).type
        in_time = card is ice or not G.strict if kind == "ice" else kind != "agenda"
        if in_time and c.rez_cost(card) <= G.sides[CORP].credits:
            found.append(card.id)
    return found


@move(
    "rez",
    when=lambda c: c.seat == CORP and c.G.turn > 0,
    label=lambda c, card: f"Rez {c.card(card).kind} ({plural(c.rez_cost(c.card(card)), 'credit')})",
    short_label="rez a card",
)
def rez(c: NetrunnerContext, card: int = tw.arg(_rezzable)) -> EffectGenerator:
    """Rez a card."""
    yield from install.rez(c, c.card(card))


def _own_installed(c: NetrunnerContext) -> list[int]:
    return [card.id for card in c.installed(c.seat)]


@move(
    "trash",
    when=lambda c: not c.G.strict,
    label=lambda c, card: f"Trash {c.card(card).kind}",
    short_label="trash a card of your own",
)
def trash(c: NetrunnerContext, card: int = tw.arg(_own_installed)) -> EffectGenerator:
    """Trash an installed card by hand, as players of jinteki.net may."""
    target = c.card(card)
    c.log(c.seat, f"trashes {c.public_name(target)}")
    yield from trash_cards(c, [target], c.seat)
