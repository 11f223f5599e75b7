"""Results: each army's share of the game, in order of play (aofref-record(5))."""

OPEN = "*"
_SHARES = {"1": 12, "0": 0, "1/2": 6, "1/3": 4, "2/3": 8, "1/4": 3, "3/4": 9}


def write(armies: int, winners: tuple[int, ...] | None) -> str:
    """Write the result of a game that `winners` share alike; `*` for None."""
    if not winners:
        return OPEN
    share = "1" if len(winners) == 1 else f"1/{len(winners)}"
    return "-".join(share if army in winners else "0" for army in range(armies))


def read(armies: int, text: str) -> tuple[int, ...] | None:
    """Return each army's share in twelfths, all 0 for `*`; None if the text is no result."""
    if text == OPEN:
        return (0,) * armies
    parts = text.split("-")
    shares = tuple(_SHARES[part] for part in parts if part in _SHARES)
    return shares if len(shares) == len(parts) == armies and sum(shares) == 12 else None
