"""The definition of the game Slay the Spire.

It has one player. Every screen is a phase with its own moves, and the state says which screen is
open.
"""

from __future__ import annotations

from typing import Any

import turnwright as tw

from . import fight_moves
from .card_text import distinct_potion, distinct_title, tells
from .characters import CHARACTERS, MAX_ASCENSION
from .context import Asking, SpireContext
from .custom_start import apply_custom_start
from .display_names import event_name
from .hidden_information import resample_hidden
from .library import relics
from .potions_during_choices import MEANWHILE
from .printed_library import printed_library
from .recordings import engine_differences  # noqa: F401  (registers its rule variant)
from .rulebook import RULEBOOK
from .rules_text import glossary
from .run import acts, events, map, relic_pools, rooms, shop
from .run.potions import discard, drink, drinkable, held
from .run.rest_site import RESTING, rest, rest_heal, rest_options
from .run.reward_screen import reward_name, rewards_to_take, take
from .run.rewards import open_chest
from .state import SpireState
from .view import ZONES, cards_of_move, describe, player, see, zones_view
from .why_not import why_not

SCREENS = ("EVENT", "MAP", "REWARDS", "SHOP", "REST", "CHEST", "BOSS_RELIC", "BATTLE", "GAME_OVER")


# --- moves ---------------------------------------------------------------------------------------
# What a move did cannot be taken back. Resting and shopping can be cancelled while they ask, because
# nothing has come to light by then.


def map_(c: SpireContext, x: int = tw.arg(rooms.next_nodes)) -> Asking:
    """Go to a node of the next row, or to the boss."""
    c.commit()
    yield from rooms.go(c, x)
    c.commit()


def event(c: SpireContext, choice: int = tw.arg(events.open_choices)) -> Asking:
    """Take a choice of the event."""
    c.commit()
    yield from events.take(c, choice)
    c.commit()


def reward(c: SpireContext, what: str = tw.arg(rewards_to_take)) -> Asking:
    """Take a reward, or leave the rest."""
    c.commit()
    yield from take(c, what)
    if what == "skip":
        yield from rooms.leave(c)
    c.commit()


def shop_(c: SpireContext, what: str = tw.arg(shop.goods)) -> Asking:
    """Buy something, or leave the shop."""
    if what == "leave":
        yield from rooms.leave(c)
    else:
        yield from shop.buy(c, what)
    c.commit()


def rest_(c: SpireContext, option: str = tw.arg(rest_options)) -> Asking:
    """Use the rest site."""
    yield from rest(c, option)
    c.commit()


def chest(c: SpireContext, what: str = tw.arg(("open", "leave"))) -> Asking:
    """Open the chest, or leave."""
    c.commit()
    G = c.G
    if what == "open" and G.chest is not None:
        c.show_rewards(open_chest(c, G.chest))
        G.chest = None
    else:
        yield from rooms.leave(c)
    c.commit()


def boss_relic(c: SpireContext, place: int = tw.arg(range(4))) -> Asking:
    """Take one of three boss relics, or none (3)."""
    c.commit()
    yield from rooms.take_boss_relic(c, place)
    c.commit()


def potion_use(c: SpireContext, slot: int = tw.arg(drinkable)) -> None:
    """Use a potion outside of a fight."""
    drink(c, slot)
    c.commit()


def potion_discard(c: SpireContext, slot: int = tw.arg(held)) -> None:
    """Throw a potion away."""
    discard(c, slot)
    c.commit()


# --- names for people ----------------------------------------------------------------------------


def _node(c: SpireContext, x: int) -> str:
    G = c.G
    if G.map is None or G.y >= len(G.map.rows) - 1:
        return f"Go to the boss: {G.boss}"
    return f"{map.NAMES[G.map.node(x, G.y + 1).symbol]} in column {x}"


def _tell_node(c: SpireContext, x: int) -> str:
    return f"goes up: {_node(c, x).partition(' in column')[0].removeprefix('Go to ').lower()}"


def _choice(c: SpireContext, choice: int) -> str:
    return events.choices(c)[choice].label


def _tell_choice(c: SpireContext, choice: int) -> str:
    name, label = event_name(c.G.event), _choice(c, choice).partition(":")[0]
    return f"chooses “{label}” ({name})"


def _tell_rest(c: SpireContext, option: str) -> str:
    healed = rest_heal(c)
    return f"rests and heals {healed} HP" if option == "rest" else TOLD_RESTING[option]


