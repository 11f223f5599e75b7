"""Command lines with their input, output, diagnostics and status, one a file in fixtures/cli."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.helpers import FIXTURES, aofref

TRIPLES = sorted((FIXTURES / "cli").glob("*.txt"))


def sections(path: Path) -> dict[str, str]:
    parts = re.split(r"^--- (\w+)\n", path.read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_there_are_triples() -> None:
    assert len(TRIPLES) >= 10


@pytest.mark.parametrize("path", TRIPLES, ids=[path.stem for path in TRIPLES])
def test_triple(path: Path) -> None:
    part = sections(path)
    found = aofref(*shlex.split(part["args"]), stdin=part.get("stdin", ""))
    assert found.stdout == part.get("stdout", "")
    assert found.stderr == part.get("stderr", "")
    assert found.exit_code == int(part["status"])
