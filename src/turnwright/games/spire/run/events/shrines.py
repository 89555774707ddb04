"""Shrines, and events that happen once in a run."""

from __future__ import annotations

from functools import partial

from turnwright.games.spire import library
from turnwright.games.spire.card_text import card_title
from turnwright.games.spire.context import Asking, SpireContext, is_upgradable
from turnwright.games.spire.library import cards, potions
from turnwright.games.spire.rng import f32
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.run.fights import enter_boss_room
from turnwright.games.spire.run.relics import obtain_relic
from turnwright.games.spire.run.rewards import (
    any_potion,
    class_card,
    random_curse,
    random_relic,
    shuffled_colourless,
)
from turnwright.games.spire.state import NO_POTION, Card, Rewards

from .event_definition import NO_REMOVAL, NO_UPGRADE, STAY, EventChoice, event, is_hard, leave

# --- shrines -------------------------------------------------------------------------------------


@event("Golden Shrine")
def _golden_shrine(c: SpireContext) -> list[EventChoice]:
    gold = 50 if is_hard(c) else 100

    def desecrate() -> None:
        c.gain_gold(275)
        c.obtain("Regret")

    return [
        EventChoice(f"Pray: gain {gold} gold", lambda: c.gain_gold(gold)),
        EventChoice("Desecrate: gain 275 gold, become cursed with Regret", desecrate),
        leave(),
    ]


@event("Transmorgrifier")
def _transmogrifier(c: SpireContext) -> list[EventChoice]:
    transform = lambda: c.choose_transform(1, c.G.streams.misc)  # noqa: E731
    return [EventChoice("Pray: transform a card", transform, c.removable(), NO_REMOVAL), leave()]


@event("Purifier")
def _purifier(c: SpireContext) -> list[EventChoice]:
    return [
        EventChoice("Pray: remove a card", c.choose_remove, c.removable(), NO_REMOVAL),
        leave(),
    ]


@event("Upgrade Shrine")
def _upgrade_shrine(c: SpireContext) -> list[EventChoice]:
    can_upgrade = c.places(is_upgradable)
    return [
        EventChoice("Pray: upgrade a card", c.choose_upgrade, can_upgrade, NO_UPGRADE),
        leave(),
    ]


@event("Wheel of Change")
def _wheel_of_change(c: SpireContext) -> list[EventChoice]:
    def play() -> Asking:
        match c.G.streams.misc.random(5):
            case 0:
                c.gain_gold(100 * c.G.act)
            case 1:
                c.show_rewards(Rewards(relics=[random_relic(c)]))
            case 2:
                c.heal(c.G.max_hp)
            case 3:
                c.obtain("Decay")
            case 4:
                yield from c.choose_remove()
            case _:
                c.lose_hp(c.part(0.15 if is_hard(c) else 0.1))

    return [EventChoice("Play: spin the wheel", play)]


START_CARDS = {
    "IRONCLAD": "Bash",
    "THE_SILENT": "Neutralize",
    "DEFECT": "Zap",
    "WATCHER": "Eruption",
}
ATTEMPTS = 5


def _begin_match_and_keep(c: SpireContext) -> None:
    """Lay out twelve cards face down: six pairs."""
    stream = c.G.streams.card
    found = [class_card(c, stream, rarity) for rarity in ("RARE", "UNCOMMON", "COMMON")]
    found.append(random_curse(c) if is_hard(c) else shuffled_colourless(c, "UNCOMMON"))
    found += [random_curse(c), START_CARDS[c.G.character]]
    places = [*range(6), *range(6)]
    c.G.streams.misc.shuffle(places)
    c.G.memory.update(cards=[found[place] for place in places], attempts=ATTEMPTS)


@event("Match and Keep!", _begin_match_and_keep)
def _match_and_keep(c: SpireContext) -> list[EventChoice]:
    memory = c.G.memory

    def flip(place: int) -> Asking:
        left = [at for at, kind in enumerate(memory["cards"]) if kind and at != place]
        first = memory["cards"][place]
        name = cards()[first].name
        other = yield c.choose(f"{name}: find the other one", left, label=lambda at: f"card {at}")
        memory["attempts"] -= 1
        if memory["cards"][other] == first:
            memory["cards"][place] = memory["cards"][other] = ""
            c.obtain(first)
        return STAY if memory["attempts"] and any(memory["cards"]) else None

    return [
        EventChoice(
            f"Turn card {at + 1} over", partial(flip, at), kind, "This card is taken already."
        )
        for at, kind in enumerate(memory["cards"])
    ]


