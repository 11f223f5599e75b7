"""A Dask scheduler with its workers, in processes of their own on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_CLUSTER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=int(sys.argv[1]), threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, *(nanny.pid for nanny in cluster.workers.values()), flush=True)
        sys.stdin.read()
"""


SETTINGS = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "false",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
}
"""As aofref(1) has workers started."""


class Cluster(NamedTuple):
    """A scheduler and its workers."""

    run: subprocess.Popen[str]
    address: str
    workers: list[int]


@contextmanager
def started(folder: Path, workers: int) -> Iterator[Cluster]:
    """Start a scheduler and its workers, of one thread each; they end with the block."""
    script = folder / "cluster.py"
    script.write_text(_CLUSTER)
    with subprocess.Popen(
        [sys.executable, str(script), str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **SETTINGS},
    ) as run:
        assert run.stdout is not None and run.stdin is not None
        try:
            address, *pids = run.stdout.readline().split()
            yield Cluster(run, address, [int(pid) for pid in pids])
            run.stdin.close()
            run.wait(60)
        finally:
            run.kill()
