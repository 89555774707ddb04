"""The board as text for people, and what pages show beyond the zones.

Nothing here names a card to a side that may not know it.
"""

from __future__ import annotations

from typing import Any

from .card_definition import BLANK, CARDS
from .card_facts import CORP, NAMES, RUNNER, SIDES, card_facts
from .context import NetrunnerContext
from .obligations import describe_obligation, who_owes, window_facts
from .rules.run_state import encountered
from .run_view import run_facts, subroutine_facts
from .server_view import server_layout
from .state import CENTRALS, Card, LogLine
from .wording import player_sentence, plural

LINES = 8
RIG = (("program", "programs"), ("hardware", "hardware"), ("resource", "resources"))


def is_known(card: Card, seat: int | None) -> bool:
    """Tell whether a side (None: a spectator) may know which card this is."""
    return card.owner == seat or card.face_up or card.rezzed


# --- the board as text ----------------------------------------------------------------------------


def describe(c: NetrunnerContext, seat: int | None, lines: int = LINES) -> str:
    """Describe the board as one side sees it, with the last lines of the log below."""
    sides = [RUNNER, CORP] if seat != RUNNER else [CORP, RUNNER]
    seen: list[str] = []
    for side in sides:
        seen += [side_line(c, side), *(server_lines(c, seat) if side == CORP else rig_lines(c)), ""]
    if c.G.run is not None:
        seen += [describe_run(c), *subroutine_lines(c), ""]
    if seat is not None:
        hand = ", ".join(name_with_cost(c, one) for one in c.cards_in("hand", seat))
        seen.append(f"Your hand: {hand or '-'}")
    data = c.G.log[-lines:] if lines else []
    return "\n".join([*seen, *(f"· {log_sentence(c, line, seat)}" for line in data)]).rstrip()


def log_sentence(c: NetrunnerContext, line: LogLine, seat: int | None) -> str:
    """Return a line of the log for a side in the words of players, see `wording.player_sentence`."""
    text = line.seen_by(seat).removesuffix("[hr]")
    name = next((f"{one} " for one in NAMES if text.startswith(f"{one} ")), "")
    ending = "." if text.endswith(".") else ""
    words = text.removeprefix(name).removesuffix(ending)
    return f"{name}{player_sentence(words, c.count_ice())}{ending}"


def side_line(c: NetrunnerContext, side: int) -> str:
    """Summarize a side in one line: identity, resources, points and piles."""
    player = c.G.sides[side]
    identity = c.cards_in("identity", side)[0].kind.partition(":")[0]
    hand, deck = len(c.zone("hand", side)), len(c.zone("deck", side))
    parts = [
        f"{NAMES[side]} ({identity})",
        f"{plural(player.credits, 'credit')}, {plural(player.clicks, 'click')}",
        f"{c.agenda_points(side)} of {c.G.points_to_win} points",
    ]
    if side == CORP:
        pile = c.cards_in("discard", CORP)
        down = sum(not one.face_up for one in pile)
        parts.append(
            f"HQ {hand}, R&D {deck}, Archives {len(pile)}"
            + (f" ({down} face down)" if down else "")
        )
    else:
        parts.append(f"grip {hand}, stack {deck}, heap {len(c.zone('discard', RUNNER))}")
        parts.append(f"{c.free_memory()} memory free")
        if player.tags:
            parts.append(plural(player.tags, "tag"))
    return " · ".join(parts)


def server_lines(c: NetrunnerContext, seat: int | None) -> list[str]:
    """Return one line per server: its root, then its ice from the inside out."""
    return [f"  {name:<10}{root:<28} {ice}".rstrip() for name, root, ice in _servers(c, seat)]


def _servers(c: NetrunnerContext, seat: int | None) -> list[tuple[str, str, str]]:
    found = []
    for key in ("hq", "rd", *(key for key in c.server_keys() if key not in ("hq", "rd"))):
        server = c.G.servers.get(key)
        content = [describe_card(c, one, seat) for one in c.cards(server.content)] if server else []
        ices = [describe_card(c, one, seat) for one in c.cards(server.ices)] if server else []
        found.append((c.server_name(key), " + ".join(content) or "-", " « ".join(ices)))
    return found


def rig_lines(c: NetrunnerContext) -> list[str]:
    """Return one line for each kind of card in the Runner's rig."""
    return [
        f"  {name:<10}{', '.join(describe_card(c, one, RUNNER) for one in cards)}"
        for zone, name in RIG
        if (cards := c.cards_in(zone, RUNNER))
    ]


def describe_card(c: NetrunnerContext, card: Card, seat: int | None) -> str:
    """Describe a card in play with everything public about it."""
    notes = []
    if not is_known(card, seat):
        text = "ice" if c.zone_of(card.id) == "ice" else "a card"
    else:
        text = card.kind
        if c.facts(card).strength is not None:
            text += f" {c.strength(card)}"
        if card.owner == CORP and not card.rezzed:
            notes.append("not rezzed")
    if card.advancement:
        notes.append(plural(card.advancement, "advancement"))
    notes += [plural(number, kind) for kind, number in sorted(card.counters.items())]
    if card.broken:
        notes.append(f"{card.broken.bit_count()} of {len(c.subs(card))} subroutines broken")
    notes += [f"hosts {one.kind}" for one in c.cards(card.hosted)]
    return f"{text} ({', '.join(notes)})" if notes else text


def name_with_cost(c: NetrunnerContext, card: Card) -> str:
    """Name a card in the player's hand with its cost."""
    cost = c.facts(card).cost
    return card.kind if cost is None else f"{card.kind} ({cost})"


