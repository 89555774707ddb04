"""Play every example of the flow document, written with the keys of the document.

The document shows excerpts. What an excerpt leaves out (a phase it only names, the moves) is added
beside it, never changed. Seats are numbers here, so the document's `!!ctx.otp` reads
`ctx.otp is not None`: seat 0 may be on the play.
"""

import pytest

import turnwright as tw

ZONES = {"deck": tw.Zone("hidden"), "hand": tw.Zone("owner"), "board": tw.Zone("public")}


class CardTable(tw.Context):
    """The coreOps of the document that the engine does not provide."""

    def gain_lore_from_locations(self):
        self.G["lore"][self.turn_player] += 1
        self.G["log"].append(f"{self.turn_player} gains lore")

    def process_turn_start_effects(self):
        self.G["log"].append(f"{self.turn_player} start effects at {self.ctx.place}")


def deal(c):
    c.G.update(log=[], lore=[0, 0], scores=None, combatInitiated=False)
    for seat in c.seats:
        for kind in ("ace", "bishop", "clown"):
            c.create_card(kind, "deck", seat)


def hand(c):
    return list(c.zone("hand"))


def play_card(c, card=tw.arg(hand)):
    c.move_card(card, "board")
    c.card(card).ready = False


def card_game(flow, **settings):
    given = {"zones": ZONES, "context": CardTable, "setup": deal} | settings
    return tw.Game("example", flow=flow, **given)


def moves_of(match, seat):
    return sorted({option.move for option in match.legal(seat)})


# --- Segments: Alpha Clash ---------------------------------------------------------------------------


def choose_first_player(c, seat=tw.arg(lambda c: c.seats)):
    c.ctx.otp = seat


def keep_hand(c):
    c.ctx.pending_mulligan.discard(c.seat)


def knock_out(c):
    c.win(c.seat, reason="knocked out")


def score(G, coreOps):
    G["scores"] = [1 if seat == coreOps.ctx.winner else 0 for seat in coreOps.getPlayers()]
    return G


ALPHA_CLASH = {
    "segments": {
        "startingAGame": {
            "next": "duringGame",
            "endIf": lambda ctx: ctx.otp is not None and not ctx.pendingMulligan,
            "onBegin": lambda G, coreOps: coreOps.shuffleAllDecks() or G,
            "turn": {
                "phases": {
                    "chooseFirstPlayer": {
                        "start": True,
                        "next": "mulligan",
                        "endIf": lambda ctx: ctx.otp is not None,
                        "moves": {"chooseFirstPlayer": choose_first_player},
                    },
                    "mulligan": {
                        "onBegin": lambda coreOps: coreOps.setPendingMulligan(coreOps.getPlayers()),
                        "endIf": lambda ctx: not ctx.pendingMulligan,
                        "who": lambda ctx: sorted(ctx.pendingMulligan),
                        "moves": {"keepHand": keep_hand},
                    },
                }
            },
        },
        "duringGame": {
            "next": "endGame",
            "endIf": lambda ctx: ctx.gameOver,
            "turn": {"phases": {"main": {"start": True, "moves": {"knockOut": knock_out}}}},
        },
        "endGame": {"next": None, "onBegin": score},
    }
}

ALPHA_CLASH_IN_OBJECTS = tw.Flow(
    segments={
        "startingAGame": tw.Segment(
            next="duringGame",
            end_if=lambda c: c.ctx.otp is not None and not c.ctx.pending_mulligan,
            on_begin=lambda c: c.shuffle_all_decks(),
            turn=tw.Turn(
                phases={
                    "chooseFirstPlayer": tw.Phase(
                        start=True,
                        next="mulligan",
                        end_if=lambda c: c.ctx.otp is not None,
                        moves={"chooseFirstPlayer": choose_first_player},
                    ),
                    "mulligan": tw.Phase(
                        on_begin=lambda c: c.set_pending_mulligan(c.seats),
                        end_if=lambda c: not c.ctx.pending_mulligan,
                        who=lambda c: sorted(c.ctx.pending_mulligan),
                        moves={"keepHand": keep_hand},
                    ),
                }
            ),
        ),
        "duringGame": tw.Segment(
            next="endGame",
            end_if=lambda c: c.ctx.game_over,
            turn=tw.Turn(phases={"main": tw.Phase(start=True, moves={"knockOut": knock_out})}),
        ),
        "endGame": tw.Segment(on_begin=lambda c: score(c.G, c)),
    }
)


