"""The context `c` of a match: what rooms, events and relics are written with.

Methods that may ask the player are generators: call them with `yield from`. What happens in a fight is
written with `combat.fight.Fight`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import turnwright as tw

from . import library
from .card_text import distinct_title, text_of
from .library import CURSE, cards
from .rng import Random, f32
from .rule_variants import replaceable
from .state import NO_POTION, Card, CardSelection, Relic, Rewards, SpireState

if TYPE_CHECKING:
    from .combat.fight import Fight

Asking: TypeAlias = Generator[Any, Any, Any]
"""An effect that may ask the player; its yields are questions."""

EGGS = {"ATTACK": "Molten Egg 2", "SKILL": "Toxic Egg 2", "POWER": "Frozen Egg 2"}
TASKS = {
    "REMOVE": "Remove a card",
    "UPGRADE": "Upgrade a card",
    "TRANSFORM": "Transform a card",
    "TRANSFORM_UPGRADE": "Transform and upgrade a card",
    "DUPLICATE": "Duplicate a card",
    "OBTAIN": "Choose a card to add to your deck",
    "BOTTLE": "Choose a card for the bottle",
    "BONFIRE_SPIRITS": "Offer a card",
}


def rounded(number: float) -> int:
    """Round half up, as the game does."""
    return int(number + 0.5)


def is_upgradable(card: Card) -> bool:
    """Can this card of the deck be upgraded?"""
    facts = cards()[card.kind]
    return facts.type not in (CURSE, library.STATUS) and (
        not card.up or card.kind == "Searing Blow"
    )


def is_removable(card: Card) -> bool:
    """Can this card be removed from the deck?"""
    return card.kind not in library.ETERNAL


def is_starter(card: Card, *words: str) -> bool:
    """Is it a Strike or Defend of the starting deck?"""
    return card.kind.startswith(words or ("Strike_", "Defend_"))


# --- rules that variants replace -----------------------------------------------------------------


@replaceable
def gain_from_periapt(c: SpireContext) -> None:
    """Darkstone Periapt: 6 Max HP for a curse."""
    if c.has("Darkstone Periapt"):
        c.gain_max_hp(6)


@replaceable
def delete_from_deck(c: SpireContext, places: Sequence[int]) -> None:
    """Delete the cards at these places."""
    for place in sorted(places, reverse=True):
        del c.G.deck[place]


@replaceable
def can_arrive_upgraded(c: SpireContext, kind: str) -> bool:
    """Can a card that another one is transformed into be upgraded?"""
    return cards()[kind].type != CURSE


@replaceable
def another_card(c: SpireContext, pool: Sequence[str], kind: str, stream: Random) -> str:
    """A random card of a pool, but not this one."""
    others = [one for one in pool if one != kind]
    return others[stream.random(len(others) - 1)]


# --- the context ---------------------------------------------------------------------------------


class SpireContext(tw.Context):
    """The context of a match of Slay the Spire."""

    __slots__ = ("fight",)

    G: SpireState

    def __init__(self, game: tw.Game, G: SpireState, ctx: tw.Ctx) -> None:
        super().__init__(game, G, ctx)
        self.fight: Fight | None = None
        """The fight that `combat.fight.fight_of` reuses from move to move."""

    # --- relics --------------------------------------------------------------------------------------

    def relic(self, kind: str) -> Relic | None:
        """The relic of this id, if the player has it."""
        for relic in self.G.relics:
            if relic.kind == kind:
                return relic
        return None

    def has(self, kind: str) -> bool:
        """Does the player have this relic?"""
        for relic in self.G.relics:  # noqa: SIM110 - faster than a generator
            if relic.kind == kind:
                return True
        return False

    def lose_relic(self, kind: str) -> None:
        """Lose a relic."""
        self.G.relics = [relic for relic in self.G.relics if relic.kind != kind]

    # --- HP and gold --------------------------------------------------------------------------------

    def part(self, fraction: float, up: bool = False) -> int:
        """A share of Max HP, rounded down (or up)."""
        number = f32(self.G.max_hp * f32(fraction))
        return -int(-number // 1) if up else int(number)

    def part_rounded(self, fraction: float) -> int:
        """A share of Max HP, rounded to the nearest number."""
        return rounded(f32(self.G.max_hp * f32(fraction)))

    def heal(self, amount: int) -> None:
        """Heal the player."""
        if not self.has("Mark of the Bloom"):
            self.G.hp = min(self.G.hp + amount, self.G.max_hp)

    def gain_max_hp(self, amount: int) -> None:
        """Gain Max HP and as many HP."""
        self.G.max_hp += amount
        self.heal(amount)

    def lose_max_hp(self, amount: int) -> None:
        """Lose Max HP; at least 1 is left."""
        G = self.G
        G.max_hp = max(1, G.max_hp - amount)
        G.hp = min(G.hp, G.max_hp)

    def damage(self, amount: int) -> None:
        """Take damage that has no attacker, so that Torii does not reduce it."""
        self.lose_hp(amount)

    def lose_hp(self, amount: int) -> None:
        """Lose HP outside of a fight."""
        G = self.G
        G.hp -= max(0, amount - 1) if self.has("TungstenRod") else amount
        if G.hp <= 0:
            G.hp = 0
            self._save_life()

    def _save_life(self) -> None:
        """Use what prevents death outside of a fight, or lose the run."""
        G = self.G
        tail = self.relic("Lizard Tail")
        if not self.has("Mark of the Bloom"):
            if "FairyPotion" in G.potions:
                G.potions[G.potions.index("FairyPotion")] = NO_POTION
                G.hp = max(1, self.part(0.6 if self.has("SacredBark") else 0.3))
                return
            if tail is not None and tail.counter != -2:
                tail.counter = -2
                G.hp = max(1, G.max_hp // 2)
                return
        self.finish("LOSS")

    def finish(self, outcome: str) -> None:
        """End the run."""
        self.G.outcome = outcome
        self.G.screen = "GAME_OVER"
        if outcome == "VICTORY":
            self.end_game(tw.Result((0,), f"victory on floor {self.G.floor}"))
        else:
            self.end_game(tw.Result((), f"fallen on floor {self.G.floor}", losers=(0,)))

    def gain_gold(self, amount: int) -> None:
        """Gain gold."""
        if amount and not self.has("Ectoplasm"):
            self.G.gold += amount
            if self.has("Bloody Idol"):
                self.heal(5)

    def lose_gold(self, amount: int) -> None:
        """Lose gold, as far as there is any."""
        self.G.gold = max(0, self.G.gold - amount)

    # --- the deck ------------------------------------------------------------------------------------

    def preview(self, kind: str, up: int = 0) -> Card:
        """A card as it would be added to the deck: eggs upgrade it."""
        egg = EGGS.get(cards()[kind].type)
        return Card(kind, 1 if not up and egg and self.has(egg) else up)

    def obtain(self, kind: str, up: int = 0, misc: int = 0) -> None:
        """Add a card to the deck."""
        G = self.G
        if cards()[kind].type == CURSE:
            omamori = self.relic("Omamori")
            if omamori is not None and omamori.counter > 0:
                omamori.counter -= 1
                return
            gain_from_periapt(self)
        if self.has("CeramicFish"):
            self.gain_gold(9)
        card = self.preview(kind, up)
        card.misc = misc
        G.deck.append(card)
        self.count_curses()

    def obtain_all(self, *kinds: str) -> None:
        """Add several cards to the deck."""
        for kind in kinds:
            self.obtain(kind)

    def remove(self, places: Sequence[int]) -> list[Card]:
        """Remove cards from the deck and return them."""
        deck = self.G.deck
        gone = [deck[place] for place in places]
        delete_from_deck(self, places)
        for card in gone:
            if card.kind == "Parasite":
                self.lose_max_hp(3)
        self.count_curses()
        return gone

    def count_curses(self) -> None:
        """Update the counter of Du-Vu Doll."""
        doll = self.relic("Du-Vu Doll")
        if doll is not None:
            doll.counter = sum(cards()[card.kind].type == CURSE for card in self.G.deck)

    def upgrade(self, place: int) -> None:
        """Upgrade the card at this place of the deck."""
        self.G.deck[place].up += 1

    def places(self, fits: Callable[[Card], bool]) -> list[int]:
        """Places of the cards in the deck that fit."""
        return [place for place, card in enumerate(self.G.deck) if fits(card)]

    def upgrade_random(self, count: int, kind: str = "") -> None:
        """Upgrade random cards, of a type if one is given."""
        places = self.places(
            lambda card: is_upgradable(card) and kind in ("", cards()[card.kind].type)
        )
        self.G.streams.misc.shuffle(places)
        for place in places[:count]:
            self.upgrade(place)

    def transform(self, places: Sequence[int], stream: Random, up: int = 0) -> None:
        """Transform cards of the deck."""
        for card in self.remove(places):
            kind = self.transformed(card.kind, stream)
            self.obtain(kind, up if can_arrive_upgraded(self, kind) else 0)

    def transformed(self, kind: str, stream: Random) -> str:
        """The result of transforming a card: another one of its colour, or of the class."""
        facts = cards()[kind]
        colour = library.COLOURS[self.G.character]
        if facts.type == CURSE:
            pool = library.curse_pool()
        elif facts.colour == "COLORLESS":
            pool = library.colourless()
        else:
            pool = library.transform_pool(colour)
        return another_card(self, pool, kind, stream)

    # --- choosing cards ------------------------------------------------------------------------------

    def select(self, task: str, count: int, places: Sequence[int]) -> Asking:
        """Ask the player for cards of the deck. Return their places."""
        picked = yield from self.pick_cards(task, count, [self.G.deck[i] for i in places], places)
        return [places[at] for at in picked]

    def pick_cards(
        self, task: str, count: int, offer: list[Card], places: Sequence[int] = ()
    ) -> Asking:
        """Ask the player for cards of an offer, one by one. Return their places in it."""
        G, screen = self.G, self.G.screen
        select = CardSelection(task, count, offer, list(places) or [-1] * len(offer))
        G.select, G.screen = select, "CARD_SELECT"
        picked: list[int] = []
        while len(picked) < min(count, len(offer)):
            left = [at for at in range(len(offer)) if at not in picked]
            at = yield self.choose(TASKS[task], left, label=lambda at: _told(task, offer, at))
            picked.append(at)
            select.picked.append(select.places[at])
        G.select, G.screen = None, screen
        return picked

    def choose_remove(self, count: int = 1) -> Asking:
        """The player removes cards from the deck."""
        places = yield from self.select("REMOVE", count, self.removable())
        self.remove(places)

    def choose_upgrade(self) -> Asking:
        """The player upgrades a card."""
        for place in (yield from self.select("UPGRADE", 1, self.places(is_upgradable))):
            self.upgrade(place)

    def choose_transform(self, count: int, stream: Random) -> Asking:
        """The player transforms cards."""
        places = yield from self.select("TRANSFORM", count, self.removable())
        self.transform(places, stream)

    def removable(self) -> list[int]:
        """Places of the cards that can be removed."""
        return self.places(lambda card: is_removable(card) and not card.bottled)

    # --- potions -------------------------------------------------------------------------------------

    def has_potion_slot(self) -> bool:
        """Can the player take another potion?"""
        return NO_POTION in self.G.potions and not self.has("Sozu")

    def obtain_potion(self, kind: str) -> None:
        """Take a potion if there is a free slot."""
        if self.has_potion_slot():
            self.G.potions[self.G.potions.index(NO_POTION)] = kind

    # --- screens -------------------------------------------------------------------------------------

    def show_rewards(self, rewards: Rewards) -> None:
        """Open the reward screen."""
        self.G.rewards, self.G.screen = rewards, "REWARDS"


def _told(task: str, offer: list[Card], at: int) -> str:
    """The label of a card to choose: its text, or the text it would have when upgraded."""
    if task == "UPGRADE":
        offer = [Card(card.kind, card.up + 1) for card in offer]
    title, text = distinct_title(offer, at), text_of(offer[at].kind, offer[at].up)
    return f"{title}: {text}" if text else title
