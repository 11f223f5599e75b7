"""Reports: pure functions of a replay that make text."""
