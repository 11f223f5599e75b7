"""Render the pages of the manual as text, by mandoc: `python -m tools.manual`.

`aofref man` writes these texts without a terminal or man(1).  They are kept beside the pages, so that
building and installing aofref does not need mandoc.  A test fails if one is stale.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

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


def main() -> None:
    """Write the text of every page."""
    for page in PAGES:
        text_of(page).write_text(rendered(page), "utf-8")


if __name__ == "__main__":
    main()
