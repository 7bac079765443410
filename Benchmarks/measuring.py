# SPDX-License-Identifier: Apache-2.0
"""The programs that measure, the network that they change, and arithmetic."""

import json
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any


def percentile(values: list[int], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def run(*words: str, **options: Any) -> None:
    subprocess.run(words, check=True, **options)


def compile_programs(sources: Path, folder: Path) -> None:
    for name in ["limit", "stopwatch"]:
        run("cc", "-O2", "-static", "-o", str(folder / name), str(sources / f"{name}.c"))


@dataclass
class Bench:
    """The command that is measured, and the folder of the programs that measure."""

    reach: str
    folder: Path
    quick: bool

    @property
    def watchers(self) -> dict[str, list[str]]:
        """What tells changes of the path: the least that could, and reach."""
        return {
            "limit": [str(self.folder / "limit"), "watch"],
            "reach": [self.reach, "watch", "--json"],
        }

    def network(self) -> None:
        """An uplink eth0 with its other end eth0-far, and a cable beside it that leads nowhere."""
        run("ip", "link", "set", "lo", "up")
        # A link-local address would come in a while, as a change of its own.
        run("sysctl", "-qw", "net.ipv6.conf.default.disable_ipv6=1")
        for name in ["eth0", "beside0"]:
            run("ip", "link", "add", name, "type", "veth", "peer", "name", f"{name}-far")
            run("ip", "link", "set", f"{name}-far", "up")
            run("ip", "link", "set", name, "up")
        run("ip", "address", "add", "192.0.2.7/24", "dev", "eth0")
        run("ip", "route", "add", "default", "via", "192.0.2.1", "proto", "static")
        self.await_carrier("eth0")
        self.await_carrier("beside0")

    def await_carrier(self, name: str) -> None:
        deadline = time.monotonic() + 10
        while Path(f"/sys/class/net/{name}/operstate").read_text() != "up\n":
            if time.monotonic() > deadline:
                raise TimeoutError(f"{name} has no carrier")
            time.sleep(0.01)

    def stopwatch(
        self, kind: str, count: int, pause: int, command: list[str], checkpoint: int = 0
    ) -> dict[str, Any]:
        """See programs/stopwatch.c."""
        words = [str(self.folder / "stopwatch"), kind, str(count), str(pause)]
        words += [str(checkpoint)] if checkpoint else []
        result = subprocess.run([*words, "--", *command], stdout=subprocess.PIPE, check=True)
        return json.loads(result.stdout)

    def alternate(self, runs: int, kind: str, count: int, pause: int) -> dict[str, list[dict]]:
        """Runs of the limit and of reach, one after the other."""
        results: dict[str, list[dict]] = {name: [] for name in self.watchers}
        for _ in range(runs):
            for name, command in self.watchers.items():
                results[name].append(self.stopwatch(kind, count, pause, command))
        return results


def cpu_of(process: int) -> int:
    """Nanoseconds of all threads of a process."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)


def median_of(results: list[dict], key: str) -> float:
    return median(result[key] for result in results)
