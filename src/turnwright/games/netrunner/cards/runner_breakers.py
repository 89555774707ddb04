"""Icebreakers. Index 0 breaks, index 1 raises the strength."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card

from .effects import nothing


def breaking(
    subtype: str, count: int = 1, cost: int | Callable[..., Price] = 1, effect: Any = nothing
) -> Ability:
    kind = f"{subtype} " if subtype else ""
    words = f"up to {count}" if count > 1 else str(count)
    noun = "subroutines" if count > 1 else "subroutine"
    return Ability(
        label=f"Break {words} {kind}{noun}",
        price=Price(credits=cost) if isinstance(cost, int) else cost,
        effect=effect,
        breaks=count,
        subtype=subtype,
    )


def pumping(size: int, cost: int) -> Ability:
    return Ability(
        label=f"Add {size} strength", price=Price(credits=cost), effect=nothing, pump=size
    )


def ran_well(c: NetrunnerContext) -> bool:
    return bool(c.G.sides[RUNNER].register.get("successful-run"))


def will_be_trashed(c: NetrunnerContext, program: Card) -> None:
    """When this run ends, trash it."""
    c.log_use(program, "will trash itself when this run ends")
    if c.G.run is not None:
        c.G.run.end_triggers.append(program.id)


def trash_itself(c: NetrunnerContext, program: Card, data: EventData) -> EffectGenerator:
    yield from trash_cards(c, [program], RUNNER)


register(CardDefinition("Buzzsaw", abilities=(breaking("Code Gate", 2), pumping(1, 3))))
register(CardDefinition("Cleaver", abilities=(breaking("Barrier", 2), pumping(1, 2))))
register(
    CardDefinition(
        "Carmen",
        cost=lambda c, program: -2 if ran_well(c) else 0,
        abilities=(breaking("Sentry"), pumping(3, 2)),
    )
)
register(
    CardDefinition(
        "Marjanah",
        abilities=(
            breaking("Barrier", 1, lambda c, program: Price(credits=1 if ran_well(c) else 2)),
            pumping(1, 1),
        ),
    )
)
register(
    CardDefinition(
        "Echelon",
        strength=lambda c, program: c.icebreaker_count(),
        abilities=(breaking("Sentry"), pumping(2, 3)),
    )
)
register(
    CardDefinition(
        "Unity",
        abilities=(
            breaking("Code Gate"),
            Ability(
                label="Add 1 strength for each installed icebreaker",
                price=Price(credits=1),
                effect=nothing,
                pump=lambda c, program: c.icebreaker_count(),
            ),
        ),
    )
)
register(
    CardDefinition(
        "Mayfly",
        abilities=(breaking("", 1, 1, will_be_trashed), pumping(1, 1)),
        on={
            "run-ends": Trigger(
                effect=trash_itself, when=lambda c, program, e: program.id in e["run"].end_triggers
            )
        },
    )
)
