# SPDX-License-Identifier: Apache-2.0
"""From a change to its line: the default route, the last address, the carrier."""

import subprocess

from measuring import Bench, in_turns, percentile
from ratio import Ratio
from report import Report

KINDS = {
    "route": "default route goes, comes",
    "address": "last address goes",
    "carrier": "carrier lost",
}
# Of these, the ones that peers tell of, as far as they do.
TOLD_BY_PEERS = ["route", "carrier"]


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    for kind, words in KINDS.items():
        results = run(bench, kind)
        tell(report, words, results)
        for name in bench.peers(kind) if kind in TOLD_BY_PEERS else []:
            tell_beside(report, f"{words}: median / {name}'s", name, results)


def run(bench: Bench, kind: str) -> dict[str, list[dict]]:
    """Runs of all, in turns; of a peer fewer and shorter ones, until it tells nothing."""
    runs, count, peer_runs = (2, 100, 1) if bench.quick else (5, 400, 2)
    peers = bench.peers(kind) if kind in TOLD_BY_PEERS else {}
    results: dict[str, list[dict]] = {name: [] for name in [*bench.watchers, *peers]}
    for number in range(runs):
        # Two milliseconds of quiet let the watcher sleep again, as it does in life.
        for name, watcher in in_turns(bench.watchers.items(), number):
            results[name].append(bench.stopwatch(kind, count, 2000, watcher))
        for name, watcher in peers.items() if number < peer_runs else []:
            if any(result["gaveUp"] for result in results[name]):
                continue
            try:
                results[name].append(bench.stopwatch(kind, count // 4, 2000, watcher))
            except subprocess.CalledProcessError:
                # It has said why.
                continue
    return results


def tell(report: Report, words: str, results: dict[str, list[dict]]) -> None:
    times = {name: sum((run["times"] for run in results[name]), []) for name in results}
    for title, part, bound in [("median", 0.5, 2.0), ("p99", 0.99, 2.0)]:
        micros = {name: percentile(times[name], part) / 1000 for name in ("reach", "limit")}
        note = f"reach {micros['reach']:.0f} µs, limit {micros['limit']:.0f} µs"
        note += f", of {len(times['reach']):,} changes" if part == 0.5 else ""
        reach, limit = (
            [percentile(run["times"], part) for run in results[name]] for name in ("reach", "limit")
        )
        ratio = Ratio.of(reach, limit, micros["reach"] / micros["limit"])
        report.add("latency", f"{words}: {title} / limit's", ratio, bound, note=note)
    for title, key in [("not told", "missed"), ("lines beyond one a change", "extra")]:
        count_of = {name: sum(run[key] for run in results[name]) for name in ("reach", "limit")}
        note = f"limit {count_of['limit']}"
        report.add("latency", f"{words}: {title}", count_of["reach"], 0, note=note)


def tell_beside(report: Report, figure: str, name: str, results: dict[str, list[dict]]) -> None:
    times = sum((run["times"] for run in results[name]), [])
    if not times:
        report.absent("latency", figure, f"{name} tells nothing of it")
        return
    reach, peer = (
        [percentile(run["times"], 0.5) for run in results[which] if run["times"]]
        for which in ("reach", name)
    )
    missed = sum(run["missed"] for run in results[name])
    note = f"{name} {percentile(times, 0.5) / 1000:.0f} µs, {missed} of its changes not told"
    report.add("latency", figure, Ratio.of(reach, peer), note=note)
