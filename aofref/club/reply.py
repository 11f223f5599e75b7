"""Reply: what a message is answered with, whatever became of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from aofref.club import answers, inbox, journal, outgoing
from aofref.club.answers import GameId
from aofref.club.desk import Desk, Outcome, Verdict
from aofref.club.inbox import Letter
from aofref.club.journal import Refused, Stamp
from aofref.club.settings import Player, digest, is_address
from aofref.club.store import Arrived
from aofref.club.understanding import Understood
from aofref.judge.replay.comments import agreed
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Replay
from aofref.text import on_one_line

_STRANGERS = 3
"""As many answers as one who is no player gets in a day."""
_LAST = "This was the last answer today to a message that plays nothing: any more are held."
_PREVIEWS = 10
"""As many previews are answered in a message."""


class Answer(NamedTuple):
    """An answer to one player: the lines of its parts, and the page that goes with it."""

    to: Player
    parts: tuple[Sequence[str], ...]
    attached: outgoing.Attached | None = None


class Reply:
    """A message at the desk, and the ways to answer it."""

    def __init__(self, desk: Desk, arrived: Arrived, letter: Letter, raw: bytes) -> None:
        self.desk, self.letter, self.raw = desk, letter, raw
        self.message = letter.message
        self.name, self.key = arrived.name, digest(arrived.name, size=4)
        self.moment = arrived.moment
        self.epoch = int(arrived.moment.timestamp())
        self.stamp = Stamp(letter.hash, arrived.moment)
        self.player = desk.player(letter.sender)

    # Answers --------------------------------------------------------------------------------------

    def _report(
        self,
        id_: str,
        by: str,
        asked: Understood,
        found: Replay,
        plies: list[Ply],
        *,
        draw: bool = False,
        wrong: Refused | None = None,
    ) -> Outcome:
        """Answer a message that was understood: all what was played, the sender the rest."""
        over = journal.is_over(found)
        verdict = Verdict.ANSWERED
        if plies or draw:
            verdict = Verdict.ENDED if over else Verdict.PLAYED if plies else Verdict.ANSWERED
        game = self.desk.named(id_, found)
        assert self.player is not None
        name = answers.name_of(found, found.game.letters.index(by))
        news = list(answers.happened(found, plies))
        if draw:
            alone = not over and len(agreed(found)) == 1
            news.append(f"{name} {'offers a draw' if alone else 'agrees to a draw'}.")
        standing = answers.standing(self.desk.club, game, self.desk.seats(found), self.desk.now)
        below = (answers.drawn(found), standing, [answers.how(found)] if not over else [])
        passed = bool(plies) or draw
        private = self._private(id_, by, asked, found, wrong=wrong, passed=passed)
        words = answers.passed_on(self.player, asked.words) if passed else []
        last = self._last() if not plies else []
        parts = (news, words, *private, *below, last)
        out = [Answer(self.player, parts, self._page(asked, game))]
        if passed:
            others = [one for one in self.desk.seats(found) if one is not self.player]
            out += [Answer(one, (news, words, *below)) for one in others]
        self._give(verdict, game, out)
        move = next((ply.lan for ply in plies[:1] if ply.move is not None), "")
        note = news[0] if news else f"a message of {name}, answered"
        return Outcome("", verdict, game.id, by, move, "", note)

    def _private(
        self,
        id_: str,
        by: str,
        asked: Understood,
        found: Replay,
        *,
        wrong: Refused | None,
        passed: bool,
    ) -> list[Sequence[str]]:
        """Write what only the sender reads: plans, previews, help."""
        parts: list[Sequence[str]] = []
        if passed and asked.withheld:
            parts.append(answers.withheld(asked.withheld))
        if wrong is not None:
            parts.append(
                ["Your conditional lines were not kept:", *answers.refused(found, wrong)[1:]]
            )
        elif asked.plans is not None:
            hash_, kept = self.desk.plans(id_, by)
            lines = [" ".join(plan.moves) for plan in kept]
            mine = hash_ == self.letter.hash
            parts.append(
                answers.noted(lines) if mine else ["Your conditional lines were not kept."]
            )
        for text in asked.previews[:_PREVIEWS]:
            parts.append(self._preview(found, by, text))
        if len(asked.previews) > _PREVIEWS:
            parts.append([f"A message has at most {_PREVIEWS} previews: the others were left out."])
        if asked.help:
            parts.append(answers.help_of(self.desk.named(id_, found)))
        if asked.rules:
            parts.append(answers.rulebook(found.game))
        return parts

    def _preview(self, found: Replay, by: str, text: str) -> list[str]:
        """Say what a move would lead to."""
        trial = journal.with_ply(found, text, by, self.stamp)
        if isinstance(trial, Refused):
            why = answers.refused(found, trial)[1:]
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

        made = game_view(game.found.record, journal.SETTING)
        assert made is not None
        post = Post(self.desk.club.address, game.id)
        return outgoing.Attached(f"{game.id}.html", page(made, None, post))

    def _refused(
        self, id_: str, found: Replay, by: str, why: Refused, what: str = "Your move was not played"
    ) -> Outcome:
        parts = [answers.refused(found, why, what), [answers.how(found)]]
        code, move = why.found.code.value, re.sub("^[A-Z]:", "", why.found.move)
        found_out = self._answered(Verdict.REFUSED, id_, by, parts, code=code, move=move)
        return found_out._replace(note=f"{why.move}: {code} {why.found.message}")

    def _answered(
        self,
        verdict: Verdict,
        id_: str,
        by: str,
        parts: list[list[str]],
        *,
        code: str,
        move: str = "",
    ) -> Outcome:
        """Answer the sender alone."""
        note = parts[0][0]
        if self._may_answer():
            self._answer(verdict, parts, id_)
        else:
            verdict, note = Verdict.HELD, "too many messages"
        return Outcome("", verdict, self._id(id_), by, move, code, note)

    def _plain(
        self, verdict: Verdict, text: list[str], code: str, note: str, id_: str = ""
    ) -> Outcome:
        return self._answered(verdict, id_, "", [text], code=code)._replace(note=note)

    def hold(self, why: str) -> None:
        """Lay the message before the arbiter, once, under a field that says why."""
        reason = on_one_line(f"X-Held: {why}").encode("ascii", "backslashreplace")
        self.desk.store.hold(self.name, reason + b"\n" + self.raw)

    def _held(self, text: list[str], note: str, id_: str = "", by: str = "") -> Outcome:
        self.hold(note)
        return self._answered(Verdict.HELD, id_, by, [text], code="")._replace(note=note)

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
        """Say so, if an answer to what plays nothing is the last of the day."""
        return [_LAST] if self._left() == 1 else []

    def _answer(self, verdict: Verdict, parts: list[list[str]], id_: str) -> None:
        found = self.desk.game(id_) if id_ else None
        game = self.desk.named(id_, found) if isinstance(found, Replay) else None
        player = self.player or Player("", "", self.letter.sender)
        self._give(verdict, game, [Answer(player, (*parts, self._last()))])

    def _give(self, verdict: Verdict, game: GameId | None, out: list[Answer]) -> None:
        club = self.desk.club
        made = []
        for one in out:
            token = one.to.token if club.token else ""
            if game is not None:
                title = answers.subject(game, token)
            else:
                title = self.message.subject[:200]
                title += f" ({token})" if token and not inbox.has_word(title, token) else ""
            subject = title if title.casefold().startswith("re:") else f"Re: {title}"
            root = outgoing.root_of(club, game.id) if game is not None else ""
            text = answers.joined(*one.parts)
            to = (one.to.name, one.to.address)
            made.append(outgoing.Outgoing("", to, subject, text, self.message, root, one.attached))
        self.desk.give(verdict, self.epoch, self.letter.hash, self.key, made)

    def _id(self, id_: str) -> str:
        return self.desk.id_of(id_)
