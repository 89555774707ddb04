"""Preconstructed decks of System Gateway, and the rules of deck building.

A deck is an identity and the number of copies of each card: `{"identity": title, "cards": {title:
copies}}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import turnwright as tw

from .card_facts import BLANKS, CORP, NAMES, RUNNER, CardFacts, card_facts

SYNDICATE = "The Syndicate: Profit over Principle"
CATALYST = "The Catalyst: Convention Breaker"

BEGINNER_CORP: dict[str, Any] = {
    "identity": SYNDICATE,
    "cards": {
        "Offworld Office": 3, "Send a Message": 2, "Superconducting Hub": 2, "Nico Campaign": 2,
        "Regolith Mining License": 2, "Urtica Cipher": 2, "Government Subsidy": 2, "Hedge Fund": 3,
        "Seamless Launch": 2, "Manegarm Skunkworks": 1, "Brân 1.0": 2, "Palisade": 3, "Diviner": 2,
        "Whitespace": 2, "Karunā": 2, "Tithe": 2,
    },
}  # fmt: skip
BEGINNER_RUNNER: dict[str, Any] = {
    "identity": CATALYST,
    "cards": {
        "Creative Commission": 2, "Jailbreak": 3, "Overclock": 2, "Sure Gamble": 3, "Tread Lightly": 2,
        "VRcation": 2, "Docklands Pass": 1, "Pennyshaver": 1, "Red Team": 1,
        "Smartware Distributor": 2, "Telework Contract": 2, "Verbal Plasticity": 1, "Carmen": 2,
        "Cleaver": 2, "Mayfly": 2, "Unity": 2,
    },
}  # fmt: skip
INTERMEDIATE_CORP: dict[str, Any] = {
    "identity": SYNDICATE,
    "cards": {
        **BEGINNER_CORP["cards"], "Orbital Superiority": 2, "Predictive Planogram": 2,
        "Public Trail": 2, "Retribution": 1, "AMAZE Amusements": 1, "Funhouse": 2,
    },
}  # fmt: skip
INTERMEDIATE_RUNNER: dict[str, Any] = {
    "identity": CATALYST,
    "cards": {
        **BEGINNER_RUNNER["cards"], "Mutual Favor": 2, "Wildcat Strike": 2, "DZMZ Optimizer": 2,
        "Conduit": 2, "Leech": 2,
    },
}  # fmt: skip
STARTERS = [BEGINNER_CORP, BEGINNER_RUNNER]
INTERMEDIATES = [INTERMEDIATE_CORP, INTERMEDIATE_RUNNER]
READY = {"beginner": STARTERS, "intermediate": INTERMEDIATES}

BEGINNER_POINTS, POINTS = 6, 7


def choose_decks(wanted: Any) -> list[Mapping[str, Any]]:
    """Return the decks of a match.

    `wanted` is one name for both sides, or a name or deck list for each. An illegal deck raises an
    error that lists all of its problems."""
    if wanted is None or isinstance(wanted, str):
        wanted = [wanted or "beginner"] * 2
    if not isinstance(wanted, Sequence) or len(wanted) != 2:
        sentence = "`decks` must be a deck name, or two decks: the Corp's and the Runner's."
        raise tw.UnusableError("bad_deck", sentence)
    return [find_deck(deck, side) for side, deck in enumerate(wanted)]


def points_to_win(decks: Sequence[Mapping[str, Any]]) -> int:
    """Return the points needed to win: 6 with the two beginner decks, otherwise 7."""
    return BEGINNER_POINTS if list(decks) == STARTERS else POINTS


def find_deck(wanted: Any, side: int) -> Mapping[str, Any]:
    """Return a preconstructed deck by name, or a checked deck list."""
    if isinstance(wanted, str):
        if wanted not in READY:
            known = ", ".join(READY)
            raise tw.UnusableError(
                "bad_deck", f"Unknown deck {wanted!r}. Available decks: {known}."
            )
        return READY[wanted][side]
    faults = problems(wanted, side)
    if faults:
        sentence = f"This {NAMES[side]} deck is not legal: {'; '.join(faults)}."
        raise tw.UnusableError("bad_deck", sentence)
    return {"identity": wanted["identity"], "cards": dict(wanted["cards"])}


# --- what a legal deck is -------------------------------------------------------------------------


def problems(deck: Any, side: int) -> list[str]:
    """List everything that is wrong with a deck. An empty list means that it is legal."""
    if not isinstance(deck, Mapping) or not isinstance(deck.get("cards"), Mapping):
        return ["a deck has an `identity` and `cards` with the copies of each"]
    faults = []
    cards = deck["cards"]
    known = {title: card_facts()[title] for title in cards if _is_card(title)}
    faults += [f"unknown card {title!r}" for title in cards if title not in known]
    for title, copies in cards.items():
        if title not in known:
            continue
        if type(copies) is not int or not 1 <= copies <= known[title].limit:
            limit = known[title].limit
            allowed = "only 1 is" if limit == 1 else f"1 to {limit} are"
            faults.append(f"{copies} copies of {title} ({allowed} allowed)")
    identity = _identity(deck.get("identity"), side, faults)
    for card in known.values():
        if card.side != side:
            faults.append(f"{card.title} is a {NAMES[card.side]} card")
        elif card.type == "identity":
            faults.append(f"{card.title} is an identity, not a card of a deck")
    if identity is not None:
        faults += _sums(identity, [(known[t], n) for t, n in cards.items() if t in known])
    return faults


def _is_card(title: Any) -> bool:
    return isinstance(title, str) and title in card_facts() and title not in BLANKS


def _identity(title: Any, side: int, faults: list[str]) -> CardFacts | None:
    if not title:
        faults.append("it has no identity")
        return None
    card = card_facts()[title] if _is_card(title) else None
    if card is None or card.type != "identity":
        faults.append(f"unknown identity {title!r}")
        return None
    if card.side != side:
        faults.append(f"{title} is a {NAMES[card.side]} identity")
        return None
    return card


def _sums(identity: CardFacts, cards: list[tuple[CardFacts, Any]]) -> list[str]:
    """Check the whole deck: its size, influence and agenda points."""
    faults = []
    own = [(c, n) for c, n in cards if type(n) is int and n > 0 and c.type != "identity"]
    size = sum(copies for _, copies in own)
    if size < identity.min_deck:
        faults.append(f"{size} cards ({identity.title} needs at least {identity.min_deck})")
    spent = sum(c.influence * n for c, n in own if is_foreign(identity, c))
    if identity.max_influence is not None and spent > identity.max_influence:
        faults.append(f"{spent} influence ({identity.title} has {identity.max_influence})")
    if identity.side == CORP:
        foreign = [c for c, _ in own if c.type == "agenda" and is_foreign(identity, c)]
        faults += [f"{c.title} is an agenda of another faction" for c in foreign]
        points = sum(c.points * n for c, n in own)
        least, most = agenda_points(max(size, identity.min_deck))
        if not least <= points <= most:
            faults.append(f"{points} agenda points ({least} or {most} are needed)")
    return faults


def is_foreign(identity: CardFacts, card: CardFacts) -> bool:
    """Tell whether a card costs influence (an agenda may then not be included at all)."""
    return card.faction != identity.faction and not card.faction.startswith("neutral")


def agenda_points(size: int) -> tuple[int, int]:
    """Return the minimum and maximum agenda points of a Corp deck of this size.

    For 40 to 44 cards they are 18 and 19, and 2 more for every 5 cards."""
    least = 2 * (size // 5) + 2
    return least, least + 1


__all__ = ["CORP", "READY", "RUNNER", "STARTERS", "choose_decks", "find_deck", "problems"]
