"""Typed: the lenient parser of moves and words that people type, in commands and in mail.

It returns texts in the form of a record.  Records are parsed so where they could not be read
otherwise (`judge.replay.in_words`).  By words in place of a move a player resigns, offers or
accepts a draw, or passes.  Only a whole text matches, so that `I will never resign` and a word
inside a sentence do not.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final

from aofref.findings import Code, Refusal
from aofref.games.model import folded_castling
from aofref.notation import moves
from aofref.notation.cells import PATTERNS
from aofref.notation.moves import SIGN, SUFFIX
from aofref.notation.movetext import PASS_TEXT, Action, MoveText
from aofref.notation.records.tokens import NUMBER_MARKS
from aofref.notation.resolve import numbers_of
from aofref.notation.signs import DASH, EVALUATION, LETTER_SIGNS, UNSEEN
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import folded_name, or_else
from aofref.values import Value

_LONGEST = 2 * moves.LONGEST
_NAME_WORDS = 2  # the most words in the name of an army or a piece
_UNSEEN = re.compile(f"[{UNSEEN}]")
_NOUGHTS = rf"[0Oo](?: ?{DASH} ?[0Oo]){{1,2}}"
_DASHED = rf"(?:{DASH}(?=\s*[A-Za-z]|[0O]-))?"
_ROUND = re.compile(
    rf"(?!{_NOUGHTS})\(?[0-9]{{1,4}}(?:\)[.:]?|[.:\u2026]+{_DASHED}"
    rf"|{DASH}(?=\s*[A-Za-z])|,(?=\s)|(?=\s))(?=.*\S)|[.\u2026]+{_DASHED}(?=.*\S)"
)
_NUMBERED = re.compile(rf"\s*[0-9]{{1,4}}(?::|{DASH})\s*[A-Za-z]")
"""A number and a move, though it could be a rank, a sign and a cell."""
_BETWEEN = re.compile(r"[\s,;]+")
BEFORE_OFFER: Final = re.compile(
    rf"(?:[\s,;:.!?/&+]|{DASH})+(?:(?:and|with)\s+)?|(?=\()", re.IGNORECASE
)
"""What may stand between a move and the draw behind it."""
_NUMBER = re.compile(r"\(?[1-9][0-9]{0,2}[.):\u2026]*|[.\u2026]+")
FIGURINES = dict(
    zip(
        "\u2654\u2655\u2656\u2657\u2658\u2659\u265a\u265b\u265c\u265d\u265e\u265f",
        2 * ("King", "Queen", "Rook", "Bishop", "Knight", "Pawn"),
        strict=True,
    )
)
_FIGURINE = re.compile(f"([{''.join(FIGURINES)}])[\ufe0e\ufe0f]?")
_TRAILING = re.compile(
    r"(?<=[A-Za-z0-9)#+])(?:\s*(?:[!?.,;]|\$[0-9]+|\{[^{}]*\}|(?:;|//).*"
    rf"|(?:{EVALUATION})(?![A-Za-z0-9])|\((?!=\))(?:[!?]+|{EVALUATION})\))"
    rf"|\s+(?:{'|'.join(sorted(LETTER_SIGNS))})(?!\S))+\s*\Z|[\s!?.,;]+\Z"
)
"""Marks, signs and comments behind a move."""
_BRACKETS = (
    *("()", "[]", "{}", "<>", '""', "''", "**", "__", "``"),
    *("\u201c\u201d", "\u201e\u201c", "\u2018\u2019", "\u00ab\u00bb"),
)
_SIDES = {"king": "O-O", "short": "O-O", "queen": "O-O-O", "long": "O-O-O"}
_SIDE = r"(?:on the |to the )?(king|short|queen|long)(?:'?s)?(?:[ -]?side)?"
_CASTLING_APART = re.compile(_NOUGHTS + SUFFIX)
_CASTLES = re.compile(rf"(?:{_SIDE} )?castl(?:es?|ed|ing)(?: (?:{_SIDE}|(\S+)))?", re.I)
_LETTER = re.compile(r"([A-Za-z])\s*:\s*")
_TO = re.compile(
    r"(?<=[A-Za-z0-9])(?:\s+(?:(?:goes|moves) )?to\s+|\s*(?:->|\u2192)\s*)(?=[A-Za-z])", re.I
)
_TAKES = re.compile(r"(?<=[A-Za-z0-9])\s+(?:takes|captures)\s+(?=[A-Za-z])", re.I)
_EP = re.compile(r"\s+(?:en passant|e\.p)\Z", re.I)
_APART = re.compile(rf"(?<=[A-Za-z0-9])\s+({SIGN}|X)\s*|(?<=[0-9])({SIGN}|X)\s+")
_GAP = re.compile(r"(?<=[0-9])\s+(?=[A-Za-z]{1,2}[0-9])")
_PROMOTION = re.compile(r"\s*=\s*([A-Za-z]+)(?=[^A-Za-z]|\Z)")
# Piece, origin, sign and destination in any case; a promotion or a suffix follows.
_CELLS = re.compile(rf"[A-Za-z]*[0-9]*(?:{SIGN}|X)?(?:[A-Za-z]+[0-9]+)?")
_TAIL = re.compile(r"(?: ?e\.?p\.?)?(?:=?[A-Z]{1,2})?[#+A-Z]*")
_CODE_LENGTHS = (0, 1, 2)
MOST_WORDS: Final = 8  # the most words of a move: `7. ... White: knight ab2 takes bb4`
# A draw, offered or accepted, and one that is only accepted; other actions are as in a record.
DRAW: Final = "draw"
CONSENT: Final = "draw accepted"
DECLINED: Final = "a draw is declined by a move"
_LONGEST_WORDS = 80
_GOES = "(?:(?:i|we) (?:(?:hereby|must|have to) )?)?"
_YES = "(?:(?:yes|ok(?:ay)?),? )?"
_NOT = "i(?: do not| don't| will not| won't| cannot| can't)"
_THANKS = ",? (?:thanks|thank you)"
_A_DRAW = "(?:you )?(?:(?:a|the|your) )?draw(?: offer)?"
_PLAYS_ON = (
    "(?:let's|let us|(?:i|we)(?:'d| would|'ll| will)?(?: rather| like to| prefer to)?) "
    "(?:play|fight|go|carry) on"
)
_AGREES: Final = rf"{_GOES}(?:accept|agree)(?: (?:it|(?:to )?(?:the|your) offer))?"
_OFFERED: Final = rf"{_YES}{_AGREES}|agreed|accepted"
_WORDS: Final[tuple[tuple[str, str, str], ...]] = (
    # patterns in the first person or without a subject, and those behind the name of an army
    (
        Action.RESIGNS,
        rf"{_GOES}resign(?: (?:the|this) game| here| now)?|i resigned|resigns|resigned",
        "(?:resigns|has resigned)",
    ),
    (
        DRAW,
        rf"draw|\(=\)|{_GOES}(?:offer|propose|suggest) {_A_DRAW}"
        r"|(?:a )?draw(?: is)? (?:offer|offered|proposed)|(?:how|what) about a draw",
        rf"(?:offers|proposes) {_A_DRAW}",
    ),
    (
        CONSENT,
        rf"{_YES}{_GOES}(?:accept|agree to) {_A_DRAW}|(?:a )?draw(?: is)? (?:accepted|agreed)"
        "|draw offer accepted|agreed,? (?:a )?draw",
        rf"(?:accepts|agrees to) {_A_DRAW}",
    ),
    (PASS_TEXT, f"{_GOES}pass|passes", "passes"),
    (CONSENT, _OFFERED, "accepts|agrees"),  # only where a draw is offered
)

_PARTS: Final = ("resign", "draw", "pass", "(=)", "accept", "agree")  # every match has one of them
_LIKE: Final[dict[str, str]] = {  # advice, and the texts for which it is given
    "to resign, write resign": (
        rf"{_GOES}(?:give up|surrender|concede|capitulate|quit|lose)(?: (?:the|this) game)?"
        "|(?:you|white|black) wins?|you won|i(?: have|'ve)? lost|(?:king )?topples"
    ),
    DECLINED: (
        rf"(?:sorry,? )?(?:(?:no(?: draw)?|not a draw|draw: no)(?: for now)?(?:{_THANKS})?"
        rf"|(?:{_A_DRAW}(?: is)? )?(?:declined|refused|rejected)"
        rf"|(?:no(?:{_THANKS})?[,.;]? )?"
        rf"(?:{_GOES}(?:decline|refuse|reject)|{_NOT} (?:accept|agree to|want))"
        rf"(?: {_A_DRAW}|(?: (?:it|the|your))?(?: offer)?))(?:[,.;!]? {_PLAYS_ON})?|{_PLAYS_ON}"
    ),
    "to offer or accept a draw, write draw": (
        rf"yes|yes,? (?:please|of course)|{_OFFERED}|ok(?:ay)?|deal|=|remis"
        "|(?:1/2|\u00bd|0[.,]5)(?: ?[-:\u2013] ?(?:1/2|\u00bd|0[.,]5))?"
    ),
    'a conditional line is given by --if "LINE"': "if",
    "to pass, write pass": f"{_GOES}skip(?: (?:the|this|my) (?:move|turn))?|null move|no move",
}


Named = tuple[tuple[str, str], ...]  # pairs of an army's letter and its player's name


class Typed(Value):
    """A typed text in the form of a record; unchanged if it is neither a move nor a word.

    A word is `resigns`, `draw`, `draw accepted` or `--`, behind its army if one was named.  `why`
    refuses an ambiguous text.  `offer` is the army that offers or accepts a draw, empty if none is
    named; None for any other text.
    """

    text: str
    why: Refusal | None = None
    offer: str | None = None


def has_letter(text: str) -> bool:
    """Return whether a typed text names an army by its letter, and not by a name or not at all."""
    return re.search(r"\b[A-Za-z]\s*:", text) is not None


class InputReader(Value):
    """The parser of texts typed in a game: `players` maps names to the letters of their armies.

    Names are folded (`folded_name`).  `offered`: an offer of a draw stands.
    """

    game: CompiledVariant
    players: Mapping[str, str] = MappingProxyType({})
    offered: bool = False

    @classmethod
    def among(cls, game: CompiledVariant, named: Named, *, offered: bool = False) -> "InputReader":
        """Make the parser of a game with named players; `?` is not a name."""
        players: dict[str, str] = {}
        for letter, name in named:
            if name != "?":
                players[folded_name(name)] = players.get(folded_name(name), "") + letter
        return cls(game, players, offered)

    def armies(self, name: str) -> str:
        """Return the letters of the armies with a name: of the army itself, or of its player."""
        army = self.game.variant.army_named(name)
        return army.letter if army is not None else self.players.get(folded_name(name), "")

    def sender(self, names: Iterable[str]) -> str:
        """Return the letters of the armies of the one player among the names of a sender.

        `Berg, Anna` is Anna Berg.  Empty for none of the players, or several.
        """
        known = {_called(name): letters for name, letters in self.players.items()}
        found = {known[name] for name in map(_called, names) if name in known}
        return found.pop() if len(found) == 1 else ""

    def read(self, text: str, by: str = "", is_legal: Callable[[str], bool] | None = None) -> Typed:
        """Parse a move or a word; for a player of several armies it is of the army `by`.

        A text in the form of a record is returned unchanged if its cells and pieces exist.  Of
        several readings the one that `is_legal` is meant.
        """
        if len(text) > _LONGEST:
            return Typed(text)
        is_numbered = _NUMBERED.match(text) is not None
        if not is_numbered and self.known(text) is not None:
            return Typed(text)
        code = self.game.variant.piece_named
        seen = _UNSEEN.sub("", text)
        coded = _FIGURINE.sub(lambda found: code(FIGURINES[found[1]]) or found[0], seen)
        plain = " ".join(coded.split())
        letters, rest = self._stripped(plain)
        words = self.worded(plain) or self.worded(rest)
        named, _, word = words.rpartition(":")
        letters = named or letters
        found = [word] if word else self._moves(rest)
        is_move = word or is_numbered or moves.parse(self.game, text) is None
        if not found or not (is_move or self.known(found[0])):
            return Typed(text)
        if len(letters) > 1:
            if by not in letters or not by:
                who = "one player's armies are " + " and ".join(letters)
                return Typed(text, _several(who, [f"{one}:{found[0]}" for one in letters]))
            letters = by
        if len(found) > 1 and is_legal is not None:
            legal = [one for one in found if is_legal(one)]
            found = legal if len(legal) == 1 else found
        if len(found) > 1:
            return Typed(text, _several("it may be read in several ways", found))
        read = f"{letters}:{found[0]}" if letters else found[0]
        if letters and not word and not has_letter(plain):
            read = moves.of_army(self.game, letters, found[0])
        return Typed(read, offer=letters if word in (DRAW, CONSENT) else None)

    def is_move(self, text: str) -> bool:
        """Return whether a typed text is a move, a withdrawal or a pass."""
        return moves.parse(self.game, self.read(text).text) is not None

    def gathered(self, words: Sequence[str]) -> list[tuple[int, str]]:
        """Group words to moves, and separate a draw from the move before it.

        Words that are moves by themselves stay separate.  With each text is the index of its first
        word.
        """
        found: list[tuple[int, str]] = []
        apart, at = [self.is_move(word) for word in words], 0
        while at < len(words):
            end = at + 1
            for last in range(min(len(words), at + MOST_WORDS), end, -1):
                ends_in_letters = words[last - 1] in LETTER_SIGNS and last < len(words)
                if ends_in_letters or all(apart[at:last]):
                    continue
                text = " ".join(words[at:last])
                read = self.read(text)
                if read.text != text or read.why or moves.parse(self.game, text):
                    end = last
                    break
            found += [(at, part) for part in self.parted(" ".join(words[at:end]))]
            at = end
        return found

    def several(self, text: str) -> list[str]:
        """List the moves of a text that has nothing else but numbers; empty for any other text."""
        words = [word for word in _BETWEEN.split(text) if word and not _NUMBER.fullmatch(word)]
        texts = [text for _, text in self.gathered(words)]
        return [self.read(text).text for text in texts] if all(map(self.is_move, texts)) else []

    def parted(self, text: str) -> Sequence[str]:
        """Split a move and the draw behind it; any other text is one part."""
        if not self.worded(text):
            for gap in islice(BEFORE_OFFER.finditer(text), MOST_WORDS):
                move, rest = text[: gap.start()], text[gap.end() :]
                if self.read(rest).offer is not None and self.is_move(move):
                    return move, rest
        return (text,)

    def worded(self, text: str) -> str:
        """Return the action of a text in words: `resigns`, `draw`, `draw accepted`, `--`; or "".

        A named army comes first, as in `E:resigns`.  Where a draw is offered, `I accept` and
        `agreed` accept it.
        """
        if len(text) > _LONGEST_WORDS:
            return ""
        plain = _plain(text)
        text = plain.casefold()
        if not any(part in text for part in _PARTS):
            return ""
        name, colon, rest = plain.partition(":")
        for word, own, theirs in _WORDS if self.offered else _WORDS[:-1]:
            if not colon and re.fullmatch(own, text):
                return word
            letters, named = "", re.fullmatch(f"(.+?),? (?:{theirs})", plain, re.IGNORECASE)
            if colon and re.fullmatch(f"{own}|{theirs}", rest.strip().casefold()):
                letters = self.armies(name) or (name.upper() if len(name) == 1 else "")
            elif not colon and named and text[:2] != "i ":  # the player, or the army I
                letters = self.armies(named[1])
            if letters:
                return f"{letters}:{word}"
        return ""

    def known(self, text: str) -> MoveText | None:
        """Parse a text in the form of a record; None if its cells or its pieces do not exist."""
        written = moves.parse(self.game, text)
        if written is None or written.action or written.castling:
            return written
        return written if numbers_of(self.game, written._replace(taken=()))[-1] else None

    def _stripped(self, text: str) -> tuple[str, str]:
        """Strip number, dots, brackets and marks from a move; return its armies and the rest."""
        letters, before = "", ""
        while text != before:
            before = text
            text = _TRAILING.sub("", text)
            if text[:1] + text[-1:] in _BRACKETS and not set(text[1:-1]) & {text[0], text[-1]}:
                text = text[1:-1]
            match = _ROUND.match(text)
            text = text[match.end() :].strip() if match is not None else text.strip()
            if not letters:
                letters, text = self._army(text)
        return letters, text

    def _army(self, text: str) -> tuple[str, str]:
        """Split the armies (a letter and a colon, or a name) from a move."""
        match = _LETTER.match(text)
        if match is not None and (match[1].isupper() or match[1].upper() in self.game.letters):
            return match[1].upper(), text[match.end() :]
        name, colon, rest = text.partition(":")
        if colon and (letters := self.armies(name)):
            return letters, rest.strip()
        for name, rest in _first_words(text):
            army = self.game.variant.army_named(name.rstrip(","))
            if army is not None and len(name) == 1:  # a letter, which may be the code of a piece
                written = next(map(self.known, self._moves(rest)), None)
                is_code = army.letter in self.game.kinds
                if not written or (is_code and not (written.code or written.castling)):
                    continue
            if army is not None:
                return army.letter, rest
        return "", text

    def _moves(self, text: str) -> list[str]:
        """List readings of a text without its army: moves of the game, else texts of their form.

        The reading nearest to the text comes first.
        """
        if _CASTLING_APART.fullmatch(text) is not None:
            return [text.replace(" ", "")]
        if (match := _CASTLES.fullmatch(text)) is not None:
            before, behind, name = match.groups("")
            named, side = self.game.castlings.names, (before or behind).lower()
            if not name:
                return [_SIDES[side]] if side else [*dict.fromkeys(named.values())] or ["O-O"]
            if (folded := folded_castling(name)) in named:
                return [named[folded]]
        plain = self._joined(text)
        head = _CELLS.match(plain)
        assert head is not None
        cells, tail = head[0], plain[head.end() :]
        capitals = len(cells) - len(cells.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        like = [text, plain]
        found: dict[MoveText, str] = {}
        kinds = {"", "P", "PN", *self.game.kinds}
        for length in sorted(_CODE_LENGTHS, key=lambda size: size != capitals):
            code = cells[:length].upper()
            if len(code) == length and code in kinds and _TAIL.fullmatch(tail) is not None:
                candidate = code + cells[length:].lower() + tail
                if (written := self.known(candidate)) is not None:
                    found.setdefault(written._replace(text=""), candidate)
                like.append(candidate)
        if as_it_is := [one for one in like[:2] if self.known(one)][:1]:
            return as_it_is
        return [*found.values()] or [one for one in like if self._is_like_a_move(one)][:1]

    def _is_like_a_move(self, text: str) -> bool:
        """Return whether a text has the form of a move, though its piece or cells may not exist.

        Only a part of a cell must exist: `bNc3` is not a move of a Bishop on a file n.
        """
        written = moves.parse(self.game, text)
        if written is None or (written.army and moves.as_capture(self.game, written) is None):
            return False
        board, origin = self.game.board, written.origin
        if not origin or re.fullmatch(PATTERNS[board.naming][0], origin) is not None:
            return True
        return board.part(origin) is not None

    def _joined(self, text: str) -> str:
        """Rewrite a move without blanks and names of pieces: `Knight ab2 to bb4` as `Nab2bb4`."""
        text = _TAKES.sub(" x ", _TO.sub(" ", text))
        named = self.game.variant.piece_named
        words = ((named(name), rest) for name, rest in _first_words(text))
        code, rest = next((one for one in words if one[0] is not None), ("", text))
        text = f"{code} {rest}" if code else text
        text = _APART.sub(lambda found: (found[1] or found[2]).replace("X", "x"), text)
        text = text.replace(f"{code} ", f"{code}", 1) if code else text
        text = _PROMOTION.sub(lambda to: f"={named(to[1]) or to[1].upper()}", _GAP.sub("", text))
        return _EP.sub("ep", text)


def number_typed(text: str) -> int | None:
    """Return the number that stands before a typed move; None if there is none."""
    match = _ROUND.match(_UNSEEN.sub("", text).strip())
    digits = match[0].strip(NUMBER_MARKS) if match is not None and match[0][0] != "(" else ""
    return int(digits) if digits else None


def _called(name: str) -> str:
    """Fold a name, in NFC, with a surname before a comma moved to the end."""
    from unicodedata import normalize  # which takes a while to load

    surname, _, given = folded_name(normalize("NFC", name)).partition(",")
    return f"{given.strip()} {surname.strip()}".strip()


def _first_words(text: str) -> Iterator[tuple[str, str]]:
    """Yield the first word of a text, then the first two, each with the rest."""
    for gap in islice(re.finditer(r"\s+", text), _NAME_WORDS):
        if any(map(str.isdigit, text[: gap.start()])):
            return
        yield text[: gap.start()], text[gap.end() :]


def _several(why: str, texts: Sequence[str]) -> Refusal:
    return Refusal(Code.AMBIGUOUS, f"{why}{or_else(texts)}", section=None)


def advice(text: str) -> str:
    """Return which word to write, for a text that may mean one; else ""."""
    plain = _plain(text).casefold()
    fitting = (word for word, pattern in _LIKE.items() if re.fullmatch(pattern, plain))
    return next(fitting, "") if len(text) <= _LONGEST_WORDS else ""


def consents(words: Iterable[str]) -> bool:
    """Return whether a draw is accepted among these actions: that comes before a move with it."""
    return any(word.endswith(CONSENT) for word in words)


def _plain(text: str) -> str:
    """Strip blanks, quotes and stops, and join words by single blanks."""
    return " ".join(text.replace("\u2019", "'").split()).strip("\"'").rstrip(" .!?\u2026")
