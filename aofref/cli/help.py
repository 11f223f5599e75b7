"""Help: the commands in groups, and examples of each."""

from __future__ import annotations

GROUPS = {
    "Judge": ("check", "explain", "diff", "threats", "cases"),
    "Play": ("new", "play", "undo", "decide", "moves", "perft"),
    "Look": ("show", "gallery", "log", "material"),
    "Many records": ("list", "table", "stats", "select", "convert"),
    "Games": ("variants", "rules", "rulings"),
    "Help": ("man", "completion", "schema"),
}
"""The commands by what they are for; those of no group come last."""

SUMMARIES = {
    "check": "Replay records and report what happened.",
    "explain": "Prove why a move is legal or refused.",
    "diff": "Find where two versions of a game part.",
    "threats": "List who attacks which King, along which path.",
    "play": "Add moves to a record, or prove why not.",
    "moves": "List the legal moves of a position.",
    "perft": "Count the lines of legal moves.",
    "show": "Show the position after a ply.",
    "log": "Show a game at a glance, a line a round.",
    "list": "List records, a line each.",
    "table": "Add up points by player.",
    "stats": "Count results, mates, promotions, captures.",
    "select": "Select records by what they hold.",
    "convert": "Rewrite records in another notation.",
    "variants": "List the games.",
    "rules": "Describe a game, or how a piece moves.",
    "rulings": "List what the pages leave open.",
    "new": "Write a record of a new game.",
    "undo": "Take back the last moves of a record.",
    "decide": "Write an arbiter's decision into a record.",
    "material": "Count the pieces of every army.",
    "gallery": "Make a page of all records of a directory.",
    "man": "Show the manual.",
    "completion": "Print what a shell needs to complete.",
    "cases": "Put the published cases to a referee.",
    "schema": "Print the JSON Schema of what is written.",
}
"""The commands in a sentence, for the list of them."""

EXAMPLES = {
    "check": (
        "check game.aof",
        "check --format short games/",
        "check --quiet --strict --jobs 0 *.aof",
        "check --format json - < game.aof",
    ),
    "convert": ("convert --to san game.aof", "convert --from numeric mail.aof"),
    "show": (
        "show --ply 4 game.aof",
        "show --format svg game.aof > game.svg",
        "show --game Event~spring --ply -2 --format json all.aof",
    ),
    "moves": ("moves --variant aof2 --from ha5", "moves --variant hec --count"),
    "perft": ("perft --variant aof2 --depth 2", "perft --variant hec --depth 1 --divide"),
    "play": (
        "play game.aof E:Lha5-fb3",
        'play game.aof P:jg3-jf3 --if "E:Lkd5-hb3 I:fa3-ga3 J:ga1-fa1 P:jf3-je3"',
    ),
    "variants": ("variants", "variants --format json"),
    "rules": ("rules aof2", "rules aof2 P --from jg3", "rules aof2 --format json"),
    "explain": ("explain --variant aof2 Lha5-fb3",),
    "diff": ("diff anna.aof bela.aof", "diff --format json anna.aof bela.aof"),
    "threats": ("threats --ply 4 game.aof",),
    "rulings": ("rulings",),
    "list": (
        "list games/",
        "list --format tsv games/ | sort -k 4 -n",
        "list --format json - < all.aof",
    ),
    "log": ("log game.aof", "log --format json game.aof"),
    "table": ("table games/", "table --format tsv spring.aof autumn.aof"),
    "stats": ("stats games/", "stats --format json --jobs 0 games/"),
    "select": (
        "select --player Anna --result 1-0-0-0 games/",
        "select --tag 'Date>2025' --event promotion:E:F --plies 10..40 all.aof",
        "select --position 'E:Kjb5;Rka4/J:Ra1' --unique games/ > some.aof",
    ),
    "cases": (
        "cases --game aof2 --core",
        'cases --report tap --against "otherref check --format json"',
    ),
    "schema": ("schema", "schema check"),
    "new": ("new aof2 --player E=Anna --player I=Bela > game.aof",),
    "undo": ("undo game.aof", "undo game.aof 2"),
    "decide": ("decide game.aof takeback",),
    "material": ("material game.aof",),
    "gallery": ("gallery games/ --output-dir pages/",),
    "man": ("man", "man record", "man rules"),
    "completion": ('eval "$(aofref completion bash)"',),
}
"""For each command what may follow the program's name, or a whole line that names it."""


def grouped(names: list[str]) -> list[tuple[str, list[str]]]:
    """Put the commands in their groups, each group's in its order."""
    found = [(title, [name for name in group if name in names]) for title, group in GROUPS.items()]
    rest = [name for name in names if not any(name in group for group in GROUPS.values())]
    return [(title, group) for title, group in [*found, ("Other", rest)] if group]


def epilog(name: str) -> str:
    """Write what ends the help of a command."""
    lines = [
        line if line.startswith("eval") else f"aofref {line}" for line in EXAMPLES.get(name, ())
    ]
    shown = "".join(f"\n  {line}" for line in lines)
    examples = f"\b\nExamples:{shown}\n\n" if lines else ""
    return f"{examples}The whole manual: aofref man"
