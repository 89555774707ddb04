"""Grand Archive: the turn structure of its comprehensive rules, with a stand-in card set.

What is here: starting champions, the six phases of a turn, the combat phase that returns to the main
phase, and the windows in which players have Opportunity. Sections are cited as in `rules.py`.
"""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.games.tcg.common.context import concede, first_player_phase

from .cards import DECK, LIBRARY, CardSpec
from .context import Asking, Card, Layer, Rules, Table

# --- starting the game ------------------------------------------------------------------------------


def set_the_table(c: Rules) -> None:
    """Starting the Game 1: a main deck and a material deck each."""
    c.create_decks(DECK)
    for card in list(c.ctx.cards.values()):
        if c.spec(card.id).is_material:
            c.move_card(card.id, "material")


def shuffle_up(c: Rules) -> None:
    c.shuffle_all_decks()
    c.set_pending_champion_selection(c.seats)


def starting_champions(c: Rules) -> list[int]:
    cards = [card for card in c.cards_in("material") if c.spec(card.id).type == "champion"]
    return [card.id for card in cards if c.spec(card.id).level == 0]


@tw.move(label=lambda c, champion: f"Start as {c.name(champion)}")
def choose_champion(c: Rules, champion: int = tw.arg(starting_champions)) -> None:
    c.G.starting[c.seat] = champion
    c.ctx.pending_champion_selection.discard(c.seat)


def reveal_champions(c: Rules) -> Asking:
    """Starting the Game 6: all are revealed; in turn order they give the starting hands."""
    for seat in c.order_from(c.starting_player):
        champion = c.G.starting[seat]
        if champion is not None:  # None: somebody has given up before
            c.enter_field(c.card(champion))
    while c.G.triggered:
        yield from c.perform(c.G.triggered.pop(0))


# --- Opportunity ------------------------------------------------------------------------------------


def begin(event: str) -> Any:
    """A phase begins: abilities of the turn player's objects that say so trigger."""

    def on_begin(c: Rules) -> Asking:
        c.trigger(event, *c.cards_in("field", c.turn_player))
        yield from c.before_opportunity()

    return on_begin


def resolve_top(c: Rules) -> Asking:
    """Timing, Opportunity 5 to 8: all have passed, so the top layer resolves and it starts anew with
    the turn player; with an empty stack the game moves on."""
    if c.G.stack:
        yield from c.resolve(c.G.stack.pop())
        yield from c.before_opportunity()
        c.reopen_window()


# Whoever acts keeps Opportunity (Timing, Opportunity 8.1).
OPPORTUNITY = tw.Window(after="same", on_close=resolve_top)
# In other places Opportunity arises only while something waits on the effects stack.
RESPONSE = tw.Window(
    after="same", on_close=resolve_top, seats=lambda c: c.seats if c.G.stack else []
)


def activatable(c: Rules) -> list[int]:
    """Card Activation 1.2 to 1.8: elements, targets, timing, and a cost that can be paid."""
    hand, elements = c.zone("hand"), c.enabled(c.seat)
    return [
        card_id
        for card_id in hand
        if (spec := c.spec(card_id)).element in elements
        and spec.reserve < len(hand)
        and (spec.fast or c.has_slow_timing)
        and (spec.type != "attack" or (c.champion(c.seat).ready and not c.is_first_turn))
        and c.targets(c.activation(card_id)) != []
    ]


@tw.move(label=lambda c, card: f"Activate {c.name(card)}")
def activate_card(c: Rules, card: int = tw.arg(activatable)) -> Asking:
    """Announce it on the stack, declare the target, reserve cards from the hand into memory."""
    spec: CardSpec = c.spec(card)
    c.move_card(card, "effectsStack")
    layer = c.activation(card)
    yield from c.declare_target(layer)
    if spec.reserve:
        text = f"{spec.name}: reserve {spec.reserve}"
        hand = c.zone("hand")
        for paid in (yield c.choose_cards(text, hand, spec.reserve, spec.reserve, id="reserve")):
            c.move_card(paid, "memory")
    if spec.type == "attack":  # Attack 2: it rests the champion as an additional cost
        c.champion(c.seat).ready = False
    c.G.stack.append(layer)


def able_objects(c: Rules) -> list[int]:
    awake = [card.id for card in c.cards_in("field") if card.ready]
    return [card_id for card_id in awake if "rest" in c.spec(card_id).on]


@tw.move(label=lambda c, card: f"Rest {c.name(card)} for its ability")
def activate_ability(c: Rules, card: int = tw.arg(able_objects)) -> Asking:
    """Activated Abilities 6: fast by default."""
    layer = Layer(seat=c.seat, source=c.card(card).kind, event="rest")
    yield from c.declare_target(layer)
    c.card(card).ready = False
    c.G.stack.append(layer)


FAST = {"activateCard": activate_card, "activateAbility": activate_ability}


# --- wake up, materialize, recollection, draw -------------------------------------------------------


