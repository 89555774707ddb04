"""Statuses in sentences: what they change for their bearer, and how long they last."""

from __future__ import annotations

from turnwright.skirmish.model.scenario import Duration, Modifiers, Status

from .cost_words import resource_amount
from .dice_words import DiceContext, bonus, damage, has_damage
from .words import Party, ability, joined, number, plain, sign

_VERBS = {
    "blinded": "blind {}", "charmed": "charm {}", "deafened": "deafen {}",
    "frightened": "frighten {}", "grappled": "grapple {}", "incapacitated": "incapacitate {}",
    "invisible": "turn {} invisible", "paralyzed": "paralyze {}", "petrified": "petrify {}",
    "poisoned": "poison {}", "prone": "knock {} prone", "restrained": "restrain {}",
    "stunned": "stun {}", "unconscious": "knock {} unconscious",
}  # fmt: skip


def describe_status(status: Status, bearer: Party, context: DiceContext) -> str:
    """Return what applying a status does, as an imperative: "blind it for 1 minute"."""
    gives = _gains(status, context)
    clauses = []
    named = bearer
    for condition in status.conditions:
        clauses.append(_condition(condition, named))
        named = bearer.again
    if status.incapacitated and "incapacitated" not in status.conditions:
        clauses.append(f"incapacitate {named.noun}")
        named = bearer.again
    clauses += _ac_only(status, gives, named)
    if gives:
        clauses.append(_given(joined(gives), named))
    if not clauses:
        clauses.append(_mark(status, named))
    text = joined(clauses)
    span = describe_duration(status.duration, bearer)
    text = f"{text} {span}" if span else text
    return text + _endings(status, bearer)


def _condition(name: str, bearer: Party) -> str:
    verb = _VERBS.get(name)
    if bearer.is_me:
        return f"become {plain(name)}"
    return verb.format(bearer.noun) if verb else f"make {bearer.noun} {plain(name)}"


def _ac_only(status: Status, gives: list[str], bearer: Party) -> list[str]:
    """A change of the armour class alone: "raise my AC by 5". Removes it from `gives`."""
    if not status.ac or len(gives) != 1:
        return []
    gives.clear()
    whose = bearer.its if bearer.noun == bearer.it or bearer.is_me else f"the AC of {bearer.noun}"
    whose = f"{whose} AC" if whose == bearer.its else whose
    return [f"{'raise' if status.ac > 0 else 'lower'} {whose} by {abs(status.ac)}"]


def _given(words: str, bearer: Party) -> str:
    return f"gain {words}" if bearer.is_me else f"give {bearer.noun} {words}"


def _mark(status: Status, bearer: Party) -> str:
    name = plain(status.name)
    if bearer.is_me:
        return f"gain {name}"
    return f"mark {bearer.noun} with {name}"


def _endings(status: Status, bearer: Party) -> str:
    text = ""
    if status.ends_on_damage:
        text += f", or until {bearer.subject.text} {_verb('take', bearer)} damage"
    if status.ends_with_source:
        text += ", while I live"
    repeat = status.repeat_save
    if repeat is not None:
        kind = f"{ability(repeat.ability)} " if repeat.ability else ""
        dc = "" if repeat.dc is None else f"{repeat.dc} "
        article = "an" if kind[:1] in "AEIOU" and kind else "a"
        text += f"; {article} {kind}{dc}save at the {repeat.at} of each turn ends it"
    return text


def _verb(verb: str, bearer: Party) -> str:
    return f"{verb}s" if bearer.subject.do == "does" else verb


# --- modifiers ------------------------------------------------------------------------------------


def describe_modifiers(modifiers: Modifiers, context: DiceContext) -> list[str]:
    """Return what modifiers change, as nouns: "+1d4 to hit", "resistance to fire"."""
    found = []
    if modifiers.ac:
        found.append(f"{sign(modifiers.ac)} AC")
    rolls = [
        (modifiers.to_hit, "attacks"),
        (modifiers.save, "saves"),
    ]
    both = modifiers.to_hit == modifiers.save and has_damage(modifiers.to_hit)
    if both:
        found.append(f"{bonus(modifiers.to_hit, context)} to attacks and saves")
    else:
        found += [f"{bonus(dice, context)} to {what}" for dice, what in rolls if has_damage(dice)]
    if has_damage(modifiers.damage):
        text = damage(modifiers.damage, context)
        found.append(f"{text if text.startswith('-') else f'+{text}'} damage per hit")
    if modifiers.dc:
        found.append(f"{sign(modifiers.dc)} to the DC of {_POSSESSIVE} saves")
    found += _multipliers(modifiers)
    if has_damage(modifiers.reduction):
        text = bonus(modifiers.reduction, context)
        less = f"-{text[1:]}" if text.startswith("+") else f"+{text[1:]}"
        found.append(f"{less} damage taken per hit")
    found += _roll_modes(modifiers)
    found += _defences(modifiers)
    return found


