"""Breaching a server and accessing its cards: steal, trash, or leave them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from turnwright.games.netrunner.card_definition import (
    FREE,
    EffectGenerator,
    Price,
    price_of,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import CENTRALS, Card
from turnwright.games.netrunner.wording import plural

from .payment import can_pay, pay, price_request
from .trash import trash_cards, trash_current
from .triggers import fire_event, run_effect

ZONES = {"hq": "hand", "rd": "deck", "archives": "discard"}
FROM = {"hq": "Card from hand", "rd": "Card from deck"}


def breach(c: NetrunnerContext, server: str) -> EffectGenerator:
    """Breach a server: access everything that may be accessed there."""
    run = c.G.run
    assert run is not None
    c.log(RUNNER, f"breaches {c.server_name(server)}")
    yield from fire_event(c, "breach-server", server=server)
    used = c.G.sides[RUNNER].used
    used[f"breach {server}"] = used.get(f"breach {server}", 0) + 1
    run.did_access = True
    run.breached_root = len(_content(c, server))
    if run.only_access is not None and c.is_installed(only := c.card(run.only_access)):
        yield from access(c, only, server)
    elif server == "archives":
        yield from _archives(c)
    elif server in CENTRALS:
        yield from _central(c, server)
    else:
        yield from _remote(c, server)
    run = c.G.run
    if run is not None and not run.is_over:
        yield from fire_event(c, "end-breach-server", server=server)


def _goes_on(c: NetrunnerContext) -> bool:
    return c.G.run is not None and not c.G.run.is_over


# --- servers --------------------------------------------------------------------------------------


def _remote(c: NetrunnerContext, server: str) -> EffectGenerator:
    done: set[int] = set()
    while _goes_on(c):
        left = [n for n in _content(c, server) if n not in done]
        if not left:
            return
        number = left[0]
        if len(left) > 1:
            card, title = c.run_source()
            text = "Click a card to access it. You must access all cards in this server."
            (number,) = yield from c.select_cards(
                RUNNER, text, left, 1, card, must=True, title=title
            )
        done.add(number)
        yield from access(c, c.card(number), server)


def _content(c: NetrunnerContext, server: str) -> list[int]:
    return list(c.G.servers[server].content) if server in c.G.servers else []


def _central(c: NetrunnerContext, server: str) -> EffectGenerator:
    """Access random cards from HQ or the top cards of R&D, and upgrades in the root, in any order."""
    run = c.G.run
    assert run is not None
    limit = access_limit(c, server)
    seen: set[int] = set()
    roots: set[int] = set()
    count = 0
    while _goes_on(c):
        root = _root(c, server, roots)
        zone = c.zone(ZONES[server], CORP)
        hidden = count < limit and not seen.issuperset(zone)
        choices = [FROM[server]] if hidden else []
        choices += root.buttons()
        if not choices:
            return
        index = yield from _choose(c, "Choose a card to access", choices)
        if hidden and index == 0:
            count += 1
            number = _next_hidden(c, server, seen)
            seen.add(number)
        else:
            number = yield from root.pick(c, server, index - int(hidden))
            if number is None:
                return
            roots.add(number)
        yield from access(c, c.card(number), server)


def access_limit(c: NetrunnerContext, server: str) -> int:
    """Return how many cards the Runner accesses from HQ or R&D in this run, if there are so many."""
    run = c.G.run
    extra = 0 if run is None else run.modifiers.get(f"access {server}", 0)
    return 1 + extra + _additional_accesses(c, server)


def _additional_accesses(c: NetrunnerContext, server: str) -> int:
    """Return how many more cards the Runner's cards let it access in a server."""
    bonuses = (c.definition(card).accesses for card in c.active_cards_with(RUNNER, "accesses"))
    return sum(bonus[1] for bonus in bonuses if bonus is not None and bonus[0] == server)


def _choose(c: NetrunnerContext, text: str, choices: list[str]) -> EffectGenerator:
    """Ask for one of several buttons; a single button is pressed without asking."""
    if len(choices) == 1:
        return 0
    card, title = c.run_source()
    return (yield from c.choose_button(RUNNER, text, choices, card, title=title))


class _Root(NamedTuple):
    """The upgrades in a root that were not accessed yet. Known ones have their own button, the
    others share one."""

    known: list[Card]
    hidden: list[int]

    def buttons(self) -> list[str]:
        shared = ["Unrezzed upgrade"] if self.hidden else []
        return [one.kind for one in self.known] + shared

    def pick(self, c: NetrunnerContext, server: str, index: int) -> EffectGenerator:
        """Return the upgrade behind a button; None if the Runner cancels."""
        if index < len(self.known):
            return self.known[index].id
        if len(self.hidden) == 1:
            return self.hidden[0]
        where = "Archives" if server == "archives" else f"root of {c.server_name(server)}"
        text = f"Choose an upgrade in {where} to access"
        card, title = c.run_source()
        pool = self.hidden
        if server == "archives" and not c.G.strict:
            # Here jinteki.net lets the Runner choose any card in or protecting Archives, also ice.
            pool = [*c.G.servers[server].ices, *c.G.servers[server].content]
        chosen = yield from c.select_cards(RUNNER, text, pool, 1, card, title=title)
        return chosen[0] if chosen else None


