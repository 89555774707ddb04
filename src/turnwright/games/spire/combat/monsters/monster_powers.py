"""Powers of monsters: when they are attacked, when they die, when the player plays a card, and at
the end of a round."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.combat.piles import place_card
from turnwright.games.spire.combat.power_amounts import reduce_power
from turnwright.games.spire.combat.turns import end_turn_early
from turnwright.games.spire.library import ATTACK, POWER, SKILL, CardFacts
from turnwright.games.spire.state import Monster

from .monster_definition import roll_move
from .move_definition import set_move

# --- what several of them do ---------------------------------------------------------------------


def gain_block(m: Monster, amount: int) -> None:
    """The monster gains block."""
    m.block += amount


def shake_off(f: Fight, place: int, m: Monster) -> None:
    """Remove all debuffs of the monster."""
    for name in p.DEBUFFS:
        m.powers.pop(name, None)
    if m.powers.get(p.STRENGTH, 0) < 0:
        del m.powers[p.STRENGTH]


def blow_up(f: Fight, place: int, m: Monster) -> None:
    """The monster dies by its own move."""
    f.do_damage(place, m.hp)


# --- struck by an attack -------------------------------------------------------------------------


@on(HOOKS.when_attacked, p.PLATED)
def _plated(f: Fight, place: int, m: Monster, damage: int) -> None:
    """Unblocked attacks reduce it; a Shelled Parasite that loses all of it is stunned."""
    reduce_power(m.powers, p.PLATED)
    if p.PLATED not in m.powers and m.kind == "Shelled Parasite":
        set_move(m, "STUNNED")


@on(HOOKS.when_attacked, p.ANGRY)
def _angry(f: Fight, place: int, m: Monster, damage: int) -> None:
    f.add_monster_power(m, m.powers[p.ANGRY])


@on(HOOKS.when_attacked, p.CURL_UP)
def _curl_up(f: Fight, place: int, m: Monster, damage: int) -> None:
    f.add_to_bottom(gain_block, m, m.powers.pop(p.CURL_UP))


@on(HOOKS.when_attacked, p.FLIGHT)
def _flight(f: Fight, place: int, m: Monster, damage: int) -> None:
    """Each hit reduces it, but only after everything that is queued."""
    f.add_to_bottom(_lose_height, m)


def _lose_height(m: Monster) -> None:
    """Reduce Flight. A Byrd that loses all of it is stunned."""
    if m.hp > 0 and p.FLIGHT in m.powers:
        reduce_power(m.powers, p.FLIGHT)
        if p.FLIGHT not in m.powers:
            set_move(m, "STUNNED")


@on(HOOKS.when_attacked, p.MALLEABLE)
def _malleable(f: Fight, place: int, m: Monster, damage: int) -> None:
    f.add_to_bottom(gain_block, m, m.powers[p.MALLEABLE])
    m.powers[p.MALLEABLE] += 1


@on(HOOKS.when_attacked, p.REACTIVE)
def _reactive(f: Fight, place: int, m: Monster, damage: int) -> None:
    """The monster chooses its move again for every hit, after all hits."""
    m.powers[p.REACTIVE] += 1
    if m.powers[p.REACTIVE] == 1:
        f.add_to_bottom(_react, f, place)


def _react(f: Fight, place: int) -> None:
    powers = f.b.monsters[place].powers
    for _ in range(powers[p.REACTIVE]):
        roll_move(f, place)
    powers[p.REACTIVE] = 0


@on(HOOKS.when_attacked, p.ASLEEP)
def asleep(f: Fight, place: int, m: Monster, damage: int) -> None:
    """Lagavulin wakes up and loses its Metallicize."""
    del m.powers[p.ASLEEP]
    f.add_monster_power(m, -8, p.METALLICIZE)


@on(HOOKS.when_attacked, p.SHIFTING)
def _shifting(f: Fight, place: int, m: Monster, damage: int) -> None:
    f.add_monster_power(m, -damage)
    f.add_monster_power(m, damage, p.SHACKLED)


# --- when the monster dies -----------------------------------------------------------------------


@on(HOOKS.when_power_dies, p.SPORE_CLOUD)
def _spore_cloud(f: Fight, place: int, m: Monster) -> None:
    f.add_to_top(f.debuff_player if f.turn_ended else f.do_buff, p.VULNERABLE, 2)


@on(HOOKS.when_power_dies, p.REGROW)
def life_link(f: Fight, place: int, m: Monster) -> None:
    """A Darkling revives as long as another one is alive."""
    m.powers.clear()
    m.fresh.clear()
    m.block = 0
    m.is_half_dead = True
    set_move(m, "REGROW")


@on(HOOKS.when_power_dies, p.STASIS)
def _stasis(f: Fight, place: int, m: Monster) -> None:
    """Return the card that the monster held."""
    if m.stolen is not None:
        place_card(f, m.stolen, "hand")
        m.stolen = None


# --- when the player plays a card ----------------------------------------------------------------


@on(HOOKS.monster_card, p.ENRAGE)
def enrage(f: Fight, place: int, m: Monster, facts: CardFacts) -> None:
    """Gain Strength when the player plays a skill."""
    if facts.type == SKILL:
        f.add_monster_power(m, m.powers[p.ENRAGE])


@on(HOOKS.monster_card, p.SHARP_HIDE)
def _sharp_hide(f: Fight, place: int, m: Monster, facts: CardFacts) -> None:
    if facts.type == ATTACK:
        f.add_to_bottom(f.do_damage_player, m.powers[p.SHARP_HIDE])


@on(HOOKS.monster_card, p.CURIOSITY)
def _curiosity(f: Fight, place: int, m: Monster, facts: CardFacts) -> None:
    if facts.type == POWER:
        f.add_monster_power(m, m.powers[p.CURIOSITY])


@on(HOOKS.monster_after_card, p.TIME_WARP)
def _time_warp(f: Fight, place: int, m: Monster) -> None:
    """The twelfth card ends the turn."""
    m.powers[p.TIME_WARP] += 1
    if m.powers[p.TIME_WARP] == 12:
        m.powers[p.TIME_WARP] = 0
        f.add_monster_power(m, 2)
        end_turn_early(f)


@on(HOOKS.monster_after_card, p.SLOW)
def _slow(f: Fight, place: int, m: Monster) -> None:
    m.powers[p.SLOW] += 1


@on(HOOKS.monster_after_card, p.BEAT_OF_DEATH)
def _beat_of_death(f: Fight, place: int, m: Monster) -> None:
    f.add_to_bottom(f.do_damage_player, m.powers[p.BEAT_OF_DEATH])


# --- turns and rounds ----------------------------------------------------------------------------


@on(HOOKS.monster_turn_start, p.FLIGHT)
def _flies_again(f: Fight, m: Monster) -> None:
    m.powers[p.FLIGHT] = 4 if f.G.ascension >= 17 else 3


@on(HOOKS.monster_turn_start, p.INVINCIBLE)
def _invincible_again(f: Fight, m: Monster) -> None:
    m.powers[p.INVINCIBLE] = 200 if f.G.ascension >= 19 else 300


@on(HOOKS.monster_turn_end, p.METALLICIZE)
def _metallicize(f: Fight, m: Monster) -> None:
    m.block += m.powers[p.METALLICIZE]


@on(HOOKS.monster_turn_end, p.PLATED)
def _plates(f: Fight, m: Monster) -> None:
    m.block += m.powers[p.PLATED]


@on(HOOKS.monster_turn_end, p.MALLEABLE)
def _stiffens(f: Fight, m: Monster) -> None:
    m.powers[p.MALLEABLE] = 3


@on(HOOKS.monster_turn_end, p.GHOST)
def _intangible(f: Fight, m: Monster) -> None:
    reduce_power(m.powers, p.GHOST)


@on(HOOKS.monster_turn_end, p.REGENERATE)
def _regenerate(f: Fight, m: Monster) -> None:
    m.hp = min(m.max_hp, m.hp + m.powers[p.REGENERATE])


@on(HOOKS.monster_turn_end, p.SHACKLED)
def _shackled(f: Fight, m: Monster) -> None:
    f.add_monster_power(m, m.powers.pop(p.SHACKLED))


@on(HOOKS.monster_round_end, p.RITUAL)
def _ritual(f: Fight, m: Monster) -> None:
    if p.RITUAL in m.fresh:
        m.fresh.remove(p.RITUAL)
    else:
        f.add_monster_power(m, m.powers[p.RITUAL])


@on(HOOKS.monster_round_end, p.SLOW)
def _quick_again(f: Fight, m: Monster) -> None:
    m.powers[p.SLOW] = 0


@on(HOOKS.monster_round_end, p.STRENGTH_UP)
def _strength_up(f: Fight, m: Monster) -> None:
    f.add_monster_power(m, m.powers[p.STRENGTH_UP])


def _wears_off(name: str) -> None:
    @on(HOOKS.monster_round_end, name)
    def wear(f: Fight, m: Monster) -> None:
        if name in m.fresh:
            m.fresh.remove(name)
        else:
            reduce_power(m.powers, name)


for _name in (p.WEAK, p.VULNERABLE):
    _wears_off(_name)
