"""The heuristic Runner: credits, missing icebreakers, and runs that it can afford."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.netrunner.card_facts import CORP, RUNNER, CardFacts, card_facts
from turnwright.games.netrunner.rules.payment import hosted_credits
from turnwright.games.netrunner.rules.run_cost import (
    ICE_THREATS,
    IceThreat,
    RunCost,
    cheapest,
)
from turnwright.games.netrunner.state import CENTRALS, Card

from .bot_view import BotView, first_of

BREAKERS = ("Fracter", "Decoder", "Killer")
BREAKER_KINDS = {"Barrier": "Fracter", "Code Gate": "Decoder", "Sentry": "Killer"}
TRAPS = ("Urtica Cipher",)
SAFE_GRIP = 3
"""With fewer cards than this, avoid unknown ice."""
CLICK = 1.0
"""What a click is worth, in credits."""
RICH = 10
"""With this many credits, cards are worth more than further credits."""
POINT = 7.0
"""What an agenda point is worth, in credits."""
RND_GAIN = 4.5
HQ_GAIN = 4.0
"""What the first access of a turn in R&D and in HQ is worth, in credits."""
ICE_PRICE = 3
"""What unknown ice costs if the Corp rezzes it and it can be broken."""
TRASHED = {"Nico Campaign": 6.0, "Regolith Mining License": 6.0}
"""Cards whose trashing is worth more than the others', in credits."""
TRASHING = 3.5
"""What trashing any other card is worth."""


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
    return _run_best(v, [key for key in v.remotes if _advanced(v, key)], 0.0)


def prepare_steal(v: BotView) -> tw.Answer | None:
    """Get what a run on an advanced card still needs: a breaker, cards in the grip, or credits"""
    if v.me.clicks < 2 or not v.moves["run"]:
        return None
    for key in sorted(v.remotes, key=lambda key: -_most_advanced(v, key)):
        if not _advanced(v, key):
            continue
        cost = v.run_cost(key)
        if not cost.gets_in:
            rich = v.run_cost(key, v.me.clicks - 1)
            if rich.gets_in:
                return first_of((get_rich(v), v.first("credit")))
            tool = _breaker_for(v, cost.stopped_by)
            if tool is not None:
                return tool
        elif v.grip < _trap_damage(v, key) <= v.grip + v.me.clicks - 1:
            return first_of((v.play("VRcation"), v.first("draw")))
    return None


