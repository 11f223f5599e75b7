"""News: what players are told unasked: an arbiter's changes, who leaves, clocks that run out.

First missing times are added to a record that was changed, then planned moves are played, then the
messages are written, then the new state is noted.  The next run finishes the work of an interrupted
run, and nobody gets a message twice.  A reminder that was due before a player's last one, or before
the last news of its game, was in that, as the log has it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import chain

from aofref import Record, Stamp
from aofref.club import answers, clocks, journal
from aofref.club.answers import Paragraphs, say
from aofref.club.game import ClubGame
from aofref.club.journal import Refused
from aofref.club.log import Line, Verdict
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import Player, digest, is_address
from aofref.club.store import Unread, folded, pass_over
from aofref.text import excerpt, in_one_line, on_one_line
from aofref.values import Value

_DAY = timedelta(days=1)


class News(Value):
    """What is new in a game, for its players, who know the record of these bytes with it.

    `hash` is the same if an interrupted run is begun again.  The `new` players have taken over an
    army, and are invited.
    """

    game: ClubGame
    hash: str
    parts: Paragraphs
    players: tuple[Player, ...]
    data: bytes
    new: tuple[Player, ...]


def found(game: ClubGame, moment: datetime) -> News | None:
    """Find the changes of a record since its players' last message; None if there are none.

    Plies without a time get the `moment`, and a result without a cause that of an adjudication.
    Nobody is told anything of a game that must be corrected first.
    """
    session, record = game.session, game.record
    if game.is_known or not journal.is_sound(record):
        return None
    before, timed = game.known_record, journal.stamped(record, moment)
    if before.end is None and timed.end is not None and timed.end.unexplained:
        timed = timed.with_tags({"Termination": "adjudication"})
    game.keep(timed)
    if not game.is_playable:
        return None
    number = str(game.known[0])
    if journal.apart(before, timed)[1]:
        hash_ = digest("planned", game.key, number)  # the same if this run is ended
        last = journal.last_sent(timed, timed.variant.armies)
        game.play_planned(Stamp(last or moment, hash_))
    record = game.record
    if not (changes := _changes(before, record)):
        game.note()
        return None
    had = session.called(before.players.values())
    players = tuple(dict.fromkeys((*game.players, *had)))
    hash_ = digest("news", game.key, number, changes)
    session.news.append(f"[{game.id}] sent to its players: {' '.join(changes.split())}")
    sides = ((name, before.players.get(army, "")) for army, name in record.players.items())
    pairs = (pair for pair in map(session.called, sides) if len(pair) > 1 and pair[0] not in had)
    new = tuple(pair[0] for pair in pairs)
    return News(game, hash_, [say("changed", id=game.id), changes], players, game.data, new)


def begun(game: ClubGame) -> News:
    """Return the news of a game that has begun: an invitation of each of its players."""
    players, hash_ = tuple(game.players), digest(game.path.name, game.record.text, size=4)
    return News(game, hash_, (), players, game.data, players)


def tell(session: ClubSession, news: Iterable[News | None]) -> None:
    """Send news of games, a message to each of their players; these know the records then.

    Who is new there is invited instead, by one message to all such games, whose line in the log has
    the hash of the secret word that it tells.
    """
    every = [each for each in news if each is not None]
    for player in dict.fromkeys(player for each in every for player in each.players):
        mine = [each for each in every if player in each.players]
        mine = [each for each in mine if not session.has_told(player.id, each.hash)]
        for is_new in (True, False):
            part = [each for each in mine if (player in each.new) == is_new]
            if not part:
                continue
            games, hashes = [each.game for each in part], [each.hash for each in part]
            if is_new:
                title = say("title", games=games, invites=True)
                invited = say("invited", games=games, to=player)
                verdict, out = Verdict.INVITED, session.notice(player, title, [invited], games)
                hashes += [player.word_hash] if session.club.token else []
            else:
                told = [
                    (one.game, [*one.parts, say("stand", game=one.game, to=player)]) for one in part
                ]
                verdict, out = Verdict.CHANGED, session.about(player, told)
            session.send(verdict, hashes[0], out, " ".join(hashes[1:]), " ".join(map(str, games)))
    for each in every:
        each.game.note(each.data, news=True)


def _changes(before: Record, now: Record) -> str:
    """Write what a record has otherwise than the one that its players know, as sentences."""
    taken, plies = journal.apart(before, now)
    known = [(finding.quoted, verdict) for verdict, finding in before.decisions]
    decided = [(finding.quoted, verdict) for verdict, finding in now.decisions]
    gifts = [(gift.army, gift.seconds) for gift in now.given if not clocks.leave_of(gift)]
    gifts += [(gift.army, -gift.seconds) for gift in before.given if not clocks.leave_of(gift)]
    given = [(army, sum(s for to, s in gifts if to == army)) for army in now.variant.armies]
    facts = {"decisions": [each for each in decided if each not in known], "given": given}
    return say("changes", before=before, record=now, taken=taken, plies=plies, **facts)


def notice(session: ClubSession) -> None:
    """Send the changes of records, and then write the time for days of leave into them.

    A record that changes again and again is left to the next run; a game stops no other.
    """
    new, games = list[News | None](), session.games.values()

    def find(game: ClubGame) -> None:
        new.append(found(game, session.now))

    steps = [(f"[{game}] ", partial(find, game)) for game in games]
    steps += [("", partial(tell, session, new))]
    steps += [(f"[{game}] ", partial(_write_leave, game)) for game in games]
    for where, step in steps:
        try:
            with suppress(Unread):  # or it changes again and again
                session.tried(step)
        except Exception as problem:  # the next run does it
            pass_over(problem)
            session.news.append(where + in_one_line(problem))


def _write_leave(game: ClubGame) -> None:
    """Write the time for players' days of leave into a record, if it can be played on."""
    if game.is_playable and game.is_known:
        longer = clocks.with_leave(game.session.club, game.record, game.players)
        if longer is not game.record:
            game.keep(longer)
            game.note()  # that is no news, but known now


