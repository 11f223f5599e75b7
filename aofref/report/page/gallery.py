"""Gallery: a page that lists records with a picture of each last position."""

from __future__ import annotations

from typing import NamedTuple


class Shown(NamedTuple):
    """A record in a gallery: where it came from, its page, its picture, what is said of it.

    `standing` says how it ended, or else who is to move.
    """

    source: str
    link: str
    picture: str
    title: str
    standing: str
    lines: tuple[str, ...]
    status: str


def gallery(title: str, records: list[Shown]) -> str:
    """Write the page of several records."""
    from aofref.report.page.write import render

    return render("gallery.html", title=title, records=records)
