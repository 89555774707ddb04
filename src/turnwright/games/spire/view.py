"""What the player sees: the run as text, and the zones and values of a page.

Hidden are the order of the draw pile (except with Frozen Eye), intents with Runic Dome, the seed
and its streams, the pools, and everything to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import turnwright as tw
from turnwright.games.spire.combat.damage import damage_from

from .card_text import card_title, distinct_title, text_of
from .combat import power_ids as p
from .combat.fight import fight_of
from .combat.fight_report import enemy_names
from .combat.monsters import intent
from .combat.orbs import evoke_amount, passive_amount
from .context import SpireContext
from .display_names import HIDDEN_POWERS, INTENTS, event_name, power_text
from .library import cards, potions, relics
from .monster_move_text import NOTHING, move_rules
from .page_view import enemy, in_hand, scene
from .rules_text import glossary, potion_rules, power_rules, relic_rules
from .run import map
from .run.events import choices
from .run.events.event_definition import why_shut
from .run.events.event_texts import TEXTS
from .state import NO_POTION, Battle, Card, Monster, SpireState, find_relic

ZONES = {
    "monsters": tw.Zone("public", label="Enemies"),
    "offer": tw.Zone("public", label="On offer"),
    "potions": tw.Zone("public"),
    "draw": tw.Zone("hidden", label="Draw pile"),
    "discard": tw.Zone("public", label="Discard pile"),
    "exhaust": tw.Zone("public", label="Exhausted"),
    "deck": tw.Zone("public"),
    "hand": tw.Zone("public"),
}
"""The zones of a page."""
KEYS = ("ruby", "emerald", "sapphire")
LEGEND = (
    "M monster, E elite, e burning",
    "R rest, $ merchant, T treasure",
    "? unknown, @ you",
)


def counted(pile: Iterable[str]) -> str:
    """Names with their counts: "5 Strike, Bash"."""
    found = Counter(pile)
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in found.items()) or "-"


def powers_of(powers: Mapping[str, int]) -> list[str]:
    """Powers as text, without those that the game does not show."""
    return [power_text(kind, n) for kind, n in powers.items() if kind not in HIDDEN_POWERS]


def own_powers(b: Battle) -> list[str]:
    """The player's powers, bombs and nightmares as text."""
    bombs = [f"Bomb {damage} in {turns}" for turns, damage in enumerate(b.bombs, 1) if damage]
    dreams = [f"Nightmare of {card_title(card)}" for card in b.nightmares]
    return powers_of(b.powers) + bombs + dreams


def orb_texts(b: Battle) -> list[str]:
    """The orbs as text, the next one to be evoked first, with the numbers of their passive effect
    and of evoking them; then the empty slots."""
    shown = [
        f"{orb.kind} {passive_amount(b.powers, orb)}/{evoke_amount(b.powers, orb)}"
        for orb in b.orbs
    ]
    empty = b.orb_slots - len(b.orbs)
    return [*shown, f"{empty} empty"] if empty else shown


def strikes(G: SpireState, monster: Monster) -> tuple[int, int]:
    """The damage and number of hits that an enemy intends."""
    meant, b = intent(G, monster), G.battle
    if b is None or meant.base < 0 or not meant.hits:
        return 0, 0
    held = {relic.kind for relic in G.relics}
    return damage_from(held, b.powers, monster, meant.base, b.stance), meant.hits


def is_hidden(G: SpireState) -> bool:
    """Are intents hidden by Runic Dome?"""
    return find_relic(G, "Runic Dome") is not None


def intends(G: SpireState, monster: Monster) -> str:
    """The intent of an enemy as text."""
    if is_hidden(G):
        return "?"
    damage, times = strikes(G, monster)
    name = intent(G, monster).name
    text = INTENTS.get(name, name.lower())
    if not times:
        return text
    return text.replace("attack", f"attack {damage}" + (f"x{times}" if times > 1 else ""), 1)


def intended_move(G: SpireState, monster: Monster) -> str:
    """What the next move of an enemy does, with its numbers of now; empty if that is hidden."""
    if is_hidden(G) or is_down(monster) or not monster.move:
        return ""
    if intent(G, monster).name == "STUN":
        return NOTHING
    strike = strikes(G, monster)
    return move_rules(
        monster.kind, monster.move, G.ascension, strike if strike[1] else None, G.variant
    )


def texts_of_powers(powers: Mapping[str, int]) -> dict[str, str]:
    """Powers and what they do, without those that the game does not show."""
    return {
        power_text(kind, n): power_rules(kind, n)
        for kind, n in powers.items()
        if kind not in HIDDEN_POWERS
    }


