"""Turns: mulligans, beginnings, endings."""

from __future__ import annotations

from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER
from turnwright.games.netrunner.context import Asking, Rules, listed, many, other
from turnwright.games.netrunner.state import Asked

CLICKS = (3, 4)
HAND = 5


def mulligans(c: Rules) -> Asking:
    """Both look at their cards, the Corp first; a new hand may be had once."""
    for side in (CORP, RUNNER):
        asked = c.G.asked
        if side == CORP:
            later = Asked(type="mulligan", msg="Keep hand?", choices=["Keep", "Mulligan"])
            c.show(RUNNER, later)
        text = f"Waiting for {NAMES[side]} to keep hand or mulligan"
        waiting = Asked(type="waiting", msg=text, choices=[])
        c.show(other(side), waiting)
        if side == RUNNER:
            asked[RUNNER].clear()
        place = yield from c.buttons(side, "Keep hand?", ("Keep", "Mulligan"), type="mulligan")
        asked[other(side)][:] = [one for one in asked[other(side)] if one is not waiting]
        if place == 1:
            hand = list(c.zone("hand", side))
            for number in hand:
                c.move_card(number, "deck", side, bottom=True)
            c.shuffle_deck(side)
            c.draw_card(HAND, side)
            c.say(side, "takes a mulligan")
        else:
            c.say(side, "keeps their hand")


def begin_turn(c: Rules, side: int) -> Asking:
    G = c.G
    G.active = side
    c.set_turn_player(side)
    G.turn_over = False
    if side == CORP:
        G.turn += 1
        G.sides[RUNNER].last = G.sides[RUNNER].register
    for player in G.sides:
        player.register = {}
        player.used = {}
    G.sides[side].clicks = CLICKS[side]
    if any(c.does(card).opens_window for card in c.installed(side)):
        G.phase_12 = side
        return
    yield from go_on(c, side)


def go_on(c: Rules, side: int) -> Asking:
    """After the window at the start: what begins with the turn, and the Corp's draw."""
    G = c.G
    place = "HQ" if side == CORP else "their Grip"
    cards = many(len(c.zone("hand", side)), "card")
    c.say(
        side,
        f"started their turn {G.turn} with {G.sides[side].credits} [Credit] and {cards} in {place}",
    )
    G.phase_12 = side
    yield from c.fire("corp-turn-begins" if side == CORP else "runner-turn-begins")
    G.phase_12 = None
    if side == CORP:
        c.say(CORP, "makes their mandatory start of turn draw")
        c.draw_cards(CORP, 1)


def end_turn(c: Rules, side: int) -> Asking:
    G = c.G
    size = c.hand_size(side)
    hand = c.zone("hand", side)
    if side == RUNNER and size < 0:
        c.say(RUNNER, "is flatlined")
        c.victory(CORP, "Flatline")
        return
    if len(hand) > size:
        count = len(hand) - size
        chosen = yield from c.select(
            side, f"Discard down to {many(size, 'card')}", list(hand), count, must=True, wait=True
        )
        cards = c.cards(chosen)
        for card in cards:
            c.move_card(card.id, "discard", side)
            if side == CORP:
                card.face_up = False
                c.renumber_card(card.id)
        if side == CORP:
            c.say(CORP, f"discards {many(len(cards), 'card')} from HQ at end of turn")
        else:
            names = listed([card.kind for card in cards])
            c.say(RUNNER, f"discards {names} from their Grip at end of turn")
    place = "HQ" if side == CORP else "their Grip"
    cards_left = many(len(c.zone("hand", side)), "card")
    credits = G.sides[side].credits
    c.note_line(
        f"{NAMES[side]} is ending their turn {G.turn} with {credits} [Credit] "
        f"and {cards_left} in {place}.[hr]"
    )
    yield from c.fire("corp-turn-ends" if side == CORP else "runner-turn-ends")
    for card in (*c.installed(CORP), *c.installed(RUNNER)):
        card.is_new = False
        card.boost = 0
    G.turn_over = True
