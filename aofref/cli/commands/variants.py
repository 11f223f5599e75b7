"""`aofref variants`: list the games.

Group: Games

    aofref variants
    aofref variants --format json
"""

from aofref.cli.io.output import status_of, stderr, stdout
from aofref.cli.options.shared import bad_game, format_option
from aofref.findings import BadGame
from aofref.library.lists import variants
from aofref.text import json_line


@format_option
def command(form: str) -> int:
    """List the games: id, title, cells, armies in order of play, rulings to choose."""
    listed, status = variants(), 0
    stdout("".join(map(json_line, listed.report())) if form == "json" else f"{listed}\n")
    for path, findings in listed.faults.items():
        stderr(f"{bad_game(BadGame(findings, path))}\n")
        status = max(status, status_of(findings))
    return status
