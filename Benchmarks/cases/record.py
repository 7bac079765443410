# SPDX-License-Identifier: Apache-2.0
"""The recorder, and what reads a year of its record."""

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import records
from cases.queue import switches
from looks import times
from measuring import Bench, cpu_of, until
from report import Report
from transfers import memory_of

MEMORY, LINE = 12 * 1024, 100.0
HISTORY, HISTORY_MEMORY, USAGE = 150.0, 32 * 1024, 400.0
PLANS = 1.1


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    # A recorder of root keeps the sums of plans there.
    bench.run("mount", "-t", "tmpfs", "tmpfs", "/run")
    folder = bench.folder / "records"
    folder.mkdir(exist_ok=True)
    configuration = folder / "reach.json"
    plan = {"name": "LTE", "interface": "eth*", "limit": "20GB", "renews": "monthly on 5"}
    configuration.write_text(json.dumps({"plans": [plan]}))
    resting(bench, report, folder / "rest", 10 if bench.quick else 60)
    writing(bench, report, folder / "lines", 200 if bench.quick else 2_000)
    reading(bench, report, folder / "year", records.CHANGES_A_YEAR // (12 if bench.quick else 1))
    status(bench, report, folder / "plans", configuration)


@contextmanager
def recorder(bench: Bench, folder: Path, *options: str) -> Iterator[subprocess.Popen]:
    """A recorder that has written its first line."""
    words = [*bench.entrance, bench.reach, "record", "--dir", str(folder), *options]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
        try:
            until("the recorder has written its first line", lambda: length(folder) > 0, 0.005)
            yield process
        finally:
            process.send_signal(signal.SIGTERM)


def length(folder: Path) -> int:
    return sum(file.read_bytes().count(b"\n") for file in folder.glob("*.jsonl"))


def resting(bench: Bench, report: Report, folder: Path, seconds: int) -> None:
    """A recorder while nothing happens: with the usual interval, and with one of 5 seconds."""
    with recorder(bench, folder) as process:
        time.sleep(1)
        before = switches(process.pid)
        time.sleep(seconds)
        report.add(
            "record", f"wake-ups in {seconds} s", switches(process.pid) - before, 0,
            note="voluntary context switches of all threads")
    with recorder(bench, Path(f"{folder}-often"), "--interval", "5s") as process:
        time.sleep(1)
        before = switches(process.pid)
        time.sleep(seconds)
        # The timer can end a millisecond early, once or twice.
        report.add(
            "record", f"wake-ups in {seconds} s, counting every 5 s",
            switches(process.pid) - before, seconds // 5 + 2)


def writing(bench: Bench, report: Report, folder: Path, changes: int) -> None:
    """The default route goes and comes; each change is a line that is waited for. A watch beside the recorder tells
    how much of the time the changes themselves take."""
    watch = subprocess.Popen(
        [*bench.entrance, bench.reach, "watch", "--json"], stdout=subprocess.DEVNULL)
    with recorder(bench, folder) as process:
        time.sleep(1)
        processes = (process.pid, watch.pid)
        used, begin = [cpu_of(one) for one in processes], length(folder)
        file = next(folder.glob("*.jsonl"))
        size = file.stat().st_size
        for number in range(changes):
            action = "add" if number % 2 else "delete"
            bench.run("ip", "route", action, "default", "via", "192.0.2.1", "proto", "static")
            until("the recorder writes the change", lambda: file.stat().st_size != size, 0.001, within=10)
            size = file.stat().st_size
        lines = length(folder) - begin
        cost, beside = (
            (cpu_of(one) - before) / 1000 / lines for one, before in zip(processes, used))
        report.add(
            "record", "CPU for each line", cost, LINE, "µs",
            f"{lines:,} lines of {changes:,} changes; reach watch --json beside it: {beside:.0f} µs")
        report.add("record", "resident", memory_of(process.pid)["VmRSS"], MEMORY, "KiB")
    watch.terminate()
    watch.wait()


def reading(bench: Bench, report: Report, folder: Path, changes: int) -> None:
    lines = records.write_year(folder, changes)
    for figure, words, wall, memory in [
        ("history --since 7d", ["history", "--since", "7d"], HISTORY, HISTORY_MEMORY),
        ("usage --since 365d --by day", ["usage", "--since", "365d", "--by", "day"], USAGE, None),
    ]:
        command = [*bench.entrance, bench.reach, *words, "--dir", str(folder)]
        runs = bench.launch(5 if bench.quick else 30, {"reach": command})["reach"]
        report.add(
            "record", f"{figure}: median", median(runs["wall"]) / 1e6, wall, "ms",
            f"{lines:,} lines; CPU {median(runs['cpu']) / 1e6:.0f} ms")
        report.add(
            "record", f"{figure}: peak memory", round(median(runs["memory"])), memory, "KiB")


def status(bench: Bench, report: Report, folder: Path, configuration: Path) -> None:
    """A look at the path that uses a plan, beside one without plans: both read a configuration."""
    plain = configuration.with_name("plain.json")
    override = {"interface": "eth*", "metered": "yes"}
    plain.write_text(json.dumps({"overrides": [override]}))
    with recorder(bench, folder, "--config", str(configuration)):
        look = [*bench.entrance, bench.reach, "status", "--json", "--config"]
        commands = {"reach": [*look, str(configuration)], "plain": [*look, str(plain)]}
        runs = bench.launch(30 if bench.quick else 500, commands)
    times(report, "record", "status --json with a plan: time / without", runs, "plain", PLANS)
