"""The type parameters of the public classes, each with `Any` as its default.

So `Context[MyState]` is checked, and `Context` alone still works. Type checkers know defaults of type
parameters; the typing module does so only from Python 3.13 on, so at run time they have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    StateT = TypeVar("StateT", default=Any)
    CardT = TypeVar("CardT", default=Any)
    AnswerT = TypeVar("AnswerT", default=Any)
else:
    from typing import TypeVar

    StateT = TypeVar("StateT")  # the game's own state, `G`
    CardT = TypeVar("CardT")  # the game's cards
    AnswerT = TypeVar("AnswerT")  # what the answer to a question is
