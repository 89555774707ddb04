"""Duel: the moves and the flow. Phases: draw, standby, main, battle, second main, end.

Each player has 8,000 life, starts with five cards and draws one a turn (not in the very first). One
monster a turn is summoned or set: from level 5 on it takes a tribute, from level 7 on two. Spells are
played in a main phase, quick spells and traps also in answer. Whoever has no life left, or must draw
from an empty deck, has lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import turnwright as tw

from . import cards as all_cards  # noqa: F401  (defines them)
from .card_definition import (
    LIBRARY,
    MONSTER,
    TRAP,
    Effect,
    content,
    starting_effects,
    starting_kinds,
)
from .context import Rules
from .decks import check_deck, starter, starters
from .events import AttackDeclared, BattleDamage, PhaseBegan
from .state import (
    ANYBODY,
    BACKS,
    FIELD,
    GRAVES,
    HAND,
    HAND_LIMIT,
    HANDS,
    LIFE,
    LINE,
    MONSTERS,
    Attack,
    Card,
    Table,
)
from .view import describe, facts, see

DIRECT = "direct"  # an attack on the player
PLAY_FROM = (
    ("hand", HANDS),
    ("monsters", MONSTERS),
    ("backs", BACKS),
    ("field", FIELD),
    ("grave", GRAVES),
)

# --- setting up -----------------------------------------------------------------------------------


def set_up(c: Rules) -> None:
    """Decks are shuffled and the cards get chance numbers, so that a number tells nothing."""
    decks = c.options.get("decks") or [starter("Ember"), starter("Tide")]
    if not isinstance(decks, list) or len(decks) != len(c.seats):
        raise tw.UnusableError("bad_deck", "`decks` is a list with a deck for every seat.")
    for seat, deck in zip(c.seats, decks, strict=True):
        check_deck(deck)
        kinds = [kind for kind, copies in deck.items() for _ in range(copies)]
        c.shuffle(kinds, "decks")
        for kind in kinds:
            c.renumber_card(c.create_card(kind, "deck", seat).id)
        c.G.ledgers.append(
            tw.Ledger(pools={"life": tw.Pool(LIFE), "summon": tw.Pool(1, 1, "turn")})
        )
    for seat in c.seats:
        c.draw_card(HAND, seat)


# --- phases ---------------------------------------------------------------------------------------


def draw_phase(c: Rules) -> None:
    for seat in c.seats:
        c.ledger(seat).reset("turn")
    for seat in c.seats:
        for card_id in c.monsters(seat):
            c.card(card_id).attacks_made = 0
    if c.turn > 0:
        c.draw_cards(c.turn_player)


def standby_phase(c: Rules) -> Any:
    yield from begin_phase(c, "standby")


def end_phase(c: Rules) -> Any:
    """End of turn: effects of the end phase; then what lasted this turn ends, and hands shrink."""
    yield from begin_phase(c, "end")
    for seat in c.seats:
        for card_id in c.on_field(seat):
            card = c.card(card_id)
            if card.mods:
                card.mods = tuple(mod for mod in card.mods if mod.until != "turn")
    for loan in list(c.G.borrowed):
        if c.has_room(loan.seat):
            c.move_card(loan.card, "monsters", loan.seat)
        else:
            c.send(loan.card, "grave")
    c.G.borrowed = []
    extra = len(c.hand(c.turn_player)) - HAND_LIMIT
    if extra > 0 and not c.ctx.game_over:
        yield from c.discard(c.turn_player, extra)
        yield from c.follow_up()


def begin_phase(c: Rules, name: str) -> Any:
    due = []
    for delayed in list(c.G.delayed):
        if delayed.phase == name and delayed.whose in (ANYBODY, c.turn_player):
            delayed.count -= 1
            if delayed.count <= 0:
                due.append(delayed)
                c.G.delayed.remove(delayed)
    for delayed in due:
        c.seat, c.me, c.my_kind = delayed.seat, -1, delayed.kind
        yield from c.run_effect(delayed.kind, delayed.effect, delayed.data)
    c.seat = c.turn_player
    c.happened.append(PhaseBegan(name=name, seat=c.turn_player))
    yield from c.follow_up()


# --- monsters -------------------------------------------------------------------------------------


def tributes_for(card_level: int) -> int:
    return 0 if card_level <= 4 else 1 if card_level <= 6 else 2


def summonable(c: Rules) -> list[int]:
    """Monsters in the hand that could be summoned or set now."""
    seat, ctx = c.seat, c.ctx
    if not c.G.ledgers[seat].has("summon"):
        return []
    here = len(ctx.zones[MONSTERS[seat]])
    cards = ctx.cards
    return [i for i in ctx.zones[HANDS[seat]] if can_come(cards[i].kind, here)]


@cache
def can_come(kind: str, here: int) -> bool:
    """Can a card be summoned where so many monsters are?"""
    spec = LIBRARY[kind]
    need = tributes_for(spec.level)
    return spec.type == MONSTER and need <= here < LINE + need


def bring(c: Rules, card_id: int) -> Any:
    """What a normal summon and a set have in common: the one a turn, and the tributes."""
    need = tributes_for(c.spec(card_id).level)
    if need:
        text = f"Tribute {need} for {c.kind_name(card_id)}"
        picks = yield c.choose_many(
            text, c.own_monsters, need, need, label=c.name, intent="cost", is_cards=True,
            is_field=True, id="tribute", source=card_id,
        )  # fmt: skip
        for pick in picks:
            c.send(pick, "grave")
    c.ledger().spend("summon", 1, who=c.kind_name(card_id), why="summoned or set")
    c.move_card(card_id, "monsters", c.seat)
    c.card(card_id).came = c.turn
    c.commit()


@tw.move(label=lambda c, card: f"Summon {c.kind_name(card)}", told="summons a monster")
def normal_summon(c: Rules, card: int = tw.arg(summonable)) -> Any:
    yield from bring(c, card)
    yield from c.attempt_summon(card, "normal", "attack")


@tw.move(label=lambda c, card: f"Set {c.kind_name(card)}", told="sets a monster")
def set_monster(c: Rules, card: int = tw.arg(summonable)) -> Any:
    yield from bring(c, card)
    c.set_down(card)
    yield from c.follow_up()


def flippable(c: Rules) -> list[int]:
    cards, turn = c.ctx.cards, c.turn
    own = [cards[card_id] for card_id in c.monsters(c.seat)]
    return [card.id for card in own if not card.face_up and card.came < turn]


@tw.move(label=lambda c, card: f"Flip {c.kind_name(card)}")
def flip_summon(c: Rules, card: int = tw.arg(flippable)) -> Any:
    yield from c.attempt_summon(card, "flip", "attack")


def turnable(c: Rules) -> list[int]:
    cards, turn = c.ctx.cards, c.turn
    own = [cards[card_id] for card_id in c.monsters(c.seat)]
    return [
        card.id
        for card in own
        if card.face_up and card.came < turn and card.turned < turn and not card.attacks_made
    ]


@tw.move(
    label=lambda c, card: f"Change the position of {c.kind_name(card)}", wire="SWITCH_POSITION"
)
def change_position(c: Rules, card: int = tw.arg(turnable)) -> None:
    monster = c.card(card)
    monster.position = "defense" if monster.position == "attack" else "attack"
    monster.turned = c.turn


# --- spells, traps and effects --------------------------------------------------------------------


def playable(c: Rules) -> list[int]:
    """Cards with an effect that can be activated at spell speed 1, in one's own main phase."""
    found = []
    cards, zones, seat = c.ctx.cards, c.ctx.zones, c.seat
    for zone, keys in PLAY_FROM:
        kinds = starting_kinds(zone)
        for card_id in zones[keys[seat]]:
            if cards[card_id].kind in kinds:
                for effect in speed_one(c, card_id, zone):
                    if c.is_legal(card_id, effect):
                        found.append(card_id)
                        break
    return found


