"""What tests of corner cases share."""

from __future__ import annotations

from tests.helpers import aofref

# E may take the Knight on ia4 with either piece: ia4 is next to jb5 by the King's steps.
ENDING = "E:Kjb5;Rka4/I:Kdb2;Nia4/J:Kjb1/P:Kjh3 E - 1"
OVER = "E:Kjb5/I:-/J:-/P:- - - 9"
UNCLOSED = '[Variant "aof2"]\n\n1. E:Lha5-fb3 {a comment *\n'


def at(*args: str, stdin: str = "") -> tuple[int, str, str]:
    found = aofref(*args, "--variant", "aof2", "--position", ENDING, stdin=stdin)
    return found.exit_code, found.stdout, found.stderr.splitlines()[-1] if found.stderr else ""
