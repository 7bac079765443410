# SPDX-License-Identifier: Apache-2.0
"""From a change to its line: the default route, the last address, the carrier."""

from measuring import Bench, percentile
from report import Report

KINDS = {
    "route": "default route goes, comes",
    "address": "last address goes",
    "carrier": "carrier lost",
}


def measure(bench: Bench, report: Report) -> None:
    runs, count = (2, 100) if bench.quick else (5, 400)
    bench.network()
    for kind, words in KINDS.items():
        # Two milliseconds of quiet let the watcher sleep again, as it does in life.
        results = bench.alternate(runs, kind, count, 2000)
        times = {name: sum((run["times"] for run in results[name]), []) for name in results}
        for title, part, bound in [("median", 0.5, 1.5), ("p99", 0.99, None)]:
            micros = {name: percentile(times[name], part) / 1000 for name in times}
            note = f"reach {micros['reach']:.0f} µs, limit {micros['limit']:.0f} µs"
            note += f", of {len(times['reach']):,} changes" if part == 0.5 else ""
            ratio = micros["reach"] / micros["limit"]
            report.add("latency", f"{words}: {title} / limit's", ratio, bound, "×", note)
        for title, key in [("not told", "missed"), ("lines beyond one a change", "extra")]:
            count_of = {name: sum(run[key] for run in results[name]) for name in results}
            note = f"limit {count_of['limit']}"
            report.add("latency", f"{words}: {title}", count_of["reach"], 0, note=note)
