"""Installing, rezzing, advancing, scoring, playing: how cards come into play."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import Price
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import Asking, Rules, listed, many
from turnwright.games.netrunner.state import CENTRALS, Piece

CORP_BASIC = "Corp Basic Action Card"
NEW = "New remote"


def server_key(c: Rules, name: str) -> str:
    """The key of a server that is named as clients name it."""
    known = {"HQ": "hq", "R&D": "rd", "Archives": "archives"}
    if name in known:
        return known[name]
    return f"remote{c.G.next_remote}" if name == NEW else f"remote{name.split()[-1]}"


def install_servers(c: Rules, card: Piece) -> list[str]:
    """Where the Corp may install a card, as clients name it."""
    kind = c.facts(card).type
    names = [c.server_name(key) for key in c.servers()]
    if kind in ("agenda", "asset"):
        names = [name for name in names if name.startswith("Server")]
    return [*names, NEW]


# --- the Corp -------------------------------------------------------------------------------------


def corp_install(
    c: Rules,
    card: Piece,
    name: str,
    *,
    clicks: int = 0,
    by: Piece | None = None,
    origin: str = "",
    free: bool = False,
    index: int | None = None,
) -> Asking:
    """Install a Corp card in a server. `by` is the card that does it, and `origin` where from."""
    is_new = name == NEW
    key = server_key(c, name)
    is_ice = c.facts(card).type == "ice"
    title = "" if by is not None else CORP_BASIC
    cost: int | None = None
    if is_ice:
        cost = 0
        if not free:
            ok = yield from _make_room(c, card, key, by, title)
            if not ok:
                return False
            cost = len(c.G.servers[key].ices) if key in c.G.servers else 0
    paid = yield from c.pay(CORP, Price(clicks=clicks, credits=cost), card)
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
        server.ices.insert(len(server.ices) if index is None else index, card.id)
        run = c.G.run
        if run is not None and run.server == key and index is not None and index < run.position:
            run.position += 1
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
    c.say(CORP, f"{what} {hidden}{origin} {place}{new}", corp=f"{what} {own}{origin} {place}{new}")
    yield from _overwrite(c, card, key, by, title)
    yield from c.fire("corp-install", card=card)
    return True


def _make_room(c: Rules, card: Piece, key: str, by: Piece | None, title: str) -> Asking:
    """Ice costs 1 for each that is there already; whoever cannot pay may trash some first."""
    ices = list(c.G.servers[key].ices) if key in c.G.servers else []
    lack = len(ices) - c.G.sides[CORP].credits
    if lack <= 0:
        return True
    where = c.server_name(key) if key not in CENTRALS else f"the root of {c.server_name(key)}"
    msg = f"Trash ice protecting {where} (minimum {lack})"
    while True:
        chosen = yield from c.select(CORP, msg, ices, len(ices), by, wait=True, title=title)
        if not chosen:
            return False
        if len(chosen) >= lack:
            break
        by, title = card, ""  # either enough or none: once more
    cards = c.cards(chosen)
    c.say(CORP, f"trashes {listed([c.name(one) for one in cards])}")
    yield from c.trash(cards, CORP, cause="install")
    return True


def _overwrite(c: Rules, card: Piece, key: str, by: Piece | None, title: str) -> Asking:
    """An agenda or asset takes the place of the one that was there."""
    if c.facts(card).type not in ("agenda", "asset"):
        return
    for number in list(c.server(key).content):
        old = c.card(number)
        if old is not card and c.facts(old).type in ("agenda", "asset"):
            msg = f"The {old.kind} in {c.server_name(key)} will now be trashed."
            yield from c.buttons(CORP, msg, ("OK",), by, title=title)
            c.say(CORP, f"trashes {c.name(old)}")
            yield from c.trash([old], CORP, cause="install")


def rez(c: Rules, card: Piece, by: Piece | None = None) -> Asking:
    """Turn a card up, paying for it unless another card does it for nothing."""
    where = c.where(card)
    if by is None:
        paid = yield from c.pay(CORP, Price(credits=c.rez_cost(card)), card)
        c.say(CORP, f"{paid} to rez {card.kind} {where}")
    else:
        c.uses(by, f"rez {card.kind} {where} at no cost", side=CORP)
    card.rezzed = True
    c.turn_card(card.id)
    c.load(card)
    yield from _unique(c, card, CORP)
    yield from c.fire("rez", card, card=card)


def derez(c: Rules, card: Piece) -> None:
    card.rezzed = False
    card.face_up = False


def _unique(c: Rules, card: Piece, side: int) -> Asking:
    """Of a unique card only one may be active; of consoles too."""
    facts = c.facts(card)
    for old in c.installed(side):
        if old is card or (side == CORP and not old.rezzed):
            continue
        same = facts.unique and old.kind == card.kind
        console = facts.has("Console") and c.facts(old).has("Console")
        if same or console:
            name = f"{old.kind} {c.where(old)}".strip()
            yield from c.buttons(side, f"The {name} will now be trashed.", ("OK",))
            c.note_line(f"{name} is trashed.")
            yield from c.trash([old], side, cause="unique")


def advance(c: Rules, card: Piece) -> Asking:
    paid = yield from c.pay(CORP, Price(clicks=1, credits=1), card)
    c.say(CORP, f"{paid} to use {CORP_BASIC} to advance {c.name(card)}")
    yield from place_advancement(c, card, 1, advanced=True)


def place_advancement(c: Rules, card: Piece, count: int, *, advanced: bool = False) -> Asking:
    before = card.advancement
    card.advancement += count
    yield from c.fire("advance" if advanced else "placed", card=card, before=before)


def can_advance(c: Rules, card: Piece) -> bool:
    return c.facts(card).type == "agenda" or c.does(card).advanceable


def can_score(c: Rules, card: Piece) -> bool:
    if c.G.sides[CORP].register.get("no-score"):
        return False
    return c.facts(card).type == "agenda" and card.advancement >= c.requirement(card)


def score(c: Rules, card: Piece) -> Asking:
    points = c.facts(card).points
    server = card.server
    c.uninstall(card)
    c.move_card(card.id, "scored", CORP)
    c.turn_card(card.id)
    register = c.G.sides[CORP].register
    register["scored-points"] = register.get("scored-points", 0) + points
    c.say(CORP, f"scores {card.kind} and gains {many(points, 'agenda point')}")
    c.check_points()
    yield from c.fire("agenda-scored", card, card=card, server=server)


# --- the Runner -----------------------------------------------------------------------------------


def runner_install(
    c: Rules, card: Piece, *, clicks: int = 0, by: Piece | None = None, origin: str = ""
) -> Asking:
    """Install a Runner card: on its host, if it needs one, with memory enough."""
    facts, does = c.facts(card), c.does(card)
    host: Piece | None = None
    if does.hosts_on:
        ices = [one.id for one in c.installed(CORP) if c.zone_of(one.id) == "ice"]
        chosen = yield from c.select(RUNNER, f"Choose a card to host {card.kind} on", ices, 1, card)
        if not chosen:
            return False
        host = c.card(chosen[0])
    price = Price(clicks=clicks, credits=c.install_cost(card))
    if not c.can_pay(RUNNER, price, card, "install"):
        return False
    if facts.type == "program":
        ok = yield from _make_memory(c, card, host)
        if not ok:
            return False
    paid = yield from c.pay(RUNNER, price, card, "install")
    on = "" if host is None else f" on {c.name(host)}"
    what = f"use {by.kind} to install" if by is not None else "install"
    c.say(RUNNER, f"{paid} to {what} {card.kind}{origin}{on}")
    if does.notice:
        c.note_line(does.notice)
    card.is_new = True
    if host is None:
        c.move_card(card.id, facts.type, RUNNER)
    else:
        c.move_card(card.id, "hosted", RUNNER)
        card.host = host.id
        host.hosted.append(card.id)
    c.load(card)
    used = c.G.sides[RUNNER].used
    used[facts.type] = used.get(facts.type, 0) + 1
    yield from _unique(c, card, RUNNER)
    yield from c.fire("runner-install", card, card=card)
    return True


def _make_memory(c: Rules, card: Piece, host: Piece | None) -> Asking:
    """Without enough memory, programs may be trashed first, but none beside it on its host."""
    msg = f"Insufficient MU to install {card.kind}. Trash installed programs?"
    while not has_memory(c, card):
        programs = [
            one.id for one in c.installed(RUNNER)
            if c.facts(one).type == "program" and (host is None or one.host != host.id)
        ]  # fmt: skip
        chosen = yield from c.select(RUNNER, msg, programs, len(programs), card)
        if not chosen:
            return False
        yield from c.trash(c.cards(chosen), RUNNER, cause="memory")
    return True


def has_memory(c: Rules, card: Piece) -> bool:
    return c.memory() >= c.facts(card).memory


# --- playing --------------------------------------------------------------------------------------


def play(c: Rules, card: Piece, side: int) -> Asking:
    """Play an operation or event: pay, do it, discard it."""
    price = Price(clicks=1, credits=c.facts(card).cost or 0)
    paid = yield from c.pay(side, price, card, "play")
    c.say(side, f"{paid} to play {card.kind}")
    c.turn_card(card.id)
    c.move_card(card.id, "play_area", side)
    c.load(card)
    effect = c.does(card).play
    if effect is not None:
        yield from c.carry_out(effect(c, card))
    run = c.G.run
    stays = run is not None and run.source == card.id
    if c.zone_of(card.id) == "play_area" and not stays:
        c.uninstall(card)
        c.move_card(card.id, "discard", side)
