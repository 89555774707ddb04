"""Turns: mulligans, the start of a turn, and its end."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import EffectGenerator
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext, opponent
from turnwright.games.netrunner.state import StatusPrompt
from turnwright.games.netrunner.wording import plural, word_list

from .triggers import fire_event

CLICKS = (3, 4)
"""Clicks per turn, by side."""
HAND = 5
"""Cards in an opening hand."""


def mulligans(c: NetrunnerContext) -> EffectGenerator:
    """Let both sides keep their opening hand or take a mulligan, the Corp first."""
    prompts = c.G.status_prompts
    for side in (CORP, RUNNER):
        if side == CORP:
            later = StatusPrompt(type="mulligan", text="Keep hand?", choices=["Keep", "Mulligan"])
            c.show_prompt(RUNNER, later)
        text = f"Waiting for {NAMES[side]} to keep hand or mulligan"
        waiting = StatusPrompt(type="waiting", text=text, choices=[])
        c.show_prompt(opponent(side), waiting)
        if side == RUNNER:
            prompts[RUNNER].clear()
        choices = ("Keep", "Mulligan")
        index = yield from c.choose_button(side, "Keep hand?", choices, type="mulligan")
        c.hide_prompt(opponent(side), waiting)
        if index == 1:
            hand = list(c.zone("hand", side))
            for number in hand:
                c.move_card(number, "deck", side, bottom=True)
            c.shuffle_deck(side)
            c.draw_card(HAND, side)
            c.log(side, "takes a mulligan")
        else:
            c.log(side, "keeps their hand")
        c.G.sides[side].opening_hand = choices[index].lower()


def begin_turn(c: NetrunnerContext, side: int) -> EffectGenerator:
    """Begin a turn. If a card opens the start-of-turn window, stop there."""
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
    G.sides[side].clicks += CLICKS[side]
    if any(c.definition(card).opens_window for card in c.installed(side)):
        G.phase_12 = side
        return
    yield from resolve_turn_start(c, side)


def resolve_turn_start(c: NetrunnerContext, side: int) -> EffectGenerator:
    """Close the start-of-turn window: resolve turn-begins triggers, then the Corp's draw."""
    G = c.G
    place = "HQ" if side == CORP else "their Grip"
    cards = plural(len(c.zone("hand", side)), "card")
    c.log(
        side,
        f"started their turn {G.turn} with {G.sides[side].credits} [Credit] and {cards} in {place}",
    )
    G.phase_12 = side
    for card in c.active_cards_with(side, "recurring"):
        card.counters["recurring"] = c.definition(card).recurring
    yield from fire_event(c, "corp-turn-begins" if side == CORP else "runner-turn-begins")
    G.phase_12 = None
    if side == CORP:
        c.log(CORP, "makes their mandatory start of turn draw")
        c.draw_cards(CORP, 1)


def end_turn(c: NetrunnerContext, side: int) -> EffectGenerator:
    """End a turn: discard down to the maximum hand size, then resolve turn-ends triggers."""
    G = c.G
    size = c.hand_size(side)
    hand = c.zone("hand", side)
    if side == RUNNER and size < 0:
        c.log(RUNNER, "is flatlined")
        c.win_game(CORP, "Flatline")
    elif len(hand) > size:
        count = len(hand) - size
        chosen = yield from c.select_cards(
            side, f"Discard down to {plural(size, 'card')}", list(hand), count, must=True, wait=True
        )
        cards = c.cards(chosen)
        for card in cards:
            if side == CORP:
                card.face_up = False
            c.discard(card)
            if side == CORP:
                c.renumber_card(card.id)
        if side == CORP:
            c.log(CORP, f"discards {plural(len(cards), 'card')} from HQ at end of turn")
        else:
            names = word_list([card.kind for card in cards])
            c.log(RUNNER, f"discards {names} from their Grip at end of turn")
    place = "HQ" if side == CORP else "their Grip"
    cards_left = plural(len(c.zone("hand", side)), "card")
    credits = G.sides[side].credits
    c.log_line(
        f"{NAMES[side]} is ending their turn {G.turn} with {credits} [Credit] "
        f"and {cards_left} in {place}.[hr]",
        side,
    )
    yield from fire_event(c, "corp-turn-ends" if side == CORP else "runner-turn-ends")
    for card in (*c.installed(CORP), *c.installed(RUNNER)):
        card.is_new = card.rezzed_this_turn = False
        card.boost = card.run_boost = 0
    G.turn_over = True
