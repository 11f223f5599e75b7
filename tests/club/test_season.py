"""A season: who meets whom, and the records and invitations of its games."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from tests.helpers import aofref

PLAYERS = "".join(
    f"{n.lower()}\t{n}\t{n.lower()}@example.net\n" for n in ("Anna", "Bela", "Carl", "Dora", "Emil")
)


def begun(tmp_path: Path, *args: str, players: str = PLAYERS) -> tuple[str, str, int]:
    (tmp_path / "players.tsv").write_text(players)
    done = aofref(
        "season", str(tmp_path / "players.tsv"), "--output-dir", str(tmp_path / "club"),
        "--start", "2027-01-02T12:00:00Z", *args,
    )  # fmt: skip
    return done.stdout, done.stderr, done.exit_code


def letters(tmp_path: Path) -> list[EmailMessage]:
    """Give the invitations that were written."""
    paths = (tmp_path / "club" / "out" / "new").iterdir()
    return [message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]


def test_a_season(tmp_path: Path) -> None:
    out, err, status = begun(
        tmp_path, "--variant", "hec", "--event", 'Winter "27"', "--pace", "30d+3d",
        "--address", "club@example.org",
    )  # fmt: skip
    assert (err, status) == ("", 0)
    assert out.splitlines()[0] == "heathen-europe-01  round 1  Bela - Emil"
    assert "no game  round 1  Anna" in out and len(out.splitlines()) == 15
    club = tmp_path / "club"
    games = sorted((club / "games").iterdir())
    assert len(games) == 10
    text = games[0].read_text()
    for tag in (
        '[Event "Winter \\"27\\""]', '[Round "1"]', '[White "Bela"]', '[Black "Emil"]',
        '[UTCDate "2027.01.02"]', '[UTCTime "12:00:00"]', '[TimeControl "2592000+259200"]',
    ):  # fmt: skip
        assert tag in text
    assert aofref("check", "--strict", str(club / "games")).exit_code == 0
    invited = letters(tmp_path)
    assert len(invited) == 5
    assert all(one["Auto-Submitted"] == "auto-generated" for one in invited)
    found = next(one for one in invited if "Bela" in one["To"])
    ids = re.findall(r"You play \w+ in the game (\[[^]]+\])", found.get_content())
    assert found["Subject"] == f'{" ".join(ids)} Winter "27": your 4 games'
    assert len(re.findall(r"You play \w+ in the game", found.get_content())) == 4
    assert found.get_content().count("\nlevel d") == 1  # the array, and the rules, stand there once
    assert found.get_content().count("The rules of the game:") == 1
    assert "You play White in the game [heathen-europe-01]" in found.get_content()
    control = "Time control: 30 days and 3 days more for each move. Only whole days count:"
    assert f"\n\n{control}\na move within 24 hours costs no time.\n\n" in found.get_content()
    assert '\ncontrol = "30d+3d"\n' in (club / "club.toml").read_text()
    assert "Bela (White) is to move, until 2 February 2027, 12:00 UTC." in found.get_content()
    assert "checkmate wins and stalemate is a draw" in found.get_content()
    assert "Gryphon  steps along root-2 diagonals, turns and rides" in found.get_content()
    assert 'Write "rules" alone on a line' in found.get_content()
    done = aofref("club", str(club), "--now", "2027-01-03T00:00:00Z")
    assert (done.stdout, done.stderr, done.exit_code) == ("", "", 0)


def test_rounds_begin_one_after_another(tmp_path: Path) -> None:
    args = ("--variant", "hec,sd2l-sling", "--event", "Spring", "--address", "club@example.org")
    whole = begun(tmp_path, *args)[0].splitlines()
    tmp_path = tmp_path / "rounds"
    tmp_path.mkdir()
    parts = [begun(tmp_path, *args, "--round", str(number))[0] for number in range(1, 6)]
    assert sorted("".join(parts).splitlines()) == sorted(whole)
    for number, part in enumerate(parts, 1):
        assert all(f"  round {number}  " in line for line in part.splitlines())
    out, err, status = begun(tmp_path, *args, "--round", "2")
    assert (out, status) == ("", 2)
    assert "round 2 of Spring has begun, or there is none" in err
    out, err, status = begun(tmp_path, *args, "--round", "6")
    assert (out, status) == ("", 2) and "round 6 of Spring has begun, or there is none" in err
    # In each round, one of five has a bye in both tournaments.
    subjects = Counter(re.sub(r"\[[a-z0-9-]+\]", "ID", one["Subject"]) for one in letters(tmp_path))
    assert subjects == {"ID ID Spring: your 2 games": 20}


@pytest.mark.parametrize(
    ("players", "args", "games", "white", "pairs"),
    [
        (4, ("--games", "4"), 2, {1}, {1}),
        (12, ("--games", "24", "--seed", "7"), 4, {2}, {1}),
        (4, (), 6, {3}, {2}),
        (5, ("--games", "5", "--seed", "1"), 2, {1}, {1}),
    ],
)
def test_a_season_of_two_games(
    players: int,
    args: tuple[str, ...],
    games: int,
    white: set[int],
    pairs: set[int],
    tmp_path: Path,
) -> None:
    """Who has met, and with which colour, is carried over from one game to the other."""
    names = [f"Player {letter}" for letter in "abcdefghijkl"[:players]]
    rows = "".join(f"{name[-1]}\t{name}\t{name[-1]}@example.net\n" for name in names)
    out, _, status = begun(tmp_path, "--variant", "sd2l-sling,sd2l-cohen", *args, players=rows)
    assert status == 0
    lines = [line.split("  ")[2].split(" - ") for line in out.splitlines() if " - " in line]
    played = Counter(name for line in lines for name in line)
    assert set(played.values()) == {games} and len(played) == players
    assert set(Counter(line[0] for line in lines).values()) == white
    assert set(Counter(frozenset(line) for line in lines).values()) == pairs
    (tmp_path / "again").mkdir()
    assert (
        begun(tmp_path / "again", "--variant", "sd2l-sling,sd2l-cohen", *args, players=rows)[0]
        == out
    )


def test_twelve_players_of_aof2_have_four_rounds(tmp_path: Path) -> None:
    rows = "".join(f"{letter}\tP{letter}\t{letter}@example.net\n" for letter in "abcdefghijkl")
    lines = begun(tmp_path, "--variant", "aof2", "--seed", "3", players=rows)[0].splitlines()
    rounds = Counter(line.split("  ")[1] for line in lines)
    assert rounds == {f"round {number}": 3 for number in range(1, 5)}
    for number in rounds:
        names = [line.split("  ")[2].split(" - ") for line in lines if f"  {number}  " in line]
        assert sorted(name for game in names for name in game) == [f"P{c}" for c in "abcdefghijkl"]


def test_who_has_no_game_stands_on_one_line_a_round(tmp_path: Path) -> None:
    """Of two tournaments, who plays in the round of neither."""
    rows = PLAYERS + "fay\tFay\tfay@example.net\n"
    lines = begun(tmp_path, "--variant", "aof2", "--games", "3", players=rows)[0].splitlines()
    byes = [line.split("  ") for line in lines if line.startswith("no game")]
    assert [bye[1] for bye in byes] == ["round 1", "round 2", "round 3"]
    assert sorted(name for bye in byes for name in bye[2].split(", ")) == [
        *("Anna", "Bela", "Carl", "Dora", "Emil", "Fay")
    ]
    (tmp_path / "two").mkdir()
    both = begun(tmp_path / "two", "--variant", "aof2,hec", "--games", "6", players=rows)[0]
    rounds = [line.split("  ")[1] for line in both.splitlines() if line.startswith("no game")]
    assert rounds == [
        "round 2",
        "round 3",
    ]  # of heathen-europe there is one round, in which all play


def test_who_takes_over_a_game_has_the_place_in_later_rounds(tmp_path: Path) -> None:
    """Also with no game of the old player's under way."""
    args = ("--variant", "hec", "--event", "Spring", "--address", "club@example.org", "--round")
    whole = begun(tmp_path, *args[:-1])[0].splitlines()
    tmp_path = tmp_path / "rounds"
    tmp_path.mkdir()
    begun(tmp_path, *args, "1")
    club, gina = tmp_path / "club", "gina\tGina\tgina@example.net\n"
    with (club / "players.tsv").open("a") as file:
        file.write(gina)
    done = aofref("club", str(club), "--replace", "bela", "gina", "--now", "2027-01-03T00:00:00Z")
    assert done.exit_code == 0
    coming = [line.split()[0] for line in whole if "Bela - " in line or " - Bela" in line][1:]
    told = [line for line in done.stderr.splitlines() if "will begin" in line]
    assert told == [f"aofref: [{id_}] will begin with Gina" for id_ in coming]
    left = aofref("club", str(club), "--withdraw", "gina").stderr
    how = ": --replace gives it to another"
    assert [line for line in left.splitlines() if "will" in line] == [f"{one}{how}" for one in told]
    out, err, status = begun(tmp_path, *args, "2")
    assert (err, status) == ("", 0)
    second = [line for line in whole if "round 2" in line]
    told = [
        line.replace("no game  round 2  Bela, Dora", "no game  round 2  Dora")
        for line in out.splitlines()
    ]
    assert told == [line.replace("Bela", "Gina") for line in second]


