"""Judge: records and rules joined.  Gives values; makes no text, opens no file."""
