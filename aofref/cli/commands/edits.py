"""Commands that change a record: moves taken back, an arbiter's decision, tags, clocks."""

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import click

from aofref.cli.inplace import Edited, edited_options, in_place_option, keeps_json
from aofref.cli.io import complaint, status_of, stderr, stdout, unreadable
from aofref.cli.many import Records, Run, records_options
from aofref.cli.options import times as options
from aofref.cli.options.option import option, refuse_if, usage
from aofref.cli.options.shared import format_option, notation_option, tags_of
from aofref.findings import Code, diagnostics
from aofref.judge.analysis.clock import Charging
from aofref.library.record import DECISIONS, Record, in_comment
from aofref.library.values import BadRecord, IllegalMove, UnknownName
from aofref.notation import times
from aofref.notation.notes import Decided, Illegal
from aofref.text import excerpt, json_line

if TYPE_CHECKING:
    from aofref.library.typed import DecisionName, NotationName


@edited_options("the steps taken back, or why none are", notation_option)
@click.argument("count", metavar="[N]", type=click.IntRange(1), default=1)
def take_back(edited: Edited, count: int, to: "NotationName") -> None:
    """Print the record FILE without its last N steps, 1 if N is left out; the game is open then.

    A step is a move, an agreed result, or an offer of a draw.

    aofref undo game.aof
    aofref undo game.aof 2
    """
    to_write, record = edited.opened(well_formed=True)
    try:
        shorter, taken = record.undo(count)
        in_json = record.is_json and keeps_json(edited.in_place)
        text = shorter.to_json() if in_json else shorter.write(to)
    except ValueError as problem:
        edited.fail(record, str(problem))
    said = f"aofref: taken back: {', '.join(taken)}\n"
    edited.write(to_write, shorter, text, said, **{"taken-back": list(taken)})


_MEANT = {
    Decided.STANDS: "stands",
    Decided.TAKEBACK: "is taken back",
    Decided.FORFEITS: "forfeits the game of its army",
}


@option("--by-arbiter NAME as arbiter", "Who decided.", default="", read=in_comment)
@option("--reason TEXT", "Why.", default="", read=in_comment)
@option("--now TIME", "When it was decided.", read=options.moment)
@edited_options("the decisions, or why there is none", as_played=False)
@click.argument("decision", type=click.Choice(DECISIONS), metavar="|".join(DECISIONS))
def decide(
    edited: Edited, decision: "DecisionName", arbiter: str, reason: str, now: datetime | None
) -> None:
    """Print the record FILE with a decision on the illegal move that it stops at.

    aofref decide game.aof takeback
    aofref decide game.aof stands --by-arbiter "Eva Lang" --reason "played on"
    """
    as_played = edited.setting._replace(as_played=True)
    edited, file = edited._replace(setting=as_played), edited.file
    to_write, record = edited.opened(well_formed=True)
    if record.is_json:
        text = "decisions are not written into JSON: convert the record to lan first"
        raise unreadable(file, Code.SYNTAX, text)
    try:
        done = record.decide(decision, arbiter, reason, now)
    except IllegalMove as refused:
        why = refused.finding
        text = f"the decision {decision} would have no effect: the move cannot be carried out"
        stderr(f"{why.diagnostic(file)}\n")
        stderr(f"{complaint(file, why.code, text, why.place)}\n")
        edited.refuse(record, why.code, text)
    except ValueError as problem:
        edited.fail(record, str(problem))
    stderr(diagnostics(file, (finding for finding in done.findings if not finding.is_warning)))
    from aofref.report.json.record import arbiter as arbiter_of
    from aofref.report.text.played import summary_of_play

    verdict = done.verdict
    made, tried = verdict.decisions[-1]
    text = f"{tried.quoted} {_MEANT[made]}"
    comments = (judged.record.comments for judged in (record.verdict, verdict))
    before, after = (sum(str(Illegal()) in one.text for one in ones) for ones in comments)
    if after > before:
        text += "; what came after it is a comment now"
    said = f"{file}: decided: {text}; {summary_of_play(verdict, [], [])}\n"
    edited.write(to_write, done, done.text, said, arbiter=arbiter_of(verdict))