def test_who_takes_over_games_beside_own_ones_does_not_play_alone(tmp_path: Path) -> None:
    args = ("--variant", "hec", "--event", "Spring", "--address", "club@example.org", "--round")
    whole = begun(tmp_path, *args[:-1])[0]
    assert "  Anna - Bela" in whole
    tmp_path = tmp_path / "rounds"
    tmp_path.mkdir()
    begun(tmp_path, *args, "1")
    club = str(tmp_path / "club")
    assert aofref("club", club, "--replace", "bela", "anna").exit_code == 0
    later = "".join(begun(tmp_path, *args, number)[0] for number in "2345")
    games = [line for line in whole.splitlines() if " - " in line and "round 1" not in line]
    wanted = [line if "Anna" in line else line.replace("Bela", "Anna") for line in games]
    assert sorted(line for line in later.splitlines() if " - " in line) == sorted(wanted)


def test_who_was_replaced_in_another_season_plays_in_this(tmp_path: Path) -> None:
    args = ("--variant", "hec", "--address", "club@example.org")
    begun(tmp_path, *args, "--event", "Spring", "--round", "1")
    club, gina = tmp_path / "club", "gina\tGina\tgina@example.net\n"
    with (club / "players.tsv").open("a") as file:
        file.write(gina)
    assert aofref("club", str(club), "--replace", "bela", "gina").exit_code == 0
    for number in ("1", "2"):
        out, err, status = begun(tmp_path, *args, "--event", "Autumn", "--round", number)
        assert (err, status) == ("", 0) and "Bela" in out and "Gina" not in out


