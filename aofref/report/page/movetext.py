"""Movetext: the text of a record as its page has it, a tag or a token a line.

Readers without scripts see it as it stands; the script makes of it the list of moves and copies.
"""

from aofref.findings import Finding
from aofref.judge.edit.rewrite import canonical_tags
from aofref.judge.replay.line import Ply
from aofref.judge.replay.steps import Fate
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import Kind
from aofref.notation.records.model import readable
from aofref.notation.records.writer import write_tags
from aofref.text import escaped, on_one_line


def tag_lines(replay: Replay) -> list[str]:
    """Write the tags of a record, a line each; they name its game and its rulings."""
    tags = canonical_tags(replay.record, replay.game)
    return write_tags([(name, on_one_line(readable(value))) for name, value in tags]).split("\n")[
        :-2
    ]


def token_lines(replay: Replay) -> tuple[list[str], dict[int, list[str]]]:
    """Write the tokens of a record, a line each, with a number before each round of its own line.

    Also return, by line, what its text does not show: what became of a token that was not played,
    and why; that it is a result or a mark.
    """
    game = replay.game
    lines, other = list[str](), dict[int, list[str]]()
    round_, fresh = 0, False
    for step in replay.steps:
        token, depth = step.token, step.depth
        if token.kind in (Kind.NUMBER, Kind.ESCAPE):
            continue
        text, kind = escaped(readable(token.text)).replace("\n", " "), token.kind
        if isinstance(step, Ply):
            if (not depth and step.round != round_) or (depth and fresh):
                later = game.two_players and step.army
                lines.append(f"{step.round}{'...' if later else '.'}")
                round_ = round_ if depth else step.round
            lines.append(step.written(game))
        elif kind is Kind.COMMENT:
            lines.append(f";{text}" if "}" in text else f"{{{text}}}")
        else:
            if kind is Kind.RESULT or (kind is Kind.NAG and text[0] not in "$!?"):
                other[len(lines)] = [kind.name.lower()]
            elif kind in (Kind.MOVE, Kind.BAD):
                fate = Fate.BEHIND if kind is Kind.BAD else step.fate
                why = step.finding
                told = [] if why is None else [_reason(why)]
                other[len(lines)] = [fate.name.lower(), *told]
            lines.append(text)
        fresh = text == "("
    return lines, other


def _reason(finding: Finding) -> str:
    why = finding.refusal.aside or finding.refusal
    return f"{why.code.value}: {why.sentence(options=False)}"
