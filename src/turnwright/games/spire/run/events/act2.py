"""Events of the second act."""

from __future__ import annotations

from functools import partial

from turnwright.games.spire.context import Asking, SpireContext, is_starter, is_upgradable
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.run.relics import obtain_relic
from turnwright.games.spire.run.rewards import (
    class_card,
    find_relic,
    random_relic,
    rarity_chances,
    roll_rarity,
)
from turnwright.games.spire.state import Rewards

from .event_definition import STAY, EventChoice, event, fight, is_hard, leave


@event("Addict")
def _pleading_vagrant(c: SpireContext) -> list[EventChoice]:
    def give() -> Asking:
        c.lose_gold(85)
        yield from obtain_relic(c, random_relic(c))

    def rob() -> Asking:
        yield from obtain_relic(c, random_relic(c))
        c.obtain("Shame")

    return [
        EventChoice("Give 85 gold: obtain a relic", give, c.G.gold >= 85),
        EventChoice("Rob: obtain a relic, become cursed with Shame", rob),
        leave(),
    ]


@event("Back to Basics")
def _ancient_writing(c: SpireContext) -> list[EventChoice]:
    def simplicity() -> None:
        for place in c.places(lambda card: is_starter(card) and is_upgradable(card)):
            c.upgrade(place)

    return [
        EventChoice("Elegance: remove a card", c.choose_remove),
        EventChoice("Simplicity: upgrade all Strikes and Defends", simplicity),
    ]


@event("Beggar", when=lambda c: c.G.gold >= 75)
def _old_beggar(c: SpireContext) -> list[EventChoice]:
    def offer() -> Asking:
        c.lose_gold(75)
        yield from c.choose_remove()

    return [EventChoice("Offer: lose 75 gold, remove a card", offer, c.G.gold >= 75), leave()]


@event("Colosseum", when=lambda c: c.G.y > 7)
def _colosseum(c: SpireContext) -> list[EventChoice]:
    memory = c.G.memory
    if memory.get("won"):

        def victory() -> Asking:
            relics = (find_relic(c, "rare"), find_relic(c, "uncommon"))
            yield from fight(c, "Colosseum Nobs", 100, relics)

        return [leave("Cowardice"), EventChoice("Victory: a fight with great rewards", victory)]

    def first() -> Asking:
        memory["won"] = True
        yield from fight(c, "Colosseum Slavers")
        return STAY

    return [EventChoice("Fight", first)]


@event("Cursed Tome")
def _cursed_tome(c: SpireContext) -> list[EventChoice]:
    memory = c.G.memory
    page = memory.get("page", 0)
    last = 15 if is_hard(c) else 10

    def turn() -> str:
        if page:
            c.lose_hp(page)
        memory["page"] = page + 1
        return STAY

    def take() -> None:
        c.lose_hp(last)
        if not c.G.outcome:
            book = ("Necronomicon", "Enchiridion", "Nilry's Codex")[c.G.streams.misc.random(2)]
            c.show_rewards(Rewards(relics=[book]))

    if page == 0:
        return [EventChoice("Read", turn), leave()]
    if page < 4:
        return [EventChoice(f"Continue: lose {page} HP", turn)]
    return [
        EventChoice(f"Take: obtain the book, lose {last} HP", take),
        EventChoice("Stop: lose 3 HP", lambda: c.lose_hp(3)),
    ]


@event("Drug Dealer")
def _augmenter(c: SpireContext) -> list[EventChoice]:
    return [
        EventChoice("Test J.A.X.: obtain a J.A.X.", lambda: c.obtain("J.A.X.")),
        EventChoice(
            "Become test subject: transform 2 cards",
            lambda: c.choose_transform(2, c.G.streams.misc),
            len(c.removable()) >= 2,
        ),
        EventChoice(
            "Ingest mutagens: obtain Mutagenic Strength",
            lambda: obtain_relic(c, "MutagenicStrength"),
        ),
    ]


@replaceable
def offer_idol(c: SpireContext) -> None:
    """The Golden Idol becomes a Bloody Idol."""
    idol = c.relic("Golden Idol")
    if idol is not None:
        idol.kind = "Circlet" if c.has("Bloody Idol") else "Bloody Idol"


