"""Damage: records broken in places, and what no report may contain; for tests and for tools.fuzz."""

from __future__ import annotations

import random
import re
from unicodedata import bidirectional, category

from tests.helpers import FIXTURES

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


def mutated(rng: random.Random, data: bytes) -> bytes:
    """Damage an input in one to four places: bytes, words, lines."""
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
