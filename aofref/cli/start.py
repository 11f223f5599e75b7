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
        plain = _plain()
        if plain is None:
            from aofref.cli.app import main as program
        else:
            from aofref.cli.batch.checking import CheckOptions, check
            from aofref.cli.batch.many import Records
            from aofref.cli.ends import ending
    except KeyboardInterrupt:
        os._exit(130)
    try:
        if plain is None:
            program(prog_name="aofref", obj=True)  # the process is its own: see `cli.io.signals`
        else:
            files, form, quiet = plain
            gc.freeze()
            gc.enable()
            with ending():
                sys.exit(check(Records(files), CheckOptions(form, quiet=quiet)))
    finally:
        gc.freeze()


def _plain() -> tuple[tuple[str, ...], str, bool] | None:
    """Give the files, format and quietness of `aofref check [-q] [--format FORM] FILE...`.

    It needs no click, which with what it loads is a quarter of the time that one record takes; None
    for all else.  It is left to click to refuse a file that may not be read, or a format that there
    is not, and to find files by patterns on Windows.
    """
    asked, *words = sys.argv[1:] or [""]
    if asked != "check" or os.name == "nt" or "_AOFREF_COMPLETE" in os.environ:
        return None
    form, quiet, files = "text", False, []
    following = iter(words)
    for word in following:
        if word in ("-q", "--quiet"):
            quiet = True
        elif word == "--format":
            form = next(following, "")
        elif word.startswith("-"):
            return None
        else:
            files.append(word)
    known = form in ("text", "json", "short")
    readable = all(os.access(name, os.R_OK) or not os.path.exists(name) for name in files)  # noqa: PTH110
    return (tuple(files), form, quiet) if known and readable else None
