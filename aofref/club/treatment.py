"""Treatment: what the club does with a message, from the first look to the last answer.

The order of the steps is what keeps it whole: plans, then the record, then the answers, then the
message is put away.  Each step is a file that is there or not, and a message whose steps were
broken off takes them up where they ended.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from aofref.club import answers, inbox, journal, outgoing, plans
from aofref.club.answers import GameId
from aofref.club.desk import KINDS, VERDICTS, Desk, Outcome, Verdict
from aofref.club.inbox import Letter
from aofref.club.journal import MailMark, RefusedOrder, Stamp
from aofref.club.settings import Player, digest, digest_of, is_address
from aofref.club.store import Arrived, Changed, OutName, Unread, of_the_disk
from aofref.club.understanding import Understood, asks, understood
from aofref.judge.edit.amend import typist_of
from aofref.judge.replay.comments import agreed
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import limits
from aofref.text import in_one_line, on_one_line

_TRIES = 5  # how often a message is begun again because its record was changed meanwhile
_STRANGERS = 3  # how many answers someone who is no player gets in a day
_LAST = "This was the last answer today to a message that plays nothing: any more are held."
_PREVIEWS = 10  # how many previews are answered in a message


class PlayerAnswer(NamedTuple):
    """An answer to one player: the lines of its parts, and the page that goes with it."""

    to: Player
    parts: tuple[Sequence[str], ...]
    attached: outgoing.Attached | None = None


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


class _Treatment:
    """What is done with one message; `begun` says that its move stands in the record."""

    def __init__(self, desk: Desk, arrived: Arrived, letter: Letter, raw: bytes) -> None:
        self.desk, self.letter, self.raw = desk, letter, raw
        self.message = letter.message
        self.name, self.key = arrived.name, digest(arrived.name, size=4)
        self.epoch = int(arrived.moment.timestamp())
        self.stamp = Stamp(letter.hash, arrived.moment)
        self.player = desk.player(letter.sender)
        self.begun = False

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
        club, sender = self.desk.club, self.letter.sender.casefold()
        if self.message.automated or sender == club.address.casefold():
            return Outcome("", Verdict.ROBOT, note=f"from {sender or 'nobody'}: not answered")
        known = self.desk.given(self.letter.hash)
        mine = [name for name in known if name.key == self.key]
        game, mark = self._in_record()
        again = [name for name in mine if VERDICTS[name.kind] is Verdict.DUPLICATE]
        last = False
        if mark and not known:  # whether nothing was played since
            judged = self.desk.game(game)
            led = journal.replies(judged, mark.place, self.stamp) if mark.played else ()
            last = mark.place + max(1, len(led)) == len(judged.plies)
        begun = not again and (mine or self.begun or last)
        if mark is not None and begun:
            return self._resumed(game, mark, mine)
        if mine:
            return Outcome(
                "", VERDICTS[mine[0].kind], self.desk.id_of(game), note="answered before"
            )
        if known or game:
            return self._duplicate(known, game)
        return self._fresh()

    # Seen before ----------------------------------------------------------------------------------

    def _in_record(self) -> tuple[str, MailMark | None]:
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

    def _resumed(self, id_: str, mark: MailMark, mine: list[OutName]) -> Outcome:
        """Finish what a run that was ended has left of a message that stands in the record."""
        judged = self.desk.game(id_)
        assert isinstance(judged, Replay)
        if mine and len(mine) == len(self.desk.seats(judged)):
            ply = judged.plies[mark.place] if mark.played else None
            by = judged.game.letters[ply.army] if ply is not None else self.army(judged)
            move = ply.lan if ply is not None and ply.move is not None else ""
            verdict = VERDICTS[mine[0].kind]
            return Outcome("", verdict, self.desk.id_of(id_), by, move, note="answered before")
        asked = understood(judged.last, self.message.lines, typist_of(judged))
        if not mark.played:
            return self._report(id_, self.army(judged), asked, judged, [], draw=True)
        done = self._settled(id_, judged, mark.place)
        plies = journal.replies(done, mark.place, self.stamp)
        army = plies[0].army
        before = journal.up_to(judged, mark.place + 1)
        kept = plans.vetted(before, asked.plans or (), army)
        wrong = kept if isinstance(kept, RefusedOrder) and asked.move else None
        by = judged.game.letters[army]
        return self._report(id_, by, asked, done, plies, draw=bool(asked.draw), wrong=wrong)

    def _duplicate(self, known: list[OutName], id_: str) -> Outcome:
        verdict, address = Verdict.DUPLICATE, self.letter.sender
        to = digest_of(address)
        old = next((name for name in known if name.to == to and name.kind != "d"), None)
        ids = inbox.named(self.message.subject, self.desk.paths).ids
        id_ = id_ or (ids[0] if len(ids) == 1 else "")
        out = Outcome("", verdict, self.desk.id_of(id_), note="came before")
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
            return self._answered(
                Verdict.REFUSED, [[text, again]], note="without the player's word"
            )
        if club.trust and not inbox.vouched(self.raw, club.trust, self.letter.sender):
            text = f"{club.trust} could not verify that this message is yours: nothing was played."
            return self._answered(
                Verdict.REFUSED, [[text]], note=f"not vouched for by {club.trust}"
            )
        id_, question, code = self._game(player)
        if not id_:
            if asks(self.message.lines, "help"):
                return self._answered(Verdict.ANSWERED, [answers.help_of(None)], note="help")
            return self._answered(Verdict.ASKED, [[question]], code=code, note=question)
        judged = self.desk.game(id_)
        whole = journal.open_game(judged)
        if whole is None:
            text = f"The record of [{self.desk.id_of(id_)}] must first be corrected by the arbiter."
            return self._held(
                [text, "Your message was passed on to the arbiter."], "a record at fault", id_
            )
        by = self.army(whole)
        if not by:
            text = f"You do not play in the game [{self.desk.id_of(id_)}]."
            return self._answered(Verdict.REFUSED, [[text]], id_, code="wrong-army", note=text)
        asked = understood(whole.last, self.message.lines, typist_of(whole))
        return self._act(id_, whole, by, asked)

    def _game(self, player: Player) -> tuple[str, str, str]:
        """Find the game that a message is about; else a question, and a code."""
        named = inbox.named(self.message.subject, self.desk.paths)
        if len(named.ids) == 1:
            return named.ids[0], "", ""
        if named.ids:
            return ("", "The Subject names several games: write about one at a time.", "ambiguous")
        if named.unknown:
            text = f"There is no game [{named.unknown}]: look at the Subject."
            return "", text, "no-record"
        mine = [id_ for id_ in self.desk.paths if self.desk.armies(self.desk.game(id_), player)]
        running = [id_ for id_ in mine if not journal.is_over(self.desk.game(id_))]
        turn = []
        for id_ in running:
            judged = self.desk.game(id_)
            if isinstance(judged, Replay):
                letter = judged.game.letters[judged.last.turn]
                turn += [id_] if letter in self.desk.armies(judged, player) else []
        for candidates in (turn, running):
            if len(candidates) == 1:
                return candidates[0], "", ""
        if not mine:
            return "", "You are not playing any game here.", "no-record"
        names = ", ".join(f"[{self.desk.id_of(id_)}]" for id_ in (turn or running or mine)[:20])
        return "", f"Which game is it? Write one of these into the Subject: {names}.", "ambiguous"

    def army(self, replay: Replay) -> str:
        """The army that the sender writes for: the one that has the turn, if it is his."""
        assert self.player is not None
        mine = self.desk.armies(replay, self.player)
        turn = replay.game.letters[replay.last.turn] if replay.last.turn >= 0 else ""
        return turn if turn in mine else "".join(mine[:1])

    def _act(self, id_: str, replay: Replay, by: str, asked: Understood) -> Outcome:
        if asked.why is not None:
            nothing = f"Nothing was played: {asked.why.message}."
            if asked.unclear:
                code = asked.why.code.value
                parts = [[nothing], [answers.how(replay)]]
                return self._answered(Verdict.ASKED, parts, id_, by, code=code)
            text = ["Your message was not understood, and was passed on to the arbiter."]
            text += [nothing, answers.how(replay)]
            return self._held(text, "not understood", id_, by)
        if not asked.move and not self._may_answer():
            return Outcome("", Verdict.HELD, self.desk.id_of(id_), by, note="too many messages")
        if not asked.plays:
            return self._report(id_, by, asked, replay, [])
        longer: Replay | RefusedOrder = replay
        if asked.move or asked.draw:
            longer = journal.with_ply(replay, asked.move, by, self.stamp, draw=asked.draw)
        if isinstance(longer, RefusedOrder):
            return self._refused(id_, replay, by, longer)
        army = replay.game.letters.index(by)
        kept = plans.vetted(longer, asked.plans or (), army)
        wrong = kept if isinstance(kept, RefusedOrder) else None
        if wrong is not None and longer is replay:
            return self._refused(id_, replay, by, wrong, "Your conditional lines were not kept")
        with self.desk.unchanged(id_):
            if asked.plans is not None and not isinstance(kept, RefusedOrder):
                self.desk.keep_plans(id_, by, self.letter.hash, kept)
            if longer is not replay:
                self._keep(id_, longer)
        first = len(replay.plies)
        done = self._settled(id_, longer, first)
        plies = list(done.plies[first:])
        return self._report(id_, by, asked, done, plies, draw=bool(asked.draw), wrong=wrong)

    def _settled(self, id_: str, replay: Replay, first: int) -> Replay:
        """Play the plans that the position calls for, one after the other.

        What a message leads to as the ply `first` bears its own hash, the rest others made of it.
        """
        while not journal.is_over(replay):
            letter = replay.game.letters[replay.last.turn]
            move = plans.due(replay, self.desk.plans(id_, letter)[1])
            if not move:
                break
            number = len(replay.plies)
            stamp = self.stamp if number == first else self.stamp.next(number)
            longer = journal.with_ply(replay, move, letter, stamp)
            if isinstance(longer, RefusedOrder):
                break
            with self.desk.unchanged(id_):
                self._keep(id_, longer)
            replay = longer
        return replay

    def _keep(self, id_: str, longer: Replay) -> None:
        self.desk.keep(id_, longer)
        self.begun = True

    # Answering ------------------------------------------------------------------------------------

    def _report(
        self,
        id_: str,
        by: str,
        asked: Understood,
        replay: Replay,
        plies: list[Ply],
        *,
        draw: bool = False,
        wrong: RefusedOrder | None = None,
    ) -> Outcome:
        """Answer a message that was understood: all what was played, the sender the rest."""
        over = journal.is_over(replay)
        verdict = Verdict.ANSWERED
        if plies or draw:
            verdict = Verdict.ENDED if over else Verdict.PLAYED if plies else Verdict.ANSWERED
        game = self.desk.named(id_, replay)
        assert self.player is not None
        name = answers.name_of(replay, replay.game.letters.index(by))
        news = list(answers.happened(replay, plies))
        if draw:
            alone = not over and len(agreed(replay)) == 1
            news.append(f"{name} {'offers a draw' if alone else 'agrees to a draw'}.")
        standing = answers.standing(self.desk.club, game, self.desk.seats(replay), self.desk.now)
        below = (answers.drawn(replay), standing, [answers.how(replay)] if not over else [])
        passed = bool(plies) or draw
        private = self._private(id_, by, asked, replay, wrong=wrong, passed=passed)
        words = answers.passed_on(self.player, asked.words) if passed else []
        last = self._last() if not plies else []
        parts = (news, words, *private, *below, last)
        out = [PlayerAnswer(self.player, parts, self._page(asked, game))]
        if passed:
            others = [player for player in self.desk.seats(replay) if player is not self.player]
            out += [PlayerAnswer(player, (news, words, *below)) for player in others]
        self._give(verdict, game, out)
        move = next((ply.lan for ply in plies[:1] if ply.move is not None), "")
        note = news[0] if news else f"a message of {name}, answered"
        return Outcome("", verdict, game.id, by, move, "", note)

    def _private(
        self,
        id_: str,
        by: str,
        asked: Understood,
        replay: Replay,
        *,
        wrong: RefusedOrder | None,
        passed: bool,
    ) -> list[Sequence[str]]:
        """Write what only the sender reads: plans, previews, help."""
        parts: list[Sequence[str]] = []
        if passed and asked.withheld:
            parts.append(answers.withheld(asked.withheld))
        if wrong is not None:
            parts.append(
                ["Your conditional lines were not kept:", *answers.refused(replay, wrong)[1:]]
            )
        elif asked.plans is not None:
            hash_, kept = self.desk.plans(id_, by)
            lines = [" ".join(plan.moves) for plan in kept]
            mine = hash_ == self.letter.hash
            parts.append(
                answers.noted(lines) if mine else ["Your conditional lines were not kept."]
            )
        for text in asked.previews[:_PREVIEWS]:
            parts.append(self._preview(replay, by, text))
        if len(asked.previews) > _PREVIEWS:
            parts.append([f"A message has at most {_PREVIEWS} previews: the others were left out."])
        if asked.help:
            parts.append(answers.help_of(self.desk.named(id_, replay)))
        if asked.rules:
            parts.append(answers.rulebook(replay.game))
        return parts

    def _preview(self, replay: Replay, by: str, text: str) -> list[str]:
        trial = journal.with_ply(replay, text, by, self.stamp)
        if isinstance(trial, RefusedOrder):
            why = answers.refused(replay, trial)[1:]
            return [f"Preview of {answers.cut(trial.move)}: not legal.", *why]
        ply = trial.plies[-1]
        news = [f"Preview of {ply.unmarked(trial.game)}: legal; nothing was played."]
        news += list(answers.happened(trial, [ply]))[1:]
        return [*news, "", *answers.drawn(trial), ""]

    def _page(self, asked: Understood, game: GameId) -> outgoing.Attached | None:
        if not asked.show:
            return None
        from aofref.judge.analysis.game_view import game_view
        from aofref.report.page import Post, page

        made = game_view(game.replay.record, journal.SETTING)
        assert made is not None
        post = Post(self.desk.club.address, game.id)
        return outgoing.Attached(f"{game.id}.html", page(made, None, post))

    def _refused(
        self,
        id_: str,
        replay: Replay,
        by: str,
        why: RefusedOrder,
        what: str = "Your move was not played",
    ) -> Outcome:
        parts = [answers.refused(replay, why, what), [answers.how(replay)]]
        code, move = why.finding.code.value, re.sub("^[A-Z]:", "", why.finding.move)
        note = f"{why.move}: {code} {why.finding.message}"
        return self._answered(Verdict.REFUSED, parts, id_, by, code=code, move=move, note=note)

    def _answered(
        self,
        verdict: Verdict,
        parts: list[list[str]],
        id_: str = "",
        by: str = "",
        *,
        code: str = "",
        move: str = "",
        note: str = "",
    ) -> Outcome:
        """Answer the sender alone; the note is the first line if none is given."""
        if self._may_answer():
            self._answer(verdict, parts, id_)
            note = note or parts[0][0]
        else:
            verdict, note = Verdict.HELD, note or "too many messages"
        return Outcome("", verdict, self.desk.id_of(id_), by, move, code, note)

    def hold(self, why: str) -> None:
        """Lay the message before the arbiter, once, under a field that says why."""
        reason = on_one_line(f"X-Held: {why}").encode("ascii", "backslashreplace")
        self.desk.store.hold(self.name, reason + b"\n" + self.raw)

    def _held(self, text: list[str], note: str, id_: str = "", by: str = "") -> Outcome:
        self.hold(note)
        return self._answered(Verdict.HELD, [text], id_, by, note=note)

    def _may_answer(self) -> bool:
        robot = bool(self.letter.fault) and (self.player is None or inbox.looks_automated(self.raw))
        if robot or not is_address(self.letter.sender):
            return False
        return self._left() > 0

    def _left(self) -> int:
        """Count the answers that the sender may still have today to what plays nothing."""
        most = self.desk.club.daily if self.player is not None else _STRANGERS
        return self.desk.answers_left(self.letter.sender, self.epoch, most)

    def _last(self) -> list[str]:
        """The line that says that this is the last answer of the day to what plays nothing."""
        return [_LAST] if self._left() == 1 else []

    def _answer(self, verdict: Verdict, parts: list[list[str]], id_: str) -> None:
        judged = self.desk.game(id_) if id_ else None
        game = self.desk.named(id_, judged) if isinstance(judged, Replay) else None
        player = self.player or Player("", "", self.letter.sender)
        self._give(verdict, game, [PlayerAnswer(player, (*parts, self._last()))])

    def _give(self, verdict: Verdict, game: GameId | None, out: list[PlayerAnswer]) -> None:
        club = self.desk.club
        made = []
        for answer in out:
            token = answer.to.token if club.token else ""
            if game is not None:
                title = answers.subject(game, token)
            else:
                title = self.message.subject[:200]
                title += f" ({token})" if token and not inbox.has_word(title, token) else ""
            subject = title if title.casefold().startswith("re:") else f"Re: {title}"
            root = outgoing.root_of(club, game.id) if game is not None else ""
            text = answers.joined(*answer.parts)
            to = (answer.to.name, answer.to.address)
            made.append(
                outgoing.Outgoing("", to, subject, text, self.message, root, answer.attached)
            )
        self.desk.give(verdict, self.epoch, self.letter.hash, self.key, made)
