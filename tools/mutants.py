"""The mutants of a module, by the operators of mutmut, as sources.

mutmut itself breaks function bodies only, and the games and the pieces are data of modules; so its
operators are taken and its runner is not (`tools/mutate.py` is the runner).
"""

from __future__ import annotations

import ast
import functools
import inspect
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from operator import is_
from pathlib import Path
from types import CodeType

import libcst as cst
from libcst.metadata import CodePosition, CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).parent.parent
ROOMS = ["geometry", "boards", "atoms", "paths", "pieces", "games", "rules", "notation", "judge"]
"""The rooms of aofref that are broken."""

TEXT = cst.BaseString
"""Texts are broken once, not also in capitals and in small letters."""

LEFT_ALONE = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom, cst.Assert, cst.Raise)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutant: its place, the old and the new code there, and the whole source."""

    path: str
    line: int
    column: int
    before: str
    after: str
    source: str
    function: str
    """Where it is within one function: `Rules.turn:120`, as `key` names it.  Otherwise nothing."""

    @property
    def room(self) -> str:
        """The room of the module."""
        return Path(self.path).parts[1].removesuffix(".py")

    @property
    def name(self) -> str:
        """Describe the mutant in a line."""
        return f"{self.path}:{self.line}:{self.column}: `{self.before}` -> `{self.after}`"


class _Breaker(cst.CSTVisitor):  # type: ignore[misc]
    """Collects, for every node of a module, its range and its replacements."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[CodeRange, cst.CSTNode]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if (
            isinstance(node, LEFT_ALONE)
            or _is_docstring(node)
            or _is_type_alias(node)
            or _is_asserted(node)
        ):
            return False
        where = self.get_metadata(PositionProvider, node, None)
        for kind, operator in mutation_operators:
            if isinstance(where, CodeRange) and isinstance(node, kind):
                every = [each for each in operator(node) if not _differs_in_strict(node, each)]
                self.found += [(where, broken) for broken in every[: 1 if kind is TEXT else None]]
        return True


def _is_docstring(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString)


def _is_asserted(node: cst.CSTNode) -> bool:
    """Return whether a node is an assertion: `assert_never(...)`, `strict=True`."""
    if isinstance(node, cst.Arg):
        return node.keyword is not None and node.keyword.value == "strict"
    return (
        isinstance(node, cst.Call)
        and isinstance(node.func, cst.Name)
        and node.func.value == "assert_never"
    )


def _differs_in_strict(node: cst.CSTNode, broken: cst.CSTNode) -> bool:
    """Return whether two calls differ only in the argument `strict`."""
    if not (isinstance(node, cst.Call) and isinstance(broken, cst.Call)):
        return False
    one, other = (
        [each.value for each in call.args if not _is_asserted(each)] for call in (node, broken)
    )
    return node.func is broken.func and len(one) == len(other) and all(map(is_, one, other))


def _is_type_alias(node: cst.CSTNode) -> bool:
    """Return whether a statement has no effect: `Cell = tuple[int, int]`, `TypeVar("T")`, `__all__`."""
    if not isinstance(node, cst.Assign):
        return False
    target = node.targets[0].target
    value = node.value
    return isinstance(target, cst.Name) and (
        target.value == "__all__"
        or (isinstance(value, cst.Call) and _called(value) in ("ParamSpec", "TypeVar"))
        or (
            (target.value[:1].isupper() and isinstance(value, cst.BinaryOperation | cst.Subscript))
            and not target.value.isupper()
        )
    )


