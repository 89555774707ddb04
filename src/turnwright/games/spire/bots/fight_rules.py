"""How the rule bot fights: kill what can be killed, block what is coming, hit with the rest.

Every legal play gets a value in HP: damage that it deals, damage that it prevents, and what its
effects are worth. The play with the highest value for its energy is made, and the hand is looked at
again after it.
"""

from __future__ import annotations

import turnwright as tw
from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.stances import NEUTRAL
from turnwright.games.spire.library import ATTACK, SKILL, cards
from turnwright.games.spire.state import Battle, Card, Monster, SpireState

from .attack_numbers import AttackNumbers, attack_numbers, estimated_hit
from .bot_view import BotView, is_curse_or_status
from .card_values import CardNumbers, card_numbers, card_value, upgrade_value
from .fight_situation import FightSituation, threats
from .orb_plays import ORB_PLAYS
from .special_plays import SPECIAL_PLAYS
from .stance_plans import PlannableCard, Play, best_plan

__all__ = ["choose", "decide", "estimated_hit", "play", "potion", "threats"]


def decide(view: BotView) -> tw.Answer:
    """Answer a prompt of a fight."""
    if view.prompt.question is not None:
        return choose(view)
    return potion(view) or play(view) or view.does("end")


# --- cards ---------------------------------------------------------------------------------------

POWER, POWER_TURNS, POWER_IN_DANGER = 0.2, 4.0, 0.4
DRAW, DRAW_WITHOUT_ENERGY, ENERGY, STRENGTH = 2.2, 0.8, 4.5, 4.0
VULNERABLE, WEAK, WEAK_SHARE, POISON = 6.0, 2.0, 0.25, 0.8
KEPT_BLOCK, NEARLY_DEAD, PER_CARD = 0.4, 2.0, 0.6
"""What effects are worth, in HP. A play must bring more the more energy it costs; `PER_CARD` is added
to the energy, because a card that costs nothing still takes a place in the hand."""


def play(view: BotView) -> tw.Answer | None:
    """The play with the highest value for its energy, if any is above 0."""
    best = best_play(view.G, [(args[0], args[1]) for name, args in view.moves if name == "play"])
    return None if best is None else view.does("play", *best)


def best_play(G: SpireState, plays: list[tuple[int, int]]) -> tuple[int, int] | None:
    """The play with the highest value for its energy, if any is above 0: a place in the hand and a
    target. Equal cards are valued once."""
    if not plays:
        return None
    b = G.battle
    assert b is not None
    if has_played_enough(b):
        return None
    if b.stance or any(card_numbers(card.kind, card.up).stance for card in b.hand):
        return next((play for play in plan_turn(G, plays) if play in plays), None)
    now = FightSituation(G)
    hand = b.hand
    known = set()
    best, answer = 0.0, None
    for place, target in plays:
        card = hand[place]
        key = (card.kind, card.up, card.turn_cost, target)
        if key not in known:
            known.add(key)
            value = _play_value(now, card, target)
            if value > best:
                best, answer = value, (place, target)
    return answer


def _play_value(now: FightSituation, card: Card, target: int) -> float:
    b, kind = now.b, card.kind
    facts, read = cards()[kind], card_numbers(kind, card.up)
    if is_curse_or_status(card):
        return 0.5 if kind == "Slimed" else 0.0
    if read.hp >= now.G.hp:
        return 0.0
    special = SPECIAL_PLAYS.get(kind) or ORB_PLAYS.get(kind)
    value = 0.0 if special is None else special(now, card, target)
    aims = _aims(now, target, read.is_for_all)
    if facts.type == ATTACK:
        value += _attack_value(now, card, attack_numbers(now.G, b, card), aims)
    value += _debuff_value(now, read, aims) + _block_value(now, read)
    if read.is_power:
        value += _power_value(now, card)
    cost = now.cost_of(card)
    value += _resource_value(now, read, cost) - read.hp * (2.0 if now.is_low else 1.0)
    value -= _penalty(now, facts.type)
    return value / (cost + PER_CARD)


