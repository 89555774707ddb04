"""Icebreakers, and programs that weaken ice."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    Ability,
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.cards.effects import is_this_card, no_effect
from turnwright.games.netrunner.cards.runner_breakers import breaking, pumping
from turnwright.games.netrunner.cards.runner_programs import grow, weaken
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.payment import available_credits, can_pay, pay
from turnwright.games.netrunner.rules.run_state import encountered
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import CENTRALS, Card
from turnwright.games.netrunner.wording import plural


def has_broken(c: NetrunnerContext, program: Card, data: EventData) -> bool:
    """Tell whether this program broke a subroutine in the encounter that ends."""
    return c.G.encounter is not None and program.id in c.G.encounter.breakers


def is_rezzed_ice_encountered(c: NetrunnerContext, program: Card) -> bool:
    """Tell whether the Runner encounters rezzed ice that is still in its place."""
    ice = encountered(c)
    return ice is not None and ice.rezzed


def choose_strength(c: NetrunnerContext, program: Card, data: EventData) -> EffectGenerator:
    """When installed, pay any number of credits and place as many power counters on it."""
    most = available_credits(c, RUNNER, program, "breaker")
    text = "How many credits do you want to spend?"
    count = yield from c.choose_number(RUNNER, text, most, program, default=0)
    paid = yield from pay(c, RUNNER, Price(credits=count), program, "breaker")
    c.log(
        RUNNER, f"{paid} to use {program.kind} to place {plural(count, 'power counter')} on itself"
    )
    c.add_counters(program, "power", count)


def has_equal_strength(c: NetrunnerContext, program: Card, ice: Card) -> bool:
    """Tell whether ice has exactly this program's strength."""
    return c.strength(program) == c.strength(ice)


def place_virus_counter(c: NetrunnerContext, program: Card) -> EffectGenerator:
    """Place 1 virus counter on it, for a click."""
    paid = yield from pay(c, RUNNER, Price(clicks=1), program)
    c.log(RUNNER, f"{paid} to use {program.kind} to place 1 virus counter on itself")
    c.add_counters(program, "virus", 1)


def lose_virus_counter(c: NetrunnerContext, program: Card, data: EventData) -> EffectGenerator:
    """Remove 1 virus counter from it, or trash it."""
    price = Price(counters=("virus", 1))
    if can_pay(c, RUNNER, price, program):
        c.log_use(program, "remove 1 hosted virus counter")
        paid = yield from pay(c, RUNNER, price, program)
        c.log(RUNNER, paid)
    else:
        c.log_use(program, "trash itself")
        yield from trash_cards(c, [program], RUNNER)


def trash_after_use(c: NetrunnerContext, program: Card, data: EventData) -> EffectGenerator:
    """Trash it."""
    c.log_use(program, f"trash {program.kind}")
    yield from trash_cards(c, [program], RUNNER)


register(
    CardDefinition(
        "Atman",
        strength=lambda c, program: program.count("power"),
        on={"runner-install": Trigger(effect=choose_strength, when=is_this_card)},
        abilities=(
            Ability(
                label="Break 1 subroutine",
                price=Price(credits=1),
                effect=no_effect,
                breaks=1,
                breaks_only=has_equal_strength,
            ),
        ),
    )
)
register(CardDefinition("Corroder", abilities=(breaking("Barrier"), pumping(1, 1))))
register(
    CardDefinition(
        "Crypsis",
        abilities=(
            breaking(""),
            pumping(1, 1),
            Ability(
                label="Place 1 virus counter on itself",
                price=Price(clicks=1),
                effect=place_virus_counter,
                is_action=True,
            ),
        ),
        on={"end-of-encounter": Trigger(effect=lose_virus_counter, when=has_broken)},
    )
)
register(
    CardDefinition(
        "Datasucker",
        on={
            "successful-run": Trigger(
                effect=grow, when=lambda c, program, e: e["server"] in CENTRALS, silent=True
            )
        },
        abilities=(
            Ability(
                label="Give -1 strength to current piece of ice",
                price=Price(counters=("virus", 1)),
                effect=weaken,
                when=is_rezzed_ice_encountered,
            ),
        ),
    )
)
register(
    CardDefinition(
        "Faerie",
        abilities=(breaking("Sentry", cost=0), pumping(1, 1)),
        on={"end-of-encounter": Trigger(effect=trash_after_use, when=has_broken)},
    )
)
register(
    CardDefinition("Gordian Blade", abilities=(breaking("Code Gate"), pumping(1, 1, lasts="run")))
)
register(CardDefinition("Ninja", abilities=(breaking("Sentry"), pumping(5, 3))))
register(CardDefinition("Yog.0", abilities=(breaking("Code Gate", cost=0),)))
