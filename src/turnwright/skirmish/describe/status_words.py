"""Statuses in sentences: what they change for their bearer, and how long they last."""

from __future__ import annotations

from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.scenario import MAX_STACKS, Dice, Duration, Factor, Modifiers, Status

from .body_words import release_words, status_clauses
from .cost_words import resource_amount
from .dice_words import DiceContext, bonus, damage, dice, has_damage
from .event_words import noticed_event
from .formula_words import condition_words
from .sentence_parts import Party, ability, another, joined, number, plain, sign, spaced, times

_VERBS = {
    "blinded": "blind", "charmed": "charm", "deafened": "deafen", "frightened": "frighten",
    "grappled": "grapple", "incapacitated": "incapacitate", "paralyzed": "paralyze",
    "petrified": "petrify", "poisoned": "poison", "restrained": "restrain", "stunned": "stun",
}  # fmt: skip
_STATES = {
    "invisible": "turn {} invisible",
    "prone": "knock {} prone",
    "unconscious": "knock {} unconscious",
}


def describe_status(
    status: Status,
    bearer: Party,
    context: DiceContext,
    *,
    stacks: Dice = 1,
    is_attacked: bool = False,
) -> str:
    """Return what applying a status does, as an imperative: "blind it for 1 minute".

    `is_attacked` says that the bearer is the target of an attack that triggered this.
    """
    clauses = _Clauses(bearer)
    for clause in status_clauses(status, clauses.whom(), is_me=bearer.is_me):
        clauses.add(clause)
    _conditions(status, clauses)
    once = _one_attack(status)
    _changes(status, clauses, context, once)
    if not clauses.found:
        mark = "gain {name}" if bearer.is_me else "mark {who} with {name}"
        clauses.add(mark.format(name=plain(status.name), who=clauses.whom()))
    span = "" if once else describe_duration(status.duration, bearer, is_attacked=is_attacked)
    text = joined(clauses.found)
    text = (f"{text} {span}" if span else text) + _endings(status, bearer)
    return text + _stacking(status, stacks, context)


def describe_status_beside(status: Status, first: str, bearer: Party, context: DiceContext) -> str:
    """Return another clause with what a status changes, how long it lasts, and what ends it: "turn it
    into a Sheep for 1 minute"."""
    clauses = _Clauses(bearer)
    clauses.add(first)
    for clause in status_clauses(status, bearer.it, is_me=bearer.is_me):
        clauses.add(clause)
    _conditions(status, clauses)
    _changes(status, clauses, context, False)
    span = describe_duration(status.duration, bearer)
    return f"{joined(clauses.found)} {span}" + _endings(status, bearer)


class _Clauses:
    """Clauses about a bearer, who has a name in the first and is a pronoun in the others."""

    def __init__(self, bearer: Party) -> None:
        self.bearer = bearer
        self.found: list[str] = []

    def add(self, clause: str) -> None:
        """Add a clause."""
        self.found.append(clause)

    def whom(self) -> str:
        """Return the bearer as an object."""
        return self.bearer.it if self.found else self.bearer.noun

    def give(self, words: list[str]) -> None:
        """Add a clause that gives the bearer some nouns."""
        if words:
            verb = "gain" if self.bearer.is_me else f"give {self.whom()}"
            self.add(f"{verb} {joined(words)}")

    def subject(self) -> str:
        """Return the bearer with `deal`: I deal, it deals, the weakest enemy deals."""
        if self.bearer.is_me:
            return "I"
        return self.bearer.subject.text if self.found else self.bearer.noun

    def verb(self, word: str) -> str:
        """Return a verb that agrees with the bearer."""
        return f"{word}s" if self.bearer.subject.do == "does" else word


def _conditions(status: Status, clauses: _Clauses) -> None:
    names = [*status.conditions]
    if status.incapacitated and "incapacitated" not in names:
        names.append("incapacitated")
    if clauses.bearer.is_me:
        if names:
            clauses.add(f"become {joined(map(plain, names))}")
        return
    verbs = [_VERBS[name] for name in names if name in _VERBS]
    if verbs:
        clauses.add(f"{joined(verbs)} {clauses.whom()}")
    for name in names:
        if name not in _VERBS:
            clauses.add(_STATES.get(name, f"make {{}} {plain(name)}").format(clauses.whom()))


# --- what changes -----------------------------------------------------------------------------------


def _one_attack(status: Status) -> bool:
    """Does it only change one attack, made or taken, so that no duration is needed?"""
    duration, only = status.duration, _changed(status)
    if duration.turns is not None or duration.times != 1 or status.conditions:
        return False
    if status.ends_on or status.temporary_hp:
        return False
    if duration.until == "next attack made":
        return bool(only) and only <= {"attacks", "to_hit"}
    return duration.until == "next attack taken" and only == {"attacked"}