# --- once in a run -------------------------------------------------------------------------------


@event("Accursed Blacksmith")
def _ominous_forge(c: SpireContext) -> list[EventChoice]:
    def rummage() -> Asking:
        c.obtain("Pain")
        yield from obtain_relic(c, "WarpedTongs")

    return [
        EventChoice("Forge: upgrade a card", c.choose_upgrade, c.places(is_upgradable), NO_UPGRADE),
        EventChoice("Rummage: obtain Warped Tongs, become cursed with Pain", rummage),
        leave(),
    ]


@replaceable
def heal_for_uncommon_offering(c: SpireContext) -> None:
    """Bonfire Spirits heal to full HP for an uncommon card."""
    c.heal(c.G.max_hp)


def _bonfire(c: SpireContext) -> Asking:
    """Offer a card; the reward depends on its rarity."""
    for place in (yield from c.select("BONFIRE_SPIRITS", 1, c.removable())):
        rarity = cards()[c.G.deck[place].kind].rarity
        if cards()[c.G.deck[place].kind].type == library.CURSE:
            yield from obtain_relic(c, "Spirit Poop")
        elif rarity in ("COMMON", "SPECIAL"):
            c.heal(5)
        elif rarity == "UNCOMMON":
            heal_for_uncommon_offering(c)
        elif rarity == "RARE":
            c.gain_max_hp(10)
            c.heal(c.G.max_hp)
        c.remove([place])
    c.G.screen = "MAP"


@event("Bonfire Elementals", _bonfire)
def _bonfire_spirits(c: SpireContext) -> list[EventChoice]:
    return []


def _begin_designer(c: SpireContext) -> None:
    misc = c.G.streams.misc
    c.G.memory.update(upgrades_one=misc.boolean(), removes=misc.boolean())


@replaceable
def pay_for_adjustments(c: SpireContext, price: int) -> None:
    """Both kinds of adjustments cost gold."""
    c.lose_gold(price)


@replaceable
def transform_two(c: SpireContext) -> Asking:
    """The clean-up that does not remove a card: the player chooses two."""
    yield from c.choose_transform(2, c.G.streams.misc)


@replaceable
def remove_in_full_service(c: SpireContext) -> Asking:
    """The first part of the full service."""
    yield from c.choose_remove()


@event("Designer", _begin_designer, when=lambda c: c.G.act in (2, 3) and c.G.gold >= 75)
def _designer(c: SpireContext) -> list[EventChoice]:
    memory, gold = c.G.memory, c.G.gold
    adjust, clean, full, punch = (50, 75, 110, 5) if is_hard(c) else (40, 60, 90, 3)
    can_upgrade, removable = c.places(is_upgradable), c.removable()

    def adjustments() -> Asking:
        pay_for_adjustments(c, adjust)
        if memory["upgrades_one"]:
            yield from c.choose_upgrade()
        else:
            c.upgrade_random(2)

    def clean_up() -> Asking:
        c.lose_gold(clean)
        if memory["removes"]:
            yield from c.choose_remove()
        else:
            yield from transform_two(c)

    def full_service() -> Asking:
        c.lose_gold(full)
        yield from remove_in_full_service(c)
        c.upgrade_random(1)

    upgrade = "upgrade a card" if memory["upgrades_one"] else "upgrade 2 random cards"
    remove = "remove a card" if memory["removes"] else "transform 2 cards"
    return [
        EventChoice(
            f"Adjustments: {adjust} gold, {upgrade}",
            adjustments,
            gold >= adjust and can_upgrade,
            NO_UPGRADE,
        ),
        EventChoice(
            f"Clean up: {clean} gold, {remove}",
            clean_up,
            gold >= clean and len(removable) > (not memory["removes"]),
            NO_REMOVAL,
        ),
        EventChoice(
            f"Full service: {full} gold, remove a card, upgrade a random card",
            full_service,
            gold >= full and removable,
            NO_REMOVAL,
        ),
        EventChoice(f"Punch: lose {punch} HP", lambda: c.lose_hp(punch)),
    ]


