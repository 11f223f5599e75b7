"""Judge: records and rules joined.  Gives values, the small ones with their text; opens no file."""
