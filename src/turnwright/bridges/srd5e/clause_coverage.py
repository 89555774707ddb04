"""What became of every clause of a stat block: understood, approximated or left out.

A clause counts as understood only if its numbers and conditions are found in what was converted from
its entry. Whatever neither this check nor a rule below accounts for is left out, so nothing is skipped
in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from turnwright.bridges.encounter_files.terms import CONDITIONS
from turnwright.skirmish.model.import_report import ClauseCounts
from turnwright.skirmish.model.scenario import CombatAction

from . import prose_parser as prose

Verdict: TypeAlias = Literal["understood", "approximated", "left out"]


class Clause(NamedTuple):
    """A clause of a text, and what became of it."""

    text: str
    verdict: Verdict
    sentence: str = ""
    """What is different or missing; empty if the clause was understood."""


def clause_counts(found: Sequence[Clause]) -> ClauseCounts:
    """Count clauses by what became of them."""
    verdicts = [one.verdict for one in found]
    return ClauseCounts(
        verdicts.count("understood"), verdicts.count("approximated"), verdicts.count("left out")
    )


_BORDERS = re.compile(
    r";\s*|, and (?=the|it|that|can't|is\b|each|has\b)|,? and (?=can't|is\b|has\b|takes|must|its\b"
    r"|falls|be\b)|,? or (?=be\b|become|fall|take\b|have\b|lose\b)|, but |, while |, taking "
)


def clauses(text: str) -> list[str]:
    """Split a text into clauses."""
    return [
        part.strip(" ,.")
        for sentence in prose.sentences(text)
        for part in _BORDERS.split(sentence)
        if part.strip(" ,.")
    ]


CHOSEN = "it always uses"
"""How a sentence begins about an entry with several options."""

NO_EFFECT = "this part is not simulated"

_Rules: TypeAlias = tuple[tuple[str, str], ...]

LEFT_OUT: _Rules = (
    (r"uses its Engulf on it|ends if the|^(?:second|third) roar", NO_EFFECT),
    (r"to do so, the|wielding a melee weapon", "reactions need no sight and no weapon in hand"),
    (
        r"ability checks?|\bchecks?\b.*(?:advantage|disadvantage)|hear|smell|sight|hearing",
        "checks and senses are not simulated",
    ),
    (
        r"(?:advantage|succeeds?) on saving throws (?:made )?(?:against|to resist)(?! spells)",
        "advantage against single conditions is not simulated",
    ),
    (r"speed (?:is|becomes|also)|difficult terrain", "speed is not reduced"),
    (r"can't breathe|unable to breathe|suffocat", "breathing is not simulated"),
    (r"can't speak|understand|language|telepath|communicate", "speech is not simulated"),
    (r"object|flammable|ignites?|catches fire", "objects are not simulated"),
    (r"light\b|darkness|visible|obscured|see it\b", "light and sight are not simulated"),
    (r"rises|is raised|reanimat|under the .* control|spawn", "nobody rises from the dead"),
    (
        r"swallow|regurgitat|engulfed creature moves",
        "swallowing is simplified to damage and conditions",
    ),
    (
        r"can't (?:constrict|bite|attack|make tail attacks|grapple)|only one (?:target|"
        r"creature)|already (?:constrict|grappl)|no other creature|only (?:the|"
        r"against the) (?:grappled|target)|against other targets|against the same target",
        "which target it must keep is not simulated",
    ),
    (
        r"(?:medium|large|small|huge) or smaller|\b(?:humanoid|construct|undead|elf|beast)s?\b",
        "size and kind of the target are not checked",
    ),
    (
        r"curse|disease|lycanthrop|mummy rot|remove curse|greater restoration|heal",
        "curses and diseases are left out",
    ),
    (r"grapple", "how grapples end is simplified"),
    (
        r"\bfly|flies|moves?\b|movement|jump|leap|burrow|climb|swim|straight|enters?\b|space",
        "positions are a line without heights and spaces",
    ),
    (r"attach|detach", "nobody detaches it"),
    (
        r"hours?\b|days?\b|finish(?:es|ing) a|rest\b",
        "what happens after the fight is not simulated",
    ),
    (r"destroy|corrode|penalty to|armor", "equipment is not damaged"),
    (r"charmed|regards|friend|harmful", "who is charmed still fights"),
    (r"can't regain|maximum", "the hit point maximum is not reduced"),
    (r"avert|looks? at|eyes|gaze|reflection", "nobody averts the eyes"),
    (
        r"take an action|uses? an action|using an action|as an action",
        "nobody spends an action to help or to escape",
    ),
    (r"summon|magically (?:calls|creates)|appear", "nobody joins the fight"),
    (r"surpris", "it only matters against surprised targets"),
    (r"bonus action", "this bonus action is left out"),
    (r"teleport", "there is no map to teleport on"),
)  # fmt: skip
"""Why a clause is left out, by what it is about. The first rule that fits counts."""

HOLDING = "whom it holds is not checked"
BEST_OPTION = "it always takes the option that deals the most damage"

APPROXIMATED: _Rules = (
    (r"if at least one of the|is within 5 feet of an ally", "an ally always counts as near"),
    (
        r"during its first turn|in the first round of combat",
        "it only counts against surprised targets",
    ),
    (
        r"\d+-foot[- ](?:cone|line|radius|cube)|line that is|in that (?:line|area)|"
        r"within \d+ feet of (?:it|the|him|her)\b|each creature in|each of (?:those|"
        r"the) (?:targets|creatures)|\d+-foot-(?:tall|wide|radius)",
        "an area affects a number of targets, by its size",
    ),
    (r"moves at least \d+ feet", "it applies to the first hit of the first round"),
    (r"as many .* as it has heads", "it keeps all its heads"),
    (
        r"\d+ \(\d+d\d+[^)]*\)[^.]*damage at the (?:start|end) of each",
        "the damage comes at the start of the victim's turns",
    ),
    (r"escape DC|DC \d+ Strength check", "escaping is a save, not an action"),
    (r"turn to stone|petrified", "petrification stays at restrained"),
    (
        r"two hands|instead of|in place of|alternatively|either|one of the following|"
        r"only one of which|or two|it can use .* instead|can replace with|"
        r"\bmakes? [^.]*(?:attacks?|with its)\b[^.]*\bor\b (?!bonus|smaller)|damage \([\w' ]+ choice\)",
        BEST_OPTION,
    ),
    (
        r"if that attack hits, [^.]*attack",
        "the second attack does not depend on the first",
    ),
    (
        r"(?:creature|target) (?:that is |not )?(?:grappled|it is grappling)|creature grappled by|"
        r"automatically hit",
        HOLDING,
    ),
    (
        r"other than an? (?:undead|construct|elf)|(?:if|unless) (?:the target|it|that creature) is "
        r"an? (?:medium|large|huge|undead|construct|humanoid|giant|beast|object)|"
        r"if the target is (?:medium|large|huge)|one (?:medium|large|huge) or smaller",
        "size and kind of the target are not checked",
    ),
    (
        r"saving throw[^.]*, with disadvantage if",
        "its repeated saves have no disadvantage",
    ),
    (
        r"ends its turn there|enters? (?:a|the|its) [\w' ]*(?:space|area|whirlwind)|enters the|"
        r"finishes moving|starts its turn in",
        "it happens when the action is used",
    ),
    (r"isn't in sunlight", "there is no sunlight and no running water"),
    (r"can't breathe|unable to breathe|suffocat", "breathing is not simulated"),
    (r"armor is partly|catches fire", "equipment and objects are not damaged"),
    (r"be (?:magically )?charmed", "who is charmed still fights"),
    (r"reduce its speed or cause", "its speed is never reduced"),
    (r"\d+ feet (?:away|toward|back)|pushed|pulled|flung", "it moves the target along a line"),
    (r"\bcan use its\b|if it can\b", "it does so whenever it is worth it"),
)  # fmt: skip
"""What is different in a clause that was converted."""

_STRUCTURE = re.compile(
    r"^(?:on a (?:failed|successful) sav|on a (?:success|failure)|(?:a |the )?(?:failed|"
    r"successful) save)|exhales?\b|saving throw|makes? (?:one|two|three|four|five|seven|a|"
    r"an|its|as many|\dd\d) |^[\w' -]+ (?:breath|ray|roar)$|ending the effect|^(?:one|each"
    r"|a|the) (?:target|creature)s?\b[^.]{0,40}$|effects? (?:ends?|lasts?)|until (?:this|"
    r"the) (?:grapple|poison|effect) ends|regains?|magical|^it then|"
    r"^the [\w' -]+ (?:beats its wings|uses|targets|touches|makes)|spellcaster|"
    r"spellcasting ability|(?:following|innately cast)|^-? ?(?:\d|cantrips|at will)|"
    r"included in the attack|already|to do so|be wielding|casts? (?:a|these)|^hit\b|"
    r"reach \d|fails? (?:a|the|its) sav|choose to succeed|critical hit|"
    r"reduced to \d+ hit point|drops? to 1 hit",
    re.IGNORECASE,
)
"""Clauses that hold an entry together, and have no numbers of their own."""

_UNDERSTOOD = re.compile(
    r"is immune to|fails the saving throw by|isn't incapacitated|ally isn't|"
    r"saving throws against (?:spells|magic)|weapon attacks are magical|take the same damage",
    re.IGNORECASE,
)

_CONDITION = re.compile(rf"\b({'|'.join(CONDITIONS)})\b", re.IGNORECASE)
_NOT_INFLICTED = re.compile(
    r"against being|can't be|isn't|immune|if the target is (?:prone|grappled)|doesn't have|"
    r"advantage on saving|while (?:it is )?(?:grappl|restrain|incapac|poison)|\bended\b|"
    r"frightened (?:creature|target) can|targets one (?:frightened|charmed)|creatures? grappled|"
    r"one prone|not grappled|grappled by|is incapacitated|charmed by it",
    re.IGNORECASE,
)
_MENTIONED = re.compile(
    rf"\b(?:a|an|the|each) (?:{'|'.join(CONDITIONS)}) (?:target|creature)|charmed at a time|"
    r"no longer \w+|(?:creatures|targets) restrained|while invisible|is invisible with|"
    r"cause it to be \w+|or being grappled|\w+ in this way",
    re.IGNORECASE,
)
"""Conditions that somebody already has, or cannot get."""
_FACTS: tuple[tuple[str, str], ...] = (
    (r"can't (?:take|use) reactions", '"no_reactions"'),
    (r"repeat (?:the|this|its) saving throw", '"repeat_save"'),
    (r"half (?:as much|the (?:\w+ )?damage)|half damage", '"half"'),
    (r"(?:pushed|pulled|flung) ", '"Move"'),
    (r"regains? \d", "heal"),
    (r"bonus to (?:its |the \w+'s )?AC|adds? \d+ to its AC", '"ac"|"Roll"'),
    (r"becomes? invisible|is invisible(?! with)|turns invisible", '"invisible"'),
    (r"regains? (?:a number of )?hit points equal", '"Heal"'),
    (r"immune to [^.]*? for (?:the next )?\d+ hours", "withstood"),
    (r"reduced to 1 hit point instead|drops to 1 hit point", '"Heal"'),
    (r"loses \d+ \([^)]*\) hit points", '"damage_each_turn"'),
    (r"deals an extra \d+ \(\d+d\d+\) damage", '"ChangeDamage"'),
    (r"choose to succeed instead", '"Outcome"'),
    (r"effects last for 1 minute", '"turns":10'),
    (r"(?:rolls|roll) (?:a|one) d\d+ to determine", "random action"),
)
"""What a clause says, and what is then in the converted data."""


def read_clauses(text: str, produced: Sequence[object], lost: Sequence[str] = ()) -> list[Clause]:
    """Return what became of the clauses of an entry: `produced` is all that was made from it, `lost`
    what its reader could not express."""
    converted = msgspec.json.encode(produced).decode()
    names = {one.name.casefold() for one in produced if isinstance(one, CombatAction)}
    return [
        _spell_clause(line, listed, names)
        if (listed := _listed_spells(line))
        else _clause(line, converted, lost)
        for line in clauses(text)
    ]


_SPELL_LIST = re.compile(
    r"^-? ?(?:cantrips|\d+(?:st|nd|rd|th) level|at will|\d+/day)[^:]*: (.+)$|"
    r"can innately cast ([a-z' ]+?)(?: \(spell save[^)]*\))?, requiring",
    re.IGNORECASE,
)


def _listed_spells(text: str) -> list[str]:
    """The names in a line of a list of spells; empty if it is another clause."""
    found = _SPELL_LIST.search(text)
    names = (found[1] or found[2]).split(",") if found else []
    plain = (re.sub(r"\([^)]*\)|\*", "", name).strip().casefold() for name in names)
    return [name for name in plain if name and name != "the following spells"]


def _spell_clause(text: str, listed: Sequence[str], names: set[str]) -> Clause:
    """A line of a list of spells: some of them are actions now, the others are never cast."""
    never = [name for name in listed if name not in names]
    if not never:
        return Clause(text, "understood")
    verdict: Verdict = "left out" if len(never) == len(listed) else "approximated"
    return Clause(text, verdict, f"not cast in a fight: {', '.join(never)}")


_OPTION = re.compile(r"^([A-Z][\w' -]* (?:Breath|Roar))$")
"""The name of an option, in a line of its own."""


def _clause(text: str, converted: str, lost: Sequence[str]) -> Clause:
    said = [words for words in prose.losses(text) if words in lost]
    missing = list(_missing(text, converted))
    if "included in the attack" in text:
        return Clause(text, "understood")
    amounts = [part.damage in converted for part in prose.damages(text)]
    if missing and any(amounts) and not all(amounts) and re.search(r"\bor\b", text):
        return Clause(text, "approximated", "of several amounts of damage it always deals one")
    is_chosen = any(words.startswith(CHOSEN) for words in lost)
    option = _OPTION.search(text)
    if is_chosen and (missing or (option and f'"name":"{option[1]}"' not in converted)):
        return Clause(text, "left out", f"{CHOSEN} another option")
    if missing and lost and not said:
        said = [lost[0]]
    if missing:
        return Clause(text, "left out", said[0] if said else _reason(text, missing))
    if said:
        return Clause(text, "approximated", said[0])
    how = next((words for pattern, words in APPROXIMATED if _has(pattern, text)), "")
    if how == HOLDING and '{"type":"TargetCondition","name":"grappled"' in converted:
        return Clause(text, "understood")
    if how == BEST_OPTION and '"Multiattack (ranged)"' in converted:
        return Clause(text, "understood")  # one of them in melee, the other at range
    if how:
        return Clause(text, "approximated", how)
    if _states_facts(text) or _UNDERSTOOD.search(text):
        return Clause(text, "understood")
    why = next((words for pattern, words in LEFT_OUT if _has(pattern, text)), "")
    if _STRUCTURE.search(text) and not why:
        return Clause(text, "understood")
    return Clause(text, "left out", why or NO_EFFECT)


def _has(pattern: str, text: str) -> bool:
    return bool(re.search(pattern, text, re.IGNORECASE))


def _reason(text: str, missing: Sequence[str]) -> str:
    why = next((words for pattern, words in LEFT_OUT if _has(pattern, text)), "")
    return f"not converted: {', '.join(missing)}" + (f" ({why})" if why else "")


def _states_facts(text: str) -> bool:
    """Does a clause state something that `_missing` can look for?"""
    return (
        bool(prose.damages(text))
        or bool(re.search(r"\bDC \d+|to hit\b", text))
        or any(_has(pattern, text) for pattern, _ in _FACTS)
        or bool(_inflicted(text))
        or bool(re.search(r"(?:dis)?advantage on", text))
    )


def _inflicted(text: str) -> list[str]:
    """The conditions that somebody gets."""
    if _NOT_INFLICTED.search(text):
        return []
    found = _CONDITION.findall(_MENTIONED.sub("", text))
    return list(dict.fromkeys(one.lower() for one in found))


def _missing(text: str, converted: str) -> Iterator[str]:
    """What a clause says that is not in the converted data."""
    for part in prose.damages(text):
        if part.damage not in converted:
            yield f"{part.damage} damage"
    to_hit = re.search(r"\+(\d+) to hit", text)
    if (
        to_hit
        and not re.search(rf'"(?:to_hit|modifier)":"?{to_hit[1]}\b', converted)
        and to_hit[1] != "0"
    ):
        yield f"+{to_hit[1]} to hit"
    for dc in re.findall(r"\bDC (\d+)(?! (?:Wisdom|Intelligence) \()", text):
        if f'"dc":{dc}' not in converted:
            yield f"DC {dc}"
    for condition in _inflicted(text):
        if f'"{condition}"' not in converted:
            yield f"the condition {condition}"
    for pattern, key in _FACTS:
        found = re.search(pattern, text, re.IGNORECASE)
        if found and not re.search(key, converted, re.IGNORECASE):
            yield f"{found[0].strip()!r}"
    lean = re.search(r"\b((?:dis)?advantage) on (?!saving throws (?:made )?(?:against|to))", text)
    if lean and f'"{lean[1].lower()}"' not in converted:
        yield lean[1].lower()


IRRELEVANT_ENTRIES: _Rules = (
    (
        r"keen |echolocation|blind senses|devil's sight|heart sight|antennae|faultless tracker"
        r"|tremorsense",
        "senses are not simulated",
    ),
    (r"amphibious|water breathing|hold breath|limited amphib", "breathing is not simulated"),
    (
        r"camouflage|false appearance|mimicry|inscrutable|shielded mind|speak with|telepath|"
        r"illusory appearance|divine awareness|sense magic|read thoughts|iron scent|"
        r"treasure sense|detect|transparent|web sense",
        "it matters before and after a fight",
    ),
    (r"shapechanger|change shape", "it fights in the form of this stat block"),
    (r"sunlight|light sensitivity|illumination|darkness", "light is not simulated"),
    (r"children of the night|create specter|confer fire", "nobody joins the fight"),
    (r"turn resistance|turn defiance", "turning undead is not an effect of its enemies' spells"),
    (
        r"rejuvenation|elemental demise|misty escape|nightmare haunting|night hag items|"
        r"beast of burden",
        "it matters after its death or between fights",
    ),
    (r"teleport|ethereal|^move$|tree stride", "there is no map to leave and enter"),
    (
        r"flyby|climb|web walker|amorphous|standing leap|running leap|incorporeal|earth glide|"
        r"tunneler|ice walk|air form|water form|siege|tail spike|labyrinthine|^swarm",
        "positions are a line without obstacles",
    ),
    (
        r"vampire weaknesses|antimagic|water susceptibility|immutable form|^bound$|"
        r"spell storing|ephemeral",
        "nobody in the fight uses it",
    ),
)  # fmt: skip
"""Why a whole entry is left out, by its name."""


def irrelevant(text: str, name: str) -> list[Clause]:
    """Return the clauses of an entry that does not matter in a fight."""
    low = name.casefold()
    why = next((w for pattern, w in IRRELEVANT_ENTRIES if re.search(pattern, low)), "")
    return [Clause(one, "left out", why or NO_EFFECT) for one in clauses(text)]


def unread(text: str) -> list[Clause]:
    """Return the clauses of an entry that could not be converted."""
    found = []
    for one in clauses(text):
        why = next((words for pattern, words in LEFT_OUT if _has(pattern, one)), NO_EFFECT)
        found.append(Clause(one, "left out", why))
    return found
