"""Corp upgrades."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import give_tags
from turnwright.games.netrunner.rules.payment import can_pay, pay
from turnwright.games.netrunner.rules.runs import end_the_run
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card

from .effects import end_run_effect


def is_this_server(c: NetrunnerContext, upgrade: Card, data: EventData) -> bool:
    """Tell whether the event is about this upgrade's server."""
    return bool(data["server"] == upgrade.server)


def manegarm(c: NetrunnerContext, upgrade: Card, data: EventData) -> EffectGenerator:
    """The Runner spends 2 clicks, or pays 5 credits, or the run ends."""
    options = [("Spend [Click][Click]", Price(clicks=2)), ("Pay 5 [Credits]", Price(credits=5))]
    options = [(text, price) for text, price in options if can_pay(c, RUNNER, price, upgrade)]
    texts = [text for text, _ in options]
    index = yield from c.choose_button(
        RUNNER, "Choose one", (*texts, "End the run"), upgrade, wait=True
    )
    if index == len(options):
        end_run_effect(c, upgrade)
    else:
        paid = yield from pay(c, RUNNER, options[index][1], upgrade)
        c.log(RUNNER, paid)


def void(c: NetrunnerContext, upgrade: Card, data: EventData) -> EffectGenerator:
    """You may pay 2 credits and trash 2 cards from HQ to end the run."""
    text = "Pay 2 [Credits] and trash 2 cards from HQ to end the run?"
    if not (yield from c.ask_yes_no(CORP, text, upgrade)):
        return
    paid = yield from pay(c, CORP, Price(credits=2), upgrade)
    hand = list(c.zone("hand", CORP))
    chosen = yield from c.select_cards(CORP, "Choose 2 cards to trash", hand, 2, upgrade, must=True)
    c.log(CORP, f"{paid} and trashes 2 cards from HQ to use {upgrade.kind} to end the run")
    yield from trash_cards(c, c.cards(chosen), CORP, cause="cost")
    end_the_run(c)


def amaze(c: NetrunnerContext, upgrade: Card, data: EventData) -> EffectGenerator:
    """If the Runner stole an agenda during the run, give 2 tags."""
    c.log_use(upgrade, "give the Runner 2 tags")
    yield from give_tags(c, 2, upgrade)


def stole_from_this_server(c: NetrunnerContext, upgrade: Card, data: EventData) -> bool:
    """Tell whether the Runner stole an agenda in a run on this upgrade's server."""
    run = data["run"]
    return bool(run.did_steal and run.server == (upgrade.server or upgrade.last_server))


def malapert(c: NetrunnerContext, upgrade: Card, data: EventData) -> EffectGenerator:
    """When you score an agenda from this server, you may search R&D for a non-agenda card."""
    if not (yield from c.ask_yes_no(CORP, "Search R&D for non-agenda card?", upgrade)):
        return
    found = _different(c)
    index = yield from c.choose_button(
        CORP, "Choose a card", [*(one.id for one in found), "Cancel"], upgrade
    )
    if index == len(found):
        c.shuffle_deck(CORP)
        c.log_use(upgrade, "shuffle R&D")
        return
    one = found[index]
    c.log_use(upgrade, f"reveal {one.kind} from R&D and add it to HQ")
    c.shuffle_deck(CORP)
    c.move_card(one.id, "hand", CORP)


def _different(c: NetrunnerContext) -> list[Card]:
    """Return one card of each title in R&D, from the top down, sorted by title."""
    seen: dict[str, Card] = {}
    for one in reversed(c.cards_in("deck", CORP)):
        if c.facts(one).type != "agenda":
            seen.setdefault(one.kind, one)
    return [seen[title] for title in sorted(seen)]


register(
    CardDefinition(
        "Manegarm Skunkworks",
        on={"approach-server": Trigger(effect=manegarm, when=is_this_server, interactive=True)},
    )
)
register(
    CardDefinition(
        "Anoetic Void",
        on={
            "approach-server": Trigger(
                effect=void,
                interactive=True,
                when=lambda c, card, e: (
                    is_this_server(c, card, e)
                    and can_pay(c, CORP, Price(credits=2, from_hand=2), card)
                ),
            )
        },
    )
)
register(
    CardDefinition(
        "AMAZE Amusements",
        persists=True,
        on={"run-ends": Trigger(effect=amaze, when=stole_from_this_server)},
    )
)
register(
    CardDefinition(
        "Malapert Data Vault",
        on={"agenda-scored": Trigger(effect=malapert, when=is_this_server, interactive=True)},
    )
)
