"""Differences in single cards, powers, relics and potions."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.card_choices import choose_card, choose_cards, discover
from turnwright.games.spire.combat.card_play import CardPlay, play_top_card_at_random
from turnwright.games.spire.combat.cards.card_effects import gain, hit, later
from turnwright.games.spire.combat.cards.colourless import dagger
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.combat.monsters import monster_powers
from turnwright.games.spire.combat.monsters.move_definition import set_move
from turnwright.games.spire.combat.piles import (
    HAND_LIMIT,
    draw_cards,
    exhaust_from_hand,
    make_cards,
    new_card,
    place_card,
)
from turnwright.games.spire.context import Asking
from turnwright.games.spire.library import ATTACK, POWER, SKILL, CardFacts, combat_cards
from turnwright.games.spire.state import Card, Monster, Relic

from .fight_rules import ENGINE_HOOKS, remember_debuffs

# --- cards ---------------------------------------------------------------------------------------

# Anger adds a new card, not a copy with the same cost.
# Seen in dev-relic-KUNAI-0.
ENGINE_HOOKS.cards["Anger"] = (
    hit(6, 8),
    lambda f, target, up: f.make("Anger", "discard", up=up),
)

# Ritual Dagger forgets its base damage of 15.
# Seen in dev-card-RITUAL_DAGGER-plain.
ENGINE_HOOKS.cards["RitualDagger"] = (
    lambda f, target, up: f.add_to_bottom(
        dagger, f, target, f.damage_to(target, f.card_in_play.special), 5 if up else 3
    ),
)


def _sever(f: Fight) -> None:
    for one in reversed(f.b.hand):
        if f.facts(one).type != ATTACK:
            f.add_to_bottom(exhaust_from_hand, f, one)


# Sever Soul exhausts after its hit.
# Seen in dev-run-a0-013.
ENGINE_HOOKS.cards["Sever Soul"] = (later(_sever), hit(16, 22))


def _hatch(f: Fight, kind: str, count: int) -> None:
    pool = combat_cards(f.colour, kind)
    found = [f.random_of(pool) for _ in range(count)]
    for name in found:
        one = new_card(f, name)
        one.cost = one.turn_cost = 0
        place_card(f, one, "draw")


# Metamorphosis makes X-cost cards cost 0.
# Seen in dev-card-METAMORPHOSIS+1-plain.
ENGINE_HOOKS.cards["Metamorphosis"] = (later(lambda f, count: _hatch(f, ATTACK, count), 3, 5),)

# So does Chrysalis.
# Read in src/combat/Actions.cpp, PutRandomCardsInDrawPile.
ENGINE_HOOKS.cards["Chrysalis"] = (later(lambda f, count: _hatch(f, SKILL, count), 3, 5),)

# The cards of Jack of All Trades are rolled later, and the second one arrives first. A remark in
# src/combat/BattleContext.cpp, useSkillCard, says what the game does.
# Seen in dev-card-JACK_OF_ALL_TRADES+1-plain.
ENGINE_HOOKS.cards["Jack Of All Trades"] = (later(lambda f, count: _trade(f, count), 1, 2),)


def _trade(f: Fight, count: int) -> None:
    for _ in range(count):
        f.add_to_top(make_cards, f, f.random_of(combat_cards("COLORLESS")), "hand")


@on(ENGINE_HOOKS.card_drawn, "Void")
def void(f: Fight, card: Card) -> None:
    """A Void takes its energy at once, before energy that is still to come. A remark there says what
    the game does. Read in src/combat/CardManager.cpp, draw."""
    f.do_energy(-1)


# Pride does nothing at the end of a turn.
# Seen in dev-card-PRIDE-plain.
del ENGINE_HOOKS.card_turn_end["Pride"]

# A second Corruption makes the skills cost 0 again.
# Read in src/combat/BattleContext.cpp, usePowerCard.
ENGINE_HOOKS.cards["Corruption"] = (gain(p.CORRUPTION),)

# --- powers of the player ------------------------------------------------------------------------


@on(ENGINE_HOOKS.power_turn_start, p.MAYHEM)
def mayhem(f: Fight, amount: int) -> None:
    """Mayhem plays its card before the hand is drawn. Seen in dev-card-MAYHEM-plain."""
    for _ in range(amount):
        f.add_to_bottom(play_top_card_at_random, f)


@on(ENGINE_HOOKS.power_after_draw, p.BRUTALITY)
def brutality(f: Fight, amount: int) -> None:
    """Rupture does not see the HP lost to Brutality. Seen in dev-card-DEFEND_RED-mixed."""
    f.draw(amount)
    f.add_to_bottom(f.do_lose_hp, amount)


# --- powers of monsters --------------------------------------------------------------------------


@on(ENGINE_HOOKS.when_attacked, p.THORNS)
def thorns(f: Fight, place: int, m: Monster, damage: int) -> None:
    """Thorns of a monster only hurt if the attack deals damage. Read in src/combat/Monster.cpp,
    attackedUnblockedHelper."""
    f.add_to_top(f.do_damage_player, m.powers[p.THORNS])


@on(ENGINE_HOOKS.when_attacked, p.ANGRY)
def angry(f: Fight, place: int, m: Monster, damage: int) -> None:
    """`RecordingEngineFight.do_attack` does it, before block. Seen in
    dev-card-POMMEL_STRIKE+1-mixed."""


@on(ENGINE_HOOKS.when_attacked, p.FLIGHT)
def flight(f: Fight, place: int, m: Monster, damage: int) -> None:
    """A Byrd that is brought down keeps the power at 0 and flies again sooner. Seen in
    dev-card-BURNING_PACT+1-mixed."""
    m.powers[p.FLIGHT] -= 1
    if m.powers[p.FLIGHT] == 0:
        set_move(m, "STUNNED")


@on(ENGINE_HOOKS.when_power_dies, p.REGROW)
def life_link(f: Fight, place: int, m: Monster) -> None:
    """A Darkling remembers Weak and Vulnerable for the next time it is debuffed. Seen in
    dev-encounter-THREE_DARKLINGS-a0-2."""
    remember_debuffs(m)
    monster_powers.life_link(f, place, m)


@on(ENGINE_HOOKS.monster_card, p.ENRAGE)
def enrage(f: Fight, place: int, m: Monster, facts: CardFacts) -> None:
    """Enrage only works for the first monster. Seen in dev-encounter-COLOSSEUM_EVENT_NOBS-a0-0."""
    if place == 0:
        monster_powers.enrage(f, place, m, facts)


@on(ENGINE_HOOKS.monster_card, p.CURIOSITY)
def curiosity(f: Fight, place: int, m: Monster, facts: CardFacts) -> None:
    """Curiosity does nothing. Seen in dev-card-VOID-mixed."""


@on(ENGINE_HOOKS.group_setup, "Jaw Worm Horde")
def hardened(f: Fight, monsters: list[Monster]) -> None:
    """Below ascension 2 the Jaw Worms of act 3 start with 5 block instead of 6. Seen in
    dev-card-BLUDGEON+1-mixed."""
    block = 9 if f.G.ascension >= 17 else 6 if f.G.ascension >= 2 else 5
    for m in monsters:
        f.add_monster_power(m, 5 if f.G.ascension >= 17 else 4 if f.G.ascension >= 2 else 3)
        m.block += block
        m.misc["roused"] = 1


@on(ENGINE_HOOKS.burning_elite, "strength")
def burning_strength(f: Fight, m: Monster) -> None:
    """A burning elite gets one Strength less. Seen in dev-run-a0-022."""
    f.add_monster_power(m, f.G.act)


# --- relics --------------------------------------------------------------------------------------


@on(ENGINE_HOOKS.relic_start, "Ancient Tea Set")
def tea_set(f: Fight, relic: Relic) -> None:
    """Ancient Tea Set only works if the fight follows the rest directly. Seen in dev-run-a0-007."""
    if f.G.last_room == "REST":
        f.b.energy += 2
    relic.counter = -1


@on(ENGINE_HOOKS.relic_start, "NeowsBlessing")
def lament(f: Fight, relic: Relic) -> None:
    """Neow's Lament counts a fight when it is won, not when it begins. Seen in
    dev-relic-NEOWS_LAMENT-0."""
    if relic.counter > 0:
        for monster in f.b.monsters:
            monster.hp = min(monster.hp, 1)


@on(ENGINE_HOOKS.relic_victory, "NeowsBlessing")
def lament_counts(f: Fight, relic: Relic) -> None:
    """The other half of `lament`. Seen in dev-relic-NEOWS_LAMENT-0."""
    if relic.counter > 0:
        relic.counter -= 1


@on(ENGINE_HOOKS.relic_start, "GremlinMask")
def gremlin_visage(f: Fight, relic: Relic) -> None:
    """The Weak of Gremlin Visage lasts a round longer. Seen in dev-relic-GREMLIN_VISAGE-0."""
    f.debuff_player(p.WEAK, 1)


@on(ENGINE_HOOKS.relic_before_draw, "Toolbox")
def toolbox(f: Fight, relic: Relic) -> None:
    """The card of a Toolbox is free this turn. Seen in dev-relic-TOOLBOX-0."""
    f.add_to_bottom(_open_toolbox, f)


def _open_toolbox(f: Fight) -> Asking:
    yield from discover(f, combat_cards("COLORLESS"))


@on(ENGINE_HOOKS.relic_after_first_draw, "Red Mask")
def red_mask(f: Fight, relic: Relic) -> None:
    """The Weak of Red Mask lasts a round longer. Seen in dev-card-ARMAMENTS-mixed."""
    f.debuff_all(p.WEAK, 1)
    f.add_to_bottom(_keep_weak, f)


def _keep_weak(f: Fight) -> None:
    for monster in f.b.monsters:
        if p.WEAK in monster.powers:
            monster.fresh.append(p.WEAK)


@on(ENGINE_HOOKS.relic_card, "Mummified Hand")
def mummified_hand(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    """Mummified Hand can pick the power that is being played, and then does nothing. Seen in
    dev-relic-MUMMIFIED_HAND-0."""
    if facts.type != POWER:
        return
    queued = {id(waiting.card) for waiting in f.plays}
    able: list[Card] = [
        card
        for card in f.b.hand
        if card.cost > 0 and card.turn_cost > 0 and not card.free and id(card) not in queued
    ]
    if able:
        picked = able[f.streams.card_random.random(len(able) - 1)]
        if picked is not play.card:
            picked.turn_cost = 0


@on(ENGINE_HOOKS.relic_card, "Necronomicon")
def necronomicon(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    """Necronomicon does not repeat an attack that plays itself. Read in
    src/combat/BattleContext.cpp, onUseAttackCard."""
    if not play.is_free:
        HOOKS.relic_card["Necronomicon"](f, relic, play, facts)


@on(ENGINE_HOOKS.relic_victory, "Burning Blood")
def burning_blood(f: Fight, relic: Relic) -> None:
    """Magic Flower does not help after a fight. Seen in dev-relic-MAGIC_FLOWER-1."""
    f.c.heal(6)


@on(ENGINE_HOOKS.relic_victory, "Black Blood")
def black_blood(f: Fight, relic: Relic) -> None:
    """Magic Flower does not help here either. Read in src/combat/BattleContext.cpp,
    updateRelicsOnExit."""
    f.c.heal(12)


# Meat on the Bone takes its turn among the other relics instead of coming first.
# Read in src/combat/BattleContext.cpp, updateRelicsOnExit.
del ENGINE_HOOKS.relic_before_victory["Meat on the Bone"]


@on(ENGINE_HOOKS.relic_victory, "Meat on the Bone")
def meat_on_the_bone(f: Fight, relic: Relic) -> None:
    """Magic Flower does not help here either. Read in src/combat/BattleContext.cpp,
    updateRelicsOnExit."""
    if f.is_low():
        f.c.heal(12)


@on(ENGINE_HOOKS.relic_after_draw, "Gambling Chip")
def gambling_chip(f: Fight, relic: Relic) -> None:
    """Cards that a Gambling Chip discards are not counted. Seen in dev-run-a20-010."""
    if not f.b.turn:
        f.add_to_bottom(_gamble, f)


def _gamble(f: Fight) -> Asking:
    places = yield from choose_cards(f, "GAMBLE", "hand", HAND_LIMIT)
    if places:
        f.add_to_top(draw_cards, f, len(places))
    for place in sorted(places, reverse=True):
        f.b.discard.append(f.b.hand.pop(place))


# --- potions -------------------------------------------------------------------------------------


@on(ENGINE_HOOKS.potions, "LiquidMemories")
def liquid_memories(f: Fight, kind: str, target: int, bark: int) -> None:
    """Liquid Memories ignores Sacred Bark, and a single card does not become free. Seen in
    dev-potion-LIQUID_MEMORIES-plain2."""
    f.add_to_bottom(_remember, f)


def _remember(f: Fight) -> Asking:
    had = len(f.b.discard)
    place = yield from choose_card(f, "LIQUID_MEMORIES_POTION", "discard")
    if place >= 0:
        card = f.b.discard.pop(place)
        if card.turn_cost > 0 and had > 1:
            card.turn_cost = 0
        place_card(f, card, "hand")


@on(ENGINE_HOOKS.potions, "GamblersBrew")
def gamblers_brew(f: Fight, kind: str, target: int, bark: int) -> None:
    """Nor are those of a Gambler's Brew. Seen in dev-potion-GAMBLERS_BREW-plain."""
    f.add_to_bottom(_gamble, f)
