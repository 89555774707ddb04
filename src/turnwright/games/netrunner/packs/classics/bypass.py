"""Bypassing ice: Femme Fatale, Guard, Inside Job."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Subroutine,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.cards.effects import end_run_effect, is_this_card
from turnwright.games.netrunner.cards.runner_breakers import breaking, pumping
from turnwright.games.netrunner.cards.runner_events import any_server, is_source, run_event
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.encounters import bypass_ice
from turnwright.games.netrunner.rules.payment import can_pay, pay
from turnwright.games.netrunner.state import Card


def choose_ice(c: NetrunnerContext, program: Card, data: EventData) -> EffectGenerator:
    """When you install it: choose 1 installed ice."""
    text = "Choose a piece of ice to target for bypassing"
    pool = [one.id for one in c.installed(CORP) if c.zone_of(one.id) == "ice"]
    for ice in c.cards((yield from c.select_cards(RUNNER, text, pool, 1, program))):
        c.log_use(program, f"target {c.public_name(ice)}")
        program.target_card = ice.id


def bypass_price(c: NetrunnerContext, ice: Card) -> Price:
    """Bypassing costs 1 credit for each subroutine."""
    return Price(credits=len(c.subs(ice)))


def meets_chosen_ice(c: NetrunnerContext, program: Card, data: EventData) -> bool:
    """Tell whether the chosen ice is encountered and can be paid for."""
    ice: Card = data["ice"]
    is_chosen = program.target_card == ice.id
    return is_chosen and can_pay(c, RUNNER, bypass_price(c, ice), program, "breaker")


def pay_to_bypass(c: NetrunnerContext, program: Card, data: EventData) -> EffectGenerator:
    """You may pay 1 credit for each subroutine of the chosen ice to bypass it."""
    ice: Card = data["ice"]
    price = bypass_price(c, ice)
    text = f"Pay {price.credits} [Credits] to bypass {ice.kind}?"
    if (yield from c.ask_yes_no(RUNNER, text, program)):
        paid = yield from pay(c, RUNNER, price, program, "breaker")
        c.log(RUNNER, f"{paid} to use {program.kind} to bypass {ice.kind}")
        bypass_ice(c)


def is_first_encounter(c: NetrunnerContext, event: Card, data: EventData) -> bool:
    """Tell whether this is the first encounter of the run that was made with this event."""
    return is_source(c, event, data) and c.G.run is not None and c.G.run.encounters == 1


def bypass_first(c: NetrunnerContext, event: Card, data: EventData) -> None:
    """Bypass the first ice that you encounter."""
    c.log_use(event, f"bypass {data['ice'].kind}")
    bypass_ice(c)


register(
    CardDefinition(
        "Femme Fatale",
        abilities=(breaking("Sentry"), pumping(1, 2)),
        on={
            "runner-install": Trigger(effect=choose_ice, when=is_this_card),
            "encounter-ice": Trigger(effect=pay_to_bypass, when=meets_chosen_ice, interactive=True),
        },
    )
)
register(
    CardDefinition(
        "Guard", cannot_be_bypassed=True, subs=(Subroutine("End the run", end_run_effect),)
    )
)
register(
    CardDefinition(
        "Inside Job",
        play=run_event(any_server),
        on={"encounter-ice": Trigger(effect=bypass_first, when=is_first_encounter)},
    )
)
