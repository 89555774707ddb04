"""The compiled kernel: the same runs as the interpreter's, draw for draw.

The modules mirror those of `engine`, because both must draw the same random numbers in the same order.
"""
