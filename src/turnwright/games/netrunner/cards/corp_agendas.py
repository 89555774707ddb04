"""Agendas."""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.card_definition import Trigger, card
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import Asking, Rules, listed, many
from turnwright.games.netrunner.rules.install import rez
from turnwright.games.netrunner.state import Piece

from .effects import draw, gain, tag


def mine(c: Rules, agenda: Piece, about: Any) -> bool:
    return about["card"] is agenda


def on_score(effect: Any, when: Any = mine, **how: Any) -> dict[str, Trigger]:
    return {"agenda-scored": Trigger(effect=effect, when=when, **how)}


def on_score_or_steal(effect: Any) -> dict[str, Trigger]:
    both = Trigger(effect=effect, when=mine, interactive=True)
    return {"agenda-scored": both, "agenda-stolen": both}


def more_clicks(c: Rules, agenda: Piece, about: Any) -> None:
    """Gain 3 clicks; no more scoring this turn."""
    c.G.sides[CORP].clicks += 3
    c.G.sides[CORP].register["no-score"] = True


def renew(c: Rules, agenda: Piece, about: Any) -> Asking:
    """Trash any number of cards from HQ, then shuffle up to 3 from Archives into R&D."""
    hand = list(c.zone("hand", CORP))
    msg = "Choose any number of cards in HQ to trash"
    chosen = yield from c.select(CORP, msg, hand, len(hand), agenda)
    cards = c.cards(chosen)
    if cards:
        what = f"trash {many(len(cards), 'card')} from HQ"
        c.uses(agenda, what, corp=f"{what} ({listed(sorted(one.kind for one in cards))})")
        yield from c.trash(cards, CORP)
    else:
        c.uses(agenda, "decline trashing any cards from HQ")
    yield from shuffle_back(c, agenda, 3)


def shuffle_back(c: Rules, source: Piece, most: int) -> Asking:
    """Up to so many cards from Archives into R&D."""
    pile = list(c.zone("discard", CORP))
    count = min(most, len(pile))
    msg = f"Choose up to {many(count, 'target')} for {source.kind}"
    chosen = yield from c.select(CORP, msg, pile, count, source, wait=True)
    cards = c.cards(chosen)
    seen = sorted(one.kind for one in cards if one.face_up)
    hidden = sorted(one.kind for one in cards if not one.face_up)
    for one in cards:
        c.move_card(one.id, "deck", CORP, bottom=True)
        one.face_up = False
    c.shuffle_deck(CORP)
    if not cards:
        c.uses(source, "shuffle R&D", side=CORP)
        return
    unseen = many(len(hidden), "unseen card")
    public = listed([*seen, unseen] if hidden else seen)
    own = listed([*seen, f"{unseen} ({listed(hidden)})"] if hidden else seen)
    c.uses(source, f"shuffle {public} into R&D", side=CORP, corp=f"shuffle {own} into R&D")


def above_the_law(c: Rules, agenda: Piece, about: Any) -> Asking:
    """You may trash 1 installed resource."""
    pool = list(c.zone("resource", RUNNER))
    chosen = yield from c.select(CORP, "Choose a resource to trash", pool, 1, agenda)
    for one in c.cards(chosen):
        c.uses(agenda, f"trash {one.kind}")
        yield from c.trash([one], CORP)


def mine_and_resources(c: Rules, agenda: Piece, about: Any) -> bool:
    return mine(c, agenda, about) and bool(c.zone("resource", RUNNER))


def orbital(c: Rules, agenda: Piece, about: Any) -> Asking:
    """If the Runner is tagged, do 4 meat damage; else give 1 tag."""
    if c.G.sides[RUNNER].tags:
        c.uses(agenda, "do 4 meat damage")
        yield from c.damage("meat", 4, agenda)
    else:
        yield from tag(1)(c, agenda)


def send_message(c: Rules, agenda: Piece, about: Any) -> Asking:
    """You may rez 1 installed ice, ignoring all costs."""
    pool = [one.id for one in c.installed(CORP) if c.facts(one).type == "ice" and not one.rezzed]
    msg = f"Choose a target for {agenda.kind}"
    chosen = yield from c.select(CORP, msg, pool, 1, agenda)
    for one in c.cards(chosen):
        yield from rez(c, one, by=agenda)


def hub(c: Rules, agenda: Piece, about: Any) -> Asking:
    """You may draw 2 cards."""
    if (yield from c.yes_or_no(CORP, "Draw 2 cards?", agenda)):
        draw(2)(c, agenda)


def headline(c: Rules, agenda: Piece, about: Any) -> Asking:
    """Give the Runner 1 tag."""
    c.uses(agenda, "give the Runner 1 tag", side=CORP)
    yield from c.give_tags(1)


card("Luminal Transubstantiation", on=on_score(more_clicks, silent=True))
card("Longevity Serum", on=on_score(renew))
card("Tomorrow's Headline", on=on_score_or_steal(headline))
card("Above the Law", on=on_score(above_the_law, mine_and_resources, interactive=True))
card("Offworld Office", on=on_score(gain(7)))
card("Orbital Superiority", on=on_score(orbital))
card("Send a Message", on=on_score_or_steal(send_message))
card("Superconducting Hub", on=on_score(hub), hand_size=2)
