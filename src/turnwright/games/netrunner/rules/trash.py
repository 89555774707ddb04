"""Trashing cards."""

from __future__ import annotations

from collections.abc import Sequence

from turnwright.games.netrunner.card_definition import EffectGenerator
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card, Run

from .triggers import NOTHING, fire_event


def trash_cards(
    c: NetrunnerContext,
    cards: Sequence[Card],
    side: int,
    cause: str = "",
    by: Card | None = None,
) -> EffectGenerator:
    """Move cards to their owners' discard piles. Unknown Corp cards stay face down there."""
    for card in cards:
        for number in list(card.hosted):
            yield from trash_hosted(c, card, c.card(number))
        was_known = card.owner == RUNNER or card.rezzed or card.face_up
        run = c.G.run
        if run is not None and side == RUNNER and card.rezzed and c.definition(card).persists:
            run.lingering_cards.append(card.id)
        if run is not None and run.accessing == card.id:
            _end_access(c, run)
        c.uninstall(card)
        card.face_up = was_known
        c.discard(card)
        if not was_known:
            c.renumber_card(card.id)
    if side == RUNNER and any(card.owner == CORP for card in cards):
        c.G.sides[RUNNER].register["trashed-card"] = True
    yield from fire_event(c, "trash", cards=list(cards), side=side, cause=cause)
    yield from check_memory(c, by)


def _end_access(c: NetrunnerContext, run: Run) -> None:
    """End the access of a card that is trashed by an effect: nobody waits for its triggers."""
    run.accessing = None
    shown = c.G.status_prompts[RUNNER]
    shown[:] = [one for one in shown if one.type != "waiting"]


def trash_current(c: NetrunnerContext, side: int) -> EffectGenerator:
    """Trash the current of a side: the opponent has scored or stolen, or another one is played."""
    for card in c.cards_in("current", side):
        c.log_line(f"{card.kind} is trashed.")
        yield from trash_cards(c, [card], side, cause="current")


def trash_hosted(c: NetrunnerContext, host: Card, hosted: Card) -> EffectGenerator:
    """Trash a card whose host leaves play. The Corp reads the title of a facedown host in the log."""
    what = f"has left play: {hosted.kind} is trashed."
    c.log_line(f"{c.public_name(host)} {what}", corp=f"{c.corp_name(host)} {what}")
    yield from trash_cards(c, [hosted], hosted.owner, cause="host")


def check_memory(c: NetrunnerContext, by: Card | None, title: str = "") -> EffectGenerator:
    """Make the Runner trash programs until the rest fits into memory (rule 10.3.1e).

    `by` or `title` is the card that the question names. With `priority="engine"` the Runner may
    decline, as on jinteki.net, and is asked again by `remind_of_memory`."""
    while (lack := -c.free_memory()) > 0:
        programs = [one.id for one in c.installed(RUNNER) if c.facts(one).type == "program"]
        text = f"Insufficient MU. Trash {lack} MU of installed programs."
        chosen = yield from c.select_cards(RUNNER, text, programs, len(programs), by, title=title)
        if chosen:
            yield from trash_cards(c, c.cards(chosen), RUNNER, cause="memory", by=by)
        elif not c.G.strict:
            c.G.is_over_memory = True
            return
    c.G.is_over_memory = False


def remind_of_memory(c: NetrunnerContext, by: Card | None, title: str = "") -> EffectGenerator:
    """Ask again if the Runner has declined to trash programs that exceed the memory.

    Called where jinteki.net checks it: after payments, when an operation or event is trashed, and at
    the end of an encounter."""
    return check_memory(c, by, title) if c.G.is_over_memory else NOTHING
