"""`aofref material`: count the pieces of every army.

Group: Look

    aofref material game.aof
"""

from aofref.cli.options.position import Where, finish, where_options
from aofref.cli.options.shared import format_option


@where_options
@format_option
def command(where: Where, form: str) -> int:
    """Count the pieces of every army, and what it has lost or gained since the array."""
    at, status = where.located(from_input=True)
    counted = at.material()
    material = {army.army: army.report() for army in counted}
    report = {**at.report(), "material": material}
    return finish(form, report, "".join(f"{army}\n" for army in counted), status)
