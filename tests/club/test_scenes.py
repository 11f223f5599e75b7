"""Scenes of a club, in the files of fixtures/club; what their words mean is told in its README."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from difflib import unified_diff
from email.message import EmailMessage
from itertools import product
from pathlib import Path

import pytest
from click.testing import Result
from jsonschema import Draft202012Validator

from tests.clubs import NOW, AClub, tree
from tests.helpers import FIXTURES, aofref

SCHEMA = Draft202012Validator(json.loads(aofref("schema", "club").stdout))
Step = tuple[str, str]
"""A step: its line, and the lines below it."""


def steps(text: str) -> list[Step]:
    """Divide a scene into its steps: a line, and the lines below it that are indented."""
    bare = re.sub("^#.*\n", "", text, flags=re.MULTILINE)
    parts = re.findall(r"^(\S.*\n)((?:(?:  .*)?\n)*)", bare, re.MULTILINE)
    assert "".join(line + body for line, body in parts) == bare.lstrip("\n"), text
    return [(line[:-1], re.sub("^  ", "", body, flags=re.M).strip("\n")) for line, body in parts]


def told(text: str, wanted: str) -> list[str]:
    """List the lines that a text has, each wherever it stands, and those that it lacks behind `! `."""
    flat, found = " ".join(text.replace(f"{Path.cwd()}/", "").split()), []
    for line in wanted.splitlines():
        mark, words = (line[:2], line[2:]) if line[:2] in ("! ", "^ ", "$ ") else ("", line)
        words = " ".join(words.split())
        stands = {"^ ": flat.startswith, "$ ": flat.endswith}.get(mark, flat.__contains__)(words)
        found.append(line if stands != (mark == "! ") else f"NOT SO: {line}; but: {flat}")
    return found


def addressed(made: EmailMessage) -> str:
    return str(made["To"]).rpartition("@")[0].rpartition("<")[2].title()


def shown(step: Step) -> str:
    line, body = step
    return f"{line}\n" + "".join(f"  {one}\n" if one else "\n" for one in body.splitlines())


class Scene:
    """A scene that is played: a word of a step is a method, which gives the lines that are to stand below it."""

    def __init__(self) -> None:
        self.club = AClub(Path("club"))
        self.new: list[EmailMessage] = []

    def played(self, every: list[Step]) -> str:
        """Play all steps: the scene as it turns out."""
        found = []
        for line, body in [*every, ("the end", "")]:
            word, _, rest = line.partition(" ")
            if word not in ("<", "file"):
                found += [
                    (f"< {', '.join(names)}: {subject}", "") for subject, names in self.others()
                ]
            if line != "the end":
                below = WORDS[word](self, rest, body)
                lines = body if below is None else "\n".join(below)
                pattern = ".*".join(map(re.escape, body.split("...")))
                found.append((line, body if re.fullmatch(pattern, lines, re.DOTALL) else lines))
        return "".join(map(shown, found))

    # What is there at the start, and what comes in

    def settings(self, _: str, body: str) -> None:
        with (self.club.folder / "club.toml").open("a", encoding="utf-8") as file:
            file.write(f"{body}\n")

    def players(self, _: str, body: str) -> None:
        rows = re.sub(r" *\| *", "\t", body)
        (self.club.folder / "players.tsv").write_text(f"{rows}\n", "utf-8")

    def game(self, rest: str, body: str) -> None:
        name, variant, *tags = shlex.split(rest)
        self.club.game(name, variant, body, **dict(tag.split("=", 1) for tag in tags))

    def mail(self, rest: str, body: str) -> None:
        who, _, subject = rest.partition(" ")
        heads = re.match(r"(?:@[\w-]+:.*\n?)*", body)
        assert heads is not None
        given = dict(line[1:].split(": ", 1) for line in heads[0].splitlines())
        fields = {name.replace("-", "_"): value for name, value in given.items()}
        self.club.mail(who, subject, body[heads.end() :], **fields)

    def raw(self, _: str, body: str) -> None:
        self.club.put(f"{body}\n".encode())

    # What is done

    def run(self, rest: str, _: str) -> list[str]:
        args = shlex.split(rest)
        before = tree(self.club.folder)
        time = [] if "--now" in args else ["--now", NOW]
        done = self.club.ran("--format", "json", *time, *args)
        assert "--dry-run" not in args or tree(self.club.folder) == before
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        for row in rows:
            SCHEMA.validate(row)
            assert list(row) == ["id", "game", "army", "verdict", "move", "code"]
        return self.printed(done, [self.row(row) for row in rows])

    @staticmethod
    def row(row: dict[str, str | None]) -> str:
        cells = [row[name] for name in ("verdict", "game", "army", "move")]
        return " ".join(filter(None, [*cells, row["code"] and f"({row['code']})"]))

    def aofref(self, rest: str, _: str) -> list[str]:
        done = aofref(*shlex.split(rest))
        return self.printed(done, done.stdout.splitlines())

    def does(self, rest: str, _: str) -> list[str]:
        """Run the first command of the status that has these words."""
        found = self.club.status().values()
        rows = [row for part in found if isinstance(part, list) for row in part]
        command = next(do for row in rows for do in row["do"] if rest in do)
        assert command.startswith("aofref ")
        done = aofref(*shlex.split(command)[1:])
        return self.printed(done, done.stdout.splitlines())

    def printed(self, done: Result, lines: list[str]) -> list[str]:
        self.new = self.club.answers(folder="new")
        for path in (self.club.folder / "out").glob("new/*"):  # they are sent
            path.rename(path.parent.parent / "cur" / f"{path.name}:2,S")
        for made in self.new:
            text = made.get_body(("plain",))
            assert text is not None and "\n\n\n" not in text.get_content()
        lines += [f"! {line}".rstrip() for line in done.stderr.splitlines()]
        return lines + ([f"status {done.exit_code}"] if done.exit_code else [])

    # What came of it

    def sent(self, rest: str, body: str) -> list[str]:
        """Look for a new mail to each of these, with these lines: that which has most of them."""
        names, _, subject = rest.partition(": ")
        found = []
        for who in names.split(", "):
            tried = [(self.letter(made, body), made) for made in self.new
                     if addressed(made) == who and subject in ("", made["Subject"])]  # fmt: skip
            if not tried:
                return [f"NOT SENT to {who}"]
            lines, made = min(tried, key=lambda one: "".join(one[0]).count("NOT SO"))
            self.new.remove(made)
            found.append(lines)
        return max(found, key=lambda lines: "".join(lines).count("NOT SO"))

    @staticmethod
    def letter(made: EmailMessage, body: str) -> list[str]:
        text = made.get_body(("plain",))
        assert text is not None
        heads = [line for line in body.splitlines() if re.match("@[A-Z]", line)]
        names = [line[1:].partition(": ")[0] for line in heads]
        found = [f"@{name}: {made[name]}" for name in names]
        return found + told(text.get_content(), "\n".join(body.splitlines()[len(heads) :]))

    def others(self) -> list[tuple[str, list[str]]]:
        """Give what else was sent: a Subject, and to whom."""
        found: list[tuple[str, list[str]]] = []
        for subject, name in sorted((made["Subject"], addressed(made)) for made in self.new):
            same = (names for of, names in found if of == subject and name not in names)
            if names := next(same, None):
                names.append(name)
            else:
                found.append((subject, [name]))
        self.new = []
        return found

    def status(self, rest: str, _: str) -> list[str]:
        before = tree(self.club.folder)
        found = self.club.status(*shlex.split(rest))
        assert tree(self.club.folder) == before
        SCHEMA.validate(found)
        assert list(found) == ["held", "late", "faulty", "unproved", "running"]
        lines = []
        for row in found["held"]:
            text = " / ".join(row["text"].splitlines())
            game = f" [{row['game']}]" if row["game"] else ""
            lines.append(f"held {row['from']}{game}, {row['why']}: {text}")
        lines += [f"late {row['source']}, {row['player']}" for row in found["late"]]
        lines += [f"faulty {row['file']}:{row['message']}" for row in found["faulty"]]
        return lines + [f"unproved {row['from']}, {row['why']}" for row in found["unproved"]]

    def moves(self, rest: str, _: str) -> list[str]:
        bare = re.sub(r"\[[A-Z].*\n|\{[^}]*\}|\d+\.+", "", self.club.text(rest))
        return [" ".join(bare.split())]

    # Files

    def files(self, rest: str, _: str) -> list[str]:
        return sorted(path.relative_to("club").as_posix() for path in Path("club").glob(rest))

    def file(self, rest: str, body: str) -> list[str]:
        return told(Path("club", rest).read_text("utf-8"), body)

    def write(self, rest: str, body: str) -> None:
        (path := Path("club", rest)).parent.mkdir(exist_ok=True)
        path.write_text(f"{body}\n" if body else "", "utf-8")

    def append(self, rest: str, body: str) -> None:
        with Path("club", rest).open("a", encoding="utf-8") as file:
            file.write(f"{body}\n")

    def change(self, rest: str, body: str) -> None:
        path = Path("club", rest)
        for line in body.splitlines():
            old, new = line.replace("\\n", "\n").split(" => ")
            assert old in path.read_text("utf-8")
            path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")

    def remove(self, rest: str, _: str) -> None:
        for path in (found := list(Path("club").glob(rest))):
            path.unlink()
        assert found


METHODS = (
    "settings players game raw run aofref does status moves files file write append change remove"
)
WORDS: dict[str, Callable[[Scene, str, str], list[str] | None]] = {
    ">": Scene.mail,
    "<": Scene.sent,
    **{word: getattr(Scene, word) for word in METHODS.split()},
}


def scenes() -> Iterator[tuple[str, list[Step]]]:
    """Give every scene by its name, once for each row of its table, if it has one."""
    for path in sorted((FIXTURES / "club").glob("*.txt")):
        before, *every = re.split(r"^=== ", path.read_text("utf-8"), flags=re.MULTILINE)
        for scene in every:
            title, _, text = scene.partition("\n")
            every_step = steps(before) + steps(text)
            tables = [step for step in every_step if step[0].startswith("each ")]
            rest = [step for step in every_step if step not in tables]
            rows = product(
                *([(step[0][5:], row) for row in step[1].splitlines()] for step in tables)
            )
            for chosen in rows:
                values = dict(
                    pair
                    for names, row in chosen
                    for pair in zip(cells(names), cells(row), strict=True)
                )
                yield (
                    ": ".join([path.stem, title, *values.values()]),
                    [(put(line, values), put(body, values)) for line, body in rest],
                )


def cells(row: str) -> list[str]:
    return [
        cell.strip().replace(r"\n", "\n").replace(r"\e", "\x1b")
        for cell in re.split(r"(?:^| )\|(?= |$)", row)
    ]


def put(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: values.get(name[1], name[0]), text)


@pytest.mark.parametrize("scene", [pytest.param(scene, id=name) for name, scene in scenes()])
def test_scene(scene: list[Step], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wanted, found = "".join(map(shown, scene)), Scene().played(scene)
    if found != wanted:
        lines = unified_diff(
            wanted.splitlines(), found.splitlines(), "as written", "as found", "", "", 9, ""
        )
        pytest.fail("\n".join(lines), pytrace=False)
