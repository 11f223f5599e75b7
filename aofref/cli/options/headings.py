"""Headings: under which of them help lists an option."""

import click


class RecordOption(click.Option):
    """An option on how records are read, alike in all commands that read them."""


class BatchOption(click.Option):
    """An option of the commands that go through many records."""


HEADINGS = {
    click.Option: "Options",
    RecordOption: "Record options",
    BatchOption: "Options for many records",
}
"""The headings in the order in which help has them."""
