"""Random numbers: fairness, named streams, reproducibility and scripts."""

import random
from collections import Counter
from itertools import permutations

import pytest

import turnwright as tw
from turnwright.core.runtime.rng import parse_dice
from turnwright.games.tcg.lorcana.game import game as lorcana
from turnwright.testing import assert_used_up


def stream(name="fair", seed=0):
    return tw.Stream.named(seed, name)


def chi_square(counts, outcomes, total):
    expected = total / outcomes
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + expected * (outcomes - len(counts))


def is_fair(counts, outcomes, total):
    """Whether chi-square is within six standard deviations of its mean."""
    freedom = outcomes - 1
    assert sum(counts.values()) == total
    return chi_square(counts, outcomes, total) < freedom + 6 * (2 * freedom) ** 0.5


# --- fairness -------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 6, 7, 10, 52, 100])
def test_numbers_below_n_are_all_equally_likely(n):
    rng = stream(f"below {n}")
    counts = Counter(rng.below(n) for _ in range(200 * n))
    assert set(counts) == set(range(n))
    assert is_fair(counts, n, 200 * n)


def test_every_order_of_a_shuffle_is_equally_likely():
    rng, counts = stream("shuffle"), Counter()
    for _ in range(4800):
        cards = list("abcd")
        rng.shuffle(cards)
        counts["".join(cards)] += 1
    assert set(counts) == {"".join(order) for order in permutations("abcd")}
    assert is_fair(counts, 24, 4800)


def test_choice_and_sample_are_fair_and_a_sample_repeats_nothing():
    rng = stream("choice")
    assert is_fair(Counter(rng.choice("abc") for _ in range(3000)), 3, 3000)
    samples = Counter(tuple(rng.sample(range(4), 2)) for _ in range(6000))
    assert set(samples) == set(permutations(range(4), 2))
    assert is_fair(samples, 12, 6000)


def test_a_chance_of_a_quarter_succeeds_a_quarter_of_the_time():
    rng = stream("quarter")
    hits = sum(rng.chance(0.25) for _ in range(8000))
    assert 1800 < hits < 2200
    assert not any(rng.chance(0) for _ in range(100))
    assert all(rng.chance(1) for _ in range(100))


def test_large_ranges_are_unbiased():
    """With n = 3/4 of 2**64, multiplication without rejection would draw a third twice as often."""
    n = 3 << 62
    rng = stream("large")
    thirds = Counter(rng.below(n) * 3 // n for _ in range(3000))
    assert is_fair(thirds, 3, 3000)
    rests = Counter(rng.below(n) % 3 for _ in range(3000))
    assert is_fair(rests, 3, 3000)
    assert rng.draws > 6000 * 1.2  # a quarter of all draws is rejected


@pytest.mark.parametrize("n", [0, -1])
def test_drawing_from_an_empty_range_is_refused(n):
    with pytest.raises(tw.RulesError):
        stream().below(n)
    with pytest.raises(tw.RulesError):
        stream().choice([])
    with pytest.raises(tw.RulesError):
        stream().between(3, 2)
    with pytest.raises(tw.RulesError):
        stream().sample([1, 2], 3)


# --- streams --------------------------------------------------------------------------------------


def numbers(rng, count=20):
    return [rng.below(1000) for _ in range(count)]


def test_a_stream_depends_on_the_seed_and_its_name():
    assert numbers(stream("a")) == numbers(stream("a"))
    different = [stream("a"), stream("b"), stream("a", 1), stream("a", "word"), stream("", "0a")]
    assert len({tuple(numbers(rng)) for rng in different}) == len(different)


dice = tw.Game(
    "dice",
    moves={
        "attack": lambda c: c.G.setdefault("attack", []).append(c.stream("attack").between(1, 20)),
        "loot": lambda c: c.G.setdefault("loot", []).append(c.stream("loot").choice("abcdefgh")),
        "roll": lambda c: c.G.setdefault("roll", []).append(c.roll("3d6")),
        "mix": lambda c: c.G.setdefault("mix", []).append(mixed(c)),
    },
)


def mixed(c):
    items = [1, 2, 3, 4]
    c.shuffle(items)
    return items


def test_a_draw_from_one_stream_does_not_shift_another():
    calm, wild = dice.start(5), dice.start(5)
    for _ in range(10):
        calm.play(0, "attack")
        wild.play(0, "loot")
        wild.play(0, "attack")
        wild.play(0, "roll")
    assert calm.G["attack"] == wild.G["attack"]
    assert len(set(calm.G["attack"])) > 1
    assert dice.start(6).play(0, "attack") is None


@pytest.mark.parametrize("form", ["json", "msgpack"])
def test_streams_continue_after_a_load(form):
    match = dice.start("a word")
    for _ in range(3):
        match.play(0, "attack")
        match.play(0, "mix")
    loaded = dice.load(match.save(form))
    for table in (match, loaded):
        for move in ("attack", "mix", "roll", "loot"):
            table.play(0, move)
    assert loaded.G == match.G
    assert loaded.ctx.streams == match.ctx.streams


def test_the_global_random_module_is_neither_used_nor_changed():
    def step(match):
        prompt = match.prompts[0]
        match.submit(prompt.answer(*prompt.options[-prompt.min :] if prompt.min else ()))

    calm, disturbed = lorcana.start(3), lorcana.start(3)
    for number in range(60):
        step(calm)
        random.seed(number)
        mine = random.getstate()
        step(disturbed)
        assert random.getstate() == mine
        assert disturbed.hash == calm.hash
    assert disturbed.save() == calm.save()


# --- dice -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("d6", (1, 6, 0)),
        ("2d6", (2, 6, 0)),
        ("3d8+2", (3, 8, 2)),
        ("1d4-1", (1, 4, -1)),
        (" 10 D 10 + 5 ", (10, 10, 5)),
        ("0d6", (0, 6, 0)),
    ],
)
def test_dice_notation_is_parsed(text, parsed):
    assert parse_dice(text) == parsed


