"""What tests of the command line share: records, and what is asked of them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.helpers import FIXTURES, aofref

V = '[Variant "aof2"]\n\n'
H = '[Variant "hec"]\n\n'
OPENING = "1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1"
KINGS = "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3"


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def told(text: str, *args: str) -> dict:  # type: ignore[type-arg]
    found = aofref("check", "--format", "json", *args, stdin=text)
    return json.loads(found.stdout)  # type: ignore[no-any-return]


def codes(text: str, *args: str) -> list[str]:
    return [warning["code"] for warning in told(text, *args)["warnings"]]


def lines(name: str) -> list[str]:
    return (FIXTURES / "records" / name).read_text("utf-8").splitlines(keepends=True)


def played(tmp_path: Path, text: str, *moves: str) -> list[str]:
    """Play moves, a run each, and list what each run says of conditional lines."""
    path, said = written(tmp_path, "mail.aof", text), []
    for move in moves:
        found = aofref("play", "--in-place", "--as-played", path, move)
        assert found.exit_code == 0, found.stderr
        *of_lines, _ = found.stderr.splitlines(keepends=True)
        said.append("".join(of_lines))
    return said
