"""Debug: whether a fault of the program is to be shown as it is."""

import os


def debugging() -> bool:
    """Say whether a fault of the program is to be shown with its traceback."""
    return bool(os.environ.get("AOFREF_DEBUG"))
