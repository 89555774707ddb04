"""Effects of the powers of the Defect's cards, on the player and on monsters."""

from __future__ import annotations

from turnwright.games.spire.combat.card_play import CardPlay, copy_play
from turnwright.games.spire.combat.orbs import LIGHTNING, channel, trigger_passive
from turnwright.games.spire.combat.piles import FACTS, make_random_card
from turnwright.games.spire.combat.power_amounts import reduce_power
from turnwright.games.spire.library import COMMON, POWER, CardFacts, card_pool, combat_cards
from turnwright.games.spire.state import Monster

from . import power_ids as p
from .fight import Fight
from .hooks import HOOKS, on

# --- when a card is used -------------------------------------------------------------------------


@on(HOOKS.power_card, p.AMPLIFY)
def _amplify(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    """The next power of the turn is played twice."""
    if facts.type == POWER and not play.is_copy:
        reduce_power(f.b.powers, p.AMPLIFY)
        copy_play(f, play)


@on(HOOKS.power_card, p.ECHO_FORM)
def _echo_form(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    """The first cards of a turn are played twice. The copies count as played, too."""
    counts = f.b.counts
    echoed = counts.get("echoed", 0)
    if not play.is_copy and counts["played"] - echoed <= f.power(p.ECHO_FORM):
        counts["echoed"] = echoed + 1
        copy_play(f, play)


@on(HOOKS.power_card, p.HEATSINK)
def _heatsinks(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == POWER:
        f.draw(f.power(p.HEATSINK))


@on(HOOKS.power_card, p.REBOUND)
def _rebound(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    """The next card that is not a power goes on top of the draw pile."""
    if facts.type != POWER:
        play.goes_to = "top"
        f.add_to_bottom(reduce_power, f.b.powers, p.REBOUND)


@on(HOOKS.power_card, p.STORM)
def _storm(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == POWER:
        channel(f, LIGHTNING, f.power(p.STORM))


# --- at the end of the turn ----------------------------------------------------------------------


def _ends(name: str) -> None:
    @on(HOOKS.power_turn_end, name)
    def end(f: Fight, amount: int) -> None:
        f.add_to_bottom(f.b.powers.pop, name, 0)


for _name in (p.AMPLIFY, p.REBOUND):
    _ends(_name)


@on(HOOKS.power_turn_end, p.EQUILIBRIUM)
def _equilibrium(f: Fight, amount: int) -> None:
    """Keep the hand, except for ethereal cards."""
    for card in f.b.hand:
        if not FACTS[card.kind].ethereal[1 if card.up else 0]:
            card.retain = True


@on(HOOKS.monster_round_end, p.LOCK_ON)
def _lock_on(f: Fight, m: Monster) -> None:
    reduce_power(m.powers, p.LOCK_ON)


# --- at the start of the turn --------------------------------------------------------------------


@on(HOOKS.power_turn_start, p.BIAS)
def _bias(f: Fight, amount: int) -> None:
    f.buff(p.FOCUS, -amount)


@on(HOOKS.power_turn_start, p.CREATIVE_AI)
def _creative_ai(f: Fight, amount: int) -> None:
    for _ in range(amount):
        f.add_to_bottom(make_random_card, f, combat_cards(f.colour, POWER))


@on(HOOKS.power_turn_start, p.ECHO_FORM)
def _echo_again(f: Fight, amount: int) -> None:
    f.b.counts["echoed"] = 0


@on(HOOKS.power_turn_start, p.HELLO)
def _hello_world(f: Fight, amount: int) -> None:
    for _ in range(amount):
        f.add_to_bottom(make_random_card, f, card_pool(f.colour, COMMON))


@on(HOOKS.power_turn_start, p.LOOP)
def _loop(f: Fight, amount: int) -> None:
    """Trigger the oldest orb."""
    for _ in range(amount if f.b.orbs else 0):
        trigger_passive(f, f.b.orbs[0])


@on(HOOKS.power_after_draw, p.NEXT_ENERGY_BLUE)
def _charged(f: Fight, amount: int) -> None:
    f.energy(f.b.powers.pop(p.NEXT_ENERGY_BLUE))


# --- after a victory -----------------------------------------------------------------------------


@on(HOOKS.power_victory, p.SELF_REPAIR)
def _self_repair(f: Fight, amount: int) -> None:
    f.do_heal(amount)
