"""The heuristic Corp: score, protect the central servers, get rich, and score behind ice."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.rules.install import NEW
from turnwright.games.netrunner.state import CENTRALS, Piece

from .bot_view import Look, first_of

TRAPS = ("Urtica Cipher", "Clearinghouse")
MONEY = ("Hedge Fund", "Government Subsidy", "Hansei Review")
INCOME = ("Nico Campaign", "Regolith Mining License", "Spin Doctor")
CLICKS = 3
RESERVE = 4
"""Credits that are kept for rezzing."""


# --- turns ----------------------------------------------------------------------------------------


def begin(t: Look) -> tw.Answer | None:
    """A turn begins and goes on by itself"""
    return first_of((t.first("start-turn"), t.first("end-phase-12")))


def score(t: Look) -> tw.Answer | None:
    """An agenda that can be scored is scored, the best one first"""
    found = [args for args in t.moves.get("score", ())]
    best = max(found, key=lambda args: t.c.facts(t.c.card(args[0])).points, default=None)
    return None if best is None else t.do("score", *best)


def earn(t: Look) -> tw.Answer | None:
    """Assets that bring something are rezzed in the own turn"""
    if t.c.G.run is not None or t.c.G.active != CORP:
        return None
    for (card,) in t.moves.get("rez", ()):
        one = t.c.card(card)
        if one.kind in INCOME and one.kind != "Spin Doctor":
            return t.do("rez", card)
    return None


def punish(t: Look) -> tw.Answer | None:
    """Damage that kills, and what a tag makes possible"""
    points = t.me.register.get("scored-points", 0)
    if points > t.grip:
        kill = t.play("Neurospike")
        if kill is not None:
            return kill
    if t.c.G.sides[RUNNER].tags:
        if t.c.zone("program", RUNNER):
            hit = t.play("Retribution")
            if hit is not None:
                return hit
        if t.credits >= RESERVE + 4:
            return t.first("trash-resource")
    return None


def finish_agenda(t: Look) -> tw.Answer | None:
    """What can be scored this turn is advanced to the end"""
    for agenda in _agendas(t):
        need = t.c.requirement(agenda) - agenda.advancement
        launched = not agenda.is_new and 2 <= need <= t.me.clicks + 1 and t.credits >= need - 1
        if launched and t.titled("Seamless Launch") is not None:
            return t.play("Seamless Launch")
        if 0 < need <= min(t.me.clicks, t.credits):
            return t.do("advance", agenda.id)
    return None


def protect_centrals(t: Look) -> tw.Answer | None:
    """Every central server that is run gets its first ice"""
    wanted = sorted(
        ("rd", "hq"), key=lambda key: (len(t.ices(key)), key == "hq" and not _flooded(t))
    )
    for key in wanted:
        if not t.ices(key):
            found = _install_ice(t, key)
            if found is not None:
                return found
    return None


def get_rich(t: Look) -> tw.Answer | None:
    """Operations for credits, whenever they can be paid"""
    return first_of(
        (
            *(t.play(title) for title in MONEY),
            t.play("Predictive Planogram") if t.credits < 12 else None,
        )
    )


def go_on_advancing(t: Look) -> tw.Answer | None:
    """An agenda that waits is advanced so far that the next turn can end it"""
    for agenda in _agendas(t):
        need = t.c.requirement(agenda) - agenda.advancement
        if need > CLICKS - 1 and t.credits > _rez_price(t, agenda.server):
            return t.do("advance", agenda.id)
    return None


def install_agenda(t: Look) -> tw.Answer | None:
    """Agendas go behind ice that can be rezzed, with time to advance them"""
    server = _scoring_server(t)
    if server is None or t.me.clicks < 1:
        return None
    agendas = t.in_hand("agenda")
    for agenda in sorted(agendas, key=lambda one: -t.c.facts(one).points):
        early = max(0, t.c.requirement(agenda) - CLICKS)
        if early <= t.me.clicks - 1 and t.credits >= early + _rez_price(t, server):
            return t.do("play", agenda.id, t.c.server_name(server))
    return None


def guard_agenda(t: Look) -> tw.Answer | None:
    """Upgrades go where agendas are scored"""
    server = _scoring_server(t) or next((one.server for one in _agendas(t)), None)
    if server is None:
        return None
    for one in t.in_hand("upgrade"):
        if all(one.kind != other.kind for other in t.content(server)):
            return t.do("play", one.id, t.c.server_name(server))
    return None


def build_remote(t: Look) -> tw.Answer | None:
    """A remote to score in, with two pieces of ice"""
    iced = [key for key in t.remotes if t.ices(key)]
    if not iced:
        return _install_ice(t, "")
    weakest = min(iced, key=lambda key: len(t.ices(key)))
    if len(t.ices(weakest)) < 2 and t.credits >= RESERVE:
        return _install_ice(t, weakest)
    return None


def install_assets(t: Look) -> tw.Answer | None:
    """Assets that earn, and traps, lie in remotes of their own"""
    lying = sum(not t.ices(key) for key in t.remotes)
    for one in t.in_hand("asset"):
        if one.kind in TRAPS and (lying >= 2 or t.credits < RESERVE):
            continue
        if lying < 3:
            return t.do("play", one.id, NEW)
    return None


def bait(t: Look) -> tw.Answer | None:
    """A trap looks like an agenda"""
    for one in t.c.installed(CORP):
        if one.kind == "Urtica Cipher" and one.advancement < 2 and t.credits >= RESERVE + 4:
            return t.do("advance", one.id)
    return None


def use_assets(t: Look) -> tw.Answer | None:
    """Clicks for credits, where they bring more than one"""
    return t.ability("Regolith Mining License")


def more_ice(t: Look) -> tw.Answer | None:
    """A second piece of ice for the central servers"""
    for key in sorted(("rd", "hq"), key=lambda key: len(t.ices(key))):
        if len(t.ices(key)) < 3 and t.credits >= RESERVE + len(t.ices(key)):
            found = _install_ice(t, key)
            if found is not None:
                return found
    return None


def draw_or_credit(t: Look) -> tw.Answer | None:
    """Cards while there are few, else credits"""
    few = len(t.hand) <= (3 if t.credits >= RESERVE else 2)
    nothing_to_score = not t.in_hand("agenda") and not _agendas(t) and t.credits >= 8
    full = len(t.hand) + 1 > t.c.hand_size(CORP)
    if (few or (nothing_to_score and not full)) and len(t.c.zone("deck", CORP)) > 3:
        drawn = t.first("draw")
        if drawn is not None:
            return drawn
    return t.first("credit")


def end(t: Look) -> tw.Answer | None:
    """Nothing is left to do"""
    return t.first("end-turn")


# --- runs -----------------------------------------------------------------------------------------


def rez_ice(t: Look) -> tw.Answer | None:
    """Ice is rezzed where something is to be lost"""
    run = t.c.G.run
    if run is None or run.phase != "approach-ice":
        return None
    for (card,) in t.moves.get("rez", ()):
        ice = t.c.card(card)
        if t.c.facts(ice).type == "ice" and _is_worth_rezzing(t, ice):
            return t.do("rez", card)
    return None


def rez_upgrade(t: Look) -> tw.Answer | None:
    """Upgrades are rezzed before the Runner reaches their server"""
    run = t.c.G.run
    if run is None or run.phase != "movement" or run.position > 0:
        return None
    for (card,) in t.moves.get("rez", ()):
        one = t.c.card(card)
        is_here = one.server == run.server and t.c.facts(one).type == "upgrade"
        if is_here and _stake(t, run.server) > 0 and one.kind != "Malapert Data Vault":
            return t.do("rez", card)
    return None


def fire(t: Look) -> tw.Answer | None:
    """The Runner has passed: what is not broken fires"""
    return t.first("unbroken-subroutines")


def let_pass(t: Look) -> tw.Answer | None:
    """No further action"""
    return t.do("continue")


# --- sums -----------------------------------------------------------------------------------------


def _agendas(t: Look) -> list[Piece]:
    found = [one for one in t.c.installed(CORP) if t.c.facts(one).type == "agenda"]
    return sorted(found, key=lambda one: t.c.requirement(one) - one.advancement)


def _flooded(t: Look) -> bool:
    return len(t.in_hand("agenda")) >= 2


def _rez_price(t: Look, server: str) -> int:
    """What the ice of a server still costs, the dearest piece of it."""
    return max((t.c.rez_cost(one) for one in t.ices(server) if not one.rezzed), default=0)


def _scoring_server(t: Look) -> str | None:
    """The best protected remote in which nothing lies that would be trashed."""
    free = [
        key for key in t.remotes
        if t.ices(key) and all(t.c.facts(one).type == "upgrade" for one in t.content(key))
    ]  # fmt: skip
    return max(free, key=lambda key: len(t.ices(key)), default=None)


def _install_ice(t: Look, key: str) -> tw.Answer | None:
    """The ice that will protect best for what can be paid; no key: in a new remote."""
    ices = t.in_hand("ice")
    if not ices or (key and len(t.ices(key)) > t.credits):
        return None
    ice = max(ices, key=lambda one: _ice_worth(t, one))
    return t.do("play", ice.id, t.c.server_name(key) if key else NEW)


def _ice_worth(t: Look, ice: Piece) -> float:
    cost = t.c.facts(ice).cost or 0
    ends = any("nd the run" in sub.label for sub in t.c.does(ice).subs)
    return (3 if ends else 0) + cost - 2 * max(0, cost - t.credits)


def _stake(t: Look, server: str) -> int:
    """What the Runner may win there."""
    if server in CENTRALS:
        if server == "archives":
            pile = t.c.cards_in("discard", CORP)
            return sum(t.c.facts(one).points for one in pile)
        return 2
    kinds = [t.c.facts(one).type for one in t.content(server)]
    if "agenda" in kinds:
        return 5
    earning = [one for one in t.content(server) if one.kind in INCOME]
    return 1 if earning else 0


def _is_worth_rezzing(t: Look, ice: Piece) -> bool:
    stake, cost = _stake(t, ice.server), t.c.rez_cost(ice)
    return stake >= 2 or (stake == 1 and cost <= 3)


# --- questions ------------------------------------------------------------------------------------


def hand_or_mulligan(t: Look) -> tw.Answer | None:
    """A hand with ice and without too many agendas is kept"""
    if t.text != "Keep hand?":
        return None
    agendas, ices = len(t.in_hand("agenda")), len(t.in_hand("ice"))
    return t.button("Keep" if ices and agendas <= 2 else "Mulligan")


def answer(t: Look) -> tw.Answer | None:
    """What cards ask"""
    if t.question is None:
        return None
    if t.question.is_cards:
        return _pick(t)
    run = t.c.G.run
    stake = 0 if run is None else _stake(t, run.server)
    if t.source == "Clearinghouse":
        count = int("".join(letter for letter in t.text if letter.isdigit()) or 0)
        return t.button("Yes" if count > min(t.grip, 3) else "No")
    if t.source == "Anoetic Void":
        return t.button("Yes" if stake >= 5 else "No")
    if t.source == "Ballista":
        return t.button("End the run" if stake >= 5 else "Trash a program", "End the run")
    if t.source == "Wildcat Strike":
        return t.button("Runner draws" if t.grip > 2 else "Runner gains")
    if t.source == "Superconducting Hub" and len(t.c.zone("deck", CORP)) < 6:
        return t.button("No")
    return t.button("Yes", "Gain 3 [Credits] and", "Gain", "OK")


def _pick(t: Look) -> tw.Answer | None:
    """Which card?"""
    text = t.text
    if text.startswith("Place 2 advancement"):
        return t.best(lambda one: _launch_worth(t, one), 0)
    if text.startswith("Trash ice"):
        return t.prompt.answer()
    if t.source in ("Spin Doctor", "Longevity Serum") and "targets" in text + "s":
        return t.best(lambda one: keep_worth(t, one) + (9 if _is_agenda(t, one) else 0), 5)
    if text.startswith("Choose any number of cards in HQ"):
        return t.best(lambda one: 1.0 if _is_agenda(t, one) else 0.0, 1)
    if text.startswith("Choose") and "shuffle into R&D" in text:
        return t.best(lambda one: (5 if _is_agenda(t, one) else 0) - keep_worth(t, one))
    if text.startswith(("Discard", "Choose a card in HQ to trash", "Choose 2 cards to trash")):
        return t.best(lambda one: -keep_worth(t, one))
    if t.candidates() and t.candidates()[0].owner == RUNNER:
        return t.best(lambda one: _rig_worth(t, one), 0)
    return t.best(lambda one: keep_worth(t, one), 0)


def _is_agenda(t: Look, card: Piece) -> bool:
    return card.owner == CORP and t.c.facts(card).type == "agenda"


def _launch_worth(t: Look, card: Piece) -> float:
    if not _is_agenda(t, card):
        return -1.0
    return 10.0 - abs(t.c.requirement(card) - card.advancement - 2)


def _rig_worth(t: Look, card: Piece) -> float:
    facts = t.c.facts(card)
    return (10.0 if facts.has("Icebreaker") and card.kind != "Mayfly" else 0.0) + (facts.cost or 0)


def keep_worth(t: Look, card: Piece) -> float:
    """What a card is worth in the hand. Agendas must not land in Archives."""
    facts = t.c.facts(card)
    if facts.type == "agenda":
        return 20.0 + facts.points
    if facts.type == "ice":
        return 5.0 + (facts.cost or 0) / 2
    return {"Hedge Fund": 9.0, "Seamless Launch": 6.0, "Government Subsidy": 7.0}.get(
        card.kind, 3.0
    )


RULES = (
    begin, score, hand_or_mulligan, answer, fire, rez_ice, rez_upgrade, let_pass, earn, punish,
    finish_agenda, protect_centrals, get_rich, go_on_advancing, install_agenda, guard_agenda,
    build_remote, use_assets, install_assets, more_ice, bait, draw_or_credit, end,
)  # fmt: skip
