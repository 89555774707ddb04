"""What the log says about a move, after the name of its player: "summons Slag Golem".

Labels of moves are requests ("Summon Slag Golem", "End your turn"). Here they become sentences about
somebody else. A move whose label is not a request says its sentence itself, with `told`.
"""

from __future__ import annotations

import re

# Words that labels begin with. Other first words are names of cards and are left alone.
_WORDS = """
    activate add adjust advance allow alter answer arrange attach attack banish begin bet bid
    block bluff break buy call cancel cast challenge change check choose claim climb close
    concede confirm continue decide declare defend deploy discard do draw drink drop end enter
    equip exchange exhaust fight fire flip focus fold fuse gain give go guess heal hide increase
    initiate install interrupt jack keep lay leave let look lose make mark match materialize
    move name obstruct offer open order pair pass pay peek perform pick place play pledge pull
    purge push put quest raise reach ready redraw remove resolve respond rest retrieve return
    reveal rez roll run sacrifice say score search see select sell send set shoot show shuffle
    sing skip smith spend stand start stay steal stop summon surrender swap take target throw toss
    trash travel tribute trigger turn upgrade use vote wait walk
"""
VERBS = frozenset(_WORDS.split())
IRREGULAR = {"do": "does", "go": "goes"}
_NOUNS = """
    ability attack base buff card champion character command monster pilot spell trap unit weapon
"""
NOUNS = frozenset(_NOUNS.split())
YOUR = re.compile(r"\byour (hand|turn|deck|grave|life|main phase)\b")


def third_person(verb: str) -> str:
    """Return what somebody else does: "pass" is "passes", "play" is "plays"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search("[^aeiou]y$", verb) else f"{verb}s"


def told(label: str) -> str:
    """Return a label as the log says it after a player's name."""
    if not is_request(label):
        return label
    first, space, rest = label.partition(" ")
    return f"{third_person(first.lower())}{space}{_rest(rest)}"


def is_request(label: str) -> bool:
    """Return whether a label says what to do: "Draw a card"."""
    first = label.partition(" ")[0]
    verb = first.lower()
    return verb in VERBS and (first == verb or label[:1].isupper())


def told_refusal(label: str) -> str:
    """Return what the log says about who declines a request: "does not draw a card"."""
    first, space, rest = label.partition(" ")
    return f"does not {first.lower()}{space}{_rest(rest)}"


def _rest(words: str) -> str:
    whose = {"turn": "the turn", "main phase": "the main phase"}
    words = "a card" if words == "card" else words
    return YOUR.sub(lambda found: whose.get(found[1], f"their {found[1]}"), words)


def told_without_cards(words: str) -> str:
    """Return what others read about a move with hidden cards: "deploy unit" is "deploys a unit"."""
    verb, _, rest = told(words).partition(" ")
    if rest.rpartition(" ")[2] in NOUNS and not rest.startswith(("a ", "with ", "to ")):
        return f"{verb} {'an' if rest[0] in 'aeio' else 'a'} {rest}"
    return f"{verb} {rest}".rstrip()
