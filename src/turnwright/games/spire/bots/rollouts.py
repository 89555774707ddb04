"""Plays sampled fights to their end by rules."""

from __future__ import annotations

import turnwright as tw
from turnwright.agents import Agent
from turnwright.agents.determinization import step
from turnwright.games.spire.combat.card_play import possible_plays
from turnwright.games.spire.combat.fight import Fight, fight_of
from turnwright.games.spire.context import SpireContext

from .fight_evaluation import FightStart
from .fight_rules import best_play, has_played_enough, plan_turn
from .play_values import quick_play
from .stance_plans import Play

LONGEST = 25
"""The number of turns after which a rollout stops."""
QUICKLY_VALUED = ("IRONCLAD", "THE_SILENT")
PLANNED = ("WATCHER",)
CLOSER_LOOK = 4
"""A move by the rules of `fight_rules` counts for as many by quick values: it takes longer, and the
fights of the Defect and the Watcher have more moves."""
END = tw.Answer(0, "end", ())


def is_same_fight(world: tw.Match, start: FightStart) -> bool:
    """Does the fight go on? After the last boss a second one can follow at once."""
    b = world.G.battle
    return b is not None and world.result is None and b.encounter == start.encounter


def fight_in(world: tw.Match) -> Fight:
    """The fight of a world."""
    c = world.c
    assert isinstance(c, SpireContext)
    return fight_of(c)


def next_play(fight: Fight) -> Play | None:
    """The play that is best by rules. Without orbs and stances quick values will do."""
    if has_played_enough(fight.b):
        return None
    if fight.G.character in QUICKLY_VALUED:
        return quick_play(fight)
    return best_play(fight.G, possible_plays(fight))


def finish_fight(world: tw.Match, start: FightStart, follow: Agent) -> int:
    """Play by rules until the fight is over. The effort is returned, in moves by quick values."""
    turn = PlannedTurn() if world.G.character in PLANNED else None
    count = 0
    while is_same_fight(world, start) and world.G.battle.turn < start.turn + LONGEST:
        count += 1
        if world.asked:
            step(world, follow.decide(world.prompt(0), world))
        else:
            fight = fight_in(world)
            play = next_play(fight) if turn is None else turn.next_play(fight)
            step(world, END if play is None else tw.Answer(0, "play", play))
    return count if world.G.character in QUICKLY_VALUED else count * CLOSER_LOOK


class PlannedTurn:
    """Follows a plan for a turn until cards come into the hand that it does not know."""

    def __init__(self) -> None:
        self.turn = -1
        self.known: set[int] = set()
        self.plays: list[Play] = []
        """The numbers of the cards to play, in order, and their targets."""

    def next_play(self, fight: Fight) -> Play | None:
        """The next play of the plan; None at its end."""
        b = fight.b
        places = {card.uid: place for place, card in enumerate(b.hand)}
        is_new = b.turn != self.turn or not self.known.issuperset(places)
        while self.plays and not is_new:
            uid, target = self.plays.pop(0)
            if uid in places:
                play = (places[uid], target)
                if play in possible_plays(fight):
                    return play
                is_new = True  # the enemy is dead, for instance
        if not is_new:
            return None
        plays = [] if has_played_enough(b) else possible_plays(fight)
        self.turn, self.known = b.turn, set(places)
        planned = plan_turn(fight.G, plays) if plays else []
        self.plays = [(b.hand[place].uid, target) for place, target in planned]
        return next((play for play in planned if play in plays), None)
