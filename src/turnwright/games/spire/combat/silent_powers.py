"""Effects of the powers of the Silent's cards, on the player and on monsters."""

from __future__ import annotations

from turnwright.games.spire.combat.card_choices import choose_cards
from turnwright.games.spire.combat.card_play import CardPlay, copy_play
from turnwright.games.spire.combat.discarding import choose_discards
from turnwright.games.spire.combat.piles import FACTS, copy_of, place_card
from turnwright.games.spire.combat.power_amounts import reduce_power
from turnwright.games.spire.context import Asking
from turnwright.games.spire.library import SKILL, CardFacts
from turnwright.games.spire.state import Monster

from . import power_ids as p
from .fight import Fight
from .hooks import HOOKS, on

NIGHTMARE_COPIES = 3

# --- when a card is used -------------------------------------------------------------------------


@on(HOOKS.power_card, p.AFTER_IMAGE)
def _after_image(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    f.add_to_bottom(f.do_block, f.power(p.AFTER_IMAGE))


@on(HOOKS.power_card, p.BURST)
def _burst(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    """The next skill of the turn is played twice."""
    if facts.type == SKILL and not play.is_copy:
        reduce_power(f.b.powers, p.BURST)
        copy_play(f, play)


@on(HOOKS.power_card, p.THOUSAND_CUTS)
def _thousand_cuts(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    f.add_to_bottom(f.do_damage_all, f.power(p.THOUSAND_CUTS))


@on(HOOKS.monster_card, p.CHOKED)
def _choke(f: Fight, place: int, m: Monster, facts: CardFacts) -> None:
    f.add_to_bottom(f.do_monster_hp_loss, place, m.powers[p.CHOKED])


@on(HOOKS.monster_turn_start, p.CHOKED)
def _breathe(f: Fight, m: Monster) -> None:
    del m.powers[p.CHOKED]


# --- at the end of the turn ----------------------------------------------------------------------


@on(HOOKS.power_turn_end, p.BURST)
def _burst_out(f: Fight, amount: int) -> None:
    f.add_to_bottom(f.b.powers.pop, p.BURST, 0)


@on(HOOKS.power_turn_end, p.WELL_LAID_PLANS)
def _well_laid_plans(f: Fight, amount: int) -> None:
    if f.b.hand and "Runic Pyramid" not in f.relics and p.EQUILIBRIUM not in f.b.powers:
        f.add_to_bottom(_retain_cards, f, amount)


def _retain_cards(f: Fight, most: int) -> Asking:
    """Keep cards for the next turn. Ethereal cards cannot be kept."""
    if not f.b.hand:
        return
    places = yield from choose_cards(f, "RETAIN", "hand", most)
    for place in places:
        card = f.b.hand[place]
        card.retain = not FACTS[card.kind].ethereal[1 if card.up else 0]


@on(HOOKS.power_turn_end, p.WRAITH_FORM)
def _wraith_form(f: Fight, amount: int) -> None:
    f.buff(p.DEXTERITY, -amount)


# --- at the start of the turn --------------------------------------------------------------------


@on(HOOKS.power_turn_start, p.INFINITE_BLADES)
def _infinite_blades(f: Fight, amount: int) -> None:
    f.make("Shiv", "hand", amount)


@on(HOOKS.power_turn_start, p.NIGHTMARE)
def _wake_up(f: Fight, amount: int) -> None:
    for dreamt in f.b.nightmares:
        for _ in range(NIGHTMARE_COPIES):
            f.add_to_bottom(place_card, f, copy_of(f, dreamt), "hand")
    f.b.nightmares.clear()
    del f.b.powers[p.NIGHTMARE]


@on(HOOKS.power_turn_start, p.PHANTASMAL)
def _phantasmal_killer(f: Fight, amount: int) -> None:
    """Double damage this turn."""
    f.buff(p.DOUBLE_DAMAGE)
    f.add_to_bottom(reduce_power, f.b.powers, p.PHANTASMAL)


@on(HOOKS.power_after_draw, p.NOXIOUS_FUMES)
def _noxious_fumes(f: Fight, amount: int) -> None:
    f.debuff_all(p.POISON, amount)


@on(HOOKS.power_after_draw, p.TOOLS)
def _tools_of_the_trade(f: Fight, amount: int) -> None:
    f.draw(amount)
    f.add_to_bottom(choose_discards, f, amount)


# --- when a monster dies -------------------------------------------------------------------------


@on(HOOKS.when_power_dies, p.CORPSE_EXPLOSION)
def _corpse_explosion(f: Fight, place: int, m: Monster) -> None:
    """Damage equal to its Max HP to all others."""
    f.add_to_bottom(f.do_damage_all, m.max_hp * m.powers[p.CORPSE_EXPLOSION])
