"""Cases: what each asks of a referee, and what is wrong with its answers.

A case sees of a referee what `check --format json` shows (aofref(1)), so that any program can be
held to it.
"""
