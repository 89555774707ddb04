"""Events of the second act."""

from __future__ import annotations

from functools import partial

from turnwright.games.spire.context import Asking, Spire, is_starter, is_upgradable
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.run.relics import obtain_relic
from turnwright.games.spire.run.rewards import class_card, find_relic, random_relic, roll_rarity
from turnwright.games.spire.state import Rewards

from .event_definition import STAY, Choice, event, fight, is_hard, leave


@event("Addict")
def pleading_vagrant(c: Spire) -> list[Choice]:
    def give() -> Asking:
        c.lose_gold(85)
        yield from obtain_relic(c, random_relic(c))

    def rob() -> Asking:
        yield from obtain_relic(c, random_relic(c))
        c.obtain("Shame")

    return [
        Choice("Give 85 gold: obtain a relic", give, c.G.gold >= 85),
        Choice("Rob: obtain a relic, become cursed with Shame", rob),
        leave(),
    ]


@event("Back to Basics")
def ancient_writing(c: Spire) -> list[Choice]:
    def simplicity() -> None:
        for place in c.places(lambda card: is_starter(card) and is_upgradable(card)):
            c.upgrade(place)

    return [
        Choice("Elegance: remove a card", c.choose_remove),
        Choice("Simplicity: upgrade all Strikes and Defends", simplicity),
    ]


@event("Beggar", when=lambda c: c.G.gold >= 75)
def old_beggar(c: Spire) -> list[Choice]:
    def offer() -> Asking:
        c.lose_gold(75)
        yield from c.choose_remove()

    return [Choice("Offer: lose 75 gold, remove a card", offer, c.G.gold >= 75), leave()]


@event("Colosseum", when=lambda c: c.G.y > 7)
def colosseum(c: Spire) -> list[Choice]:
    memory = c.G.memory
    if memory.get("won"):

        def victory() -> Asking:
            relics = (find_relic(c, "rare"), find_relic(c, "uncommon"))
            yield from fight(c, "Colosseum Nobs", 100, relics)

        return [leave("Cowardice"), Choice("Victory: a fight with great rewards", victory)]

    def first() -> Asking:
        memory["won"] = True
        yield from fight(c, "Colosseum Slavers")
        return STAY

    return [Choice("Fight", first)]


@event("Cursed Tome")
def cursed_tome(c: Spire) -> list[Choice]:
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
        return [Choice("Read", turn), leave()]
    if page < 4:
        return [Choice(f"Continue: lose {page} HP", turn)]
    return [
        Choice(f"Take: obtain the book, lose {last} HP", take),
        Choice("Stop: lose 3 HP", lambda: c.lose_hp(3)),
    ]


@event("Drug Dealer")
def augmenter(c: Spire) -> list[Choice]:
    return [
        Choice("Test J.A.X.: obtain a J.A.X.", lambda: c.obtain("J.A.X.")),
        Choice(
            "Become test subject: transform 2 cards",
            lambda: c.choose_transform(2, c.G.streams.misc),
            len(c.removable()) >= 2,
        ),
        Choice(
            "Ingest mutagens: obtain Mutagenic Strength",
            lambda: obtain_relic(c, "MutagenicStrength"),
        ),
    ]


@replaceable
def offer_idol(c: Spire) -> None:
    """The Golden Idol becomes a Bloody Idol."""
    idol = c.relic("Golden Idol")
    if idol is not None:
        idol.kind = "Circlet" if c.has("Bloody Idol") else "Bloody Idol"


@event("Forgotten Altar")
def forgotten_altar(c: Spire) -> list[Choice]:
    loss = c.part_rounded(0.35 if is_hard(c) else 0.25)

    def sacrifice() -> None:
        c.gain_max_hp(5)
        c.lose_hp(loss)

    return [
        Choice(
            "Offer: Golden Idol becomes Bloody Idol", partial(offer_idol, c), c.has("Golden Idol")
        ),
        Choice(f"Sacrifice: gain 5 Max HP, lose {loss} HP", sacrifice),
        Choice("Desecrate: become cursed with Decay", lambda: c.obtain("Decay")),
    ]


@event("Ghosts")
def council_of_ghosts(c: Spire) -> list[Choice]:
    loss, count = min(c.G.max_hp - 1, c.part(0.5, up=True)), 3 if is_hard(c) else 5

    def accept() -> None:
        c.lose_max_hp(loss)
        c.obtain_all(*["Ghostly"] * count)

    return [
        Choice(f"Accept: receive {count} Apparitions, lose {loss} Max HP", accept),
        leave("Refuse"),
    ]


@event("Masked Bandits")
def masked_bandits(c: Spire) -> list[Choice]:
    def resist() -> Asking:
        gold = c.G.streams.misc.between(25, 35)
        yield from fight(c, "Masked Bandits", gold, ("Red Mask",), potion=False)

    return [
        Choice("Pay: lose all gold", lambda: c.lose_gold(c.G.gold)),
        Choice("Fight!", resist),
    ]


@event("Nest")
def the_nest(c: Spire) -> list[Choice]:
    gold = 50 if is_hard(c) else 99

    def stay_in_line() -> None:
        c.damage(6)
        c.obtain("RitualDagger")

    return [
        Choice(f"Smash and grab: obtain {gold} gold", lambda: c.gain_gold(gold)),
        Choice("Stay in line: obtain Ritual Dagger, lose 6 HP", stay_in_line),
    ]


BOOKS = 20


@event("The Library")
def the_library(c: Spire) -> list[Choice]:
    heal = c.part_rounded(0.2 if is_hard(c) else 0.33)

    def read() -> Asking:
        found: list[str] = []
        while len(found) < BOOKS:
            kind = class_card(c, c.G.streams.card, roll_rarity(c, "EVENT"))
            if kind not in found:
                found.append(kind)
        offer = [c.preview(kind) for kind in reversed(found)]
        for at in (yield from c.pick_cards("OBTAIN", 1, offer)):
            c.obtain(offer[at].kind, offer[at].up)

    return [
        Choice("Read: choose 1 of 20 cards", read),
        Choice(f"Sleep: heal {heal} HP", lambda: c.heal(heal)),
    ]


@replaceable
def take_coffin_relic(c: Spire) -> Asking:
    """The coffin holds a random relic."""
    yield from obtain_relic(c, random_relic(c))


@event("The Mausoleum")
def the_mausoleum(c: Spire) -> list[Choice]:
    def open_coffin() -> Asking:
        if c.G.streams.misc.boolean() or is_hard(c):
            c.obtain("Writhe")
        yield from take_coffin_relic(c)

    chance = 100 if is_hard(c) else 50
    text = f"Open coffin: obtain a relic. {chance}%: become cursed with Writhe"
    return [Choice(text, open_coffin), leave()]


@event("Vampires")
def vampires(c: Spire) -> list[Choice]:
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
        Choice("Offer: lose Blood Vial, Strikes become Bites", offer, c.has("Blood Vial")),
        Choice(f"Accept: Strikes become Bites, lose {loss} Max HP", accept),
        leave("Refuse"),
    ]
