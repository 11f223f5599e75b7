"""Desk: what the club does with a message that arrived, from its first look to the last answer.

The order of the steps is what keeps it whole: plans, then the record, then the answers, then the
message is put away.  Each step is one file that is there or not, and a message whose steps were
broken off takes them up where they ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from aofref.club import answers, inbox, journal, outgoing, plans
from aofref.club.answers import GameId
from aofref.club.inbox import Letter
from aofref.club.journal import Refused, Stamp
from aofref.club.settings import Club, Player, digest, is_address
from aofref.club.store import Arrived, OutName, Store
from aofref.club.understanding import Understood, asks, understood
from aofref.findings import Refusal
from aofref.judge.collect.summary import players as players_of
from aofref.judge.replay.line import Ply
from aofref.judge.replay.offers import agreed
from aofref.judge.replay.verdict import Judged, Replay
from aofref.notation.records import limits

_DAY = 86_400
_STRANGERS = 3
"""As many answers as one who is no player gets in 24 hours."""


class Verdict(StrEnum):
    """What became of a message."""

    PLAYED = "played"
    ENDED = "ended"
    REFUSED = "refused"
    ASKED = "asked"
    DUPLICATE = "duplicate"
    ANSWERED = "answered"
    HELD = "held"
    ROBOT = "robot"
    LATE = "late"


_KINDS = {
    Verdict.PLAYED: "p",
    Verdict.ENDED: "e",
    Verdict.REFUSED: "r",
    Verdict.ASKED: "a",
    Verdict.DUPLICATE: "d",
    Verdict.ANSWERED: "n",
    Verdict.HELD: "h",
}
"""The letters by which the names of outgoing messages say what they answer."""
_COUNTED = "radnh"
_VERDICTS = {kind: verdict for verdict, kind in _KINDS.items()}


class Outcome(NamedTuple):
    """What became of a message, or of a game whose time is used up.

    `id` is the Message-ID without a bracket's worth of change, `said` a sentence on it.
    """

    id: str
    verdict: Verdict
    game: str = ""
    army: str = ""
    move: str = ""
    code: str = ""
    said: str = ""


class _Answer(NamedTuple):
    """An answer to one player: the lines of its parts, and the page that goes with it."""

    to: Player
    parts: tuple[Sequence[str], ...]
    attached: outgoing.Attached | None = None


class Desk:
    """The club at work: its settings and players, its directory, the time."""

    def __init__(
        self, club: Club, players: Sequence[Player], store: Store, now: datetime
    ) -> None:
        self.club, self.players, self.store, self.now = club, players, store, now
        self.paths = store.games()
        self._games: dict[str, Judged] = {}
        self._plans: dict[tuple[str, str], tuple[str, tuple[plans.Plan, ...]]] = {}
        self._by_address = {player.address.casefold(): player for player in players}
        self._by_name = {" ".join(p.name.casefold().split()): p for p in players}
        self._given: dict[str, list[OutName]] = {}
        self._count: Counter[tuple[str, int]] = Counter()
        self._places = {name: path for name, path in store.given_out()}
        for name in self._places:
            self._note(name)

    def _note(self, name: OutName) -> None:
        self._given.setdefault(name.hash, []).append(name)
        if name.kind in _COUNTED:
            self._count[name.to, name.epoch // _DAY] += 1

    # Games ----------------------------------------------------------------------------------------

    def game(self, id_: str) -> Judged:
        """Open a game, once."""
        if id_ not in self._games:
            self._games[id_] = journal.judged(self.store.data(self.paths[id_]))
        return self._games[id_]

    def has(self, id_: str, hash_: str) -> bool:
        """Say whether the record of a game may have a message, without opening it."""
        if id_ in self._games:
            return hash_ in self._games[id_].record.raw.text
        return hash_.encode() in self.store.data(self.paths[id_])

    def named(self, id_: str, found: Replay) -> GameId:
        """Give a game with its id as its file has it."""
        return GameId(self.paths[id_].stem, found)

    def player(self, address: str) -> Player | None:
        """Find the player whose address it is."""
        return self._by_address.get(address.casefold())

    def armies(self, found: Judged, player: Player) -> list[str]:
        """List the letters of the armies that a player has in a game."""
        return [
            letter
            for letter, name in players_of(found)
            if self._by_name.get(" ".join(name.casefold().split())) is player
        ]

    def seats(self, found: Judged) -> list[Player]:
        """List the players of a game in order of play, each once."""
        named = (self._by_name.get(" ".join(n.casefold().split())) for _, n in players_of(found))
        return list(dict.fromkeys(player for player in named if player is not None))

    def keep(self, id_: str, found: Replay) -> None:
        """Write a record that has grown."""
        text = found.record.raw.text
        self.store.write(self.paths[id_], text.encode("utf-8", "surrogateescape"))
        self._games[id_] = found

    # A message ------------------------------------------------------------------------------------

    def treat(self, arrived: Arrived) -> Outcome:
        """Do what a message asks for, answer it, and put it away."""
        with arrived.path.open("rb") as file:
            raw = file.read(limits.MAIL + 1)
        letter = inbox.letter(raw)
        outcome = _Treated(self, arrived, letter, raw).outcome()
        if outcome.verdict is Verdict.HELD:
            self.store.hold(arrived.name, raw)
        self.store.finish(arrived)
        return outcome._replace(id=letter.message.id)

    def give(
        self, verdict: Verdict, epoch: int, hash_: str, key: str, out: list[outgoing.Outgoing]
    ) -> None:
        """Give out the answers to a message."""
        made = {}
        for one in out:
            to = digest(one.to[1].casefold(), size=4)
            name = OutName(epoch, hash_, key, _KINDS[verdict], to)
            if not any((old.key, old.to) == (key, to) for old in self.given(hash_)):
                made[name] = outgoing.written(self.club, one._replace(name=str(name)), self.now)
        self._put(made)

    def send(self, name: OutName, message: outgoing.Outgoing) -> None:
        """Give out a message that answers none, unless its hash was given out before."""
        if not self.given(name.hash):
            self._put({name: outgoing.written(self.club, message, self.now)})

    def again(self, name: OutName, old: OutName) -> None:
        """Give an old answer once more, as a message of another name."""
        if self.store.dry or any(one.key == name.key for one in self.given(name.hash)):
            return
        text = self._places[old].read_bytes()
        self._put({name: text.replace(str(old).encode(), str(name).encode(), 1)})

    def _put(self, made: dict[OutName, bytes]) -> None:
        self.store.put(made)
        for name in made:
            self._places[name] = self.store.folder / "out" / "new" / str(name)
            self._note(name)

    def may_answer(self, address: str, epoch: int, most: int) -> bool:
        """Say whether an address may have another answer in this time."""
        to, day = digest(address.casefold(), size=4), epoch // _DAY
        return self._count[to, day] < most

    def given(self, hash_: str) -> list[OutName]:
        """List the answers that a message has."""
        return self._given.get(hash_, [])

    # Plans ----------------------------------------------------------------------------------------

    def plans(self, id_: str, army: str) -> tuple[str, tuple[plans.Plan, ...]]:
        """Give the conditional lines of an army, and the hash of the message that set them."""
        if (id_, army) not in self._plans:
            text = self.store.data(self._plan_file(id_, army)).decode()
            hash_, _, lines = text.partition("\n")
            self._plans[id_, army] = hash_, plans.read(lines)
        return self._plans[id_, army]

    def keep_plans(self, id_: str, army: str, hash_: str, lines: tuple[plans.Plan, ...]) -> None:
        """Put conditional lines in the place of those that an army had."""
        text = f"{hash_}\n{plans.write(lines)}"
        self.store.write(self._plan_file(id_, army), text.encode())
        self._plans[id_, army] = hash_, lines

    def _plan_file(self, id_: str, army: str) -> Path:
        return self.store.folder / "plans" / f"{self.paths[id_].stem}.{army}.plan"


class _Treated:
    """A message at the desk."""

    def __init__(self, desk: Desk, arrived: Arrived, letter: Letter, raw: bytes) -> None:
        self.desk, self.letter, self.raw = desk, letter, raw
        self.message = letter.message
        self.key = digest(arrived.name, size=4)
        self.moment = arrived.moment
        self.epoch = int(arrived.moment.timestamp())
        self.stamp = Stamp(letter.hash, arrived.moment)
        self.player = desk.player(letter.sender)

    def outcome(self) -> Outcome:
        """Find out what the message is, and do what is to be done."""
        club, sender = self.desk.club, self.letter.sender.casefold()
        if self.message.automated or sender == club.address.casefold():
            return Outcome("", Verdict.ROBOT, said=f"from {sender or 'nobody'}: not answered")
        known = self.desk.given(self.letter.hash)
        mine = [name for name in known if name.key == self.key]
        game, place = self._in_record()
        if game and (mine or (not known and self._is_last(game, place))):
            return self._resumed(game, place)
        if mine:
            return Outcome("", _VERDICTS[mine[0].kind], self._id(game), said="answered before")
        if known or game:
            return self._duplicate(known, game, place)
        return self._fresh()

    # Seen before ----------------------------------------------------------------------------------

    def _in_record(self) -> tuple[str, int]:
        """Find the game whose record has this message, and the place among its plies."""
        if self.player is None or self.letter.fault:
            return "", 0
        wanted = inbox.named(self.message.subject, dict.fromkeys(self.desk.paths)).ids
        for id_ in wanted or self.desk.paths:
            if self.desk.has(id_, self.letter.hash):
                known = journal.marks(self.desk.game(id_))
                if self.letter.hash in known:
                    return id_, known[self.letter.hash]
        return "", 0

    def _is_last(self, id_: str, place: int) -> bool:
        found = self.desk.game(id_)
        if not isinstance(found, Replay):
            return False
        if self._is_offer(found, place):
            return place == len(found.plies) - 1
        return place + len(journal.replies(found, place, self.stamp)) == len(found.plies)

    def _is_offer(self, found: Replay, place: int) -> bool:
        """Say whether the message stands behind a ply that another has played."""
        first = next((h for h, at in journal.marks(found).items() if at == place), "")
        return place < 0 or first != self.letter.hash

    def _resumed(self, id_: str, place: int) -> Outcome:
        """Finish what a run that was ended has left of a message that stands in the record."""
        found = self.desk.game(id_)
        assert isinstance(found, Replay) and self.player is not None
        asked = understood(found.last, self.message.lines)
        by = self._army(found, found.plies[place].army if not self._is_offer(found, place) else -1)
        if self._is_offer(found, place):
            return self._told(id_, by, asked, found, [], draw=True)
        found = self._settled(id_, found)
        plies = journal.replies(found, place, self.stamp)
        return self._told(id_, by, asked, found, plies, draw=asked.draw)

    def _duplicate(self, known: list[OutName], id_: str, place: int) -> Outcome:
        """Give a message that came before its old answer."""
        verdict, address = Verdict.DUPLICATE, self.letter.sender
        to = digest(address.casefold(), size=4)
        old = next((name for name in known if name.to == to and name.kind != "d"), None)
        out = Outcome("", verdict, self._id(id_), said="came before")
        if not self._may_answer():
            return out
        if old is not None:
            name = old._replace(epoch=self.epoch, key=self.key, kind=_KINDS[verdict])
            self.desk.again(name, old)
            return out
        self._answer(verdict, [["This message came before; it was not treated again."]], id_)
        return out

    # Fresh ----------------------------------------------------------------------------------------

    def _fresh(self) -> Outcome:
        """Treat a message for the first time."""
        player, subject = self.player, self.message.subject
        if player is None:
            return self._held(["This address is not that of a player of the club."], "a stranger")
        if self.letter.fault:
            why = f"Your message could not be read: {self.letter.fault}."
            return self._held([why, "It was laid before the arbiter."], self.letter.fault)
        club = self.desk.club
        if club.token and not inbox.has_word(subject, player.token):
            why = "Your word is missing in the Subject: nothing was played."
            return self._plain(Verdict.REFUSED, [why], "", "without the player's word")
        if club.trust and not inbox.vouched(self.raw, club.trust, self.letter.sender):
            why = f"{club.trust} has not found that this message is yours: nothing was played."
            return self._plain(Verdict.REFUSED, [why], "", f"not vouched for by {club.trust}")
        id_, why, code = self._game(player)
        if not id_:
            if asks(self.message.lines, "help"):
                text = answers.HELP.format(id="ID").split("\n")
                return self._plain(Verdict.ANSWERED, text, "", "help")
            return self._plain(Verdict.ASKED, [why], code, why)
        found = self.desk.game(id_)
        whole = journal.open_game(found)
        if whole is None:
            text = f"The record of [{self._id(id_)}] must be put right by the arbiter first."
            return self._held([text, "Your message was laid before him."], "a record at fault", id_)
        by = self._army(whole)
        if not by:
            text = f"You do not play in the game [{self._id(id_)}]."
            return self._plain(Verdict.REFUSED, [text], "wrong-army", text, id_)
        return self._act(id_, whole, by, understood(whole.last, self.message.lines))

    def _game(self, player: Player) -> tuple[str, str, str]:
        """Find the game that a message is about; else a question, and a code."""
        found = inbox.named(self.message.subject, dict.fromkeys(self.desk.paths))
        if len(found.ids) == 1:
            return found.ids[0], "", ""
        if found.ids:
            return "", "Several games are named in the Subject: write of one at a time.", "ambiguous"
        if found.unknown:
            text = f"There is no game [{found.unknown}]: look at the Subject."
            return "", text, "no-record"
        mine = [id_ for id_ in self.desk.paths if self.desk.armies(self.desk.game(id_), player)]
        running = [id_ for id_ in mine if not self._over(id_)]
        turn = [id_ for id_ in running if self._has_turn(id_, player)]
        for some in (turn, running):
            if len(some) == 1:
                return some[0], "", ""
        if not mine:
            return "", "You play no game here.", "no-record"
        names = ", ".join(f"[{self._id(id_)}]" for id_ in (turn or running or mine)[:20])
        return "", f"Which game is it? Write one of these into the Subject: {names}.", "ambiguous"

    def _over(self, id_: str) -> bool:
        found = self.desk.game(id_)
        return isinstance(found, Replay) and journal.is_over(found)

    def _has_turn(self, id_: str, player: Player) -> bool:
        found = self.desk.game(id_)
        if not isinstance(found, Replay):
            return False
        return found.game.letters[found.last.turn] in self.desk.armies(found, player)

    def _army(self, found: Replay, army: int = -1) -> str:
        """Give the army that the sender writes for: the one that has the turn, if it is his."""
        assert self.player is not None
        mine = self.desk.armies(found, self.player)
        turn = found.game.letters[army if army >= 0 else found.last.turn]
        return turn if turn in mine and (army >= 0 or found.last.turn >= 0) else "".join(mine[:1])

    def _act(self, id_: str, found: Replay, by: str, asked: Understood) -> Outcome:
        """Play what is asked for, keep the plans, and answer."""
        if asked.why is not None:
            if asked.unclear:
                code = asked.why.code.value
                parts = [answers.asked(asked.why), [answers.how(found)]]
                return self._answered(Verdict.ASKED, id_, by, parts, code=code)
            text = ["Your message was not understood, and laid before the arbiter."]
            return self._held([*text, answers.how(found)], "not understood", id_, by)
        if not asked.plays:
            return self._told(id_, by, asked, found, [])
        longer: Replay | Refused = found
        if asked.move:
            longer = journal.with_ply(found, asked.move, by, self.stamp, draw=asked.draw)
        elif asked.draw:
            longer = journal.with_offer(found, by, self.stamp)
        if isinstance(longer, Refused):
            return self._refused(id_, found, by, longer)
        army = found.game.letters.index(by)
        kept = [plans.vetted(longer, text, army) for text in asked.plans or ()]
        wrong = next((one for one in kept if isinstance(one, Refused)), None)
        if wrong is not None and longer is found:
            return self._refused(id_, found, by, wrong)
        if asked.plans is not None and wrong is None:
            lines = tuple(one for one in kept if not isinstance(one, Refused))
            self.desk.keep_plans(id_, by, self.letter.hash, lines)
        if longer is not found:
            self.desk.keep(id_, longer)
        first = len(found.plies)
        done = self._settled(id_, longer)
        plies = list(done.plies[first:])
        return self._told(id_, by, asked, done, plies, draw=asked.draw, wrong=wrong)

    def _settled(self, id_: str, found: Replay) -> Replay:
        """Play the plans that the position calls for, one after the other."""
        while not journal.is_over(found):
            army = found.last.turn
            letter = found.game.letters[army]
            move = plans.due(found, self.desk.plans(id_, letter)[1], army)
            if not move:
                break
            longer = journal.with_ply(found, move, letter, self.stamp.next(len(found.plies)))
            if isinstance(longer, Refused):
                break
            self.desk.keep(id_, longer)
            found = longer
        return found

    # Answers --------------------------------------------------------------------------------------

    def _told(
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
        """Answer a message that was understood: all players what was played, the sender the rest."""
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
        last = found.plies[-1].move if found.plies else None
        drawn = answers.drawn(found.last, last)
        standing = answers.standing(self.desk.club, game, self.desk.seats(found), self.desk.now)
        parts = _Parts(news, drawn, standing, [answers.how(found)] if not over else [])
        private = self._private(id_, by, asked, found, wrong)
        out = [_Answer(self.player, (parts.news, *private, *parts.rest), self._page(asked, game))]
        if plies or draw:
            words = answers.passed_on(self.player.name, asked.words)
            others = [one for one in self.desk.seats(found) if one is not self.player]
            out += [_Answer(one, (parts.news, words, *parts.rest)) for one in others]
        self._give(verdict, game, out)
        move = next((ply.lan for ply in plies[:1] if ply.move is not None), "")
        said = news[0] if news else "answered"
        return Outcome("", verdict, game.id, by, move, "", said)

    def _private(
        self, id_: str, by: str, asked: Understood, found: Replay, wrong: Refused | None
    ) -> list[Sequence[str]]:
        """Write what only the sender reads: plans, previews, help."""
        parts: list[Sequence[str]] = []
        if wrong is not None:
            parts.append(["Your conditional lines were not kept:", *answers.refused(found, wrong)[1:]])
        elif asked.plans is not None:
            hash_, kept = self.desk.plans(id_, by)
            lines = [" ".join(plan.moves) for plan in kept]
            mine = hash_ == self.letter.hash
            parts.append(answers.noted(lines) if mine else ["Your conditional lines were not kept."])
        for text in asked.previews:
            parts.append(self._preview(found, by, text))
        if asked.help:
            parts.append(answers.HELP.format(id=self._id(id_)).split("\n"))
        return parts

    def _preview(self, found: Replay, by: str, text: str) -> list[str]:
        """Say what a move would lead to."""
        trial = journal.with_ply(found, text, by, self.stamp)
        if isinstance(trial, Refused):
            return [f"Preview of {trial.move}: not legal.", *answers.refused(found, trial)[1:]]
        ply = trial.plies[-1]
        news = list(answers.happened(trial, [ply]))
        return ["Preview; nothing was played:", *news, "", *answers.drawn(trial.last, ply.move), ""]

    def _page(self, asked: Understood, game: GameId) -> outgoing.Attached | None:
        if not asked.show:
            return None
        from aofref.judge.analysis.game_view import game_view
        from aofref.report.page import page

        made = game_view(game.found.record, journal.SETTING)
        return None if made is None else outgoing.Attached(f"{game.id}.html", page(made, None))

    def _refused(self, id_: str, found: Replay, by: str, why: Refused) -> Outcome:
        parts = [answers.refused(found, why), [answers.how(found)]]
        code, move = why.found.code.value, why.found.move
        return self._answered(Verdict.REFUSED, id_, by, parts, code=code, move=move)

    def _answered(
        self, verdict: Verdict, id_: str, by: str, parts: list[list[str]], *, code: str, move: str = ""
    ) -> Outcome:
        """Answer the sender alone."""
        said = parts[0][0]
        if self._may_answer():
            self._answer(verdict, parts, id_)
        else:
            verdict, said = Verdict.HELD, "too many messages"
        return Outcome("", verdict, self._id(id_), by, move, code, said)

    def _plain(
        self, verdict: Verdict, text: list[str], code: str, said: str, id_: str = ""
    ) -> Outcome:
        return self._answered(verdict, id_, "", [text], code=code)._replace(said=said)

    def _held(self, text: list[str], said: str, id_: str = "", by: str = "") -> Outcome:
        return self._answered(Verdict.HELD, id_, by, [text], code="")._replace(said=said)

    def _may_answer(self) -> bool:
        most = self.desk.club.daily if self.player is not None else _STRANGERS
        robot = bool(self.letter.fault) and (self.player is None or inbox.looks_automated(self.raw))
        if robot or not is_address(self.letter.sender):
            return False
        return self.desk.may_answer(self.letter.sender, self.epoch, most)

    def _answer(self, verdict: Verdict, parts: list[list[str]], id_: str) -> None:
        found = self.desk.game(id_) if id_ else None
        game = self.desk.named(id_, found) if isinstance(found, Replay) else None
        player = self.player or Player("", "", self.letter.sender)
        self._give(verdict, game, [_Answer(player, tuple(parts))])

    def _give(self, verdict: Verdict, game: GameId | None, out: list[_Answer]) -> None:
        club = self.desk.club
        made = []
        for one in out:
            token = one.to.token if club.token else ""
            told = self.message.subject[:200] if game is None else answers.subject(game, token)
            subject = told if told.casefold().startswith("re:") else f"Re: {told}"
            root = outgoing.root_of(club, game.id) if game is not None else ""
            text = answers.joined(*one.parts)
            to = (one.to.name, one.to.address)
            made.append(outgoing.Outgoing("", to, subject, text, self.message, root, one.attached))
        self.desk.give(verdict, self.epoch, self.letter.hash, self.key, made)

    def _id(self, id_: str) -> str:
        return self.desk.paths[id_].stem if id_ else ""


class _Parts(NamedTuple):
    """The parts of an answer that all players get."""

    news: Sequence[str]
    drawn: Sequence[str]
    standing: Sequence[str]
    how: Sequence[str]

    @property
    def rest(self) -> tuple[Sequence[str], ...]:
        """Give what stands below the words."""
        return (self.drawn, self.standing, self.how)
