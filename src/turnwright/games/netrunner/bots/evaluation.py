"""The chance to win from a position in which all cards are known, as in a sampled world.

A logistic model of a few numbers, fitted to games of the heuristic bots.
"""

from __future__ import annotations

from math import exp

from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.run_cost import entry_price
from turnwright.games.netrunner.state import CENTRALS

NAMES = (
    "one", "corp_points", "corp_near", "runner_points", "runner_near",
    "corp_credits", "corp_more", "runner_credits", "runner_more",
    "hq_cards", "hq_agendas", "hq_ice", "hq_money", "rd_cards",
    "hq_gap", "rd_gap", "remote_gap", "hq_price", "rd_price", "remote_price",
    "safe_agendas", "open_agendas", "progress", "income", "traps", "upgrades",
    "breakers", "ai", "grip", "grip_small", "rig", "tags", "stack", "runner_next",
)  # fmt: skip


def features(c: NetrunnerContext) -> list[float]:
    """Return the numbers of a position, in the order of `NAMES`."""
    G = c.G
    corp, runner = G.sides[CORP], G.sides[RUNNER]
    need = G.points_to_win
    corp_left, runner_left = need - c.agenda_points(CORP), need - c.agenda_points(RUNNER)
    facts = [c.facts(one) for one in c.cards_in("hand", CORP)]
    kinds = [one.type for one in facts]
    cash = runner.credits

    def gap(price: int) -> float:
        return max(-8, min(8, price - cash)) / 8

    hq, rd = entry_price(c, "hq"), entry_price(c, "rd")
    safe = exposed = progress = income = traps = upgrades = 0.0
    remote = 0
    for key, server in G.servers.items():
        if key in CENTRALS:
            continue
        price = entry_price(c, key)
        remote = max(remote, price)
        for one in c.cards(server.content):
            printed = c.facts(one)
            if printed.type == "agenda":
                if price > cash + 2:
                    safe += printed.points
                else:
                    exposed += printed.points
                progress += printed.points * one.advancement / (printed.advancement or 1)
            elif printed.type == "upgrade":
                upgrades += 1
            elif one.kind in ("Urtica Cipher", "Clearinghouse"):
                traps += 1 + one.advancement
            else:
                income += min(one.count("credit"), 9) / 3 if one.rezzed else 2
    rig = [c.facts(one) for one in c.installed(RUNNER)]
    breakers = sum(any(one.has(k) for one in rig) for k in ("Fracter", "Decoder", "Killer"))
    grip = len(c.zone("hand", RUNNER))
    return [
        1.0, -corp_left / 2, 1.0 if corp_left <= 2 else 0.0,
        -runner_left / 2, 1.0 if runner_left <= 2 else 0.0,
        min(corp.credits, 8) / 8, max(0, min(corp.credits, 24) - 8) / 8,
        min(cash, 8) / 8, max(0, min(cash, 24) - 8) / 8,
        len(kinds) / 5, sum(one.points for one in facts) / 2, kinds.count("ice") / 2,
        float(any(one.title in ("Hedge Fund", "Government Subsidy") for one in facts)),
        len(c.zone("deck", CORP)) / 20,
        gap(hq), gap(rd), gap(remote), min(hq, 16) / 8, min(rd, 16) / 8, min(remote, 16) / 8,
        safe / 2, exposed / 2, progress / 2, income / 3, traps / 3, upgrades,
        float(breakers), float(any(one.has("AI") for one in rig)),
        min(grip, 6) / 5, 1.0 if grip < 3 else 0.0, len(rig) / 5, float(runner.tags),
        len(c.zone("deck", RUNNER)) / 20, float(G.active == RUNNER),
    ]  # fmt: skip


WEIGHTS = (
    0.82, 0.64, 0.21, -0.53, -0.17, 0.56, 0.23, -1.00, -1.12, 0.52, -0.08, -0.21, 0.01, 0.20, -0.10,
    0.09, -0.26, 0.07, -0.10, 0.83, 0.35, 0.07, 1.04, 0.27, 0.10, 0.30, -0.21, 0.10, -0.69, -0.06,
    -0.66, 0.53, -0.08, -0.29,
)  # fmt: skip
"""The weights of `NAMES` for the Corp, fitted to 47,000 turns of 1,600 games."""


def win_chance(c: NetrunnerContext, seat: int) -> float:
    """Return the chance of a side to win, from 0 to 1."""
    total = sum(w * x for w, x in zip(WEIGHTS, features(c), strict=True))
    chance = 1.0 / (1.0 + exp(-total))
    return chance if seat == CORP else 1.0 - chance
