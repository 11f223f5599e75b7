"""Spread: work on items by other processes (`--jobs`) or on a cluster (`--scheduler`).

One loop cuts the items into batches, gives them to a crew, and yields the results in the order of
the items.  A crew is either `jobs.Processes` or `scheduler.Cluster`.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from aofref.cli.batch.jobs import Batch, Given, Processes, Result
from aofref.cli.signals import terminable

if TYPE_CHECKING:
    from aofref.cli.batch.scheduler import Cluster

BATCH = 100_000  # the least weight of a batch, but the last


def spread(
    work: Callable[[Given], Result],
    items: Iterable[Given],
    way: int | str,
    weight: Callable[[Given], int],
) -> Generator[Result, None, None]:
    """Yield `work(item)` for each item, in order.

    `way` is the most processes to use, 0 for one a core, or the address of a scheduler.  There are
    never more processes than batches, or than four for each core; none for a single batch.
    """
    cut = _batches(items, weight)
    crew: Processes | Cluster
    if isinstance(way, str):
        from aofref.cli.batch import scheduler

        crew = scheduler.Cluster(work, way)
    else:
        cores = os.cpu_count() or 1
        first = list(islice(cut, min(way or cores, 4 * cores)))
        cut = chain(first, cut)
        if len(first) < 2:
            yield from (work(item) for batch in cut for item in batch.items)
            return
        crew = Processes(work, len(first))
    with terminable(), closing(crew):
        under_way = deque[Batch[Given, Result]]()
        for batch in cut:
            crew.give(batch)
            under_way.append(batch)
            while under_way and (under_way[0].results is not None or len(under_way) > crew.most()):
                yield from crew.finish(under_way.popleft())
        while under_way:
            yield from crew.finish(under_way.popleft())


def _batches(items: Iterable[Given], weight: Callable[[Given], int]) -> Iterator[Batch[Given, Any]]:
    batch, weighs = list[Given](), 0
    for item in items:
        batch.append(item)
        weighs += weight(item)
        if weighs >= BATCH:
            yield Batch(batch)
            batch, weighs = [], 0
    if batch:
        yield Batch(batch)