def test_no_invitation_is_dated_in_the_future(tmp_path: Path) -> None:
    """Programs that look for unsolicited mail hold it against a message."""
    begun(tmp_path, "--variant", "hec", "--pace", "30d", "--start", "9000-01-02T12:00:00Z")
    (date,) = {made["Date"] for made in letters(tmp_path)}
    assert parsedate_to_datetime(date) <= datetime.now(UTC)
    assert "is to move, until 2 February 9000, 12:00 UTC." in letters(tmp_path)[0].get_content()


def test_a_second_season_in_the_same_club(tmp_path: Path) -> None:
    args = ("--variant", "aof2,sd2l-cohen", "--games", "3", "--address", "club@example.org")
    first, _, _ = begun(tmp_path, *args)
    second, _, status = begun(tmp_path, *args, players=PLAYERS + "fay\tFay\tfay@example.net\n")
    assert status == 0
    ids = [
        line.split()[0] for line in (first + second).splitlines() if not line.startswith("no game")
    ]
    assert sorted(ids) == [
        *("aof2-01", "aof2-02", "aof2-03", "aof2-04", "sd2l-cohen-01", "sd2l-cohen-02")
    ]
    assert "fay\tFay" in (tmp_path / "club" / "players.tsv").read_text()
    out, err, status = begun(tmp_path, *args, players=PLAYERS.replace("bela@", "b@"))
    assert (out, status) == ("", 2)
    assert f"{tmp_path}/club/players.tsv with new players:8:1: syntax the id 'bela' is given" in err
    for row in ("BELA\tBela\tbela@example.net\n", "gina\tGina\tbela@example.net\n"):
        listed = (tmp_path / "club" / "players.tsv").read_text()
        assert begun(tmp_path, *args, players=PLAYERS + row)[2] == 2
        assert (tmp_path / "club" / "players.tsv").read_text() == listed


