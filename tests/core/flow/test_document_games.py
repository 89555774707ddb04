"""Play the three game examples and the four patterns of the flow document."""

import pytest

import turnwright as tw

ZONES = {"deck": tw.Zone("hidden"), "hand": tw.Zone("owner"), "board": tw.Zone("public")}


class Clash(tw.State):
    combatInitiated: bool = False
    combatDeclared: bool = False
    turnEnded: bool = False
    log: list[str] = []


class ClashTable(tw.Context):
    def process_turn_start_effects(self):
        self.G.log.append(f"start of {self.turn_player}")


def deal(c):
    for seat in c.seats:
        for kind in ("ace", "bishop", "clown", "dame"):
            c.create_card(kind, "deck", seat)


def clash_game(flow, **settings):
    given = {"state": Clash, "zones": ZONES, "context": ClashTable, "setup": deal} | settings
    return tw.Game("clash", flow=flow, **given)


def play_times(match, move, times=1):
    for _ in range(times):
        match.play(match.acting[0], move)
    return match.ctx.place


# --- Example 1: Riftbound ----------------------------------------------------------------------------

RIFTBOUND = {
    "setup": {
        "next": "gamePlay",
        "turn": {"phases": {"setup": {"start": True, "next": "setup"}}},
    },
    "gamePlay": {
        "next": "endGame",
        "turn": {
            "phases": {
                "action": {"start": True, "next": "ending"},
                "ending": {"next": "action"},
            }
        },
    },
}

RIFTBOUND_IN_OBJECTS = {
    "setup": tw.Segment(
        next="gamePlay",
        turn=tw.Turn(phases={"setup": tw.Phase(start=True, next="setup")}),
    ),
    "gamePlay": tw.Segment(
        next="endGame",
        turn=tw.Turn(
            phases={
                "action": tw.Phase(start=True, next="ending"),
                "ending": tw.Phase(next="action"),
            }
        ),
    ),
}

END_MOVES = {
    "endPhase": tw.end_phase,
    "endStep": tw.end_step,
    "endSegment": lambda c: c.end_segment(),
}


@pytest.mark.parametrize("segments", [RIFTBOUND, RIFTBOUND_IN_OBJECTS], ids=["document", "objects"])
def test_example_1_returning_to_the_action_phase_is_the_next_players_turn(segments):
    match = clash_game({"segments": {**segments, "endGame": {}}}, moves=END_MOVES).start()
    assert match.ctx.place == "setup/setup"
    assert (
        play_times(match, "endPhase") == "setup/setup"
    )  # a phase that loops does not end the turn
    assert (match.ctx.turn_player, match.ctx.numTurns, match.ctx.numPlayerTurns) == (0, 0, 0)
    assert play_times(match, "endSegment") == "gamePlay/action"
    assert play_times(match, "endPhase") == "gamePlay/ending"
    assert match.ctx.turn_player == 0
    assert play_times(match, "endPhase") == "gamePlay/action"
    assert (match.ctx.turn_player, match.ctx.priority_player) == (1, 1)
    assert play_times(match, "endPhase", 2) == "gamePlay/action"
    assert (match.ctx.turn_player, match.ctx.numTurns) == (0, 1)
    assert play_times(match, "endSegment") == "endGame"


def test_example_1_as_printed_names_an_unknown_segment():
    with pytest.raises(tw.DefinitionError) as caught:
        clash_game({"segments": RIFTBOUND})
    (problem,) = caught.value.problems
    assert "flow.segments.gamePlay" in problem
    assert "'endGame'" in problem


# --- Example 2: Alpha Clash --------------------------------------------------------------------------


def place_resource(c, card=tw.arg(lambda c: list(c.zone("hand")))):
    c.move_card(card, "board")
    c.end_step()


def initiate_clash(c):
    c.G.combatInitiated = True
    c.end_phase()


def alpha_clash(strict=True, **more_phases):
    phases = {
        "startOfTurn": {
            "start": True,
            "next": "expansion",
            "onBegin": lambda coreOps: coreOps.processTurnStartEffects(),
        },
        "expansion": {
            "next": "primary",
            "steps": {
                "readyStep": {
                    "start": True,
                    "next": "drawStep",
                    "onBegin": lambda coreOps: coreOps.readyAllCards(),
                },
                "drawStep": {
                    "next": "resourceStep",
                    "onBegin": lambda coreOps: coreOps.drawCard(),
                },
                "resourceStep": {"next": None, "moves": {"placeResource": place_resource}},
            },
        },
        "primary": {
            "next": lambda G: "clash" if G.combatInitiated else "endOfTurn",
            "moves": {"initiateClash": initiate_clash},
        },
        "clash": {
            "next": "primary",
            "onEnd": lambda G: setattr(G, "combatInitiated", False),
            "steps": {
                "attackStep": {"start": True, "next": "counterStep"},
                "counterStep": {"next": "obstructStep"},
                "obstructStep": {"next": "clashBuffStep"},
                "clashBuffStep": {"next": "damageStep"},
                "damageStep": {"next": None},
            },
        },
    }
    flow = {"segments": {"duringGame": {"turn": {"phases": {**phases, **more_phases}}}}}
    return clash_game(flow, moves=END_MOVES, strict=strict)


