"""The command line: the only code that opens, prints and exits."""
