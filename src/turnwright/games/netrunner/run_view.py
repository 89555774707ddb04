"""The run as a page draws it: where it is, what continuing means, and what each way would cost.

Everything in it is public, except what `seat` adds: the prices and names of the Corp's own facedown
cards, and the card that the Runner is accessing.
"""

from __future__ import annotations

from math import ceil
from typing import Any

import msgspec

from .card_definition import price_of
from .card_facts import CORP, RUNNER, SIDES, card_facts
from .card_text import gained_subroutine_text, subroutine_texts
from .context import NetrunnerContext
from .obligations import Obligation
from .rules.access import access_limit, steal_cost
from .rules.icebreaking import breakable, breaking_abilities, full_break, unbroken
from .rules.run_state import current_ice, encountered
from .rules.runs import can_jack_out
from .state import CENTRALS, Card
from .subroutine_effects import Forecast, forecast, subroutine_effect
from .wording import plural


def subroutine_facts(c: NetrunnerContext, ice: Card) -> list[dict[str, Any]]:
    """Return what each subroutine of a piece of ice does, and whether it was broken or has fired."""
    printed = c.facts(ice).text
    texts = [*subroutine_texts(printed)]
    texts += [gained_subroutine_text(card_facts()[title].text) for title in ice.gained_subs]
    return [
        {"text": text, "broken": bool(ice.broken >> n & 1), "fired": bool(ice.fired >> n & 1)}
        for n, text in enumerate(texts)
    ]


def run_facts(c: NetrunnerContext, seat: int | None, owed: Obligation) -> dict[str, Any] | None:
    """Return everything that a side (None: a spectator) is shown of the run; None without one."""
    run = c.G.run
    if run is None and c.G.encounter is None:
        return None
    ice = encountered(c) or current_ice(c)
    passed = c.passed_side()
    is_encounter = c.G.encounter is not None
    seen: dict[str, Any] = {
        "phase": "encounter-ice" if is_encounter else run.phase if run is not None else "",
        "passed": None if passed is None else SIDES[passed],
        "owes": None if owed.side is None else SIDES[owed.side],
    }
    if run is not None:
        server = c.G.servers.get(run.server)
        count = len(server.ices) if server is not None else 0
        seen |= {
            "server": run.server,
            "name": c.server_name(run.server),
            "ices": count,
            "place": count - run.position + 1 if run.position else 0,
            "mayJackOut": can_jack_out(c),
        }
        if run.server in ("rd", "hq"):
            seen["accesses"] = _accesses(c, run.server)
    if ice is not None and seen["phase"] in ("approach-ice", "encounter-ice"):
        seen["ice"] = _ice(c, ice, seat)
        if ice.rezzed or seat == CORP:
            seen["breakers"] = breaker_prices(c, ice)
        if ice.rezzed:
            seen["forecast"] = msgspec.to_builtins(_forecast(c, ice))
    if seat is not None:
        seen["continue"] = continue_meaning(c, seat)
        if seat == CORP and ice is not None and seen["phase"] == "approach-ice" and not ice.rezzed:
            seen["rez"] = rez_ways(c, ice)
        if seat == RUNNER:
            accessed = _accessed(c)
            if accessed is not None:
                seen["access"] = accessed
    return seen


def _accesses(c: NetrunnerContext, server: str) -> int:
    pile = c.zone("deck" if server == "rd" else "hand", CORP)
    return min(len(pile), access_limit(c, server))


def _ice(c: NetrunnerContext, ice: Card, seat: int | None) -> dict[str, Any]:
    if not ice.rezzed and seat != CORP:
        return {"id": ice.id, "isRezzed": False}
    facts = c.facts(ice)
    return {
        "id": ice.id, "isRezzed": ice.rezzed, "title": ice.kind, "strength": c.strength(ice),
        "subtypes": list(facts.subtypes), "subs": subroutine_facts(c, ice),
    }  # fmt: skip


# --- breaking -------------------------------------------------------------------------------------


