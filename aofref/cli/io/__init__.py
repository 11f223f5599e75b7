"""Input and output: files opened, read and written with care, output, signals, other programs."""