def wake_up(c: Rules) -> Asking:
    """Wake Up 1: all rested objects of the turn player wake up. (Skipped in a first turn.)"""
    rested = [card for card in c.cards_in("field", c.turn_player) if not card.ready]
    if c.ctx.num_turns:
        for card in rested:
            card.ready = True
        c.trigger("wake up", *rested)
    yield from c.before_opportunity()


def after_wake_up(c: Rules) -> str:
    """Turn One: a first turn has no materialize and recollection phase, the very first no draw."""
    if c.ctx.num_turns:
        return "materialize"
    return "main" if c.is_first_turn else "draw"


def materializable(c: Rules) -> list[int]:
    """Regalia of enabled elements, or the champion of the next level (Champion 7)."""
    level, elements = c.spec(c.champion(c.seat).id).level, c.enabled(c.seat)
    return [
        card_id
        for card_id in c.zone("material")
        if (spec := c.spec(card_id)).memory is not None
        and spec.memory <= len(c.zone("memory"))
        and (spec.level == level + 1 if spec.type == "champion" else spec.element in elements)
    ]


@tw.move(label=lambda c, card: f"Materialize {c.name(card)}")
def materialize_card(c: Rules, card: int = tw.arg(materializable)) -> None:
    """Costs and Memory 6: a memory cost banishes cards from memory at random."""
    c.move_card(card, "effectsStack")
    cost = c.spec(card).memory
    assert cost is not None
    for paid in c.stream("memory").sample(c.zone("memory"), cost):
        c.move_card(paid, "banishment")
    layer = Layer(seat=c.seat, source=c.spec(card).name, event="materialization", card=card)
    c.G.stack.append(layer)
    c.end_step()


skip_materialization = tw.move(tw.end_step, label="Materialize nothing")


def recollect(c: Rules) -> None:
    """Recollection 3: after the Opportunity, the memory returns to the hand."""
    for card_id in list(c.zone("memory", c.turn_player)):
        c.move_card(card_id, "hand")


def draw_for_turn(c: Rules) -> Asking:
    c.draw_or_lose()
    yield from begin("draw")(c)


# --- main and combat --------------------------------------------------------------------------------


def may_attack(c: Rules) -> bool | str:
    if not c.has_slow_timing:
        return "Attacks have slow timing: your main phase, and an empty effects stack."
    return not c.is_first_turn or "The starting player may not attack in the first turn."


def attackers(c: Rules) -> list[int]:
    """Attacking 1: awake, also in the turn it entered, and with power, its own or a weapon's."""
    awake = [card.id for card in c.units(c.seat) if card.ready]
    return [unit for unit in awake if c.weapons(unit)]


def describe_attack(c: Rules, attacker: int, weapon: int | None, target: int) -> str:
    using = "" if weapon is None else f" with {c.name_there(weapon)}"
    return f"{c.name(attacker)} attacks {c.name_there(target)}{using}"


@tw.move(when=may_attack, label=describe_attack)
def declare_attack(
    c: Rules,
    attacker: int = tw.arg(attackers),
    weapon: int | None = tw.arg(lambda c, attacker: c.weapons(attacker)),
    target: int = tw.arg(lambda c, attacker: c.attackable(attacker)),
) -> None:
    c.declare_attack(attacker, weapon, target)


def attack_declared(c: Rules) -> None:
    """Attack Declaration 4: On Attack triggers wait for the retaliation step."""
    attacker = c.card(c.G.combat.attacker)
    c.trigger("attack", attacker, *c.cards_in("intent", attacker.owner))


def retaliate(c: Rules) -> Asking:
    """Retaliation Step 3: an awake defender with power may rest to strike back."""
    combat = c.G.combat
    defender = c.card(combat.target)
    is_able = defender.ready and c.spec(combat.target).power > 0
    if is_able and c.are_on_field(combat.attacker, combat.target):
        text = f"Rest {c.name(defender.id)} to retaliate?"
        combat.is_retaliated = yield c.yes_no(text, seat=defender.owner)
        defender.ready = not combat.is_retaliated


def deal_combat_damage(c: Rules) -> None:
    """Damage Step 3: at the same time; who has left the field deals and takes nothing."""
    combat = c.G.combat
    if not c.are_on_field(combat.attacker, combat.target):
        return
    attacker, defender = c.card(combat.attacker), c.card(combat.target)
    cards = [attacker, *c.cards_in("intent", attacker.owner)]
    if c.are_on_field(combat.weapon):
        cards.append(c.card(combat.weapon))
        c.card(combat.weapon).durability -= 1
    damage = sum(c.power(card) for card in cards)
    defender.damage += damage
    if combat.is_retaliated:
        attacker.damage += c.power(defender)
    if damage > 0:
        c.trigger("hit", *cards)


def end_combat(c: Rules) -> Asking:
    """End of Combat Step 1: state-based effects, nobody fights any more, intents are put away."""
    c.check_state()
    c.G.combat = None
    for card in c.cards_in("intent", c.turn_player):
        c.put_away(card)
    yield from c.before_opportunity()


# --- the end phase ----------------------------------------------------------------------------------


