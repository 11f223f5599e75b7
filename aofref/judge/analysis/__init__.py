"""Analysis: what there is to know about a position or a replayed record beyond the verdict."""
