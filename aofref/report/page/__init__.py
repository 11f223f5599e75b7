"""Page: a whole record as one HTML file that needs nothing else, for the players to keep.

The script in it steps through what is given here; it knows no rule of the game.
"""

from aofref.report.page.data import Post
from aofref.report.page.write import RULES, Shown, book_name, gallery, page, tables

__all__ = ["RULES", "Post", "Shown", "book_name", "gallery", "page", "tables"]
