"""Effects of the player's powers. Those that only change a number are in `fight`."""

from __future__ import annotations

from turnwright.games.spire.combat.card_play import CardPlay, copy_play, play_top_card_at_random
from turnwright.games.spire.combat.piles import make_random_card, make_skills_free
from turnwright.games.spire.combat.power_amounts import reduce_power
from turnwright.games.spire.library import ATTACK, CardFacts, combat_cards

from . import power_ids as p
from .fight import Fight
from .hooks import HOOKS, on

# --- when a card is used -------------------------------------------------------------------------


@on(HOOKS.power_card, p.DOUBLE_TAP)
def _double_tap(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == ATTACK and not play.is_copy:
        reduce_power(f.b.powers, p.DOUBLE_TAP)
        copy_play(f, play)


@on(HOOKS.power_card, p.DUPLICATION)
def _duplication(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    if not play.is_copy:
        reduce_power(f.b.powers, p.DUPLICATION)
        copy_play(f, play)


@on(HOOKS.power_card, p.HEX)
def _hex(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    if facts.type != ATTACK:
        f.make("Dazed", "draw")


@on(HOOKS.power_card, p.PANACHE)
def _panache(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    """Every fifth card of a turn."""
    counts = f.b.counts
    counts["panache"] -= 1
    if counts["panache"] == 0:
        counts["panache"] = 5
        f.add_to_bottom(f.do_damage_all, f.power(p.PANACHE))


@on(HOOKS.power_card, p.RAGE)
def _rage(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == ATTACK:
        f.add_to_bottom(f.do_block, f.power(p.RAGE))


@on(HOOKS.power_card, p.VIGOR)
def _vigor(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == ATTACK:
        del f.b.powers[p.VIGOR]


@on(HOOKS.power_card, p.PEN_NIB)
def _pen_nib(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == ATTACK:
        f.add_to_bottom(f.b.powers.pop, p.PEN_NIB, 0)


# --- at the end of the turn ----------------------------------------------------------------------


@on(HOOKS.power_turn_end, p.COMBUST)
def _combust(f: Fight, amount: int) -> None:
    if f.targetable():
        f.add_to_bottom(f.do_lose_hp, f.b.counts["combust"], True)
        f.add_to_bottom(f.do_damage_all, amount)


@on(HOOKS.power_turn_end, p.CONSTRICTED)
def _constricted(f: Fight, amount: int) -> None:
    f.add_to_bottom(f.do_damage_player, amount)


def _ends(name: str) -> None:
    @on(HOOKS.power_turn_end, name)
    def end(f: Fight, amount: int) -> None:
        f.add_to_bottom(f.b.powers.pop, name, 0)


for _name in (p.DOUBLE_TAP, p.ENTANGLED, p.NO_DRAW):
    _ends(_name)


@on(HOOKS.power_turn_end, p.LOSE_STRENGTH)
def _flexed(f: Fight, amount: int) -> None:
    f.add_to_bottom(f.do_buff, p.STRENGTH, -amount)
    f.add_to_bottom(f.b.powers.pop, p.LOSE_STRENGTH, 0)


@on(HOOKS.power_turn_end, p.LOSE_DEXTERITY)
def _slowed(f: Fight, amount: int) -> None:
    f.add_to_bottom(f.do_buff, p.DEXTERITY, -amount)
    f.add_to_bottom(f.b.powers.pop, p.LOSE_DEXTERITY, 0)


@on(HOOKS.power_turn_end, p.OMEGA)
def _omega(f: Fight, amount: int) -> None:
    f.add_to_bottom(f.do_damage_all, amount)


@on(HOOKS.power_turn_end, p.RAGE)
def _calm(f: Fight, amount: int) -> None:
    del f.b.powers[p.RAGE]


@on(HOOKS.power_turn_end, p.REGEN)
def _regenerate(f: Fight, amount: int) -> None:
    f.add_to_top(f.do_heal, amount)
    f.add_to_top(reduce_power, f.b.powers, p.REGEN)


@on(HOOKS.power_turn_end, p.RITUAL)
def _ritual(f: Fight, amount: int) -> None:
    f.buff(p.STRENGTH, amount)


# --- at the start of the turn --------------------------------------------------------------------


@on(HOOKS.power_turn_start, p.FLAME_BARRIER)
def _burnt_out(f: Fight, amount: int) -> None:
    del f.b.powers[p.FLAME_BARRIER]


@on(HOOKS.power_turn_start, p.MAGNETISM)
def _magnetism(f: Fight, amount: int) -> None:
    for _ in range(amount):
        f.add_to_bottom(make_random_card, f, combat_cards("COLORLESS"))


@on(HOOKS.power_turn_start, p.MAYHEM)
def _mayhem(f: Fight, amount: int) -> None:
    """After the cards of the turn have been drawn."""
    for _ in range(amount):
        f.add_to_bottom(f.add_to_bottom, play_top_card_at_random, f)


@on(HOOKS.power_turn_start, p.NEXT_BLOCK)
def _next_block(f: Fight, amount: int) -> None:
    f.add_to_bottom(f.do_block, f.b.powers.pop(p.NEXT_BLOCK))


@on(HOOKS.power_turn_start, p.PANACHE)
def _reset_panache(f: Fight, amount: int) -> None:
    f.b.counts["panache"] = 5


@on(HOOKS.power_after_draw, p.BRUTALITY)
def _brutality(f: Fight, amount: int) -> None:
    f.draw(amount)
    f.add_to_bottom(f.do_lose_hp, amount, True)


@on(HOOKS.power_after_draw, p.DEMON_FORM)
def _demon_form(f: Fight, amount: int) -> None:
    f.buff(p.STRENGTH, amount)


@on(HOOKS.power_after_draw, p.NEXT_DRAW)
def _next_draw(f: Fight, amount: int) -> None:
    f.draw(f.b.powers.pop(p.NEXT_DRAW))


# --- when they come ------------------------------------------------------------------------------


@on(HOOKS.power_gained, p.CORRUPTION)
def _corruption(f: Fight) -> None:
    make_skills_free(f)


@on(HOOKS.power_gained, p.COMBUST)
def _more_combust(f: Fight) -> None:
    f.b.counts["combust"] = f.b.counts.get("combust", 0) + 1


@on(HOOKS.power_gained, p.PANACHE)
def _first_panache(f: Fight) -> None:
    f.b.counts.setdefault("panache", 5)
