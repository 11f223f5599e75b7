"""Collect: summaries, totals and selections of many records."""