def _changed(modifiers: Modifiers) -> set[str]:
    """The fields that differ from their defaults."""
    plain_fields = Modifiers.__struct_fields__
    default = Modifiers()
    return {
        name
        for name in plain_fields
        if getattr(modifiers, name) != getattr(default, name) and name != "tags"
    }


def _changes(status: Status, clauses: _Clauses, context: DiceContext, once: bool) -> None:
    """Add a clause for everything that the status changes."""
    nouns = _rolls(status, context, clauses.bearer, once)
    if has_damage(status.ac):
        flat = parse(status.ac).flat
        if flat is None:
            nouns.insert(0, f"{bonus(status.ac, context)} AC")
        elif nouns:
            nouns.insert(0, f"{sign(flat)} AC")
        else:
            clauses.add(_armour(flat, clauses))
    nouns += _defences(status)
    nouns += [_gain(key, amount, context) for key, amount in status.gain.items()]
    if status.tags and (nouns or clauses.found or _changed(status)):
        tags = "tag" if len(status.tags) == 1 else "tags"
        nouns.append(f"the {tags} {joined(map(plain, status.tags))}")
    clauses.give(nouns)
    _attacked(status, clauses, once)
    _multiplied(status, clauses)
    _denied(status, clauses)
    if has_damage(status.heal_each_turn):
        whom = "myself" if clauses.bearer.is_me else clauses.whom()
        clauses.add(f"heal {whom} for {damage(status.heal_each_turn, context)} each turn")
    if has_damage(status.temporary_hp):
        verb = "gain" if clauses.bearer.is_me else f"give {clauses.whom()}"
        clauses.add(f"{verb} {dice(status.temporary_hp, context)} temporary hit points")
    if has_damage(status.damage_each_turn):
        whom = "myself" if clauses.bearer.is_me else clauses.whom()
        clauses.add(
            f"deal {damage(status.damage_each_turn, context, 'damage')} to {whom} each turn"
        )


def _armour(change: int, clauses: _Clauses) -> str:
    verb = "raise" if change > 0 else "lower"
    is_named = not clauses.found and not clauses.bearer.is_me
    is_named = is_named and clauses.bearer.noun != clauses.bearer.it
    whose = f"the AC of {clauses.bearer.noun}" if is_named else f"{clauses.bearer.its} AC"
    return f"{verb} {whose} by {abs(change)}"


def _rolls(status: Modifiers, context: DiceContext, bearer: Party, once: bool) -> list[str]:
    """Bonuses and modes of the bearer's own rolls, as nouns."""
    attacks = f"{bearer.its} next attack" if once else "attacks"
    found = []
    if status.to_hit == status.save and has_damage(status.save):
        found.append(f"{bonus(status.save, context)} to {attacks} and saves")
    else:
        if has_damage(status.to_hit):
            found.append(f"{bonus(status.to_hit, context)} to {attacks}")
        if has_damage(status.save):
            found.append(f"{bonus(status.save, context)} to saves")
    if has_damage(status.damage):
        more = damage(status.damage, context, "damage")
        more = more if more.endswith("damage") else f"{more} damage"
        found.append(f"{more if more.startswith('-') else f'+{more}'} per hit")
    if has_damage(status.dc):
        found.append(f"{bonus(status.dc, context)} to save DCs")
    if status.attacks:
        found.append(f"{status.attacks} on {attacks}")
    for mode in ("advantage", "disadvantage"):
        condition = parse(getattr(status, f"{mode}_if")).expression
        if condition is not None:
            found.append(f"{mode} on {attacks} if {condition_words(condition)}")
    if status.saves:
        kinds = joined(map(ability, status.saves_of))
        against = joined(map(plain, status.saves_against), "or")
        text = f"{status.saves} on {kinds + ' ' if kinds else ''}saves"
        found.append(f"{text} against {against}" if against else text)
    return found


def _attacked(status: Modifiers, clauses: _Clauses, once: bool) -> None:
    for mode, what in (
        (status.attacked, "the next attack" if once else "attacks"),
        (status.attacked_in_melee, "melee attacks"),
        (status.attacked_at_range, "ranged attacks"),
    ):
        if mode:
            verb = "impose" if mode == "disadvantage" else "grant"
            clauses.add(f"{verb} {mode} on {what} against {clauses.whom()}")
    if status.critical_in_melee:
        clauses.add(f"make every melee hit on {clauses.whom()} critical")
    if status.fails:
        whom = clauses.whom()
        clauses.add(f"make {whom} fail {joined(map(ability, status.fails))} saves")


def _multiplied(status: Modifiers, clauses: _Clauses) -> None:
    for factor, verb in ((status.dealt, "deal"), (status.taken, "take")):
        if factor != 1:
            what = f"the damage {clauses.subject()} {clauses.verb(verb)}"
            clauses.add(_times(factor, what))


