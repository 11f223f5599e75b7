"""Writes the second referee's JSON beside each record, without aofref.

    python -m tools.expect FILE.aof...

The JSON is that of `aofref check --format json` for records that are legal throughout, written
canonically by player.py; nothing else can be read here.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.referees import second_referee

GAMES: dict[tuple[str, str], Any] = {}


def records(text: str) -> Iterator[tuple[int, dict[str, str], list[str]]]:
    """Return the line, the tags and the words of the movetext of every record."""
    tags: dict[str, str] = {}
    start, movetext = 0, ""
    for number, line in enumerate([*text.splitlines(), "["], 1):
        if not line.startswith("["):
            movetext += line + "\n"
            continue
        if movetext.strip():
            yield start, tags, re.sub(r"\{[^}]*\}", " ", movetext).split()
            tags, movetext = {}, ""
        if not tags:
            start = number
        if line != "[":
            name, value = line[1:-1].split(" ", 1)
            tags[name] = value.strip('"')


def same(game: Any, state: Any) -> str:
    """Return the part of a position of two players that repetitions share."""
    placement, turn, rights, _ = game.line(state).split()
    usable = any(lan.endswith("ep") or "ep=" in lan for lan in game.moves(state))
    return f"{placement} {turn} {rights if usable else '-'}"


def judge(tags: dict[str, str], words: list[str]) -> dict[str, Any]:
    """Replay a record: return the part of its object that depends on play.

    A withdrawal is not a ply: its events have the number of the ply before it.
    """
    variant, rulings = tags["Variant"], tags.get("Rulings", "")
    if (variant, rulings) not in GAMES:
        GAMES[variant, rulings] = second_referee.Game(variant, rulings)
    game = GAMES[variant, rulings]
    state = game.read(tags["Position"]) if "Position" in tags else game.start()
    events = [{"ply": 0, **event} for event in state.events]
    seen = Counter([same(game, state)])
    ply = 0
    for word in words[:-1]:
        if re.fullmatch(r"\d+\.+", word):
            continue
        move = re.sub(r"(#[A-Z]*)?(\+[A-Z]*)?$", "", word)
        army, colon, bare = move.partition(":")
        if colon and bare not in ("resigns", "forfeits"):
            if army != state.turn:
                raise ValueError(f"{word}: the turn is {state.turn}'s")
            move = bare
        ply += not (colon and bare in ("resigns", "forfeits"))
        state, found = game.play(state, move)
        suffix = suffix_of(game, state, found)
        if not word.endswith(move + suffix):
            raise ValueError(f"{word}: the suffix is {suffix!r}")
        events += [{"ply": ply, **event} for event in found]
        if game.two_players and state.turn != "-":
            key = same(game, state)
            seen[key] += 1
            if seen[key] >= 3:
                events.append({"ply": ply, "type": "repetition", "count": seen[key]})
    return {
        "variant": variant,
        "status": "legal",
        "plies": ply,
        "error": None,
        "warnings": [],
        "events": events,
        "turn": state.turn,
        "result": state.result,
        "claimed": words[-1],
        "position": game.line(state),
    }


def suffix_of(game: Any, state: Any, found: list[dict[str, Any]]) -> str:
    """Write the suffix that a move deserves (aofref-record(5))."""
    mated = [event["army"] for event in found if event["type"] == "checkmate"]
    living = state.alive if len(state.alive) > 1 else []
    checked = [army for army in living if army in state.checks and army not in mated]
    if game.two_players:
        return "#" if mated else "+" if checked else ""
    text = "#" + "".join(army for army in game.order if army in mated) if mated else ""
    return text + ("+" + "".join(checked) if checked else "")


def main() -> None:
    """Write the JSON beside each file named."""
    for path in map(Path, sys.argv[1:]):
        lines = []
        for number, (line, tags, words) in enumerate(records(path.read_text("utf-8")), 1):
            head = {"record": number, "source": path.name, "line": line}
            lines.append(json.dumps({**head, **judge(tags, words)}, ensure_ascii=False))
        path.with_suffix(".json").write_text("\n".join([*lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
