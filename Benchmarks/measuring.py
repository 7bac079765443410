# SPDX-License-Identifier: Apache-2.0
"""The programs that measure, and the network that they change."""

import json
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from peers import Watcher, peer_watchers, pkg_config

T = TypeVar("T")

PROGRAMS = Path(__file__).resolve().parent / "programs"


def percentile(values: list[int], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def in_turns(competitors: Iterable[T], number: int) -> list[T]:
    """The order of a run: what disturbs at its beginning must not always meet the same one."""
    order = list(competitors)
    return order[::-1] if number % 2 else order


def compile_programs(folder: Path) -> None:
    parts = ["limit", "limit-network", "limit-status", "limit-watch"]
    programs = {name: [name] for name in ["stopwatch", "launch", "serve-zeros"]} | {"limit": parts}
    for name, sources in programs.items():
        words = ["cc", "-std=c11", "-O2", "-static", "-o", str(folder / name)]
        subprocess.run([*words, *(str(PROGRAMS / f"{part}.c") for part in sources)], check=True)
    if flags := pkg_config("--cflags", "--libs", "gio-2.0"):
        name = "gnetworkmonitor"
        words = ["cc", "-O2", "-o", str(folder / name), str(PROGRAMS / f"{name}.c"), *flags]
        subprocess.run(words, check=True)


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
    def limit(self) -> str:
        return str(self.folder / "limit")

    @property
    def watchers(self) -> dict[str, Watcher]:
        """What tells changes of the path: the least that could, and reach."""
        return {
            "limit": Watcher([self.limit, "watch"]),
            "reach": Watcher([self.reach, "watch", "--json"]),
        }

    def peers(self, kind: str) -> dict[str, Watcher]:
        """What else tells changes of a kind."""
        return peer_watchers(self.folder, PROGRAMS, kind)

    def network(self) -> None:
        """An uplink eth0 with its other end eth0-far, and a cable beside it that leads nowhere."""
        self.run("ip", "link", "set", "lo", "up")
        # A link-local address would come in a while, as a change of its own.
        self.run("sysctl", "-qw", "net.ipv6.conf.default.disable_ipv6=1")
        for name in ["eth0", "beside0"]:
            self.cable(name)
        self.run("ip", "address", "add", "192.0.2.7/24", "dev", "eth0")
        self.run("ip", "route", "add", "default", "via", "192.0.2.1", "proto", "static")

    def cable(self, name: str) -> None:
        far = f"{name}-far"
        self.run("ip", "link", "add", name, "type", "veth", "peer", "name", far)
        self.run("ip", "link", "set", far, "up")
        self.run("ip", "link", "set", name, "up")
        self.await_carrier(name)

    def await_carrier(self, name: str) -> None:
        words = ["ip", "-o", "link", "show", "dev", name]
        until(
            f"{name} has a carrier",
            lambda: " state UP " in self.run(*words, capture_output=True, text=True).stdout, 0.01, within=10)

    def stopwatch(
        self, kind: str, count: int, pause: int, watcher: Watcher, checkpoint: int = 0
    ) -> dict[str, Any]:
        """See programs/stopwatch.c."""
        words = [str(self.folder / "stopwatch"), *watcher.options, kind, str(count), str(pause)]
        words += [str(checkpoint)] if checkpoint else []
        result = self.run(*words, "--", *watcher.command, stdout=subprocess.PIPE)
        return json.loads(result.stdout)

    def launch(self, count: int, commands: dict[str, list[str]]) -> dict[str, dict[str, Any]]:
        """See programs/launch.c."""
        words = [str(self.folder / "launch"), str(count)]
        for command in commands.values():
            words += ["--", *command]
        result = self.run(*words, stdout=subprocess.PIPE)
        return dict(zip(commands, json.loads(result.stdout)))


def until(what: str, holds: Callable[[], object], pause: float = 0.05, within: float = 30) -> None:
    """Waits until a condition holds, within a time, and looks again after each pause (seconds)."""
    deadline = time.monotonic() + within
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"in {within} s it did not come to this: {what}")
        time.sleep(pause)


def cpu_of(process: int) -> int:
    """Nanoseconds of all threads of a process."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)
