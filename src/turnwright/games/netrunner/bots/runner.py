"""The heuristic Runner: credits, missing icebreakers, and runs that it can afford."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.netrunner.card_facts import CORP, RUNNER, CardFacts, card_facts
from turnwright.games.netrunner.rules.run_cost import (
    ICE_THREATS,
    IceThreat,
    RunCost,
    cheapest,
    run_cost,
)
from turnwright.games.netrunner.state import CENTRALS, Card

from .bot_view import BotView, first_of

BREAKERS = ("Fracter", "Decoder", "Killer")
SAFE_GRIP = 3
"""With fewer cards than this, avoid unknown ice."""
RUN_EVENTS = ("Jailbreak", "Overclock", "Tread Lightly")


# --- turns ----------------------------------------------------------------------------------------


def begin(v: BotView) -> tw.Answer | None:
    """Begin the turn and close its start-of-turn window"""
    return first_of((v.first("start-turn"), v.first("end-phase-12")))


def lose_tags(v: BotView) -> tw.Answer | None:
    """Remove tags"""
    return v.first("remove-tag")


def be_safe(v: BotView) -> tw.Answer | None:
    """Draw while the grip is too small to survive damage"""
    if v.grip >= SAFE_GRIP or v.me.clicks < 1 or not v.c.zone("deck", RUNNER):
        return None
    rich = v.credits >= 5 and v.titled("Sure Gamble") is not None
    if rich or v.me.clicks < 2:
        return None if rich else v.first("draw")
    return first_of((v.play("VRcation"), v.first("draw")))


def steal(v: BotView) -> tw.Answer | None:
    """Run on an advanced card that may be an agenda, if affordable and survivable"""
    return _run_best(v, [key for key in v.remotes if _advanced(v, key)], 3.0)


def get_rich(v: BotView) -> tw.Answer | None:
    """Play events and use cards that gain credits"""
    return first_of(
        (
            v.play("Sure Gamble"),
            v.ability("Telework Contract"),
            v.ability("Fermenter") if _virus(v, "Fermenter") >= 3 else None,
            v.ability("Pennyshaver") if _counters(v, "Pennyshaver", "credit") >= 3 else None,
            v.play("Creative Commission") if v.credits < 8 else None,
            v.play("Wildcat Strike") if v.credits < 10 else None,
            v.play("Telework Contract"),
        )
    )


def run_open_server(v: BotView) -> tw.Answer | None:
    """Run on servers that cost nothing to get into"""
    free = [
        key for key in v.c.server_keys()
        if (cost := run_cost(v.c, key)).gets_in and not cost.unknown and cost.credits <= 1
        and not cost.damage and not cost.tags
    ]  # fmt: skip
    return _run_best(v, free, 0.5)


def install_breaker(v: BotView) -> tw.Answer | None:
    """Install one icebreaker of each kind"""
    if v.credits < 3 and not _only_free(v):
        return None
    for kind in _missing(v):
        for one in v.in_hand("program"):
            if v.c.facts(one).has(kind) and v.c.free_memory() >= v.c.facts(one).memory:
                found = v.play(one.kind)
                if found is not None:
                    return found
    if len(_missing(v)) == len(BREAKERS) and v.credits >= 4 and not _has(v, "Mayfly"):
        return v.play("Mayfly")
    return v.play("Mutual Favor") if _missing(v) else None


def install_rig(v: BotView) -> tw.Answer | None:
    """Install cards that earn credits or help in runs"""
    wanted = ["Smartware Distributor", "Pennyshaver", "Docklands Pass", "Verbal Plasticity"]
    wanted += ["Pantograph", "Leech", "Fermenter", "Cookbook", "DZMZ Optimizer"]
    if v.credits >= 9:
        wanted += ["Conduit", "Red Team", "Carnivore", "T400 Memory Diamond"]
    for title in wanted:
        card = v.titled(title)
        if card is None or _has(v, title) or v.credits - v.c.install_cost(card) < 2:
            continue
        facts = v.c.facts(card)
        console = facts.has("Console") and any(
            v.c.facts(one).has("Console") for one in v.c.cards_in("hardware", RUNNER)
        )
        if not console and (facts.type != "program" or v.c.free_memory() > _kept_memory(v)):
            found = v.play(title)
            if found is not None:
                return found
    return None


def run_for_cards(v: BotView) -> tw.Answer | None:
    """Run on servers that leave enough credits afterwards"""
    return _run_best(v, v.c.server_keys(), 1.0)


def set_up_income(v: BotView) -> tw.Answer | None:
    """Place credits on a resource that pays every turn"""
    if v.credits >= 5 and _counters(v, "Smartware Distributor", "credit") == 0:
        return v.ability("Smartware Distributor")
    return None


def draw_or_credit(v: BotView) -> tw.Answer | None:
    """Draw while icebreakers are missing or the grip is small, otherwise take credits"""
    room = len(v.hand) < v.c.hand_size(RUNNER)
    if room and (len(v.hand) < 4 or (_missing(v) and v.credits >= 2)):
        drawn = first_of((v.play("VRcation") if len(v.hand) < 3 else None, v.first("draw")))
        if drawn is not None:
            return drawn
    return v.first("credit")


def end(v: BotView) -> tw.Answer | None:
    """End the turn"""
    return v.first("end-turn")


# --- which run ------------------------------------------------------------------------------------


def _run_best(v: BotView, keys: list[str], least: float) -> tw.Answer | None:
    """Make the most valuable run, with an event that helps, if one is worth at least `least`."""
    if "run" not in v.moves:
        return None
    scored = [(value, key) for key in keys if (value := _run_value(v, key)) >= least]
    if not scored:
        return None
    _, key = max(scored)
    cost = run_cost(v.c, key)
    if key in ("hq", "rd"):
        event = first_of(
            (v.ability("Conduit") if key == "rd" and _virus(v, "Conduit") else None,
             v.play("Jailbreak"))
        )  # fmt: skip
        if event is not None:
            return event
        if not v.me.register.get("made-run") or key not in v.me.register["made-run"]:
            team = v.ability("Red Team")
            if team is not None:
                return team
    if not cost.gets_in or cost.credits > 3:
        event = v.play("Overclock")
        if event is not None:
            return event
    if cost.unknown:
        event = v.play("Tread Lightly")
        if event is not None:
            return event
    return v.do("run", v.c.server_name(key))


def _run_value(v: BotView, key: str) -> float:
    """Return the expected gain of a run minus its cost; 0 if it cannot be afforded or survived."""
    extra = 5 if v.titled("Overclock") is not None and v.credits else 0
    cost = run_cost(v.c, key, extra - 1 if extra else 0)
    if not cost.gets_in or not _survives(v, key, cost):
        return 0.0
    left = cost.available - cost.credits
    gain = _expected_gain(v, key, left)
    price = max(0, cost.credits - max(0, extra - 1)) / 4 + cost.tags + cost.damage / 2
    return gain - price - cost.unknown


def _expected_gain(v: BotView, key: str, left: int) -> float:
    made = v.me.register.get("successful-run", [])
    if key == "rd":
        return 0.0 if "rd" in made and not _virus(v, "Conduit") else 2.2
    if key == "hq":
        return 2.0 if v.c.zone("hand", CORP) else 0.0
    if key == "archives":
        pile = v.c.cards_in("discard", CORP)
        seen = sum(v.c.facts(one).points for one in pile if one.face_up)
        return 3.0 * seen + 0.8 * sum(not one.face_up for one in pile)
    gain = 0.0
    for one in v.content(key):
        facts = v.facts(one) or _remembered(v, key)
        if facts is None:
            gain += 2.5 + 2.0 * one.advancement
        elif facts.trash is not None and facts.trash <= left and facts.title != "Urtica Cipher":
            gain += 1.8
    return gain


def _survives(v: BotView, key: str, cost: RunCost) -> bool:
    """Tell whether the grip survives the worst that may be there: Karunā, then Urtica Cipher."""
    grip = v.grip - cost.damage
    if cost.unknown and (grip < SAFE_GRIP or v.credits < 3):
        return False
    hidden = [one for one in v.content(key) if v.facts(one) is None]
    trap = max((2 + one.advancement for one in hidden), default=0) if key not in CENTRALS else 0
    return grip >= max(trap, 1 if hidden else 0, 0)


# --- runs -----------------------------------------------------------------------------------------


def break_ice(v: BotView) -> tw.Answer | None:
    """Break ice that ends the run or does damage, as cheaply as possible"""
    ice = _encountered(v)
    if ice is None or not v.moves.get("dynamic-ability"):
        return None
    able = [c for c, name in v.moves["dynamic-ability"] if name == "auto-pump-and-break"]
    best = cheapest(v.c, ice, [v.c.card(card) for card in able])
    breaker = best[1].id if best is not None else next(iter(able), None)
    threat = ICE_THREATS.get(ice.kind, IceThreat())
    price = 0 if best is None else best[0]
    is_minor = not threat.ends and not threat.trashes and threat.damage <= 1 and v.grip > SAFE_GRIP
    if breaker is None or (is_minor and price > max(threat.credits, 1) and v.credits < 8):
        return None
    return v.do("dynamic-ability", breaker, "auto-pump-and-break")


def break_by_clicks(v: BotView) -> tw.Answer | None:
    """Break a bioroid with clicks"""
    ice = _encountered(v)
    run = v.c.G.run
    if ice is None or run is None or not v.moves.get("runner-ability"):
        return None
    left = [
        n for n in range(len(v.c.definition(ice).subs)) if not (ice.broken | ice.fired) >> n & 1
    ]
    ending = [n for n in left if "nd the run" in v.c.definition(ice).subs[n].label]
    if ending and len(ending) <= v.me.clicks and _expected_gain(v, run.server, v.credits) >= 2:
        return v.first("runner-ability")
    return None


def leave(v: BotView) -> tw.Answer | None:
    """Jack out before ice that would kill"""
    run = v.c.G.run
    if run is None or not v.moves.get("jack-out") or run.position < 1:
        return None
    ice = v.ices(run.server)[run.position - 1]
    if not ice.rezzed:
        return v.first("jack-out") if v.grip < SAFE_GRIP else None
    rig = [one for one in v.c.installed(RUNNER) if v.c.facts(one).has("Icebreaker")]
    best = cheapest(v.c, ice, rig)
    damage = ICE_THREATS.get(ice.kind, IceThreat()).damage
    if damage > v.grip and (best is None or best[0] > v.credits):
        return v.first("jack-out")
    return None


def continue_run(v: BotView) -> tw.Answer | None:
    """Continue the run"""
    return v.do("continue")


def _encountered(v: BotView) -> Card | None:
    encounter = v.c.G.encounter
    return None if encounter is None else v.c.card(encounter.ice)


# --- questions ------------------------------------------------------------------------------------


def hand_or_mulligan(v: BotView) -> tw.Answer | None:
    """Keep a hand with credits or two icebreakers"""
    if v.text != "Keep hand?":
        return None
    money = any(one.kind in ("Sure Gamble", "Creative Commission") for one in v.hand)
    tools = sum(v.c.facts(one).has("Icebreaker") for one in v.hand)
    return v.button("Keep" if money or tools >= 2 else "Mulligan")


def access(v: BotView) -> tw.Answer | None:
    """Steal agendas, and trash cards that help the Corp"""
    if v.question is None or not v.text.startswith("You accessed"):
        return None
    taken = v.button("Steal")
    if taken is not None:
        return taken
    run = v.c.G.run
    price = next((o.label for o in v.prompt.options if o.label.startswith("Pay")), "")
    cost = int("".join(letter for letter in price if letter.isdigit()) or 0)
    reserve = 1 if run is not None and run.server not in CENTRALS else 5
    if price and v.credits - cost >= reserve:
        return v.button("Pay")
    return v.button("No action")


def choose_server(v: BotView) -> tw.Answer | None:
    """Choose the most valuable server for a run event"""
    if v.question is None or v.text != "Choose a server":
        return None
    names = {v.c.server_name(key): key for key in v.c.server_keys()}
    options = [o for o in v.prompt.options if o.label in names]
    best = max(options, key=lambda o: _run_value(v, names[o.label]), default=None)
    return None if best is None else v.prompt.answer(best)


def answer(v: BotView) -> tw.Answer | None:
    """Answer the questions of cards"""
    if v.question is None:
        return None
    if v.question.is_cards:
        return _pick(v)
    if v.text == "Jack out?":
        return v.button("Yes" if v.grip < SAFE_GRIP else "No")
    if v.text.startswith("Break a subroutine"):
        return v.button("End the run", "Do", "Trash", "Give", "Make", "Install", "Done")
    if v.asked_by("Funhouse") and "End the run" in [o.label for o in v.prompt.options]:
        run = v.c.G.run
        wants = run is not None and _advanced(v, run.server)
        return v.button("Take 1 tag" if wants and v.credits >= 2 else "End the run")
    if v.asked_by("Public Trail", "Funhouse"):
        return v.button("Pay" if v.credits >= 10 else "Take")
    if v.text == "Swap 2 pieces of ice?":
        return v.button("No")
    if v.text.startswith("Choose an Icebreaker"):
        kinds = _missing(v)
        for option in v.prompt.options:
            card = card_facts().get(option.label)
            if card is not None and any(card.has(kind) for kind in kinds):
                return v.prompt.answer(option)
    if v.text.startswith("Choose a card to access"):
        return v.prompt.answer(v.prompt.options[0])
    return v.button("Yes", "Spend", "Pay", "OK", "Install")


def _pick(v: BotView) -> tw.Answer | None:
    """Select cards"""
    if v.text.startswith("Choose a credit providing card"):
        return v.best(lambda one: one.count("credit"))
    if v.text.startswith("Insufficient MU"):
        return v.prompt.answer()
    if v.text.startswith(("Discard", "Choose 2 cards to trash")):
        return v.best(lambda one: -hand_value(v, one))
    if "to host" in v.text:
        return v.best(lambda one: (5.0 if one.rezzed else 0.0) + (one.server in CENTRALS))
    if v.text.startswith("Click a card to access"):
        return v.best(lambda one: one.advancement)
    return v.best(lambda one: hand_value(v, one) if one.owner == RUNNER else 0.0)


# --- sums -----------------------------------------------------------------------------------------


def hand_value(v: BotView, card: Card) -> float:
    """Return the value of a card in hand."""
    facts = v.c.facts(card)
    if facts.has("Icebreaker"):
        wanted = any(facts.has(kind) for kind in _missing(v))
        return 8.0 if wanted else 2.0 if card.kind == "Mayfly" else 1.0
    if _has(v, card.kind) and facts.type != "event":
        return 0.5
    return {"Sure Gamble": 7.0, "Jailbreak": 5.0, "Overclock": 4.0}.get(card.kind, 3.0)


def _missing(v: BotView) -> list[str]:
    rig = v.c.cards_in("program", RUNNER)
    return [kind for kind in BREAKERS if not any(v.c.facts(one).has(kind) for one in rig)]


def _kept_memory(v: BotView) -> int:
    return len(_missing(v))


def _has(v: BotView, title: str) -> bool:
    return any(one.kind == title for one in v.c.installed(RUNNER))


def _counters(v: BotView, title: str, kind: str) -> int:
    return max((one.count(kind) for one in v.c.installed(RUNNER) if one.kind == title), default=-1)


def _virus(v: BotView, title: str) -> int:
    return max(0, _counters(v, title, "virus"))


def _only_free(v: BotView) -> bool:
    return any(v.c.install_cost(one) == 0 for one in v.in_hand("program"))


def _advanced(v: BotView, key: str) -> bool:
    hidden = [one for one in v.content(key) if v.facts(one) is None]
    return any(one.advancement for one in hidden) and _remembered(v, key) is None


def _remembered(v: BotView, key: str) -> CardFacts | None:
    """Return the facts of a remote's only card, if the Runner has accessed it there before."""
    content = v.content(key)
    title = v.c.G.accessed_titles.get(content[0].id) if len(content) == 1 else None
    return None if title is None else card_facts()[title]


RULES = (
    begin, hand_or_mulligan, access, choose_server, answer, break_ice, break_by_clicks, leave,
    continue_run, lose_tags, be_safe, steal, get_rich, run_open_server, install_breaker, install_rig,
    run_for_cards, set_up_income, draw_or_credit, end,
)  # fmt: skip
