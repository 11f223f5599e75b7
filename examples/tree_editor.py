"""A tree editor: goes through the lines of a record, changes them, and writes the record.

    python examples/tree_editor.py RECORD < COMMANDS

A command is a line: moves, which are played from here; `back`; `next`, or `next 1` for the first
variation; `promote`; `cut`; `note TEXT`; `mark SIGN`; `line`, which shows the moves from here.
"""

import sys

import aofref


class Editor:
    """A record, and the ply that is looked at; None before the first."""

    def __init__(self, record: aofref.Record) -> None:
        self.record = record
        self.at: aofref.Node | None = None

    def following(self) -> tuple[aofref.Node, ...]:
        """List the plies that can follow, that of the line first."""
        if self.at is not None:
            return self.at.following
        first = self.record.mainline()[:1]
        return (*first, *(line[0] for node in first for line in node.variations))

    def play(self, move: str) -> None:
        """Go on by a move: into one that is there, at the end of a line, or beside it."""
        before, here = self.record, self.at
        if here is not None:
            self.record = here.play(move)
            self.at = here.in_(self.record)
        elif first := before.mainline()[:1]:
            self.record = first[0].add_variation(move)
        else:
            self.record = before.play(move)
        after = (here.after if here else before.start).push(move)
        self.at = next(node for node in self.following() if node.after == after)

    def change(self, record: aofref.Record) -> None:
        """Take another version of the record, and stay at the same ply."""
        self.at = self.at.in_(record) if self.at else None
        self.record = record

    def do(self, command: str) -> str:
        """Carry out a command; return what it shows.  ValueError or IndexError: it cannot be."""
        match command.split(maxsplit=1), self.at:
            case ["back"], here:
                self.at = here.parent if here else None
            case ["next", *number], _:
                self.at = self.following()[int(number[0]) if number else 0]
            case ["line"], here:
                return here.movetext if here else self.record.movetext
            case ["promote"], aofref.Node() as here:
                self.change(self.record.promote_variation(here))
            case ["cut"], aofref.Node() as here:
                before, self.record = here.parent, here.cut()
                self.at = before.in_(self.record) if before else None
            case ["note", text], aofref.Node() as here:
                self.change(here.with_comments(*here.comments, text))
            case ["mark", sign], aofref.Node() as here:
                self.change(here.with_nags(*here.nags, sign))
            case _:
                for move in command.split():
                    self.play(move)
        return ""


def main() -> None:
    """Edit the record of a file by the commands of standard input."""
    (record,) = aofref.read(sys.argv[1])
    editor = Editor(record)
    for command in sys.stdin:
        try:
            if shown := editor.do(command.strip()):
                print(shown)
        except (ValueError, IndexError) as problem:
            print(f"{command.strip()}: {problem}", file=sys.stderr)
    print(editor.record.text, end="")


if __name__ == "__main__":
    main()
