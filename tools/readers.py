"""Readers for tools.fuzz, each with inputs from the fixtures; a failed assertion is a finding."""

from __future__ import annotations

import io
import json
import re
import shlex
import tempfile
from collections.abc import Callable
from contextlib import chdir, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

import aofref
from aofref import games
from aofref.cli.app import main
from aofref.findings import BadPosition, Refusal, diagnostics
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.notation import moves, movetext, positions, resolve
from aofref.notation.movetext import Notation
from aofref.notation.records import Record, read, split
from aofref.notation.records.stream import decoded
from aofref.report.json import record as report
from aofref.report.text import record as told
from aofref.rules import turn
from aofref.rules.moves import legal_moves
from aofref.rules.position import CorePosition
from aofref.rules.refuse import refusal
from aofref.text import json_line
from tests.cli.test_fixtures import TRIPLES, sections
from tests.damage import corpus as records
from tests.helpers import FIXTURES, OURS, game, play_at_random

SETTING = Setting("aof2")


class Reader(NamedTuple):
    """A reader: a function that must not fail on any input, and first inputs."""

    read: Callable[[bytes], None]
    corpus: Callable[[], list[bytes]]


HARMLESS = 2000
"""The most characters of a record for a command."""


def raws(data: bytes, *, heads: bool = False) -> list[Record]:
    """Split a stream into records."""
    return list(split(decoded(io.BytesIO(data), "utf-8"), heads=heads))


def read_records(data: bytes) -> None:
    """Judge records, report on them, and write them in every notation and back."""
    every = raws(data)
    for raw, head in zip(every, raws(data, heads=True), strict=True):
        assert (raw.text, raw.start, raw.bad) == (head.text, head.start, head.bad)
        assert head.pairs is None or dict(head.pairs) == read(raw).values
    for number, raw in enumerate(every, 1):
        record = read(raw)
        found = replay(record, SETTING)
        diagnostics("-", found.findings)
        json.loads(json_line(report.record(found, number, "-")))
        list(told.report(found, number, "-", trace=True))
        for to in (*Notation, None):
            written = rewrite(record, found, to)
            if written.text:
                again = raws(written.text.encode("utf-8", "surrogateescape"))
                assert len(again) == 1, (to, written.text)
                new = read(again[0])
                same = rewrite(new, replay(new, SETTING), to).text
                assert same == written.text, (to, written.text, same)
                judged = replay(new, SETTING._replace(notation=to))
                back = rewrite(new, judged, Notation.LAN).text
                assert back == rewrite(record, found, Notation.LAN).text, (to, written.text)


def record_corpus() -> list[bytes]:
    """Yield short records, and the cases of the command line."""
    inputs = [sections(path).get("stdin", "") for path in TRIPLES]
    return [text.encode()[:HARMLESS] for text in [*records(), *inputs] if text]


def read_position(data: bytes) -> None:
    """Parse a position or an array; written again, it must parse to the same."""
    if not data:
        return
    of = game(games.IDS[data[0] % len(games.IDS)])
    line = data[1:].decode("utf-8", "surrogateescape")
    with suppress(BadPosition):
        positions.read_array(of, line)
    try:
        found = positions.read(of, line)
    except BadPosition as problem:
        assert all(why.message for why in problem.findings)
        return
    written = positions.write(found)
    assert positions.read(of, written) == found, written
    position, _ = turn.begin(found)
    same = turn.begin(positions.read(of, positions.write(position)))[0]
    assert positions.write(same) == positions.write(position)
    assert same == position or position.turn < 0  # a line lacks the winners of a game


def position_corpus() -> list[bytes]:
    """Yield a position of each game, and the positions of the cases."""
    found = []
    for number, name in enumerate(games.IDS):
        lines = [positions.write(at) for at, _ in play_at_random(game(name), 1, 60)[::20]]
        cases = (FIXTURES / "cases" / f"{name}.txt").read_text("utf-8")
        lines += re.findall(r"\S+/\S+ [A-Z-] \S+ [0-9]+", cases)
        found += [bytes([number]) + line.encode() for line in lines]
    return found


