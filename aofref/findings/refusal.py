"""Refusal: why a move, a text or a name is refused, with the facts that prove it."""

from typing import TYPE_CHECKING, Any

from aofref.findings.codes import Code, Severity
from aofref.text import joined
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.library.typed import AttackReport


class Side(Value):
    """An army: its `letter`, and its `name` in sentences, as `the Indian army` or `White`."""

    letter: str
    name: str

    def __str__(self) -> str:
        return self.name


class Piece(Value):
    """A piece on a board.

    `army` is the letter of its army, `code` and `name` are the code and the name of its type.
    `cell` is the name of its cell.  `str` is the form in diagnostics: `E:Rka4`.
    """

    army: str
    code: str
    name: str
    cell: str

    def __str__(self) -> str:
        return f"{self.army}:{self.code}{self.cell}"


class Attack(Value):
    """A piece that attacks, and how; `str` is the form in proofs: `E:Rka4 through ja4`.

    `piece` is the attacker.  `path` are the empty cells that it crosses.  `screen` is the piece
    that it hops over, or None.
    """

    piece: Piece
    path: tuple[str, ...] = ()
    screen: Piece | None = None

    def report(self) -> "AttackReport":
        """Return it as plain data."""
        data: AttackReport = {"piece": str(self.piece), "path": list(self.path)}
        if self.screen is not None:
            data["screen"] = str(self.screen)
        return data

    def __str__(self) -> str:
        through = f" through {' '.join(self.path)}" if self.path else ""
        over = f" over {self.screen}" if self.screen else ""
        return f"{self.piece}{through}{over}"


BEYOND = (
    "beyond the board"  # in place of the name of a missing cell, or a cell of a path, without one
)


def in_order(path: tuple[str, ...]) -> str:
    """Write the cells of a path as sentences do."""
    return " ".join(f"({cell})" if cell == BEYOND else cell for cell in path)


class Note(Value):
    """A clause behind the sentence of a refusal; `str` is the clause.

    The `facts` stand in the braces of its `words`, if it has facts.
    """

    words: str
    facts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.words.format(*self.facts) if self.facts else self.words


READ_AS = "read as {}, not as {}"
"""The note on the two readings of a capital, a colon and a cell: the chosen one, and the other."""
CAPTURE_WRITTEN = "a capture is written {}"
"""The note on how the capture is written that an army, a colon and a cell may stand for."""
DECIDED = "an arbiter has decided on this move ({}), and --as-played applies that"
"""The note on an arbiter's decision on the refused move, which was not applied."""
_DECISIONS = {
    "stands": "the move stands",
    "takeback": "the move is taken back",
    "forfeits": "the army forfeits the game",
}
_TABLES = {  # the table of a game's file in place of each section of aofref-rules(7)
    **dict.fromkeys("23", "board"),
    **dict.fromkeys("456", "pieces"),
    "7": "promotion",
    "8": "ending",
}


class Facts(dict[str, Any]):
    """The facts of a refusal that are not empty, by the names of its fields."""


class Refusal(Value):
    """Why a move, or a text, is refused: the `code`, and the facts that prove it, all in names.

    Its sentence is `reason` or, without one, that of the code, in which names in braces are facts.
    `piece` is the piece that was to move, `destination` the cell, and `path` are the cells from the
    first step to it.  `blocker` is a piece in the way, or the royal piece that would be in check;
    `checks` are the attacks on it.  `missing` is a cell that does not exist, or `beyond the board`.
    `candidates` are what may be meant, and `moves` legal moves that may be.  `army` has the turn.
    `besides` is a further clause.  A move beside the main line is refused for the `aside`.

    `section` replaces the code's section of aofref-rules(7); in a game from a file it names the
    game's id and the table.  It is None if the reason rests on no rule.  `notes` are clauses behind
    the rule.  `topics` are the names of sentences of the game's page that it may rest on, before
    that of the code.  The judgement does not depend on what is `harmless`.
    """

    code: Code
    reason: str = ""
    piece: Piece | None = None
    destination: str = ""
    path: tuple[str, ...] = ()
    blocker: Piece | None = None
    missing: str = ""
    checks: tuple[Attack, ...] = ()
    candidates: tuple[str | Side, ...] = ()
    army: Side | None = None
    besides: str = ""
    moves: tuple[str, ...] = ()
    aside: "Refusal | None" = None
    section: str | None = ""
    notes: tuple[Note, ...] = ()
    topics: tuple[str, ...] = ()
    harmless: bool = False

    @property
    def rule(self) -> str:
        """The section of aofref-rules(7), or the table of a file, that it rests on; or ""."""
        return "" if self.section is None else self.section or self.code.rule

    @property
    def severity(self) -> Severity:
        """The severity of the code, or WARNING where the judgement does not depend on it."""
        return Severity.WARNING if self.harmless else self.code.severity

    @property
    def cited(self) -> str:
        """The rule as sentences cite it: `RULES 4`, or a table of a file as it is."""
        return f"RULES {self.rule}" if self.rule[:1].isdigit() else self.rule

    def with_variant(self, game: str) -> "Refusal":
        """Return the refusal with a table of that game's file in place of a section.

        A move into check breaks the entry of the royal piece, others that of the piece that moves.
        """
        exposed = self.blocker if self.code is Code.IN_CHECK else None
        table = "pieces" if exposed else _TABLES.get(self.rule, "")
        if not table:
            return self
        piece = exposed or self.piece
        entry = f".{piece.code}" if table == "pieces" and piece else ""
        return self._replace(section=f"{game}: {table}{entry}")

    def noting(self, *notes: Note) -> "Refusal":
        """Return the refusal with more notes."""
        return self._replace(notes=(*self.notes, *notes))

    @property
    def known(self) -> Facts:
        """The facts that are not empty, by name."""
        facts = zip(self._fields[1:_LAST_FACT], self[1:_LAST_FACT], strict=True)
        return Facts((name, fact) for name, fact in facts if fact)

    @property
    def message(self) -> str:
        """The sentence on one line: reason, rule and notes."""
        return self.sentence()

    def sentence(self, *, options: bool = True) -> str:
        """Write reason, rule and notes; `options=False` leaves out the options of commands."""
        reason, aside = self.reason, self.aside
        if aside is not None:
            reason = f"{aside.code.value}, {aside.message}"
        text = self.code.sentence
        if reason and "{reason}" not in text:
            text = reason
        else:
            text = text.format(
                reason=reason,
                piece=self.piece,
                destination=self.destination,
                path=in_order(self.path),
                blocker=self.blocker,
                held=self.blocker and self.blocker.cell,
                missing=self.missing,
                checks=", ".join(map(str, self.checks)),
                candidates=", ".join(map(str, self.candidates)),
                choices=joined([*map(str, self.candidates)]) if self.candidates else "",
                army=self.army,
            )
        if self.besides:
            text += f"; {self.besides}"
        clauses = [f"{text} ({self.cited})" if self.rule else text]
        for note in self.notes:
            if note.words == DECIDED and not options:
                clauses.append(f"an arbiter has decided: {_DECISIONS[note.facts[0]]}")
            else:
                clauses.append(str(note))
        return "; ".join(clauses)


_LAST_FACT = Refusal._fields.index("section")
