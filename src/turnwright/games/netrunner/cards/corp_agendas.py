"""Corp agendas."""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EffectGenerator,
    EventData,
    Trigger,
    TriggerCondition,
    TriggerEffect,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import deal_damage, give_tags
from turnwright.games.netrunner.rules.install import rez
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import plural, word_list

from .effects import draw, gain, is_this_card, tag


def on_score(
    effect: TriggerEffect, when: TriggerCondition = is_this_card, **how: Any
) -> dict[str, Trigger]:
    """Return a trigger for scoring the agenda."""
    return {"agenda-scored": Trigger(effect=effect, when=when, **how)}


def on_score_or_steal(effect: TriggerEffect) -> dict[str, Trigger]:
    """Return triggers for scoring or stealing the agenda."""
    both = Trigger(effect=effect, when=is_this_card, interactive=True)
    return {"agenda-scored": both, "agenda-stolen": both}


def more_clicks(c: NetrunnerContext, agenda: Card, data: EventData) -> None:
    """Luminal Transubstantiation: gain 3 clicks; you cannot score agendas for the rest of this
    turn."""
    c.G.sides[CORP].clicks += 3
    c.G.sides[CORP].register["no-score"] = True


def trash_and_shuffle(c: NetrunnerContext, agenda: Card, data: EventData) -> EffectGenerator:
    """Longevity Serum: trash any number of cards from HQ, then shuffle up to 3 from Archives into
    R&D."""
    hand = list(c.zone("hand", CORP))
    text = "Choose any number of cards in HQ to trash"
    chosen = yield from c.select_cards(CORP, text, hand, len(hand), agenda)
    cards = c.cards(chosen)
    if cards:
        what = f"trash {plural(len(cards), 'card')} from HQ"
        c.log_use(agenda, what, corp=f"{what} ({word_list(sorted(one.kind for one in cards))})")
        yield from trash_cards(c, cards, CORP)
    else:
        c.log_use(agenda, "decline trashing any cards from HQ")
    yield from shuffle_back(c, agenda, 3)


def shuffle_back(c: NetrunnerContext, source: Card, most: int) -> EffectGenerator:
    """Shuffle up to `most` cards from Archives into R&D."""
    pile = list(c.zone("discard", CORP))
    count = min(most, len(pile))
    text = f"Choose up to {plural(count, 'target')} for {source.kind}"
    chosen = yield from c.select_cards(CORP, text, pile, count, source, wait=True)
    cards = c.cards(chosen)
    seen = sorted(one.kind for one in cards if one.face_up)
    hidden = sorted(one.kind for one in cards if not one.face_up)
    for one in cards:
        c.move_card(one.id, "deck", CORP, bottom=True)
        one.face_up = False
    c.shuffle_deck(CORP)
    if not cards:
        c.log_use(source, "shuffle R&D", side=CORP)
        return
    known = [word_list(seen)] if seen else []
    unseen = plural(len(hidden), "unseen card")
    public = " and ".join([*known, unseen] if hidden else known)
    own = " and ".join([*known, f"{unseen} ({word_list(hidden)})"] if hidden else known)
    c.log_use(source, f"shuffle {public} into R&D", side=CORP, corp=f"shuffle {own} into R&D")


def above_the_law(c: NetrunnerContext, agenda: Card, data: EventData) -> EffectGenerator:
    """You may trash 1 installed resource."""
    pool = list(c.zone("resource", RUNNER))
    chosen = yield from c.select_cards(CORP, "Choose a resource to trash", pool, 1, agenda)
    for one in c.cards(chosen):
        c.log_use(agenda, f"trash {one.kind}")
        yield from trash_cards(c, [one], CORP)


def scored_with_resources(c: NetrunnerContext, agenda: Card, data: EventData) -> bool:
    """Tell whether this agenda was scored while the Runner has a resource."""
    return is_this_card(c, agenda, data) and bool(c.zone("resource", RUNNER))


def orbital(c: NetrunnerContext, agenda: Card, data: EventData) -> EffectGenerator:
    """If the Runner is tagged, do 4 meat damage; else give 1 tag."""
    if c.G.sides[RUNNER].tags:
        c.log_use(agenda, "do 4 meat damage")
        yield from deal_damage(c, "meat", 4, agenda)
    else:
        yield from tag(1)(c, agenda)


def send_message(c: NetrunnerContext, agenda: Card, data: EventData) -> EffectGenerator:
    """You may rez 1 installed ice, ignoring all costs."""
    pool = [one.id for one in c.installed(CORP) if c.facts(one).type == "ice" and not one.rezzed]
    text = f"Choose a target for {agenda.kind}"
    chosen = yield from c.select_cards(CORP, text, pool, 1, agenda)
    for one in c.cards(chosen):
        yield from rez(c, one, by=agenda)


def hub(c: NetrunnerContext, agenda: Card, data: EventData) -> EffectGenerator:
    """You may draw 2 cards."""
    if (yield from c.ask_yes_no(CORP, "Draw 2 cards?", agenda)):
        draw(2)(c, agenda)


def headline(c: NetrunnerContext, agenda: Card, data: EventData) -> EffectGenerator:
    """Give the Runner 1 tag."""
    c.log_use(agenda, "give the Runner 1 tag", side=CORP)
    yield from give_tags(c, 1, agenda)


register(CardDefinition("Luminal Transubstantiation", on=on_score(more_clicks, silent=True)))
register(CardDefinition("Longevity Serum", on=on_score(trash_and_shuffle)))
register(CardDefinition("Tomorrow's Headline", on=on_score_or_steal(headline)))
register(
    CardDefinition(
        "Above the Law", on=on_score(above_the_law, scored_with_resources, interactive=True)
    )
)
register(CardDefinition("Offworld Office", on=on_score(gain(7))))
register(CardDefinition("Orbital Superiority", on=on_score(orbital)))
register(CardDefinition("Send a Message", on=on_score_or_steal(send_message)))
register(CardDefinition("Superconducting Hub", on=on_score(hub), hand_size=2))
