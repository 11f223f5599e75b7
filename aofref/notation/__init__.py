"""Text: cells, moves, positions, results, records, each read and written."""
