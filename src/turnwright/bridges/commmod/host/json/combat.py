"""The `combat_state` of the message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.games.spire.combat.card_play import may_play
from turnwright.games.spire.combat.damage import damage_from
from turnwright.games.spire.combat.fight import new_fight
from turnwright.games.spire.combat.monsters import intent, name_of
from turnwright.games.spire.combat.monsters.monster_definition import monsters_for
from turnwright.games.spire.combat.orbs import evoke_amount, passive_amount
from turnwright.games.spire.combat.silent_powers import NIGHTMARE_COPIES
from turnwright.games.spire.state import Battle, Card, Monster, SpireState

from . import display_names
from .cards import Json, fighting_card_json, player_powers, power_json

if TYPE_CHECKING:
    from turnwright.bridges.commmod.host.session import Session


def shown_places(b: Battle) -> list[int]:
    """Return the places of the monsters in the message, which has no empty places."""
    return [place for place, monster in enumerate(b.monsters) if monster.kind]


class Playable:
    """Tells which cards can be played; every kind of card is checked once."""

    __slots__ = ("_known", "fight")

    def __init__(self, c: Any, hand: list[Card]) -> None:
        self.fight = new_fight(c)
        if hand is not self.fight.b.hand:  # while cards are selected, the others are not in hand
            self.fight.b = msgspec.structs.replace(self.fight.b, hand=hand)
        self._known: dict[tuple[str, int, int, bool], bool] = {}

    def __call__(self, card: Card) -> bool:
        key = (card.kind, card.up, card.turn_cost, card.free)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = may_play(self.fight, card)
        return found


def cards_json(session: Session, pile: list[Card], playable: Any) -> list[Json]:
    """Return the cards of a pile."""
    uuid = session.fighting_uuid
    return [fighting_card_json(card, uuid(card), playable(card)) for card in pile]


def never(card: Card) -> bool:
    """No card can be played: there is no fight."""
    return False


def _orbs(b: Battle) -> list[Json]:
    """The orbs, the next one to be evoked first, and the empty slots."""
    found: list[Json] = [
        {
            "id": orb.kind,
            "name": orb.kind,
            "evoke_amount": evoke_amount(b.powers, orb),
            "passive_amount": passive_amount(b.powers, orb),
        }
        for orb in b.orbs
    ]
    return found + [display_names.NO_ORB] * (b.orb_slots - len(b.orbs))


def combat_state(session: Session, b: Battle) -> Json:
    """Return the `combat_state` of a fight."""
    G, playable = session.G, session.playable
    if G.battle is None:  # the fight is lost, but still shown
        G = msgspec.structs.replace(G, battle=b)
    shown_hand = session.page.hand(b)
    draw = b.sorted_draw if session.quirks.hides_draw_order else b.draw
    found: Json = {
        "draw_pile": cards_json(session, draw, playable),
        "discard_pile": cards_json(session, b.discard, playable),
        "exhaust_pile": cards_json(session, b.exhaust, playable),
        "hand": cards_json(session, shown_hand, playable),
        "limbo": [],
        "monsters": [
            _monster(session, G, b, one) | _undrawn(session, place, one)
            for place, one in enumerate(b.monsters)
            if one.kind
        ],
        "player": {
            "max_hp": G.max_hp,
            "current_hp": G.hp,
            "block": b.block,
            "energy": b.energy,
            "powers": [*player_powers(b), *_nightmares(session, b)],
            "orbs": _orbs(b),
        },
        "turn": b.turn + 1,
        "cards_discarded_this_turn": b.counts.get("discarded", 0),
        "times_damaged": b.counts.get("damaged", 0),
    }
    if session.card_in_play is not None and b.choice is not None:
        card = session.card_in_play
        found["card_in_play"] = fighting_card_json(
            card, session.fighting_uuid(card), playable(card)
        )
    return found


def _nightmares(session: Session, b: Battle) -> list[Json]:
    """The powers of Nightmare: one for each card that comes back."""
    return [
        power_json("Night Terror", NIGHTMARE_COPIES, ())
        | {"card": fighting_card_json(one, session.fighting_uuid(one), session.playable(one))}
        for one in b.nightmares
    ]


# --- monsters -----------------------------------------------------------------------------------


def _monster(session: Session, G: SpireState, b: Battle, m: Monster) -> Json:
    found: Json = {
        "id": m.kind,
        "name": name_of(m.kind),
        "current_hp": m.hp,
        "max_hp": m.max_hp,
        "block": m.block,
        "half_dead": m.is_half_dead,
        "is_gone": m.is_gone or m.has_escaped or m.is_half_dead or m.hp <= 0,
        "powers": _powers(session, G, m),
    }
    moves = monsters_for(G)[m.kind].moves
    if session.has_dome and not session.quirks.show_intents_under_runic_dome:
        found["intent"] = "NONE"
    else:
        meant = intent(G, m)
        base = meant.base if meant.hits else -1
        found["intent"] = meant.name
        found["move_id"] = meant.move_id
        found["move_base_damage"] = base
        found["move_adjusted_damage"] = (
            damage_from(session.relics, b.powers, m, base, b.stance) if base > 0 else base
        )
        found["move_hits"] = meant.hits or 1
        if session.quirks.first_intent_debug and b.turn == 0 and not b.counts.get("played"):
            found["intent"] = "DEBUG"
            if base > 0:
                found["move_adjusted_damage"] = -1
    if m.last in moves:
        found["last_move_id"] = moves[m.last].id
    if m.before in moves:
        found["second_last_move_id"] = moves[m.before].id
    return found


def _undrawn(session: Session, place: int, m: Monster) -> Json:
    """What the mod tells of a monster before the game has drawn its intent."""
    if place not in session.undrawn_intents:
        return {}
    known = session.undrawn_intents[place]
    return {"intent": "DEBUG"} if known else {"intent": "DEBUG", "move_adjusted_damage": -1}


def _powers(session: Session, G: SpireState, m: Monster) -> list[Json]:
    found = []
    for kind, amount in m.powers.items():
        if kind in display_names.HIDDEN_POWERS:
            continue
        one = power_json(kind, amount, m.fresh)
        if kind == "Malleable":
            one["misc"] = 3
        elif kind == "Flight":
            one["misc"] = 4 if G.ascension >= 17 else 3
        elif kind == "Invincible":
            one["misc"] = 200 if G.ascension >= 19 else 300
        elif kind == "Stasis" and m.stolen is not None:
            card = m.stolen
            one["card"] = fighting_card_json(
                card, session.fighting_uuid(card), session.playable(card)
            )
        found.append(one)
    return found
