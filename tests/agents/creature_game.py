"""A small card game with every kind of question, for the tests of agents."""

import turnwright as tw

POWER = {"wolf": 2, "bear": 3, "dragon": 6, "bolt": 1, "tutor": 1}
DECK = ["wolf"] * 5 + ["bear"] * 5 + ["dragon"] * 2 + ["bolt"] * 4 + ["tutor"] * 2


class CreatureState(tw.State):
    life: tw.Public[list[int]] = tw.default(lambda: [20, 20])
    has_played: tw.Public[bool] = False


class CreatureContext(tw.Context):
    __slots__ = ()

    def name(self, card):
        return f"{self.card(card).kind} #{card}"

    def power(self, seat):
        return sum(POWER[card.kind] for card in self.cards_in("board", seat))


def setup(c):
    """Shuffle the decks and deal four cards each; `hands` and `boards` set the starting cards."""
    hands = c.options.get("hands")
    for seat in c.seats:
        for kind in DECK:
            c.create_card(kind, "deck", seat)
        for zone in ("hand", "board"):
            for kind in c.options.get(f"{zone}s", [[], []])[seat]:
                c.create_card(kind, zone, seat)
    c.shuffle_all_decks()
    for seat in c.seats if hands is None else ():
        c.draw_card(4, seat)


def draw(c):
    c.G.has_played = False
    if not c.draw_card():
        c.lose(c.turn_player, reason="no card left to draw")


@tw.move(when=lambda c: not c.G.has_played, label=lambda c, card: f"Play {c.name(card)}")
def play(c, card=tw.arg(lambda c: c.zone("hand"))):
    """A dragon costs a card from your hand, a bolt destroys a creature, a tutor finds a card."""
    c.G.has_played = True
    kind = c.card(card).kind
    how = {"label": c.name, "is_cards": True}
    if kind in ("wolf", "bear"):
        c.move_card(card, "board")
    elif kind == "dragon":
        rest = [other for other in c.zone("hand") if other != card]
        c.move_card(card, "board")
        price = yield c.choose_many(
            "Discard for the dragon", rest, min(1, len(rest)), 1, intent="cost", **how
        )
        for other in price:
            c.move_card(other, "trash")
    elif kind == "bolt":
        c.move_card(card, "trash")
        targets = c.zone("board", 0) + c.zone("board", 1)
        if targets:
            target = yield c.choose("Destroy", targets, intent="harm", is_field=True, **how)
            c.move_card(target, "trash")
    else:
        c.move_card(card, "trash")
        found = yield c.choose("Find", sorted(c.zone("deck")), intent="benefit", **how)
        c.move_card(found, "hand")
        c.shuffle_zone("deck")


@tw.move(when=lambda c: bool(c.zone("board")), label="Attack with everything")
def attack(c):
    foe = c.opponent
    c.G.life[foe] -= c.power(c.seat)
    if c.G.life[foe] <= 0:
        c.win(c.seat, reason="no life left")
    c.end_turn()


game = tw.Game(
    "creatures",
    state=CreatureState,
    context=CreatureContext,
    setup=setup,
    zones={
        "deck": tw.Zone("hidden"),
        "hand": tw.Zone("owner"),
        "board": tw.Zone("public"),
        "trash": tw.Zone("public"),
    },
    flow=tw.Flow(
        phases={
            "draw": tw.Phase(start=True, next="main", on_begin=draw, end_if=tw.always),
            "main": tw.Phase(moves={"play": play, "attack": attack, "pass": tw.end_turn}),
        }
    ),
)


def start_match(hands=((), ()), boards=((), ()), seed=1):
    """A match in which seat 0 acts, with these cards in addition to the drawn one."""
    return game.start(seed, options={"hands": hands, "boards": boards})


def find(match, kind, zone="hand", seat=0):
    """Return the id of a card of this kind."""
    return next(i for i in match.c.zone(zone, seat) if match.ctx.cards[i].kind == kind)


def evaluate(match, seat):
    c, foe = match.c, 1 - seat
    life = c.G.life[seat] - c.G.life[foe]
    return life + c.power(seat) - c.power(foe) + len(c.zone("hand", seat)) * 0.5


def value(match, seat, option):
    return POWER[match.ctx.cards[option.value].kind]
