"""Conformance: properties that every game must have, checked while random agents play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from turnwright.agents import RandomAgent
from turnwright.agents.match_text import state_text
from turnwright.core.definition.game import Game
from turnwright.core.definition.library_text import entries_without_text
from turnwright.core.runtime.action_in_progress import own_inputs
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt
from turnwright.core.runtime.rng import Stream
from turnwright.core.runtime.rule_errors import where_raised

from .hidden_information import permute_hidden
from .played_check import describe_loop
from .rule_values import shared_twice, wrong_types

Decide = Callable[[Prompt, Match], Answer]

MANY_INPUTS = 1000  # enough for a random match to end

INVALID_ANSWERS: list[tuple[Any, ...]] = [
    (0, "no such move"),
    (0, ""),
    (99, "pass"),
    (-1, "pass"),
    (True, "pass"),
    (None, "pass"),
]


def conformance(
    game: Game,
    seeds: Iterable[int] = range(5),
    *,
    limit: int = 3000,
    options: dict[str, Any] | None = None,
    has_texts: bool = True,
) -> None:
    """Play one random match per seed to its end, or for `limit` inputs, and check all properties.

    One of the matches must end, unless the limit is below 1000 inputs: then it is a sample of a game
    that takes long or has no end. A library must have a rules text for every kind of card;
    `has_texts=False` is for cards that need none, such as the cards of poker."""
    if has_texts:
        library_has_texts(game)
    matches = []
    for seed in seeds:
        agent = RandomAgent(f"conformance {seed}")
        match = check_match(
            game, seed, agent.decide, limit=limit, options=options, has_texts=has_texts
        )
        matches.append(match)
    if matches and limit >= MANY_INPUTS and all(match.result is None for match in matches):
        raise AssertionError(
            f"no match has a result after {limit} inputs; the last one repeats "
            f"{describe_loop(matches[-1])}"
        )


def check_match(
    game: Game,
    seed: int | str,
    choose: Decide,
    *,
    limit: int,
    every: int = 7,
    options: dict[str, Any] | None = None,
    has_texts: bool = True,
) -> Match:
    """Play one match with `choose` and check it. Expensive checks run on every n-th input (`every`)."""
    match = game.start(seed, options=options)
    for number in range(limit):
        if match.result is not None:
            break
        prompt = somebody_can_act(match)
        if number % every == 0:
            refusals_change_nothing(match)
            queries_change_nothing(match)
            secrets_do_not_leave(match, Stream.named(seed, f"secrets {number}"))
            cancelled_questions_show_nothing(match, Stream.named(seed, f"peeks {number}"))
        answer = choose(prompt, match)
        twins = copies(match) if number % every == 0 else []
        refusal = match.submit(answer)
        if refusal is not None:
            cause = match.fault.error if match.fault is not None else None
            why = f"{refusal}" if cause is None else f"{cause!r} at {where_raised(cause)}"
            raise AssertionError(f"{answer} was an option and is refused: {why}") from cause
        for twin in twins:
            twin_refusal = twin.submit(answer)
            assert twin_refusal is None, f"a copy refuses {answer}: {twin_refusal}"
            assert same(twin, match), f"a copy differs after {answer}"
    for problem in (wrong_types(match), shared_twice(match)):
        assert problem is None, problem.sentence
    if has_texts:
        cards_have_texts(match)
    replayed = game.replay(match.record.to_json())
    assert same(replayed, match), "the replay ends in a different state"
    return match


def library_has_texts(game: Game) -> None:
    """A library has a rules text for every entry."""
    missing = entries_without_text(game.library)
    assert not missing, f"{game.name}: no rules text for {', '.join(missing)}"


def cards_have_texts(match: Match) -> None:
    """If there is a library, every card of the match is in it, tokens included."""
    library = match.game.library
    if not library:
        return
    unknown = {card.kind for card in match.ctx.cards.values()} - library.keys()
    assert not unknown, f"{match.game.name}: cards not in the library: {', '.join(sorted(unknown))}"


def copies(match: Match) -> list[Match]:
    """Return copies of a match made in every possible way."""
    forms = [match.game.load(match.save(form)) for form in ("json", "msgpack")]
    return [match.clone(), *forms]


def somebody_can_act(match: Match) -> Prompt:
    """Return a prompt that can be answered. Without a result there must be one."""
    for prompt in match.prompts:
        if len(prompt.options) >= prompt.min and (prompt.options or prompt.kind != "move"):
            return prompt
    raise AssertionError(f"no seat can act at {match.ctx.place}")


def refusals_change_nothing(match: Match) -> None:
    """Invalid answers are refused and leave the match unchanged."""
    before = match.save()
    for parts in INVALID_ANSWERS:
        assert match.submit(Answer(*parts)) is not None, f"{parts} was accepted"
    for prompt in match.prompts:
        if prompt.kind == "move":
            option = prompt.options[0]
            wrong = [
                Answer(prompt.seat, option.move, (*option.args, "one too many")),
                Answer(prompt.seat, option.move, option.args, None, prompt.id + 1),
                Answer(prompt.seat, picks=("yes",)),
            ]
        else:
            wrong = [
                Answer(prompt.seat, "a move"),
                Answer(prompt.seat, picks=("no such option",)),
                Answer(prompt.seat, picks=(), prompt=-1),
            ]
        for answer in wrong:
            assert match.submit(answer) is not None, f"{answer} was accepted"
    assert match.save() == before, "a refusal changed the match"


def queries_change_nothing(match: Match) -> None:
    """Queries about the flow, prompts and views leave the match unchanged."""
    before = match.hash
    flow = match.flow
    if not match.asked:
        flow.should_end_step(), flow.should_end_phase(), flow.should_end_segment()
        flow.get_next_step(), flow.get_next_phase(), flow.get_next_segment(), flow.get_next_turn()
    for seat in [None, *match.ctx.player_order]:
        match.view(seat)
    for seat in match.ctx.player_order:
        match.legal(seat)
    assert match.hash == before, "a query changed the match"


def secrets_do_not_leave(match: Match, rng: Stream) -> None:
    """The view of a seat does not depend on what is hidden from it."""
    for viewer in [None, *match.ctx.player_order]:
        other = match.clone()
        permute_hidden(other, viewer, rng)
        seen, permuted = (msgspec.json.encode(m.view(viewer)) for m in (match, other))
        assert seen == permuted, f"seat {viewer} sees hidden information at {match.ctx.place}"
        told, permuted_text = (state_text(m, viewer) for m in (match, other))
        assert told == permuted_text, (
            f"the description tells seat {viewer} hidden information at {match.ctx.place}"
        )


def cancelled_questions_show_nothing(match: Match, rng: Stream) -> None:
    """A question that its seat can cancel does not depend on what is hidden from that seat.

    Otherwise the seat could look, for example at the top of its deck, and take its action back."""
    for seat in list(match.asked):
        if match.why_not_cancel(seat) is not None:
            continue
        action = own_inputs(match._inputs, seat)
        other = match.clone()
        other.cancel(seat)
        permute_hidden(other, seat, rng)
        for entry in action:
            other.submit(Answer(seat, entry.move, entry.args, entry.picks))
        if seat in other.asked:
            shown, permuted = match.prompt(seat).data(), other.prompt(seat).data()
            assert [shown["text"], shown["options"]] == [permuted["text"], permuted["options"]], (
                f"seat {seat} can look at hidden information and cancel: {shown['text']!r}"
            )


def same(one: Match, other: Match) -> bool:
    """Whether two matches have equal states, prompts and versions."""
    return (
        one.hash == other.hash
        and one.version == other.version
        and [prompt.data() for prompt in one.prompts] == [prompt.data() for prompt in other.prompts]
    )
