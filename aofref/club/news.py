"""News: an arbiter's changes of a record are sent to its players; a player leaves all games.

First missing times are added to the record, then planned moves are played, then the messages are
written, then the new state is noted.  The next run finishes the work of an interrupted run, and
nobody gets a message twice.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import TypeVar

from aofref import Record, Stamp
from aofref.club import answers, clocks, journal
from aofref.club.answers import Paragraphs, say
from aofref.club.game import ClubGame
from aofref.club.log import Line, Verdict
from aofref.club.plans import Plans
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import Player, digest, is_address
from aofref.club.store import folded, pass_over
from aofref.notation.times import HOUR, in_days, span_in_words
from aofref.text import excerpt, in_one_line, json_text, on_one_line
from aofref.values import Value

T = TypeVar("T")
_OF_THE_END = ("Result", "Termination")  # the tags of the end of a game
_DECISIONS: dict[str, str] = {
    "stands": "stands, though it is not legal",
    "takeback": "is not legal and is taken back",
    "forfeits": "is not legal, and its army forfeits",
}


class News(Value):
    """What is new in a game, for its players, who know the record of these bytes with it.

    `hash` is the same if an interrupted run is begun again.
    """

    game: ClubGame
    hash: str
    parts: Paragraphs
    players: tuple[Player, ...]
    data: bytes


def found(game: ClubGame, moment: datetime) -> News | None:
    """Find the changes of a record since its players' last message; None if there are none.

    Plies without a time get the `moment`, and a result without a cause that of an adjudication.
    Nobody is told anything of a game that must be corrected first.
    """
    session, record = game.session, game.record
    if game.is_known or not journal.is_sound(record):
        return None
    before, timed = game.known_record, journal.stamped(record, moment)
    if before.end is None:
        timed = journal.adjudicated(timed)
    if timed is not record:
        game.keep(timed)
    if not game.is_playable or game.unlisted:
        return None
    number = str(game.known[0])
    more = journal.apart(before, timed)[1]
    same = len(timed.mainline()) - more
    if more:
        hash_ = digest("planned", game.key, number)  # the same if this run is ended
        last = journal.last_sent(timed, timed.variant.armies)
        game.play_planned(Stamp(last or moment, hash_))
    record = game.record
    by_hand = _by_hand(record, same)
    changes = list(_changes(before, journal.up_to(record, by_hand)))
    planned = list(answers.happened(record, record.mainline()[by_hand:]))
    if not changes and not planned:
        game.note()
        return None
    resigned = {ply.lan for ply in record.mainline()[same:]} == {"resigns"}
    (head,) = say("changed", id=game.id, left=resigned)
    at_once = [*say("at-once"), "", *planned] if planned else []
    invited, both = invited_to(game), (*game.players, *session.called(before.players.values()))
    players = (to for to in dict.fromkeys(both) if not session.has_told(to.id, invited))
    hash_ = digest("news", game.key, number, *changes, *planned)
    session.news.append(
        f"[{game.id}] sent to its players: {' '.join(' '.join((*changes, *planned)).split())}"
    )
    return News(game, hash_, [[head, "", *changes], at_once], tuple(players), game.bytes_now())


def invited_to(game: ClubGame) -> str:
    """Return the hash of what a new player of a game is told with the invitation."""
    return digest("taken", game.key, str(game.known[0]))


def tell(session: ClubSession, news: Iterable[News | None]) -> None:
    """Send news of games, a message to each of their players; these know the records then."""
    every = [each for each in news if each is not None]

    for player in dict.fromkeys(player for each in every for player in each.players):
        mine = [each for each in every if player in each.players]
        mine = [each for each in mine if not session.has_told(player.id, each.hash)]
        if mine:
            told = [(each.game, [*each.parts, *answers.stand(each.game, player)]) for each in mine]
            first, *others = [each.hash for each in mine]
            out, ids = session.about(player, told), " ".join(each.game.id for each in mine)
            session.send(Verdict.CHANGED, first, out, note=" ".join(others), game=ids)
    for each in every:
        each.game.note(each.data, news=True)


def _changes(before: Record, now: Record) -> Iterator[str]:
    """Write what a record has otherwise than the one that its players know, as sentences."""
    lost, more = journal.apart(before, now)
    if taken := [str(ply) for ply in before.mainline()[len(before.mainline()) - lost :]]:
        yield f"Taken back: {', '.join(taken)}."
    known = [(finding.quoted, verdict) for verdict, finding in before.decisions]
    for verdict, finding in now.decisions:
        if (finding.quoted, verdict) not in known:
            yield f"The arbiter has decided: {finding.quoted} {_DECISIONS[verdict]}."
    yield from answers.happened(now, now.mainline()[len(now.mainline()) - more :])
    if before.end and not now.end:
        yield f"Taken back: the game is over: {before.ending}."
        yield "The game goes on."
    elif before.ending != now.ending and not more:
        yield "A result was recorded."
    if not now.end and not more:
        for army in now.offers:
            if army not in before.offers:
                yield f"{answers.name_of(now, army)} offers a draw."
        if before.offers and not now.offers:
            yield "No draw is offered any more."
    for army in now.variant.armies:
        seconds = _given(now, army) - _given(before, army)
        in_words = in_days if seconds % HOUR else span_in_words
        name, span = answers.name_of(now, army), in_words(abs(seconds))
        if seconds:
            did = f"given {name} {span}" if seconds > 0 else f"taken {span} from {name}"
            yield f"The arbiter has {did}."
    sides = {*now.variant.armies.values()}
    for name in dict.fromkeys((*before.tags, *now.tags)):
        was, value = before.tags.get(name), now.tags.get(name)
        if name in _OF_THE_END or was == value:
            continue
        if name in sides and was and value and "?" not in (was, value):
            yield on_one_line(f"{value} plays {name} now, in place of {was}.")
        else:
            change = "is not given any more" if value is None else f"is now {json_text(value)}"
            yield on_one_line(f"The tag {name} {change}.")


def _given(record: Record, army: str) -> int:
    """Add up the seconds that an arbiter gave an army."""
    gifts = (gift for gift in record.given if gift.army == army)
    return sum(gift.seconds for gift in gifts if not clocks.leave_of(gift))


def _by_hand(record: Record, same: int) -> int:
    """Count the plies without the planned ones at the end, which begin at `same` or later."""
    played = {mark.place for mark in journal.marks(record).values() if mark.played}
    count = len(record.mainline())
    while count > same and count - 1 in played:
        count -= 1
    return count


def notice(session: ClubSession, moment: datetime) -> list[str]:
    """Send the changes of records, and then write the time for days of leave into them.

    A record that changes again and again is left to the next run.  Returns what failed: a game
    stops no other.
    """
    failed = list[str]()

    def tried(game: ClubGame, work: Callable[[], T]) -> T | None:
        try:
            return session.tried(work)
        except Exception as problem:
            pass_over(problem)
            failed.append(f"[{game.id}] {in_one_line(problem)}")
            return None

    new = (tried(game, partial(found, game, moment)) for game in session.games.values())
    try:
        tell(session, new)
    except Exception as problem:  # the next run tells it
        pass_over(problem)
        failed.append(in_one_line(problem))
    for game in session.games.values():
        tried(game, partial(_write_leave, game))
    return failed


def _write_leave(game: ClubGame) -> None:
    """Write the time for players' days of leave into a record, if it can be played on."""
    if game.is_playable and game.is_known:
        longer = clocks.with_leave(game.session.club, game.record, game.players)
        if longer is not game.record:
            game.keep(longer)
            game.note()  # that is no news, but known now