MOST_CARDS = 100
"""The most cards that a bot plays in a turn."""


def has_played_enough(b: Battle) -> bool:
    """Has the player played so many cards this turn that they may repeat themselves for ever? With
    free cards that draw each other a turn need not end."""
    return b.counts.get("played", 0) >= MOST_CARDS


def plan_turn(G: SpireState, plays: list[Play]) -> list[Play]:
    """A plan for the whole turn, with places in the present hand. Only its first play is sure to be
    legal."""
    now = FightSituation(G)
    playable = {place for place, _ in plays}
    cards_to_plan = []
    for place, card in enumerate(now.b.hand):
        is_too_dear = now.cost_of(card) > now.b.energy and _can_be_paid(now, card)
        if not is_curse_or_status(card) and (place in playable or is_too_dear):
            cards_to_plan.append(_plannable(now, place, card))
    return best_plan(now, cards_to_plan)


def _can_be_paid(now: FightSituation, card: Card) -> bool:
    """Could this card be played with more energy?"""
    is_barred = cards()[card.kind].type == ATTACK and p.ENTANGLED in now.b.powers
    return card.turn_cost != -2 and not is_barred


ENDS_TURN = ("Conclude", "Meditate", "Vault")
ENTERED_LATER = ("Vengeance",)
"""The stance that these cards name is entered in the next turn."""


def _plannable(now: FightSituation, place: int, card: Card) -> PlannableCard:
    """What a card does, as far as a plan has to know it."""
    b, kind = now.b, card.kind
    facts, read = cards()[kind], card_numbers(kind, card.up)
    cost = now.cost_of(card)
    has_target = bool(facts.target[1 if card.up else 0])
    target = now.alive[0] if now.alive else -1
    special = SPECIAL_PLAYS.get(kind) or ORB_PLAYS.get(kind)
    value = 0.0 if special is None else special(now, card, target)
    damage: dict[int, int] = {}
    if facts.type == ATTACK:
        numbers = attack_numbers(now.G, b, card)
        for n in now.alive:
            monster = b.monsters[n]
            hit = estimated_hit(now.held, b, monster, card, numbers.damage, NEUTRAL)
            damage[n] = hit * numbers.times
        if now.alive:
            value -= _harm_by_thorns(b.monsters[target], numbers.times)
            value -= b.monsters[target].powers.get(p.SHARP_HIDE, 0)
    value += _debuff_value(now, read, _aims(now, target if has_target else -1, read.is_for_all))
    if read.is_power:
        value += _power_value(now, card)
    value += _resource_value(now, read, cost) - read.hp * (2.0 if now.is_low else 1.0)
    value -= _penalty(now, facts.type)
    has_no_stance = kind in ENTERED_LATER or (kind == "FearNoEvil" and not any(now.danger))
    return PlannableCard(
        place, cost, damage, read.is_for_all, has_target, _block_of(now, read), value,
        stance="" if has_no_stance else read.stance,
        energy=read.energy if facts.type == SKILL and not cost and not read.draws else 0,
        draws=read.draws, ends_turn=kind in ENDS_TURN,
    )  # fmt: skip


def _aims(now: FightSituation, target: int, is_for_all: bool) -> list[int]:
    """The monsters that a card affects; for one without a target a guess."""
    if target >= 0:
        return [target]
    return now.alive if is_for_all else now.alive[:1]


KILLS = {"Feed": 14.0, "HandOfGreed": 8.0, "RitualDagger": 9.0, "LessonLearned": 12.0}
"""What it is worth more to kill with these cards."""


