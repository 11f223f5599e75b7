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
        files = _checked()
        if files is None:
            from aofref.cli.app import main as program
        else:
            from aofref.cli.plain import check
    except KeyboardInterrupt:
        os._exit(130)
    try:
        if files is None:
            program(prog_name="aofref", obj=True)  # the process is its own: see `cli.io.signals`
        else:
            check(files)
    finally:
        gc.freeze()


def _checked() -> tuple[str, ...] | None:
    """Give the files of `aofref check FILE...`, which needs no click; None for all else.

    Click, and what it loads, are a third of the time that one record takes.  It is left to click to
    refuse a file that may not be read, and to find files by patterns on Windows.
    """
    asked, *files = sys.argv[1:] or [""]
    plain = asked == "check" and os.name != "nt" and "_AOFREF_COMPLETE" not in os.environ
    if not plain or any(name.startswith("-") for name in files):
        return None
    readable = all(os.access(name, os.R_OK) or not os.path.exists(name) for name in files)  # noqa: PTH110
    return tuple(files) if readable else None
