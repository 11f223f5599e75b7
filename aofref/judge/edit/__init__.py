"""Edit: records with moves added, taken back or written again; the move of a mail."""