def test_a_second_season_leaves_the_list_of_players_as_it_is(tmp_path: Path) -> None:
    """Remarks, further columns and line ends are the arbiter's; players are added below."""
    path = tmp_path / "club" / "players.tsv"
    path.parent.mkdir()
    (tmp_path / "club" / "club.toml").write_text('address = "c@example.org"\n')
    head, row = "id\tname\taddress\taway\ttoken\trating", "anna\tAnna\tanna@example.net\t\tx\t1800"
    mine = f"# ours\r\n{head}\r\n{row}\r\n# new"
    path.write_bytes(mine.encode())
    more = "fay\tFay\tfay@example.net\t2027-01-03\n"
    assert begun(tmp_path, "--variant", "hec", players=more)[2] == 2  # one is too few
    assert path.read_bytes() == mine.encode()
    row = "anna\tAnna\tanna@example.net\n"
    assert begun(tmp_path, "--variant", "hec", players=row + more)[2] == 0
    kept, new, end = path.read_bytes().decode().rsplit("\r\n", 2)
    assert (kept, end) == (mine, "") and new == "fay\tFay\tfay@example.net\t2027-01-03\t"


def test_rounds_of_one_season_are_paired_alike(tmp_path: Path) -> None:
    """The season is drawn with its round 1, whatever is said of players and lots later."""
    args = ("--variant", "hec,sd2l-sling", "--event", "Spring", "--address", "club@example.org")
    (tmp_path / "whole").mkdir()
    whole = begun(tmp_path / "whole", *args, "--seed", "7")[0].splitlines()
    out, err, status = begun(tmp_path, *args, "--round", "2")
    assert (out, status) == ("", 2)
    assert "Error: no round 2 of Spring is drawn for these games: begin with round 1\n" in err
    parts = [begun(tmp_path, *args, "--seed", "7", "--round", "1")[0]]
    parts.append(begun(tmp_path, *args, "--round", "2")[0])
    other = ("--variant", "sd2l-sling,hec", *args[2:], "--games", "2", "--seed", "8")
    parts.append(begun(tmp_path, *other, "--round", "3")[0])
    more = PLAYERS + "gina\tGina\tgina@example.net\n"
    parts.append(begun(tmp_path, *args, "--round", "4", players=more)[0].replace(", Gina", ""))
    parts.append(begun(tmp_path, *args)[0])
    assert sorted("".join(parts).splitlines()) == sorted(whole)


