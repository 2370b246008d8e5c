"""The migrations of the tape, one file a revision; `events.opening.migrate` runs them."""
