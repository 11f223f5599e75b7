"""Commands about a game: the list of games, rules and rulings, a new record, a page to play on."""

import click

from aofref.cli.io import refused, status_of, stderr, stdout, stdout_raw, text_width
from aofref.cli.options import shared
from aofref.cli.options.option import complete_pieces, option, refuse_if, usage
from aofref.cli.options.position import open_given, open_variant, position_option, record_from
from aofref.cli.options.times import pace_option, start_option
from aofref.findings import BadGame, BadPosition, Code
from aofref.library import lists
from aofref.library.files import new
from aofref.library.values import UnknownName
from aofref.text import json_line
from aofref.values import Value


@shared.format_option
def list_games(form: str) -> int:
    """List the games: id, title, cells, armies in order of play, rulings to choose.

    aofref variants
    aofref variants --format json
    """
    listed, status = lists.variants(), 0
    stdout("".join(map(json_line, listed.report())) if form == "json" else f"{listed}\n")
    for path, findings in listed.faults.items():
        stderr(f"{shared.bad_game(BadGame(findings, path))}\n")
        status = max(status, status_of(findings))
    return status


@shared.variant_argument("[VARIANT]")
@shared.format_option
def list_rulings(variant: str, form: str) -> None:
    """List the rulings with their evidence, the alternatives that can be chosen, and their effect.

    With VARIANT list the rulings of one game.  Choose one with --ruling, or in a record with the
    tag Rulings.

    aofref rulings
    aofref rulings aof2
    """
    game = open_variant(variant, ()) if variant else None
    listed = lists.rulings(game)
    if game is not None and not listed:
        stderr(f"{game.id} is a game from a file, which leaves nothing open\n")
    lines = map(json_line, listed.report()) if form == "json" else (f"{one}\n" for one in listed)
    stdout("".join(lines))


@shared.variant_argument()
@click.argument("piece", required=False, shell_complete=complete_pieces)
@option("--from CELL as origin", "Draw what PIECE reaches from CELL.")
@option("--army LETTER", "The army of PIECE: Pawns and Peacocks move differently in each.")
@option("--ruling RULING... as rulings", "Describe the game under this ruling.")
@option(
    "--format text|json|html|svg as form",
    "Lines to read, JSON for scripts, the rulebook as a page, or a drawing of PIECE.",
)
def describe(
    variant: str,
    piece: str | None,
    origin: str | None,
    army: str | None,
    rulings: tuple[str, ...],
    form: str,
) -> None:
    """Describe VARIANT: board, array and pieces; or PIECE, and its cells on an empty board.

    aofref rules aof2
    aofref rules aof2 P --from jg3
    aofref rules aof2 --format json
    aofref rules aof2 --format html > aof2.html
    aofref rules aof2 Y --format svg > gryphon.svg
    """
    game = open_variant(variant, rulings)
    placed = origin is not None or army is not None
    refuse_if(piece is None and placed, "--from and --army need a PIECE")
    refuse_if(form == "html" and placed, "--from and --army are not for html, which has every army")
    refuse_if(piece is None and form == "svg", "svg is a drawing of one piece: name a PIECE")
    with usage():
        try:
            described = game.rules(piece, origin, army)
        except UnknownName as why:
            if why.code is not Code.AMBIGUOUS:
                raise
            raise click.UsageError(f"{why}: give --army, one of {', '.join(game.armies)}") from why
    refuse_if(army is not None and origin is None and form != "svg", "--army needs --from")
    match form:
        case "json":
            stdout(json_line(described.report()))
        case "html":
            stdout(described.html())
        case "svg":
            stdout(described.svg())
        case _:
            stdout(f"{described.text(text_width() - 1)}\n")


class GivenTags(Value):
    """The values of the options that become tags."""

    players: tuple[str, ...]
    event: str | None
    tags: tuple[str, ...]
    array: str | None
    pace: str | None
    start: dict[str, str]


@shared.variant_argument()
@option("--player LETTER=NAME... as players", "Who plays the army LETTER.")
@option("--event NAME", "The name of the event.", once=True)
@option("--tag NAME=VALUE... as tags", "Set another tag.")
@option("--ruling RULING... as rulings", "Play by this ruling.")
@option("--array PLACEMENT", "Start from another array.", once=True)
@pace_option
@start_option
@option(
    "--format text|json as form", "What to print: the record, or in JSON its state and its text."
)
def begin(variant: str, rulings: tuple[str, ...], given: GivenTags, form: str) -> None:
    """Print a record of VARIANT without a move, to play on from.

    aofref new aof2 --player E=Anna --pace 30d+3d --start now > game.aof
    """
    game, players = open_variant(variant, rulings), dict[str, str]()
    events = [] if given.event is None else [f"Event={given.event}"]
    others = shared.tags_of([*given.tags, *events], given.pace, "--tag")
    start = given.start
    chosen = ({"Date": start["UTCDate"]} | start if start else {}) | others
    for name in ("Result", "Variant"):
        if name in chosen:
            raise click.BadParameter(f"the tag {name} is set by the program", param_hint="--tag")
    for text in given.players:
        name, sign, player = text.partition("=")
        army = game.army_named(name)
        if not sign or army is None or "\n" in player:
            armies = ", ".join(f"{letter} {army}" for letter, army in game.armies.items())
            why = f"{text!r} is not LETTER=NAME; the armies are {armies}"
            raise click.BadParameter(why, param_hint="--player")
        if game.armies[army] in players:
            raise click.BadParameter(f"two players for {game.armies[army]}", param_hint="--player")
        players[game.armies[army]] = player
    chosen |= players
    if given.array is not None:
        chosen["Array"] = given.array
    if rulings:
        chosen.pop("Rulings", None)
    try:
        record = new(game.id, tags=chosen, rulings=rulings)
    except BadPosition as problem:
        raise refused("new", problem) from problem
    if form == "json":
        from aofref.report.json import position

        stdout(json_line(position.edited(record.verdict, record.text, {})))
    else:
        stdout_raw(record.text)


@shared.variant_argument()
@position_option
@option("--ruling RULING... as rulings", "Play under this ruling; may be repeated.")
def write_board(variant: str, position: str | None, rulings: tuple[str, ...]) -> None:
    """Write a page on which to play VARIANT from its array, a position, or one set up there.

    aofref board aof2 > board.html
    aofref board chess --position "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1" > pawn.html
    """
    from aofref.report.page import Post, page

    at = open_given(open_variant(variant, rulings), position)
    stdout_raw(page(record_from(at, position).verdict, None, Post(), "", board=True))
