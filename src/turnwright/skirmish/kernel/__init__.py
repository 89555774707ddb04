"""The compiled kernel: the same fights as the interpreter, run for run."""
