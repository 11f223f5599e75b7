"""Cases: what came of them as plain data."""

from __future__ import annotations

from typing import Any

from aofref.judge.cases.checks import CaseResult
from aofref.report.text.cases import page


def result(of: CaseResult) -> dict[str, Any]:
    """Give what came of a case as plain data."""
    case = of.case
    return {
        "case": case.id,
        "title": case.title,
        "game": case.game,
        "page": page(case),
        "sentence": case.sentence,
        "rule": case.rule,
        "holds": list(case.holds),
        "rulings": list(case.rulings),
        "core": case.core,
        "passed": not of.wrong,
        "wrong": list(of.wrong),
    }
