from __future__ import annotations

import pytest

from tests.cases import CASES, Case, judge, read

EVERY = [case for path in sorted(CASES.glob("*.txt")) for case in read(path)]


def test_there_are_cases_and_no_number_twice() -> None:
    assert len(EVERY) > 200
    assert len({case.id for case in EVERY}) == len(EVERY)


@pytest.mark.parametrize("case", EVERY, ids=[case.id for case in EVERY])
def test_case(case: Case) -> None:
    assert judge(case) == []
