"""`aofref tag`: set, correct or remove tags, the result among them.

Group: Play

    aofref tag game.aof Round=2 'European=Anna Berg'
    aofref tag --in-place game.aof Result=1-0-0-0 Termination=adjudication
    aofref tag --pace 30d+3d --remove Annotator game.aof
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable

import click

from aofref.cli.io.diagnostics import Unreadable, complaint, say, status_of
from aofref.cli.io.inplace import in_place_option, outlet
from aofref.cli.io.record import the_record
from aofref.cli.options.setting import setting
from aofref.cli.options.shared import as_played_option, encoding_option, setting_options
from aofref.cli.options.tags import pace_option, tags_of
from aofref.findings import UNREADABLE, Code, Finding
from aofref.judge.edit.tagged import tagged
from aofref.judge.replay.driver import replay
from aofref.judge.replay.verdict import Judged
from aofref.notation import results
from aofref.notation.records import excerpt, read
from aofref.report.text.messages import diagnostics, sentence


@click.command("tag")
@click.argument("file", type=click.Path())
@click.argument("tags", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--remove", multiple=True, metavar="NAME", help="Remove the tag NAME.")
@pace_option
@setting_options
@in_place_option
@as_played_option
@encoding_option
def command(
    file: str,
    tags: tuple[str, ...],
    remove: tuple[str, ...],
    pace: str | None,
    variant: str,
    rulings: tuple[str, ...],
    in_place: bool,
    as_played: bool,
    encoding: str,
) -> None:
    """Print the record FILE with tags set, corrected or removed; all else stays as it is."""
    changes = _changes(tags_of(tags, pace, "NAME=VALUE"), remove)
    chosen = setting(variant, rulings, as_played=as_played)
    to_write = outlet(file, in_place, encoding)
    record = read(the_record(file, encoding))
    before = replay(record, chosen)
    if record.broken:
        raise Unreadable(diagnostics(file, before.findings).rstrip("\n"))
    _check_removed(record.values, remove, file)
    done = replay(read(tagged(record, changes)), chosen)
    _check_tags(before, done, file)
    result = changes.get("Result")
    if result is not None:
        _check_result(done, result, file)
    to_write.put(done.record.raw.text)
    say(diagnostics(file, done.findings))
    sys.exit(status_of(done.findings))


def _changes(tags: dict[str, str], remove: tuple[str, ...]) -> dict[str, str | None]:
    """Put together what is set and what is removed."""
    twice = next((name for name in remove if name in tags), None)
    if twice is not None:
        raise click.UsageError(f"the tag {twice} cannot be set and removed at once")
    if not tags and not remove:
        raise click.UsageError("give a NAME=VALUE to set, --pace or --remove")
    return {**tags, **dict.fromkeys(remove)}


def _check_removed(there: Iterable[str], remove: tuple[str, ...], file: str) -> None:
    """Leave if a tag to be removed is not there."""
    for name in remove:
        if name not in there:
            say(f"aofref: {file}: the record has no tag {excerpt(name)}\n")
            sys.exit(1)


def _check_tags(before: Judged, done: Judged, file: str) -> None:
    """Refuse tags that cannot be read where the old ones could."""
    left = Counter(map(_text_of, _of_tags(before)))
    wrong = [found for found in _of_tags(done) if not left[_text_of(found)]]
    if wrong:
        raise Unreadable(diagnostics(file, wrong).rstrip("\n"))


def _of_tags(found: Judged) -> list[Finding]:
    return [one for one in found.findings if one.token < 0 and one.code in UNREADABLE]


def _text_of(found: Finding) -> tuple[Code, str]:
    return found.code, sentence(found.refusal)


def _check_result(done: Judged, result: str, file: str) -> None:
    """Refuse a result that is none, or another than the one that the moves fixed."""
    if done.game is None or results.read(len(done.game.armies), result) is None:
        raise Unreadable(diagnostics(file, done.findings).rstrip("\n"))
    false = [one for one in done.findings if one.code is Code.FALSE_RESULT]
    if false:
        say(diagnostics(file, false[:1]))
        sys.exit(1)
    if result == results.OPEN != done.result:
        text = f"the moves fixed the result {done.result}"
        say(f"{complaint(file, Code.FALSE_RESULT, text)}\n")
        sys.exit(1)
