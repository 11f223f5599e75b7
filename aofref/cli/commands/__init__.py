'''Commands: one module for each; its docstring is read for help and the list of commands.

The docstring of a command's module is a heading, here of `aofref check`:

    """`aofref check`: replay records and report what happened.

    Group: Judge

        aofref check game.aof
    """

It has the summary, the group, and examples, a line each.  It is read without loading the module:
to load all modules takes a second.
'''

import os

from aofref.values import Value

GROUPS = ("Judge", "Play", "Look", "Many records", "Club", "Games", "Help")
"""The groups in the order in which they are listed; other groups follow."""


class Heading(Value):
    """The heading of a command: its group, a summary in a sentence, and example lines."""

    group: str
    summary: str
    examples: tuple[str, ...]


def names() -> list[str]:
    """List the names of the commands in alphabetical order."""
    files = (file for folder in __path__ for file in os.listdir(folder))  # noqa: PTH208
    return sorted(file[:-3] for file in files if file.endswith(".py") and file[0] != "_")


def heading(name: str) -> Heading:
    """Read the heading of a command; LookupError if there is no such command."""
    for folder in __path__:
        path = os.path.join(folder, f"{name}.py")  # noqa: PTH118 - pathlib takes a while to load
        if os.path.exists(path):  # noqa: PTH110
            with open(path, encoding="utf-8") as file:  # noqa: PTH123
                lines = file.read().split('"""')[1].splitlines()
            summary = lines[0].partition(": ")[2]
            group = next(line[7:] for line in lines if line.startswith("Group: "))
            examples = tuple(line.strip() for line in lines if line.startswith("    "))
            return Heading(group, summary[:1].upper() + summary[1:], examples)
    raise LookupError(name)


def grouped() -> dict[str, dict[str, str]]:
    """Return the summaries of the commands by group and name."""
    summaries: dict[str, dict[str, str]] = {group: {} for group in GROUPS}
    for name in names():
        group, summary, _ = heading(name)
        summaries.setdefault(group, {})[name] = summary
    return {group: named for group, named in summaries.items() if named}


def epilog(name: str) -> str:
    """Write the end of the help of a command: its examples."""
    shown = "".join(f"\n  {line}" for line in heading(name).examples)
    return f"\b\nExamples:{shown}\n\nThe whole manual: aofref man"
