"""Work for tests of cancelling: chunks, or the preparation, that never end by themselves."""

import os
import sys
import time

from turnwright.sim.backends import Work
from turnwright.sim.pool_backend import PoolBackend
from turnwright.sim.stopping import current_stop_check


def prepare_endless(endless):
    """`prepare`: the preparation never ends. Otherwise a chunk that equals `endless` does not."""
    while endless == "prepare":
        time.sleep(60)

    def do(chunk):
        check = current_stop_check()
        while chunk == endless:
            if check is None:
                time.sleep(60)
            else:
                check()
        return chunk, os.getpid()

    return do


def main():
    """Print the processes of a pool, one of which is busy for ever."""
    for _, pid in PoolBackend(2).map(Work(prepare_endless, 5), range(100)):
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
