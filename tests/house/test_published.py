"""What is published beside the program: metadata, addresses, and what SECURITY.md promises."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator

import pytest

from docs.pictures import FIRST, OF_A_PIECE, PICTURES
from tests.helpers import ROOT
from tests.house.test_man import commands, names

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SECURITY = (ROOT / "SECURITY.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")

# Metadata, and addresses -------------------------------------------------------------------------


def test_the_metadata_says_whose_it_is_and_where_and_for_which_pythons() -> None:
    assert [author["name"] for author in PROJECT["authors"]] == ["the aofref maintainers"]
    assert "Copyright (c) 2026 the aofref maintainers" in (ROOT / "LICENSE").read_text("utf-8")
    assert {"chess variants", "correspondence chess"} <= set(PROJECT["keywords"])
    assert {"Homepage", "Repository", "Issues", "Changelog"} <= PROJECT["urls"].keys()
    tried = set(re.findall(r"\bpython(3\.\d+)", (ROOT / ".ci" / "test.sh").read_text("utf-8")))
    minor = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    assert tried == {m[1] for line in PROJECT["classifiers"] if (m := minor.fullmatch(line))}
    assert PROJECT["requires-python"] == f">={min(tried)}"


def test_every_address_is_below_one_place_holder() -> None:
    base = PROJECT["urls"]["Repository"]
    assert base == "https://github.com/OWNER/aofref"
    assert all(url.startswith(base) for url in PROJECT["urls"].values())
    for name in ("README.md", "SECURITY.md", "CONTRIBUTING.md", "docs/play.md", "man/aofref.1"):
        for found in re.findall(r"https?://github\.com/\S+", (ROOT / name).read_text("utf-8")):
            assert found.startswith(base), (name, found)


def test_the_readme_shows_every_picture() -> None:
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    drawn = [
        FIRST.name,
        *(f"{picture.name}.svg" for picture in PICTURES),
        f"rules/{OF_A_PIECE.name}",
    ]
    assert sorted(shown) == sorted(f"docs/{name}" for name in drawn)


@pytest.mark.parametrize(
    "name", ["README.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_every_link_leads_somewhere_in_a_copy(name: str) -> None:
    for link in re.findall(r"\[[^]]*\]\(([^)#]+)[^)]*\)", (ROOT / name).read_text("utf-8")):
        assert link.startswith("https://") or (ROOT / name).parent.joinpath(link).is_file(), link
        assert "OWNER" not in link, link


# Options and words of the documents --------------------------------------------------------------

OTHERS = {"benchmarks": {"--json", "--quick"}, "pip": {"--require-hashes"}}
"""Options that the documents name, of other programs than aofref."""


def spans(text: str) -> Iterator[str]:
    """List what a document shows as code: the lines of its blocks, and words in its sentences."""
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield from (line.partition(" #")[0] for line in block.splitlines())
    for span in re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)):
        yield " ".join(span.split())


@pytest.mark.parametrize("name", ["README.md", "SECURITY.md", "docs/play.md", "docs/commands.md"])
def test_every_option_that_is_named_is_there(name: str) -> None:
    known = {command: names(found) | {"--help"} for command, found in commands().items()}
    every = set().union(*known.values(), {"-V", "--version"}, *OTHERS.values())
    met = set()
    for span in spans((ROOT / name).read_text("utf-8")):
        words = span.removeprefix("aofref ").split()
        if words[0] not in known and not words[0].startswith("-"):
            continue
        for option in re.findall(r"(?<![^ ])--?[a-z][a-z-]*", re.sub(r'".*?"', "", span)):
            assert option in known.get(words[0], every), span
            met.add(option)
    assert len(met) > 3


def test_what_security_says_of_connections_and_pickles_is_so() -> None:
    reach = [
        "socket",
        "ssl",
        "http",
        "urllib",
        "smtplib",
        "distributed",
        "dask",
        "fsspec",
        "asyncio",
    ]
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "aofref").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for name in imported(node):
                found.setdefault(name, set()).add(path.relative_to(ROOT / "aofref").as_posix())
    met = {name: modules for name, modules in found.items() if name in reach}
    assert set().union(*met.values()) == {*("cli/cluster.py", "cli/addresses.py")}
    assert found["pickle"] == {"cli/cluster.py"}
    assert found["multiprocessing"] == {"cli/workers.py"}
    assert found["subprocess"] == {
        *("cli/commands/help.py", "cli/commands/cases.py", "club/run.py")
    }
    options = "--scheduler --jobs --against --deliver"
    for said in (*options.split(), "unpickled", "fsspec", "aofref man"):
        assert said in SECURITY, said


def imported(node: ast.AST) -> list[str]:
    """List the packages that a statement loads, `import_module` among them."""
    if isinstance(node, ast.Import):
        return [name.name.partition(".")[0] for name in node.names]
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        return [] if module == "urllib.parse" else [module.partition(".")[0]]  # it opens nothing
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
        return [str(getattr(node.args[0], "value", "")).partition(".")[0]]
    return []


def test_security_lists_what_every_extra_brings() -> None:
    extras = SECURITY[SECURITY.index("## The extras") : SECURITY.index("## How it is delivered")]
    wanted = PROJECT["dependencies"] + [
        need
        for extra in ("png", "dask", "mail")
        for need in PROJECT["optional-dependencies"][extra]
    ]
    for need in wanted:
        name = re.split(r"[>\[]", need)[0].removesuffix("-py")
        assert re.search(rf"\b{name}\b", extras, re.IGNORECASE), name
    for extra in PROJECT["optional-dependencies"]:
        assert f"`aofref[{extra}]`" in extras