def test_example_2_plays_a_whole_turn_with_a_clash():
    match = alpha_clash(endOfTurn={}).start()
    assert match.ctx.place == "duringGame/startOfTurn"  # no endIf: it waits until a move ends it
    assert match.G.log == ["start of 0"]
    assert play_times(match, "endPhase") == "duringGame/expansion/readyStep"
    assert play_times(match, "endStep") == "duringGame/expansion/drawStep"
    assert match.ctx.zones["hand:0"] == [3]
    assert match.submit(tw.Answer(0, "placeResource", (3,))).code == "not_here"
    assert play_times(match, "endStep") == "duringGame/expansion/resourceStep"
    match.play(0, "placeResource", 3)
    assert (
        match.ctx.place == "duringGame/primary"
    )  # the last step has ended, and so the phase has ended
    assert play_times(match, "initiateClash") == "duringGame/clash/attackStep"
    steps = [play_times(match, "endStep").rpartition("/")[2] for _ in range(5)]
    assert steps == ["counterStep", "obstructStep", "clashBuffStep", "damageStep", "primary"]
    assert match.ctx.turn_player == 0  # primary is not the start phase: still the same turn
    assert play_times(match, "endPhase") == "duringGame/endOfTurn"
    assert play_times(match, "endPhase") == "duringGame/startOfTurn"
    assert (match.ctx.turn_player, match.ctx.numPlayerTurns) == (1, 1)
    assert match.G.log == ["start of 0", "start of 1"]


def test_example_2_as_printed_stays_in_primary_and_the_trace_says_why():
    match = alpha_clash(strict=False).start(trace=True)
    match.flow.set_phase("primary")
    assert play_times(match, "endPhase") == "duringGame/primary"
    rejected = [event.why for event in match.trace.events if event.kind == "rejected"]
    assert rejected == ["duringGame/primary: the next phase 'endOfTurn' does not exist"]


# --- Example 3: Grand Archive ------------------------------------------------------------------------


def choose_first(c, seat=tw.arg(lambda c: c.seats)):
    c.ctx.otp = seat


def choose_champion(c, name=tw.arg(["Lorraine", "Rai", "Silvie"])):
    c.ctx.players[c.seat].update(champion=name, championSelected=True)
    c.ctx.pending_champion_selection.discard(c.seat)


def test_example_3_lets_every_player_choose_a_champion_before_the_mulligan():
    phases = {
        "chooseFirstPlayer": {
            "start": True,
            "next": "chooseChampions",
            "endIf": lambda ctx: ctx.otp is not None,
            "moves": {"chooseFirstPlayer": choose_first},
        },
        "chooseChampions": {
            "next": "mulligan",
            "onBegin": lambda coreOps: coreOps.setPendingChampionSelection(coreOps.getPlayers()),
            "endIf": lambda ctx: all(
                ctx.players[playerId].get("championSelected") for playerId in ctx.playerOrder
            ),
            "who": lambda ctx: sorted(ctx.pendingChampionSelection),
            "moves": {"chooseChampion": choose_champion},
        },
        "mulligan": {},
    }
    flow = {"segments": {"startingAGame": {"turn": {"phases": phases}}}}
    match = clash_game(flow, seats=(2, 3, 4)).start(seats=3)
    match.play(0, "chooseFirstPlayer", 0)
    assert match.ctx.place == "startingAGame/chooseChampions"
    assert match.ctx.pendingChampionSelection == {0, 1, 2}
    match.play(2, "chooseChampion", "Rai")
    match.play(0, "chooseChampion", "Silvie")
    assert match.acting == [1]
    assert match.submit(tw.Answer(2, "chooseChampion", ("Rai",))).code == "not_your_turn"
    match.play(1, "chooseChampion", "Rai")
    assert match.ctx.place == "startingAGame/mulligan"
    assert [match.ctx.players[seat]["champion"] for seat in range(3)] == ["Silvie", "Rai", "Rai"]


# --- Patterns ----------------------------------------------------------------------------------------


