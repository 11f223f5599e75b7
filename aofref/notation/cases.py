"""Adjudication cases as text: a position, moves, and the verdict that the rules require.

`fixtures/cases/README.md` has the format.  The cases come with the program, so a line that does
not parse is a bug and raises ValueError.
"""

import re
from collections.abc import Iterable, Iterator

from aofref.values import Value

EXPECTATIONS = frozenset(  # the keywords of expectations
    {
        *("reaches", "reaches-also", "reaches-not", "legal", "illegal", "count"),
        *("span", "span-also", "span-not", "bound", "event", "no-event", "turn", "after"),
    }
)
_GIVEN = {"page", "rule", "holds", "core", "rulings", "array", "position", "moves", "note"}
_NUMBERS = re.compile(r"RULES ([0-9 ,]+)")


class Expectation(Value):
    """An expected answer: the keyword of a line, and the rest."""

    keyword: str
    rest: str

    def __str__(self) -> str:
        return f"{self.keyword} {self.rest}"


class Case(Value):
    """A numbered case: its sources, a position and moves, and the expected answers.

    `sentence` is quoted from the game's page, empty if it is silent.  `rule` names sections of the
    rules.  `holds` are keys of `sentences.txt`, rulings included.
    """

    id: str
    title: str
    sentence: str
    rule: str
    holds: tuple[str, ...]
    core: bool
    rulings: tuple[str, ...]
    array: str
    position: str
    moves: tuple[str, ...]
    expectations: tuple[Expectation, ...]

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.id.rpartition(".")[0]

    @property
    def sections(self) -> frozenset[str]:
        """The numbers of the sections of the rules that it is about."""
        named = " ".join(_NUMBERS.findall(self.rule)).replace(",", " ").split()
        return frozenset(named) | {key.partition(".")[0] for key in self.holds if "." in key}


def read(text: str) -> Iterator[Case]:
    """Parse cases, which are separated by empty lines; `#` starts a comment line."""
    for block in re.split(r"\n\s*\n", text):
        words = (line.strip().partition(" ") for line in block.splitlines())
        lines = [(word, rest.strip()) for word, _, rest in words if word and word[0] != "#"]
        if not lines:
            continue
        (first, head), *rest = lines
        id_, _, title = head.partition(" ")
        unknown = {keyword for keyword, _ in rest} - _GIVEN - EXPECTATIONS
        if first != "case" or unknown:
            raise ValueError(f"no case begins so, or unknown keywords: {head} {unknown or ''}")
        given = {key: " ".join(text for word, text in rest if word == key) for key in _GIVEN}
        yield Case(
            id_,
            title,
            given["page"],
            given["rule"],
            tuple(given["holds"].split()),
            any(keyword == "core" for keyword, _ in rest),
            tuple(sorted(given["rulings"].split())),
            given["array"],
            given["position"],
            tuple(given["moves"].split()),
            tuple(Expectation(*line) for line in rest if line[0] in EXPECTATIONS),
        )


def read_sentences(lines: Iterable[str]) -> dict[str, str]:
    """Parse the sentences of the rules that cases hold: lines of a key and its sentence."""
    sentences: dict[str, str] = {}
    for line in lines:
        key, _, sentence = line.strip().partition(" ")
        if key and not key.startswith("#"):
            if key in sentences or not sentence.strip():
                raise ValueError(f"a sentence that is empty, or has a key given twice: {key}")
            sentences[key] = sentence.strip()
    return sentences