def withdraw(session: ClubSession, name: str, how: str, moment: datetime) -> Iterator[Outcome]:
    """Have every army of a player leave the games under way: it resigns, or it forfeits.

    Yields the games that cannot be played on.  `notice` sends these changes to all players.
    """

    def leave(game: ClubGame) -> None:
        letters = journal.armies(game.record, name)
        game.keep(journal.withdrawn(game.record, letters, Stamp(moment), how))

    yield from _changed(session, session.fought_by(name), f"{name} withdraws", leave)


def _changed(
    session: ClubSession,
    games: Iterable[ClubGame],
    before: str,
    change: Callable[[ClubGame], None],
) -> Iterator[Outcome]:
    """Change games, whose earlier changes are news of their own; yield those at fault instead."""

    def tried(game: ClubGame) -> Outcome | None:
        tell(session, [found(game, session.now)])
        _write_leave(game)
        if not journal.is_sound(game.record):
            note = f"the record must be corrected first, before {before}"
            return Outcome(Verdict.HELD, note, game)
        change(game)
        return None

    outcomes = (session.tried(partial(tried, game)) for game in games)
    return (outcome for outcome in outcomes if outcome is not None)


def replaceable(session: ClubSession, old: Player, new: Player) -> list[ClubGame]:
    """List a player's games under way; raises ValueError if another plays there, too."""
    games = session.fought_by(old.name)
    shared = [f"[{game}]" for game in games if journal.armies(game.record, new.name)]
    if shared:
        raise ValueError(f"{new.name} plays in {', '.join(shared)} already")
    return games


