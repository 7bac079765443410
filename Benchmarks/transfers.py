# SPDX-License-Identifier: Apache-2.0
"""A store of transfers, a server of zeros, and programs that are run beside them."""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from measuring import Bench

MIB = 1 << 20


@dataclass
class Run:
    """What a program took from its start to its end, and the memory that it had on the way."""

    wall: float
    # User and system, of it and its children.
    cpu: float
    # By the bytes of the file, in KiB: (bytes, VmRSS, RssAnon).
    sizes: list[tuple[int, int, int]] = field(default_factory=list)
    # The most, in KiB (VmHWM).
    peak: int = 0


@dataclass
class Place:
    """A folder with a store, on the disk that temporary files are on."""

    bench: Bench
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        names = {name for name in os.environ if name.lower().endswith("_proxy")} | {"REACH_STORE"}
        return {name: os.environ[name] for name in os.environ.keys() - names} | {
            "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder),
            "XDG_STATE_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}

    def words(self, *words: str | Path) -> list[str]:
        return [*self.bench.entrance, self.bench.reach, *map(str, words)]

    def start(self, words: list[str], **options: Any) -> subprocess.Popen:
        return subprocess.Popen(
            words, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)

    def run(self, *words: str | Path, **options: Any) -> subprocess.CompletedProcess:
        return subprocess.run(
            self.words(*words), cwd=self.folder, env=self.environment, check=True,
            stdin=subprocess.DEVNULL, **options)

    def transfers(self) -> list[dict[str, Any]]:
        result = self.run("queue", "list", "--json", capture_output=True)
        return [json.loads(line) for line in result.stdout.splitlines()]

    def measure(self, words: list[str], file: Path | None = None) -> Run:
        """Runs a program to its end. With a file, its memory is looked at while the file grows."""
        begin = time.monotonic()
        process = self.start(words)
        sizes, peak = [], 0
        while True:
            number, status, usage = os.wait4(process.pid, os.WNOHANG if file else 0)
            if number:
                break
            memory = memory_of(process.pid)
            # There is none between its end and its being waited for.
            if memory["VmRSS"]:
                sizes.append((length(file), memory["VmRSS"], memory["RssAnon"]))
            peak = max(peak, memory["VmHWM"])
            time.sleep(0.02)
        wall = time.monotonic() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{words[:3]} ended with {process.returncode}: {process.stderr.read()}")
        process.stderr.close()
        return Run(wall, usage.ru_utime + usage.ru_stime, sizes, peak)


def memory_of(process: int) -> dict[str, int]:
    """VmRSS, VmHWM and RssAnon in KiB; zeros at its end."""
    fields = dict.fromkeys(["VmRSS", "VmHWM", "RssAnon"], 0)
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        name, _, value = line.partition(":")
        if name in fields:
            fields[name] = int(value.split()[0])
    return fields


def length(file: Path) -> int:
    """The bytes of a file, or of the partial file beside it."""
    for path in [file, *file.parent.glob(f".{file.name}.*.part")]:
        try:
            return path.stat().st_size
        except FileNotFoundError:
            pass
    return 0


@contextmanager
def place(bench: Bench) -> Iterator[Place]:
    # Not in memory, where a sync costs nothing.
    with tempfile.TemporaryDirectory(prefix="transfers-", dir=bench.folder) as name:
        yield Place(bench, Path(name))


@contextmanager
def server(bench: Bench) -> Iterator[int]:
    """The port of programs/serve-zeros.c."""
    words = [*bench.entrance, str(bench.folder / "serve-zeros")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        if not process.stdout or not process.stdin:
            raise RuntimeError("no server")
        yield int(process.stdout.readline())
        process.stdin.close()