def _gain(key: str, amount: Factor, context: DiceContext) -> str:
    if isinstance(amount, str):
        return f"{dice(amount, context)} {spaced(key)} each turn"
    return f"{another(resource_amount(key, amount))} each turn"


def _times(factor: Factor, what: str) -> str:
    if isinstance(factor, str):
        return f"multiply {what} by {dice(factor, DiceContext())}"
    known = {0: f"prevent {what}", 0.5: f"halve {what}", 2: f"double {what}"}
    return known.get(factor, f"multiply {what} by {number(factor)}")


def _denied(status: Modifiers, clauses: _Clauses) -> None:
    words = ["reactions"] if status.no_reactions else []
    words += ["movement"] if status.no_movement else []
    if words:
        verb = "lose my" if clauses.bearer.is_me else f"deny {clauses.whom()}"
        clauses.add(f"{verb} {joined(words)}")


def _defences(status: Modifiers) -> list[str]:
    found = []
    if has_damage(status.reduction):
        found.append(f"{bonus(status.reduction, DiceContext())} damage reduction")
    for words, what in (
        (status.resist, "resistance"),
        (status.immune, "immunity"),
        (status.vulnerable, "vulnerability"),
    ):
        if words:
            kinds = "all damage" if "*" in words else joined(map(plain, words))
            found.append(f"{what} to {kinds}")
    return found


# --- when it ends -----------------------------------------------------------------------------------


def _endings(status: Status, bearer: Party) -> str:
    text = ""
    if status.ends_on_damage:
        take = "takes" if bearer.subject.do == "does" else "take"
        text += f" or until {bearer.subject.text} {take} damage"
    if status.ends_on:
        clauses = [noticed_event(text, bearer) for text in status.ends_on]
        text += f" or until {joined(clauses, 'or')}"
    if status.ends_with_source or status.inside:
        text += ", while I live"
    if status.released_by is not None:
        text += release_words(status.released_by)
    repeat = status.repeat_save
    if repeat is not None:
        kind = f"{ability(repeat.ability)} " if repeat.ability else ""
        known = DiceContext()
        dc = "" if repeat.dc is None else f"{'' if kind else 'DC '}{dice(repeat.dc, known)} "
        article = "an" if kind[:1] in "AEIOU" and kind else "a"
        text += f"; {article} {kind}{dc}save at the {repeat.at} of each turn ends it"
    return text


def _stacking(status: Status, stacks: Dice, context: DiceContext) -> str:
    if status.stacking == "highest":
        return "; only the most potent one counts"
    if status.stacking == "refresh":
        return ""
    limit = "" if status.max_stacks == MAX_STACKS else f" up to {times(status.max_stacks)}"
    several = "" if stacks == 1 else f", and this applies {dice(stacks, context)} of it"
    return f"; it stacks{limit}{several}"


_UNTIL = {
    "": "from then on", "end of turn": "until the end of the turn",
    "encounter": "for the rest of the fight", "short rest": "until the next short rest",
    "long rest": "until the next long rest",
}  # fmt: skip


def describe_duration(duration: Duration, bearer: Party, *, is_attacked: bool = False) -> str:
    """Return how long a status lasts: "until my next turn", "for 1 minute", "for its next attack"."""
    span = "" if duration.turns is None else _turns(duration, bearer)
    limit = f" {span}" if span.startswith("until") else f", at most {span[4:]}" if span else ""
    if duration.until.startswith("next "):
        return _next(duration, bearer, is_attacked) + limit
    if not span:
        return _UNTIL[duration.until]
    if duration.until == "end of turn":
        return f"{span}, at most until the end of the turn"
    return span


def _next(duration: Duration, bearer: Party, is_attacked: bool) -> str:
    """The next attacks, hits or saves that end it: "for its next 2 attacks"."""
    _, what, way = duration.until.split()
    noun = f"next {what}" if duration.times == 1 else f"next {duration.times} {what}s"
    if way == "made":
        return f"for {bearer.its} {noun}"
    if way == "forced":
        return (
            f"for the {noun} that {bearer.subject.text} force{'s' * (bearer.subject.do == 'does')}"
        )
    is_this = is_attacked and duration.times == 1 and what == "attack"
    return "against this attack" if is_this else f"against the {noun}"


def _turns(duration: Duration, bearer: Party) -> str:
    turns = duration.turns or 1
    whose = "my" if duration.of == "source" or bearer.is_me else bearer.its
    if turns == 1:
        return f"until {'the end of ' if duration.at == 'end' else ''}{whose} next turn"
    if turns % 10 == 0:
        minutes = turns // 10
        return f"for {minutes} minute{'s' if minutes > 1 else ''}"
    return f"for {turns} rounds"