def withdraw(session: ClubSession, name: str) -> Iterator[Outcome]:
    """Forfeit every army of a player in the games under way; yield those at fault.

    `notice` sends these changes to all players.
    """

    def leave(game: ClubGame) -> None:
        record, stamp = game.record, Stamp(session.now)
        for letter in journal.armies(record, name):  # one may be off the board
            left = journal.with_ply(record, f"{letter}:forfeits", letter, stamp)
            record = record if isinstance(left, Refused) else left
        game.keep(record)

    yield from _changed(session, session.fought_by(name), f"{name} withdraws", leave)
    for game in session.coming(name):
        session.news.append(f"[{game}] will begin with {name}: --replace gives it to another")


def _changed(
    session: ClubSession,
    games: Iterable[ClubGame],
    before: str,
    change: Callable[[ClubGame], None],
) -> Iterator[Outcome]:
    """Change games, whose earlier changes are news of their own; yield those at fault instead."""

    def is_changed(game: ClubGame) -> bool:
        tell(session, [found(game, session.now)])
        _write_leave(game)
        if is_sound := journal.is_sound(game.record):
            change(game)
        return is_sound

    for game in games:
        is_done = False
        with suppress(Unread):  # or it changes again and again
            is_done = session.tried(partial(is_changed, game))
        if not is_done:
            note = f"the record must be corrected first, before {before}"
            yield Outcome(Verdict.HELD, note, game)


def replaceable(session: ClubSession, old: Player, new: Player) -> list[ClubGame]:
    """List a player's games under way; raises ValueError if another plays there, too."""
    games = session.fought_by(old.name)
    if shared := [f"[{game}]" for game in games if journal.armies(game.record, new.name)]:
        raise ValueError(f"{new.name} plays in {', '.join(shared)} already")
    return games


def replace(
    session: ClubSession, old: Player, new: Player, seconds: int | None
) -> Iterator[Outcome]:
    """Give the games of a player, under way and to come, to another; yield those at fault.

    The second has so many seconds from now on (None: the rest of the time); the conditional lines
    of the first are dropped.  `notice` invites the second, and tells all other players.
    """

    def seated(record: Record) -> Record:
        sides = record.variant.armies
        return record.with_tags({sides[by]: new.name for by in journal.armies(record, old.name)})

    def take(game: ClubGame) -> None:
        record, letters = game.record, journal.armies(game.record, old.name)
        for letter in letters:
            game.keep(record, letter, ())
        record = seated(record)
        for letter in letters if seconds is not None else ():
            record = clocks.with_bank(session.club, record, letter, seconds or 0, session.now)
        game.keep(record)
        double_after = session.club.double_after
        with_leave = clocks.with_leave(session.club, game.record, game.players)
        for letter in letters:
            exact = with_leave.clock(session.now, exact=True, double_after=double_after)
            bank = record.bank(letter, double_after=double_after)
            left = exact.left if exact is not None and exact.army == letter else bank
            who = answers.name_of(record, letter)
            session.news.append(say("time-left", id=game.id, who=who, left=left))

    playing, coming = replaceable(session, old, new), session.coming(old.name)
    taken = [game for game in coming if not journal.armies(game.record, new.name)]
    for game in taken:
        game.keep(seated(game.record))
        session.news.append(f"[{game}] will begin with {new.name}")
    yield from _changed(session, playing, f"{new.name} replaces {old.name}", take)
    if not (playing or taken):
        session.news.append(f"{old.name} has no running game that {new.name} could take over")