def usable_effects(c: Rules, card: int) -> list[str]:
    """Which of a playable card's effects; if it has but one, that one is what makes it playable."""
    found = speed_one(c, card, c.zone_of(card))
    if len(found) == 1:
        return [found[0].name]
    return [effect.name for effect in found if c.is_legal(card, effect)]


def speed_one(c: Rules, card_id: int, zone: str) -> tuple[Effect, ...]:
    """The effects of a card that its place allows to start a chain with."""
    held = c.ctx.cards[card_id]
    starts = starting_effects(held.kind, zone, held.face_up)
    if starts and zone in ("hand", "backs"):
        spec = LIBRARY[held.kind]
        if zone == "hand" and spec.subtype != "field" and not c.has_room(c.seat, "backs"):
            return ()
        must_wait = spec.type == TRAP or spec.subtype == "quick"
        if not held.face_up and must_wait and held.came == c.turn:
            return ()
    return starts


def find_effect(c: Rules, card: int, name: str) -> Effect:
    return next(effect for effect in LIBRARY[c.kind_name(card)].effects if effect.name == name)


@tw.move(
    label=lambda c, card, effect: (
        f"Play {c.kind_name(card)}" if effect == "resolve" else f"{c.kind_name(card)}: {effect}"
    ),
    wire=lambda card, effect: "ACTIVATE_SPELL" if effect == "resolve" else "ACTIVATE_EFFECT",
    told="plays a card",
)
def activate(c: Rules, card: int = tw.arg(playable), effect: str = tw.arg(usable_effects)) -> Any:
    yield from c.activate(card, find_effect(c, card, effect))