@option("--remove NAME...", "Remove the tag NAME.")
@options.pace_option
@edited_options("the tags that differ, or why none do")
@click.argument("tags", nargs=-1, metavar="[NAME=VALUE]...")
def set_tags(
    edited: Edited, tags: tuple[str, ...], remove: tuple[str, ...], pace: str | None
) -> int:
    """Print the record FILE with tags set, corrected or removed; all else stays as it is.

    aofref tag game.aof Round=2 'European=Anna Berg'
    aofref tag --in-place game.aof Result=1-0-0-0 Termination=adjudication
    aofref tag --pace 30d+3d --remove Annotator game.aof
    """
    wanted = tags_of(tags, pace, "NAME=VALUE")
    twice = next((name for name in remove if name in wanted), None)
    refuse_if(twice is not None, f"the tag {twice} cannot be set and removed at once")
    refuse_if(not wanted and not remove, "give a NAME=VALUE to set, --pace or --remove")
    file, (to_write, record) = edited.file, edited.opened()
    with usage():
        try:
            done = record.with_tags({**wanted, **dict.fromkeys(remove)})
        except BadRecord as problem:
            stderr(diagnostics(file, problem.findings))
            why = problem.findings[0]
            edited.refuse(record, why.code, why.message, status_of(problem.findings))
    for name in remove:
        if name not in record.tags:
            edited.fail(record, f"the record has no tag {excerpt(name)}")
    before, after = record.tags, done.tags
    differ = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    tags_differ = [{"name": name, "a": before.get(name), "b": after.get(name)} for name in differ]
    found = done.findings if done.is_judged else ()  # a report in JSON has its status, judged
    said = diagnostics(file, found)
    edited.write(to_write, done, done.text, said, **{"different-tags": tags_differ})
    return status_of(found)


def _gift(value: str) -> tuple[str, int]:
    """Parse ARMY=DURATION, whose duration may be negative."""
    army, sign, span = value.rpartition("=")
    seconds = times.span(span.removeprefix("-"))
    if not sign or not seconds:
        raise ValueError(f"{value!r} is not ARMY=DURATION, such as E=5d or E=-12h")
    return army, -seconds if span.startswith("-") else seconds


def _give(gifts: list[tuple[str, int]], edited: Edited) -> None:
    """Print the record with more time for armies, or write it in place."""
    to_write, record = edited.opened(well_formed=True)
    done, given = record, list[dict[str, object]]()
    for army, seconds in gifts:
        with usage():
            try:
                done = done.give_time(army, seconds)
            except UnknownName:
                raise
            except IllegalMove as problem:
                stderr(diagnostics(edited.file, [problem.finding]))
                edited.refuse(record, problem.code, str(problem))
            except ValueError as problem:
                edited.fail(record, str(problem), Code.GAME_OVER)
        given.append({"army": done.army_named(army), "seconds": seconds})
    edited.write(to_write, done, done.text, "", given=given)


@options.now_option
@option("--late", "List only games that are late.")
@options.double_after_option
@options.exact_option
@option(
    "--give ARMY=DURATION... as gifts",
    "Give an army more time, such as E=5d, or less, E=-5d, and print the record FILE.",
    read=_gift,
)
@in_place_option
@format_option
@records_options()
def list_clocks(
    records: Records,
    now: datetime | None,
    late: bool,
    charging: Charging,
    gifts: list[tuple[str, int]],
    in_place: bool,
    form: str,
) -> int:
    """List the games under way: who is to move, since when, the time used and the time left.

    aofref clock games/
    aofref clock --late --now 2026-11-22T00:00:00Z games/
    aofref clock --double-after 20d --format json game.aof
    aofref clock --give E=5d --in-place game.aof
    """
    if gifts:
        refuse_if(
            len(records.file) != 1 or now or late or charging != Charging(),
            "--give needs one FILE, and no option that reads clocks",
        )
        (file,) = records.file
        _give(gifts, Edited(file, records.setting, in_place, records.encoding, form=form))
        return 0
    refuse_if(in_place, "--in-place needs --give")
    reading = partial(Record.clock, now=now or datetime.now(UTC), **charging._asdict())
    run = Run(records._replace(needs_record=True), reading)
    for running in run:  # of games that are under way
        if running.late or not late:
            stdout(json_line(running.report()) if form == "json" else f"{running}\n")
    return run.status
