"""Handler: one message is processed, from reading it to the last answer.

A message has parts, each about a game.  Each part is judged by itself, its move is written into the
record of its game, and one answer is composed of what became of the parts.  The plans are written
first, then the record, then the answers with the line of the log; then the message is put away.  An
interrupted message is begun again: what is in a record is not played again.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cached_property

from aofref import Stamp
from aofref.club import absence, answers, inbox, journal, news, plans, settings
from aofref.club.answers import say
from aofref.club.game import ClubGame
from aofref.club.inbox import HEARD, ORDERS, Part, Said, Understood, Verb, move_in, understood
from aofref.club.journal import Refused
from aofref.club.keys import PATIENCE, Unproved
from aofref.club.log import MOVED, OPEN, Line, Verdict
from aofref.club.outgoing import Outgoing
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import Player, digest, is_address
from aofref.club.store import Arrived, folded, unheld, whole
from aofref.findings import BadFile
from aofref.text import in_one_line, on_one_line

_MOST = 20  # how many messages that play nothing are answered in a day: a program may write them
_GAMELESS = {row[0] for row in ORDERS if row[2] != "game"}
_VERDICTS = {row[0]: Verdict(row[1]) for row in ORDERS}


def _told(verdict: Verdict, code: str, text: str, game: ClubGame | None = None) -> Outcome:
    """Return an outcome of which the sender is told in a text, and its first line is the note."""
    return Outcome(verdict, text.partition("\n")[0], game, code=code, private=[text])


def handle(session: ClubSession, arrived: Arrived) -> list[Outcome]:
    """Carry out the orders of a message, and answer it; if that fails, hold it for the arbiter.

    Returns an outcome for each of its games.  Raises OSError or BadFile if the message must wait
    for a file that cannot be read or written, or a key.
    """
    handler = MessageHandler(session, arrived)
    session.reload()
    try:
        why = "its record, or players.tsv, is written again and again: it waits"
        outcomes = session.tried(handler.outcomes, why)
    except (OSError, BadFile):  # players.tsv may just have been changed
        raise
    except Exception as problem:  # a fault of the program must not keep the others waiting
        told = [] if session.knows(handler.hash) else [say("failed")]  # it may have played
        outcomes = handler.finished([Outcome(Verdict.HELD, in_one_line(problem), private=told)])
    return [each._replace(id=handler.message.id) for each in outcomes]


class MessageHandler:
    """One message.  The `player` of a stranger has no id.

    `fault` is why it could not be read, `unproven` why it may be another's than a player's, `why`
    the reason for which it was held.  `anew`: the arbiter has it judged anew, which proves it, and
    answers that left it open do not count.  `alone`: a single part is judged, which may lack the
    name of its game.
    """

    def __init__(self, session: ClubSession, arrived: Arrived) -> None:
        self.session, self.club = session, session.club
        raw = whole(arrived.path)
        self.anew, self.name = arrived.anew, arrived.name
        self.raw, self.why = unheld(raw) if self.anew else (raw, "")
        self.message, self.hash, self.fault = inbox.read(self.raw)
        ids = {line.player for line in session.log.history(self.name) if self.anew and line.player}
        of_log = (player for player in session.players if player.id in ids)  # at any address
        known = next(of_log, session.player(self.message.sender))
        self.player = known or Player("", "", self.message.sender)
        self.alone = False
        self.unproven = self._unproven(arrived)
        if self.anew:
            self.unproven = ""
        elif self.unproven:  # whoever wrote it, a proven message of its Message-ID is another
            self.hash = digest("unproven", self.hash)
        self._who = self.message.sender.casefold() if self.unproven else self.player.id
        self.stamp = Stamp(arrived.moment, self.hash)

    @cached_property
    def parts(self) -> list[Part]:
        """The parts of the message, with their orders."""
        return inbox.parts_of(self.message.subject, self.message.lines, self.session.games)

    @cached_property
    def post(self) -> str:
        """The player's own line, or Subject, for which the arbiter gets the message, too.

        Whatever becomes of its orders; empty for none.
        """
        parts = [Part((), self.message.lines)] if self.unproven else self.parts
        title = inbox.title_of(self.message.subject, self.player.token)
        return inbox.for_arbiter(title, *parts) if self.player.id else ""

    def said(self, verb: Verb) -> list[Said]:
        """List the orders of the message with a verb."""
        return [order for part in self.parts for order in part.of(verb)]

    @property
    def addresses(self) -> list[str]:
        """The addresses that the message asks for, and that are still to be noted."""
        asked = (order.text for order in self.said(Verb.ADDRESS))
        return [each for each in asked if is_address(each) and not self.session.player(each)]

    def outcomes(self) -> list[Outcome]:
        """Judge the message, unless it was judged before, and answer it."""
        log, hash_ = self.session.log, self.hash
        if mine := [line for line in log.judged(self.name) if line.hash == hash_]:
            why = "answered before"  # by an interrupted run
            return [Outcome(Verdict(line.verdict), why, self.about(line)) for line in mine]
        sender = self.message.sender.casefold()
        automated = self.message.automated and not (self.anew or self.fault)
        if automated or sender == self.club.address.casefold():
            note = f"from {sender or 'nobody'}: not answered"
            return self.finished([Outcome(Verdict.ROBOT, note)])
        known = log.answered(hash_)
        if self.anew:
            own = (line for line in log.of(hash_) if line.verdict != Verdict.DUPLICATE)
            *_, last = [[], *(log.parts(line) for line in own if line.file)]
            known = [] if any(line.verdict in OPEN for line in last) else known
        if not known and (judged := self._judged()):
            return self.finished(judged)
        # It gets its last answer again.
        done = Outcome(Verdict.DUPLICATE, "came before", self.about(*known))
        if self._left() > 1:
            line, to = self._line(done)._replace(file=self.name), self.message.sender
            old = (name for each in reversed(known) for name in each.answers)
            if any(self.session.repeat(line, name, to) for name in old):
                return [done]
            done = done._replace(private=[say("came-before")])
        return self.finished([done])

    def about(self, *judged: Line) -> ClubGame | None:
        """Return the game of lines of the log, or else that which the message names.

        None if there is none, or several.
        """
        ids = {folded(line.game) for line in judged if line.game}
        ids = ids or {part.id for part in self.parts if part.id}
        return self.session.games.get(ids.pop()) if len(ids) == 1 else None

    def moved(self, games: Iterable[ClubGame]) -> datetime | None:
        """Return when the sender moved last in one of these games; None for never."""
        name, records = self.player.name, (game.record for game in games)
        last = (journal.last_sent(record, journal.armies(record, name)) for record in records)
        return max(filter(None, last), default=None)

    # What is judged -------------------------------------------------------------------------------

    def _judged(self) -> list[Outcome]:
        """Judge a message, part by part; leave out the games in which it was carried out."""
        if not self.player.id:
            if self.message.sender.casefold() == self.club.arbiter.casefold():
                return [Outcome(Verdict.ANSWERED, "the arbiter", private=[say("to-the-arbiter")])]
            return [Outcome(Verdict.HELD, "a stranger", private=[say("stranger")])]
        if why := self.fault:
            return [Outcome(Verdict.HELD, why, private=[say("unreadable", why=why)])]
        if why := self.unproven:
            told = say("no-word") if self.club.token else say("no-signature", why=why)
            return [Outcome(Verdict.REFUSED, why, private=[told], held=why)]
        done, orders, at = list[Outcome](), self.said(Verb.AWAY), self.stamp.moment
        if orders and (any(part.may_order for part in self.parts) or self._left() > 1):
            text = ",".join(filter(None, (order.text for order in orders)))
            done.append(absence.order(self.session, self.player, text, self.hash, at))
        lines = self.session.log.of(self.hash)
        done_in = {folded(line.game) for line in lines if line.game and line.verdict not in OPEN}
        parts = [part for part in self.parts if part.id not in done_in]
        if done or len(parts) > 1:  # leave and a greeting belong to no game
            full = (p for p in parts if p.id or p.unknown or p.orders or p.may_order)
            parts = [p for p in full if p.may_order or {o.verb for o in p.orders} != {Verb.AWAY}]
        self.alone = len(parts) == 1
        if parts:  # which tell the deadlines
            done = [leave._replace(private=leave.private[:1]) for leave in done]
        return [*done, *map(self._part, parts)]

    def _part(self, said: Part) -> Outcome:
        """Judge a part of a message."""
        game = self._game(said)
        if isinstance(game, ClubGame):
            if not game.is_playable:
                told = say("to-correct", id=game.id)
                return Outcome(Verdict.HELD, "a record at fault", game, private=[told])
            if game.mark(self.hash) is None:
                news.tell(self.session, [news.found(game, self.stamp.moment)])
            return self._with_orders(self._act(game, said), said)
        is_words = not (said.may_order or said.orders or said.unknown)
        if said.orders and all(order.verb in _GAMELESS for order in said.orders):
            game = Outcome(Verdict.ANSWERED, said.orders[0].word)
        elif self.post or (is_words and self.alone and self.message.own):
            more = game.private if said.may_order else ()
            game = Outcome(Verdict.HELD, "without a game", private=[say("passed"), *more])
        return self._with_orders(game, said)

    def _game(self, part: Part) -> ClubGame | Outcome:
        """Return the game of a part, or the question which it is."""
        session, player = self.session, self.player
        if part.id:
            return session.games[part.id]
        running = session.fought_by(player.name)
        if part.unknown:
            known = (path.stem for path in session.store.files("known"))
            if folded(part.unknown) in map(folded, known):  # the record is gone
                told = say("to-correct", id=part.unknown)
                return Outcome(Verdict.HELD, "a record at fault", private=[told])
            subject = " ".join(self.message.subject.split())
            question = say("no-game", id=part.unknown, subject=subject, games=running)
            return _told(Verdict.ASKED, "no-record", question)
        named = inbox.named(self.message.subject, session.games)[0]
        running = [game for game in running if game.key in named or not named]
        judged = {folded(line.game) for line in session.log.of(self.hash) if line.game}
        every = session.games.items()
        marked = [game for key, game in every if key in judged or game.has(self.hash)]
        turn = [game for game in running if answers.is_turn(game.record, player)]
        for candidates in (marked, turn, running):
            if self.alone and len(candidates) == 1:
                return candidates[0]
        played = (game for game in session.readable if journal.armies(game.record, player.name))
        games = turn or running or [*played]
        if not games:
            unlisted = (game for game in session.readable if game.unlisted)
            if any(journal.is_sound(game.record) for game in unlisted):  # the name is corrected
                return Outcome(Verdict.HELD, "a record at fault", private=[say("passed")])
            return _told(Verdict.ASKED, "no-record", say("none-played"))
        return _told(Verdict.ASKED, "ambiguous", say("which", games=games, to=player))

    def _act(self, game: ClubGame, said: Part) -> Outcome:
        """Carry out the moves and words of a part in a game that can be played on, and report them.

        What an interrupted run has written is judged as it was then, and not written again.
        """
        now, mark = game.record, game.mark(self.hash)
        first = len(now.mainline()) if mark is None else mark.place + (not mark.played)
        record = journal.up_to(now, first)
        by = journal.army(record, self.player.name)
        if not by:
            return _told(Verdict.REFUSED, "wrong-army", say("not-in", id=game.id), game)
        turn = answers.is_turn(record, self.player)
        orders, longer = understood(record, said, by, turn=turn), record
        if mark is not None:
            longer = journal.up_to(now, first + mark.played)
            orders = orders if mark.played else orders._replace(draw=orders.draw or "draw")
        elif orders.why is not None:
            return self._not_understood(game, by, orders, said)
        elif not orders.move and self._left() <= 1:
            return Outcome(Verdict.HELD, game=game, army=by)
        words = say("writes", player=self.player, words=orders.words)
        if mark is None and (orders.move or orders.draw):
            added = journal.with_ply(record, orders.move, by, self.stamp, draw=orders.draw)
            if isinstance(added, Refused):
                return self._refused(game, by, added, "refused", words)
            longer = added
        kept = plans.validated(longer, orders.plans or (), by)
        wrong, new = (kept, None) if isinstance(kept, Refused) else (None, kept)
        if mark is None:
            if wrong is not None and longer is record:
                return self._refused(game, by, wrong, "plans-refused", words)
            game.keep(longer, by, None if orders.plans is None else new)
        game.play_planned(self.stamp, first)  # conditional lines that answer
        longer = game.record
        played = {hash_: at.place for hash_, at in journal.marks(longer).items() if at.played}
        end = first + (self.hash in played)
        while played.get(journal.reply_stamp(self.stamp, end).message) == end > first:
            end += 1
        # What came of it: plies are for all players, the rest is for the sender.
        plies = longer.mainline()[first:end]
        until = game.late_from(record) if plies and plies[0].move else None
        late = until if until and self.stamp.moment >= until else None
        facts: dict[str, object] = {"record": longer, "plies": plies, "by": by, "late": late}
        happened = say("happened-now", draw=orders.draw, **facts)
        claims = plies and re.search(r"[#+]|^\W*[0-9]", orders.move)  # a `#` for a check
        again = record.add(orders.move, by=by, answers=False).warnings if claims else ()
        facts |= {"warnings": again, "wrong": wrong, "orders": orders}
        beside = say("beside", game=game, **facts)
        if not happened:
            note = f"a message of {answers.name_of(record, by)}, answered"
            done = Outcome(Verdict.ANSWERED, note, game, by, private=[beside], theirs=[words])
            return done._replace(shown="stand")
        move, over = plies[0].move if plies else None, longer.end is not None
        verdict = Verdict.ENDED if over else Verdict.PLAYED if plies else Verdict.ANSWERED
        note, told = happened.partition("\n")[0], [happened, words]
        done = Outcome(verdict, note, game, by, move.lan if move else "", theirs=told)
        done = done._replace(known=first + len(plies))
        echo = verdict is Verdict.PLAYED and all(ply.army == by for ply in plies)
        if echo and not (self.club.echo or beside or self.post or late):
            return done
        return done._replace(private=[*told, beside], shown="stand")

    def _not_understood(self, game: ClubGame, by: str, orders: Understood, said: Part) -> Outcome:
        """Ask what a part means that may have an order, or pass it on to the arbiter."""
        why, record = orders.why, game.record
        assert why is not None
        turn, over = answers.is_turn(record, self.player), record.end is not None
        title = inbox.title_of(self.message.subject, self.player.token)
        word = "" if self.message.own else move_in(record, title)
        verdict = Verdict.ASKED if word or orders.unclear else Verdict.HELD
        if (over or not (self.alone or orders.unclear)) and not self.post:
            verdict = Verdict.ANSWERED  # words after the end, or beside the orders of other games
        facts: dict[str, object] = {"why": why.message, "record": record, "turn": turn}
        facts |= {"verdict": verdict, "word": word, "orders": orders, "post": self.post}
        text = "\n".join(line.text for line in said.lines if line.own and not over)
        facts |= {kind: inbox.find_words(text, kind) for kind in ("takeback", "away")}  # a hint
        done = _told(verdict, why.code.value, say("not-understood", **facts), game)
        done = done._replace(army=by, shown="" if turn else "stand")
        is_held = verdict is Verdict.HELD
        return done._replace(note="not understood", code="") if is_held else done

    def _refused(self, game: ClubGame, by: str, why: Refused, what: str, words: str) -> Outcome:
        """Refuse a move, or conditional lines, with the proof; the words beside it go along."""
        code, move = why.finding.code.value, re.sub("^[A-Z]:", "", why.finding.move)
        note = f"{why.text}: {code} {why.finding.message}"
        facts = {"record": game.record, "turn": answers.is_turn(game.record, self.player)}
        told = say("not-played", what=what, why=why, to=self._others(game), sent=words, **facts)
        done = Outcome(Verdict.REFUSED, note, game, by, move, code, private=[told], theirs=[words])
        return done._replace(shown="" if facts["turn"] else "stand")

    def _unproven(self, arrived: Arrived) -> str:
        """Return why a message may be another's than the player's; empty if it is proven.

        Raises Unproved if it must wait for a key, or behind a message that does.
        """
        club, message, session = self.club, self.message, self.session
        if not self.player.id:
            return "not a player's"
        try:
            if not self.anew and not message.automated and self.player.id in session.waiting:
                raise Unproved("an earlier message of its sender waits")
            has_word = club.token and settings.has_word(message.subject, self.player.token)
            if has_word or not (club.token or club.dkim):
                return ""
            why = "without the player's word" if club.token else "without a signature"
            if club.dkim and not self.fault and not message.automated:
                from aofref.club.signatures import proof  # and with it dkimpy

                keys, sender = None if self.anew else session.keys, message.sender
                hash_, fault = proof(self.raw, sender, arrived.moment, keys, session.knows)
                if not fault:
                    self.hash = self.hash if session.knows(self.hash) else hash_
                    return ""
                why = f"{why}, and {fault}" if club.token else fault
        except Unproved as problem:
            why = str(problem)
            if session.now - arrived.moment < PATIENCE:
                session.waiting.add(self.player.id)
                if not session.log.history(self.name):
                    key, at = digest("unproved", self.name), arrived.moment
                    line = Line(at, key, player=self.player.id, verdict=Verdict.UNPROVED)
                    session.log.add(line._replace(file=self.name, note=on_one_line(why)))
                raise Unproved(f"it waits: {why}") from problem
        return why

    # Orders of the table --------------------------------------------------------------------------

    def _with_orders(self, done: Outcome, said: Part) -> Outcome:
        """Carry out the orders of a part that are no moves, and add what becomes of them.

        The arbiter hears what he is to hear whatever becomes of the rest.
        """
        stopped = done.verdict in (Verdict.REFUSED, Verdict.ASKED, Verdict.HELD)
        heard = HEARD if done.game is None else HEARD | {Verb.TAKEBACK}
        once = {each.verb: each for each in said.orders if not stopped or each.verb in heard}
        game, session, player, verdicts = done.game, self.session, self.player, list[Verdict]()
        private, theirs, reasons = [*done.private], [*done.theirs], [done.reason]
        to = self._others(game) if game is not None else []
        page = once.pop(Verb.SHOW, None) is not None
        for verb, order in once.items():
            told = verb is Verb.TELL and done.known is not None  # the move has the words
            if told or verb is Verb.AWAY:
                continue
            verdict, text, wrong, asked = _VERDICTS[verb], order.text, False, None
            if verb is Verb.ADDRESS:
                wrong = text not in self.addresses
            elif verb is Verb.TAKEBACK and game is not None:
                asked = game.takeback(player)
                wrong = asked is None
                done = done._replace(takeback=not wrong)
            facts: dict[str, object] = {"game": game, "to": to, "sent": to and any(theirs)}
            facts |= {"session": session, "player": player, "text": text, "asked": asked}
            if verb in heard and not wrong:
                reasons.append(" ".join(say(f"why-{verb}", **facts).split("\n")))
            private.append(say(f"order-{verb}", **facts))
            if asked is not None and not asked.again:
                theirs = [say("takeback", **facts), *theirs]
            verdicts.append(Verdict.REFUSED if wrong else verdict)
        verdict = next((each for each in verdicts if each is not Verdict.ANSWERED), done.verdict)
        over = done.verdict not in MOVED and verdict is Verdict.TAKEBACK
        if (over or done.verdict is Verdict.ANSWERED) and verdict is not done.verdict:
            note = f"{verdict} by {self.player.name}".replace("-", " ")
            shown = {Verdict.LISTED: "", Verdict.TOLD: "standing"}.get(verdict, "stand")
            done = done._replace(verdict=verdict, note=note, shown=shown)
        shown, held = "stand" if page else done.shown, "; ".join(filter(None, reasons))
        held = f"[{game}] {held}" if held and game and not self.alone else held
        return done._replace(private=private, theirs=theirs, shown=shown, page=page, held=held)

    def _others(self, game: ClubGame) -> list[Player]:
        return [each for each in game.players if each.id != self.player.id]

    # Answering ------------------------------------------------------------------------------------

    def finished(self, done: Sequence[Outcome]) -> list[Outcome]:
        """Hold a message that is for the arbiter, answer it, and note that in the log."""
        if done[0].verdict not in (Verdict.ROBOT, Verdict.DUPLICATE):
            left = self._left()
            if left <= 1 and not any(each.verdict in MOVED for each in done):
                note = done[0].note if left < 0 else "too many messages today"
                told = [say("enough", most=_MOST)] if left > 0 else []
                done = [Outcome(Verdict.HELD, note, done[0].game, done[0].army, private=told)]
            reasons = list(dict.fromkeys(each.reason for each in done if each.reason))
            if not (self.anew or reasons):
                if any(each.verdict is Verdict.ASKED and self._was_asked(each) for each in done):
                    reasons = ["asked again"]
                elif self.post:
                    is_asked = done[0].verdict is Verdict.ASKED
                    reasons = ["asked back" if is_asked else done[0].verdict]
            if reasons:  # first: when it has its answer, it is held
                held = "; ".join(reasons) + ", and may concern the arbiter" * bool(self.post)
                self.session.store.hold(self.name, self.raw, held, self.stamp.moment)
        *lines, last = [self._line(each) for each in done]
        out = self._mails(done)
        for each in done:
            if each.known is not None and each.game:  # before the lines: what has them is done
                each.game.note_answered(each.known)
        self.session.give(last._replace(file=self.name), out, *lines)
        return [*done]

    def _line(self, done: Outcome) -> Line:
        """Return the line of the log on a part, without its answers and its file."""
        id_, at, game = self.message.id, self.stamp.moment, done.game
        note = f"{Verdict.TAKEBACK} {len(game.record.mainline())}" if game and done.takeback else ""
        return Line(at, self.hash, id_, self._who, str(game or ""), done.verdict, note=note)

    def _left(self) -> int:
        """Count the answers that the sender may get today; the last says that there are no more.

        Below 0 if the sender may be no person with an address.
        """
        robot = bool(self.fault) and (not self.player.id or self.message.automated)
        if robot or not is_address(self.message.sender):
            return -1
        day = self.session.log.of_player(self._who, self.stamp.moment.date())
        used = sum(each.verdict not in MOVED for each in day if each.file and each.answers)
        return 2 if self.anew else max(0, _MOST + 1 - used)

    def _was_asked(self, question: Outcome) -> bool:
        """Whether the sender was asked about a game, or about none, since the last move."""
        moved = self.moved([question.game] if question.game else self.session.readable)
        own, file = (Verdict.ASKED, str(question.game or "")), on_one_line(self.name)
        lines = (line for line in self.session.log.of_player(self._who) if line.file != file)
        asked = (line for line in lines if (line.verdict, line.game) == own)
        return any(moved is None or line.time > moved for line in asked)

    def _mails(self, done: Sequence[Outcome]) -> list[Outgoing]:
        """Write the answers to a message, one for each player; that for the sender is the first."""
        told = {self.player: list[tuple[ClubGame | None, list[str]]]()}
        for each in done:
            game = each.game if each.game and each.game.record.is_opened else None
            others = self._others(game) if game and any(each.theirs) else []
            for to in (self.player, *others):
                own, template = each.private, each.shown
                if to in others:
                    own, template = each.theirs, each.shown or "stand"
                stand = say(template, game=game, to=to) if game and template else ""
                if any(parts := [*own, stand]):
                    told.setdefault(to, []).append((game, parts))
        is_held = [each.verdict is Verdict.HELD for each in done]
        if not told[self.player] or (self.anew and all(is_held)):
            del told[self.player]
        elif self.post and not (self.anew or any(is_held)):
            told[self.player][-1][1].append(say("too"))
        out = [self.session.about(to, parts, self.message) for to, parts in told.items()]
        shown = next((each.game for each in done if each.page and each.game), None)
        if shown is not None and self.player in told:
            word = self.player.token if self.club.token else ""
            rules = f"{self.club.site}/" if self.club.site else ""
            html = shown.record.html(None, self.club.address, rules, game=shown.id, word=word)
            out[0] = out[0]._replace(attached=(f"{shown.id}.html", html))
        return out
