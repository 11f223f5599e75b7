"""`aofref rulings`: how the games are read where their pages leave it open."""

from __future__ import annotations

import click

from aofref.rulings import READINGS


@click.command("rulings")
def command() -> None:
    """List the rulings with their evidence and the alternatives that can be chosen."""
    for reading in READINGS:
        click.echo(f"{reading.number} ({reading.games}) {reading.reading}")
        click.echo(f"    evidence: {reading.evidence}")
        if reading.alternative:
            click.echo(f"    alternative: {reading.alternative}")