def test_a_game_to_come_does_not_replace_another(tmp_path: Path) -> None:
    args = ("--variant", "hec", "--event", "Spring", "--address", "club@example.org", "--round")
    begun(tmp_path, *args, "1")
    path = tmp_path / "club" / "games" / "heathen-europe-03.aof"
    path.write_text("mine")
    out, err, status = begun(tmp_path, *args, "2")
    assert (out, status) == (
        "",
        2,
    ) and "\nError: there are other games called heathen-europe-03\n" in err
    path.rename(path.with_name("other.aof"))
    assert begun(tmp_path, *args, "2")[2] == 0 and path.exists()
    path.unlink()  # what was said of the game is left
    more = begun(tmp_path, "--variant", "hec", "--event", "Autumn", "--games", "1")[0]
    assert more.startswith("heathen-europe-11  ")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("", ":1:1: no-record there is no record here\n"),
        ('[Event "Spring"]\n[Site "?"]\n[Rou', ":3:1: "),
        ('[Variant "chesss"]\n\n*\n', ":1:1: unknown-variant "),
        ('[White "B\udcffla"]\n[Variant "hec"]\n\n*\n', ":1:10: warning: encoding "),
        (None, ": this is not a plain file, or too large\n"),
    ],
)
def test_a_damaged_record_of_a_game_to_come_is_named(
    damage: str | None, said: str, tmp_path: Path
) -> None:
    """Its season goes on when it is mended; meanwhile all else is served."""
    args = ("--variant", "hec", "--event", "Spring", "--address", "club@example.org")
    begun(tmp_path, *args, "--round", "1")
    club = tmp_path / "club"
    with (club / "players.tsv").open("a") as file:
        file.write("gina\tGina\tgina@example.net\n")
    (path,) = club.glob("drawn/*/heathen-europe-04.aof")
    sound = path.rename(tmp_path / "copy")
    if damage is None:
        path.mkdir()
    else:
        path.write_bytes(damage.encode("utf-8", "surrogateescape"))
    before = sorted(club.rglob("*"))
    for more in ((), ("--round", "2"), ("--round", "3")):
        out, err, status = begun(tmp_path, *args, *more)
        assert (out, err.count("\n"), status) == ("", 1, 2)
        assert f"{path}{said}" in err
        assert sorted(club.rglob("*")) == before
    names = [each.name for each in path.parent.iterdir()]
    for act in (("--replace", "bela", "gina"), ("--withdraw", "gina")):
        done = aofref("club", str(club), *act)
        assert done.exit_code == 0
        assert f"aofref: {path}: the record must be corrected first\n" in done.stderr
        assert "[heathen-europe-08] will begin with Gina" in done.stderr
    assert sorted(names) == sorted(each.name for each in path.parent.iterdir())
    assert begun(tmp_path, *args[:2], "--event", "Autumn", "--round", "1")[2] == 0
    path.rmdir() if damage is None else path.unlink()
    sound.rename(path)
    out, err, status = begun(tmp_path, *args, "--round", "2")
    assert (err, status) == ("", 0) and "heathen-europe-04  round 2  " in out


def test_a_round_of_another_name_is_not_drawn_and_the_seasons_that_wait_are_named(
    tmp_path: Path,
) -> None:
    args = ("--address", "club@example.org", "--round")
    for event in ("Spring", "Autumn"):
        begun(tmp_path, "--variant", "hec", "--event", event, *args, "1")
    for event, variant in (("Sprung", "hec"), ("Spring", "chess")):
        out, err, status = begun(tmp_path, "--variant", variant, "--event", event, *args, "2")
        assert (out, status) == ("", 2)
        why = "is drawn for these games: what waits is of Autumn and Spring"
        assert f"\nError: no round 2 of {event} {why}\n" in err


def test_a_game_between_drawn_and_games_is_not_gone(tmp_path: Path) -> None:
    """A season was killed when its players were invited: the next run moves the record."""
    args = ("--variant", "hec", "--event", "Spring", "--address", "club@example.org", "--round")
    begun(tmp_path, *args, "1")
    club = tmp_path / "club"
    (folder,) = club.glob("drawn/*")
    (club / "games" / "heathen-europe-01.aof").rename(folder / "heathen-europe-01.aof")
    done = aofref("club", str(club))
    assert (done.stdout, done.stderr, done.exit_code) == ("", "", 0)
    out, err, status = begun(tmp_path, *args, "1")
    assert (err, status) == ("", 0) and out.startswith("heathen-europe-01  round 1  ")


def test_an_event_that_no_record_can_have(tmp_path: Path) -> None:
    args = ("--variant", "hec", "--address", "club@example.org", "--round", "1", "--event")
    begun(tmp_path, *args, "Spring")
    out, err, status = begun(tmp_path, *args, "two\nlines")
    assert (out, status) == ("", 2)
    assert "\nError: the tag Event of a new record cannot be 'two\\nlines'\n" in err
    begun(tmp_path, *args, "Autumn")
    names = [path.name for path in (tmp_path / "club" / "drawn").iterdir()]
    assert len(names) == 2 and not any(name.startswith(".") for name in names)