def clean_up(c: Rules) -> Asking:
    """End Phase 3: damage on allies and effects of this turn end; what happens as turns end does."""
    for card_id in c.ctx.cards:
        card: Card = c.card(card_id)
        card.bonus = 0
        if c.spec(card_id).type == "ally":
            card.damage = 0
    for ally in c.objects(c.turn_player, "ally"):
        if c.spec(ally.id).fleeting:
            c.destroy(ally)
    yield from c.before_opportunity()


def after_clean_up(c: Rules) -> str | None:
    """End Phase 4: if that made something trigger, there is Opportunity and another clean-up."""
    return "opportunityAfterCleanUp" if c.G.stack else None


# --- the flow ---------------------------------------------------------------------------------------

combat_phase = tw.Phase(
    next="main",
    steps={
        "attackDeclaration": tw.Step(
            start=True, next="retaliationStep", on_begin=attack_declared, end_if=tw.always
        ),
        "retaliationStep": tw.Step(
            next="damageStep",
            on_begin=Rules.before_opportunity,
            window=OPPORTUNITY,
            moves=FAST,
            on_end=retaliate,
        ),
        "damageStep": tw.Step(
            next="endOfCombatStep",
            on_begin=Rules.before_opportunity,
            window=OPPORTUNITY,
            moves=FAST,
            on_end=deal_combat_damage,
        ),
        "endOfCombatStep": tw.Step(on_begin=end_combat, window=RESPONSE, moves=FAST),
    },
    doc="Entered by an attack. It runs through all steps even if a fighter has left the field.",
)

flow = tw.Flow(
    segments={
        "startingAGame": tw.Segment(
            next=lambda c: "endGame" if c.ctx.game_over else "duringGame",
            on_begin=shuffle_up,
            end_if=lambda c: (
                c.ctx.game_over or (c.ctx.otp is not None and not c.ctx.pending_champion_selection)
            ),
            turn=tw.Turn(
                phases={
                    "chooseFirstPlayer": first_player_phase(next="chooseChampions"),
                    "chooseChampions": tw.Phase(
                        who=lambda c: sorted(c.ctx.pending_champion_selection),
                        end_if=lambda c: not c.ctx.pending_champion_selection,
                        moves={"chooseChampion": choose_champion},
                        on_end=reveal_champions,
                        doc="All at the same time, in secret; the rules know no mulligan.",
                    ),
                }
            ),
        ),
        "duringGame": tw.Segment(
            next="endGame",
            first=lambda c: c.ctx.otp,
            end_if=lambda c: c.ctx.game_over,
            turn=tw.Turn(
                phases={
                    "wakeUp": tw.Phase(
                        start=True,
                        next=after_wake_up,
                        on_begin=wake_up,
                        window=RESPONSE,
                        moves=FAST,
                    ),
                    "materialize": tw.Phase(
                        next="recollection",
                        steps={
                            "materialization": tw.Step(
                                start=True,
                                next="opportunity",
                                moves={
                                    "materializeCard": materialize_card,
                                    "skipMaterialization": skip_materialization,
                                },
                            ),
                            "opportunity": tw.Step(
                                on_begin=Rules.before_opportunity, window=RESPONSE, moves=FAST
                            ),
                        },
                    ),
                    "recollection": tw.Phase(
                        next="draw",
                        on_begin=begin("recollection"),
                        window=OPPORTUNITY,
                        moves=FAST,
                        on_end=recollect,
                    ),
                    "draw": tw.Phase(
                        next="main", on_begin=draw_for_turn, window=RESPONSE, moves=FAST
                    ),
                    "main": tw.Phase(
                        next="end",
                        on_begin=Rules.before_opportunity,
                        window=OPPORTUNITY,
                        moves={**FAST, "declareAttack": declare_attack},
                    ),
                    "combatPhase": combat_phase,
                    "end": tw.Phase(
                        end=True,
                        steps={
                            "opportunity": tw.Step(
                                start=True,
                                next="cleanUp",
                                on_begin=begin("end"),
                                window=OPPORTUNITY,
                                moves=FAST,
                            ),
                            "cleanUp": tw.Step(
                                next=after_clean_up, on_begin=clean_up, end_if=tw.always
                            ),
                            "opportunityAfterCleanUp": tw.Step(
                                next="cleanUp", window=OPPORTUNITY, moves=FAST
                            ),
                        },
                    ),
                }
            ),
        ),
        "endGame": tw.Segment(),
    }
)

game = tw.Game(
    "grand-archive",
    state=Table,
    context=Rules,
    card=Card,
    zones={
        "deck": tw.Zone("hidden"),
        "material": tw.Zone("owner"),
        "hand": tw.Zone("owner"),
        "memory": tw.Zone("owner"),
        "field": tw.Zone("public"),
        "lineage": tw.Zone("public"),
        "intent": tw.Zone("public"),
        "graveyard": tw.Zone("public"),
        "banishment": tw.Zone("public"),
        "effectsStack": tw.Zone("public", shared=True),
    },
    setup=set_the_table,
    moves={"concede": concede},
    flow=flow,
    library=LIBRARY,
    omitted_fields=("starting", "stack", "triggered"),
    about="Grand Archive's turn structure with a stand-in card set.",
)
