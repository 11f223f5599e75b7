"""Start: the entry point of `aofref`; an interruption while the program loads is quiet, too."""

import gc
import os
import sys


def main() -> None:
    """Load the program and run it.

    Garbage collection is off while modules load (held by `benchmarks --twins`).  At the end Python
    would collect twice, though the system frees all memory: this is turned off, too.
    """
    gc.disable()
    if sys.stdout is None:  # closed: what is written is refused, as by a full disk, not lost
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    try:
        from aofref.cli.app import main as program
    except KeyboardInterrupt:
        os._exit(130)
    try:
        program(prog_name="aofref", obj=True)  # the process is its own: see `cli.io`
    finally:
        gc.freeze()