def readdress(session: ClubSession, id_: str, address: str) -> None:
    """Give a player another address, and write that to it.

    Raises ValueError for no player, and for an address that is none or is another's.
    """

    def cells(player: Player) -> dict[str, str]:
        other = session.player(address)
        if not is_address(address) or address.casefold() == session.club.address.casefold():
            raise ValueError(f"{excerpt(address)} is no address of a player")
        if other is not None and other.id != player.id:
            raise ValueError(f"{excerpt(address)} is the address of {other.name}")
        return {"address": address}

    player = session.tried(partial(session.rewrite, id_, cells))
    title = f"{on_one_line(session.club.name)}: your address"
    told = session.notice(player, title, [say("readdressed", address=player.address)])
    session.send(Verdict.CHANGED, digest("address", player.id, address.casefold()), told)


def named(session: ClubSession, wanted: str) -> str:
    """Find the name of a player by id or name, in the list or else in a game.

    Raises ValueError if there is none.
    """
    seated = chain(*(game.record.players.values() for game in session.readable))
    names = {folded(name): name for name in (*seated, *(one.name for one in session.players))}
    names |= {folded(player.id): player.name for player in session.players}
    if folded(wanted) not in names:
        raise ValueError(f"there is no player {excerpt(wanted)}")
    return names[folded(wanted)]


# Clocks -------------------------------------------------------------------------------------------


def checked(session: ClubSession) -> Iterator[Outcome]:
    """Check all clocks: remind players, a message each, and yield the games that are late."""
    due: dict[Player, list[ClubGame]] = {}
    for game in session.games.values():
        try:
            clock = game.clock
            if clock is None or not game.is_playable:
                continue
            until = game.late_from(game.record) if session.club.remind else None
            if clock.late:
                who, hash_ = answers.name_of(game.record, clock.army), late_hash(game)
                if not session.log.of(hash_):
                    line = Line(session.now, hash_, game=game.id, verdict=Verdict.LATE)
                    every = ((to, say("used-up", who=who, game=game, to=to)) for to in game.players)
                    session.give(line, [session.about(to, [(game, [each])]) for to, each in every])
                days = max(1, timedelta(seconds=-(clock.left or 0)) // _DAY)
                note = say("overdue", id=game.id, who=who, span=f"{days}d")
                yield Outcome(Verdict.LATE, note, game, clock.army)
            elif clock.since is not None and until is not None:
                end = until - _DAY  # of the last whole day
                half = clock.since + (end - clock.since) / 2
                last = max(half, end - _DAY)
                due_at = last if session.now >= last else half  # the last moment so far
                for player in game.players if session.now >= due_at else ():
                    lines = session.log.of_player(player.id)
                    since = (each for each in lines if each.time >= due_at and each.answers)
                    told = any(f" {game.id} " in f" {each.game} " for each in since)
                    here = answers.is_turn(game.record, player) and not player.back(session.now)
                    if here and not told:
                        due.setdefault(player, []).append(game)
        except Exception as problem:  # it does not stop the others
            pass_over(problem)
            yield Outcome(Verdict.HELD, in_one_line(problem), game)
    for player, games in due.items():
        hash_ = digest("remind", player.id, str(int(session.now.timestamp())))
        if len(games) == 1:
            (game,) = games
            out = session.about(player, [(game, [say("your-turn", game=game, to=player)])])
            out = out._replace(subject=f"{out.subject}: your turn")
        else:
            head = say("your-turns", games=games, to=player)
            out = session.notice(player, head.partition(".")[0], [head])
        session.send(Verdict.REMINDED, hash_, out, game=" ".join(map(str, games)))


def late_hash(game: ClubGame) -> str:
    """Return the hash of the reports on a late game, which are made once for each deadline."""
    record = game.record
    return digest("late", game.id, str(len(record.mainline())), str(game.late_from(record)))
