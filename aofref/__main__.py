"""Run the command line with `python -m aofref`."""

from aofref.cli.main import main

main(prog_name="aofref")
