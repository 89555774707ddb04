"""A small game for the tests of the server: it asks every kind of question."""

from __future__ import annotations

from typing import Any

import turnwright as tw
from tests.server import slow_game
from turnwright.server.http.app import HostedGames

KINDS = ("Wolf", "Bear", "Fox", "Owl", "Hare", "Crow")


class Ground(tw.State):
    life: tw.Public[list[int]] = tw.default(lambda: [8000, 8000])


def set_up(c: Any) -> None:
    for seat in c.seats:
        kinds = [*KINDS, *KINDS]
        c.shuffle(kinds, "decks")
        for kind in kinds:
            c.renumber_card(c.create_card(kind, "deck", seat).id)
        c.draw_card(4, seat)
        for face_up in (True, False):
            (card,) = c.draw_card(1, seat, "field")
            c.turn_card(card, face_up)


def kind(c: Any) -> Any:
    """Return a function that names cards; a face-down card of another seat has no name."""

    def name(card_id: int) -> str:
        card = c.card(card_id)
        return card.kind if card.face_up or card.owner == c.seat else "Face-down card"

    return name


def finish(c: Any) -> None:
    """End the turn: the opponent draws, and loses if there is no card."""
    for seat in c.seats:
        if c.G.life[seat] <= 0:
            c.lose(seat, reason="no life left")
            return
    if not c.draw_card(1, c.opponent):
        c.lose(c.opponent, reason="no card left")
    c.end_turn()


def search(c: Any) -> Any:
    """Pay 800 life once and take a card from the deck."""
    c.G.life[c.seat] -= 800
    deck = sorted(c.zone("deck"))  # the list must not tell how the cards lie
    if deck:
        card = yield c.choose("Take a card", deck, label=kind(c), is_cards=True, id="search")
        c.move_card(card, "hand", c.seat)
    c.commit()
    finish(c)


def strike(c: Any) -> Any:
    """Discard a card and destroy a target; then ask its owner, and then the attacker."""
    price = yield c.choose(
        "Give up a card",
        list(c.zone("hand")),
        label=kind(c),
        intent="cost",
        is_cards=True,
        id="cost",
    )
    target = yield c.choose(
        "Destroy one card", list(c.zone("field", c.opponent)), label=kind(c), intent="harm",
        is_cards=True, is_field=True, id="target",
    )  # fmt: skip
    c.move_card(price, "grave", c.seat)
    c.turn_card(target)
    c.move_card(target, "grave", c.opponent)
    if (yield c.yes_no("Draw a card for your loss?", seat=c.opponent, id="console")):
        c.draw_card(1, c.opponent)
    more = yield c.choose_many(
        "Give up more", list(c.zone("hand")), 0, 2, label=kind(c), is_cards=True, id="more"
    )
    for card in more:
        c.move_card(card, "grave", c.seat)
        c.G.life[c.opponent] -= 100
    finish(c)


def can_strike(c: Any) -> Any:
    return (bool(c.zone("hand")) and bool(c.zone("field", c.opponent))) or "Nothing to strike."


def parley(c: Any) -> Any:
    """Both choose in secret."""
    c.commit()
    menu_options = {"peace": "Peace", "war": "War"}
    chosen = yield [c.menu("Peace or war?", menu_options, seat=seat, id="word") for seat in c.seats]
    for seat in c.seats:
        c.G.life[seat] -= 500 * list(chosen.values()).count("war")
    finish(c)


def sort(c: Any) -> Any:
    """Look at the top three cards and put them back in any order."""
    c.reveal()
    top = list(c.zone("deck"))[-3:]
    for card in (yield c.order("Put these back", top, label=kind(c), is_cards=True, id="sort")):
        c.move_card(card, "deck", c.seat)
    finish(c)


def mode(c: Any) -> Any:
    c.commit()
    menu_options = {"gain": "Gain 100", "lose": "Lose 100", "nothing": "Nothing"}
    word = yield c.menu("Which?", menu_options, id="mode")
    c.G.life[c.seat] += {"gain": 100, "lose": -100, "nothing": 0}[word]
    finish(c)


def cry(c: Any) -> Any:
    """The opponent may respond."""
    c.commit()
    answer = yield c.choose("Respond?", ["counter"], optional=True, seat=c.opponent, id="respond")
    c.G.life[c.seat if answer else c.opponent] -= 300
    finish(c)


def attack(
    c: Any,
    attacker: int = tw.arg(lambda c: [i for i in c.zone("field") if c.card(i).face_up]),
    target: int | str = tw.arg(lambda c: ["direct", *c.zone("field", c.opponent)]),
) -> None:
    if target == "direct":
        c.G.life[c.opponent] -= 1500
    else:
        c.turn_card(target)
        c.move_card(target, "grave", c.opponent)
    finish(c)


def play(c: Any, card: int = tw.arg(lambda c: c.zone("hand"))) -> None:
    c.move_card(card, "field", c.seat)
    finish(c)


def set_card(c: Any, card: int = tw.arg(lambda c: c.zone("hand"))) -> None:
    c.move_card(card, "field", c.seat)
    c.card(card).face_up = False
    finish(c)


def crash(c: Any) -> Any:
    """Raise an exception after a question."""
    c.commit()
    if (yield c.yes_no("Divide by zero?", id="crash")):
        c.G.life[c.seat] //= 0
    finish(c)


def crash_at_once(c: Any) -> None:
    c.G.life[c.seat] -= 1
    raise KeyError("a mistake")


def protest(c: Any) -> None:
    """A move that anybody may make at any time, and that always refuses itself."""
    c.G.life[c.seat] -= 1
    c.refuse("Protest is noted and refused.")


def give_in(c: Any) -> None:
    c.lose(c.seat, reason="gave in")


ZONES = {
    "hand": tw.Zone("owner"),
    "deck": tw.Zone("hidden"),
    "field": tw.Zone("public"),
    "grave": tw.Zone("public", wire="graveyard"),
}
MOVES = {
    "search": search,
    "strike": tw.move(when=can_strike)(strike),
    "parley": parley,
    "sort": tw.move(when=lambda c: len(c.zone("deck")) > 1 or "Too few cards.")(sort),
    "mode": mode,
    "cry": cry,
    "attack": attack,
    "play": play,
    "set_card": set_card,
    "end_turn": finish,
    "crash": crash,
    "crash_at_once": crash_at_once,
    "protest": tw.move(by="anyone")(protest),
    "concede": tw.move(by="anyone")(give_in),
}
SAFE = [name for name in MOVES if not name.startswith("crash")]


def skirmish(name: str = "skirmish", **changes: Any) -> tw.Game:
    about = {
        "seats": 2, "state": Ground, "zones": ZONES, "moves": MOVES, "setup": set_up,
        "player_facts": lambda c, seat: {"lp": c.G.life[seat]},
        "card_facts": lambda c, card: {"name": c.card(card).kind, "cardKind": "monster"},
        "library": {kind: {"name": kind} for kind in KINDS},
        "about": "Asks every kind of question.",
    }  # fmt: skip
    return tw.Game(name, **{**about, **changes})


game = skirmish()


def fail_to_view(c: Any, seat: int | None) -> dict[str, Any]:
    if c.ctx.num_moves:
        raise ValueError("a mistake in a view")
    return {}


def fail_to_set_up(c: Any) -> None:
    raise ValueError("a mistake in the setup")


blind = skirmish("blind", view=fail_to_view)  # its view fails after the first move
stillborn = skirmish("stillborn", setup=fail_to_set_up)
GAMES = HostedGames({g.name: g for g in (game, blind, stillborn, slow_game.game)})
