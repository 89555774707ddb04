"""The cards of the Ironclad."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.card_choices import choose_card
from turnwright.games.spire.combat.card_play import play_top_card, spend_all_energy
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.combat.monsters.monster_definition import attacks
from turnwright.games.spire.combat.piles import (
    HAND_LIMIT,
    add_random_cards,
    can_upgrade,
    copy_of,
    draw_cards,
    exhaust_card,
    exhaust_from_hand,
    place_card,
)
from turnwright.games.spire.context import Asking
from turnwright.games.spire.library import ATTACK, POWER, combat_cards
from turnwright.games.spire.state import is_targetable

from .card_effects import (  # fmt: skip
    add,
    block,
    card,
    draw,
    energy,
    gain,
    hit,
    if_upgraded,
    inflict,
    inflict_all,
    later,
    pay,
    sweep,
)

# --- attacks -------------------------------------------------------------------------------------

card("Strike_R", hit(6, 9))
card("Bash", hit(8, 10), inflict(p.VULNERABLE, 2, 3))
card("Anger", hit(6, 8), lambda f, t, up: _anger(f, up))
card("Blood for Blood", hit(18, 22))
card("Bludgeon", hit(32, 42))
card("Body Slam", lambda f, t, up: f.attack(t, f.b.block))
card("Carnage", hit(20, 28))
card("Clash", hit(14, 18))
card("Cleave", sweep(8, 11))
card("Clothesline", hit(12, 14), inflict(p.WEAK, 2, 3))
card("Dropkick", lambda f, t, up: f.add_to_bottom(_kick, f, t, f.damage_to(t, 8 if up else 5)))
card(
    "Feed",
    lambda f, t, up: f.add_to_bottom(_feed, f, t, f.damage_to(t, 12 if up else 10), 4 if up else 3),
)
card(
    "Fiend Fire",
    lambda f, t, up: f.add_to_bottom(_burn_hand, f, t, f.damage_to(t, 10 if up else 7)),
)
card("Headbutt", hit(9, 12), later(lambda f: _put_back(f)))
card(
    "Heavy Blade",
    lambda f, t, up: f.attack(t, 14 + (4 if up else 2) * f.power(p.STRENGTH)),
)
card("Hemokinesis", pay(2), hit(15, 20))
card("Immolate", sweep(21, 28), add("Burn", "discard"))
card("Iron Wave", block(5, 7), hit(5, 7))
card(
    "Perfected Strike",
    lambda f, t, up: f.attack(t, 6 + (3 if up else 2) * f.count_strikes()),
)
card("Pommel Strike", hit(9, 10), draw(1, 2))
card("Pummel", lambda f, t, up: f.attack(t, 2, times=5 if up else 4))
card("Rampage", lambda f, t, up: _rampage(f, t, 8 if up else 5))
card(
    "Reaper",
    lambda f, t, up: f.add_to_bottom(_reap, f, (5 if up else 4) + f.power(p.VIGOR)),
)
card("Reckless Charge", hit(7, 10), add("Dazed", "draw"))
card("Searing Blow", lambda f, t, up: f.attack(t, up * (up + 7) // 2 + 12))
card("Sever Soul", later(lambda f: _sever(f)), hit(16, 22))
card("Sword Boomerang", lambda f, t, up: f.attack_random(3, times=4 if up else 3))
card("Thunderclap", sweep(4, 7), inflict_all(p.VULNERABLE, 1, 1))
card("Twin Strike", lambda f, t, up: f.attack(t, 7 if up else 5, times=2))
card("Uppercut", hit(13, 13), inflict(p.WEAK, 1, 2), inflict(p.VULNERABLE, 1, 2))
card(
    "Whirlwind",
    lambda f, t, up: f.add_to_bottom(_whirl, f, (8 if up else 5) + f.power(p.VIGOR), f.play),
)
card("Wild Strike", hit(12, 17), add("Wound", "draw"))


def _anger(f: Fight, up: int) -> None:
    """Add a copy of it to the discard pile."""
    f.add_to_bottom(place_card, f, copy_of(f, f.card_in_play), "discard")


@on(HOOKS.card_rules, "Clash")
def _only_attacks(f: Fight, _: object) -> bool:
    return all(f.facts(one).type == ATTACK for one in f.b.hand)


def _kick(f: Fight, target: int, damage: int) -> None:
    monster = f.b.monsters[target]
    if is_targetable(monster) and p.VULNERABLE in monster.powers:
        f.add_to_top(draw_cards, f, 1)
        f.add_to_top(f.do_energy, 1)
    f.add_to_top(f.do_attack, target, damage)


def _feed(f: Fight, target: int, damage: int, more: int) -> None:
    """Gain Max HP for a kill."""
    if f.kills(target, damage):
        f.gain_max_hp(more)


def _burn_hand(f: Fight, target: int, damage: int) -> None:
    """Exhaust the hand, then hit once for each card."""
    count = len(f.b.hand)
    for _ in range(count):
        f.add_to_top(f.do_attack, target, damage)
    for _ in range(count):
        f.add_to_top(f.exhaust_random)


def _put_back(f: Fight) -> Asking:
    """Put a card of the discard pile on top of the draw pile."""
    place = yield from choose_card(f, "HEADBUTT", "discard")
    if place >= 0:
        f.b.draw.append(f.b.discard.pop(place))


def _rampage(f: Fight, target: int, more: int) -> None:
    one = f.play.card
    assert one is not None
    f.attack(target, 8 + one.special)
    one.special += more


def _reap(f: Fight, base: int) -> None:
    """Attack all monsters and heal by the unblocked damage."""
    healed = 0
    for target, monster in enumerate(f.b.monsters):
        if is_targetable(monster):
            before = monster.hp
            f.do_attack(target, f.damage_without_vigor(target, base))
            healed += before - monster.hp
    if healed > 0:
        f.heal(healed)


def _sever(f: Fight) -> None:
    """Exhaust all cards that are not attacks, before the hit."""
    for one in f.b.hand:
        if f.facts(one).type != ATTACK:
            f.add_to_top(exhaust_from_hand, f, one)


def _whirl(f: Fight, base: int, play: object) -> None:
    """Attack all monsters once for each energy."""
    times = spend_all_energy(f)
    damage = [
        f.damage_without_vigor(t, base) if is_targetable(m) else 0
        for t, m in enumerate(f.b.monsters)
    ]
    if times > 0:
        _whirl_on(f, damage, times)


def _whirl_on(f: Fight, damage: list[int], times: int) -> None:
    for target, monster in enumerate(f.b.monsters):
        if is_targetable(monster):
            f.do_attack(target, damage[target])
    if times > 1:
        f.add_to_top(_whirl_on, f, damage, times - 1)


# --- skills --------------------------------------------------------------------------------------

card("Defend_R", block(5, 8))
card(
    "Armaments",
    block(5, 5),
    if_upgraded(later(lambda f: f.upgrade_all(f.b.hand)), later(lambda f: _arm(f))),
)
card("Battle Trance", draw(3, 4), gain(p.NO_DRAW))
card("Bloodletting", pay(3), energy(2, 3))
card("Burning Pact", later(lambda f: _exhaust_one(f)), draw(2, 3))
card("Disarm", inflict(p.STRENGTH, -2, -3))
card("Double Tap", gain(p.DOUBLE_TAP, 1, 2))
card("Dual Wield", later(lambda f, copies: _copy_card(f, copies), 1, 2))
card("Entrench", later(lambda f: f.do_block(f.b.block)))
card("Exhume", later(lambda f: _exhume(f)))
card("Flame Barrier", block(12, 16), gain(p.FLAME_BARRIER, 4, 6))
card("Flex", gain(p.STRENGTH, 2, 4), gain(p.LOSE_STRENGTH, 2, 4))
card("Ghostly Armor", block(10, 13))
card("Havoc", lambda f, t, up: f.add_to_bottom(play_top_card, f, f.random_monster(), True))
card("Impervious", block(30, 40))
card("Infernal Blade", later(lambda f: add_random_cards(f, combat_cards(f.colour, ATTACK))))
card("Intimidate", inflict_all(p.WEAK, 1, 2))
card("Limit Break", later(lambda f: f.do_buff(p.STRENGTH, f.power(p.STRENGTH))))
card("Offering", pay(6), energy(2), draw(3, 5))
card("Power Through", add("Wound", "hand", 2), block(15, 20))
card("Rage", gain(p.RAGE, 3, 5))
card("Second Wind", lambda f, t, up: f.add_to_bottom(_second_wind, f, f.block_of(7 if up else 5)))
card("Seeing Red", energy(2))
card("Sentinel", block(5, 8))
card("Shockwave", inflict_all(p.WEAK, 3, 5), inflict_all(p.VULNERABLE, 3, 5))
card("Shrug It Off", block(8, 11), draw(1))
card("Spot Weakness", lambda f, t, up: f.add_to_bottom(_spot, f, t, 4 if up else 3))
card(
    "True Grit",
    block(7, 9),
    if_upgraded(later(lambda f: _exhaust_one(f)), later(lambda f: f.exhaust_random())),
)
card("Warcry", draw(1, 2), later(lambda f: keep_on_top(f)))


def _arm(f: Fight) -> Asking:
    """Upgrade a card of the hand for this fight. Cards that cannot be upgraded move to the end."""
    places = [place for place, one in enumerate(f.b.hand) if can_upgrade(one)]
    place = yield from choose_card(f, "ARMAMENTS", "hand", places)
    if place < 0:
        return
    one = f.b.hand[place]
    f.upgrade(one)
    if len(places) > 1:
        others = [other for other in f.b.hand if other is not one]
        able = [other for other in others if can_upgrade(other)]
        f.b.hand[:] = [*able, one, *(other for other in others if not can_upgrade(other))]


def _exhaust_one(f: Fight) -> Asking:
    place = yield from choose_card(f, "EXHAUST_ONE", "hand")
    if place >= 0:
        exhaust_card(f, f.b.hand.pop(place))


def _copy_card(f: Fight, copies: int) -> Asking:
    """Copy an attack or a power. After a choice the card itself is replaced by a copy."""
    hand = f.b.hand
    places = [place for place, one in enumerate(hand) if f.facts(one).type in (ATTACK, POWER)]
    place = yield from choose_card(f, "DUAL_WIELD", "hand", places)
    if place < 0:
        return
    one = hand[place]
    if len(places) > 1:
        others = [other for other in hand if other is not one]
        fits = [other for other in others if f.facts(other).type in (ATTACK, POWER)]
        rest = [other for other in others if f.facts(other).type not in (ATTACK, POWER)]
        one = copy_of(f, one)
        hand[:] = [*fits, *rest, one]
    for _ in range(copies):
        place_card(f, copy_of(f, one), "hand" if len(hand) < HAND_LIMIT else "discard")


def _exhume(f: Fight) -> Asking:
    """Return a card from the exhaust pile."""
    gone = f.b.exhaust
    if len(f.b.hand) >= HAND_LIMIT:
        return
    place = yield from choose_card(
        f, "EXHUME", "exhaust", [place for place, one in enumerate(gone) if one.kind != "Exhume"]
    )
    if place >= 0:
        place_card(f, gone.pop(place), "hand")


def _second_wind(f: Fight, amount: int) -> None:
    """Exhaust every card that is not an attack and gain block for each."""
    others = [one for one in f.b.hand if f.facts(one).type != ATTACK]
    for _ in others:
        f.add_to_top(f.do_block, amount)
    for one in others:
        f.add_to_top(exhaust_from_hand, f, one)


def _spot(f: Fight, target: int, strength: int) -> None:
    if attacks(f.b.monsters[target]):
        f.do_buff(p.STRENGTH, strength)


def keep_on_top(f: Fight) -> Asking:
    """Put a card of the hand on top of the draw pile."""
    if len(f.b.hand) == 1:
        f.streams.card_random.random(1)
    place = yield from choose_card(f, "WARCRY", "hand")
    if place >= 0:
        f.b.draw.append(f.b.hand.pop(place))


# --- powers --------------------------------------------------------------------------------------

card("Barricade", lambda f, t, up: f.do_buff(p.BARRICADE))
card("Berserk", lambda f, t, up: _berserk(f), gain(p.VULNERABLE, 2, 1))
card("Brutality", gain(p.BRUTALITY))
card("Combust", gain(p.COMBUST, 5, 7))
card("Corruption", lambda f, t, up: None if f.power(p.CORRUPTION) else f.buff(p.CORRUPTION))
card("Dark Embrace", gain(p.DARK_EMBRACE))
card("Demon Form", gain(p.DEMON_FORM, 2, 3))
card("Evolve", gain(p.EVOLVE, 1, 2))
card("Feel No Pain", gain(p.FEEL_NO_PAIN, 3, 4))
card("Fire Breathing", gain(p.FIRE_BREATHING, 6, 10))
card("Inflame", gain(p.STRENGTH, 2, 3))
card("Juggernaut", gain(p.JUGGERNAUT, 5, 7))
card("Metallicize", gain(p.METALLICIZE, 3, 4))
card("Rupture", gain(p.RUPTURE, 1, 2))


def _berserk(f: Fight) -> None:
    f.do_buff(p.BERSERK)
    f.b.energy_per_turn += 1