def _root(c: NetrunnerContext, server: str, done: set[int]) -> _Root:
    left = c.cards(n for n in _content(c, server) if n not in done)
    return _Root(
        [one for one in left if one.rezzed], [one.id for one in left if not one.rezzed]
    )  # fmt: skip


def _next_hidden(c: NetrunnerContext, server: str, seen: set[int]) -> int:
    if server == "hq":
        order = c.shuffled(c.zone("hand", CORP))
        return next(n for n in order if n not in seen)
    return next(n for n in reversed(c.zone("deck", CORP)) if n not in seen)


def _archives(c: NetrunnerContext) -> EffectGenerator:
    """Turn all cards face up. Agendas are accessed one by one, the rest together."""
    pile = c.zone("discard", CORP)
    hidden = [n for n in pile if not c.card(n).face_up]
    shown = [n for n in pile if c.card(n).face_up]
    for number in (turned := c.shuffled(hidden)):
        c.turn_card(number)
    pile[:] = [*shown, *turned]
    done: set[int] = set()
    roots: set[int] = set()
    while _goes_on(c):
        root = _root(c, "archives", roots)
        pile = c.zone("discard", CORP)
        special = [n for n in pile if n not in done and _is_special(c, c.card(n))]
        rest = [n for n in pile if not _is_special(c, c.card(n))]
        choices: list[str] = [c.card(n).kind for n in special]
        choices += root.buttons()
        last = len(choices)
        if not done.issuperset(rest):
            choices.append("Everything else")
        if not choices:
            return
        text = "Choose a card to access. You must access all cards"
        index = yield from _choose(c, text, choices)
        if index < len(special):
            done.add(special[index])
            yield from access(c, c.card(special[index]), "archives")
        elif index < last:
            number = yield from root.pick(c, "archives", index - len(special))
            if number is None:
                return
            roots.add(number)  # if trashed, it is in the pile and accessed again
            yield from access(c, c.card(number), "archives")
        else:
            done.update(rest)
            run = c.G.run
            assert run is not None
            run.accessed["discard"] = run.accessed.get("discard", 0) + len(rest)
            c.log(RUNNER, "accesses everything else in Archives")


def _is_special(c: NetrunnerContext, card: Card) -> bool:
    """Tell whether a card in Archives is accessed by itself: an agenda, or one that does something."""
    if c.facts(card).type == "agenda":
        return True
    trigger = c.definition(card).on.get("access")
    if trigger is None:
        return False
    return trigger.when is None or trigger.when(c, card, {"card": card, "server": "archives"})


# --- one card -------------------------------------------------------------------------------------


def access(c: NetrunnerContext, card: Card, server: str) -> EffectGenerator:
    """Access a card: resolve its triggers, then what the Runner may do with it."""
    run = c.G.run
    assert run is not None
    installed = c.is_installed(card)
    zone = server if installed else ZONES[server]
    run.accessed[zone] = run.accessed.get(zone, 0) + 1
    name = c.server_name(server)
    where = f"the root of {name}" if installed and server in CENTRALS else name
    text = f"accesses {card.kind} from {where}"
    if zone == "deck":
        c.log(RUNNER, f"accesses an unseen card from {where}", runner=text)
    else:
        c.log(RUNNER, text)
    if installed and server not in CENTRALS:
        c.G.accessed_titles[card.id] = card.kind
    c.reveal()
    if zone == "deck" and c.definition(card).reveals:
        c.log(RUNNER, f"must reveal they accessed {card.kind}")
    place = c.zone_of(card.id)
    run.accessing = card.id
    yield from fire_event(c, "access", card, card=card, server=server)
    run.accessing = None
    if c.zone_of(card.id) != place or not _goes_on(c):  # an effect has moved it, or ended the run
        return
    if c.facts(card).type == "agenda":
        yield from _agenda(c, card, where)
    elif place != "discard":
        yield from _other_card(c, card, where)


def _tools(c: NetrunnerContext, card: Card) -> list[Card]:
    """Return the Runner's cards that offer something to do with an accessed card."""
    found: list[Card] = []
    if c.zone_of(card.id) == "discard" or _forbidden(c):
        return found
    for one in c.active_cards_with(RUNNER, "access"):
        ability = c.definition(one).access
        if ability is None or c.G.sides[RUNNER].used.get(f"access {one.id}"):
            continue
        if can_pay(c, RUNNER, price_of(c, one, ability), one):
            found.append(one)
    return found


