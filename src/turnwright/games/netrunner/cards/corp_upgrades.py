"""Upgrades."""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.card_definition import Price, Trigger, card
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import Asking, Rules
from turnwright.games.netrunner.rules.runs import end_the_run
from turnwright.games.netrunner.state import Piece

from .effects import etr


def here(c: Rules, upgrade: Piece, about: Any) -> bool:
    return bool(about["server"] == upgrade.server)


def manegarm(c: Rules, upgrade: Piece, about: Any) -> Asking:
    """The Runner spends 2 clicks, or pays 5 credits, or the run ends."""
    options = [("Spend [Click][Click]", Price(clicks=2)), ("Pay 5 [Credits]", Price(credits=5))]
    options = [(text, price) for text, price in options if c.can_pay(RUNNER, price, upgrade)]
    texts = [text for text, _ in options]
    place = yield from c.buttons(RUNNER, "Choose one", (*texts, "End the run"), upgrade, wait=True)
    if place == len(options):
        etr(c, upgrade)
    else:
        paid = yield from c.pay(RUNNER, options[place][1], upgrade)
        c.say(RUNNER, paid)


def void(c: Rules, upgrade: Piece, about: Any) -> Asking:
    """You may pay 2 credits and trash 2 cards from HQ to end the run."""
    msg = "Pay 2 [Credits] and trash 2 cards from HQ to end the run?"
    if not (yield from c.yes_or_no(CORP, msg, upgrade)):
        return
    paid = yield from c.pay(CORP, Price(credits=2), upgrade)
    hand = list(c.zone("hand", CORP))
    chosen = yield from c.select(CORP, "Choose 2 cards to trash", hand, 2, upgrade, must=True)
    c.say(CORP, f"{paid} and trashes 2 cards from HQ to use {upgrade.kind} to end the run")
    yield from c.trash(c.cards(chosen), CORP, cause="cost")
    end_the_run(c)


def amaze(c: Rules, upgrade: Piece, about: Any) -> Asking:
    """If the Runner stole an agenda during the run, give 2 tags."""
    c.uses(upgrade, "give the Runner 2 tags")
    yield from c.give_tags(2)


def stole_here(c: Rules, upgrade: Piece, about: Any) -> bool:
    run = about["run"]
    return bool(run.did_steal and run.server == (upgrade.server or upgrade.was_at))


def malapert(c: Rules, upgrade: Piece, about: Any) -> Asking:
    """When you score an agenda from this server, you may search R&D for a card that is no agenda."""
    if not (yield from c.yes_or_no(CORP, "Search R&D for non-agenda card?", upgrade)):
        return
    found = _different(c)
    place = yield from c.buttons(
        CORP, "Choose a card", [*(one.id for one in found), "Cancel"], upgrade
    )
    if place == len(found):
        c.shuffle_deck(CORP)
        c.uses(upgrade, "shuffle R&D")
        return
    one = found[place]
    c.uses(upgrade, f"reveal {one.kind} from R&D and add it to HQ")
    c.shuffle_deck(CORP)
    c.move_card(one.id, "hand", CORP)


def _different(c: Rules) -> list[Piece]:
    """One of each title, from the top of R&D down, by name."""
    seen: dict[str, Piece] = {}
    for one in reversed(c.cards_in("deck", CORP)):
        if c.facts(one).type != "agenda":
            seen.setdefault(one.kind, one)
    return [seen[title] for title in sorted(seen)]


card(
    "Manegarm Skunkworks",
    on={"approach-server": Trigger(effect=manegarm, when=here, interactive=True)},
)
card(
    "Anoetic Void",
    on={
        "approach-server": Trigger(
            effect=void,
            interactive=True,
            when=lambda c, card, e: (
                here(c, card, e) and c.can_pay(CORP, Price(credits=2, from_hand=2), card)
            ),
        )
    },
)
card("AMAZE Amusements", persists=True, on={"run-ends": Trigger(effect=amaze, when=stole_here)})
card(
    "Malapert Data Vault",
    on={"agenda-scored": Trigger(effect=malapert, when=here, interactive=True)},
)
