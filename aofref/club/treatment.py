"""Treatment: what the club does with a message, from the first look to the last answer.

The order of the steps is what keeps it whole: plans, then the record, then the answers, then the
message is put away.  Each step is a file that is there or not, and a message whose steps were
broken off takes them up where they ended.
"""

from __future__ import annotations

from contextlib import suppress

from aofref.club import answers, inbox, journal, plans
from aofref.club.desk import KINDS, VERDICTS, Desk, Outcome, Verdict
from aofref.club.journal import Mark, Refused
from aofref.club.reply import Reply
from aofref.club.settings import Player, digest_of
from aofref.club.store import Arrived, Changed, OutName, Unread, of_the_disk
from aofref.club.understanding import Understood, asks, understood
from aofref.judge.edit.amend import typist_of
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import limits
from aofref.text import in_one_line

_TRIES = 5
"""So often a message is begun again because its record was changed meanwhile."""


def treat(desk: Desk, arrived: Arrived) -> Outcome:
    """Do what a message asks for, and answer it; one that fails is put aside for the arbiter.

    Unread if it has to wait where it is, because of a file that cannot be read or written.
    """
    raw = desk.store.message(arrived, limits.MAIL + 1)
    letter = inbox.letter(raw)
    treatment = _Treatment(desk, arrived, letter, raw)
    try:
        outcome = treatment.outcome()
    except OSError as problem:
        if of_the_disk(problem):
            raise
        raise Unread(f"{problem.filename or arrived.path}: {problem.strerror}") from problem
    except Unread:
        raise
    except Exception as problem:  # a fault of the program must not keep the others waiting
        outcome = treatment.put_aside(in_one_line(problem))
    if outcome.verdict is Verdict.HELD:
        treatment.hold(outcome.note)
    return outcome._replace(id=letter.message.id)


