"""Cancelled actions: they have no effect, and their cost is kept or refunded."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    action,
    apply,
    blast,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    rules,
    slot,
    strike,
)
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import LastEvent
from turnwright.skirmish.model import scenario as m

FIREBALL = blast(8, "Fireball", cost=("Action", slot(3)))
COUNTER = reaction(
    "SpellCast",
    m.Cancel(),
    name="Counter",
    cost=("Reaction", slot(3)),
    who="enemy",
    role="source",
    tags=("Spell",),
    targets=m.Targets(who="event source"),
)
WIZARD = hero(FIREBALL, pools={"SpellSlot_3": 3}, name="Wizard")


def witch(slots: int, **more: object) -> m.Combatant:
    return foe(name="Witch", hp=100, reactions=(COUNTER,), pools={"SpellSlot_3": slots}, **more)


def test_three_fireballs_against_two_counters() -> None:
    """2.7: the cost is kept: one of three resolves, and no slot is left."""
    fought = play(encounter(WIZARD, witch(2), rounds=5))
    assert fought.count("Wizard: Fireball") == 3
    assert fought.count("Witch: Counter") == 2
    assert fought.hp("Witch") == 92
    assert fought.pool("Wizard", "SpellSlot_3") == 0


def test_three_fireballs_with_refunded_slots() -> None:
    """2.7, rules of 2024: the slot is refunded, the action is not: all three resolve in five turns."""
    fought = play(encounter(WIZARD, witch(2), 5, rules(on_cancel="refund_slot")))
    assert fought.count("Wizard: Fireball") == 5
    assert fought.hp("Witch") == 100 - 3 * 8
    assert fought.pool("Wizard", "SpellSlot_3") == 0
    assert [(one.source, one.value) for one in fought.seen("ResourceRestored")] == [
        ("Wizard", 1)
    ] * 2


def test_three_fireballs_with_a_full_refund() -> None:
    """The action is refunded too, so the spell is cast again in the same turn."""
    fought = play(encounter(WIZARD, witch(2), 3, rules(on_cancel="refund_all")))
    assert fought.actions[:3] == ["Wizard: Fireball", "Witch: Counter", "Wizard: Fireball"]
    assert fought.hp("Witch") == 100 - 3 * 8


def test_an_action_may_have_its_own_refund_policy() -> None:
    for policy, left in (("keep", 2), ("refund_slot", 3), ("refund_all", 3)):
        spell = blast(8, "Fireball", cost=("Action", slot(3)), on_cancel=policy)
        caster = hero(spell, pools={"SpellSlot_3": 3}, name="Wizard")
        fought = play(encounter(caster, witch(1), rounds=1))
        casts = fought.count("Wizard: Fireball")
        assert fought.pool("Wizard", "SpellSlot_3") == left - (casts - 1)


def test_the_refunded_slot_is_the_one_that_was_paid() -> None:
    """Also if it was of a higher level, or if there were two."""
    up = blast(1, "Up", cost=("Action", slot(1, upcast=True)))
    caster = hero(up, pools={"SpellSlot_1": 0, "SpellSlot_2": 1})
    fought = play(encounter(caster, witch(1), 1, rules(on_cancel="refund_slot")))
    assert fought.pool("Hero", "SpellSlot_2") == 1
    two = blast(1, "Two", cost=("Action", slot(1), slot(2)))
    caster = hero(two, pools={"SpellSlot_1": 1, "SpellSlot_2": 1})
    fought = play(encounter(caster, witch(1), 1, rules(on_cancel="refund_slot")))
    assert (fought.pool("Hero", "SpellSlot_1"), fought.pool("Hero", "SpellSlot_2")) == (1, 1)


def test_a_refund_does_not_exceed_the_maximum() -> None:
    """2.7: a slot gained in the meantime takes up the room."""
    gain = reaction(
        "SpellCast", m.Gain("SpellSlot_3"), name="Well", cost="", who="self", role="source"
    )
    caster = hero(FIREBALL, reactions=(gain,), pools={"SpellSlot_3": 1})
    fought = play(encounter(caster, witch(1), 1, rules(on_cancel="refund_slot")))
    assert fought.pool("Hero", "SpellSlot_3") == 1


def test_a_cancelled_spell_is_not_countered_again() -> None:
    """2.6: the second counterspell sees that it is cancelled already."""
    two = [witch(1), foe(name="Hag", hp=99, reactions=(COUNTER,), pools={"SpellSlot_3": 1})]
    fought = play(encounter(hero(FIREBALL, pools={"SpellSlot_3": 1}), two, rounds=1))
    assert fought.actions == ["Hero: Fireball", "Witch: Counter"]


def test_a_counter_can_be_countered() -> None:
    """2.6: the spell then goes through; both counters are spent."""
    caster = hero(FIREBALL, reactions=(COUNTER,), pools={"SpellSlot_3": 2})
    fought = play(encounter(caster, witch(1), rounds=1))
    assert fought.actions == ["Hero: Fireball", "Witch: Counter", "Hero: Counter"]
    assert fought.hp("Witch") == 92
    assert fought.pool("Witch", "SpellSlot_3") == 0


def test_three_counters_deep() -> None:
    """A counter against the counter of a counter: the spell is lost after all."""
    caster = hero(FIREBALL, reactions=(COUNTER,), pools={"SpellSlot_3": 2})
    hag = foe(name="Hag", hp=99, reactions=(COUNTER,), pools={"SpellSlot_3": 1})
    fought = play(encounter(caster, [witch(1), hag], rounds=1))
    assert fought.actions == ["Hero: Fireball", "Witch: Counter", "Hero: Counter", "Hag: Counter"]
    assert fought.hp("Witch", "Hag") == [100, 99]


def test_nobody_counters_a_friend() -> None:
    bless = blast(0, "Bless", cost=("Action", slot(3)), targets=m.Targets(who="ally", count=3))
    caster = hero(bless, pools={"SpellSlot_3": 1})
    friend = hero(name="Friend", reactions=(COUNTER,), pools={"SpellSlot_3": 1})
    assert play(encounter([caster, friend], foe(), rounds=1)).actions == ["Hero: Bless"]


def test_a_counterspell_may_require_a_spell_level() -> None:
    """The value of SpellCast is the level of the slot, or of the spell."""
    wise = reaction(
        "SpellCast",
        m.Cancel(),
        name="Counter",
        who="enemy",
        role="source",
        when=LastEvent("SpellCast", op=">=", value=3),
    )
    for spell, count in (
        (blast(1, "S", cost=("Action", slot(2))), 0), (blast(1, "S", cost=("Action", slot(3))), 1),
        (blast(1, "S", level=5), 1), (blast(1, "S"), 0), (blast(9, "S", tags=("Breath",)), 0),
    ):  # fmt: skip
        caster = hero(spell, pools={"SpellSlot_2": 1, "SpellSlot_3": 1})
        fought = play(encounter(caster, foe(hp=99, reactions=(wise,)), rounds=1))
        assert fought.count("Foe: Counter") == count


def test_a_cancelled_action_counts_as_used() -> None:
    """Uses and recharge are spent, and the concentration never begins."""
    no = reaction("ActionDeclared", m.Cancel(), name="No", who="enemy", role="source", cost="Will")
    chant = action("Chant", apply("Hymn"), concentration=True)
    fought = play(encounter(hero(chant), foe(reactions=(no,), pools={"Will": 1}), rounds=1))
    assert fought.order("ActionCancelled", "StatusApplied") == ["ActionCancelled"]
    assert fought.combatant("Hero").concentration is None
    breath = action("Breath", hit(3), cooldown=9)
    fought = play(encounter(hero(breath), foe(reactions=(no,), pools={"Will": 1}), rounds=4))
    assert fought.actions == ["Hero: Breath", "Foe: No"]
    fought = play(
        encounter(
            hero(breath), foe(reactions=(no,), pools={"Will": 1}), 4, rules(on_cancel="refund_all")
        )
    )
    assert fought.actions == ["Hero: Breath", "Foe: No", "Hero: Breath"]


def test_an_actor_who_falls_while_declaring_gets_no_refund() -> None:
    """2.7: a fizzled action is not a cancelled one."""
    snipe = reaction(
        "ActionDeclared", m.Harm(99, to="event source"), name="Snipe", who="enemy", role="source"
    )
    caster = hero(FIREBALL, pools={"SpellSlot_3": 1})
    heroes = [caster, hero(name="Friend")]
    fought = play(encounter(heroes, foe(reactions=(snipe,)), 1, rules(on_cancel="refund_all")))
    assert fought.hp("Foe") == 20
    assert fought.pool("Hero", "SpellSlot_3") == 0
    assert fought.order("SpellCast", "ActionCancelled", "ActionResolved")[:1] != ["ActionCancelled"]


def test_a_fallen_caster_is_not_countered() -> None:
    """2.6: the event is obsolete."""
    snipe = reaction(
        "ActionDeclared", m.Harm(99, to="event source"), name="Snipe", who="enemy", role="source"
    )
    no = reaction("ActionDeclared", m.Cancel(), name="No", who="enemy", role="source")
    foes = [foe(reactions=(snipe,)), foe(name="Second", reactions=(no,))]
    fought = play(encounter([hero(strike()), hero(name="Friend")], foes, rounds=1))
    assert fought.actions == ["Hero: Strike", "Foe: Snipe"]


def test_a_spell_whose_target_falls_fizzles() -> None:
    """The target has fallen in the meantime; nobody else is hit, and nothing is refunded."""
    mercy = reaction(
        "ActionDeclared",
        m.Harm(99),
        name="Mercy",
        who="enemy",
        role="source",
        cost="",
        targets=m.Targets(who="ally", pick="least hp"),
    )
    bolt = action("Bolt", m.Harm(9), cost=("Action", Cost("Bolt")))
    foes = [foe(name="A", hp=5), foe(name="B", hp=50, reactions=(mercy,))]
    fought = play(encounter(hero(bolt, pools={"Bolt": 1}), foes, 1, rules(on_cancel="refund_all")))
    assert fought.hp("A", "B") == [0, 50]
    assert fought.pool("Hero", "Bolt") == 0


@pytest.mark.parametrize("event", ["ActionDeclared", "SpellCast"])
def test_a_cancelled_action_does_not_end_the_turn(event: str) -> None:
    no = reaction(event, m.Cancel(), name="No", who="enemy", role="source")
    mage = hero(blast(5), strike(3, cost="BonusAction"))
    assert play(encounter(mage, foe(reactions=(no,)), rounds=1)).hp("Foe") == 17
