"""Bodies that change in sentences: who is summoned, transformed, away, inside somebody, or taunted."""

from __future__ import annotations

from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.formula import parse

from .dice_words import DiceContext, dice
from .sentence_parts import Party, ability, plain, with_article


def spawn_words(effect: model.Spawn, context: DiceContext) -> str:
    """Return who is summoned: "summon 2 combatants (Wolf)"."""
    name, count = plain(effect.combatant), parse(effect.count).flat
    if count == 1:
        text = f"summon {with_article(name)}"
    else:
        text = f"summon {dice(effect.count, context)} combatants ({name})"
    return text


def spawn_options(effect: model.Spawn) -> str:
    """Return how many there can be, when they act, and whether they fight on alone, as clauses."""
    clauses = []
    if effect.most is not None and effect.most != parse(effect.count).flat:
        clauses.append(f"at most {effect.most} at a time")
    if effect.acts == "after the user":
        clauses.append("acting right after me")
    if not effect.holds_side:
        clauses.append("not fighting on without us")
    return "".join(f", {clause}" for clause in clauses)


def transform_words(effect: model.Transform, party: Party) -> str:
    """Return what somebody becomes: "turn the weakest enemy into a Sheep"."""
    form = with_article(plain(effect.into))
    return f"become {form}" if party.is_me else f"turn {party.noun} into {form}"


def status_clauses(status: model.Status, whom: str, *, is_me: bool) -> list[str]:
    """Return what a status does with the body of its bearer and with its targets, as imperatives."""
    found = []
    if status.away:
        found.append("leave the fight" if is_me else f"remove {whom} from the fight")
    if status.inside:
        found.append("go inside myself" if is_me else f"swallow {whom}")
    if status.taunt and is_me:
        found.append("taunt myself")
    elif status.taunt == "must target source":
        found.append(f"make {whom} target me if possible")
    elif status.taunt:
        found.append(f"impose disadvantage on the attacks of {whom} against anyone but me")
    return found


def release_words(release: model.Release) -> str:
    """Return what lets somebody out: "30 damage to me from inside in one turn ends it"."""
    by = " from inside" if release.by == "inside" else ""
    text = f"; {release.damage} damage to me{by} in one turn ends it"
    if release.dc is not None:
        kind = f"{ability(release.ability)} " if release.ability else ""
        save = f"{kind}{'' if kind else 'DC '}{dice(release.dc, DiceContext())} save"
        text += f", unless I make {with_article(save)}"
    return text
