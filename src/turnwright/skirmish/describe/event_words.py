"""Events in words: labels for choices, and clauses for the triggers of reactions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model.vocabulary import ALIASES, event_named, event_with_role

from .sentence_parts import ME, Party, Subject, ally, number, plain

Role: TypeAlias = Literal["source", "target"]


class EventDescription(msgspec.Struct, frozen=True):
    """An event that reactions can answer."""

    name: str
    label: str
    about: str
    value: str
    """What its value is; empty if it has none."""


class _EventWords(NamedTuple):
    label: str
    about: str
    value: str
    source: str
    """A clause about who caused it. `S` is the subject, `my` its possessive, `*` marks its verb,
    `~` stands for tags."""
    target: str
    """A clause about whom it affects."""
    anybody: str
    actor: str = "whoever did it"
    """Who caused it, as a noun."""
    affected: str = "the one affected"


_ATTACK = ("the attacker", "the target")
_EVENTS: dict[str, _EventWords] = {
    "EncounterStarted": _EventWords(
        "The fight starts", "Before the first round.", "",
        "the fight starts", "the fight starts", "the fight starts",
    ),
    "RoundStarted": _EventWords(
        "A round starts", "Before the first turn of a round.", "the number of the round",
        "a round starts", "a round starts", "a round starts",
    ),
    "LairCount": _EventWords(
        "The lair acts", "Once per round, at the initiative of lair actions.",
        "the number of the round", "the lair acts", "the lair acts", "the lair acts",
    ),
    "TurnStarted": _EventWords(
        "A turn starts", "At the start of somebody's turn.", "the number of the round",
        "my turn starts", "my turn starts", "a turn starts", "whoever has the turn",
        "whoever has the turn",
    ),
    "TurnEnded": _EventWords(
        "A turn ends", "At the end of somebody's turn.", "the number of the round",
        "my turn ends", "my turn ends", "a turn ends", "whoever had the turn",
        "whoever had the turn",
    ),
    "ActionDeclared": _EventWords(
        "An action starts", "It is paid, but has no effect yet.", "the level of the slot",
        "S start* ~an action", "~an action is aimed at O", "~an action starts", "the one who acts",
        "its target",
    ),
    "SpellCast": _EventWords(
        "A spell is cast", "It is paid, but has no effect yet.", "the level of the spell",
        "S cast* ~a spell", "~a spell is cast at O", "~a spell is cast", "the caster", "its target",
    ),
    "ActionResolved": _EventWords(
        "An action is finished", "After all of its effects.", "the level of the slot",
        "S finish* ~an action", "~an action against O is over", "~an action is over",
        "the one who acted", "its target",
    ),
    "ActionCancelled": _EventWords(
        "An action is cancelled", "A reaction has stopped it.", "the level of the slot",
        "my action is cancelled", "an action against O is cancelled", "an action is cancelled",
        "the one who acted", "its target",
    ),
    "AttackDeclared": _EventWords(
        "An attack is declared", "Before its roll.", "",
        "S make* ~an attack", "~an attack is made against O", "~an attack is made", *_ATTACK,
    ),
    "AttackRolled": _EventWords(
        "An attack is rolled", "Before it is known whether it hits.", "the total of the roll",
        "S roll* ~an attack", "~an attack is rolled against O", "~an attack is rolled", *_ATTACK,
    ),
    "AttackHit": _EventWords(
        "An attack hits", "Before its damage is dealt.", "the damage",
        "my ~attack hits", "~an attack hits O", "~an attack hits", *_ATTACK,
    ),
    "AttackMissed": _EventWords(
        "An attack misses", "A reaction can still turn it into a hit.", "the total of the roll",
        "my ~attack misses", "~an attack misses O", "~an attack misses", *_ATTACK,
    ),
    "SaveFailed": _EventWords(
        "A save fails", "Before its effects.", "the total of the roll",
        "a save against O fails", "S fail* a save", "a save fails", "whoever forced the save",
        "whoever failed",
    ),
    "SaveSucceeded": _EventWords(
        "A save succeeds", "Before its effects.", "the total of the roll",
        "a save against O succeeds", "S succeed* on a save", "a save succeeds",
        "whoever forced the save", "whoever saved",
    ),
    "DamageRolled": _EventWords(
        "Damage is rolled", "Before resistances, and before it is taken.", "the damage",
        "S roll* ~damage", "S be about to take ~damage", "~damage is rolled",
        "whoever deals it", "whoever takes it",
    ),
    "DamageTaken": _EventWords(
        "Damage is taken", "After resistances.", "the damage",
        "S deal* ~damage", "S take* ~damage", "~damage is taken", "whoever dealt it",
        "whoever took it",
    ),
    "Healed": _EventWords(
        "Somebody is healed", "After the hit points are restored.", "the amount",
        "S heal* somebody", "S be healed", "somebody is healed", "the healer", "the one healed",
    ),
    "StatusApplied": _EventWords(
        "A status is applied", "A blessing, a poison, a mark.", "the number of stacks",
        "S put* ~a status on somebody", "~a status is put on O", "~a status is put on somebody",
        "whoever put it there", "whoever bears it",
    ),
    "StatusEnded": _EventWords(
        "A status ends", "For any reason.", "the number of stacks left",
        "~a status from O ends", "~a status on O ends", "~a status ends",
        "whoever put it there", "whoever bore it",
    ),
    "ConcentrationBroken": _EventWords(
        "Concentration breaks", "All statuses that needed it have ended.", "",
        "S break* somebody's concentration", "my concentration breaks", "concentration breaks",
        "whoever broke it", "whoever concentrated",
    ),
    "UnitDowned": _EventWords(
        "Somebody falls", "To 0 hit points.", "",
        "S bring* somebody down", "S fall*", "somebody falls", "whoever did it", "the fallen",
    ),
    "UnitDied": _EventWords(
        "Somebody dies", "At 0 hit points, by failed death saves or massive damage.", "",
        "S kill* somebody", "S die*", "somebody dies", "the killer", "the dead",
    ),
    "UnitMoved": _EventWords(
        "Somebody moves", "After the movement.", "the distance",
        "S move*", "S move*", "somebody moves", "the one who moved", "the one who moved",
    ),
    "LeftReach": _EventWords(
        "Somebody leaves a reach", "Before the movement: an opportunity attack.", "the distance",
        "S leave* an enemy's reach", "an enemy leaves my reach", "somebody leaves an enemy's reach",
        "that enemy", "the one left behind",
    ),
    "EnteredReach": _EventWords(
        "Somebody enters a reach", "After the movement.", "the distance",
        "S enter* an enemy's reach", "an enemy enters my reach",
        "somebody enters an enemy's reach", "that enemy", "the one in reach",
    ),
    "ResourceRestored": _EventWords(
        "A resource is restored", "By an effect, a refund or a rest.", "the amount",
        "S regain* a resource", "S regain* a resource", "somebody regains a resource",
    ),
    "LoopGuard": _EventWords(
        "A loop is stopped", "Somebody acted too often in one turn.", "",
        "the loop guard stops O", "the loop guard stops O", "the loop guard stops somebody",
    ),
}  # fmt: skip


def events() -> list[EventDescription]:
    """Return all events, with the words for a choice; other names of them come last."""
    found = [
        EventDescription(name, one.label, one.about, one.value) for name, one in _EVENTS.items()
    ]
    for alias, (name, tags) in ALIASES.items():
        if tags:
            label = f"{_EVENTS[name].label} ({', '.join(tags).lower()})"
            about = f"{name} with the tag {', '.join(tags)}."
            found.append(EventDescription(alias, label, about, _EVENTS[name].value))
    return found


_PARTIES = {
    "self": (Subject("I", "am", "have", "do", "my"), "me"),
    "ally": (Subject("an ally", "is", "has", "does", "an ally's"), "an ally"),
    "enemy": (Subject("an enemy", "is", "has", "does", "an enemy's"), "an enemy"),
}


@dataclass
class TriggerDetails:
    """What a trigger requires of its event, apart from who takes part."""

    near: str = ""
    """Follows the noun of an ally or enemy: `within 60 ft`."""
    by: str = ""
    """`enemy` if an enemy must have caused it."""
    kinds: list[str] = field(default_factory=list)
    """Tags of the event as adjectives: melee, fire or acid."""
    low: float | None = None
    high: float | None = None
    """The least and the greatest value."""


def noticed_event(text: str, party: Party) -> str:
    """Return an event with a role (`vocabulary.event_with_role`) as a clause about a combatant: `it
    takes fire damage`."""
    event, tags, role = event_with_role(text)
    words = _EVENTS[event]
    templates = {"source": words.source, "target": words.target, "any": words.anybody}
    return _filled(templates[role], party.subject, party.it, tags)


CAUSED_EVENTS = frozenset(
    ("AttackDeclared", "AttackRolled", "AttackHit", "AttackMissed", "DamageTaken", "DamageRolled")
)
"""Events whose clause can say who caused them: `an enemy's attack hits me`."""


def event_clause(name: str, who: str, role: str, details: TriggerDetails | None = None) -> str:
    """Return the trigger of a reaction as a clause: `a melee attack hits me`."""
    details = details or TriggerDetails()
    event, own_tags = event_named(name)
    words = _EVENTS.get(event)
    if words is None:
        return f"{plain(event)} happens"
    template = words.anybody
    subject, noun = Subject("somebody", "is", "has", "does", "somebody's"), "somebody"
    if who in _PARTIES:
        template = words.source if role == "source" else words.target
        subject, noun = _PARTIES[who]
    if details.near and who != "self":
        near = details.near
        subject = subject._replace(text=f"{subject.text} {near}", my=f"{subject.my[:-2]} {near}'s")
        noun = f"{noun} {near}"
    kinds = list(dict.fromkeys([*(plain(tag).lower() for tag in own_tags), *details.kinds]))
    text = _filled(template, subject, noun, [kind for kind in kinds if kind != "critical"])
    if "critical" in kinds:
        text = text.replace(" hits", " critically hits", 1)
    if details.by:
        text = _by_enemy(text)
    return _with_value(text, words.value, details)


def _by_enemy(text: str) -> str:
    """`an enemy's melee attack hits me`, `I take damage from an enemy`."""
    found = re.match(r"an? (.*attack .*)", text)
    return f"an enemy's {found[1]}" if found else f"{text} from an enemy"


_DEALT = re.compile(r"(take|takes|deal|deals|roll|rolls) ((?:[\w ]+ )?damage)")


def _with_value(text: str, noun: str, details: TriggerDetails) -> str:
    """Add the least and the greatest value: `a spell of level 1 to 3`, `take 10 or more damage`."""
    if details.low is None and details.high is None:
        return text
    amount = value_range(details.low, details.high)
    if "level" in noun:
        return f"{text} of level {amount}"
    if _DEALT.search(text):
        return _DEALT.sub(rf"\1 {amount} \2", text, count=1)
    if noun in ("the damage", "the amount"):
        return f"{text} for {amount}"
    return f"{text} with {noun.removeprefix('the ') or 'a value of'} {amount}"


def value_range(low: float | None, high: float | None) -> str:
    """Return a range of values: `1 to 3`, `4 or more`, `3 or less`, `5`."""
    if low is not None and high is not None:
        return number(low) if low == high else f"{number(low)} to {number(high)}"
    if low is not None:
        return f"{number(low)} or more"
    return f"{number(high or 0)} or less"


def _filled(template: str, subject: Subject, noun: str, tags: Iterable[str]) -> str:
    adjective = " ".join(plain(tag).lower() for tag in tags)
    text = template.replace("S be ", f"{subject.text} {subject.be} ")
    words = []
    for word in text.split():
        if word == "S":
            words.append(subject.text)
        elif word == "O":
            words.append(noun)
        elif word == "my":
            words.append(subject.my)
        elif word.endswith("*"):
            words.append(_agreeing(word[:-1], subject))
        else:
            words.append(word)
    text = " ".join(words)
    for article in ("~an ", "~a "):
        if article in text and adjective:
            an = "an" if adjective[0] in "aeiou" else "a"
            text = text.replace(article, f"{an} {adjective} ")
    return text.replace("~", f"{adjective} " if adjective and "~" in text else "")


def _agreeing(verb: str, subject: Subject) -> str:
    if subject.do != "does":
        return verb
    return f"{verb}es" if verb.endswith(("sh", "ss")) else f"{verb}s"


def event_party(timing: Reaction | None, role: Role) -> Party:
    """Return who caused the triggering event, or whom it affects, as the effects mention it."""
    if timing is None:
        return Party("whoever did it" if role == "source" else "the one affected")
    names = [event_named(name)[0] for name in timing.events]
    is_same = any(name in ("TurnStarted", "TurnEnded", "UnitMoved") for name in names)
    if timing.who == "self" and (timing.role == role or is_same):
        return ME
    if timing.who in ("ally", "enemy") and (timing.role == role or is_same):
        return ally("that ally") if timing.who == "ally" else Party("that enemy")
    words = _EVENTS.get(names[0]) if names else None
    if words is None:
        return Party("whoever did it" if role == "source" else "the one affected")
    return Party(words.actor if role == "source" else words.affected)


def value_noun(name: str) -> str:
    """Return what the value of an event is: `the damage`."""
    words = _EVENTS.get(event_named(name)[0])
    return words.value if words is not None and words.value else "the triggering amount"


_PAST: dict[str, str] = {
    "AttackHit": "my last ~attack {span} hit",
    "AttackMissed": "my last ~attack {span} missed",
    "AttackDeclared": "I made ~an attack {span}",
    "AttackRolled": "I rolled ~an attack {span}",
    "SaveFailed": "the last save against me {span} failed",
    "SaveSucceeded": "the last save against me {span} succeeded",
    "DamageRolled": "I rolled ~damage {span}",
    "DamageTaken": "I dealt ~damage {span}",
    "Healed": "I healed somebody {span}",
    "StatusApplied": "I put ~a status on somebody {span}",
    "StatusEnded": "~a status from me ended {span}",
    "UnitDowned": "I brought somebody down {span}",
    "UnitDied": "I killed somebody {span}",
    "UnitMoved": "I moved {span}",
    "SpellCast": "I cast ~a spell {span}",
    "ActionDeclared": "I started ~an action {span}",
    "ActionResolved": "I finished ~an action {span}",
    "ActionCancelled": "my last action {span} was cancelled",
    "LeftReach": "I left an enemy's reach {span}",
    "EnteredReach": "I entered an enemy's reach {span}",
    "ResourceRestored": "I regained a resource {span}",
    "TurnStarted": "my turn started {span}",
    "TurnEnded": "my turn ended {span}",
    "ConcentrationBroken": "I broke somebody's concentration {span}",
}
_BY_ANYBODY = {
    "AttackHit": "the last ~attack {span} hit",
    "AttackMissed": "the last ~attack {span} missed",
    "SaveFailed": "the last save {span} failed",
    "SaveSucceeded": "the last save {span} succeeded",
    "DamageTaken": "somebody took ~damage {span}",
    "DamageRolled": "somebody rolled ~damage {span}",
    "UnitDowned": "somebody fell {span}",
    "UnitDied": "somebody died {span}",
    "Healed": "somebody was healed {span}",
    "SpellCast": "somebody cast ~a spell {span}",
    "UnitMoved": "somebody moved {span}",
}


def past_clause(name: str, tags: tuple[str, ...], span: str, by_self: bool) -> str:
    """Return that an event has happened, as a clause: `my last melee attack this turn hit`."""
    event, own_tags = event_named(name)
    phrases = _PAST if by_self else _BY_ANYBODY
    template = phrases.get(event)
    if template is None:
        words = _EVENTS.get(event)
        label = words.label if words is not None else plain(event)
        return f"the last event {span} was {label.lower()!r}"
    all_tags = tuple(dict.fromkeys((*own_tags, *tags)))
    nobody = Subject("", "", "", "", "my")
    return _filled(template.replace("{span}", span), nobody, "", all_tags)
