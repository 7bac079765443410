# SPDX-License-Identifier: Apache-2.0
"""A queue in which nearly all jobs wait: what adding one costs, the list, the worker meanwhile, and a begin."""

import concurrent.futures
import signal
import subprocess
import time
from statistics import median

from cases import download, queue
from cases.queue import await_rest, launch, switches
from measuring import Bench, cpu_of, percentile, until
from report import Report
from transfers import Place, memory_of, place

# In milliseconds.
BEGIN = 50.0
# The conditions of those that wait never hold here: there is no such path.
WAITING = ("--vpn", "--", "true")


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    bench.run("ip", "route", "del", "default")
    count = 1_000 if bench.quick else 10_000
    with place(bench) as here:
        adding(here, report, count)
        worker = here.start(here.words("queue", "run"))
        try:
            await_rest(here, worker.pid, count)
            listing(here, report, count)
            resting(here, report, count, worker, 10 if bench.quick else 60)
            beginning(here, report, count, worker, 3 if bench.quick else 20)
            resident = memory_of(worker.pid)["VmHWM"]
            report.add(
                "jobs", f"the worker beside {count:,} waiting: peak memory", resident, download.MEMORY, "KiB")
        finally:
            worker.send_signal(signal.SIGTERM)
            worker.communicate()


def adding(here: Place, report: Report, count: int) -> None:
    """Adds the first and the last ones in turns, and those in between at the same time."""
    sample = 20 if here.bench.quick else 200

    def add(_: int) -> float:
        return 1000 * here.measure(here.words("defer", *WAITING)).wall

    def note(part: str, times: list[float]) -> None:
        report.add(
            "jobs", f"reach defer, {part}: median", median(times), queue.ADDING, "ms",
            f"p99 {percentile(times, 0.99):.1f} ms")

    add(0)
    note("to an empty queue", list(map(add, range(sample - 1))))
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        list(threads.map(add, range(count - 2 * sample)))
    note(f"to {count - sample:,}", list(map(add, range(sample))))


def listing(here: Place, report: Report, count: int) -> None:
    for words in (["queue", "list"], ["queue", "list", "--json"]):
        runs = launch(here, {"reach": here.words(*words)})
        report.add(
            "jobs", f"{' '.join(words)}, {count:,} waiting: median", median(runs), queue.LIST, "ms",
            f"p99 {percentile(runs, 0.99):.1f} ms")


def resting(here: Place, report: Report, count: int, worker: subprocess.Popen, seconds: int) -> None:
    resident = memory_of(worker.pid)["VmRSS"]
    report.add(
        "jobs", f"the worker beside {count:,} waiting: memory", resident, download.MEMORY, "KiB")
    # It notices that the programs that listed have gone.
    await_quiet(worker)
    before, used = switches(worker.pid), cpu_of(worker.pid)
    time.sleep(seconds)
    note = f"voluntary context switches of all threads; CPU {(cpu_of(worker.pid) - used) / 1e3:.0f} µs"
    report.add(
        "jobs", f"the worker's wake-ups in {seconds} s", switches(worker.pid) - before, 0, note=note)


def beginning(here: Place, report: Report, count: int, worker: subprocess.Popen, rounds: int) -> None:
    """A route comes. A job that waits for it begins; the others get another reason to wait, which is stored."""
    times = []
    for number in range(rounds):
        log = here.folder / f"begun{number}"
        here.run("defer", "--online", "--log", log, "--", "date", "+%s%N", capture_output=True)
        until("the job waits", lambda: here.transfers()[-1]["reasons"])
        await_quiet(worker)
        begin = time.time_ns()
        here.bench.run("ip", "route", "add", "default", "via", "192.0.2.1", "proto", "static")
        until("the job begins", lambda: log.exists() and log.read_text(), 0.01)
        times.append((int(log.read_text()) - begin) / 1e6)
        until("the job ends", lambda: here.transfers()[-1]["state"] == "finished")
        here.bench.run("ip", "route", "del", "default")
        await_quiet(worker)
    report.add(
        "jobs", f"a job begins, beside {count:,} waiting: latest of {rounds}", max(times), BEGIN, "ms",
        f"median {median(times):.1f} ms, from before ip adds the route until the command has its time")


def await_quiet(worker: subprocess.Popen) -> None:
    """Waits until the worker sleeps."""
    seen = -1

    def is_quiet() -> bool:
        nonlocal seen
        before, seen = seen, switches(worker.pid)
        return before == seen

    until("the worker sleeps", is_quiet, 0.5)