def test_lots_are_drawn_by_a_seed(tmp_path: Path) -> None:
    found = []
    for number, seed in enumerate((1, 2, 1)):
        (tmp_path / str(number)).mkdir()
        found.append(begun(tmp_path / str(number), "--variant", "hec", "--seed", str(seed))[0])
    assert found[0] == found[2] != found[1]


def test_words_for_the_players(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "club.toml").write_text('address = "club@example.org"\ntoken = true\n')
    assert begun(tmp_path, "--variant", "sd2l-sling", "--games", "1")[2] == 0
    rows = [
        line.split("\t")
        for line in (tmp_path / "club" / "players.tsv").read_text().splitlines()[1:]
    ]
    words = {row[1]: row[4] for row in rows}
    assert len(set(words.values())) == 5 and all(len(word) == 8 for word in words.values())
    for made in letters(tmp_path):
        name = made["To"].split()[0]
        assert (
            f"({words[name]})" in made["Subject"]
            and f'word is "{words[name]}"' in made.get_content()
        )
        assert not any(word in made.as_string() for who, word in words.items() if who != name)
    more = PLAYERS + "fay\tFay\tfay@example.net\t\tClub\n"  # as in the name `The club`
    out, err, status = begun(tmp_path, "--variant", "sd2l-sling", "--games", "1", players=more)
    assert (out, status) == ("", 2)
    assert err.startswith(f"{tmp_path}/players.tsv:6:1: syntax the secret word 'Club' stands in ")


@pytest.mark.parametrize(
    ("args", "players", "said"),
    [
        (("--variant", "hec"), "a\tA\ta@b\n", "a game needs 2 players, and the file has 1 player"),
        (("--variant", "aof9"), PLAYERS, "unknown-variant"),
        (("--variant", "hec", "--pace", "soon"), PLAYERS, "is not a pace with its units"),
        (("--variant", "hec", "--address", "x"), PLAYERS, "not an address"),
        (("--variant", "hec", "--games", "0"), PLAYERS, "--games"),
        (("--variant", "hec"), "a\tA\n", "players.tsv:1:1: syntax a player has"),
        (
            ("--variant", "hec"),
            "id\tname\taddress\ttoken\taway\na\tA\ta@b\t\t2027-13-03\n",
            "players.tsv:2:1: syntax away is dates such as",
        ),
    ],
)
def test_what_is_wrong(tmp_path: Path, args: tuple[str, ...], players: str, said: str) -> None:
    out, err, status = begun(tmp_path, *args, players=players)
    assert (out, status) == ("", 2) and said in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--event", "a\x07"), "new club.toml:1:1: syntax name is to be words on one line"),
        (
            ("--address", "me@example.org", "--arbiter", "Me@example.org"),
            "new club.toml:3:1: syntax arbiter is to have another address than the club",
        ),
    ],
)
def test_no_settings_are_written_that_cannot_be_read(
    tmp_path: Path, args: tuple[str, ...], said: str
) -> None:
    out, err, status = begun(tmp_path, "--variant", "hec", *args)
    assert (out, err, status) == ("", f"{said}\n", 2)
    assert not (tmp_path / "club").exists()


def test_there_is_no_list_of_players(tmp_path: Path) -> None:
    players = tmp_path / "x.tsv"
    for said in ("x.tsv:1:1: cannot-open", "is not in UTF-8"):
        done = aofref("season", str(players), "--variant", "hec", "--output-dir", str(tmp_path))
        assert done.exit_code == 2 and said in done.stderr
        players.write_bytes(b"\xff")


def test_a_club_without_an_address_is_reminded_of_it(tmp_path: Path) -> None:
    _, err, status = begun(tmp_path, "--variant", "hec")
    assert status == 0 and "the address is club@localhost" in err
