"""How the rule bot fights: kill what can be killed, block what is coming, hit with the rest."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.library import ATTACK, cards
from turnwright.games.spire.state import Battle, Card, Monster, SpireState, is_targetable
from turnwright.games.spire.view import is_hidden, strikes

from .card_values import card_numbers, card_value, upgrade_value
from .run_rules import BotView, is_curse_or_status

GUESS = 9
"""The assumed damage of an enemy whose intent is hidden."""


def decide(view: BotView) -> tw.Answer:
    """Answer a prompt of a fight."""
    if view.prompt.question is not None:
        return choose(view)
    return potion(view) or play(view) or view.does("end")


# --- how it stands -------------------------------------------------------------------------------


def threats(G: SpireState) -> list[int]:
    """The damage that each enemy intends."""
    b = G.battle
    assert b is not None
    if is_hidden(G):
        return [GUESS if is_targetable(monster) else 0 for monster in b.monsters]
    found = []
    for monster in b.monsters:
        damage, times = strikes(G, monster) if is_targetable(monster) and monster.move else (0, 0)
        found.append(damage * times)
    return found


def estimated_hit(b: Battle, monster: Monster, base: int) -> int:
    """The approximate damage of an attack to an enemy."""
    damage = float(base + b.powers.get(p.STRENGTH, 0) + b.powers.get(p.VIGOR, 0))
    if p.WEAK in b.powers:
        damage *= 0.75
    if p.VULNERABLE in monster.powers:
        damage *= 1.5
    if p.FLIGHT in monster.powers:
        damage *= 0.5
    return max(0, int(damage))


# --- cards ---------------------------------------------------------------------------------------

SPECIAL = {
    "Limit Break": 5.0, "Battle Trance": 9.0, "Offering": 14.0, "Spot Weakness": 8.0, "Disarm": 12.0,
    "Burning Pact": 4.0, "Second Wind": 4.0, "Armaments": 4.0, "Apotheosis": 20.0, "Seeing Red": 8.0,
    "Double Tap": 3.0, "Infernal Blade": 5.0, "Exhume": 5.0, "Ghostly": 12.0, "Dark Shackles": 6.0,
    "Body Slam": 0.0, "Flex": 2.0, "Rage": 3.0, "The Bomb": 12.0, "Entrench": 1.0, "Feed": 6.0,
}  # fmt: skip
"""The value of effects that the text does not show as numbers."""


def play(view: BotView) -> tw.Answer | None:
    """The play with the highest value, if any is above 0."""
    G = view.G
    b = G.battle
    assert b is not None
    danger = threats(G)
    coming = max(0, sum(danger) - b.block)
    best, answer = 0.0, None
    for name, args in view.moves:
        if name == "play":
            place, target = args
            value = _play_value(G, b, b.hand[place], target, danger, coming)
            if value > best:
                best, answer = value, view.does(name, *args)
    return answer


def _play_value(
    G: SpireState, b: Battle, card: Card, target: int, danger: list[int], coming: int
) -> float:
    facts, read = cards()[card.kind], card_numbers(card.kind, card.up)
    if is_curse_or_status(card):
        return 0.5 if card.kind == "Slimed" else 0.0
    value = SPECIAL.get(card.kind, 0.0)
    aims = _aims(b, target, read.is_for_all)
    damage = b.block if card.kind == "Body Slam" else read.damage
    for aim in aims if damage or facts.type == ATTACK else ():
        value += _hit(b, aim, damage, read.times, danger)
    for aim in aims:
        monster = b.monsters[aim]
        if read.vulnerable and p.VULNERABLE not in monster.powers:
            value += min(6.0, monster.hp / 6) + read.vulnerable
        if read.weak and p.WEAK not in monster.powers:
            value += 2.0 + danger[aim] / 4
    saved = min(read.block * (0.75 if p.FRAIL in b.powers else 1.0), coming)
    urgency = 2.0 if coming >= G.hp else 1.3 if coming * 3 > G.hp else 1.0
    value += saved * urgency
    if read.is_power:
        value += max(1.0, card_value(card) / 5 - 2 * b.turn) * (0.4 if coming * 4 > G.hp else 1.0)
    value += 2.0 * read.draws + 5.0 * read.energy + 4.0 * read.strength * (not read.is_power)
    if read.hp >= G.hp:
        return 0.0
    if "Anger" in b.monsters[0].powers and facts.type == "SKILL":  # skills enrage the Gremlin Nob
        value -= 6.0
    value -= 1.0 * read.hp
    cost = b.energy if card.turn_cost < 0 else 0 if card.free else card.turn_cost
    return value / (cost + 0.6)


def _aims(b: Battle, target: int, is_for_all: bool) -> list[int]:
    """The monsters that a card affects; for one without a target a guess."""
    if target >= 0:
        return [target]
    alive = [n for n, one in enumerate(b.monsters) if is_targetable(one)]
    return alive if is_for_all else alive[:1]


def _hit(b: Battle, aim: int, damage: int, times: int, danger: list[int]) -> float:
    """The value of the unblocked damage, and much more for a kill."""
    monster = b.monsters[aim]
    done = estimated_hit(b, monster, damage) * times
    through = min(max(0, done - monster.block), monster.hp)
    value = 0.8 * through + 0.1 * min(done, monster.block)
    if through >= monster.hp:
        value += 4.0 + danger[aim]
    elif through:
        # Prefer enemies that are nearly dead.
        value += 0.02 * danger[aim] + 2.0 / (2 + monster.hp / 10)
    if p.SHARP_HIDE in monster.powers or p.THORNS in monster.powers:
        value -= 3.0 * times
    return value


# --- potions -------------------------------------------------------------------------------------

LIFE_SAVERS = (
    "Block Potion", "BloodPotion", "Regen Potion", "GhostInAJar", "EssenceOfSteel", "Weak Potion",
    "Fruit Juice", "SmokeBomb",
)  # fmt: skip
NEVER = ("SmokeBomb", "SneckoOil", "GamblersBrew", "ElixirPotion", "EntropicBrew", "FairyPotion")


def potion(view: BotView) -> tw.Answer | None:
    """Use a potion early against elites and bosses, or when the player would die."""
    G = view.G
    b = G.battle
    assert b is not None
    coming = sum(threats(G)) - b.block
    is_dying = coming >= G.hp
    is_hard = G.room in ("ELITE", "BOSS") and b.turn <= 3
    for name, args in view.moves:
        if name == "potion_use":
            kind = G.potions[args[0]]
            if kind == "Fruit Juice" or (is_dying and kind in LIFE_SAVERS and G.room != "BOSS"):
                return view.does(name, *args)
            if (is_hard or is_dying) and kind not in NEVER:
                if kind in ("BloodPotion", "Regen Potion") and view.health > 0.6:
                    continue
                return view.does(name, *_best_aim(b, args))
    return None


def _best_aim(b: Battle, args: tuple[int, ...]) -> tuple[int, ...]:
    """Target the strongest enemy."""
    slot, target = args
    if target < 0:
        return args
    there = [n for n, one in enumerate(b.monsters) if is_targetable(one)]
    return slot, max(there, key=lambda n: b.monsters[n].hp)


# --- questions -----------------------------------------------------------------------------------

BEST = ("EXHUME", "HEADBUTT", "DISCOVERY", "CODEX", "DUAL_WIELD", "LIQUID_MEMORIES_POTION",
        "SECRET_TECHNIQUE", "SECRET_WEAPON")  # fmt: skip


def choose(view: BotView) -> tw.Answer:
    """Choose cards to exhaust, to bring back or to upgrade."""
    b = view.G.battle
    prompt = view.prompt
    choice = None if b is None else b.choice
    if b is None or choice is None:
        return prompt.default()
    pile = choice.offer if choice.source == "offer" else getattr(b, choice.source)
    places = [option.value for option in prompt.options]
    if prompt.min == 0 and choice.source != "offer":  # any number, including none
        return view.picks(
            [place for place in places if is_curse_or_status(pile[place])][: prompt.max]
        )
    if choice.task == "ARMAMENTS":
        return view.picks([max(places, key=lambda at: upgrade_value(pile[at]))])
    if choice.task in BEST:
        return view.picks([max(places, key=lambda at: card_value(pile[at]))])
    return view.picks([min(places, key=lambda at: card_value(pile[at]))])
