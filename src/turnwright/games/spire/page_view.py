"""What a page needs to draw a run: the map, the fight, the open screen, the history and the score.

Only what `view` may show is here: nothing about the order of the draw pile, the streams, the pools or
what is to come. The seed is told if the player chose it, or when the run is over.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from .card_text import card_title, text_of
from .combat import power_ids as p
from .combat.fight import Fight, fight_of
from .combat.monsters import intent
from .combat.orbs import evoke_amount, passive_amount
from .context import SpireContext
from .display_names import HIDDEN_POWERS, POWERS, WITHOUT_AMOUNT, event_name
from .library import cards, potions, relics
from .monster_move_text import move_name
from .play_preview import block_at_turn_end, preview, refusal, text_now
from .rng import seed_to_text
from .rules_text import glossary, potion_rules, power_rules, relic_rules
from .run.events import choices
from .run.events.event_definition import why_shut
from .run.events.event_texts import TEXTS
from .run.rest_site import RESTING, rest_heal, rest_options
from .run.reward_screen import reward_name, rewards_to_take
from .run.rooms import next_nodes
from .run.score import score_lines
from .state import NO_POTION, Battle, Card, CardChoice, Monster, SpireState, find_relic

USED_UP = -2
"""The counter of a relic that has done its work."""


def scene(c: SpireContext) -> dict[str, Any]:
    """Everything that a page draws beside the zones."""
    G = c.G
    seen: dict[str, Any] = {
        "screen": G.screen,
        "class": G.character,
        "hp": G.hp,
        "max_hp": G.max_hp,
        "gold": G.gold,
        "deck": len(G.deck),
        "relics": [_relic(relic.kind, relic.counter) for relic in G.relics],
        "potions": [_potion_slot(G, slot) for slot in range(len(G.potions))],
        "map": _map(c),
        "visits": [_visit(G, place) for place in range(len(G.visits))],
        "score": _score(G),
    }
    if "seed" in c.options or G.outcome:
        seen["seed"] = seed_to_text(G.seed)
    if G.battle is not None:
        seen["fight"] = _fight(fight_of(c))
    seen |= _screen(c)
    if G.select is not None:
        left = [one for at, one in enumerate(G.select.cards) if not _is_picked(c, at)]
        seen["choice"] = _choice(G.select.task, left)
    return seen


def _screen(c: SpireContext) -> dict[str, Any]:
    """What only the open screen shows."""
    G = c.G
    if G.screen == "EVENT" and G.event:
        return {
            "event": {
                "id": G.event,
                "name": event_name(G.event),
                "text": TEXTS.get(G.event, ""),
                "choices": [[one.label, why_shut(c, one)] for one in choices(c)],
            }
        }
    if G.screen == "SHOP" and G.shop is not None:
        stock = G.shop
        sold = {kind: [price < 0 for price in prices] for kind, prices in stock.prices.items()}
        names = {"card": [card_title(card) for card in stock.cards],
                 "relic": [relics()[kind].name for kind in stock.relics],
                 "potion": [potions()[kind].name for kind in stock.potions]}  # fmt: skip
        return {"shop": {"remove": stock.remove_cost, "sold": sold, "names": names}}
    if G.screen == "REWARDS":
        return {"rewards": [[what, reward_name(c, what)] for what in rewards_to_take(c)]}
    if G.screen == "REST":
        return {
            "rest": {
                "heal": rest_heal(c),
                "options": [[one, RESTING[one]] for one in rest_options(c)],
            }
        }
    if G.screen == "CHEST" and G.chest is not None:
        return {"chest": G.chest.size}
    return {}


def _score(G: SpireState) -> dict[str, Any]:
    """The score if the run ended now."""
    lines = score_lines(G)
    return {"lines": [list(line) for line in lines], "total": sum(line.points for line in lines)}


def _is_picked(c: SpireContext, at: int) -> bool:
    select = c.G.select
    return select is not None and select.places[at] >= 0 and select.places[at] in select.picked


# --- the run --------------------------------------------------------------------------------------


def _relic(kind: str, counter: int) -> dict[str, Any]:
    facts = relics()[kind]
    seen: dict[str, Any] = {"kind": kind, "name": facts.name, "text": relic_rules(kind)}
    if counter > 0:
        seen["count"] = counter
    elif counter == USED_UP:
        seen["is_spent"] = True
    return seen


def _potion_slot(G: SpireState, slot: int) -> dict[str, Any] | None:
    kind = G.potions[slot]
    if kind == NO_POTION:
        return None
    facts = potions()[kind]
    text = potion_rules(kind, find_relic(G, "SacredBark") is not None)
    return {"id": f"p{slot}", "kind": kind, "name": facts.name, "text": text, "aims": facts.target}


def _map(c: SpireContext) -> dict[str, Any] | None:
    G = c.G
    if G.map is None:
        return None
    burning = G.map.burning
    return {
        "act": G.act,
        "rows": len(G.map.rows),
        "boss": G.boss,
        "here": [G.x, G.y],
        "next": list(next_nodes(c)) if G.screen == "MAP" else [],
        "burning": list(burning[:2]) if burning is not None and not G.keys[1] else None,
        "nodes": [[node.x, node.y, node.symbol, list(node.edges)] for node in G.map.connected()],
    }


def _visit(G: SpireState, place: int) -> dict[str, Any]:
    """A floor of the history; its HP and gold are those with which it was left."""
    visit = G.visits[place]
    after = G.visits[place + 1] if place + 1 < len(G.visits) else G
    return {
        "act": visit.act, "floor": visit.floor, "x": visit.x, "y": visit.y, "room": visit.room,
        "met": event_name(visit.met) if visit.room == "EVENT" else visit.met,
        "hp": after.hp, "max_hp": after.max_hp, "gold": after.gold,
    }  # fmt: skip


# --- a fight --------------------------------------------------------------------------------------


def _fight(f: Fight) -> dict[str, Any]:
    b, words = f.b, glossary()
    is_hidden = find_relic(f.G, "Runic Dome") is not None
    seen: dict[str, Any] = {
        "name": b.encounter,
        "turn": b.turn + 1,
        "energy": b.energy,
        "energy_per_turn": b.energy_per_turn,
        "block": b.block,
        "end_block": block_at_turn_end(f),
        "powers": powers_list(b.powers) + _more_powers(b),
        "draw": _draw_pile(f),
        "is_in_order": find_relic(f.G, "Frozen Eye") is not None,
        "hides_intents": is_hidden,
    }
    if b.stance:
        seen["stance"] = {"name": b.stance, "text": words[b.stance]}
    if b.orb_slots:
        seen["orb_slots"] = b.orb_slots
        seen["orbs"] = [
            {"kind": orb.kind, "passive": passive_amount(b.powers, orb),
             "evoke": evoke_amount(b.powers, orb), "text": words[orb.kind]}
            for orb in b.orbs
        ]  # fmt: skip
    if b.choice is not None:
        seen["choice"] = _choice(b.choice.task, _offered(b, b.choice), b.choice.source)
    return seen


def powers_list(powers: dict[str, int]) -> list[dict[str, Any]]:
    """Powers with their amounts and texts, without those that the game does not show."""
    return [
        {"kind": kind, "name": POWERS.get(kind, kind), "text": power_rules(kind, amount),
         "is_bad": kind in p.DEBUFFS or (amount < 0 and kind not in WITHOUT_AMOUNT)}
        | ({} if kind in WITHOUT_AMOUNT else {"amount": amount})
        for kind, amount in powers.items()
        if kind not in HIDDEN_POWERS
    ]  # fmt: skip


def _more_powers(b: Battle) -> list[dict[str, Any]]:
    """Bombs and nightmares."""
    bombs = [
        {"kind": p.BOMB, "name": f"The Bomb: {damage} damage", "amount": turns}
        for turns, damage in enumerate(b.bombs, 1)
        if damage
    ]
    dreams = [
        {"kind": p.NIGHTMARE, "name": f"Nightmare of {card_title(card)}"} for card in b.nightmares
    ]
    return [
        {**one, "text": power_rules(str(one["kind"])), "is_bad": False} for one in bombs + dreams
    ]


def _draw_pile(f: Fight) -> list[list[Any]]:
    """The draw pile as title, kind, upgrades and count: sorted, or in its order with Frozen Eye."""
    b = f.b
    if "Frozen Eye" in f.relics:
        return [[card_title(card), card.kind, card.up, 1] for card in reversed(b.draw)]
    found = Counter((card_title(card), card.kind, card.up) for card in b.draw)
    return [[*one, count] for one, count in sorted(found.items())]


def _offered(b: Battle, choice: CardChoice) -> list[Card]:
    """The cards of a choice, in the order of its question."""
    if choice.source == "offer":
        return choice.offer
    pile: list[Card] = getattr(b, choice.source)
    return [pile[place] for place in choice.places]


def _choice(task: str, offered: list[Card], source: str = "deck") -> dict[str, Any]:
    """A choice of cards; `cards` are in the order of the question's candidates."""
    up = 1 if task == "UPGRADE" else 0
    shown = [Card(card.kind, card.up + up) for card in offered] if up else offered
    faces = [
        {"kind": card.kind, "name": card_title(card), "text": text_of(card.kind, card.up),
         "cost": cards()[card.kind].cost[1 if card.up else 0]}
        for card in shown
    ]  # fmt: skip
    if source == "hand":
        faces = [
            {**face, "card": f"c{card.uid}"} for face, card in zip(faces, offered, strict=True)
        ]
    return {"task": task, "source": source, "cards": faces}


def in_hand(f: Fight, card: Card) -> dict[str, Any]:
    """What a card in hand would do, or why it cannot be played."""
    found = preview(f, card)
    text = text_now(f, card)
    if text != text_of(card.kind, card.up):
        found["text_now"] = text
    if reason := refusal(f, card):
        found["why_not"] = reason
    return found


def enemy(G: SpireState, monster: Monster, strike: tuple[int, int]) -> dict[str, Any]:
    """What a page draws of an enemy: its figure, its powers, and the intent if it is not hidden."""
    seen: dict[str, Any] = {"figure": monster.kind, "powers_list": powers_list(monster.powers)}
    if monster.is_half_dead:
        return seen | {"intent": "DOWN"}
    if find_relic(G, "Runic Dome") is not None:
        return seen | {"intent": "HIDDEN"}
    seen |= {"intent": intent(G, monster).name}
    if monster.move:
        seen["move"] = move_name(monster.move)
    if strike[1]:
        seen |= {"hit": strike[0], "times": strike[1]}
    return seen
