"""Duel: the moves and the flow. Phases: draw, standby, main, battle, second main, end.

Each player has 8,000 life, starts with five cards and draws one each turn except the first of the duel.
One monster may be summoned or set each turn: level 5 and 6 need one tribute, level 7 and higher two.
Spells are played in a main phase, quick spells and traps also in response. A player loses with no life
left, or when drawing from an empty deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import turnwright as tw
from turnwright.core.rules.chain import Asking

from . import cards as all_cards  # noqa: F401  (adds the cards to the library)
from .activation import activate as activate_effect
from .activation import attempt_summon, follow_up, is_legal
from .card_definition import (
    LIBRARY,
    MONSTER,
    TRAP,
    Effect,
    content,
    starting_effects,
    starting_kinds,
    tributes_for,
)
from .context import DuelContext
from .decks import find_deck, starters
from .events import AttackDeclared, BattleDamage, PhaseBegan
from .keywords import GLOSSARY
from .rulebook import RULEBOOK
from .state import (
    ANY_SEAT,
    FIELD,
    GRAVES,
    HAND_LIMIT,
    HANDS,
    LIFE,
    MONSTERS,
    SPELL_TRAPS,
    STARTING_HAND,
    ZONE_SIZE,
    Attack,
    Card,
    DuelState,
)
from .view import card_facts, describe, public_view
from .why_not import why_not

DIRECT = "direct"  # an attack on the player
PLAY_FROM = (
    ("hand", HANDS),
    ("monsters", MONSTERS),
    ("spell_trap", SPELL_TRAPS),
    ("field", FIELD),
    ("grave", GRAVES),
)

# --- setup -----------------------------------------------------------------------------------


def set_up(c: DuelContext) -> None:
    """Shuffle the decks and give the cards random ids, so that an id tells nothing about a card."""
    decks = c.options.get("decks") or ["Ember", "Tide"]
    if not isinstance(decks, list) or len(decks) != len(c.seats):
        raise tw.UnusableError("bad_deck", "`decks` must be a list with one deck for each seat.")
    for seat, chosen in zip(c.seats, decks, strict=True):
        deck = find_deck(chosen)
        kinds = [kind for kind, copies in deck.items() for _ in range(copies)]
        c.shuffle(kinds, "decks")
        for kind in kinds:
            c.renumber_card(c.create_card(kind, "deck", seat).id)
        c.G.ledgers.append(
            tw.Ledger(pools={"life": tw.Pool(LIFE), "summon": tw.Pool(1, 1, "turn")})
        )
    for seat in c.seats:
        c.draw_card(STARTING_HAND, seat)


# --- phases ---------------------------------------------------------------------------------------


def draw_phase(c: DuelContext) -> None:
    """Reset the limits of the turn; draw a card, except in the first turn."""
    for seat in c.seats:
        c.ledger(seat).reset("turn")
    for seat in c.seats:
        for card_id in c.monsters(seat):
            c.card(card_id).attacks_made = 0
    if c.turn > 0:
        c.draw_cards(c.turn_player)


def standby_phase(c: DuelContext) -> Asking:
    """Run delayed and triggered effects of the standby phase."""
    yield from begin_phase(c, "standby")


def end_phase(c: DuelContext) -> Asking:
    """Run effects of the end phase, end what lasts until the end of the turn, check the hand limit."""
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
        yield from follow_up(c)


def begin_phase(c: DuelContext, name: str) -> Asking:
    """Run the delayed effects that are due in this phase, then what its beginning triggers."""
    due = []
    for delayed in list(c.G.delayed):
        if delayed.phase == name and delayed.whose in (ANY_SEAT, c.turn_player):
            delayed.count -= 1
            if delayed.count <= 0:
                due.append(delayed)
                c.G.delayed.remove(delayed)
    for delayed in due:
        c.seat, c.me, c.my_kind = delayed.seat, -1, delayed.kind
        yield from c.run_effect(delayed.kind, delayed.effect, delayed.data)
    c.seat = c.turn_player
    c.pending_events.append(PhaseBegan(name=name, seat=c.turn_player))
    yield from follow_up(c)


# --- monsters -------------------------------------------------------------------------------------


def summonable(c: DuelContext) -> list[int]:
    """Monsters in the hand that could be summoned or set now."""
    seat, ctx = c.seat, c.ctx
    if not c.G.ledgers[seat].has("summon"):
        return []
    here = len(ctx.zones[MONSTERS[seat]])
    cards = ctx.cards
    return [i for i in ctx.zones[HANDS[seat]] if can_be_summoned(cards[i].kind, here)]


@cache
def can_be_summoned(kind: str, monsters: int) -> bool:
    """Return whether a card can be summoned onto a side with this many monsters."""
    spec = LIBRARY[kind]
    need = tributes_for(spec.level)
    return spec.type == MONSTER and need <= monsters < ZONE_SIZE + need


def place_monster(c: DuelContext, card_id: int) -> Asking:
    """Pay the tributes and the one summon of the turn, and put the monster on the field."""
    need = tributes_for(c.spec(card_id).level)
    if need:
        text = f"Tribute {need} for {c.kind_name(card_id)}"
        picks = yield c.choose_many(
            text, c.own_monsters, need, need, label=c.name, intent="cost", is_cards=True,
            is_field=True, id="tribute", source=card_id, is_open=True,
        )  # fmt: skip
        for pick in picks:
            c.send(pick, "grave")
    c.ledger().spend("summon", 1, who=c.kind_name(card_id), why="summoned or set")
    c.move_card(card_id, "monsters", c.seat)
    c.card(card_id).came = c.turn
    c.commit()


@tw.move(label=lambda c, card: f"Summon {c.kind_name(card)}", hidden_label="summons a monster")
def normal_summon(c: DuelContext, card: int = tw.arg(summonable)) -> Asking:
    """Summon a monster from the hand, face up in attack position."""
    yield from place_monster(c, card)
    yield from attempt_summon(c, card, "normal")


@tw.move(label=lambda c, card: f"Set {c.kind_name(card)}", hidden_label="sets a monster")
def set_monster(c: DuelContext, card: int = tw.arg(summonable)) -> Asking:
    """Set a monster from the hand, face down in defense position."""
    yield from place_monster(c, card)
    c.set_down(card)
    yield from follow_up(c)


def flippable(c: DuelContext) -> list[int]:
    """Face-down monsters that were set in an earlier turn."""
    cards, turn = c.ctx.cards, c.turn
    own = [cards[card_id] for card_id in c.monsters(c.seat)]
    return [card.id for card in own if not card.face_up and card.came < turn]


@tw.move(label=lambda c, card: f"Flip {c.kind_name(card)}", hidden_label="flips a monster")
def flip_summon(c: DuelContext, card: int = tw.arg(flippable)) -> Asking:
    """Turn a set monster face up in attack position."""
    yield from attempt_summon(c, card, "flip")


def turnable(c: DuelContext) -> list[int]:
    """Monsters that may change position: once a turn, not in the turn they came or attacked."""
    cards, turn = c.ctx.cards, c.turn
    own = [cards[card_id] for card_id in c.monsters(c.seat)]
    return [
        card.id
        for card in own
        if card.face_up and card.came < turn and card.turned < turn and not card.attacks_made
    ]


@tw.move(
    label=lambda c, card: f"Change the position of {c.kind_name(card)}",
    hidden_label="changes the position of a monster",
    wire="SWITCH_POSITION",
)
def change_position(c: DuelContext, card: int = tw.arg(turnable)) -> None:
    """Turn a monster from attack to defense position or back."""
    monster = c.card(card)
    monster.position = "defense" if monster.position == "attack" else "attack"
    monster.turned = c.turn


# --- spells, traps and effects --------------------------------------------------------------------


def playable(c: DuelContext) -> list[int]:
    """Cards with an effect that the turn player may start a chain with in a main phase."""
    found = []
    cards, zones, seat = c.ctx.cards, c.ctx.zones, c.seat
    for zone, keys in PLAY_FROM:
        kinds = starting_kinds(zone)
        for card_id in zones[keys[seat]]:
            if cards[card_id].kind in kinds:
                for effect in effects_to_start_with(c, card_id, zone):
                    if is_legal(c, card_id, effect):
                        found.append(card_id)
                        break
    return found


def usable_effects(c: DuelContext, card: int) -> list[str]:
    """The effects of a playable card that are legal; a single one needs no second check."""
    found = effects_to_start_with(c, card, c.zone_of(card))
    if len(found) == 1:
        return [found[0].name]
    return [effect.name for effect in found if is_legal(c, card, effect)]


def effects_to_start_with(c: DuelContext, card_id: int, zone: str) -> tuple[Effect, ...]:
    """The effects of a card with which a chain may start from this zone."""
    held = c.ctx.cards[card_id]
    starts = starting_effects(held.kind, zone, held.face_up)
    if starts and zone in ("hand", "spell_trap"):
        spec = LIBRARY[held.kind]
        if zone == "hand" and spec.subtype != "field" and not c.has_room(c.seat, "spell_trap"):
            return ()
        must_wait = spec.type == TRAP or spec.subtype == "quick"
        if not held.face_up and must_wait and held.came == c.turn:
            return ()
    return starts


def find_effect(c: DuelContext, card: int, name: str) -> Effect:
    """The effect of this name of a card."""
    return next(effect for effect in LIBRARY[c.kind_name(card)].effects if effect.name == name)


@tw.move(
    label=lambda c, card, effect: (
        f"Play {c.kind_name(card)}" if effect == "resolve" else f"Use {c.kind_name(card)}"
    ),
    wire=lambda card, effect: "ACTIVATE_SPELL" if effect == "resolve" else "ACTIVATE_EFFECT",
    hidden_label="plays a card",
)
def activate(
    c: DuelContext, card: int = tw.arg(playable), effect: str = tw.arg(usable_effects)
) -> Asking:
    """Play a card, or activate an effect of a card on the field or in the grave."""
    yield from activate_effect(c, card, find_effect(c, card, effect))


def settable(c: DuelContext) -> list[int]:
    """Spells and traps in the hand that may be set."""
    if not c.has_room(c.seat, "spell_trap"):
        return []
    cards = c.ctx.cards
    return [card_id for card_id in c.hand() if is_settable(cards[card_id].kind)]


@cache
def is_settable(kind: str) -> bool:
    """Return whether cards of this kind are set face down."""
    return LIBRARY[kind].type != MONSTER and LIBRARY[kind].subtype != "field"


@tw.move(
    label=lambda c, card: f"Set {c.kind_name(card)}",
    wire="SET_SPELLTRAP",
    hidden_label="sets a card",
)
def set_card(c: DuelContext, card: int = tw.arg(settable)) -> None:
    """Set a spell or trap face down."""
    c.move_card(card, "spell_trap", c.seat)
    held = c.card(card)
    held.face_up, held.came = False, c.turn


# --- the battle -----------------------------------------------------------------------------------


def attackers(c: DuelContext) -> list[int]:
    """Monsters that may attack now."""
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


def attacked(c: DuelContext, attacker: int) -> Sequence[int | str]:
    """What a monster may attack: monsters, or the player if there are none."""
    foes = c.foe_monsters
    return [*foes, DIRECT] if not foes or c.has_trait(attacker, "direct") else foes


def describe_attack(c: DuelContext, attacker: int, target: int | str) -> str:
    """The label of an attack."""
    at = "directly" if isinstance(target, str) else c.name(target)
    at = at.replace("face-down card", "the face-down monster")
    return f"Attack {at} with {c.kind_name(attacker)}"


@tw.move(
    when=lambda c: not c.G.is_battle_over or "The battle phase has already ended.",
    label=describe_attack,
    wire=lambda attacker, target: "DIRECT_ATTACK" if target == DIRECT else "DECLARE_ATTACK",
)
def attack(
    c: DuelContext, attacker: int = tw.arg(attackers), target: int | str = tw.arg(attacked)
) -> Asking:
    """Declare an attack, let it be responded to, and resolve it."""
    c.card(attacker).attacks_made += 1
    aim = None if isinstance(target, str) else target
    c.G.attack = Attack(attacker=attacker, target=aim)
    declared = AttackDeclared(attacker=attacker, seat=c.seat, target=aim)
    c.pending_events.append(declared)
    text = f"{c.kind_name(attacker)} attacks {'directly' if aim is None else 'a monster'}. Respond?"
    yield from follow_up(c, declared, text)
    fight = c.G.attack
    can_hit = is_fighting(c, attacker) and c.card(attacker).face_up
    can_hit = can_hit and c.card(attacker).position == "attack"
    if not c.ctx.game_over and not fight.is_negated and can_hit:
        if fight.target is None:
            hit(c, attacker, c.opponent, c.attack_of(attacker))
        elif is_fighting(c, fight.target):
            yield from damage_step(c, attacker, fight.target)
    c.G.attack = None
    yield from follow_up(c)


def is_fighting(c: DuelContext, card_id: int) -> bool:
    """Return whether a monster of the battle is still on the field."""
    return card_id in c.ctx.card_zones and c.zone_of(card_id) == "monsters"


def damage_step(c: DuelContext, attacker: int, target: int) -> Asking:
    """Flip a face-down defender, then compare the numbers of both monsters."""
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


def hit(c: DuelContext, card_id: int, seat: int, amount: int) -> None:
    """A player takes battle damage from a monster."""
    c.damage(seat, amount, f"battle with {c.kind_name(card_id)}")
    if amount:
        c.pending_events.append(BattleDamage(card=card_id, seat=seat, amount=amount))


# --- the flow -------------------------------------------------------------------------------------


def start_battle(c: DuelContext) -> None:
    """Allow attacks."""
    c.G.is_battle_over = False


@tw.move(
    when=lambda c: c.turn > 0 or "There is no battle phase in the first turn.",
    label="Go to the battle phase",
    wire="NEXT_PHASE",
)
def to_battle(c: DuelContext) -> None:
    """Go to the battle phase."""
    c.set_phase("battle")


@tw.move(label="Go to the second main phase", wire="NEXT_PHASE")
def to_main2(c: DuelContext) -> None:
    """Go to the second main phase."""
    c.end_phase()


@tw.move(label="End the turn")
def end_turn(c: DuelContext) -> None:
    """Go to the end phase."""
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


# --- evaluation for bots and pages -------------------------------------------------------------


def evaluate(c: DuelContext, seat: int) -> float:
    """Estimate the advantage of a seat, in hundreds of life points."""

    def side(who: int) -> float:
        power = sum(card_value(c, card_id) for card_id in c.on_field(who))
        return c.life(who) / 100 + power + 7 * len(c.hand(who))

    return side(seat) - side(c.after(seat))


def card_value(c: DuelContext, card_id: int) -> float:
    """Estimate the value of a card on the field, in hundreds of life points."""
    spec = c.spec(card_id)
    if spec.type != MONSTER:
        return 6.0
    return max(c.attack_of(card_id), c.defense_of(card_id)) / 100 + 3 * len(spec.effects)


def value(c: DuelContext, seat: int, card_id: int) -> float:
    """Estimate a card for the seat that chooses; a face-down card of the opponent is a guess."""
    if not c.card(card_id).face_up and c.side_of(card_id) != seat:
        return 12.0
    return card_value(c, card_id)


def could_be(c: DuelContext, card_id: int, kind: str) -> bool:
    """Return whether a hidden card may be of this kind: face-down cards in the monster zone are
    monsters, those behind them are spells and traps."""
    zone = c.zone_of(card_id)
    return zone in ("deck", "hand") or (LIBRARY[kind].type == MONSTER) == (zone == "monsters")


game = tw.Game(
    "duel",
    state=DuelState,
    context=DuelContext,
    card=Card,
    zones={
        "deck": tw.Zone("hidden", static_facts=True),
        "hand": tw.Zone("owner", static_facts=True),
        "monsters": tw.Zone("public", wire="field"),
        "spell_trap": tw.Zone("public", wire="spellTrap", label="Spells and traps"),
        "field": tw.Zone("public", wire="fieldSpell", single=True),
        "grave": tw.Zone("public", wire="graveyard", static_facts=True),
        "banished": tw.Zone("public", static_facts=True),
    },
    setup=set_up,
    moves={"concede": tw.move(tw.concede, by="anyone", label="Concede")},
    flow=flow,
    view=public_view,
    describe=describe,
    evaluate=evaluate,
    card_value=value,
    could_be=could_be,
    content=content,
    player_facts=lambda c, seat: {"lp": c.life(seat)},
    card_facts=card_facts,
    library=LIBRARY,
    glossary=GLOSSARY,
    why_not=why_not,
    choices={"decks": tuple(starters())},
    rulebook=RULEBOOK,
    about="Monsters, spells and traps in an original duel.",
)

VARIANTS = [{"decks": [one, other]} for one in starters().values() for other in starters().values()]
