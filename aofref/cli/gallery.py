"""`aofref gallery`: a page that lists the records of directories, each with its picture."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from aofref.cli import drawing
from aofref.cli.common import (
    as_played_option,
    complaint,
    encoding_option,
    safely,
    say,
    setting,
    setting_options,
    status_of,
    worst_over,
    write_out,
)
from aofref.cli.progress import judged, progress
from aofref.cli.show import write_file
from aofref.findings import Code
from aofref.judge.opening import Setting
from aofref.judge.replay import replay
from aofref.judge.verdict import Judged, Unopened
from aofref.notation.records import RawRecord, read
from aofref.report.messages import diagnostics
from aofref.report.page import Shown, gallery
from aofref.report.text import file_name
from aofref.text import on_one_line

ENDINGS = (".aof", ".pgn")


@click.command("gallery")
@click.argument(
    "folder",
    nargs=-1,
    required=True,
    metavar="DIR...",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@setting_options
@click.option(
    "--output-dir",
    "target",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the page, as index.html, and what it shows to DIR.",
)
@as_played_option
@encoding_option
def command(
    folder: tuple[Path, ...],
    variant: str,
    rulings: tuple[str, ...],
    target: Path,
    as_played: bool,
    encoding: str,
) -> None:
    """List the records of each DIR, its .aof and .pgn files, on a page with their positions."""
    chosen = setting(variant, rulings, as_played=as_played)
    names = [
        str(path)
        for one in folder
        for path in sorted(one.iterdir())
        if path.suffix in ENDINGS and path.is_file()
    ]
    if not names:
        say(f"{complaint(str(folder[0]), Code.NO_RECORD, 'there is no .aof or .pgn file here')}\n")
        sys.exit(2)
    shown: list[Shown] = []

    def treat(records: Iterator[RawRecord], name: str) -> Iterator[int]:
        for raw in records:
            yield safely(lambda raw: _record(raw, name), raw, name)

    def _record(raw: RawRecord, name: str) -> int:
        found = replay(read(raw), chosen)
        say(diagnostics(name, found.findings))
        shown.append(_shown(found, chosen, f"{name}:{raw.start.line}", len(shown) + 1, target))
        judged(len(found.plies))
        return status_of(found.findings)

    with progress(tuple(names)):
        worst = worst_over(tuple(names), encoding, treat)
    index = target / "index.html"
    title = "Records of " + ", ".join(str(one) for one in folder)
    write_file(index, gallery(on_one_line(title), shown))
    write_out(f"{index}\n")
    sys.exit(worst)


def _shown(found: Judged, chosen: Setting, source: str, number: int, target: Path) -> Shown:
    """Write the page and the picture of one record, and say what the list tells of it."""
    event = found.record.tag("Event")
    title = on_one_line(event.value).strip("? ") if event else ""
    if isinstance(found, Unopened):
        return Shown(on_one_line(source), "", "", title or f"Record {number}", (), found.status)
    at = drawing.view(found, found.length)
    link, image = file_name(found, number, "html"), file_name(found, number, "svg")
    write_file(target / link, drawing.html(found.record, chosen, None))
    write_file(target / image, drawing.svg(at, drawing.Look()))
    players = " – ".join(army.player or army.name for army in at.caption.armies)
    lines = (*at.caption.lines, players)
    return Shown(on_one_line(source), link, image, at.caption.title, lines, found.status)
