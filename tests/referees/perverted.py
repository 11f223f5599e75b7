"""Wrong referees: each perverts what aofref says in one way.

    python -m tests.perverted lenient < records

is a program that speaks `check --format json`, and should fail many cases.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

Told = dict[str, Any]


def judged(text: str) -> list[str]:
    """What aofref says of records; it is loaded by those alone who ask it."""
    from tests.helpers import aofref

    return aofref("check", "--format", "json", stdin=text).stdout.splitlines(keepends=True)


def lenient(told: Told) -> Told:
    """Call every move legal."""
    if told["error"] is None:
        return told
    return {**told, "plies": told["plies"] + 1, "error": None, "status": "legal"}


def strict(told: Told) -> Told:
    """Call every move unreachable."""
    if told["error"] is not None or not told["plies"]:
        return told
    error = {"ply": told["plies"], "code": "unreachable", "message": "no"}
    return {**told, "plies": told["plies"] - 1, "error": error, "status": "illegal"}


def misnaming(told: Told) -> Told:
    """Name the next code in the list."""
    if told["error"] is None:
        return told
    from aofref.findings import Code

    codes = [code.value for code in Code]
    code = codes[(codes.index(told["error"]["code"]) + 1) % len(codes)]
    return {**told, "error": {**told["error"], "code": code}}


def vague(told: Told) -> Told:
    """Say why in no words."""
    if told["error"] is None:
        return told
    return {**told, "error": {"ply": told["error"]["ply"], "code": told["error"]["code"]}}


def silent(told: Told) -> Told:
    """Tell no events."""
    return {**told, "events": []}


def stuck(told: Told) -> Told:
    """Leave the turn and the position as those of the first army."""
    return {**told, "turn": "E", "position": "E:-/I:-/J:-/P:- E - 1"}


PERVERTED: dict[str, Callable[[Told], Told]] = {
    of.__name__: of for of in (lenient, strict, misnaming, vague, silent, stuck)
}


def crashing(text: str) -> str:
    """Answer one half of the records, and die."""
    lines = judged(text)
    sys.stdout.write("".join(lines[: len(lines) // 2]))
    sys.stdout.flush()
    print("Segmentation fault", file=sys.stderr, flush=True)
    os._exit(139)


def main(name: str, text: str) -> None:
    match name:
        case "hanging":
            time.sleep(60)
        case "flooding" | "complaining":
            stream = sys.stdout if name == "flooding" else sys.stderr
            for _ in range(2_000):  # 200 MB: more than is taken for so few records, and an end
                stream.write("x" * 100_000)
        case "raving":
            print("I am a referee!")
        case "crashing":
            crashing(text)
        case _:
            for line in judged(text):
                print(json.dumps(PERVERTED[name](json.loads(line))))


if __name__ == "__main__":
    main(sys.argv[1], sys.stdin.read())
