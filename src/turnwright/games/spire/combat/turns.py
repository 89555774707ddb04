"""The order of a turn: its end, the turns of the monsters, and the start of the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.games.spire.state import Card, is_alive, is_targetable

from . import power_ids as p
from .card_play import CardPlay, finish_play
from .orbs import trigger_turn_end as trigger_orbs_of_turn_end
from .orbs import trigger_turn_start as trigger_orbs_of_turn_start
from .piles import FACTS, exhaust_from_hand
from .power_amounts import reduce_power
from .stances import end_turn_in_stance, start_turn_in_stance

if TYPE_CHECKING:
    from .fight import Fight

NO_MONSTER = 99
"""The `monster_turn` of a fight while no monster acts."""


def end_turn(f: Fight) -> None:
    """End the player's turn after what is waiting."""
    f.plays.append(CardPlay(None))
    f.ends_turn = True


def end_turn_early(f: Fight) -> None:
    """End the turn now. Queued cards are moved to their piles."""
    for play in f.plays:
        if play.is_auto and not play.is_copy and play.card is not None:
            play.silent = True
            play.exhausts |= FACTS[play.card.kind].exhaust[1 if play.card.up else 0]
            f.add_to_bottom(finish_play, f, play)
    f.plays.clear()
    end_turn(f)


def take_extra_turn(f: Fight) -> None:
    """End the turn now and take the next one before the monsters act."""
    f.skips_monsters = True
    end_turn_early(f)


def begin_turn_end(f: Fight) -> None:
    """Trigger what happens before the hand is discarded."""
    b = f.b
    f.trigger_relics(f.hooks.relic_turn_end)
    for name in (p.METALLICIZE, p.PLATED):
        if name in b.powers:
            f.add_to_bottom(f.do_block, b.powers[name])
    if b.stance:
        end_turn_in_stance(f)
    if b.orbs:
        f.add_to_bottom(trigger_orbs_of_turn_end, f)
    for card in b.hand:
        if card.kind in f.hooks.card_turn_end:
            play = CardPlay(card)
            play.silent = True
            b.counts["regret"] = len(b.hand)
            f.plays.append(play)


def finish_turn(f: Fight) -> None:
    """Trigger the end of the turn, then discard the hand and start the monsters' turns."""
    b = f.b
    if b.bombs:
        due = b.bombs.pop(0)
        if due:
            f.add_to_bottom(f.do_damage_all, due)
    for name in list(b.powers):
        hook = f.hooks.power_turn_end.get(name)
        if hook is not None:
            hook(f, b.powers[name])
    f.add_to_bottom(f.plays.clear)
    f.add_to_bottom(_discard_hand, f)
    for card in (*b.hand, *b.draw, *b.discard):
        card.turn_cost = card.cost
    f.add_to_bottom(_start_monster_turns, f)


def _discard_hand(f: Fight) -> None:
    b = f.b
    kept = [card for card in b.hand if card.retain or FACTS[card.kind].retain[1 if card.up else 0]]
    if kept:
        staying = {card.uid for card in kept}
        b.hand[:] = [card for card in b.hand if card.uid not in staying]
        f.add_to_top(_return_kept, f, kept)
    if "Runic Pyramid" not in f.relics:
        f.add_to_top(_discard_rest, f)
    for card in list(b.hand):
        if FACTS[card.kind].ethereal[1 if card.up else 0]:
            f.add_to_top(exhaust_from_hand, f, card)


def _discard_rest(f: Fight) -> None:
    b = f.b
    b.counts["discarded"] = b.counts.get("discarded", 0) + len(b.hand)
    b.discard += reversed(b.hand)
    b.hand.clear()


def _return_kept(f: Fight, kept: list[Card]) -> None:
    f.b.hand += kept
    for card in kept:
        card.retain = False
        hook = f.hooks.card_retained.get(card.kind)
        if hook is not None:
            hook(f, card)


