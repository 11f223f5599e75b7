"""A held message is judged anew by `--again`, or settled by `--done`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clubs import BEGIN, NOW, AClub, a_club, tree

LATER = "2026-11-25T10:00:00Z"
ARRIVED = "2026-11-21T09:56:41Z"
"""When the first message of a club arrives: a second after BEGIN."""


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    """Give a club that holds Anna's move, because an editor had broken the record."""
    club = a_club(tmp_path)
    path = club.folder / "games" / "g-1.aof"
    text = path.read_text()
    path.write_text(text + "hello\n")
    assert club.took("Anna: Lha5-fb3") == ["held"]
    path.write_text(text)
    (answer,) = club.answers()
    assert "passed on to the arbiter" in " ".join(answer.get_content().split())
    return club


def held(club: AClub) -> list[Path]:
    return sorted((club.folder / "held" / "new").iterdir())


def by_file(club: AClub) -> list[str]:
    return ["--again", str(held(club)[0])]


def by_id(_club: AClub) -> list[str]:
    return ["--again", "<1@example.net>"]


def by_bare_id(_club: AClub) -> list[str]:
    return ["1@example.net", "--again"]


def by_name(club: AClub) -> list[str]:
    return ["--again", held(club)[0].name]


def by_id_when_nothing_else_is_left(club: AClub) -> list[str]:
    for path in held(club):
        path.unlink()
    return by_id(club)


WAYS = [by_file, by_id, by_bare_id, by_name, by_id_when_nothing_else_is_left]


@pytest.mark.parametrize("way", WAYS)
def test_judged_anew(club: AClub, way: Callable[[AClub], list[str]]) -> None:
    (line,) = club.run(*way(club), now=LATER)
    assert (line["id"], line["verdict"], line["move"]) == ("<1@example.net>", "played", "Lha5-fb3")
    assert f"[%sent {ARRIVED}]" in club.text("g-1")
    assert held(club) == [] and club.left()["in/new"] == 0
    old, new = club.answers("<1@example.net>", "Anna")
    texts = sorted((old.get_content(), new.get_content()), key=lambda text: "has played" in text)
    assert "must first be corrected" in texts[0] and "has played E:Lha5-fb3" in texts[1]
    assert len(club.answers()) == 1 + 4
    # From now on it is a message as any other: a duplicate, with the true answer.
    for again in (["--again", "1@example.net"], []):
        if not again:
            club.mail("Anna", "[g-1]", "Lha5-fb3", Message_ID="<1@example.net>")
        before = {made["Message-ID"] for made in club.answers()}
        assert club.verdicts(*again) == ["duplicate"]
        (told,) = [made for made in club.answers() if made["Message-ID"] not in before]
        assert "has played E:Lha5-fb3" in told.get_content() and "anna@" in told["To"]
    assert club.text("g-1").count("Lha5-fb3") == 1


def test_a_dry_run_moves_nothing(club: AClub) -> None:
    before = tree(club.folder)
    for way in (by_file, by_id):
        assert club.verdicts(*way(club), "--dry-run") == ["played"]
    assert tree(club.folder) == before


def test_what_cannot_be_played_yet_is_held_again(club: AClub) -> None:
    """Its sender is not told that twice; it can be judged anew as often as the arbiter likes."""
    path = club.folder / "games" / "g-1.aof"
    text = path.read_text()
    path.write_text(text + "hello\n")
    for _ in range(2):
        assert club.verdicts(*by_file(club)) == ["held"]
        assert len(held(club)) == 1 and len(club.answers()) == 1
    path.write_text(text)
    assert club.verdicts(*by_file(club)) == ["played"]
    assert f"[%sent {ARRIVED}]" in club.text("g-1") and held(club) == []


@pytest.mark.parametrize(
    "wanted", ["<9@example.net>", "held/new/9", "g-1", "", "\x1b[1m", "in/new"]
)
def test_an_unknown_message(club: AClub, wanted: str) -> None:
    club.mail("Bela", "[g-1]", "ea3-fa3")
    before = tree(club.folder)
    done = club.ran("--again", str(held(club)[0]), wanted)
    assert done.exit_code == 2 and done.stderr.count("\n") == 1 and "no message" in done.stderr
    assert "\x1b" not in done.stderr
    assert tree(club.folder) == before and done.stdout == ""


@pytest.mark.parametrize("args", [["--again"], ["<1@example.net>"]])
def test_a_message_and_the_option_belong_together(club: AClub, args: list[str]) -> None:
    done = club.ran(*args)
    assert done.exit_code == 2 and "belong together" in done.stderr and len(held(club)) == 1


def test_one_of_several_with_a_message_id(club: AClub) -> None:
    """A forger cannot have another message judged in place of a held one."""
    club.mail("eve@example.com", "[g-1]", "resign", Message_ID="<1@example.net>")
    club.run()
    done = club.ran("--again", "<1@example.net>")
    assert done.exit_code == 2 and "name a file of held/new" in done.stderr
    assert club.verdicts("--again", str(held(club)[0])) == ["played"]


def test_a_stranger_who_is_a_player_now(club: AClub) -> None:
    club.mail("anna@elsewhere.example", "[g-1]", "Lha5-fb3")
    club.run()
    (stranger,) = [path for path in held(club) if b"a stranger" in path.read_bytes()]
    assert "passed on to the arbiter" in club.answer(2, "anna")
    players = club.folder / "players.tsv"
    players.write_text(players.read_text().replace("anna@example.net", "anna@elsewhere.example"))
    assert club.verdicts("--again", str(stranger)) == ["played"]


def test_more_than_are_answered_a_day(tmp_path: Path) -> None:
    """What was held because it was too much is judged and answered, though the day is used up."""
    club = a_club(tmp_path)
    assert club.took(*["Anna: help"] * 21, "Anna: show") == ["answered"] * 20 + ["held"] * 2
    for _ in range(2):
        assert club.verdicts(*by_file(club)) == ["answered"]
    assert len(club.answers("<22@example.net>")) == 1


def test_the_arbiters_word_is_a_proof(tmp_path: Path) -> None:
    club = a_club(tmp_path, "token = true\n", "anna\tAnna\tanna@example.net\t\tdrum\n")
    assert club.took("Anna: Lha5-fb3") == ["refused"]
    assert club.verdicts(*by_id(club)) == ["played"]


def test_who_writes_the_field_is_not_the_arbiter(tmp_path: Path) -> None:
    club = a_club(tmp_path, "token = true\n", "anna\tAnna\tanna@example.net\t\tdrum\n")
    forged = b"From: anna@example.net\nSubject: [g-1]\nMessage-ID: <1@x>\n\nresign\n"
    club.put(forged)
    club.put(b"X-Held: again\n" + forged)
    assert "ended" not in club.verdicts() and "resigns" not in club.text("g-1")


def test_what_could_not_be_sent_is_sent_again(club: AClub) -> None:
    (answer,) = (club.folder / "out" / "new").iterdir()
    os.utime(answer, (BEGIN - 10**6,) * 2)
    club.ran("--now", NOW, "--deliver", "false")
    (unsent,) = [path for path in held(club) if path.name == answer.name]
    (why,) = (row["why"] for row in club.status()["held"] if row["file"] == str(unsent))
    assert why.startswith("not sent: ") and why.endswith(", to anna@example.net")
    assert club.ran("--again", str(unsent), "--deliver", "cat").exit_code == 0
    assert club.left()["out/new"] == 0 and len(held(club)) == 1
    assert [p.name for p in (club.folder / "out" / "cur").iterdir()].count(
        f"{answer.name}:2,S"
    ) == 1
