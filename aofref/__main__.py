"""Run the command line with `python -m aofref`."""

from aofref.cli.start import main

main()
