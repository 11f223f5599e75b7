"""`aofref diff`: find where two versions of a game differ.

Group: Judge

    aofref diff anna.aof bela.aof
    aofref diff --format json anna.aof bela.aof
"""

import click

from aofref.cli.io.files import STDIN
from aofref.cli.io.output import unreadable
from aofref.cli.many import Records, judged
from aofref.cli.options import shared
from aofref.cli.options.completers import FileName
from aofref.cli.options.option import option
from aofref.cli.options.position import Where, finish, open_given, ply_of
from aofref.findings import Code


@click.argument("a", type=FileName())
@click.argument("b", required=False, type=FileName())
@shared.setting_options()
@option(
    "--position P",
    "Compare a claimed position with A's instead of B; - is standard input.",
    once=True,
)
@option("--ply N", "With --position: after ply N.", type=int)
@shared.format_option
@shared.as_played_option
@shared.encoding_option
def command(a: str, b: str | None, where: Where, form: str) -> int:
    """Find where two records A and B of one game first differ, or check a claimed position."""
    position, ply = where.position, where.ply
    if (b is None) == (position is None):
        raise click.UsageError("give either B or --position")
    if ply is not None and b is not None:
        raise click.UsageError("--ply needs --position, and no B")
    if a == position == STDIN:
        raise click.UsageError("A and --position cannot both be standard input")
    first, status = judged(Records((a,), where.setting, where.encoding))
    if b is None:
        number = ply_of(first.plies, ply)
        at = first.at(number)
        differs = at.difference(open_given(at.variant, position))
        report = {"a": a, "b": None, "ply": number, **differs.report()}
        text = f"{differs or 'the position is as claimed'}\n"
        return finish(form, report, text, max(1 if differs else 0, status))
    other, of_other = judged(Records((b,), where.setting, where.encoding))
    try:
        compared = first.compare(other)
    except ValueError as problem:
        raise unreadable(b, Code.BAD_POSITION, str(problem)) from problem
    status = max(0 if compared.agree else 1, status, of_other)
    return finish(form, compared.report(), f"{compared}\n", status)
