"""The heuristic Runner: credits, the breakers that are missing, and runs that can be paid."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.netrunner.card_facts import CORP, RUNNER, Printed, printed
from turnwright.games.netrunner.rules.run_cost import HARMS, Harm, RunCost, cheapest, run_cost
from turnwright.games.netrunner.state import CENTRALS, Piece

from .bot_view import Look, first_of

BREAKERS = ("Fracter", "Decoder", "Killer")
SAFE_GRIP = 3
"""With fewer cards than this, unknown ice is left alone."""
RUN_EVENTS = ("Jailbreak", "Overclock", "Tread Lightly")


# --- turns ----------------------------------------------------------------------------------------


def begin(t: Look) -> tw.Answer | None:
    """A turn begins and goes on by itself"""
    return first_of((t.first("start-turn"), t.first("end-phase-12")))


def lose_tags(t: Look) -> tw.Answer | None:
    """Tags are dangerous"""
    return t.first("remove-tag")


def be_safe(t: Look) -> tw.Answer | None:
    """With few cards in the grip damage is deadly"""
    if t.grip >= SAFE_GRIP or t.me.clicks < 1 or not t.c.zone("deck", RUNNER):
        return None
    rich = t.credits >= 5 and t.titled("Sure Gamble") is not None
    if rich or t.me.clicks < 2:
        return None if rich else t.first("draw")
    return first_of((t.play("VRcation"), t.first("draw")))


def steal(t: Look) -> tw.Answer | None:
    """A card that is advanced may be an agenda: run, if it can be paid and survived"""
    return _run_best(t, [key for key in t.remotes if _advanced(t, key)], 3.0)


def get_rich(t: Look) -> tw.Answer | None:
    """Events for credits, and contracts that pay"""
    return first_of(
        (
            t.play("Sure Gamble"),
            t.ability("Telework Contract"),
            t.ability("Fermenter") if _virus(t, "Fermenter") >= 3 else None,
            t.ability("Pennyshaver") if _counters(t, "Pennyshaver", "credit") >= 3 else None,
            t.play("Creative Commission") if t.credits < 8 else None,
            t.play("Wildcat Strike") if t.credits < 10 else None,
            t.play("Telework Contract"),
        )
    )


def run_open_server(t: Look) -> tw.Answer | None:
    """Servers that cost nothing to get into are run"""
    free = [
        key for key in t.c.servers()
        if (cost := run_cost(t.c, key)).gets_in and not cost.unknown and cost.credits <= 1
        and not cost.damage and not cost.tags
    ]  # fmt: skip
    return _run_best(t, free, 0.5)


def install_breaker(t: Look) -> tw.Answer | None:
    """A breaker of each kind"""
    if t.credits < 3 and not _only_free(t):
        return None
    for kind in _missing(t):
        for one in t.in_hand("program"):
            if t.c.facts(one).has(kind) and t.c.memory() >= t.c.facts(one).memory:
                found = t.play(one.kind)
                if found is not None:
                    return found
    if len(_missing(t)) == len(BREAKERS) and t.credits >= 4 and not _has(t, "Mayfly"):
        return t.play("Mayfly")
    return t.play("Mutual Favor") if _missing(t) else None


def install_rig(t: Look) -> tw.Answer | None:
    """What earns or helps"""
    wanted = ["Smartware Distributor", "Pennyshaver", "Docklands Pass", "Verbal Plasticity"]
    wanted += ["Pantograph", "Leech", "Fermenter", "Cookbook", "DZMZ Optimizer"]
    if t.credits >= 9:
        wanted += ["Conduit", "Red Team", "Carnivore", "T400 Memory Diamond"]
    for title in wanted:
        card = t.titled(title)
        if card is None or _has(t, title) or t.credits - t.c.install_cost(card) < 2:
            continue
        facts = t.c.facts(card)
        console = facts.has("Console") and any(
            t.c.facts(one).has("Console") for one in t.c.cards_in("hardware", RUNNER)
        )
        if not console and (facts.type != "program" or t.c.memory() > _kept_memory(t)):
            found = t.play(title)
            if found is not None:
                return found
    return None


def run_for_cards(t: Look) -> tw.Answer | None:
    """Central servers and remotes that can be paid with something left over"""
    return _run_best(t, t.c.servers(), 1.0)


def set_up_income(t: Look) -> tw.Answer | None:
    """A resource that pays every turn"""
    if t.credits >= 5 and _counters(t, "Smartware Distributor", "credit") == 0:
        return t.ability("Smartware Distributor")
    return None


def draw_or_credit(t: Look) -> tw.Answer | None:
    """Cards while breakers are missing or the grip is small, else credits"""
    room = len(t.hand) < t.c.hand_size(RUNNER)
    if room and (len(t.hand) < 4 or (_missing(t) and t.credits >= 2)):
        drawn = first_of((t.play("VRcation") if len(t.hand) < 3 else None, t.first("draw")))
        if drawn is not None:
            return drawn
    return t.first("credit")


def end(t: Look) -> tw.Answer | None:
    """Nothing is left to do"""
    return t.first("end-turn")


# --- which run ------------------------------------------------------------------------------------


def _run_best(t: Look, keys: list[str], least: float) -> tw.Answer | None:
    """The run that is worth most, with an event that helps, if any is worth at least this."""
    if "run" not in t.moves:
        return None
    scored = [(worth, key) for key in keys if (worth := _worth(t, key)) >= least]
    if not scored:
        return None
    _, key = max(scored)
    cost = run_cost(t.c, key)
    if key in ("hq", "rd"):
        event = first_of(
            (t.ability("Conduit") if key == "rd" and _virus(t, "Conduit") else None,
             t.play("Jailbreak"))
        )  # fmt: skip
        if event is not None:
            return event
        if not t.me.register.get("made-run") or key not in t.me.register["made-run"]:
            team = t.ability("Red Team")
            if team is not None:
                return team
    if not cost.gets_in or cost.credits > 3:
        event = t.play("Overclock")
        if event is not None:
            return event
    if cost.unknown:
        event = t.play("Tread Lightly")
        if event is not None:
            return event
    return t.do("run", t.c.server_name(key))


def _worth(t: Look, key: str) -> float:
    """What a run promises, less what it costs; nothing if it cannot be survived or paid."""
    extra = 5 if t.titled("Overclock") is not None and t.credits else 0
    cost = run_cost(t.c, key, extra - 1 if extra else 0)
    if not cost.gets_in or not _survives(t, key, cost):
        return 0.0
    left = cost.available - cost.credits
    promise = _promise(t, key, left)
    price = max(0, cost.credits - max(0, extra - 1)) / 4 + cost.tags + cost.damage / 2
    return promise - price - cost.unknown


def _promise(t: Look, key: str, left: int) -> float:
    made = t.me.register.get("successful-run", [])
    if key == "rd":
        return 0.0 if "rd" in made and not _virus(t, "Conduit") else 2.2
    if key == "hq":
        return 2.0 if t.c.zone("hand", CORP) else 0.0
    if key == "archives":
        pile = t.c.cards_in("discard", CORP)
        seen = sum(t.c.facts(one).points for one in pile if one.face_up)
        return 3.0 * seen + 0.8 * sum(not one.face_up for one in pile)
    promise = 0.0
    for one in t.content(key):
        facts = t.facts(one) or _remembered(t, key)
        if facts is None:
            promise += 2.5 + 2.0 * one.advancement
        elif facts.trash is not None and facts.trash <= left and facts.title != "Urtica Cipher":
            promise += 1.8
    return promise


def _survives(t: Look, key: str, cost: RunCost) -> bool:
    """Enough cards for everything that may lie there: Karunā in front, Urtica Cipher behind it."""
    grip = t.grip - cost.damage
    if cost.unknown and (grip < SAFE_GRIP or t.credits < 3):
        return False
    hidden = [one for one in t.content(key) if t.facts(one) is None]
    trap = max((2 + one.advancement for one in hidden), default=0) if key not in CENTRALS else 0
    return grip >= max(trap, 1 if hidden else 0, 0)


# --- runs -----------------------------------------------------------------------------------------


def break_ice(t: Look) -> tw.Answer | None:
    """What ends the run or hurts is broken, as cheaply as possible"""
    ice = _encountered(t)
    if ice is None or not t.moves.get("dynamic-ability"):
        return None
    able = [c for c, name in t.moves["dynamic-ability"] if name == "auto-pump-and-break"]
    best = cheapest(t.c, ice, [t.c.card(card) for card in able])
    breaker = best[1].id if best is not None else next(iter(able), None)
    harm = HARMS.get(ice.kind, Harm())
    price = 0 if best is None else best[0]
    is_minor = not harm.ends and not harm.trashes and harm.damage <= 1 and t.grip > SAFE_GRIP
    if breaker is None or (is_minor and price > max(harm.credits, 1) and t.credits < 8):
        return None
    return t.do("dynamic-ability", breaker, "auto-pump-and-break")


def break_by_clicks(t: Look) -> tw.Answer | None:
    """A bioroid lets itself be broken for clicks"""
    ice = _encountered(t)
    run = t.c.G.run
    if ice is None or run is None or not t.moves.get("runner-ability"):
        return None
    left = [n for n in range(len(t.c.does(ice).subs)) if not (ice.broken | ice.fired) >> n & 1]
    ending = [n for n in left if "nd the run" in t.c.does(ice).subs[n].label]
    if ending and len(ending) <= t.me.clicks and _promise(t, run.server, t.credits) >= 2:
        return t.first("runner-ability")
    return None


def leave(t: Look) -> tw.Answer | None:
    """Before ice that would kill, the Runner jacks out"""
    run = t.c.G.run
    if run is None or not t.moves.get("jack-out") or run.position < 1:
        return None
    ice = t.ices(run.server)[run.position - 1]
    if not ice.rezzed:
        return t.first("jack-out") if t.grip < SAFE_GRIP else None
    rig = [one for one in t.c.installed(RUNNER) if t.c.facts(one).has("Icebreaker")]
    best = cheapest(t.c, ice, rig)
    damage = HARMS.get(ice.kind, Harm()).damage
    if damage > t.grip and (best is None or best[0] > t.credits):
        return t.first("jack-out")
    return None


def go_on(t: Look) -> tw.Answer | None:
    """The run goes on"""
    return t.do("continue")


def _encountered(t: Look) -> Piece | None:
    encounter = t.c.G.encounter
    return None if encounter is None else t.c.card(encounter.ice)


# --- questions ------------------------------------------------------------------------------------


def hand_or_mulligan(t: Look) -> tw.Answer | None:
    """A hand with credits or a breaker is kept"""
    if t.text != "Keep hand?":
        return None
    money = any(one.kind in ("Sure Gamble", "Creative Commission") for one in t.hand)
    tools = sum(t.c.facts(one).has("Icebreaker") for one in t.hand)
    return t.button("Keep" if money or tools >= 2 else "Mulligan")


def access(t: Look) -> tw.Answer | None:
    """Agendas are stolen, and what serves the Corp is trashed"""
    if t.question is None or not t.text.startswith("You accessed"):
        return None
    taken = t.button("Steal")
    if taken is not None:
        return taken
    run = t.c.G.run
    price = next((o.label for o in t.prompt.options if o.label.startswith("Pay")), "")
    cost = int("".join(letter for letter in price if letter.isdigit()) or 0)
    keeps = 1 if run is not None and run.server not in CENTRALS else 5
    if price and t.credits - cost >= keeps:
        return t.button("Pay")
    return t.button("No action")


def choose_server(t: Look) -> tw.Answer | None:
    """An event runs where most is to be had"""
    if t.question is None or t.text != "Choose a server":
        return None
    names = {t.c.server_name(key): key for key in t.c.servers()}
    options = [o for o in t.prompt.options if o.label in names]
    best = max(options, key=lambda o: _worth(t, names[o.label]), default=None)
    return None if best is None else t.prompt.answer(best)


def answer(t: Look) -> tw.Answer | None:
    """What cards ask"""
    if t.question is None:
        return None
    if t.question.is_cards:
        return _pick(t)
    if t.text == "Jack out?":
        return t.button("Yes" if t.grip < SAFE_GRIP else "No")
    if t.text.startswith("Break a subroutine"):
        return t.button("End the run", "Do", "Trash", "Give", "Make", "Install", "Done")
    if t.source == "Funhouse" and "End the run" in [o.label for o in t.prompt.options]:
        run = t.c.G.run
        wants = run is not None and _advanced(t, run.server)
        return t.button("Take 1 tag" if wants and t.credits >= 2 else "End the run")
    if t.source in ("Public Trail", "Funhouse"):
        return t.button("Pay" if t.credits >= 10 else "Take")
    if t.text == "Swap 2 pieces of ice?":
        return t.button("No")
    if t.text.startswith("Choose an Icebreaker"):
        kinds = _missing(t)
        for option in t.prompt.options:
            card = printed().get(option.label)
            if card is not None and any(card.has(kind) for kind in kinds):
                return t.prompt.answer(option)
    if t.text.startswith("Choose a card to access"):
        return t.prompt.answer(t.prompt.options[0])
    return t.button("Yes", "Spend", "Pay", "OK", "Install")


def _pick(t: Look) -> tw.Answer | None:
    """Which card?"""
    if t.text.startswith("Choose a credit providing card"):
        return t.best(lambda one: one.count("credit"))
    if t.text.startswith("Insufficient MU"):
        return t.prompt.answer()
    if t.text.startswith(("Discard", "Choose 2 cards to trash")):
        return t.best(lambda one: -keep_worth(t, one))
    if "to host" in t.text:
        return t.best(lambda one: (5.0 if one.rezzed else 0.0) + (one.server in CENTRALS))
    if t.text.startswith("Click a card to access"):
        return t.best(lambda one: one.advancement)
    return t.best(lambda one: keep_worth(t, one) if one.owner == RUNNER else 0.0)


# --- sums -----------------------------------------------------------------------------------------


def keep_worth(t: Look, card: Piece) -> float:
    """What a card is worth in the hand."""
    facts = t.c.facts(card)
    if facts.has("Icebreaker"):
        wanted = any(facts.has(kind) for kind in _missing(t))
        return 8.0 if wanted else 2.0 if card.kind == "Mayfly" else 1.0
    if _has(t, card.kind) and facts.type != "event":
        return 0.5
    return {"Sure Gamble": 7.0, "Jailbreak": 5.0, "Overclock": 4.0}.get(card.kind, 3.0)


def _missing(t: Look) -> list[str]:
    rig = t.c.cards_in("program", RUNNER)
    return [kind for kind in BREAKERS if not any(t.c.facts(one).has(kind) for one in rig)]


def _kept_memory(t: Look) -> int:
    return len(_missing(t))


def _has(t: Look, title: str) -> bool:
    return any(one.kind == title for one in t.c.installed(RUNNER))


def _counters(t: Look, title: str, kind: str) -> int:
    return max((one.count(kind) for one in t.c.installed(RUNNER) if one.kind == title), default=-1)


def _virus(t: Look, title: str) -> int:
    return max(0, _counters(t, title, "virus"))


def _only_free(t: Look) -> bool:
    return any(t.c.install_cost(one) == 0 for one in t.in_hand("program"))


def _advanced(t: Look, key: str) -> bool:
    hidden = [one for one in t.content(key) if t.facts(one) is None]
    return any(one.advancement for one in hidden) and _remembered(t, key) is None


def _remembered(t: Look, key: str) -> Printed | None:
    """The only card of a remote, if it was accessed before and left lying there."""
    if len(t.content(key)) != 1:
        return None
    name = t.c.server_name(key)
    for line in reversed(t.c.G.log):
        text = line.seen_by(RUNNER)
        if f"in the root of {name}" in text:
            return None
        if text.startswith("Runner accesses ") and text.endswith(f" from {name}."):
            return printed()[text.removeprefix("Runner accesses ").removesuffix(f" from {name}.")]
    return None


RULES = (
    begin, hand_or_mulligan, access, choose_server, answer, break_ice, break_by_clicks, leave, go_on,
    lose_tags, be_safe, steal, get_rich, run_open_server, install_breaker, install_rig, run_for_cards,
    set_up_income, draw_or_credit, end,
)  # fmt: skip
