"""Counter: one seat, one move, no end. The smallest thing that can be measured."""
