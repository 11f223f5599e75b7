"""Output: reports and records on standard output, diagnostics on standard error.

Whole lines go to standard output, even if the program is interrupted or terminated.
"""

import os
import re
import select
import sys
from collections.abc import Iterable
from typing import IO, Any

import click

from aofref.cli.ends import put_bytes
from aofref.findings import START as START
from aofref.findings import BadText, Code, Finding, Place, Refusal, Severity
from aofref.text import escaped, in_bytes

bar: Any = None  # the bar of tqdm that shows the progress: it is cleared before other output
AT_ONCE: int = getattr(select, "PIPE_BUF", 512)  # the most bytes that a pipe takes atomically


class Unreadable(click.ClickException):
    """Input cannot be read: `message` has the diagnostics, the status is 2."""

    exit_code = 2

    def show(self, _file: IO[Any] | None = None) -> None:
        """Write the diagnostics."""
        stderr(f"{self.message}\n")


def stdout(text: str) -> None:
    """Write a report to standard output, with control characters escaped."""
    stdout_raw(escaped(text))


def stdout_raw(content: str | bytes) -> None:
    """Write records, or safe text, to standard output unchanged, in whole lines.

    Bytes that could not be decoded are written as they were.  As many lines are written at once as
    a pipe takes atomically; Ctrl-C waits for the end of a longer line.  The progress bar is cleared
    before.
    """
    data = content if isinstance(content, bytes) else in_bytes(content)
    if bar is not None:
        bar.clear()
    at = 0
    while at < len(data):
        end = data.rfind(b"\n", at, at + AT_ONCE) + 1
        if end:
            put_bytes(data[at:end])
        else:
            import signal  # for long lines only

            from aofref.cli.signals import waiting

            end = data.find(b"\n", at) + 1 or len(data)
            with waiting((signal.SIGINT,)):
                put_bytes(data[at:end])
        at = end


def text_width() -> int:
    """Return the width of the terminal, or 80 if standard output is not a terminal."""
    if sys.stdout is not None and sys.stdout.isatty():
        import shutil  # which takes a while to load

        return shutil.get_terminal_size().columns
    return 80


def complaint(name: str, code: Code, text: str, place: Place = START) -> str:
    """Return a diagnostic of a file, an argument or an option."""
    return Finding(Refusal(code, text, section=None), place).diagnostic(name)


def unreadable(name: str, code: Code, text: str, place: Place = START) -> Unreadable:
    """Return an exception that refuses a file, an argument or an option."""
    return Unreadable(complaint(name, code, text, place))


def refused(name: str, problem: BadText) -> Unreadable:
    """Return an exception with a diagnostic for each fault of a file, an argument or an option."""
    placed = [why if why.line else why._replace(place=START) for why in problem.findings]
    return Unreadable("\n".join(why.diagnostic(name) for why in placed))


def stderr(text: str) -> None:
    """Write diagnostics to standard error, with control characters escaped."""
    if text:
        shown = escaped(text)
        if _colored():
            shown = re.sub(_DIAGNOSTIC, _in_color, shown, flags=re.MULTILINE)
        if bar is not None:
            bar.clear()
        put_bytes(shown.encode("utf-8"), err=True)


_CODES = "|".join(code.value for code in Code)
# The pattern of a diagnostic, which is compiled when it is first used.
_DIAGNOSTIC = rf"^(?P<place>.*?:[0-9]+:[0-9]+: )(?P<warning>warning: )?(?P<code>{_CODES}) "


def _in_color(match: re.Match[str]) -> str:
    place, code = click.style(match["place"], bold=True), match["code"]
    if match["warning"]:
        return f"{place}{click.style(match['warning'] + code, fg='yellow', bold=True)} "
    return f"{place}{click.style(code, fg='red', bold=True)} "


def _colored() -> bool:
    """Return whether diagnostics are coloured: by --color, or on a terminal without NO_COLOR."""
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    return takes_colour(sys.stderr)


def takes_colour(stream: IO[str] | None) -> bool:
    """Return whether a stream is a terminal, and neither NO_COLOR nor TERM forbids colours."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and stream is not None and stream.isatty()


def status_of(findings: Iterable[Finding], *, strict: bool = False) -> int:
    """Return the exit status of the findings of a record; `strict` counts warnings."""
    found = {finding.refusal.severity for finding in findings}
    if Severity.UNREADABLE in found:
        return 2
    return int(Severity.ILLEGAL in found or (strict and Severity.WARNING in found))
