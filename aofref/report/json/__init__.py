"""JSON: reports as plain data."""
