"""Ice and programs that change in the middle of a run: Data Mine, Himitsu-Bako, Minelayer, Parasite,
Self-modifying Code, Thimblerig."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    Ability,
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Subroutine,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.cards.effects import end_run_effect
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import deal_damage
from turnwright.games.netrunner.rules.ice_positions import return_to_hand, swap_ice
from turnwright.games.netrunner.rules.install import (
    can_runner_install,
    corp_install,
    runner_install,
)
from turnwright.games.netrunner.rules.payment import pay
from turnwright.games.netrunner.rules.runs import end_encounter
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card


def explode(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Do 1 net damage and trash this ice."""
    c.log_use(ice, "do 1 net damage and trash itself")
    yield from deal_damage(c, "net", 1, ice, side=RUNNER)
    yield from trash_cards(c, [ice], CORP)
    yield from end_encounter(c)


def go_home(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """1 credit: add this ice to HQ."""
    paid = yield from pay(c, CORP, Price(credits=1), ice)
    c.log(CORP, f"{paid} to use {ice.kind} to add itself to HQ")
    yield from return_to_hand(c, ice)


def lay_mine(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """You may install 1 ice from HQ on the attacked server, ignoring all costs."""
    hand = c.cards_in("hand", CORP)
    if not hand:
        return
    pool = [one.id for one in hand if c.facts(one).type == "ice"]
    text = "Choose a piece of ice to install from HQ"
    chosen = yield from c.select_cards(CORP, text, pool, 1, ice)
    server = c.G.run.server if c.G.run is not None else ice.server
    for one in c.cards(chosen):
        name = c.server_name(server)
        yield from corp_install(c, one, name, by=ice, origin=" from HQ", ignore_costs=True)


def infest(c: NetrunnerContext, program: Card, data: EventData) -> EffectGenerator:
    """When your turn begins, place 1 virus counter on it."""
    c.add_counters(program, "virus", 1)
    yield from trash_weak_host(c, program)


def trash_weak_host(c: NetrunnerContext, program: Card) -> EffectGenerator:
    """Trash the host if its strength is 0 or less."""
    if program.host is None:
        return
    host = c.card(program.host)
    if host.rezzed and c.strength(host) <= 0:
        c.log_use(program, f"trash {host.kind}")
        yield from trash_cards(c, [host], RUNNER)


FETCH = Price(credits=2, trash_self=True)


def fetch_program(c: NetrunnerContext, program: Card) -> EffectGenerator:
    """2 credits and trash it: search your stack for a program and install it."""
    paid = yield from pay(c, RUNNER, FETCH, program)
    found = affordable_programs(c)
    buttons: list[str | int] = [*(one.id for one in found), "Done"]
    text = "Choose a program to install"
    index = yield from c.choose_button(RUNNER, text, buttons, program, wait=True)
    c.shuffle_deck(RUNNER)
    is_installed = False
    if index < len(found):
        is_installed = yield from runner_install(
            c, found[index], by=program, origin=" from the Stack", paid_before=paid
        )
    if not is_installed:  # also if the Runner trashes nothing for the memory that it needs
        c.log(RUNNER, f"{paid} to shuffle the Stack")


def affordable_programs(c: NetrunnerContext) -> list[Card]:
    """Return one program of each title in the stack that can be installed now, sorted by title."""
    found: dict[str, Card] = {}
    for one in reversed(c.cards_in("deck", RUNNER)):
        if c.facts(one).type == "program" and can_runner_install(c, one):
            found.setdefault(one.kind, one)
    return [found[title] for title in sorted(found)]


def all_ice(c: NetrunnerContext) -> list[Card]:
    """Return all installed ice."""
    return [one for one in c.installed(CORP) if c.zone_of(one.id) == "ice"]


def swap(c: NetrunnerContext, ice: Card, data: EventData) -> EffectGenerator:
    """You may swap this ice with another."""
    name = c.public_name(ice)
    if not (yield from c.ask_yes_no(CORP, f"Swap {name} with another ice?", ice)):
        return
    pool = [one.id for one in all_ice(c) if one is not ice]
    chosen = yield from c.select_cards(
        CORP, f"Choose a piece of ice to swap {ice.kind} with", pool, 1, ice, also_shown=[ice.id]
    )
    for other in c.cards(chosen):
        c.log_use(ice, f"swap {name} with {c.public_name(other)}")
        swap_ice(c, ice, other)


def was_passed(c: NetrunnerContext, ice: Card, data: EventData) -> bool:
    """Tell whether the Runner has passed this ice and there is other ice."""
    return data["ice"] is ice and has_other_ice(c, ice, data)


def has_other_ice(c: NetrunnerContext, ice: Card, data: EventData) -> bool:
    """Tell whether other ice is installed."""
    return len(all_ice(c)) >= 2


register(
    CardDefinition("Data Mine", subs=(Subroutine("Do 1 net damage and trash itself", explode),))
)
register(
    CardDefinition(
        "Himitsu-Bako",
        abilities=(Ability(label="Add itself to HQ", price=Price(credits=1), effect=go_home),),
        subs=(Subroutine("End the run", end_run_effect),),
    )
)
register(
    CardDefinition(
        "Minelayer", subs=(Subroutine("Install ice from HQ, ignoring all costs", lay_mine),)
    )
)
register(
    CardDefinition(
        "Parasite",
        hosts_on="rezzed ice",
        host_strength=lambda c, program: -program.count("virus"),
        check_host=trash_weak_host,
        on={"runner-turn-begins": Trigger(effect=infest)},
        notice="[!] Parasite - [Erratum] Program: Virus - Trojan",
    )
)
register(
    CardDefinition(
        "Self-modifying Code",
        abilities=(
            Ability(label="Install a program from the stack", price=FETCH, effect=fetch_program),
        ),
    )
)
register(
    CardDefinition(
        "Thimblerig",
        on={
            "pass-ice": Trigger(effect=swap, when=was_passed, interactive=True),
            "corp-turn-begins": Trigger(effect=swap, when=has_other_ice),
        },
        subs=(Subroutine("End the run", end_run_effect),),
    )
)
