"""Ending the run from outside of ice: Border Control, Giordano Memorial Field, Nisei MK II."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    Ability,
    CardDefinition,
    Condition,
    EffectGenerator,
    EventData,
    Price,
    Subroutine,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.cards.corp_agendas import on_score
from turnwright.games.netrunner.cards.corp_upgrades import is_this_server
from turnwright.games.netrunner.cards.effects import end_run_effect
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.payment import can_pay, pay
from turnwright.games.netrunner.rules.runs import end_the_run
from turnwright.games.netrunner.state import Card


def pay_to_end_run(price: Price, when: Condition) -> Ability:
    """Return an ability that ends the run for a price."""

    def effect(c: NetrunnerContext, card: Card) -> EffectGenerator:
        paid = yield from pay(c, CORP, price, card)
        c.log(CORP, f"{paid} to use {card.kind} to end the run")
        end_the_run(c)

    return Ability(label="End the run", price=price, effect=effect, when=when)


def is_run(c: NetrunnerContext, card: Card) -> bool:
    """Tell whether there is a run."""
    return c.G.run is not None


def is_run_on_its_server(c: NetrunnerContext, ice: Card) -> bool:
    """Tell whether there is a run on the server that this ice protects."""
    return c.G.run is not None and c.G.run.server == ice.server


def gain_for_ice(c: NetrunnerContext, ice: Card) -> None:
    """Gain 1 credit for each ice protecting this server."""
    server = c.G.servers.get(ice.server)
    amount = 0 if server is None else len(server.ices)
    c.log_use(ice, f"gain {amount} [Credits]")
    c.gain_credits(CORP, amount)


def memorial(c: NetrunnerContext, upgrade: Card, data: EventData) -> EffectGenerator:
    """The Runner pays 2 credits for each agenda in their score area, or the run ends."""
    price = Price(credits=2 * len(c.zone("scored", RUNNER)))
    choices = ["End the run"]
    if can_pay(c, RUNNER, price, upgrade):
        choices.insert(0, f"Pay {price.credits} [Credits]")
    index = yield from c.choose_button(RUNNER, "Choose one", choices, upgrade, wait=True)
    if choices[index] == "End the run":
        end_run_effect(c, upgrade)
        return
    c.log_use(upgrade, f"force the runner to pay {price.credits} [Credits]")
    paid = yield from pay(c, RUNNER, price, upgrade)
    c.log(RUNNER, paid)


register(
    CardDefinition(
        "Border Control",
        abilities=(pay_to_end_run(Price(trash_self=True), is_run_on_its_server),),
        subs=(
            Subroutine("Gain 1 [Credits] for each ice protecting this server", gain_for_ice),
            Subroutine("End the run", end_run_effect),
        ),
    )
)
register(
    CardDefinition(
        "Giordano Memorial Field",
        on={"successful-run": Trigger(effect=memorial, when=is_this_server, interactive=True)},
    )
)
register(
    CardDefinition(
        "Nisei MK II",
        on=on_score(lambda c, agenda, e: c.add_counters(agenda, "agenda", 1), silent=True),
        abilities=(pay_to_end_run(Price(counters=("agenda", 1)), is_run),),
    )
)
