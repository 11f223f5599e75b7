"""Plain: `aofref check [-q] [--format FORM] FILE...`, as the command runs it."""

from __future__ import annotations

import gc
import sys

from aofref.cli.batch.checking import CheckOptions
from aofref.cli.batch.checking import check as check_records
from aofref.cli.batch.many import Records
from aofref.cli.ends import ending


def check(files: tuple[str, ...], form: str, quiet: bool) -> None:
    """Check files, or standard input if there are none, and end the program."""
    gc.freeze()
    gc.enable()
    with ending():
        sys.exit(check_records(Records(files), CheckOptions(form, quiet=quiet)))
