"""Runner hardware."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    Ability,
    AccessAbility,
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.access import trash_accessed
from turnwright.games.netrunner.rules.install import can_runner_install, runner_install
from turnwright.games.netrunner.rules.payment import pay
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import word_list

from .effects import take_credits


def devour(c: NetrunnerContext, hardware: Card, accessed: Card) -> EffectGenerator:
    """Once each turn, trash 2 cards from the grip: trash the card being accessed."""
    hand = list(c.zone("hand", RUNNER))
    chosen = yield from c.select_cards(
        RUNNER, "Choose 2 cards to trash", hand, 2, hardware, must=True
    )
    cards = c.cards(chosen)
    names = word_list([one.kind for one in cards])
    yield from trash_cards(c, cards, RUNNER, cause="cost")
    c.log(
        RUNNER, f"trashes 2 cards ({names}) from the grip to use {hardware.kind} "
        f"to trash {accessed.kind} at no cost",
    )  # fmt: skip
    yield from trash_accessed(c, accessed)


def docklands(c: NetrunnerContext, hardware: Card, data: EventData) -> None:
    """The first time each turn you breach HQ, access 1 additional card."""
    run = c.G.run
    assert run is not None
    c.log_use(hardware, "access 1 additional card from HQ")
    run.modifiers["access hq"] = run.modifiers.get("access hq", 0) + 1


def first_hq_breach(c: NetrunnerContext, hardware: Card, data: EventData) -> bool:
    """Tell whether this is the first breach of HQ this turn, even if it was installed later."""
    return data["server"] == "hq" and not c.G.sides[RUNNER].used.get("breach hq")


def place_credit(c: NetrunnerContext, hardware: Card, data: EventData) -> None:
    """When you make a successful run, place 1 credit on it."""
    c.log_use(hardware, "place 1 [Credits]")
    c.add_counters(hardware, "credit", 1)


def cash_in(c: NetrunnerContext, hardware: Card) -> EffectGenerator:
    """Click: gain 1 credit and take all hosted credits."""
    paid = yield from pay(c, RUNNER, Price(clicks=1), hardware)
    c.add_counters(hardware, "credit", 1)
    taken = take_credits(c, hardware, hardware.count("credit"))
    c.log(RUNNER, f"{paid} to use {hardware.kind} to gain {taken} [Credits]")


def pantograph(c: NetrunnerContext, hardware: Card, data: EventData) -> EffectGenerator:
    """When an agenda is scored or stolen, gain 1 credit; you may install 1 card from the grip."""
    c.log_use(hardware, "gain 1 [Credits]")
    c.gain_credits(RUNNER, 1)
    pool = [one.id for one in c.cards_in("hand", RUNNER) if can_runner_install(c, one)]
    if not c.zone("hand", RUNNER):
        return
    chosen = yield from c.select_cards(
        RUNNER, "Choose a card to install", pool, 1, hardware, wait=True
    )
    for one in c.cards(chosen):
        yield from runner_install(c, one, by=hardware, origin=" from the Grip")


def first_program(c: NetrunnerContext, hardware: Card, other: Card) -> int:
    """The first program you install each turn costs 1 less."""
    is_first = not c.G.sides[RUNNER].used.get("program")
    return -1 if is_first and c.facts(other).type == "program" else 0


register(
    CardDefinition(
        "Carnivore",
        memory=1,
        access=AccessAbility(
            label="Trash 2 cards from your hand: Trash card",
            price=Price(from_hand=2),
            effect=devour,
        ),
    )
)
register(
    CardDefinition(
        "Docklands Pass",
        on={"breach-server": Trigger(effect=docklands, when=first_hq_breach)},
    )
)
register(
    CardDefinition(
        "Pennyshaver",
        memory=1,
        on={"successful-run": Trigger(effect=place_credit, silent=True)},
        abilities=(
            Ability(
                label="Gain 1 [Credits]. Take all hosted credits",
                price=Price(clicks=1),
                effect=cash_in,
                is_action=True,
            ),
        ),
    )
)
register(
    CardDefinition(
        "DZMZ Optimizer",
        memory=1,
        others_cost=first_program,
    )
)
PANTOGRAPH = Trigger(effect=pantograph, interactive=True)
register(
    CardDefinition(
        "Pantograph", memory=1, on={"agenda-scored": PANTOGRAPH, "agenda-stolen": PANTOGRAPH}
    )
)
register(CardDefinition("T400 Memory Diamond", memory=1, hand_size=1))
