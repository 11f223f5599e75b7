"""Collect: what many records add up to, and which of them are wanted."""