def _texts(c: NetrunnerContext, tools: list[Card]) -> dict[int, str]:
    return {tool.id: f"[{tool.kind}] {c.definition(tool).access.label}" for tool in tools}  # type: ignore[union-attr]


def _forbidden(c: NetrunnerContext) -> bool:
    return c.G.run is not None and bool(c.G.run.modifiers.get("no steal or trash"))


def _agenda(c: NetrunnerContext, card: Card, where: str) -> EffectGenerator:
    tools = _tools(c, card)
    price = steal_cost(c, card)
    choices: list[str | int] = [tool.id for tool in tools]
    if not _forbidden(c) and can_pay(c, RUNNER, price, card, "steal"):
        choices.append("Steal" if price == FREE else "Pay to steal")
    if choices[-1:] != ["Steal"]:
        choices.append("No action")
    text = f"You accessed {card.kind}."
    if price != FREE:
        text += f" {price_request(price)} to steal?"
    index = yield from c.choose_button(RUNNER, text, choices, card, texts=_texts(c, tools))
    if index < len(tools):
        yield from _use_tool(c, tools[index], card)
    elif choices[index] == "No action":
        if c.zone_of(card.id) != "deck":
            c.log(RUNNER, f"decides to not pay to steal {card.kind}")
    else:
        if price != FREE:
            paid = yield from pay(c, RUNNER, price, card, "steal")
            c.log(RUNNER, f"{paid} to steal {card.kind} from {where}")
        yield from steal(c, card)


def steal_cost(c: NetrunnerContext, agenda: Card) -> Price:
    """Return the additional cost to steal an agenda, from all cards that add to it."""
    total = FREE
    sources = c.active_cards_with(CORP, "steal_cost")
    if c.G.run is not None:
        sources += c.cards(c.G.run.lingering_cards)
    for source in (agenda, *sources):
        cost = c.definition(source).steal_cost
        price = None if cost is None else cost(c, source, agenda)
        if price is not None:
            total += price
    return total


def server_of(c: NetrunnerContext, card: Card) -> str:
    """Return the server that a Corp card is in, or the one that its zone belongs to."""
    if card.server:
        return card.server
    zone = c.zone_of(card.id)
    return next((server for server, own in ZONES.items() if own == zone), "")


def steal(c: NetrunnerContext, card: Card) -> EffectGenerator:
    """Move an accessed agenda to the Runner's score area."""
    run = c.G.run
    points = c.facts(card).points
    if c.is_installed(card):
        c.uninstall(card)
    card.face_up = True
    c.move_card(card.id, "scored", RUNNER)
    if run is not None:
        run.did_steal = True
    register = c.G.sides[RUNNER].register
    register["stole-agenda"] = register.get("stole-agenda", 0) + points
    c.log(RUNNER, f"steals {card.kind} and gains {plural(points, 'agenda point')}")
    c.check_agenda_points()
    yield from trash_current(c, CORP)
    yield from fire_event(c, "agenda-stolen", card, card=card)


def _other_card(c: NetrunnerContext, card: Card, where: str) -> EffectGenerator:
    cost = c.facts(card).trash
    tools = _tools(c, card)
    choices: list[str | int] = [tool.id for tool in tools]
    price = Price(credits=cost)
    in_archives = c.zone_of(card.id) == "discard"
    may_trash = cost is not None and not in_archives and not _forbidden(c)
    if may_trash and can_pay(c, RUNNER, price, card, "trash"):
        choices.append(f"Pay {cost} [Credits] to trash")
    choices.append("No action")
    text = f"You accessed {card.kind}."
    index = yield from c.choose_button(RUNNER, text, choices, card, texts=_texts(c, tools))
    if index < len(tools):
        yield from _use_tool(c, tools[index], card)
    elif choices[index] != "No action":
        paid = yield from pay(c, RUNNER, price, card, "trash")
        c.log(RUNNER, f"{paid} to trash {card.kind} from {where}")
        yield from trash_accessed(c, card)


def trash_accessed(c: NetrunnerContext, card: Card) -> EffectGenerator:
    """Trash the card being accessed."""
    run = c.G.run
    if run is not None:
        run.did_trash = True
    c.G.sides[RUNNER].register["trashed-card"] = True
    card.face_up = True
    yield from trash_cards(c, [card], RUNNER, cause="access")
    yield from fire_event(c, "trash-accessed", card=card)


def _use_tool(c: NetrunnerContext, tool: Card, card: Card) -> EffectGenerator:
    ability = c.definition(tool).access
    assert ability is not None
    c.G.sides[RUNNER].used[f"access {tool.id}"] = 1
    yield from run_effect(c, ability.effect(c, tool, card))


def accessed_count(accessed: dict[str, int], zones: Iterable[str]) -> int:
    """Return the number of cards accessed from these zones."""
    return sum(accessed.get(zone, 0) for zone in zones)