def settable(c: Rules) -> list[int]:
    if not c.has_room(c.seat, "backs"):
        return []
    cards = c.ctx.cards
    return [card_id for card_id in c.hand() if is_settable(cards[card_id].kind)]


@cache
def is_settable(kind: str) -> bool:
    return LIBRARY[kind].type != MONSTER and LIBRARY[kind].subtype != "field"


@tw.move(label=lambda c, card: f"Set {c.kind_name(card)}", wire="SET_SPELLTRAP", told="sets a card")
def set_card(c: Rules, card: int = tw.arg(settable)) -> None:
    c.move_card(card, "backs", c.seat)
    held = c.card(card)
    held.face_up, held.came = False, c.turn


# --- the battle -----------------------------------------------------------------------------------


def attackers(c: Rules) -> list[int]:
    found = []
    for card_id in c.monsters(c.seat):
        card = c.card(card_id)
        if (
            card.face_up
            and card.position == "attack"
            and card.attacks_made < c.stat(card_id, "attacks")
            and not c.has_trait(card_id, "cannot_attack")
        ):
            found.append(card_id)
    return found


def attacked(c: Rules, attacker: int) -> Sequence[int | str]:
    foes = c.foe_monsters
    return [*foes, DIRECT] if not foes or c.has_trait(attacker, "direct") else foes


def describe_attack(c: Rules, attacker: int, target: int | str) -> str:
    at = "directly" if isinstance(target, str) else c.name(target)
    return f"Attack {at} with {c.kind_name(attacker)}"


@tw.move(
    when=lambda c: not c.G.is_battle_over or "The battle phase has been ended.",
    label=describe_attack,
    wire=lambda attacker, target: "DIRECT_ATTACK" if target == DIRECT else "DECLARE_ATTACK",
)
def attack(
    c: Rules, attacker: int = tw.arg(attackers), target: int | str = tw.arg(attacked)
) -> Any:
    c.card(attacker).attacks_made += 1
    aim = None if isinstance(target, str) else target
    c.G.attack = Attack(attacker=attacker, target=aim)
    declared = AttackDeclared(attacker=attacker, seat=c.seat, target=aim)
    c.happened.append(declared)
    text = f"{c.kind_name(attacker)} attacks {'directly' if aim is None else 'a monster'}. Respond?"
    yield from c.follow_up(declared, text)
    fight = c.G.attack
    can_hit = is_fighting(c, attacker) and c.card(attacker).face_up
    can_hit = can_hit and c.card(attacker).position == "attack"
    if not c.ctx.game_over and not fight.is_negated and can_hit:
        if fight.target is None:
            hit(c, attacker, c.opponent, c.attack_of(attacker))
        elif is_fighting(c, fight.target):
            yield from damage_step(c, attacker, fight.target)
    c.G.attack = None
    yield from c.follow_up()


def is_fighting(c: Rules, card_id: int) -> bool:
    return card_id in c.ctx.card_zones and c.zone_of(card_id) == "monsters"


def damage_step(c: Rules, attacker: int, target: int) -> Any:
    """A face-down defender is turned up first; then both sides' numbers are compared."""
    c.flip(target)
    foe, mine = c.side_of(target), c.seat
    power = c.attack_of(attacker)
    if c.card(target).position == "attack":
        other = c.attack_of(target)
        if power > other:
            hit(c, attacker, foe, power - other)
            losers = [target]
        elif power < other:
            hit(c, target, mine, other - power)
            losers = [attacker]
        else:
            losers = [attacker, target] if power else []
    else:
        other = c.defense_of(target)
        losers = [target] if power > other else []
        if power > other and c.has_trait(attacker, "piercing"):
            hit(c, attacker, foe, power - other)
        elif power < other:
            hit(c, target, mine, other - power)
    yield from c.destroy(*losers, by_battle=True)