def breaker_prices(c: NetrunnerContext, ice: Card) -> list[dict[str, Any]]:
    """Return what breaking this ice would cost with each installed breaker that can.

    `reach` is the price of matching its strength, `use` of one use, `total` of breaking all that is
    left; `isPossible` says whether the Runner can do that now."""
    left = len(breakable(c, ice)) if encountered(c) is ice else len(c.subs(ice))
    found = []
    for card in c.active_cards_with(RUNNER, "breaks_subs"):
        breaking, pumping = breaking_abilities(c, card, ice)
        if breaking is None:
            continue
        use = price_of(c, card, breaking)
        mine, theirs = c.strength(card), c.strength(ice)
        gap = theirs - mine if c.facts(card).has("Icebreaker") else 0
        reach: int | None = 0
        to = mine
        if gap > 0:
            reach = None
            size = 0 if pumping is None else pumping.pump
            if pumping is not None:
                size = pumping.pump(c, card) if callable(pumping.pump) else pumping.pump
            if pumping is not None and isinstance(size, int) and size > 0:
                times = ceil(gap / size)
                reach, to = (price_of(c, card, pumping).credits or 0) * times, mine + size * times
        uses = ceil(left / breaking.breaks)
        price = use * uses if uses else None
        credits = None if reach is None else reach + ((price.credits or 0) if price else 0)
        other = "" if use.counters is None else f"{use.counters[1]} {use.counters[0]} counter"
        found.append({
            "id": card.id, "title": card.kind, "strength": mine, "to": to, "reach": reach,
            "use": use.credits or 0, "breaks": breaking.breaks, "other": other,
            "total": credits,
            "isPossible": encountered(c) is ice and full_break(c, card) is not None,
            "isTrashed": "trashed at the end of the run" in c.facts(card).text,
        })  # fmt: skip
    return found


def _forecast(c: NetrunnerContext, ice: Card) -> Forecast:
    """Return what the unbroken subroutines would do. They have not fired in an approach."""
    facts = subroutine_facts(c, ice)
    is_met = encountered(c) is ice
    left = unbroken(c, ice) if is_met else range(len(facts))
    player = c.G.sides[RUNNER]
    texts = [(n + 1, facts[n]["text"]) for n in left]
    return forecast(texts, len(c.zone("hand", RUNNER)), player.credits)


# --- continuing -----------------------------------------------------------------------------------


def continue_meaning(c: NetrunnerContext, seat: int) -> dict[str, Any]:
    """Say what "Continue" means for a side in the open window: a label, details, and its danger."""
    run, ice = c.G.run, encountered(c) or current_ice(c)
    other_passed = c.passed_side() == 1 - seat
    if c.G.encounter is not None:
        return _continue_encounter(c, seat, ice)
    if run is None:
        return {"label": "Continue", "detail": ""}
    if run.phase == "initiation":
        label = "go on" if seat == RUNNER else "let the run go on"
        return {"label": f"Continue: {label}", "detail": _after_passes(c, seat, _next_place(c))}
    if run.phase == "approach-ice" and ice is not None:
        return _continue_approach(c, seat, ice)
    if run.phase == "movement":
        if run.position:
            detail = _after_passes(c, seat, "the next ice is approached")
            return {"label": "Continue: approach the next ice", "detail": detail}
        what = _breach(c, run.server)
        label = f"Continue: {what}" if seat == RUNNER or other_passed else "Continue: rez nothing"
        return {"label": label, "detail": _after_passes(c, seat, what)}
    return {"label": "Continue", "detail": ""}


def _continue_encounter(c: NetrunnerContext, seat: int, ice: Card | None) -> dict[str, Any]:
    left = 0 if ice is None else len(unbroken(c, ice))
    name = "the ice" if ice is None else ice.kind
    if not left or ice is None:
        label = f"Continue: pass {name}" if seat == RUNNER else f"Continue: {name} is passed"
        return {"label": label, "detail": "no unbroken subroutine is left"}
    subs = plural(left, "unbroken subroutine")
    if seat == CORP:
        return {"label": "Continue without resolving", "detail": f"{subs} would do nothing"}
    seen = _forecast(c, ice)
    return {
        "label": f"Continue: let {subs} resolve",
        "detail": seen.summary or "see what they do above",
        "danger": "flatline" if seen.is_flatline else "harm",
    }


def _continue_approach(c: NetrunnerContext, seat: int, ice: Card) -> dict[str, Any]:
    if ice.rezzed:
        what = f"encounter {ice.kind}" if seat == RUNNER else f"the Runner encounters {ice.kind}"
        return {"label": f"Continue: {what}", "detail": ""}
    if seat == CORP:
        return {"label": "Do not rez", "detail": f"the Runner passes {ice.kind}"}
    return {"label": "Continue: pass the facedown ice", "detail": "the Corp has not rezzed it"}


def _next_place(c: NetrunnerContext) -> str:
    run = c.G.run
    assert run is not None
    return "the outermost ice is approached" if run.position else _breach(c, run.server)


