"""How cards come into play: installing, rezzing, advancing, scoring and playing."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import EffectGenerator, Price
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import CORP_BASIC, NetrunnerContext
from turnwright.games.netrunner.state import CENTRALS, Card
from turnwright.games.netrunner.wording import plural, word_list

from .ice_positions import add_ice
from .payment import can_pay, has_credit_choice, pay
from .trash import remind_of_memory, trash_cards, trash_current
from .triggers import fire_event, run_effect

NEW = "New remote"


def server_key(c: NetrunnerContext, name: str) -> str:
    """Return the key of a server from the name that clients use."""
    known = {"HQ": "hq", "R&D": "rd", "Archives": "archives"}
    if name in known:
        return known[name]
    return f"remote{c.G.next_remote}" if name == NEW else f"remote{name.split()[-1]}"


def install_servers(c: NetrunnerContext, card: Card) -> list[str]:
    """Return the servers where the Corp may install a card, as clients name them."""
    kind = c.facts(card).type
    names = [c.server_name(key) for key in c.server_keys()]
    if kind in ("agenda", "asset"):
        names = [name for name in names if name.startswith("Server")]
    return [*names, NEW]


# --- the Corp -------------------------------------------------------------------------------------


def corp_install(
    c: NetrunnerContext,
    card: Card,
    name: str,
    *,
    clicks: int = 0,
    by: Card | None = None,
    origin: str = "",
    free: bool = False,
    ignore_costs: bool = False,
    index: int | None = None,
) -> EffectGenerator:
    """Install a Corp card in a server. `by` is the card that installs it, `origin` says from where.

    `free` installs are paid with 0 credits; with `ignore_costs` nothing is paid, nor logged as paid."""
    is_new = name == NEW
    key = server_key(c, name)
    is_ice = c.facts(card).type == "ice"
    title = "" if by is not None else CORP_BASIC
    cost: int | None = None
    if is_ice and not ignore_costs:
        cost = 0
        if not free:
            ok = yield from _make_room(c, card, key, by, title)
            if not ok:
                return False
            cost = len(c.G.servers[key].ices) if key in c.G.servers else 0
    paid = yield from pay(c, CORP, Price(clicks=clicks, credits=cost), card)
    if is_new:
        c.G.next_remote += 1
    was_seen = card.face_up and origin != ""
    if not was_seen:
        c.renumber_card(card.id)
    server = c.server(key)
    card.server = key
    card.is_new = True
    card.face_up = False
    if is_ice:
        c.move_card(card.id, "ice", CORP)
        add_ice(c, card, key, index)
    else:
        c.move_card(card.id, "root", CORP)
        server.content.append(card.id)
    place = f"protecting {c.server_name(key)}" if is_ice else f"in the root of {c.server_name(key)}"
    new = " (new remote)" if is_new else ""
    begin = f"{paid} to " if paid else ""
    what = f"{begin}use {by.kind} to install" if by is not None and paid else f"{begin}install"
    if by is not None and not paid:
        what = f"uses {by.kind} to install"
    hidden = card.kind if was_seen else ("ice" if is_ice else "a card")
    own = card.kind if was_seen else f"facedown {card.kind}"
    c.log(CORP, f"{what} {hidden}{origin} {place}{new}", corp=f"{what} {own}{origin} {place}{new}")
    yield from _overwrite(c, card, key, by, title)
    yield from fire_event(c, "corp-install", card=card)
    return True


def _make_room(
    c: NetrunnerContext, card: Card, key: str, by: Card | None, title: str
) -> EffectGenerator:
    """Let a Corp that cannot pay for the ice already there trash some of it first."""
    ices = list(c.G.servers[key].ices) if key in c.G.servers else []
    lack = len(ices) - c.G.sides[CORP].credits
    if lack <= 0:
        return True
    where = c.server_name(key) if key not in CENTRALS else f"the root of {c.server_name(key)}"
    text = f"Trash ice protecting {where} (minimum {lack})"
    while True:
        chosen = yield from c.select_cards(CORP, text, ices, len(ices), by, wait=True, title=title)
        if not chosen:
            return False
        if len(chosen) >= lack:
            break
        by, title = card, ""  # too few were chosen: ask again
    cards = c.cards(chosen)
    c.log(CORP, f"trashes {word_list([c.public_name(one) for one in cards])}")
    yield from trash_cards(c, cards, CORP, cause="install")
    return True


def _overwrite(
    c: NetrunnerContext, card: Card, key: str, by: Card | None, title: str
) -> EffectGenerator:
    """Trash the agenda or asset that the new one replaces."""
    if c.facts(card).type not in ("agenda", "asset"):
        return
    for old in c.cards(list(c.server(key).content)):
        if old is not card and c.facts(old).type in ("agenda", "asset"):
            text = f"The {old.kind} in {c.server_name(key)} will now be trashed."
            yield from c.choose_button(CORP, text, ("OK",), by, title=title)
            if not c.is_installed(old):  # the Corp has trashed it by hand meanwhile
                continue
            c.log(CORP, f"trashes {c.public_name(old)}")
            yield from trash_cards(c, [old], CORP, cause="install")


def rez(c: NetrunnerContext, card: Card, by: Card | None = None) -> EffectGenerator:
    """Rez a card, paying its cost unless another card (`by`) rezzes it for free."""
    where = c.location(card)
    if by is None:
        paid = yield from pay(c, CORP, Price(credits=c.rez_cost(card)), card)
        c.log(CORP, f"{paid} to rez {card.kind} {where}")
    else:
        c.log_use(by, f"rez {card.kind} {where} at no cost", side=CORP)
    card.rezzed = card.rezzed_this_turn = True
    c.turn_card(card.id)
    c.enter_play(card)
    yield from _unique(c, card, CORP)
    yield from fire_event(c, "rez", card, card=card)


def derez(c: NetrunnerContext, card: Card) -> None:
    """Derez a card."""
    card.rezzed = card.rezzed_this_turn = False
    card.face_up = False


def _unique(c: NetrunnerContext, card: Card, side: int) -> EffectGenerator:
    """Trash older copies of a unique card, and older consoles."""
    facts = c.facts(card)
    for old in c.installed(side):
        if old is card or (side == CORP and not old.rezzed):
            continue
        same = facts.unique and old.kind == card.kind
        console = facts.has("Console") and c.facts(old).has("Console")
        if same or console:
            name = f"{old.kind} {c.location(old)}".strip()
            yield from c.choose_button(side, f"The {name} will now be trashed.", ("OK",))
            c.log_line(f"{name} is trashed.")
            yield from trash_cards(c, [old], side, cause="unique")


def advance(c: NetrunnerContext, card: Card) -> EffectGenerator:
    """Advance a card with the basic action."""
    paid = yield from pay(c, CORP, Price(clicks=1, credits=1), card)
    c.log(CORP, f"{paid} to use {CORP_BASIC} to advance {c.public_name(card)}")
    yield from place_advancement(c, card, 1, advanced=True)


def place_advancement(
    c: NetrunnerContext, card: Card, count: int, *, advanced: bool = False
) -> EffectGenerator:
    """Place advancement counters; `advanced` if by advancing the card."""
    before = card.advancement
    card.advancement += count
    yield from fire_event(c, "advance" if advanced else "placed", card=card, before=before)


def can_advance(c: NetrunnerContext, card: Card) -> bool:
    """Tell whether a card can be advanced."""
    return c.facts(card).type == "agenda" or c.definition(card).advanceable


def can_score(c: NetrunnerContext, card: Card) -> bool:
    """Tell whether an agenda has enough advancement counters to be scored."""
    if c.facts(card).type != "agenda" or c.G.sides[CORP].register.get("no-score"):
        return False
    return card.advancement >= c.advancement_requirement(card)


def score(c: NetrunnerContext, card: Card) -> EffectGenerator:
    """Score an agenda."""
    points = c.facts(card).points
    server = card.server
    c.uninstall(card)
    c.move_card(card.id, "scored", CORP)
    c.turn_card(card.id)
    c.activate(card)
    register = c.G.sides[CORP].register
    register["scored-points"] = register.get("scored-points", 0) + points
    c.log(CORP, f"scores {card.kind} and gains {plural(points, 'agenda point')}")
    c.check_agenda_points()
    yield from trash_current(c, RUNNER)
    yield from fire_event(c, "agenda-scored", card, card=card, server=server)


# --- the Runner -----------------------------------------------------------------------------------


def can_runner_install(c: NetrunnerContext, card: Card, *, clicks: int = 0) -> bool:
    """Tell whether the Runner can pay for a card and has a host for it, if it needs one."""
    if c.facts(card).type == "event" or (c.definition(card).hosts_on and not _hosts(c, card)):
        return False
    price = Price(clicks=clicks, credits=c.install_cost(card))
    return can_pay(c, RUNNER, price, card, "install")


def _hosts(c: NetrunnerContext, card: Card) -> list[int]:
    """Return the cards that can host a trojan: all installed ice, or only what is rezzed."""
    is_rezzed_only = c.definition(card).hosts_on == "rezzed ice"
    return [
        one.id for one in c.installed(CORP)
        if c.zone_of(one.id) == "ice" and (one.rezzed or not is_rezzed_only)
    ]  # fmt: skip


def runner_install(
    c: NetrunnerContext,
    card: Card,
    *,
    clicks: int = 0,
    by: Card | None = None,
    origin: str = "",
    paid_before: str = "",
) -> EffectGenerator:
    """Install a Runner card: on its host if it needs one, with enough memory.

    `by` is the card that installs it, and `paid_before` how the log says what its ability cost."""
    facts, definition = c.facts(card), c.definition(card)
    host: Card | None = None
    if definition.hosts_on:
        text = f"Choose a card to host {card.kind} on"
        chosen = yield from c.select_cards(RUNNER, text, _hosts(c, card), 1, card)
        if not chosen:
            return False
        host = c.card(chosen[0])
    elif hosts := possible_hosts(c, card):
        text = f"Choose a destination for {card.kind}"
        index = yield from c.choose_button(RUNNER, text, ["The Rig", *hosts], card)
        host = c.card(hosts[index - 1]) if index else None
    price = Price(clicks=clicks, credits=c.install_cost(card))
    if not can_pay(c, RUNNER, price, card, "install"):
        return False
    has_own_memory = host is not None and c.definition(host).hosts_memory > 0
    if facts.type == "program" and not has_own_memory:
        ok = yield from _make_memory(c, card, host)
        if not ok:
            return False
    if price.credits and has_credit_choice(c, RUNNER, "install", card):
        c.move_card(card.id, "play_area", RUNNER)  # it lies there while the payer is asked
    paid = yield from pay(c, RUNNER, price, card, "install")
    on = "" if host is None else f" on {c.public_name(host)}"
    what = f"use {by.kind} to install" if by is not None else "install"
    if paid_before:
        paid = f"{paid_before}, and then {paid},"
    c.log(RUNNER, f"{paid} to {what} {card.kind}{origin}{on}")
    if definition.notice:
        c.log_line(definition.notice)
    card.is_new = True
    if host is None:
        c.move_card(card.id, facts.type, RUNNER)
    else:
        c.move_card(card.id, "hosted", RUNNER)
        card.host = host.id
        host.hosted.append(card.id)
    c.enter_play(card)
    used = c.G.sides[RUNNER].used
    used[facts.type] = used.get(facts.type, 0) + 1
    yield from _unique(c, card, RUNNER)
    yield from fire_event(c, "runner-install", card, card=card)
    return True


def check_hosts(c: NetrunnerContext) -> EffectGenerator:
    """Enforce what hosted cards demand of their hosts."""
    for card in c.cards_in("hosted", RUNNER):
        check = c.definition(card).check_host
        if check is not None and card.host is not None:
            yield from run_effect(c, check(c, card))


def possible_hosts(c: NetrunnerContext, card: Card) -> list[int]:
    """Return the installed cards that the Runner may install this card on."""
    found = []
    for host in c.active_cards_with(RUNNER, "hosts"):
        definition = c.definition(host)
        has_room = not definition.hosts_memory or c.hosting_memory(host) >= c.facts(card).memory
        if definition.hosts is not None and has_room and definition.hosts(c, host, card):
            found.append(host.id)
    return found


def _make_memory(c: NetrunnerContext, card: Card, host: Card | None) -> EffectGenerator:
    """Let the Runner trash programs to free memory, but none that shares the new host."""
    text = f"Insufficient MU to install {card.kind}. Trash installed programs?"
    while not has_memory(c, card):
        programs = [
            one.id for one in c.installed(RUNNER)
            if c.facts(one).type == "program" and (host is None or one.host != host.id)
        ]  # fmt: skip
        chosen = yield from c.select_cards(RUNNER, text, programs, len(programs), card)
        if not chosen:
            return False
        yield from trash_cards(c, c.cards(chosen), RUNNER, cause="memory")
    return True


def has_memory(c: NetrunnerContext, card: Card) -> bool:
    """Tell whether a program fits into the free memory."""
    return c.free_memory() >= c.facts(card).memory


# --- playing --------------------------------------------------------------------------------------


def play_price(c: NetrunnerContext, card: Card) -> Price:
    """Return what it costs to play an operation or event. A double costs one more click."""
    facts = c.facts(card)
    return Price(clicks=2 if facts.has("Double") else 1, credits=facts.cost or 0)


def play(c: NetrunnerContext, card: Card, side: int) -> EffectGenerator:
    """Play an operation or event: pay, resolve, discard."""
    paid = yield from pay(c, side, play_price(c, card), card, "play")
    c.log(side, f"{paid} to play {card.kind}")
    c.turn_card(card.id)
    if c.facts(card).has("Current"):
        for old in (CORP, RUNNER):
            yield from trash_current(c, old)
        c.move_card(card.id, "current", side)
    else:
        c.move_card(card.id, "play_area", side)
    c.enter_play(card)
    effect = c.definition(card).play
    if effect is not None:
        yield from run_effect(c, effect(c, card))
    run = c.G.run
    stays = run is not None and run.source == card.id
    if c.zone_of(card.id) == "play_area" and not stays:
        c.uninstall(card)
        c.discard(card)
        for _ in range(2):  # once when it is trashed, and once when it has resolved
            yield from remind_of_memory(c, card)