def hit(c: Rules, card_id: int, seat: int, amount: int) -> None:
    c.damage(seat, amount, f"battle with {c.kind_name(card_id)}")
    if amount:
        c.happened.append(BattleDamage(card=card_id, seat=seat, amount=amount))


# --- the flow -------------------------------------------------------------------------------------


def start_battle(c: Rules) -> None:
    c.G.is_battle_over = False


@tw.move(
    when=lambda c: c.turn > 0 or "There is no battle in the first turn.",
    label="To the battle phase",
    wire="NEXT_PHASE",
)
def to_battle(c: Rules) -> None:
    c.set_phase("battle")


@tw.move(label="To the second main phase", wire="NEXT_PHASE")
def to_main2(c: Rules) -> None:
    c.end_phase()


@tw.move(label="End the turn")
def end_turn(c: Rules) -> None:
    c.set_phase("end")


ACTIONS = {
    "normal_summon": normal_summon,
    "set_monster": set_monster,
    "flip_summon": flip_summon,
    "change_position": change_position,
    "activate": activate,
    "set_card": set_card,
}

flow = tw.Flow(
    phases={
        "draw": tw.Phase(start=True, next="standby", on_begin=draw_phase, end_if=tw.always),
        "standby": tw.Phase(next="main1", on_begin=standby_phase, end_if=tw.always),
        "main1": tw.Phase(
            next="battle", moves={**ACTIONS, "to_battle": to_battle, "end_turn": end_turn}
        ),
        "battle": tw.Phase(
            next="main2",
            on_begin=start_battle,
            moves={"attack": attack, "to_main2": to_main2, "end_turn": end_turn},
        ),
        "main2": tw.Phase(next="end", moves={**ACTIONS, "end_turn": end_turn}),
        "end": tw.Phase(on_begin=end_phase, end_if=tw.always),
    }
)


# --- what bots and pages want to know -------------------------------------------------------------


def evaluate(c: Rules, seat: int) -> float:
    """How well a seat stands, in hundreds of life points."""

    def side(who: int) -> float:
        power = sum(worth(c, card_id) for card_id in c.on_field(who))
        return c.life(who) / 100 + power + 7 * len(c.hand(who))

    return side(seat) - side(c.after(seat))


def worth(c: Rules, card_id: int) -> float:
    spec = c.spec(card_id)
    if spec.type != MONSTER:
        return 6.0
    return max(c.attack_of(card_id), c.defense_of(card_id)) / 100 + 3 * len(spec.effects)


def value(c: Rules, seat: int, card_id: int) -> float:
    """What a card is worth to the one who chooses; a face-down one of the other side is a guess."""
    if not c.card(card_id).face_up and c.side_of(card_id) != seat:
        return 12.0
    return worth(c, card_id)


def could_be(c: Rules, card_id: int, kind: str) -> bool:
    """Only monsters lie face down among monsters, and only spells and traps behind them."""
    zone = c.zone_of(card_id)
    return zone in ("deck", "hand") or (LIBRARY[kind].type == MONSTER) == (zone == "monsters")


game = tw.Game(
    "duel",
    state=Table,
    context=Rules,
    card=Card,
    zones={
        "deck": tw.Zone("hidden", still=True),
        "hand": tw.Zone("owner", still=True),
        "monsters": tw.Zone("public", wire="field"),
        "backs": tw.Zone("public", wire="spellTrap", label="Spells and traps"),
        "field": tw.Zone("public", wire="fieldSpell", single=True),
        "grave": tw.Zone("public", wire="graveyard", still=True),
        "banished": tw.Zone("public", still=True),
    },
    setup=set_up,
    moves={"concede": tw.move(tw.concede, by="anyone", label="Concede")},
    flow=flow,
    view=see,
    describe=describe,
    evaluate=evaluate,
    value=value,
    could_be=could_be,
    content=content,
    player=lambda c, seat: {"lp": c.life(seat)},
    facts=facts,
    library=LIBRARY,
    about="Monsters, spells and traps in an original duel.",
)

VARIANTS = [{"decks": [one, other]} for one in starters().values() for other in starters().values()]
