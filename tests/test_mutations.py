"""Damaged records: no traceback, as many verdicts as records, every place in the text.

    AOFREF_MUTATIONS=30000 python -m pytest tests/test_mutations.py

runs as many mutations as it is told; in CI they are 2,000, the same at every run.
"""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path
from unicodedata import bidirectional, category

import pytest

from tests.helpers import FIXTURES, aofref

CHUNKS = 8
MUTATIONS = int(os.environ.get("AOFREF_MUTATIONS", "2000")) // CHUNKS
WORDS = [
    "(", ")", "{", "}", "[", "]", ";", "%", '"', "\\", "*", "1-0", "1-0-0-0", "1/2-1/2", "--", "0",
    "100250", "0805150806", "$1", "!", "1.", "3...", "(1)", "E:", "I:resigns", "J:forfeits",
    "[%if E:ga4-fa4]", "[%arbiter stands]", "{[%arbiter takeback]}", '[Variant "aof2"]',
    '[Position "E:Kjb5/I:-/J:-/P:- E - 1"]', '[Result "foo"]', '[Rulings "check=advisory"]',
    '{"aof":1}', "\n", "\n\n", "\t", "\r", "\ufeff", "\x00", "\x1b[31m", "\u202e", "\u00a0",
    "\u2028", "ep", " e.p.", "=F", "x", "#", "+I", "//", "\u2026", "K", "E:Kjb5-aa1", "a" * 60,
]  # fmt: skip
RICH = """[Event "a \\"quoted\\" name"] {beside a tag}
[Variant "aof2"]
[European "Anna"]

% an escape line
1. E:Lkd5-hc3! {a comment, [%if I:eb4-fb4]} (1. E:ga4-fa4 $2 (1. E:Kjb5-aa1) {deep}) I:eb4-fb4
J:ic2xhc3 ; to the end of the line
P:Cjh2-ge3+I {[%arbiter stands]} *

"""


def corpus() -> list[str]:
    """Give short records of every game and kind, from the fixtures."""
    found = [RICH, '{"aof": 1, "tags": [["Variant", "hec"]], "movetext": [["move", "ac1-ad1"]]}\n']
    for path in sorted((FIXTURES / "records").glob("*.aof")):
        head, _, movetext = path.read_text("utf-8").partition("\n\n")
        moves = " ".join(re.sub(r"\{[^}]*\}", "", movetext).split()[:14])
        found.append(f"{head}\n\n{moves} *\n\n")
    assert len(found) > 20
    return found


def mutated(rng: random.Random, text: str) -> bytes:
    """Damage a text in one to four places: bytes, words, lines."""
    data = text.encode()
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(6):
            case 0:
                data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
            case 1:
                data = data[:at] + data[at + rng.randrange(1, 9) :]
            case 2:
                data = data[:at] + rng.choice(WORDS).encode() + data[at:]
            case 3:
                parts = re.split(rb"(\s+)", data)
                one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
                parts[one], parts[other] = parts[other], parts[one]
                data = b"".join(parts)
            case 4:
                lines = data.splitlines(keepends=True) or [b""]
                lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
                data = b"".join(lines)
            case _:
                lines = data.splitlines(keepends=True) or [b""]
                del lines[rng.randrange(len(lines))]
                data = b"".join(lines)
    return data


def unsafe(text: str) -> bool:
    """Say whether a text could command a terminal or turn a line round."""
    return any(
        category(c) in ("Cc", "Zl", "Zp", "Cs") or bidirectional(c)[-1:] in ("E", "O", "F", "I")
        for c in text
    )


def places_exist(data: bytes, diagnostics: str) -> bool:
    """Say whether every line is a diagnostic whose place is one of the text's."""
    lines = data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    for line in diagnostics.splitlines():
        if re.match(r"aofref: [0-9]+ records: ", line):
            continue
        match = re.match(r"-:(\d+):(\d+): (warning: )?[a-z-]+ ", line)
        if match is None or unsafe(line):
            return False
        row, column = int(match.group(1)), int(match.group(2))
        if not 1 <= row <= len(lines) or not 1 <= column <= len(lines[row - 1]) + 1:
            return False
    return True


COMMANDS = [
    ["check", "--format", "json"],
    ["check", "--trace"],
    ["check", "--quiet", "--as-played"],
    *(["convert", "--to", to] for to in ("lan", "san", "coord", "numeric", "courier", "json")),
    ["show", "--format", "position"],
]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_damaged_records(chunk: int) -> None:
    rng, texts = random.Random(f"damage {chunk}"), corpus()
    for number in range(MUTATIONS):
        data = mutated(rng, "".join(rng.sample(texts, rng.choice((1, 1, 2)))))
        command = COMMANDS[0] if number % 2 else rng.choice(COMMANDS)
        found = aofref(*command, stdin=data)
        assert found.exception is None or isinstance(found.exception, SystemExit), data
        assert found.exit_code in (0, 1, 2), data
        assert "Traceback" not in found.stderr
        if command[0] != "convert":
            assert places_exist(data, found.stderr), (command, data, found.stderr)
        if command == COMMANDS[0]:
            verdicts = [json.loads(line) for line in found.stdout.splitlines()]
            assert bool(verdicts) != ("no-record" in found.stderr), data
            assert [verdict["record"] for verdict in verdicts] == [
                n + 1 for n in range(len(verdicts))
            ]
            assert not unsafe(found.stdout.replace("\n", "")), data


def test_the_corpus_is_judged_before_it_is_damaged(tmp_path: Path) -> None:
    for text in corpus():
        assert aofref("check", "--quiet", stdin=text).exit_code in (0, 1)
