"""docs/chess.md shows what aofref makes of the games of fixtures/chess."""

from __future__ import annotations

import re

import aofref
from tests.helpers import FIXTURES, ROOT
from tests.helpers import aofref as run

PAGE = ROOT / "docs" / "chess.md"
POINTS = FIXTURES / "chess" / "points.pgn"


def verdict(record: aofref.Record) -> str:
    codes = [
        f"{'warning ' * finding.is_warning}`{finding.code.value}`" for finding in record.findings
    ]
    return ", ".join(dict.fromkeys(codes)) or "legal"


def test_the_table_has_every_game_and_its_verdict() -> None:
    rows = re.findall(r"^\| (\w.*: .*) \| (.*) \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    records = list(aofref.read(POINTS, variant="chess"))
    assert len(rows) == len(records) > 60
    for (point, theirs, ours), record in zip(rows, records, strict=True):
        assert point.replace("`", "") == record.tags["Event"]
        assert ours == verdict(record)
        assert theirs.startswith(("kept", "dropped: ", "broken off: "))


def test_the_output_is_what_the_commands_print() -> None:
    shown = re.findall(
        r"^```\n\$ aofref (.*)\n((?:.*\n)+?)```$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert len(shown) == 2
    for command, output in shown:
        told = run(*command.replace("fixtures/", f"{FIXTURES}/").split())
        printed = re.sub(re.escape(f"{FIXTURES}/"), "fixtures/", told.output)
        assert told.exit_code == 1
        for line in output.replace("...\n", "").splitlines():
            assert line in printed.splitlines()