def describe_run(c: NetrunnerContext) -> str:
    """Describe the run in one line."""
    run, passed = c.G.run, c.passed_side()
    assert run is not None
    text = f"Run on {c.server_name(run.server)}: {run.phase}, position {run.position}"
    if passed is not None:
        text += f", the {NAMES[passed]} has passed"
    return text


def subroutine_lines(c: NetrunnerContext) -> list[str]:
    """Return one line for each subroutine of the encountered ice, with what has become of it."""
    ice = encountered(c)
    if ice is None:
        return []
    lines = []
    for sub in subroutine_facts(c, ice):
        state = "broken" if sub["broken"] else "resolved" if sub["fired"] else ""
        lines.append(f"  Subroutine: {sub['text']}" + (f" ({state})" if state else ""))
    return lines


# --- for pages ------------------------------------------------------------------------------------


def player_facts(c: NetrunnerContext, seat: int) -> dict[str, Any]:
    """Return what is public about a side."""
    side = c.G.sides[seat]
    seen: dict[str, Any] = {
        "side": NAMES[seat],
        "credits": side.credits,
        "clicks": side.clicks,
        "points": f"{c.agenda_points(seat)} of {c.G.points_to_win}",
        "handSize": c.hand_size(seat),
    }
    if side.brain:
        seen["coreDamage"] = side.brain
    if seat == RUNNER:
        free = c.free_memory()
        used = sum(
            c.facts(card).memory for card in c.installed(RUNNER) if not c.is_on_memory_host(card)
        )
        seen |= {"tags": side.tags, "memory": free, "memoryTotal": free + used}
    elif side.bad_publicity:
        seen["badPublicity"] = side.bad_publicity
    return seen


def public_card_facts(c: NetrunnerContext, card_id: int) -> dict[str, Any]:
    """Return the public facts of a card; of a facedown card, only its counters."""
    card: Card = c.card(card_id)
    seen: dict[str, Any] = {}
    if card.advancement:
        seen["advancement"] = card.advancement
    if not card.face_up and not card.rezzed:
        return seen
    printed_facts = card_facts()[card.kind]
    seen |= {"name": card.kind, "cardKind": printed_facts.type}
    if printed_facts.strength is not None:
        seen["strength"] = c.strength(card)
    if printed_facts.type == "ice":
        seen["subroutines"] = subroutine_facts(c, card)
    return seen


def board_summary(c: NetrunnerContext, seat: int | None) -> dict[str, Any]:
    """Return the servers, as text and slot by slot, the run if there is one, and who owes what."""
    seen = _servers(c, seat)
    data: dict[str, Any] = {
        "board": {name: f"{root} « {ice}" if ice else root for name, root, ice in seen},
        "layout": server_layout(c, seat),
    }
    facts = window_facts(c)
    owed = who_owes(facts)
    if c.G.run is not None:
        data["now"] = describe_run(c)
    run = run_facts(c, seat, owed)
    if run is not None:
        data["runView"] = run
    if owed.side is not None:
        data["owes"] = {
            "side": SIDES[owed.side],
            "what": owed.what,
            "sentence": describe_obligation(facts),
        }
    return data


OMITTED_FIELDS = (
    "turn", "active", "turn_over", "phase_12", "sides", "servers", "next_remote", "run", "encounter",
    "points_to_win", "strict", "layout", "runView", "outer_encounters", "forced_encounters",
    "is_over_memory",
)  # fmt: skip
"""Fields of the state that `player_facts`, `board_summary` and the flow show in a better form."""


# --- for bots of every game -----------------------------------------------------------------------


def could_be(c: NetrunnerContext, card_id: int, kind: str) -> bool:
    """Tell whether a hidden card could have this title, from the zone that it is in.

    Ice protects servers. In a root there are agendas, assets and upgrades; in central servers only
    upgrades. Only some cards can be advanced. What the Runner has accessed in a remote server is
    known."""
    card: Card = c.card(card_id)
    zone, type_ = c.zone_of(card_id), card_facts()[kind].type
    if card_id in c.G.accessed_titles:
        return kind == c.G.accessed_titles[card_id]
    if card.advancement and type_ != "agenda" and not CARDS.get(kind, BLANK).advanceable:
        return False
    if zone == "ice":
        return type_ == "ice"
    if zone == "root":
        return type_ == "upgrade" or (card.server not in CENTRALS and type_ in ("agenda", "asset"))
    return type_ != "identity"


def card_value(c: NetrunnerContext, seat: int, card_id: int) -> float:
    """Estimate what a card is worth to its owner. A hidden card is a guess."""
    card: Card = c.card(card_id)
    if card.owner != seat and not is_known(card, seat):
        return 4.0
    printed_facts = c.facts(card)
    return 3.0 * printed_facts.points + (printed_facts.cost or 0) + 1.0 + card.advancement


def evaluate(c: NetrunnerContext, seat: int) -> float:
    """Evaluate a side's position: points above all, then what it has in play."""
    return _standing(c, seat, seat) - _standing(c, 1 - seat, seat)


def _standing(c: NetrunnerContext, side: int, seat: int) -> float:
    player_ = c.G.sides[side]
    total = 20.0 * c.agenda_points(side) + player_.credits + 1.5 * len(c.zone("hand", side))
    total += 1.5 * player_.clicks - 4.0 * player_.tags
    total += sum(
        1.0 + one.advancement + sum(one.counters.values()) / 3 for one in c.installed(side)
    )
    return total
