"""Judge: records and rules joined.  Gives values, of which the small ones have their text and JSON; opens no file."""
