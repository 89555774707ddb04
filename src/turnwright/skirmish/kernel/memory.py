"""How the program reaches its memory: records and numbers at addresses, functions at addresses, and the
stacks of what is under way.

Nothing is allocated while a run is played, no array is counted or checked: `layout.py` says what lies
where, and `kernel.py` sees to it that there is enough of it.
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
from .layout import BLOCK

jit = numba.njit(
    nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True
)  # fmt: skip
"""For the functions of the program: they are only called from within."""

inline = numba.njit(
    nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True
)  # fmt: skip
"""The same, for those that are small, or are called at one place only: their code goes there."""

WORD = ir.IntType(64)

# --- numbers --------------------------------------------------------------------------------------


def numbers_at(kind: Any, stored: Any) -> tuple[Any, Any]:
    """`get(address, index)` and `put(address, index, value)` for an array of such numbers."""

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
    """Copy so many bytes."""

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
    """`at(address)`: the record that lies there. At 0 there is none: see `exists`."""
    kind = numba.from_dtype(dtype)

    @intrinsic
    def at(context, address):
        def code(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(types.int64), code

    return at


def record_in(dtype: np.dtype) -> Any:
    """`of(address, index)`: the record of that index in a table of them."""
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
    """Where a record lies."""

    def code(context, builder, signature, arguments):
        return builder.ptrtoint(arguments[0], WORD)

    return types.int64(one), code


@inline
def exists(one):
    """Is there such a record at all?"""
    return address_of(one) != 0


@inline
def same(one, other):
    return address_of(one) == address_of(other)


world_at = record_at(layout.WORLD)
kind_at = record_at(layout.KIND)
deed_at = record_at(layout.DEED)
effect_at = record_at(layout.EFFECT)
worn_at = record_at(layout.WORN)
roll_at = record_at(layout.ROLL)
test_at = record_at(layout.TEST)
meeting_at = record_at(layout.MEETING)
body_at = record_at(layout.BODY)
use_at = record_at(layout.USE)
event_at = record_at(layout.EVENT)

body_in = record_in(layout.BODY)
deed_in = record_in(layout.DEED)
effect_in = record_in(layout.EFFECT)
term_in = record_in(layout.TERM)
step_in = record_in(layout.STEP)
tally_in = record_in(layout.TALLY)
status_in = record_in(layout.STATUS)
use_in = record_in(layout.USE)
event_in = record_in(layout.EVENT)
memory_in = record_in(layout.MEMORY)

STATUS_SIZE = layout.STATUS.itemsize


@inline
def nobody():
    return body_at(0)


@inline
def no_use():
    return use_at(0)


@inline
def no_event():
    return event_at(0)


# --- doors ----------------------------------------------------------------------------------------

LETTERS = {
    "": types.void, "i": types.int64, "f": types.float64, "w": numba.from_dtype(layout.WORLD),
    "b": numba.from_dtype(layout.BODY), "d": numba.from_dtype(layout.DEED),
    "e": numba.from_dtype(layout.EFFECT), "v": numba.from_dtype(layout.EVENT),
    "u": numba.from_dtype(layout.USE), "m": numba.from_dtype(layout.MEETING),
}  # fmt: skip
"""What a door is given, and gives back: integers, floats, and records."""


class Door:
    """A function that is compiled by itself. `call` is what others call: it goes by the address in the
    world, so that doors may call each other in circles, and none is compiled into its callers."""

    def __init__(self, name: str, given: str, result: str) -> None:
        self.name = name
        self.signature = LETTERS[result](*(LETTERS[letter] for letter in "w" + given))
        self.function: Any = None
        self.call = self._caller(layout.WORLD.fields[f"door_{name}"][1])

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

        # Numba wants to know the number of arguments from the function itself.
        names = ", ".join(f"a{number}" for number in range(len(expected.args)))
        typed = eval(f"lambda context, {names}: found", {"found": (expected, code)})
        typed.__name__ = self.name
        return intrinsic(typed)


def _doors() -> dict[str, Door]:
    doors = {}
    for entry in layout.DOORS.split():
        name, _, letters = entry.partition(":")
        given, _, result = letters.partition(">")
        doors[name] = Door(name, given, result)
    return doors


DOORS = _doors()


def door(function: Any) -> Any:
    """Compile this function by itself; it is listed in `layout.DOORS`."""
    one = DOORS[function.__name__]
    one.function = function
    return one.call


# --- stacks ---------------------------------------------------------------------------------------
# Events nest only so deep, so there is always room. Should that ever be wrong, the run is marked, ends
# as soon as it can (there is room for that beyond `most_frames`), and the interpreter plays it instead.


@inline
def push_words(w, count):
    """The address of so many free words; `w.top` is put back by whoever asked for them."""
    if w.top + count > w.scratch_size:
        w.overflow = 1
        return w.spare
    address = w.scratch + 8 * w.top
    w.top += count
    return address


@inline
def push_use(w, actor, deed, event):
    """A deed begins to be done; `pop_use` when it is over."""
    use = use_in(w.uses_under_way, w.n_uses)
    w.n_uses += 1
    if w.n_uses > w.most_frames:
        w.overflow = 1
    use.actor = address_of(actor)
    use.deed = address_of(deed)
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
def pop_use(w):
    w.n_uses -= 1


@inline
def push_event(w, type, source, target, value, tags, use):
    """An event begins; `pop_event` when it is over."""
    event = event_in(w.events, w.n_events)
    w.n_events += 1
    if w.n_events > w.most_frames:
        w.overflow = 1
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
def pop_event(w):
    w.n_events -= 1


@inline
def push_block(w):
    """An empty block of damage parts: its address; `pop_block` when it is over."""
    address = w.blocks + 8 * BLOCK * w.n_blocks
    w.n_blocks += 1
    if w.n_blocks > w.most_frames:
        w.overflow = 1
    put_int(address, 0, 0)
    return address


@inline
def pop_block(w):
    w.n_blocks -= 1


@inline
def add_part(w, block, amount, type):
    """One more part of a damage."""
    n = get_int(block, 0)
    if 2 * n + 2 >= BLOCK:
        w.overflow = 1
        return
    put_int(block, 1 + 2 * n, amount)
    put_int(block, 2 + 2 * n, type)
    put_int(block, 0, n + 1)


@inline
def sum_of(block):
    """The sum of damage parts."""
    total = 0
    for i in range(get_int(block, 0)):
        total += get_int(block, 1 + 2 * i)
    return total