class _Treatment(Reply):
    """What is done with one message; `begun` says that its move stands in the record."""

    begun = False

    def outcome(self) -> Outcome:
        """Find out what the message is, and do it; once more where a record has changed."""
        for _ in range(_TRIES):
            self.desk.look_again()
            with suppress(Changed):
                return self._outcome()
        raise Unread("the record of its game is written again and again: it waits")

    def put_aside(self, why: str) -> Outcome:
        """Hold a message that the program fails at, and say so to its sender, if that can be."""
        if not self.begun:
            with suppress(Exception):
                text = "Your message could not be processed, and was passed on to the arbiter."
                return self._held([text], why)
        return Outcome("", Verdict.HELD, note=why)

    def _outcome(self) -> Outcome:
        """Find out what the message is, and do what is to be done."""
        club, sender = self.desk.club, self.letter.sender.casefold()
        if self.message.automated or sender == club.address.casefold():
            return Outcome("", Verdict.ROBOT, note=f"from {sender or 'nobody'}: not answered")
        known = self.desk.given(self.letter.hash)
        mine = [name for name in known if name.key == self.key]
        game, mark = self._in_record()
        again = [name for name in mine if VERDICTS[name.kind] is Verdict.DUPLICATE]
        last = not known and mark and self._is_last(game, mark)
        begun = not again and (mine or self.begun or last)
        if mark is not None and begun:
            return self._resumed(game, mark, mine)
        if mine:
            return Outcome("", VERDICTS[mine[0].kind], self._id(game), note="answered before")
        if known or game:
            return self._duplicate(known, game)
        return self._fresh()

    # Seen before ----------------------------------------------------------------------------------

    def _in_record(self) -> tuple[str, Mark | None]:
        """Find the game whose record has this message, and where."""
        if self.player is None or self.letter.fault:
            return "", None
        wanted = inbox.named(self.message.subject, self.desk.paths).ids
        for id_ in wanted or self.desk.paths:
            if self.desk.has(id_, self.letter.hash):
                mark = journal.marks(self.desk.game(id_)).get(self.letter.hash)
                if mark is not None:
                    return id_, mark
        return "", None

    def _is_last(self, id_: str, mark: Mark) -> bool:
        """Say whether nothing was played since."""
        found = self.desk.game(id_)
        led = journal.replies(found, mark.place, self.stamp) if mark.played else ()
        return mark.place + max(1, len(led)) == len(found.plies)

    def _resumed(self, id_: str, mark: Mark, mine: list[OutName]) -> Outcome:
        """Finish what a run that was ended has left of a message that stands in the record."""
        found = self.desk.game(id_)
        assert isinstance(found, Replay)
        if mine and len(mine) == len(self.desk.seats(found)):
            ply = found.plies[mark.place] if mark.played else None
            by = found.game.letters[ply.army] if ply is not None else self.army(found)
            move = ply.lan if ply is not None and ply.move is not None else ""
            verdict = VERDICTS[mine[0].kind]
            return Outcome("", verdict, self._id(id_), by, move, note="answered before")
        asked = understood(found.last, self.message.lines, typist_of(found))
        if not mark.played:
            return self._report(id_, self.army(found), asked, found, [], draw=True)
        done = self._settled(id_, found, mark.place)
        plies = journal.replies(done, mark.place, self.stamp)
        army = plies[0].army
        before = journal.up_to(found, mark.place + 1)
        kept = plans.vetted(before, asked.plans or (), army)
        wrong = kept if isinstance(kept, Refused) and asked.move else None
        by = found.game.letters[army]
        return self._report(id_, by, asked, done, plies, draw=bool(asked.draw), wrong=wrong)

    def _duplicate(self, known: list[OutName], id_: str) -> Outcome:
        """Give a message that came before its old answer."""
        verdict, address = Verdict.DUPLICATE, self.letter.sender
        to = digest_of(address)
        old = next((name for name in known if name.to == to and name.kind != "d"), None)
        ids = inbox.named(self.message.subject, self.desk.paths).ids
        id_ = id_ or (ids[0] if len(ids) == 1 else "")
        out = Outcome("", verdict, self._id(id_), note="came before")
        if not self._may_answer():
            return out
        if old is not None:
            name = old._replace(epoch=self.epoch, key=self.key, kind=KINDS[verdict])
            self.desk.again(name, old)
            return out
        self._answer(verdict, [["This message came before; it was not processed again."]], id_)
        return out

    # Fresh ----------------------------------------------------------------------------------------

    def _fresh(self) -> Outcome:
        """Treat a message for the first time."""
        player, subject = self.player, self.message.subject
        if player is None:
            return self._held(["This is not the address of a player of the club."], "a stranger")
        if self.letter.fault:
            text = f"Your message could not be read: {self.letter.fault}."
            return self._held([text, "It was passed on to the arbiter."], self.letter.fault)
        club = self.desk.club
        if club.token and not inbox.has_word(subject, player.token):
            text = "Your secret word is missing from the Subject: nothing was played."
            again = "The Subject of this answer contains it: reply, and write your order again."
            return self._plain(Verdict.REFUSED, [text, again], "", "without the player's word")
        if club.trust and not inbox.vouched(self.raw, club.trust, self.letter.sender):
            text = f"{club.trust} could not verify that this message is yours: nothing was played."
            return self._plain(Verdict.REFUSED, [text], "", f"not vouched for by {club.trust}")
        id_, question, code = self._game(player)
        if not id_:
            if asks(self.message.lines, "help"):
                return self._plain(Verdict.ANSWERED, answers.help_of(None), "", "help")
            return self._plain(Verdict.ASKED, [question], code, question)
        found = self.desk.game(id_)
        whole = journal.open_game(found)
        if whole is None:
            text = f"The record of [{self._id(id_)}] must first be corrected by the arbiter."
            return self._held(
                [text, "Your message was passed on to the arbiter."], "a record at fault", id_
            )
        by = self.army(whole)
        if not by:
            text = f"You do not play in the game [{self._id(id_)}]."
            return self._plain(Verdict.REFUSED, [text], "wrong-army", text, id_)
        asked = understood(whole.last, self.message.lines, typist_of(whole))
        return self._act(id_, whole, by, asked)

    def _game(self, player: Player) -> tuple[str, str, str]:
        """Find the game that a message is about; else a question, and a code."""
        found = inbox.named(self.message.subject, self.desk.paths)
        if len(found.ids) == 1:
            return found.ids[0], "", ""
        if found.ids:
            return ("", "The Subject names several games: write about one at a time.", "ambiguous")
        if found.unknown:
            text = f"There is no game [{found.unknown}]: look at the Subject."
            return "", text, "no-record"
        mine = [id_ for id_ in self.desk.paths if self.desk.armies(self.desk.game(id_), player)]
        running = [id_ for id_ in mine if not journal.is_over(self.desk.game(id_))]
        turn = [id_ for id_ in running if self._has_turn(id_, player)]
        for some in (turn, running):
            if len(some) == 1:
                return some[0], "", ""
        if not mine:
            return "", "You are not playing any game here.", "no-record"
        names = ", ".join(f"[{self._id(id_)}]" for id_ in (turn or running or mine)[:20])
        return "", f"Which game is it? Write one of these into the Subject: {names}.", "ambiguous"

    def _has_turn(self, id_: str, player: Player) -> bool:
        found = self.desk.game(id_)
        if not isinstance(found, Replay):
            return False
        return found.game.letters[found.last.turn] in self.desk.armies(found, player)

    def army(self, found: Replay) -> str:
        """Give the army that the sender writes for: the one that has the turn, if it is his."""
        assert self.player is not None
        mine = self.desk.armies(found, self.player)
        turn = found.game.letters[found.last.turn] if found.last.turn >= 0 else ""
        return turn if turn in mine else "".join(mine[:1])

    def _act(self, id_: str, found: Replay, by: str, asked: Understood) -> Outcome:
        """Play what is asked for, keep the plans, and answer."""
        if asked.why is not None:
            if asked.unclear:
                code = asked.why.code.value
                parts = [answers.asked(asked.why), [answers.how(found)]]
                return self._answered(Verdict.ASKED, id_, by, parts, code=code)
            text = ["Your message was not understood, and was passed on to the arbiter."]
            text += [*answers.asked(asked.why), answers.how(found)]
            return self._held(text, "not understood", id_, by)
        if not asked.move and not self._may_answer():
            return Outcome("", Verdict.HELD, self._id(id_), by, note="too many messages")
        if not asked.plays:
            return self._report(id_, by, asked, found, [])
        longer: Replay | Refused = found
        if asked.move or asked.draw:
            longer = journal.with_ply(found, asked.move, by, self.stamp, draw=asked.draw)
        if isinstance(longer, Refused):
            return self._refused(id_, found, by, longer)
        army = found.game.letters.index(by)
        kept = plans.vetted(longer, asked.plans or (), army)
        wrong = kept if isinstance(kept, Refused) else None
        if wrong is not None and longer is found:
            return self._refused(id_, found, by, wrong, "Your conditional lines were not kept")
        with self.desk.unchanged(id_):
            if asked.plans is not None and not isinstance(kept, Refused):
                self.desk.keep_plans(id_, by, self.letter.hash, kept)
            if longer is not found:
                self._keep(id_, longer)
        first = len(found.plies)
        done = self._settled(id_, longer, first)
        plies = list(done.plies[first:])
        return self._report(id_, by, asked, done, plies, draw=bool(asked.draw), wrong=wrong)

    def _settled(self, id_: str, found: Replay, first: int) -> Replay:
        """Play the plans that the position calls for, one after the other.

        What a message leads to as the ply `first` bears its own hash, the rest others made of it.
        """
        while not journal.is_over(found):
            letter = found.game.letters[found.last.turn]
            move = plans.due(found, self.desk.plans(id_, letter)[1])
            if not move:
                break
            number = len(found.plies)
            stamp = self.stamp if number == first else self.stamp.next(number)
            longer = journal.with_ply(found, move, letter, stamp)
            if isinstance(longer, Refused):
                break
            with self.desk.unchanged(id_):
                self._keep(id_, longer)
            found = longer
        return found

    def _keep(self, id_: str, longer: Replay) -> None:
        self.desk.keep(id_, longer)
        self.begun = True
