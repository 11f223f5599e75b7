"""Start: what the `aofref` command runs; an interruption while the program loads is quiet, too."""


def main() -> None:
    """Load the program and run it."""
    try:
        from aofref.cli.main import main as program
    except KeyboardInterrupt:
        import os

        os._exit(130)
    program(prog_name="aofref")
