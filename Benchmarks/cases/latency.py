# SPDX-License-Identifier: Apache-2.0
"""From a change to its line: the default route, the last address, the carrier."""

from measuring import Bench, percentile
from report import Report


def measure(bench: Bench, report: Report) -> None:
    runs, count = (2, 100) if bench.quick else (5, 400)
    for kind in ["route", "address", "carrier"]:
        bench.network()
        # Two milliseconds of quiet let the watcher sleep again, as it does in life.
        results = bench.alternate(runs, kind, count, 2000)
        times = {name: sum((run["times"] for run in results[name]), []) for name in results}
        note = f"median of {len(times['reach'])}: reach {percentile(times['reach'], .5) / 1000:.0f}"
        note += f" µs, limit {percentile(times['limit'], .5) / 1000:.0f} µs"
        for title, part, bound in [("median", 0.5, 1.5), ("p99", 0.99, 2.0)]:
            ratio = percentile(times["reach"], part) / percentile(times["limit"], part)
            report.add("latency", f"{kind}, {title} / limit's", ratio, bound, "×", note)
            note = ""
        report.add("latency", f"{kind}, missed", sum(run["missed"] for run in results["reach"]), 0)
        if kind != "address":
            # (An address that comes back, and its route after it, are two changes.)
            changes = sum(run["changes"] for run in results["reach"])
            extra = sum(run["extra"] for run in results["reach"])
            report.add("latency", f"{kind}, lines a change", 1 + extra / changes, 1.01)
