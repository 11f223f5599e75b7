"""Types for annotations: the words of arguments and attributes, and what reports have.

`python -m tools.typed` writes this module from the enums and from `aofref/schema`.  Only type
checkers load it, and programs that import these names.  aofref-json(5) explains the members.
"""

from typing import Literal, NotRequired, TypedDict

# fmt: off
# ruff: noqa: UP013

DecisionName = Literal["stands", "takeback", "forfeits"]
EndName = Literal[
    "moves", "resignation", "agreement", "adjudication", "time", "rules", "abandoned", "unknown"
]
EventName = Literal[
    "check", "checkmate", "removal", "promotion", "en-passant", "pass", "stalemate", "repetition",
    "fifty-moves", "dead-position", "end"
]
FateName = Literal[
    "absent", "playing", "mated", "no-queen", "resigns", "forfeits", "survived", "won"
]
NotationName = Literal["lan", "san", "coord", "numeric", "courier", "uci"]
ReasonName = Literal["no-queen", "resigns", "forfeits"]
ShownName = Literal["move", "capture", "double step", "en passant", "promotion", "castling"]
StatusName = Literal["legal", "illegal", "malformed"]
ThemeName = Literal["color", "print"]
AttackReport = TypedDict("AttackReport", {
    "piece": str, "path": list[str], "screen": NotRequired[str]
})
AttackersReport = TypedDict("AttackersReport", {
    "cell": str, "piece": str | None, "attackers": list[AttackReport], "guards": list[AttackReport]
})
KingThreatReport = TypedDict("KingThreatReport", {
    "piece": str, "attackers": list[AttackReport], "waits": list[str]
})
MaterialReport = TypedDict("MaterialReport", {
    "on-board": dict[str, int], "lost": dict[str, int], "gained": dict[str, int]
})
PositionReport = TypedDict("PositionReport", {
    "variant": str, "rulings": list[str], "position": str, "turn": str, "round-of-play": int
})
ProofReport = TypedDict("ProofReport", {
    "rule": NotRequired[str], "page": NotRequired[str], "sentence": NotRequired[str],
    "piece": NotRequired[str], "path": NotRequired[list[str]], "missing": NotRequired[str],
    "blocker": NotRequired[str], "checks": NotRequired[list[AttackReport]],
    "candidates": NotRequired[list[str]], "to-move": NotRequired[str],
    "moves": NotRequired[list[str]], "on-its-turn": NotRequired[list[str]]
})
FindingReport = TypedDict("FindingReport", {
    "ply": int, "line": int, "column": int, "army": str | None, "move": str | None, "code": str,
    "message": str, "proof": NotRequired[ProofReport], "decision": NotRequired[DecisionName]
})
LegalReport = TypedDict("LegalReport", {
    "variant": str, "rulings": list[str], "position": str, "turn": str, "round-of-play": int,
    "move": str, "legal": Literal[True], "path": list[str], "warnings": list[FindingReport],
    "then": list[str], "moves": list[str]
})
RefusedReport = TypedDict("RefusedReport", {
    "variant": str, "rulings": list[str], "position": str, "turn": str, "round-of-play": int,
    "move": str, "legal": Literal[False], "code": str, "message": str, "proof": ProofReport,
    "suggestions": list[str]
})
UnreadReport = TypedDict("UnreadReport", {
    "variant": str, "rulings": list[str], "position": str, "turn": str, "round-of-play": int,
    "legal": Literal[False], "code": str, "message": str
})
ExplanationReport = LegalReport | RefusedReport | UnreadReport
KindReport = TypedDict("KindReport", {"number": int, "kind": str, "name": str, "summary": str})
TermReport = TypedDict("TermReport", {"term": str, "text": str})
DiagramReport = TypedDict("DiagramReport", {
    "army": str, "from": str, "targets": list[str], "only-to-capture": list[str], "lines": list[str]
})
ExampleReport = TypedDict("ExampleReport", {
    "shows": ShownName, "as": str | None, "move": str, "over": list[str], "position": str
})
ReachReport = TypedDict("ReachReport", {
    "army": str, "from": str, "targets": list[str], "only-to-capture": list[str]
})
RulesReport = TypedDict("RulesReport", {
    "variant": str, "rulings": list[str], "title": NotRequired[str], "page": NotRequired[str],
    "army-names": NotRequired[dict[str, str]], "pieces": NotRequired[list[KindReport]],
    "cells": NotRequired[list[str]], "coordinates": NotRequired[dict[str, list[int]]],
    "neighbours": NotRequired[dict[str, list[str]]], "position": NotRequired[str],
    "play": NotRequired[list[TermReport]], "kind": NotRequired[str], "name": NotRequired[str],
    "summary": NotRequired[str], "terms": NotRequired[list[TermReport]],
    "starts": NotRequired[dict[str, list[str]]], "diagram": NotRequired[DiagramReport],
    "examples": NotRequired[list[ExampleReport]], "reach": NotRequired[ReachReport]
})
CheckEvent = TypedDict("CheckEvent", {
    "ply": int, "type": Literal["check"], "army": str, "by": list[str]
})
CheckmateEvent = TypedDict("CheckmateEvent", {
    "ply": int, "type": Literal["checkmate"], "army": str, "by": str
})
RemovalEvent = TypedDict("RemovalEvent", {
    "ply": int, "type": Literal["removal"], "army": str, "reason": ReasonName
})
PromotionEvent = TypedDict("PromotionEvent", {
    "ply": int, "type": Literal["promotion"], "army": str, "cell": str, "from": str, "to": str
})
EnPassantEvent = TypedDict("EnPassantEvent", {
    "ply": int, "type": Literal["en-passant"], "army": str, "cell": str, "captured": str
})
PassEvent = TypedDict("PassEvent", {"ply": int, "type": Literal["pass"], "army": str})
StalemateEvent = TypedDict("StalemateEvent", {
    "ply": int, "type": Literal["stalemate"], "army": str
})
RepetitionEvent = TypedDict("RepetitionEvent", {
    "ply": int, "type": Literal["repetition"], "count": int
})
FiftyMovesEvent = TypedDict("FiftyMovesEvent", {
    "ply": int, "type": Literal["fifty-moves"], "count": Literal[50, 75]
})
DeadPositionEvent = TypedDict("DeadPositionEvent", {"ply": int, "type": Literal["dead-position"]})
EndEvent = TypedDict("EndEvent", {"ply": int, "type": Literal["end"], "result": str})
MoveEvent = TypedDict("MoveEvent", {
    "ply": int, "type": Literal["move"], "army": str, "move": str, "san": str
})
EventReport = (
    CheckEvent | CheckmateEvent | RemovalEvent | PromotionEvent | EnPassantEvent | PassEvent |
    StalemateEvent | RepetitionEvent | FiftyMovesEvent | DeadPositionEvent | EndEvent | MoveEvent
)
ArmyReport = TypedDict("ArmyReport", {"outcome": FateName, "by": str | None, "ply": int | None})
EndReport = TypedDict("EndReport", {"result": str, "by": EndName, "ply": int})
RecordReport = TypedDict("RecordReport", {
    "record": int, "source": str, "line": int, "variant": str | None, "tags": dict[str, str],
    "status": StatusName, "plies": int, "error": FindingReport | None,
    "warnings": list[FindingReport], "events": list[EventReport], "turn": str | None, "result": str,
    "claimed": str, "position": str | None, "end": EndReport | None, "offers": list[str],
    "armies": dict[str, ArmyReport], "rulings": list[str],
    "arbiter": NotRequired[list[FindingReport]]
})
CellDiffers = TypedDict("CellDiffers", {"cell": str, "a": str | None, "b": str | None})
FieldDiffers = TypedDict("FieldDiffers", {
    "field": Literal["turn", "en-passant", "round"], "a": str, "b": str
})
TagDiffers = TypedDict("TagDiffers", {"name": str, "a": str | None, "b": str | None})
BothResults = TypedDict("BothResults", {"a": str, "b": str})
LegalParting = TypedDict("LegalParting", {
    "line": int, "column": int, "move": str, "legal": Literal[True]
})
IllegalParting = TypedDict("IllegalParting", {
    "line": int, "column": int, "move": str, "legal": Literal[False], "code": str, "message": str,
    "decision": NotRequired[Literal["stands", "forfeits"]]
})
PartingReport = LegalParting | IllegalParting
VersionReport = TypedDict("VersionReport", {
    "next": PartingReport | None, "plies": int, "withdrawals": int
})
ComparisonReport = TypedDict("ComparisonReport", {
    "a": str, "b": str, "variant": str, "rulings": list[str], "comparison": Literal["agree",
    "differ", "refused-alike", "different-starts"], "shared-plies": int | None,
    "versions": list[VersionReport], "different-cells": list[CellDiffers],
    "fields": list[FieldDiffers], "both-results": BothResults, "different-tags": list[TagDiffers]
})
DifferenceReport = TypedDict("DifferenceReport", {
    "variant": str, "rulings": list[str], "comparison": Literal["agree", "differ"], "position": str,
    "claimed-position": str, "different-cells": list[CellDiffers], "fields": list[FieldDiffers]
})
VariantReport = TypedDict("VariantReport", {
    "variant": str, "title": str, "page": str, "cell-count": int, "aliases": list[str],
    "army-names": dict[str, str], "kinds": dict[str, str], "rulings": list[str]
})
RulingReport = TypedDict("RulingReport", {
    "key": str, "concerns": str, "reading": str, "evidence": str, "choice": str | None,
    "alters": str | None
})
OpponentReport = TypedDict("OpponentReport", {"points": str, "value": float, "games": int})
RowReport = TypedDict("RowReport", {
    "event": NotRequired[str], "round": NotRequired[str], "variant": NotRequired[str],
    "player": str, "points": str, "value": float, "games": int, "wins": int, "shared": int,
    "open": int, "sonneborn-berger": str, "head-to-head": str | None,
    "against": NotRequired[dict[str, OpponentReport]]
})
ClockReport = TypedDict("ClockReport", {
    "source": str, "record": int, "variant": str, "army": str, "player": str | None,
    "since": str | None, "used": int | None, "left": int | None, "late": bool
})
_OF_TYPING = "Literal", "NotRequired", "TypedDict"
_NAMES = [name for name in [*globals()] if name.isalpha() and name not in _OF_TYPING]
