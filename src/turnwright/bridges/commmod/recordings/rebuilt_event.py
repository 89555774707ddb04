"""Building the page of an event from a message.

Which page it is, and what the event has decided at random, is read from the buttons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from turnwright.bridges.commmod.host.json import display_names
from turnwright.bridges.commmod.host.session import Session
from turnwright.core.errors import UnusableError
from turnwright.games.spire.library import cards, relics
from turnwright.games.spire.run.events import EVENTS
from turnwright.games.spire.state import SpireState

from .known_ids import known_id

Json = Mapping[str, Any]
CARDS_OF_THE_GAME = 12
"""Cards on the table of the match game."""


def open_event(session: Session, shown: Json, told: Json) -> None:
    """Open the page of an event."""
    G = session.G
    event = known_id("event", shown["event_id"], (*EVENTS, display_names.HEART))
    G.event, G.screen, session.page_state.event = event, "EVENT", event
    options = shown["options"]
    labels = [option["label"].lower() for option in options]
    if event == display_names.HEART:
        session.open_page("heart")
    elif labels == [display_names.INTROS.get(event, "").lower()]:
        session.open_page("intro")
    elif labels == ["leave"]:
        G.event, G.screen = "", "MAP"  # for the rules the event is over
        session.open_page("left")
    elif event == display_names.WHEEL and labels == ["spin"]:
        session.open_page("spin")
    elif event == display_names.MATCH_GAME:
        _lay_out_cards(session, labels)
        session.open_page("match")
    else:
        read = MEMORIES.get(event)
        G.memory = {} if read is None else read(G, options)
        session.open_page("event")


def _numbers(option: Json) -> list[int]:
    """The numbers in the text of an option."""
    return [int(number) for number in re.findall(r"\d+", option["text"])]


def _lay_out_cards(session: Session, labels: list[str]) -> None:
    """Cards that nobody has seen are called by their places, the others by their names. They are
    listed in the order of their places."""
    table, place = [""] * CARDS_OF_THE_GAME, -1
    for label in labels:
        is_hidden = re.fullmatch(r"card\d+", label) is not None
        place = int(label[4:]) if is_hidden else place + 1
        if not 0 <= place < CARDS_OF_THE_GAME:
            raise UnusableError("unknown_card", f"The match game has no card {label!r}.")
        table[place] = label
        if not is_hidden:
            session.page_state.seen.append(place)
    session.G.memory = {"cards": table, "attempts": 1}


# --- what single events remember -----------------------------------------------------------------


def _neow(G: SpireState, options: list[Json]) -> dict[str, Any]:
    return {"offers": [_offer(option["label"], G) for option in options]}


def _offer(label: str, G: SpireState) -> tuple[str, str]:
    """The bonus and the drawback of an offer of Neow, by its text."""
    numbers = display_names.neow_numbers(G.max_hp, G.hp)
    for drawback, price in display_names.NEOW_DRAWBACKS.items():
        for bonus, text in display_names.NEOW_BONUSES.items():
            wanted = f"{price} {text}".strip().format(**numbers)
            if wanted.lower() == label.lower():
                return bonus, drawback
    raise UnusableError("unknown_offer", f"Neow has no offer {label!r}.")


def _falling(G: SpireState, options: list[Json]) -> dict[str, Any]:
    """Places of cards that the event may name. Which ones is decided at random."""
    found: dict[str, Any] = {}
    for kind, option in zip(("SKILL", "POWER", "ATTACK"), options, strict=False):
        if not option["disabled"]:
            places = [at for at, card in enumerate(G.deck) if cards()[card.kind].type == kind]
            found[kind] = places[0] if places else 0
    return found if len(options) > 1 else {}


def _dead_adventurer(G: SpireState, options: list[Json]) -> dict[str, Any]:
    """The chance of a fight tells how often the player has searched."""
    chance = max(_numbers(options[0]), default=25)
    left = max(0, 3 - (chance - 25) // 25)
    return {"finds": ["nothing"] * left, "elite": "Gremlin Nob"}


def _goop(G: SpireState, options: list[Json]) -> dict[str, Any]:
    return {"loss": max(_numbers(options[-1]), default=0)}


def _golden_idol(G: SpireState, options: list[Json]) -> dict[str, Any]:
    return {"trapped": True} if len(options) > 2 else {}


def _colosseum(G: SpireState, options: list[Json]) -> dict[str, Any]:
    return {"won": True} if len(options) > 1 else {}


def _cursed_tome(G: SpireState, options: list[Json]) -> dict[str, Any]:
    """The pages in the middle have one button, which names the price."""
    if len(options) == 1:
        return {"page": min(3, max(_numbers(options[0]), default=1))}
    return {"page": 4 if options[0]["label"].lower() == "take" else 0}


def _designer(G: SpireState, options: list[Json]) -> dict[str, Any]:
    words = [option["text"].lower() for option in options]
    return {"upgrades_one": "2 random" not in words[0], "removes": "transform" not in words[1]}


def _nloth(G: SpireState, options: list[Json]) -> dict[str, Any]:
    """The relics by their names in the buttons; an unnamed one is the first."""
    names = {relics()[relic.kind].name.lower(): relic.kind for relic in G.relics}
    wanted = []
    for option in options[:2]:
        text = option["text"].lower()
        wanted.append(next((kind for name, kind in names.items() if name in text), ""))
    return {"wants": [kind or G.relics[0].kind for kind in wanted]}


def _we_meet_again(G: SpireState, options: list[Json]) -> dict[str, Any]:
    offers = zip(("potion", "gold", "card"), options, strict=False)
    found: dict[str, Any] = {what: 0 for what, option in offers if not option["disabled"]}
    if "gold" in found:
        found["gold"] = max(_numbers(options[1]), default=50)
    return found


MEMORIES: dict[str, Callable[[SpireState, list[Json]], dict[str, Any]]] = {
    display_names.NEOW: _neow,
    "Colosseum": _colosseum,
    "Cursed Tome": _cursed_tome,
    "Dead Adventurer": _dead_adventurer,
    "Designer": _designer,
    "Falling": _falling,
    "Golden Idol": _golden_idol,
    "N'loth": _nloth,
    "WeMeetAgain": _we_meet_again,
    "World of Goop": _goop,
}
"""By event; the others remember nothing that their buttons show."""
