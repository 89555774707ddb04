"""The heuristic Corp: score, protect central servers, earn credits, and score behind ice."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.obligations import FIRE_DECISION, owed_in
from turnwright.games.netrunner.rules.install import NEW
from turnwright.games.netrunner.rules.run_cost import entry_price
from turnwright.games.netrunner.rules.run_state import current_ice
from turnwright.games.netrunner.state import CENTRALS, Card

from .bot_view import BotView, first_of

TRAPS = ("Urtica Cipher", "Clearinghouse")
MONEY = ("Hedge Fund", "Government Subsidy", "Hansei Review")
CAMPAIGNS = ("Nico Campaign",)
CLICK_ASSETS = ("Regolith Mining License",)
INCOME = (*CAMPAIGNS, *CLICK_ASSETS, "Spin Doctor")
CLICKS = 3
RESERVE = 4
"""Credits to keep for rezzing."""
FEW_CARDS = 8
"""With so few cards in R&D, the Corp must score even where the Runner could get in."""


# --- turns ----------------------------------------------------------------------------------------


def rez_campaign(v: BotView) -> tw.Answer | None:
    """Rez assets that pay at the start of the turn, just before it begins"""
    if not v.moves["start-turn"]:
        return None
    for (card,) in v.moves["rez"]:
        if v.c.card(card).kind in CAMPAIGNS:
            return v.do("rez", card)
    return None


def begin(v: BotView) -> tw.Answer | None:
    """Begin the turn and close its start-of-turn window"""
    return first_of((v.first("start-turn"), v.first("end-phase-12")))


def score(v: BotView) -> tw.Answer | None:
    """Score an agenda, the most valuable one first"""
    found = [args for args in v.moves["score"]]
    best = max(found, key=lambda args: v.c.facts(v.c.card(args[0])).points, default=None)
    return None if best is None else v.do("score", *best)


def rez_assets(v: BotView) -> tw.Answer | None:
    """Rez assets that earn credits for clicks, once there are clicks to use them"""
    if v.c.G.run is not None or v.c.G.active != CORP or v.me.clicks < 2:
        return None
    for (card,) in v.moves["rez"]:
        if v.c.card(card).kind in CLICK_ASSETS:
            return v.do("rez", card)
    return None


def punish(v: BotView) -> tw.Answer | None:
    """Use damage that kills, and cards that need a tagged Runner"""
    points = v.me.register.get("scored-points", 0)
    if points > v.grip:
        kill = v.play("Neurospike")
        if kill is not None:
            return kill
    if v.c.G.sides[RUNNER].tags:
        if v.c.zone("program", RUNNER):
            hit = v.play("Retribution")
            if hit is not None:
                return hit
        if v.credits >= RESERVE + 4:
            return v.first("trash-resource")
    return None


def finish_agenda(v: BotView) -> tw.Answer | None:
    """Advance an agenda that can be scored this turn"""
    for agenda in _agendas(v):
        need = v.c.advancement_requirement(agenda) - agenda.advancement
        launched = not agenda.is_new and 2 <= need <= v.me.clicks + 1 and v.credits >= need - 1
        if launched and v.titled("Seamless Launch") is not None:
            return v.play("Seamless Launch")
        if 0 < need <= min(v.me.clicks, v.credits):
            return v.do("advance", agenda.id)
    return None


def protect_centrals(v: BotView) -> tw.Answer | None:
    """Install the first ice on R&D and HQ"""
    wanted = sorted(
        ("rd", "hq"), key=lambda key: (len(v.ices(key)), key == "hq" and not _flooded(v))
    )
    for key in wanted:
        if not v.ices(key):
            found = _install_ice(v, key)
            if found is not None:
                return found
    return None


def get_rich(v: BotView) -> tw.Answer | None:
    """Play operations that gain credits"""
    return first_of(
        (
            *(v.play(title) for title in MONEY),
            v.play("Predictive Planogram") if v.credits < 12 else None,
        )
    )


def save_credits(v: BotView) -> tw.Answer | None:
    """Take credits for an operation that gains many, if only a few are missing"""
    lacks = [
        (v.c.facts(one).cost or 0) - v.credits for one in v.hand if one.kind in MONEY
    ]  # fmt: skip
    lack = min((one for one in lacks if one > 0), default=99)
    return v.first("credit") if lack <= v.me.clicks else None


def keep_advancing(v: BotView) -> tw.Answer | None:
    """Advance an installed agenda so that it can be scored next turn"""
    for agenda in _agendas(v):
        need = v.c.advancement_requirement(agenda) - agenda.advancement
        if need > _advances_next_turn(v) and v.credits > _rez_price(v, agenda.server):
            return v.do("advance", agenda.id)
    return None


def install_agenda(v: BotView) -> tw.Answer | None:
    """Install an agenda behind ice that can be rezzed, with time to advance it"""
    server = _scoring_server(v)
    if server is None or v.me.clicks < 1:
        return None
    must = _flooded(v, 3) or len(v.c.zone("deck", CORP)) <= FEW_CARDS
    if not must and not _is_safe(v, server):
        return None
    agendas = v.in_hand("agenda")
    for agenda in sorted(agendas, key=lambda one: -v.c.facts(one).points):
        early = max(0, v.c.advancement_requirement(agenda) - _advances_next_turn(v))
        if early <= v.me.clicks - 1 and v.credits >= early + _rez_price(v, server):
            return v.do("play", agenda.id, v.c.server_name(server))
    return None


def guard_agenda(v: BotView) -> tw.Answer | None:
    """Install upgrades where agendas are scored"""
    server = _scoring_server(v) or next((one.server for one in _agendas(v)), None)
    if server is None:
        return None
    for one in v.in_hand("upgrade"):
        if all(one.kind != other.kind for other in v.content(server)):
            return v.do("play", one.id, v.c.server_name(server))
    return None


def build_remote(v: BotView) -> tw.Answer | None:
    """Build a remote server with two pieces of ice, or three if the Runner could get in"""
    iced = [key for key in v.remotes if v.ices(key)]
    if not iced:
        return _install_ice(v, "")
    best = max(iced, key=lambda key: len(v.ices(key)))
    wanted = 2 if _is_safe(v, best) else 3
    if len(v.ices(best)) < wanted and v.credits >= RESERVE:
        return _install_ice(v, best)
    return None


def install_assets(v: BotView) -> tw.Answer | None:
    """Install assets and traps in remote servers of their own"""
    lying = sum(not v.ices(key) for key in v.remotes)
    for one in v.in_hand("asset"):
        if one.kind in TRAPS and (lying >= 2 or v.credits < RESERVE):
            continue
        if lying < 3:
            return v.do("play", one.id, NEW)
    return None


def draw_answers(v: BotView) -> tw.Answer | None:
    """Draw if the hand is nearly empty, or has agendas and no ice for a server to score them"""
    if v.credits < RESERVE or len(v.c.zone("deck", CORP)) <= 3:
        return None
    stuck = v.in_hand("agenda") and not v.in_hand("ice") and _scoring_server(v) is None
    if len(v.hand) <= 2 or (stuck and len(v.hand) <= v.c.hand_size(CORP)):
        return v.first("draw")
    return None


def bait(v: BotView) -> tw.Answer | None:
    """Advance a trap so that it looks like an agenda"""
    for one in v.c.installed(CORP):
        if one.kind == "Urtica Cipher" and one.advancement < 2 and v.credits >= RESERVE + 4:
            return v.do("advance", one.id)
    return None


def use_assets(v: BotView) -> tw.Answer | None:
    """Use clicks on assets that pay more than one credit"""
    return v.ability("Regolith Mining License")


def more_ice(v: BotView) -> tw.Answer | None:
    """Install more ice on R&D and HQ"""
    for key in sorted(("rd", "hq"), key=lambda key: len(v.ices(key))):
        if len(v.ices(key)) < 3 and v.credits >= RESERVE + len(v.ices(key)):
            found = _install_ice(v, key)
            if found is not None:
                return found
    return None


def draw_or_credit(v: BotView) -> tw.Answer | None:
    """Draw while the hand is small, otherwise take credits"""
    few = len(v.hand) <= (3 if v.credits >= RESERVE else 2)
    nothing_to_score = not v.in_hand("agenda") and not _agendas(v) and v.credits >= 8
    full = len(v.hand) + 1 > v.c.hand_size(CORP)
    if (few or (nothing_to_score and not full)) and len(v.c.zone("deck", CORP)) > 3:
        drawn = v.first("draw")
        if drawn is not None:
            return drawn
    return v.first("credit")


def end(v: BotView) -> tw.Answer | None:
    """End the turn"""
    return v.first("end-turn")


# --- runs -----------------------------------------------------------------------------------------


def rez_ice(v: BotView) -> tw.Answer | None:
    """Rez ice where the server holds something valuable"""
    run = v.c.G.run
    ice = current_ice(v.c) if run is not None and run.phase == "approach-ice" else None
    return v.do("rez", ice.id) if ice is not None and _should_rez(v, ice) else None


def rez_upgrade(v: BotView) -> tw.Answer | None:
    """Rez upgrades before the Runner reaches their server"""
    run = v.c.G.run
    if run is None or run.phase != "movement" or run.position > 0:
        return None
    for (card,) in v.moves["rez"]:
        one = v.c.card(card)
        is_here = one.server == run.server and v.c.facts(one).type == "upgrade"
        if is_here and _stake(v, run.server) > 0 and one.kind != "Malapert Data Vault":
            return v.do("rez", card)
    return None


def fire(v: BotView) -> tw.Answer | None:
    """Fire unbroken subroutines when the Runner has passed or asks for it"""
    encounter = v.c.G.encounter
    if encounter is None or owed_in(v.c) is not FIRE_DECISION:
        return None
    return v.do("unbroken-subroutines", encounter.ice)


def pass_window(v: BotView) -> tw.Answer | None:
    """Pass"""
    return v.do("continue")


# --- sums -----------------------------------------------------------------------------------------


def _agendas(v: BotView) -> list[Card]:
    found = [one for one in v.c.installed(CORP) if v.c.facts(one).type == "agenda"]
    return sorted(found, key=lambda one: v.c.advancement_requirement(one) - one.advancement)


def _flooded(v: BotView, agendas: int = 2) -> bool:
    return len(v.in_hand("agenda")) >= agendas


def _advances_next_turn(v: BotView) -> int:
    """Return how many counters the Corp can place on an agenda in its next turn."""
    return CLICKS + (v.titled("Seamless Launch") is not None)


def _is_safe(v: BotView, key: str) -> bool:
    """Tell whether the Runner cannot afford to get into a server."""
    return entry_price(v.c, key) > v.c.G.sides[RUNNER].credits


def _rez_price(v: BotView, server: str) -> int:
    """Return the rez cost of the most expensive unrezzed ice of a server."""
    return max((v.c.rez_cost(one) for one in v.ices(server) if not one.rezzed), default=0)


def _scoring_server(v: BotView) -> str | None:
    """Return the best protected remote server without a card that would be trashed."""
    free = [
        key for key in v.remotes
        if v.ices(key) and all(v.c.facts(one).type == "upgrade" for one in v.content(key))
    ]  # fmt: skip
    return max(free, key=lambda key: len(v.ices(key)), default=None)


def _install_ice(v: BotView, key: str) -> tw.Answer | None:
    """Install the best affordable ice; without a key, in a new remote server."""
    ices = v.in_hand("ice")
    if not ices or (key and len(v.ices(key)) > v.credits):
        return None
    ice = max(ices, key=lambda one: _ice_value(v, one))
    return v.do("play", ice.id, v.c.server_name(key) if key else NEW)


def _ice_value(v: BotView, ice: Card) -> float:
    cost = v.c.facts(ice).cost or 0
    ends = any("nd the run" in sub.label for sub in v.c.subs(ice))
    return (3 if ends else 0) + cost - 2 * max(0, cost - v.credits)


def _stake(v: BotView, server: str) -> int:
    """Return how much the Runner can gain in a server."""
    if server in CENTRALS:
        if server == "archives":
            pile = v.c.cards_in("discard", CORP)
            return sum(v.c.facts(one).points for one in pile)
        return 2
    kinds = [v.c.facts(one).type for one in v.content(server)]
    if "agenda" in kinds:
        return 5
    earning = [one for one in v.content(server) if one.kind in INCOME]
    return 1 if earning else 0


def _should_rez(v: BotView, ice: Card) -> bool:
    stake, cost = _stake(v, ice.server), v.c.rez_cost(ice)
    return stake >= 2 or (stake == 1 and cost <= 3)


# --- questions ------------------------------------------------------------------------------------


def hand_or_mulligan(v: BotView) -> tw.Answer | None:
    """Keep a hand with ice and at most two agendas"""
    if v.text != "Keep hand?":
        return None
    agendas, ices = len(v.in_hand("agenda")), len(v.in_hand("ice"))
    return v.button("Keep" if ices and agendas <= 2 else "Mulligan")


def answer(v: BotView) -> tw.Answer | None:
    """Answer the questions of cards"""
    if v.question is None:
        return None
    if v.question.is_cards:
        return _pick(v)
    run = v.c.G.run
    stake = 0 if run is None else _stake(v, run.server)
    if v.asked_by("Clearinghouse"):
        damage = 0 if v.source is None else v.source.advancement
        return v.button("Yes" if damage > min(v.grip, 3) else "No")
    if v.asked_by("Anoetic Void"):
        return v.button("Yes" if stake >= 5 else "No")
    if v.asked_by("Ganked!") and run and not any(one.rezzed for one in v.ices(run.server)):
        return v.button("No")
    if v.asked_by("Ballista"):
        return v.button("End the run" if stake >= 5 else "Trash a program", "End the run")
    if v.asked_by("Wildcat Strike"):
        return v.button("Runner draws" if v.grip > 2 else "Runner gains")
    if v.asked_by("Superconducting Hub") and len(v.c.zone("deck", CORP)) < 6:
        return v.button("No")
    return v.button("Yes", "Gain 3 credits and", "Gain", "OK")


def _pick(v: BotView) -> tw.Answer | None:
    """Select cards"""
    text = v.text
    if text.startswith("Place 2 advancement"):
        return v.best(lambda one: _launch_value(v, one), 0)
    if text.startswith("Trash ice"):
        return v.prompt.answer()
    if v.asked_by("Spin Doctor", "Longevity Serum") and "targets" in text + "s":
        return v.best(lambda one: hand_value(v, one) + (9 if _is_agenda(v, one) else 0), 5)
    if text.startswith("Choose any number of cards in HQ"):
        return v.best(lambda one: 1.0 if _is_agenda(v, one) else 0.0, 1)
    if text.startswith("Choose") and "shuffle into R&D" in text:
        return v.best(lambda one: (5 if _is_agenda(v, one) else 0) - hand_value(v, one))
    if text.startswith(("Discard", "Choose a card in HQ to trash", "Choose 2 cards to trash")):
        return v.best(lambda one: -hand_value(v, one))
    if v.candidates() and v.candidates()[0].owner == RUNNER:
        return v.best(lambda one: _rig_value(v, one), 0)
    return v.best(lambda one: hand_value(v, one), 0)


def _is_agenda(v: BotView, card: Card) -> bool:
    return card.owner == CORP and v.c.facts(card).type == "agenda"


def _launch_value(v: BotView, card: Card) -> float:
    if not _is_agenda(v, card):
        return -1.0
    return 10.0 - abs(v.c.advancement_requirement(card) - card.advancement - 2)


def _rig_value(v: BotView, card: Card) -> float:
    facts = v.c.facts(card)
    return (10.0 if facts.has("Icebreaker") and card.kind != "Mayfly" else 0.0) + (facts.cost or 0)


def hand_value(v: BotView, card: Card) -> float:
    """Return the value of a card in hand. Agendas must not end up in Archives."""
    facts = v.c.facts(card)
    if facts.type == "agenda":
        return 20.0 + facts.points
    if facts.type == "ice":
        return 5.0 + (facts.cost or 0) / 2
    return {"Hedge Fund": 9.0, "Seamless Launch": 6.0, "Government Subsidy": 7.0}.get(
        card.kind, 3.0
    )


RULES = (
    rez_campaign, begin, score, hand_or_mulligan, answer, fire, rez_ice, rez_upgrade,
    pass_window, rez_assets, punish, finish_agenda, protect_centrals, get_rich, save_credits,
    keep_advancing, install_agenda, guard_agenda, build_remote, use_assets, install_assets,
    more_ice, draw_answers, bait, draw_or_credit, end,
)  # fmt: skip
