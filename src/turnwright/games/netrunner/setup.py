"""Setup: a new game from two decks, or any position from a recorded state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .card_facts import CORP, RUNNER, SIDES
from .context import NetrunnerContext
from .decks import choose_decks, points_to_win
from .rules.turns import HAND
from .state import CENTRALS, Card, Server


def set_up(c: NetrunnerContext) -> None:
    """Set up a match from its options: `decks` and `points`, or a recorded position in `scene`."""
    scene = c.options.get("scene")
    c.G.strict = c.options.get("priority", "strict") == "strict"
    if scene is None:
        decks = choose_decks(c.options.get("decks"))
        c.G.points_to_win = int(c.options.get("points") or points_to_win(decks))
        for side in (CORP, RUNNER):
            _deal(c, side, decks[side])
    else:
        lay_out(c, scene)


def _deal(c: NetrunnerContext, side: int, deck: Mapping[str, Any]) -> None:
    _make(c, deck["identity"], "identity", side)
    titles = [title for title, copies in deck["cards"].items() for _ in range(copies)]
    c.shuffle(titles, "decks")
    for title in titles:
        c.renumber_card(_make(c, title, "deck", side).id)
    c.draw_card(HAND, side)


def _make(c: NetrunnerContext, title: str, zone: str, side: int, **fields: Any) -> Card:
    card: Card = c.create_card(title, zone, side, **fields)
    return card


def lay_out(c: NetrunnerContext, scene: Mapping[str, Any]) -> None:
    """Set up a recorded state. Whatever it does not contain is as at the start of a game."""
    G = c.G
    G.turn = scene["turn"]
    G.active = SIDES.index(scene["active-player"])
    G.turn_over = scene["end-turn"]
    for side, word in enumerate(SIDES):
        told, player = scene[word], G.sides[side]
        G.points_to_win = told.get("points-to-win", 7)
        player.credits, player.clicks = told["credits"], told["clicks"]
        player.tags = told.get("tags", 0)
        player.brain = told.get("brain-damage", 0)
        player.bad_publicity = told.get("bad-publicity", 0)
        player.register = dict(told.get("register", {}))
        _make(c, told["identity"], "identity", side)
        for title in reversed(told["deck"]):
            _make(c, title, "deck", side, face_up=side == RUNNER)
        for title in told["hand"]:
            _make(c, title, "hand", side, face_up=side == RUNNER)
        for one in told["discard"]:
            _make(c, one["title"], "discard", side, face_up=one.get("faceup", True))
        for one in told["scored"]:
            _make(c, one["title"], "scored", side)
        for one in told.get("rfg", ()):
            _make(c, one["title"], "rfg", side)
    for name, server in scene.get("servers", {}).items():
        G.servers[name] = Server([], [])
        for one in server["ices"]:
            G.servers[name].ices.append(_installed(c, one, "ice", CORP, name).id)
        for one in server["content"]:
            G.servers[name].content.append(_installed(c, one, "root", CORP, name).id)
        if name not in CENTRALS:
            G.next_remote = max(G.next_remote, int(name[6:]) + 1)
    for zone, cards in scene.get("rig", {}).items():
        for one in cards:
            _installed(c, one, zone, RUNNER, "")


def _installed(
    c: NetrunnerContext, told: Mapping[str, Any], zone: str, side: int, server: str
) -> Card:
    rezzed = bool(told.get("rezzed"))
    card = _make(
        c, told["title"], zone, side, server=server, rezzed=rezzed,
        face_up=side == RUNNER or rezzed, advancement=told.get("advancement", 0),
        counters=dict(told.get("counters", {})), is_new=bool(told.get("new")),
    )  # fmt: skip
    for one in told.get("hosted", ()):
        hosted = _installed(c, one, "hosted", RUNNER, "")
        hosted.host = card.id
        card.hosted.append(hosted.id)
    return card


def opens_with_mulligan(scene: Mapping[str, Any] | None) -> bool:
    """Tell whether a match begins with the opening hands."""
    if scene is None:
        return True
    asked: Sequence[Mapping[str, Any]] = scene.get("prompts", {}).get("corp", ())
    return any(one.get("type") == "mulligan" for one in asked)
