"""What every code owes: its sentence, its entry in the manual, a fixture in which it is met."""

from __future__ import annotations

import pytest

from aofref.findings import Code, Refusal, Severity
from aofref.report.messages import sentence
from tests.helpers import FIXTURES, ROOT

MET = "".join(
    path.read_text("utf-8")
    for folder in ("cases", "cli")
    for path in sorted((FIXTURES / folder).glob("*.txt"))
)
PAGE = (ROOT / "man" / "aofref.1").read_text("utf-8")


@pytest.mark.parametrize("code", Code)
def test_a_code_has_all_that_it_owes(code: Code) -> None:
    assert sentence(Refusal(code, text="x"))
    assert f".It Li {code.value}\n" in PAGE, f"man/aofref.1 has no entry for {code.value}"
    if code is not Code.LIMIT:  # its fixtures would be as long as the limits; see test_records
        assert f" {code.value} " in MET or f" {code.value}\n" in MET, f"no fixture of {code.value}"


def test_only_illegal_moves_may_stand() -> None:
    assert all(code.severity is Severity.ILLEGAL for code in Code if code.may_stand)
