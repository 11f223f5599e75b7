"""Cases: the questions of each to a referee, and the faults of the answers.

A case reads only the output of `check --format json` (aofref-json(5)): it can test any program.
"""
