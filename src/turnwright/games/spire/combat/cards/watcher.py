"""The cards of the Watcher, and those that only they create."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.card_choices import choose_card, choose_exactly, choose_offered
from turnwright.games.spire.combat.card_play import play_twice, spend_all_energy
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, CardEffect, on
from turnwright.games.spire.combat.monsters.monster_definition import attacks
from turnwright.games.spire.combat.piles import (
    HAND_LIMIT,
    draw_cards,
    exhaust_from_hand,
    make_cards,
    make_cheaper,
    make_free_this_turn,
    new_card,
    place_card,
)
from turnwright.games.spire.combat.stances import (
    CALM,
    DIVINITY,
    NEUTRAL,
    WRATH,
    change_stance,
    gain_mantra,
    return_to_hand,
    scry,
)
from turnwright.games.spire.combat.turns import end_turn_early, take_extra_turn
from turnwright.games.spire.context import Asking, is_upgradable
from turnwright.games.spire.library import (
    ATTACK,
    COMMON,
    RARE,
    SKILL,
    UNCOMMON,
    combat_cards_of_any_colour,
)
from turnwright.games.spire.state import Card

from .card_effects import (  # fmt: skip
    add,
    block,
    card,
    draw,
    gain,
    hit,
    inflict,
    later,
    sweep,
)


def enter(stance: str) -> CardEffect:
    """Enter a stance."""
    return lambda f, t, up: f.add_to_bottom(change_stance, f, stance)


def mantra(plain: int, upgraded: int) -> CardEffect:
    """Gain mantra."""
    return later(gain_mantra, plain, upgraded)


def look(plain: int, upgraded: int) -> CardEffect:
    """Scry."""
    return later(scry, plain, upgraded)


def after(kind: str, effect: CardEffect) -> CardEffect:
    """An effect if the card before was of this type."""
    return lambda f, t, up: effect(f, t, up) if f.b.last_type == kind else None


# --- attacks -------------------------------------------------------------------------------------

card("Strike_P", hit(6, 9))
card("Eruption", hit(9, 9), enter(WRATH))
card(
    "BowlingBash",
    lambda f, t, up: f.attack(t, 10 if up else 7, times=len(f.targetable())),
)
card(
    "Brilliance",
    lambda f, t, up: f.attack(t, (16 if up else 12) + f.b.counts.get("mantra", 0)),
)
card("CarveReality", hit(6, 10), add("Smite", "hand"))
card("Conclude", sweep(12, 16), later(end_turn_early))
card("Consecrate", sweep(5, 8))
card("CrushJoints", hit(8, 10), after(SKILL, inflict(p.VULNERABLE, 1, 2)))
card("CutThroughFate", hit(7, 9), look(2, 3), draw(1))
card("EmptyFist", hit(9, 14), enter(NEUTRAL))
card(
    "Expunger",
    lambda f, t, up: f.attack(t, 15 if up else 9, times=f.card_in_play.special),
)
card("FearNoEvil", lambda f, t, up: _fear_no_evil(f, t, 11 if up else 8))
card("FlurryOfBlows", hit(4, 6))
card("FlyingSleeves", lambda f, t, up: f.attack(t, 6 if up else 4, times=2))
card("FollowUp", hit(7, 11), after(ATTACK, lambda f, t, up: f.energy(1)))
card("JustLucky", look(1, 2), block(2, 3), hit(3, 4))
card(
    "LessonLearned",
    lambda f, t, up: f.add_to_bottom(_learn, f, t, f.damage_to(t, 13 if up else 10)),
)
card("Ragnarok", lambda f, t, up: f.attack_random(6 if up else 5, times=6 if up else 5))
card("ReachHeaven", hit(10, 15), add("ThroughViolence", "draw"))
card("SandsOfTime", hit(20, 26))
card("SashWhip", hit(8, 10), after(ATTACK, inflict(p.WEAK, 1, 2)))
card("SignatureMove", hit(30, 40))
card("TalkToTheHand", hit(5, 7), inflict(p.BLOCK_RETURN, 2, 3))
card(
    "Tantrum",
    lambda f, t, up: f.attack(t, 3, times=4 if up else 3),
    enter(WRATH),
    lambda f, t, up: _shuffle_back(f),
)
card(
    "Wallop",
    lambda f, t, up: f.add_to_bottom(_wallop, f, t, f.damage_to(t, 12 if up else 9)),
)
card("Weave", hit(4, 6))
card("WheelKick", hit(15, 20), draw(2))
card("WindmillStrike", lambda f, t, up: f.attack(t, (10 if up else 7) + f.card_in_play.special))


def _fear_no_evil(f: Fight, target: int, base: int) -> None:
    """Enter Calm if the enemy intends to attack."""
    f.attack(target, base)
    if attacks(f.b.monsters[target]):
        f.add_to_bottom(change_stance, f, CALM)


@on(HOOKS.card_stance, "FlurryOfBlows")
@on(HOOKS.card_scry, "Weave")
def _come_back(f: Fight, card: Card) -> None:
    f.add_to_bottom(return_to_hand, f, card)


def _learn(f: Fight, target: int, damage: int) -> None:
    """Upgrade a random card of the deck if it kills."""
    if f.kills(target, damage):
        able = [one for one in f.G.deck if is_upgradable(one)]
        if able:
            able[f.streams.misc.random(len(able) - 1)].up += 1


@on(HOOKS.card_rules, "SignatureMove")
def _only_attack(f: Fight, card: Card) -> bool:
    return not any(one is not card and f.facts(one).type == ATTACK for one in f.b.hand)


def _shuffle_back(f: Fight) -> None:
    f.play.goes_to = "draw"


def _wallop(f: Fight, target: int, damage: int) -> None:
    """Gain as much block as the enemy lost HP."""
    monster = f.b.monsters[target]
    had = monster.hp
    f.do_attack(target, damage)
    f.add_to_top(f.do_block, had - monster.hp)


@on(HOOKS.card_retained, "SandsOfTime")
def _sands_run(f: Fight, card: Card) -> None:
    """Costs 1 less."""
    make_cheaper(card)


@on(HOOKS.card_retained, "WindmillStrike")
def _windmill_turns(f: Fight, card: Card) -> None:
    """Deals more damage."""
    card.special += 5 if card.up else 4


# --- skills --------------------------------------------------------------------------------------

card("Defend_P", block(5, 8))
card("Vigilance", block(8, 12), enter(CALM))
card("Alpha", add("Beta", "draw"))
card("Blasphemy", enter(DIVINITY), gain(p.BLASPHEMY))
card("ClearTheMind", enter(CALM))
card("Collect", later(lambda f, more: _collect(f, more), 0, 1))
card("ConjureBlade", later(lambda f, more: _conjure(f, more), 0, 1))
card("Crescendo", enter(WRATH))
card("DeceiveReality", block(4, 7), add("Safety", "hand"))
card("EmptyBody", block(7, 10), enter(NEUTRAL))
card("EmptyMind", draw(2, 3), enter(NEUTRAL))
card("Evaluate", block(6, 10), add("Insight", "draw"))
card("ForeignInfluence", later(lambda f, is_free: _import_attack(f, is_free), 0, 1))
card("Halt", block(3, 4), lambda f, t, up: _halt(f, 14 if up else 9))
card("Indignation", lambda f, t, up: _indignation(f, 5 if up else 3))
card("InnerPeace", later(lambda f, count: _inner_peace(f, count), 3, 4))
card("Judgement", lambda f, t, up: f.add_to_bottom(_judge, f, t, 40 if up else 30))
card(
    "Meditate",
    later(lambda f, count: _meditate(f, count), 1, 2),
    enter(CALM),
    later(end_turn_early),
)
card("Omniscience", later(lambda f: _know_all(f)))
card("PathToVictory", inflict(p.MARK, 8, 11), later(lambda f: _press(f)))
card("Perseverance", lambda f, t, up: f.block((7 if up else 5) + f.card_in_play.special))
card("Pray", mantra(3, 4), add("Insight", "draw"))
card("Prostrate", mantra(2, 3), block(4, 4))
card("Protect", block(12, 16))
card("Sanctity", block(6, 9), after(SKILL, draw(2)))
card("Scrawl", later(lambda f: draw_cards(f, HAND_LIMIT - len(f.b.hand))))
card("SpiritShield", lambda f, t, up: _shield(f, 4 if up else 3))
card("Swivel", block(8, 11), gain(p.FREE_ATTACK))
card("ThirdEye", block(7, 9), look(3, 5))
card("Vault", later(take_extra_turn))
card("Vengeance", gain(p.NEXT_WRATH), gain(p.NEXT_DRAW, 2, 3))
card("WaveOfTheHand", gain(p.WAVE_OF_THE_HAND, 1, 2))
card("Wish", lambda f, t, up: f.add_to_bottom(_wish, f, up))
card("Worship", mantra(5, 5))
card("WreathOfFlame", gain(p.VIGOR, 5, 8))


def _collect(f: Fight, more: int) -> None:
    """An upgraded Miracle at the start of as many turns as energy was spent."""
    turns = spend_all_energy(f) + more
    if turns > 0:
        f.do_buff(p.COLLECT, turns)


def _conjure(f: Fight, more: int) -> None:
    """An Expunger that hits as often as energy was spent."""
    blade = new_card(f, "Expunger")
    blade.special = spend_all_energy(f) + more
    f.add_to_bottom(place_card, f, blade, "draw")


@on(HOOKS.card_drawn, "DeusExMachina")
def _deus_ex_machina(f: Fight, card: Card) -> None:
    """It exhausts itself and leaves Miracles."""
    f.add_to_top(make_cards, f, "Miracle", "hand", 3 if card.up else 2)
    f.add_to_top(exhaust_from_hand, f, card)


@on(HOOKS.card_rules, "DeusExMachina")
def _unplayable(f: Fight, _: object) -> bool:
    return False


def _import_attack(f: Fight, is_free: int) -> Asking:
    """Choose one of three attacks of any colour. Common ones are shown more often."""
    shown: list[str] = []
    while len(shown) < 3:
        roll = f.streams.card_random.random(99)
        rarity = COMMON if roll < 55 else UNCOMMON if roll < 85 else RARE
        kind = f.random_of(combat_cards_of_any_colour(ATTACK, rarity))
        if kind not in shown:
            shown.append(kind)
    kind = yield from choose_offered(f, "FOREIGN_INFLUENCE", [Card(kind) for kind in shown])
    one = new_card(f, kind)
    if is_free:
        make_free_this_turn(one)
    place_card(f, one, "hand")


def _halt(f: Fight, base: int) -> None:
    """More block in Wrath."""
    if f.b.stance == WRATH:
        f.block(base)


def _indignation(f: Fight, amount: int) -> None:
    """In Wrath make all enemies Vulnerable, otherwise enter it."""
    if f.b.stance == WRATH:
        f.debuff_all(p.VULNERABLE, amount)
    else:
        f.add_to_bottom(change_stance, f, WRATH)


def _inner_peace(f: Fight, count: int) -> None:
    """In Calm draw cards, otherwise enter it."""
    if f.b.stance == CALM:
        f.add_to_top(draw_cards, f, count)
    else:
        f.add_to_top(change_stance, f, CALM)


def _judge(f: Fight, target: int, most: int) -> None:
    """An enemy with so few HP dies, whatever protects it."""
    monster = f.b.monsters[target]
    if 0 < monster.hp <= most:
        monster.hp = 0
        f.die(target)


def _meditate(f: Fight, count: int) -> Asking:
    """Take cards of the discard pile and retain them."""
    b = f.b
    places = yield from choose_exactly(f, "MEDITATE", "discard", count)
    for one in [b.discard[place] for place in places]:
        if len(b.hand) < HAND_LIMIT:
            return_to_hand(f, one)
            one.retain = True


def _know_all(f: Fight) -> Asking:
    """Play a card of the draw pile twice."""
    pile, shown = f.b.draw, f.b.sorted_draw
    place = yield from choose_card(f, "OMNISCIENCE", "sorted_draw")
    if place >= 0:
        pile[:] = [one for one in pile if one is not shown[place]]
        play_twice(f, shown[place])


def _press(f: Fight) -> None:
    """All enemies lose as many HP as they have Mark."""
    for place, monster in enumerate(f.b.monsters):
        if p.MARK in monster.powers:
            f.add_to_top(f.do_monster_hp_loss, place, monster.powers[p.MARK])


@on(HOOKS.card_retained, "Perseverance")
def _persevere(f: Fight, card: Card) -> None:
    """Gives more block."""
    card.special += 3 if card.up else 2


def _shield(f: Fight, each: int) -> None:
    """Block for each other card in hand."""
    f.block(each * sum(one is not f.card_in_play for one in f.b.hand))


WISHES = ("BecomeAlmighty", "FameAndFortune", "LiveForever")


def _wish(f: Fight, up: int) -> Asking:
    kind = yield from choose_offered(f, "WISH", [Card(kind, up) for kind in WISHES])
    for effect in f.hooks.cards[kind]:
        effect(f, -1, up)


card("BecomeAlmighty", gain(p.STRENGTH, 3, 4))
card("FameAndFortune", later(lambda f, gold: f.gain_gold(gold), 25, 30))
card("LiveForever", gain(p.PLATED, 6, 8))

# --- powers --------------------------------------------------------------------------------------

card("Adaptation", gain(p.RUSHDOWN, 2))
card("BattleHymn", gain(p.BATTLE_HYMN))
card("DevaForm", gain(p.DEVA_FORM))
card("Devotion", gain(p.DEVOTION, 2, 3))
card("Establishment", gain(p.ESTABLISHMENT))
card("Fasting2", gain(p.STRENGTH, 3, 4), gain(p.DEXTERITY, 3, 4), gain(p.ENERGY_DOWN))
card("LikeWater", gain(p.LIKE_WATER, 5, 7))
card("MasterReality", gain(p.MASTER_REALITY))
card("MentalFortress", gain(p.MENTAL_FORTRESS, 4, 6))
card("Nirvana", gain(p.NIRVANA, 3, 4))
card("Study", gain(p.STUDY))
card("Wireheading", gain(p.FORESIGHT, 3, 4))