def _attack_value(
    now: FightSituation, card: Card, numbers: AttackNumbers, aims: list[int]
) -> float:
    """The value of the unblocked damage, and much more for a kill."""
    value, kills, through_all = 0.0, 0, 0
    for aim in aims:
        monster = now.b.monsters[aim]
        hit = estimated_hit(now.held, now.b, monster, card, numbers.damage)
        done = hit * numbers.times
        through = min(max(0, done - monster.block), monster.hp)
        through_all += through
        value += now.worth[aim] * through + 0.1 * min(done, monster.block)
        if through >= monster.hp:
            kills += 1
            value += now.kill_value[aim]
        elif through:
            # Damage counts for more on an enemy that can be killed this turn.
            value += now.kill_share[aim] * through / monster.hp
            value += NEARLY_DEAD / (2 + monster.hp / 10)
        value -= _harm_by_thorns(monster, numbers.times)
    if aims:
        value -= now.b.monsters[aims[0]].powers.get(p.SHARP_HIDE, 0)
    if card.kind in KILLS:
        value += KILLS[card.kind] if kills else -4.0
    if card.kind in ("Reaper", "Bite"):
        missing = now.G.max_hp - now.G.hp
        value += min(missing, through_all if card.kind == "Reaper" else 2 + card.up)
    return value


def _harm_by_thorns(monster: Monster, hits: int) -> float:
    return 0.8 * hits * monster.powers.get(p.THORNS, 0)


def _debuff_value(now: FightSituation, read: CardNumbers, aims: list[int]) -> float:
    value = 0.0
    for aim in aims:
        monster = now.b.monsters[aim]
        more = 0.0
        if read.vulnerable and p.VULNERABLE not in monster.powers:
            more += min(VULNERABLE, monster.hp / 6) + read.vulnerable
        if read.weak and p.WEAK not in monster.powers:
            more += WEAK + WEAK_SHARE * now.danger[aim] + read.weak * min(1.0, monster.hp / 40)
        if p.ARTIFACT in monster.powers:
            more *= 0.5
        if read.poison:
            more += _poison_value(now, aim, read.poison)
        value += more
    return value


def _poison_value(now: FightSituation, aim: int, amount: int) -> float:
    """Poison works for several turns, but later than damage."""
    monster = now.b.monsters[aim]
    had = monster.powers.get(p.POISON, 0)
    turns = min(5, had + amount)
    more = sum(max(0, had + amount - n) - max(0, had - n) for n in range(turns))
    return POISON * now.worth[aim] * min(max(amount, more), monster.hp)


def _block_of(now: FightSituation, read: CardNumbers) -> int:
    """The block that a card gives."""
    if not read.block or p.NO_BLOCK in now.b.powers:
        return 0
    amount = read.block + now.b.powers.get(p.DEXTERITY, 0)
    return int(amount * 0.75) if p.FRAIL in now.b.powers else amount


def _block_value(now: FightSituation, read: CardNumbers) -> float:
    amount = _block_of(now, read)
    saved = min(amount, now.coming)
    kept = KEPT_BLOCK * (amount - saved) if now.keeps_block else 0.0
    return saved * now.urgency + kept


def _power_value(now: FightSituation, card: Card) -> float:
    """A power is worth more the longer the fight will last, and less while much is coming."""
    value = POWER * card_value(card) * min(1.5, now.turns_left / POWER_TURNS)
    if any(p.CURIOSITY in now.b.monsters[place].powers for place in now.alive):
        value -= 8.0  # the Awakened One grows stronger with each power
    return max(0.5, value * (POWER_IN_DANGER if now.coming * 4 > now.G.hp else 1.0))


def _resource_value(now: FightSituation, read: CardNumbers, cost: int) -> float:
    """The value of drawn cards, energy and Strength."""
    left = now.b.energy - cost + read.energy
    value = (
        read.draws * (DRAW if left > 0 else DRAW_WITHOUT_ENERGY) * (p.NO_DRAW not in now.b.powers)
    )
    value += ENERGY * min(read.energy, max(0, now.unpaid - left + read.energy))
    return value + STRENGTH * read.strength * (not read.is_power)


def _penalty(now: FightSituation, kind: str) -> float:
    """What enemies do to a player who plays a card of this type."""
    cost = 0.0
    for place in now.alive:
        powers = now.b.monsters[place].powers
        if kind == SKILL and p.ENRAGE in powers:  # skills enrage the Gremlin Nob
            cost += 3.0 * powers[p.ENRAGE]
        if p.BEAT_OF_DEATH in powers:
            cost += powers[p.BEAT_OF_DEATH]
        if powers.get(p.TIME_WARP, 0) >= 11:  # the last card before Time Eater ends the turn
            cost += 3.0
    if kind != ATTACK and p.HEX in now.b.powers:
        cost += 1.0
    return cost


