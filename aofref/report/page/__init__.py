"""Page: a whole record as one HTML file without other files, for the players to keep.

Its script plays the record's moves by the rules that are given here as numbers; it knows no game by
name.  A page never contradicts the referee: where its last position is another, it shows ours.
"""

from aofref.report.page.data import Post
from aofref.report.page.lists import Shown, gallery, tables
from aofref.report.page.write import RULES, book_name, on_a_page, page

__all__ = ["RULES", "Post", "Shown", "book_name", "gallery", "on_a_page", "page", "tables"]
