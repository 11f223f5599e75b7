"""`aofref decide`: write an arbiter's decision into a record.

Group: Play

    aofref decide game.aof takeback
    aofref decide game.aof stands --by-arbiter "Eva Lang" --reason "played on"
"""

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import click

from aofref.cli.io.inplace import Edited, edited_options
from aofref.cli.io.output import complaint, stderr, unreadable
from aofref.cli.options.option import option
from aofref.cli.options.times import moment
from aofref.findings import Code, diagnostics
from aofref.library.record import DECISIONS, in_comment
from aofref.library.values import IllegalMove
from aofref.notation.notes import Decided, Illegal
from aofref.report.json.record import arbiter as arbiter_of
from aofref.report.text.played import summary_of_play

if TYPE_CHECKING:
    from aofref.library.typed import DecisionName

_MEANT = {
    Decided.STANDS: "stands",
    Decided.TAKEBACK: "is taken back",
    Decided.FORFEITS: "forfeits the game of its army",
}


_words = partial(option, default="", read=in_comment)


@_words("--by-arbiter NAME", "Who decided.", "arbiter")
@_words("--reason TEXT", "Why.")
@option("--now TIME", "When it was decided.", read=moment)
@edited_options("the decisions, or why there is none", as_played=False)
@click.argument("decision", type=click.Choice(DECISIONS), metavar="|".join(DECISIONS))
def command(
    edited: Edited, decision: "DecisionName", arbiter: str, reason: str, now: datetime | None
) -> None:
    """Print the record FILE with a decision on the illegal move that it stops at."""
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
    verdict = done.verdict
    edited.write(to_write, done, done.text, arbiter=arbiter_of(verdict))
    made, tried = verdict.decisions[-1]
    text = f"{tried.quoted} {_MEANT[made]}"
    comments = (judged.record.comments for judged in (record.verdict, verdict))
    before, after = (sum(str(Illegal()) in one.text for one in ones) for ones in comments)
    if after > before:
        text += "; what came after it is a comment now"
    stderr(f"{file}: decided: {text}; {summary_of_play(verdict, [], [])}\n")
    edited.report_not_saved()
