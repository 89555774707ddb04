"""Runner icebreakers. Ability 0 breaks subroutines, ability 1 adds strength."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from turnwright.games.netrunner.card_definition import (
    Ability,
    CardDefinition,
    Effect,
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

from .effects import no_effect


def breaking(
    subtype: str,
    count: int = 1,
    cost: int | Callable[[NetrunnerContext, Card], Price] = 1,
    effect: Effect = no_effect,
) -> Ability:
    """Return an ability that breaks up to `count` subroutines of a subtype."""
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


def pumping(size: int, cost: int, lasts: Literal["encounter", "run"] = "encounter") -> Ability:
    """Return an ability that adds strength for an encounter or a run."""
    duration = " for the remainder of the run" if lasts == "run" else ""
    return Ability(
        label=f"Add {size} strength{duration}",
        price=Price(credits=cost),
        effect=no_effect,
        pump=size,
        pump_lasts=lasts,
    )


def made_successful_run(c: NetrunnerContext) -> bool:
    """Tell whether the Runner made a successful run this turn."""
    return bool(c.G.sides[RUNNER].register.get("successful-run"))


def will_be_trashed(c: NetrunnerContext, program: Card) -> None:
    """When this run ends, trash it."""
    c.log_use(program, "will trash itself when this run ends")
    if c.G.run is not None:
        c.G.clock += 1
        c.G.run.end_triggers.setdefault(program.id, c.G.clock)


def trash_itself(c: NetrunnerContext, program: Card, data: EventData) -> EffectGenerator:
    """Trash this program."""
    yield from trash_cards(c, [program], RUNNER)


register(CardDefinition("Buzzsaw", abilities=(breaking("Code Gate", 2), pumping(1, 3))))
register(CardDefinition("Cleaver", abilities=(breaking("Barrier", 2), pumping(1, 2))))
register(
    CardDefinition(
        "Carmen",
        cost=lambda c, program: -2 if made_successful_run(c) else 0,
        abilities=(breaking("Sentry"), pumping(3, 2)),
    )
)
register(
    CardDefinition(
        "Marjanah",
        abilities=(
            breaking(
                "Barrier", 1, lambda c, program: Price(credits=1 if made_successful_run(c) else 2)
            ),
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
                effect=no_effect,
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
                effect=trash_itself,
                when=lambda c, program, e: program.id in e["run"].end_triggers,
                since=lambda c, program, e: e["run"].end_triggers.get(program.id, 0),
            )
        },
    )
)
