"""Hardware."""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.card_definition import Ability, Price, Trigger, card
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.context import Asking, Rules, listed
from turnwright.games.netrunner.rules.access import trash_accessed
from turnwright.games.netrunner.rules.install import runner_install
from turnwright.games.netrunner.state import Piece

from .effects import take_credits


def devour(c: Rules, hardware: Piece, accessed: Piece) -> Asking:
    """Once each turn, trash 2 cards from the grip: trash the card that is accessed."""
    hand = list(c.zone("hand", RUNNER))
    chosen = yield from c.select(RUNNER, "Choose 2 cards to trash", hand, 2, hardware, must=True)
    cards = c.cards(chosen)
    names = listed([one.kind for one in cards])
    yield from c.trash(cards, RUNNER, cause="cost")
    c.say(
        RUNNER, f"trashes 2 cards ({names}) from the grip to use {hardware.kind} "
        f"to trash {accessed.kind} at no cost",
    )  # fmt: skip
    yield from trash_accessed(c, accessed)


def docklands(c: Rules, hardware: Piece, about: Any) -> None:
    run = c.G.run
    assert run is not None
    c.uses(hardware, "access 1 additional card from HQ")
    run.more["access hq"] = run.more.get("access hq", 0) + 1


def first_hq_breach(c: Rules, hardware: Piece, about: Any) -> bool:
    """The first of this turn, whether or not it was installed then."""
    return about["server"] == "hq" and not c.G.sides[RUNNER].used.get("breach hq")


def shave(c: Rules, hardware: Piece, about: Any) -> None:
    c.uses(hardware, "place 1 [Credits]")
    c.add_counters(hardware, "credit", 1)


def cash_in(c: Rules, hardware: Piece) -> Asking:
    paid = yield from c.pay(RUNNER, Price(clicks=1), hardware)
    c.add_counters(hardware, "credit", 1)
    taken = take_credits(c, hardware, hardware.count("credit"))
    c.say(RUNNER, f"{paid} to use {hardware.kind} to gain {taken} [Credits]")


def pantograph(c: Rules, hardware: Piece, about: Any) -> Asking:
    """When an agenda is scored or stolen, gain 1 credit; you may install 1 card from the grip."""
    c.uses(hardware, "gain 1 [Credits]")
    c.gain(RUNNER, 1)
    pool = [
        one.id for one in c.cards_in("hand", RUNNER)
        if c.facts(one).type != "event"
        and c.can_pay(RUNNER, Price(credits=c.install_cost(one)), one, "install")
    ]  # fmt: skip
    if not c.zone("hand", RUNNER):
        return
    chosen = yield from c.select(RUNNER, "Choose a card to install", pool, 1, hardware, wait=True)
    for one in c.cards(chosen):
        yield from runner_install(c, one, by=hardware, origin=" from the Grip")


def first_program(c: Rules, hardware: Piece, other: Piece) -> int:
    is_first = not c.G.sides[RUNNER].used.get("program")
    return -1 if is_first and c.facts(other).type == "program" else 0


card(
    "Carnivore",
    memory=1,
    access=Ability(
        label="Trash 2 cards from your hand: Trash card", price=Price(from_hand=2), effect=devour
    ),
)
card(
    "Docklands Pass",
    on={"breach-server": Trigger(effect=docklands, when=first_hq_breach)},
)
card(
    "Pennyshaver",
    memory=1,
    on={"successful-run": Trigger(effect=shave, silent=True)},
    abilities=(
        Ability(
            label="Gain 1 [Credits]. Take all hosted credits",
            price=Price(clicks=1),
            effect=cash_in,
            is_action=True,
        ),
    ),
)
card(
    "DZMZ Optimizer",
    memory=1,
    others_cost=first_program,
)
PANTOGRAPH = Trigger(effect=pantograph, interactive=True)
card("Pantograph", memory=1, on={"agenda-scored": PANTOGRAPH, "agenda-stolen": PANTOGRAPH})
card("T400 Memory Diamond", memory=1, hand_size=1)
