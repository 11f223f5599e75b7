"""`rules`: what it refuses and shows."""

from __future__ import annotations

import pytest

from tests.helpers import aofref


def test_a_pawn_on_an_array_cell_is_of_its_army() -> None:
    # the Persian Pawn's ways are (0,-1) and (-1,-1), its captures those and a level (RULES 6)
    found = aofref("rules", "aof2", "P", "--from", "jg3").stdout
    assert "  P:Pjg3 on an empty board:\n  x he3 if3 je3 jf3\n" in found
    assert "  + only to capture: if2 if4 jf2 jf4\n" in found
    assert aofref("rules", "aof2", "P", "--from", "jg3", "--army", "E").stdout != found


@pytest.mark.parametrize("piece", ["P", "O"])
def test_where_armies_differ_the_army_must_be_said(piece: str) -> None:
    found = aofref("rules", "aof2", piece, "--from", "fd3")
    assert (found.exit_code, found.stdout) == (2, "") and "--army" in found.stderr
    assert aofref("rules", "aof2", piece, "--from", "fd3", "--army", "I").exit_code == 0
    assert aofref("rules", "aof2", "N", "--from", "fd3").exit_code == 0