def test_pattern_1_setup_steps_advance_automatically():
    steps = {
        "shuffleDeck": {
            "start": True,
            "next": "drawHand",
            "onBegin": lambda coreOps: coreOps.shuffleAllDecks(),
            "endIf": lambda: True,
        },
        "drawHand": {
            "onBegin": lambda coreOps: [coreOps.drawCard(2, seat) for seat in coreOps.getPlayers()],
            "endIf": lambda: True,
        },
    }
    phases = {"setup": {"start": True, "next": "main", "steps": steps}, "main": {}}
    orders = [[3, 1, 0, 2], [4, 6, 7, 5]]
    match = clash_game({"phases": phases}).start(scripts={"shuffle deck": orders})
    assert match.ctx.place == "play/main"
    assert [match.ctx.zones[f"hand:{seat}"] for seat in (0, 1)] == [[2, 0], [5, 7]]


def test_pattern_2_a_player_decision_point_waits_for_every_player():
    def keep_hand(c):
        c.ctx.pending_mulligan.discard(c.seat)

    def mulligan(c):
        c.G.log.append(f"{c.seat} mulligans")

    phases = {
        "mulligan": {
            "start": True,
            "next": "main",
            "endIf": lambda ctx: not ctx.pendingMulligan,
            "who": lambda ctx: sorted(ctx.pendingMulligan),
            "moves": {"keepHand": keep_hand, "mulligan": mulligan},
        },
        "main": {},
    }
    match = clash_game({"phases": phases}, setup=lambda c: c.set_pending_mulligan(c.seats)).start()
    assert match.acting == [0, 1]
    match.play(1, "mulligan")
    match.play(1, "keepHand")
    assert (match.ctx.currentPhase, match.acting) == ("mulligan", [0])
    match.play(0, "keepHand")
    assert (match.ctx.currentPhase, match.acting) == ("main", [0])
    assert match.G.log == ["1 mulligans"]


def test_pattern_3_the_main_phase_loops_until_combat_or_the_end_of_the_turn():
    def main_next(G):
        if G.combatDeclared:
            return "combatPhase"
        if G.turnEnded:
            return "endPhase"
        return "mainPhase"

    def declare(c):
        c.G.combatDeclared = True

    def end_turn(c):
        c.G.turnEnded = True

    phases = {
        "mainPhase": {
            "next": main_next,
            "onBegin": lambda G: G.log.append("main"),
            "onEnd": lambda G: G.log.append("main over"),
        },
        "combatPhase": {
            "next": "mainPhase",
            "onEnd": lambda G: setattr(G, "combatDeclared", False),
        },
        "endPhase": {},
    }
    moves = {"declareCombat": declare, "endTurn": end_turn, **END_MOVES}
    match = clash_game({"phases": phases}, moves=moves).start()
    match.flow.set_phase("mainPhase")
    assert play_times(match, "endPhase") == "play/mainPhase"
    assert match.G.log == ["main"]  # staying is not a transition
    play_times(match, "declareCombat")
    assert play_times(match, "endPhase") == "play/combatPhase"
    assert play_times(match, "endPhase") == "play/mainPhase"
    play_times(match, "endTurn")
    assert play_times(match, "endPhase") == "play/endPhase"
    assert match.G.log == ["main", "main over", "main", "main over"]


def play_instant(c):
    c.G.log.append(f"{c.seat} instant")


def pass_on(c):
    c.pass_priority()


PRIORITY_WINDOW = {
    "priorityWindow": {
        "start": True,
        "endIf": lambda ctx: ctx.allPlayersPassed,
        "moves": {"playInstant": play_instant, "activateAbility": play_instant, "pass": pass_on},
    }
}

PRIORITY_WINDOW_IN_OBJECTS = {
    "priorityWindow": tw.Step(
        start=True,
        window=tw.Window(after="same"),
        moves={"playInstant": play_instant, "activateAbility": play_instant},
    )
}


@pytest.mark.parametrize(
    "steps", [PRIORITY_WINDOW, PRIORITY_WINDOW_IN_OBJECTS], ids=["document", "objects"]
)
def test_pattern_4_a_priority_window_ends_when_all_pass_in_succession(steps):
    phases = {"combat": {"start": True, "next": "damage", "steps": steps}, "damage": {}}
    match = clash_game({"phases": phases}).start()
    assert match.acting == [0]
    match.play(0, "pass")
    assert match.acting == [1]
    match.play(1, "playInstant")  # acting cancels the earlier pass
    match.play(1, "pass")
    assert (match.ctx.place, match.acting) == ("play/combat/priorityWindow", [0])
    assert match.ctx.allPlayersPassed is False
    match.play(0, "activateAbility")
    match.play(0, "pass")
    match.play(1, "pass")
    assert match.ctx.place == "play/damage"
    assert match.G.log == ["1 instant", "0 instant"]
