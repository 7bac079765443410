# SPDX-License-Identifier: Apache-2.0
"""The programs that measure, the network that they change, and arithmetic."""

import json
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


def percentile(values: list[int], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def in_turns(competitors: Iterable[T], number: int) -> list[T]:
    """The order of a run: what disturbs at its beginning must not always meet the same one."""
    order = list(competitors)
    return order[::-1] if number % 2 else order


def compile_programs(sources: Path, folder: Path) -> None:
    for name in ["limit", "stopwatch"]:
        words = ["cc", "-std=c11", "-O2", "-static", "-o", str(folder / name)]
        subprocess.run([*words, str(sources / f"{name}.c")], check=True)


@dataclass
class Bench:
    """The command that is measured, the folder of the programs that measure, and where they run."""

    reach: str
    folder: Path
    quick: bool
    # What enters another namespace.
    entrance: tuple[str, ...] = ()

    @contextmanager
    def elsewhere(self) -> Iterator["Bench"]:
        """A network namespace beside this one, for as long as it is used."""
        # It ends with the pipe, however this program ends.
        script = "mount -t sysfs sysfs /sys && echo && exec cat"
        words = ["unshare", "-nm", "--", "sh", "-c", script]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
            if not holder.stdout or not holder.stdout.readline():
                raise RuntimeError("another namespace cannot be made")
            entrance = ("nsenter", "--target", str(holder.pid), "--net", "--mount", "--")
            yield replace(self, entrance=entrance)
            holder.terminate()

    def run(self, *words: str, **options: Any) -> subprocess.CompletedProcess:
        return subprocess.run([*self.entrance, *words], check=True, **options)

    @property
    def watchers(self) -> dict[str, list[str]]:
        """What tells changes of the path: the least that could, and reach."""
        return {
            "limit": [str(self.folder / "limit"), "watch"],
            "reach": [self.reach, "watch", "--json"],
        }

    def network(self) -> None:
        """An uplink eth0 with its other end eth0-far, and a cable beside it that leads nowhere."""
        self.run("ip", "link", "set", "lo", "up")
        # A link-local address would come in a while, as a change of its own.
        self.run("sysctl", "-qw", "net.ipv6.conf.default.disable_ipv6=1")
        for name in ["eth0", "beside0"]:
            far = f"{name}-far"
            self.run("ip", "link", "add", name, "type", "veth", "peer", "name", far)
            self.run("ip", "link", "set", far, "up")
            self.run("ip", "link", "set", name, "up")
        self.run("ip", "address", "add", "192.0.2.7/24", "dev", "eth0")
        self.run("ip", "route", "add", "default", "via", "192.0.2.1", "proto", "static")
        for name in ["eth0", "beside0"]:
            self.await_carrier(name)

    def await_carrier(self, name: str) -> None:
        deadline = time.monotonic() + 10
        words = ["ip", "-o", "link", "show", "dev", name]
        while " state UP " not in self.run(*words, capture_output=True, text=True).stdout:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{name} has no carrier")
            time.sleep(0.01)

    def stopwatch(
        self, kind: str, count: int, pause: int, command: list[str], checkpoint: int = 0
    ) -> dict[str, Any]:
        """See programs/stopwatch.c."""
        words = [str(self.folder / "stopwatch"), kind, str(count), str(pause)]
        words += [str(checkpoint)] if checkpoint else []
        result = self.run(*words, "--", *command, stdout=subprocess.PIPE)
        return json.loads(result.stdout)

    def alternate(self, runs: int, kind: str, count: int, pause: int) -> dict[str, list[dict]]:
        """Runs of the limit and of reach, in turns."""
        results: dict[str, list[dict]] = {name: [] for name in self.watchers}
        for number in range(runs):
            for name, command in in_turns(self.watchers.items(), number):
                results[name].append(self.stopwatch(kind, count, pause, command))
        return results


def cpu_of(process: int) -> int:
    """Nanoseconds of all threads of a process."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)