def replace(
    session: ClubSession, old: Player, new: Player, seconds: int | None
) -> Iterator[Outcome]:
    """Give the games of a player that are under way to another; yield those at fault.

    The second has so many seconds from now on (None: the rest), and is invited; the conditional
    lines of the first are dropped.  `notice` tells all other players.
    """

    def take(game: ClubGame) -> None:
        record = game.record
        letters, sides = journal.armies(record, old.name), record.variant.armies
        for letter in letters:
            game.keep(record, letter, Plans("", ()))
        record = record.with_tags({sides[letter]: new.name for letter in letters})
        for letter in letters if seconds is not None else ():
            record = clocks.with_bank(session.club, record, letter, seconds or 0, session.now)
        game.keep(record)
        for letter in letters:
            left = game.left(letter)
            who = answers.name_of(record, letter)
            has = "no time control" if left is None else f"{in_days(left)} left"
            has = has if left is None or left >= 0 else f"used up the time, by {in_days(left)}"
            session.news.append(f"[{game}] {who} has {has}")

    playing = replaceable(session, old, new)
    words = f"replaces {old.id} in"
    orders = [line for line in session.log.of_player(new.id) if line.note.startswith(words)]
    # An interrupted run has noted which games it takes, and is finished: nobody was invited yet.
    begun = orders[-1] if orders and not session.log.of(orders[-1].hash + "i") else None
    if begun is None and not playing:
        session.news.append(f"{old.name} has no running game that {new.name} could take over")
        return
    if begun is None:
        note = " ".join([words, *(digest(game.key, size=4) for game in playing)])
        hash_ = digest("replaces", new.id, note, str(session.now))
        begun = Line(session.now, hash_, player=new.id, verdict=Verdict.CHANGED, note=note)
        session.log.add(begun)
    yield from _changed(session, playing, f"{new.name} replaces {old.name}", take)
    hashes = begun.note.split()
    mine = (game for game in session.readable if digest(game.key, size=4) in hashes)
    if games := [game for game in mine if new in game.players]:
        note = " ".join(map(invited_to, games))
        session.invite(new, "the club", games, begun.hash + "i", note)


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

    player = session.rewrite(id_, cells)
    title = f"{on_one_line(session.club.name)}: your address"
    told = session.notice(player, title, [say("readdressed", address=player.address)])
    session.send(Verdict.CHANGED, digest("address", player.id, address.casefold()), told)


def named(session: ClubSession, wanted: str) -> str:
    """Find the name of a player by id or name, in the list or else in a game.

    Raises ValueError if there is none.
    """
    for player in session.players:
        if folded(wanted) in (folded(player.id), folded(player.name)):
            return player.name
    seated = (name for game in session.games.values() for name in game.record.players.values())
    if (found := next((name for name in seated if folded(name) == folded(wanted)), None)) is None:
        raise ValueError(f"there is no player {excerpt(wanted)}")
    return found
