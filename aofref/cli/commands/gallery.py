"""`aofref gallery`: make a page of all games in each DIR."""

import re
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from html import unescape
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import click

from aofref.cli import io
from aofref.cli.many import Records, RepeatNotice, Run, jobs_options
from aofref.cli.options import shared, times
from aofref.cli.options.option import option
from aofref.club.settings import CLUB
from aofref.judge.analysis.clock import Charging
from aofref.judge.analysis.view import view_of
from aofref.judge.collect.summary import summary
from aofref.judge.collect.totals import Tables, divided
from aofref.judge.replay.comments import stamps
from aofref.judge.replay.verdict import Replay, Status
from aofref.library.position import Variant
from aofref.library.record import Record
from aofref.library.writing import named
from aofref.report.page import RULES, Shown, book_name, gallery, on_a_page
from aofref.report.svg.picture import thumbnail
from aofref.report.text.caption import caption, turn
from aofref.text import capitalised, free_name, in_bytes, on_one_line
from aofref.values import Value

INDEX = "index.html"
_LINK = re.compile(r'(?:href|src)="([^"/:#?]+\.(?:html|svg|aof))"')


class PageOptions(Value):
    """Options of all pages: rulebooks beside them, an address for moves, how clocks are read."""

    rules: bool
    mail_to: str
    now: datetime | None
    charging: Charging


@click.argument(
    "file",
    nargs=-1,
    required=True,
    metavar="DIR...",
    type=click.Path(exists=True, file_okay=False),
)
@shared.reading_options()
@shared.folder_option(
    "target",
    "Write the page, as index.html, and its pictures and records to DIR.",
    required=True,
)
@option(
    "--rules", "Write the rulebook of each game to DIR, too; the pieces on the pages lead to it."
)
@option("--title TITLE", "The title of the page.", default="")
@shared.mail_to_option
@times.now_option
@times.double_after_option
@times.exact_option
@jobs_options
def command(records: Records, target: Path, title: str, options: PageOptions) -> int:
    """Make a page of all games in each DIR, grouped by whose move it is.

    aofref gallery games/ --output-dir pages/
    aofref gallery --rules games/ --output-dir pages/
    aofref gallery --jobs 0 games/ --output-dir pages/
    """
    names, now = records.file, options.now or datetime.now(UTC)
    shown: list[Shown] = []
    tables, notice = Tables(("Event", "Variant")), RepeatNotice()
    books: dict[str, Variant] = {}
    copies: frozenset[io.Identity] = frozenset()  # of records, to which the list in DIR links
    if io.identity(target) not in io.identified(names):
        copies = io.identified(target / name for name in listed(target))
    with closing(Site(target, io.files_read(names) - copies, RULES * options.rules)) as pages:
        work = partial(_made, names=names, options=options._replace(now=now))
        run = Run(records._replace(copies=copies), work)
        for made in run:
            entry, row = made.shown, made.shown.summary
            notice.add(row, counts=row.status is Status.LEGAL)
            if made.page:
                name = pages.name(row.source)
                entry = entry._replace(
                    link=pages.add(f"{name}.html", made.page),
                    picture=pages.add(f"{name}.svg", made.picture),
                    record=pages.add(f"{name}.aof", made.text),
                )
            elif not entry.title:
                entry = entry._replace(title=f"Record {len(shown) + 1}")
            shown.append(entry)
            if made.game is not None and made.book not in books:
                books[made.book] = made.game
                pages.add(made.book, made.game.rules().html())
            tables.add(row)
        if shown:
            folders = [Path(name).resolve().name or name for name in names]  # parents are private
            head = on_one_line(title or f"Records of {', '.join(folders)}")
            titles = dict[str, str]()
            for file, book in sorted(books.items()):  # with the rulings that are not default ones
                chosen = f" ({', '.join(book.rulings)})" if book.rulings else ""
                titles[file] = on_one_line(f"{book.title}{chosen}")
            rankings = divided(tables.rows(), tables.by)
            club = any((Path(name).resolve().parent / CLUB).exists() for name in names)
            mail_to = options.mail_to
            pages.install(gallery(head, shown, rankings, titles, now, mail_to, club=club))
            io.stdout(f"{target / INDEX}\n")
    return run.status


class DrawnRecord(Value):
    """A record as it is drawn: its entry, its page and its picture; empty if it was not opened.

    The entry has no links yet, and no title if the record has none.  `book` is the file of the
    rulebook of its `game`: empty without `--rules`, and for an array of the record's own.
    """

    shown: Shown
    page: str = ""
    picture: str = ""
    text: bytes = b""
    book: str = ""
    game: Variant | None = None


