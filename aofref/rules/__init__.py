"""The rules: threats, move generation, refusals, turns."""
