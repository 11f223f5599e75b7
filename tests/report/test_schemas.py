"""What is written as JSON is what the schemas say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from aofref import games
from aofref.cli.app import main
from aofref.cli.commands.help import known
from tests.helpers import FIXTURES, PACKAGE, aofref, game
from tests.pages import standing

RECORDS = sorted((FIXTURES / "records").glob("*.aof"))
V = '[Variant "aof2"]\n[European "Anna"]\n[Indian "Bo"]\n[Jewish "Cy"]\n[Persian "Di"]\n\n'
ODD = [
    f"{V}1. E:Lha5-fb3 I:da4-fa4 {{[%arbiter stands]}} {{[%if nix]}} J:Sha1-fb1# 0-1-0-0\n",
    f"{V}1. E:Lha5-fb3 J:Sha1-fb1 *\n",
    f"{V}1. E:Bha5-fb3 (E:Kjb5-jb4 $1) nix *\n",
    f"{V}1. E:resigns I:resigns J:resigns 1-0-0-0\n",
    f"{V}1. E:Lha5-fb3 1/2-1/2-0-0\n",
    '[Variant "shogi"]\n[White "A"]\n[White "B"]\n\n1. e4 *\n',
    '[Variant "hec"]\n[Position "x"]\n\n*\n',
    "nothing at all ~~\n",
    f"{V}*\n",
    f'[Event "caf\udce9"]\n{V}1. E:Lha5-fb3 {{\udcff}} *\n',
]
FIRST = "fixtures/records/aof2-00-first.aof"
P = "E:Kjb5;Ngd3/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"
ON = ("--format", "json", "--variant", "aof2", "--position", P)
ALL_RUNS = [
    ("check", "--format", "json"),
    ("check", "--format", "json", "--trace", "--as-played"),
    ("list", "--format", "json"),
    ("list", "--format", "json", "--tags"),
    ("log", "--format", "json"),
    ("log", "--format", "json", "--as-played"),
    ("table", "--format", "json"),
    ("stats", "--format", "json"),
    ("clock", "--format", "json"),
    ("convert", "--to", "json"),
    ("variants", "--format", "json"),
    ("rulings", "--format", "json"),
    ("moves", *ON),
    ("moves", *ON, "--from", "jb5"),
    ("perft", *ON, "--depth", "1"),
    ("perft", *ON, "--depth", "1", "--divide"),
    ("material", *ON),
    ("threats", *ON),
    ("threats", *ON, "--all"),
    ("threats", *ON, "--on", "gd3"),
    ("explain", *ON, "Ngd3-ge5"),
    ("explain", *ON, "Ngd3xge5"),
    ("explain", *ON, "Ngd3-gd4"),
    ("explain", *ON, "no move"),
    ("show", "--format", "json"),
    ("show", "--format", "json", "--as-played", "--ply", "0"),
    ("rules", "--format", "json", "aof2", "P"),
    ("rules", "--format", "json", "aof2", "P", "--from", "jg3"),
    ("rules", "--format", "json", "hec", "--ruling", "hec-king=planar"),
    ("cases", "--report", "json", "--game", "hec", "--core"),
    ("diff", "--format", "json", FIRST, FIRST),
    ("diff", "--format", "json", FIRST, "--position", P, "--ply", "-1"),
]
CHANGED = ("new", "play", "tag", "undo", "decide", "club")  # tried below, and in test_club.py
STREAMS = ("show", "check", "list", "log", "table", "stats", "clock", "convert")


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(aofref("schema", name).stdout))


def commands_with_json() -> set[str]:
    context = click.Context(main)
    found = set()
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        for option in command.params:
            if isinstance(option.type, click.Choice) and option.name in ("form", "to"):
                found |= {name} if "json" in option.type.choices else set()
    return found


RUNS = [args for args in ALL_RUNS if args[0] in commands_with_json()]


def test_every_command_that_writes_json_has_a_schema() -> None:
    assert commands_with_json() <= set(known())
    assert commands_with_json() - {*CHANGED} == {args[0] for args in RUNS}
    assert aofref("schema").stdout.split() == known()
    for name in known():
        Draft202012Validator.check_schema(validator(name).schema)


@pytest.mark.parametrize("args", RUNS, ids=" ".join)
def test_the_output_is_what_the_schema_says(args: tuple[str, ...]) -> None:
    of, seen = validator(args[0]), 0
    streams = args[0] in STREAMS
    inputs = [path.read_bytes() for path in RECORDS[::18]] + [
        text.encode("utf-8", "surrogateescape") for text in ODD
    ]
    for text in inputs if streams else [ODD[0].encode()]:
        found = aofref(*args, stdin=text)
        assert streams or found.stdout, found.stderr
        for line in found.stdout.splitlines():
            of.validate(json.loads(line))
            seen += 1
    running = args[0] == "clock"  # only games under way have one
    assert seen > (8 if streams and not running else 0)


@pytest.mark.parametrize("name", sorted({args[0] for args in RUNS}))
def test_a_schema_holds_the_output_to_it(name: str) -> None:
    """Every object must have its keys and no others."""
    args = next(args for args in RUNS if args[0] == name)
    line = aofref(*args, stdin=f"{V}1. E:Lha5-fb3 *\n").stdout.splitlines()[0]
    found = json.loads(line)
    of, schema = validator(name), json.loads(aofref("schema", name).stdout)
    for key in schema.get("required", found):
        assert list(of.iter_errors({k: v for k, v in found.items() if k != key})), key
    assert list(of.iter_errors({**found, "other": 1}))


@pytest.mark.parametrize(
    "words", [["E:Lha5-fb3", "draw"], ["resign"], ["J:ga1-fa1"], ["E:Kjb5-aa1"], ["nothing"], ["--result", "0-1-0-0"]]
)  # fmt: skip
def test_what_play_says_is_what_the_schema_says(words: list[str]) -> None:
    found = aofref("play", "-", *words, "--format", "json", stdin=f"{V}*\n")
    validator("play").validate(json.loads(found.stdout))
    assert json.loads(found.stdout)["legal"] == (found.exit_code == 0)


ILLEGAL = f"{V}1. E:Lha5-fb3 I:da4-fa4 J:ga1-fa1 *\n"


@pytest.mark.parametrize(
    ("args", "text", "status", "change"),
    [
        (["tag", "-", "--remove", "Indian"], f"{V}*\n", 0, {"different-tags": [{"name": "Indian", "a": "Bo", "b": None}]}),
        (["tag", "-", "Indian=Bo"], f"{V}*\n", 0, {"different-tags": []}),
        (["tag", "-", "Round=2"], ILLEGAL, 0, {"different-tags": [{"name": "Round", "a": None, "b": "2"}]}),
        (["tag", "-", "Result=1-0-0-0"], f"{V}E:resigns *\n", 1, "false-result"),
        (["tag", "-", "--remove", "Round"], f"{V}*\n", 1, None),
        (["tag", "-", "Variant=shogi"], f"{V}*\n", 2, "unknown-variant"),
        (["undo", "-"], f"{V}1. E:Lha5-fb3 I:ea3-fa3 *\n", 0, {"taken-back": ["I:ea3-fa3"]}),
        (["undo", "-", "2"], f"{V}1. E:Lha5-fb3 *\n", 1, None),
        (["decide", "-", "stands"], ILLEGAL, 0, {"arbiter": ["stands"]}),
        (["decide", "-", "takeback"], ILLEGAL, 0, {"arbiter": ["takeback"]}),
        (["decide", "-", "stands"], f"{V}*\n", 1, None),
        (["decide", "-", "stands"], f"{V}1. E:Lzz9-fb3 *\n", 1, "no-such-cell"),
        (["clock", "--give", "E=5d", "--give", "anna=-1", "-"], f"{V}*\n", 0,
         {"given": [{"army": "E", "seconds": 432000}, {"army": "E", "seconds": -1}]}),
        (["clock", "--give", "E=5d", "-"], f"{V}E:resigns I:resigns J:resigns *\n", 1, "game-over"),
        (["new", "aof2", "--player", "E=Anna"], "", 0, {}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)  # fmt: skip
def test_what_changes_a_record_says_what_it_has_changed(
    args: list[str], text: str, status: int, change: dict[str, Any] | str | None
) -> None:
    """The text is what is printed otherwise; the rest of the object is what `check` says of it."""
    found, plain = aofref(*args, "--format", "json", stdin=text), aofref(*args, stdin=text)
    assert (found.exit_code, found.stderr) == (status, plain.stderr)
    told = json.loads(found.stdout)
    validator(args[0]).validate(told)
    if not isinstance(change, dict):
        assert (told["done"], told["code"], plain.stdout) == (False, change, "")
        assert told["message"] in found.stderr
        return
    assert told["done"] and told["text"] == plain.stdout
    checked = json.loads(
        aofref("check", "--as-played", "--format", "json", stdin=told["text"]).stdout
    )
    same = ("variant", "rulings", "position", "turn", "status", "tags", "warnings", "end", "offers")
    assert {key: told[key] for key in same} == {key: checked[key] for key in same}
    if args[0] == "decide":
        assert told["arbiter"] == checked["arbiter"]
        told["arbiter"] = [one["decision"] for one in told["arbiter"]]
    assert {key: told[key] for key in change} == change


def test_what_is_written_in_place_is_in_the_report(tmp_path: Path) -> None:
    path = tmp_path / "game.aof"
    path.write_text(f"{V}1. E:Lha5-fb3 *\n", "utf-8")
    for args in (["tag", str(path), "Round=2"], ["undo", str(path)]):
        found = aofref(*args, "--in-place", "--format", "json")
        assert (found.exit_code, json.loads(found.stdout)["text"]) == (0, path.read_text("utf-8"))


def properties(node: Any) -> Iterator[tuple[str, Any]]:
    """Go through the properties of a schema, however deep, with their names."""
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict):
            yield from node["properties"].items()
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from properties(part)


def described(value: Any, defs: Any) -> str:
    """Give the description of a property, or that of the definition that it refers to."""
    while "description" not in value and "$ref" in value:
        value = defs[value["$ref"].removeprefix("#/$defs/")]
    return str(value.get("description", ""))


@pytest.mark.parametrize("name", known())
def test_every_property_is_described_in_a_sentence(name: str) -> None:
    schema = json.loads(aofref("schema", name).stdout)
    told = [(key, described(of, schema.get("$defs", {}))) for key, of in properties(schema)]
    assert [key for key, text in told if not re.fullmatch(r"[A-Z][^\n]{9,}\.", text)] == []
    assert told or name == "select"


def test_what_schemas_share_is_used_and_comes_with_them() -> None:
    """Each stands alone: what it refers to is in it, and nothing else is."""
    used = set()
    for name in known():
        text = aofref("schema", name).stdout
        asked = set(re.findall(r'"#/\$defs/([^"]+)"', text))
        assert asked == json.loads(text).get("$defs", {}).keys()
        used |= asked
    shared = json.loads((PACKAGE / "schema" / "_shared.json").read_text("utf-8"))
    assert shared["$defs"].keys() <= used


def test_times_have_their_unit() -> None:
    clock = json.loads(aofref("schema", "clock").stdout)["oneOf"][0]["properties"]
    assert all("in seconds" in clock[name]["description"] for name in ("used", "left"))
    assert "in UTC" in clock["since"]["description"]


def test_no_such_schema() -> None:
    found = aofref("schema", "perfft")
    assert found.exit_code == 2 and f"there are {', '.join(known())}" in found.stderr


def test_a_trace_has_every_move_in_lan_and_san() -> None:
    text = f"{V}1. E:Lha5-fb3 I:ea3-fa3 *\n"
    found = json.loads(aofref("check", "--format", "json", "--trace", stdin=text).stdout)
    moves = [(e["move"], e["san"]) for e in found["events"] if e["type"] == "move"]
    # Lkd5 can go to hb3 and hc3, not to fb3; the Pawn on ea4 can go to fa4, not to fa3
    assert moves[0] == ("Lha5-fb3", "Lfb3") and moves[1][0] == "ea3-fa3"
    san = aofref("convert", "--to", "san", stdin=text).stdout.split()
    assert f"I:{moves[1][1]}" in san


L1 = "1. E:Lha5-fb3"


def test_a_claim_in_json() -> None:
    line = aofref("show", "--format", "position", FIRST).stdout.strip()
    same = aofref("diff", "--format", "json", FIRST, "--position", line)
    found = json.loads(same.stdout)
    assert (same.exit_code, found["comparison"], found["different-cells"]) == (0, "agree", [])
    assert found["position"] == found["claimed-position"] == line
    other = aofref("diff", "--format", "json", FIRST, "--position", line, "--ply", "0")
    assert other.exit_code == 1 and json.loads(other.stdout)["ply"] == 0


@pytest.mark.parametrize("name", games.IDS)
def test_rules_in_json(name: str) -> None:
    of, schema = game(name), validator("rules")
    told = json.loads(aofref("rules", name, "--format", "json").stdout)
    schema.validate(told)
    assert [piece["kind"] for piece in told["pieces"]] == list(of.codes)
    start = aofref("show", "--format", "position", stdin=f'[Variant "{name}"]\n\n*\n').stdout
    assert told["position"] == start.strip() and len(told["cells"]) == len(of.board.cells)
    for code in of.codes[::3]:
        piece = json.loads(aofref("rules", name, code, "--format", "json").stdout)
        schema.validate(piece)
        assert piece["terms"] and "reach" not in piece
        for letter, cells in piece["starts"].items():
            args = ("rules", name, code, "--from", cells[0], "--format", "json")
            reach = json.loads(aofref(*args).stdout)["reach"]
            assert (reach["army"], reach["from"]) == (letter, cells[0])


@pytest.mark.parametrize("path", RECORDS[::5], ids=lambda path: path.stem)
def test_a_position_in_json(path: Path) -> None:
    """The board is that of the position line; checks and the last move are those of `check`."""
    told = json.loads(aofref("show", "--format", "json", str(path)).stdout)
    checked = json.loads(aofref("check", "--format", "json", "--trace", str(path)).stdout)
    for key in ("record", "source", "line", "variant", "rulings", "tags", "position"):
        assert told[key] == checked[key]
    assert (told["ply"], told["source"]) == (checked["plies"], str(path))
    stands = {cell: man for cell, man in told["board"].items() if man is not None}
    found = {
        cell: {"army": army, "kind": code} | ({"owes": int(owes)} if owes else {})
        for army, code, cell, owes in standing(told["position"])
    }
    assert stands == found and len(told["board"]) == len(game(told["variant"]).board.cells)
    moves = [event for event in checked["events"] if event["type"] == "move"]
    if moves:
        assert told["last"]["move"].removeprefix(f"{told['last']['army']}:") == moves[-1]["move"]
    threats = json.loads(aofref("threats", "--format", "json", str(path)).stdout)["royals"]
    assert told["royals"] == threats


def test_positions_in_json_of_many_records(tmp_path: Path) -> None:
    text = f'{V}{L1} *\n\n[Variant "shogi"]\n\n*\n\n{V}{L1} I:resigns J:resigns P:resigns *\n'
    found = aofref("show", "--format", "json", "--color", "auto", stdin=text.encode())
    assert found.exit_code == 2  # --color is for text
    found = aofref("show", "--format", "json", stdin=text)
    one, over = map(json.loads, found.stdout.splitlines())
    assert (found.exit_code, one["record"], over["record"]) == (2, 1, 3)
    assert one["last"] == {"army": "E", "move": "E:Lha5-fb3", "from": "ha5", "to": "fb3"}
    assert (over["turn"], over["last"]["from"]) == ("-", None)
    done = aofref(
        "show", "--format", "json", "--game", "3", "--output-dir", str(tmp_path), stdin=text
    )
    (path,) = tmp_path.iterdir()
    assert done.stdout == f"{path}\n" and path.suffix == ".json"
    assert json.loads(path.read_text()) == over


def test_a_count_is_json() -> None:
    for args in ((), ("--first", "1"), ("--variant", "hec")):
        found = aofref("select", "--count", *args, FIRST)
        validator("select").validate(json.loads(found.stdout))
    assert list(validator("select").iter_errors(-1))


def test_an_attack_in_a_proof_is_what_threats_says_of_it() -> None:
    """The Rook on bf3 would be the one piece between the Sling on bd7 and the King on bg1."""
    told, of = [], ("--format", "json", "--variant", "sd2l-sling", "--position")
    for words in (["explain", *of, "W:Kbg1;Rbf2/B:Kbj9;SLbd7 W - 1", "Rbf2-bf3"], ["threats", *of, "W:Kbg1;Rbf3/B:Kbj9;SLbd7 W - 1"]):  # fmt: skip
        told.append(json.loads(aofref(*words).stdout))
        validator(words[0]).validate(told[-1])
    attack = {"piece": "B:SLbd7", "path": ["be5"], "screen": "W:Rbf3"}
    assert told[0]["proof"]["checks"] == told[1]["royals"][0]["attackers"] == [attack]
