"""What type checkers know of the library; mypy checks this file, too.

Where an error is expected, mypy would complain of a comment that ignores none.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Literal, assert_type, get_type_hints

import pytest
from jsonschema import Draft202012Validator

import aofref
from tests.helpers import ROOT
from tools import typed

CHESS = aofref.variant("chess")
MATE = '[Variant "chess"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
BLOCKED = '[Variant "chess"]\n\n1. e4 e5 2. Ra1-a3 *\n'
FOOL = '[Variant "chess"]\n\n1. f3 e4 *\n'


def test_the_types_are_those_of_the_enums_and_the_schemas() -> None:
    written = typed.MODULE.read_text("utf-8")
    assert written == typed.rendered(), "python -m tools.typed"


def test_words_of_arguments() -> None:
    start = CHESS.start()
    notation: aofref.NotationName = "san"
    assert start.write("e4", notation) == start.write("e4", "san") == "e4"
    with pytest.raises(ValueError, match="pgn"):
        start.write("e4", "pgn")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="dark"):
        start.svg(theme="dark")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="undo"):
        aofref.loads(BLOCKED).decide("undo")  # type: ignore[arg-type]


def test_words_of_attributes() -> None:
    record = aofref.loads(MATE)
    assert assert_type(record.status, aofref.StatusName) == "legal"
    assert record.status != "lawful"  # type: ignore[comparison-overlap]
    assert record.end is not None
    assert assert_type(record.end.by, aofref.EndName) == "moves"
    assert record.end.by != "mate"  # type: ignore[comparison-overlap]
    (*_, mate, end) = record.mainline()[-1].events
    assert assert_type(mate.type, aofref.EventName) == "checkmate"
    assert end.type != "finish"  # type: ignore[comparison-overlap]
    for word in (record.status, record.end.by, mate.type):
        assert type(word) is str


def test_the_report_of_a_record() -> None:
    report = aofref.loads(BLOCKED).report()
    assert_type(report, aofref.RecordReport)
    assert assert_type(report["status"], aofref.StatusName) == "illegal"
    error = report["error"]
    assert error is not None and assert_type(error["code"], str) == "blocked"
    assert assert_type(error["proof"]["blocker"], str) == "W:Pa2"
    with pytest.raises(KeyError):
        report["statsu"]  # type: ignore[typeddict-item]
    ended = aofref.loads(MATE).report()
    assert ended["end"] is not None and assert_type(ended["end"]["by"], aofref.EndName) == "moves"
    by = {
        letter: assert_type(army["outcome"], aofref.FateName)
        for letter, army in ended["armies"].items()
    }
    assert by == {"W": "mated", "B": "won"}
    for told in (report["status"], ended["end"]["by"], *by.values()):
        assert type(told) is str


def test_the_reports_of_events() -> None:
    found = []
    for event in aofref.loads(MATE).report(trace=True)["events"]:
        if event["type"] == "checkmate":
            found.append(assert_type(event["by"], str))
        elif event["type"] == "check":
            found += assert_type(event["by"], list[str])
        elif event["type"] == "move":
            found.append(assert_type(event["san"], str))
    assert found == ["f3", "e5", "g4", "Qh4#", "B", "B"]


def test_the_reports_of_a_position() -> None:
    position = CHESS.from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert assert_type(position.report()["round-of-play"], int) == 1
    (king, _) = position.threats()
    attack = assert_type(king.report()["attackers"], list[aofref.AttackReport])[0]
    assert assert_type(attack["path"], list[str]) == [] and attack["piece"] == "B:Re2"
    (on,) = position.attackers("e2")
    assert assert_type(on.report()["piece"], str | None) == "B:Re2"
    assert assert_type(position.material()[0].report()["lost"], dict[str, int])["Q"] == 1
    difference = position.difference(CHESS.start()).report()
    assert assert_type(difference["comparison"], Literal["agree", "differ"]) == "differ"
    assert assert_type(difference["different-cells"][0]["a"], str | None) is None


def test_the_report_of_an_explanation() -> None:
    legal = CHESS.start().explain("e4").report()
    assert legal["legal"]
    assert_type(legal, aofref.LegalReport)
    assert assert_type(legal["path"], list[str]) == ["e2", "e3", "e4"]
    refused = CHESS.start().explain("e5").report()
    assert not refused["legal"]
    assert_type(refused, aofref.RefusedReport | aofref.UnreadReport)
    assert assert_type(refused["code"], str) == "unreachable"


def test_the_report_of_rules_and_comparisons() -> None:
    rules = CHESS.rules("King", from_="e1").report()
    assert assert_type(rules["reach"]["targets"], list[str]) == ["d1", "d2", "e2", "f1", "f2"]
    assert assert_type(CHESS.rules().report()["pieces"][0]["number"], int) == 1
    compared = aofref.loads(MATE).compare(aofref.loads(FOOL)).report()
    after = assert_type(compared["versions"], list[aofref.VersionReport])[1]["next"]
    assert (
        after is not None
        and not after["legal"]
        and assert_type(after["code"], str) == "unreachable"
    )


def test_the_reports_of_lists() -> None:
    assert assert_type(aofref.variants().report()[0]["cell-count"], int) > 0
    choices = [assert_type(one["choice"], str | None) for one in aofref.rulings("aof2").report()]
    assert {None, "check=advisory"} < {*choices}
    table = aofref.table([aofref.loads(MATE.replace("1.", '[White "A"]\n[Black "B"]\n\n1.', 1))])
    assert [assert_type(row["wins"], int) for row in table.report()] == [1, 0]


def test_what_reports_have_is_what_the_types_say() -> None:
    """The schema of a report, which the types are made from, is that of what the library returns."""
    for name, report in reports():
        schema = dict(typed.described(typed.REPORTS[name]))
        added = typed.OF_COMMANDS.get(name, set())
        if added:
            schema["required"] = [key for key in schema["required"] if key not in added]
            schema["properties"] = {k: v for k, v in schema["properties"].items() if k not in added}
        file = typed.REPORTS[name].partition("/")[0]
        schema["$defs"] = typed.described(f"{file}/$defs")
        Draft202012Validator(schema).validate(report)
        json.dumps(report)


def reports() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield reports of the library with the names of their types."""
    mate, blocked = aofref.loads(MATE), aofref.loads(BLOCKED)
    position = blocked.at(2)
    yield from (("RecordReport", record.report(trace=True)) for record in (mate, blocked))
    yield from (("FindingReport", found.report()) for found in blocked.findings)
    yield from (("EventReport", event.report(4)) for event in mate.mainline()[-1].events)
    yield "PositionReport", position.report()
    yield from (("KingThreatReport", one.report()) for one in mate.at(-1).threats())
    yield from (("AttackReport", attack.report()) for attack in mate.at(-1).threats()[0].attackers)
    yield from (("AttackersReport", one.report()) for one in position.attackers())
    yield from (("MaterialReport", one.report()) for one in position.material())
    for text in ("d4", "Ra3", "nothing"):
        yield "ExplanationReport", position.explain(text).report()
    for piece, cell in ((None, None), ("P", None), ("K", "e4")):
        yield "RulesReport", CHESS.rules(piece, cell).report()
    yield "ComparisonReport", mate.compare(blocked).report()
    yield "DifferenceReport", position.difference(CHESS.start()).report()
    yield from (("VariantReport", variant.report()) for variant in aofref.variants())
    yield from (("RulingReport", ruling.report()) for ruling in aofref.rulings())
    if (clock := blocked.clock("2026-11-21")) is not None:
        yield "ClockReport", clock.report()
    yield from (("RowReport", row) for row in aofref.table([mate], cross=True).report())
    yield from (
        ("PartingReport", version.next.report())
        for version in mate.compare(blocked).versions
        if version.next is not None
    )


SCRIPT = """
import sys, aofref
record = aofref.loads('[Variant "chess"]\\n\\n1. e4 *\\n')
record.report(), record.write("san"), record.position.explain("e5").report(), aofref.Event
assert "aofref.library.typed" not in sys.modules
from aofref import EventReport, NotationName, RecordReport
assert "lan" in NotationName.__args__ and "status" in RecordReport.__annotations__
assert aofref.RecordReport is RecordReport
for name in ("TypedDict", "Statusname", "statusName", "__wrapped__"):
    assert not hasattr(aofref, name)
"""


def test_the_types_are_loaded_for_those_who_ask() -> None:
    subprocess.run([sys.executable, "-c", SCRIPT], check=True, cwd=ROOT)


def test_hints_can_be_read_at_run_time() -> None:
    def shown(report: aofref.RecordReport, to: aofref.NotationName) -> None:
        """Have annotations."""

    hints = get_type_hints(shown)
    assert hints["to"].__args__ == ("lan", "san", "coord", "numeric", "courier", "uci")
