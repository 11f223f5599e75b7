"""`aofref select`: select records by their content."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import click

from aofref import games
from aofref.cli.commands import Helped
from aofref.cli.io import STDIN, files_read, keep_apart, stderr, stdout, stdout_raw, write_file
from aofref.cli.many import Done, Records, Run, records_options
from aofref.cli.options.option import complete_pieces, options, refuse_if
from aofref.cli.options.shared import folder_option
from aofref.findings import diagnostics
from aofref.library import selection
from aofref.library.record import Record
from aofref.report.text.record import file_name, player_names
from aofref.text import as_file_name, folded_name, free_name
from aofref.values import Value

UNKNOWN = "unknown"  # the file of records without a value


class Parser(Helped):
    """A command whose --unique may come without its value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write the value where it is left out."""
        given = []
        for at, arg in enumerate(args):
            bare = arg == "--unique" and [*args, ""][at + 1] not in selection.UNIQUE
            given.append("--unique=moves" if bare else arg)
        return super().parse_args(ctx, given)


@options(
    f"""
    --tag TEST...  Select by a tag: NAME=VALUE, NAME~TEXT (contains TEXT), NAME<VALUE or
        NAME>VALUE.
    --player NAME...  Select games of a player, by part of the name; E=NAME: as army E.
    --result RESULT...  Select games with this result; repeat it for others.
    --ended BY...  Select games that this ended, such as moves or forfeit; repeat it for others.
    --winner ARMY...  Select games that this army won.
    --plies RANGE...  Select games by the number of legal plies: 10, 10.., ..40 or 10..40.
    --event EVENT...  Select games in which this happened: checkmate, promotion:E, promotion:E:F.
    --moved PIECE...  Select games in which PIECE moved, or with PIECE@CELL moved to that cell.
    --position PATTERN...  Select games in which these pieces stood at one time, as in
        'E:Kjb5;Rka4/J:Aka1'.
    --material COUNTS...  Select games with these numbers of pieces at one time, as in
        'E:Q=2,J:P<3,R>5'.
    --status {"|".join(selection.STATUSES)}...  Select records with this status; repeat it
        for others.
    --first N  Stop after N records.
    --invert  Select the records that do not meet the criteria.
    --count as is_counted  Print only how many there are.
    --unique {"|".join(selection.UNIQUE)}  Drop records whose moves, or last positions, occurred
        before, and report which.
    --sort TAG...  Sort the records by this tag; repeat it for further tags.
    --split TAG  Write a file for each value of this tag to --output-dir.
    """,
    ended={"type": click.Choice(selection.ENDS)},
    moved={"shell_complete": complete_pieces},
    status={"default": None},
    first={"type": click.IntRange(1)},
    unique={"default": None},
)
@folder_option(
    "folder", "Write to files in DIR, one for each record or value of --split; print their names."
)
@records_options("Select games of this variant; records that name none count as this one.")
def command(records: Records, split: str | None, folder: Path | None, is_counted: bool) -> int:
    """Select records and write them byte for byte as they came.

    A record must meet every criterion given.  The exit status is 0 if a record was selected, 1 if
    none was, 2 if something could not be read.

    aofref select --player Anna --result 1-0-0-0 games/
    aofref select --tag 'Date>2025' --event promotion:E:F --plies 10..40 all.aof
    aofref select --position 'E:Kjb5;Rka4/J:Aka1' --unique games/ > some.aof
    aofref select --sort Event --sort Round games/ > sorted.aof
    aofref select --split Event --output-dir events/ all.aof
    aofref select --output-dir games/ all.aof
    """
    each = folder is not None and split is None
    refuse_if(split is not None and folder is None, "--split needs --output-dir")
    refuse_if(folder is not None and is_counted, "--count cannot be combined with --output-dir")
    game = games.find(records.setting.variant)
    try:
        names, params = selection.SelectKeywords.__annotations__, click.get_current_context().params
        given = {name: params[name] for name in names if name != "variant"}
        wanted = selection.read_selection(given, "" if game is None else game.id)
    except selection.BadCriterion as problem:
        raise click.BadParameter(problem.why, param_hint=f"'--{problem.name}'") from problem
    work = partial(_tried, wanted=wanted, split=split, named=each)
    run = Run(records._replace(with_content=True, with_remarks=True, heads=True), work)
    same = "moves were" if wanted.unique == "moves" else "last position was"

    def dropped(tried: Tried) -> None:
        stderr(f"aofref: {tried.source}:{tried.line}: dropped, its {same} met before\n")

    found = ((mark, tried._replace(at=run.taken)) for mark, tried in run)
    kept = wanted.arranged(found, dropped)
    written, last = 0, None
    read = frozenset() if folder is None else files_read(records.file)
    if folder is not None and split is not None:
        chosen, kept = [*kept], iter(())
        files, ends = dict[Path, list[bytes]](), dict[Path, Tried]()
        for tried, name in zip(chosen, file_names(one.value for one in chosen), strict=True):
            between = _between(ends.get(path := folder / name), tried, named=False)
            files.setdefault(path, []).append(between + tried.content)
            ends[path] = tried
        keep_apart(files, read)
        for path, contents in files.items():
            write_file(path, b"".join(contents), read)
            stdout(f"{path}\n")
        written = len(chosen)
    for tried in kept:
        written += 1
        if folder is not None:
            path = folder / file_name(tried.players, written, "aof")
            write_file(path, tried.content, read)
            stdout(f"{path}\n")
        elif not is_counted:
            before = b""
            if named := tried.source != STDIN and records.file != (tried.source,):
                before = tried.origin.encode("ascii", "backslashreplace")
            stdout_raw(_between(last, tried, named=named) + before + tried.content)
            last = tried
    if is_counted:
        stdout(f"{written}\n")
    return run.status or (0 if written else 1)


class Tried(Value):
    """A record that was selected: where it comes from, its bytes and its mark.

    `origin` is the line that says where it stood.  If it `ends`, another may follow without an
    empty line.  `value` is that of the tag of --split, and `players` the names of the players, both
    empty if they are unknown.  `at` is its place among all that were tested.
    """

    source: str
    line: int
    origin: str
    content: bytes
    ends: bool
    value: str = ""
    players: str = ""
    at: int = 0


def _tried(
    record: Record, wanted: selection.Selection, *, split: str | None, named: bool
) -> Done[tuple[selection.Mark, Tried] | None]:
    """Test a record by all criteria; with `named` its players name its file."""
    if record.has_failed:
        return Done(None, diagnostics(record.source, record.findings))
    if (mark := wanted.mark(record)) is None:
        return Done(None, "", 0)
    players = ""
    if named:
        players = player_names(record.tags, games.find(*selection.tag_values(record, ("Variant",))))
    value = "".join(selection.tag_values(record, filter(None, [split])))
    place, ends = (record.source, record.line, record.origin), record.is_closed
    return Done((mark, Tried(*place, record.content, ends, value, players)), "", 0)


def file_names(values: Iterable[str]) -> Iterator[str]:
    """Name the files of records by value, all different on any file system.

    Values that differ only in case or blanks share a file.
    """
    names, taken = dict[str, str](), set[str]()
    for value in values:
        key = folded_name(value)
        if key not in names:
            names[key] = f"{free_name(as_file_name(value) or UNKNOWN, taken)}.aof"
        yield names[key]


def _between(last: Tried | None, now: Tried, *, named: bool) -> bytes:
    """Return the separators that the next record needs: two that stood together need none.

    These are the end of the last line, and an empty line behind a record without a result.
    """
    beside = last is not None and (now.source, now.at) == (last.source, last.at + 1)
    if last is None or (beside and not named):
        return b""
    end = b"" if last.content.endswith(b"\n") else b"\n"
    return end if last.ends else end + b"\n"
