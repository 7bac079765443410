# SPDX-License-Identifier: Apache-2.0
"""A watch that tells many changes."""

from measuring import Bench
from report import Report


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    few = 2_000 if bench.quick else 20_000
    many = 10 * few
    # Each change is waited for, so that none are merged.
    result = bench.stopwatch("route", many // 2, 0, bench.watchers["reach"], checkpoint=few)
    first, last = result["checkpoints"][0], result["checkpoints"][-1]
    note = f"of it {last['anonymous']:,} KiB anonymous"
    report.add(
        "memory", f"resident after {many:,} changes", last["resident"], 12 * 1024, "KiB", note)
    note = f"anonymous {last['anonymous'] - first['anonymous']:+,} KiB"
    growth = last["resident"] - first["resident"]
    report.add("memory", f"growth from {few:,} to {many:,} changes", growth, 16, "KiB", note)
    report.add("memory", "changes missed", result["missed"], 0)
