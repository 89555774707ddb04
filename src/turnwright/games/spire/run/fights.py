"""Fights as the run sees them: how one begins, how it goes on, and what follows its end.

For checking the run by itself, the option `fights` is "won" (every fight is won at once) or "recorded"
(the caller says how it went, and calls `battle_over`).
"""

from __future__ import annotations

import turnwright as tw
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.fight_report import FightReport
from turnwright.games.spire.combat.fight_start_end import end_fight, start_fight
from turnwright.games.spire.context import Asking, SpireContext
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.state import Rewards

from . import rewards
from .acts import climb, next_act, note_what_was_met, trigger_relics_of_room
from .map import BOSS_X, ROWS

PAUSE = "proceed"
"""The id of a question that only waits for a click."""

# --- entering --------------------------------------------------------------------------------------


def begin_fight(c: SpireContext, encounter: str) -> Asking:
    """Begin a fight and run it up to the player's first decision."""
    how = c.options.get("fights", "fought")
    c.G.data["encounter"] = encounter
    note_what_was_met(c, c.G.room, encounter)
    if how == "fought":
        c.log(-1, f"A fight begins: {encounter}")
        fight = start_fight(c, encounter)
        yield from _run_to_end(c, fight, _resolve(fight))
        return
    c.G.screen = "BATTLE"
    if how == "won":
        yield from battle_over(c)


def resolve_fight(c: SpireContext, fight: Fight) -> Asking | None:
    """Run a fight until the player must decide, or the run goes on after it. Return what asks."""
    c.commit()  # something was drawn or rolled, so there is no way back
    asking = _resolve(fight)
    if asking is None and not fight.is_over:
        return None
    return _run_to_end(c, fight, asking)


def _resolve(fight: Fight) -> Asking | None:
    """Run a fight until somebody must decide, and log what happened if a host keeps a log."""
    if fight.report is None and fight.c.log_lines is not None:
        fight.report = FightReport(fight)
    asking = fight.resolve()
    if asking is None and fight.report is not None:
        fight.report.tell()
        fight.report = None
    return asking


def _run_to_end(c: SpireContext, fight: Fight, asking: Asking | None) -> Asking:
    while asking is not None:
        yield from asking
        asking = _resolve(fight)
    if fight.is_over:
        end_fight(fight)
        yield from battle_over(c)


@replaceable
def boss_column(c: SpireContext) -> int:
    """The column in which the boss stands."""
    return BOSS_X


def enter_boss_room(c: SpireContext) -> Asking:
    """Go to the boss from anywhere on the map."""
    G = c.G
    G.x, G.y = boss_column(c), ROWS
    climb(c, "BOSS")
    G.then, G.event, G.memory, G.room = "MAP", "", {}, "BOSS"
    yield from begin_fight(c, G.bosses[0])


# --- the end ---------------------------------------------------------------------------------------


@replaceable
def prize_gold(c: SpireContext, gold: int) -> int:
    """The gold for winning the fight of an event."""
    return rewards.with_idol(c, gold)


def battle_over(c: SpireContext) -> Asking:
    """Go on after a fight, depending on the room."""
    G = c.G
    if c.options.get("ends") == "fight":
        _end_here(c)
        return
    if G.hp <= 0:
        c.finish("LOSS")
        return
    stolen, all_fled = G.data.pop("stolen_gold", 0), G.data.pop("all_fled", False)
    if G.data.pop("escaped", False):
        G.screen = "MAP"
        return
    found: Rewards
    if G.room == "EVENT":
        if "prize" not in G.memory:
            G.screen = "EVENT"
            return
        found = _prize(c)
    elif G.room == "BOSS":
        if G.act >= 3:
            yield from _after_last_boss(c)
            return
        found, G.then = rewards.boss_rewards(c), "BOSS_CHEST"
    else:
        is_elite = G.room == "ELITE"
        found = rewards.elite_rewards(c) if is_elite else rewards.monster_rewards(c, all_fled)
    if stolen:
        add_stolen_gold(c, found, stolen)
    c.show_rewards(found)


@replaceable
def add_stolen_gold(c: SpireContext, found: Rewards, stolen: int) -> None:
    """Gold that thieves gave back comes before all other rewards."""
    found.gold.insert(0, stolen)


def _end_here(c: SpireContext) -> None:
    """End the match after a single fight."""
    G, scores = c.G, (float(c.G.hp),)
    G.screen = "GAME_OVER"
    if G.hp <= 0:
        G.outcome = "LOSS"
        c.end_game(tw.Result((), "lost", scores, losers=(0,)))
    elif G.data.pop("escaped", False):
        G.outcome = "ESCAPE"
        c.end_game(tw.Result((), "escaped", scores))
    else:
        G.outcome = "VICTORY"
        c.end_game(tw.Result((0,), f"won with {G.hp} HP left", scores))


def _prize(c: SpireContext) -> Rewards:
    """The rewards that an event promised for its fight."""
    prize = c.G.memory.pop("prize")
    found = Rewards(gold=[prize_gold(c, prize["gold"])], relics=list(prize["relics"]))
    if prize.get("potion", True):
        rewards.add_potion(c, found)
    found.cards.append(rewards.card_reward(c, "EVENT"))
    return found


def pause(c: SpireContext) -> Asking:
    """Wait for a click, as the game does here. Only with the option `pauses`, for those who show
    the game's pages."""
    if c.options.get("pauses"):
        yield c.menu("Go on", {PAUSE: "Proceed"}, id=PAUSE)


def _after_last_boss(c: SpireContext) -> Asking:
    G = c.G
    yield from pause(c)
    if G.act == 4:
        c.finish("VICTORY")
    elif G.ascension >= 20 and len(G.bosses) == 3:
        G.bosses = G.bosses[1:2]  # the second boss follows
        G.boss = G.bosses[0]
        climb(c, "BOSS")
        yield from begin_fight(c, G.bosses[0])
    else:
        G.floor += 1
        trigger_relics_of_room(c, "VICTORY")
        if all(G.keys):
            next_act(c)
        else:
            c.finish("VICTORY")
