"""What an author writes: game, flow, moves, zones and state."""
