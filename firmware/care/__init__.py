"""Room: supervisor, saved game, log ring, self test."""