@cache
def boards() -> list[CorePosition]:
    """Return a position in the middle of a game of each variant, and its start."""
    found = []
    for name in games.IDS:
        played = play_at_random(game(name), 2, 50)
        found += [played[0][0], played[len(played) // 2][0], played[-1][0]]
    return found


def read_move(data: bytes) -> None:
    """Parse a move in any notation; a legal one must survive all notations."""
    if not data:
        return
    position = boards()[data[0] % len(boards())]
    text = data[1:].decode("utf-8", "surrogateescape")
    said = moves.parse(position.game, text)
    if said is None or said.action:
        return
    move = resolve.resolve(position, said)
    why = move if isinstance(move, Refusal) else refusal(position, move)
    if why is not None:
        assert why.message
    elif not isinstance(move, Refusal):
        for notation in OURS:
            written = movetext.write(position, move, notation)
            again = moves.parse(position.game, written)
            assert again is not None, written
            assert resolve.resolve(position, again) == move, written


def move_corpus() -> list[bytes]:
    """Yield moves of every game in every notation."""
    found = []
    for number, position in enumerate(boards()):
        for move in legal_moves(position)[::7]:
            found += [
                bytes([number]) + movetext.write(position, move, notation).encode()
                for notation in OURS
            ]
    return found


def read_json(data: bytes) -> None:
    """Read a record that claims to be JSON."""
    read_records(b'{"aof":1,' + data)


def json_corpus() -> list[bytes]:
    """Yield the fixtures as JSON, without their beginning."""
    found = []
    for text in records():
        for raw in raws(text.encode()):
            record = read(raw)
            written = rewrite(record, replay(record, SETTING), None).text
            found.append(written.encode().partition(b",")[2])
    return [data for data in found if data]


def read_mail(data: bytes) -> None:
    """Look for the move of a message."""
    found = aofref.read_mail(data, aofref.new("aof2"))
    assert bool(found.words) != (found.finding is not None)


def mail_corpus() -> list[bytes]:
    """Yield messages of several forms."""
    written = [path.read_bytes() for path in sorted((FIXTURES / "mail").glob("*.eml"))]
    return [*(head.encode() for head in MAILS), *written]


MAILS = (
    "From: a@b\nSubject: move\n\nE:Lha5-fb3\n-- \nAnna\n",
    "> E:Nja4-ha5\nmy move: Lha5-fb3!\n",
    "MIME-Version: 1.0\nContent-Type: text/html; charset=latin-1\n\n<p>E:Lha5-fb3<br>x</p>\n",
    "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=q\n\n--q\n"
    "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
    "RTpMaGE1LWZiMwo=\n--q\nContent-Type: text/html\n\n<b>E:Lha5-fb3</b>\n--q--\n",
    "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"q\"\n\n--q\n\nLha5-fb3\n--q\n"
    "Content-Type: application/octet-stream; name==?utf-8?q?a?=\n"
    "Content-Disposition: attachment; filename*=utf-8''x.aof\n\n\0\1\n--q--\n",
    "Content-Type: text/plain; charset=\"=?utf-7?b?x?=\"\n"
    "Content-Transfer-Encoding: quoted-printable\n\nE:Lha5=2Dfb3=\n\n",
)  # fmt: skip

SKIPPED = ("--jobs", "-j", "cases", "--against")
"""Options that start processes, or run all cases."""
FILE = "game.aof"
"""The input, as a file, too."""
ON_FILES = (
    f"show --format svg --output-dir out {FILE}",
    f"show --format html {FILE} --ply 1",
    f"show {FILE} --format svg --view stacked --pieces drawings --bindings N",
    "gallery . --output-dir out",
    f"play --in-place {FILE} E:Lha5-fb3",
    f"undo --in-place {FILE} 1",
    f"decide {FILE} stands --in-place",
    f"diff {FILE} -",
    f"table {FILE} . --format tsv",
    f"select --unique --event check --material E:N>1 {FILE} .",
)


def read_arguments(data: bytes) -> None:
    """Run a command line; lines of input follow the first."""
    line, _, stdin = data.partition(b"\n")
    try:
        args = shlex.split(line.decode("utf-8", "surrogateescape"))
    except ValueError:
        return
    if any(
        word.startswith(SKIPPED) or any(sign in word for sign in ("/", "..", "\0")) for word in args
    ):
        return
    if "perft" in args or "progress" in args:
        args = [re.sub("[0-9]+", "1", word) for word in args]
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path(FILE).write_bytes(stdin)
        found = CliRunner().invoke(main, args, input=stdin)
    problem = found.exception
    if problem is not None and not isinstance(problem, SystemExit):
        raise problem
    assert found.exit_code in (0, 1, 2, 130), (args, found.exit_code)
    assert "Traceback" not in found.stderr, args


def argument_corpus() -> list[bytes]:
    """Yield the command lines of the fixtures with their input."""
    found = []
    for path in TRIPLES:
        part = sections(path)
        found.append((part["args"].strip() + "\n" + part.get("stdin", "")).encode()[:HARMLESS])
    texts = records()
    for number, line in enumerate(ON_FILES):
        found.append(f"{line}\n{texts[number]}".encode()[:HARMLESS])
    return found


READERS = {
    "record": Reader(read_records, record_corpus),
    "position": Reader(read_position, position_corpus),
    "san": Reader(read_move, move_corpus),
    "json": Reader(read_json, json_corpus),
    "mail": Reader(read_mail, mail_corpus),
    "arguments": Reader(read_arguments, argument_corpus),
}
