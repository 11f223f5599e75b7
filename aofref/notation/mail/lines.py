"""Lines: the text of a message in lines, with quoted lines marked."""

import re
from bisect import bisect
from itertools import accumulate

from aofref.findings import START, Code, Place, bad_text
from aofref.notation.records import limits
from aofref.values import Value

_QUOTED = re.compile(r"\s*[>|]")
_SIGNATURE = re.compile(r"--\s*\Z")
_LETTER = re.compile(r"[^\W\d_]")
_FORWARDED = re.compile(r"Begin forwarded message:\s*\Z")
_HEADER = re.compile(r"(?![A-Z]:)[^\W\d_][\w-]*[ \u00a0]?:\*?\s")
_WROTE = re.compile(r"\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev)\b")
_BEGUN = re.compile(r"\s*(?:On|Am|Le|El|Il|Op|Em|Den)\s")
_DATED = re.compile("[0-9@<]")
_WROTE_LENGTH = 400
_DEVICE = re.compile(  # a line that telephones add under a message
    r"\s*(?!.*[A-Za-z][0-9])(?:Sent (?:from|with|via) |Get Outlook for "
    r"|Von meinem .* gesendet|Gesendet (?:mit|von) "
    r"|Envoyé (?:de|depuis) mon |Enviado (?:desde|do|de) m|Inviato da )"
)
_PGP_TEXT = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_SIGNATURE, _PGP_END = "-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----"
_ARMOUR_FIELD = re.compile(r"[A-Za-z-]+:\s|\Z")


class LineText(Value):
    """A line as it is displayed; in flowed text or HTML it may join several lines of the body.

    `marks` are offsets in `text` with their places in the body, in order.  A `quoted` line was
    written by another.
    """

    text: str
    marks: tuple[tuple[int, Place], ...]
    quoted: bool = False

    @property
    def own(self) -> bool:
        """Whether the sender wrote the line, and it is not blank."""
        return not self.quoted and bool(self.text.strip())

    def place(self, offset: int = 0) -> Place:
        """Return the place in the body of the character at an offset."""
        start, place = self.marks[max(0, bisect(self.marks, offset, key=lambda mark: mark[0]) - 1)]
        return Place(place.line, place.column + max(0, offset - start))


LINE = limits.MAIL_LINE, "a line of a message has", "characters"


def bound(count: int, most: int, what: str, unit: str, place: Place = START) -> None:
    """Raise BadText for a message in which `what` has more than the most of a unit."""
    if count > most:
        raise bad_text(f"{what} at most {most} {unit}", place, Code.LIMIT)


def plain(text: str, *, flowed: bool = False, del_sp: bool = False) -> list[LineText]:
    """Split plain text into lines; `flowed` and `del_sp` are the parameters of RFC 3676.

    The armour of PGP around a signed text, and its dash escapes, are left out.
    """
    lines = list[LineText]()
    armour, is_head = "", False  # the last line that begins a part, and whether it has fields
    for number, row in enumerate(text.split("\n"), 1):
        bare = row.rstrip()
        if armour == _PGP_SIGNATURE:
            armour = "" if bare == _PGP_END else armour
        elif bare in (_PGP_TEXT, _PGP_SIGNATURE):
            armour, is_head = bare, bare == _PGP_TEXT
        elif is_head and _ARMOUR_FIELD.match(bare):
            is_head = bool(bare)
        else:
            escaped = 2 if armour and row.startswith("- ") else 0
            place, row = Place(number, 1 + escaped), row[escaped:]
            bound(len(row), *LINE, place)
            lines.append(LineText(row, ((0, place),), _QUOTED.match(row) is not None))
    if not flowed:
        return lines
    # Lines of one depth of quotes, each ending in a blank but the last, are joined.
    groups: list[tuple[int, list[tuple[str, Place]]]] = []  # each with its depth
    soft = False  # whether the line before is continued
    for line in lines:
        depth = len(line.text) - len(line.text.lstrip(">"))
        begin = depth + line.text.startswith(" ", depth)
        text = line.text[begin:]
        if not soft or depth != groups[-1][0] or text == "-- ":
            groups.append((depth, []))
        soft = text.endswith(" ") and text != "-- "
        groups[-1][1].append((text[: len(text) - del_sp] if soft else text, line.place(begin)))
    joined = []
    for depth, group in groups:
        offsets = list(accumulate((len(text) for text, _ in group), initial=0))
        bound(offsets.pop(), *LINE, group[0][1])
        marks = tuple(zip(offsets, (place for _, place in group), strict=True))
        text = "".join(text for text, _ in group)
        joined.append(LineText(text, marks, depth > 0 or _QUOTED.match(text) is not None))
    return joined


def written(lines: list[LineText]) -> tuple[LineText, ...]:
    """Cut the lines behind the sender's text: a signature, or the message that is answered.

    A line that names the author of the quoted text counts as quoted.
    """
    full = [line for line in lines if line.text.strip()]
    kept: list[LineText] = []
    count = 0
    for line in lines:
        if not line.text.strip():
            kept.append(line)
            continue
        count += 1
        head = [one.text.lstrip("*") for one in full[count - 1 : count + 2]]  # of another message
        fields = [one for one in head if _HEADER.match(one) and not one[0].islower()]
        bare = line.text.strip()
        ends = (
            len(fields) > 2
            or _SIGNATURE.match(line.text)
            or _FORWARDED.match(bare)
            or (bare.startswith("---") and bare.endswith("---") and _LETTER.search(bare))
            or (len(bare) >= 10 and not bare.strip("_"))
        )
        if ends and not line.quoted:
            break
        device = _DEVICE.match(line.text) is not None
        text = line.text.rstrip()
        is_short = text.endswith(":") and len(text) <= _WROTE_LENGTH
        before = kept[-1].text.rstrip()[:_WROTE_LENGTH] if kept else ""
        is_cut = before.endswith("<") and _BEGUN.match(before) is not None  # before the address
        wrote = _WROTE.search(f"{before} {text}" if is_cut else text) is not None
        says_who = is_short and wrote and not (line.quoted or device)
        if says_who and (is_cut or _DATED.search(text) is None):  # the line before has the rest
            says_who = _BEGUN.match(before) is not None and _DATED.search(before) is not None
            if says_who:
                kept[-1] = kept[-1]._replace(quoted=True)
        kept.append(line._replace(quoted=True) if device or says_who else line)
        if says_who and count < len(full) and not full[count].quoted:
            break
    return tuple(kept)