# --- potions -------------------------------------------------------------------------------------

LIFE_SAVERS = (
    "Block Potion", "BloodPotion", "Regen Potion", "GhostInAJar", "EssenceOfSteel", "Weak Potion",
    "Fruit Juice", "SmokeBomb", "Dexterity Potion", "SkillPotion", "SpeedPotion",
)  # fmt: skip
NEVER = ("SmokeBomb", "SneckoOil", "GamblersBrew", "ElixirPotion", "EntropicBrew", "FairyPotion")
LATER = ("Block Potion", "Weak Potion", "SpeedPotion", "GhostInAJar")
"""Potions that are kept until damage is coming."""


def potion(view: BotView) -> tw.Answer | None:
    """Use a potion early against elites and bosses, or when the player would die."""
    if not any(name == "potion_use" for name, _ in view.moves):
        return None
    G = view.G
    now = FightSituation(G)
    is_dying = now.coming >= G.hp
    is_hurting = now.coming >= 12 and now.coming * 3 >= G.hp
    is_hard = G.room in ("ELITE", "BOSS") and now.b.turn <= 4
    for name, args in view.moves:
        if name != "potion_use":
            continue
        kind = G.potions[args[0]]
        if kind == "Fruit Juice" or (is_dying and kind in LIFE_SAVERS and G.room != "BOSS"):
            return view.does(name, *_best_aim(now, args))
        if (is_hard or is_dying or is_hurting) and kind not in NEVER:
            if kind in ("BloodPotion", "Regen Potion") and view.health > 0.5:
                continue
            if kind in LATER and not (is_dying or is_hurting):
                continue
            return view.does(name, *_best_aim(now, args))
    return None


def _best_aim(now: FightSituation, args: tuple[int, ...]) -> tuple[int, ...]:
    """Target the enemy with the most HP; with damage one that is nearly dead does not need it."""
    slot, target = args
    if target < 0:
        return args
    return slot, max(now.alive, key=lambda n: (now.worth[n], now.b.monsters[n].hp))


# --- questions -----------------------------------------------------------------------------------

BEST = ("EXHUME", "HEADBUTT", "DISCOVERY", "CODEX", "DUAL_WIELD", "LIQUID_MEMORIES_POTION",
        "FOREIGN_INFLUENCE", "MEDITATE", "OMNISCIENCE",
        "HOLOGRAM", "NIGHTMARE", "SECRET_TECHNIQUE", "SECRET_WEAPON", "SEEK", "SETUP")  # fmt: skip
DISCARDED_GLADLY = {"Reflex": -20.0, "Tactician": -25.0}


def choose(view: BotView) -> tw.Answer:
    """Choose cards to exhaust, to bring back or to upgrade."""
    b = view.G.battle
    prompt = view.prompt
    choice = None if b is None else b.choice
    if b is None or choice is None:
        return prompt.default()
    pile = choice.offer if choice.source == "offer" else getattr(b, choice.source)
    places = [option.value for option in prompt.options]
    if choice.task == "RETAIN":
        useful = [place for place in places if not is_curse_or_status(pile[place])]
        ranked = sorted(useful, key=lambda at: card_value(pile[at]), reverse=True)
        return view.picks(ranked[: prompt.max])
    if prompt.min == 0 and choice.source != "offer":  # any number, including none
        return view.picks(
            [place for place in places if is_curse_or_status(pile[place])][: prompt.max]
        )
    if choice.task == "ARMAMENTS":
        return view.picks([max(places, key=lambda at: upgrade_value(pile[at]))])
    value = lambda at: DISCARDED_GLADLY.get(pile[at].kind, card_value(pile[at]))  # noqa: E731
    ranked = sorted(places, key=value, reverse=choice.task in BEST)
    return view.picks(ranked[: max(1, prompt.min)])