def _called(call: cst.Call) -> str:
    return call.func.value if isinstance(call.func, cst.Name) else ""


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield all mutants of a module that compile, in the order of their lines."""
    text = path.read_text("utf-8")
    wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
    breaker = _Breaker()
    wrapper.visit(breaker)
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    whole = compile(text, "mutant", "exec", dont_inherit=True)
    seen = {text}
    told: set[tuple[CodePosition, str, str]] = set()
    for where, broken in breaker.found:
        start = starts[where.start.line - 1] + where.start.column
        end = starts[where.end.line - 1] + where.end.column
        after = wrapper.module.code_for_node(broken)
        source = text[:start] + after + text[end:]
        if source in seen:
            continue
        seen.add(source)
        try:
            different = changed(whole, compile(source, "mutant", "exec", dont_inherit=True))
        except SyntaxError:
            continue
        if different is not None:
            before, broken_to = _parts(_short(text[start:end]), _short(after))
            at = where.start
            name = str(path.relative_to(ROOT))
            while (at, before, broken_to) in told:
                broken_to += " (another)"
            told.add((at, before, broken_to))
            yield Mutant(name, at.line, at.column + 1, before, broken_to, source, different)


def changed(whole: CodeType, broken: CodeType) -> str | None:
    """Return the outermost function that differs; "" if more differs; None if nothing does.

    Sources that compile to the same instructions do not differ.
    """
    if _own(whole) != _own(broken):
        return ""
    pairs = zip(inner(whole), inner(broken), strict=True)
    found = [(child, name) for child, other in pairs if (name := changed(child, other)) is not None]
    if len(found) != 1:
        return "" if found else None
    child, name = found[0]
    return key(child) if child.co_flags & inspect.CO_OPTIMIZED else name


def _own(code: CodeType) -> tuple[object, ...]:
    """Return a code's instructions, without inner functions and line numbers."""
    constants = [repr(each) for each in code.co_consts if not isinstance(each, CodeType)]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_code, code.co_qualname, code.co_flags, names, constants, len(code.co_consts))


def inner(code: CodeType) -> list[CodeType]:
    """Return the functions and classes within a code, in the order of their lines."""
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def key(code: CodeType) -> str:
    """Name a function within its module: `Rules.turn:120`."""
    return f"{code.co_qualname}:{code.co_firstlineno}"


def lines_that_use(mutant: Mutant) -> list[tuple[str, int]]:
    """Return the path and number of all lines of aofref with the name that a mutant assigns."""
    tree = ast.parse(_sources()[mutant.path])
    *_, broken = (  # the innermost: breadth comes first
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= mutant.line <= (node.end_lineno or 0)
    )
    targets = (
        broken.targets if isinstance(broken, ast.Assign) else [getattr(broken, "target", broken)]
    )
    nodes = [node for target in targets for node in ast.walk(target)]
    names = {getattr(node, "id", "") or getattr(node, "name", "") for node in nodes} - {""}
    found = []
    for name in names:
        where = [mutant.path] if name.startswith("_") else [*_sources()]
        for path in where:
            lines = _sources()[path].splitlines()
            found += [
                (path, n) for n, line in enumerate(lines, 1) if re.search(rf"\b{name}\b", line)
            ]
    return found


@functools.cache
def _sources() -> dict[str, str]:
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for path in sorted(ROOT.glob("aofref/**/*.py"))
    }


def _short(code: str) -> str:
    return " ".join(code.split())


def _parts(before: str, after: str) -> tuple[str, str]:
    """Shorten the common parts of two long lines to some words around the difference."""
    if len(before) <= 60:
        return before, after
    first = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    start = max(0, first - 25)
    return before[start : start + 60], after[start : start + 60]


def every_mutant() -> list[Mutant]:
    """Return the mutants of all rooms."""
    paths = sorted(
        path
        for room in ROOMS
        for path in [*ROOT.glob(f"aofref/{room}.py"), *ROOT.glob(f"aofref/{room}/**/*.py")]
    )
    return [mutant for path in paths for mutant in mutants_of(path)]


def sample(mutants: list[Mutant], number: int, seed: int) -> list[Mutant]:
    """Choose mutants at random, every room with its share, at least 20 a room."""
    rng = random.Random(seed)
    chosen: list[Mutant] = []
    for room in ROOMS:
        of_room = [mutant for mutant in mutants if mutant.room == room]
        share = max(20, round(number * len(of_room) / len(mutants)))
        chosen += rng.sample(of_room, min(share, len(of_room)))
    rng.shuffle(chosen)  # whoever stops early has a sample, too
    return chosen
