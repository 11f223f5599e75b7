"""`aofref convert`: rewrite records in another notation."""

from functools import partial

from aofref.cli.inplace import InPlaceFiles, check_in_place, in_place_option, keeps_json
from aofref.cli.io import STDIN, stdout_raw
from aofref.cli.many import Done, Records, Run, done, records_options
from aofref.cli.options.option import option
from aofref.findings import Code, diagnostics, fault
from aofref.library.record import Record
from aofref.library.values import BadRecord
from aofref.notation.movetext import Notation

FORMS = [*(notation.value for notation in Notation), "json"]


def _converted(
    record: Record, to: Notation | None, *, only_json: bool, keep_json: bool, in_place: bool
) -> Done[tuple[str, str]]:
    """Return the name of a record's source, and the converted record, empty if it cannot be read.

    It is written as JSON if `to` is None, or if it is in JSON and `keep_json`.  Without `in_place`
    the diagnostics have the lines of a record that is not converted; with it a record that is not
    legal is empty, too.
    """
    name, is_json = record.source, record.is_json
    if only_json and not is_json:
        no_json = fault(Code.SYNTAX, "this is not a record in JSON", record.place)
        return Done((name, ""), diagnostics(name, [no_json]))
    text, findings = "", record.findings
    try:
        text = record.to_json() if to is None or (keep_json and is_json) else record.write(to.value)
    except BadRecord as problem:
        findings += tuple([why for why in problem.findings if why not in findings])
    made = done(record, ("", ""), findings)
    wrong = made.diagnostics
    if not text and not in_place:
        lines, first = record.text.rstrip("\n").split("\n"), record.line
        wrong += f"{name}: lines {first}-{first + len(lines) - 1} are not converted:\n"
        wrong += "".join(f"| {line}\n" for line in lines)
    if in_place and made.status:
        text = ""
    if text and in_place and (stood := record.at_origin()) is not record:
        text = stood.origin + text
    return made._replace(value=(name, text), diagnostics=wrong)


@option(f"--to {'|'.join(FORMS)}", "Write this.")
@option(f"--from {'|'.join(FORMS)} as source", "Read only this notation.", default=None)
@in_place_option
@records_options()
def command(records: Records, to: str, source: str | None, in_place: bool) -> int:
    """Rewrite every record in another notation, losing nothing.

    aofref convert --to san game.aof
    aofref convert --from numeric mail.aof
    aofref convert --in-place games/
    """
    read_as = Notation(source) if source and source != "json" else None
    setting = records.setting._replace(notation=read_as)
    records = records._replace(setting=setting, with_remarks=True)
    work = partial(
        _converted,
        to=None if to == "json" else Notation(to),
        only_json=source == "json",
        keep_json=keeps_json(in_place),
        in_place=in_place,
    )
    files, held, status = InPlaceFiles(), dict[str, list[str]](), 0
    if in_place:
        for name in records.file or (STDIN,):
            check_in_place(name, records.encoding)
        records = records._replace(opened=files.opened)
    run = Run(records, work)
    for name, text in run:
        if not in_place:
            stdout_raw(text)
            continue
        for whole in [*held.keys() - {name}]:
            status = max(status, files.write(whole, held.pop(whole), last=False))
        held.setdefault(name, []).append(text)
    for name, texts in held.items():
        status = max(status, files.write(name, texts, last=True))
    return max(status, run.status)