def _texts_of_fight(b: Battle) -> dict[str, Any]:
    """What the player's powers, orbs and stance do. Bombs and nightmares have one text for all."""
    words = glossary()
    shown = powers_of(b.powers)
    more = {
        name: power_rules(p.BOMB if name.startswith("Bomb ") else p.NIGHTMARE)
        for name in own_powers(b)
        if name not in shown
    }
    orbs = {orb.kind: words[orb.kind] for orb in b.orbs}
    stance = {b.stance: words[b.stance]} if b.stance else {}
    return {
        "power_texts": texts_of_powers(b.powers) | more,
        "orb_texts": orbs,
        "stance_text": stance.get(b.stance, ""),
    }


def text_of_potion(G: SpireState, kind: str) -> str:
    """What a potion does for this player."""
    return potion_rules(kind, find_relic(G, "SacredBark") is not None)


def is_shown(monster: Monster) -> bool:
    """Does a view show this monster?"""
    return bool(monster.kind) and not monster.has_escaped and (monster.hp > 0 or is_down(monster))


def is_down(monster: Monster) -> bool:
    """Is it half dead, and will rise again?"""
    return monster.is_half_dead


def character_name(G: SpireState) -> str:
    """The name of the character: "The Silent"."""
    return G.character.replace("_", " ").title()


def relic_names(G: SpireState) -> list[str]:
    """The relics as text, with their counters."""
    return [
        relics()[relic.kind].name + (f" {relic.counter}" if relic.counter > 0 else "")
        for relic in G.relics
    ]


# --- the table as text ----------------------------------------------------------------------------


def describe(c: SpireContext, seat: int | None) -> str:
    """The run as text."""
    G = c.G
    lines = [
        f"{character_name(G)} · ascension {G.ascension} · act {G.act}, floor {G.floor} · "
        f"{G.hp}/{G.max_hp} HP · {G.gold} gold · boss: {G.boss}",
        f"Relics   {', '.join(relic_names(G)) or '-'}",
        f"Potions  {', '.join(potions()[kind].name for kind in G.potions if kind != NO_POTION) or '-'}",
    ]
    if any(G.keys):
        lines.append(f"Keys     {_keys(G)}")
    if G.battle is not None:
        return "\n".join([*lines, "", *_fight(G, G.battle)])
    lines.append(f"Deck     {counted(card_title(card) for card in G.deck)}")
    if G.screen == "EVENT" and G.event:
        lines += [
            "",
            event_name(G.event),
            TEXTS.get(G.event, ""),
            *(
                f"  Not possible now: {one.label}. {why_shut(c, one)}"
                for one in choices(c)
                if not one.is_open
            ),
        ]
    elif G.screen == "MAP" and G.map is not None:
        lines += ["", *_map(G)]
    lines += _offered(G)
    return "\n".join(lines)


def _offered(G: SpireState) -> list[str]:
    """The rewards, or the goods of a shop with their prices, and what they do."""
    if G.screen == "REWARDS" and G.rewards is not None:
        got = G.rewards
        lines = [f"  {_printed_line(card)}" for offer in got.cards for card in offer]
        things = [f"  {relics()[kind].name}: {relic_rules(kind)}" for kind in got.relics]
        things += [f"  {potions()[kind].name}: {text_of_potion(G, kind)}" for kind in got.potions]
        heading = ["Cards on offer:"] if lines else []
        return ["", *things, *heading, *lines] if things or lines else []
    if G.screen == "BOSS_RELIC":
        kinds = G.boss_relics
        return ["", *(f"  {relics()[kind].name}: {relic_rules(kind)}" for kind in kinds)]
    if G.screen != "SHOP" or G.shop is None:
        return []
    stock = G.shop
    goods = {
        "card": [_printed_line(card) for card in stock.cards],
        "relic": [f"{relics()[kind].name}: {relic_rules(kind)}" for kind in stock.relics],
        "potion": [f"{potions()[kind].name}: {text_of_potion(G, kind)}" for kind in stock.potions],
    }
    lines = [
        f"  {price:>3} gold  {text}"
        for kind, texts in goods.items()
        for text, price in zip(texts, stock.prices[kind], strict=True)
        if price >= 0
    ]
    return ["", "For sale:", *lines]


def _printed_line(card: Card) -> str:
    """A card outside of fights: its title, printed cost and text."""
    cost = cards()[card.kind].cost[1 if card.up else 0]
    return f"{card_title(card)}, {_cost_text(cost)}: {text_of(card.kind, card.up)}"