@pytest.mark.parametrize("flow", [ALPHA_CLASH, ALPHA_CLASH_IN_OBJECTS], ids=["document", "objects"])
@pytest.mark.parametrize("otp", [0, 1])
def test_alpha_clash_plays_all_segments_in_order(flow, otp):
    orders = [[2, 0, 1], [5, 3, 4]]
    match = card_game(flow).start(scripts={"shuffle deck": orders})
    assert match.ctx.place == "startingAGame/chooseFirstPlayer"
    assert [match.ctx.zones["deck:0"], match.ctx.zones["deck:1"]] == orders

    match.play(0, "chooseFirstPlayer", otp)
    assert match.ctx.place == "startingAGame/mulligan"  # the segment's endIf is checked after it
    assert match.ctx.pendingMulligan == {0, 1}
    match.play(1, "keepHand")
    assert match.ctx.place == "startingAGame/mulligan"
    match.play(0, "keepHand")
    assert match.ctx.place == "duringGame/main"
    assert (match.ctx.otp, match.ctx.turn_player) == (otp, 0)  # a segment starts with player 0

    match.play(0, "knockOut")
    assert match.ctx.place == "endGame"
    assert match.G["scores"] == [1, 0]
    assert match.submit(tw.Answer(1, "knockOut")).code == "game_over"


def test_alpha_clash_stays_in_its_last_segment_whose_next_is_undefined():
    segments = {**ALPHA_CLASH["segments"], "endGame": {"endIf": lambda ctx: True}}
    match = card_game({"segments": segments}, moves={"review": lambda c: None}).start()
    match.play(0, "chooseFirstPlayer", 0)
    match.play(0, "keepHand")
    match.play(1, "keepHand")
    match.play(0, "knockOut")
    assert match.ctx.currentSegment is None
    assert match.ctx.place == "nowhere"


# --- Phases: Lorcana ---------------------------------------------------------------------------------


def quest(c):
    c.G["lore"][c.seat] += 2


def challenge(c):
    c.G["log"].append("challenge")


LORCANA = {
    "phases": {
        "beginningPhase": {
            "start": True,
            "next": "mainPhase",
            "endIf": lambda ctx: ctx.currentStep is None,
            "steps": {
                "readyStep": {
                    "start": True,
                    "next": "setStep",
                    "onBegin": lambda coreOps: coreOps.readyAllCards(),
                    "endIf": lambda: True,
                },
                "setStep": {
                    "next": "drawStep",
                    "onBegin": lambda coreOps: coreOps.gainLoreFromLocations(),
                    "endIf": lambda: True,
                },
                "drawStep": {
                    "next": None,
                    "onBegin": lambda coreOps: coreOps.drawCard(),
                    "endIf": lambda: True,
                },
            },
        },
        "mainPhase": {
            "next": "endOfTurnPhase",
            "moves": {
                "playCard": play_card,
                "quest": quest,
                "challenge": challenge,
                "passTurn": tw.end_phase,
            },
        },
        "endOfTurnPhase": {"endIf": lambda: True},
    }
}