@event("Duplicator", when=lambda c: c.G.act in (2, 3))
def _duplicator(c: SpireContext) -> list[EventChoice]:
    def pray() -> Asking:
        for place in (yield from c.select("DUPLICATE", 1, range(len(c.G.deck)))):
            card = c.G.deck[place]
            c.obtain(card.kind, card.up, card.misc)

    return [EventChoice("Pray: duplicate a card", pray), leave()]


FACES = ("CultistMask", "FaceOfCleric", "GremlinMask", "NlothsMask", "SsserpentHead")


@event("FaceTrader", when=lambda c: c.G.act < 3)
def _face_trader(c: SpireContext) -> list[EventChoice]:
    gold, damage = 50 if is_hard(c) else 75, max(1, c.part(0.1))

    def touch() -> None:
        c.gain_gold(gold)
        c.damage(damage)

    def trade() -> Asking:
        faces = [face for face in FACES if not c.has(face)] or ["Circlet"]
        c.G.streams.misc.shuffle(faces)
        yield from obtain_relic(c, faces[0])

    return [
        EventChoice(f"Touch: lose {damage} HP, gain {gold} gold", touch),
        EventChoice("Trade: 50% good face, 50% bad face", trade),
        leave(),
    ]


def _is_cleansable(card: Card) -> bool:
    return cards()[card.kind].type == library.CURSE and card.kind not in library.ETERNAL


@event("Fountain of Cleansing", when=lambda c: c.places(_is_cleansable))
def _the_divine_fountain(c: SpireContext) -> list[EventChoice]:
    drink = lambda: c.remove(c.places(_is_cleansable))  # noqa: E731
    return [EventChoice("Drink: remove all curses", drink), leave()]


@event("Knowing Skull", when=lambda c: c.G.act == 2 and c.G.hp > 12)
def _knowing_skull(c: SpireContext) -> list[EventChoice]:
    memory = c.G.memory

    def ask(what: str) -> str | None:
        cost = memory.get(what, 6)
        memory[what] = cost + 1
        c.lose_hp(cost)
        if c.G.outcome:
            return None
        if what == "riches":
            c.gain_gold(90)
        elif what == "success":
            c.obtain(shuffled_colourless(c, "UNCOMMON"))
        else:
            c.obtain_potion(any_potion(c))
        return STAY

    def offer(what: str, text: str) -> EventChoice:
        return EventChoice(f"{text}: lose {memory.get(what, 6)} HP", lambda: ask(what))

    return [
        offer("riches", "Riches? 90 gold"),
        offer("success", "Success? A colourless card"),
        offer("potion", "A pick me up? A potion"),
        leave("How do I leave? Lose 6 HP", do=lambda: c.lose_hp(6)),
    ]


def _begin_lab(c: SpireContext) -> None:
    c.show_rewards(Rewards(potions=[any_potion(c) for _ in range(2 if is_hard(c) else 3)]))


@event("Lab", _begin_lab)
def _lab(c: SpireContext) -> list[EventChoice]:
    return []


def _begin_nloth(c: SpireContext) -> None:
    relics = [relic.kind for relic in c.G.relics]
    c.G.streams.misc.shuffle(relics)
    c.G.memory["wants"] = relics[:2]


@event("N'loth", _begin_nloth, when=lambda c: c.G.act == 2 and len(c.G.relics) >= 2)
def _nloth(c: SpireContext) -> list[EventChoice]:
    def offer(kind: str) -> Asking:
        c.lose_relic(kind)
        yield from obtain_relic(c, "Nloth's Gift")

    return [
        *(
            EventChoice(f"Offer {library.relics()[kind].name}", partial(offer, kind))
            for kind in c.G.memory["wants"]
        ),
        leave(),
    ]


@event("NoteForYourself")
def _note_for_yourself(c: SpireContext) -> list[EventChoice]:
    def take() -> Asking:
        c.obtain(c.options.get("note", "Iron Wave"))
        yield from c.choose_remove()

    return [
        EventChoice("Take and give: receive a card, store one in return", take),
        leave("Ignore"),
    ]


