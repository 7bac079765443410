# SPDX-License-Identifier: Apache-2.0
"""A watch that tells many changes."""

from measuring import Bench
from report import Report


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    few = 2_000 if bench.quick else 20_000
    many = 10 * few
    result = bench.stopwatch("route", many // 2, 0, bench.watchers["reach"], checkpoint=few)
    resident = result["memory"]
    report.add("memory", f"resident after {many:,} changes", resident[-1], 12 * 1024, "KiB")
    growth = resident[-1] - resident[0]
    report.add("memory", f"growth from {few:,} to {many:,} changes", growth, 16, "KiB")
    report.add("memory", "changes missed", result["missed"], 0)