@event("Forgotten Altar")
def _forgotten_altar(c: SpireContext) -> list[EventChoice]:
    loss = c.part_rounded(0.35 if is_hard(c) else 0.25)

    def sacrifice() -> None:
        c.gain_max_hp(5)
        c.lose_hp(loss)

    return [
        EventChoice(
            "Offer: Golden Idol becomes Bloody Idol",
            partial(offer_idol, c),
            c.has("Golden Idol"),
            "You do not have the Golden Idol.",
        ),
        EventChoice(f"Sacrifice: gain 5 Max HP, lose {loss} HP", sacrifice),
        EventChoice("Desecrate: become cursed with Decay", lambda: c.obtain("Decay")),
    ]


@event("Ghosts")
def _council_of_ghosts(c: SpireContext) -> list[EventChoice]:
    loss, count = min(c.G.max_hp - 1, c.part(0.5, up=True)), 3 if is_hard(c) else 5

    def accept() -> None:
        c.lose_max_hp(loss)
        c.obtain_all(*["Ghostly"] * count)

    return [
        EventChoice(f"Accept: receive {count} Apparitions, lose {loss} Max HP", accept),
        leave("Refuse"),
    ]


@replaceable
def bandits_may_have_potion(c: SpireContext) -> bool:
    """Like all fights, this one may leave a potion."""
    return True


@event("Masked Bandits")
def _masked_bandits(c: SpireContext) -> list[EventChoice]:
    def resist() -> Asking:
        gold = c.G.streams.misc.between(25, 35)
        has_potion = bandits_may_have_potion(c)
        yield from fight(c, "Masked Bandits", gold, ("Red Mask",), potion=has_potion)

    return [
        EventChoice("Pay: lose all gold", lambda: c.lose_gold(c.G.gold)),
        EventChoice("Fight!", resist),
    ]


@event("Nest")
def _the_nest(c: SpireContext) -> list[EventChoice]:
    gold = 50 if is_hard(c) else 99

    def stay_in_line() -> None:
        c.damage(6)
        c.obtain("RitualDagger")

    return [
        EventChoice(f"Smash and grab: obtain {gold} gold", lambda: c.gain_gold(gold)),
        EventChoice("Stay in line: obtain Ritual Dagger, lose 6 HP", stay_in_line),
    ]


BOOKS = 20


@event("The Library")
def _the_library(c: SpireContext) -> list[EventChoice]:
    heal = c.part_rounded(0.2 if is_hard(c) else 0.33)

    def read() -> Asking:
        found: list[str] = []
        chances = rarity_chances(c, "EVENT")
        while len(found) < BOOKS:
            kind = class_card(c, c.G.streams.card, roll_rarity(c, *chances))
            if kind not in found:
                found.append(kind)
        offer = [c.preview(kind) for kind in reversed(found)]
        for at in (yield from c.pick_cards("OBTAIN", 1, offer)):
            c.obtain(offer[at].kind, offer[at].up)

    return [
        EventChoice("Read: choose 1 of 20 cards", read),
        EventChoice(f"Sleep: heal {heal} HP", lambda: c.heal(heal)),
    ]


@replaceable
def take_coffin_relic(c: SpireContext) -> Asking:
    """The coffin holds a random relic."""
    yield from obtain_relic(c, random_relic(c))


@event("The Mausoleum")
def _the_mausoleum(c: SpireContext) -> list[EventChoice]:
    def open_coffin() -> Asking:
        is_cursed = c.G.streams.misc.boolean() or is_hard(c)
        yield from take_coffin_relic(c)
        if is_cursed:
            c.obtain("Writhe")

    chance = 100 if is_hard(c) else 50
    text = f"Open coffin: obtain a relic. {chance}%: become cursed with Writhe"
    return [EventChoice(text, open_coffin), leave()]


@event("Vampires")
def _vampires(c: SpireContext) -> list[EventChoice]:
    loss = min(c.G.max_hp - 1, c.part(0.3, up=True))

    def bitten() -> None:
        c.remove(c.places(lambda card: is_starter(card, "Strike_")))
        c.obtain_all(*["Bite"] * 5)

    def offer() -> None:
        c.lose_relic("Blood Vial")
        bitten()

    def accept() -> None:
        c.lose_max_hp(loss)
        bitten()

    return [
        EventChoice(
            "Offer: lose Blood Vial, Strikes become Bites",
            offer,
            c.has("Blood Vial"),
            "You do not have the Blood Vial.",
        ),
        EventChoice(f"Accept: Strikes become Bites, lose {loss} Max HP", accept),
        leave("Refuse"),
    ]
