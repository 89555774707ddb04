"""Runner events."""

from __future__ import annotations

from collections.abc import Callable

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    Effect,
    EffectGenerator,
    EventData,
    Price,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.install import has_memory, runner_install, server_key
from turnwright.games.netrunner.rules.payment import can_pay
from turnwright.games.netrunner.rules.runs import make_run
from turnwright.games.netrunner.state import Card

from .effects import gain


def wildcat(c: NetrunnerContext, event: Card) -> EffectGenerator:
    """The Corp chooses: you gain 6 credits, or you draw 4 cards."""
    choices = ("Runner gains 6 [Credits]", "Runner draws 4 cards")
    index = yield from c.choose_button(CORP, "Choose one", choices, event, wait=True)
    if index == 0:
        c.log_use(event, "force the Runner to gain 6 [Credits]", side=CORP)
        c.gain_credits(RUNNER, 6)
    else:
        c.log_use(event, "force the Runner to draw 4 cards", side=CORP)
        c.draw_cards(RUNNER, 4)


def mutual_favor(c: NetrunnerContext, event: Card) -> EffectGenerator:
    """Search the stack for an icebreaker; after a successful run you may install it."""
    if not c.zone("deck", RUNNER):
        c.log_use(event, "do nothing")
        return
    found = _breakers(c)
    index = yield from c.choose_button(
        RUNNER, "Choose an Icebreaker", [*(one.id for one in found), "Cancel"], event
    )
    if index == len(found):
        c.shuffle_deck(RUNNER)
        c.log_use(event, "shuffle the stack")
        return
    one = found[index]
    c.log_use(event, f"add {one.kind} from the stack to the grip and shuffle the stack")
    price = Price(credits=c.install_cost(one))
    ran = c.G.sides[RUNNER].register.get("successful-run")
    installs = bool(ran) and can_pay(c, RUNNER, price, one, "install")
    if installs:
        installs = yield from c.ask_yes_no(RUNNER, f"Install {one.kind}?", event)
    if not installs:
        c.move_card(one.id, "hand", RUNNER)
        c.shuffle_deck(RUNNER)
        return
    c.log_use(event, f" install {one.kind}")  # jinteki.net writes two spaces here
    waits = not has_memory(c, one)
    if waits:  # the search ends before the Runner chooses programs to trash
        c.shuffle_deck(RUNNER)
    yield from runner_install(c, one, origin=" from the Stack")
    if not waits:
        c.shuffle_deck(RUNNER)


def _breakers(c: NetrunnerContext) -> list[Card]:
    """Return one icebreaker of each title in the stack, sorted by title."""
    found: dict[str, Card] = {}
    for one in reversed(c.cards_in("deck", RUNNER)):
        if c.facts(one).has("Icebreaker"):
            found.setdefault(one.kind, one)
    return [found[title] for title in sorted(found)]


def run_event(servers: Callable[[NetrunnerContext], list[str]], **modifiers: int) -> Effect:
    """Return an effect: make a run on a server of the Runner's choice."""

    def effect(c: NetrunnerContext, event: Card) -> EffectGenerator:
        names = servers(c)
        index = yield from c.choose_button(RUNNER, "Choose a server", names, event)
        c.log_use(event, f"make a run on {names[index]}")
        yield from make_run(c, server_key(c, names[index]), event, click=False, **modifiers)

    return effect


def any_server(c: NetrunnerContext) -> list[str]:
    """Return the names of all servers."""
    return [c.server_name(key) for key in c.server_keys()]


def jailbreak(c: NetrunnerContext, event: Card, data: EventData) -> None:
    """If successful, draw 1 card and access 1 more."""
    run = c.G.run
    assert run is not None
    c.log_use(event, "draw 1 card")
    c.draw_cards(RUNNER, 1)
    key = f"access {run.server}"
    run.modifiers[key] = run.modifiers.get(key, 0) + 1


def and_lose_click(text: str, do: Callable[[NetrunnerContext], object]) -> Effect:
    """Return an effect after which the Runner loses a click, if one is left."""

    def effect(c: NetrunnerContext, event: Card) -> None:
        player = c.G.sides[RUNNER]
        also = " and lose [Click]" if player.clicks else ""
        c.log_use(event, text + also)
        do(c)
        player.clicks = max(0, player.clicks - 1)

    return effect


def is_source(c: NetrunnerContext, event: Card, data: EventData) -> bool:
    """Tell whether the run was made with this event."""
    return c.G.run is not None and c.G.run.source == event.id


def during_its_run(c: NetrunnerContext, event: Card, what: str, card: Card | None) -> bool:
    """Allow spending its credits during the run that it made."""
    return is_source(c, event, {})


register(CardDefinition("Sure Gamble", play=gain(9)))
register(CardDefinition("Wildcat Strike", play=wildcat))
register(CardDefinition("Mutual Favor", play=mutual_favor))
register(CardDefinition("Tread Lightly", play=run_event(any_server, rez=3)))
register(
    CardDefinition(
        "Overclock", counters=("credit", 5), play=run_event(any_server), pays=during_its_run
    )
)
register(
    CardDefinition(
        "Jailbreak",
        play=run_event(lambda c: ["HQ", "R&D"]),
        on={"successful-run": Trigger(effect=jailbreak, when=is_source, silent=True)},
    )
)
register(
    CardDefinition(
        "Creative Commission",
        play=and_lose_click("gain 5 [Credits]", lambda c: c.gain_credits(RUNNER, 5)),
    )
)
register(
    CardDefinition(
        "VRcation", play=and_lose_click("draw 4 cards", lambda c: c.draw_cards(RUNNER, 4))
    )
)
