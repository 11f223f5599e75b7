"""The manual says what the program does: options, codes, examples, rulings, pieces."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner

from aofref import games
from aofref.cli.app import main
from aofref.cli.commands import COMMANDS, help
from aofref.findings import Code
from aofref.games import ruling_texts
from aofref.games.files.shelf import come_with
from aofref.notation.movetext import Notation
from tests.helpers import ROOT, aofref, game
from tools.manual import PAGES, RULES_PAGE, text_of, with_rulings

MAN = ROOT / "man"
COMMAND_PAGE = MAN / "aofref.1"
CODES_PAGE = MAN / "aofref-codes.7"
GAME_PAGE = MAN / "aofref-game.5"
RECORD_PAGE = MAN / "aofref-record.5"

NOTATIONS = " | ".join(one.value for one in Notation)
GROUPS = {
    ".Op Ar record options": "Record options",
    ".Op Ar batch options": "Options for many records",
}
COMMON = (*GROUPS.values(), "Options of several commands")
ESCAPES = {
    r"\e": "\\",
    r"\&": "",
    r"\-": "-",
    r"\(ha": "^",
    r"\(en": "\N{EN DASH}",
    r"\(mu": "\N{MULTIPLICATION SIGN}",
}


def plain(line: str) -> str:
    """Undo the escapes of a line of a literal block."""
    return re.sub(r"\\(?:\(..|.)", lambda found: ESCAPES[found.group()], line)


def divided(lines: list[str], macro: str) -> dict[str, list[str]]:
    """Divide the lines of a page at a macro with a title."""
    found: dict[str, list[str]] = {"": []}
    here = found[""]
    for line in lines:
        if line.startswith(f".{macro} "):
            here = found.setdefault(line.removeprefix(f".{macro} "), [])
        elif not line.startswith('.\\"'):
            here.append(line)
    return found


@cache
def sections(page: Path) -> dict[str, list[str]]:
    return divided(page.read_text().splitlines(), "Sh")


def flags(line: str) -> set[str]:
    """List the options that a macro line marks as such, with their dashes."""
    found, marked = set(), False
    for word in line[1:].split() if line.startswith(".") else ():
        if re.fullmatch("[A-Z][a-z]", word):
            marked = word == "Fl"
        elif marked and re.fullmatch("-?[a-zA-Z][a-z-]*", word):
            found.add(f"-{word}")
    return found


def all_flags(lines: list[str]) -> set[str]:
    return set().union(*map(flags, lines))


@cache
def commands() -> dict[str, click.Command]:
    context = click.Context(main)
    found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def options(command: click.Command) -> list[click.Option]:
    context = click.Context(command, help_option_names=["-h", "--help"])
    every = (found for found in command.get_params(context) if isinstance(found, click.Option))
    return [found for found in every if not found.hidden]  # which says what to use in its place


def names(command: click.Command) -> set[str]:
    every = options(command)
    return {name for option in every for name in (*option.opts, *option.secondary_opts)}


@cache
def shared(*titles: str) -> list[str]:
    """List the items of the sections of options that several commands share."""
    described = divided(sections(COMMAND_PAGE)["DESCRIPTION"], "Ss")
    return [line for title in titles for line in described[title] if line.startswith(".It ")]


@cache
def forms() -> dict[str, list[str]]:
    """List the lines of the synopsis by command, with the options that stand for a group."""
    found: dict[str, list[str]] = {}
    for line in sections(COMMAND_PAGE)["SYNOPSIS"]:
        if line.startswith(".Nm"):
            here: list[str] = []
        elif line.startswith(".Cm "):
            found[line.split()[1]] = here
        else:
            here += shared(GROUPS[line]) if line in GROUPS else [line]
    return found


# aofref.1 ---------------------------------------------------------------------------------------


def test_the_synopsis_has_every_command_and_its_options() -> None:
    assert sorted(forms()) == sorted(COMMANDS)
    for name, command in commands().items():
        assert all_flags(forms()[name]) == names(command) - {"-h", "--help"}, name


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_of_a_command_is_explained(name: str) -> None:
    described = divided(sections(COMMAND_PAGE)["COMMANDS"], "Ss")
    items = [line for line in described[name] if line.startswith(".It ")]
    common = shared(*COMMON)
    command = commands()[name]
    assert all_flags(items) <= names(command)
    assert names(command) <= all_flags(items) | all_flags(common)
    for option in options(command):
        wanted = [line for line in [*items, *common] if set(option.opts) & flags(line)]
        assert wanted
        if isinstance(option.type, click.Choice):
            assert shape(option.type.choices) in wanted[0]
            assert wanted[0].removeprefix(".It ") in " ".join(forms()[name])
        elif option.metavar and not option.is_flag:
            assert wanted[0].endswith(f" Ar {option.metavar}")
            assert wanted[0].removeprefix(".It ") in " ".join(forms()[name])


def shape(choices: Sequence[str]) -> str:
    """Write a choice as a page does; the notations are listed where they are explained."""
    listed = f" Cm {' | '.join(choices)}"
    return listed.replace(f"Cm {NOTATIONS}", "Ar NOTATION").replace("NOTATION |", "NOTATION | Cm")


def test_arguments_are_in_the_synopsis() -> None:
    for name, command in commands().items():
        for argument in command.params:
            if isinstance(argument, click.Argument):
                metavar = (argument.metavar or (argument.name or "").upper()).removesuffix("...")
                metavar = metavar.strip("[]")
                assert any(f"Ar {metavar}" in line for line in forms()[name]), (name, metavar)


OTHERS = re.compile(r"\b(parallel|dask) ")
"""What a line has that runs another program, with options of its own."""


def test_no_option_of_the_manual_is_unknown() -> None:
    known = names(main).union(*map(names, commands().values()))
    assert all_flags(COMMAND_PAGE.read_text().splitlines()) == known
    text = "".join(page.read_text("utf-8") for page in PAGES)
    assert all_flags(text.splitlines()) <= known
    ours = "".join(line for line in text.splitlines(keepends=True) if not OTHERS.search(line))
    assert set(re.findall(r"(?<![-\w])--[a-z][a-z-]*", ours)) <= known


def test_every_code_is_explained() -> None:
    items = {
        word
        for lines in sections(CODES_PAGE).values()
        for line in lines
        if line.startswith(".It Li ")
        for word in line.split()[2:]
    }
    assert items == {code.value for code in Code}


def test_completion_is_as_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(divided(sections(COMMAND_PAGE)["COMMANDS"], "Ss")["completion"])
    for shell in ("bash", "zsh", "fish"):
        assert f"aofref completion {shell}" in text
        script = aofref("completion", shell).stdout
        assert f"_AOFREF_COMPLETE={shell}_complete" in script
    monkeypatch.setenv("COMP_WORDS", "aofref check --format ")
    monkeypatch.setenv("COMP_CWORD", "3")
    assert completed("bash_complete").split() == ["plain,text", "plain,json", "plain,short"]


def completed(instruction: str) -> str:
    env = {"_AOFREF_COMPLETE": instruction}
    return CliRunner().invoke(main, prog_name="aofref", env=env).stdout


# aofref-record.5 --------------------------------------------------------------------------------


class Example(NamedTuple):
    """A record of the page, what is done with it, and what the page says comes of it.

    `tags` tells whether the output is shown with its tags.
    """

    line: int
    arguments: tuple[str, ...]
    record: str
    status: int = 0
    output: str | None = None
    tags: bool = True


def examples() -> list[Example]:
    r"""List the examples of the page, each marked by roff comments before its literal blocks.

    `.\" test: ARGUMENTS`, perhaps `.\" status: N`, then the block of the record; `.\" output`, then
    what comes of it; `.\" again: ARGUMENTS`, then what else comes of the same record, less its tags.
    """
    found: list[Example] = []
    block: list[str] | None = None
    mark, rest, status = "", "", 0
    for number, line in enumerate(RECORD_PAGE.read_text("utf-8").splitlines(), 1):
        if told := re.fullmatch(r'\.\\" (test|again|output|status):? ?(.*)', line):
            if told.group(1) == "status":
                status = int(told.group(2))
                continue
            assert not mark, f"line {number}: no block after the mark before"
            mark, rest = told.groups()
            status = 0 if mark == "test" else status
        elif line.startswith(".Bd -literal") and mark:
            block = []
        elif line == ".Ed" and block is not None:
            text, last = "".join(f"{said}\n" for said in block), found[-1] if found else None
            if mark == "test":
                found.append(Example(number, tuple(rest.split()), text, status))
            elif mark == "output":
                assert last is not None and last.output is None
                found[-1] = last._replace(output=text)
            else:
                assert last is not None
                again = Example(number, tuple(rest.split()), last.record, 0, text, tags=False)
                found.append(again)
            mark, block = "", None
        elif block is not None:
            block.append(plain(line))
    assert not mark
    return found


EXAMPLES = examples() if RECORD_PAGE.exists() else []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda found: f"line-{found.line}")
def test_an_example(example: Example) -> None:
    found = aofref(*example.arguments, stdin=example.record)
    assert found.exit_code == example.status, found.output
    assert example.status or not found.stderr
    if example.output is not None:
        told = found.stdout if example.tags else found.stdout.split("\n\n", 1)[1]
        assert (told + found.stderr).rstrip("\n") == example.output.rstrip("\n")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 12


@pytest.mark.parametrize("notation", [*(notation.value for notation in Notation), "json"])
def test_every_notation_is_shown_and_comes_back(notation: str) -> None:
    shown = [
        found
        for found in EXAMPLES
        if found.arguments == ("convert", "--to", notation) and found.output is not None
    ]
    assert shown, notation
    for found in shown:
        lan = aofref("convert", "--to", "lan", stdin=found.record).stdout
        tags = "" if found.tags else lan[: lan.index("\n\n") + 2]
        text = tags + (found.output or "")
        back = aofref("convert", "--from", notation, "--to", "lan", stdin=text)
        assert (back.exit_code, back.stderr) == (0, "")
        assert back.stdout == lan


def test_every_game_is_shown() -> None:
    text = "".join(found.record for found in EXAMPLES)
    assert all(f'[Variant "{name}"]' in text for name in games.IDS)


# aofref-rules.7 ---------------------------------------------------------------------------------


def test_every_ruling_is_told() -> None:
    text = RULES_PAGE.read_text()
    told = set(re.findall(r"\bR-[0-9]+\b", text))
    assert told == {reading.number for reading in ruling_texts()}
    for name in games.IDS:
        assert all(choice in text for choice in game(name).variant.rulings)
    assert text == with_rulings(text), "stale: python -m tools.manual"
    shown = "".join(text_of(RULES_PAGE).read_text("utf-8").split())  # lines break at hyphens, too
    assert f"R-1to{ruling_texts()[-1].number}answersit" in shown
    for reading in ruling_texts():  # reading, evidence and switch, each whole
        said = (reading.reading, f"Evidence: {reading.evidence}", reading.choice, reading.alters)
        for words in said:
            assert "".join(words.replace("`", "").split()) in shown, (reading.number, words)


@pytest.mark.parametrize("name", games.IDS)
def test_every_piece_is_told(name: str) -> None:
    of, told = game(name), sections(RULES_PAGE)
    own = next(" ".join(lines) for lines in told.values() if f".Li {name}" in lines)
    common = [*told["PIECES"], *told["PAWNS"]]
    for code, kind in zip(of.codes, of.types, strict=True):
        assert re.search(rf"[ ]{code} {kind.name}[,.]", own), kind.name
        assert any(re.fullmatch(rf"\.(It )?Sy {kind.name}", line) for line in common), kind.name


# aofref-game.5 ----------------------------------------------------------------------------------


def test_every_game_that_comes_as_a_file_is_listed() -> None:
    listed = re.findall(r"^\.Cm ([\w-]+)(?: [,.])?$", GAME_PAGE.read_text("utf-8"), re.MULTILINE)
    assert set(come_with()) <= set(listed)


# all of them ------------------------------------------------------------------------------------


def test_the_page_of_the_commands_is_short_enough_to_be_read() -> None:
    assert text_of(COMMAND_PAGE).read_text("utf-8").count("\n") <= 1500


def test_every_page_is_installed_shown_and_pointed_to() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    built = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert built == {
        f"man/{page.name}": f"share/man/man{page.name[-1]}/{page.name}" for page in PAGES
    }
    assert set(help.PAGES.values()) == {page.name for page in PAGES}
    assert pointed_to(COMMAND_PAGE) == {page.name for page in PAGES} - {COMMAND_PAGE.name}
    for page in PAGES:
        assert page == COMMAND_PAGE or COMMAND_PAGE.name in pointed_to(page), page


def pointed_to(page: Path) -> set[str]:
    """List the pages under SEE ALSO."""
    found = [line.split() for line in sections(page)["SEE ALSO"] if line.startswith(".Xr ")]
    return {f"{name}.{section}" for _, name, section, *_ in found}


def test_every_section_that_a_page_points_to_is_there() -> None:
    for page in PAGES:
        lines = page.read_text("utf-8").splitlines()
        titles = divided(lines, "Sh") | divided(lines, "Ss")
        for line in lines:
            if line.startswith(".Sx "):
                title = re.sub(r" [.,;)]+( [.,;)]+)*$", "", line.removeprefix(".Sx "))
                assert title in titles, (page.name, line)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_troff_has_no_complaint(page: Path) -> None:
    for width in (60, 72, 78, 100):  # as man-db calls it for a terminal so wide
        command = f"groff -mandoc -ww -Tutf8 -rLL={width}n -rLT={width}n".split()
        found = subprocess.run([*command, page], capture_output=True, text=True, check=False)
        assert (found.returncode, found.stderr) == (0, ""), width


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_mandoc_finds_no_fault(page: Path) -> None:
    mandoc = shutil.which("mandoc")
    if mandoc is None:
        pytest.skip("mandoc is not installed, so the manual pages are not checked")
    found = subprocess.run(
        [mandoc, "-T", "lint", "-W", "warning", page], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
