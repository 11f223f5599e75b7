"""Start: what the `aofref` command runs; an interruption while the program loads is quiet, too."""

import gc
import os
import sys


def main() -> None:
    """Load the program and run it.

    While it loads, which makes much and drops nothing, no garbage is looked for: that would be a
    sixth of the time that one record takes.  At the end, where the system takes all memory back,
    Python would look through it twice: it is told not to.
    """
    gc.disable()
    if sys.stdout is None:  # closed: what is written is refused, as by a full disk, not lost
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    try:
        from aofref.cli.app import main as program
    except KeyboardInterrupt:
        os._exit(130)
    try:
        program(prog_name="aofref", obj=True)  # the process is its own: see `cli.ends`
    finally:
        gc.freeze()