@pytest.mark.parametrize(
    "text",
    ["", "d", "6", "2d", "d0", "2d-6", "-1d6", "2x6", "d6d6", "2d6+", "2d6+x", "1.5d6", "dd"],
)
def test_invalid_dice_notation_is_refused_with_a_sentence(text):
    with pytest.raises(tw.RulesError, match="not a dice expression like 2d6"):
        parse_dice(text)


def test_dice_roll_between_their_bounds():
    rng = stream("bounds")
    sums = Counter(rng.roll("2d3+1") for _ in range(900))
    assert set(sums) == {3, 4, 5, 6, 7}
    assert sums[5] > sums[3] + sums[7] * 0.5
    assert rng.roll("0d6+4") == 4


# --- scripts --------------------------------------------------------------------------------------


def scripted(**scripts):
    return dice.start(scripts=scripts)


def test_a_script_sets_the_exact_outcomes():
    match = scripted(attack=[20, 1], loot=[7], dice=[6, 5, 4], shuffle=[[4, 2, 3, 1]])
    for move in ("attack", "attack", "loot", "roll", "mix"):
        match.play(0, move)
    assert match.G == {"attack": [20, 1], "loot": ["h"], "roll": [15], "mix": [[4, 2, 3, 1]]}
    assert_used_up(match)


def test_a_script_does_not_affect_other_streams():
    match, free = scripted(attack=[20]), dice.start()
    match.play(0, "loot")
    free.play(0, "loot")
    assert match.G == free.G
    with pytest.raises(AssertionError, match="attack"):
        assert_used_up(match)


@pytest.mark.parametrize(
    ("scripts", "move", "sentence"),
    [
        ({"attack": [21]}, "attack", "21"),
        ({"attack": [0]}, "attack", "from 1 to 20"),
        ({"attack": []}, "attack", "no outcome left"),
        ({"attack": ["high"]}, "attack", "high"),
        ({"dice": [6, 6]}, "roll", "no outcome left"),
        ({"shuffle": [[1, 2, 3]]}, "mix", "order"),
        ({"shuffle": [[1, 2, 3, 3]]}, "mix", "order"),
        ({"shuffle": [3]}, "mix", "order"),
    ],
)
def test_an_impossible_scripted_outcome_is_an_error_and_changes_nothing(scripts, move, sentence):
    match = scripted(**scripts)
    before = match.save()
    with pytest.raises(tw.Refused) as raised:
        match.play(0, move)
    assert isinstance(raised.value.__cause__, tw.RulesError)
    assert sentence in str(raised.value.__cause__)
    assert match.save() == before


def test_scripts_survive_save_load_and_replay():
    match = scripted(attack=[3, 4, 5])
    match.play(0, "attack")
    for copy in (dice.load(match.save()), match.clone(), dice.replay(match.record.to_json())):
        copy.play(0, "attack")
        assert copy.G == {"attack": [3, 4]}
        with pytest.raises(AssertionError, match="5"):
            assert_used_up(copy)
    assert match.G == {"attack": [3]}


@pytest.mark.parametrize("n", [2**64 + 1, 2**70])
def test_a_range_that_is_too_large_is_refused(n):
    with pytest.raises(tw.RulesError, match="Cannot draw"):
        tw.Stream.named(0, "x").below(n)
