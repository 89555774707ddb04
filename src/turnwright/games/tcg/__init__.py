"""Five trading card games as faithful turn structures, with small stand-in card sets of our own."""
