# SPDX-License-Identifier: Apache-2.0
"""A watch with nothing to tell."""

from measuring import Bench
from report import Report


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    seconds = 10 if bench.quick else 60
    result = bench.stopwatch("none", 1, seconds * 1_000_000, bench.watchers["reach"])
    note = f"voluntary context switches of all threads; CPU {result['cpu'] / 1e3:.0f} µs"
    report.add("idle", f"wake-ups in {seconds} s", result["switches"], 0, note=note)
    report.add("idle", "threads", result["threads"], 3)