def get_rich(v: BotView) -> tw.Answer | None:
    """Play events and use cards that gain credits"""
    return first_of(
        (
            v.play("Sure Gamble"),
            v.first("credit") if _saves_for_gamble(v) else None,
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
        if (cost := v.run_cost(key)).gets_in and not cost.unknown and cost.credits <= 1
        and not cost.damage and not cost.tags
    ]  # fmt: skip
    return _run_best(v, free, 1.0)


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
    room = len(v.hand) < v.c.hand_size(RUNNER) or (v.credits >= RICH and bool(_missing(v)))
    if room and (len(v.hand) < 3 or (v.credits >= 4 and (len(v.hand) < 4 or _missing(v)))):
        few = len(v.hand) < 3 or v.credits >= RICH
        drawn = first_of((v.play("VRcation") if few else None, v.first("draw")))
        if drawn is not None:
            return drawn
    return v.first("credit")


def end(v: BotView) -> tw.Answer | None:
    """End the turn"""
    return v.first("end-turn")


# --- which run ------------------------------------------------------------------------------------


def _run_best(v: BotView, keys: list[str], least: float) -> tw.Answer | None:
    """Make the most valuable run, with an event that helps, if one is worth at least `least`."""
    if not v.moves["run"]:
        return None
    scored = [(value, key) for key in keys if (value := _run_value(v, key)) >= least]
    if not scored:
        return None
    _, key = max(scored)
    cost = v.run_cost(key)
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
    """Return the expected gain of a run minus its cost, in credits.

    It is very low if the Runner cannot get in or may not survive."""
    extra = 4 if v.titled("Overclock") is not None and v.credits else 0
    cost = v.run_cost(key, extra)
    if not cost.gets_in or not _survives(v, key, cost):
        return -99.0
    left = cost.available - cost.credits
    gain = _expected_gain(v, key, max(0, min(left, v.credits))) * _chance_to_pass(v, cost, left)
    weight = 1.0 if v.credits < RICH else 0.6
    price = weight * max(0, cost.credits - extra) + 1.5 * cost.damage + 2.5 * cost.tags
    return gain - price - CLICK - cost.unknown


def _chance_to_pass(v: BotView, cost: RunCost, left: int) -> float:
    """Estimate the chance to pass the unknown ice of a server."""
    chance = 1.0
    for number in range(cost.unknown):
        rezzed = 0.5 if v.c.G.sides[CORP].credits < 3 else 0.9
        affordable = left >= ICE_PRICE * (number + 1)
        broken = (1.0 - len(_missing(v)) / 4) if affordable else 0.25
        chance *= 1.0 - rezzed * (1.0 - broken)
    return chance


def _expected_gain(v: BotView, key: str, left: int) -> float:
    """Return what the cards in a server are worth to the Runner, in credits.

    `left` are the credits that remain for trashing."""
    made = list(v.me.register.get("successful-run", []))
    if key == "rd":
        return (0.0 if "rd" in made else RND_GAIN) + RND_GAIN * 0.8 * _virus(v, "Conduit")
    if key == "hq":
        cards = len(v.c.zone("hand", CORP))
        return HQ_GAIN * (1.0 - 1.0 / cards) ** made.count("hq") if cards else 0.0
    if key == "archives":
        pile = v.c.cards_in("discard", CORP)
        seen = sum(v.c.facts(one).points for one in pile if one.face_up)
        return POINT * seen + 1.5 * sum(not one.face_up for one in pile)
    gain = 0.0
    for one in v.content(key):
        facts = v.facts(one) or _remembered(v, key)
        if facts is None:
            gain += _hidden_gain(v, key, one)
        elif facts.type == "agenda":
            gain += 2 * POINT * facts.points
        elif _wants_to_trash(facts, key, left):
            gain += max(0.0, TRASHED.get(facts.title, TRASHING) - (facts.trash or 0) / 2)
    return gain


def _hidden_gain(v: BotView, key: str, card: Card) -> float:
    """Return what a facedown card in a remote server is worth. What is advanced is likely an agenda,
    and stealing it also keeps the Corp from scoring it."""
    if card.advancement:
        return 2 * POINT * (1.0 + 0.3 * card.advancement)
    return 1.3 * POINT if v.ices(key) else 0.7 * POINT


def _wants_to_trash(facts: CardFacts, server: str, credits: int) -> bool:
    """Tell whether to trash a card on access. Runs are made only for cards that will be trashed."""
    if facts.trash is None or facts.trash > credits:
        return False
    if server in CENTRALS:
        return credits - facts.trash >= (2 if facts.title in TRASHED else 5)
    if facts.title in TRASHED:
        return True
    return facts.title not in TRAPS and credits - facts.trash >= 2


def _survives(v: BotView, key: str, cost: RunCost) -> bool:
    """Tell whether the grip survives the worst that may be there: Karunā, then Urtica Cipher.

    If the Corp is about to win, the Runner takes that risk."""
    grip = v.grip - cost.damage
    if cost.unknown and (grip < SAFE_GRIP or v.credits < 1):
        return False
    return grip >= (0 if _corp_wins_with(v, key) else _trap_damage(v, key))


def _trap_damage(v: BotView, key: str) -> int:
    """Return the damage that the facedown cards of a remote server could do when accessed."""
    if key in CENTRALS or _remembered(v, key) is not None:
        return 0
    return max((2 + one.advancement for one in v.content(key) if v.facts(one) is None), default=0)


def _corp_wins_with(v: BotView, key: str) -> bool:
    """Tell whether an advanced card in a server could be the agenda that wins the game."""
    return _advanced(v, key) and v.c.agenda_points(CORP) + 2 >= v.c.G.points_to_win


# --- runs -----------------------------------------------------------------------------------------


def break_ice(v: BotView) -> tw.Answer | None:
    """Break ice that ends the run or does damage, as cheaply as possible"""
    ice = _encountered(v)
    if ice is None or not v.moves["dynamic-ability"]:
        return None
    able = [c for c, name in v.moves["dynamic-ability"] if name == "auto-pump-and-break"]
    best = cheapest(v.c, ice, [v.c.card(card) for card in able])
    breaker = best[1].id if best is not None else next(iter(able), None)
    threat = ICE_THREATS.get(ice.kind, IceThreat())
    price = 0 if best is None else best[0]
    if not (threat.trashes or threat.damage) and price > _gain_of_run(v) + threat.credits:
        return None
    is_minor = not threat.ends and not threat.trashes and threat.damage <= 1 and v.grip > SAFE_GRIP
    if breaker is None or (is_minor and price > max(threat.credits, 1) and v.credits < 8):
        return None
    return v.do("dynamic-ability", breaker, "auto-pump-and-break")


def break_by_clicks(v: BotView) -> tw.Answer | None:
    """Break a bioroid with clicks"""
    ice = _encountered(v)
    run = v.c.G.run
    if ice is None or run is None or not v.moves["runner-ability"]:
        return None
    left = [n for n in range(len(v.c.subs(ice))) if not (ice.broken | ice.fired) >> n & 1]
    ending = [n for n in left if "nd the run" in v.c.subs(ice)[n].label]
    if ending and len(ending) <= v.me.clicks and _gain_of_run(v) >= 2 * len(ending):
        return v.first("runner-ability")
    return None


def leave(v: BotView) -> tw.Answer | None:
    """Jack out before ice that would kill"""
    run = v.c.G.run
    if run is None or not v.moves["jack-out"] or run.position < 1:
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
    return None if encounter is None or encounter.ice is None else v.c.card(encounter.ice)


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
    run = v.c.G.run
    taken = v.button("Steal")
    if taken is not None:
        return taken
    price = next((o.label for o in v.prompt.options if o.label.startswith("Pay")), "")
    facts = card_facts().get(v.text.removeprefix("You accessed ").removesuffix("."))
    server = "" if run is None else run.server
    if price and facts is not None and _wants_to_trash(facts, server, v.credits):
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
    if v.question.offers_bad_publicity:
        return v.button("Bad publicity")
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
            card = card_facts().get(option.name)
            if card is not None and any(card.has(kind) for kind in kinds):
                return v.prompt.answer(option)
    if v.text.startswith("Choose a card to access"):
        return v.prompt.answer(v.prompt.options[0])
    return v.button("Yes", "Spend", "Pay", "OK", "Install")


def _pick(v: BotView) -> tw.Answer | None:
    """Select cards"""
    if v.text.startswith("Choose a credit providing card"):
        return v.best(hosted_credits)
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
    """Tell whether a server has an advanced card that the Runner has not accessed."""
    return _most_advanced(v, key) > 0 and _remembered(v, key) is None


def _most_advanced(v: BotView, key: str) -> int:
    return max((one.advancement for one in v.content(key) if v.facts(one) is None), default=0)


def _breaker_for(v: BotView, title: str) -> tw.Answer | None:
    """Install or find an icebreaker for a piece of ice."""
    ice = card_facts().get(title)
    if ice is None:
        return None
    kinds = [kind for subtype, kind in BREAKER_KINDS.items() if ice.has(subtype)]
    for one in v.in_hand("program"):
        facts = v.c.facts(one)
        if any(facts.has(kind) for kind in (*kinds, "AI")):
            found = v.play(one.kind) if v.c.free_memory() >= facts.memory else None
            if found is not None:
                return found
    return v.play("Mutual Favor")


def _gain_of_run(v: BotView) -> float:
    """Return what is at stake in the current run, in credits."""
    run = v.c.G.run
    return 0.0 if run is None else _expected_gain(v, run.server, v.credits) + CLICK


def _saves_for_gamble(v: BotView) -> bool:
    """Tell whether Sure Gamble can be played this turn after taking credits."""
    lack = 5 - v.credits
    return v.titled("Sure Gamble") is not None and 0 < lack <= min(2, v.me.clicks - 1)


def _remembered(v: BotView, key: str) -> CardFacts | None:
    """Return the facts of a remote's only card, if the Runner has accessed it there before."""
    content = v.content(key)
    title = v.c.G.accessed_titles.get(content[0].id) if len(content) == 1 else None
    return None if title is None else card_facts()[title]


RULES = (
    begin, hand_or_mulligan, access, choose_server, answer, break_ice, break_by_clicks, leave,
    continue_run, lose_tags, be_safe, steal, prepare_steal, get_rich, run_open_server,
    install_breaker, install_rig, run_for_cards, set_up_income, draw_or_credit, end,
)  # fmt: skip