_POSSESSIVE = "imposed"


def _multipliers(modifiers: Modifiers) -> list[str]:
    found = []
    for factor, what in ((modifiers.dealt, "damage dealt"), (modifiers.taken, "damage taken")):
        if factor != 1:
            found.append(
                {0: f"no {what}", 0.5: f"half {what}", 2: f"double {what}"}.get(
                    factor, f"{number(factor)} times {what}"
                )
            )
    return found


def _roll_modes(modifiers: Modifiers) -> list[str]:
    found = []
    for mode, what in (
        (modifiers.attacks, "attacks"),
        (modifiers.attacked, "attacks against the bearer"),
        (modifiers.attacked_in_melee, "melee attacks against the bearer"),
        (modifiers.attacked_at_range, "ranged attacks against the bearer"),
    ):
        if mode:
            found.append(f"{mode} on {what}")
    if modifiers.saves:
        kinds = joined((ability(one) for one in modifiers.saves_of), "and")
        against = joined((plain(one) for one in modifiers.saves_against), "or")
        text = f"{modifiers.saves} on {kinds + ' ' if kinds else ''}saves"
        found.append(f"{text} against {against}" if against else text)
    if modifiers.fails:
        found.append(f"automatic failure of {joined(map(ability, modifiers.fails))} saves")
    return found


def _kinds(words: tuple[str, ...]) -> str:
    if "*" in words:
        return "all damage"
    return joined(plain(word) for word in words)


def _defences(modifiers: Modifiers) -> list[str]:
    found = []
    for words, what in (
        (modifiers.resist, "resistance"),
        (modifiers.immune, "immunity"),
        (modifiers.vulnerable, "vulnerability"),
    ):
        if words:
            found.append(f"{what} to {_kinds(words)}")
    if modifiers.no_reactions:
        found.append("no reactions")
    if modifiers.no_movement:
        found.append("no movement")
    if modifiers.critical_in_melee:
        found.append("critical hits from every melee hit taken")
    for key, amount in modifiers.gain.items():
        extra = resource_amount(key, amount)
        extra = extra.replace("a ", "another ", 1) if extra.startswith("a ") else extra
        extra = extra.replace("an ", "another ", 1) if extra.startswith("an ") else extra
        found.append(f"{extra} each turn")
    return found


def _gains(status: Status, context: DiceContext) -> list[str]:
    """Everything that a status gives its bearer, except for conditions."""
    found = describe_modifiers(status, context)
    if has_damage(status.heal_each_turn):
        found.append(f"{damage(status.heal_each_turn, context)} healing each turn")
    if has_damage(status.damage_each_turn):
        found.append(f"{damage(status.damage_each_turn, context)} damage each turn")
    if status.tags and (found or status.conditions):
        found.append(f"the {_tags(status.tags)}")
    return found


def _tags(tags: tuple[str, ...]) -> str:
    return f"{'tag' if len(tags) == 1 else 'tags'} {joined(map(plain, tags))}"


# --- durations ------------------------------------------------------------------------------------

_UNTIL = {
    "": "", "end of turn": "until the end of the turn", "encounter": "for the fight",
    "short rest": "until the next short rest", "long rest": "until the next long rest",
}  # fmt: skip


def describe_duration(duration: Duration, bearer: Party) -> str:
    """Return how long a status lasts: "until my next turn", "for 1 minute", "for its next attack"."""
    span = ""
    if duration.turns is not None:
        span = _turns(duration, bearer)
    if duration.until == "next attack made":
        attack = "my next attack" if bearer.is_me else f"{bearer.its} next attack"
        return f"for {attack}{_at_most(span)}"
    if duration.until == "next attack taken":
        return f"against the next attack{_at_most(span)}"
    if span:
        return span
    return _UNTIL[duration.until]


def _at_most(span: str) -> str:
    return f" {span}" if span.startswith("until") else f", at most {span[4:]}" if span else ""


def _turns(duration: Duration, bearer: Party) -> str:
    turns = duration.turns or 1
    whose = "my" if duration.of == "source" or bearer.is_me else bearer.its
    if turns == 1:
        return (
            f"until {whose} next turn"
            if duration.at == "start"
            else (f"until the end of {whose} next turn")
        )
    if turns % 10 == 0:
        minutes = turns // 10
        return f"for {minutes} minute{'s' if minutes > 1 else ''}"
    return f"for {turns} rounds"
