"""The commands that the documents name are found, and what is run of them is told truly."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.helpers import ROOT
from tests.house.test_man import commands
from tools.documents import FIRST, INSTEAD, Named, Places, changed, named, tried

NAMED = [one.text for one in named()]


def test_commands_are_found_in_blocks_in_sentences_and_behind_prompts() -> None:
    assert NAMED[0] == FIRST
    for command in (
        "aofref check < game.aof; echo $?",  # a line of a block, without its comment
        "AOFREF_COMPILE=1 pip install .",  # in a sentence
        "python -m venv .venv && .venv/bin/pip install -e '.[test]'",
        "aofref cases aof2.026 --records",
        'eval "$(aofref completion bash)"',  # of the manual
        "parallel -k --pipe --recstart '[Event ' --block 1M \\\n    aofref convert --to san < games.aof",
        "pip install '.[dask]'",
    ):
        assert command in NAMED
    assert len(NAMED) == len(set(NAMED)) > 60


def test_the_commands_of_aofref_are_there() -> None:
    words = {text.split()[1] for text in NAMED if text.startswith("aofref ")} - {"--version"}
    assert words <= commands().keys() and len(words) > 12


def test_what_is_run_instead_is_still_named_and_has_its_reason() -> None:
    assert INSTEAD.keys() <= set(NAMED)
    assert all(len(instead.why.split()) > 2 for instead in INSTEAD.values())


def test_ci_runs_all_of_them() -> None:
    script = (ROOT / ".ci" / "test.sh").read_text("utf-8")
    only = re.findall("-m tools.documents --only (\\S+) ", script)
    [without] = re.findall("-m tools.documents ((?:--without \\S+ )+)", script)
    assert only == without.replace("--without", "").split() == ["tools.wheels", "benchmarks"]


@pytest.fixture
def places(tmp_path: Path) -> Places:
    clone, work = tmp_path / "clone", tmp_path / "work"
    work.mkdir()
    subprocess.run(["git", "init", "-q", clone], check=True)
    (clone / "kept").write_text("kept\n")
    subprocess.run(["git", "-C", clone, "add", "kept"], check=True)
    name = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "-C", clone, *name, "commit", "-qm", "kept"], check=True)
    return Places(clone, work)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("cat kept", "cat kept\nkept\n    ok, "),
        ("cat gone", "status 1, not 0:\ncat: gone: No such file or directory\n    FAILED, "),
        ("bash .ci/run", "    not run here: "),
        ("find games | sort", "    ok, "),  # in the folder with the files of the examples
        ("find mail.eml gone", "    FAILED, "),
    ],
)
def test_a_command_is_run(
    command: str, said: str, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    went_well = tried(Named("README.md:1", command), places)
    told = capsys.readouterr().out
    assert told.startswith(f"README.md:1: {command}\n") and said in told
    assert went_well == ("FAILED" not in said)
    assert changed(places.clone) == ""


def test_what_a_command_changes_is_seen(places: Places) -> None:
    assert tried(Named("README.md:1", "date > kept; date > new"), places)
    assert changed(places.clone) == " M kept\n"