def _fight(G: SpireState, b: Battle) -> list[str]:
    lines = []
    for name, monster in zip(enemy_names(b), b.monsters, strict=True):
        if is_shown(monster):
            block = f", {monster.block} block" if monster.block else ""
            means = "is down" if is_down(monster) else f"intends: {intends(G, monster)}"
            powers = powers_of(monster.powers)
            more = f"  ({', '.join(powers)})" if powers else ""
            lines.append(f"{name}: {monster.hp}/{monster.max_hp} HP{block}, {means}{more}")
            if text := intended_move(G, monster):
                lines.append(f"  {text}")
    powers = own_powers(b)
    orbs = orb_texts(b)
    lines += [
        "",
        f"You: {b.energy} energy, {b.block} block"
        + (f", in {b.stance}" if b.stance else "")
        + (f"  ({', '.join(powers)})" if powers else ""),
        *([f"Orbs: {', '.join(orbs)} (the first is evoked next)"] if orbs else []),
        f"Draw {len(b.draw)} ({counted(_pile(G, b))}) · discard {len(b.discard)} "
        f"({counted(card_title(card) for card in b.discard)}) · exhausted {len(b.exhaust)}",
        "Hand:",
        *(
            f"  {distinct_title(b.hand, place)}, {_cost(card)}: {text_of(card.kind, card.up)}"
            for place, card in enumerate(b.hand)
        ),
    ]
    return lines


def _cost(card: Card) -> str:
    return _cost_text(0 if card.free else card.turn_cost)


def _cost_text(cost: int) -> str:
    return "costs X" if cost == -1 else "unplayable" if cost < 0 else f"costs {cost}"


def _pile(G: SpireState, b: Battle) -> list[str]:
    """The cards of the draw pile, sorted; with Frozen Eye in their order."""
    names = [card_title(card) for card in reversed(b.draw)]
    return names if find_relic(G, "Frozen Eye") is not None else sorted(names)


def _keys(G: SpireState) -> str:
    return ", ".join(name for name, has in zip(KEYS, G.keys, strict=True) if has)


def _map(G: SpireState) -> list[str]:
    if G.map is None:
        return []
    columns = "   " + "".join(f"{x:<4}" for x in range(map.COLUMNS))
    return [*map.picture(G.map, (G.x, G.y)), columns.rstrip(), "", *LEGEND]


# --- for pages ------------------------------------------------------------------------------------


def player(c: SpireContext, seat: int) -> dict[str, Any]:
    """The values beside the player's name."""
    G, b = c.G, c.G.battle
    seen: dict[str, Any] = {"HP": f"{G.hp}/{G.max_hp}", "hp": G.hp}
    if b is not None:
        seen |= {"block": b.block, "energy": b.energy}
        if b.stance:
            seen["stance"] = b.stance
        if powers := own_powers(b):
            seen["powers"] = ", ".join(powers)
        if orbs := orb_texts(b):
            seen["orbs"] = ", ".join(orbs)
    return seen | {"gold": G.gold}


def see(c: SpireContext, seat: int | None) -> dict[str, Any]:
    """The public values of the run."""
    G, b = c.G, c.G.battle
    seen: dict[str, Any] = {
        "character": character_name(G),
        "ascension": G.ascension,
        "act": G.act,
        "floor": G.floor,
        "room": G.room.replace("_", " ").lower(),
        "boss": G.boss,
        "relics": ", ".join(relic_names(G)),
        "relic_texts": {relics()[relic.kind].name: relic_rules(relic.kind) for relic in G.relics},
        "keys": _keys(G),
        "event": event_name(G.event) if G.screen == "EVENT" else "",
        "potions": "",
        "boss_relics": "",
    }
    if b is not None:
        seen["fight_turn"] = b.turn + 1
        seen["enemies"] = [
            _row(G, name, monster)
            for name, monster in zip(enemy_names(b), b.monsters, strict=True)
            if is_shown(monster)
        ]
        seen |= _texts_of_fight(b)
        seen["in_the_draw_pile"] = counted(_pile(G, b)) if b.draw else ""
    seen["scene"] = scene(c)
    return seen


def zones_view(c: SpireContext, seat: int | None) -> dict[str, Any]:
    """The zones of a page: enemies, piles and what is on offer."""
    G, b = c.G, c.G.battle
    zones: dict[str, list[dict[str, Any]]] = {
        "potions": [
            {"id": f"p{slot}", **_potion(G, kind)}
            for slot, kind in enumerate(G.potions)
            if kind != NO_POTION
        ],
        "deck": [_card(f"d{place}", card) for place, card in enumerate(G.deck)],
        "offer": _goods(c),
    }
    laid: dict[str, Any] = {}
    if b is not None:
        zones["monsters"] = [
            _enemy(G, f"m{place}", name, monster)
            for place, (name, monster) in enumerate(zip(enemy_names(b), b.monsters, strict=True))
            if is_shown(monster)
        ]
        fight = fight_of(c)
        zones["hand"] = [_fighting(card) | in_hand(fight, card) for card in b.hand]
        for pile in ("discard", "exhaust"):
            zones[pile] = [_fighting(card) for card in getattr(b, pile)]
        if find_relic(G, "Frozen Eye") is not None:
            zones["draw"] = [_fighting(card) for card in b.draw]
        else:
            laid["draw:0"] = {"count": len(b.draw)}
    for name, found in zones.items():
        if found or name not in ("offer", "potions"):
            laid[f"{name}:0"] = {"count": len(found), "cards": found}
    return laid