def _breach(c: NetrunnerContext, server: str) -> str:
    text = f"breach {c.server_name(server)}"
    if server in ("rd", "hq"):
        count = _accesses(c, server)
        return f"{text}, access {plural(count, 'card')}" if count else text
    return text


def _after_passes(c: NetrunnerContext, seat: int, what: str) -> str:
    """Say what follows: at once if the other side has passed, otherwise after it may have acted."""
    if c.passed_side() == 1 - seat:
        return what if what.startswith("the") else ""
    return "the Corp may act first" if seat == RUNNER else "then the Runner may act"


# --- rezzing --------------------------------------------------------------------------------------


def rez_ways(c: NetrunnerContext, ice: Card) -> dict[str, Any]:
    """Return what follows for the Corp if it rezzes the approached ice, and if it does not."""
    run = c.G.run
    assert run is not None
    cost, credits = c.rez_cost(ice), c.G.sides[CORP].credits
    server = c.G.servers.get(run.server)
    inner = c.cards(server.ices[: run.position - 1])[::-1] if server is not None else []
    hidden = [one for one in inner if not one.rezzed]
    return {
        "cost": cost,
        "credits": credits,
        "yes": [
            _credits_left(c, credits - cost, hidden),
            _harm(c, ice),
            _runners_price(c, ice),
        ],
        "no": ["It stays facedown, and the Runner passes it for nothing.", _rest(c, inner)],
    }


def _credits_left(c: NetrunnerContext, left: int, hidden: list[Card]) -> str:
    if left < 0:
        return f"You are {plural(-left, 'credit')} short."
    can = next((one for one in hidden if c.rez_cost(one) <= left), None)
    text = f"You keep {plural(left, 'credit')}"
    if can is not None:
        return f"{text}, enough to rez {can.kind} ({c.rez_cost(can)}) further in."
    return f"{text}, too few for the ice further in." if hidden else f"{text}."


def _harm(c: NetrunnerContext, ice: Card) -> str:
    effects = [subroutine_effect(one["text"]) for one in subroutine_facts(c, ice)]
    damage = sum(one.damage for one in effects)
    grip = len(c.zone("hand", RUNNER))
    parts = []
    if damage:
        parts.append(f"{damage} damage against {plural(grip, 'card')} in the grip")
    ends = {one.ends for one in effects}
    if "certainly" in ends:
        parts.append("it ends the run")
    elif "perhaps" in ends:
        parts.append("it may end the run")
    if not parts:
        return f"Unbroken, it has {plural(len(effects), 'subroutine')}."
    return f"Unbroken: {' and '.join(parts)}."


def _runners_price(c: NetrunnerContext, ice: Card) -> str:
    credits = c.G.sides[RUNNER].credits
    prices = [one for one in breaker_prices(c, ice) if one["total"] is not None]
    if not prices:
        return "No installed breaker can break it."
    ways = [f"{one['total']} with {one['title']}" for one in prices]
    return f"Breaking it costs the Runner {' or '.join(ways)}; they have {credits}."


def _rest(c: NetrunnerContext, inner: list[Card]) -> str:
    run = c.G.run
    assert run is not None
    what = _breach(c, run.server)
    if not inner:
        return f"It is the last ice: the Runner goes on to {what}."
    return f"{plural(len(inner), 'piece')} of ice left before they {what}."


# --- access ---------------------------------------------------------------------------------------


def _accessed(c: NetrunnerContext) -> dict[str, Any] | None:
    """Return what the Runner may know of the card that it is accessing, while it is asked about it."""
    question = c.open_questions.get(RUNNER)
    number = getattr(question, "card", None)
    run = c.G.run
    if question is None or number is None or run is None or not run.did_access:
        return None
    if not question.text.startswith("You accessed"):
        return None
    card: Card = c.card(number)
    facts = c.facts(card)
    credits = c.G.sides[RUNNER].credits
    seen: dict[str, Any] = {
        "id": card.id, "title": card.kind, "type": facts.type, "trash": facts.trash,
        "points": facts.points, "credits": credits, "number": sum(run.accessed.values()),
        "from": "root" if c.is_installed(card) else run.server,
        "isFree": facts.type == "agenda" and not (steal_cost(c, card).credits or 0),
        "mine": c.agenda_points(RUNNER), "toWin": c.G.points_to_win,
    }  # fmt: skip
    if run.server != "archives":  # there, what counts as a card to access changes on the way
        total = run.breached_root
        if run.only_access is not None:
            total = 1
        elif run.server in CENTRALS:
            total += _accesses(c, run.server)
        seen["total"] = max(seen["number"], total)
    return seen
