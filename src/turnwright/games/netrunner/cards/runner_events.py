"""Events."""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.card_definition import Price, Trigger, card
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import Asking, Rules
from turnwright.games.netrunner.rules.install import has_memory, runner_install, server_key
from turnwright.games.netrunner.rules.runs import make_run
from turnwright.games.netrunner.state import Piece

from .effects import gain


def wildcat(c: Rules, event: Piece) -> Asking:
    """The Corp chooses: you gain 6 credits, or you draw 4 cards."""
    choices = ("Runner gains 6 [Credits]", "Runner draws 4 cards")
    place = yield from c.buttons(CORP, "Choose one", choices, event, wait=True)
    if place == 0:
        c.uses(event, "force the Runner to gain 6 [Credits]", side=CORP)
        c.gain(RUNNER, 6)
    else:
        c.uses(event, "force the Runner to draw 4 cards", side=CORP)
        c.draw_cards(RUNNER, 4)


def mutual_favor(c: Rules, event: Piece) -> Asking:
    """Search the stack for an icebreaker; after a successful run you may install it."""
    if not c.zone("deck", RUNNER):
        c.uses(event, "do nothing")
        return
    found = _breakers(c)
    place = yield from c.buttons(
        RUNNER, "Choose an Icebreaker", [*(one.id for one in found), "Cancel"], event
    )
    if place == len(found):
        c.shuffle_deck(RUNNER)
        c.uses(event, "shuffle the stack")
        return
    one = found[place]
    c.uses(event, f"add {one.kind} from the stack to the grip and shuffle the stack")
    price = Price(credits=c.install_cost(one))
    ran = c.G.sides[RUNNER].register.get("successful-run")
    installs = bool(ran) and c.can_pay(RUNNER, price, one, "install")
    if installs:
        installs = yield from c.yes_or_no(RUNNER, f"Install {one.kind}?", event)
    if not installs:
        c.move_card(one.id, "hand", RUNNER)
        c.shuffle_deck(RUNNER)
        return
    c.uses(event, f"install {one.kind}")
    waits = not has_memory(c, one)
    if waits:  # the stack is not searched any longer while programs are chosen
        c.shuffle_deck(RUNNER)
    yield from runner_install(c, one, origin=" from the Stack")
    if not waits:
        c.shuffle_deck(RUNNER)


def _breakers(c: Rules) -> list[Piece]:
    """One of each title, by name."""
    found: dict[str, Piece] = {}
    for one in reversed(c.cards_in("deck", RUNNER)):
        if c.facts(one).has("Icebreaker"):
            found.setdefault(one.kind, one)
    return [found[title] for title in sorted(found)]


def run_event(servers: Any, **more: int) -> Any:
    """An event that makes a run on a server of the Runner's choice."""

    def effect(c: Rules, event: Piece) -> Asking:
        names = servers(c)
        place = yield from c.buttons(RUNNER, "Choose a server", names, event)
        c.uses(event, f"make a run on {names[place]}")
        yield from make_run(c, server_key(c, names[place]), event, click=False, **more)

    return effect


def any_server(c: Rules) -> list[str]:
    return [c.server_name(key) for key in c.servers()]


def jailbreak(c: Rules, event: Piece, about: Any) -> None:
    """If successful, draw 1 card and access 1 more."""
    run = c.G.run
    assert run is not None
    c.uses(event, "draw 1 card")
    c.draw_cards(RUNNER, 1)
    key = f"access {run.server}"
    run.more[key] = run.more.get(key, 0) + 1


def and_lose_click(text: str, do: Any) -> Any:
    """If a click is left, it is lost."""

    def effect(c: Rules, event: Piece) -> None:
        player = c.G.sides[RUNNER]
        also = " and lose [Click]" if player.clicks else ""
        c.uses(event, text + also)
        do(c)
        player.clicks = max(0, player.clicks - 1)

    return effect


def is_source(c: Rules, event: Piece, about: Any) -> bool:
    return c.G.run is not None and c.G.run.source == event.id


def during_its_run(c: Rules, event: Piece, what: str, card: Piece | None) -> bool:
    return is_source(c, event, None)


card("Sure Gamble", play=gain(9))
card("Wildcat Strike", play=wildcat)
card("Mutual Favor", play=mutual_favor)
card("Tread Lightly", play=run_event(any_server, rez=3))
card("Overclock", counters=("credit", 5), play=run_event(any_server), pays=during_its_run)
card(
    "Jailbreak",
    play=run_event(lambda c: ["HQ", "R&D"]),
    on={"successful-run": Trigger(effect=jailbreak, when=is_source, silent=True)},
)
card(
    "Creative Commission",
    play=and_lose_click("gain 5 [Credits]", lambda c: c.gain(RUNNER, 5)),
)
card("VRcation", play=and_lose_click("draw 4 cards", lambda c: c.draw_cards(RUNNER, 4)))
