"""`aofref tag`: set, correct or remove tags, the result among them.

Group: Play

    aofref tag game.aof Round=2 'European=Anna Berg'
    aofref tag --in-place game.aof Result=1-0-0-0 Termination=adjudication
    aofref tag --pace 30d+3d --remove Annotator game.aof
"""

import click

from aofref.cli.io.inplace import Edited, edited_options
from aofref.cli.io.output import status_of, stderr
from aofref.cli.options.option import option, usage
from aofref.cli.options.shared import tags_of
from aofref.cli.options.times import pace_option
from aofref.findings import diagnostics
from aofref.library.values import BadRecord
from aofref.text import excerpt


@option("--remove NAME", "Remove the tag NAME.", multiple=True)
@pace_option
@edited_options("the tags that differ, or why none do")
@click.argument("tags", nargs=-1, metavar="[NAME=VALUE]...")
def command(
    edited: Edited, tags: tuple[str, ...], remove: tuple[str, ...], pace: str | None
) -> int:
    """Print the record FILE with tags set, corrected or removed; all else stays as it is."""
    wanted = tags_of(tags, pace, "NAME=VALUE")
    twice = next((name for name in remove if name in wanted), None)
    if twice is not None:
        raise click.UsageError(f"the tag {twice} cannot be set and removed at once")
    if not wanted and not remove:
        raise click.UsageError("give a NAME=VALUE to set, --pace or --remove")
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
    found = edited.known(done)  # a report in JSON judges it, and has its status
    edited.write(to_write, done, done.text, **{"different-tags": tags_differ})
    stderr(diagnostics(file, found))
    edited.report_not_saved()
    return status_of(found)
