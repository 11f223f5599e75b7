"""`aofref moves`: list the legal moves of a position.

Group: Play

    aofref moves --variant aof2 --from ha5
    aofref moves --variant hec --count
"""

from typing import TYPE_CHECKING

from aofref.cli.io.output import complaint, stderr
from aofref.cli.options.option import option, usage
from aofref.cli.options.position import Where, finish, where_options
from aofref.cli.options.shared import cell_option, format_option, notation_option
from aofref.findings import Code
from aofref.library.values import IllegalMove

if TYPE_CHECKING:
    from aofref.library.typed import NotationName


@where_options
@cell_option("Only the moves of the piece on CELL.")
@notation_option
@option("--marks", "Mark the moves that give check or mate.")
@option("--count", "Print only how many there are.")
@format_option
def command(
    where: Where, origin: str | None, to: "NotationName", marks: bool, count: bool, form: str
) -> int:
    """List the legal moves of a position, one a line; `--` when the army must pass."""
    at, status = where.located()
    with usage():
        try:
            if origin is not None:
                at.mover(origin)
        except IllegalMove as why:
            if why.code is Code.NO_SUCH_CELL:
                raise
            stderr(f"{complaint('--from', why.code, str(why))}\n")
            return max(1, status)
    legal = at.legal_moves(origin)
    if count and form == "text":
        return finish(form, {}, f"{len(legal)}\n", status)
    with usage():
        written = sorted(
            (at.write(move, to, suffix=False), at.suffix(move) if marks else "") for move in legal
        )
    moves = [{"move": text, "suffix": suffix} for text, suffix in written]
    report = {**at.report(), "count": len(legal), "legal-moves": moves}
    return finish(form, report, "".join(f"{text}{suffix}\n" for text, suffix in written), status)