@event("SecretPortal", when=lambda c: c.G.act == 3)
def _secret_portal(c: SpireContext) -> list[EventChoice]:
    def enter() -> Asking:
        yield from enter_boss_room(c)

    return [EventChoice("Enter the portal: travel to the boss", enter), leave()]


@event("The Joust", when=lambda c: c.G.act == 2 and c.G.gold >= 50)
def _the_joust(c: SpireContext) -> list[EventChoice]:
    def bet(on_owner: bool) -> None:
        owner_wins = c.G.streams.misc.chance(f32(0.3))
        c.lose_gold(50)
        if owner_wins == on_owner:
            c.gain_gold(250 if on_owner else 100)

    return [
        EventChoice("Murderer: bet 50 gold, 70%: win 100", lambda: bet(False)),
        EventChoice("Owner: bet 50 gold, 30%: win 250", lambda: bet(True)),
    ]


PRICES = (20, 30, 40)


@replaceable
def pay_for_potions(c: SpireContext, price: int) -> None:
    """The Woman in Blue wants gold."""
    c.lose_gold(price)


@event("The Woman in Blue", when=lambda c: c.G.gold >= 50)
def _the_woman_in_blue(c: SpireContext) -> list[EventChoice]:
    def buy(count: int) -> None:
        pay_for_potions(c, PRICES[count - 1])
        c.show_rewards(Rewards(potions=[any_potion(c) for _ in range(count)]))

    loss = c.part(0.05, up=True) if is_hard(c) else 0
    return [
        *(
            EventChoice(
                f"Buy {n} potion{'s' if n > 1 else ''}: {price} gold",
                partial(buy, n),
                c.G.gold >= price,
            )
            for n, price in enumerate(PRICES, 1)
        ),
        leave(
            f"Leave: lose {loss} HP" if loss else "Leave",
            do=lambda: c.lose_hp(loss) if loss else None,
        ),
    ]


@replaceable
def pick_wanted_potion(c: SpireContext, slots: list[int]) -> int:
    """The potion that Ranwid asks for."""
    c.G.streams.misc.shuffle(slots)
    return slots[0]


def _begin_we_meet_again(c: SpireContext) -> None:
    G, memory, misc = c.G, c.G.memory, c.G.streams.misc
    slots = [slot for slot, kind in enumerate(G.potions) if kind != NO_POTION]
    if slots:
        memory["potion"] = pick_wanted_potion(c, slots)
    if G.gold >= 50:
        memory["gold"] = misc.between(50, min(150, G.gold))
    places = c.places(
        lambda card: (
            cards()[card.kind].rarity != "BASIC" and cards()[card.kind].type != library.CURSE
        )
    )
    if places:
        misc.shuffle(places)
        memory["card"] = next(
            place for place, card in enumerate(G.deck) if card == G.deck[places[0]]
        )


@event("WeMeetAgain", _begin_we_meet_again)
def _we_meet_again(c: SpireContext) -> list[EventChoice]:
    G, memory = c.G, c.G.memory

    def give(what: str) -> Asking:
        if what == "potion":
            G.potions[memory["potion"]] = NO_POTION
        elif what == "gold":
            c.lose_gold(memory["gold"])
        else:
            c.remove([memory["card"]])
        yield from obtain_relic(c, random_relic(c))

    def offer(what: str, text: str, lost: str, needs: str) -> EventChoice:
        outcome = f": lose {lost}, obtain a relic" if lost else ""
        return EventChoice(text + outcome, lambda: give(what), lost, needs)

    potion = card = gold = ""
    if "potion" in memory:
        potion = potions()[G.potions[memory["potion"]]].name
    if "card" in memory:
        card = card_title(G.deck[memory["card"]])
    if "gold" in memory:
        gold = f"{memory['gold']} gold"
    return [
        offer("potion", "Give a potion", potion, "You have no potion to give."),
        offer("gold", "Give gold", gold, f"He wants at least 50 gold; you have {G.gold}."),
        offer("card", "Give a card", card, "You have no card that he wants."),
        leave("Attack"),
    ]
