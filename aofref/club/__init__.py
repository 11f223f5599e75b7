"""The club: a season of games by mail, kept in the files of one directory.

The record of a game is its journal: what a message played stands in it with the message's hash,
written in one step, so that a run that is ended anywhere and started again goes on as if nothing
had happened.  `aofref-club(7)` describes the directory.
"""
