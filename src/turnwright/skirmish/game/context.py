"""The context of a fight by hand: it makes choices and goes on to the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import turnwright as tw

from .state import Choice, FightState, OfferedAction

if TYPE_CHECKING:
    from .fight_setup import Fight


def _check_packages() -> None:
    """The simulator is imported when the first fight starts. Refuse to start one without PyYAML."""
    try:
        import yaml  # noqa: F401
    except ModuleNotFoundError:
        sentence = "A skirmish needs PyYAML: pip install 'turnwright[skirmish]'."
        raise tw.UnusableError("missing_package", sentence) from None


class FightContext(tw.Context[FightState]):
    """What the moves of a fight receive."""

    __slots__ = ()

    @property
    def fight(self) -> Fight:
        """The compiled encounter, and who drives whom."""
        from .fight_setup import fight_of

        return fight_of(self.options, len(self.seats))

    def first_seed(self) -> int:
        """The seed of the dice: that of the options, or one from the seed of the match."""
        _check_packages()
        from .fight_setup import seed_of

        seed = seed_of(self.options)
        return self.stream("fight").bits() >> 11 if seed is None else seed

    def entry(self, id: str) -> OfferedAction:
        """The offered action with this id."""
        return next(one for one in self.G.offered if one.id == id)

    def choose_action(self, choice: Choice) -> None:
        """Make a choice and play on until the next one."""
        self.G.choices.append(choice)
        self.play_on()
        self.commit()  # dice were rolled

    def play_on(self) -> None:
        """Play until a seat must choose or the fight is over."""
        from .fight_position import play_until_choice
        from .position_view import combatants_seen, encounter_name, offered_actions, question_of

        G, fight = self.G, self.fight
        found = play_until_choice(fight, G.seeds, G.choices, G.round_start)
        run, point = found.run, found.point
        G.round_start, G.round, G.news = found.round_start, run.round, found.news
        G.combatants = combatants_seen(run, fight)
        G.encounter = encounter_name(run)
        for line in found.news:
            self.log(-1, line)
        if point is not None:
            G.actor, G.kind = point.combatant.name, point.kind
            G.offered, G.question = offered_actions(point), question_of(point)
            self.set_turn_player(fight.seats[point.combatant.index])
            return
        G.actor = G.kind = G.question = ""
        G.offered = ()
        self._finish(run.winner, run.rounds)

    def _finish(self, winner: int, rounds: int) -> None:
        """End the match: a seat wins if one of its sides has won."""
        fight = self.fight
        if winner < 0:
            self.draw("nobody has won")
            return
        name = fight.plan.sides[winner]
        reason = f"{name} win after {'1 round' if rounds == 1 else f'{rounds} rounds'}"
        winners = [seat for seat in self.seats if winner in fight.sides_of(seat)]
        if winners:
            self.win(*winners, reason=reason)
        else:
            self.lose(self.seats[0], reason=reason)
