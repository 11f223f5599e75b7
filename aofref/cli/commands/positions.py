"""Commands about a position: its moves, threats and pieces, proofs, and how two games differ."""

from typing import TYPE_CHECKING

import click

from aofref.cli.io import STDIN, complaint, stderr, unreadable
from aofref.cli.many import Records, judged
from aofref.cli.options import shared
from aofref.cli.options.option import complete_files, option, refuse_if, usage
from aofref.cli.options.position import Where, finish, open_given, ply_of, where_options
from aofref.findings import START, Code
from aofref.library.values import IllegalMove

if TYPE_CHECKING:
    from aofref.library.typed import NotationName


@where_options
@option("--from CELL as origin", "Only the moves of the piece on CELL.")
@shared.notation_option
@option("--marks", "Mark the moves that give check or mate.")
@option("--count", "Print only how many there are.")
@shared.format_option
def list_moves(
    where: Where, origin: str | None, to: "NotationName", marks: bool, count: bool, form: str
) -> int:
    """List the legal moves of a position, one a line; `--` when the army must pass.

    aofref moves --variant aof2 --from ha5
    aofref moves --variant hec --count
    """
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


@where_options
@option("--depth N", "Plies to play.", type=click.IntRange(0), required=True)
@option("--divide", "Print the count for each first move.")
@shared.format_option
def count_lines(where: Where, depth: int, divide: bool, form: str) -> int:
    """Count the lines of legal moves from a position; a pass counts as a move.

    aofref perft --variant aof2 --depth 2
    aofref perft --variant hec --depth 1 --divide
    """
    at, status = where.located()
    report = {**at.report(), "depth": depth}
    if not divide or not depth:
        total = at.perft(depth)
        return finish(form, report | {"count": total}, f"{total}\n", status)
    counts = {move.lan: at.push(move).perft(depth - 1) for move in at.legal_moves()}
    total = sum(counts.values())
    lines = "".join(f"{move} {count}\n" for move, count in counts.items())
    report |= {"count": total, "divide": counts}
    return finish(form, report, f"{lines}total {total}\n", status)


@where_options
@shared.format_option
def count_pieces(where: Where, form: str) -> int:
    """Count the pieces of every army, and what it has lost or gained since the array.

    aofref material game.aof
    """
    at, status = where.located(from_input=True)
    counted = at.material()
    report = {**at.report(), "material": {army.army: army.report() for army in counted}}
    return finish(form, report, "".join(f"{army}\n" for army in counted), status)


@where_options
@option("--on CELL... as cells", "List who attacks and guards CELL.")
@option("--all as every", "List who attacks and guards every piece.")
@shared.format_option
def list_threats(where: Where, cells: tuple[str, ...], every: bool, form: str) -> int:
    """List every royal piece with its attackers, their paths, and who moves before a capture.

    aofref threats --ply 4 game.aof
    """
    refuse_if(cells and every, "--on and --all cannot be combined")
    at, status = where.located(from_input=True)
    with usage():
        seen = at.attackers(*cells) if every or cells else at.threats()
    listed = "threats" if every or cells else "royals"
    report = {**at.report(), listed: [threat.report() for threat in seen]}
    head = f"turn: {at.turn or '-'}, round {at.round}; rulings: {at.variant.judged_by}\n"
    return finish(form, report, head + "".join(f"{threat}\n" for threat in seen), status)


@where_options
@click.argument("move", required=False)
@option("--board", "Draw the position too.")
@shared.format_option
def explain(move: str | None, where: Where, board: bool, form: str) -> int:
    """Prove why MOVE is legal or refused: rule, path, what blocks, what is missing, who checks.

    aofref explain --variant aof2 Lha5-fb3
    """
    if move is None:
        where, move = where._replace(file=None), where.file
    if move is None:
        raise click.UsageError("give the MOVE to explain")
    at, status = where.located()
    proof = at.explain(move, board=board)
    if proof.code is Code.SYNTAX:
        stderr(f"MOVE:{START.line}:{START.column}: {proof}\n")
        return finish(form, proof.report(), "", 2)
    return finish(form, proof.report(), f"{proof}\n", status if proof.legal else max(status, 1))


@click.argument("a", shell_complete=complete_files)
@click.argument("b", required=False, shell_complete=complete_files)
@shared.reading_options()
@option(
    "--position P",
    "Compare a claimed position with A's instead of B; - is standard input.",
    once=True,
)
@option("--ply N", "With --position: after ply N.")
@shared.format_option
def compare(a: str, b: str | None, where: Where, form: str) -> int:
    """Find where two records A and B of one game first differ, or check a claimed position.

    aofref diff anna.aof bela.aof
    aofref diff --format json anna.aof bela.aof
    """
    position, ply = where.position, where.ply
    refuse_if((b is None) == (position is None), "give either B or --position")
    refuse_if(ply is not None and b is not None, "--ply needs --position, and no B")
    refuse_if(a == position == STDIN, "A and --position cannot both be standard input")
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