def _made(record: Record, *, names: tuple[str, ...], options: PageOptions) -> DrawnRecord:
    judged, path = record.verdict, Path(record.source)
    inside = next((path.relative_to(name) for name in names if path.is_relative_to(name)), path)
    source = on_one_line(f"{inside}:{record.line}")
    tags, row = judged.record.values, summary(record, marked=True)
    why = f"{capitalised(judged.status)}. {on_a_page(row.error)}" if row.error else ""
    if not judged.opened:
        title = on_one_line(tags.get("Event", "")).strip("? ")
        return DrawnRecord(Shown(row, source, title, why=why))
    seen = view_of(judged, judged.plies, stood=True)
    shown = caption(seen, tags, judged.length, judged.plies[-1] if judged.plies else None)
    name = book_name(judged.game) if options.rules else ""
    book, game = (RULES + name, record.variant) if name else ("", None)
    page = record.html(mail_to=options.mail_to, rules=book)
    armies, title, about = shown.armies, shown.title, list[str]()
    day = _day(judged) if row.end else ""
    if any(army.player for army in armies):
        about.append(title)
        title = " – ".join(army.player or army.name for army in armies)
    if round_ := on_one_line(tags.get("Round", "")).strip("?- "):
        about.append(f"{'round' if about else 'Round'} {round_}")
    about += shown.lines[: len(shown.lines) > 1]  # the game, if the title is the event
    running = record.clock(options.now, **options.charging._asdict())
    words = turn(seen), ", ".join(about)
    entry = Shown(row, source, title, *words, running, why, day)
    return DrawnRecord(entry, page, thumbnail(seen, shown), in_bytes(record.text), book, game)


def _day(judged: Replay) -> str:
    """Return the day of the last move, or of the beginning, as `2026-11-21`; empty if unknown."""
    sent = stamps(judged)
    if sent:
        return f"{max(sent.values()).astimezone(UTC):%Y-%m-%d}"
    tags = judged.record.values
    known = re.match(r"\d{4}(?:[.-]\d\d){0,2}", tags.get("Date", "") or tags.get("UTCDate", ""))
    return known[0].replace(".", "-") if known else ""


class Site:
    """The pages of a folder while they are made; none is visible before `install`.

    They wait in one file without a name, which the system removes however the run ends.  Files of
    `read` are neither replaced nor removed.  Names that begin with `kept` are reserved for pages of
    other things than records.
    """

    def __init__(
        self, folder: Path, read: frozenset[io.Identity] = frozenset(), kept: str = ""
    ) -> None:
        self.folder = folder
        self.read = read
        self.kept = kept
        self._taken = {"index"}
        self._sizes: dict[str, int] = {}
        self._pages: IO[bytes] | None = None

    def name(self, source: str) -> str:
        """Return the name of the pages of a file's next record: the file's, numbered if needed."""
        bare = re.sub(r"[^\w.-]+", "-", Path(source).stem).strip(".-")[:100] or "record"
        if self.kept and bare.startswith(self.kept):
            bare = f"record-{bare}"
        return free_name(bare, self._taken)

    def add(self, name: str, content: str | bytes) -> str:
        """Keep a page for `install`; return its relative address."""
        io.check_place(self.folder / name, self.read)
        if self._pages is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._pages = TemporaryFile(prefix=".made-", dir=self.folder)  # noqa: SIM115
        with named(self.folder / name):
            self._sizes[name] = self._pages.write(io.encoded(content))
            self._pages.flush()
        return name

    def install(self, index: str) -> None:
        """Write the pages to the folder, and remove those that only the old list named.

        The list `index` is written last: until then the old one names what a killed run leaves.
        """
        old, read = set(listed(self.folder)), self.read
        self.add(INDEX, index)
        assert self._pages is not None
        with io.waiting():
            self._pages.seek(0)
            for name, size in self._sizes.items():
                if name == INDEX:
                    for gone in old - self._sizes.keys():
                        if io.identity(self.folder / gone) not in read:
                            (self.folder / gone).unlink(missing_ok=True)
                io.write_file(self.folder / name, self._pages.read(size), read)

    def close(self) -> None:
        """Forget the pages."""
        if self._pages is not None:
            self._pages.close()


def listed(folder: Path) -> Iterable[str]:
    """Yield the pages, pictures and records of the list in a folder, if aofref made it."""
    index = folder / INDEX
    text = index.read_text("utf-8", "replace") if index.is_file() else ""
    if "Made by aofref." in text:
        for link in _LINK.findall(text):
            name = unescape(link)
            if "/" not in name and not name.startswith("."):
                yield name
