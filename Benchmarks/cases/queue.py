# SPDX-License-Identifier: Apache-2.0
"""A queue in which nearly all wait: what adding one costs, the list, and the worker meanwhile."""

import signal
import subprocess
import time
from pathlib import Path
from statistics import median

from cases import download, library
from measuring import Bench, cpu_of, percentile
from report import Report
from transfers import MIB, Place, memory_of, place, server

# A documentation address, which no route leads to.
NOWHERE = "http://198.51.100.9/files"
ADDING, LIST = 20.0, 150.0
PROGRAM = library.HERE / "Library/.build/release/transfer-benchmarks"


def measure(bench: Bench, report: Report) -> None:
    bench.run("ip", "link", "set", "lo", "up")
    with place(bench) as here:
        adding(here, report, 20 if bench.quick else 200)
    with place(bench) as here, server(bench) as port:
        downloading(here, port, report, 64 if bench.quick else 512)
    with place(bench) as here:
        waiting(here, report, 1_000 if bench.quick else 10_000, 10 if bench.quick else 60)


def adding(here: Place, report: Report, count: int) -> None:
    """Adds to a store that is there, by a command each time, and in a program that stays."""
    here.run("fetch", "--detach", "-o", "first", NOWHERE, capture_output=True)
    times = [
        1000 * here.measure(here.words("fetch", "--detach", "-o", f"file{number}", NOWHERE)).wall
        for number in range(count)]
    report.add(
        "queue", "reach fetch --detach, median", median(times), ADDING, "ms",
        f"p99 {percentile(times, 0.99):.1f} ms")
    figure = "TransferSession.download(from:to:), median"
    if not PROGRAM.exists():
        return report.absent("queue", figure, f"there is no {PROGRAM.name} (Benchmarks/run --build)")
    words = [str(PROGRAM), str(here.folder / "library"), NOWHERE, str(here.folder), str(count)]
    result = subprocess.run(words, check=True, capture_output=True, text=True, env=here.environment)
    times = [float(line) / 1e6 for line in result.stdout.split()]
    report.add(
        "queue", figure, median(times), ADDING, "ms",
        f"p99 {percentile(times, 0.99):.1f} ms, each with a sync")


def downloading(here: Place, port: int, report: Report, size: int) -> None:
    """A worker that performs one download, which was added before, and ends then."""
    file = here.folder / "file"
    here.run(
        "fetch", "--detach", "-o", file, f"http://127.0.0.1:{port}/{size * MIB}", capture_output=True)
    peak = here.measure(here.words("queue", "run", "--until-empty"), file).peak
    report.add(
        "queue", f"a worker with one download of {size} MiB: peak memory", peak,
        download.MEMORY, "KiB")


def waiting(here: Place, report: Report, count: int, seconds: int) -> None:
    addresses = here.folder / "addresses"
    addresses.write_text("".join(f"{NOWHERE}/{number}.bin\n" for number in range(count)))
    begin = time.monotonic()
    here.run(
        "fetch", "--detach", "--input-file", addresses, "-o", f"{here.folder}/", capture_output=True)
    report.add(
        "queue", f"{count:,} are added at once", round(1000 * (time.monotonic() - begin)), unit="ms")
    worker = here.start(here.words("queue", "run"))
    try:
        await_rest(here, worker.pid, count)
        for words in (["queue", "list"], ["queue", "list", "--json"]):
            commands = {"reach": here.words(*words)}
            runs = launch(here, commands)
            report.add(
                "queue", f"{' '.join(words)}, {count:,} waiting: median", median(runs), LIST, "ms",
                f"p99 {percentile(runs, 0.99):.1f} ms")
        before, used = switches(worker.pid), cpu_of(worker.pid)
        time.sleep(seconds)
        note = f"voluntary context switches of all threads; CPU {(cpu_of(worker.pid) - used) / 1e3:.0f} µs"
        report.add(
            "queue", f"the worker's wake-ups in {seconds} s", switches(worker.pid) - before, 0, note=note)
        resident = memory_of(worker.pid)["VmRSS"]
        report.add(
            "queue", f"the worker's memory beside {count:,} waiting", resident, download.MEMORY, "KiB")
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.communicate()


def launch(here: Place, commands: dict[str, list[str]]) -> list[float]:
    return [1000 * here.measure(commands["reach"]).wall for _ in range(5 if here.bench.quick else 30)]


def await_rest(here: Place, worker: int, count: int) -> None:
    """Waits until all wait for a reason, and the worker sleeps."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if sum(bool(one["reasons"]) for one in here.transfers()) == count:
            break
        time.sleep(0.5)
    else:
        raise TimeoutError("some transfers have no reason to wait")
    while time.monotonic() < deadline:
        before = switches(worker)
        time.sleep(2)
        if switches(worker) == before:
            return
    raise TimeoutError("the worker does not sleep")


def switches(process: int) -> int:
    total = 0
    for task in Path(f"/proc/{process}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total
