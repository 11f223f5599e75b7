"""`aofref gallery`: make a page of all records of a directory.

Group: Look

    aofref gallery games/ --output-dir pages/
    aofref gallery --rules games/ --output-dir pages/
    aofref gallery --jobs 0 games/ --output-dir pages/
"""

import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click

from aofref.cli import drawing
from aofref.cli.batch.records import Done, Records, RepeatNotice, jobs_options, summary_of
from aofref.cli.commands import Helped
from aofref.cli.io.files import Identity, files_read, identified, is_among
from aofref.cli.io.output import stderr, stdout
from aofref.cli.io.site import INDEX, Site, listed
from aofref.cli.options import shared
from aofref.judge.analysis.clock import Charging, clock
from aofref.judge.collect.summary import Summary
from aofref.judge.collect.totals import Table
from aofref.judge.replay.verdict import Status
from aofref.library.position import Variant
from aofref.library.record import Record
from aofref.report.page import RULES, Shown, book_name, gallery
from aofref.report.text.caption import LegendEntry, turn
from aofref.text import in_bytes, on_one_line
from aofref.values import Value

TIMES = 15
"""How much longer it takes, at least, to draw a record than to judge it."""


@click.command("gallery", cls=Helped)
@click.argument(
    "file",
    nargs=-1,
    required=True,
    metavar="DIR...",
    type=click.Path(exists=True, file_okay=False),
)
@shared.setting_options
@shared.folder_option(
    "target",
    "Write the page, as index.html, and its pictures and records to DIR.",
    required=True,
)
@click.option(
    "--rules",
    is_flag=True,
    help="Write the rulebook of each game to DIR, too; the pieces on the pages lead to it.",
)
@click.option("--title", default="", metavar="TITLE", help="The title of the page.")
@shared.mail_to_option
@jobs_options
@shared.as_played_option
@shared.encoding_option
@shared.gathered("records", Records)
def command(records: Records, target: Path, rules: bool, title: str, mail_to: str) -> None:
    """List the records of each DIR on a page with their positions."""
    names = records.file
    shown: list[Shown] = []
    table, notice = Table(), RepeatNotice()
    books: dict[str, Variant] = {}
    copies: frozenset[Identity] = frozenset()  # of records, to which the list in DIR links
    if not is_among(target, identified(names)):
        copies = identified(target / name for name in listed(target))
    with Site(target, files_read(names) - copies, RULES * rules) as pages:

        def put(drawn: Done[DrawnRecord]) -> None:
            made = drawn.value
            stderr(drawn.diagnostics)
            legal = made.summary.status is Status.LEGAL
            notice.add(made.summary, counts=legal)
            shown.append(_written(made, len(shown) + 1, pages))
            if made.game is not None and made.book not in books:
                books[made.book] = made.game
                pages.add(made.book, made.game.rules().html())
            if legal:
                table.add(made.summary)

        work = partial(_made, mail_to=mail_to, rules=rules, names=names)
        status = records._replace(copies=copies).each(work, put, TIMES)
        if shown:
            head = on_one_line(title or "Records of " + ", ".join(map(_folder, names)))
            titles = {file: _title(book) for file, book in sorted(books.items())}
            pages.install(gallery(head, shown, table.ranking(), titles))
            stdout(f"{target / INDEX}\n")
    sys.exit(status)


class DrawnRecord(Value):
    """A record as it is drawn: its entry, its page and its picture; empty if it was not opened.

    The entry has no links yet, and no title if the record has none.  `book` is the file of the
    rulebook of its `game`: empty without `--rules`, and for an array of the record's own.
    """

    shown: Shown
    summary: Summary
    page: str = ""
    picture: str = ""
    text: bytes = b""
    book: str = ""
    game: Variant | None = None


def _folder(name: str) -> str:
    """Return the name of a directory, without its parents: they are private."""
    return Path(name).resolve().name or name


def _title(book: Variant) -> str:
    """Return the title of a rulebook: its game, and its rulings that are not default ones."""
    chosen = f" ({', '.join(book.rulings)})" if book.rulings else ""
    return on_one_line(f"{book.title}{chosen}")


def _seated(army: LegendEntry) -> str:
    """Return the names of a player and the army, or of the army alone."""
    return f"{army.player} ({army.name})" if army.player else army.name


def _called(source: str, names: tuple[str, ...]) -> str:
    """Return the path of a record's file, relative to the directory on the command line."""
    path = Path(source)
    inside = next((path.relative_to(name) for name in names if path.is_relative_to(name)), path)
    return str(inside)


def _made(record: Record, mail_to: str, rules: bool, names: tuple[str, ...]) -> DrawnRecord:
    judged = record._verdict
    source = on_one_line(f"{_called(record.source, names)}:{record.line}")
    made = summary_of(record, marked=True)
    if not judged.opened:
        title = on_one_line(judged.record.values.get("Event", "")).strip("? ")
        return DrawnRecord(Shown(source, "", "", title, "", (), judged.status), made)
    at = drawing.view(judged, judged.length)
    name = book_name(judged.game) if rules else ""
    book, game = (RULES + name, record.variant) if name else ("", None)
    page = record.html(mail_to=mail_to, rules=book)
    picture = drawing.small_svg(at)
    armies, title = at.caption.armies, at.caption.title
    players = " – ".join(map(_seated, armies))
    known = any(army.player for army in armies)
    running = clock(judged, datetime.min.replace(tzinfo=UTC), Charging())
    since = None if running is None else running.since
    lines = [f"Since {since:%Y-%m-%d %H:%M} UTC"] if since is not None else []
    lines += [title] if known else []
    if round_ := on_one_line(judged.record.values.get("Round", "")).strip("?- "):
        lines.append(f"Round {round_}")
    lines += at.caption.lines[: len(at.caption.lines) > 1]  # the game, if the title is the event
    heading = players if known else title
    mover = next((_seated(army) for army in armies if army.to_move), "")
    standing = turn(at.board_view, mover)
    entry = Shown(source, "", "", heading, standing, tuple(lines), judged.status)
    text = in_bytes(record.text)
    return DrawnRecord(entry, made, page, picture, text, book, game)


def _written(made: DrawnRecord, number: int, pages: Site) -> Shown:
    """Write the page and the picture of a record, and return its entry in the list."""
    if not made.page:
        return made.shown._replace(title=made.shown.title or f"Record {number}")
    name = pages.name(made.summary.source)
    return made.shown._replace(
        link=pages.add(f"{name}.html", made.page),
        picture=pages.add(f"{name}.svg", made.picture),
        record=pages.add(f"{name}.aof", made.text),
    )
