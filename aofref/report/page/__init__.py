"""Page: a whole record as one HTML file without other files, for the players to keep.

Its script steps through the data given here; it knows no rule of the game.
"""

from aofref.report.page.data import Post
from aofref.report.page.write import RULES, Shown, book_name, gallery, page, tables

__all__ = ["RULES", "Post", "Shown", "book_name", "gallery", "page", "tables"]
