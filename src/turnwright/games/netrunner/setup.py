"""Setup: a new game from two decks, or any position from a recorded state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import turnwright as tw

from .card_facts import CORP, RUNNER, SIDES, card_facts, where_cards_come_from
from .context import NetrunnerContext
from .decks import choose_decks, points_to_win
from .rules.turns import HAND
from .state import CENTRALS, Card, Server


def set_up(c: NetrunnerContext) -> None:
    """Set up a match from its options: `decks` and `points`, or a recorded position in `scene`."""
    position = c.options.get("scene")
    c.G.strict = c.options.get("priority", "strict") == "strict"
    if position is None:
        decks = choose_decks(c.options.get("decks"))
        c.G.points_to_win = int(c.options.get("points") or points_to_win(decks))
        for side in (CORP, RUNNER):
            _deal(c, side, decks[side])
    else:
        set_up_position(c, position)
    c.note_titles()


def _deal(c: NetrunnerContext, side: int, deck: Mapping[str, Any]) -> None:
    _make(c, deck["identity"], "identity", side)
    titles = [title for title, copies in deck["cards"].items() for _ in range(copies)]
    c.shuffle(titles, "decks")
    for title in titles:
        c.renumber_card(_make(c, title, "deck", side).id)
    c.draw_card(HAND, side)


def _make(c: NetrunnerContext, title: str, zone: str, side: int, **fields: Any) -> Card:
    if title not in card_facts():
        sentence = f"Unknown card {title!r}. {where_cards_come_from()}"
        raise tw.UnusableError("unknown_card", sentence)
    card: Card = c.create_card(title, zone, side, **fields)
    return card


def set_up_position(c: NetrunnerContext, position: Mapping[str, Any]) -> None:
    """Set up a recorded state. What it does not contain is as at the start of a game."""
    G = c.G
    G.turn = position["turn"]
    G.active = SIDES.index(position["active-player"])
    G.turn_over = position["end-turn"]
    for side, word in enumerate(SIDES):
        recorded, player = position[word], G.sides[side]
        G.points_to_win = recorded.get("points-to-win", 7)
        player.credits, player.clicks = recorded["credits"], recorded["clicks"]
        player.tags = recorded.get("tags", 0)
        player.brain = recorded.get("brain-damage", 0)
        player.bad_publicity = recorded.get("bad-publicity", 0)
        player.register = dict(recorded.get("register", {}))
        _make(c, recorded["identity"], "identity", side)
        for title in reversed(recorded["deck"]):
            _make(c, title, "deck", side, face_up=side == RUNNER)
        for title in recorded["hand"]:
            _make(c, title, "hand", side, face_up=side == RUNNER)
        for one in recorded["discard"]:
            _make(c, one["title"], "discard", side, face_up=one.get("faceup", True))
        for one in recorded["scored"]:
            card = _make(c, one["title"], "scored", side)
            card.counters = dict(one.get("counters", {}))
        for one in recorded.get("current", ()):
            _make(c, one["title"], "current", side)
        for one in recorded.get("rfg", ()):
            _make(c, one["title"], "rfg", side)
    for name, server in position.get("servers", {}).items():
        G.servers[name] = Server([], [])
        for one in server["ices"]:
            G.servers[name].ices.append(_installed(c, one, "ice", CORP, name).id)
        for one in server["content"]:
            G.servers[name].content.append(_installed(c, one, "root", CORP, name).id)
        if name not in CENTRALS:
            G.next_remote = max(G.next_remote, int(name[6:]) + 1)
    for zone, cards in position.get("rig", {}).items():
        for one in cards:
            _installed(c, one, zone, RUNNER, "")


def _installed(
    c: NetrunnerContext, recorded: Mapping[str, Any], zone: str, side: int, server: str
) -> Card:
    rezzed = bool(recorded.get("rezzed"))
    card = _make(
        c, recorded["title"], zone, side, server=server, rezzed=rezzed,
        face_up=side == RUNNER or rezzed, advancement=recorded.get("advancement", 0),
        counters=dict(recorded.get("counters", {})), is_new=bool(recorded.get("new")),
        target=recorded.get("target", ""),
    )  # fmt: skip
    for one in recorded.get("hosted", ()):
        hosted = _installed(c, one, "hosted", RUNNER, "")
        hosted.host = card.id
        card.hosted.append(hosted.id)
    return card


def opens_with_mulligan(position: Mapping[str, Any] | None) -> bool:
    """Tell whether a match begins with the opening hands."""
    if position is None:
        return True
    asked: Sequence[Mapping[str, Any]] = position.get("prompts", {}).get("corp", ())
    return any(one.get("type") == "mulligan" for one in asked)
