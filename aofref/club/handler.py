"""Handler: one message is processed, from reading it to the last answer.

First the plans are written, then the record, then the answers; then the message is put away.  Each
step leaves a file, so that an interrupted message resumes at the first missing file.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from aofref.club import absence, answers, inbox, journal, news, plans
from aofref.club.absence import Ordered
from aofref.club.answers import ClubGame
from aofref.club.journal import MailMark
from aofref.club.keys import Keys, Unproved
from aofref.club.log import MOVED, OPEN, Line, Verdict
from aofref.club.outgoing import PATIENCE, Outgoing
from aofref.club.plans import Plans
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import Player, digest, is_address
from aofref.club.store import Arrived, Unread, pass_over, unheld
from aofref.club.understanding import (
    Understood,
    for_arbiter,
    leave_of,
    may_order,
    understood,
    withdrawal_of,
    word_of,
)
from aofref.findings import BadFile
from aofref.judge.edit.addition import Stamp, reader_of
from aofref.judge.replay.line import Ply
from aofref.judge.replay.reading import Refused
from aofref.judge.replay.verdict import Replay
from aofref.library.record import Record
from aofref.notation.records import limits
from aofref.rules.events import Reason
from aofref.text import in_one_line, on_one_line

_MOST = 20  # how many messages that play nothing are answered in a day: a program may write them
_ENOUGH = [
    f"The club has answered {_MOST} messages of yours today that play nothing.",
    "The arbiter has this one, and gets any more until midnight (UTC).",
]
_NO_GAMES = ["You have no running game here."]
_TO_THE_ARBITER = [
    "The club takes no orders of its arbiter by mail: type them where the club is.",
    "What waits there, and each command, is listed by aofref club DIR --status",
]
_PASSED = "Your message was passed on to the arbiter."
_TOO = "The arbiter gets your message, too."
_ALONE = (
    "Nothing was played. Write your order again, with the game in the Subject, "
    "or alone on the line above it."
)
_NO_WORD = "without the player's word"
_NO_SIGNATURE = "without a signature"


def handle(session: ClubSession, arrived: Arrived) -> Outcome:
    """Carry out the orders of a message, and answer it; if that fails, hold it for the arbiter.

    Raises Unread if the message must wait for a file that cannot be read or written.
    """
    handler = MessageHandler(session, arrived, session.keys)
    try:
        return handler.outcome()
    except OSError as problem:
        pass_over(problem)
        raise Unread(f"{problem.filename or arrived.path}: {problem.strerror}") from problem
    except BadFile as problem:  # a list of players that has just been changed
        raise Unread(f"{problem.source}: {problem}") from problem
    except Unread:
        raise
    except Exception as problem:  # a fault of the program must not keep the others waiting
        return handler.put_aside(in_one_line(problem))


class MessageHandler:
    """One message; `id` is its game and `by` the army of its sender, empty if unknown.

    The `player` of a stranger has no id.
    `begun`: its move is in the record.  `fault` is why it could not be read, `unproven` why it may
    be another's than a player's.  `anew`: the arbiter has it judged anew, which proves it, and
    answers that left it open do not count.
    `post` is a player's line for which the arbiter gets it, too, whatever becomes of its orders.
    """

    def __init__(self, session: ClubSession, arrived: Arrived, keys: Keys | None = None) -> None:
        self.session, self.club = session, session.club
        self.raw = session.store.message(arrived, limits.MAIL + 1)
        self.anew = arrived.anew
        self.raw = unheld(self.raw) if self.anew else self.raw
        self.message, self.hash, self.fault = inbox.read(self.raw)
        self.order, lines = leave_of(self.message.lines)
        self.message = self.message._replace(lines=lines)
        self.player = session.player(self.message.sender) or Player("", "", self.message.sender)
        self.ordered: Ordered | None = None
        self.name = arrived.name
        self.unproven = self._unproven(arrived, None if self.anew else keys)
        if self.anew:
            self.unproven = ""
        elif self.unproven:  # whoever wrote it, a proven message of its Message-ID is another
            self.hash = digest("unproven", self.hash)
        self.stamp = Stamp(arrived.moment, self.hash)
        self.begun = False
        self.id = self.by = ""
        title = inbox.alone(self.message.subject, self.player.token)
        self.post = for_arbiter(title, self.message.lines) if self.player.id else ""

    def outcome(self) -> Outcome:
        """Process the message, again if its record has changed meanwhile."""
        self.session.reload()
        outcome = self.session.tried(self._outcome)
        if outcome is None:
            raise Unread("the record of its game is written again and again: it waits")
        return outcome

    def put_aside(self, why: str) -> Outcome:
        """Hold a message at which the program fails, and answer its sender if possible."""
        self.id = self.by = ""
        if not self.begun:
            with suppress(Exception):
                text = "Your message could not be processed, and was passed on to the arbiter."
                return self._answered(Verdict.HELD, [[text]], note=why)
        return self._done(Verdict.HELD, note=why)

    def _done(self, verdict: Verdict, *, move: str = "", code: str = "", note: str) -> Outcome:
        """Return the outcome; hold a message that is for the arbiter."""
        self._hold_if(verdict, note)
        if not self._mine():
            self.session.log.add(self._line(verdict))
        id_, game = self.message.id, self.session.id_of(self.id)
        return Outcome(id_, verdict, game, self.by, move, code, note)

    def _asked(self) -> int:
        """Count how often the sender was asked about the game before, since the last move there.

        About no game that is counted in a day.
        """
        own, log = self._line(Verdict.ASKED), self.session.log
        moved = self.moved([self.id]) if self.id else None
        lines = log.of_player(own.player) if self.id else log.of_day(own.player, own.time.date())
        asked = (line for line in lines if (line.verdict, line.game) == (own.verdict, own.game))
        others = (line for line in asked if line.file != on_one_line(self.name))
        return sum(moved is None or line.time > moved for line in others)

    def moved(self, ids: Sequence[str]) -> datetime | None:
        """Return when the sender moved last in one of these games; None for never."""
        last = []
        for id_ in ids:
            judged = self.session.game(id_)
            if judged.opened:
                armies = self.session.armies(judged, self.player)
                last.append(journal.last_sent(judged, armies))
        return max((moment for moment in last if moment is not None), default=None)

    def _hold_if(self, verdict: Verdict, why: str) -> None:
        """Hold a message that is for the arbiter, once, under a field with the reason.

        That is also one without a proof, and one that is asked back for the second time.
        """
        is_post = bool(self._too()) and verdict not in (Verdict.ROBOT, Verdict.DUPLICATE)
        asked = self._asked() if verdict is Verdict.ASKED and not self.anew else 0
        unproven = verdict is Verdict.REFUSED and bool(self.unproven)
        if verdict is Verdict.HELD or is_post or asked or unproven:
            often = "back" if not asked else "twice" if asked == 1 else f"{asked + 1} times"
            did = f"asked {often}" if verdict is Verdict.ASKED else verdict.value
            why = why if verdict is Verdict.HELD or self.unproven else did
            why += ", and may concern the arbiter" if is_post else ""
            self.session.store.hold(self.name, self.raw, why, self.stamp.moment)

    def _outcome(self) -> Outcome:
        self.id = self.by = ""
        sender = self.message.sender.casefold()
        automated = self.message.automated and not self.anew
        if automated or sender == self.club.address.casefold():
            return self._done(Verdict.ROBOT, note=f"from {sender or 'nobody'}: not answered")
        mine, mark = self._mine(), self._mark()
        known = self.session.log.answered(self.hash)
        if self.anew:
            known = [line for line in known if line.verdict not in OPEN]
        if mark is not None and (mine or not known):
            return self._resumed(mark, mine)
        if mine:
            return self._done(Verdict(mine[-1].verdict), note="answered before")
        return self._duplicate(known) if known else self._fresh()

    def _mine(self) -> list[Line]:
        """List the lines of the log that this message has since it was last judged anew."""
        return [line for line in self.session.log.of_file(self.name) if line.hash == self.hash]

    def _line(self, verdict: Verdict) -> Line:
        """Return the line of the log on this message, which has no answers yet."""
        who = self.message.sender.casefold() if self.unproven else self.player.id
        game = self.session.id_of(self.id)
        return Line(
            self.stamp.moment, self.hash, self.message.id, who, game, verdict, file=self.name
        )

    # Seen before ----------------------------------------------------------------------------------

    def _mark(self) -> MailMark | None:
        """Find the message in the records of the games, and set the game's id."""
        if not self.player.id or self.fault:
            return None
        for id_ in inbox.named(self.message.subject, self.session.paths).ids or self.session.paths:
            if self.session.has(id_, self.hash):
                mark = journal.marks(self.session.game(id_)).get(self.hash)
                if mark is not None:
                    self.id = id_
                    return mark
        return None

    def _resumed(self, mark: MailMark, mine: list[Line]) -> Outcome:
        """Finish a message that is in the record, but whose run was interrupted."""
        judged = self.session.game(self.id)
        ply = judged.plies[mark.place] if mark.played else None
        self.by = judged.game.letters[ply.army] if ply is not None else self.army(judged)
        if mine and mine[-1].verdict == Verdict.DUPLICATE:
            return self._done(Verdict.DUPLICATE, note="came before")
        if mine:
            led = journal.replies(judged, mark.place, self.stamp) if ply is not None else [None]
            self._note(judged, led[-1])
            move = ply.lan if ply is not None and ply.move is not None else ""
            return self._done(Verdict(mine[-1].verdict), move=move, note="answered before")
        self._order_leave()
        orders = understood(judged.last, self.message.lines, reader_of(judged))
        if ply is None:
            return self._report(orders, judged, [], draw=True)
        done = self._settled(mark.place)
        plies = journal.replies(done, mark.place, self.stamp)
        then = journal.up_to(self.session.record(self.id), mark.place + 1)._verdict
        kept = plans.validated(then, orders.plans or (), ply.army)
        wrong = kept if isinstance(kept, Refused) and orders.move else None
        return self._report(orders, done, plies, draw=bool(orders.draw), wrong=wrong)

    def _duplicate(self, known: list[Line]) -> Outcome:
        """Send the old answer again, to a message that came before."""
        ids = inbox.named(self.message.subject, self.session.paths).ids
        self.id = self.id or (ids[0] if len(ids) == 1 else "")
        if self._may_answer() and self._left() > 1:
            first = (line for line in known if line.verdict != Verdict.DUPLICATE and line.answers)
            old = min(first, key=lambda line: line.verdict in OPEN, default=None)
            line = self._line(Verdict.DUPLICATE)
            if old is None or not self.session.repeat(line, old.answers[0]):
                text = "This message came before; it was not processed again."
                self._answer(Verdict.DUPLICATE, [[text]])
        return self._done(Verdict.DUPLICATE, note="came before")

    # Fresh ----------------------------------------------------------------------------------------

    def _fresh(self) -> Outcome:
        message = self.message
        if not self.player.id:
            if message.sender.casefold() == self.club.arbiter.casefold():
                return self._answered(Verdict.ANSWERED, [_TO_THE_ARBITER], note="the arbiter")
            text = "This is not the address of a player of the club."
            return self._answered(Verdict.HELD, [[text, _PASSED]], note="a stranger")
        if self.fault:
            text = f"Your message could not be read: {self.fault}."
            passed = "It was passed on to the arbiter."
            return self._answered(Verdict.HELD, [[text, passed]], note=self.fault)
        if self.unproven:
            return self._answered(Verdict.REFUSED, [self._nothing_played()], note=self.unproven)
        self._order_leave()
        if self.ordered is not None and not may_order(message.lines):
            return self._only_leave(self.ordered)
        if word := withdrawal_of(message.lines):
            return self._withdraws(word)
        self.id, question, code = self.game()
        if not self.id:
            if word_of("games", message.lines):
                return self._answered(Verdict.LISTED, self._games(), note="games")
            if word_of("help", message.lines):
                return self._answered(Verdict.ANSWERED, [answers.help_of(None)], note="help")
            if self.post:
                asked = [question] if may_order(message.lines) else []
                return self._answered(Verdict.HELD, [[_PASSED], asked], note="without a game")
            return self._answered(
                Verdict.ASKED,
                [[question], [_ALONE] if code == "ambiguous" else []],
                code=code,
                note=question,
            )
        name, replay = self.session.id_of(self.id), journal.open_game(self.session.game(self.id))
        if replay is None:
            text = f"The record of [{name}] must first be corrected by the arbiter."
            return self._answered(Verdict.HELD, [[text, _PASSED]], note="a record at fault")
        if news.notice(self.session, self.id, self.stamp.moment):  # before this player moves
            replay = self.session.game(self.id)
        self.by = self.army(replay)
        if not self.by:
            text = f"You do not play in the game [{name}]."
            return self._answered(Verdict.REFUSED, [[text]], code="wrong-army", note=text)
        return self._act(replay, understood(replay.last, message.lines, reader_of(replay)))

    def _unproven(self, arrived: Arrived, keys: Keys | None) -> str:
        """Return why a message may be another's than the player's; empty if it is proven.

        Raises Unproved if it must wait for a key, or behind a message that does.
        """
        club, message, waiting = self.club, self.message, self.session.unproved
        if not self.player.id:
            return "not a player's"
        try:
            if keys and not message.automated and self.player.id in dict(waiting.values()):
                raise Unproved("an earlier message of its sender waits")
            if not (club.token or club.dkim) or (
                club.token and inbox.has_word(message.subject, self.player.token)
            ):
                return ""
            why = _NO_WORD if club.token else _NO_SIGNATURE
            if club.dkim and not self.fault and not message.automated:
                from aofref.club.signatures import proof  # and with it dkimpy

                hash_, fault = proof(
                    self.raw, message.sender, arrived.moment, keys, self.session.knows
                )
                if not fault:
                    self.hash = self.hash if self.session.knows(self.hash) else hash_
                    return ""
                why = f"{why}, and {fault}" if club.token else fault
        except Unproved as problem:
            why = str(problem)
            if self.session.now - arrived.moment < PATIENCE:
                waiting[arrived.path.name] = self.player.id, why
                raise Unproved(f"{arrived.path}: it waits: {why}") from problem
        return why

    def _nothing_played(self) -> list[str]:
        """Answer a message that is not proven."""
        if not self.club.token:
            return [
                f"Nothing shows that this message is yours: {self.unproven}. Nothing was played.",
                "Send it through the mail server of your own address, or ask the arbiter.",
            ]
        return [
            "Your secret word is missing from the Subject: nothing was played.",
            "The Subject of this answer contains it: reply, and write your order again.",
        ]

    def about(self) -> str:
        """Return the id of the message's game; empty for none."""
        return self.game()[0] if self.player.id else ""

    def game(self) -> tuple[str, str, str]:
        """Return the id of the message's game, or a question and its code; the others are empty."""
        named = inbox.named(self.message.subject, self.session.paths)
        if not named.ids and not named.unknown:
            line = word_of(r"\[[^\[\]]+\]", self.message.lines)
            named = named._replace(ids=inbox.named(line, self.session.paths).ids)
        if len(named.ids) == 1:
            return named.ids[0], "", ""
        if named.ids:
            return "", "The Subject names several games: write about one at a time.", "ambiguous"
        if named.unknown:
            text = f"There is no game [{named.unknown}]: look at the Subject."
            if yours := self._listed(self.session.fought_by(self.player)):
                text += f" Your games: {yours}."
            return "", text, "no-record"
        running, turn = self.session.fought_by(self.player), []
        for id_ in running:
            judged = self.session.game(id_)
            if judged.opened:
                letter = judged.game.letters[judged.last.turn]
                turn += [id_] if letter in self.session.armies(judged, self.player) else []
        for candidates in (turn, running):
            if len(candidates) == 1:
                return candidates[0], "", ""
        session, player = self.session, self.player
        played = (id_ for id_ in session.readable() if session.armies(session.game(id_), player))
        games = turn or running or list(played)
        if not games:
            return "", "You are not playing any game here.", "no-record"
        names = self._listed(games)
        return "", f"Which game is it? Write one of these into the Subject: {names}.", "ambiguous"

    def _listed(self, ids: Sequence[str]) -> str:
        return ", ".join(f"[{self.session.id_of(id_)}]" for id_ in ids[:20])

    def _games(self) -> list[list[str]]:
        """Describe the running games of the player, each in short."""
        session = self.session
        running = (session.club_game(id_) for id_ in session.fought_by(self.player))
        return [
            answers.in_short(self.club, game, session.players, session.now)
            for game in running
            if game.replay.opened
        ] or [_NO_GAMES]

    def _withdraws(self, word: str) -> Outcome:
        """Resign all games of the player, who must first send back a word that he is told."""
        running = self.session.fought_by(self.player)
        wanted = f"withdraw-{digest('withdraw', self.player.id, size=3)}"
        if not running:
            return self._answered(Verdict.ANSWERED, [_NO_GAMES])
        games = [self._listed(running)]
        if word != wanted:
            what = "To withdraw from the club's games is to resign all of these:"
            how = f"Nothing was done. To do it, answer with this word alone on a line: {wanted}"
            return self._answered(Verdict.ASKED, [[what], games, [how]])
        moment = self.stamp.moment
        left = list(news.withdraw(self.session, self.player.name, Reason.RESIGNS, moment))
        self.session.news += [f"[{outcome.game}] {outcome.note}" for outcome in left]
        return self._answered(
            Verdict.ENDED, [["You have withdrawn, and resigned these games:"], games]
        )

    def army(self, replay: Replay) -> str:
        """Return the sender's army: the army to move, if the sender has it."""
        mine = self.session.armies(replay, self.player)
        turn = replay.game.letters[replay.last.turn] if replay.last.turn >= 0 else ""
        return turn if turn in mine else "".join(mine[:1])

    def _order_leave(self) -> None:
        """Carry out the order `away`, if the message has one."""
        if self.order is not None:
            at = self.stamp.moment
            self.ordered = absence.order(self.session, self.player, self.order, self.hash, at)
            self.player = self.session.same(self.player)

    def _only_leave(self, done: Ordered) -> Outcome:
        """Answer a message that has no other order than `away`."""
        self.ordered = None
        return self._answered(
            done.verdict, [[*done.lines, *done.deadlines]], code=done.code, note=done.note
        )

    def _act(self, replay: Replay, orders: Understood) -> Outcome:
        if orders.why is not None and not orders.unclear and self.ordered is not None:
            return self._only_leave(self.ordered)
        if orders.why is not None:
            nothing = f"Nothing was played: {orders.why.message}."
            how = answers.how(replay, self.by)
            if word := self._move_in_subject(replay):
                text = f"Your Subject is {word}: a move stands alone on a line of the text."
                return self._answered(Verdict.ASKED, [[text], [how]], code=orders.why.code.value)
            if orders.unclear:
                return self._answered(Verdict.ASKED, [[nothing], [how]], code=orders.why.code.value)
            text = "Your message was not understood, and was passed on to the arbiter."
            text = _PASSED if self.post else text
            return self._answered(Verdict.HELD, [[text, nothing, how]], note="not understood")
        if not orders.move and self._left() <= 1:
            return self._held_as_one_too_many()
        if not orders.move and not orders.draw and orders.plans is None:
            if orders == Understood(games=True):
                return self._answered(Verdict.LISTED, self._games(), note="games")
            return self._report(orders, replay, [])
        record = self.session.record(self.id)
        longer: Record | Refused = record
        if orders.move or orders.draw:
            longer = journal.with_ply(record, orders.move, self.by, self.stamp, draw=orders.draw)
        if isinstance(longer, Refused):
            return self._refused(replay, longer)
        after = longer._verdict
        kept = plans.validated(after, orders.plans or (), replay.game.letters.index(self.by))
        wrong = kept if isinstance(kept, Refused) else None
        if wrong is not None and longer is record:
            return self._refused(replay, wrong, "Your conditional lines were not kept")
        is_new = orders.plans is not None and not isinstance(kept, Refused)
        self.session.keep(self.id, longer, self.by, Plans(self.hash, kept) if is_new else None)
        self.begun = self.begun or longer is not record
        first = len(replay.plies)
        done = self._settled(first)
        return self._report(orders, done, done.plies[first:], draw=bool(orders.draw), wrong=wrong)

    def _move_in_subject(self, replay: Replay) -> str:
        """Return the Subject of a message without a text, if it is a move; else empty."""
        word = inbox.alone(self.message.subject, self.player.token)
        return word if not self.message.own and word and reader_of(replay).is_move(word) else ""

    def _settled(self, first: int) -> Replay:
        """Play the conditional lines that answer the position; the message may play the first."""
        for longer in self.session.planned(self.id, self.stamp, first):
            self.session.keep(self.id, longer)
            self.begun = True
        return self.session.game(self.id)

    # Answering ------------------------------------------------------------------------------------

    def _report(
        self,
        orders: Understood,
        replay: Replay,
        plies: Sequence[Ply],
        *,
        draw: bool = False,
        wrong: Refused | None = None,
    ) -> Outcome:
        """Answer a message that was understood: plies to all players, the rest to the sender."""
        over, passed = journal.is_over(replay), bool(plies) or draw
        verdict = Verdict.PLAYED if plies else Verdict.ANSWERED
        if not passed and orders.tell:
            return self._tells(orders, replay)
        game = self.session.club_game(self.id)
        name = answers.name_of(replay, replay.game.letters.index(self.by))
        news = list(answers.happened(replay, plies))
        if draw:
            alone = not over and len(replay.offers) == 1
            news.append(f"{name} {'offers a draw' if alone else 'agrees to a draw'}.")
        seats = self.session.seats(replay)
        below = answers.stand(self.club, game, seats, self.session.now)
        private = self._private(orders, game, wrong, passed=passed)
        words = answers.passed_on(self.player, orders.words) if passed else []
        parts = (news, words, *private, *below)
        page = self._page(game) if orders.show else None
        out = [self._about(game, self.player, parts)._replace(attached=page)]
        if passed:
            verdict = Verdict.ENDED if over else verdict
            others = (player for player in seats if player is not self.player)
            out += [self._about(game, player, (news, words, *below)) for player in others]
        if passed:  # before the line: what has one is done, and not looked at again
            self._note(replay, plies[-1] if plies else None)
        self.session.give(self._line(verdict), out)
        move = next((ply.lan for ply in plies[:1] if ply.move is not None), "")
        note = news[0] if news else f"a message of {name}, answered"
        return self._done(verdict, move=move, note=note)

    def _tells(self, orders: Understood, replay: Replay) -> Outcome:
        """Send the words of a player, who has not moved, to the other players of the game."""
        game, seats = self.session.club_game(self.id), self.session.seats(replay)
        others = [player for player in seats if player is not self.player]
        words = answers.passed_on(self.player, orders.words)
        standing = answers.standing(self.club, game, seats, self.session.now)
        told = f"Your words were sent to {', '.join(player.name for player in others)}."
        private = self._private(orders, game, None, passed=True)
        parts = ([told] if words and others else ["Nothing was sent."], *private)
        out = [self._about(game, self.player, parts)]
        out += [self._about(game, player, (words, standing)) for player in others if words]
        self.session.give(self._line(Verdict.TOLD), out)
        return self._done(Verdict.TOLD, note=f"words of {self.player.name} to the other players")

    def _note(self, replay: Replay, last: Ply | None) -> None:
        """Note that all players know the game up to `last`, the last ply of this message."""
        count = len(replay.plies)
        while last is not None and replay.plies[count - 1] is not last:
            count -= 1  # plies of others since the run that played it
        self.session.note_answered(self.id, count)

    def _private(
        self, orders: Understood, game: ClubGame, wrong: Refused | None, *, passed: bool
    ) -> list[Sequence[str]]:
        """Write the parts for the sender only: the arbiter, plans, the page, help, rules."""
        replay, parts = game.replay, list[Sequence[str]]([self._too()])
        if passed and orders.withheld:
            parts.append(answers.withheld(orders.withheld))
        unkept = "Your conditional lines were not kept"
        if wrong is not None:
            parts.append([f"{unkept}:", *answers.refused(replay, wrong)[1:]])
        elif orders.plans is not None:
            hash_, kept = self.session.plans(self.id, self.by)
            lines = [" ".join(plan.moves) for plan in kept]
            parts.append(answers.noted(lines) if hash_ == self.hash else [f"{unkept}."])
        if orders.preview:
            parts.append([answers.try_on_page(self.club, game)])
        if orders.games:
            parts += self._games()
        if orders.help:
            parts.append(answers.help_of(game))
        if orders.rules:
            parts.append(answers.rulebook(replay.game))
        return parts

    def _page(self, game: ClubGame) -> tuple[str, str]:
        from aofref.report.page import RULES, Post, book_name, page

        post = Post(self.club.address, game.id, self.player.token if self.club.token else "")
        book = book_name(game.replay.game)
        rules = f"{self.club.site}/{RULES}{book}" if self.club.site and book else ""
        return f"{game.id}.html", page(game.replay, None, post, rules)

    def _refused(
        self, replay: Replay, why: Refused, what: str = "Your move was not played"
    ) -> Outcome:
        parts = [answers.refused(replay, why, what), [answers.how(replay, self.by)]]
        code, move = why.finding.code.value, re.sub("^[A-Z]:", "", why.finding.move)
        note = f"{why.token.text}: {code} {why.finding.message}"
        return self._answered(Verdict.REFUSED, parts, move=move, code=code, note=note)

    def _answered(
        self,
        verdict: Verdict,
        parts: list[list[str]],
        *,
        move: str = "",
        code: str = "",
        note: str = "",
    ) -> Outcome:
        """Answer the sender only; the first line is the note if none is given."""
        self._hold_if(verdict, note)  # first: when it has its answer, it is held
        parts = [*parts, self._too()] if verdict is not Verdict.HELD else parts
        if verdict is Verdict.HELD and self.anew:
            pass  # the sender knows that the arbiter has it
        elif self._left() <= 1:
            return self._held_as_one_too_many()
        elif not self._may_answer():
            verdict = Verdict.HELD
        else:
            self._answer(verdict, parts)
        return self._done(verdict, move=move, code=code, note=note or parts[0][0])

    def _may_answer(self) -> bool:
        robot = bool(self.fault) and (not self.player.id or inbox.looks_automated(self.raw))
        return not robot and is_address(self.message.sender)

    def _left(self) -> int:
        """Count the answers that the sender may get today; the last says that there are no more."""
        line = self._line(Verdict.HELD)
        day = self.session.log.of_day(line.player, line.time.date())
        answered = [each for each in day if each.file and each.answers]
        used = sum(each.verdict not in MOVED for each in answered)
        return 2 if self.anew else max(0, _MOST + 1 - used)

    def _held_as_one_too_many(self) -> Outcome:
        """Hold a message that plays nothing, and answer the first of a day."""
        note = "too many messages today"
        self._hold_if(Verdict.HELD, note)
        if self._left() and self._may_answer():
            self._answer(Verdict.HELD, [_ENOUGH])
        return self._done(Verdict.HELD, note=note)

    def _too(self) -> list[str]:
        return [_TOO] if self.post and not self.anew else []

    def _answer(self, verdict: Verdict, parts: list[list[str]]) -> None:
        judged = self.session.game(self.id) if self.id else None
        player = self.player
        if judged is not None and judged.opened:
            message = self._about(self.session.club_game(self.id), player, parts)
        else:
            title, token = self.message.subject[:200], player.token if self.club.token else ""
            title += f" ({token})" if token and not inbox.has_word(title, token) else ""
            subject = title if title.casefold().startswith("re:") else f"Re: {title}"
            first = [self.ordered.lines] if self.ordered is not None else []
            text, to = answers.joined(*first, *parts), (player.name, player.address)
            message = Outgoing(to, subject, text, self.message)
        self.session.give(self._line(verdict), [message])

    def _about(self, game: ClubGame, to: Player, parts: Sequence[Sequence[str]]) -> Outgoing:
        if self.ordered is not None and to is self.player:
            parts = [self.ordered.lines, *parts]
        return self.session.about(game, to, parts)._replace(answers=self.message)
