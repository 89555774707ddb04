"""Work that knows no game: it squares numbers, and says who did it."""

import os


def prepare_squares(offset):
    """Once per worker; the mark shows that it was."""
    mark = (os.getpid(), os.urandom(4).hex())

    def do(number):
        if number == "fail":
            raise ValueError("this one fails")
        if number == "die":
            os._exit(3)
        return (number * number + offset, mark)

    return do
