"""The club: a season of games by mail, kept in the files of one directory.

The record of a game is its journal: it has each move with the hash of the message that played it,
written in one step.  So a run that is ended anywhere and started again goes on as if nothing had
happened.  `docs/club.md` describes the directory.
"""