def cards_of_move(c: SpireContext, move: str, args: tuple[Any, ...]) -> list[str]:
    """The ids of the cards that a move refers to."""
    if move == "play" and c.G.battle is not None:
        card, target = args
        own = f"c{c.G.battle.hand[card].uid}"
        return [own] if target < 0 else [own, f"m{target}"]
    if move in ("potion_use", "potion_discard"):
        return [f"p{args[0]}", *(f"m{target}" for target in args[1:] if target >= 0)]
    return [f"{move} {args[0]}"] if move in ("reward", "shop", "boss_relic") else []


def _card(id: str, card: Card) -> dict[str, Any]:
    cost = cards()[card.kind].cost[1 if card.up else 0]
    return {"id": id, "kind": card.kind, "name": card_title(card), **_face(card, cost)}


def _fighting(card: Card) -> dict[str, Any]:
    cost = 0 if card.free else card.turn_cost
    return {"id": f"c{card.uid}", "kind": card.kind, "name": card_title(card), **_face(card, cost)}


def _face(card: Card, cost: int) -> dict[str, Any]:
    """The cost, if it is a number, and the text of an upgraded card instead of what an upgrade does."""
    seen: dict[str, Any] = {"cost": cost} if cost >= 0 else {"is_x": True} if cost == -1 else {}
    return seen | ({"text": text_of(card.kind, card.up), "upgraded": ""} if card.up else {})


def _row(G: SpireState, name: str, monster: Monster) -> dict[str, Any]:
    """An enemy as a row of a table."""
    return {
        "enemy": name,
        "HP": f"{monster.hp}/{monster.max_hp}",
        "block": monster.block,
        "intends": "is down" if is_down(monster) else intends(G, monster),
        "powers": ", ".join(powers_of(monster.powers)),
    }


def _enemy(G: SpireState, id: str, name: str, monster: Monster) -> dict[str, Any]:
    damage, times = (0, 0) if is_hidden(G) else strikes(G, monster)
    seen = {
        "id": id,
        "name": name,
        "cardKind": "Monster",
        "hp": monster.hp,
        "max_hp": monster.max_hp,
        "intends": "is down" if is_down(monster) else intends(G, monster),
        "powers": ", ".join(powers_of(monster.powers)),
        "power_texts": texts_of_powers(monster.powers),
        "text": intended_move(G, monster),
    }
    seen |= enemy(G, monster, (damage, times))
    if times:
        seen["attack"] = damage * times
    if monster.block:
        seen["block"] = monster.block
        seen["counters"] = [["block", monster.block]]
    return seen


def _goods(c: SpireContext) -> list[dict[str, Any]]:
    """What can be taken or bought, with the move as id."""
    G = c.G
    found: list[dict[str, Any]] = []
    if G.screen == "SHOP" and G.shop is not None:
        goods = {
            "card": [_card("", card) for card in G.shop.cards],
            "relic": [_relic(kind) for kind in G.shop.relics],
            "potion": [_potion(G, kind) for kind in G.shop.potions],
        }
        for kind, things in goods.items():
            for place, (thing, price) in enumerate(zip(things, G.shop.prices[kind], strict=True)):
                if price >= 0:
                    tag = {"price": f"{price} gold", "counters": [["gold", price]]}
                    found.append({**thing, "id": f"shop {kind} {place}", **tag})
    elif G.screen == "REWARDS" and G.rewards is not None:
        got = G.rewards
        found += [
            _card(f"reward card {at} {pick}", card)
            for at, offer in enumerate(got.cards)
            for pick, card in enumerate(offer)
        ]
        found += [
            {"id": f"reward relic {at}", **_relic(kind)} for at, kind in enumerate(got.relics)
        ]
        found += [
            {"id": f"reward potion {at}", **_potion(G, kind)} for at, kind in enumerate(got.potions)
        ]
    elif G.screen == "BOSS_RELIC":
        found += [
            {"id": f"boss_relic {place}", **_relic(kind)}
            for place, kind in enumerate(G.boss_relics)
        ]
    return found


def _relic(kind: str) -> dict[str, Any]:
    return {
        "kind": f"relic:{kind}", "name": relics()[kind].name, "cardKind": "Relic",
        "text": relic_rules(kind),
    }  # fmt: skip


def _potion(G: SpireState, kind: str) -> dict[str, Any]:
    return {
        "kind": f"potion:{kind}", "name": potions()[kind].name, "cardKind": "Potion",
        "text": text_of_potion(G, kind),
    }  # fmt: skip
