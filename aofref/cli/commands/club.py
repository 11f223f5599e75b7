"""`aofref club`: process the mail of a club: play its moves and answer."""

import shlex
from datetime import datetime
from pathlib import Path

import click

from aofref.cli.io import Unreadable, refused, stderr, stdout
from aofref.cli.options.option import known, options, refuse_if, usage
from aofref.cli.options.shared import format_option
from aofref.cli.options.times import moment, now
from aofref.club import news, run, waiting
from aofref.club.session import ClubSession
from aofref.club.settings import KEYS
from aofref.club.store import NoWay, Store
from aofref.findings import BadFile
from aofref.notation.times import span
from aofref.text import json_line, on_one_line, some
from aofref.values import Value

_SMTP = KEYS["smtp",][1].removeprefix("is not ")


class ArbiterActs(Value):
    """What an arbiter wants: the `status`; messages judged anew or settled; who leaves or comes."""

    messages: tuple[str, ...]
    again: bool
    done: bool
    status: bool
    withdraw: str
    replace: tuple[str, str] | None
    time: int | None
    address: tuple[str, str] | None


@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False))
@click.argument("messages", metavar="[MESSAGE]...", nargs=-1)
@options(
    """
    --now TIME as at  Take TIME, in UTC, as the present; remind players, and report games that are
        late.
    --withdraw PLAYER  Forfeit every running game of PLAYER, an id or a name, and inform all
        players.
    --again  Judge each MESSAGE anew: a file of held, or a Message-ID.
    --done  Settle each MESSAGE, a file of held/new: it waits no more.
    --replace OLD NEW  Have the player NEW take over the running games of OLD, and inform all
        players.
    --time DURATION  Give NEW so much time from now on, such as 30d, in place of what OLD had left.
    --address PLAYER ADDRESS  Write the ADDRESS of PLAYER into players.tsv.
    --status  Only list what waits for the arbiter, and change nothing.
    --deliver COMMAND  Send each message by COMMAND.
    --dry-run  Report what would be done, and write nothing.
    --smtp HOST:PORT
    """,
    at={"read": moment},
    withdraw={"default": ""},
    replace={"nargs": 2},
    time={"read": known(span, "a DURATION, such as 30d")},
    address={"nargs": 2},
    deliver={"read": known(lambda value: shlex.split(value) or None, "a command")},
    smtp={"read": known(lambda _: None, _SMTP), "hidden": True, "expose_value": False},
)
@format_option
def command(
    folder: str,
    at: datetime | None,
    acts: ArbiterActs,
    deliver: list[str] | None,
    dry_run: bool,
    form: str,
) -> int:
    """Process every message that has come to the club in DIR.

    aofref club club/
    aofref club club/ --deliver "sendmail -t -i"
    aofref club club/ --now now --deliver "msmtp -t -i"
    aofref club club/ --withdraw anna
    aofref club club/ --status
    aofref club club/ --again club/held/new/1795255007.7.mx
    aofref club club/ --replace anna gina --time 30d
    aofref club club/ --address anna anna@example.org
    """
    apart = acts.again + acts.done != bool(acts.messages)
    refuse_if(apart, "--again or --done and a MESSAGE belong together")
    apart = acts.time is not None and acts.replace is None
    refuse_if(apart, "--time and --replace OLD NEW belong together")
    acting = acts.messages or acts.withdraw or acts.replace or acts.address or deliver
    refuse_if(acts.status and acting, "--status changes nothing and sends nothing: give it alone")
    store = Store(Path(folder), dry=dry_run or acts.status)
    busy = f"aofref: another run is at work in {store.folder}: waiting for it to end\n"
    try:
        if acts.status:
            session = ClubSession(store, at or now())
            found = waiting.Desk(session, store.folder).waiting(lambda game: at and game.is_late)
            count = len(waiting.running(session))
            if form == "json":
                rows = {name: [entry.row for entry in entries] for name, entries in found.items()}
                stdout(json_line({**rows, "running": count}))
            else:
                stdout(f"{waiting.text(found)}\n{some(count, 'game')} under way.\n")
            return 0
        store.club()  # a folder that is no club stays as it is
        with store.locked(lambda: stderr(busy)):
            session = ClubSession(store, at or now())
            messages = [session.log.found(name, waiting=acts.done) for name in acts.messages]
            changes = []  # these begin when the messages are processed
            with usage():
                if acts.withdraw:
                    changes.append(news.withdraw(session, news.named(session, acts.withdraw)))
                if acts.replace is not None:
                    old, new = map(session.of_id, acts.replace)
                    news.replaceable(session, old, new)
                    changes.append(news.replace(session, old, new, acts.time))
                if acts.address is not None:
                    news.readdress(session, *acts.address)
            for path in messages if acts.done else ():
                store.move(path, "held/cur")
            again = [] if acts.done else messages
            for outcome in run.processed(
                session, reminding=at is not None, changes=changes, recalled=again
            ):
                where = f"[{outcome.game}] " if outcome.game else ""
                text = f"{outcome.verdict}: {where}{outcome.note}"
                stdout(json_line(outcome.report()) if form == "json" else on_one_line(text) + "\n")
            for line in session.news:
                stderr(f"aofref: {on_one_line(line)}\n")
            for entry in waiting.Desk(session, store.folder).faulty():
                stderr(on_one_line(f"{entry.row['file']}:{entry.row['message']}") + "\n")
            failed = run.send(session, deliver) if deliver and not dry_run else []
    except BadFile as problem:
        raise refused(problem.source, problem) from problem
    except NoWay as problem:
        raise Unreadable(f"aofref: {problem}") from problem
    for line in failed:
        stderr(f"aofref: {line}\n")
    return 1 if failed else 0
