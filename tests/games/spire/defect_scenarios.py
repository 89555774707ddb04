"""Fights of the Defect with chosen orbs."""

from __future__ import annotations

from tests.games.spire.fight_scenarios import start_fight
from turnwright.games.spire.state import Orb

# Besides the card there are two Strikes and two Defends in hand, and five Strikes below.
OTHERS = ("Strike_B", "Strike_B", "Defend_B", "Defend_B")
BELOW = ("Strike_B+1",) * 5
TWO = "2 Louse"
THREE = "3 Cultists"


def defect(*hand, orbs="", below=BELOW, energy=None, character="DEFECT", **more):
    """A fight with these orbs, the next one first: "Dark10 Frost" has stored 10 in its Dark orb."""
    match = start_fight(*hand, below=below, character=character, **more)
    b = match.G.battle
    for text in orbs.split():
        kind = text.rstrip("0123456789")
        stored = int(text[len(kind) :] or 6) if kind == "Dark" else 0
        b.orbs.append(Orb(kind, stored))
    b.orb_slots = max(b.orb_slots, len(b.orbs))
    if energy is not None:
        b.energy = energy
    return match


def orbs_of(match):
    """The orbs as text, with what Dark orbs have stored."""
    return " ".join(orb.kind + (str(orb.stored or "")) for orb in match.G.battle.orbs)


def power(match, name):
    return match.G.battle.powers.get(name, 0)
