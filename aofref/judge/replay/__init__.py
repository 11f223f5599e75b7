"""Replay: a record and the rules joined, move by move; the driver is the only one that plays."""
