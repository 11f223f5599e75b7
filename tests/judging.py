"""What tests of judged records share: records, positions, and what commands say of them."""

from __future__ import annotations

import json
from pathlib import Path

from aofref.findings import Finding
from aofref.judge.replay.driver import replay
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Replay, Step
from aofref.notation.records import Record, read, split
from aofref.notation.records.splitter import text_lines
from tests.helpers import aofref, game, played

HEAD = '[Variant "aof2"]\n[Result "*"]\n\n'
KINGS = "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3"
EU, IN, JE, PE = "E:Lha5-fb3", "I:ea3-fa3", "J:Sha1-fb1", "P:jg3-jf3"
"""A legal first round."""


def of_text(text: str) -> Record:
    (raw,) = split(text_lines(text.splitlines(keepends=True)))
    return raw


def game_of(*moves: str, variant: str = "aof2", tags: str = "") -> Replay:
    return played(of_text(f'[Variant "{variant}"]\n{tags}\n{" ".join(moves)} *\n'))


PINNED = "E:Kgd3;Ngd4/I:Kdb2/J:Kjb1/P:Kjh3;Rgd5 E - 1"
MATES = "E:Kgd3/I:-/J:Kjb1/P:Kjh3;Rgd5 J - 1"


def cells(*names: str, of: str = "aof2") -> tuple[int, ...]:
    return tuple(sorted(game(of).board.number[name] for name in names))


def fate(step: Step) -> str:
    """Name what became of a token."""
    return "PLAYED" if isinstance(step, Ply) else step.fate.name


def faults(found: Replay) -> list[tuple[str, Finding]]:
    """List the texts that are no legal moves, each with its finding."""
    shown = [step for step in found.steps if not isinstance(step, Ply)]
    return [(step.token.text, step.finding) for step in shown if step.finding is not None]


def judged_as(text: str, setting: Setting | None = None) -> Replay:
    return replay(read(of_text(text)), setting)


PLAYED = (
    '[Variant "aof2"]\n[Position "E:Kjb5;Pca4/I:Kdb2;Pda4/J:Kjb1;Nga1;Pfa3/P:Kjh3 I - 1"]\n\n'
    "1. I:da4-fa4 J:fa3xea4ep P:resigns 2. E:ca4-ba4=F I:Kdb2-da2 J:Nga1-ha3 *\n"
)
STANDS = "{[%arbiter stands]}"
TAKEN = "{[%arbiter takeback]}"


# E may take the Knight on ia4 with either piece: ia4 is next to jb5 by the King's steps.
ENDING = "E:Kjb5;Rka4/I:Kdb2;Nia4/J:Kjb1/P:Kjh3 E - 1"


# On the command line ------------------------------------------------------------------------------

V = '[Variant "aof2"]\n\n'


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def told(text: str, *args: str) -> dict:  # type: ignore[type-arg]
    found = aofref("check", "--format", "json", *args, stdin=text)
    return json.loads(found.stdout)  # type: ignore[no-any-return]