def _start_monster_turns(f: Fight) -> None:
    """End the player's turn and let the monsters act."""
    f.turn_ended = True
    if f.skips_monsters:
        return
    if f.report is not None:
        f.report.tell()
    for monster in f.b.monsters:
        if is_targetable(monster) or monster.is_half_dead:
            if p.BARRICADE not in monster.powers:
                monster.block = 0
            for name in list(monster.powers):
                hook = f.hooks.monster_turn_start.get(name)
                if hook is not None:
                    hook(f, monster)
    f.monster_turn = 0
    if f.report is not None:
        f.report.rebase()


def take_monster_turn(f: Fight) -> None:
    """The next monster acts, if it can."""
    place = f.monster_turn
    f.monster_turn += 1
    monster = f.b.monsters[place]
    if (is_targetable(monster) or monster.is_half_dead) and not monster.has_escaped:
        if f.report is not None:
            f.report.begin_monster(place, monster)
        f.hooks.take_turn(f, place, monster)


def start_next_turn(f: Fight) -> None:
    """End the round after all monsters have acted, and start a new turn."""
    b = f.b
    if f.report is not None:
        f.report.tell()
    has_round_ended = not f.skips_monsters
    if has_round_ended:
        _end_round(f)
    b.turn += 1
    f.turn_ended = f.skips_monsters = False
    f.monster_turn = NO_MONSTER
    if b.stance:
        start_turn_in_stance(f)
    f.trigger_relics(f.hooks.relic_turn_start)
    for name in list(b.powers):
        power_hook = f.hooks.power_turn_start.get(name)
        if power_hook is not None:
            power_hook(f, b.powers[name])
    if b.orbs:
        trigger_orbs_of_turn_start(f)
    if p.BARRICADE not in b.powers and p.BLUR not in b.powers:
        b.block = max(0, b.block - 15) if "Calipers" in f.relics else 0
    if p.BLUR in b.powers and has_round_ended:
        reduce_power(b.powers, p.BLUR)
    f.draw(cards_per_turn(f))
    if p.DRAW_REDUCTION in b.powers:
        if p.DRAW_REDUCTION in b.fresh:
            b.fresh.remove(p.DRAW_REDUCTION)
        else:
            del b.powers[p.DRAW_REDUCTION]
    f.trigger_relics(f.hooks.relic_after_draw)
    for name in list(b.powers):
        power_hook = f.hooks.power_after_draw.get(name)
        if power_hook is not None:
            power_hook(f, b.powers[name])
    for word in ("played", "attacks", "skills", "discarded"):
        b.counts[word] = 0
    b.energy = b.energy + b.energy_per_turn if "Ice Cream" in f.relics else b.energy_per_turn
    if p.NEXT_ENERGY in b.powers:
        b.energy += b.powers.pop(p.NEXT_ENERGY)
    if f.report is not None:
        f.report.begin_turn()


def cards_per_turn(f: Fight) -> int:
    """How many cards the player draws each turn."""
    count = 5 + 2 * ("Snecko Eye" in f.relics) + ("Ring of the Serpent" in f.relics)
    powers = f.b.powers
    return count + powers.get(p.MACHINE_LEARNING, 0) - (1 if p.DRAW_REDUCTION in powers else 0)


def _end_round(f: Fight) -> None:
    b = f.b
    for monster in b.monsters:
        if is_alive(monster):
            for name in list(monster.powers):
                hook = f.hooks.monster_turn_end.get(name)
                if hook is not None:
                    hook(f, monster)
    for name in (p.FRAIL, p.VULNERABLE, p.WEAK, p.DOUBLE_DAMAGE):
        if name in b.powers:
            if name in b.fresh:
                b.fresh.remove(name)
            else:
                reduce_power(b.powers, name)
    for name in (p.DUPLICATION, p.EQUILIBRIUM, p.INTANGIBLE, p.NO_BLOCK):
        if name in b.powers:
            reduce_power(b.powers, name)
    b.powers.pop(p.WAVE_OF_THE_HAND, None)
    for monster in b.monsters:
        if is_alive(monster):
            for name in list(monster.powers):
                hook = f.hooks.monster_round_end.get(name)
                if hook is not None:
                    hook(f, monster)