LORCANA_IN_OBJECTS = tw.Flow(
    phases={
        "beginningPhase": tw.Phase(
            start=True,
            next="mainPhase",
            end_if=lambda c: c.ctx.current_step is None,
            steps={
                "readyStep": tw.Step(
                    start=True,
                    next="setStep",
                    on_begin=lambda c: c.ready_all_cards(),
                    end_if=tw.always,
                ),
                "setStep": tw.Step(
                    next="drawStep",
                    on_begin=lambda c: c.gain_lore_from_locations(),
                    end_if=tw.always,
                ),
                "drawStep": tw.Step(on_begin=lambda c: c.draw_card() and None, end_if=tw.always),
            },
        ),
        "mainPhase": tw.Phase(
            next="endOfTurnPhase",
            moves={
                "playCard": play_card,
                "quest": quest,
                "challenge": challenge,
                "passTurn": tw.end_phase,
            },
        ),
        "endOfTurnPhase": tw.Phase(end_if=tw.always),
    }
)


@pytest.mark.parametrize("flow", [LORCANA, LORCANA_IN_OBJECTS], ids=["document", "objects"])
def test_lorcana_advances_to_the_main_phase_and_waits_there(flow):
    match = card_game(flow).start(trace=True)
    assert match.ctx.place == "play/mainPhase"
    assert match.ctx.currentStep is None
    walked = [event.to for event in match.trace.events if event.kind == "transition"]
    assert walked == [
        "play/beginningPhase/readyStep",
        "play/beginningPhase/setStep",
        "play/beginningPhase/drawStep",
        "play/beginningPhase",
        "play/mainPhase",
    ]
    assert match.G["lore"] == [1, 0]
    assert match.ctx.zones["hand:0"] == [2]  # the top card of the deck
    assert moves_of(match, 0) == ["challenge", "passTurn", "playCard", "quest"]

    match.play(0, "playCard", 2)
    match.play(0, "quest")
    assert match.ctx.cards[2].ready is False
    match.play(0, "passTurn")
    assert (match.ctx.place, match.ctx.turn_player) == ("play/mainPhase", 1)
    assert match.G["lore"] == [3, 1]
    assert match.ctx.cards[2].ready is False  # only the turn player's cards are readied
    match.play(1, "passTurn")
    assert match.ctx.cards[2].ready is True
    assert match.ctx.zones["hand:0"] == [1]
    assert match.ctx.numTurns == 1


# --- Steps: Gundam -----------------------------------------------------------------------------------

GUNDAM_STEPS = {
    "active": {
        "start": True,
        "next": "startStep",
        "onBegin": lambda coreOps: coreOps.setAllCardsActive(),
        "endIf": lambda: True,
    },
    "startStep": {
        "next": None,
        "onBegin": lambda coreOps: coreOps.processTurnStartEffects(),
        "endIf": lambda: True,
    },
}

GUNDAM_STEPS_IN_OBJECTS = {
    "active": tw.Step(
        start=True,
        next="startStep",
        on_begin=lambda c: c.set_all_cards_active(),
        end_if=tw.always,
    ),
    "startStep": tw.Step(on_begin=lambda c: c.process_turn_start_effects(), end_if=tw.always),
}


@pytest.mark.parametrize(
    "steps", [GUNDAM_STEPS, GUNDAM_STEPS_IN_OBJECTS], ids=["document", "objects"]
)
def test_gundam_activates_cards_before_the_effects_at_the_start_of_the_turn(steps):
    main = {"moves": {"playCard": play_card, "pass": tw.end_phase}}
    phases = {"startPhase": {"start": True, "next": "mainPhase", "steps": steps}, "mainPhase": main}

    def tap_all(c):
        deal(c)
        for card in c.ctx.cards.values():
            card.ready = False

    match = card_game({"phases": phases}, setup=tap_all).start()
    assert match.ctx.place == "play/mainPhase"  # steps complete: the phase needs no endIf
    assert [card.ready for card in match.ctx.cards.values()] == [True] * 3 + [False] * 3
    assert match.G["log"] == ["0 start effects at play/startPhase/startStep"]
    match.play(0, "pass")
    assert all(card.ready for card in match.ctx.cards.values())
    assert match.G["log"][1:] == ["1 start effects at play/startPhase/startStep"]
