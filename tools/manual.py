"""Render the pages of the manual as text, by mandoc: `python -m tools.manual`.

`aofref man` writes these texts without a terminal or man(1).  They are kept beside the pages, so that
building and installing aofref does not need mandoc.  The list of rulings in aofref-rules(7) is written
from the rulings themselves.  A test fails if any of this is stale.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from aofref.games import ruling_texts

MAN = Path(__file__).parent.parent / "man"
PAGES = sorted(MAN.glob("*.[1-9]"))


def text_of(page: Path) -> Path:
    """Return the file of a page as text."""
    return page.with_name(f"{page.name}.txt")


def rendered(page: Path) -> str:
    """Return a page as mandoc renders it, without overstrikes for bold and underlined text."""
    command = ["mandoc", "-T", "utf8", "-O", "width=78", "-I", "os=aofref", str(page)]
    shown = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    return re.sub(".\b", "", shown)


RULES_PAGE = MAN / "aofref-rules.7"
_LIST = re.compile(r"(?<=\.Sh RULINGS\n)(.*?\.Bl [^\n]*\n).*?(?=\.El\n)", re.DOTALL)


def with_rulings(text: str) -> str:
    """Return the page of the rules with the list of rulings as it should be."""
    return _LIST.sub(lambda found: found[1] + "".join(_rulings()), text)


def _rulings() -> Iterator[str]:
    for ruling in ruling_texts():
        yield f".It {ruling.number} ({ruling.games})\n"
        yield f"{_lines(ruling.reading)}.Pp\n{_lines(f'Evidence: {ruling.evidence}')}"
        if ruling.choice:
            chosen = f".Cm {ruling.choice} :" if "=" in ruling.choice else f"{ruling.choice}:"
            yield f".Pp\nWith\n{chosen}\n{_lines(ruling.alters + '.')}"


def _lines(text: str) -> str:
    """Fill a text for mdoc, each sentence on lines of its own."""
    sentences = re.split(r"(?<=[.?]) (?=[A-Z])", text.replace("`", ""))
    return "".join(f"{fill(sentence, 80, break_on_hyphens=False)}\n" for sentence in sentences)


def main() -> None:
    """Write the list of rulings, and the text of every page."""
    RULES_PAGE.write_text(with_rulings(RULES_PAGE.read_text("utf-8")), "utf-8")
    for page in PAGES:
        text_of(page).write_text(rendered(page), "utf-8")


if __name__ == "__main__":
    main()