def _goods(c: SpireContext, what: str) -> str:
    kind, _, number = what.partition(" ")
    if not number or c.G.shop is None:
        return {"remove": f"Remove a card ({c.G.shop and c.G.shop.remove_cost})"}.get(kind, "Leave")
    place = int(number)
    stock = c.G.shop
    if kind == "card":
        name = distinct_title(stock.cards, place)
    elif kind == "relic":
        name = relics()[stock.relics[place]].name
    else:
        name = distinct_potion(stock.potions, place)
    return f"Buy {name} for {stock.prices[kind][place]}"


TOLD_RESTING = {
    "smith": "works at the fire: a card is upgraded",
    "lift": "lifts weights: more strength for the rest of the run",
    "toke": "smokes: a card is removed",
    "dig": "digs and finds a relic",
    "recall": "recalls: takes the ruby key",
    "skip": "goes on without resting",
}


def _chest(c: SpireContext, what: str) -> str:
    return "Open the chest" if what == "open" else "Leave"


def _boss_relic(c: SpireContext, place: int) -> str:
    taken = c.G.boss_relics
    return f"Take {relics()[taken[place]].name}" if place < len(taken) else "Take none"


def _potion(verb: str) -> Any:
    return lambda c, slot, *_: f"{verb} {distinct_potion(c.G.potions, slot)}"


USE, DISCARD = _potion("Use"), _potion("Discard")
ANYWHERE = {
    "potion_use": tw.Move(potion_use, label=USE, told=tells(USE), short_label="use a potion"),
    "potion_discard": tw.Move(
        potion_discard, label=DISCARD, told=tells(DISCARD), short_label="throw a potion away"
    ),
    **MEANWHILE,
}


def _moves(
    name: str, fn: Any, label: Any, short_label: str, told: Any = None
) -> dict[str, tw.Move]:
    move = tw.Move(fn, name=name, label=label, told=told or tells(label), short_label=short_label)
    return {name: move, **ANYWHERE}


FIGHTING = {
    move.name: move
    for move in (
        fight_moves.play,
        fight_moves.end,
        fight_moves.potion_use,
        fight_moves.potion_discard,
    )
} | MEANWHILE


FLOW = tw.Flow(
    segments={
        "run": tw.Segment(
            start=True,
            on_begin=apply_custom_start,
            at=lambda c: c.G.screen,
            turn=tw.Turn(
                phases={
                    "EVENT": tw.Phase(
                        moves=_moves("event", event, _choice, "choose in an event", _tell_choice)
                    ),
                    "MAP": tw.Phase(moves=_moves("map", map_, _node, "go up", _tell_node)),
                    "REWARDS": tw.Phase(
                        moves=_moves("reward", reward, reward_name, "take or leave spoils")
                    ),
                    "SHOP": tw.Phase(moves=_moves("shop", shop_, _goods, "shop")),
                    "REST": tw.Phase(
                        moves=_moves(
                            "rest", rest_, lambda c, option: RESTING[option], "rest", _tell_rest
                        )
                    ),
                    "CHEST": tw.Phase(
                        moves=_moves("chest", chest, _chest, "open or leave a chest")
                    ),
                    "BOSS_RELIC": tw.Phase(
                        moves=_moves("boss_relic", boss_relic, _boss_relic, "choose a boss relic")
                    ),
                    "BATTLE": tw.Phase(moves=FIGHTING),
                    "GAME_OVER": tw.Phase(moves={}),
                }
            ),
        )
    }
)


game = tw.Game(
    "spire",
    seats=1,
    state=SpireState,
    context=SpireContext,
    setup=acts.set_up,
    flow=FLOW,
    zones=ZONES,
    view=see,
    describe=describe,
    player_facts=player,
    zones_view=zones_view,
    cards_of_move=cards_of_move,
    resample_hidden=resample_hidden,
    library=printed_library(),
    glossary=glossary(),
    why_not=why_not,
    choices={"class": CHARACTERS, "ascension": range(MAX_ASCENSION + 1)},
    rulebook=RULEBOOK,
    omitted_fields=("relic_texts", "power_texts", "orb_texts", "stance_text", "scene"),
    about="Slay the Spire: one climbs, floor by floor.",
    title="Slay the Spire",
)

CLASSES = relic_pools.CLASSES
