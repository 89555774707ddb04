"""Memory access of the compiled functions: records, numbers and functions at addresses, and the
stacks of uses, events and damage that are in progress.

Nothing is allocated while a run is played, and no bounds are checked: `layout.py` describes the memory,
and `kernel.py` allocates enough of it.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from . import layout
from .layout import BLOCK, PART

jit = numba.njit(
    nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True
)  # fmt: skip
"""Compiles a function that is only called by other compiled functions."""

inline = numba.njit(
    nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True
)  # fmt: skip
"""The same, inlined: for functions that are small or have a single caller."""

WORD = ir.IntType(64)

# --- numbers --------------------------------------------------------------------------------------


def numbers_at(kind: Any, stored: Any) -> tuple[Any, Any]:
    """`get(address, index)` and `put(address, index, value)` for an array of these numbers."""

    @intrinsic
    def get(context, address, index):
        def code(context, builder, signature, arguments):
            pointer = builder.inttoptr(arguments[0], stored.as_pointer())
            return builder.load(builder.gep(pointer, [arguments[1]]))

        return kind(types.int64, types.int64), code

    @intrinsic
    def put(context, address, index, value):
        def code(context, builder, signature, arguments):
            pointer = builder.inttoptr(arguments[0], stored.as_pointer())
            builder.store(arguments[2], builder.gep(pointer, [arguments[1]]))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, kind), code

    return get, put


get_int, put_int = numbers_at(types.int64, WORD)
get_float, put_float = numbers_at(types.float64, ir.DoubleType())
get_seed, _ = numbers_at(types.uint64, WORD)
_, put_i4 = numbers_at(types.int32, ir.IntType(32))
_, put_u1 = numbers_at(types.uint8, ir.IntType(8))


@intrinsic
def copy(context, to, source, size):
    """Copy `size` bytes."""

    def code(context, builder, signature, arguments):
        pointers = (builder.inttoptr(one, ir.IntType(8).as_pointer()) for one in arguments[:2])
        cgutils.raw_memcpy(builder, *pointers, arguments[2], 1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), code


@intrinsic
def bits_of(context, number):
    """The bits of a float, as an integer."""

    def code(context, builder, signature, arguments):
        return builder.bitcast(arguments[0], WORD)

    return types.int64(types.float64), code


# --- records --------------------------------------------------------------------------------------


def record_at(dtype: np.dtype) -> Any:
    """`at(address)`: the record at an address. At 0 there is none: see `exists`."""
    kind = numba.from_dtype(dtype)

    @intrinsic
    def at(context, address):
        def code(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(types.int64), code

    return at


def record_in(dtype: np.dtype) -> Any:
    """`of(address, index)`: a record of a table."""
    kind = numba.from_dtype(dtype)

    @intrinsic
    def of(context, address, index):
        def code(context, builder, signature, arguments):
            size = ir.Constant(WORD, dtype.itemsize)
            place = builder.add(arguments[0], builder.mul(arguments[1], size))
            return builder.inttoptr(place, context.get_value_type(kind))

        return kind(types.int64, types.int64), code

    return of


@intrinsic
def address_of(context, one):
    """The address of a record."""

    def code(context, builder, signature, arguments):
        return builder.ptrtoint(arguments[0], WORD)

    return types.int64(one), code


@inline
def exists(one):
    """Whether a record is one, and not the address 0."""
    return address_of(one) != 0


@inline
def same(one, other):
    """Whether both are the same record."""
    return address_of(one) == address_of(other)


run_state_at = record_at(layout.RUN_STATE)
kind_at = record_at(layout.KIND)
action_at = record_at(layout.ACTION)
effect_at = record_at(layout.EFFECT)
compiled_status_at = record_at(layout.COMPILED_STATUS)
roll_at = record_at(layout.ROLL)
test_at = record_at(layout.TEST)
encounter_at = record_at(layout.ENCOUNTER)
combatant_at = record_at(layout.COMBATANT)
use_at = record_at(layout.USE)
event_at = record_at(layout.EVENT)

combatant_in = record_in(layout.COMBATANT)
action_in = record_in(layout.ACTION)
effect_in = record_in(layout.EFFECT)
term_in = record_in(layout.TERM)
step_in = record_in(layout.STEP)
usage_in = record_in(layout.USAGE)
status_in = record_in(layout.STATUS)
use_in = record_in(layout.USE)
event_in = record_in(layout.EVENT)
remembered_in = record_in(layout.REMEMBERED)
counter_in = record_in(layout.COUNTER)

STATUS_SIZE = layout.STATUS.itemsize


@inline
def no_combatant():
    """The combatant that stands for none."""
    return combatant_at(0)


@inline
def no_use():
    """The use that stands for none."""
    return use_at(0)


@inline
def no_event():
    """The event that stands for none."""
    return event_at(0)


# --- entry points ---------------------------------------------------------------------------------

LETTERS = {
    "": types.void, "i": types.int64, "f": types.float64, "r": numba.from_dtype(layout.RUN_STATE),
    "c": numba.from_dtype(layout.COMBATANT), "a": numba.from_dtype(layout.ACTION),
    "e": numba.from_dtype(layout.EFFECT), "v": numba.from_dtype(layout.EVENT),
    "u": numba.from_dtype(layout.USE), "n": numba.from_dtype(layout.ENCOUNTER),
}  # fmt: skip
"""The types of arguments and results in `layout.ENTRY_POINTS`."""


class EntryPoint:
    """A function that is compiled separately. Others call `call`, which takes its address from the run
    state: so entry points may call each other recursively, and none is compiled into its callers."""

    def __init__(self, name: str, arguments: str, result: str) -> None:
        self.name = name
        self.signature = LETTERS[result](*(LETTERS[letter] for letter in "r" + arguments))
        self.function: Any = None
        self.call = self._caller(layout.RUN_STATE.fields[f"entry_{name}"][1])

    def _caller(self, offset: int) -> Any:
        expected = self.signature

        def code(context, builder, signature, arguments):
            convention = context.call_conv
            kind = convention.get_function_type(expected.return_type, expected.args).as_pointer()
            place = builder.add(builder.ptrtoint(arguments[0], WORD), ir.Constant(WORD, offset))
            address = builder.load(builder.inttoptr(place, WORD.as_pointer()))
            _, result = convention.call_function(
                builder,
                builder.inttoptr(address, kind),
                expected.return_type,
                expected.args,
                arguments,
            )
            return result

        # Numba reads the number of arguments from the function itself.
        names = ", ".join(f"a{number}" for number in range(len(expected.args)))
        typed = eval(f"lambda context, {names}: found", {"found": (expected, code)})
        typed.__name__ = self.name
        return intrinsic(typed)


def _entry_points() -> dict[str, EntryPoint]:
    found = {}
    for entry in layout.ENTRY_POINTS.split():
        name, _, letters = entry.partition(":")
        arguments, _, result = letters.partition(">")
        found[name] = EntryPoint(name, arguments, result)
    return found


ENTRY_POINTS = _entry_points()


def entry_point(function: Any) -> Any:
    """Compile this function separately. It must be listed in `layout.ENTRY_POINTS`."""
    one = ENTRY_POINTS[function.__name__]
    one.function = function
    return one.call


# --- stacks ---------------------------------------------------------------------------------------
# The nesting of events is limited, so there is always room. Should that ever be wrong, the run is
# marked as overflowing, ends as soon as it can (there is room for that beyond `max_frames`), and is
# played by the interpreter instead.


@inline
def push_words(run, count):
    """The address of `count` free words. The caller restores `run.top` afterwards."""
    if run.top + count > run.scratch_size:
        run.overflow = 1
        return run.spare
    address = run.scratch + 8 * run.top
    run.top += count
    return address


@inline
def push_use(run, actor, action, event):
    """Begin the use of an action; `pop_use` ends it."""
    use = use_in(run.uses_in_progress, run.n_uses)
    run.n_uses += 1
    if run.n_uses > run.max_frames:
        run.overflow = 1
    use.actor = address_of(actor)
    use.action = address_of(action)
    use.booked_to = action.number
    use.event = address_of(event)
    use.was_up = actor.up
    use.dc = 0
    use.slot_level = 0
    use.slot_pool = -1
    use.targets = 0
    use.n_targets = 0
    use.granted = 0
    use.spent = 0.0
    return use


@inline
def pop_use(run):
    """End the last use."""
    run.n_uses -= 1


@inline
def push_event(run, type, source, target, value, tags, use):
    """Begin an event; `pop_event` ends it."""
    event = event_in(run.events, run.n_events)
    run.n_events += 1
    if run.n_events > run.max_frames:
        run.overflow = 1
    event.type = type
    event.source = address_of(source)
    event.target = address_of(target)
    event.use = address_of(use)
    event.value = value
    event.tags = tags
    event.cancelled = 0
    event.natural = 0
    event.total = 0
    event.needs = 0
    event.critical = 1 << 30
    event.outcome = -1
    event.forced = -1
    event.parts = 0
    event.redirected = 0
    return event


@inline
def pop_event(run):
    """End the last event."""
    run.n_events -= 1


@inline
def push_block(run):
    """The address of an empty block of damage parts; `pop_block` releases it."""
    address = run.blocks + 8 * BLOCK * run.n_blocks
    run.n_blocks += 1
    if run.n_blocks > run.max_frames:
        run.overflow = 1
    put_int(address, 0, 0)
    return address


@inline
def pop_block(run):
    """Release the last block."""
    run.n_blocks -= 1


@inline
def add_part(run, block, amount, type, cause):
    """Add a part to a block of damage. Its cause is the number of the action that has added it."""
    n = get_int(block, 0)
    if PART * n + PART >= BLOCK:
        run.overflow = 1
        return
    put_int(block, 1 + PART * n, amount)
    put_int(block, 2 + PART * n, type)
    put_int(block, 3 + PART * n, cause)
    put_int(block, 0, n + 1)


@inline
def sum_of(block):
    """The sum of the parts of a block of damage."""
    total = 0
    for i in range(get_int(block, 0)):
        total += get_int(block, 1 + PART * i)
    return total
